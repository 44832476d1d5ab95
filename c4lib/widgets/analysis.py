"""What the widgets ask about a position, and the answers of a search and of the exact solver;
without any widget.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from c4lib._tools import Interrupts, real_number, whole_number
from c4lib.board import Board
from c4lib.fast.bitboard import BITS
from c4lib.fast.search import FastSearch
from c4lib.fast.solver import TooHard, solve
from c4lib.hex import HexBoard
from c4lib.node import Game, Move, SearchNode
from c4lib.phases import ucb1_values
from c4lib.plots.games import ending, move_name, side_name, situation
from c4lib.plots.terms import Rating
from c4lib.plots.words import counted, percent
from c4lib.search import Search, TreeSearch
from c4lib.settings import SearchSettings
from c4lib.study.interval import score_interval
from c4lib.study.perfect import exact_scores, perfect_winner

MOST_PLAYOUTS = 5_000_000  # whatever the time: the tree takes about 0.5 GB then
LOOK_SECONDS = 0.2  # between two looks at whether the search is still wanted
MOST_EXPECTED = 8  # moves of the principal variation to show: further down there were few playouts
MOST_POSITIONS = 1_000_000  # for the solver to look at: about half a second
MOST_HEX_SIZE = 3  # on which all positions are looked at
FEW_POSITIONS = 20_000  # the same for each move, if not all can be solved

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
        if self.seconds is not None:
            seconds = real_number(
                "seconds", self.seconds, "a number from 0.001 to 3600", 0.001, 3600
            )
            object.__setattr__(self, "seconds", seconds)
        else:
            whole_number("playouts", self.playouts, 1, MOST_PLAYOUTS)

    def __lt__(self, other: Limit) -> bool:
        """In the order of a slider: by playouts, then by seconds."""
        return (self.seconds or 0, self.playouts or 0) < (other.seconds or 0, other.playouts or 0)

    def __str__(self) -> str:
        return f"{self.seconds:g} s" if self.playouts is None else f"{self.playouts:,} playouts"


@dataclass(frozen=True)
class Request:
    """A position to analyse, and how; never changed (`dataclasses.replace` makes a variant).

    Attributes:
        board: the position.
        settings, limit: of the search.
        seed: of the random generator; the same seed gives the same tree.
    """

    board: Board
    settings: SearchSettings
    limit: Limit
    seed: int | tuple[int, ...]


# -------------------------------------------------------------------- what a search finds


@dataclass(frozen=True, eq=False)
class Analysis:
    """What is known about a position after a search.

    Attributes:
        request: what was asked.
        search: the search; None if the game is over.
        is_complete: whether the limit was reached, or the result is proven, or the game is over.

    >>> analysis = analyse(Request(Board(), SearchSettings(), Limit(1000), seed=1))
    >>> analysis.sentence
    '1,000 playouts: X plays column 3, with 22% of the visits.'
    >>> rating = analysis.ratings[3]
    >>> rating.visits, round(rating.mean, 3), [round(bound, 3) for bound in rating.interval]
    (217, 0.627, [0.561, 0.688])
    """

    request: Request
    search: Search | None = None
    is_complete: bool = True

    @property
    def playouts(self) -> int:
        """How many there were."""
        return self.search.iterations if self.search else 0

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """A `Rating` for every move, in the order of the columns; none if the game is over."""
        return () if self.search is None else ratings_of(self.search.root, self.request.settings)

    @property
    def means(self) -> dict[int, float | None]:
        """The mean of every legal move; None if the search did not visit it.

        >>> analyse(Request(Board.from_moves("333333"), SearchSettings(), Limit(3), seed=1)).means
        {0: None, 1: 1.0, 2: 0.0, 4: 0.0, 5: None, 6: None}
        """
        known = {move: mean for move, mean in self.search.means.items() if not math.isnan(mean)}
        return {move: known.get(move) for move in self.search.game.legal_moves()}

    @property
    def best_move(self) -> int | None:
        """The move that the search would play."""
        return self.search.best_move() if self.search else None

    @cached_property
    def expected(self) -> tuple[int, ...]:
        """The principal variation, as far as it is shown.

        >>> analyse(Request(Board(), SearchSettings(), Limit(1000), seed=1)).expected
        (3, 0, 1, 5)
        """
        return self.search.principal_variation()[:MOST_EXPECTED] if self.search else ()

    @property
    def sentence(self) -> str:
        """What was found, in one sentence."""
        board = self.request.board
        if self.search is None:
            result = ending(board, board.winner)
            return f"The game is over: {result}. There is nothing to search."
        done = counted(self.playouts, "playout")
        if not self.is_complete:
            done = f"Stopped at {done}"
        elif self.search.root.proof is not None:
            done = f"Proven after {done}"
        played = move_name(board, self.best_move)
        return f"{done}: {side_name(board, board.to_move)} plays {played}, with {self._share} of the visits."

    def sentence_at(self, node: SearchNode) -> str:
        """The same for a node of the tree; at the root, `sentence`."""
        if node.is_root:
            return self.sentence
        share = f"{percent(node.visits / self.search.root.visits)} of the visits"
        mean = f", {node.wins:g} wins in {node.visits:,}" if node.visits else ""
        return f"After {node.name}: {situation(node.game)}; {share}{mean}."

    @property
    def verdict(self) -> str:
        """How sure the search is of its best move.

        >>> analyse(Request(Board(), SearchSettings(), Limit(5000), seed=1)).verdict
        'mean 0.64, 45% of 5,000 playouts'
        """
        return f"mean {self.search.means[self.best_move]:.2f}, {self._share} of {self.playouts:,} playouts"

    @property
    def _share(self) -> str:
        """The best move's share of the visits."""
        visits = self.search.visits
        return percent(visits[self.best_move] / (sum(visits.values()) or 1))


