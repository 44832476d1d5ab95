"""The pictures of lessons 18 and 19 that no other lesson needs."""

from matplotlib import pyplot as plt

from c4lib import exact_scores, plot_board
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED, NAMES, TEXT

BIG, SMALL = 20, 14  # points
RESULTS = {1: ("wins", HIGHLIGHT), 0: ("draws", EXPLORATION), -1: ("loses", EXPLOITATION)}


def result_of(score):
    """Word and colour of what a move with this exact score leads to."""
    return RESULTS[(score > 0) - (score < 0)]


def plot_openings(scores, means, title):
    """The mean of every opening as a bar, in the colour of what it really leads to."""
    fig, ax = plt.subplots(figsize=(11, 4.6), layout="constrained")
    for move, mean in means.items():
        word, colour = result_of(scores[move])
        ax.bar(move, mean, color=colour, width=0.7)
        ax.text(move, mean + 0.015, f"{mean:.2f}\n{word}", ha="center", fontsize=SMALL + 2)
    ax.set(ylim=(0, 0.85), xticks=list(means), xlabel="column of X's first disc", ylabel="mean")
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def plot_accuracy(rows, by_discs, chance, title):
    """Sound and optimal moves by playouts, with their intervals, and sound moves by the number of discs.

    Args:
        rows: for "sound" and "optimal", a dict from playouts to (share, low, high).
        by_discs: for each name of a group, a dict from playouts to the share of sound moves.
        chance: the shares of sound and of optimal moves that a random player makes.
    """
    fig, axes = plt.subplots(1, 2, figsize=(14, 5.6), layout="constrained", sharey=True)
    for (what, points), colour in zip(rows.items(), (EXPLOITATION, EXPLORATION), strict=True):
        share, low, high = zip(*points.values(), strict=True)
        axes[0].plot(list(points), share, "o-", color=colour, label=what)
        axes[0].fill_between(list(points), low, high, color=colour, alpha=0.25, linewidth=0)
        axes[0].axhline(chance[what], color=colour, linestyle=":", label=f"{what}, by a random player")
    for place, (name, points) in enumerate(by_discs.items()):
        shade = plt.cm.viridis(place / len(by_discs))
        axes[1].plot(list(points), list(points.values()), "o-", color=shade, label=name)
    for ax, words in zip(
        axes, ("all together, with 95 % intervals", "sound moves, by discs on the board"), strict=True
    ):
        ax.set(xscale="log", xlabel="playouts", ylim=(0, 1.01))
        ax.set_title(words, fontsize=SMALL + 2, color=MUTED)
        ax.legend(loc="lower right", fontsize=SMALL)
    axes[0].set_ylabel("share of the moves")
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def plot_traps(traps, title):
    """Positions with the exact score of every move; `traps` has pairs of a board and the move that the searches play."""
    fig, axes = plt.subplots(1, len(traps), figsize=(15, 6), layout="constrained")
    for ax, (board, move) in zip(axes, traps, strict=True):
        plot_board(board, exact_scores(board), ax=ax)
        words = f"{NAMES[board.to_move]} to move; the searches play {move}"
        ax.set_title(words, fontsize=SMALL + 2, color=TEXT)
    fig.suptitle(title, fontsize=BIG, color=TEXT)
