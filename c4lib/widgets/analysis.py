"""What the widgets ask about a position, and the answers of a search and of perfect play."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from c4lib._tools import Interrupts, real_number, whole_number
from c4lib.board import Board
from c4lib.fast import any_search
from c4lib.node import Game, Move, SearchNode
from c4lib.phases import ucb1_values
from c4lib.plots.terms import Rating
from c4lib.plots.words import counted, move_name, percent, side_name, situation
from c4lib.search import Search
from c4lib.settings import SearchSettings
from c4lib.study.interval import score_interval
from c4lib.study.perfect import known_scores, perfect_outcomes

MOST_PLAYOUTS = 5_000_000  # whatever the time: the tree takes about 0.5 GB then
LOOK_SECONDS = 0.2  # between two looks at whether the search is still wanted
MOST_EXPECTED = 8  # moves of the principal variation to show: further down there were few playouts
MOST_POSITIONS = 1_000_000  # for the solver to look at: about half a second
FEW_POSITIONS = 20_000  # the same for each move, if not all can be solved; and of another game
EXACT_NEEDS = "exact results need numba, which is not installed"

# -------------------------------------------------------------------- what is asked


@dataclass(frozen=True)
class Limit:
    """How long to search: so many playouts, or so many seconds.

    Raises:
        ValueError: neither is given, or both, or a number is not allowed.

    >>> print(Limit(playouts=5000), Limit(seconds=0.5), sep="; ")
    5,000 playouts; 0.5 s
    """

    playouts: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.playouts is None) == (self.seconds is None):
            raise ValueError("give playouts=... or seconds=..., one of the two")
        if self.seconds is None:
            whole_number("playouts", self.playouts, 1, MOST_PLAYOUTS)
        else:
            real_number("seconds", self.seconds, "a number from 0.001 to 3600", 0.001, 3600)

    def __lt__(self, other: Limit) -> bool:
        """In the order of a slider: by playouts, then by seconds."""
        return (self.seconds or 0, self.playouts or 0) < (other.seconds or 0, other.playouts or 0)

    def __str__(self) -> str:
        return f"{self.seconds:g} s" if self.playouts is None else f"{self.playouts:,} playouts"


@dataclass(frozen=True)
class Request:
    """A position to analyse, and how; never changed (`dataclasses.replace` makes a variant).

    Attributes:
        game: the position.
        settings, limit: of the search.
        seed: of the random generator; the same seed gives the same tree.
    """

    game: Game
    settings: SearchSettings
    limit: Limit
    seed: int | tuple[int, ...]


# -------------------------------------------------------------------- what a search finds


class Analysis:
    """What is known about a position after a search.

    Args:
        request: what was asked.
        search: the search; None if the game is over.
        is_complete: whether the limit was reached, or the result is proven, or the game is over.

    Attributes:
        root: the root of the tree.
        playouts: how many there were.
        best_move: the move that the search would play; None if the game is over.
        expected: the principal variation, as far as it is shown.

    >>> analysis = finished(analyse(Request(Board(), SearchSettings(), Limit(1000), seed=1)))
    >>> analysis.sentence
    '1,000 playouts: X plays column 3, with 22% of the visits.'
    >>> analysis.expected
    (3, 0, 1, 5)
    """

    def __init__(
        self, request: Request, search: Search | None = None, is_complete: bool = True
    ) -> None:
        self.request = request
        self.search = search
        self.is_complete = is_complete
        self.root = search.root if search else SearchNode(request.game)
        self.playouts = search.iterations if search else 0
        self.best_move = search.best_move() if search else None
        self.expected = search.principal_variation()[:MOST_EXPECTED] if search else ()

    @property
    def means(self) -> dict[Move, float | None]:
        """The mean of every legal move; None if the search did not visit it.

        >>> request = Request(Board.from_moves("333333"), SearchSettings(), Limit(3), seed=1)
        >>> finished(analyse(request)).means
        {0: None, 1: 1.0, 2: 0.0, 4: 0.0, 5: None, 6: None}
        """
        unknown = dict.fromkeys(self.root.game.legal_moves())
        return unknown | {child.move: child.mean for child in self.root.children if child.visits}

    @property
    def sentence(self) -> str:
        """What was found, in one sentence."""
        game = self.root.game
        if self.search is None:
            return f"The game is over: {situation(game)}. There is nothing to search."
        done = counted(self.playouts, "playout")
        if not self.is_complete:
            done = f"Stopped at {done}"
        elif self.root.proof is not None:
            done = f"Proven after {done}"
        side = side_name(game, game.to_move)
        played = move_name(game, self.best_move)
        return f"{done}: {side} plays {played}, with {self._share} of the visits."

    @property
    def verdict(self) -> str:
        """How sure the search is of its best move.

        >>> request = Request(Board(), SearchSettings(), Limit(5000), seed=1)
        >>> finished(analyse(request)).verdict
        'mean 0.64, 45% of 5,000 playouts'
        """
        mean = self.search.means[self.best_move]
        return f"mean {mean:.2f}, {self._share} of {self.playouts:,} playouts"

    @property
    def _share(self) -> str:
        """The best move's share of the visits."""
        visits = self.search.visits
        return percent(visits[self.best_move] / (sum(visits.values()) or 1))


