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

Place = tuple[int, int]  # of a node: its block, and its column there
ROOT = 0, 0


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

    The place of a node is its block and its column there; that of the root is `ROOT`.

    Attributes:
        board: the position at the root.
        prior: T of the T wins in 2T visits that every node is created with.
        viewpoint: the player whose wins all nodes count, or NOBODY: each those of the player who
            moved into it.
        blocks, proof: as in `KernelSearch`, until they grow.
        notes: one record of type `kernel.NOTES`, as an array of shape (1,).

    >>> nodes = Nodes(Board(), prior=1, viewpoint=NOBODY)
    >>> nodes.blocks["wins"][ROOT], nodes.blocks["playouts"][ROOT], nodes.children(ROOT)
    (np.float64(1.0), np.uint32(0), [])
    """

    def __init__(
        self, board: Board, prior: int, viewpoint: int, capacity: int = FIRST_CAPACITY
    ) -> None:
        self.board = board
        self.prior = prior
        self.viewpoint = viewpoint
        width = int(rules_of(board.rows, board.columns, board.connect).width)
        self.blocks, self.proof = empty_arrays(width, capacity)
        self.blocks[0] = prior, 0, NO_MOVE
        self.blocks["below"][ROOT] = LEAF
        self.proof[0] = UNPROVEN
        # Of a record array the fields are attributes in plain Python, too.
        self.notes = np.zeros(1, NOTES).view(np.recarray)
        self.notes["mine"], self.notes["taken"] = bits_of(board)
        self.notes["player"] = board.to_move
        self.notes["end"] = 1
        self.notes["nodes"] = 1

    def grow(self, capacity: int) -> None:
        """Make room for so many blocks. If there is no memory for them, nothing has changed."""
        blocks, proof = empty_arrays(self.proof.shape[1], capacity)
        blocks[: len(self.blocks)] = self.blocks
        proof[: len(self.proof)] = self.proof
        self.blocks, self.proof = blocks, proof

    def children(self, place: Place) -> list[Place]:
        """The places of a node's children, from left to right; their columns are the moves."""
        below = self.blocks["below"]
        block = below.item(place)
        if block == LEAF:
            return []
        numbers = enumerate(below[block].tolist())
        return [(block, move) for move, number in numbers if number != NO_MOVE]

    def after(self, move: Move, board: Board) -> Nodes:
        """What is known after a move at the root, which leads to `board`, in arrays of its own."""
        place = self.blocks["below"].item(ROOT), move
        if place not in self.children(ROOT):
            return Nodes(board, self.prior, self.viewpoint)
        kept = self._blocks_below(place)
        end = len(kept) + 1
        new = Nodes(board, self.prior, self.viewpoint, max(FIRST_CAPACITY, end))
        for name in self.blocks.dtype.names:
            new.blocks[name][ROOT] = self.blocks[name][place]
        new.proof[ROOT] = self.proof[place]
        new.blocks[1:end] = self.blocks[kept]
        new.proof[1:end] = self.proof[kept]
        # The blocks stay in their order, so a block's new number is its place among those kept.
        below = new.blocks["below"][:end]
        has_children = below > LEAF
        below[has_children] = np.searchsorted(kept, below[has_children]) + 1
        new.notes["end"] = end
        new.notes["nodes"] = 1 + np.count_nonzero(below[1:] != NO_MOVE)
        return new

    def _blocks_below(self, place: Place) -> np.ndarray:
        """All blocks below a node, in ascending order: int32 array of shape (blocks,)."""
        below = self.blocks["below"]
        level = below[place].ravel()
        levels = []
        while level.size:
            level = level[level > LEAF]
            levels.append(level)
            level = below[level].ravel()
        return np.sort(np.concatenate(levels))


class ArrayNode(SearchNode):
    """A window into the arrays that looks like any other node, but cannot be written to.

    Its children are made when they are first asked for. As the search goes on, so do its `wins`
    and `visits`. After `move_root` they stay as they were.

    >>> from c4lib import FastSearch
    >>> search = FastSearch(Board(), rng=1).run(10)
    >>> search.root
    SearchNode(move=None, wins=2, visits=10)
    >>> search.run(90).root.children[3]
    SearchNode(move=3, wins=20, visits=24)
    """

    def __init__(self, nodes: Nodes, place: Place = ROOT, parent: ArrayNode | None = None) -> None:
        # SearchNode's own would write wins and visits, and attach the node to its parent.
        self._nodes = nodes
        self.place = place
        self.prior = nodes.prior
        self._parent = parent
        self._children = ()
        self._game = None if parent else nodes.board
        self.move = place[1] if parent else None
        mover_before = parent.viewpoint if parent else nodes.board.to_move
        self.viewpoint = nodes.viewpoint or 3 - mover_before

    @property
    def wins(self) -> float:
        """The sum of the rewards, prior wins included."""
        return self._nodes.blocks["wins"].item(self.place)

    @property
    def visits(self) -> int:
        """How many playouts passed through here, prior visits included."""
        return self._nodes.blocks["playouts"].item(self.place) + 2 * self.prior

    @property
    def proof(self) -> Proof | None:
        """The exact result, once it is known."""
        code = self._nodes.proof.item(self.place)
        if code == UNPROVEN:
            return None
        plies, winner = divmod(code - 1, 3)
        return Proof(winner or None, plies)

    # What anytree asks of a node: its parent and its children; the rest follows from them.

    @property
    def parent(self) -> ArrayNode | None:
        """The node above; None at the root."""
        return self._parent

    @property
    def children(self) -> tuple[ArrayNode, ...]:
        """The nodes below, in the order of the moves."""
        if not self._children:
            places = self._nodes.children(self.place)
            self._children = tuple(ArrayNode(self._nodes, place, self) for place in places)
        return self._children

    @property
    def is_leaf(self) -> bool:
        """Whether there are no children."""
        return not self.children

    @property
    def height(self) -> int:
        """The number of edges on the longest way down."""
        return max((1 + child.height for child in self.children), default=0)
