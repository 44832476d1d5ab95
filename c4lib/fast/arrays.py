"""A search tree in arrays: what the compiled functions of `fast/kernel.py` work on."""

from __future__ import annotations

import sys

import numpy as np

from c4lib.board import Board
from c4lib.fast.bitboard import bits_of, rules_of
from c4lib.fast.kernel import (
    LEAF,
    NO_MOVE,
    NOBODY,
    NOTES,
    UNPROVEN,
    KernelSettings,
    block_type,
)
from c4lib.node import Move, SearchNode
from c4lib.proofs import Proof
from c4lib.settings import SearchSettings

FIRST_CAPACITY = 2**13  # blocks of a new tree: 1.1 MB, of which only what is used becomes real


def kernel_settings(settings: SearchSettings, viewpoint: int) -> KernelSettings:
    """The settings as the compiled functions want them.

    With `viewpoint="root"` all nodes count for the player `viewpoint`.

    >>> from c4lib import SearchSettings
    >>> kernel_settings(SearchSettings(prior=2, expand_at=3), viewpoint=1).enough
    7.0
    """
    return KernelSettings(
        c=settings.c,
        # The search for the highest value starts from minus infinity.
        unvisited=max(settings.unvisited, -sys.float_info.max),
        draw=settings.draw,
        loss=settings.loss,
        prior=float(settings.prior),
        prior_visits=float(2 * settings.prior),
        enough=float(2 * settings.prior + settings.expand_at),
        viewpoint=viewpoint if settings.viewpoint == "root" else NOBODY,
        distinct=settings.distinct,
        solve=settings.solve,
    )


def empty_arrays(width: int, capacity: int) -> tuple[np.ndarray, np.ndarray]:
    """The `blocks` and the `proof` of a `KernelSearch`, with room for so many blocks.

    The blocks start where a line of the processor's cache does.

    >>> blocks, proof = empty_arrays(width=8, capacity=10)
    >>> blocks.ctypes.data % 64, proof.shape
    (0, (10, 8))
    """
    kind = block_type(width)
    size = capacity * kind.itemsize
    memory = np.empty(size + 64, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size].view(kind), np.empty((capacity, width), np.uint8)


