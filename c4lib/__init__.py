"""Monte Carlo Tree Search on Connect Four, for teaching: a game, a readable search, pictures of what it does.

>>> from c4lib import Board, TreeSearch
>>> search = TreeSearch(Board.from_moves("3342"), rng=1)
>>> search.run(playouts=200).best_move() in search.visits
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

from c4lib.board import Board
from c4lib.hex import HexBoard
from c4lib.invariants import Violation, violations
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

if TYPE_CHECKING:
    from c4lib.engine import FastSearch
    from c4lib.plots import plot_board, plot_hex, plot_playout, plot_tree, plot_ucb1, plot_visits
    from c4lib.source import show_source

# Loaded when first used, so that `import c4lib` stays quick: some need numba or Matplotlib.
LAZY = {
    "FastSearch": "engine",
    "plot_board": "plots",
    "plot_hex": "plots",
    "plot_playout": "plots",
    "plot_tree": "plots",
    "plot_ucb1": "plots",
    "plot_visits": "plots",
    "show_source": "source",
}

__all__ = [
    "Backpropagation",
    "Board",
    "Expansion",
    "FastSearch",
    "HexBoard",
    "Iteration",
    "Search",
    "SearchNode",
    "SearchSettings",
    "Selection",
    "Simulation",
    "TreeSearch",
    "Violation",
    "backpropagate",
    "expand",
    "plot_board",
    "plot_hex",
    "plot_playout",
    "plot_tree",
    "plot_ucb1",
    "plot_visits",
    "select",
    "show_source",
    "simulate",
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
