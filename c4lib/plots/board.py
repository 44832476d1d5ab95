"""Pictures of Connect Four: `plot_board`, and what a notebook shows when a board is a cell's value."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Real

import numpy as np
from matplotlib.axes import Axes

from c4lib.board import Board, winning_lines
from c4lib.plots.canvas import (
    EDGE,
    EMPTY,
    EXPLOITATION,
    FRAME,
    HIGHLIGHT,
    MARKS,
    MUTED,
    NAMES,
    PLAYERS,
    TEXT,
    Drawing,
    Scene,
    check_kind,
    render_png,
)

SIDES = NAMES
MOVES = "the numbers of the columns"
SHOWS_MOVES = True  # two boards tell most of what happened between them
PIECES = PLAYERS  # the colours of the discs
DISC = 0.41  # radius of a disc, in cells
MARGIN = 0.12  # of the frame around the cells
MARKS_HEIGHT = 0.72  # of the row of words above the columns
# A quarter of the cross of player 1, in radii of the disc, and the whole one.
ARM = np.array([1, 3 + 2j, 2 + 3j]) * 0.16
CROSS = np.concatenate([ARM * turn for turn in (1, 1j, -1, -1j)])
CROSS = np.column_stack([CROSS.real, CROSS.imag])


def plot_board(
    board: Board,
    values: Mapping[int, float | None] | None = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """A picture of the `board` with column numbers; the last disc and a completed line are marked.

    Player 1 has vermilion discs with a cross, player 2 yellow discs with a ring.

    Args:
        board: the position.
        values: a number for each of some columns, shown above them with a bar: shares, means,
            scores; None and NaN leave a dash.
        ax: the Axes to draw on; by default those of a new figure.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: `board` is not a Board, or `values` name a column that does not exist.

    >>> from c4lib import Board
    >>> plot_board(Board.from_moves("3342"), {2: 0.25, 3: 0.75}, title="Player 1 to move").get_title()
    'Player 1 to move'
    """
    check_kind(board, Board)
    values = checked_values(values, "column", range(board.columns))
    return draw_board(ax, board, values, title=title).ax


def draw_board(
    ax: Axes | Drawing | None,
    board: Board,
    values: Mapping[int, float | None] | None = None,
    marks: Mapping[int, str] | None = None,
    turn: int | None = 0,
    title: str | None = None,
) -> Drawing:
    """Draw a board with a number and a word above the columns.

    In a live picture columns that take a disc can be clicked.

    Args:
        ax, title: as for `plot_board`.
        values: as for `plot_board`. None: there is no room for them.
        marks: "win", "draw", "loss", or any other short text, by column. None: there is no room.
        turn: comes with a click, as [turn, column]: the click was made for what was then to be
            seen. None: no column can be clicked.
    """
    side = MARGIN + 0.1
    right = board.columns + side
    high = board.rows + MARGIN + (0.1 if values is None else 1.95)
    top = high
    if marks is not None:
        top += MARKS_HEIGHT
    drawing = Drawing.within(ax, -side, right, -0.8, top, title, inches=0.6)
    draw_cells(drawing, board)
    name_places(drawing, board, (0, 0.04), 1, 0.5)
    if values:
        _draw_values(drawing, board, values)
    for column, mark in (marks or {}).items():
        draw_mark(drawing, column + 0.5, high + 0.3, mark)
    if turn is not None:
        moves = board.legal_moves()
        boxes = [(column, -0.8, 1, top + 0.8) for column in moves]
        names = [[turn, column] for column in moves]
        drawing.spots(boxes, names, map(move_name, moves), moves)
    return drawing


def move_name(move: int) -> str:
    """A move in words."""
    return f"column {move}"


def empty_board(board: Board) -> Board:
    """The empty board of the same size."""
    return Board(board.rows, board.columns, board.connect)


def extent(board: Board) -> tuple[float, float]:
    """Width and height of the drawn board without its frame, in cells."""
    return board.columns, board.rows


def draw_cells(
    drawing: Drawing, board: Board, corner: Sequence[float] = (0, 0), cell: float = 1
) -> None:
    """Draw a board without any names: its lower left at the `corner`, every cell so wide."""
    left, bottom = corner
    margin = MARGIN * cell
    width = board.columns * cell + 2 * margin
    height = board.rows * cell + 2 * margin
    frame = left - margin, bottom - margin, width, height
    drawing.boxes([frame], FRAME, rounding=2 * margin)
    for radius, colour, zorder in ((0.53, EMPTY, 3.1), (0.48, HIGHLIGHT, 3.2)):
        for ends in _winning_lines(board):
            start, end = corner + cell * _centres(board, ends)
            drawing.polygons([_band(start, end, radius * cell)], colour, zorder)
    if board.moves:
        last = corner + cell * place_of(board, board.moves[-1])
        drawing.circles([last], 0.48 * cell, EMPTY, 3.25)
    for player in (0, 1, 2):
        centres = corner + cell * _centres(board, np.argwhere(board.cells == player))
        if player:
            draw_pieces(drawing, player, centres, DISC * cell, 3.3)
        else:
            drawing.circles(centres, DISC * cell, EMPTY, 3.3)


def name_places(
    drawing: Drawing, board: Board, corner: Sequence[float], cell: float, size: float = 0.76
) -> None:
    """Write the numbers of the columns below a board with this corner."""
    left, bottom = corner
    for column in range(board.columns):
        x = left + (column + 0.5) * cell
        drawing.write(x, bottom - 0.5 * cell, str(column), size * cell)


def draw_pieces(
    drawing: Drawing, player: int, centres: Sequence[np.ndarray], radius: float, zorder: float = 3
) -> None:
    """Draw discs of one player, with the player's mark."""
    drawing.circles(centres, radius, PLAYERS[player], zorder)
    colours = MARKS[player], PLAYERS[player]
    draw_player_marks(drawing, player, centres, radius, colours, zorder + 0.1)


