"""The pictures of lesson 11 that no other lesson needs."""

import numpy as np

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, TEXT
from mctslab.arena import power, score_interval
from pictures import BIG, SMALL, plain_axes

LOOKS = [(HIGHLIGHT, "-"), (EXPLOITATION, "--"), ("#B36B00", "-.")]


def plot_intervals(scores, title):
    """Wilson's intervals, from the top; `scores` has points and games by name. Those that leave one half out stand out."""
    fig, ax = plain_axes(height=1.6 + 0.42 * len(scores))
    for place, (points, games) in enumerate(scores.values()):
        low, high = score_interval(points, games)
        colour, width = (HIGHLIGHT, 6) if not low <= 0.5 <= high else (EXPLOITATION, 3)
        ax.plot([low, high], [place, place], color=colour, linewidth=width, solid_capstyle="butt")
        ax.plot(points / games, place, "o", color=colour, markersize=10)
        ax.text(1.01, place, f"{low:.0%} to {high:.0%}", fontsize=SMALL, va="center", color=TEXT)
    ax.axvline(0.5, color=TEXT, linestyle=":", linewidth=2)
    ax.set_yticks(range(len(scores)), list(scores))
    ax.set_xlim(0, 1)
    ax.invert_yaxis()
    ax.set_xlabel("score, and its 95 % interval", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def plot_points(points, games, title):
    """How many matches of so many games brought how many points."""
    fig, ax = plain_axes()
    values, counts = np.unique(np.floor(points), return_counts=True)
    behind = values < games / 2
    ax.bar(values[behind], counts[behind], color=HIGHLIGHT, hatch="//", edgecolor="white", label="fewer than half")
    ax.bar(values[~behind], counts[~behind], color=EXPLOITATION, label="half of the points or more")
    ax.set_xticks(values)
    ax.set_xlabel(f"points in {games} games (halves rounded down)", fontsize=SMALL)
    ax.set_ylabel(f"matches, of {len(points)}", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False)
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def everybody(robin):
    """The title of the table of a round robin: how many of its results leave both players a chance to be better."""
    intervals = [match.interval for match in robin.matches.values()]
    count = sum(low <= 0.5 <= high for low, high in intervals)
    games = len(next(iter(robin.matches.values())).games)
    return f"{games} games a pair: {'one result is' if count == 1 else f'{count} results are'} open"


def plot_power(scores, title):
    """By the number of games, the chance that a match shows that these true scores are not one half."""
    fig, ax = plain_axes()
    games = np.unique(np.geomspace(20, 10_000, 200).astype(int))
    for score, (colour, style) in zip(scores, LOOKS):
        chances = [power(score, int(n)) for n in games]
        ax.plot(games, chances, style, color=colour, linewidth=3.5, label=f"true score {100 * score:g} %")
    ax.axhline(0.8, color=TEXT, linestyle=":", linewidth=2)
    ax.text(21, 0.82, "80 %", fontsize=SMALL, color=TEXT)
    ax.set(xscale="log", ylim=(0, 1.03))
    ax.set_xticks([20, 100, 400, 1_000, 5_000, 10_000], ["20", "100", "400", "1,000", "5,000", "10,000"])
    ax.minorticks_off()
    ax.set_xlabel("games", fontsize=SMALL)
    ax.set_ylabel("chance to find the difference", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False, loc="center right")
    fig.suptitle(title, fontsize=BIG, color=TEXT)
