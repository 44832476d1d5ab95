"""The pictures of lesson 01 that no other lesson needs."""

import numpy as np
from matplotlib import pyplot as plt

from c4lib import Board, plot_board
from c4lib.board import lines_through
from c4lib.plots.board import SIDE, draw_game
from c4lib.plots.canvas import BOLD_LEFT, EXPLOITATION, HIGHLIGHT, MUTED, TEXT, Drawing
from pictures import CENTRED, titled_axes

BIG = 16  # points
TITLE = {"fontsize": 19, "weight": "bold"}
DIRECTIONS = {(0, 1): "across", (1, 0): "down", (1, -1): "rising", (1, 1): "falling"}  # by the step (row, column)
ROWS = ("across", "down"), ("rising", "falling")  # of boards
WIDE = 8.4  # from a board to the next, in cells
HIGH = 8.3


def plot_position(board, title):
    """The board in the middle of a figure that has room for its conclusion in one line."""
    figure = plt.figure(figsize=(8, 4.8))
    whole = plt.Rectangle((0, 0), 1, 1, alpha=0)
    figure.add_artist(whole)  # so that the room at the sides is not cut off
    figure.suptitle(title, y=0.98, **TITLE)
    middle = figure.add_axes((0.22, 0, 0.56, 0.88))
    plot_board(board, ax=middle)


def plot_line_counts(counts, title):
    """The number in each cell, an array of shape (rows, columns), on a darker ground the larger it is; the largest in bold."""
    size = 8.2, 6
    _, ax = plt.subplots(figsize=size, layout="constrained")
    most = counts.max()
    lightest = 0
    darkest = 2 * most  # light enough everywhere for dark numbers
    gaps = {"edgecolors": "white", "linewidth": 3}
    ax.pcolormesh(counts, cmap="Blues", vmin=lightest, vmax=darkest, **gaps)
    for (row, column), count in np.ndenumerate(counts):
        x = column + 0.5
        y = row + 0.5
        text = ax.text(x, y, count, fontsize=BIG + 4, color=TEXT, **CENTRED)
        if count == most:
            text.set_weight("bold")
    rows, columns = map(np.arange, counts.shape)
    ax.set_xticks(columns + 0.5, columns)
    ax.set_yticks(rows + 0.5, rows)
    ax.invert_yaxis()
    ax.set_xlabel("column", fontsize=BIG)
    ax.set_ylabel("row", fontsize=BIG)
    ax.tick_params(labelsize=BIG, length=0)
    ax.spines[:].set_visible(False)
    ax.set_title(title, pad=12, **TITLE)


def lines_by_direction(row, column, board):
    """The winning lines through a cell, each a list of cells (row, column), by the name of their direction."""
    found = {name: [] for name in DIRECTIONS.values()}
    lines = lines_through(board.rows, board.columns, board.connect)
    for line in lines[row * board.columns + column]:
        cells = [divmod(cell, board.columns) for cell in line]
        first, second, *_ = cells
        step = np.subtract(second, first)
        name = DIRECTIONS[tuple(step)]
        found[name].append(cells)
    return found


def plot_lines_through(row, column):
    """Every winning line through a cell, each on a board of its own, where it runs: two directions in each row of boards."""
    board = Board()
    lines = lines_by_direction(row, column, board)
    counts = [len(found) for found in lines.values()]
    across, down, rising, falling = counts
    most = max(across + down, rising + falling)
    numbers = " + ".join(map(str, counts))
    title = f"{sum(counts)} winning lines run through this cell: {numbers}"
    right = most * WIDE - 0.8
    top = 2 * HIGH
    drawing = Drawing(None, title, inches=0.2).limit(-0.6, right, -0.6, top)
    for names, bottom in zip(ROWS, (HIGH, 0)):
        left = 0
        for name in names:
            words = f"{len(lines[name])} {name}"
            above = bottom + 6.95
            drawing.write(left, above, words, 1.15, BOLD_LEFT)
            for cells in lines[name]:
                _draw_board(drawing, board, left, bottom)
                _draw_line(drawing, left, bottom + board.rows, cells, (row, column))
                left += WIDE
    drawing.ax.title.set(**TITLE)


def _draw_board(drawing, board, left, bottom):
    """A board without numbers, its lower left corner there."""
    width = board.columns + 2 * SIDE
    height = board.rows + 2 * SIDE
    inset = drawing.inset(left - SIDE, bottom - SIDE, width, height, labels=False)
    draw_game(inset, board)


def _draw_line(drawing, left, top, cells, through):
    """A line on a board with its upper left corner there, and a dot on one of its cells."""
    rows, columns = np.transpose(cells)
    x = left + columns + 0.5
    y = top - rows - 0.5
    ax = drawing.ax
    points = 72 * ax.figure.get_figwidth() / (drawing.right - drawing.left)  # of a cell
    look = {"color": HIGHLIGHT, "linewidth": 0.5 * points, "solid_capstyle": "round"}
    ax.plot(x, y, zorder=6, **look)
    row, column = through
    dot = left + column + 0.5, top - row - 0.5
    drawing.circles([dot], 0.41, TEXT, 7)


def plot_growth(positions, title):
    """How many positions and how many sequences of moves there are after 0, 1, 2, ... moves on 6 x 7."""
    ax = titled_axes(title, 9, 4.6)
    plies = range(len(positions))
    sequences = [7**ply for ply in plies]
    ax.set_yscale("log")
    ax.plot(plies, sequences, "s--", color=MUTED, markersize=8, linewidth=2, label="sequences of moves")
    ax.plot(plies, positions, "o-", color=EXPLOITATION, markersize=9, linewidth=3, label="positions")
    ax.set_xlabel("moves played", fontsize=BIG)
    ax.set_ylabel("how many", fontsize=BIG)
    ax.legend(fontsize=BIG, frameon=False)
