"""Pictures of Hex: `plot_hex`, and what a notebook shows when a board is the value of a cell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from c4lib.hex import LETTERS, HexBoard, cell_names
from c4lib.plots.board import checked_values, draw_player_marks, write_values
from c4lib.plots.canvas import (
    EMPTY,
    FRAME,
    HIGHLIGHT,
    TEXT,
    Drawing,
    Scene,
    check_kind,
    render_png,
)

SIDES = {1: "Black", 2: "White"}
MOVES = "the cells"
SHOWS_MOVES = False  # the order of the stones is not seen
STONES = {1: TEXT, 2: EMPTY}  # black and white, with the marks of Connect Four: a cross and a ring
PIECES = STONES
CELL = "#C5CDD6"  # between black and white, so that stones of both stand out
STONE = 0.37  # radius of a stone, in distances between neighbouring cells
RIM = 0.82  # from the middle of the outer cells to the rim, in rows and in columns
ROW = math.sqrt(3) / 2  # height of a row
TURNS = np.arange(6) * math.pi / 3
HEXAGON = np.column_stack([np.sin(TURNS), np.cos(TURNS)]) / math.sqrt(3)
LABELS = 0.42  # from the rim to the letters and numbers


def plot_hex(
    board: HexBoard,
    values: Mapping[str, float | None] | None = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """A picture of the `board`; the last stone and a group that joins two sides are marked.

    Player 1 has black stones with a cross, player 2 white stones with a ring; each side of the
    board has the colour of the player who must reach it.

    Args:
        board: the position.
        values: a number for each of some cells, written into it: shares, means, visits; None and
            NaN leave a dash.
        ax: the Axes to draw on; by default those of a new figure.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: `board` is not a HexBoard, or `values` name a cell that does not exist.

    >>> plot_hex(HexBoard.from_moves("a2 a1 b1"), {"b2": 0.25}, title="White to move").get_title()
    'White to move'
    """
    check_kind(board, HexBoard)
    values = checked_values(values, "cell", cell_names(board.size))
    return draw_board(ax, board, values, title=title).ax


def draw_board(
    ax: Axes | Drawing | None,
    board: HexBoard,
    values: Mapping[str, float | None] | None = None,
    turn: int = 0,
    title: str | None = None,
) -> Drawing:
    """Draw a board with numbers in its cells.

    In a live picture empty cells can be clicked, which gives [turn, cell].
    """
    width, height = extent(board)
    around = LABELS + 0.25
    right = width + 0.1
    top = height + around
    drawing = Drawing.within(ax, -around, right, -0.1, top, title, inches=0.6)
    draw_cells(drawing, board)
    before = -RIM - LABELS
    for index in range(board.size):
        x, y = _point(board.size, before, index)
        drawing.write(x, y, LETTERS[index], 0.42)
        x, y = _point(board.size, index, before)
        drawing.write(x, y, f"{index + 1}", 0.42)
    write_values(drawing, values or {}, lambda cell: cell_centre(board, cell), 0.34, 0.7)
    for cell in board.legal_moves():
        x, y = cell_centre(board, cell)
        box = x - 0.4, y - 0.4, 0.8, 0.8
        drawing.spots([box], [[turn, cell]], [f"cell {cell}"])
    return drawing


def move_name(move: str) -> str:
    """A move in words."""
    return str(move)


def empty_board(board: HexBoard) -> HexBoard:
    """The empty board of the same size."""
    return HexBoard(board.size)


def extent(board: HexBoard) -> tuple[float, float]:
    """Width and height of the drawn board, in distances between neighbouring cells.

    >>> [round(length, 2) for length in extent(HexBoard(3))]
    [5.46, 3.15]
    """
    span = board.size - 1 + 2 * RIM
    return 1.5 * span, ROW * span


def cell_centre(board: HexBoard, cell: str) -> tuple[float, float]:
    """The middle of a cell, as (x, y) from the lower left corner of the board.

    >>> [round(length, 2) for length in cell_centre(HexBoard(), "b2")]
    [2.73, 1.58]
    """
    row, column = divmod(cell_names(board.size).index(cell), board.size)
    return _point(board.size, row, column)


place_of = cell_centre


def draw_cells(
    drawing: Drawing, board: HexBoard, corner: Sequence[float] = (0, 0), cell: float = 1
) -> None:
    """Draw a board without any names: its lower left at the `corner`, cells so far apart."""
    rim = corner + cell * _rim(board.size)
    middle = rim.mean(axis=0)
    drawing.polygons([_scaled(rim, 1.012)], TEXT, 3)
    for side in range(4):
        # The cells hide all of this triangle but the rim.
        triangle = [rim[side], rim[side - 3], middle]
        drawing.polygons([triangle], STONES[1 + side % 2], 3.05)
    for name, stone in zip(cell_names(board.size), board.cells.flat):
        centre = corner + cell * np.array(cell_centre(board, name))
        hexagon = centre + cell * HEXAGON
        colour = HIGHLIGHT if name in board.winning_cells else CELL
        drawing.polygons([hexagon], FRAME, 3.1)
        drawing.polygons([_scaled(hexagon, 0.96)], colour, 3.2)
        if board.moves and name == board.moves[-1]:
            drawing.circles([centre], 0.45 * cell, STONES[3 - stone], 3.25)
        if stone:
            draw_pieces(drawing, stone, [centre], STONE * cell, 3.3)


def name_places(drawing: Drawing, board: HexBoard, corner: Sequence[float], cell: float) -> None:
    """Write the names of the empty cells into them, on a board with this corner."""
    left, bottom = corner
    for name in board.legal_moves():
        x, y = cell_centre(board, name)
        drawing.write(left + cell * x, bottom + cell * y, name, 0.5 * cell)


def draw_pieces(
    drawing: Drawing, player: int, centres: Sequence[np.ndarray], radius: float, zorder: float = 3
) -> None:
    """Draw stones of one player, with the player's mark."""
    drawing.circles(centres, radius, TEXT, zorder)
    if player == 2:
        drawing.circles(centres, 0.94 * radius, EMPTY, zorder + 0.1)
    colours = STONES[3 - player], STONES[player]
    draw_player_marks(drawing, player, centres, radius, colours, zorder + 0.1)


