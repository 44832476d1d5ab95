"""Positions of games that a search plays against itself: what it believes there, and who wins."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd
from numpy.random import default_rng

from c4lib.board import Board
from c4lib.fast.search import FastSearch
from c4lib.fast.solver import solve
from mctslab.experiments.tables import Row, table_of

GAMES = 600
DISCS = (16, 20, 24, 28)
PLAYOUTS = 1_000


def own_positions(jobs: int) -> pd.DataFrame:
    """Positions with 16, 20, 24 and 28 discs of 600 games, each after other four random discs.

    `rating` is X's, of the column that the search would play after 1,000 new playouts; `winner` is
    1, 2, or 0 for a draw, with perfect play.
    """
    return table_of(rows_of_game, range(GAMES), "games", jobs)


def board_of(moves: str) -> Board:
    """The position of a row.

    >>> board_of("3-0-3").moves
    (3, 0, 3)
    """
    return Board.from_moves(moves.replace("-", ""))


def rows_of_game(game: int) -> list[Row]:
    """The rows of one game.

    >>> rows_of_game(4)[0]["discs"]
    16
    """
    rows = []
    for board in on_the_way(game):
        search = FastSearch(board, rng=game).run(PLAYOUTS)
        mean = search.means[search.best_move()]
        rating = mean if board.to_move == 1 else 1 - mean
        moves = "-".join(map(str, board.moves))
        rows.append(
            {
                "game": game,
                "discs": len(board.moves),
                "moves": moves,
                "rating": round(rating, 4),
                "winner": winner_of(board),
            }
        )
    return rows


def on_the_way(game: int) -> Iterator[Board]:
    """The positions of a game with so many discs, as long as it is not over."""
    opening = default_rng([16, game]).integers(0, 7, 4)
    board = Board.from_moves("".join(map(str, opening)))
    search = FastSearch(board, rng=game)
    while not search.game.is_terminal:
        if len(search.game.moves) in DISCS:
            yield search.game
        search.run(PLAYOUTS)
        search.move_root(search.best_move())


def winner_of(board: Board) -> int:
    """Who wins with perfect play: 1, 2, or 0 for a draw."""
    score = solve(board)
    if score == 0:
        return 0
    return board.to_move if score > 0 else 3 - board.to_move
