"""Positions as text and as tables of numbers: how they are read, checked and written."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from c4lib.plots.canvas import Drawing

SYMBOLS = ".XO"  # an empty cell, and a disc or stone of player 1 and of player 2


class GridPosition:
    """What the positions of the games have in common besides the rules: a value that never changes.

    A subclass writes its attributes straight into `__dict__`, because `__setattr__` refuses, and
    has a `_key`: what two equal positions have in common. Its `_look()` is the module that draws
    it.

    >>> from c4lib import Board
    >>> Board().winner = 1
    Traceback (most recent call last):
        ...
    AttributeError: a Board never changes: cannot set 'winner'; play() gives the next position
    """

    _key: object
    _look: Callable[[], ModuleType]

    def __setattr__(self, name: str, value: object = None) -> None:
        kind = type(self).__name__
        raise AttributeError(
            f"a {kind} never changes: cannot set {name!r}; play() gives the next position"
        )

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def _play_all(self, moves: Iterable, given: object) -> GridPosition:
        """The position after all the `moves`; an error names the move among those `given`."""
        position = self
        for number, move in enumerate(moves, 1):
            try:
                position = position.play(move)
            except ValueError as error:
                raise ValueError(f"move {number} of {given!r}: {error}") from None
        return position

    # ---------------------------------------------------------------- how it looks, and its names

    def draw(self, drawing: Drawing) -> None:
        """Set the limits of the drawing, draw the position, and name the places of the moves."""
        self._look().draw(self, drawing)

    def place_of(self, move: Hashable) -> Sequence[float]:
        """Where the piece of the last move lies, as (x, y) in units of `draw`."""
        return self._look().place_of(self, move)

    def move_name(self, move: Hashable) -> str:
        """A move in words."""
        return self._look().move_name(move)

    def in_words(self) -> str:
        """The position for a screen reader."""
        return self._look().in_words(self)

    def empty_board(self) -> GridPosition:
        """The position before the first move."""
        return self._look().empty_board(self)

    def _repr_svg_(self) -> str:
        from c4lib.plots.board import game_svg

        return game_svg(self)

    def _repr_png_(self) -> bytes:
        from c4lib.plots.board import game_png

        return game_png(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict:
        # A notebook that is not trusted yet (a fresh clone) shows neither SVG nor HTML.
        return {"text/plain": str(self), "image/png": self._repr_png_()}


def cells_array(cells: object) -> np.ndarray:
    """The `cells` of a board as a new `int8` array of shape (rows, columns).

    Raises:
        ValueError: they are no table of numbers, or one is not 0, 1 or 2.

    >>> cells_array([[0, 0], [1, 2]]).dtype
    dtype('int8')
    """
    try:
        array = np.asarray(cells)
    except ValueError:
        raise ValueError("the rows of the board have different lengths") from None
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"cells must have the shape (rows, columns), not {array.shape}")
    if array.dtype.kind not in "iuf":
        raise ValueError(f"cells must be numbers, not {array.dtype}")
    wrong = np.argwhere(~np.isin(array, (0, 1, 2)))
    if len(wrong):
        row, column = wrong[0]
        value = array[row, column]
        raise ValueError(f"row {row}, column {column} holds {value}: allowed are 0, 1 and 2")
    return array.astype(np.int8)


def words_of(text: object) -> list[list[str]]:
    """The words of a board in text form, line by line, without empty lines.

    >>> words_of(". X  .")
    [['.', 'X', '.']]
    """
    if not isinstance(text, str):
        raise ValueError(f"from_text reads a string, not {text!r}")
    return [line.split() for line in text.splitlines() if line.strip()]


def numbers_of(rows: list[list[str]], where: Callable[[int, int], str]) -> list[list[int]]:
    """The cells of a board in text form as numbers.

    Args:
        rows: the symbols of each row.
        where: the words for the place of a wrong symbol, from its row and column.

    >>> numbers_of([[".", "X", "O"]], lambda row, column: f"column {column}")
    [[0, 1, 2]]
    """
    for row, symbols in enumerate(rows):
        for column, symbol in enumerate(symbols):
            if symbol not in tuple(SYMBOLS):
                place = where(row, column)
                raise ValueError(f"{place}: {symbol!r} is not a cell; allowed are '.', 'X' and 'O'")
    return [[SYMBOLS.index(symbol) for symbol in symbols] for symbols in rows]


# -------------------------------------------------------------------- Connect Four


def read_board(text: object) -> tuple[list[list[int]], int]:
    """The cells of a Connect Four board in text form, and how many discs in a line win.

    >>> read_board(". . .\\n. X O\\n0 1 2\\nconnect 3")
    ([[0, 0, 0], [0, 1, 2]], 3)
    """
    lines = words_of(text)
    connect = 4
    if lines and lines[-1][0] == "connect":
        last = lines.pop()
        if len(last) != 2 or not last[1].isdecimal():
            raise ValueError(f"the last line must be like 'connect 4', not {' '.join(last)!r}")
        connect = int(last[1])
    if lines and lines[-1][0].isdecimal():
        numbers = lines.pop()
        columns = len(lines[0]) if lines else len(numbers)
        if numbers != [str(column) for column in range(columns)]:
            shown = " ".join(numbers)
            raise ValueError(f"the line of column numbers does not fit the board: {shown!r}")
    return numbers_of(lines, lambda row, column: f"row {row}, column {column}"), connect


def write_board(cells: np.ndarray, connect: int) -> str:
    """The text of a Connect Four board, which `read_board` reads back.

    >>> print(write_board(np.array([[0, 0, 0], [0, 1, 2]]), connect=3))
    . . .
    . X O
    0 1 2
    connect 3
    """
    columns = cells.shape[1]
    width = len(str(columns - 1))
    lines = [[SYMBOLS[cell] for cell in row] for row in cells]
    lines.append([str(column) for column in range(columns)])
    text = "\n".join(" ".join(word.rjust(width) for word in line) for line in lines)
    return text if connect == 4 else f"{text}\nconnect {connect}"


# -------------------------------------------------------------------- Hex

LETTERS = "abcdefghijklmnopqrstuvwxyz"  # the columns


def read_hex(text: object) -> list[list[int]]:
    """The cells of a Hex board in text form; the letters and numbers around them may be left out.

    >>> read_hex(" a b\\n1 . X\\n 2 O .")
    [[0, 1], [2, 0]]
    """
    lines = words_of(text)
    if lines and lines[0][0] == LETTERS[0]:
        letters = lines.pop(0)
        if letters != list(LETTERS[: len(lines)]):
            raise ValueError(f"the line of letters does not fit the board: {' '.join(letters)!r}")
    for row, line in enumerate(lines, 1):
        label = line.pop(0) if line[0].isdecimal() else str(row)
        if label != str(row):
            raise ValueError(f"row {row} has the number {label}")
    return numbers_of(lines, lambda row, column: f"row {row + 1}")


def write_hex(cells: np.ndarray) -> str:
    """The text of a Hex board, each row half a cell further to the right.

    >>> print(write_hex(np.array([[0, 1], [2, 0]])))
     a b
    1 . X
     2 O .
    """
    size = len(cells)
    width = len(str(size))
    lines = [" " * width + " ".join(LETTERS[:size])]
    for row, stones in enumerate(cells):
        words = [str(row + 1).rjust(width), *(SYMBOLS[stone] for stone in stones)]
        lines.append(" " * row + " ".join(words))
    return "\n".join(lines)
