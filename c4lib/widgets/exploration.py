"""What a search finds out about a position, and the pictures of it: the state of the explorer, without any widget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from c4lib._tools import whole_number
from c4lib.arena import score_interval
from c4lib.board import Board
from c4lib.fast.search import FastSearch
from c4lib.plots.canvas import NAMES
from c4lib.settings import SearchSettings

MOST_PLAYOUTS = 1_000_000
LOOK_SECONDS = 0.1  # between two looks at whether the search is still wanted
MOST_EXPECTED = 8  # moves of the principal variation to show: further down there were few playouts


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

    >>> [round(bound, 3) for bound in interval_of_mean(0.5, 100)], interval_of_mean(float("nan"), 0)
    ([0.404, 0.596], (0.0, 1.0))
    """
    if not visits or low == 1:
        return low, 1.0
    share = min(max((mean - low) / (1 - low), 0), 1)
    return tuple(low + (1 - low) * bound for bound in score_interval(share * visits, visits))


def _percent(share: float) -> str:
    return "<1 %" if 0 < share < 0.005 else f"{100 * share:.0f} %"
