"""The trees of the published searches as `plot_tree` draws them and anytree exports them."""

from __future__ import annotations

from typing import NamedTuple

import anytree
import numpy as np

from c4lib.board import Board
from c4lib.node import Game, Move, SearchNode
from c4lib.published.mcts_class import Node, as_board


class Turn(NamedTuple):
    """What is left of a position that cannot be shown: whose turn it is."""

    to_move: int


class NamedNode(SearchNode):
    """A `SearchNode` with a `name`, which anytree's exporters ask for: the moves from the root, as in "3 2"."""

    @property
    def name(self) -> str:
        """The moves from the root; "root" for the root itself."""
        return " ".join(str(node.move) for node in self.path[1:]) or "root"


def as_search_tree(root: Node | anytree.Node | SearchNode, player: int = 1) -> NamedNode:
    """A copy of the tree below `root` with the same counts, for `plot_tree` and for anytree's exporters.

    Args:
        root: of P1 (`MCTS(...).grown_tree()`), of P3 (`train`), or of any search of this package (`search.root`).
        player: whose tree it is, in P1: its `player`.

    Returns:
        The root of the copy. Two trees have nodes without a position, which `plot_tree(boards=True)` cannot show: P1's,
        because it plays on after the end of the game, and P3's, whose nodes are moves of player 1, whatever O replied.

    Raises:
        ValueError: `root` is none of these.

    >>> from anytree.exporter import DotExporter
    >>> from c4lib.published import new_tree, update_tree
    >>> tree = update_tree([(["root", (6, 3), (5, 3)], 1)], new_tree())
    >>> print(*DotExporter(as_search_tree(tree)), sep="\\n")
    digraph tree {
        "root";
        "6,3";
        "6,3 5,3";
        "root" -> "6,3";
        "6,3" -> "6,3 5,3";
    }
    """
    if isinstance(root, Node):
        board = as_board(root.state, player)
        copy = NamedNode(board, viewpoint=board.to_move)
    elif isinstance(root, SearchNode):
        copy = NamedNode(root.game, viewpoint=root.viewpoint)
    elif isinstance(root, anytree.Node):
        copy = NamedNode(Turn(1), viewpoint=1)
    else:
        raise ValueError(f"this copies the tree of a published search, not {root!r}")
    _copy_below(root, copy)
    return copy


def _copy_below(node: object, copy: NamedNode) -> None:
    copy.wins, copy.visits = _counts(node)
    copy.prior, copy.proof = getattr(node, "prior", 0), getattr(node, "proof", None)
    for child in node.children:
        move = _move(node, child)
        below = NamedNode(_game(child, copy.game), move, copy, viewpoint=getattr(child, "viewpoint", copy.viewpoint))
        _copy_below(child, below)


def _counts(node: object) -> tuple[float, int]:
    if isinstance(node, SearchNode):
        return node.wins, node.visits
    return (node.win, node.N) if isinstance(node, Node) else (node.nb_win, node.nb_visit)


def _move(node: object, child: object) -> Move:
    if isinstance(child, SearchNode):
        return child.move
    if isinstance(child, Node):
        return int(np.argwhere(np.not_equal(node.state, child.state))[0][1])
    return "{},{}".format(*child.name)


def _game(child: object, before: Game) -> Game | None:
    """The position of the `child`; None if it can be made when it is asked for."""
    if isinstance(child, anytree.Node):
        return before
    is_shown = isinstance(child, SearchNode) or (isinstance(before, Board) and not before.is_terminal)
    return None if is_shown else Turn(3 - before.to_move)
