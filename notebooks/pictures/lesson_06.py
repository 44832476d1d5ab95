"""The pictures of lesson 06 that need more than a line, the table behind them, and how results and times are found."""

from functools import cache
from timeit import repeat

import numpy as np
from matplotlib import pyplot as plt

from c4lib import plot_playout
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED
from mctslab.arena import score_interval
from mctslab.experiments import stored
from pictures import SMALL, plain_axes, titled_axes

LOOKS = [("o", "-", EXPLOITATION), ("s", "--", HIGHLIGHT), ("^", ":", EXPLORATION), ("D", "-.", "#009E73")]


@cache
def perfect(board):
    """The result with perfect play: 1 if X wins, 0 for a draw, -1 if O wins."""
    if board.is_terminal:
        return {1: 1, None: 0, 2: -1}[board.winner]
    best = max if board.to_move == 1 else min
    return best(perfect(board.play(move)) for move in board.legal_moves())


def seconds(function, *given, number=20):
    """How long a call of the function takes; the shortest of five measurements."""
    return min(repeat(lambda: function(*given), number=number, repeat=5)) / number


def draw_playout(simulation, title):
    """The boards of a playout, under a title that is the largest text."""
    plot_playout(simulation, title=title)
    for text in plt.gcf().findobj(lambda part: getattr(part, "get_text", str)() == title):
        text.set_weight("bold")


def draw_spread(estimates, truth):
    """The means of n playouts, `estimates[n]`, as dots beside the true value."""
    ax = titled_axes("A hundred times the playouts, a tenth of the error")
    aside = np.random.default_rng(0)
    for place, means in enumerate(estimates.values()):
        x = place + aside.uniform(-0.3, 0.3, len(means))
        look = {"markersize": 4 + 2 * place, "alpha": 0.4, "color": EXPLOITATION}
        ax.plot(x, means + aside.uniform(-0.01, 0.01, len(means)), ".", **look)
    ax.axhline(truth, color=HIGHLIGHT, linewidth=3)
    ax.text(3.45, truth + 0.08, f"true average {truth:.4f}", ha="right", fontsize=SMALL, color=HIGHLIGHT)
    ax.set_xlim(-0.5, 3.5)
    ax.set_xticks(range(len(estimates)), [f"n = {n:,}" for n in estimates])
    ax.set_ylabel("mean of n playouts", fontsize=SMALL)


def scores_of(**match):
    """The scores of the stored matches of this kind, by playouts: a table with score, low and high, the ends of the 95% interval.

    Args:
        match: as in `mctslab.experiments.playouts.DipMatch`; by default sensible playouts against equally many random ones.
    """
    match = {"columns": 7, "playing": "sensible", "expand_at": 1, "against": 1, "price": 1} | match
    table = stored("playout_dip")
    for name, value in match.items():
        table = table[table[name] == value]
    counts = table.groupby("playouts")[["wins", "draws", "losses"]].sum().astype(int)
    games = counts.sum(axis=1)
    points = counts["wins"] + counts["draws"] / 2
    ends = [score_interval(*both) for both in zip(points, games.tolist())]
    low, high = zip(*ends)
    return (points / games).to_frame("score").assign(low=low, high=high, games=games)


def draw_scores(curves, title, ax=None):
    """A curve of scores for each label, `scores_of(...)`, with 95% intervals."""
    ax = ax or titled_axes(title, 11, 5.2)
    for (marker, line, colour), (label, rows) in zip(LOOKS, curves.items()):
        errors = [rows["score"] - rows["low"], rows["high"] - rows["score"]]
        look = {"color": colour, "marker": marker, "linestyle": line, "markersize": 9, "linewidth": 2.5, "capsize": 5}
        ax.errorbar(rows.index.to_numpy(int), rows["score"], errors, label=label, **look)
    ax.axhline(0.5, color=MUTED, linewidth=1.5)
    budgets = sorted({int(playouts) for rows in curves.values() for playouts in rows.index})
    ax.set(xscale="log", ylim=(0.1, 1))
    ax.set_xticks(budgets, ["" if budget == 60 else f"{budget:,}" for budget in budgets])  # beside 50 and 70
    ax.minorticks_off()
    ax.set_xlabel("playouts of the sensible side, for each move", fontsize=SMALL)
    ax.set_ylabel("score", fontsize=SMALL)
    if len(curves) > 1:
        ax.legend(fontsize=SMALL, loc="lower right", ncols=2)


def draw_case(scores, shares, title):
    """The scores above, and below them the share of playouts after a forced reply, by their number."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(11, 7.4), layout="constrained", sharex=True)
    figure.suptitle(title, fontsize=19, weight="bold")
    draw_scores({"": scores}, "", above)
    above.set(ylim=(0.4, 0.9), xlabel="")
    below.plot(
        [*shares], [*shares.values()], marker="s", linestyle="--", color=EXPLORATION, linewidth=2.5, markersize=9
    )
    below.axvline(56, color=MUTED, linestyle=":", linewidth=2)
    below.text(57, 0.05, "56", fontsize=SMALL, color=MUTED)
    below.set(ylim=(0, 1))
    below.set_xlabel("playouts for each move", fontsize=SMALL)
    below.set_ylabel("share after a\nforced reply", fontsize=SMALL)
    for ax in (above, below):
        ax.tick_params(labelsize=SMALL)
        ax.spines[["top", "right"]].set_visible(False)


def draw_widths(title):
    """The scores on boards of three widths, a panel each; a line marks where all replies would have been forced once."""
    figure, axes = plain_axes(12, 4.6, panels=3)
    figure.suptitle(title, fontsize=19, weight="bold")
    for ax, columns in zip(axes, (5, 7, 9)):
        rows = scores_of(columns=columns)
        draw_scores({f"{columns} columns": rows[rows.index <= 150]}, "", ax)
        end = columns * (1 + columns)
        ax.axvline(end, color=MUTED, linestyle=":", linewidth=2)
        ax.text(end * 1.03, 0.43, f"{end}", fontsize=SMALL, color=MUTED)
        ax.set_title(f"{columns} columns", fontsize=SMALL + 2)
        ax.set(ylim=(0.4, 0.9), xlabel="playouts")
        ticks = [10, 20, 35, 70, 150]
        ax.set_xticks(ticks, map(str, ticks))
    for ax in axes[1:]:
        ax.set_ylabel("")
