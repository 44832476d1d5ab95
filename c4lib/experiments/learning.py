"""What a table learns: here the Q-tables that ship with the package are trained and measured."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product

import numpy as np
import pandas as pd

from c4lib._tools import progress_bar
from c4lib.arena.matches import play_games
from c4lib.arena.parallel import run_all
from c4lib.arena.score import DRAW, counts
from c4lib.board import Board
from c4lib.experiments import samples
from c4lib.players import Player, mcts_player, player_name, random_player
from c4lib.players.qlearning import SHIPPED, QPlayer, QTable, Training, shipped_file, trained_table

TEACHER = mcts_player(40)
TRAINING_SEED, MATCH_SEED = 1, 2
GAMES = 50_000
SAVED_EVERY = 1_000  # games
BLOCK = 500  # games that are one row of the learning curve
PLAYED, SAMPLE = 1_000, 100  # games of each pairing, and of them those that are one row

# -------------------------------------------------------------------- training


def learning_curve(jobs: int = 1) -> pd.DataFrame:
    """Trains the Q-tables that ship with the package, 50,000 games each: their results, 500 games at a time.

    After Ctrl-C, it goes on with the next game when it is called again.
    """
    return curve(run_all(_trained, SHIPPED, "trainings", jobs))


def curve(trainings: list[Training]) -> pd.DataFrame:
    """How many games were won, drawn and lost, 500 at a time: `games` is where the 500 end."""
    rows = []
    for training in trainings:
        board, points = training.table.empty, [(1 + result) / 2 for result in training.results]
        for row in samples(points[: len(points) // BLOCK * BLOCK], BLOCK):
            end = (row.pop("sample") + 1) * BLOCK
            rows.append({"rows": board.rows, "columns": board.columns, "games": end} | row)
    return pd.DataFrame(rows)


def _trained(rows: int, columns: int) -> Training:
    """Trains a table that ships with the package, into its file; an unfinished training is kept beside it."""
    path = shipped_file(rows, columns)
    unfinished = path.with_suffix(".unfinished")
    if unfinished.exists():
        training = Training.load(unfinished, TEACHER)
    else:
        training = Training(QTable(rows, columns), TEACHER, seed=TRAINING_SEED)
    with progress_bar(GAMES, True, f"games on {rows} x {columns}") as bar:
        bar(len(training.results))
        while len(training.results) < GAMES:
            before = len(training.results)
            try:
                training.run(min(SAVED_EVERY, GAMES - before))
            finally:
                training.save(unfinished)
            bar(len(training.results) - before)
    os.replace(unfinished, path)
    return training


# -------------------------------------------------------------------- what it is worth


def learned_strength(jobs: int = 1) -> pd.DataFrame:
    """What the trained tables score as second player, beside an untrained table and searches: 1,000 games a pairing."""
    pairings = list(product(SHIPPED, LEARNERS, OPPONENTS, range(PLAYED // SAMPLE)))
    return pd.DataFrame(run_all(sample, pairings, "rows", jobs, progress=True))


def sample(size: tuple[int, int], player: str, opponent: str, number: int) -> dict[str, object]:
    """A row of `learned_strength`: 100 games of `player`, who is second, with generators of (seed, number of the game)."""
    second, first, board = LEARNERS[player](*size), OPPONENTS[opponent], Board(*size)
    numbers = range(number * SAMPLE, (number + 1) * SAMPLE)
    records = play_games([(first, second, (MATCH_SEED, game), board) for game in numbers])
    results = [{1: 0, None: DRAW, 2: 1}[record.winner] for record in records]
    names = {"rows": size[0], "columns": size[1], "player": player, "opponent": opponent, "sample": number}
    return names | counts(results)


LEARNERS = {
    "trained table": lambda rows, columns: QPlayer(trained_table(rows, columns)),
    "untrained table": lambda rows, columns: QPlayer(QTable(rows, columns)),
    "MCTS, 10 playouts": lambda rows, columns: mcts_player(10),
    "MCTS, 40 playouts": lambda rows, columns: mcts_player(40),
}
OPPONENTS: dict[str, Player] = {
    player_name(player): player for player in (random_player, mcts_player(10), mcts_player(40))
}


# -------------------------------------------------------------------- how many positions there are


def unfinished_positions(rows: int, columns: int) -> Iterator[int]:
    """How many positions there are after 0, 1, 2, ... moves in which the game is not over; mirror images count once.

    >>> list(unfinished_positions(2, 4))
    [1, 2, 8, 24, 56, 80, 98, 68]
    """
    boards, player = np.zeros((1, rows, columns), np.int8), 1
    while len(boards):
        yield len(boards)
        boards = _without_twins(_after_each_move(boards, player))
        boards = boards[~_has_line(boards == player) & (boards == 0).any(axis=(1, 2))]
        player = 3 - player


def _after_each_move(boards: np.ndarray, player: int) -> np.ndarray:
    """All positions one move later; `boards` and the result have the shape (positions, rows, columns)."""
    after = []
    for column in range(boards.shape[2]):
        empty = (boards[:, :, column] == 0).sum(axis=1)
        played = boards[empty > 0].copy()
        played[np.arange(len(played)), empty[empty > 0] - 1, column] = player
        after.append(played)
    return np.concatenate(after)


def _without_twins(boards: np.ndarray) -> np.ndarray:
    """Each position once; of two mirror images one."""
    digits = 3 ** np.arange(boards[0].size)
    numbers, mirrored = (images.reshape(len(boards), -1) @ digits for images in (boards, boards[:, :, ::-1]))
    return boards[np.unique(np.minimum(numbers, mirrored), return_index=True)[1]]


def _has_line(discs: np.ndarray) -> np.ndarray:
    """Whether there are four in a row, for each board."""
    found = np.zeros(len(discs), bool)
    high, wide = discs.shape[1:]
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        rows, columns = high - 3 * down, wide - 3 * abs(right)
        if rows > 0 and columns > 0:
            start = 0 if right >= 0 else 3
            ends = [(down * step, start + right * step) for step in range(4)]
            lines = [discs[:, row : row + rows, column : column + columns] for row, column in ends]
            found |= np.logical_and.reduce(lines).any(axis=(1, 2))
    return found
