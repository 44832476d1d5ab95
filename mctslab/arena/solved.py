"""Exactly solved positions of Connect Four, to measure players with.

There is the empty board, 60 positions for each number of discs from 8 to 39, and 40 with fewer;
their scores come from a perfect solver. How they were picked is not recorded, but the moves that
lead to them look random: all columns open about equally often. They are not positions from games of
good players.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from c4lib.board import Board
from c4lib.study.perfect import FILE

KINDS = ("several", "only one", "forced", "any")


@dataclass(frozen=True, eq=False)
class SolvedPositions:
    """Positions of 6 x 7 with the exact score of every move: n of them, in arrays of that length.

    A score is that of `solve`: 0 a draw, n a win with the n-th disc from the last, -n a
    loss. A move is *optimal* if no other has a higher score, and *sound* if it keeps the outcome: a
    player who can win still wins, a player who can draw does not lose.

    Attributes:
        moves: n strings, the columns played from the empty board.
        plies: shape (n,), how many moves that are.
        scores: float64, shape (n, 7), the score of each column for the player to move; NaN where it
            is full.
        optimal, sound: bool, shape (n, 7), which columns are such moves.
        kinds: shape (n,), what there is to choose from: "several" sound moves, and others; "only
            one" sound move; "forced": only one move at all; "any": all moves are sound, mostly
            because the game is won or lost anyway.
    """

    moves: tuple[str, ...]
    plies: np.ndarray
    scores: np.ndarray
    optimal: np.ndarray
    sound: np.ndarray
    kinds: np.ndarray

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        plies = f"{self.plies.min()} to {self.plies.max()}"
        return f"SolvedPositions({len(self)} positions, plies {plies})"

    def board(self, place: int) -> Board:
        """The position with this index.

        >>> solved_positions().board(0) == Board()
        True
        """
        return Board.from_moves(self.moves[place])


@cache
def solved_positions() -> SolvedPositions:
    """The positions that come with the package: the empty board, and some of each ply up to 39.

    Those with 27 plies and more were solved twice, in different ways.

    >>> solved = solved_positions()
    >>> solved
    SolvedPositions(1961 positions, plies 0 to 39)
    >>> solved.scores[0]  # of the empty board: only the middle column wins
    array([-2., -1.,  0.,  1.,  0., -1., -2.])
    >>> # first moves, from left to right: as in random games
    >>> [sum(moves.startswith(column) for moves in solved.moves) for column in "0123456"]
    [307, 303, 262, 266, 299, 263, 260]
    """
    lines = FILE.read_text(encoding="ascii").splitlines()[1:]
    moves, *columns = zip(*(line.split(",") for line in lines))
    scores = np.array([[float(score or "nan") for score in column] for column in columns]).T
    best = np.nanmax(scores, axis=1, keepdims=True)
    sound = np.sign(scores) == np.sign(best)
    arrays = {
        "plies": np.array([len(text) for text in moves]),
        "scores": scores,
        "optimal": scores == best,
        "sound": sound,
        "kinds": _kinds(scores, sound),
    }
    for array in arrays.values():
        array.flags.writeable = False
    return SolvedPositions(moves, **arrays)


def _kinds(scores: np.ndarray, sound: np.ndarray) -> np.ndarray:
    legal_count = (~np.isnan(scores)).sum(axis=1)
    sound_count = sound.sum(axis=1)
    conditions = [legal_count == 1, sound_count == legal_count, sound_count == 1]
    return np.select(conditions, ["forced", "any", "only one"], default="several")
