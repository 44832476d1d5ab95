"""An A4 page in black and white, and what can stand on it."""

import math
import re
from textwrap import fill

import numpy as np
from matplotlib.figure import Figure

from c4lib.plots.board import draw_game
from c4lib.plots.canvas import Drawing

ACROSS, UPRIGHT = (11.69, 8.27), (8.27, 11.69)  # A4, in inches
LEFT, WIDTH = 0.05, 0.9  # of the page
SIZE = 10.5  # points of the text
LETTERS = 13.1  # of it in an inch
LINE, GAP = 0.186, 0.058  # inches of a line, and between paragraphs
GREY = "0.45"


def page(title, paragraphs=(), is_solution=False, size=ACROSS, **words):
    """A page with its title, and these paragraphs below it; in them stand `words` for the names in braces."""
    figure = Figure(figsize=size)
    width, height = size
    top = 1 - 0.41 / height
    heading = f"{title}: solution" if is_solution else title
    write(figure, LEFT, top, heading, size=17, weight="bold")
    if not is_solution:
        write(figure, LEFT + WIDTH, top, "Name ______________________", ha="right")
    letters = int(LETTERS * WIDTH * width)
    below = 0.87
    for paragraph in paragraphs:
        text = paragraph.format(**words)
        lines = fill(re.sub(r"[ \n]+", " ", text), letters)  # a no-break space stays
        write(figure, LEFT, 1 - below / height, lines)
        below += LINE * (lines.count("\n") + 1) + GAP
    return figure


def write(figure, x, y, text, size=SIZE, **look):
    """Write a text with its upper left corner there, in shares of the page."""
    figure.text(x, y, text, size=size, va="top", linespacing=1.3, parse_math=False, **look)


def logarithms(numbers):
    """The natural logarithms of these numbers, a line each."""
    return "\n".join(f"ln {number} = {math.log(number):.3f}" for number in numbers)


def draw_position(figure, box, game, title):
    """Draw a position with a line above it, as its game draws it."""
    ax = figure.add_axes(box)
    draw_game(Drawing(ax), game)
    ax.set_title(title, size=SIZE)


def draw_board(figure, box, board, title=""):
    """Draw a Connect Four board in letters, with the numbers of its columns below."""
    ax = draw_cells(figure, box, board.rows, board.columns, title)
    ax.set_xticks(np.arange(board.columns) + 0.5, range(board.columns), size=SIZE)
    size = 0.6 * cell_points(ax)
    for (row, column), player in np.ndenumerate(board.cells):
        where = column + 0.5, board.rows - row - 0.5
        letter = ("", "X", "O")[player]
        ax.text(*where, letter, size=size, weight="bold", ha="center", va="center_baseline")


def draw_cells(figure, box, rows, columns, title=""):
    """Draw the lines of an empty board; its axes, a unit for each cell."""
    ax = figure.add_axes(box)
    ax.set(xlim=(0, columns), ylim=(0, rows), xticks=[], yticks=[])
    ax.set_aspect("equal", anchor="N")
    ax.tick_params(length=0)
    ax.set_title(title, size=SIZE, weight="bold")
    lines = {"color": "black", "linewidth": 0.6}
    ax.vlines(range(1, columns), 0, rows, **lines)
    ax.hlines(range(1, rows), 0, columns, **lines)
    return ax


def cell_points(ax):
    """The height of a unit of these axes, in points."""
    ax.apply_aspect()
    points = ax.bbox.height / ax.figure.dpi * 72
    return points / np.ptp(ax.get_ylim())


def draw_table(figure, box, head, rows, title="", widths=None):
    """Draw a table; an empty text is a field to write into."""
    ax = figure.add_axes(box)
    ax.set_axis_off()
    ax.set_title(title, size=SIZE, weight="bold", loc="left")
    whole = 0, 0, 1, 1  # of the axes
    table = ax.table([head, *rows], cellLoc="center", bbox=whole, colWidths=widths)
    table.auto_set_font_size(False)
    table.set_fontsize(SIZE)
    for (row, _), cell in table.get_celld().items():
        cell.set_linewidth(0.6)
        cell.get_text().set_parse_math(False)
        if row == 0:
            cell.set_text_props(weight="bold", size=SIZE - 1)
