"""The pictures of lesson 11 that no other lesson needs."""

import math

import numpy as np

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT, VISITS, Drawing
from mctslab.arena import power, score_interval
from mctslab.plots import plot_round_robin
from pictures import BIG, SMALL, plain_axes
from pictures.moving import MovingPicture

LOOKS = [(HIGHLIGHT, "-"), (EXPLOITATION, "--"), ("#B36B00", "-.")]
LEFT, WIDE = 0.8, 8.4  # of the hill, and of the scale of p below it
TALL = 7.5  # a bar of chance 1
FIRST, LAST = 30, 95  # per cent


def slid(points, games):
    """The hill of the points that a score p brings, for p from 30% to 95%, and below it each p that was tried so far.

    Blue are the points within 1.96 standard errors of the mean, and each p from which `points` are that near.
    """

    def draw(scene, number):
        drawing = Drawing.within(scene, 0, 10, -2, 3.3)
        _draw_hill(drawing, points, games, number / 100)
        _draw_tried(drawing, points, games, number)

    def say(number):
        away = distance(points, games, number / 100)
        fit = [one for one in range(FIRST, number + 1) if fits(points, games, one / 100)]
        so_far = f" So far {fit[0]}% to {fit[-1]}% fit." if fit else ""
        verdict = "fits" if fits(points, games, number / 100) else "does not fit"
        return f"p = {number}%: {points} points are {away:.2f} standard errors away, so p {verdict}.{so_far}"

    return MovingPicture(draw, say, FIRST, LAST, "p in %", every=200)


def distance(points, games, p):
    """By how many standard errors the points are away from those to be expected.

    >>> round(distance(14, 20, 0.5), 2)
    1.79
    """
    return abs(points - games * p) / math.sqrt(games * p * (1 - p))


def fits(points, games, p):
    return distance(points, games, p) <= 1.96


def _draw_hill(drawing, points, games, p):
    step = WIDE / games
    for colour, wanted in ((EXPLOITATION, True), (VISITS, False)):
        values = [k for k in range(games + 1) if fits(k, games, p) == wanted]
        bars = [(LEFT + (k - 0.42) * step, 0, 0.84 * step, TALL * chance(k, games, p)) for k in values]
        drawing.boxes(bars, colour)
    seen = LEFT + points * step
    drawing.line([seen, seen], [-0.05, 2.75], HIGHLIGHT, 3)
    drawing.write(seen, 2.98, f"seen: {points} points", 0.34, color=HIGHLIGHT)
    for value in range(0, games + 1, games // 4):
        drawing.write(LEFT + value * step, -0.3, f"{value}", 0.3)
    drawing.write(LEFT - 0.3, 2.98, f"points in {games} games", 0.32, ha="left", color=MUTED)


def _draw_tried(drawing, points, games, number):
    for colour, wanted, low, high in ((EXPLOITATION, True, -1.22, 0.5), (VISITS, False, -1.07, 0.2)):
        tried = [one for one in range(FIRST, number + 1) if fits(points, games, one / 100) == wanted]
        drawing.boxes([(LEFT + WIDE * (one - 0.5) / 100, low, WIDE / 100, high) for one in tried], colour)
    now = LEFT + WIDE * number / 100
    drawing.line([now, now], [-1.3, -0.62], TEXT, 3)
    for share in (0, 25, 50, 75, 100):
        drawing.write(LEFT + WIDE * share / 100, -1.58, f"{share}%", 0.3)
    drawing.write(LEFT - 0.3, -0.97, "p tried so far", 0.3, room=2.6, ha="left", color=MUTED)


def chance(points, games, p):
    """The chance of so many points without draws.

    >>> chance(1, 2, 0.5)
    0.5
    """
    return math.comb(games, points) * p**points * (1 - p) ** (games - points)


def _title(fig, title):
    fig.suptitle(title, fontsize=BIG, color=TEXT, weight="bold")


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
    ax.set_xlabel("score, and its 95% interval", fontsize=SMALL)
    _title(fig, title)


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
    _title(fig, title)


def plot_places(totals, games, title):
    """The points of each player in so many games, the best first."""
    order = sorted(totals, key=totals.get, reverse=True)
    fig, ax = plain_axes(height=1.8 + 0.5 * len(order))
    ax.barh(range(len(order)), [totals[name] for name in order], color=EXPLOITATION, height=0.7)
    for place, name in enumerate(order):
        ax.text(totals[name] - 0.5, place, f"{totals[name]:g}", ha="right", va="center", fontsize=SMALL, color="white")
    ax.set_yticks(range(len(order)), [f"{place}. {name}" for place, name in enumerate(order, 1)])
    ax.invert_yaxis()
    ax.set_xlabel(f"points in {games} games", fontsize=SMALL)
    _title(fig, title)


def everybody(robin):
    """The title of the table of a round robin: how many of its results leave both players a chance to be better."""
    intervals = [match.interval for match in robin.matches.values()]
    count = sum(low <= 0.5 <= high for low, high in intervals)
    games = len(next(iter(robin.matches.values())).games)
    return f"{games} games a pair: {'one result is' if count == 1 else f'{count} results are'} open"


def plot_league(robin):
    """The table of a round robin; the title says how many results are open."""
    ax = plot_round_robin(robin)
    ax.set_title(everybody(robin), fontsize=BIG, weight="bold", color=TEXT, pad=14)


def plot_power(scores, title):
    """By the number of games, the chance that a match shows that these true scores are not one half."""
    fig, ax = plain_axes()
    games = np.unique(np.geomspace(20, 10_000, 200).astype(int))
    for score, (colour, style) in zip(scores, LOOKS):
        chances = [power(score, int(n)) for n in games]
        ax.plot(games, chances, style, color=colour, linewidth=3.5, label=f"true score {100 * score:g}%")
    ax.axhline(0.8, color=TEXT, linestyle=":", linewidth=2)
    ax.text(21, 0.82, "80%", fontsize=SMALL, color=TEXT)
    ax.set(xscale="log", ylim=(0, 1.03))
    ax.set_xticks([20, 100, 400, 1_000, 5_000, 10_000], ["20", "100", "400", "1,000", "5,000", "10,000"])
    ax.minorticks_off()
    ax.set_xlabel("games", fontsize=SMALL)
    ax.set_ylabel("chance to find the difference", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False, loc="center right")
    _title(fig, title)
