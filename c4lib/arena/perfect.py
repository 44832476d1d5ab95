"""Perfect play: exactly solved positions, and how far a player is from them.

The positions are in `data/perfect_play.csv`: the empty board, 60 for each number of discs from 8 to 39, and 40 with fewer;
their scores come from a perfect solver. How they were picked is not recorded, but the moves that lead to them look random:
all columns open about equally often. They are not positions from games of good players.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Executor
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from c4lib._tools import one_of, whole_number, whole_seed
from c4lib.arena.journal import Journal
from c4lib.arena.parallel import run_all
from c4lib.arena.score import score_interval
from c4lib.board import Board
from c4lib.fast.solver import MAX_NODES, solve_moves
from c4lib.players import Player, player_name

if TYPE_CHECKING:
    import pandas as pd

FILE = Path(__file__).parents[1] / "data" / "perfect_play.csv"
ROWS, COLUMNS = 6, 7  # of all boards in the file

KINDS = ("several", "only one", "forced", "any")
PLIES_PER_ROW = 8  # of the table by ply


# -------------------------------------------------------------------- the solved positions


@dataclass(frozen=True, eq=False)
class SolvedPositions:
    """Positions of 6 x 7 with the exact score of every move, as arrays with one entry a position, n in all.

    A score is that of `solver.solve`: 0 a draw, n a win with the n-th disc from the last, -n a loss. A move is *optimal*
    if no other has a higher score, and *sound* if it keeps the outcome: a player who can win still wins, a player who can
    draw does not lose.

    Attributes:
        moves: n strings, the columns played from the empty board.
        plies: shape (n,), how many moves that are.
        cells: int8, shape (n, 6, 7), the discs as in `Board.cells`.
        scores: float64, shape (n, 7), the score of each column for the player to move; NaN where it is full.
        optimal, sound: bool, shape (n, 7), which columns are such moves.
        kinds: shape (n,), what there is to choose from: "several" sound moves, and others; "only one" sound move;
            "forced": only one move at all; "any": all moves are sound, mostly because the game is won or lost anyway.
    """

    moves: tuple[str, ...]
    plies: np.ndarray
    cells: np.ndarray
    scores: np.ndarray
    optimal: np.ndarray
    sound: np.ndarray
    kinds: np.ndarray

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"SolvedPositions({len(self)} positions, plies {self.plies.min()} to {self.plies.max()})"

    def board(self, place: int) -> Board:
        """The position with this index.

        >>> solved_positions().board(0) == Board()
        True
        """
        return Board.from_moves(self.moves[place])


@lru_cache
def solved_positions() -> SolvedPositions:
    """The positions that come with the package: the empty board, and some of every ply from 2 to 39.

    Those with 27 plies and more were solved twice, in different ways.

    >>> solved = solved_positions()
    >>> solved
    SolvedPositions(1961 positions, plies 0 to 39)
    >>> solved.scores[0]  # of the empty board: only the middle column wins
    array([-2., -1.,  0.,  1.,  0., -1., -2.])
    >>> [sum(moves.startswith(column) for moves in solved.moves) for column in "0123456"]  # as in random games
    [307, 303, 262, 266, 299, 263, 260]
    """
    lines = [line.split(",") for line in FILE.read_text(encoding="ascii").splitlines()[1:]]
    moves = tuple(line[0] for line in lines)
    scores = np.array([[float(score or "nan") for score in line[1:]] for line in lines])
    best = np.nanmax(scores, axis=1, keepdims=True)
    optimal, sound = scores == best, np.sign(scores) == np.sign(best)
    arrays = np.array([len(text) for text in moves]), _cells_after(moves), scores, optimal, sound, _kinds(scores, sound)
    for array in arrays:
        array.flags.writeable = False
    return SolvedPositions(moves, *arrays)


def _cells_after(moves: Sequence[str]) -> np.ndarray:
    """The discs at the end of n games at once: int8, shape (n, rows, columns)."""
    letters = np.array(moves, dtype="S").view(np.uint8).reshape(len(moves), -1)  # shorter texts are padded with 0
    cells = np.zeros((len(moves), ROWS, COLUMNS), np.int8)
    heights = np.zeros((len(moves), COLUMNS), np.intp)
    for ply in range(letters.shape[1]):
        games = np.flatnonzero(letters[:, ply])
        columns = letters[games, ply] - ord("0")
        cells[games, ROWS - 1 - heights[games, columns], columns] = 1 + ply % 2
        heights[games, columns] += 1
    return cells


def _kinds(scores: np.ndarray, sound: np.ndarray) -> np.ndarray:
    legal_count, sound_count = (~np.isnan(scores)).sum(axis=1), sound.sum(axis=1)
    conditions = [legal_count == 1, sound_count == legal_count, sound_count == 1]
    return np.select(conditions, ["forced", "any", "only one"], default="several")


@lru_cache
def _places() -> dict[bytes, int]:
    """The index of the position with these cells."""
    return {cells.tobytes(): place for place, cells in enumerate(solved_positions().cells)}


# -------------------------------------------------------------------- the truth about a position


def exact_scores(board: Board, max_nodes: int | None = None) -> dict[int, int]:
    """The exact score of each legal move, for the player who makes it: from the table, or else from the solver.

    Args:
        board: a position in which the game is not over.
        max_nodes: how many positions the solver may look at; None: as many as it does by default.

    Raises:
        ValueError: the game is over, or the board is too large for the solver.
        TooHard: the position is not in the table, and `max_nodes` was not enough.

    >>> exact_scores(Board())
    {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}
    >>> exact_scores(Board(rows=4, columns=5))
    {0: -1, 1: 0, 2: 0, 3: 0, 4: -1}
    """
    scores = known_scores(board)
    return solve_moves(board, MAX_NODES if max_nodes is None else max_nodes) if scores is None else scores


def known_scores(board: Board) -> dict[int, int] | None:
    """The exact score of each legal move, if the position or its mirror image is in the table; else None.

    >>> known_scores(Board.from_moves("16"))
    {0: -1, 1: 3, 2: 0, 3: 3, 4: 0, 5: -2, 6: -1}
    >>> known_scores(Board.from_moves("50"))  # the mirror image
    {0: -1, 1: -2, 2: 0, 3: 3, 4: 0, 5: 3, 6: -1}
    >>> known_scores(Board(rows=4, columns=5)) is None
    True
    """
    if not isinstance(board, Board) or (board.rows, board.columns, board.connect) != (ROWS, COLUMNS, 4):
        return None
    for step in (1, -1):
        place = _places().get(board.cells[:, ::step].tobytes())
        if place is not None:
            scores = solved_positions().scores[place, ::step]
            return {move: int(scores[move]) for move in board.legal_moves()}
    return None


def optimal_moves(board: Board, max_nodes: int | None = None) -> tuple[int, ...]:
    """The moves with the highest exact score: the fastest wins, else the draws, else the slowest losses.

    Arguments and errors are those of `exact_scores`.

    >>> optimal_moves(Board())
    (3,)
    """
    scores = exact_scores(board, max_nodes)
    return tuple(move for move, score in scores.items() if score == max(scores.values()))


def sound_moves(board: Board, max_nodes: int | None = None) -> tuple[int, ...]:
    """The moves that keep the outcome: those that win, if one does, else those that draw, else all.

    Arguments and errors are those of `exact_scores`.

    >>> board = Board.from_moves("624224246635164")
    >>> exact_scores(board)
    {0: 0, 1: 0, 2: -3, 3: 13, 4: 0, 5: 12, 6: 12}
    >>> sound_moves(board), optimal_moves(board)
    ((3, 5, 6), (3,))
    """
    scores = exact_scores(board, max_nodes)
    outcome = np.sign(max(scores.values()))
    return tuple(move for move, score in scores.items() if np.sign(score) == outcome)


# -------------------------------------------------------------------- how far a player is from it


class Answer(NamedTuple):
    """What a player did in one of the solved positions.

    Attributes:
        place: its index in `solved_positions()`.
        ply, kind: how many discs it has, and what there is to choose (see `SolvedPositions.kinds`).
        move: the column played.
        optimal, sound: whether the move is.
    """

    place: int
    ply: int
    kind: str
    move: int
    optimal: bool
    sound: bool


def answer(player: Player, place: int, seed: int) -> Answer:
    """What the `player` does in the solved position with the index `place`.

    The random numbers come from `seed` and `place`, and a copy (`copy.copy`) of the player is asked. So it does not matter
    which other positions are answered, in what order, or in which process.

    Raises:
        ValueError: the player's move is not legal.

    >>> answer(lambda board, rng: 2, place=0, seed=1)
    Answer(place=0, ply=0, kind='only one', move=2, optimal=False, sound=False)
    """
    board = solved_positions().board(place)
    move = copy(player)(board, np.random.default_rng([seed, place]))
    try:
        board.play(move)
    except ValueError:
        raise ValueError(f"the player gave {move!r} in {board!r}; legal moves: {board.legal_moves()}") from None
    return judged(place, int(move))


def judged(place: int, move: int) -> Answer:
    """The answer that consists in this move.

    >>> judged(place=0, move=3)
    Answer(place=0, ply=0, kind='only one', move=3, optimal=True, sound=True)
    """
    solved = solved_positions()
    facts = int(solved.plies[place]), str(solved.kinds[place]), move
    return Answer(place, *facts, bool(solved.optimal[place, move]), bool(solved.sound[place, move]))


@dataclass(frozen=True, repr=False)
class Accuracy:
    """How often a player was right.

    Attributes:
        answers: what the player did, in the order of the table; `pandas.DataFrame(answers)` has a row for each.
    """

    answers: tuple[Answer, ...]

    def __repr__(self) -> str:
        row = self.table().iloc[0]
        return f"Accuracy({len(self.answers)} positions: {row.optimal:.1%} optimal, {row.sound:.1%} sound)"

    def table(self, by: str | None = None) -> pd.DataFrame:
        """The shares of optimal and of sound moves, each with the bounds of its 95 % interval (Wilson 1927).

        Args:
            by: a row for each "kind", or for eight plies each by "ply", named after the first; None: one for all.

        Raises:
            ValueError: `by` is none of these.

        >>> result = accuracy(lambda board, rng: board.legal_moves()[0], count=1000, seed=1)
        >>> result.table(by="kind")[["positions", "sound", "sound_low", "sound_high"]].round(2)  # doctest: +NORMALIZE_WHITESPACE
                  positions  sound  sound_low  sound_high
        kind
        several         319   0.36       0.31        0.41
        only one        324   0.14       0.11        0.18
        forced           21   1.00       0.85        1.00
        any             336   1.00       0.99        1.00
        """
        import pandas as pd

        one_of("by", by, (None, "kind", "ply"))
        frame = pd.DataFrame(self.answers)
        groups = {
            None: pd.Series("all", frame.index),
            "kind": pd.Categorical(frame.kind, KINDS),
            "ply": frame.ply - frame.ply % PLIES_PER_ROW,
        }
        rows = {name: _shares(group) for name, group in frame.groupby(groups[by], observed=True)}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis(by)


def _shares(answers: pd.DataFrame) -> dict[str, float]:
    row = {"positions": len(answers)}
    for what in ("optimal", "sound"):
        low, high = score_interval(answers[what].sum(), len(answers))
        row |= {what: answers[what].mean(), f"{what}_low": low, f"{what}_high": high}
    return row


def accuracy(
    player: Player,
    count: int | None = 300,
    seed: int = 0,
    places: ArrayLike | None = None,
    progress: bool = False,
    jobs: int = 1,
    executor: Executor | None = None,
    journal: str | os.PathLike | None = None,
) -> Accuracy:
    """How often the `player` finds the best moves of the solved positions.

    Args:
        player: a function (board, rng) -> move.
        count: how many positions, drawn with the `seed`; None: all. With the same seed, the positions of a smaller number
            are among those of a larger.
        seed: of the draw, and of the player's random numbers, which differ from position to position.
        places: the indices in `solved_positions()` to draw from; None: all.
        progress, jobs, executor, journal: as for `play_match`.

    Raises:
        ValueError: the player made an illegal move, or an argument is none of these. This error, and any other on the
            way, has the finished answers as its `answers`.

    >>> accuracy(lambda board, rng: rng.choice(board.legal_moves()), count=1000, seed=1)
    Accuracy(1000 positions: 35.0% optimal, 59.6% sound)
    >>> late = np.flatnonzero(solved_positions().plies >= 30)
    >>> accuracy(lambda board, rng: optimal_moves(board)[0], count=50, seed=1, places=late)
    Accuracy(50 positions: 100.0% optimal, 100.0% sound)
    """
    seed, solved = whole_seed(seed), solved_positions()
    drawn = _draw(count, seed, np.arange(len(solved)) if places is None else places)
    experiment = {"of": "answers", "player": player_name(player), "seed": seed, "places": drawn}
    book, items = Journal(journal, experiment, [player]), [(player, place, seed) for place in drawn]
    answers = run_all(_answered, items, "answers", jobs, progress, executor, book, lambda item, after: Answer(**after))
    return Accuracy(tuple(answers))


def _answered(player: Player, place: int, seed: int) -> dict[str, object]:
    return answer(player, place, seed)._asdict()


def _draw(count: int | None, seed: int, places: ArrayLike) -> list[int]:
    """So many of the `places`, in ascending order."""
    places, size = np.unique(places), len(solved_positions())
    if places.dtype.kind not in "iu" or not 0 <= places.min(initial=0) <= places.max(initial=0) < size:
        raise ValueError(f"places must be whole numbers from 0 to {size - 1}, not {places}")
    count = len(places) if count is None else whole_number("count", count, at_least=1)
    if not 1 <= count <= len(places):
        raise ValueError(f"count must be at most the number of places to draw from, {len(places)}, not {count}")
    return np.sort(np.random.default_rng(seed).permutation(places)[:count]).tolist()
