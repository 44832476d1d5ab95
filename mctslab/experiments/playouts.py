"""Sensible playouts and random ones, both on bitboards, and what the sensible ones are worth.

On bitboards (see `c4lib/fast/bitboard.py`) a sensible playout is some thirty times as fast as with
boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd

from c4lib.board import Board
from c4lib.fast.bitboard import bits_of, rules_of
from c4lib.node import SearchNode
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings
from mctslab.experiments.tables import match_rows
from mctslab.players import MCTSPlayer, mcts_player

SENSIBLE_PLAYOUTS = (50, 100, 200, 400, 800)
PRICES = (1, 3, 10, 30)  # random playouts for one sensible playout
SENSIBLE_SEED = 4
SENSIBLE_GAMES = 400


def sensible_playouts(jobs: int = 1) -> pd.DataFrame:
    """Sensible playouts against 1, 3, 10 and 30 times as many random ones: 400 games each."""
    rows = []
    for price, playouts in product(PRICES, SENSIBLE_PLAYOUTS):
        players = sensible_player(playouts), mcts_player(price * playouts)
        settings = {"price": price, "playouts": playouts}
        seed = (SENSIBLE_SEED, price, playouts)
        rows += match_rows(players, SENSIBLE_GAMES, seed, jobs, settings)
    return pd.DataFrame(rows)


def sensible_player(playouts: int) -> MCTSPlayer:
    """The player whose playouts are those of `simulate_sensibly`.

    >>> sensible_player(50)(Board.from_moves("051525"), np.random.default_rng(1))
    3
    """
    return MCTSPlayer(playouts, search=partial(TreeSearch, simulate=simulate_sensibly))


# -------------------------------------------------------------------- the playouts


class Finished(NamedTuple):
    """What is left of a playout whose moves are not kept."""

    winner: int | None


def simulate_sensibly(
    node: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Finished:
    """A playout in which both complete their line when they can, and else leave the other none.

    Of the moves that are left one is drawn, with one number each; if there are none, all are left.

    >>> node = SearchNode(Board.from_moves("001122"))
    >>> {simulate_sensibly(node, SearchSettings(), np.random.default_rng(seed)).winner for seed in range(20)}
    {1}
    """
    game = node.game
    if game.is_terminal:
        return Finished(game.winner)
    player, height = game.to_move, game.rows + 1
    bottom, columns = cells_of(game)
    mine, taken = bits_of(game)
    theirs = mine ^ taken
    wins, losses = threatened(mine, height), threatened(theirs, height)
    while legal := landing_cells(taken, bottom, columns):
        landing = sum(legal)
        if wins & landing:
            return Finished(player)
        losses &= sum(columns)
        blocks = landing & losses or landing
        safe = blocks & ~(losses >> 1)  # opens no such cell on top of the disc
        options = [disc for disc in legal if disc & safe] or legal
        disc = options[int(rng.random() * len(options))]
        taken |= disc
        mine, theirs, player = theirs, mine | disc, 3 - player
        wins, losses = losses, threatened(theirs, height)
    return Finished(None)


def simulate_at_random(
    node: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Finished:
    """The playout of `c4lib.simulate` on bitboards, to compare the cost of sensible ones with.

    >>> simulate_at_random(SearchNode(Board()), SearchSettings(), np.random.default_rng(1))
    Finished(winner=1)
    """
    game = node.game
    if game.is_terminal:
        return Finished(game.winner)
    player, rows = game.to_move, game.rows
    bottom, columns = cells_of(game)
    mine, taken = bits_of(game)
    theirs = mine ^ taken
    while legal := landing_cells(taken, bottom, columns):
        disc = legal[int(rng.random() * len(legal))]
        taken |= disc
        mine, theirs = theirs, mine | disc
        for step in (1, rows, rows + 1, rows + 2):
            pairs = theirs & theirs >> step
            if pairs & pairs >> 2 * step:
                return Finished(player)
        player = 3 - player
    return Finished(None)


def cells_of(game: Board) -> tuple[int, list[int]]:
    """The bits of the lowest cell of all columns, and for each column those of its cells.

    >>> cells_of(Board(rows=2, columns=3, connect=3))
    (73, [3, 24, 192])
    """
    rules = rules_of(game.rows, game.columns, game.connect)
    cells, height = int(rules.cells), int(rules.height)
    return int(rules.bottom), [cells << column * height for column in range(game.columns)]


def landing_cells(taken: int, bottom: int, columns: Sequence[int]) -> list[int]:
    """Where a disc lands in each open column, from left to right, as bits.

    >>> landing_cells(0b000_000_011, *cells_of(Board(rows=2, columns=3, connect=3)))
    [8, 64]
    """
    landing = taken + bottom
    return [landing & cells for cells in columns if landing & cells]


def threatened(discs: int, height: int) -> int:
    """The bits of cells with which three of these `discs` would be four in a row.

    The cells may be taken, or above the board.

    >>> f"{threatened(0b0000111, height=7):07b}"  # three on top of each other: the cell above
    '0001000'
    """
    cells = (discs << 1) & (discs << 2) & (discs << 3)
    for step in (height - 1, height, height + 1):
        right, left = discs << step, discs >> step
        cells |= (right & discs << 2 * step) & (left | discs << 3 * step)
        cells |= (left & discs >> 2 * step) & (right | discs >> 3 * step)
    return cells
