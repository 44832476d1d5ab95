"""A search tree in arrays: what the compiled functions of `fast/kernel.py` work on, made from boards and settings."""

from __future__ import annotations

import sys

import numpy as np

from c4lib.board import Board
from c4lib.fast.bitboard import bits_of, rules_of
from c4lib.fast.kernel import LEAF, NO_MOVE, NOBODY, NOTES, ROOT, UNPROVEN, KernelSettings, Tree
from c4lib.node import Move, Proof, SearchNode
from c4lib.settings import SearchSettings

FIRST_CAPACITY = 2**16  # places in the arrays of a new tree: 1.3 MB, of which only what is used becomes real memory


def kernel_settings(settings: SearchSettings, viewpoint: int) -> KernelSettings:
    """The settings as the compiled functions want them; with `viewpoint="root"` all nodes count for that player.

    >>> from c4lib import SearchSettings
    >>> kernel_settings(SearchSettings(prior=2, expand_at=3), viewpoint=1).enough
    7.0
    """
    return KernelSettings(
        c=settings.c,
        unvisited=max(settings.unvisited, -sys.float_info.max),  # the search for the highest starts from minus infinity
        draw=settings.draw,
        loss=settings.loss,
        prior=float(settings.prior),
        enough=float(2 * settings.prior + settings.expand_at),
        viewpoint=viewpoint if settings.viewpoint == "root" else NOBODY,
        distinct=settings.distinct,
        solve=settings.solve,
    )


def aligned(size: int, dtype: np.dtype) -> np.ndarray:
    """An uninitialised array that starts at a multiple of 64 bytes, as cache lines do.

    >>> aligned(10, np.dtype(float)).ctypes.data % 64
    0
    """
    memory = np.empty(size * dtype.itemsize + 64, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size * dtype.itemsize].view(dtype)


class Nodes:
    """The arrays of one tree (see `kernel.Tree`), which grow, and the notes of its search.

    Attributes:
        prior: T of the T wins in 2T visits that every node is created with.
        viewpoint: the player whose wins all nodes count, or NOBODY: each those of the player who moved into it.
        tree: the arrays.
        notes: one record of type `kernel.NOTES`, as an array of shape (1,).
        width: places in a block.

    >>> nodes = Nodes(Board(), prior=1, viewpoint=NOBODY)
    >>> nodes.tree.visits[:8], nodes.count  # the block of the root
    (array([2., 2., 2., 2., 2., 2., 2., 2.]), 1)
    """

    def __init__(self, board: Board, prior: int, viewpoint: int, capacity: int = FIRST_CAPACITY) -> None:
        self.prior, self.viewpoint = prior, viewpoint
        self.width = int(rules_of(board.rows, board.columns, board.connect).width)
        self.tree = Tree(*(aligned(capacity, np.dtype(name)) for name in ("f8", "f8", "i4", "i2")))
        for array, value in zip(self.tree, (prior, 2 * prior, NO_MOVE, UNPROVEN)):
            array[: self.width] = value
        self.tree.first[ROOT] = LEAF
        self.notes = np.zeros(1, NOTES).view(np.recarray)  # whose fields are attributes in plain Python, too
        self.notes["mine"], self.notes["taken"] = bits_of(board)
        self.notes["player"], self.notes["end"], self.notes["nodes"] = board.to_move, self.width, 1

    @property
    def count(self) -> int:
        """How many nodes there are."""
        return int(self.notes["nodes"][0])

    def grow(self, capacity: int) -> None:
        """Make the arrays larger."""
        old, end = self.tree, int(self.notes["end"][0])
        self.tree = Tree(*(aligned(capacity, array.dtype) for array in old))
        for array, old_array in zip(self.tree, old):
            array[:end] = old_array[:end]

    def children(self, node: int) -> list[tuple[int, int]]:
        """The children of a node, from left to right: the move that leads to each, and its number."""
        first = self.tree.first.item(node)
        if first == LEAF:
            return []
        block = self.tree.first[first : first + self.width].tolist()
        return [(column, first + column) for column, below in enumerate(block) if below != NO_MOVE]

    def subtree(self, node: int, board: Board) -> Nodes:
        """The `node`, whose position is `board`, and all below it, in arrays of their own and in the same order."""
        blocks, offsets = self._blocks_below(node), np.arange(self.width)
        end = (len(blocks) + 1) * self.width
        new = Nodes(board, self.prior, self.viewpoint, max(FIRST_CAPACITY, end))
        kept = (blocks[:, None] + offsets).ravel()
        for array, old_array in zip(new.tree, self.tree):
            array[ROOT] = old_array[node]
            array[self.width : end] = old_array[kept]
        firsts = new.tree.first[:end]
        has_children = firsts > LEAF
        firsts[has_children] = (np.searchsorted(blocks, firsts[has_children]) + 1) * self.width
        new.notes["end"], new.notes["nodes"] = end, 1 + np.count_nonzero(firsts[self.width :] != NO_MOVE)
        return new

    def _blocks_below(self, node: int) -> np.ndarray:
        """The first places of all blocks below a node, in ascending order: int64 array of shape (blocks,)."""
        offsets, level = np.arange(self.width), self.tree.first[node : node + 1].astype(np.int64)
        blocks = [level[:0]]
        while (level := level[level > LEAF]).size:
            blocks.append(level)
            level = self.tree.first[(level[:, None] + offsets).ravel()].astype(np.int64)
        return np.sort(np.concatenate(blocks))


