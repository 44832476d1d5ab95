"""Perfect play: exactly solved positions of Connect Four, the exact score of every move, and who
wins a small game.

The positions are in `data/perfect_play.csv`: the empty board, 60 for each number of discs from 8 to
39, and 40 with fewer; their scores come from a perfect solver. How they were picked is not
recorded, but the moves that lead to them look random: all columns open about equally often. They
are not positions from games of good players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from c4lib.board import Board
from c4lib.fast.solver import MAX_NODES, solve_moves
from c4lib.node import Game

FILE = Path(__file__).parents[1] / "data" / "perfect_play.csv"
ROWS, COLUMNS = 6, 7  # of all boards in the file

KINDS = ("several", "only one", "forced", "any")


# -------------------------------------------------------------------- the solved positions


@dataclass(frozen=True, eq=False)
class SolvedPositions:
    """Positions of 6 x 7 with the exact score of every move, as arrays with one entry a position, n
    in all.

    A score is that of `solver.solve`: 0 a draw, n a win with the n-th disc from the last, -n a
    loss. A move is *optimal* if no other has a higher score, and *sound* if it keeps the outcome: a
    player who can win still wins, a player who can draw does not lose.

    Attributes:
        moves: n strings, the columns played from the empty board.
        plies: shape (n,), how many moves that are.
        cells: int8, shape (n, 6, 7), the discs as in `Board.cells`.
        scores: float64, shape (n, 7), the score of each column for the player to move; NaN where it
            is full.
        optimal, sound: bool, shape (n, 7), which columns are such moves.
        kinds: shape (n,), what there is to choose from: "several" sound moves, and others; "only
            one" sound move; "forced": only one move at all; "any": all moves are sound, mostly
            because the game is won or lost anyway.
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
    """The positions that come with the package: the empty board, and some of every ply from 2 to
    39.

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
    arrays = (
        np.array([len(text) for text in moves]),
        _cells_after(moves),
        scores,
        optimal,
        sound,
        _kinds(scores, sound),
    )
    for array in arrays:
        array.flags.writeable = False
    return SolvedPositions(moves, *arrays)


def _cells_after(moves: Sequence[str]) -> np.ndarray:
    """The discs at the end of n games at once: int8, shape (n, rows, columns)."""
    letters = (
        np.array(moves, dtype="S").view(np.uint8).reshape(len(moves), -1)
    )  # shorter texts are padded with 0
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
    """The exact score of each legal move, for the player who makes it: from the table, or else from
    the solver.

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
    return (
        solve_moves(board, MAX_NODES if max_nodes is None else max_nodes)
        if scores is None
        else scores
    )


def known_scores(board: Board) -> dict[int, int] | None:
    """The exact score of each legal move, if the position or its mirror image is in the table; else
    None.

    >>> known_scores(Board.from_moves("16"))
    {0: -1, 1: 3, 2: 0, 3: 3, 4: 0, 5: -2, 6: -1}
    >>> known_scores(Board.from_moves("50"))  # the mirror image
    {0: -1, 1: -2, 2: 0, 3: 3, 4: 0, 5: 3, 6: -1}
    >>> known_scores(Board(rows=4, columns=5)) is None
    True
    """
    if not isinstance(board, Board) or (board.rows, board.columns, board.connect) != (
        ROWS,
        COLUMNS,
        4,
    ):
        return None
    for step in (1, -1):
        place = _places().get(board.cells[:, ::step].tobytes())
        if place is not None:
            scores = solved_positions().scores[place, ::step]
            return {move: int(scores[move]) for move in board.legal_moves()}
    return None


@cache
def perfect_winner(game: Game) -> int | None:
    """Who wins if both players play perfectly, None for a draw: by exhaustive search, so of small
    games only.

    >>> from c4lib import HexBoard
    >>> perfect_winner(HexBoard(3))
    1
    """
    if game.is_terminal:
        return game.winner
    winners = {perfect_winner(game.play(move)) for move in game.legal_moves()}
    return next(winner for winner in (game.to_move, None, 3 - game.to_move) if winner in winners)
