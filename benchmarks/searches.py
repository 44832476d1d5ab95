"""What is compared: each a function (playouts, seed) that searches the empty 6 x 7 board and gives the seconds it took."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from numba import njit

from c4lib import Board, FastSearch, TreeSearch
from c4lib.fast.arrays import Nodes
from c4lib.fast.bitboard import rules_of
from c4lib.fast.jit import OPTIONS, U
from c4lib.fast.kernel import NOBODY, simulate
from c4lib.fast.pcg64 import drawn_from
from c4lib.fast.search import ParallelSearch

Timed = Callable[[int, int], float]

HAS_OPEN_SPIEL = importlib.util.find_spec("pyspiel") is not None
OPEN_SPIEL_C = 2 * 2**0.5  # its rewards are -1 to 1, so its constant is twice ours
PEER_SOURCE = Path(__file__).with_name("peer.cpp")


def seconds_of(function: Callable[[], object]) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def fast(playouts: int, seed: int, board: Board = Board()) -> float:
    return seconds_of(lambda: FastSearch(board, rng=seed).run(playouts))


def two_threads(playouts: int, seed: int) -> float:
    search = ParallelSearch(Board(), rng=seed, threads=2)
    return seconds_of(lambda: search.run(playouts))


def readable(playouts: int, seed: int) -> float:
    return seconds_of(lambda: TreeSearch(Board(), rng=seed).run(playouts))


def open_spiel_compiled(playouts: int, seed: int) -> float:
    import pyspiel

    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    memory, solve, verbose = 4000, False, False
    bot = pyspiel.MCTSBot(game, evaluator, OPEN_SPIEL_C, playouts, memory, solve, seed, verbose)
    return seconds_of(lambda: bot.mcts_search(game.new_initial_state()))


def open_spiel_python(playouts: int, seed: int) -> float:
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game, rng = pyspiel.load_game("connect_four"), np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, OPEN_SPIEL_C, playouts, evaluator, solve=False, random_state=rng)
    return seconds_of(lambda: bot.mcts_search(game.new_initial_state()))


# -------------------------------------------------------------------- the peer in C++


@cache
def peer_program(*options: str) -> str | None:
    """The compiled peer.cpp; None without a compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++") or shutil.which("c++")
    if compiler is None:
        return None
    program = str(Path(tempfile.mkdtemp(prefix="c4lib-peer-")) / "peer")
    command = [compiler, "-std=c++17", "-O3", "-march=native", "-fno-math-errno", *options, "-o", program]
    subprocess.run([*command, str(PEER_SOURCE)], check=True)
    return program


def peer(what: str, *options: str) -> Timed:
    """What the peer needs to `search`, or for `rollouts`."""

    def seconds(count: int, seed: int) -> float:
        command = [peer_program(*options), what, str(count), str(seed)]
        return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[0])

    return seconds


# -------------------------------------------------------------------- rollouts alone


@njit(**OPTIONS)
def _many_rollouts(notes, rules, rng, count):
    wins = 0
    for _ in range(count):
        wins += simulate(notes[0], rules, rng, U(0), U(0), 1) == 1
    return wins


def fast_rollouts(rollouts: int, seed: int) -> float:
    notes, rules = Nodes(Board(), 0, NOBODY).notes, rules_of(6, 7, 4)
    with drawn_from(np.random.default_rng(seed)) as source:
        return seconds_of(lambda: _many_rollouts(notes, rules, source, rollouts))
