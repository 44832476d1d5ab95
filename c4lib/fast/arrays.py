"""A search tree in arrays: what the compiled functions of `fast/kernel.py` work on, made from
boards and settings.
"""

from __future__ import annotations

import mmap
import sys
from contextlib import suppress

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
    Tree,
    block_type,
)
from c4lib.node import Move, SearchNode
from c4lib.proofs import Proof
from c4lib.settings import SearchSettings

FIRST_CAPACITY = (
    2**13
)  # blocks of a new tree: 1.1 MB, of which only what is used becomes real memory


def kernel_settings(settings: SearchSettings, viewpoint: int) -> KernelSettings:
    """The settings as the compiled functions want them; with `viewpoint="root"` all nodes count for
    that player.

    >>> from c4lib import SearchSettings
    >>> kernel_settings(SearchSettings(prior=2, expand_at=3), viewpoint=1).enough
    7.0
    """
    return KernelSettings(
        c=settings.c,
        unvisited=max(
            settings.unvisited, -sys.float_info.max
        ),  # the search for the highest starts from minus infinity
        draw=settings.draw,
        loss=settings.loss,
        prior=float(settings.prior),
        prior_visits=float(2 * settings.prior),
        enough=float(2 * settings.prior + settings.expand_at),
        viewpoint=viewpoint if settings.viewpoint == "root" else NOBODY,
        distinct=settings.distinct,
        solve=settings.solve,
    )


class Rows:
    """An array of records that grows; on Linux without copying more than a megabyte, so that no
    size makes a search wait.

    Attributes:
        array: shape (length,), which starts at a multiple of 64 bytes, as cache lines do.

    >>> rows = Rows(np.dtype(float), 10)
    >>> rows.grow(20)
    >>> rows.array.shape, rows.array.ctypes.data % 64
    ((20,), 0)
    """

    def __init__(self, kind: np.dtype, length: int) -> None:
        self._kind, self._pages = kind, None
        size = length * kind.itemsize
        memory = np.empty(size + 64, np.uint8)
        start = -memory.ctypes.data % 64
        self.array = memory[start : start + size].view(kind)

    def __getstate__(self) -> dict[str, object]:
        """What a copy is made from, here or in another process: the pages themselves stay where
        they are.
        """
        return {"_kind": self._kind, "_pages": None, "array": self.array}

    def grow(self, length: int) -> None:
        """Make the array longer (it is another object then). MemoryError if there is not enough;
        nothing has changed then.
        """
        try:
            if not self._grow_in_place(length * self._kind.itemsize):
                pages = _new_pages(length * self._kind.itemsize)
                array = np.frombuffer(pages, self._kind)
                array[: self.array.size] = self.array
                self._pages, self.array = pages, array
        except OSError as error:
            raise MemoryError(
                f"no memory for {length:,} rows of {self._kind.itemsize} bytes: {error}"
            ) from None

    def _grow_in_place(self, size: int) -> bool:
        if self._pages is None:
            return False
        self.array = None  # pages that an array looks at stay where they are
        try:
            self._pages.resize(size)
        except (SystemError, BufferError):  # the system cannot do it, or somebody else is looking
            return False
        finally:
            self.array = np.frombuffer(self._pages, self._kind)
        return True


def _new_pages(size: int) -> mmap.mmap:
    """Memory straight from the system, in large pages where it has them; what is not used does not
    become real.
    """
    private = (
        {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    )
    pages = mmap.mmap(-1, size, **private)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # a system may have been built without
            pages.madvise(mmap.MADV_HUGEPAGE)
    return pages


class Nodes:
    """The blocks of one tree (see `kernel.Tree`), which grow, and the notes of its search.

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
        self.prior, self.viewpoint = prior, viewpoint
        self.width = int(rules_of(board.rows, board.columns, board.connect).width)
        self._blocks = Rows(block_type(self.width), capacity)
        self._proof = Rows(np.dtype([("of", "u1", self.width)]), capacity)
        root = self._blocks.array[:1]
        root["wins"], root["playouts"], root["below"] = prior, 0, NO_MOVE
        root["below"][0, 0] = LEAF
        self._proof.array[0] = UNPROVEN
        self.notes = np.zeros(1, NOTES).view(
            np.recarray
        )  # whose fields are attributes in plain Python, too
        self.notes["mine"], self.notes["taken"] = bits_of(board)
        self.notes["player"], self.notes["end"], self.notes["nodes"] = board.to_move, 1, 1

    @property
    def tree(self) -> Tree:
        """The arrays, until they grow; in plain Python, too, their fields are attributes."""
        return Tree(self._blocks.array.view(np.recarray), self._proof.array["of"])

    @property
    def capacity(self) -> int:
        """For how many blocks there is room."""
        return self._proof.array.size

    @property
    def count(self) -> int:
        """How many nodes there are."""
        return int(self.notes["nodes"][0])

    def grow(self, capacity: int) -> None:
        """Make room for so many blocks."""
        self._blocks.grow(capacity)
        self._proof.grow(capacity)  # the last, because `capacity` is what it has

    def get(self, name: str, node: int) -> float:
        """What a field of the blocks, or `proof`, has for this node."""
        return self._column_of(name).item(divmod(node, self.width))

    def set(self, name: str, node: int, value: float) -> None:
        """Write it."""
        self._column_of(name)[divmod(node, self.width)] = value

    def _column_of(self, name: str) -> np.ndarray:
        return self.tree.proof if name == "proof" else self._blocks.array[name]

    def children(self, node: int) -> list[tuple[int, int]]:
        """The children of a node, from left to right: the move that leads to each, and its number."""
        block = self.get("below", node)
        if block == LEAF:
            return []
        below = enumerate(self._column_of("below")[block].tolist())
        return [
            (column, block * self.width + column)
            for column, block_below in below
            if block_below != NO_MOVE
        ]

    def subtree(self, node: int, board: Board) -> Nodes:
        """The `node`, whose position is `board`, and all below it, in arrays of their own and in
        the same order.
        """
        kept = self._blocks_below(node)
        end = len(kept) + 1
        new = Nodes(board, self.prior, self.viewpoint, max(FIRST_CAPACITY, end))
        for name in (*self._blocks.array.dtype.names, "proof"):
            new.set(name, 0, self.get(name, node))
        for array, old_array in zip(new.tree, self.tree):
            array[1:end] = old_array[kept]
        below = new._column_of("below")[:end]
        has_children = below > LEAF
        below[has_children] = np.searchsorted(kept, below[has_children]) + 1
        new.notes["end"], new.notes["nodes"] = end, 1 + np.count_nonzero(below[1:] != NO_MOVE)
        return new

    def _blocks_below(self, node: int) -> np.ndarray:
        """All blocks below a node, in ascending order: int32 array of shape (blocks,)."""
        below, level = (
            self._column_of("below"),
            self._column_of("below")[divmod(node, self.width)].ravel(),
        )
        blocks = [level[:0]]
        while (level := level[level > LEAF]).size:
            blocks.append(level)
            level = below[level].ravel()
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
    """A window into the arrays that looks like any other node; its children are made when they are
    first asked for.

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
        # SearchNode's own would set wins and visits back to the prior ones, and anytree's attaching
        # takes its time.
        self._nodes, self.number = nodes, number
        self._game, self.move, self.prior, self.viewpoint = game, move, nodes.prior, viewpoint
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
            children = self.__dict__["_NodeMixin__children"] = [
                ArrayNode(self._nodes, number, viewpoint, move=move, parent=self)
                for move, number in self._nodes.children(self.number)
            ]
        return children
