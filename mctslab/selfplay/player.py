"""A player that searches with a network: what `mctslab.players.network_player` gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from c4lib._tools import whole_number
from c4lib.board import Board
from mctslab.selfplay.network import Network, checked_network, positions_of
from mctslab.selfplay.search import C, at_roots, grow_trees


def best_moves(
    network: Network, boards: Sequence[Board], simulations: int, c: float = C
) -> np.ndarray:
    """In each position the move with the most visits, of equal ones the one of the largest share.

    Raises:
        ValueError: a board is not of the network's size, or its game is over.
    """
    for board in boards:
        network.check(board)
    evaluate, positions = network.evaluate_bits, positions_of(boards)
    trees = grow_trees(evaluate, positions, network.rules, simulations, c)
    return at_roots(trees, trees.visits + trees.share).argmax(axis=1)


@dataclass(frozen=True)
class NetworkPlayer:
    """Plays the move with the most visits after so many simulations, of equal ones the larger share.

    It draws no random numbers: the same position gets the same move.

    Raises:
        ValueError: it is no network, or `simulations` is not a whole number from 1 to 10,000; when
            it plays, the board is of another size, or the game is over.
    """

    network: Network
    simulations: int = 100
    c: float = C

    def __post_init__(self) -> None:
        checked_network(self.network)
        whole_number("simulations", self.simulations, 1, 10_000)

    def __call__(self, board: Board, rng: np.random.Generator) -> int:
        return int(best_moves(self.network, [board], self.simulations, self.c)[0])

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        return f"network, {self.simulations:,} simulations"
