"""Hex on a small board as an immutable value: the second game. Its text is in `text.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from c4lib._tools import whole_number
from c4lib.text import LETTERS, GridPosition, cells_array, read_hex, write_hex

if TYPE_CHECKING:
    from c4lib.plots.canvas import Drawing

COLOURS = {1: "black", 2: "white"}  # who player 1 and player 2 are in the books
# (row, column) steps to the six cells around
NEIGHBOURS = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))


@lru_cache
def cell_names(size: int) -> tuple[str, ...]:
    """The names of all cells, row by row: cell (r, c) has number r * size + c.

    >>> cell_names(3)
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3')
    """
    return tuple(f"{LETTERS[column]}{row + 1}" for row in range(size) for column in range(size))


@lru_cache
def touching(size: int) -> tuple[tuple[int, ...], ...]:
    """For every cell, by its number, the numbers of the cells that it touches.

    >>> names = cell_names(3)
    >>> [names[cell] for cell in touching(3)[names.index("b2")]]
    ['a2', 'c2', 'b1', 'b3', 'c1', 'a3']
    """
    around = [
        [(row + down, column + right) for down, right in NEIGHBOURS]
        for row in range(size)
        for column in range(size)
    ]
    return tuple(
        tuple(r * size + c for r, c in cells if 0 <= r < size and 0 <= c < size) for cells in around
    )


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
        moves: the cells played from the empty board, or None for a position whose history is not
            known.

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
        self.__dict__.update(size=size, to_move=1, winner=None, moves=())
        # The cells row by row, 0, 1 or 2 (`cells` is the NumPy view of this memory), and the names
        # of those that are empty.
        self.__dict__.update(_bytes=bytes(size * size), _empty=cell_names(size))

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
        if self.winner is not None or cell not in self._empty:
            self._refuse(cell)
        player, index = self.to_move, cell_names(self.size).index(cell)
        stones = self._bytes[:index] + (b"\1" if player == 1 else b"\2") + self._bytes[index + 1 :]
        board = object.__new__(HexBoard)
        board.__dict__.update(
            size=self.size,
            to_move=3 - player,
            winner=player if _joins(_group(stones, index, self.size), player, self.size) else None,
            moves=None if self.moves is None else (*self.moves, cell),
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
        groups = _joining_groups(self._bytes, self.winner, self.size) if self.winner else []
        return tuple(cell_names(self.size)[cell] for cell in sorted(set().union(*groups)))

    # ---------------------------------------------------------------- from moves, cells and text, and back

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
        given = cells = moves if isinstance(moves, str) else list(moves)
        if isinstance(moves, str):  # "b2 a3", "b2, a3" and "b2a3" are the same
            cells = re.sub(r"(?<=\d)[\s,]*(?=[a-z])", " ", moves).split()
        return cls(size)._play_all(cells, given)

    @classmethod
    def from_cells(cls, cells: object) -> HexBoard:
        """The position with these `cells`: array-like of shape (size, size), row 1 on top.

        The values are 0, 1 and 2, and a game can lead there. `moves` is None, but for the empty
        board.

        Raises:
            ValueError: a value is not allowed, the counts of stones do not fit, or a player who has
                won did not move last; the message says which.

        >>> print(HexBoard.from_cells([[2, 1, 0], [1, 0, 0], [0, 0, 0]]))
         a b c
        1 O X .
         2 X . .
          3 . . .
        >>> HexBoard.from_cells([[1, 0], [1, 0]])
        Traceback (most recent call last):
            ...
        ValueError: black (X) has 2 stones and white (O) has 0: black starts, so has as many or one more
        """
        array = cells_array(cells)
        rows, columns = array.shape
        if rows != columns:
            raise ValueError(f"a Hex board has as many rows as columns, not {rows} and {columns}")
        board = cls(rows)
        black, white = int((array == 1).sum()), int((array == 2).sum())
        if black - white not in (0, 1):
            counts = f"black (X) has {black} stones and white (O) has {white}"
            raise ValueError(f"{counts}: black starts, so has as many or one more")
        empty = tuple(name for name, stone in zip(cell_names(rows), array.ravel()) if not stone)
        board.__dict__.update(to_move=1 if black == white else 2, moves=None if black else ())
        board.__dict__.update(_bytes=array.tobytes(), _empty=empty)
        board.__dict__.update(winner=_checked_winner(board))
        return board

    @classmethod
    def from_text(cls, text: str) -> HexBoard:
        """The position that `str(board)` prints as `text`.

        One row a line, `.` empty, `X` player 1, `O` player 2. The letters above and the numbers at
        the left may be left out.

        Raises:
            ValueError: an unknown character, rows of different lengths, or what `from_cells`
                refuses.

        >>> board = HexBoard.from_moves("b2 a3")
        >>> HexBoard.from_text(str(board)) == board
        True
        >>> HexBoard.from_text("X .  . #")
        Traceback (most recent call last):
            ...
        ValueError: row 1: '#' is not a cell; allowed are '.', 'X' and 'O'
        """
        return cls.from_cells(read_hex(text))

    def __str__(self) -> str:
        return write_hex(self.cells)

    def __repr__(self) -> str:
        if self.moves is None:
            return f"HexBoard.from_text({str(self)!r})"
        size = [] if self.size == 3 else [f"size={self.size}"]
        if not self.moves:
            return f"HexBoard({', '.join(size)})"
        return f"HexBoard.from_moves({', '.join([repr(' '.join(self.moves)), *size])})"

    # ---------------------------------------------------------------- how it looks, and its names

    def _look(self) -> ModuleType:
        from c4lib.plots import hex

        return hex

    def side_name(self, player: int) -> str:
        """Black or White."""
        return COLOURS[player].capitalize()

    def draw_piece(
        self,
        drawing: Drawing,
        player: int,
        centre: Sequence[float],
        radius: float,
        zorder: float = 3,
    ) -> None:
        """Draw a stone."""
        self._look().draw_stone(drawing, player, centre, radius, zorder)

    def move_name(self, move: str) -> str:
        """The name of the cell."""
        return move


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


def _joining_groups(stones: bytes, player: int, size: int) -> list[set[int]]:
    """The groups of the player that reach both sides; more than one only where no game can lead."""
    starts = range(size) if player == 1 else range(0, size * size, size)
    groups = [_group(stones, start, size) for start in starts if stones[start] == player]
    return [group for group in groups if _joins(group, player, size)]


def _checked_winner(board: HexBoard) -> int | None:
    """The winner; ValueError if the last stone cannot have joined the sides."""
    stones, size = board._bytes, board.size
    winner = next((player for player in (1, 2) if _joining_groups(stones, player, size)), None)
    if winner is None:
        return None
    if winner == board.to_move:
        raise ValueError(f"{COLOURS[winner]} has joined both sides, but did not move last")
    for last in range(size * size):
        before = stones[:last] + b"\0" + stones[last + 1 :]
        if stones[last] == winner and not _joining_groups(before, winner, size):
            return winner
    no_stone = "no single stone can have been the last to do it"
    raise ValueError(f"{COLOURS[winner]} has joined both sides, but {no_stone}")
