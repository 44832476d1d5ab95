"""How Hex looks, and `plot_hex`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from c4lib.hex import COLOURS, LETTERS, HexBoard, cell_names
from c4lib.plots.board import CELL, checked_values, draw_game, draw_pieces
from c4lib.plots.canvas import FRAME, HIGHLIGHT, INK, WHITE, Drawing, check_kind

STONES = {1: (INK, WHITE), 2: (WHITE, INK)}  # black and white, with marks in the other colour
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
    return draw_game(ax, board, values, title=title).ax


def draw(board: HexBoard, drawing: Drawing) -> None:
    """Draw a board in distances between neighbouring cells, its lower left corner at (0, 0)."""
    width, height = extent(board)
    around = LABELS + 0.25 if drawing.labels else 0.1
    drawing.limit(-around, width + 0.1, -0.1, height + around)
    _draw_cells(drawing, board)
    if drawing.labels:
        before = -RIM - LABELS
        for index in range(board.size):
            drawing.write(*_point(board.size, before, index), LETTERS[index], 0.42)
            drawing.write(*_point(board.size, index, before), f"{index + 1}", 0.42)
    for cell in cell_names(board.size):
        x, y = cell_centre(board, cell)
        drawing.places[cell] = x - 0.4, y - 0.4, 0.8, 0.8
    cells = board.legal_moves()
    boxes = [drawing.places[cell] for cell in cells]
    drawing.spots(boxes, cells, [f"cell {cell}" for cell in cells])


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


def _draw_cells(drawing: Drawing, board: HexBoard) -> None:
    rim = _rim(board.size)
    middle = rim.mean(axis=0)
    drawing.polygons([_scaled(rim, 1.012)], INK, 3)
    for side in range(4):
        # The cells hide all of this triangle but the rim.
        triangle = [rim[side], rim[side - 3], middle]
        drawing.polygons([triangle], STONES[1 + side % 2][0], 3.05)
    for name, stone in zip(cell_names(board.size), board.cells.flat):
        centre = np.array(cell_centre(board, name))
        hexagon = centre + HEXAGON
        colour = HIGHLIGHT if name in board.winning_cells else CELL
        drawing.polygons([hexagon], FRAME, 3.1)
        drawing.polygons([_scaled(hexagon, 0.96)], colour, 3.2)
        if board.moves and name == board.moves[-1]:
            drawing.circles([centre], 0.45, STONES[stone][1], 3.25)
        if stone:
            draw_stone(drawing, stone, centre, STONE, 3.3)


def draw_stone(
    drawing: Drawing, player: int, centre: Sequence[float], radius: float, zorder: float = 3
) -> None:
    """Draw a stone of a player, with the player's mark."""
    if player == 2:
        drawing.circles([centre], radius, INK, zorder)  # a black line around it
        radius *= 0.94
    draw_pieces(drawing, player, [centre], radius, zorder + 0.1, STONES)


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
            stones.append(f"{COLOURS[stone]} {name}")
    return ", ".join(stones) or "empty"


def empty_board(board: HexBoard) -> HexBoard:
    """The empty board of the same size."""
    return HexBoard(board.size)
