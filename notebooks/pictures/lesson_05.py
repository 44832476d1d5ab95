"""The pictures of lesson 05 that need more than a line."""

import matplotlib.pyplot as plt
import numpy as np

from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, MUTED
from mctslab.experiments.threat import NEVER
from pictures import CENTRED, SMALL, name_rows, share_of, titled_axes

LOOKS = {  # of a bar, by how often its nodes were visited
    "never": {"color": "white", "hatch": "//"},
    "once": {"color": EXPLORATION},
    "more often": {"color": EXPLOITATION},
}
LINES = ("-", "-", "--", ":")
LARGE = 15  # points
WIDE_ENOUGH = 250  # a bar for a number in it


def draw_visit_counts(counts, title):
    """Bars of how many nodes were visited never, once and more often: the means of the rows `counts[expand_at]`."""
    ax = titled_axes(title, 10, 3.8)
    for place, rows in enumerate(counts.values()):
        left = 0
        for how_often, look in LOOKS.items():
            numbers = [row[how_often] for row in rows]
            number = np.mean(numbers)
            label = how_often if place == 0 else None
            ax.barh(place, number, 0.6, left, label=label, edgecolor="#444444", **look)
            _write_number(ax, left, place, number)
            left += number
    names = [f"expand_at = {expand_at}" for expand_at in counts]
    name_rows(ax, names, LARGE)
    ax.set_xlabel("nodes below the root after 500 iterations, means of 20 searches")
    ax.legend(title="visited", fontsize=13, title_fontsize=13, loc="lower right")


def _write_number(ax, left, place, number):
    """The length of a bar, in it or beside it; nothing if there is no bar."""
    text = f"{number:,.0f}"
    if number > WIDE_ENOUGH:
        box = {"color": "white", "pad": 2}
        middle = left + number / 2
        ax.text(middle, place, text, fontsize=LARGE, bbox=box, **CENTRED)
    elif number:
        right = left + number
        ax.text(right + 30, place, text, fontsize=LARGE, va="center")


def draw_growth(sizes, title):
    """The number of nodes after each iteration, a line for each expand_at."""
    ax = titled_axes(title, 10, 4.6)
    places = np.linspace(0, 0.75, len(sizes))
    shades = plt.colormaps["viridis"](places)
    for expand_at, line, colour in zip(sizes, LINES, shades):
        nodes = sizes[expand_at]
        end = len(nodes)
        last = nodes[-1]
        iterations = range(1, end + 1)
        ax.step(iterations, nodes, line, where="post", color=colour, linewidth=3, label=expand_at)
        words = f"expand_at = {expand_at:,}: {last}"
        ax.text(end + 0.5, last, words, va="center", fontsize=SMALL)
    ax.set_xlim(0, 1.35 * end)
    ax.set_ylim(bottom=0)
    ax.set_xticks(range(0, end + 1, 10))
    ax.set_xlabel("iterations")
    ax.set_ylabel("nodes in the tree")


def draw_strength(counts, title):
    """The scores of the rows of `counts` (wins, draws, losses by expand_at) as dots with 95% intervals, beside one half."""
    ax = titled_axes(title, 10, 5.2)
    games = counts.sum(axis=1)
    points = counts.wins + counts.draws / 2
    score, low, high = np.transpose(list(map(share_of, points, games)))
    places = range(len(counts))
    errors = score - low, high - score
    ax.errorbar(score, places, xerr=errors, fmt="o", color=EXPLOITATION, markersize=11, linewidth=3, capsize=6)
    for place, value in zip(places, score):
        box = {"color": "white", "pad": 1}
        ax.text(value, place - 0.2, f"{value:.3f}", fontsize=SMALL, ha="center", va="bottom", bbox=box)
    names = []
    for expand_at in counts.index:
        name = f"expand_at = {expand_at}"
        if expand_at == NEVER:
            name = "never: a bandit"
        names.append(name)
    count = len(counts)
    ax.axvline(0.5, color=MUTED, linewidth=2, linestyle=":")
    ax.text(0.497, count - 0.65, "as strong as expand_at = 1", fontsize=SMALL, color=MUTED, ha="right")
    ax.set_yticks(places, names, fontsize=LARGE)
    ax.set_ylim(count - 0.5, -1)
    ax.set_xlabel("score against expand_at=1, with 95% intervals; 2,000 games each")
