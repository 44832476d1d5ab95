"""The library's phases in the form in which a reader writes them, for those not written yet.

>>> import numpy as np
>>> from c4lib import Board, SearchSettings
>>> grow(Board(), SearchSettings(), np.random.default_rng(1), 10)
SearchNode(move=None, wins=2, visits=10)
"""

from __future__ import annotations

import numpy as np

import c4lib
from c4lib import Game, SearchNode, SearchSettings
from c4lib import ucb1 as ucb1


def select(root: SearchNode, settings: SearchSettings, rng: np.random.Generator) -> SearchNode:
    """The leaf that is reached from the root (lesson 04)."""
    return c4lib.select(root, settings, rng).leaf


def expand(leaf: SearchNode, settings: SearchSettings, rng: np.random.Generator) -> SearchNode:
    """The node to simulate from (lesson 05)."""
    return c4lib.expand(leaf, settings, rng).node


def simulate(node: SearchNode, rng: np.random.Generator) -> int | None:
    """The winner of a random game from the node on: 1, 2, or None for a draw (lesson 06)."""
    return c4lib.simulate(node, SearchSettings(), rng).winner


def backpropagate(node: SearchNode, winner: int | None) -> None:
    """Count the playout in the node and in all above it (lesson 07)."""
    c4lib.backpropagate(node, winner, SearchSettings())


def grow(
    game: Game, settings: SearchSettings, rng: np.random.Generator, iterations: int
) -> SearchNode:
    """The root of the tree after so many iterations (lesson 08)."""
    return c4lib.TreeSearch(game, settings, rng).run(iterations).root
