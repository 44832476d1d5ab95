"""A player that searches with a network: what `mctslab.players.network_player` gives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from c4lib._tools import whole_number
from c4lib.board import Board
from c4lib.fast.bitboard import rules_of
from mctslab.selfplay.network import Network, checked_network, positions_of
from mctslab.selfplay.search import at_roots, grow_trees


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
    c: float = 0.75

    def __post_init__(self) -> None:
        checked_network(self.network)
        whole_number("simulations", self.simulations, 1, 10_000)

    def __call__(self, board: Board, rng: np.random.Generator) -> int:
        self.network.check(board)
        rules = rules_of(board.rows, board.columns, board.connect)
        evaluate, positions = self.network.evaluate_bits, positions_of([board])
        trees = grow_trees(evaluate, positions, rules, self.simulations, self.c)
        return int(at_roots(trees, trees.visits + trees.share).argmax())

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        return f"network, {self.simulations:,} simulations"
