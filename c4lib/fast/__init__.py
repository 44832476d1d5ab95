"""The compiled twin of the search, and the exact solver, on bitboards and arrays."""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from c4lib.board import Board
from c4lib.node import Game
from c4lib.search import Search, TreeSearch
from c4lib.settings import SearchSettings


def any_search(
    game: Game,
    settings: SearchSettings = SearchSettings(),
    rng: np.random.Generator | int | None = None,
) -> Search:
    """A `FastSearch` of the game if that is possible, else a `TreeSearch`: the tree is the same.

    Possible it is with a `Board` that fits into a bitboard, where numba is installed.

    Raises:
        ImportError: numba is installed, but cannot be loaded.

    >>> any_search(Board(), rng=1), any_search(Board(8, 8), rng=1)
    (FastSearch(0 iterations, 1 nodes), TreeSearch(0 iterations, 1 nodes))
    """
    if isinstance(game, Board):
        with suppress(ModuleNotFoundError, ValueError):
            from c4lib.fast.search import FastSearch  # loads numba, which not everybody has

            return FastSearch(game, settings, rng)
    return TreeSearch(game, settings, rng)