def draw_player_marks(
    drawing: Drawing,
    player: int,
    centres: Sequence[np.ndarray],
    radius: float,
    colours: tuple[str, str],
    zorder: float,
) -> None:
    """Draw the mark that tells a player apart without colours, a cross or a ring.

    Args:
        radius: of the discs that it is on.
        colours: of the mark and of the disc.
    """
    mark, ground = colours
    if player == 1:
        drawing.polygons([centre + CROSS * radius for centre in centres], mark, zorder)
    else:
        drawing.circles(centres, 0.58 * radius, mark, zorder)
        drawing.circles(centres, 0.36 * radius, ground, zorder + 0.1)


def place_of(board: Board, move: int) -> np.ndarray:
    """The middle of the uppermost disc of a column, as (x, y) from the lower left corner.

    >>> place_of(Board.from_moves("33"), 3)
    array([3.5, 1.5])
    """
    height = np.count_nonzero(board.cells[:, move])
    return np.array([move + 0.5, height - 0.5])


def _winning_lines(board: Board) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The first and last cell of each completed line."""
    won = set(board.winning_cells)
    lines = winning_lines(board.rows, board.columns, board.connect)
    cells = [[divmod(cell, board.columns) for cell in line] for line in lines]
    return [(line[0], line[-1]) for line in cells if won.issuperset(line)]


def _band(start: np.ndarray, end: np.ndarray, radius: float) -> np.ndarray:
    """The outline of a band with round ends from `start` to `end`: shape (corners, 2)."""
    angle = np.arctan2(*(end - start)[::-1])
    turn = angle + np.linspace(np.pi / 2, 3 * np.pi / 2, 17)
    arc = radius * np.column_stack([np.cos(turn), np.sin(turn)])
    return np.concatenate([start + arc, end - arc])


def _centres(board: Board, cells: object) -> np.ndarray:
    """The middles of cells (row, column) as (x, y), y upwards: shape (cells, 2)."""
    rows, columns = np.asarray(cells, dtype=float).reshape(-1, 2).T
    return np.column_stack([columns + 0.5, board.rows - rows - 0.5])


def in_words(board: Board) -> str:
    """A position for a screen reader, column by column from the bottom.

    >>> in_words(Board.from_moves("334", rows=4, columns=5))
    'column 3: X O; column 4: X'
    """
    columns = []
    for column, cells in enumerate(board.cells[::-1].T):
        discs = [SIDES[player] for player in cells if player]
        if discs:
            columns.append(f"{move_name(column)}: {' '.join(discs)}")
    return "; ".join(columns) or "empty"


# -------------------------------------------------------------------- values and words on a board


def checked_values(
    values: object, noun: str, allowed: Sequence
) -> dict[object, float | None] | None:
    """The `values` to write on a board, None for NaN.

    Raises:
        ValueError: they are not numbers by the `allowed` keys.
    """
    if values is None:
        return None
    if not isinstance(values, Mapping):
        raise ValueError(f"values must be a dict from {noun} to number, not {values!r}")
    checked = {}
    for key, value in values.items():
        if key not in allowed:
            known = f"{noun}s: {allowed[0]} to {allowed[-1]}"
            raise ValueError(f"values: there is no {noun} {key!r}; {known}")
        if value is not None and not isinstance(value, Real):
            raise ValueError(f"values: {noun} {key!r} has {value!r}, which is no number")
        checked[key] = None if value is None or math.isnan(value) else value
    return checked


def write_values(
    drawing: Drawing,
    values: Mapping[object, float | None],
    place: Callable[[object], Iterable[float]],
    size: float,
    room: float,
) -> None:
    """Write values at the places of their keys; the highest is bold, and None is a dash."""
    known = [value for value in values.values() if value is not None]
    are_whole = all(isinstance(value, (int, np.integer)) for value in known)
    for key, value in values.items():
        if value is None:
            drawing.write(*place(key), "–", size, color=MUTED)
        else:
            text = f"{value}" if are_whole else f"{value:.2f}"
            weight = "bold" if value == max(known) else "normal"
            drawing.write(*place(key), text, size, room=room, weight=weight)


def _draw_values(drawing: Drawing, board: Board, values: Mapping[int, float | None]) -> None:
    """Bars on a common zero line above the columns, and the numbers in a row above them."""
    known = {column: value for column, value in values.items() if value is not None}
    high = max([0, *known.values()])
    low = min([0, *known.values()])
    scale = 1 / (high - low) if high > low else 0
    zero = board.rows + MARGIN + 0.12 - low * scale
    for column, value in known.items():
        drawing.boxes([(column + 0.2, zero, 0.6, value * scale)], EXPLOITATION)
    drawing.boxes([(0, zero - 0.015, board.columns, 0.03)], MUTED, 3.1)
    write_values(drawing, values, lambda column: (column + 0.5, board.rows + 1.6), 0.42, 0.86)


def draw_mark(drawing: Drawing, x: float, y: float, mark: str, size: float = 1) -> None:
    """Draw a badge of width `size` that says "win", "draw", "loss" or any other short text."""
    looks = {"win": (TEXT, EMPTY), "draw": (EDGE, TEXT), "?": (EMPTY, MUTED)}
    ground, colour = looks.get(mark, (EMPTY, TEXT))
    box = x - 0.46 * size, y - 0.27 * size, 0.92 * size, 0.54 * size
    drawing.boxes([box], ground, 3, rounding=0.15 * size)
    drawing.write(x, y, mark, 0.31 * size, color=colour, weight="bold")


# -------------------------------------------------------------------- what a notebook shows


def board_png(board: Board) -> bytes:
    """The picture of `plot_board` as a PNG file, which a notebook shows even if it is not trusted.

    >>> board_png(Board())[1:4]
    b'PNG'
    """
    check_kind(board, Board)
    cell = min(0.42, 8 / board.columns, 6 / board.rows)  # inches
    width, height = (board.columns + 0.5) * cell, (board.rows + 1.1) * cell
    return render_png(width, height, lambda ax: draw_board(ax, board))


def board_svg(board: Board) -> str:
    """The same picture as SVG text; equal boards give the same text.

    >>> board_svg(Board(rows=4, columns=4)).count("<circle")
    16
    """
    check_kind(board, Board)
    scene = Scene()
    draw_board(scene, board)
    return scene.svg(pixels=40 * (scene.right - scene.left))
