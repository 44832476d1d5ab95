"""Pictures of many games: the table of a round robin, and the heat map of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from c4lib.plots.canvas import (
    MEAN,
    MUTED,
    OUTSIDE,
    TEXT,
    check_kind,
    checked_axes,
    text_on,
    write_title,
)
from mctslab.arena.score import score_interval

if TYPE_CHECKING:  # it loads numba, which most pictures can do without
    from mctslab.arena import RoundRobin, Sweep

SIZE = 14  # of the scores, in points
SMALL = 12  # of the intervals
CELL = 1.4, 0.8  # inches
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
    order = sorted(result.players, key=lambda name: -float(np.mean(result.results(name))))
    cells = [[result.results(name, other) for other in [*order, None]] for name in order]
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
    if len(result.grid) > 2:
        names = list(result.grid)
        raise ValueError(
            f"a heat map has two sides, and the sweep has {len(names)} settings: {names}"
        )
    *upwards, rightwards = result.grid
    columns = [_text(value) for value in result.grid[rightwards]]
    rows = [_text(value) for name in upwards for value in result.grid[name]] or [""]
    results = [match.results for match in result.matches.values()]
    cells = [
        results[first : first + len(columns)] for first in range(0, len(results), len(columns))
    ]
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


def _in_lines(names: Sequence[str], letters: int) -> list[str]:
    return [fill(name.replace("_", " "), letters) for name in names]


def _draw_cells(
    ax: object,
    cells: Sequence[Sequence[Sequence[float]]],
    columns: Sequence[str],
    rows: Sequence[str],
    title: str | None,
) -> Axes:
    """A grid of coloured scores with their intervals; `cells` has the results of each cell."""
    ax = checked_axes(ax, max(CELL[0] * len(columns) + 2.8, 6.5), CELL[1] * len(rows) + 2)
    scores = [[np.mean(results) if results else np.nan for results in row] for row in cells]
    ax.imshow(scores, cmap=MEAN.with_extremes(bad=OUTSIDE), vmin=0, vmax=1, aspect="auto")
    for row, results in enumerate(cells):
        for column, games in enumerate(results):
            if games:
                _write_score(ax, column, row, games)
    across = _in_lines(columns, NAME_LENGTH)
    down = _in_lines(rows, 2 * NAME_LENGTH)
    look = {"fontsize": SIZE - 1, "parse_math": False}  # a name may have a $
    ax.set_xticks(range(len(columns)), across, **look)
    ax.set_yticks(range(len(rows)), down, **look)
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
    score = sum(results) / len(results)
    low, high = score_interval(sum(results), len(results))
    look = {
        "ha": "center",
        "color": text_on(MEAN(score)),
        "weight": "normal" if low <= 0.5 <= high else "bold",
        "textcoords": "offset points",
    }
    interval = f"{100 * low:.0f} to {100 * high:.0f}%"
    ax.annotate(f"{score:.0%}", (x, y), (0, 1), va="bottom", fontsize=SIZE, **look)
    ax.annotate(interval, (x, y), (0, -3), va="top", fontsize=SMALL, **look)