def ratings_of(node: SearchNode, settings: SearchSettings) -> tuple[Rating, ...]:
    """A `Rating` for each child of a node, in the order of the moves.

    >>> root = TreeSearch(Board(), rng=1).run(100).root
    >>> [one.visits for one in ratings_of(root.children[3], SearchSettings())]
    [2, 3, 3, 4, 4, 4, 3]
    """
    children = node.children
    if not children:
        return tuple(
            Rating(move, 0, 0.0, math.nan, (settings.loss, 1.0), math.inf)
            for move in node.game.legal_moves()
        )
    total, values = (
        sum(child.visits for child in children) or 1,
        ucb1_values(node, children, settings),
    )
    return tuple(
        Rating(
            child.move, child.visits, child.visits / total, child.mean,
            interval_of_mean(child.mean, child.visits, settings.loss), value,
        )
        for child, value in zip(children, values)
    )  # fmt: skip


def nodes_along(root: SearchNode, moves: Iterable[Move]) -> list[SearchNode]:
    """The nodes from the `root` down along these moves, as far as the tree has them.

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


def any_search(board: Game, settings: SearchSettings, rng: np.random.Generator) -> Search:
    """A `FastSearch`, or a `TreeSearch` for another game, or a board that is too large for it.

    >>> any_search(Board(8, 8), SearchSettings(), np.random.default_rng(1))
    TreeSearch(0 iterations, 1 nodes)
    """
    kind = (
        FastSearch
        if isinstance(board, Board) and (board.rows + 1) * board.columns <= BITS
        else TreeSearch
    )
    return kind(board, settings, rng)


def analyse(
    request: Request,
    is_unwanted: Callable[[], bool] = lambda: False,
    on_progress: Callable[[float], object] = lambda share: None,
    search: Callable[..., Search] = FastSearch,
) -> Analysis:
    """Search the position of the `request`: with playouts, the same numbers as
    `FastSearch(...).run(...)` of this seed.

    Args:
        is_unwanted, on_progress: see `run_in_slices`.
        search: what makes the search from a board, settings and a generator.

    Raises:
        ValueError: there can be no such search.

    >>> analyse(Request(Board(), SearchSettings(), Limit(100), seed=1)).search
    FastSearch(100 iterations, 260 nodes, best move 3)
    """
    if request.board.is_terminal:
        return Analysis(request)
    made = search(request.board, request.settings, np.random.default_rng(request.seed))
    return Analysis(request, made, run_in_slices(made, request.limit, is_unwanted, on_progress))


def run_in_slices(
    search: Search,
    limit: Limit,
    is_unwanted: Callable[[], bool] = lambda: False,
    on_progress: Callable[[float], object] = lambda share: None,
) -> bool:
    """Run a new `search` up to the `limit`, or until its result is proven; False if it was unwanted
    or interrupted before.

    Args:
        is_unwanted: asked about ten times a second; when it says so, the search ends early.
        on_progress: called as often, with the share of the limit that is done.

    >>> search = FastSearch(Board(), rng=1)
    >>> run_in_slices(search, Limit(playouts=5000))
    True
    >>> search
    FastSearch(5000 iterations, 9948 nodes, best move 3)
    """
    playouts, seconds = limit.playouts or MOST_PLAYOUTS, limit.seconds or math.inf
    end, left, before = time.perf_counter() + seconds, seconds, Interrupts.count
    while True:
        search.run(playouts - search.iterations, min(LOOK_SECONDS, left))
        left = end - time.perf_counter()
        is_proven = search.settings.solve and search.root.proof is not None
        if search.iterations >= playouts or left <= 0 or is_proven:
            return True
        if is_unwanted() or Interrupts.count != before:
            return False
        on_progress(max(search.iterations / playouts, 1 - left / seconds if limit.seconds else 0))


# -------------------------------------------------------------------- the exact solver


def outcomes(board: Board | HexBoard) -> dict | None:
    """What each legal move leads to for the player who makes it, if both then play perfectly; None
    if not quick to tell.

    If only some are quick to tell (a win at once, a move that lets the other win), the others are
    "?".

    Args:
        board: a position in which the game is not over.

    >>> outcomes(Board())
    {0: 'loss', 1: 'loss', 2: 'draw', 3: 'win', 4: 'draw', 5: 'loss', 6: 'loss'}
    >>> outcomes(Board.from_moves("3")) is None
    True
    >>> outcomes(Board.from_moves("00112"))  # X threatens column 3
    {0: 'loss', 1: 'loss', 2: 'loss', 3: '?', 4: 'loss', 5: 'loss', 6: 'loss'}
    """
    if isinstance(board, HexBoard):
        if board.size > MOST_HEX_SIZE:
            return None
        winners = {move: perfect_winner(board.play(move)) for move in board.legal_moves()}
        return {
            move: "win" if winner == board.to_move else "loss" for move, winner in winners.items()
        }
    try:
        scores = exact_scores(board, MOST_POSITIONS)
    except ValueError:  # too many cells
        return None
    except TooHard:
        scores = {move: _score_after(board, move) for move in board.legal_moves()}
    found = {move: _word(score) for move, score in scores.items()}
    return None if set(found.values()) == {"?"} else found


def _score_after(board: Board, move: int) -> int | None:
    """The score of one move for the player who makes it, or at least its sign; None if it is not
    known at once.
    """
    after = board.play(move)
    if after.is_terminal:
        return 1 if after.winner else 0
    try:
        return -solve(after, FEW_POSITIONS)
    except TooHard:
        return None


def _word(score: int | None) -> str:
    return "?" if score is None else "win" if score > 0 else "loss" if score < 0 else "draw"
