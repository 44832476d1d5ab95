"""The pictures of lesson 05 that need more than a line."""

import matplotlib.pyplot as plt
import numpy as np

from c4lib.plots.canvas import EXPLOITATION, MUTED
from mctslab.arena import score_interval
from mctslab.experiments.threat import NEVER
from pictures import SMALL, titled_axes

LOOKS = {"never": ("white", "//"), "once": ("#E69F00", ""), "more often": ("#0072B2", "")}
LINES = ("-", "-", "--", ":")


def draw_visit_counts(counts, title):
    """Bars of how many nodes were visited never, once and more often: the means of the rows `counts[expand_at]`."""
    ax = titled_axes(title, 10, 3.8)
    for place, rows in enumerate(counts.values()):
        left = 0
        for how_often in LOOKS:
            number = sum(row[how_often] for row in rows) / len(rows)
            colour, hatch = LOOKS[how_often]
            label = how_often if place == 0 else None
            ax.barh(place, number, 0.6, left, color=colour, hatch=hatch, edgecolor="#444444", label=label)
            if number > 250:
                middle = {"ha": "center", "va": "center", "fontsize": 15, "bbox": {"color": "white", "pad": 2}}
                ax.text(left + number / 2, place, f"{number:,.0f}", **middle)
            elif number:
                ax.text(left + number + 30, place, f"{number:,.0f}", va="center", fontsize=15)
            left += number
    ax.set_yticks(range(len(counts)), [f"expand_at = {expand_at}" for expand_at in counts], fontsize=15)
    ax.invert_yaxis()
    ax.set_xlabel("nodes below the root after 500 iterations, means of 20 searches", fontsize=SMALL)
    ax.legend(title="visited", fontsize=13, title_fontsize=13, loc="lower right")


def draw_growth(sizes, title):
    """The number of nodes after each iteration, a line for each expand_at."""
    ax = titled_axes(title, 10, 4.6)
    shades = plt.colormaps["viridis"](np.linspace(0, 0.75, len(sizes)))
    for (expand_at, nodes), line, colour in zip(sizes.items(), LINES, shades):
        ax.step(
            range(1, len(nodes) + 1), nodes, where="post", linestyle=line, color=colour, linewidth=3, label=expand_at
        )
        ax.text(len(nodes) + 0.5, nodes[-1], f"expand_at = {expand_at}: {nodes[-1]}", va="center", fontsize=SMALL)
    ax.set(xlim=(0, len(nodes) * 1.35), ylim=(0, None), xticks=range(0, len(nodes) + 1, 10))
    ax.set_xlabel("iterations", fontsize=SMALL)
    ax.set_ylabel("nodes in the tree", fontsize=SMALL)


def draw_strength(counts, title):
    """The scores of the rows of `counts` (wins, draws, losses by expand_at) as dots with 95% intervals, beside one half."""
    ax = titled_axes(title, 10, 5.2)
    games = counts.sum(axis=1)
    points = counts.wins + counts.draws / 2
    low, high = np.transpose([score_interval(float(won), int(n)) for won, n in zip(points, games)])
    score, places = (points / games).to_numpy(float), range(len(counts))
    look = {"fmt": "o", "markersize": 11, "linewidth": 3, "capsize": 6, "color": EXPLOITATION}
    ax.errorbar(score, places, xerr=[score - low, high - score], **look)
    white = {"color": "white", "pad": 1}
    for place, value in zip(places, score):
        ax.text(value, place - 0.2, f"{value:.3f}", ha="center", va="bottom", fontsize=SMALL, bbox=white)
    ax.axvline(0.5, color=MUTED, linewidth=2, linestyle=":")
    ax.text(0.503, len(counts) - 0.65, "as strong", fontsize=SMALL, color=MUTED)
    names = [f"expand_at = {at}" if at < NEVER else "never: a bandit" for at in counts.index]
    ax.set_yticks(places, names, fontsize=15)
    ax.set_ylim(len(counts) - 0.5, -1)
    ax.set_xlabel("score against expand_at=1, with 95% intervals; 2,000 games each", fontsize=SMALL)
