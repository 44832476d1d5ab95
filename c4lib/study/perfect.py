"""Perfect play: the exact score of every move, from a table, the solver, or trying everything out."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from c4lib.board import Board
from c4lib.node import Game, Move

# 1,961 solved positions of 6 x 7: the moves that lead there, and the exact score of every column.
# `mctslab.arena.solved` tells more about them.
FILE = Path(__file__).parents[1] / "data" / "perfect_play.csv"
SIZE = 6, 7, 4


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
    if not isinstance(board, Board) or (board.rows, board.columns, board.connect) != SIZE:
        return None
    columns = tuple(tuple(column[column > 0].tolist()) for column in board.cells[::-1].T)
    scores = _table().get(columns)
    if scores is None:
        mirrored = _table().get(columns[::-1], ())
        scores = mirrored[::-1]
    return {move: int(score) for move, score in enumerate(scores) if score} or None


@cache
def _table() -> dict[tuple[tuple[int, ...], ...], list[str]]:
    """The scores of the solved positions, by the discs in their columns, from below."""
    table = {}
    for line in FILE.read_text(encoding="ascii").splitlines()[1:]:
        moves, *scores = line.split(",")
        columns = [()] * 7
        for ply, move in enumerate(moves):
            columns[int(move)] += (1 + ply % 2,)
        table[tuple(columns)] = scores
    return table


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
        self.left = most
        self.winners = {}

    def winner(self, game: Game) -> int | None:
        if game.is_terminal:
            return game.winner
        with suppress(KeyError, TypeError):  # it is new, or has no hash
            return self.winners[game]
        self.left -= 1
        if self.left < 0:
            raise _TooManyPositions
        best = 3 - game.to_move
        for move in game.legal_moves():
            winner = self.winner(game.play(move))
            if winner == game.to_move:
                best = winner
                break
            if winner is None:
                best = None
        with suppress(TypeError):
            self.winners[game] = best
        return best
