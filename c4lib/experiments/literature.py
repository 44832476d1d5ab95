"""The searches of the literature: their first moves, their tactics, their games, and what each deviation costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd

from c4lib.arena import RoundRobin, play_match, round_robin
from c4lib.arena.parallel import run_all
from c4lib.board import Board
from c4lib.experiments import counted, samples
from c4lib.fast.search import FastSearch
from c4lib.players import Player, mcts_player, threatened_moves, winning_moves
from c4lib.published import (
    ARTICLE_DEVIATIONS,
    CLASS_DEVIATIONS,
    PROGRAM,
    ArticlePlayer,
    MCTSClassPlayer,
    SimpleMonteCarlo,
    lecture_player,
    program_player,
    trivial_agent,
)

BOARD = Board(6, 5)  # that of P1; the others play on any
PLAYOUTS = 200  # a move, in all games

ITERATIONS = (50, 100, 200, 500, 1_000, 2_000, 3_000, 5_000, 10_000, 25_000)
OPENINGS, OPENINGS_IN_ROW = 1_000, 100

TACTICS_SEED, ANSWER_SEED, PLIES = 7, 8, (5, 20)  # positions after so many random moves
POSITIONS, POSITIONS_IN_ROW = 100, 10
TACTICS_PLAYOUTS = (50, 200, 1_000)

ROBIN_SEED, FIXED_SEED = 9, 10
ROBIN_GAMES, FIXED_GAMES, GAMES_IN_ROW = 60, 80, 4

PUBLISHED: dict[str, Callable[[int], Player]] = {
    "P1 class": MCTSClassPlayer,
    "P2 lecture": lecture_player,
    "P3 article": ArticlePlayer,
    "P4 program": program_player,
    "FastSearch": mcts_player,
}
"""Those that search, by name: of a number of playouts makes the player."""

DEVIATIONS = {
    "P1 class": ("terminal leaf", "one viewpoint", "tree built ahead", "all"),
    "P3 article": (*ARTICLE_DEVIATIONS, "all"),
}
"""Those to be fixed one at a time; the other deviations of P1 change no move on 6 x 5."""


def fixed_player(name: str, deviation: str, playouts: int) -> Player:
    """P1 or P3 with one deviation fixed, or "all".

    >>> fixed_player("P3 article", "batches", playouts=50).name
    'article without batches, 50 games'
    """
    all_of_them = CLASS_DEVIATIONS if name == "P1 class" else ARTICLE_DEVIATIONS
    return PUBLISHED[name](playouts, fixed=all_of_them if deviation == "all" else deviation)


# -------------------------------------------------------------------- the first move


def first_moves(jobs: int = 1) -> pd.DataFrame:
    """P4's first move on 6 x 7 after 50 to 25,000 iterations: 1,000 seeds each, 100 in a row of the table."""
    rows = [(iterations, first) for iterations in ITERATIONS for first in range(0, OPENINGS, OPENINGS_IN_ROW)]
    tasks = [(iterations, range(first, first + OPENINGS_IN_ROW)) for iterations, first in rows]
    counts = run_all(openings, tasks, "rows", jobs, progress=True)
    columns = ["iterations", "first_seed", *(f"column_{column}" for column in range(Board().columns))]
    return pd.DataFrame([(*row, *count) for row, count in zip(rows, counts)], columns=columns)


def openings(iterations: int, seeds: Sequence[int]) -> list[int]:
    """How often P4 opens with which column, with these seeds.

    >>> openings(50, range(20))
    [4, 2, 2, 8, 1, 3, 0]
    """
    moves = [FastSearch(Board(), PROGRAM, seed).run(iterations).best_move() for seed in seeds]
    return np.bincount(moves, minlength=Board().columns).tolist()


# -------------------------------------------------------------------- win in one, block in one


