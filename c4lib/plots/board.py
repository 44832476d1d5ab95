"""Pictures of any game's positions, with values, marks and a line of play; and how Connect Four looks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from textwrap import wrap

import numpy as np
from matplotlib.axes import Axes

from c4lib.board import Board, winning_lines
from c4lib.node import Game, Move
from c4lib.plots.canvas import (
    EDGE,
    EMPTY,
    EXPLOITATION,
    FRAME,
    HIGHLIGHT,
    INK,
    MARKS,
    MUTED,
    PLAYERS,
    TEXT,
    WHITE,
    Box,
    Drawing,
    Scene,
    check_kind,
    render_png,
    text_on,
    width_of,
)

Values = Mapping[Move, float | None]

# -------------------------------------------------------------------- any game

INCHES = 0.6  # of a unit on a new figure; a unit is about the size of a cell
VALUES_HEIGHT, MARKS_HEIGHT = 1.85, 0.72  # of what is written above columns
CELL = "#C5CDD6"  # behind what is written into a cell


def draw_game(
    ax: Axes | Drawing | None,
    game: Game,
    values: Values | None = None,
    marks: Mapping[Move, str] | None = None,
    title: str | None = None,
    line: Iterable[Move] = (),
) -> Drawing:
    """Draw a position as its game does by `game.draw(drawing)`, or else as its text.

    Besides `draw`, which sets the limits, draws, and names the places of the moves by
    `drawing.places` and `drawing.spots`, a game may have `place_of(move)`, the point where the last
    piece lies; `draw_piece(drawing, player, centre, radius, zorder)`; `side_name(player)`;
    `move_name(move)`; `in_words()`, the position for a screen reader; and `empty_board()`, the
    position before the first of its `moves`.

    What there is to say about a move is written above its place if all places reach up to the end
    of the drawing, as the columns of Connect Four do; else into it.

    Args:
        ax: the Axes or the drawing to draw on; None for a new figure.
        game: the position.
        values: a number for each of some moves, None for a dash. None: there is no room for them.
        marks: "win", "draw", "loss", or any other short text, by move. None: there is no room.
        title: written above.
        line: moves that follow, shown as small discs with their numbers if the game has `place_of`.

    >>> drawing = draw_game(None, Board.from_moves("3342"), {3: 0.25}, title="Player 1 to move")
    >>> drawing.ax.get_title(), drawing.places[3][:2]
    ('Player 1 to move', (3, -0.8))
    """
    drawing = Drawing.on(ax, title, INCHES)
    values_height = 0 if values is None else VALUES_HEIGHT
    marks_height = 0 if marks is None else MARKS_HEIGHT
    drawing.above = values_height + marks_height
    if hasattr(game, "draw"):
        game.draw(drawing)
    else:
        _draw_text(drawing, str(game))
    _write_notes(drawing, values or {}, marks or {})
    if hasattr(game, "place_of"):
        _draw_line(drawing, game, line)
    return drawing


def draw_piece(
    drawing: Drawing,
    game: Game,
    player: int,
    centre: Sequence[float],
    radius: float,
    zorder: float = 3,
) -> None:
    """Draw a piece of a player, as the game does or else as a disc of Connect Four."""
    if hasattr(game, "draw_piece"):
        game.draw_piece(drawing, player, centre, radius, zorder)
    else:
        draw_pieces(drawing, player, [centre], radius, zorder)


def _draw_text(drawing: Drawing, text: str) -> None:
    """Draw a text line by line, in letters that are all of the same width."""
    size = 0.7
    letter = size * width_of("X", "mono")
    height = 1.3 * size
    lines = text.splitlines()
    if len(lines) < 2:
        lines = wrap(text, 18)
    longest = max(map(len, lines), default=0)
    width = letter * max(longest, 12) + 0.4
    drawing.limit(0, width, 0, height * max(len(lines), 4))
    left = (width - letter * longest) / 2
    y = (drawing.top + height * (len(lines) - 1)) / 2
    for line in lines:
        line = line.replace(" ", "\N{NO-BREAK SPACE}")  # which a page draws as often as it is there
        drawing.write(left, y, line, size, ha="left", weight="mono")
        y -= height


def _write_notes(drawing: Drawing, values: Values, marks: Mapping[Move, str]) -> None:
    """Write values and marks above columns, or into cells."""
    are_columns = all(
        height > drawing.above and bottom + height > drawing.top - 0.01
        for _, bottom, _, height in drawing.places.values()
    )
    boxes = {}
    for move, place in drawing.places.items():
        boxes[move] = _boxes_above(drawing, place) if are_columns else _boxes_within(drawing, place)
    if values and are_columns:
        _draw_bars(drawing, values)
    ground = None if are_columns else CELL
    _write_values(drawing, {move: box for move, (box, _) in boxes.items()}, values, ground)
    for move, mark in marks.items():
        if move in boxes:
            x, y, size = _middle(boxes[move][1])
            draw_mark(drawing, x, y, mark, size)


def _boxes_above(drawing: Drawing, place: Box) -> tuple[Box, Box]:
    """Where the value and the mark of a column stand."""
    left, _, width, _ = place
    value_bottom = drawing.top - drawing.above + 1.17
    mark_bottom = drawing.top - 0.69
    return (left, value_bottom, width, 0.42), (left, mark_bottom, width, 0.54)


def _boxes_within(drawing: Drawing, place: Box) -> tuple[Box, Box]:
    """Where the value and the mark of a cell stand, in the middle if there is only one of them."""
    left, bottom, width, height = place
    size = 0.43 * min(width, height)
    middle = bottom + (height - size) / 2
    both = drawing.above > max(VALUES_HEIGHT, MARKS_HEIGHT)
    aside = 0.53 * size if both else 0
    return (left, middle + aside, width, size), (left, middle - aside, width, size)


def _middle(box: Box) -> tuple[float, float, float]:
    """The middle of a box, and its height."""
    left, bottom, width, height = box
    return left + width / 2, bottom + height / 2, height


def _draw_bars(drawing: Drawing, values: Values) -> None:
    """Bars on a common zero line above the columns."""
    known = {move: values[move] for move in drawing.places if values.get(move) is not None}
    high = max([0, *known.values()])
    low = min([0, *known.values()])
    scale = 1 / (high - low) if high > low else 0
    zero = drawing.top - drawing.above + 0.02 - low * scale
    for move, (left, _, width, _) in drawing.places.items():
        drawing.boxes([(left, zero - 0.015, width, 0.03)], MUTED, 3.1)
        if move in known:
            height = known[move] * scale
            drawing.boxes([(left + 0.2 * width, zero, 0.6 * width, height)], EXPLOITATION)


def _write_values(
    drawing: Drawing, places: Mapping[Move, Box], values: Values, ground: str | None
) -> None:
    """Write the values, on a `ground` if there is one; the highest is bold, None is a dash."""
    known = [value for value in values.values() if value is not None]
    are_whole = all(isinstance(value, (int, np.integer)) for value in known)
    for move, value in values.items():
        if move not in places:
            continue
        text = "–"
        look = {"color": MUTED, "weight": "normal"}
        if value is not None:
            text = f"{value}" if are_whole else f"{value:.2f}"
            look = {"color": TEXT, "weight": "bold" if value == max(known) else "normal"}
        x, y, size = _middle(places[move])
        room = 0.86 * places[move][2]
        if ground:
            look["color"] = text_on(ground)
            drawing.boxes([(x - room / 2, y - 0.6 * size, room, 1.2 * size)], ground, 4)
        drawing.write(x, y, text, size, room=room, **look)


def draw_mark(drawing: Drawing, x: float, y: float, mark: str, size: float) -> None:
    """Draw a badge as high as `size` that says "win", "draw", "loss" or any other short text."""
    looks = {"win": (TEXT, EMPTY), "draw": (EDGE, TEXT), "?": (EMPTY, MUTED)}
    ground, colour = looks.get(mark, (EMPTY, TEXT))
    box = x - 0.85 * size, y - 0.5 * size, 1.7 * size, size
    drawing.boxes([box], ground, 4, rounding=0.28 * size)
    drawing.write(x, y, mark, 0.57 * size, color=colour, weight="bold")


def _draw_line(drawing: Drawing, game: Game, moves: Iterable[Move]) -> None:
    """Moves that follow, as rings in the colours of the players with their numbers."""
    for order, move in enumerate(moves, 1):
        player = game.to_move
        game = game.play(move)
        place = game.place_of(move)
        draw_piece(drawing, game, player, place, 0.36, 4)
        drawing.circles([place], 0.27, WHITE, 4.3)
        drawing.write(*place, f"{order}", 0.38, room=0.45, color=INK, weight="bold")


def game_png(game: Game) -> bytes:
    """A picture of a position as a PNG file, which a notebook shows even if it is not trusted.

    >>> game_png(Board())[1:4]
    b'PNG'
    """
    scene = draw_game(Scene(), game)
    width = scene.right - scene.left
    height = scene.top - scene.bottom
    inches = min(0.42, 8 / width, 6 / height)  # of a unit
    return render_png(width * inches, height * inches, lambda ax: draw_game(ax, game))


def game_svg(game: Game) -> str:
    """The same picture as SVG text; equal positions give the same text.

    >>> game_svg(Board(rows=4, columns=4)).count("<circle")
    16
    """
    scene = draw_game(Scene(), game)
    return scene.svg(pixels=40 * (scene.right - scene.left))


def checked_values(values: object, noun: str, allowed: Sequence) -> Values | None:
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


# -------------------------------------------------------------------- Connect Four

DISC = 0.41  # radius of a disc, in cells
DISCS = {player: (PLAYERS[player], MARKS[player]) for player in PLAYERS}
MARGIN = 0.12  # of the frame around the cells
SIDE, BELOW = MARGIN + 0.1, 0.8  # from the cells to the end of the drawing
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
    return draw_game(ax, board, values, title=title).ax


def draw(board: Board, drawing: Drawing) -> None:
    """Draw a board in cells, its lower left corner at (0, 0)."""
    bottom = -BELOW if drawing.labels else -SIDE
    top = board.rows + SIDE + drawing.above
    drawing.limit(-SIDE, board.columns + SIDE, bottom, top)
    _draw_cells(drawing, board)
    for column in range(board.columns):
        drawing.places[column] = column, bottom, 1, top - bottom
        if drawing.labels:
            drawing.write(column + 0.5, -0.46, str(column), 0.5)
    moves = board.legal_moves()
    boxes = [drawing.places[column] for column in moves]
    drawing.spots(boxes, moves, map(move_name, moves))


def _draw_cells(drawing: Drawing, board: Board) -> None:
    frame = -MARGIN, -MARGIN, board.columns + 2 * MARGIN, board.rows + 2 * MARGIN
    drawing.boxes([frame], FRAME, rounding=2 * MARGIN)
    for radius, colour, zorder in ((0.53, WHITE, 3.1), (0.48, HIGHLIGHT, 3.2)):
        for ends in _winning_lines(board):
            start, end = _centres(board, ends)
            drawing.polygons([_band(start, end, radius)], colour, zorder)
    if board.moves:
        drawing.circles([place_of(board, board.moves[-1])], 0.48, WHITE, 3.25)
    for player in (0, 1, 2):
        centres = _centres(board, np.argwhere(board.cells == player))
        if player:
            draw_pieces(drawing, player, centres, DISC, 3.3)
        else:
            drawing.circles(centres, DISC, EMPTY, 3.3)


def draw_pieces(
    drawing: Drawing,
    player: int,
    centres: Sequence[Sequence[float]],
    radius: float,
    zorder: float,
    colours: Mapping[int, tuple[str, str]] = DISCS,
) -> None:
    """Draw pieces of one player with a mark that tells players apart without colours.

    It is a cross or a ring. `colours` are those of the pieces and marks of each player.
    """
    ground, mark = colours[player]
    drawing.circles(centres, radius, ground, zorder)
    if player == 1:
        drawing.polygons([centre + CROSS * radius for centre in centres], mark, zorder + 0.1)
    else:
        drawing.circles(centres, 0.58 * radius, mark, zorder + 0.1)
        drawing.circles(centres, 0.36 * radius, ground, zorder + 0.2)


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


def move_name(move: int) -> str:
    """A move in words."""
    return f"column {move}"


def in_words(board: Board) -> str:
    """A position for a screen reader, column by column from the bottom.

    >>> in_words(Board.from_moves("334", rows=4, columns=5))
    'column 3: X O; column 4: X'
    """
    columns = []
    for column, cells in enumerate(board.cells[::-1].T):
        discs = [" XO"[player] for player in cells if player]
        if discs:
            columns.append(f"{move_name(column)}: {' '.join(discs)}")
    return "; ".join(columns) or "empty"


def empty_board(board: Board) -> Board:
    """The empty board of the same size."""
    return Board(board.rows, board.columns, board.connect)
