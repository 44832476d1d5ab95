"""The trees of the published searches as `SearchNode`s, for `plot_tree` and anytree's exporters."""

from __future__ import annotations

from typing import NamedTuple

import anytree
import numpy as np

from c4lib.board import Board
from c4lib.node import SearchNode
from mctslab.published.mcts_class import Node, as_board


class Turn(NamedTuple):
    """What is left of a position that cannot be drawn: whose turn it is."""

    to_move: int


def as_search_tree(root: Node | anytree.Node | SearchNode, player: int = 1) -> SearchNode:
    """The tree below `root` with the same counts, for `plot_tree` and for anytree's exporters.

    Args:
        root: of P1 (`MCTS(...).grown_tree()`) or of P3 (`train`), which are copied; or of any
            search of this package (`search.root`), which is such a tree already.
        player: whose tree it is, in P1: its `player`.

    Returns:
        The root. The copies have nodes without a position that can be drawn: P1's, because it plays
        on after the end of the game, and P3's, whose nodes are moves of X, column by column,
        whatever O replied.

    Raises:
        ValueError: `root` is none of these.

    >>> from anytree.exporter import DotExporter
    >>> from mctslab.published import new_tree, update_tree
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
    if isinstance(root, SearchNode):
        return root
    if isinstance(root, Node):
        board = as_board(root.state, player)
        copy = SearchNode(board, viewpoint=board.to_move)
        _copy_class(root, copy)
    elif isinstance(root, anytree.Node):
        copy = SearchNode(Turn(1), viewpoint=1)
        _copy_article(root, copy)
    else:
        raise ValueError(f"this copies the tree of a published search, not {root!r}")
    return copy


def _copy_class(node: Node, copy: SearchNode) -> None:
    copy.wins = node.win
    copy.visits = node.N
    before = copy.game
    is_over = not isinstance(before, Board) or before.is_terminal  # there P1 plays on
    game = Turn(3 - before.to_move) if is_over else None
    for child in node.children:
        move = int(np.not_equal(node.state, child.state).any(axis=0).argmax())
        _copy_class(child, SearchNode(game, move, copy, viewpoint=copy.viewpoint))


def _copy_article(node: anytree.Node, copy: SearchNode) -> None:
    copy.wins = node.nb_win
    copy.visits = node.nb_visit
    for child in sorted(node.children, key=lambda child: child.name[::-1]):
        row, column = child.name
        _copy_article(child, SearchNode(copy.game, f"{row},{column}", copy, viewpoint=1))
