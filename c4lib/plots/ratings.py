"""A table of ratings: each move's share of the visits, its mean with an interval, the two terms of UCB1."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from c4lib.plots.board import draw_mark
from c4lib.plots.canvas import (
    EDGE,
    EXPLOITATION,
    EXPLORATION,
    HIGHLIGHT,
    MUTED,
    NAMES,
    OUTSIDE,
    VISITS,
    drawing_axes,
    glyphs,
    polygons,
    rectangle,
    write,
)

if TYPE_CHECKING:
    from c4lib.widgets.analysis import Analysis, Rating

INTERVAL = "#8CC0E6"  # a light tone of the mean's colour

# Where things stand in the table of ratings, in heights of a row.
VISITS_LEFT, VISITS_RIGHT = 1.7, 6.7
MEAN_LEFT, MEAN_RIGHT, MEAN_NUMBER = 7.4, 12.4, 12.8
VALUE_LEFT, VALUE_RIGHT, VALUE_NUMBERS = 15.1, 19.3, 19.6
TABLE, EXACT = 24.9, 3.6  # without the column of exact results, and the width of that
SIZE = 0.64  # of the numbers


def draw_ratings(ax: Axes, analysis: Analysis, marks: Mapping[int, str] | None = None) -> None:
    """A table with a row for each move: share of visits, mean with its interval, and the two terms of UCB1.

    Args:
        marks: "win", "draw" or "loss", or another short text, by move: what is exactly true, to stand beside the estimates.
    """
    ratings = analysis.ratings
    height = max(len(ratings), 5) + 3.5
    drawing_axes(ax, 0, TABLE if marks is None else TABLE + EXACT, -height, 0, None, 1)
    if not ratings:
        write(ax, TABLE / 2, -height / 2, "no move to rate", 1, color=MUTED)
        return
    rows = {rating: -2.5 - row for row, rating in enumerate(ratings)}
    _draw_header(ax, analysis)
    _draw_visits(ax, rows, analysis.best_move)
    _draw_means(ax, rows, analysis.request.settings.loss)
    _draw_values(ax, rows)
    if marks is not None:
        _draw_marks(ax, rows, marks)


def _draw_header(ax: Axes, analysis: Analysis) -> None:
    """Two lines above the columns, and a note below the table."""
    name = NAMES[analysis.request.board.to_move]
    titles = {
        VISITS_LEFT: "visits",
        MEAN_LEFT: f"mean for {name}",
        VALUE_LEFT: f"UCB1, N = {analysis.search.root.visits:,}",
    }
    for x, title in titles.items():
        write(ax, x, -0.6, title, 0.72, ha="left", weight="bold")
    for x, text in ((VISITS_LEFT, "and their share"), (MEAN_LEFT, "with 95 % interval*")):
        write(ax, x, -1.45, text, 0.56, ha="left", color=MUTED)
    x = VALUE_LEFT
    for colour, text in ((EXPLOITATION, "mean"), (EXPLORATION, "+ exploration")):
        polygons(ax, [rectangle(x, -1.7, 0.5, 0.5)], colour, 3)
        write(ax, x + 0.7, -1.45, text, 0.56, ha="left", color=MUTED)
        x += 1.1 + 0.56 * glyphs(text)[1]
    note = "* Wilson, as if the playouts were independent: only the luck of the playouts"
    write(ax, 0.4, -len(analysis.ratings) - 3.1, note, 0.52, ha="left", color=MUTED)


def _draw_visits(ax: Axes, rows: dict[Rating, float], best: int) -> None:
    """The moves, and the visits on bars as long as their share; the best move is marked."""
    longest = VISITS_RIGHT - VISITS_LEFT
    polygons(ax, [rectangle(VISITS_LEFT, y - 0.38, longest * one.share, 0.76) for one, y in rows.items()], VISITS, 2)
    for one, y in rows.items():
        marked = {"color": HIGHLIGHT} if one.move == best else {}
        if one.move == best:
            polygons(ax, [rectangle(0.1, y - 0.5, TABLE - 0.2, 1, rounding=0.3)], OUTSIDE, 1)
            write(ax, 0.35, y, "›", 0.9, weight="bold", **marked)
        write(ax, 1.0, y, f"{one.move}", 0.8, weight="bold", **marked)
        weight = "bold" if marked else "normal"
        write(ax, VISITS_LEFT + 2.95, y, f"{one.visits:,}", SIZE, ha="right", weight=weight)
        write(ax, VISITS_RIGHT, y, _percent(one.share), SIZE, ha="right", weight=weight)


def _draw_means(ax: Axes, rows: dict[Rating, float], low: float) -> None:
    """Ticks on intervals, on a scale from `low` to 1."""

    def place(mean: float) -> float:
        return MEAN_LEFT + (MEAN_RIGHT - MEAN_LEFT) * (mean - low) / ((1 - low) or 1)

    bottom = min(rows.values()) - 0.55
    for mean in (low, (low + 1) / 2, 1):
        polygons(ax, [rectangle(place(mean) - 0.02, bottom, 0.04, -1.95 - bottom)], EDGE, 1.5)
        write(ax, place(mean), bottom - 0.3, f"{mean:g}", 0.5, color=MUTED)
    intervals, ticks = [], []
    for one, y in rows.items():
        left, right = map(place, one.interval)
        intervals.append(rectangle(left, y - 0.2, right - left, 0.4))
        if one.visits:
            ticks.append(rectangle(place(one.mean) - 0.06, y - 0.4, 0.12, 0.8))
        text = number(one.mean) if one.visits else "–"
        write(ax, MEAN_NUMBER, y, text, SIZE, ha="left", color=EXPLOITATION, weight="bold")
    polygons(ax, intervals, INTERVAL, 3)
    polygons(ax, ticks, EXPLOITATION, 4)


def _draw_values(ax: Axes, rows: dict[Rating, float]) -> None:
    """Stacked bars of the two terms; the numbers of the highest value, which is selected next, are bold."""
    highest = max(one.value for one in rows)
    longest = VALUE_RIGHT - VALUE_LEFT
    scale = longest / (max([0, *(one.value for one in rows if math.isfinite(one.value))]) or 1)
    bars = {EXPLOITATION: [], EXPLORATION: [], VISITS: []}
    for one, y in rows.items():
        end = min(max(one.value * scale, 0), longest)
        split = min(max(one.mean * scale, 0), end) if one.visits else 0
        bars[EXPLOITATION].append(rectangle(VALUE_LEFT, y - 0.38, split, 0.76))
        second = EXPLORATION if one.visits else VISITS
        bars[second].append(rectangle(VALUE_LEFT + split, y - 0.38, end - split, 0.76))
        text = f"+ {number(one.value - one.mean)} =" if one.visits else "unvisited:"
        text = f"{text} {number(one.value)}"
        write(ax, VALUE_NUMBERS, y, text, SIZE, ha="left", weight="bold" if one.value == highest else "normal")
    for colour, shapes in bars.items():
        polygons(ax, shapes, colour, 3)


def _draw_marks(ax: Axes, rows: dict[Rating, float], marks: Mapping[int, str]) -> None:
    """What each move leads to if both play perfectly."""
    x = TABLE + EXACT / 2
    write(ax, x, -0.6, "exact", 0.72, weight="bold")
    for one, y in rows.items():
        if marks.get(one.move):
            draw_mark(ax, x, y, marks[one.move], 1.6)


def number(value: float) -> str:
    """A value with two decimals, or ∞.

    >>> number(0.625), number(math.inf)
    ('0.62', '∞')
    """
    return f"{value:.2f}" if math.isfinite(value) else "∞" if value > 0 else "-∞"


def _percent(share: float) -> str:
    return "<1 %" if 0 < share < 0.005 else f"{100 * share:.0f} %"
