"""The pictures of lesson 06 that need more than a line, the table behind them, and how results and times are found."""

from functools import cache
from timeit import repeat

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED
from mctslab.experiments import stored
from pictures import SMALL, draw_curve, log_ticks, make_plain, share_of, titled_axes, titled_figure

LOOKS = [(EXPLOITATION, "o", "-"), (HIGHLIGHT, "s", "--")]
DIP = 0.4, 0.9  # the scores around it
LAST_FORCED = 56  # from so many playouts on, all replies would have been forced once


RESULT = {1: 1, None: 0, 2: -1}  # by the winner


@cache
def perfect(board):
    """The result with perfect play: 1 if X wins, 0 for a draw, -1 if O wins."""
    if board.is_terminal:
        return RESULT[board.winner]
    replies = map(board.play, board.legal_moves())
    best = max if board.to_move == 1 else min
    return best(map(perfect, replies))


def seconds(function, *given):
    """How long a call of the function takes; the shortest of five measurements."""
    calls = 20
    measured = repeat(lambda: function(*given), number=calls, repeat=5)
    return min(measured) / calls


def draw_spread(estimates, truth):
    """A histogram for each n: how many of the means of n playouts, `estimates[n]`, are how large, beside the true value."""
    title = "A hundred times the playouts, a tenth of the error"
    panels = len(estimates)
    axes = titled_figure(title, 12, 4.4, panels, sharey=True)
    edges = np.linspace(-0.025, 1.025, 22)  # a bar for 0, 0.05, ..., 1
    for ax, n in zip(axes, estimates):
        means = estimates[n]
        count = len(means)
        shares = np.full(count, 1 / count)
        ax.hist(means, edges, weights=shares, color=EXPLOITATION, edgecolor="white")
        ax.axvline(truth, color=HIGHLIGHT, linewidth=3)
        ax.set_title(f"n = {n:,}", fontsize=SMALL + 2)
        ax.set_xlabel("mean of n playouts")
        ax.set_xticks([0, 0.5, 1], ["0", "½", "1"])
        ax.set_ylim(0, 1.02)
        ax.yaxis.set_major_formatter("{x:.0%}")
    first, *_ = axes
    first.set_ylabel("share of the means")
    words = f"true average\n{truth:.4f}"
    left = truth - 0.04
    look = {"ha": "right", "va": "top", "fontsize": SMALL, "color": HIGHLIGHT}
    first.text(left, 0.97, words, **look)


# ---------------------------------------------------------------- the stored matches


def scores_of(**match):
    """The scores of the stored matches of this kind, by playouts: a table with score, low and high, the ends of the 95% interval.

    Args:
        match: as in `mctslab.experiments.playouts.DipMatch`; by default sensible playouts against equally many random ones.
    """
    usual = {"columns": 7, "playing": "sensible", "expand_at": 1, "against": 1, "price": 1}
    table = stored("playout_dip")
    for name, value in (usual | match).items():
        table = table[table[name] == value]
    rows = table.groupby("playouts")
    results = ["wins", "draws", "losses"]
    counts = rows[results].sum().astype(int)
    games = counts.sum(axis=1)
    points = counts["wins"] + counts["draws"] / 2
    shares = map(share_of, points, games)
    scores = pd.DataFrame(shares, counts.index, ["score", "low", "high"])
    return scores.assign(games=games)


def draw_scores(curves, title):
    """A curve of scores for each label, `scores_of(...)`, with 95% intervals."""
    ax = titled_axes(title, 11, 5.2)
    budgets = set()
    for label, look in zip(curves, LOOKS):
        rows = curves[label]
        _draw_scores(ax, rows, look, label)
        budgets.update(rows.index)
    _name_scores(ax, sorted(budgets))
    ax.set_ylim(0.1, 1)
    ax.set_xlabel("playouts of the sensible side, for each move")
    if len(curves) > 1:
        ax.legend(fontsize=SMALL, loc="lower right", ncols=2)


def _draw_scores(ax, rows, look, label=None):
    points = rows[["score", "low", "high"]].to_numpy()
    draw_curve(ax, rows.index, points, *look, linewidth=2.5, label=label)


def _name_scores(ax, budgets):
    ax.axhline(0.5, color=MUTED, linewidth=1.5)
    ax.set_ylabel("score")
    numbers = [budget for budget in budgets if budget != 60]  # between 50 and 70 there is no room for it
    log_ticks(ax, numbers)


def draw_case(scores, shares, title):
    """The scores above, and below them the share of playouts after a forced reply, by their number."""
    size = 11, 7.4
    figure, (above, below) = plt.subplots(2, 1, figsize=size, layout="constrained", sharex=True)
    figure.suptitle(title, fontsize=19, weight="bold")
    make_plain(above)
    make_plain(below)
    _draw_scores(above, scores, LOOKS[0])
    _name_scores(above, scores.index)
    above.set_ylim(DIP)
    look = {"color": EXPLORATION, "linewidth": 2.5, "markersize": 9}
    below.plot(shares.keys(), shares.values(), "s--", **look)
    _mark(below, LAST_FORCED, LAST_FORCED + 1, 0.05)
    below.set_ylim(0, 1)
    below.set_xlabel("playouts for each move")
    below.set_ylabel("share after a\nforced reply")


def _mark(ax, playouts, x, y):
    """A dotted line at a number of playouts, which is written at (x, y)."""
    ax.axvline(playouts, color=MUTED, linestyle=":", linewidth=2)
    ax.text(x, y, f"{playouts}", fontsize=SMALL, color=MUTED)


def draw_widths(title):
    """The scores on boards of three widths, a panel each; a line marks where all replies would have been forced once."""
    axes = titled_figure(title, 12, 4.6, panels=3, colour="black", size=19)
    for ax, columns in zip(axes, (5, 7, 9)):
        scores = scores_of(columns=columns)
        scores = scores[scores.index <= 150]
        _draw_scores(ax, scores, LOOKS[0], f"{columns} columns")
        _name_scores(ax, [10, 20, 35, 70, 150])
        end = columns * (1 + columns)
        _mark(ax, end, end * 1.03, 0.43)
        ax.set_title(f"{columns} columns", fontsize=SMALL + 2)
        ax.set_ylim(DIP)
        ax.set_xlabel("playouts")
    for ax in axes[1:]:
        ax.set_ylabel("")
