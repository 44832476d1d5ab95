"""Speed of the searches side by side, in one run: `make bench`.

Medians over repeats, taken in turns so that a slow moment of the machine hits all of them; the ratios are what counts.
"""

import platform
import statistics
import time
from collections.abc import Callable

import numpy as np

from c4lib import Board, TreeSearch

REPEATS = 7
PLAYOUTS = 2000


def readable(seed: int) -> None:
    TreeSearch(Board(), rng=seed).run(PLAYOUTS)


def open_spiel_python() -> Callable[[int], None]:
    """OpenSpiel's Python bot with random rollouts; its rewards are -1..1, so its constant is twice ours."""
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("connect_four")

    def search(seed: int) -> None:
        rng = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        bot = mcts.MCTSBot(game, 2 * 2**0.5, PLAYOUTS, evaluator, solve=False, random_state=rng)
        bot.mcts_search(game.new_initial_state())

    return search


def seconds(search: Callable[[int], None], seed: int) -> float:
    start = time.perf_counter()
    search(seed)
    return time.perf_counter() - start


def main() -> None:
    searches = {"TreeSearch": readable}
    try:
        searches["OpenSpiel, Python MCTSBot"] = open_spiel_python()
    except ImportError:
        print("OpenSpiel is not installed, so there is nothing to compare with: pip install open_spiel")
    times = {name: [] for name in searches}
    for seed in range(REPEATS + 1):  # the first round warms up and is not counted
        for name, search in searches.items():
            times[name].append(seconds(search, seed))
    rates = {name: PLAYOUTS / statistics.median(taken[1:]) for name, taken in times.items()}
    print(f"Python {platform.python_version()}, {platform.machine()}, {PLAYOUTS} playouts from the empty 6 x 7 board")
    for name, rate in rates.items():
        print(f"{name:28} {rate:10,.0f} iterations/s   {rates['TreeSearch'] / rate:5.2f} x")


if __name__ == "__main__":
    main()
