"""Random games of Hex, many at once, and what they tell about the first moves.

A game is an order of all cells. The one who is first to join two sides has won, and whoever has won
still owns that line when the rest of the board is filled. Lesson 24 reads the table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.random import Generator, default_rng

from c4lib.hex import NEIGHBOURS, cell_names
from mctslab.experiments.tables import Row, table_of

SIZE = 5
BLOCKS = 40
GAMES = 100_000  # of a block
SEED = 33
NEVER = 10_000  # no ply of a game


class RandomGames(NamedTuple):
    """So many random games from the empty board.

    Attributes:
        plies: at which ply a cell is taken if the game goes on to a full board, of shape (games,
            cells); player 1 takes the even ones.
        last: the ply that ends the game, of shape (games,).
        won: whether player 1 has won, of shape (games,).
    """

    plies: np.ndarray
    last: np.ndarray
    won: np.ndarray


def random_games(size: int, games: int, rng: Generator) -> RandomGames:
    """So many random games on a board of this size."""
    cells = np.tile(np.arange(size * size), (games, 1))
    plies = rng.permuted(cells, axis=1)
    boards = plies.reshape(games, size, size)
    is_first = boards % 2 == 0
    black = joined_at(np.where(is_first, boards, NEVER))
    white = joined_at(np.where(is_first, NEVER, boards).transpose(0, 2, 1))
    return RandomGames(plies, np.minimum(black, white), black < white)


def joined_at(plies: np.ndarray) -> np.ndarray:
    """The ply at which a player has joined the top row to the bottom row, or NEVER.

    `plies`, of shape (games, size, size), says when the player takes a cell, and NEVER elsewhere.
    """
    _, size, _ = plies.shape
    reached = np.full(plies.shape, NEVER)  # when each cell has been joined to the top
    while True:
        before = reached
        best = reached.copy()
        best[:, 0] = 0  # the rim above the board
        around = np.pad(reached, ((0, 0), (1, 1), (1, 1)), constant_values=NEVER)
        for down, right in NEIGHBOURS:
            rows = slice(1 + down, 1 + down + size)
            columns = slice(1 + right, 1 + right + size)
            np.minimum(best, around[:, rows, columns], out=best)
        reached = np.maximum(best, plies)
        if np.array_equal(reached, before):
            return reached[:, -1].min(axis=1)


def hex_first_moves(jobs: int) -> pd.DataFrame:
    """What four million random games tell about the first moves, by which of Black's moves count."""
    table = table_of(counted_in_block, range(BLOCKS), "blocks", jobs)
    return table.groupby(["counted", "cell"], sort=False).sum().reset_index()


def counted_in_block(block: int) -> list[Row]:
    """For each way of counting and each cell, the games that count for it, and those that are won."""
    games = random_games(SIZE, GAMES, default_rng([SEED, block]))
    rows = []
    for name, counts in ways_to_count(games).items():
        visits = counts.sum(axis=0)
        wins = counts[games.won].sum(axis=0)
        for cell, cell_wins, cell_visits in zip(cell_names(SIZE), wins, visits):
            rows.append({"counted": name, "cell": cell, "wins": cell_wins, "visits": cell_visits})
    return rows


def ways_to_count(games: RandomGames) -> dict[str, np.ndarray]:
    """Which cells a game counts for, of shape (games, cells), by the name of the way."""
    plies, last, _ = games
    of_black = plies % 2 == 0
    return {
        "the first move": plies == 0,
        "all, up to the win": of_black & (plies <= last[:, None]),
        "all, on a full board": of_black,
        "the first four": of_black & (plies < 8),
    }
