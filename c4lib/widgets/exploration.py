"""What a search finds out about a position, and the pictures of it: the state of the explorer, without any widget."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from c4lib._tools import whole_number
from c4lib.arena import score_interval
from c4lib.board import Board
from c4lib.fast.search import FastSearch
from c4lib.plots import plot_tree
from c4lib.plots.canvas import (
    EDGE,
    EXPLOITATION,
    EXPLORATION,
    HIGHLIGHT,
    MUTED,
    NAMES,
    OUTSIDE,
    PLAYERS,
    VISITS,
    circles,
    drawing_axes,
    glyphs,
    polygons,
    rectangle,
    text_on,
    write,
)  # fmt: skip
from c4lib.settings import SearchSettings
from c4lib.widgets.board_view import draw_mark

MOST_PLAYOUTS = 1_000_000
LOOK_SECONDS = 0.1  # between two looks at whether the search is still wanted
MOST_EXPECTED = 8  # moves of the principal variation to show: further down there were few playouts
NODES, DEPTH = 20, 2  # of the tree that is drawn
INTERVAL = "#8CC0E6"  # a light tone of the mean's colour


@dataclass(frozen=True)
class Plan:
    """What is to be searched, and how; checked when made, never changed (`dataclasses.replace` makes a variant).

    Attributes:
        board: the position; it may be finished.
        settings: the choices of the search.
        playouts: how many, up to a million.
        seed: the same seed gives the same tree.

    Raises:
        ValueError: one of them means nothing.

    >>> Plan(Board(), playouts=0)
    Traceback (most recent call last):
        ...
    ValueError: playouts must be a whole number, at least 1, not 0
    """

    board: Board
    settings: SearchSettings = SearchSettings()
    playouts: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.board, Board):
            raise ValueError(f"this explores Connect Four, so it needs a Board, not {self.board!r}")
        if not isinstance(self.settings, SearchSettings):
            raise ValueError(f"settings must be a SearchSettings, not {self.settings!r}")
        playouts = whole_number("playouts", self.playouts, at_least=1)
        if playouts > MOST_PLAYOUTS:
            raise ValueError(f"playouts must be at most {MOST_PLAYOUTS:,}, not {playouts:,}")
        object.__setattr__(self, "playouts", playouts)
        object.__setattr__(self, "seed", whole_number("seed", self.seed, at_least=0))


class Rating(NamedTuple):
    """What a search says about one move: the numbers of a row of the picture.

    Attributes:
        move: the column.
        visits: of the node it leads to, prior ones included, like everything here.
        share: of the visits of all moves.
        mean: wins / visits, NaN if there are none.
        interval: the lower and upper bound of the mean, see `interval_of_mean`.
        value: UCB1, as the next selection will see it; infinite if not visited, unless the settings say otherwise.
    """

    move: int
    visits: int
    share: float
    mean: float
    interval: tuple[float, float]
    value: float


class Findings:
    """What is known about a position after a search, complete or stopped before.

    Attributes:
        plan: what was searched for.
        search: the `FastSearch`; None if the game is over.

    >>> findings = explore(Plan(Board(), seed=1))
    >>> findings.sentence
    '1,000 playouts: X plays column 3, with 22 % of the visits.'
    >>> rating = findings.ratings[3]
    >>> rating.visits, round(rating.mean, 3), [round(bound, 3) for bound in rating.interval]
    (217, 0.627, [0.561, 0.688])
    """

    def __init__(self, plan: Plan, search: FastSearch | None) -> None:
        self.plan, self.search = plan, search

    @property
    def playouts(self) -> int:
        """How many there were."""
        return self.search.iterations if self.search else 0

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to do: all playouts were made, the result is proven, or the game is over."""
        return self.search is None or self.playouts >= self.plan.playouts or self.search.root.proof is not None

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """A `Rating` for every move, in the order of the columns; none if the game is over."""
        if self.search is None:
            return ()
        visits, means, values = self.search.visits, self.search.means, self.search.ucb1
        total, low = sum(visits.values()), self.plan.settings.loss
        return tuple(
            Rating(
                move, count, count / (total or 1), means[move], interval_of_mean(means[move], count, low), values[move]
            )
            for move, count in visits.items()
        )

    @property
    def best_move(self) -> int | None:
        """The move that the search would play."""
        return self.search.best_move() if self.search else None

    @property
    def expected(self) -> tuple[int, ...]:
        """The principal variation, as far as it is shown.

        >>> explore(Plan(Board(), seed=1)).expected
        (3, 0, 1, 5)
        """
        return self.search.principal_variation()[:MOST_EXPECTED] if self.search else ()

    @property
    def sentence(self) -> str:
        """What was found, in one sentence."""
        board = self.plan.board
        if self.search is None:
            result = f"{NAMES[board.winner]} has won" if board.winner else "it is a draw"
            return f"The game is over: {result}. There is nothing to search."
        done = f"{self.playouts:,} playout{'s' if self.playouts > 1 else ''}"
        if not self.is_complete:
            done = f"Stopped at {done}"
        elif self.search.root.proof is not None:
            done = f"Proven after {done}"
        share = next(rating.share for rating in self.ratings if rating.move == self.best_move)
        return f"{done}: {NAMES[board.to_move]} plays column {self.best_move}, with {_percent(share)} of the visits."


