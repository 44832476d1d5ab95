"""The searches of the literature: what was claimed of them, and what their deviations cost."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import numpy as np
import pandas as pd
from numpy.random import Generator, default_rng

from c4lib.board import Board
from c4lib.fast.search import FastSearch
from mctslab.experiments.accuracy import growing
from mctslab.experiments.tables import Pairing, Row, all_of, matches_in_rows_of, table_of
from mctslab.players import Player, mcts_player, random_player, threatened_moves, winning_moves
from mctslab.published import (
    IN_THE_SEARCH,
    PROGRAM,
    MCTSClassPlayer,
    ProgramPlayer,
    ProgramSearch,
    SimpleMonteCarlo,
    new_tree,
    train,
    trivial_agent,
)

BOARD = Board(6, 5)  # that of P1

OPENINGS = {"as published": 200, "fixed": 1_000}  # seeds
OPENINGS_IN_ROW = 25
OPENING_SEARCHES = {
    "as published": (500, 1_000),
    "fixed": (500, 1_000, 2_000, 4_000, 6_000, 10_000, 20_000),
}
"""After how many iterations the move is read off, in each search."""

TACTICS_SEED = 7
ANSWER_SEED = 8
PLIES = (5, 20)  # positions after so many random moves
POSITIONS = 300
POSITIONS_IN_ROW = 10
FACTORS = ((), ("terminal leaf",), ("one viewpoint",), ("terminal leaf", "one viewpoint"))
"""The four ways to fix two deviations of P1."""

TACTICS = [*((" + ".join(fixed), 200) for fixed in FACTORS), ("", 50), ("", 1_000)]
"""The deviations fixed, and the playouts, of those who are examined."""

MATCH_SEED = 10

TRAINING_SEEDS = 10
TRAINING_GAMES = 2_000
BLOCK = 200  # training games in a row
BASELINE_SEED = 99


# -------------------------------------------------------------------- P4: the first move


def first_moves(jobs: int) -> pd.DataFrame:
    """P4's first move after so many iterations in all, with 200 or 1,000 seeds, 25 in a row.

    (The program runs twice its setting before its first move.) "as published" is `ProgramSearch`.
    "fixed", all that is `IN_THE_SEARCH` is fixed, which makes it fast.
    """
    tasks = []
    for search, seeds in OPENINGS.items():
        tasks += product([search], range(0, seeds, OPENINGS_IN_ROW))
    counted = all_of(openings, tasks, "rows", jobs)
    rows = []
    for (search, first_seed), counts in zip(tasks, counted):
        for iterations, by_column in counts.items():
            row = {"search": search, "iterations": iterations, "first_seed": first_seed}
            for column, count in enumerate(by_column):
                row[f"column_{column}"] = count
            rows.append(row)
    return pd.DataFrame(rows).sort_values(["search", "iterations", "first_seed"])


def openings(search: str, first_seed: int) -> dict[int, list[int]]:
    """How often P4 opens with which column, with 25 seeds, after so many iterations of one search.

    >>> openings("fixed", 0)[500]
    [0, 1, 3, 20, 0, 1, 0]
    """
    board = Board()
    counts = {iterations: [0] * board.columns for iterations in OPENING_SEARCHES[search]}
    for seed in range(first_seed, first_seed + OPENINGS_IN_ROW):
        if search == "as published":
            tree = ProgramSearch(board, rng=seed)
        else:
            tree = FastSearch(board, PROGRAM, seed)
        for grown in growing(tree, counts):
            counts[grown.iterations][grown.best_move()] += 1
    return counts


# -------------------------------------------------------------------- P1: win in one, block in one


@cache
def tactical_positions(task: str) -> tuple[tuple[Board, int], ...]:
    """300 positions of random games on 6 x 5, each with its only good move.

    Args:
        task: "win": one move wins at once. "block": none does, the opponent threatens to, in one
            column, and a disc there averts it.

    >>> board, move = tactical_positions("win")[0]
    >>> board.play(move).is_terminal
    True
    """
    rng = default_rng([TACTICS_SEED, task == "block"])
    positions = []
    while len(positions) < POSITIONS:
        board = _random_position(rng)
        move = _only_move(board, task)
        if move is not None:
            positions.append((board, move))
    return tuple(positions)


def _random_position(rng: Generator) -> Board:
    """A position of a random game in which nobody has won."""
    fewest, most = PLIES
    plies = rng.integers(fewest, most + 1)
    board = BOARD
    while not board.is_terminal and len(board.moves) < plies:
        move = rng.choice(board.legal_moves())
        board = board.play(int(move))
    return _random_position(rng) if board.is_terminal else board


def _only_move(board: Board, task: str) -> int | None:
    wins = winning_moves(board)
    moves = wins if task == "win" else threatened_moves(board)
    if len(moves) != 1:
        return None
    move = moves[0]
    if task == "block" and (wins or winning_moves(board.play(move))):
        return None
    return move


def plays_right(player: Player, task: str, positions: Sequence[int]) -> list[int]:
    """1 for each of these positions where the player plays the only good move, else 0.

    >>> sum(plays_right(mcts_player(50), "win", range(10)))
    9
    """
    answers = []
    for number in positions:
        board, move = tactical_positions(task)[number]
        rng = default_rng([ANSWER_SEED, number])
        answers.append(int(player(board, rng) == move))
    return answers


def tactics(jobs: int) -> pd.DataFrame:
    """P1's win in one and block in one, with two deviations fixed or not, and FastSearch.

    Everybody sees the same 300 positions, one in a row, so that differences are paired.
    """
    firsts = range(0, POSITIONS, POSITIONS_IN_ROW)
    tasks = []
    for fixed, playouts in [*TACTICS, ("FastSearch", 200)]:
        tasks += product(("win", "block"), [fixed], [playouts], firsts)
    return table_of(tactics_rows, tasks, "rows", jobs)


def tactics_rows(task: str, fixed: str, playouts: int, first: int) -> list[Row]:
    """The rows of 10 positions, by P1 with these deviations fixed ("a + b"), or by FastSearch."""
    if fixed == "FastSearch":
        player = mcts_player(playouts)
    else:
        deviations = fixed.split(" + ") if fixed else ()
        player = MCTSClassPlayer(playouts, fixed=deviations)
    positions = range(first, first + POSITIONS_IN_ROW)
    names = {"task": task, "fixed": fixed, "playouts": playouts}
    rows = []
    for position, answer in zip(positions, plays_right(player, task, positions)):
        rows.append(names | {"position": position, "found": answer})
    return rows


def chance(task: str) -> float:
    """The share of those positions that a random player finds.

    >>> round(chance("win"), 3)
    0.216
    """
    shares = []
    for board, _ in tactical_positions(task):
        shares.append(1 / len(board.legal_moves()))
    return float(np.mean(shares))


# -------------------------------------------------------------------- matches


@matches_in_rows_of(10)
def claimed_matches() -> Iterator[Pairing]:
    """The matches that test what was claimed of P4, P1 and c = 1: 100 to 1,500 games."""
    p4 = ProgramPlayer(500, IN_THE_SEARCH)
    fast = mcts_player(5_000)
    names = {"match": "P4: 500 against FastSearch 5000"}
    yield Pairing(names, p4, fast, 100, (MATCH_SEED, 0))
    p4 = ProgramPlayer(1_000, IN_THE_SEARCH)
    fast = mcts_player(10_000)
    names = {"match": "P4: 1000 against FastSearch 10000"}
    yield Pairing(names, p4, fast, 100, (MATCH_SEED, 1))
    c_1 = mcts_player(200, c=1)
    c_707 = mcts_player(200, c=math.sqrt(2) / 2)
    names = {"match": "FastSearch: c = 1 against c = 0.707"}
    yield Pairing(names, c_1, c_707, 1_500, (MATCH_SEED, 2), BOARD)
    c_2 = MCTSClassPlayer(200, 2)
    c_1414 = MCTSClassPlayer(200, math.sqrt(2))
    names = {"match": "P1: C = 2 against C = 1.414"}
    yield Pairing(names, c_2, c_1414, 100, (MATCH_SEED, 3), BOARD)


@matches_in_rows_of(10)
def factorial_matches() -> Iterator[Pairing]:
    """P1 with two deviations fixed or not against FastSearch with 20 playouts: 150 games each.

    The four matches have the same seeds.
    """
    opponent = mcts_player(20)
    for fixed in FACTORS:
        names = {"match": " + ".join(fixed)}
        p1 = MCTSClassPlayer(200, fixed=fixed)
        yield Pairing(names, p1, opponent, 150, (MATCH_SEED, 4), BOARD)


# -------------------------------------------------------------------- P3: the training


def article_training(jobs: int) -> pd.DataFrame:
    """P3's 2,000 training games with 10 seeds, 200 in a row, and two players who do not learn.

    Those play 200 games in a row as player 1, against the same agent.
    """
    rows = []
    trained = all_of(training_blocks, range(TRAINING_SEEDS), "seeds", jobs)
    for seed, blocks in enumerate(trained):
        rows += [("P3", seed, *block) for block in blocks]
    for name, blocks in (("random", TRAINING_GAMES // BLOCK), ("simple Monte Carlo", 2)):
        tasks = [(name, BASELINE_SEED + block) for block in range(blocks)]
        played = all_of(baseline_block, tasks, "rows", jobs)
        for task, counts in zip(tasks, played):
            rows.append((*task, 0, *counts))
    return pd.DataFrame(rows, columns=["player", "seed", "first_game", "wins", "draws", "losses"])


def training_blocks(seed: int, games: int = TRAINING_GAMES) -> list[tuple[int, int, int, int]]:
    """(first game, wins, draws, losses) of every 200 training games with this seed.

    >>> training_blocks(0, games=200)
    [(0, 15, 0, 185)]
    """
    winners = train(new_tree(), games, default_rng(seed))
    blocks = []
    for first in range(0, games, BLOCK):
        counts = _counts(winners[first : first + BLOCK])
        blocks.append((first, *counts))
    return blocks


def baseline_block(name: str, seed: int) -> tuple[int, int, int]:
    """(wins, draws, losses) in 200 games of a player who does not learn, as player 1.

    >>> baseline_block("random", 99)
    (9, 0, 191)
    """
    player = random_player if name == "random" else SimpleMonteCarlo(10)
    rng = default_rng(seed)
    winners = []
    for _ in range(BLOCK):
        board = Board()
        while not board.is_terminal:
            agent = player if board.to_move == 1 else trivial_agent
            board = board.play(agent(board, rng))
        winners.append(board.winner)
    return _counts(winners)


def _counts(winners: Sequence[int | None]) -> tuple[int, int, int]:
    return winners.count(1), winners.count(None), winners.count(2)
