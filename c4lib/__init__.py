"""Monte Carlo Tree Search on Connect Four, for teaching: a game, a readable search, pictures of what it does.

>>> from c4lib import Board, TreeSearch
>>> search = TreeSearch(Board.from_moves("3342"), rng=1)
>>> search.run(playouts=200).best_move() in search.visits
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

from c4lib.board import Board
from c4lib.lecture.hex import HexBoard
from c4lib.node import SearchNode
from c4lib.phases import (
    Backpropagation,
    Expansion,
    Iteration,
    Selection,
    Simulation,
    backpropagate,
    expand,
    select,
    simulate,
    ucb1,
)
from c4lib.search import Search, TreeSearch
from c4lib.settings import SearchSettings
from c4lib.study.invariants import Violation, violations

if TYPE_CHECKING:
    from c4lib._tools import show_source
    from c4lib.arena import play_game, play_match, round_robin, sweep
    from c4lib.arena.perfect import accuracy, exact_scores, optimal_moves, sound_moves
    from c4lib.fast.search import FastSearch, ParallelSearch
    from c4lib.fast.solver import solve, solve_moves
    from c4lib.players import QTable
    from c4lib.plots import plot_bitboards, plot_board, plot_hex, plot_playout, plot_tree, plot_ucb1, plot_visits
    from c4lib.study.recording import Trace
    from c4lib.widgets.explorer import SearchExplorer
    from c4lib.widgets.play import PlayBoard
    from c4lib.widgets.stepper import SearchStepper
    from c4lib.widgets.ucb1_lab import Ucb1Lab

# Loaded when first used, so that `import c4lib` stays quick: most need numba, Matplotlib or ipywidgets.
LAZY = {
    "FastSearch": "fast.search",
    "ParallelSearch": "fast.search",
    "PlayBoard": "widgets.play",
    "QTable": "players",
    "SearchExplorer": "widgets.explorer",
    "SearchStepper": "widgets.stepper",
    "Trace": "study.recording",
    "Ucb1Lab": "widgets.ucb1_lab",
    "accuracy": "arena.perfect",
    "exact_scores": "arena.perfect",
    "optimal_moves": "arena.perfect",
    "play_game": "arena",
    "play_match": "arena",
    "plot_bitboards": "plots",
    "plot_board": "plots",
    "plot_hex": "plots",
    "plot_playout": "plots",
    "plot_tree": "plots",
    "plot_ucb1": "plots",
    "plot_visits": "plots",
    "round_robin": "arena",
    "show_source": "_tools",
    "solve": "fast.solver",
    "solve_moves": "fast.solver",
    "sound_moves": "arena.perfect",
    "sweep": "arena",
}

__all__ = [
    "Backpropagation",
    "Board",
    "Expansion",
    "FastSearch",
    "HexBoard",
    "Iteration",
    "ParallelSearch",
    "PlayBoard",
    "QTable",
    "Search",
    "SearchExplorer",
    "SearchNode",
    "SearchSettings",
    "SearchStepper",
    "Selection",
    "Simulation",
    "Trace",
    "TreeSearch",
    "Ucb1Lab",
    "Violation",
    "accuracy",
    "backpropagate",
    "exact_scores",
    "expand",
    "optimal_moves",
    "play_game",
    "play_match",
    "plot_bitboards",
    "plot_board",
    "plot_hex",
    "plot_playout",
    "plot_tree",
    "plot_ucb1",
    "plot_visits",
    "round_robin",
    "select",
    "show_source",
    "simulate",
    "solve",
    "solve_moves",
    "sound_moves",
    "sweep",
    "ucb1",
    "violations",
]


def __getattr__(name: str) -> object:
    if name not in LAZY:
        raise AttributeError(f"module 'c4lib' has no attribute {name!r}")
    value = getattr(import_module(f"c4lib.{LAZY[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
