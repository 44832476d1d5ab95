"""What the widgets ask about a position, and the answers of a search and of perfect play."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np
from ipywidgets import ToggleButton

from c4lib._tools.arguments import one_of
from c4lib._tools.interrupts import Interrupts
from c4lib.board import Board
from c4lib.fast import any_search
from c4lib.node import Game, Move, SearchNode
from c4lib.phases import ucb1_values
from c4lib.plots.terms import Candidate, candidates_of
from c4lib.search import Search
from c4lib.settings import SearchSettings
from c4lib.study.perfect import known_scores, perfect_outcomes
from c4lib.text import counted, move_name, percent, side_name, situation
from c4lib.widgets.controls import switch

MOST_PLAYOUTS = 5_000_000  # whatever the time: the tree takes about 0.5 GB then
LOOK_SECONDS = 0.1  # between two looks at whether the search is still wanted
MOST_EXPECTED = 8  # moves of the principal variation to show: further down there were few playouts
MOST_POSITIONS = 1_000_000  # for the solver to look at: about half a second
FEW_POSITIONS = 20_000  # the same for each move, if not all can be solved; and of another game
EXACT_NEEDS = "exact results need numba, which is not installed"

# -------------------------------------------------------------------- what is asked


class Limit(NamedTuple):
    """How long to search: so many seconds, or so many playouts; the other is 0. Limits sort like this.

    >>> print(*sorted([Limit(seconds=0.5), Limit(playouts=5000)]), sep="; ")
    5,000 playouts; 0.5 s
    """

    seconds: float = 0
    playouts: int = 0

    def __str__(self) -> str:
        return f"{self.seconds:g} s" if self.seconds else f"{self.playouts:,} playouts"


class Request(NamedTuple):
    """A position to analyse, and how.

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

    >>> request = Request(Board(), SearchSettings(), Limit(playouts=1000), seed=1)
    >>> analysis = finished(analyse(request))
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

        >>> game = Board.from_moves("333333")
        >>> request = Request(game, SearchSettings(), Limit(playouts=3), seed=1)
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
        visits = self.search.visits
        share = percent(visits[self.best_move] / (sum(visits.values()) or 1))
        return f"{done}: {side} plays {played}, with {share} of the visits."


def ratings_of(node: SearchNode, settings: SearchSettings) -> list[Candidate]:
    """A `Candidate` for each move of a node, in their order; none if the game is over.

    >>> from c4lib import TreeSearch
    >>> root = TreeSearch(Board(), rng=1).run(100).root
    >>> [one.visits for one in ratings_of(root.children[3], SearchSettings())]
    [2, 3, 3, 4, 4, 4, 3]
    """
    children = node.children
    if children:
        return candidates_of(children, ucb1_values(node, children, settings))
    return [Candidate(move, math.nan, math.inf, 0) for move in node.game.legal_moves()]


# -------------------------------------------------------------------- the search

Steps = Generator[None, bool, object]
"""Work in steps, which is sent at each whether it is unwanted (see `Worker`), and returns a result."""


def finished(steps: Steps) -> object:
    """What the work returns when it is done to its end.

    >>> request = Request(Board(), SearchSettings(), Limit(playouts=100), seed=1)
    >>> finished(analyse(request)).search
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
    is_complete = yield from _run_in_slices(search, request.limit, on_progress)
    return Analysis(request, search, is_complete)


def _run_in_slices(search, limit, on_progress):
    """Run a new `search` up to the `limit`, in steps, or until its result is proven.

    They return whether it came so far; not if it was unwanted or interrupted before.

    >>> from c4lib import TreeSearch
    >>> search = TreeSearch(Board(), rng=1)
    >>> finished(_run_in_slices(search, Limit(playouts=50), lambda share: None)), search.iterations
    (True, 50)
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


def exact_switch(game: Game, value: bool) -> ToggleButton:
    """A switch for the exact results of a game, disabled if they need numba and there is none.

    Raises:
        ValueError: `value` is neither True nor False.

    >>> exact_switch(Board(), True).tooltip
    'Show what the moves lead to if both play perfectly, where that is known'
    """
    value = one_of("exact", value, (True, False))
    if isinstance(game, Board) and find_spec("numba") is None:
        made = switch("Exact", EXACT_NEEDS)
        made.disabled = True
        return made
    tooltip = "Show what the moves lead to if both play perfectly, where that is known"
    return switch("Exact", tooltip, value)


def outcomes(game: Game) -> dict[Move, str]:
    """What each legal move leads to for the player who makes it, if both then play perfectly.

    "win", "draw", "loss", or "?" if that is not quick to tell (a win at once, and a move that lets
    the other win, are).

    Args:
        game: a position in which the game is not over.

    >>> outcomes(Board())
    {0: 'loss', 1: 'loss', 2: 'draw', 3: 'win', 4: 'draw', 5: 'loss', 6: 'loss'}
    >>> outcomes(Board.from_moves("3"))
    {0: '?', 1: '?', 2: '?', 3: '?', 4: '?', 5: '?', 6: '?'}
    >>> outcomes(Board.from_moves("00112"))  # X threatens column 3
    {0: 'loss', 1: 'loss', 2: 'loss', 3: '?', 4: 'loss', 5: 'loss', 6: 'loss'}
    """
    unknown = dict.fromkeys(game.legal_moves(), "?")
    if not isinstance(game, Board):
        return perfect_outcomes(game, FEW_POSITIONS) or unknown
    scores = known_scores(game)
    if scores is None:
        scores = _solved(game)
    return unknown | {move: _word(score) for move, score in scores.items()}


def _solved(board):
    """The scores of the moves, or at least their signs, as far as the solver finds them in time."""
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
        with suppress(TooHard):
            scores[move] = -solve(after, FEW_POSITIONS)
    return scores


def _word(score):
    if score > 0:
        return "win"
    return "loss" if score < 0 else "draw"