def proof_of(code: int) -> Proof | None:
    """What a number in `Tree.proof` stands for.

    >>> proof_of(UNPROVEN), proof_of(1 + 2 + 3 * 5), proof_of(1 + NOBODY)
    (None, Proof(winner=2, plies=5), Proof(winner=None, plies=0))
    """
    if code == UNPROVEN:
        return None
    plies, winner = divmod(code - 1, 3)
    return Proof(winner or None, plies)


class ArrayNode(SearchNode):
    """A window into the arrays that looks like any other node; its children are made when they are first asked for.

    As the search goes on, so do its `wins` and `visits`. After `move_root` they stay as they were.

    >>> from c4lib import FastSearch
    >>> search = FastSearch(Board(), rng=1).run(10)
    >>> search.root
    SearchNode(move=None, wins=2, visits=10)
    >>> search.run(90).root.children[3]
    SearchNode(move=3, wins=20, visits=24)
    """

    def __init__(
        self,
        nodes: Nodes,
        number: int,
        viewpoint: int,
        game: Board | None = None,
        move: Move | None = None,
        parent: ArrayNode | None = None,
    ) -> None:
        # SearchNode's own would set wins and visits back to the prior ones, and anytree's attaching takes its time.
        self._nodes, self.number = nodes, number
        self._game, self.move, self.prior, self.viewpoint = game, move, nodes.prior, viewpoint
        self._NodeMixin__parent = parent

    @property
    def wins(self) -> float:
        """The sum of the rewards, prior wins included."""
        return self._nodes.tree.wins.item(self.number)

    @wins.setter
    def wins(self, value: float) -> None:
        self._nodes.tree.wins[self.number] = value

    @property
    def visits(self) -> int:
        """How many playouts passed through here, prior visits included."""
        return int(self._nodes.tree.visits.item(self.number))

    @visits.setter
    def visits(self, value: int) -> None:
        self._nodes.tree.visits[self.number] = value

    @property
    def proof(self) -> Proof | None:
        """The exact result, once it is known."""
        return proof_of(self._nodes.tree.proof.item(self.number))

    @property
    def _NodeMixin__children_or_empty(self) -> list[ArrayNode]:
        # Whatever anytree does with children goes through this property of its NodeMixin.
        children = self.__dict__.get("_NodeMixin__children")
        if not children:
            viewpoint = self._nodes.viewpoint or 3 - self.viewpoint
            children = self.__dict__["_NodeMixin__children"] = [
                ArrayNode(self._nodes, number, viewpoint, move=move, parent=self)
                for move, number in self._nodes.children(self.number)
            ]
        return children
