"""The pictures of lesson 14: scores by T and c beside scores by the leader's share, and what the lesson measures besides."""

import math
from itertools import product
from typing import NamedTuple

import numpy as np

from c4lib.plots.canvas import (
    AT_LEFT,
    AT_RIGHT,
    BOLD_LEFT,
    EXPLOITATION,
    HIGHLIGHT,
    MEAN,
    MUTED,
    VISITS,
    Drawing,
    Style,
    text_on,
)
from c4lib.widgets.sliders import steps_slider
from mctslab.experiments.priors import PLANE, PLANE_PLAYOUTS
from pictures import (
    SMALL,
    add_legend,
    c_name,
    draw_curve,
    draw_level,
    log_ticks,
    mean_of,
    share_of,
    titled_axes,
    titled_figure,
)
from pictures import percent as in_words
from pictures.marked import MarkedFigure

LOOKS = [(EXPLOITATION, "o", "-"), (HIGHLIGHT, "s", "--"), ("#00704F", "^", "-.")]
PRIORS = PLANE["prior"]
CS = PLANE["c"]


def results_by(table, *names):
    """The results of the games in a stored table, by the values in the columns with these names."""
    rows = table.groupby(list(names))
    sums = rows[["wins", "draws", "losses"]].sum()
    results = {}
    for key, *counts in sums.itertuples():
        results[key] = np.repeat([1, 0.5, 0], counts)
    return results


def at(table, playouts):
    """What a table by (playouts, T, c) has at these playouts, by (T, c)."""
    return {cell: table[playouts, *cell] for cell in product(PRIORS, CS)}


# ---------------------------------------------------------------- one knob or two


class Gain(NamedTuple):
    """A difference of scores, and the ends of its 95% interval."""

    mean: float
    low: float
    high: float

    def __str__(self):
        mean, low, high = (f"{100 * one:+.1f}" for one in self)
        return f"{mean} [{low}, {high}]"


def at_equal_share(games, shares, T):
    """What the settings with this T score more than T = 0 at the same leader's share, on average over c.

    T = 0 is a straight line between its points; settings with a share that none of these reaches do not count.

    Args:
        games, shares: the results and the leader's shares by (T, c).
    """
    mean = variance = 0
    for cell, weight in _weights(shares, T).items():
        results = games[cell]
        mean += weight * np.mean(results)
        variance += weight**2 * np.var(results) / len(results)
    error = 1.96 * math.sqrt(variance)
    return Gain(mean, mean - error, mean + error)


def _weights(shares, T):
    """The weight of each setting (T, c) and (0, c) in the mean difference."""
    line = sorted(CS, key=lambda c: shares[0, c])
    places = [shares[0, c] for c in line]
    lowest, *_, highest = places
    inside = [c for c in CS if lowest <= shares[T, c] <= highest]
    reached = [shares[T, c] for c in inside]
    weights = {(T, c): 1 / len(inside) for c in inside}
    hats = np.eye(len(line))  # of each point: its weight in the straight line, at every point
    for c, hat in zip(line, hats):
        parts = np.interp(reached, places, hat)
        weights[0, c] = -parts.mean()
    return weights


def plot_needed(moves, needed_c, title):
    """The c above which each of the `moves` (wins and visits by name) overtakes A, as T grows: `needed_c(wins, visits, T)`."""
    ax = titled_axes(title, 11)
    priors = np.linspace(0, 50, 501)
    for name, look in zip(moves, LOOKS):
        wins, visits = moves[name]
        colour, _, line = look
        needed = [needed_c(wins, visits, T) for T in priors]
        ax.plot(priors, needed, line, color=colour, linewidth=4)
        ax.text(50.5, needed[-1], name, color=colour, fontsize=SMALL + 1, va="center")
    ax.set_xlim(0, 60)
    ax.set_ylim(0, 1.4)
    ax.set_xticks([0, 1, 5, 10, 20, 30, 40, 50])
    ax.set_xlabel("T", fontsize=SMALL + 1)
    ax.set_ylabel("overtakes A above this c")


