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
from mctslab.experiments.tables import Pairing, all_of, matches_in_rows_of
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
        for iterations, row in counts.items():
            names = {"search": search, "iterations": iterations, "first_seed": first_seed}
            rows.append(names | {f"column_{column}": count for column, count in enumerate(row)})
    return pd.DataFrame(rows).sort_values(["search", "iterations", "first_seed"])


def openings(search: str, first_seed: int) -> dict[int, list[int]]:
    """How often P4 opens with which column, with 25 seeds, after so many iterations of one search.

    >>> openings("fixed", 0)[500]
    [0, 1, 3, 20, 0, 1, 0]
    """
    board = Board()
    counts = {iterations: [0] * board.columns for iterations in OPENING_SEARCHES[search]}
    for seed in range(first_seed, first_seed + OPENINGS_IN_ROW):
        published = search == "as published"
        tree = ProgramSearch(board, rng=seed) if published else FastSearch(board, PROGRAM, seed)
        for iterations, row in counts.items():
            row[tree.run(iterations - tree.iterations).best_move()] += 1
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
    found = _random_positions(default_rng([TACTICS_SEED, task == "block"]))
    pairs = ((board, _only_move(board, task)) for board in found)
    chosen = (pair for pair in pairs if pair[1] is not None)
    return tuple(next(chosen) for _ in range(POSITIONS))


def _random_positions(rng: Generator) -> Iterator[Board]:
    """Positions of random games in which nobody has won, for ever."""
    fewest, most = PLIES
    while True:
        board = BOARD
        plies = rng.integers(fewest, most + 1)
        while not board.is_terminal and len(board.moves) < plies:
            board = board.play(int(rng.choice(board.legal_moves())))
        if not board.is_terminal:
            yield board


def _only_move(board: Board, task: str) -> int | None:
    wins = winning_moves(board)
    if task == "win":
        return wins[0] if len(wins) == 1 else None
    threats = threatened_moves(board)
    if wins or len(threats) != 1:
        return None
    return None if winning_moves(board.play(threats[0])) else threats[0]


def found(player: Player, task: str, positions: Sequence[int]) -> list[int]:
    """1 for each of these positions where the player plays the only good move, else 0.

    >>> sum(found(mcts_player(50), "win", range(10)))
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
    tasks = []
    for fixed, playouts in [*TACTICS, ("FastSearch", 200)]:
        first = range(0, POSITIONS, POSITIONS_IN_ROW)
        tasks += product(("win", "block"), [fixed], [playouts], first)
    answered = all_of(found_by, tasks, "rows", jobs)
    rows = []
    for (*names, first), answers in zip(tasks, answered):
        rows += [(*names, first + number, answer) for number, answer in enumerate(answers)]
    return pd.DataFrame(rows, columns=["task", "fixed", "playouts", "position", "found"])


def found_by(task: str, fixed: str, playouts: int, first: int) -> list[int]:
    """`found` of 10 positions, by P1 with these deviations fixed ("a + b"), or by FastSearch."""
    if fixed == "FastSearch":
        player = mcts_player(playouts)
    else:
        player = MCTSClassPlayer(playouts, fixed=fixed.split(" + ") if fixed else ())
    return found(player, task, range(first, first + POSITIONS_IN_ROW))


def chance(task: str) -> float:
    """The share of those positions that a random player finds.

    >>> round(chance("win"), 3)
    0.216
    """
    shares = [1 / len(board.legal_moves()) for board, _ in tactical_positions(task)]
    return float(np.mean(shares))


# -------------------------------------------------------------------- matches


@matches_in_rows_of(10)
def claimed_matches() -> Iterator[Pairing]:
    """The matches that test what was claimed of P4, P1 and c = 1: 100 to 1,500 games."""
    p4 = [ProgramPlayer(iterations, IN_THE_SEARCH) for iterations in (500, 1_000)]
    c_1 = mcts_player(200, c=1)
    c_707 = mcts_player(200, c=math.sqrt(2) / 2)
    p1 = [MCTSClassPlayer(200, c) for c in (2, math.sqrt(2))]
    pairings = {
        "P4: 500 against FastSearch 5000": (p4[0], mcts_player(5_000), 100, Board()),
        "P4: 1000 against FastSearch 10000": (p4[1], mcts_player(10_000), 100, Board()),
        "FastSearch: c = 1 against c = 0.707": (c_1, c_707, 1_500, BOARD),
        "P1: C = 2 against C = 1.414": (*p1, 100, BOARD),
    }
    for number, (name, (one, other, games, board)) in enumerate(pairings.items()):
        yield Pairing({"match": name}, one, other, games, (MATCH_SEED, number), board)


@matches_in_rows_of(10)
def factorial_matches() -> Iterator[Pairing]:
    """P1 with two deviations fixed or not against FastSearch with 20 playouts: 150 games each.

    The four matches have the same seeds.
    """
    for fixed in FACTORS:
        players = MCTSClassPlayer(200, fixed=fixed), mcts_player(20)
        yield Pairing({"match": " + ".join(fixed)}, *players, 150, (MATCH_SEED, 4), BOARD)


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
        for task, counts in zip(tasks, all_of(baseline_block, tasks, "rows", jobs)):
            rows.append((*task, 0, *counts))
    return pd.DataFrame(rows, columns=["player", "seed", "first_game", "wins", "draws", "losses"])


def training_blocks(seed: int, games: int = TRAINING_GAMES) -> list[tuple[int, int, int, int]]:
    """(first game, wins, draws, losses) of every 200 training games with this seed.

    >>> training_blocks(0, games=200)
    [(0, 15, 0, 185)]
    """
    winners = train(new_tree(), games, default_rng(seed))
    return [(first, *_counts(winners[first:][:BLOCK])) for first in range(0, games, BLOCK)]


def baseline_block(name: str, seed: int) -> tuple[int, int, int]:
    """(wins, draws, losses) in 200 games of a player who does not learn, as player 1.

    >>> baseline_block("random", 99)
    (9, 0, 191)
    """
    player = {"random": random_player, "simple Monte Carlo": SimpleMonteCarlo(10)}[name]
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
