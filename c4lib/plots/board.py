"""Pictures of one board: `plot_board`, and what a notebook shows when a board is the value of a
cell.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
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
    PLAYERS,
    TEXT,
    Drawing,
    Scene,
    check_kind,
    render_png,
)

DISC = 0.41  # radius of a disc, in cells
MARGIN = 0.12  # of the frame around the cells
MARKS_HEIGHT = 0.72  # of the row of words above the columns
CROSS = np.array(
    [
        (1, 0),
        (3, 2),
        (2, 3),
        (0, 1),
        (-2, 3),
        (-3, 2),
        (-1, 0),
        (-3, -2),
        (-2, -3),
        (0, -1),
        (2, -3),
        (3, -2),
    ]
)
CROSS = CROSS * 0.16  # in radii of the disc, around its middle


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
    keep_room: bool = False,
) -> Drawing:
    """Draw a board with a number and a word above the columns; in a live picture columns that take
    a disc can be clicked.

    Args:
        ax, values, title: as for `plot_board`.
        marks: "win", "draw", "loss", or any other short text, by column.
        turn: told with a click, as [turn, column]: the click was made for what was then to be seen.
            None: no column can be clicked.
        keep_room: whether there is room for values and marks even without them, so that they do not
            shift the board.
    """
    side, high = MARGIN + 0.1, board.rows + MARGIN + (1.95 if values or keep_room else 0.1)
    top = high + (MARKS_HEIGHT if marks or keep_room else 0)
    drawing = Drawing.within(
        ax, -side, board.columns + side, -0.8, top, title, inches=0.6, most=(12, 8)
    )
    draw_boards(drawing, [board], [(0, 0)])
    for column in range(board.columns):
        drawing.write(column + 0.5, -0.46, str(column), 0.5)
    if values:
        _draw_values(drawing, board, values)
    for column, mark in (marks or {}).items():
        if mark:
            draw_mark(drawing, column + 0.5, high + 0.3, mark)
    columns = () if turn is None else board.legal_moves()
    spots = [(column, -0.8, 1, top + 0.8) for column in columns]
    drawing.spots(
        spots,
        [[turn, column] for column in columns],
        [f"column {column}" for column in columns],
        columns,
    )
    return drawing


def draw_boards(
    drawing: Drawing, boards: Sequence[Board], corners: Sequence, cell: float = 1, zorder: float = 3
) -> None:
    """Draw boards of the same size: the lower left cell of each at its corner, every cell of width
    `cell`.

    All boards together are a few collections of shapes, which is much faster than one for each
    board.
    """
    width, height = boards[0].columns * cell, boards[0].rows * cell
    margin = MARGIN * cell
    frames, last, winning, discs = [], [], [], {0: [], 1: [], 2: []}
    for board, corner in zip(boards, np.asarray(corners, dtype=float)):
        frames.append((*(corner - margin), width + 2 * margin, height + 2 * margin))
        for player, centres in discs.items():
            centres.extend(corner + cell * _centres(board, np.argwhere(board.cells == player)))
        if board.winner:
            winning.extend(corner + cell * _centres(board, ends) for ends in _winning_lines(board))
        if cell_played := last_cell(board):
            last.extend(corner + cell * _centres(board, cell_played))
    drawing.boxes(frames, FRAME, zorder, rounding=2 * margin)
    for radius, colour, height in ((0.53, EMPTY, 0.1), (0.48, HIGHLIGHT, 0.2)):
        drawing.polygons([_band(*ends, radius * cell) for ends in winning], colour, zorder + height)
    drawing.circles(last, 0.48 * cell, EMPTY, zorder + 0.25)
    drawing.circles(discs[0], DISC * cell, EMPTY, zorder + 0.3)
    for player in (1, 2):
        draw_discs(drawing, player, discs[player], DISC * cell, zorder + 0.3)


def draw_discs(
    drawing: Drawing, player: int, centres: Sequence[np.ndarray], radius: float, zorder: float = 3
) -> None:
    """Draw discs of one player, with the player's mark."""
    drawing.circles(centres, radius, PLAYERS[player], zorder)
    draw_player_marks(
        drawing, player, centres, radius, MARKS[player], PLAYERS[player], zorder + 0.1
    )