class Nodes:
    """The blocks of one tree (see `fast/kernel.py`), which grow, and the notes of its search.

    A node is known by its number, block * width + column; the root is number 0.

    Attributes:
        prior: T of the T wins in 2T visits that every node is created with.
        viewpoint: the player whose wins all nodes count, or NOBODY: each those of the player who
            moved into it.
        notes: one record of type `kernel.NOTES`, as an array of shape (1,).
        width: places in a block.

    >>> nodes = Nodes(Board(), prior=1, viewpoint=NOBODY)
    >>> nodes.get("wins", 0), nodes.get("playouts", 0), nodes.children(0), nodes.count
    (1.0, 0, [], 1)
    """

    def __init__(
        self, board: Board, prior: int, viewpoint: int, capacity: int = FIRST_CAPACITY
    ) -> None:
        self.prior = prior
        self.viewpoint = viewpoint
        self.width = int(rules_of(board.rows, board.columns, board.connect).width)
        self._blocks, self._proof = empty_arrays(self.width, capacity)
        root = self._blocks[0]
        root["wins"] = prior
        root["playouts"] = 0
        root["below"] = NO_MOVE
        root["below"][0] = LEAF
        self._proof[0] = UNPROVEN
        # Of a record array the fields are attributes in plain Python, too.
        self.notes = np.zeros(1, NOTES).view(np.recarray)
        self.notes["mine"], self.notes["taken"] = bits_of(board)
        self.notes["player"] = board.to_move
        self.notes["end"] = 1
        self.notes["nodes"] = 1

    @property
    def tree(self) -> tuple[np.ndarray, np.ndarray]:
        """The `blocks` and the `proof` of `kernel.KernelSearch`, until they grow."""
        return self._blocks.view(np.recarray), self._proof

    @property
    def capacity(self) -> int:
        """For how many blocks there is room."""
        return len(self._blocks)

    @property
    def count(self) -> int:
        """How many nodes there are."""
        return int(self.notes["nodes"][0])

    def grow(self, capacity: int) -> None:
        """Make room for so many blocks. If there is no memory for them, nothing has changed."""
        blocks, proof = empty_arrays(self.width, capacity)
        blocks[: self.capacity] = self._blocks
        proof[: self.capacity] = self._proof
        self._blocks, self._proof = blocks, proof

    def get(self, name: str, node: int) -> float:
        """What a field of the blocks, or `proof`, has for this node."""
        return self._field(name).item(divmod(node, self.width))

    def set(self, name: str, node: int, value: float) -> None:
        """Write it."""
        self._field(name)[divmod(node, self.width)] = value

    def _field(self, name: str) -> np.ndarray:
        return self._proof if name == "proof" else self._blocks[name]

    def children(self, node: int) -> list[tuple[int, int]]:
        """The children of a node, from left to right: the move to each, and its number."""
        block = self.get("below", node)
        if block == LEAF:
            return []
        first = block * self.width
        below = self._blocks["below"][block].tolist()
        return [(move, first + move) for move, one in enumerate(below) if one != NO_MOVE]

    def subtree(self, node: int, board: Board) -> Nodes:
        """The `node`, whose position is `board`, and all below it, in arrays of their own."""
        kept = self._blocks_below(node)
        end = len(kept) + 1
        new = Nodes(board, self.prior, self.viewpoint, max(FIRST_CAPACITY, end))
        for name in (*self._blocks.dtype.names, "proof"):
            new.set(name, 0, self.get(name, node))
        new._blocks[1:end] = self._blocks[kept]
        new._proof[1:end] = self._proof[kept]
        # The blocks stay in their order, so a block's new number is its place among those kept.
        below = new._blocks["below"][:end]
        has_children = below > LEAF
        below[has_children] = np.searchsorted(kept, below[has_children]) + 1
        new.notes["end"] = end
        new.notes["nodes"] = 1 + np.count_nonzero(below[1:] != NO_MOVE)
        return new

    def _blocks_below(self, node: int) -> np.ndarray:
        """All blocks below a node, in ascending order: int32 array of shape (blocks,)."""
        below = self._blocks["below"]
        level = below[divmod(node, self.width)].ravel()
        levels = []
        while level.size:
            level = level[level > LEAF]
            levels.append(level)
            level = below[level].ravel()
        return np.sort(np.concatenate(levels))


def proof_of(code: int) -> Proof | None:
    """What a number in `KernelSearch.proof` stands for.

    >>> proof_of(UNPROVEN), proof_of(1 + 2 + 3 * 5), proof_of(1 + NOBODY)
    (None, Proof(winner=2, plies=5), Proof(winner=None, plies=0))
    """
    if code == UNPROVEN:
        return None
    plies, winner = divmod(code - 1, 3)
    return Proof(winner or None, plies)


class ArrayNode(SearchNode):
    """A window into the arrays that looks like any other node.

    Its children are made when they are first asked for. As the search goes on, so do its `wins`
    and `visits`. After `move_root` they stay as they were.

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
        # SearchNode's own would set wins and visits back to the prior ones, and anytree's
        # attaching takes its time.
        self._nodes = nodes
        self.number = number
        self._game = game
        self.move = move
        self.prior = nodes.prior
        self.viewpoint = viewpoint
        self._NodeMixin__parent = parent

    @property
    def wins(self) -> float:
        """The sum of the rewards, prior wins included."""
        return self._nodes.get("wins", self.number)

    @wins.setter
    def wins(self, value: float) -> None:
        self._nodes.set("wins", self.number, value)

    @property
    def visits(self) -> int:
        """How many playouts passed through here, prior visits included."""
        return self._nodes.get("playouts", self.number) + 2 * self.prior

    @visits.setter
    def visits(self, value: int) -> None:
        self._nodes.set("playouts", self.number, value - 2 * self.prior)

    @property
    def proof(self) -> Proof | None:
        """The exact result, once it is known."""
        return proof_of(self._nodes.get("proof", self.number))

    @property
    def _NodeMixin__children_or_empty(self) -> list[ArrayNode]:
        # Whatever anytree does with children goes through this property of its NodeMixin.
        children = self.__dict__.get("_NodeMixin__children")
        if not children:
            viewpoint = self._nodes.viewpoint or 3 - self.viewpoint
            children = [
                ArrayNode(self._nodes, number, viewpoint, move=move, parent=self)
                for move, number in self._nodes.children(self.number)
            ]
            self._NodeMixin__children = children
        return children
