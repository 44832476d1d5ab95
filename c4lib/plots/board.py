"""Pictures of positions: of any game, with values, marks and a line; of Connect Four; of Hex."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from numbers import Real
from textwrap import fill

import numpy as np
from matplotlib.axes import Axes

from c4lib.board import Board, winning_lines
from c4lib.hex import LETTERS, RIM, ROW, HexBoard, cell_centre, cell_names, point
from c4lib.node import Game, Move
from c4lib.plots.canvas import (
    EDGE,
    EMPTY,
    EXPLOITATION,
    FRAME,
    HIGHLIGHT,
    INK,
    MUTED,
    PLAYERS,
    TEXT,
    WHITE,
    Drawing,
    Scene,
    Style,
    check_kind,
    render_png,
    width_of,
)

Values = Mapping[Move, float | None]

# -------------------------------------------------------------------- any game

INCHES = 0.6  # of a unit on a new figure; a unit is about the size of a cell
VALUES_HEIGHT = 1.85  # of what is written above columns
MARKS_HEIGHT = 0.72
CELL = "#C5CDD6"  # behind what is written into a cell
MARKS = {  # the colours behind and of some marks; all others are dark on the page
    "win": (TEXT, EMPTY),
    "draw": (EDGE, TEXT),
    "?": (EMPTY, MUTED),
}


def draw_game(
    drawing: Drawing,
    game: Game,
    values: Values | None = None,
    marks: Mapping[Move, str] | None = None,
    line: Iterable[Move] = (),
) -> None:
    """Draw a position, by `draw_position`, with what there is to say about its moves.

    Besides `draw(drawing)`, which sets the limits, draws, and names the places of the moves by
    `drawing.places` and `drawing.spots`, a game may have `place_of(move)`, the point where the last
    piece lies; `draw_piece(drawing, player, centre, radius, zorder)`; `side_name(player)`;
    `move_name(move)`; `in_words()`, the position for a screen reader; and `empty_board()`, the
    position before the first of its `moves`.

    What there is to say about a move is written above its place if all places reach up to the end
    of the drawing, as the columns of Connect Four do; else into it.

    Args:
        drawing: what to draw on.
        game: the position.
        values: a number for each of some moves, None for a dash. None: there is no room for them.
        marks: "win", "draw", "loss", or any other short text, by move. None: there is no room.
        line: moves that follow, shown as small discs with their numbers if the game has `place_of`.

    >>> scene = Scene()
    >>> draw_game(scene, Board.from_moves("3342"), {3: 0.25})
    >>> scene.places[3][:2]
    (3, -0.8)
    """
    values_height = 0 if values is None else VALUES_HEIGHT
    marks_height = 0 if marks is None else MARKS_HEIGHT
    drawing.above = values_height + marks_height
    draw_position(game, drawing)
    _write_notes(drawing, values or {}, marks or {})
    if hasattr(game, "place_of"):
        _draw_line(drawing, game, line)


def draw_position(game: Game, drawing: Drawing) -> None:
    """Draw a position by the game's own `draw`; without one, as games of its class are drawn."""
    if hasattr(game, "draw"):
        game.draw(drawing)
    else:
        draw_by_class(game, drawing)


def draw_piece(
    drawing: Drawing,
    game: Game,
    player: int,
    centre: Sequence[float],
    radius: float,
    zorder: float = 3,
) -> None:
    """Draw a piece of a player, by the game's own `draw_piece` or as games of its class have it."""
    if hasattr(game, "draw_piece"):
        game.draw_piece(drawing, player, centre, radius, zorder)
    elif isinstance(game, HexBoard):
        draw_stone(drawing, player, centre, radius, zorder)
    else:
        _draw_pieces(drawing, player, [centre], radius, zorder)


@singledispatch
def draw_by_class(game: Game, drawing: Drawing) -> None:
    """Draw a position by its class: a `Board` and a `HexBoard` as said below, others as text."""
    text = str(game)
    size = 0.7
    letter = size * width_of("X", "mono")
    height = 1.3 * size
    if "\n" not in text:
        text = fill(text, 18)
    # A page draws a space once, and a no-break space as often as it is there.
    lines = text.replace(" ", "\N{NO-BREAK SPACE}").splitlines()
    longest = max(map(len, lines), default=0)
    half = letter * longest / 2
    width = max(half, 6 * letter) + 0.2
    rows = max(len(lines), 4)
    drawing.limit(-width, width, 0, height * rows)
    y = (drawing.top + height * (len(lines) - 1)) / 2
    for line in lines:
        drawing.write(-half, y, line, size, Style("mono", ha="left"))
        y -= height