def explore(
    plan: Plan,
    is_unwanted: Callable[[], bool] = lambda: False,
    on_progress: Callable[[float], object] = lambda share: None,
) -> Findings:
    """Carry out the `plan`: what is found, by the same numbers as `FastSearch(...).run(...)` of the same seed.

    Args:
        is_unwanted: looked at about ten times a second; when it says so, the search ends early.
        on_progress: called as often, with the share of the playouts that is done.

    Raises:
        ValueError: `FastSearch` cannot search this board with these settings.

    >>> explore(Plan(Board(), playouts=100, seed=1)).search
    FastSearch(100 iterations, 260 nodes, best move 3)
    """
    if plan.board.is_terminal:
        return Findings(plan, None)
    findings = Findings(plan, FastSearch(plan.board, plan.settings, plan.seed))
    while True:
        findings.search.run(plan.playouts - findings.playouts, seconds=LOOK_SECONDS)
        if findings.is_complete or is_unwanted():
            return findings
        on_progress(findings.playouts / plan.playouts)


def interval_of_mean(mean: float, visits: int, low: float = 0.0) -> tuple[float, float]:
    """The 95 % interval of a `mean` of rewards from `low` to 1, after Wilson (1927).

    It tells the luck of the playouts, as if they were independent; not how far the mean is from perfect play. Draws
    only make the truth closer to the mean. T wins in 2T visits count as if they had been seen.

    >>> [round(bound, 3) for bound in interval_of_mean(0.5, 100)], interval_of_mean(math.nan, 0)
    ([0.404, 0.596], (0.0, 1.0))
    """
    if not visits or low == 1:
        return low, 1.0
    share = min(max((mean - low) / (1 - low), 0), 1)
    return tuple(low + (1 - low) * bound for bound in score_interval(share * visits, visits))


# -------------------------------------------------------------------- pictures

# Where things stand in the table of ratings, in heights of a row.
VISITS_LEFT, VISITS_RIGHT = 1.7, 6.7
MEAN_LEFT, MEAN_RIGHT, MEAN_NUMBER = 7.4, 12.4, 12.8
VALUE_LEFT, VALUE_RIGHT, VALUE_NUMBERS = 15.1, 19.3, 19.6
TABLE, EXACT = 24.9, 3.6  # without the column of exact results, and the width of that
SIZE = 0.64  # of the numbers


def draw_ratings(ax: Axes, findings: Findings, marks: Mapping[int, str] | None = None) -> None:
    """A table with a row for each move: share of visits, mean with its interval, and the two terms of UCB1.

    Args:
        marks: "win", "draw" or "loss", or another short text, by move: what is exactly true, to stand beside the estimates.
    """
    ratings = findings.ratings
    height = max(len(ratings), 5) + 3.5
    drawing_axes(ax, 0, TABLE if marks is None else TABLE + EXACT, -height, 0, None, 1)
    if not ratings:
        write(ax, TABLE / 2, -height / 2, "no move to rate", 1, color=MUTED)
        return
    rows = {rating: -2.5 - row for row, rating in enumerate(ratings)}
    _draw_header(ax, findings)
    _draw_visits(ax, rows, findings.best_move)
    _draw_means(ax, rows, findings.plan.settings.loss)
    _draw_values(ax, rows)
    if marks is not None:
        _draw_marks(ax, rows, marks)


def _draw_header(ax: Axes, findings: Findings) -> None:
    """Two lines above the columns, and a note below the table."""
    name = NAMES[findings.plan.board.to_move]
    titles = {
        VISITS_LEFT: "visits",
        MEAN_LEFT: f"mean for {name}",
        VALUE_LEFT: f"UCB1, N = {findings.search.root.visits:,}",
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
    write(ax, 0.4, -len(findings.ratings) - 3.1, note, 0.52, ha="left", color=MUTED)


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


def draw_top(ax: Axes, findings: Findings) -> None:
    """The top of the tree, with the principal variation marked."""
    if findings.search is None:
        drawing_axes(ax, 0, 1, 0, 1, None, 1)
        return
    path = [findings.search.root]
    for move in findings.expected[:DEPTH]:
        path += [child for child in path[-1].children if child.move == move]
    plot_tree(findings.search, path=path, max_nodes=NODES, max_depth=DEPTH, ax=ax)


def draw_expected(ax: Axes, findings: Findings) -> None:
    """On a picture of the board: the moves of the principal variation as small discs with their numbers."""
    board = findings.plan.board
    for order, move in enumerate(findings.expected, 1):
        after = board.play(move)
        row = int(np.argmax(board.cells[:, move] != after.cells[:, move]))
        x, y, colour = move + 0.5, board.rows - row - 0.5, PLAYERS[board.to_move]
        circles(ax, [(x, y)], 0.29, colour, 4)
        write(ax, x, y, f"{order}", 0.38, color=text_on(colour), weight="bold")
        board = after
