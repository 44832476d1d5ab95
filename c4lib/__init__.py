"""Monte Carlo Tree Search on Connect Four, for teaching: a game, a readable search, pictures of what it does.

>>> from c4lib import Board, TreeSearch
>>> search = TreeSearch(Board.from_moves("3342"), rng=1)
>>> search.run(playouts=200).best_move() in search.visits
True
"""

from c4lib.board import Board
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

__all__ = [
    "Backpropagation",
    "Board",
    "Expansion",
    "Iteration",
    "Search",
    "SearchNode",
    "SearchSettings",
    "Selection",
    "Simulation",
    "TreeSearch",
    "backpropagate",
    "expand",
    "select",
    "simulate",
    "ucb1",
]
