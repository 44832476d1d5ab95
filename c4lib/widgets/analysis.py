"""What a player, a search and the exact solver are asked about a position, and their answers; without any widget."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from c4lib._tools import real_number, whole_number
from c4lib.arena.perfect import exact_scores
from c4lib.board import Board
from c4lib.fast.bitboard import BITS
from c4lib.fast.search import FastSearch
from c4lib.fast.solver import TooHard, solve
from c4lib.search import Search, TreeSearch
from c4lib.settings import SearchSettings

MOST_PLAYOUTS = 5_000_000  # whatever the time: the tree takes about 0.5 GB then
LOOK_SECONDS = 0.1  # between two looks at whether the search is still wanted
MOST_POSITIONS = 1_000_000  # for the solver to look at: about half a second
FEW_POSITIONS = 20_000  # the same for each move, if not all can be solved
LETTERS = 40  # of a player's name

# -------------------------------------------------------------------- what is asked


@dataclass(frozen=True)
class Limit:
    """How long to think about a move: so many playouts, or so many seconds.

    Raises:
        ValueError: it is neither, or both, or a number that means nothing.

    >>> print(Limit(playouts=5000), Limit(seconds=0.5), sep="; ")
    5,000 playouts; 0.5 s
    """

    playouts: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.playouts is None) == (self.seconds is None):
            raise ValueError("give playouts=... or seconds=..., one of the two")
        if self.seconds is not None:
            seconds = real_number("seconds", self.seconds, "a number from 0.001 to 3600", 0.001, 3600)
            object.__setattr__(self, "seconds", seconds)
        elif whole_number("playouts", self.playouts, at_least=1) > MOST_PLAYOUTS:
            raise ValueError(f"playouts must be at most {MOST_PLAYOUTS:,}, not {self.playouts:,}")

    @property
    def most_playouts(self) -> int:
        """So many there can be at most."""
        return MOST_PLAYOUTS if self.playouts is None else self.playouts

    def __str__(self) -> str:
        return f"{self.seconds:g} s" if self.playouts is None else f"{self.playouts:,} playouts"


@dataclass(frozen=True, eq=False)
class Task:
    """What there is to think about: one position of one game; compared by identity, so that an old one is told.

    Attributes:
        board: the position.
        settings, limit: of a search.
        seed: of the random generator; the same position of the same game has the same.
    """

    board: Board
    settings: SearchSettings
    limit: Limit
    seed: tuple[int, ...]

    @property
    def rng(self) -> np.random.Generator:
        """A new random generator."""
        return np.random.default_rng(self.seed)


# -------------------------------------------------------------------- a search


def new_search(board: Board, settings: SearchSettings, rng: np.random.Generator) -> Search:
    """A `FastSearch`, or on boards that are too large for it a `TreeSearch`.

    >>> new_search(Board(8, 8), SearchSettings(), np.random.default_rng(1))
    TreeSearch(0 iterations, 1 nodes)
    """
    kind = FastSearch if (board.rows + 1) * board.columns <= BITS else TreeSearch
    return kind(board, settings, rng)


def think(
    search: Search,
    limit: Limit,
    is_unwanted: Callable[[], bool] = lambda: False,
    on_progress: Callable[[float], object] = lambda share: None,
) -> None:
    """Run the `search` up to the `limit`, or until its result is proven; with playouts, the same as at once.

    Args:
        is_unwanted: looked at about ten times a second; when it says so, the search ends early.
        on_progress: called as often, with the share of the limit that is done.

    >>> search = FastSearch(Board(), rng=1)
    >>> think(search, Limit(playouts=5000))
    >>> search
    FastSearch(5000 iterations, 9948 nodes, best move 3)
    """
    seconds = limit.seconds or math.inf
    end = time.perf_counter() + seconds
    share, left = 0.0, seconds
    while share < 1 and search.root.proof is None and not is_unwanted():
        if share:
            on_progress(share)
        search.run(limit.most_playouts - search.iterations, min(LOOK_SECONDS, left))
        left = end - time.perf_counter()
        share = max(search.iterations / limit.most_playouts, 1 - left / seconds if limit.seconds else 0)


def rating(search: Search) -> dict[int, float | None]:
    """The mean of every legal move for the player to move; None if the search did not visit it.

    >>> search = FastSearch(Board.from_moves("333333"), rng=1).run(3)
    >>> rating(search)
    {0: None, 1: 1.0, 2: 0.0, 4: 0.0, 5: None, 6: None}
    """
    known = {move: mean for move, mean in search.means.items() if not math.isnan(mean)}
    return {move: known.get(move) for move in search.game.legal_moves()}


def choice_in_words(search: Search) -> str:
    """How sure the search is of its best move.

    >>> choice_in_words(FastSearch(Board(), rng=1).run(5000))
    'mean 0.64, 45 % of 5,000 playouts'
    """
    best, visits = search.best_move(), search.visits
    mean, share = search.means[best], visits[best] / (sum(visits.values()) or 1)
    return f"mean {mean:.2f}, {share:.0%} of {search.iterations:,} playouts".replace("%", " %")


# -------------------------------------------------------------------- the exact solver


def outcomes(board: Board) -> dict[int, str] | None:
    """What each legal move leads to for the player who makes it, if both play perfectly then; None if not quick to tell.

    If only some are quick to tell (a win at once, a move that lets the other win), the others are "?".

    Args:
        board: a position in which the game is not over.

    >>> outcomes(Board())
    {0: 'loss', 1: 'loss', 2: 'draw', 3: 'win', 4: 'draw', 5: 'loss', 6: 'loss'}
    >>> outcomes(Board.from_moves("3")) is None
    True
    >>> outcomes(Board.from_moves("00112"))  # X threatens column 3
    {0: 'loss', 1: 'loss', 2: 'loss', 3: '?', 4: 'loss', 5: 'loss', 6: 'loss'}
    """
    try:
        scores = exact_scores(board, MOST_POSITIONS)
    except ValueError:  # too many cells
        return None
    except TooHard:
        scores = {move: _score_after(board, move) for move in board.legal_moves()}
    found = {move: _word(score) for move, score in scores.items()}
    return None if set(found.values()) == {"?"} else found


def _score_after(board: Board, move: int) -> int | None:
    """The score of one move for the player who makes it, or at least its sign; None if it is not known at once."""
    after = board.play(move)
    if after.is_terminal:
        return 1 if after.winner else 0
    try:
        return -solve(after, FEW_POSITIONS)
    except TooHard:
        return None


def _word(score: int | None) -> str:
    return "?" if score is None else "win" if score > 0 else "loss" if score < 0 else "draw"


# -------------------------------------------------------------------- any player


def name_of(player: Callable[[Board, np.random.Generator], int]) -> str:
    """What to call a player: by its `name`, as a function, or by what it prints, if that is short and always the same.

    >>> from c4lib.players import MCTSPlayer, random_player
    >>> name_of(random_player), name_of(MCTSPlayer(playouts=500)), name_of(lambda board, rng: 3)
    ('random_player', 'MCTS, 500 playouts', 'the opponent')
    """
    for name in (getattr(player, "name", None), getattr(player, "__name__", None), repr(player)):
        if isinstance(name, str) and 0 < len(name) <= LETTERS and name != "<lambda>" and " at 0x" not in name:
            return name
    return "the opponent"


def error_in_words(error: BaseException, caller: str) -> str:
    """The error, and the first line in which it happened outside the file of the `caller`.

    >>> try:
    ...     [][0]
    ... except IndexError as error:
    ...     error_in_words(error, caller=__file__)
    'IndexError: list index out of range, in line 2 of <module>'
    """
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != caller]
    place = f", in line {frames[0].lineno} of {frames[0].name}" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
