"""Perfect play: exactly solved positions of Connect Four, and the exact score of every move.

The positions are in `data/perfect_play.csv`: the empty board, 60 for each number of discs from 8 to
39, and 40 with fewer; their scores come from a perfect solver. How they were picked is not
recorded, but the moves that lead to them look random: all columns open about equally often. They
are not positions from games of good players.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from c4lib.board import Board
from c4lib.node import Game, Move

FILE = Path(__file__).parents[1] / "data" / "perfect_play.csv"
ROWS, COLUMNS, CONNECT = 6, 7, 4  # of all boards in the file

KINDS = ("several", "only one", "forced", "any")


# -------------------------------------------------------------------- the solved positions


@dataclass(frozen=True, eq=False)
class SolvedPositions:
    """Positions of 6 x 7 with the exact score of every move: n of them, in arrays of that length.

    A score is that of `solve`: 0 a draw, n a win with the n-th disc from the last, -n a
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
        "cells": np.array([_cells_after(text) for text in moves], np.int8),
        "scores": scores,
        "optimal": scores == best,
        "sound": sound,
        "kinds": _kinds(scores, sound),
    }
    for array in arrays.values():
        array.flags.writeable = False
    return SolvedPositions(moves, **arrays)


def _cells_after(moves: str) -> list[list[int]]:
    """The discs as in `Board.cells`; ten times as quick as a `Board`, because nothing is checked."""
    cells = [[0] * COLUMNS for _ in range(ROWS)]
    free_rows = [ROWS - 1] * COLUMNS
    for ply, letter in enumerate(moves):
        column = int(letter)
        cells[free_rows[column]][column] = 1 + ply % 2
        free_rows[column] -= 1
    return cells


def _kinds(scores: np.ndarray, sound: np.ndarray) -> np.ndarray:
    legal_count = (~np.isnan(scores)).sum(axis=1)
    sound_count = sound.sum(axis=1)
    conditions = [legal_count == 1, sound_count == legal_count, sound_count == 1]
    return np.select(conditions, ["forced", "any", "only one"], default="several")


@cache
def _places() -> dict[bytes, int]:
    """The index of the position with these cells."""
    return {cells.tobytes(): place for place, cells in enumerate(solved_positions().cells)}


# -------------------------------------------------------------------- the truth about a position


def exact_scores(board: Board, max_nodes: int | None = None) -> dict[int, int]:
    """The exact score of each legal move, for the player who makes it.

    It comes from the table of solved positions, or else from the solver.

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
    if scores is not None:
        return scores
    from c4lib.fast.solver import MAX_NODES, solve_moves  # loads numba, which not everybody has

    return solve_moves(board, MAX_NODES if max_nodes is None else max_nodes)


def known_scores(board: Board) -> dict[int, int] | None:
    """The exact score of each legal move, if the position or its mirror image is in the table.

    None if neither is.

    >>> known_scores(Board.from_moves("16"))
    {0: -1, 1: 3, 2: 0, 3: 3, 4: 0, 5: -2, 6: -1}
    >>> known_scores(Board.from_moves("50"))  # the mirror image
    {0: -1, 1: -2, 2: 0, 3: 3, 4: 0, 5: 3, 6: -1}
    >>> known_scores(Board(rows=4, columns=5)) is None
    True
    """
    if not isinstance(board, Board):
        return None
    if (board.rows, board.columns, board.connect) != (ROWS, COLUMNS, CONNECT):
        return None
    for step in (1, -1):
        place = _places().get(board.cells[:, ::step].tobytes())
        if place is not None:
            scores = solved_positions().scores[place, ::step]
            return {move: int(scores[move]) for move in board.legal_moves()}
    return None


# -------------------------------------------------------------------- any small game


def perfect_winner(game: Game) -> int | None:
    """Who wins if both players play perfectly, None for a draw: by trying everything out.

    So for small games only.

    >>> from c4lib import HexBoard
    >>> perfect_winner(HexBoard(3))
    1
    """
    return _Solved(sys.maxsize).winner(game)


def perfect_outcomes(game: Game, max_positions: int) -> dict[Move, str] | None:
    """What each move leads to if both play perfectly, for the player to move: by trying it out.

    Args:
        game: any game; positions that have a hash are looked at only once.
        max_positions: the most positions to look at.

    Returns:
        "win", "draw" or "loss" by move; None if there are too many positions.

    >>> from c4lib import HexBoard
    >>> perfect_outcomes(HexBoard(2), max_positions=1000)
    {'a1': 'loss', 'b1': 'win', 'a2': 'win', 'b2': 'loss'}
    >>> perfect_outcomes(HexBoard(5), max_positions=1000) is None
    True
    """
    words = {game.to_move: "win", None: "draw", 3 - game.to_move: "loss"}
    solved = _Solved(max_positions)
    try:
        return {move: words[solved.winner(game.play(move))] for move in game.legal_moves()}
    except (_TooManyPositions, RecursionError):
        return None


class _TooManyPositions(Exception):
    pass


class _Solved:
    """The positions looked at so far, no more than `most`, and who wins them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.count = 0
        self.winners: dict[Game, int | None] = {}

    def winner(self, game: Game) -> int | None:
        if game.is_terminal:
            return game.winner
        try:
            return self.winners[game]
        except KeyError:
            winner = self.winners[game] = self._best(game)
        except TypeError:  # it has no hash
            winner = self._best(game)
        return winner

    def _best(self, game: Game) -> int | None:
        """The winner of the best of the moves."""
        self.count += 1
        if self.count > self.most:
            raise _TooManyPositions
        best = 3 - game.to_move
        for move in game.legal_moves():
            winner = self.winner(game.play(move))
            if winner == game.to_move:
                return winner
            if winner is None:
                best = None
        return best
