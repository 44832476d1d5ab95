"""Pictures of many games: the table of a round robin, and the heat map of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis

from c4lib.plots.canvas import (
    MEAN,
    MUTED,
    OUTSIDE,
    TEXT,
    check_kind,
    check_title,
    checked_axes,
    text_on,
    write_title,
)
from mctslab.arena.score import score_interval

if TYPE_CHECKING:  # it loads numba, which most pictures can do without
    from mctslab.arena import RoundRobin, Sweep

SIZE = 14  # of the scores, in points
SMALL = 12  # of the intervals
CELL_WIDTH = 1.4  # inches
CELL_HEIGHT = 0.8
NAME_LENGTH = 12  # of a name in a line
NOTE = "share of the points, and its 95% interval; bold: clear of 50%"


def plot_round_robin(
    result: RoundRobin, *, ax: Axes | None = None, title: str | None = None
) -> Axes:
    """The table of a round robin: the score of each (left) against each (above) and against all.

    The best player comes first.

    Args:
        result: of `round_robin`.
        ax: the Axes to draw on; by default those of a new figure.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: an argument is of the wrong type.

    >>> from mctslab.arena import round_robin
    >>> from mctslab.players import mcts_player, random_player
    >>> ax = plot_round_robin(round_robin({"random": random_player, "MCTS": mcts_player(50)}, games=20))
    >>> [text.get_text() for text in ax.texts][:2]
    ['100%', '84 to 100%']
    """
    from mctslab.arena import RoundRobin

    check_kind(result, RoundRobin)
    scores = {name: np.mean(result.results(name)) for name in result.players}
    order = sorted(scores, key=scores.get, reverse=True)
    cells = []
    for name in order:
        cells.append([result.results(name, other) for other in [*order, None]])
    ax = _draw_cells(ax, cells, [*order, "all"], order, title)
    ax.axvline(len(order) - 0.5, color=TEXT, linewidth=2)
    ax.xaxis.tick_top()
    _write_note(ax, -12)
    return ax


def plot_sweep(result: Sweep, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """The heat map of a sweep over one or two settings: what each combination scored.

    The values of the last setting run to the right, those of the first one upwards.

    Args:
        result: of `sweep`.
        ax: the Axes to draw on; by default those of a new figure.
        title: written above, instead of the name of the reference.

    Returns:
        The Axes.

    Raises:
        ValueError: an argument is of the wrong type, or there are more than two settings.

    >>> from mctslab.arena import sweep
    >>> from mctslab.players import random_player
    >>> ax = plot_sweep(sweep({"c": [0.5, 2], "playouts": [10, 40]}, random_player, games=20))
    >>> ax.get_xlabel(), ax.get_ylabel(), [text.get_text() for text in ax.texts][:2]
    ('playouts', 'c', ['65%', '43 to 82%'])
    """
    from mctslab.arena import Sweep

    check_kind(result, Sweep)
    *upwards, rightwards = result.grid
    if len(upwards) > 1:
        names = list(result.grid)
        given = f"the sweep has {len(names)} settings: {names}"
        raise ValueError(f"a heat map has two sides, and {given}")
    columns = [_text(value) for value in result.grid[rightwards]]
    rows = [""]
    for name in upwards:
        rows = [_text(value) for value in result.grid[name]]
    results = [match.results for match in result.matches.values()]
    cells = []
    for row in range(len(rows)):
        first = row * len(columns)
        cells.append(results[first : first + len(columns)])
    ax = _draw_cells(ax, cells, columns, rows, title or f"Score against {result.reference}")
    look = {"fontsize": SIZE, "color": TEXT, "parse_math": False}
    ax.set_xlabel(rightwards, **look)
    ax.set_ylabel("".join(upwards), **look)
    ax.invert_yaxis()
    _write_note(ax, -50)
    return ax


def _text(value: object) -> str:
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return f"{value:,}"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _write_names(axis: Axis, names: Sequence[str], letters: int) -> None:
    """Write names along an axis, in lines of so many letters."""
    lines = [fill(name.replace("_", " "), letters) for name in names]
    look = {"fontsize": SIZE - 1, "parse_math": False}  # a name may have a $
    axis.set_ticks(range(len(names)), lines, **look)


def _draw_cells(
    ax: object,
    cells: Sequence,
    columns: Sequence[str],
    rows: Sequence[str],
    title: str | None,
) -> Axes:
    """A grid of coloured scores with their intervals; `cells` has the results by row and column."""
    check_title(title)
    width = CELL_WIDTH * len(columns) + 2.8
    height = CELL_HEIGHT * len(rows) + 2
    ax = checked_axes(ax, max(width, 6.5), height)
    scores = np.full((len(rows), len(columns)), np.nan)
    for row, results in enumerate(cells):
        for column, games in enumerate(results):
            if games:
                scores[row, column] = np.mean(games)
                _write_score(ax, column, row, games)
    colours = MEAN.with_extremes(bad=OUTSIDE)
    ax.imshow(scores, cmap=colours, vmin=0, vmax=1, aspect="auto")
    _write_names(ax.xaxis, columns, NAME_LENGTH)
    _write_names(ax.yaxis, rows, 2 * NAME_LENGTH)
    ax.tick_params(length=0, labelcolor=TEXT)
    ax.spines[:].set_visible(False)
    for column in range(1, len(columns)):
        ax.axvline(column - 0.5, color="white", linewidth=2)
    for row in range(1, len(rows)):
        ax.axhline(row - 0.5, color="white", linewidth=2)
    write_title(ax, title)
    return ax


def _write_note(ax: Axes, below: float) -> None:
    look = {"fontsize": SMALL, "color": MUTED, "ha": "right", "va": "top"}
    corner = {"xycoords": "axes fraction", "textcoords": "offset points"}
    ax.annotate(NOTE, (1, 0), (0, below), **corner, **look)


def _write_score(ax: Axes, x: int, y: int, results: Sequence[float]) -> None:
    points = sum(results)
    score = points / len(results)
    low, high = score_interval(points, len(results))
    place = x, y
    look = {
        "ha": "center",
        "color": text_on(MEAN(score)),
        "weight": "normal" if low <= 0.5 <= high else "bold",
        "textcoords": "offset points",
    }
    interval = _in_percent(low, high)
    ax.annotate(f"{score:.0%}", place, (0, 1), va="bottom", fontsize=SIZE, **look)
    ax.annotate(interval, place, (0, -3), va="top", fontsize=SMALL, **look)


def _in_percent(low: float, high: float) -> str:
    """An interval in whole percent; with a decimal if one of its ends would be rounded to 50%.

    >>> _in_percent(0.351, 0.612), _in_percent(0.351, 0.498)
    ('35 to 61%', '35.1 to 49.8%')
    """
    left = 100 * low
    right = 100 * high
    digits = 0
    if round(left) == 50 or round(right) == 50:
        digits = 1
    return f"{left:.{digits}f} to {right:.{digits}f}%"
