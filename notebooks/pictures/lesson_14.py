"""The pictures of lesson 14: scores by T and c beside scores by the leader's share, and what the lesson measures besides."""

import math
from functools import partial
from itertools import product
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MEAN, MUTED, TEXT, VISITS, Drawing, text_on
from c4lib.widgets.sliders import steps_slider
from mctslab.arena import mean_interval, score_interval
from mctslab.experiments.priors import PLANE, PLANE_PLAYOUTS
from pictures import BIG, SMALL, c_name, plain_axes, titled_axes
from pictures import percent as in_words
from pictures.marked import MarkedFigure

GREEN = "#00704F"
LOOKS = [(EXPLOITATION, "o", "-"), (HIGHLIGHT, "s", "--"), (GREEN, "^", "-."), ("#B36B00", "D", ":")]
PRIORS, CS = PLANE["prior"], PLANE["c"]
OPPONENT = 0, 0.7


def results_by(table, *names):
    """The results of the games in a stored table, by the values in the columns with these names."""
    sums = table.groupby(list(names))[["wins", "draws", "losses"]].sum()
    return {key: np.repeat([1, 0.5, 0], row.astype(int)) for key, row in zip(sums.index, sums.to_numpy())}


def at(table, playouts):
    """What a table by (playouts, T, c) has at these playouts, by (T, c)."""
    return {cell: table[playouts, *cell] for cell in product(PRIORS, CS)}


class Gain(NamedTuple):
    """A difference of scores, and the ends of its 95% interval."""

    mean: float
    low: float
    high: float

    def __str__(self):
        return f"{100 * self.mean:+.1f} [{100 * self.low:+.1f}, {100 * self.high:+.1f}]"


def at_equal_share(games, shares, T):
    """What the settings with this T score more than T = 0 at the same leader's share, on average over c.

    T = 0 is a straight line between its points; settings with a share that none of these reaches do not count.

    Args:
        games, shares: the results and the leader's shares by (T, c).
    """
    line = sorted((shares[0, c], c) for c in CS)
    ends = line[0][0], line[-1][0]
    inside = [c for c in CS if ends[0] <= shares[T, c] <= ends[1]]
    weight = {(T, c): 1 / len(inside) for c in inside}
    for place, (_, c) in enumerate(line):
        hat = np.interp([shares[T, other] for other in inside], [share for share, _ in line], np.eye(len(CS))[place])
        weight[0, c] = -hat.mean()
    mean = sum(part * np.mean(games[cell]) for cell, part in weight.items())
    error = math.sqrt(sum(part**2 * np.var(games[cell]) / len(games[cell]) for cell, part in weight.items()))
    return Gain(mean, mean - 1.96 * error, mean + 1.96 * error)


# ---------------------------------------------------------------- one choice


def plot_needed(moves, needed_c, title):
    """From which c on each of the `moves` (wins and visits by name) overtakes A, as T grows: `needed_c(wins, visits, T)`."""
    ax = titled_axes(title, 11, 5)
    priors = np.arange(0, 51)
    for (name, (w, n)), (colour, _, style) in zip(moves.items(), LOOKS):
        needed = [needed_c(w, n, int(T)) for T in priors]
        ax.plot(priors, needed, style, color=colour, linewidth=4)
        ax.text(50.5, needed[-1], name, color=colour, fontsize=SMALL + 1, va="center")
    ax.set(xlim=(0, 60), ylim=(0, 1.4))
    ax.set_xticks([0, 1, 5, 10, 20, 30, 40, 50])
    ax.set_xlabel("T", fontsize=SMALL + 1)
    ax.set_ylabel("overtakes A from this c on", fontsize=SMALL)


# ---------------------------------------------------------------- the plane of T and c

SIZE = 19, 10  # of the drawing, in its own units
CELL = 1.06, 1.13
LEFT, BOTTOM = 1.5, 1.55  # of the plane
COLOURS = dict(zip(PRIORS, (VISITS, "#C6E2F3", "#7CBCE6", "#2F88C5", "#0B5C94", "#E69F00")))
SHARES, SCORES = (0.15, 0.8), (0.25, 0.6)  # the ends of the axes at the right
FIELD = (11.2, 18.4), (BOTTOM, BOTTOM + 6 * CELL[1])  # where they lie


def draw_plane(ax, games, shares, marked=None):
    """At the left the scores by T and c, with curves of equal leader's share; at the right the scores by that share.

    Args:
        ax: to draw on.
        games: the results against T = 0, c = 0.7, by (T, c).
        shares: the leader's shares, by (T, c).
        marked: the (T, c) to be framed.
    """
    drawing = Drawing.within(ax, 0, SIZE[0], 0, SIZE[1])
    _draw_cells(drawing, games, marked)
    _draw_curves(drawing, shares)
    _draw_hill(drawing, games, shares, marked)


def _corner(T, c):
    return LEFT + CELL[0] * CS.index(c), BOTTOM + CELL[1] * PRIORS.index(T)