@cache
def tactical_positions(task: str) -> tuple[tuple[Board, int], ...]:
    """100 positions of random games on 6 x 5, each with its only good move.

    Args:
        task: "win": one move wins at once. "block": none does, the opponent threatens to, in one column, and a disc there averts it.

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


def found(player: Player, task: str, positions: Sequence[int]) -> int:
    """In how many of these positions, given by number, the player plays the only good move.

    >>> found(trivial_agent, "block", range(100)), found(mcts_player(50), "win", range(10))
    (100, 9)
    """
    chosen = [(number, *tactical_positions(task)[number]) for number in positions]
    return sum(player(board, np.random.default_rng([ANSWER_SEED, number])) == move for number, board, move in chosen)


def tactics(jobs: int = 1) -> pd.DataFrame:
    """Win in one and block in one: P1 to P4 and FastSearch, and P1 and P3 with deviations fixed; 100 positions each, 10 in a row."""
    searches = [(name, "nothing", playouts) for name in PUBLISHED for playouts in TACTICS_PLAYOUTS]
    searches += [(name, deviation, PLAYOUTS) for name, deviations in DEVIATIONS.items() for deviation in deviations]
    tasks = [
        (task, *search, first)
        for search in searches
        for task in ("win", "block")
        for first in range(0, POSITIONS, POSITIONS_IN_ROW)
    ]
    table = pd.DataFrame(tasks, columns=["task", "player", "mended", "playouts", "first"])
    return table.assign(positions=POSITIONS_IN_ROW, found=run_all(_found_by, tasks, "rows", jobs, progress=True))


def _found_by(task: str, name: str, deviation: str, playouts: int, first: int) -> int:
    player = PUBLISHED[name](playouts) if deviation == "nothing" else fixed_player(name, deviation, playouts)
    return found(player, task, range(first, first + POSITIONS_IN_ROW))


# -------------------------------------------------------------------- games


def robin_players() -> dict[str, Player]:
    """P1 to P4, FastSearch and the two baselines of P3, all that search with 200 playouts a move.

    >>> list(robin_players())[-2:]
    ['simple Monte Carlo', 'trivial agent']
    """
    searches = {name: make(PLAYOUTS) for name, make in PUBLISHED.items()}
    baselines = {"simple Monte Carlo": SimpleMonteCarlo(PLAYOUTS // BOARD.columns), "trivial agent": trivial_agent}
    return searches | baselines


def literature_robin(jobs: int = 1) -> pd.DataFrame:
    """Everybody against everybody on 6 x 5 with 200 playouts a move: 60 games each, 4 in a row of the table."""
    robin = round_robin(robin_players(), ROBIN_GAMES, ROBIN_SEED, BOARD, jobs, progress=True)
    rows = []
    for (one, other), match in robin.matches.items():
        rows += [{"one": one, "other": other} | row for row in samples(match.results, GAMES_IN_ROW)]
    return pd.DataFrame(rows)


def robin_games(one: str, other: str, games: int) -> tuple[float, ...]:
    """What the first-named scored in the first games of their match in the round robin, played again."""
    players = robin_players()
    number = list(combinations(players, 2)).index((one, other))
    return play_match(players[one], players[other], games, (ROBIN_SEED, number), BOARD).results


def as_robin(table: pd.DataFrame) -> RoundRobin:
    """The round robin behind a table of `literature_robin`, to be drawn by `plot_round_robin`; it has results only.

    >>> import pandas as pd
    >>> rows = [{"one": "A", "other": "B", "sample": 0, "wins": 2, "draws": 1, "losses": 0}]
    >>> as_robin(pd.DataFrame(rows)).results("B")
    (0, 0, 0.5)
    """
    counts = table.groupby(["one", "other"], sort=False)[["wins", "draws", "losses"]].sum()
    matches = {(one, other): counted(row) for (one, other), row in counts.iterrows()}
    return RoundRobin(tuple(dict.fromkeys(name for pair in matches for name in pair)), matches)


def mended_quirks(jobs: int = 1) -> pd.DataFrame:
    """P1 and P3 with a deviation fixed, or all, against themselves as published: 80 games each, 4 in a row of the table."""
    rows = []
    for name, deviations in DEVIATIONS.items():
        for deviation in deviations:
            results = fixed_games(name, deviation, FIXED_GAMES, jobs, progress=True)
            rows += [{"player": name, "mended": deviation} | row for row in samples(results, GAMES_IN_ROW)]
    return pd.DataFrame(rows)


def fixed_games(name: str, deviation: str, games: int, jobs: int = 1, progress: bool = False) -> tuple[float, ...]:
    """What P1 or P3 with that deviation fixed scores in games against itself as published, 200 playouts a move."""
    seed = FIXED_SEED, list(DEVIATIONS).index(name), DEVIATIONS[name].index(deviation)
    players = fixed_player(name, deviation, PLAYOUTS), PUBLISHED[name](PLAYOUTS)
    return play_match(*players, games, seed, BOARD, jobs, progress).results
