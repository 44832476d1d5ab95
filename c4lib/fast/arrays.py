"""A search tree in arrays: what the compiled functions of `fast/kernel.py` work on, made from boards and settings."""

from __future__ import annotations

import math
import sys
from functools import lru_cache

import numpy as np

from c4lib.board import Board
from c4lib.fast.kernel import BLOCK, LEAF, NO_MOVE, NOBODY, NOTES, ROOT, UNPROVEN, Choices, Rules, Tree
from c4lib.node import Move, Proof, SearchNode
from c4lib.search import MoveStatistics
from c4lib.settings import SearchSettings

FIRST_CAPACITY = 2**16  # places in the arrays of a new tree: 1.3 MB, of which only what is used becomes real memory


# -------------------------------------------------------------------- boards and settings as numbers


@lru_cache
def rules_of(rows: int, columns: int, connect: int) -> Rules:
    """The numbers that the compiled functions need about a board.

    >>> f"{rules_of(rows=2, columns=3, connect=3).bottom:09b}"  # three columns of two cells and a spare bit
    '001001001'
    """
    height = rows + 1

    def in_every_column(bits: int) -> int:
        return sum(bits << column * height for column in range(columns))

    # Where no line fits from left to right, steps of 1 look for the vertical ones again: no shift reaches 64 bits.
    falling, across, rising = (height - 1, height, height + 1) if connect <= columns else (1, 1, 1)
    width = math.ceil(columns / BLOCK) * BLOCK
    cells = (1 << rows) - 1
    bottom, top, full = map(in_every_column, (1, 1 << rows - 1, cells))
    return Rules(
        *map(np.uint64, (rows, columns, connect, width, height, falling, across, rising, bottom, top, full, cells))
    )


def bits_of(board: Board) -> tuple[int, int]:
    """The position as two bitboards: the discs of the player to move, and the discs of both.

    >>> mine, taken = bits_of(Board(rows=2, columns=3, connect=3).play(0).play(1))
    >>> f"{mine:09b}", f"{taken:09b}"
    ('000000001', '000001001')
    """
    mine = taken = 0
    for row, column in np.argwhere(board.cells).tolist():
        bit = 1 << column * (board.rows + 1) + board.rows - 1 - row
        taken |= bit
        mine |= bit if board.cells[row, column] == board.to_move else 0
    return mine, taken


def choices_of(settings: SearchSettings, viewpoint: int) -> Choices:
    """The settings as the compiled functions want them; with `viewpoint="root"` all nodes count for that player.

    >>> from c4lib import SearchSettings
    >>> choices_of(SearchSettings(prior=2, expand_at=3), viewpoint=1).enough
    7.0
    """
    return Choices(
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


# -------------------------------------------------------------------- the arrays, and the nodes that they stand for


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
        mine, taken = bits_of(board)
        self._note(mine=mine, taken=taken, player=board.to_move, end=self.width, nodes=1)

    def _note(self, **values: int) -> None:
        for name, value in values.items():
            self.notes[name] = value

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

    def children(self, node: int) -> list[MoveStatistics]:
        """The statistics of the children of a node, from left to right."""
        first = int(self.tree.first[node])
        if first == LEAF:
            return []
        rows = zip(*(array[first : first + self.width].tolist() for array in self.tree))
        return [
            MoveStatistics(column, wins, int(visits), int(visits) - 2 * self.prior, first + column, proof_of(code))
            for column, (wins, visits, below, code) in enumerate(rows)
            if below != NO_MOVE
        ]

    def subtree(self, node: int, board: Board) -> Nodes:
        """The `node`, whose position is `board`, and all below it, in arrays of their own; the order of birth is kept."""
        blocks, places = self._blocks_below(node), np.arange(self.width)
        end = (len(blocks) + 1) * self.width
        new = Nodes(board, self.prior, self.viewpoint, max(FIRST_CAPACITY, end))
        kept = (blocks[:, None] + places).ravel()
        for array, old_array in zip(new.tree, self.tree):
            array[ROOT] = old_array[node]
            array[self.width : end] = old_array[kept]
        firsts = new.tree.first[:end]
        has_children = firsts > LEAF
        firsts[has_children] = (np.searchsorted(blocks, firsts[has_children]) + 1) * self.width
        new._note(end=end, nodes=1 + np.count_nonzero(firsts[self.width :] != NO_MOVE))
        return new

    def _blocks_below(self, node: int) -> np.ndarray:
        """Where the blocks of the descendants of a node start: int64 array of shape (blocks,), in the order of birth."""
        places, level = np.arange(self.width), self.tree.first[node : node + 1].astype(np.int64)
        blocks = [level[:0]]
        while (level := level[level > LEAF]).size:
            blocks.append(level)
            level = self.tree.first[(level[:, None] + places).ravel()].astype(np.int64)
        return np.sort(np.concatenate(blocks))


def proof_of(code: int) -> Proof | None:
    """What a number of `Tree.proof` stands for.

    >>> proof_of(UNPROVEN), proof_of(1 + 2 + 3 * 5), proof_of(1 + NOBODY)
    (None, Proof(winner=2, plies=5), Proof(winner=None, plies=0))
    """
    if code == UNPROVEN:
        return None
    plies, winner = divmod(code - 1, 3)
    return Proof(winner or None, plies)


class ArrayNode(SearchNode):
    """A node in arrays, like any other to look at; its children are made when they are first asked for.

    It is a window: as the search goes on, so do its `wins` and `visits`. After `move_root` it shows how things were.

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
        # Not SearchNode's own: that would set wins and visits back to the prior ones.
        self._nodes, self._number, self._is_making_children = nodes, number, False
        self._game, self.move, self.prior, self.viewpoint = game, move, nodes.prior, viewpoint
        if parent is not None:
            self.parent = parent

    @property
    def wins(self) -> float:
        """The sum of the rewards, prior wins included."""
        return float(self._nodes.tree.wins[self._number])

    @wins.setter
    def wins(self, value: float) -> None:
        self._nodes.tree.wins[self._number] = value

    @property
    def visits(self) -> int:
        """How many playouts passed through here, prior visits included."""
        return int(self._nodes.tree.visits[self._number])

    @visits.setter
    def visits(self, value: int) -> None:
        self._nodes.tree.visits[self._number] = value

    @property
    def proof(self) -> Proof | None:
        """The exact result, once it is known."""
        return proof_of(int(self._nodes.tree.proof[self._number]))

    @property
    def _NodeMixin__children_or_empty(self) -> list[ArrayNode]:
        # Whatever anytree does with children goes through this property of its NodeMixin.
        children = self.__dict__.setdefault("_NodeMixin__children", [])
        if not children and not self._is_making_children:
            self._is_making_children = True
            for row in self._nodes.children(self._number):
                ArrayNode(
                    self._nodes, row.node, self._nodes.viewpoint or 3 - self.viewpoint, move=row.move, parent=self
                )
            self._is_making_children = False
        return children
