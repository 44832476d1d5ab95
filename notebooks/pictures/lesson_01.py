"""The pictures of lesson 01 that no other lesson needs."""

import numpy as np
from matplotlib import pyplot as plt

from c4lib import Board, plot_board
from c4lib.board import lines_through
from c4lib.plots.board import SIDE, draw_game
from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT, Drawing, text_on
from pictures import titled_axes

BIG = 16  # points
DIRECTIONS = {(0, 1): "across", (1, 0): "down", (1, -1): "rising", (1, 1): "falling"}  # by the step (row, column)
GAP = 1.4  # between two boards, in cells


def plot_position(board, title):
    """The board in the middle of a figure that has room for its conclusion in one line."""
    figure = plt.figure(figsize=(8, 4.8))
    figure.add_artist(plt.Rectangle((0, 0), 1, 1, alpha=0))  # so that the room at the sides is not cut off
    figure.suptitle(title, fontsize=19, weight="bold", y=0.98)
    plot_board(board, ax=figure.add_axes((0.22, 0, 0.56, 0.88)))


def plot_line_counts(counts, title):
    """The number in each cell, an array of shape (rows, columns), on a darker ground the larger it is."""
    ax = plt.subplots(figsize=(8.2, 6), layout="constrained")[1]
    image = ax.imshow(counts, cmap="Blues")
    for (row, column), count in np.ndenumerate(counts):
        colour = text_on(image.to_rgba(count)[:3])
        ax.text(column, row, count, ha="center", va="center", fontsize=BIG + 2, color=colour)
    ax.set_xlabel("column", fontsize=BIG)
    ax.set_ylabel("row", fontsize=BIG)
    ax.tick_params(labelsize=BIG)
    ax.set_title(title, fontsize=19, weight="bold", pad=12)
    return ax


def lines_by_direction(row, column, board):
    """The winning lines through a cell, each a list of cells (row, column), by the name of their direction."""
    found = {name: [] for name in DIRECTIONS.values()}
    for line in lines_through(board.rows, board.columns, board.connect)[row * board.columns + column]:
        cells = [divmod(cell, board.columns) for cell in line]
        step = tuple(int(sign) for sign in np.sign(np.subtract(cells[1], cells[0])))
        found[DIRECTIONS[step]].append(cells)
    return found


def plot_lines_through(row, column, board=Board()):
    """Every winning line through a cell, each on a board of its own, where it runs: two directions in each row of boards."""
    lines = lines_by_direction(row, column, board)
    names = list(lines)
    rows = [names[:2], names[2:]]
    wide, high = board.columns + GAP, board.rows + 2.3
    most = max(sum(len(lines[name]) for name in group) for group in rows)
    counts = [len(lines[name]) for name in names]
    title = f"{sum(counts)} winning lines run through this cell: {' + '.join(map(str, counts))}"
    drawing = Drawing.within(None, -0.6, most * wide - GAP + 0.6, -0.6, 2 * high, title, inches=0.2)
    for group, bottom in zip(rows, (high, 0)):
        left = 0
        for name in group:
            drawing.write(
                left, bottom + board.rows + 0.95, f"{len(lines[name])} {name}", 1.15, ha="left", weight="bold"
            )
            for cells in lines[name]:
                _draw_line(drawing, board, left, bottom, cells, (row, column))
                left += wide
    return in_bold(drawing)


def _draw_board(drawing, board, left, bottom):
    """A board without numbers, its lower left corner there."""
    box = left - SIDE, bottom - SIDE, board.columns + 2 * SIDE, board.rows + 2 * SIDE
    draw_game(drawing.inset(*box, labels=False), board)


def _draw_line(drawing, board, left, bottom, cells, through):
    """A board with its lower left corner there, a line on it, and a dot on one of its cells."""
    _draw_board(drawing, board, left, bottom)
    y, x = np.transpose([*cells, through])
    x, y = left + x + 0.5, bottom + board.rows - y - 0.5
    points = 72 * drawing.ax.figure.get_figwidth() / (drawing.right - drawing.left)  # of a cell
    drawing.ax.plot(x[:-1], y[:-1], color=HIGHLIGHT, linewidth=0.5 * points, solid_capstyle="round", zorder=6)
    drawing.circles([(x[-1], y[-1])], 0.41, TEXT, 7)


def in_bold(drawing):
    drawing.ax.title.set(fontsize=19, weight="bold")
    return drawing.ax


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
    return ax
