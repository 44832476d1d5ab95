"""Boards as whole numbers of 64 bits, without a compiler: the bits of a position, and the numbers
that the rules need.

`fast/kernel.py` shows which bit is which cell: column by column from below, with a spare bit on top
of each column.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from c4lib.board import Board

BITS = 64  # of a bitboard
BLOCK = 8  # `Rules.width` is a multiple of this, which fits the vector registers


class Rules(NamedTuple):
    """The board, as numbers: all `np.uint64`.

    Attributes:
        rows, columns, connect: the size, and how many discs in a line win.
        width: how many places there are for the children of a node.
        height: rows + 1, the bits of a column.
        falling, across, rising: the steps to the next cell to the right, in the three directions.
        bottom, top, full: the bits of the lowest cell of every column, of the highest, of all
            cells.
        cells: the bits of the cells of column 0; `cells << column * height` are those of another.
    """

    rows: np.uint64
    columns: np.uint64
    connect: np.uint64
    width: np.uint64
    height: np.uint64
    falling: np.uint64
    across: np.uint64
    rising: np.uint64
    bottom: np.uint64
    top: np.uint64
    full: np.uint64
    cells: np.uint64


@lru_cache
def rules_of(rows: int, columns: int, connect: int) -> Rules:
    """The numbers that the compiled functions need about a board.

    >>> f"{rules_of(rows=2, columns=3, connect=3).bottom:09b}"  # three columns of two cells and a spare bit
    '001001001'
    """
    height = rows + 1
    cells = (1 << rows) - 1
    bottom = sum(1 << column * height for column in range(columns))
    # Where no line fits from left to right, steps of 1 look for the vertical ones again: no shift
    # reaches 64 bits.
    falling, across, rising = (height - 1, height, height + 1) if connect <= columns else (1, 1, 1)
    width = math.ceil(columns / BLOCK) * BLOCK
    top = bottom << rows - 1
    full = bottom * cells
    size = rows, columns, connect, width, height
    numbers = *size, falling, across, rising, bottom, top, full, cells
    return Rules(*map(np.uint64, numbers))


def bits_of(board: Board) -> tuple[int, int]:
    """The position as two bitboards: the discs of the player to move, and the discs of both.

    >>> mine, taken = bits_of(Board(rows=2, columns=3, connect=3).play(0).play(1))
    >>> f"{mine:09b}", f"{taken:09b}"
    ('000000001', '000001001')
    """
    mine = taken = 0
    for column, discs in enumerate(board.cells[::-1].T.tolist()):  # from below
        for row, disc in enumerate(discs):
            bit = 1 << column * (board.rows + 1) + row
            taken |= bit if disc else 0
            mine |= bit if disc == board.to_move else 0
    return mine, taken


def check_fits(board: Board, needed_by: str, instead: str = "") -> None:
    """Raises a ValueError unless the board fits into a bitboard.

    >>> check_fits(Board(8, 8), needed_by="the solver")
    Traceback (most recent call last):
        ...
    ValueError: the solver needs a board with (rows + 1) * columns <= 64, but with 8 rows and 8 columns that is 72
    """
    bits = (board.rows + 1) * board.columns
    if bits > BITS:
        raise ValueError(
            f"{needed_by} needs a board with (rows + 1) * columns <= {BITS}, but with {board.rows} rows and "
            f"{board.columns} columns that is {bits}{instead}"
        )
