"""Hex on a small board as an immutable value: the second game."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import product

import numpy as np

from c4lib._tools.arguments import whole_number
from c4lib.position import GridPosition
from c4lib.text import SYMBOLS

LETTERS = "abcdefghijklmnopqrstuvwxyz"  # the columns
COLOURS = {1: "black", 2: "white"}  # who player 1 and player 2 are in the books
# (row, column) steps to the six cells around
NEIGHBOURS = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))


@lru_cache
def cell_names(size: int) -> tuple[str, ...]:
    """The names of all cells, row by row: cell (r, c) has number r * size + c.

    >>> cell_names(3)
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3')
    """
    cells = product(range(size), repeat=2)
    return tuple(f"{LETTERS[column]}{row + 1}" for row, column in cells)


@lru_cache
def touching(size: int) -> tuple[tuple[int, ...], ...]:
    """For every cell, by its number, the numbers of the cells that it touches.

    >>> names = cell_names(3)
    >>> [names[cell] for cell in touching(3)[names.index("b2")]]
    ['a2', 'c2', 'b1', 'b3', 'c1', 'a3']
    """
    cells = list(product(range(size), repeat=2))
    around = [[(row + down, column + right) for down, right in NEIGHBOURS] for row, column in cells]
    return tuple(tuple(cells.index(cell) for cell in near if cell in cells) for near in around)


class HexBoard(GridPosition):
    """A Hex position: a value that never changes.

    `HexBoard(size=3)` is the empty board of 3 x 3 cells; `play` gives the next position as a new
    board. The players fill one empty cell a turn. Player 1 (black, X) wins by joining the top row
    to the bottom row, player 2 (white, O) by joining the left column to the right one, with cells
    that touch: cell (row r, column c) touches (r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c), (r -
    1, c + 1) and (r + 1, c - 1). There is no draw (Nash 1952).

    A cell has the name of its column, a letter, and its row, a number: "b2". Two boards are equal
    when size and stones are; how a position came about (`moves`) does not count.

    Attributes:
        size: the number of rows, and of columns; at most 26, so that every column has a letter.
        to_move: whose turn it is, 1 or 2 (after the end: whose turn it would be).
        winner: 1, 2, or None.
        moves: the cells played from the empty board.

    Raises:
        ValueError: the size is not a whole number from 1 to 26.

    >>> board = HexBoard().play("b2").play("a3")
    >>> print(board)
     a b c
    1 . . .
     2 . X .
      3 O . .
    >>> board.to_move, board.winner, board.legal_moves()
    (1, None, ('a1', 'b1', 'c1', 'a2', 'c2', 'b3', 'c3'))
    """

    def __init__(self, size: int = 3) -> None:
        size = whole_number("size", size, 1, at_most=len(LETTERS))
        # Written here, because a position refuses to be changed.
        self.__dict__.update(
            size=size,
            to_move=1,
            winner=None,
            moves=(),
            # The cells row by row, 0, 1 or 2: `cells` is the NumPy view of this memory.
            _bytes=bytes(size * size),
            _empty=cell_names(size),  # the names of the cells without a stone
        )

    @property
    def _key(self) -> bytes:
        return self._bytes

    @property
    def cells(self) -> np.ndarray:
        """The stones: read-only `int8` array of shape (size, size), row 1 on top.

        0 is an empty cell, 1 and 2 are the players' stones.

        >>> HexBoard().play("b1").cells[0]
        array([0, 1, 0], dtype=int8)
        """
        return np.frombuffer(self._bytes, dtype=np.int8).reshape(self.size, self.size)

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over: somebody has joined both sides (on a full board, always).

        >>> HexBoard.from_moves("b1 a1 b2 a2 b3").is_terminal
        True
        """
        return self.winner is not None

    def legal_moves(self) -> tuple[str, ...]:
        """The empty cells, row by row; none when the game is over.

        >>> HexBoard.from_moves("b2 a1 c3").legal_moves()
        ('b1', 'c1', 'a2', 'c2', 'a3', 'b3')
        """
        return self._empty if self.winner is None else ()

    def distinct_moves(self) -> tuple[str, ...]:
        """The legal moves; of two that lead to the same position, turned, only the first.

        >>> HexBoard().distinct_moves(), HexBoard.from_moves("b2").distinct_moves()
        (('a1', 'b1', 'c1', 'a2', 'b2'), ('a1', 'b1', 'c1', 'a2'))
        """
        # Two different moves can do so only from a position that is the same when turned.
        if self._bytes != self._bytes[::-1]:
            return self.legal_moves()
        first_half = cell_names(self.size)[: (self.size * self.size + 1) // 2]
        return tuple(move for move in self.legal_moves() if move in first_half)

    def play(self, cell: str) -> HexBoard:
        """The position after a stone of the player to move on `cell`; this board does not change.

        Raises:
            ValueError: no such cell, a taken cell, the game is over, or `cell` is not a name.

        >>> HexBoard(2).play("c1")
        Traceback (most recent call last):
            ...
        ValueError: there is no cell 'c1'; empty cells: a1, b1, a2, b2
        """
        if self.winner is not None or not isinstance(cell, str) or cell not in self._empty:
            self._refuse(cell)
        player = self.to_move
        index = cell_names(self.size).index(cell)
        stone = b"\1" if player == 1 else b"\2"
        stones = self._bytes[:index] + stone + self._bytes[index + 1 :]
        group = _group(stones, index, self.size)
        wins = _joins(group, player, self.size)
        board = object.__new__(HexBoard)
        board.__dict__.update(
            size=self.size,
            to_move=3 - player,
            winner=player if wins else None,
            moves=(*self.moves, cell),
            _bytes=stones,
            _empty=tuple(other for other in self._empty if other != cell),
        )
        return board

    def _refuse(self, cell: object) -> None:
        """Raise the ValueError that says why no stone can be put on the `cell`."""
        if self.winner is not None:
            raise ValueError(
                f"the game is over ({COLOURS[self.winner]} has won): no stone can be put on {cell!r}"
            )
        allowed = f"empty cells: {', '.join(self._empty)}"
        if not isinstance(cell, str) or not re.fullmatch("[a-z][1-9][0-9]*", cell):
            raise ValueError(f"a cell has a name such as 'b2', not {cell!r}; {allowed}")
        if cell in cell_names(self.size):
            raise ValueError(f"cell {cell} is taken; {allowed}")
        raise ValueError(f"there is no cell {cell!r}; {allowed}")

    @property
    def winning_cells(self) -> tuple[str, ...]:
        """The cells of the group that joins the winner's two sides, row by row; else none.

        >>> HexBoard.from_moves("b1 a1 b2 c3 a3").winning_cells
        ('b1', 'b2', 'a3')
        """
        if self.winner is None:
            return ()
        names = cell_names(self.size)
        last = names.index(self.moves[-1])
        return tuple(names[cell] for cell in sorted(_group(self._bytes, last, self.size)))

    # ---------------------------------------------------------------- from moves, and as text

    @classmethod
    def from_moves(cls, moves: str | Iterable[str], size: int = 3) -> HexBoard:
        """The position after `moves`: a string such as "b2 a3", or any iterable of cell names.

        Raises:
            ValueError: a move cannot be played; the message says which one, and why.

        >>> HexBoard.from_moves("b2 a3") == HexBoard.from_moves(["b2", "a3"])
        True
        >>> HexBoard.from_moves("b2 a3 b2")
        Traceback (most recent call last):
            ...
        ValueError: move 3 of 'b2 a3 b2': cell b2 is taken; empty cells: a1, b1, c1, a2, c2, b3, c3
        """
        if not isinstance(moves, Iterable):
            raise ValueError(
                f"moves must be a string such as 'b2 a3' or a list of cell names, not {moves!r}"
            )
        cells = moves.split() if isinstance(moves, str) else list(moves)
        return cls(size)._play_all(cells, moves, cls.play)

    def __str__(self) -> str:
        width = len(str(self.size))
        lines = [" " * width + " ".join(LETTERS[: self.size])]
        for row, stones in enumerate(self.cells):
            words = [str(row + 1).rjust(width), *(SYMBOLS[stone] for stone in stones)]
            lines.append(" " * row + " ".join(words))
        return "\n".join(lines)

    def __repr__(self) -> str:
        size = [] if self.size == 3 else [f"size={self.size}"]
        if not self.moves:
            return f"HexBoard({', '.join(size)})"
        return f"HexBoard.from_moves({', '.join([repr(' '.join(self.moves)), *size])})"

    # ---------------------------------------------------------------- its names, and where its cells lie

    def place_of(self, move: str) -> tuple[float, float]:
        """The middle of the cell, as (x, y): see `cell_centre`."""
        return cell_centre(self.size, move)

    def side_name(self, player: int) -> str:
        """Black or White."""
        return COLOURS[player].capitalize()

    def in_words(self) -> str:
        """The position for a screen reader, cell by cell.

        >>> HexBoard.from_moves("a2 a1").in_words()
        'white a1, black a2'
        """
        stones = zip(cell_names(self.size), self._bytes)
        return ", ".join(f"{COLOURS[stone]} {name}" for name, stone in stones if stone) or "empty"

    def empty_board(self) -> HexBoard:
        """The empty board of the same size."""
        return HexBoard(self.size)


def _group(stones: bytes, start: int, size: int) -> set[int]:
    """The cells that can be reached from `start` over touching stones of the same player."""
    around, group, waiting = touching(size), {start}, [start]
    while waiting:
        for cell in around[waiting.pop()]:
            if stones[cell] == stones[start] and cell not in group:
                group.add(cell)
                waiting.append(cell)
    return group


def _joins(group: set[int], player: int, size: int) -> bool:
    """Whether the group reaches both sides of the player: 1 top and bottom, 2 left and right."""
    lines = {cell // size if player == 1 else cell % size for cell in group}
    return 0 in lines and size - 1 in lines


# -------------------------------------------------------------------- where the cells lie, in distances between neighbours

RIM = 0.82  # from the middle of the outer cells to the rim, in rows and in columns
ROW = math.sqrt(3) / 2  # height of a row


def cell_centre(size: int, cell: str) -> tuple[float, float]:
    """The middle of a cell, as (x, y) from the lower left corner of a board of this size.

    >>> [round(length, 2) for length in cell_centre(3, "b2")]
    [2.73, 1.58]
    """
    row, column = divmod(cell_names(size).index(cell), size)
    return point(size, row, column)


def point(size: int, row: float, column: float) -> tuple[float, float]:
    """Where this row and column meet, as (x, y) from the lower left corner, y upwards.

    >>> [round(length, 2) for length in point(3, row=1, column=1)]
    [2.73, 1.58]
    """
    return column + RIM + (row + RIM) / 2, (size - 1 + RIM - row) * ROW
