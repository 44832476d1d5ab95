"""The pictures of lesson 01 that no other lesson needs."""

import numpy as np
from matplotlib import pyplot as plt

from c4lib import Board, plot_board
from c4lib.board import lines_through
from c4lib.plots.board import SIDE, draw_game
from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT, Drawing, text_on
from pictures import titled_axes

BIG = 16  # points
TITLE = {"fontsize": 19, "weight": "bold"}
DIRECTIONS = {(0, 1): "across", (1, 0): "down", (1, -1): "rising", (1, 1): "falling"}  # by the step (row, column)
ROWS = ("across", "down"), ("rising", "falling")  # of boards
WIDE, HIGH = 8.4, 8.3  # from a board to the next, in cells


def plot_position(board, title):
    """The board in the middle of a figure that has room for its conclusion in one line."""
    figure = plt.figure(figsize=(8, 4.8))
    whole = plt.Rectangle((0, 0), 1, 1, alpha=0)
    figure.add_artist(whole)  # so that the room at the sides is not cut off
    figure.suptitle(title, y=0.98, **TITLE)
    middle = figure.add_axes((0.22, 0, 0.56, 0.88))
    plot_board(board, ax=middle)


def plot_line_counts(counts, title):
    """The number in each cell, an array of shape (rows, columns), on a darker ground the larger it is."""
    _, ax = plt.subplots(figsize=(8.2, 6), layout="constrained")
    image = ax.imshow(counts, cmap="Blues")
    for (row, column), count in np.ndenumerate(counts):
        *ground, _ = image.to_rgba(count)
        look = {"ha": "center", "va": "center", "fontsize": BIG + 2}
        ax.text(column, row, count, color=text_on(ground), **look)
    ax.set_xlabel("column", fontsize=BIG)
    ax.set_ylabel("row", fontsize=BIG)
    ax.tick_params(labelsize=BIG)
    ax.set_title(title, pad=12, **TITLE)


def lines_by_direction(row, column, board):
    """The winning lines through a cell, each a list of cells (row, column), by the name of their direction."""
    found = {name: [] for name in DIRECTIONS.values()}
    lines = lines_through(board.rows, board.columns, board.connect)
    for line in lines[row * board.columns + column]:
        cells = [divmod(cell, board.columns) for cell in line]
        (row_1, column_1), (row_2, column_2) = cells[:2]
        step = np.sign(row_2 - row_1), np.sign(column_2 - column_1)
        name = DIRECTIONS[step]
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
    drawing = Drawing.within(None, -0.6, most * WIDE - 0.8, -0.6, 2 * HIGH, title, inches=0.2)
    for names, bottom in zip(ROWS, (HIGH, 0)):
        left = 0
        for name in names:
            words = f"{len(lines[name])} {name}"
            drawing.write(left, bottom + 6.95, words, 1.15, ha="left", weight="bold")
            for cells in lines[name]:
                _draw_line(drawing, board, left, bottom, cells, (row, column))
                left += WIDE
    drawing.ax.title.set(**TITLE)


def _draw_line(drawing, board, left, bottom, cells, through):
    """A board with its lower left corner there, a line on it, and a dot on one of its cells."""
    width, height = board.columns + 2 * SIDE, board.rows + 2 * SIDE
    inset = drawing.inset(left - SIDE, bottom - SIDE, width, height, labels=False)
    draw_game(inset, board)
    rows, columns = np.transpose([*cells, through])
    x = left + columns + 0.5
    y = bottom + board.rows - rows - 0.5
    points = 72 * drawing.ax.figure.get_figwidth() / (drawing.right - drawing.left)  # of a cell
    look = {"color": HIGHLIGHT, "linewidth": 0.5 * points, "solid_capstyle": "round"}
    drawing.ax.plot(x[:-1], y[:-1], zorder=6, **look)
    drawing.circles([(x[-1], y[-1])], 0.41, TEXT, 7)


def plot_growth(positions, title):
    """How many positions and how many sequences of moves there are after 0, 1, 2, ... moves on 6 x 7."""
    ax = titled_axes(title, 9, 4.6)
    plies = range(len(positions))
    sequences = [7**ply for ply in plies]
    ax.semilogy(plies, sequences, "s--", color=MUTED, markersize=8, linewidth=2, label="sequences of moves")
    ax.semilogy(plies, positions, "o-", color=EXPLOITATION, markersize=9, linewidth=3, label="positions")
    ax.set_xlabel("moves played", fontsize=BIG)
    ax.set_ylabel("how many", fontsize=BIG)
    ax.legend(fontsize=BIG, frameon=False)
