"""The pictures of lesson 05 that need more than a line."""

import matplotlib.pyplot as plt
import numpy as np

from c4lib.plots.canvas import EXPLOITATION, MUTED
from mctslab.experiments.threat import NEVER
from pictures import SMALL, beside, share_of, titled_axes

LOOKS = {"never": ("white", "//"), "once": ("#E69F00", ""), "more often": ("#0072B2", "")}
LINES = ("-", "-", "--", ":")
LOOK = {"markersize": 11, "linewidth": 3, "capsize": 6}  # of an interval
LARGE = 15  # points
WIDE_ENOUGH = 250  # a bar for a number in it


def draw_visit_counts(counts, title):
    """Bars of how many nodes were visited never, once and more often: the means of the rows `counts[expand_at]`."""
    ax = titled_axes(title, 10, 3.8)
    for place, rows in enumerate(counts.values()):
        left = 0
        for how_often, (colour, hatch) in LOOKS.items():
            number = np.mean([row[how_often] for row in rows])
            label = how_often if place == 0 else None
            ax.barh(place, number, 0.6, left, color=colour, hatch=hatch, edgecolor="#444444", label=label)
            _write_number(ax, left, place, number)
            left += number
    ax.set_yticks(range(len(counts)), [f"expand_at = {expand_at}" for expand_at in counts], fontsize=LARGE)
    ax.invert_yaxis()
    ax.set_xlabel("nodes below the root after 500 iterations, means of 20 searches")
    ax.legend(title="visited", fontsize=13, title_fontsize=13, loc="lower right")


def _write_number(ax, left, place, number):
    """The length of a bar, in it or beside it; nothing if there is no bar."""
    text = f"{number:,.0f}"
    if number > WIDE_ENOUGH:
        box = {"color": "white", "pad": 2}
        ax.text(left + number / 2, place, text, fontsize=LARGE, va="center", ha="center", bbox=box)
    elif number:
        ax.text(left + number + 30, place, text, fontsize=LARGE, va="center")


def draw_growth(sizes, title):
    """The number of nodes after each iteration, a line for each expand_at."""
    ax = titled_axes(title, 10, 4.6)
    shades = plt.colormaps["viridis"](np.linspace(0, 0.75, len(sizes)))
    for (expand_at, nodes), line, colour in zip(sizes.items(), LINES, shades):
        iterations = range(1, len(nodes) + 1)
        ax.step(iterations, nodes, where="post", linestyle=line, color=colour, linewidth=3)
        words = f"expand_at = {expand_at}: {nodes[-1]}"
        ax.text(len(nodes) + 0.5, nodes[-1], words, va="center", fontsize=SMALL)
    ax.set_xlim(0, 1.35 * len(nodes))
    ax.set_ylim(bottom=0)
    ax.set_xticks(range(0, len(nodes) + 1, 10))
    ax.set_xlabel("iterations")
    ax.set_ylabel("nodes in the tree")


def draw_strength(counts, title):
    """The scores of the rows of `counts` (wins, draws, losses by expand_at) as dots with 95% intervals, beside one half."""
    ax = titled_axes(title, 10, 5.2)
    white = {"color": "white", "pad": 1}
    names = []
    for place, (expand_at, row) in enumerate(counts.iterrows()):
        score, low, high = share_of(row.wins + row.draws / 2, row.sum())
        errors = beside(score, low, high)
        ax.errorbar(score, place, xerr=errors, fmt="o", color=EXPLOITATION, **LOOK)
        ax.text(score, place - 0.2, f"{score:.3f}", ha="center", va="bottom", fontsize=SMALL, bbox=white)
        names.append(f"expand_at = {expand_at}" if expand_at < NEVER else "never: a bandit")
    ax.axvline(0.5, color=MUTED, linewidth=2, linestyle=":")
    ax.text(0.503, len(names) - 0.65, "as strong", fontsize=SMALL, color=MUTED)
    ax.set_yticks(range(len(names)), names, fontsize=LARGE)
    ax.set_ylim(len(names) - 0.5, -1)
    ax.set_xlabel("score against expand_at=1, with 95% intervals; 2,000 games each")
