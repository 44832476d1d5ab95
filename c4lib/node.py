"""One node of the search tree, and what it needs: a game position, and the proof of its result once
there is one.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import NamedTuple, Protocol

from anytree import NodeMixin

Move = Hashable  # a column number in Connect Four, a cell name such as "b2" in Hex


class Game(Protocol):
    """What a search asks of a game position: an immutable value with these attributes and methods."""

    to_move: int  # the player whose turn it is, 1 or 2
    winner: int | None  # the player who has won
    is_terminal: bool  # whether the game is over

    def legal_moves(self) -> tuple[Move, ...]:
        """All moves, in a fixed order; empty when the game is over."""

    def distinct_moves(self) -> tuple[Move, ...]:
        """The legal moves without those that lead to a mirror image of an earlier one."""

    def play(self, move: Move) -> Game:
        """The position after the move; ValueError if it cannot be played."""


class Proof(NamedTuple):
    """The exact result of a position: what comes of it if both players play perfectly."""

    winner: int | None  # the player who wins, or None for a draw
    plies: int  # how many moves until then: the winner hurries, the loser delays, as far as the tree shows

    def rank(self, player: int) -> tuple[int, int]:
        """What the result is worth to a `player`: the larger, the better; of wins the fastest, of
        losses the slowest.

        >>> Proof(winner=1, plies=3).rank(1), Proof(winner=1, plies=3).rank(2), Proof(winner=None, plies=3).rank(1)
        ((1, -3), (-1, 3), (0, 0))
        """
        if self.winner is None:
            return 0, 0
        return (1, -self.plies) if self.winner == player else (-1, self.plies)


class SearchNode(NodeMixin):
    """A position in the search tree with its statistics; `children`, `parent`, `path` and the rest
    come from anytree.

    Attributes:
        move: the move that leads here from the parent; None at the root.
        wins: the sum of the rewards (a win is 1), counted for the player `viewpoint`, prior wins
            included.
        visits: how many playouts passed through here, prior visits included.
        prior: T of the T wins in 2T visits that the node was created with.
        viewpoint: the player (1 or 2) whose wins are counted. With the default "mover" it is the
            player who moved into the node, so that a parent always wants the child with the most.
        proof: the exact result, once it is known (see `SearchSettings.solve`); else None.

    >>> from c4lib import Board
    >>> root = SearchNode(Board())
    >>> child = SearchNode(move=3, parent=root, prior=1)
    >>> child
    SearchNode(move=3, wins=1, visits=2)
    >>> child.mean, child.simulations, child.viewpoint, child.game
    (0.5, 0, 1, Board.from_moves('3'))
    """

    def __init__(
        self,
        game: Game | None = None,
        move: Move | None = None,
        parent: SearchNode | None = None,
        prior: int = 0,
        viewpoint: int | None = None,
    ) -> None:
        if parent is None and game is None:
            raise ValueError("a node without a parent is a root and needs a game position")
        self._game, self.move, self.prior = game, move, prior
        self.wins, self.visits = float(prior), 2 * prior
        self.proof: Proof | None = None
        self.viewpoint = viewpoint or (3 - game.to_move if parent is None else parent.game.to_move)
        if parent is not None:
            self.parent = parent

    @property
    def game(self) -> Game:
        """The position, made from the parent's when first asked for: most children are never looked
        at.
        """
        if self._game is None:
            self._game = self.parent.game.play(self.move)
        return self._game

    @property
    def mean(self) -> float:
        """Wins / visits, for the player `viewpoint`; NaN while there are no visits."""
        return self.wins / self.visits if self.visits else math.nan

    @property
    def simulations(self) -> int:
        """The playouts that passed through here: visits without the 2T that the node was created
        with.
        """
        return self.visits - 2 * self.prior

    def __repr__(self) -> str:
        return f"SearchNode(move={self.move!r}, wins={self.wins:g}, visits={self.visits})"