def _write_notes(drawing, values, marks):
    """Write values and marks above columns, or into cells."""
    known = [value for value in values.values() if value is not None]
    are_columns = _are_columns(drawing)
    if values and are_columns:
        _draw_bars(drawing, values)
    size = 0.42
    value_y = drawing.top - drawing.above + 1.38
    mark_y = drawing.top - 0.42
    for move, (left, bottom, width, height) in drawing.places.items():
        if not are_columns:
            size = 0.43 * min(width, height)
            have_both = drawing.above > max(VALUES_HEIGHT, MARKS_HEIGHT)
            aside = 0.53 * size if have_both else 0
            value_y = bottom + height / 2 + aside
            mark_y = value_y - 2 * aside
        if move in values:
            box = left + 0.07 * width, value_y - 0.6 * size, 0.86 * width, 1.2 * size
            if not are_columns:
                drawing.boxes([box], CELL, 4)
            _write_value(drawing, box, values[move], known, are_columns)
        if move in marks:
            x = left + width / 2
            draw_mark(drawing, x, mark_y, marks[move], size)


def _are_columns(drawing):
    """Whether all places reach up to the end of the drawing."""
    end = drawing.top - 0.01
    for _, bottom, _, height in drawing.places.values():
        if height <= drawing.above or bottom + height <= end:
            return False
    return True


def _write_value(drawing, box, value, known, on_page):
    """Write a value into a box, whole numbers as such; the highest is bold, None is a dash."""
    left, bottom, width, height = box
    x = left + width / 2
    y = bottom + height / 2
    text = "–"
    weight = "normal"
    colour = MUTED
    if value is not None:
        are_whole = all(isinstance(other, (int, np.integer)) for other in known)
        text = f"{value}" if are_whole else f"{value:.2f}"
        weight = "bold" if value == max(known) else "normal"
        colour = TEXT
    if not on_page:
        colour = INK
    drawing.write(x, y, text, height / 1.2, Style(weight, colour), room=width)


def _draw_bars(drawing, values):
    """Bars on a common zero line above the columns."""
    bars = {move: values[move] for move in drawing.places if values.get(move) is not None}
    high = max([0, *bars.values()])
    low = min([0, *bars.values()])
    scale = 1 / (high - low) if high > low else 0
    zero = drawing.top - drawing.above + 0.02 - low * scale
    for move, (left, _, width, _) in drawing.places.items():
        line = left, zero - 0.015, width, 0.03
        drawing.boxes([line], MUTED, 3.1)
        if move in bars:
            bar = left + 0.2 * width, zero, 0.6 * width, bars[move] * scale
            drawing.boxes([bar], EXPLOITATION)


def draw_mark(drawing: Drawing, x: float, y: float, mark: str, size: float) -> None:
    """Draw a badge as high as `size` that says "win", "draw", "loss" or any other short text."""
    ground, colour = MARKS.get(mark, (EMPTY, TEXT))
    box = x - 1.13 * size, y - 0.5 * size, 2.26 * size, size
    drawing.boxes([box], ground, 4, rounding=0.28 * size)
    room = 2.1 * size
    drawing.write(x, y, mark, 0.75 * size, Style("bold", colour), room=room)


def _draw_line(drawing, game, moves):
    """Moves that follow, as rings in the colours of the players with their numbers."""
    for order, move in enumerate(moves, 1):
        player = game.to_move
        game = game.play(move)
        place = game.place_of(move)
        draw_piece(drawing, game, player, place, 0.36, 4)
        drawing.circles([place], 0.28, WHITE, 4.3)
        drawing.write(*place, f"{order}", 0.46, Style("bold", INK), room=0.5)


def game_png(game: Game) -> bytes:
    """A picture of a position as a PNG file, which a notebook shows even if it is not trusted.

    >>> game_png(Board())[1:4]
    b'PNG'
    """
    scene = Scene()
    draw_game(scene, game)
    width = scene.right - scene.left
    height = scene.top - scene.bottom
    inches = min(0.42, 8 / width, 6 / height)  # of a unit
    return render_png(width * inches, height * inches, lambda drawing: draw_game(drawing, game))


