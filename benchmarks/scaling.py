"""What it costs to hand out games to two workers: `python -m benchmarks --scaling`.

The same games are played by a plain loop in one process, by two such loops in two processes, each with half of them, and
by `play_match` with two workers, journal included. The workers are there before the clock starts. What remains of the ideal:
beside half the time of the one loop; beside the time of the two, who also share the machine; and the share of the workers'
time in which the players think, which does not depend on what else the machine does.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from mctslab.arena import GameRecord, play_game, play_match
from mctslab.arena.parallel import BATCH_SECONDS
from mctslab.players import mcts_player

GAMES, PLAYOUTS, WORKERS = 160, 5_000, 2
ONLY_HERE = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "worker_dashboard_address": "127.0.0.1:0"}


class Took(NamedTuple):
    seconds: float
    thinking: float  # the share of that, times the workers, in which the players think


def took(start: float, workers: int, games: Iterable[GameRecord]) -> Took:
    seconds = time.perf_counter() - start
    return Took(seconds, sum(sum(game.times) for game in games) / (workers * seconds))


def loop(part: int, parts: int) -> Took:
    """Every `parts`-th pair of games in a plain loop."""
    player, start = mcts_player(PLAYOUTS), time.perf_counter()
    numbers = range(part, GAMES // 2, parts)
    return took(start, 1, [play_game(player, player, (0, number)) for number in numbers for _ in range(2)])


def loops(processes: Executor, count: int) -> Took:
    """So many loops at once: what they take on average."""
    return Took(*map(statistics.mean, zip(*processes.map(loop, range(count), [count] * count))))


def by_workers(executor: Executor) -> Took:
    """The games of a match."""
    player, start = mcts_player(PLAYOUTS), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        match = play_match(player, player, GAMES, executor=executor, journal=Path(folder) / "journal")
    return took(start, WORKERS, match.games)


def contestants(stack: ExitStack) -> dict[str, Callable[[], Took]]:
    processes = stack.enter_context(ProcessPoolExecutor(WORKERS, get_context("spawn")))
    timed = {
        "one plain loop": lambda: loops(processes, 1),
        "two plain loops at once": lambda: loops(processes, WORKERS),
        "`play_match`, two processes": lambda: by_workers(processes),
    }
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        return timed
    cluster = stack.enter_context(
        LocalCluster(n_workers=WORKERS, threads_per_worker=1, silence_logs=50, **ONLY_HERE)
    )
    client = stack.enter_context(Client(cluster))
    return timed | {"`play_match`, a Dask cluster of two": lambda: by_workers(client.get_executor())}


def scaling(rounds: int) -> list[list[str]]:
    """A row for each, with the medians of the rounds after a first one."""
    with ExitStack() as stack:
        timed = contestants(stack)
        times = [{name: function() for name, function in timed.items()} for _ in range(rounds + 1)][1:]
    one, two = list(timed)[:2]
    rows = []
    for name in timed:
        speed = GAMES / statistics.median(taken[name].seconds for taken in times)
        by_one = statistics.median(taken[one].seconds / (WORKERS * taken[name].seconds) for taken in times)
        by_two = statistics.median(taken[two].seconds / taken[name].seconds for taken in times)
        thinking = f"{statistics.median(taken[name].thinking for taken in times):.3f}"
        rows.append(
            [name, f"{speed:.1f}", *(["", ""] if name == one else [f"{by_one:.2f}", f"{by_two:.2f}"]), thinking]
        )
    return rows


WORK = f"{GAMES} games, {PLAYOUTS:,} playouts a move, batches of {BATCH_SECONDS:g} s"
HEAD = f"| {WORK} | games/s | to one loop, twice | to two loops | players think |"
