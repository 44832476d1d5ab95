"""Speed of the searches side by side, in one run: `make bench`.

Medians over repeats, taken in turns so that a slow moment of the machine hits all of them; the ratios are what counts.
"""

import importlib.util
import platform
import statistics
import time
from collections.abc import Callable

import numpy as np

from c4lib import Board, FastSearch, TreeSearch

REPEATS = 7
Search = Callable[[int, int], object]  # (playouts, seed): searches the empty 6 x 7 board


def readable(playouts: int, seed: int) -> None:
    TreeSearch(Board(), rng=seed).run(playouts)


def fast(playouts: int, seed: int) -> None:
    FastSearch(Board(), rng=seed).run(playouts)


# OpenSpiel's rewards are -1..1, so its constant is twice ours.


def open_spiel_python(playouts: int, seed: int) -> None:
    import pyspiel
    from open_spiel.python.algorithms import mcts

    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(
        pyspiel.load_game("connect_four"), 2 * 2**0.5, playouts, evaluator, solve=False, random_state=rng
    )
    bot.mcts_search(pyspiel.load_game("connect_four").new_initial_state())


def open_spiel_compiled(playouts: int, seed: int) -> None:
    import pyspiel

    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2 * 2**0.5, playouts, 10_000, False, seed, False)
    bot.mcts_search(game.new_initial_state())


def medians(searches: dict[str, Search], playouts: int) -> dict[str, float]:
    """Iterations a second of each search: the median over REPEATS rounds, after one that is not counted."""
    rates = {name: [] for name in searches}
    for seed in range(REPEATS + 1):
        for name, search in searches.items():
            start = time.perf_counter()
            search(playouts, seed)
            rates[name].append(playouts / (time.perf_counter() - start))
    return {name: statistics.median(measured[1:]) for name, measured in rates.items()}


def main() -> None:
    has_open_spiel = importlib.util.find_spec("pyspiel") is not None
    if not has_open_spiel:
        print("OpenSpiel is not installed, so there is nothing to compare with: pip install open_spiel")
    print(f"Python {platform.python_version()}, {platform.machine()}, from the empty 6 x 7 board, iterations a second")
    print("\n| playouts | search | iterations/s | ratio to the first |\n|---|---|---|---|")
    compiled = {"FastSearch": fast} | ({"OpenSpiel's C++ MCTSBot": open_spiel_compiled} if has_open_spiel else {})
    in_python = {"TreeSearch": readable} | ({"OpenSpiel's Python MCTSBot": open_spiel_python} if has_open_spiel else {})
    for playouts, searches in [(2_000, in_python), (1_000, compiled), (25_000, compiled), (100_000, compiled)]:
        measured = medians(searches, playouts)
        for name, rate in measured.items():
            print(f"| {playouts:,} | {name} | {rate:,.0f} | {rate / next(iter(measured.values())):.3f} |", flush=True)


if __name__ == "__main__":
    main()
