"""One node of the search tree, and what a search asks of a game."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import NamedTuple, Protocol

from anytree import NodeMixin

from c4lib._tools.arguments import one_of, whole_number

Move = Hashable  # a column number in Connect Four, a cell name such as "b2" in Hex


class Game(Protocol):
    """The five questions that a search asks of a game position, which never changes.

    A game may also have `distinct_moves()`: the legal moves without those that lead to a mirror
    image of an earlier one, for `distinct=True`; and a look of its own, see `plots.board.draw_game`.

    >>> from c4lib import Board
    >>> game = Board().play(3)
    >>> game.to_move, game.winner, game.is_terminal, len(game.legal_moves())
    (2, None, False, 7)
    """

    to_move: int  # the player whose turn it is, 1 or 2
    winner: int | None  # the player who has won
    is_terminal: bool  # whether the game is over

    def legal_moves(self) -> tuple[Move, ...]:
        """All moves, in a fixed order; empty when the game is over."""

    def play(self, move: Move) -> Game:
        """The position after the move.

        Raises:
            ValueError: it cannot be played.
        """


class Proof(NamedTuple):
    """The exact result of a position: what comes of it if both players play perfectly."""

    winner: int | None  # the player who wins, or None for a draw
    plies: int  # how many moves until then: the winner hurries, the loser delays

    def rank(self, player: int) -> tuple[int, int]:
        """What the result is worth to a `player`: the larger, the better.

        Of wins the fastest is the largest, of losses the slowest.

        >>> Proof(winner=1, plies=3).rank(1), Proof(winner=1, plies=3).rank(2)
        ((1, -3), (-1, 3))
        >>> Proof(winner=None, plies=3).rank(1)
        (0, 0)
        """
        if self.winner is None:
            return 0, 0
        return (1, -self.plies) if self.winner == player else (-1, self.plies)


class SearchNode(NodeMixin):
    """A position in the search tree with its statistics; the rest comes from anytree.

    anytree gives `children`, `parent`, `path`, `descendants`, iterators and exporters.

    Attributes:
        move: the move that leads here from the parent; None at the root.
        wins: the sum of the rewards (a win is 1) for the player `viewpoint`, prior wins included.
        visits: how many playouts passed through here, prior visits included.
        prior: T of the T wins in 2T visits that the node was created with.
        viewpoint: the player (1 or 2) whose wins are counted. With the default "mover" it is the
            player who moved into the node, so that a parent always wants the child with the most.
        proof: the exact result, once it is known (see `SearchSettings.solve`); else None.

    Raises:
        ValueError: there is neither a parent nor a game position; or T or the player is none.

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
        if parent is None and not hasattr(game, "to_move"):
            raise ValueError(f"a node without a parent needs a game position, not {game!r}")
        if viewpoint is None:
            viewpoint = 3 - game.to_move if parent is None else parent.game.to_move
        # The checks take longer than the rest, and a search makes many nodes.
        if type(prior) is not int or prior < 0:
            prior = whole_number("prior", prior, at_least=0)
        if viewpoint not in (1, 2):
            one_of("viewpoint", viewpoint, (1, 2, None))
        self._game = game
        self.move = move
        self.wins = float(prior)
        self.visits = 2 * prior
        self.prior = prior
        self.viewpoint = viewpoint
        self.proof: Proof | None = None
        self.parent = parent

    @property
    def game(self) -> Game:
        """The position, made when first asked for: most children are never looked at."""
        if self._game is None:
            self._game = self.parent.game.play(self.move)
        return self._game

    @property
    def mean(self) -> float:
        """Wins / visits, for the player `viewpoint`; NaN while there are no visits."""
        return self.wins / self.visits if self.visits else math.nan

    @property
    def simulations(self) -> int:
        """The playouts that passed through here: visits without the 2T of the beginning."""
        return self.visits - 2 * self.prior

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from the root of the tree to this node."""
        return tuple(node.move for node in self.path[1:])

    @property
    def name(self) -> str:
        """The moves from the root, joined by spaces; "root" for the root: unique in its tree.

        So anytree's exporters work, which tell nodes apart by their names.

        >>> from c4lib import Board, TreeSearch
        >>> root = TreeSearch(Board(), rng=1).run(20).root
        >>> root.name, root.children[3].children[2].name
        ('root', '3 2')
        """
        return " ".join(map(str, self.moves)) or "root"

    def become_root(self, game: Game) -> None:
        """Leave the tree with the subtree below, and forget the move that led here."""
        self._game = game
        self.move = None
        self.parent = None

    def __repr__(self) -> str:
        return f"SearchNode(move={self.move!r}, wins={self.wins:g}, visits={self.visits})"