# ---------------------------------------------------------------- the plane of T and c

SIZE = 19, 10  # of the drawing, in its own units
LEFT = 1.5  # of the plane
BOTTOM = 1.55
WIDE = 1.06  # a cell
HIGH = 1.13
ACROSS = 0.49  # from its corner to what is written in it
UP = 0.54
NUMBER = 0.42  # size of what is written along the axes


def draw_plane(drawing, games, shares, marked=None):
    """At the left the scores by T and c, with curves of equal leader's share; at the right the scores by that share.

    Args:
        drawing: to draw on.
        games: the results against T = 0, c = 0.7, by (T, c).
        shares: the leader's shares, by (T, c).
        marked: the (T, c) to be framed.
    """
    width, height = SIZE
    drawing.limit(0, width, 0, height)
    _draw_cells(drawing, games, marked)
    _name_cells(drawing, games)
    _draw_curves(drawing, shares)
    _draw_strips(drawing, games, shares, marked)


def _corner(T, c):
    """The lower left corner of a cell."""
    column = CS.index(c)
    row = PRIORS.index(T)
    return LEFT + WIDE * column, BOTTOM + HIGH * row


def _draw_cells(drawing, games, marked):
    drawing.write(LEFT, 9.35, "score in %, by T and c", 0.5, BOLD_LEFT)
    for (T, c), results in games.items():
        x, y = _corner(T, c)
        score = np.mean(results)
        place = (score - 0.2) / 0.6  # in the scale of colours
        colour = MEAN(np.clip(place, 0, 1))
        if (T, c) == marked:
            frame = x - 0.03, y - 0.03, WIDE + 0.02, HIGH + 0.02
            drawing.boxes([frame], HIGHLIGHT, zorder=0)
        box = x + 0.05, y + 0.05, WIDE - 0.14, HIGH - 0.14
        drawing.boxes([box], colour, zorder=1)
        words = f"{100 * score:.0f}"
        ink = text_on(colour)
        middle = x + ACROSS, y + UP
        drawing.circles([middle], 0.33, colour, 5)  # so that no curve strikes the number through
        drawing.write(*middle, words, 0.46, Style(color=ink, zorder=6))


def _name_cells(drawing, games):
    for c in CS:
        x, _ = _corner(0, c)
        drawing.write(x + ACROSS, BOTTOM - 0.4, c_name(c), NUMBER)
    for T in PRIORS:
        _, y = _corner(T, CS[0])
        drawing.write(LEFT - 0.4, y + UP, f"{T}", NUMBER)
    drawing.write(LEFT - 1.05, BOTTOM + 3 * HIGH, "T", 0.46)
    drawing.write(LEFT + 3.5 * WIDE, 0.45, "c", 0.46)
    boxes, labels = [], []
    for T, c in games:
        left, bottom = _corner(T, c)
        boxes.append((left, bottom, WIDE, HIGH))
        labels.append(f"T = {T}, c = {c_name(c)}")
    drawing.spots(boxes, games, labels)


def _draw_curves(drawing, shares):
    """Where a search with T explores as one without T does, with c = 0.5, 0.7 and 1."""
    for c in (0.5, 0.7, 1.0):
        places = list(equal_share(shares, shares[0, c]))
        column, row = np.transpose(places)
        x = LEFT + WIDE * column + ACROSS
        y = BOTTOM + HIGH * row + UP
        drawing.line(x, y, HIGHLIGHT, 2.5)
    drawing.write(LEFT, 8.68, "along a curve: equal leader's share", 0.4, Style(color=HIGHLIGHT, ha="left"))


def equal_share(shares, level):
    """Where in each row of the plane the leader has this share, counted in columns, with the row."""
    columns = range(len(CS))
    for row, T in enumerate(PRIORS):
        falling = np.minimum.accumulate([shares[T, c] for c in CS])
        if falling[-1] <= level <= falling[0]:
            yield np.interp(-level, -falling, columns), row


