"""The pictures of lesson 11 that no other lesson needs."""

import math

import numpy as np

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED_LEFT, TEXT, VISITS, Style
from mctslab.arena import power
from mctslab.plots import plot_round_robin
from pictures import BIG, SMALL, add_legend, draw_level, log_ticks, name_rows, share_of, titled_figure
from pictures.moving import MovingPicture

# In 40 matches of 120 against 100 playouts, play_match(..., 400, game=Board.from_moves("3231"), seed=0 to 39), a pair is worth
# more than its games by so much, squared widths: least and most.
WORTH = 1.7, 2.9

LOOKS = [(HIGHLIGHT, "-"), (EXPLOITATION, "--"), ("#B36B00", "-.")]

# ---------------------------------------------------------------- the hill

LEFT = 0.8  # of the hill, and of the scale of p below it
WIDE = 8.4
CAPTION = 0.5  # where what they are stands
TALL = 7.5  # a bar of chance 1
FIRST = 30  # percent
LAST = 95


def slid(points, games):
    """The hill of the points that a score p brings, for p from 30% to 95%, and below it each p that was tried so far.

    Blue are the points within 1.96 standard errors of the mean, and each p from which `points` are that near.
    """

    def draw(drawing, number):
        drawing.limit(0, 10, -2, 3.3)
        _draw_hill(drawing, points, games, number / 100)
        _draw_tried(drawing, points, games, number)

    def say(number):
        away = distance(points, games, number / 100)
        tried = range(FIRST, number + 1)
        fit = [one for one in tried if fits(points, games, one / 100)]
        verdict = "fits" if number in fit else "does not fit"
        so_far = f" So far {fit[0]}% to {fit[-1]}% fit." if fit else ""
        return f"p = {number}%: {points} points are {away:.2f} standard errors away, so p {verdict}.{so_far}"

    return MovingPicture(draw, say, FIRST, LAST, "p in %", every=200)


def distance(points, games, p):
    """By how many standard errors the points are away from those to be expected.

    >>> round(distance(14, 20, 0.5), 2)
    1.79
    """
    error = math.sqrt(games * p * (1 - p))
    return abs(points - games * p) / error


def fits(points, games, p):
    return distance(points, games, p) <= 1.96


def chance(points, games, p):
    """The chance of so many points without draws.

    >>> chance(1, 2, 0.5)
    0.5
    """
    losses = games - points
    orders = math.comb(games, points)
    return orders * p**points * (1 - p) ** losses


def _draw_hill(drawing, points, games, p):
    step = WIDE / games
    near = []
    far = []
    for value in range(games + 1):
        left = LEFT + (value - 0.42) * step
        height = TALL * chance(value, games, p)
        bars = near if fits(value, games, p) else far
        bars.append((left, 0, 0.84 * step, height))
    drawing.boxes(near, EXPLOITATION)
    drawing.boxes(far, VISITS)
    seen = LEFT + points * step
    drawing.line([seen, seen], [-0.05, 2.75], HIGHLIGHT, 3)
    drawing.write(seen, 2.98, f"seen: {points} points", 0.34, Style(color=HIGHLIGHT))
    quarter = games // 4
    for value in range(0, games + 1, quarter):
        x = LEFT + value * step
        drawing.write(x, -0.3, f"{value}", 0.3)
    drawing.write(CAPTION, 2.98, f"points in {games} games", 0.32, MUTED_LEFT)


def _draw_tried(drawing, points, games, number):
    width = WIDE / 100
    fit = []
    unfit = []
    for tried in range(FIRST, number + 1):
        left = LEFT + (tried - 0.5) * width
        if fits(points, games, tried / 100):
            fit.append((left, -1.22, width, 0.5))
        else:
            unfit.append((left, -1.07, width, 0.2))
    drawing.boxes(fit, EXPLOITATION)
    drawing.boxes(unfit, VISITS)
    now = LEFT + number * width
    drawing.line([now, now], [-1.3, -0.62], TEXT, 3)
    for share in (0, 25, 50, 75, 100):
        x = LEFT + share * width
        drawing.write(x, -1.58, f"{share}%", 0.3)
    drawing.write(CAPTION, -0.97, "p tried so far", 0.3, MUTED_LEFT)