def ratings_of(node: SearchNode, settings: SearchSettings) -> tuple[Rating, ...]:
    """A `Rating` for each move of a node, in their order; none if the game is over.

    >>> from c4lib import TreeSearch
    >>> root = TreeSearch(Board(), rng=1).run(100).root
    >>> [one.visits for one in ratings_of(root.children[3], SearchSettings())]
    [2, 3, 3, 4, 4, 4, 3]
    """
    children = node.children
    if not children:
        unknown = 0, 0.0, math.nan, (settings.loss, 1.0), math.inf
        return tuple(Rating(move, *unknown) for move in node.game.legal_moves())
    total = sum(child.visits for child in children) or 1
    ratings = []
    for child, value in zip(children, ucb1_values(node, children, settings)):
        visits = child.visits
        mean = child.mean
        interval = interval_of_mean(mean, visits, settings.loss)
        ratings.append(Rating(child.move, visits, visits / total, mean, interval, value))
    return tuple(ratings)


def nodes_along(root: SearchNode, moves: Iterable[Move]) -> list[SearchNode]:
    """The nodes from the `root` down along these moves, as far as the tree has them.

    >>> from c4lib import TreeSearch
    >>> root = TreeSearch(Board(), rng=1).run(20).root
    >>> [node.move for node in nodes_along(root, [3, 2, 6, 6])]
    [None, 3, 2]
    """
    path = [root]
    for move in moves:
        below = next((child for child in path[-1].children if child.move == move), None)
        if below is None:
            break
        path.append(below)
    return path


def interval_of_mean(mean: float, visits: int, low: float = 0.0) -> tuple[float, float]:
    """The 95 % interval of a `mean` of rewards from `low` to 1, after Wilson (1927).

    It covers the randomness of the playouts, as if they were independent; it does not say how far
    the mean is from perfect play. With draws the true interval is narrower. T wins in 2T visits
    count as if they had been seen.

    >>> [round(bound, 3) for bound in interval_of_mean(0.5, 100)], interval_of_mean(float("nan"), 0)
    ([0.404, 0.596], (0.0, 1.0))
    """
    if not visits or low == 1:
        return low, 1.0
    share = min(max((mean - low) / (1 - low), 0), 1)
    return tuple(low + (1 - low) * bound for bound in score_interval(share * visits, visits))


# -------------------------------------------------------------------- the search

Steps = Generator[None, bool, object]
"""Work in steps, which is sent at each whether it is unwanted (see `Worker`), and returns a result."""