def _draw_cells(drawing, games, marked):
    drawing.write(LEFT, 9.35, "score in %, by T and c", 0.5, ha="left", weight="bold")
    for (T, c), results in games.items():
        x, y = _corner(T, c)
        colour = MEAN(np.clip((np.mean(results) - 0.2) / 0.6, 0, 1))
        if (T, c) == marked:
            drawing.boxes([(x - 0.03, y - 0.03, CELL[0] + 0.02, CELL[1] + 0.02)], HIGHLIGHT, zorder=0)
        drawing.boxes([(x + 0.05, y + 0.05, CELL[0] - 0.14, CELL[1] - 0.14)], colour, zorder=1)
        score = f"{100 * np.mean(results):.0f}"
        drawing.write(x + 0.49, y + 0.54, score, 0.46, color=text_on(colour), zorder=6)
    for c in CS:
        drawing.write(_corner(0, c)[0] + 0.49, BOTTOM - 0.4, c_name(c), 0.42)
    for T in PRIORS:
        drawing.write(LEFT - 0.4, _corner(T, CS[0])[1] + 0.54, f"{T}", 0.42)
    drawing.write(LEFT - 1.05, BOTTOM + 3 * CELL[1], "T", 0.46)
    drawing.write(LEFT + 3.5 * CELL[0], 0.45, "c", 0.46)
    boxes = [(*_corner(T, c), *CELL) for T, c in games]
    drawing.spots(boxes, [*games], [f"T = {T}, c = {c_name(c)}" for T, c in games])


def _draw_curves(drawing, shares):
    """Where a search with T explores as one without T does, with c = 0.5, 0.7 and 1."""
    for c in (0.5, 0.7, 1.0):
        x, y = np.transpose([*equal_share(shares, shares[0, c])])
        drawing.line(LEFT + CELL[0] * x + 0.49, BOTTOM + CELL[1] * y + 0.54, HIGHLIGHT, 2.5)
    drawing.write(LEFT, 8.68, "along a curve: equal leader's share", 0.4, ha="left", color=HIGHLIGHT)


def equal_share(shares, level):
    """Where in each row of the plane the leader has this share, counted in columns, with the row."""
    for row, T in enumerate(PRIORS):
        falling = np.minimum.accumulate([shares[T, c] for c in CS])
        if falling[-1] <= level <= falling[0]:
            yield np.interp(-level, -falling, range(len(CS))), row


def _draw_hill(drawing, games, shares, marked):
    (left, right), (bottom, top) = FIELD
    x_of = partial(np.interp, xp=SHARES, fp=FIELD[0])
    y_of = partial(np.interp, xp=SCORES, fp=FIELD[1])
    drawing.write(left, 9.35, "the same scores, by leader's share", 0.5, ha="left", weight="bold", room=7.6)
    drawing.line([left, left, right], [top, bottom, bottom], MUTED, 1.5)
    drawing.line([left, right], [y_of(0.5)] * 2, MUTED, 1.5, ":")
    for share in (0.2, 0.4, 0.6, 0.8):
        drawing.write(x_of(share), BOTTOM - 0.4, f"{share:.0%}", 0.42)
    for score in (0.3, 0.4, 0.5, 0.6):
        drawing.write(left - 0.2, y_of(score), f"{score:.0%}", 0.42, ha="right")
    drawing.write((left + right) / 2, 0.45, "leader's share", 0.46)
    places = {key: (x_of(shares[key]), y_of(np.mean(results))) for key, results in games.items()}
    drawing.line(*np.transpose([places[0, c] for c in CS]), MUTED, 4)
    for (T, c), (x, y) in places.items():
        if (T, c) == marked:
            drawing.circles([(x, y)], 0.4, HIGHLIGHT, 6)
        low, high = mean_interval(games[T, c])
        drawing.line([x, x], [y_of(low), y_of(high)], MUTED, 1)
        drawing.circles([(x, y)], 0.27, COLOURS[T], 7)
        drawing.write(x, y, f"{T}", 0.32, color=text_on(COLOURS[T]), zorder=8)
    drawing.write(left + 0.15, 8.68, "in each dot its T; the line joins T = 0", 0.4, ha="left")


def plot_plane(games, shares, title):
    """The figure of `draw_plane` under a title."""
    figure, ax = plt.subplots(figsize=(12, 6.8), layout="constrained")
    figure.suptitle(title, fontsize=BIG, weight="bold", color=TEXT)
    draw_plane(ax, games, shares)
    rows = (f"T = {T}: {', '.join(f'{100 * np.mean(games[T, c]):.0f}' for c in CS)}" for T in PRIORS)
    ax.set_label(f"Scores in % by T, for c = {', '.join(map(c_name, CS))}; {'; '.join(rows)}")  # for who cannot see it


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
        self.games, self.shares = games, shares
        words = "a move, for both players"
        self.playouts = steps_slider("playouts", words, PLANE_PLAYOUTS, playouts, "{:,}".format)
        super().__init__("playouts", self.playouts, SIZE[0] / SIZE[1])

    def told(self):
        """What is seen, or the score of the cell that is marked."""
        playouts = self.playouts.value
        if not self.marked:
            return f"{playouts:,} playouts each; against T = 0, c = 0.7"
        T, c = self.marked
        score = f"T = {T}, c = {c_name(c)}: {in_words(self.games[playouts, T, c])}"
        return f"{playouts:,} playouts. {score}, leader's share {self.shares[playouts, T, c]:.0%}"

    def _draw(self, ax):
        draw_plane(ax, at(self.games, self.playouts.value), at(self.shares, self.playouts.value), self.marked)


