"""The pictures of lessons 18 and 19 that no other lesson needs."""

import numpy as np
from matplotlib import pyplot as plt

from c4lib import exact_scores, plot_board
from c4lib.arena import mean_interval, score_interval
from c4lib.experiments import stored
from c4lib.experiments.strength import ALL_CS, ANSWER_SEEDS, DEFAULT_C
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


def plot_gains(changes, title):
    """What proofs add to the share of right moves; `changes` has, by group and kind, (change, error) by playouts."""
    groups = list(dict.fromkeys(group for group, _ in changes))
    fig, axes = plt.subplots(1, len(groups), figsize=(14, 5), layout="constrained", sharey=True)
    for ax, group in zip(axes, groups, strict=True):
        for what, colour in (("optimal", EXPLORATION), ("sound", EXPLOITATION)):
            points = changes[group, what]
            change, error = zip(*points.values(), strict=True)
            ax.errorbar(list(points), change, error, marker="o", capsize=4, color=colour, label=what)
        ax.axhline(0, color=TEXT, linestyle=":")
        ax.set(xscale="log", xlabel="playouts")
        ax.set_title(group, fontsize=SMALL + 2, color=MUTED)
    axes[0].set_ylabel("with proofs minus without")
    axes[0].legend(fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def compared_by_c(playouts):
    """What each c has more than the default, with its interval, by three measures from stored tables.

    Position by position (the solved ones), game by game (the positions of a game hang together), and in matches.
    """
    solved = stored("best_c").query("playouts == @playouts").set_index("c")
    games = stored("in_games")
    matches = stored("equal_matches").query("playouts == @playouts and not solve")
    counts = matches.groupby("c")[["wins", "draws", "losses"]].sum()
    found = {"sound, solved positions": {}, "sound, positions from games": {}, "score in matches": {}}
    for c in sorted(ALL_CS):
        if c == DEFAULT_C:
            for points in found.values():
                points[c] = 0, 0, 0
            continue
        more, fewer, count = (
            int(solved.loc[c, name]) for name in ("sound_only_here", "sound_only_default", "positions")
        )
        change = np.repeat([1, -1, 0], [more, fewer, count - more - fewer])
        found["sound, solved positions"][c] = change.mean(), *mean_interval(change)
        hits = games[f"c={c:.3g} {playouts}"] - games[f"c={DEFAULT_C:.3g} {playouts}"]
        change = hits.to_numpy(float) / len(ANSWER_SEEDS)
        found["sound, positions from games"][c] = change.mean(), *mean_interval(change, clusters=games.game)
        wins, draws, losses = counts.loc[c]
        points, played = wins + draws / 2, wins + draws + losses
        low, high = score_interval(points, played)
        found["score in matches"][c] = points / played - 0.5, low - 0.5, high - 0.5
    return found


def plot_by_c(measures, default, title):
    """Differences to the `default` c; `measures` has, by name, (difference, low, high) by c."""
    fig, axes = plt.subplots(1, len(measures), figsize=(15, 5), layout="constrained")
    for ax, (name, points) in zip(axes, measures.items(), strict=True):
        middle, low, high = zip(*points.values(), strict=True)
        errors = [[m - one for m, one in zip(middle, low)], [one - m for m, one in zip(middle, high)]]
        ax.errorbar(list(points), middle, errors, marker="o", capsize=4, color=EXPLOITATION)
        ax.axhline(0, color=TEXT, linestyle=":")
        ax.plot(default, 0, "o", color=HIGHLIGHT, markersize=11, label="the default, √2")
        ax.set(xscale="log", xlabel="c")
        ax.set_xticks([0.1, 0.2, 0.5, 1, 2], ["0.1", "0.2", "0.5", "1", "2"])
        ax.set_xticks([], minor=True)
        ax.set_title(name, fontsize=SMALL + 2, color=MUTED)
    axes[0].set_ylabel("minus the default's")
    axes[0].legend(loc="lower right", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT)