def finished(steps: Steps) -> object:
    """What the work returns when it is done to its end.

    >>> finished(analyse(Request(Board(), SearchSettings(), Limit(100), seed=1))).search
    FastSearch(100 iterations, 260 nodes, best move 3)
    """
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def analyse(request: Request, on_progress: Callable[[float], object] = lambda share: None) -> Steps:
    """Search the position of the `request`, in steps; they return the `Analysis`.

    With playouts, the numbers are those of one `run` of a search with this seed.

    Args:
        on_progress: called after each step with the share of the limit that is done.

    Raises:
        ValueError: there can be no such search.
    """
    if request.game.is_terminal:
        return Analysis(request)
    search = any_search(request.game, request.settings, np.random.default_rng(request.seed))
    is_complete = yield from run_in_slices(search, request.limit, on_progress)
    return Analysis(request, search, is_complete)


def run_in_slices(search: Search, limit: Limit, on_progress: Callable[[float], object]) -> Steps:
    """Run a new `search` up to the `limit`, in steps, or until its result is proven.

    They return whether it came so far; not if it was unwanted or interrupted before.

    >>> from c4lib import TreeSearch
    >>> search = TreeSearch(Board(), rng=1)
    >>> finished(run_in_slices(search, Limit(playouts=500), print)), search.iterations
    (True, 500)
    """
    playouts = limit.playouts or MOST_PLAYOUTS
    seconds = limit.seconds or math.inf
    start = time.perf_counter()
    interrupts = Interrupts.count
    passed = 0.0
    while True:
        search.run(playouts - search.iterations, min(LOOK_SECONDS, seconds - passed))
        passed = time.perf_counter() - start
        share = max(search.iterations / playouts, passed / seconds)
        if share >= 1 or (search.settings.solve and search.root.proof is not None):
            return True
        if (yield) or Interrupts.count != interrupts:
            return False
        on_progress(share)


# -------------------------------------------------------------------- perfect play


def exact_needs(game: Game) -> str:
    """What is missing for exact results of this game, as a sentence; "" if nothing is."""
    is_there = not isinstance(game, Board) or find_spec("numba") is not None
    return "" if is_there else EXACT_NEEDS


def outcomes(game: Game) -> dict[Move, str] | None:
    """What each legal move leads to for the player who makes it, if both then play perfectly.

    "win", "draw", "loss", or "?" if that is not quick to tell (a win at once, and a move that lets
    the other win, are); None if it is of no move, or if numba is missing.

    Args:
        game: a position in which the game is not over.

    >>> outcomes(Board())
    {0: 'loss', 1: 'loss', 2: 'draw', 3: 'win', 4: 'draw', 5: 'loss', 6: 'loss'}
    >>> outcomes(Board.from_moves("3")) is None
    True
    >>> outcomes(Board.from_moves("00112"))  # X threatens column 3
    {0: 'loss', 1: 'loss', 2: 'loss', 3: '?', 4: 'loss', 5: 'loss', 6: 'loss'}
    """
    if not isinstance(game, Board):
        return perfect_outcomes(game, FEW_POSITIONS)
    scores = known_scores(game)
    if scores is None:
        scores = {} if exact_needs(game) else _solved(game)
    found = {move: _word(score) for move, score in scores.items()}
    return None if set(found.values()) <= {"?"} else found


def _solved(board: Board) -> dict[int, int | None]:
    """The score of each move, or at least its sign, as far as the solver finds them in time."""
    from c4lib.fast.solver import TooHard, solve, solve_moves  # loads numba

    try:
        return solve_moves(board, MOST_POSITIONS)
    except ValueError:  # too many cells
        return {}
    except TooHard:
        pass
    scores = {}
    for move in board.legal_moves():
        after = board.play(move)
        if after.is_terminal:
            scores[move] = 1 if after.winner else 0
            continue
        try:
            scores[move] = -solve(after, FEW_POSITIONS)
        except TooHard:
            scores[move] = None
    return scores


def _word(score: int | None) -> str:
    if score is None:
        return "?"
    return "win" if score > 0 else "loss" if score < 0 else "draw"
