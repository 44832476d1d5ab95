"""Results that are certain: what follows from finished games up the tree (`solve=True`)."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

from c4lib.node import Proof, SearchNode


def prove(node: SearchNode) -> Proof | None:
    """The exact result of the `node` as far as it follows from its children's proofs; or None.

    A finished game is its own proof. The player to move wins with one winning move. Without one
    the result is known only when all moves are proven: a draw if there is one, else the slowest
    loss (Winands, Bjornsson and Saito 2008).

    >>> from c4lib import Board, SearchNode
    >>> root = SearchNode(Board.from_moves("001122"))
    >>> SearchNode(move=3, parent=root).proof = Proof(winner=1, plies=0)
    >>> prove(root)
    Proof(winner=1, plies=1)
    """
    game = node.game
    if game.is_terminal:
        return Proof(game.winner, 0)
    proofs = [child.proof for child in node.children]
    known = [proof for proof in proofs if proof is not None]
    best = max(known, key=lambda proof: proof.rank(game.to_move), default=None)
    is_won = best is not None and best.winner == game.to_move
    if best is None or (len(known) < len(proofs) and not is_won):
        return None
    return Proof(best.winner, best.plies + 1)


def mark_proofs(node: SearchNode | None) -> None:
    """The way up once more, after backpropagation: nodes whose result is known now get it.

    Where there is none this ends, because nothing has changed for the nodes above.

    >>> from c4lib import Board, SearchNode
    >>> child = SearchNode(move=3, parent=SearchNode(Board.from_moves("001122")))
    >>> mark_proofs(child)
    >>> child.proof, child.parent.proof  # player 1 wins with this move, so has won before it too
    (Proof(winner=1, plies=0), Proof(winner=1, plies=1))
    """
    while node is not None and (proof := prove(node)) is not None:
        node.proof = proof
        node = node.parent


def without_proven(values: Sequence[float], children: Sequence[SearchNode]) -> tuple[float, ...]:
    """The `values`, but minus infinity for a proven child: nothing is left to find out about it.

    Any other child is worth more, even an unvisited one in a search with `unvisited=-inf`.

    >>> from c4lib import Board, SearchNode
    >>> proven = SearchNode(Board())
    >>> proven.proof = Proof(winner=1, plies=3)
    >>> without_proven([0.9, 0.2], [proven, SearchNode(Board())])
    (-inf, 0.2)
    """
    lowest = -sys.float_info.max
    pairs = zip(values, children)
    return tuple(max(value, lowest) if child.proof is None else -math.inf for value, child in pairs)


def best_proven(children: Sequence[SearchNode], player: int) -> SearchNode | None:
    """The child whose proof is worth most to the `player`; None if none is proven.

    >>> from c4lib import Board, SearchNode
    >>> root = SearchNode(Board())
    >>> best_proven([SearchNode(move=3, parent=root)], player=1) is None
    True
    """
    proven = [child for child in children if child.proof is not None]
    return max(proven, key=lambda child: child.proof.rank(player), default=None)
