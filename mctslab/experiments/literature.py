"""The searches of the literature: what was claimed of them, and what their deviations cost."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from c4lib.board import Board
from c4lib.fast.search import FastSearch
from mctslab.arena import play_match
from mctslab.arena.parallel import run_all
from mctslab.experiments import samples
from mctslab.players import Player, mcts_player, random_player, threatened_moves, winning_moves
from mctslab.published import (
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

OPENINGS, OPENINGS_IN_ROW = {"as published": 200, "fixed": 1_000}, 25  # seeds
OPENING_SEARCHES = {
    "as published": (500, 1_000),
    "fixed": (500, 1_000, 2_000, 4_000, 6_000, 10_000, 20_000),
}
"""After how many iterations the move is read off, in each search."""

TACTICS_SEED, ANSWER_SEED, PLIES = 7, 8, (5, 20)  # positions after so many random moves
POSITIONS, POSITIONS_IN_ROW = 300, 10
FACTORS = ((), ("terminal leaf",), ("one viewpoint",), ("terminal leaf", "one viewpoint"))
"""The four ways to fix two deviations of P1."""

TACTICS = [*((" + ".join(fixed), 200) for fixed in FACTORS), ("", 50), ("", 1_000)]
"""The deviations fixed, and the playouts, of those who are examined."""

MATCH_SEED, GAMES_IN_ROW = 10, 10

TRAINING_SEEDS, TRAINING_GAMES, TRAINING_GAMES_IN_ROW = 10, 2_000, 200
BASELINE_GAMES, BASELINE_SEED = 200, 99


# -------------------------------------------------------------------- P4: the first move


def first_moves(jobs: int = 1) -> pd.DataFrame:
    """P4's first move after so many iterations in all (the program: twice its setting): 200 or
    1,000 seeds, 25 in a row.

    "as published" is `ProgramSearch`. "fixed", its ties and its last disc are fixed, which makes it
    fast.
    """
    tasks = [
        (search, first)
        for search in OPENING_SEARCHES
        for first in range(0, OPENINGS[search], OPENINGS_IN_ROW)
    ]
    counts = run_all(openings, tasks, "rows", jobs, progress=True)
    columns = [
        "search",
        "iterations",
        "first_seed",
        *(f"column_{column}" for column in range(Board().columns)),
    ]
    rows = [
        (search, after, first, *row)
        for (search, first), of in zip(tasks, counts)
        for after, row in of.items()
    ]
    return pd.DataFrame(rows, columns=columns).sort_values(["search", "iterations", "first_seed"])


def openings(search: str, first_seed: int) -> dict[int, list[int]]:
    """How often P4 opens with which column, with 25 seeds, after so many iterations of one search.

    >>> openings("fixed", 0)[500]
    [0, 1, 3, 20, 0, 1, 0]
    """
    counts = {iterations: [0] * Board().columns for iterations in OPENING_SEARCHES[search]}
    for seed in range(first_seed, first_seed + OPENINGS_IN_ROW):
        tree = (
            ProgramSearch(Board(), rng=seed)
            if search == "as published"
            else FastSearch(Board(), PROGRAM, seed)
        )
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
    found = _random_positions(np.random.default_rng([TACTICS_SEED, task == "block"]))
    pairs = ((board, _only_move(board, task)) for board in found)
    chosen = (pair for pair in pairs if pair[1] is not None)
    return tuple(next(chosen) for _ in range(POSITIONS))


def _random_positions(rng: np.random.Generator) -> Iterator[Board]:
    """Positions of random games in which nobody has won, for ever."""
    while True:
        board, plies = BOARD, int(rng.integers(PLIES[0], PLIES[1] + 1))
        while not board.is_terminal and len(board.moves) < plies:
            board = board.play(int(rng.choice(board.legal_moves())))
        if not board.is_terminal:
            yield board


def _only_move(board: Board, task: str) -> int | None:
    wins, threats = winning_moves(board), threatened_moves(board)
    if task == "win":
        return wins[0] if len(wins) == 1 else None
    is_saved = not wins and len(threats) == 1 and not winning_moves(board.play(threats[0]))
    return threats[0] if is_saved else None


def found(player: Player, task: str, positions: Sequence[int]) -> list[int]:
    """1 for each of these positions, given by number, where the player plays the only good move,
    else 0.

    >>> sum(found(mcts_player(50), "win", range(10)))
    9
    """
    chosen = [(number, *tactical_positions(task)[number]) for number in positions]
    return [
        int(player(board, np.random.default_rng([ANSWER_SEED, number])) == move)
        for number, board, move in chosen
    ]


def tactics(jobs: int = 1) -> pd.DataFrame:
    """P1's win in one and block in one, with two deviations fixed or not, and FastSearch: 300
    positions, one in a row.

    Everybody sees the same positions, so that differences are paired.
    """
    tasks = [
        (task, fixed, playouts, first)
        for fixed, playouts in [*TACTICS, ("FastSearch", 200)]
        for task in ("win", "block")
        for first in range(0, POSITIONS, POSITIONS_IN_ROW)
    ]
    answers = run_all(found_by, tasks, "rows", jobs, progress=True)
    rows = [
        (*task, first + number, answer)
        for (*task, first), found_there in zip(tasks, answers)
        for number, answer in enumerate(found_there)
    ]
    return pd.DataFrame(rows, columns=["task", "fixed", "playouts", "position", "found"])


def found_by(task: str, fixed: str, playouts: int, first: int) -> list[int]:
    """`found` of 10 positions, by P1 with these deviations fixed ("a + b"), or by FastSearch."""
    is_fast = fixed == "FastSearch"
    player = (
        mcts_player(playouts)
        if is_fast
        else MCTSClassPlayer(playouts, fixed=[*filter(None, fixed.split(" + "))])
    )
    return found(player, task, range(first, first + POSITIONS_IN_ROW))


def chance(task: str) -> float:
    """The share of those positions that a random player finds.

    >>> round(chance("win"), 3)
    0.216
    """
    return float(np.mean([1 / len(board.legal_moves()) for board, _ in tactical_positions(task)]))


# -------------------------------------------------------------------- matches


class Pairing(NamedTuple):
    """Two players who meet."""

    one: Player
    other: Player
    games: int
    board: Board = BOARD


def claimed() -> dict[str, Pairing]:
    """The matches that test what was claimed, by what they are about.

    >>> list(claimed())[:2]
    ['P4: 500 against FastSearch 5000', 'P4: 1000 against FastSearch 10000']
    """
    root, fast = math.sqrt(2), ("last disc", "rightmost")
    return {
        "P4: 500 against FastSearch 5000": Pairing(
            ProgramPlayer(500, fast), mcts_player(5_000), 100, Board()
        ),
        "P4: 1000 against FastSearch 10000": Pairing(
            ProgramPlayer(1_000, fast), mcts_player(10_000), 100, Board()
        ),
        "FastSearch: c = 1 against c = 0.707": Pairing(
            mcts_player(200, c=1), mcts_player(200, c=root / 2), 1_500
        ),
        "P1: C = 2 against C = 1.414": Pairing(
            MCTSClassPlayer(200), MCTSClassPlayer(200, root), 100
        ),
    }


def factorial() -> dict[str, Pairing]:
    """P1 with two deviations fixed or not, each against the same opponent: FastSearch with 20
    playouts.

    >>> list(factorial())
    ['', 'terminal leaf', 'one viewpoint', 'terminal leaf + one viewpoint']
    """
    return {
        " + ".join(fixed): Pairing(MCTSClassPlayer(200, fixed=fixed), mcts_player(20), 150)
        for fixed in FACTORS
    }


def claimed_matches(jobs: int = 1) -> pd.DataFrame:
    """The matches of `claimed`; 10 games in a row."""
    return _played(claimed(), jobs)


def factorial_matches(jobs: int = 1) -> pd.DataFrame:
    """The matches of `factorial`: 150 games each, 10 in a row; the four have the same seeds."""
    return _played(factorial(), jobs)


def _played(pairings: dict[str, Pairing], jobs: int) -> pd.DataFrame:
    rows = []
    for name, pairing in pairings.items():
        results = match_results(name, pairing.games, jobs, progress=True)
        rows += [{"match": name} | row for row in samples(results, GAMES_IN_ROW)]
    return pd.DataFrame(rows)


def match_results(
    name: str, games: int, jobs: int = 1, progress: bool = False
) -> tuple[float, ...]:
    """What the first-named scored in the first games of a match, of `claimed` or `factorial`.

    >>> match_results("FastSearch: c = 1 against c = 0.707", 4)
    (0.5, 0.5, 1.0, 1.0)
    """
    pairing = (claimed() | factorial())[name]
    seed = MATCH_SEED, list(claimed()).index(name) if name in claimed() else len(claimed())
    return play_match(
        pairing.one, pairing.other, games, seed, pairing.board, jobs, progress
    ).results


# -------------------------------------------------------------------- P3: the training


def article_training(jobs: int = 1) -> pd.DataFrame:
    """P3's 2,000 training games, 10 seeds, 200 games in a row; and two that don't learn, as player
    1 against the same agent.
    """
    trained = run_all(
        training_blocks, [(seed,) for seed in range(TRAINING_SEEDS)], "seeds", jobs, progress=True
    )
    rows = [("P3", seed, *block) for seed, blocks in enumerate(trained) for block in blocks]
    games = range(0, TRAINING_GAMES, BASELINE_GAMES)
    for name, blocks in (("random", len(games)), ("simple Monte Carlo", 2)):
        tasks = [(name, BASELINE_SEED + block) for block in range(blocks)]
        counted = run_all(baseline_block, tasks, "rows", jobs, progress=True)
        rows += [(name, seed, 0, *block) for (_, seed), block in zip(tasks, counted)]
    return pd.DataFrame(rows, columns=["player", "seed", "first_game", "wins", "draws", "losses"])


def training_blocks(seed: int, games: int = TRAINING_GAMES) -> list[tuple[int, int, int, int]]:
    """(first game, wins, draws, losses) of every 200 training games with this seed.

    >>> training_blocks(0, games=200)
    [(0, 15, 0, 185)]
    """
    winners = train(new_tree(), games, np.random.default_rng(seed))
    return [
        (first, *_counts(winners[first : first + TRAINING_GAMES_IN_ROW]))
        for first in range(0, games, TRAINING_GAMES_IN_ROW)
    ]


def baseline_block(name: str, seed: int, games: int = BASELINE_GAMES) -> tuple[int, int, int]:
    """(wins, draws, losses) of a player who does not learn, as player 1 against the trivial agent.

    >>> baseline_block("random", 99)
    (9, 0, 191)
    """
    player = {"random": random_player, "simple Monte Carlo": SimpleMonteCarlo(10)}[name]
    rng, winners = np.random.default_rng(seed), []
    for _ in range(games):
        board = Board()
        while not board.is_terminal:
            board = board.play((player if board.to_move == 1 else trivial_agent)(board, rng))
        winners.append(board.winner)
    return _counts(winners)


def _counts(winners: Sequence[int | None]) -> tuple[int, int, int]:
    return winners.count(1), winners.count(None), winners.count(2)
