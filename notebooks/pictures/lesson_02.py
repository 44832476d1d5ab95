"""The pictures of lesson 02 that no other lesson needs."""

import numpy as np
from matplotlib import pyplot as plt

from c4lib import Board, plot_board
from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT
from c4lib.text import NAMES
from pictures import BIG, SMALL, titled_axes

ACROSS = 4  # boards of a film strip in a row


def plot_game(end, first=1):
    """A film strip of the game that ended in this position: the board after each move, from the `first` shown."""
    rows = -(-(len(end.moves) - first + 1) // ACROSS)
    fig, axes = plt.subplots(rows, ACROSS, figsize=(11, 3.1 * rows), layout="constrained", squeeze=False)
    for ax in axes.flat:
        ax.set_axis_off()
    for turn, (move, ax) in enumerate(zip(end.moves[first - 1 :], axes.flat), start=first):
        board = Board.from_moves(end.moves[:turn])
        plot_board(board, ax=ax)
        words = f"{turn}: {NAMES[3 - board.to_move]} plays {move}"
        ax.set_title(words, fontsize=SMALL, color=HIGHLIGHT if board.winner else TEXT)
    result = f"{NAMES[end.winner]} wins" if end.winner else "a draw"
    fig.suptitle(f"A random game: {result} after {len(end.moves)} moves", fontsize=BIG, weight="bold", color=TEXT)


def plot_means(board, means, title):
    """A board with the mean of each column above it, as bars from 0 to 1: the same scale in every picture."""
    _, ax = plt.subplots(figsize=(6.4, 6.6), layout="constrained")
    plot_board(board, ax=ax, title=title)
    ax.title.set_weight("bold")
    zero, height = board.rows + 0.35, 1.6
    for edge in (zero, zero + height):
        ax.plot([0, board.columns], [edge, edge], color=MUTED, linewidth=1, linestyle="-" if edge == zero else ":")
    for column, mean in means.items():
        middle, best = column + 0.5, mean == max(means.values())
        ax.bar(middle, height * mean, width=0.6, bottom=zero, color=EXPLOITATION)
        look = {"fontsize": SMALL, "weight": "bold" if best else "normal", "ha": "center", "va": "bottom"}
        ax.text(middle, zero + height * mean + 0.06, f"{mean:.2f}", **look)
    ax.text(board.columns + 0.05, zero + height, "1", fontsize=SMALL, color=MUTED, va="center")
    ax.set_ylim(top=zero + height + 0.5)


def plot_intervals(means, errors, exact, title):
    """Estimates of one value with their intervals, sorted; those that lie above 1/2 as a whole stand out."""
    order = np.argsort(means - errors)
    means, errors = means[order], errors[order]
    sure = means - errors > 0.5
    ax = titled_axes(title, 11, 5)
    place = np.arange(len(means))
    for who, colour, width, label in [
        (~sure, MUTED, 2, "does not lie above one half: cannot tell"),
        (sure, EXPLOITATION, 5, "lies above one half: sure"),
    ]:
        low, high = (means - errors)[who], (means + errors)[who]
        ax.vlines(place[who], low, high, color=colour, linewidth=width, label=label)
    ax.axhline(0.5, color=TEXT, linewidth=1.5)
    ax.axhline(exact, color=HIGHLIGHT, linestyle="--", linewidth=2.5, label=f"the exact value, {exact:.4f}")
    ax.set_xlabel(f"{len(means)} people, sorted by the lower end", fontsize=SMALL)
    ax.set_ylabel("mean reward of X", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False, loc="upper left")
    ax.set_ylim(top=(means + errors).max() + 0.02)