# ---------------------------------------------------------------- rates, and the threat


def plot_rates(rates, T, errors, title):
    """At the left the rates of moves and Beta(T, T); at the right the error of the estimate by T, for n playouts."""
    figure, (left, right) = plain_axes(11, 4.8, panels=2)
    figure.suptitle(title, fontsize=BIG, weight="bold", color=TEXT)
    x = np.linspace(0.001, 0.999, 400)
    density = (x * (1 - x)) ** (T - 1)
    left.hist(rates, bins=20, range=(0, 1), density=True, color="#A3ABB5", edgecolor="white", label="rates of moves")
    left.plot(x, density / density.mean(), color=HIGHLIGHT, linewidth=4, label=f"Beta(T, T), T = {T:.1f}")
    left.set_yticks([])
    left.set_xlabel("share of 400 playouts won", fontsize=SMALL)
    left.legend(fontsize=SMALL, frameon=False, loc="upper left")
    left.set_ylim(0, 1.5 * left.get_ylim()[1])
    for (n, by_T), (colour, marker, style) in zip(errors.items(), LOOKS):
        look = {"color": colour, "marker": marker, "linestyle": style, "linewidth": 3, "markersize": 9}
        right.plot(range(len(by_T)), [*by_T.values()], label=f"{n} playout{'s' * (n > 1)}", **look)
    right.set_xticks(range(len(by_T)), [*by_T])
    right.set_ylim(bottom=0)
    right.set_xlabel("T", fontsize=SMALL)
    right.set_ylabel("error of the estimate", fontsize=SMALL)
    right.legend(fontsize=SMALL, frameon=False)


def plot_blocks(blocks, searches, title):
    """How many of the searches block, by T, a line for each c, with 95% intervals; `blocks` by (T, c)."""
    ax = titled_axes(title, 11, 5)
    priors, cs = (sorted({key[place] for key in blocks}) for place in (0, 1))
    for c, (colour, marker, style) in zip(cs, LOOKS):
        counts = [blocks[T, c] for T in priors]
        low, high = np.transpose([score_interval(count, searches) for count in counts])
        middle = np.array(counts) / searches
        look = {"color": colour, "marker": marker, "linestyle": style, "linewidth": 3, "markersize": 9, "capsize": 5}
        ax.errorbar(range(len(priors)), middle, [middle - low, high - middle], label=f"c = {c_name(c)}", **look)
    ax.set_xticks(range(len(priors)), priors)
    ax.set_ylim(0.75, 1.02)
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("T", fontsize=SMALL + 1)
    ax.set_ylabel("share that blocks", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False, loc="lower right")


# ---------------------------------------------------------------- deeper


def plot_scores(lines, title):
    """Scores by c with 95% intervals; `lines` has for each name the results by c."""
    ax = titled_axes(title, 11, 5.4)
    for place, ((name, by_c), (colour, marker, style)) in enumerate(zip(lines.items(), LOOKS)):
        points = np.array([(np.mean(games), *mean_interval(games)) for games in by_c.values()])
        middle, low, high = points.T
        x = np.array([*by_c]) * 1.015**place
        look = {"color": colour, "marker": marker, "linestyle": style, "linewidth": 2.5, "markersize": 9, "capsize": 5}
        ax.errorbar(x, middle, [middle - low, high - middle], label=name, **look)
    ax.axhline(0.5, color=TEXT, linestyle=":", linewidth=2)
    cs = sorted({c for by_c in lines.values() for c in by_c})
    ax.set_xscale("log")
    ax.set_xticks(cs, [c_name(c) for c in cs])
    ax.minorticks_off()
    ax.set_ylim(-0.03, 0.72)
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("c", fontsize=SMALL + 1)
    ax.set_ylabel("score against T = 0, c = 0.7", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False)


def plot_forgetting(shares, title):
    """The leader's share by playouts; `shares` has for each name the shares by playouts, one a seed."""
    ax = titled_axes(title, 11, 5)
    for (name, by_playouts), (colour, marker, style) in zip(shares.items(), LOOKS):
        points = np.array([(np.mean(values), *mean_interval(values)) for values in by_playouts.values()])
        middle, low, high = points.T
        look = {"color": colour, "marker": marker, "linestyle": style, "linewidth": 3, "markersize": 9, "capsize": 5}
        ax.errorbar([*by_playouts], middle, [middle - low, high - middle], label=name, **look)
    ax.set_xscale("log")
    ax.set_xticks([*by_playouts], [f"{n:,}" for n in by_playouts])
    ax.minorticks_off()
    ax.set_ylim(0, 0.85)
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("playouts", fontsize=SMALL)
    ax.set_ylabel("leader's share", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False, loc="upper left")
