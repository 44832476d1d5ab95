"""Pictures of many games: the table of a round robin, and the heat map of a sweep, with their
intervals.
"""

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
    """The table of a round robin, best player first: the score of each (left) against each (above)
    and against all.

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
    cells = [
        [result.results(name, other) for other in order] + [result.results(name)] for name in order
    ]
    ax = _draw_cells(ax, cells, [*order, "all"], order, title)
    ax.axvline(len(order) - 0.5, color=TEXT, linewidth=2)
    ax.xaxis.tick_top()
    _write_note(ax, -12)
    return ax


def plot_sweep(result: Sweep, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """The heat map of a sweep over one or two settings: what each combination scored against the
    reference.

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
        raise ValueError(
            f"a heat map has two sides, and the sweep has {len(result.grid)} settings: {list(result.grid)}"
        )
    *upwards, rightwards = result.grid
    right, up = result.grid[rightwards], result.grid[upwards[0]] if upwards else [None]
    cells = [
        [result.matches[(above, value) if upwards else (value,)].results for value in right]
        for above in up
    ]
    rows = [_text(value) for value in up] if upwards else [""]
    ax = _draw_cells(
        ax,
        cells,
        [_text(value) for value in right],
        rows,
        title or f"Score against {result.reference}",
    )
    ax.set_xlabel(rightwards, fontsize=SIZE, color=TEXT)
    ax.set_ylabel(upwards[0] if upwards else "", fontsize=SIZE, color=TEXT)
    ax.invert_yaxis()
    _write_note(ax, -50)
    return ax


def _text(value: object) -> str:
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return f"{value:,}"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _lines(name: str, letters: int) -> str:
    return fill(name.replace("_", " "), letters)


def _draw_cells(
    ax: object,
    cells: Sequence[Sequence[Sequence[float]]],
    columns: Sequence[str],
    rows: Sequence[str],
    title: str | None,
) -> Axes:
    """A grid of coloured scores with their intervals; `cells` has the results of the games of each
    cell.
    """
    ax = checked_axes(ax, max(CELL[0] * len(columns) + 2.8, 6.5), CELL[1] * len(rows) + 2)
    scores = np.array(
        [[np.mean(results) if results else np.nan for results in row] for row in cells]
    )
    ax.imshow(scores, cmap=MEAN.with_extremes(bad=OUTSIDE), vmin=0, vmax=1, aspect="auto")
    for (row, column), score in np.ndenumerate(scores):
        if cells[row][column]:
            _write_score(ax, column, row, score, len(cells[row][column]))
    ax.set_xticks(
        range(len(columns)), [_lines(name, NAME_LENGTH) for name in columns], fontsize=SIZE - 1
    )
    ax.set_yticks(
        range(len(rows)), [_lines(name, 2 * NAME_LENGTH) for name in rows], fontsize=SIZE - 1
    )
    ax.tick_params(length=0, labelcolor=TEXT)
    ax.spines[:].set_visible(False)
    for column in range(1, len(columns)):
        ax.axvline(column - 0.5, color="white", linewidth=2)
    for row in range(1, len(rows)):
        ax.axhline(row - 0.5, color="white", linewidth=2)
    write_title(ax, title)
    return ax


def _write_note(ax: Axes, below: float) -> None:
    corner = {
        "xycoords": "axes fraction",
        "textcoords": "offset points",
        "ha": "right",
        "va": "top",
    }
    ax.annotate(NOTE, (1, 0), (0, below), fontsize=SMALL, color=MUTED, **corner)


def _write_score(ax: Axes, x: int, y: int, score: float, games: int) -> None:
    from mctslab.arena import score_interval

    low, high = score_interval(min(score * games, games), games)
    colour, weight = text_on(MEAN(score)), "normal" if low <= 0.5 <= high else "bold"
    middle = {"ha": "center", "color": colour, "weight": weight}
    ax.annotate(
        f"{score:.0%}",
        (x, y),
        (0, 1),
        textcoords="offset points",
        va="bottom",
        fontsize=SIZE,
        **middle,
    )
    interval = f"{100 * low:.0f} to {100 * high:.0f}%"
    ax.annotate(
        interval, (x, y), (0, -3), textcoords="offset points", va="top", fontsize=SMALL, **middle
    )