def _scaled(corners: np.ndarray, factor: float) -> np.ndarray:
    """The polygon, larger or smaller by this factor, with the same middle."""
    middle = corners.mean(axis=0)
    return middle + factor * (corners - middle)


def _point(size: int, row: float, column: float) -> tuple[float, float]:
    """Where this row and column meet, as (x, y) from the lower left corner, y upwards."""
    return column + RIM + (row + RIM) / 2, (size - 1 + RIM - row) * ROW


def _rim(size: int) -> np.ndarray:
    """The four corners of the board, from the upper left one clockwise: shape (4, 2)."""
    low, high = -RIM, size - 1 + RIM
    corners = (low, low), (low, high), (high, high), (high, low)
    return np.array([_point(size, *corner) for corner in corners])


def in_words(board: HexBoard) -> str:
    """A position for a screen reader, cell by cell.

    >>> in_words(HexBoard.from_moves("a2 a1"))
    'white a1, black a2'
    """
    stones = []
    for name, stone in zip(cell_names(board.size), board.cells.flat):
        if stone:
            stones.append(f"{SIDES[stone].lower()} {name}")
    return ", ".join(stones) or "empty"


# -------------------------------------------------------------------- what a notebook shows


def hex_png(board: HexBoard) -> bytes:
    """The picture of `plot_hex` as a PNG file, which a notebook shows even if it is not trusted.

    >>> hex_png(HexBoard())[1:4]
    b'PNG'
    """
    check_kind(board, HexBoard)
    width, height = (length + 0.85 for length in extent(board))
    cell = min(0.5, 8 / width, 6 / height)  # inches
    return render_png(width * cell, height * cell, lambda ax: draw_board(ax, board))


def hex_svg(board: HexBoard) -> str:
    """The same picture as SVG text; equal boards give the same text.

    >>> hex_svg(HexBoard()).count("<text")  # three letters and three numbers
    6
    """
    check_kind(board, HexBoard)
    scene = Scene()
    draw_board(scene, board)
    return scene.svg(pixels=44 * (scene.right - scene.left))
