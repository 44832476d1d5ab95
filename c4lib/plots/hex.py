"""Pictures of a Hex board: `plot_hex`, and what a notebook shows when one is the value of a cell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from c4lib.hex import LETTERS, HexBoard, cell_names
from c4lib.node import Game, Move
from c4lib.plots.board import checked_values, draw_player_marks, value_texts
from c4lib.plots.canvas import (
    EMPTY,
    FRAME,
    HIGHLIGHT,
    NAMES,
    TEXT,
    Drawing,
    Scene,
    check_kind,
    render_png,
)

STONES = {1: TEXT, 2: EMPTY}  # black and white, with the marks of Connect Four: a cross and a ring
CELL = "#C5CDD6"  # between black and white, so that stones of both stand out
STONE = 0.37  # radius of a stone, in distances between neighbouring cells
RIM = 0.82  # from the middle of the outer cells to the rim, in rows and in columns
ROW = math.sqrt(3) / 2  # height of a row
HEXAGON = np.array(
    [(math.sin(turn), math.cos(turn)) for turn in np.arange(6) * math.pi / 3]
) / math.sqrt(3)
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
    return draw_hex(ax, board, values, title=title).ax


def draw_hex(
    ax: Axes | Drawing | None,
    board: HexBoard,
    values: Mapping[str, float | None] | None = None,
    turn: int = 0,
    title: str | None = None,
) -> Drawing:
    """Draw a board with numbers in its cells; in a live picture empty cells can be clicked, which
    tells [turn, cell].
    """
    (width, height), around = extent(board.size), LABELS + 0.25
    drawing = Drawing.within(
        ax, -around, width + 0.1, -0.1, height + around, title, inches=0.6, most=(12, 8)
    )
    draw_hex_boards(drawing, [board], [(0, 0)])
    for text, position in _labels(board.size):
        drawing.write(*position, text, 0.42)
    for cell, text, look in value_texts(values or {}):
        drawing.write(*cell_centre(board, cell), text, min(0.34, 1.2 / len(text)), **look)
    cells = board.legal_moves()
    corners = [
        (x - 0.4, y - 0.4, 0.8, 0.8) for x, y in (cell_centre(board, cell) for cell in cells)
    ]
    drawing.spots(corners, [[turn, cell] for cell in cells], [f"cell {cell}" for cell in cells])
    return drawing


def cell_centre(board: HexBoard, cell: str) -> tuple[float, float]:
    """The middle of a cell, as (x, y) from the lower left corner of the board.

    >>> [round(length, 2) for length in cell_centre(HexBoard(), "b2")]
    [2.73, 1.58]
    """
    return _centre(board.size, cell_names(board.size).index(cell))


def side_name(game: Game, player: int) -> str:
    """X or O, and in Hex Black or White.

    >>> from c4lib import Board
    >>> side_name(Board(), 1), side_name(HexBoard(), 1)
    ('X', 'Black')
    """
    return {1: "Black", 2: "White"}[player] if isinstance(game, HexBoard) else NAMES[player]


def move_name(game: Game, move: Move) -> str:
    """A move in words.

    >>> from c4lib import Board
    >>> move_name(Board(), 3), move_name(HexBoard(), "b2")
    ('column 3', 'b2')
    """
    return str(move) if isinstance(game, HexBoard) else f"column {move}"


def extent(size: int) -> tuple[float, float]:
    """Width and height of the drawn board, in distances between neighbouring cells.

    >>> [round(length, 2) for length in extent(3)]
    [5.46, 3.15]
    """
    span = size - 1 + 2 * RIM
    return 1.5 * span, ROW * span


def draw_hex_boards(
    drawing: Drawing,
    boards: Sequence[HexBoard],
    corners: Sequence,
    cell: float = 1,
    zorder: float = 3,
) -> None:
    """Draw boards of the same size: the lower left of each at its corner, neighbouring cells `cell`
    apart.
    """
    size = boards[0].size
    names, centres = (
        cell_names(size),
        cell * np.array([_centre(size, number) for number in range(size * size)]),
    )
    rims, sides = [], {1: [], 2: []}
    hexagons, joining, stones, last = [], [], {1: [], 2: []}, {1: [], 2: []}
    for board, corner in zip(boards, np.asarray(corners, dtype=float)):
        rims.append(corner + cell * _rim(size))
        for player, triangles in _sides(size).items():
            sides[player].extend(corner + cell * triangle for triangle in triangles)
        for name, centre, stone in zip(names, corner + centres, board.cells.flat):
            (joining if name in board.winning_cells else hexagons).append(centre + cell * HEXAGON)
            if stone:
                stones[stone].append(centre)
            if board.moves and name == board.moves[-1]:
                last[stone].append(centre)
    drawing.polygons([_scaled(rim, 1.012) for rim in rims], TEXT, zorder)
    for player, triangles in sides.items():
        drawing.polygons(triangles, STONES[player], zorder + 0.05)
    drawing.polygons(hexagons + joining, FRAME, zorder + 0.1)
    drawing.polygons([_scaled(hexagon, 0.96) for hexagon in hexagons], CELL, zorder + 0.2)
    drawing.polygons([_scaled(hexagon, 0.96) for hexagon in joining], HIGHLIGHT, zorder + 0.2)
    for player in (1, 2):
        drawing.circles(last[player], 0.45 * cell, STONES[3 - player], zorder + 0.25)
        draw_stones(drawing, player, stones[player], STONE * cell, zorder + 0.3)


def draw_stones(
    drawing: Drawing, player: int, centres: Sequence[np.ndarray], radius: float, zorder: float = 3
) -> None:
    """Draw stones of one player, with the player's mark."""
    drawing.circles(centres, radius, TEXT, zorder)
    if player == 2:
        drawing.circles(centres, 0.94 * radius, EMPTY, zorder + 0.1)
    draw_player_marks(
        drawing, player, centres, radius, STONES[3 - player], STONES[player], zorder + 0.1
    )