# ---------------------------------------------------------------- matches


def plot_intervals(scores, title):
    """Wilson's intervals, from the top; `scores` has points and games by name. Those that leave one half out stand out."""
    ax = titled_figure(title, height=1.6 + 0.42 * len(scores))
    for place, (points, games) in enumerate(scores.values()):
        score, low, high = share_of(points, games)
        colour = EXPLOITATION
        width = 3
        if low > 0.5 or high < 0.5:
            colour = HIGHLIGHT
            width = 6
        ax.plot([low, high], [place, place], color=colour, linewidth=width, solid_capstyle="butt")
        ax.plot(score, place, "o", color=colour, markersize=10)
        words = f"{low:.0%} to {high:.0%}"
        ax.text(1.01, place, words, fontsize=SMALL, va="center", color=TEXT)
    ax.axvline(0.5, color=TEXT, linestyle=":", linewidth=2)
    name_rows(ax, scores)
    ax.set_xlim(0, 1)
    ax.set_xlabel("score, and its 95% interval")


def plot_points(points, games, title):
    """How many matches of so many games brought how many points."""
    ax = titled_figure(title)
    values, counts = np.unique(np.floor(points), return_counts=True)
    behind = values < games / 2
    ahead = ~behind
    look = {"color": HIGHLIGHT, "hatch": "//", "edgecolor": "white"}
    ax.bar(values[behind], counts[behind], label="fewer than half", **look)
    ax.bar(values[ahead], counts[ahead], color=EXPLOITATION, label="half of the points or more")
    ax.set_xticks(values)
    ax.set_xlabel(f"points in {games} games (halves rounded down)")
    ax.set_ylabel(f"matches, of {len(points)}")
    add_legend(ax)


def plot_places(totals, games, title):
    """The points of each player in so many games, the best first."""
    order = sorted(totals, key=totals.get, reverse=True)
    names = []
    ax = titled_figure(title, height=1.8 + 0.5 * len(order))
    for place, name in enumerate(order):
        points = totals[name]
        ax.barh(place, points, color=EXPLOITATION, height=0.7)
        look = {"ha": "right", "va": "center", "fontsize": SMALL, "color": "white"}
        ax.text(points - 0.5, place, f"{points:g}", **look)
        names.append(f"{place + 1}. {name}")
    name_rows(ax, names)
    ax.set_xlabel(f"points in {games} games")


def plot_league(robin):
    """The table of a round robin."""
    first, *_ = robin.matches.values()
    ax = plot_round_robin(robin)
    title = f"{len(first.games)} games a pair, with 95% intervals"
    ax.set_title(title, fontsize=BIG, weight="bold", color=TEXT, pad=14)


def plot_power(scores, title):
    """By the number of games, the chance that a match shows that these true scores are not one half."""
    ax = titled_figure(title)
    games = np.geomspace(20, 10_000, 200).astype(int)
    games = np.unique(games).tolist()
    for score, (colour, line) in zip(scores, LOOKS):
        chances = [power(score, n) for n in games]
        label = f"true score {100 * score:g}%"
        ax.plot(games, chances, line, color=colour, linewidth=3.5, label=label)
    draw_level(ax, 0.8)
    ax.text(21, 0.82, "80%", fontsize=SMALL, color=TEXT)
    log_ticks(ax, [20, 100, 400, 1_000, 5_000, 10_000])
    ax.set_ylim(0, 1.03)
    ax.set_xlabel("games")
    ax.set_ylabel("chance to find the difference")
    add_legend(ax, "center right")
