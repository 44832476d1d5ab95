"""Bitboards: the whole numbers of the fast search, drawn as boards."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

import numpy as np
from matplotlib.axes import Axes

from c4lib.board import Board
from c4lib.fast.bitboard import bits_of
from c4lib.plots.board import BELOW, SIDE, draw_game
from c4lib.plots.canvas import (
    BOLD,
    EDGE,
    EMPTY,
    FRAME,
    MUTED,
    OUTSIDE,
    Drawing,
    Style,
    check_kind,
    text_on,
)

MOST_IN_A_ROW = 4


def plot_bitboards(
    board: Board,
    bitboards: Mapping[str, int] | None = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """The `board` and its bitboards side by side; a cell is dark if its bit is 1.

    Every cell has the number of its bit. The shaded row on top holds the spare bits, which belong to no cell.

    Args:
        board: the position.
        bitboards: whole numbers by name, drawn in this order; by default `taken` (the discs of both
            players), `mine` (those of the player to move) and `landing` (where the next disc of
            every column lands).
        ax: the Axes to draw on; by default those of a new figure.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: `board` is not a Board, a bitboard is not a whole number, or it has a bit that
            this board does not.

    >>> ax = plot_bitboards(Board(rows=4, columns=4), {"bottom row": 0b00001_00001_00001_00001})
    >>> [text.get_text() for text in ax.texts if text.get_color() == "#FFFFFF"]
    ['0', '5', '10', '15']
    """
    check_kind(board, Board)
    if bitboards is None:
        bitboards = _bitboards_of(board)
    bitboards = _checked_bitboards(board, bitboards)
    panels = [("the position", None), *bitboards.items()]
    lines = ceil(len(panels) / MOST_IN_A_ROW)
    across = ceil(len(panels) / lines)
    width = board.columns + 1
    height = board.rows + 3.2
    right = across * width
    drawing = Drawing(ax, title, inches=0.45).limit(0, right, -lines * height, 0)
    for number, (name, bits) in enumerate(panels):
        line, place = divmod(number, across)
        left = place * width + 0.5
        bottom = 0.9 - (line + 1) * height
        _draw_panel(drawing, board, name, bits, left, bottom)
    return drawing.ax


def _draw_panel(
    drawing: Drawing, board: Board, name: str, bits: int | None, left: float, bottom: float
) -> None:
    """A bitboard, or the position itself if there are no bits, with its name above."""
    if bits is None:
        _draw_position(drawing, board, left, bottom)
    else:
        _draw_bits(drawing, board, bits, left, bottom)
    middle = left + board.columns / 2
    above = bottom + board.rows + 1.65
    drawing.write(middle, above, name, 0.72, BOLD)


def _bitboards_of(board: Board) -> dict[str, int]:
    mine, taken = bits_of(board)
    bottom = sum(1 << column * (board.rows + 1) for column in range(board.columns))
    spare = bottom << board.rows
    landing = (taken + bottom) & ~spare
    return {"taken": taken, "mine": mine, "landing": landing}


def _checked_bitboards(board: Board, bitboards: object) -> dict[str, int]:
    if not isinstance(bitboards, Mapping):
        raise ValueError(f"bitboards must be a dict from name to whole number, not {bitboards!r}")
    count = (board.rows + 1) * board.columns
    for name, bits in bitboards.items():
        if not isinstance(bits, (int, np.integer)) or isinstance(bits, bool):
            raise ValueError(f"bitboards: {name!r} must be a whole number, not {bits!r}")
        if not 0 <= bits < 1 << count:
            what = f"this board has {count} bits, 0 to {count - 1}"
            raise ValueError(f"bitboards: {name!r} is {bits}, but {what}")
    return {str(name): int(bits) for name, bits in bitboards.items()}


def _draw_position(drawing: Drawing, board: Board, left: float, bottom: float) -> None:
    width = board.columns + 2 * SIDE
    height = board.rows + SIDE + BELOW
    inset = drawing.inset(left - SIDE, bottom - BELOW, width, height)
    draw_game(inset, board)


def _draw_bits(drawing: Drawing, board: Board, bits: int, left: float, bottom: float) -> None:
    height = board.rows + 1
    ground = left - 0.04, bottom - 0.04, board.columns + 0.08, height + 0.08
    drawing.boxes([ground], EDGE, 2)
    squares = []
    colours = []
    for number in range(height * board.columns):
        column, row = divmod(number, height)
        x = left + column
        y = bottom + row
        square = x + 0.04, y + 0.04, 0.92, 0.92
        colour = OUTSIDE if row == board.rows else EMPTY
        style = Style(color=MUTED)
        is_set = bits >> number & 1
        if is_set:
            colour = FRAME
            style = Style("bold", text_on(FRAME))
        squares.append(square)
        colours.append(colour)
        drawing.write(x + 0.5, y + 0.5, str(number), 0.44, style)
    drawing.boxes(squares, colours)