# ---------------------------------------------------------------- the scores by the leader's share

WEST = 10.6  # the ends of the strips
EAST = 18.6
DOT = 0.12  # its radius: 3 points, half the interval of a score of 1,000 games


def _draw_strips(drawing, games, shares, marked):
    """Beside each row of the plane its scores by the leader's share, on the line of T = 0."""
    drawing.write(WEST, 9.35, "the same scores, by leader's share", 0.5, BOLD_LEFT, room=7.8)
    drawing.write(WEST, 8.68, "the grey line: T = 0", 0.4, AT_LEFT)
    hill = [_place(games[0, c], shares[0, c]) for c in CS]
    for row, T in enumerate(PRIORS):
        bottom = BOTTOM + HIGH * row
        drawing.line([WEST, EAST], [bottom, bottom], MUTED, 1)
        _draw_line(drawing, [(WEST, _height(0.5)), (EAST, _height(0.5))], bottom, 1, ":")
        _draw_line(drawing, hill, bottom, 4)
        for c in CS:
            x, height = _place(games[T, c], shares[T, c])
            centre = x, bottom + height
            if (T, c) == marked:
                drawing.circles([centre], 2 * DOT, HIGHLIGHT, 6)
            drawing.circles([centre], DOT, EXPLOITATION, 7)
    for share in (0.2, 0.4, 0.6):
        drawing.write(_x_of(share), BOTTOM - 0.4, f"{share:.0%}", NUMBER)
    for score in (0.32, 0.5):
        drawing.write(WEST - 0.15, BOTTOM + _height(score), f"{score:.0%}", NUMBER, AT_RIGHT)
    middle = (WEST + EAST) / 2
    drawing.write(middle, 0.45, "leader's share", 0.46)


def _draw_line(drawing, points, bottom, width, style="-"):
    """A line through points whose heights are counted from the `bottom` of a strip."""
    x, heights = np.transpose(points)
    drawing.line(x, bottom + heights, MUTED, width, style)


def _place(results, share):
    """Where a setting stands in its strip."""
    score = np.mean(results)
    return _x_of(share), _height(score)


def _x_of(share):
    return np.interp(share, (0.15, 0.85), (WEST, EAST))


def _height(score):
    """How high a score stands above the bottom of its strip."""
    return np.interp(score, (0.32, 0.58), (0, HIGH - 0.06))


def plot_plane(games, shares, title):
    """The figure of `draw_plane` under a title."""
    ax = titled_figure(title, 12, 6.8)
    draw_plane(Drawing(ax), games, shares)
    rows = []
    for T in PRIORS:
        scores = [f"{100 * np.mean(games[T, c]):.0f}" for c in CS]
        rows.append(f"T = {T}: {', '.join(scores)}")
    names = ", ".join(map(c_name, CS))
    words = "; ".join(rows)
    ax.set_label(f"Scores in % by T, for c = {names}; {words}")  # for who cannot see it


class PriorPlane(MarkedFigure):
    """A widget with that figure, in which the playouts slide, and a click on a cell shows it at both sides.

    Args:
        games, shares: as for `draw_plane`, by (playouts, T, c).
        playouts: to begin with.

    Attributes:
        playouts: the slider.
        marked: the (T, c) that was clicked last; None before.
    """

    def __init__(self, games, shares, playouts):
        self.games = games
        self.shares = shares
        words = "a move, for both players"
        self.playouts = steps_slider("playouts", words, PLANE_PLAYOUTS, playouts, "{:,}".format)
        width, height = SIZE
        super().__init__("playouts", self.playouts, width / height)

    def told(self):
        """What is seen, or the score of the cell that is marked."""
        playouts = self.playouts.value
        if not self.marked:
            return f"{playouts:,} playouts each; against T = 0, c = 0.7"
        T, c = self.marked
        score = in_words(self.games[playouts, T, c])
        share = self.shares[playouts, T, c]
        return f"{playouts:,} playouts. T = {T}, c = {c_name(c)}: {score}, leader's share {share:.0%}"

    def _draw(self, drawing):
        playouts = self.playouts.value
        games = at(self.games, playouts)
        shares = at(self.shares, playouts)
        draw_plane(drawing, games, shares, self.marked)


