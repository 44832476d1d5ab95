"""The pictures of lesson 02 that no other lesson needs."""

import math

import numpy as np
from matplotlib import pyplot as plt

from c4lib import Board, plot_board
from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT
from c4lib.text import NAMES
from pictures import BIG, SMALL, add_legend, titled_axes

ACROSS = 4  # boards of a film strip in a row


def plot_game(end, first):
    """A film strip of the game that ended in this position: the board after each move, from the `first` shown."""
    turns = range(first, len(end.moves) + 1)
    rows = math.ceil(len(turns) / ACROSS)
    size = 11, 3.1 * rows
    fig, axes = plt.subplots(rows, ACROSS, figsize=size, layout="constrained")
    for ax in axes.flat:
        ax.set_axis_off()
    for turn, ax in zip(turns, axes.flat):
        board = Board.from_moves(end.moves[:turn])
        plot_board(board, ax=ax)
        player = NAMES[3 - board.to_move]
        *_, move = board.moves
        colour = HIGHLIGHT if board.winner else TEXT
        ax.set_title(f"{turn}: {player} plays {move}", fontsize=SMALL, color=colour)
    result = f"{NAMES[end.winner]} wins" if end.winner else "a draw"
    title = f"A random game: {result} after {len(end.moves)} moves"
    fig.suptitle(title, fontsize=BIG, weight="bold", color=TEXT)


def plot_means(board, means, title):
    """A board with the mean of each column above it, as bars from 0 to 1: the same scale in every picture.

    The mean is that of the player to move, who is named above the bars.
    """
    _, ax = plt.subplots(figsize=(6.4, 6.6), layout="constrained")
    plot_board(board, ax=ax, title=title)
    zero = board.rows + 0.35
    height = 1.6
    one = zero + height
    ends = 0, board.columns
    for edge, line in ((zero, "-"), (one, ":")):
        ax.plot(ends, [edge, edge], line, color=MUTED, linewidth=1)
    best = max(means.values())
    for column, mean in means.items():
        middle = column + 0.5
        size = height * mean
        ax.bar(middle, size, width=0.6, bottom=zero, color=EXPLOITATION)
        weight = "bold" if mean == best else "normal"
        above = zero + size + 0.06
        look = {"fontsize": SMALL, "ha": "center", "va": "bottom"}
        words = f"{mean:.2f}"
        ax.text(middle, above, words, weight=weight, **look)
    right = board.columns + 0.05
    ax.text(right, one, "1", fontsize=SMALL, color=MUTED, va="center")
    player = NAMES[board.to_move]
    words = f"{player} to move. {player}'s mean reward after each column:"
    ax.text(0, one + 0.6, words, fontsize=SMALL, color=TEXT, va="bottom")
    ax.set_ylim(top=one + 1.2)


def plot_intervals(means, errors, exact, title):
    """Estimates of one value with their intervals, sorted; those that lie above 1/2 as a whole stand out."""
    order = np.argsort(means - errors)
    low = (means - errors)[order]
    high = (means + errors)[order]
    places = np.arange(len(means))
    ax = titled_axes(title, 11)
    bars = np.transpose([places, low, high])
    is_sure = low > 0.5
    label = "does not lie above one half: cannot tell"
    ax.vlines(*bars[~is_sure].T, color=MUTED, linewidth=2, label=label)
    label = "lies above one half: sure"
    ax.vlines(*bars[is_sure].T, color=EXPLOITATION, linewidth=5, label=label)
    ax.axhline(0.5, color=TEXT, linewidth=1.5)
    label = f"the exact value, {exact:.4f}"
    ax.axhline(exact, color=HIGHLIGHT, linestyle="--", linewidth=2.5, label=label)
    ax.set_xlabel(f"{len(means)} people, sorted by the lower end")
    ax.set_ylabel("mean reward of X")
    add_legend(ax, "upper left")
    ax.set_ylim(top=high.max() + 0.02)