def game_svg(game: Game) -> str:
    """The same picture as SVG text; equal positions give the same text.

    >>> game_svg(Board(rows=4, columns=4)).count("<circle")
    16
    """
    scene = Scene()
    draw_game(scene, game)
    width = scene.right - scene.left
    return scene.svg(pixels=40 * width)


# -------------------------------------------------------------------- Connect Four

DISC = 0.41  # radius of a disc, in cells
DISCS = {  # and their marks: a cross and a ring
    1: (PLAYERS[1], WHITE),
    2: (PLAYERS[2], INK),
}
MARGIN = 0.12  # of the frame around the cells
SIDE = MARGIN + 0.1  # from the cells to the end of the drawing
BELOW = 0.8
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
    values = _checked_values(values, board.columns)
    drawing = Drawing(ax, title, INCHES)
    draw_game(drawing, board, values)
    return drawing.ax


def _checked_values(values, columns):
    """The `values` to write above columns, None for NaN.

    Raises:
        ValueError: they are not numbers by column.
    """
    if values is None:
        return None
    if not isinstance(values, Mapping):
        raise ValueError(f"values must be a dict from column to number, not {values!r}")
    checked = {}
    for column, value in values.items():
        if column not in range(columns):
            known = f"columns: 0 to {columns - 1}"
            raise ValueError(f"values: there is no column {column!r}; {known}")
        if value is not None and not isinstance(value, Real):
            raise ValueError(f"values: column {column!r} has {value!r}, which is no number")
        checked[column] = None if value is None or math.isnan(value) else value
    return checked


@draw_by_class.register
def draw_board(board: Board, drawing: Drawing) -> None:
    """Draw a Connect Four board in cells, its lower left corner at (0, 0)."""
    bottom = -BELOW if drawing.labels else -SIDE
    top = board.rows + SIDE + drawing.above
    drawing.limit(-SIDE, board.columns + SIDE, bottom, top)
    _draw_discs(drawing, board)
    for column in range(board.columns):
        drawing.places[column] = column, bottom, 1, top - bottom
        if drawing.labels:
            size = 0.5 * drawing.labels
            drawing.write(column + 0.5, -0.46, str(column), size, room=0.95)
    _make_clickable(drawing, board, "column")


def _make_clickable(drawing, game, noun):
    """Make spots of the places of the legal moves."""
    moves = game.legal_moves()
    boxes = [drawing.places[move] for move in moves]
    labels = [f"{noun} {move}" for move in moves]
    drawing.spots(boxes, moves, labels)


def _draw_discs(drawing, board):
    frame = -MARGIN, -MARGIN, board.columns + 2 * MARGIN, board.rows + 2 * MARGIN
    drawing.boxes([frame], FRAME, rounding=2 * MARGIN)
    _draw_won_lines(drawing, board)
    if board.moves:
        last = board.place_of(board.moves[-1])
        drawing.circles([last], 0.48, WHITE, 3.25)
    empty = np.flatnonzero(board.cells == 0)
    drawing.circles(_centres(board, empty), DISC, EMPTY, 3.3)
    for player in (1, 2):
        cells = np.flatnonzero(board.cells == player)
        _draw_pieces(drawing, player, _centres(board, cells), DISC, 3.3)


def _draw_won_lines(drawing, board):
    won = {row * board.columns + column for row, column in board.winning_cells}
    for line in winning_lines(board.rows, board.columns, board.connect):
        if won.issuperset(line):
            start, end = _centres(board, [line[0], line[-1]])
            drawing.polygons([_band(start, end, 0.53)], WHITE, 3.1)
            drawing.polygons([_band(start, end, 0.48)], HIGHLIGHT, 3.2)


def _draw_pieces(drawing, player, centres, radius, zorder, colours=DISCS):
    """Draw pieces of one player with a mark that tells players apart without colours.

    It is a cross or a ring. `colours` are those of the pieces and marks of each player.
    """
    ground, mark = colours[player]
    keys = [f"{player} {x:g} {y:g}" for x, y in centres]  # in a live picture a new one grows
    drawing.circles(centres, radius, ground, zorder, keys=keys)
    if player == 1:
        crosses = [centre + CROSS * radius for centre in centres]
        drawing.polygons(crosses, mark, zorder + 0.1, keys=keys)
    else:
        drawing.circles(centres, 0.58 * radius, mark, zorder + 0.1, keys=keys)
        drawing.circles(centres, 0.36 * radius, ground, zorder + 0.2, keys=keys)