def draw_player_marks(
    drawing: Drawing,
    player: int,
    centres: Sequence[np.ndarray],
    radius: float,
    colour: str,
    ground: str,
    zorder: float,
) -> None:
    """Draw the mark that tells a player apart without colours, a cross or a ring, on discs of this
    radius.
    """
    if player == 1:
        drawing.polygons([centre + CROSS * radius for centre in centres], colour, zorder)
    else:
        drawing.circles(centres, 0.58 * radius, colour, zorder)
        drawing.circles(centres, 0.36 * radius, ground, zorder + 0.1)


def last_cell(board: Board) -> tuple[int, int] | None:
    """(row, column) of the disc played last; None if there is none or it is not known.

    >>> last_cell(Board.from_moves("33"))
    (4, 3)
    """
    if not board.moves:
        return None
    column = board.moves[-1]
    return int(np.argmax(board.cells[:, column] != 0)), column


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


# -------------------------------------------------------------------- values on a board


def checked_values(values: object, noun: str, allowed: Sequence) -> dict[object, float | None]:
    """The `values` to write on a board, None for NaN; ValueError if they are not numbers by the
    `allowed` keys.
    """
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise ValueError(f"values must be a dict from {noun} to number, not {values!r}")
    for key, value in values.items():
        if key not in allowed:
            raise ValueError(
                f"values: there is no {noun} {key!r}; {noun}s: {allowed[0]} to {allowed[-1]}"
            )
        if value is not None and not isinstance(value, Real):
            raise ValueError(f"values: {noun} {key!r} has {value!r}, which is no number")
    return {
        key: None if value is None or math.isnan(value) else value for key, value in values.items()
    }


def value_texts(
    values: Mapping[object, float | None],
) -> Iterator[tuple[object, str, dict[str, str]]]:
    """For each column or cell its name, the text of its value, and the look of that text: the
    highest is bold.
    """
    known = [value for value in values.values() if value is not None]
    whole = all(isinstance(value, (int, np.integer)) for value in known)
    for key, value in values.items():
        if value is None:
            yield key, "–", {"color": MUTED}
        else:
            yield (
                key,
                f"{value}" if whole else f"{value:.2f}",
                {"weight": "bold" if value == max(known) else "normal"},
            )


def _draw_values(drawing: Drawing, board: Board, values: dict[int, float | None]) -> None:
    """Bars on a common zero line above the columns, and the numbers in a row above them."""
    known = {column: value for column, value in values.items() if value is not None}
    high, low = max([0, *known.values()]), min([0, *known.values()])
    scale = 1 / (high - low) if high > low else 0
    zero = board.rows + MARGIN + 0.12 - low * scale
    drawing.boxes(
        [(column + 0.2, zero, 0.6, value * scale) for column, value in known.items()],
        EXPLOITATION,
        3,
    )
    drawing.boxes([(0, zero - 0.015, board.columns, 0.03)], MUTED, 3.1)
    for column, text, look in value_texts(values):
        drawing.write(column + 0.5, board.rows + 1.6, text, min(0.42, 1.45 / len(text)), **look)


# -------------------------------------------------------------------- what a notebook shows


def board_png(board: Board) -> bytes:
    """The picture of `plot_board` as a PNG file, which a notebook shows even if it is not trusted.

    >>> board_png(Board())[1:4]
    b'PNG'
    """
    check_kind(board, Board)
    cell = min(0.42, 8 / board.columns, 6 / board.rows)  # inches
    width, height = (board.columns + 0.5) * cell, (board.rows + 1.1) * cell
    return render_png(width, height, lambda ax: plot_board(board, ax=ax))


def board_svg(board: Board) -> str:
    """The same picture as SVG text; equal boards give the same text.

    >>> board_svg(Board(rows=4, columns=4)).count("<circle")
    16
    """
    check_kind(board, Board)
    scene = Scene()
    draw_board(scene, board, turn=None)
    return scene.svg(pixels=40 * (scene.right - scene.left))


def draw_mark(drawing: Drawing, x: float, y: float, mark: str, size: float = 1) -> None:
    """Draw a badge of width `size` that says "win", "draw", "loss" or any other short text."""
    ground, colour = {"win": (TEXT, EMPTY), "draw": (EDGE, TEXT)}.get(
        mark, (EMPTY, MUTED if mark == "?" else TEXT)
    )
    left, bottom = x - 0.46 * size, y - 0.27 * size
    drawing.boxes([(left, bottom, 0.92 * size, 0.54 * size)], ground, 3, rounding=0.15 * size)
    drawing.write(x, y, mark, 0.31 * size, color=colour, weight="bold")