# ---------------------------------------------------------------- rates, and the threat


def plot_rates(rates, T, errors, title):
    """At the left the rates of moves and Beta(T, T); at the right the error of the estimate by T, for n playouts."""
    left, right = titled_figure(title, 11, 4.8, panels=2)
    _draw_rates(left, rates, T)
    for n, look in zip(errors, LOOKS):
        by_T = errors[n]
        places = range(len(by_T))
        colour, marker, line = look
        label = "1 playout" if n == 1 else f"{n} playouts"
        right.plot(places, by_T.values(), marker + line, color=colour, linewidth=3, markersize=9, label=label)
    right.set_xticks(places, by_T)
    right.set_ylim(bottom=0)
    right.set_xlabel("T")
    right.set_ylabel("error of the estimate")
    add_legend(right)


def _draw_rates(ax, rates, T):
    x = np.linspace(0.001, 0.999, 400)
    variance = x * (1 - x)
    density = variance ** (T - 1)
    density /= density.mean()
    bins = np.linspace(0, 1, 21)
    ax.hist(rates, bins, density=True, color=VISITS, edgecolor="white", label="rates of moves")
    ax.plot(x, density, color=HIGHLIGHT, linewidth=4, label=f"Beta(T, T), T = {T:.1f}")
    ax.set_yticks([])
    ax.set_xlabel("share of 400 playouts won")
    add_legend(ax, "upper left")
    _, top = ax.get_ylim()
    ax.set_ylim(0, 1.5 * top)


def plot_blocks(blocks, searches, title):
    """How many of the searches block, by T, a line for each c, with 95% intervals; `blocks` by (T, c)."""
    ax = titled_axes(title, 11)
    priors = sorted({T for T, _ in blocks})
    cs = sorted({c for _, c in blocks})
    places = range(len(priors))
    for c, look in zip(cs, LOOKS):
        points = [share_of(blocks[T, c], searches) for T in priors]
        draw_curve(ax, places, points, *look, label=f"c = {c_name(c)}")
    ax.set_xticks(places, priors)
    ax.set_ylim(0.75, 1.02)
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("T", fontsize=SMALL + 1)
    ax.set_ylabel("share that blocks")
    add_legend(ax, "lower right")


# ---------------------------------------------------------------- deeper


def plot_scores(lines, title):
    """Scores by c with 95% intervals; `lines` has for each name the results by c."""
    ax = titled_axes(title, 11, 5.4)
    for place, (name, look) in enumerate(zip(lines, LOOKS)):
        by_c = lines[name]
        points = list(map(mean_of, by_c.values()))
        x = np.array(list(by_c)) * 1.015**place  # so that intervals do not cover each other
        draw_curve(ax, x, points, *look, label=name, linewidth=2.5)
    draw_level(ax, 0.5)
    ax.set_xscale("log")
    ax.set_xticks(CS, map(c_name, CS))
    ax.minorticks_off()
    ax.set_ylim(-0.03, 0.72)
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("c", fontsize=SMALL + 1)
    ax.set_ylabel("score against T = 0, c = 0.7")
    add_legend(ax)


def plot_forgetting(shares, title):
    """The leader's share by playouts; `shares` has for each name the shares by playouts, one a seed."""
    ax = titled_axes(title, 11)
    for name, look in zip(shares, LOOKS):
        by_playouts = shares[name]
        points = list(map(mean_of, by_playouts.values()))
        draw_curve(ax, by_playouts, points, *look, label=name)
    log_ticks(ax, by_playouts)
    ax.set_ylim(0, 0.85)
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("playouts")
    ax.set_ylabel("leader's share")
    add_legend(ax, "upper left")