def _scaled(corners: np.ndarray, factor: float) -> np.ndarray:
    """The polygon, larger or smaller by this factor, with the same middle."""
    middle = corners.mean(axis=0)
    return middle + factor * (corners - middle)


def _point(size: int, row: float, column: float) -> tuple[float, float]:
    """Where this row and column meet, as (x, y) from the lower left corner, y upwards."""
    bottom_left = column + RIM + (row + RIM) / 2
    return bottom_left, (size - 1 + RIM - row) * ROW


def _centre(size: int, number: int) -> tuple[float, float]:
    return _point(size, *divmod(number, size))


def _labels(size: int) -> Iterator[tuple[str, tuple[float, float]]]:
    """The letters of the columns and the numbers of the rows, each with the point where it stands."""
    for index in range(size):
        yield LETTERS[index], _point(size, -RIM - LABELS, index)
        yield str(index + 1), _point(size, index, -RIM - LABELS)


def _rim(size: int) -> np.ndarray:
    """The four corners of the board, from the upper left one clockwise: shape (4, 2)."""
    low, high = -RIM, size - 1 + RIM
    return np.array(
        [_point(size, *corner) for corner in ((low, low), (low, high), (high, high), (high, low))]
    )


def _sides(size: int) -> dict[int, list[np.ndarray]]:
    """For each player, two triangles from the middle of the board to a side; the cells hide all but
    the rim.
    """
    rim = _rim(size)
    middle = rim.mean(axis=0)
    triangles = [np.array([rim[corner], rim[(corner + 1) % 4], middle]) for corner in range(4)]
    return {1: triangles[::2], 2: triangles[1::2]}


# -------------------------------------------------------------------- what a notebook shows


def hex_png(board: HexBoard) -> bytes:
    """The picture of `plot_hex` as a PNG file, which a notebook shows even if it is not trusted.

    >>> hex_png(HexBoard())[1:4]
    b'PNG'
    """
    check_kind(board, HexBoard)
    width, height = (length + 0.85 for length in extent(board.size))
    cell = min(0.5, 8 / width, 6 / height)  # inches
    return render_png(width * cell, height * cell, lambda ax: plot_hex(board, ax=ax))


def hex_svg(board: HexBoard) -> str:
    """The same picture as SVG text; equal boards give the same text.

    >>> hex_svg(HexBoard()).count("<text")  # three letters and three numbers
    6
    """
    check_kind(board, HexBoard)
    scene = Scene()
    draw_hex(scene, board)
    return scene.svg(pixels=44 * (scene.right - scene.left))