def _band(start, end, radius):
    """The outline of a band with round ends from `start` to `end`: shape (corners, 2)."""
    x, y = end - start
    angle = np.arctan2(y, x)
    turn = angle + np.linspace(np.pi / 2, 3 * np.pi / 2, 17)
    arc = radius * np.column_stack([np.cos(turn), np.sin(turn)])
    return np.concatenate([start + arc, end - arc])


def _centres(board, cells):
    """The middles of cells, by their numbers, as (x, y), y upwards: shape (cells, 2)."""
    rows, columns = np.divmod(cells, board.columns)
    return np.column_stack([columns + 0.5, board.rows - rows - 0.5])


# -------------------------------------------------------------------- Hex

STONES = {  # and their marks, in the other colour
    1: (INK, WHITE),
    2: (WHITE, INK),
}
STONE = 0.37  # radius of a stone, in distances between neighbouring cells
TURNS = np.arange(6) * math.pi / 3
HEXAGON = np.column_stack([np.sin(TURNS), np.cos(TURNS)]) / math.sqrt(3)
LABELS = 0.42  # from the rim to the letters and numbers


def plot_hex(game: HexBoard, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """A picture of the `game`; the last stone and a group that joins two sides are marked.

    Player 1 has black stones with a cross, player 2 white stones with a ring; each side of the
    board has the colour of the player who must reach it.

    Args:
        game: the position.
        ax: the Axes to draw on; by default those of a new figure.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: `game` is not a HexBoard.

    >>> plot_hex(HexBoard.from_moves("a2 a1 b1"), title="White to move").get_title()
    'White to move'
    """
    check_kind(game, HexBoard)
    drawing = Drawing(ax, title, INCHES)
    draw_game(drawing, game)
    return drawing.ax


@draw_by_class.register
def draw_hex(game: HexBoard, drawing: Drawing) -> None:
    """Draw a Hex board in distances between neighbouring cells, its lower left corner at (0, 0)."""
    span = game.size - 1 + 2 * RIM
    around = LABELS + 0.25 if drawing.labels else 0.1
    drawing.limit(-around, 1.5 * span + 0.1, -0.1, ROW * span + around)
    _draw_rim(drawing, game.size)
    _draw_cells(drawing, game)
    if drawing.labels:
        _write_labels(drawing, game.size)
    for cell in cell_names(game.size):
        x, y = cell_centre(game.size, cell)
        drawing.places[cell] = x - 0.4, y - 0.4, 0.8, 0.8
    _make_clickable(drawing, game, "cell")


def _write_labels(drawing, size):
    before = -RIM - LABELS
    height = 0.42 * drawing.labels
    for index in range(size):
        above = point(size, before, index)
        aside = point(size, index, before)
        drawing.write(*above, LETTERS[index], height)
        drawing.write(*aside, f"{index + 1}", height)


def _draw_rim(drawing, size):
    low = -RIM
    high = size - 1 + RIM
    corners = (low, low), (low, high), (high, high), (high, low)
    rim = np.array([point(size, *corner) for corner in corners])
    middle = rim.mean(axis=0)
    outline = middle + 1.012 * (rim - middle)
    drawing.polygons([outline], TEXT, 3)
    for side in range(4):
        colour, _ = STONES[1 + side % 2]
        triangle = [rim[side], rim[side - 3], middle]  # the cells hide all of it but the rim
        drawing.polygons([triangle], colour, 3.05)


def _draw_cells(drawing, game):
    won = game.winning_cells
    for name, stone in zip(cell_names(game.size), game.cells.flat):
        centre = np.array(cell_centre(game.size, name))
        colour = HIGHLIGHT if name in won else CELL
        drawing.polygons([centre + HEXAGON], FRAME, 3.1)
        drawing.polygons([centre + 0.96 * HEXAGON], colour, 3.2)
        if name in game.moves[-1:]:
            _, mark = STONES[stone]
            drawing.circles([centre], 0.45, mark, 3.25)
        if stone:
            draw_stone(drawing, stone, centre, STONE, 3.3)


def draw_stone(
    drawing: Drawing, player: int, centre: Sequence[float], radius: float, zorder: float
) -> None:
    """Draw a stone of a player, with the player's mark."""
    drawing.circles([centre], radius, MUTED, zorder)  # a line around it, on any ground
    _draw_pieces(drawing, player, [centre], 0.92 * radius, zorder + 0.1, STONES)
