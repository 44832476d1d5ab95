"""The rules of Hex, against an independent slow game and against what is known of small boards."""

import copy
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from matplotlib import pyplot
from matplotlib.colors import to_hex
from slow_hex import points, winners
from strategies import hex_games

from c4lib.hex import HexBoard
from c4lib.plots.board import CELL, RIM, ROW, game_svg, plot_hex
from c4lib.plots.canvas import HIGHLIGHT, INK, WHITE


def turned(cell, size):
    """The cell by half a turn away."""
    return f"{chr(96 + size - (ord(cell[0]) - 97))}{size + 1 - int(cell[1:])}"


def turned_board(board):
    return HexBoard.from_moves([turned(move, board.size) for move in board.moves], board.size)


# ---------------------------------------------------------------- against the oracle


@given(hex_games())
def test_a_game_goes_as_in_the_slow_game(boards):
    size = boards[0].size
    for number, board in enumerate(boards):
        black, white = board.moves[::2], board.moves[1::2]
        assert [board.winner] == (winners(black, white, size) or [None])
        assert board.to_move == number % 2 + 1
        assert board.is_terminal == (board.winner is not None)
        free = () if board.is_terminal else tuple(cell for cell in points(size) if cell not in board.moves)
        assert board.legal_moves() == free
        shown = "".join("1" if cell in black else "2" if cell in white else "0" for cell in points(size))
        assert "".join(map(str, board.cells.flat)) == shown


@given(hex_games())
def test_winning_cells_are_the_stones_that_join_the_sides(boards):
    board = boards[-1]
    cells = board.winning_cells
    assert bool(cells) == board.is_terminal
    if cells:
        assert winners(*((cells, ()) if board.winner == 1 else ((), cells)), board.size) == [board.winner]
        assert set(cells) <= set(board.moves[board.winner - 1 :: 2])


# ---------------------------------------------------------------- moves that are the same when the board is turned


@given(hex_games())
def test_distinct_moves_are_the_first_of_those_that_lead_to_the_same_up_to_half_a_turn(boards):
    board, first, turned = boards[-1], [], set()
    for move in board.legal_moves():
        after = board.play(move)
        if after not in turned:
            first.append(move)
        turned.add(turned_board(after))
    assert board.distinct_moves() == tuple(first)


# ---------------------------------------------------------------- a value


@given(hex_games())
def test_moves_and_repr_read_back(boards):
    board = boards[-1]
    assert HexBoard.from_moves(board.moves, board.size) == board
    assert eval(repr(board)) == board
    assert eval(repr(board)).moves == board.moves


@pytest.mark.parametrize("moves", [" a2  a1 b1 ", iter(["a2", "a1", "b1"])])
def test_moves_are_read_from_a_text_and_from_any_row(moves):
    assert HexBoard.from_moves(moves).moves == ("a2", "a1", "b1")


def test_boards_are_equal_by_size_and_stones_whatever_the_order_of_the_moves():
    one, other = HexBoard.from_moves("a2 a1 b1"), HexBoard.from_moves("b1 a1 a2")
    assert one == other
    assert hash(one) == hash(other)
    assert {one: "seen"}[other] == "seen"
    assert one != HexBoard.from_moves("a2 a1 b2")
    assert HexBoard(2) != HexBoard(3)
    assert one != str(one)


def test_a_board_never_changes():
    board = HexBoard().play("b2")
    with pytest.raises(AttributeError, match="cannot set 'winner'; play"):
        board.winner = 1
    with pytest.raises(AttributeError, match="never changes"):
        del board.size
    with pytest.raises(ValueError, match="read-only"):
        board.cells[0, 0] = 1
    board.play("a1")
    assert board == HexBoard().play("b2")
    assert copy.deepcopy(board) == board


# ---------------------------------------------------------------- what is refused

WON = HexBoard.from_moves("b1 a1 b2 a2 b3")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: HexBoard(0), "size must be a whole number, at least 1, not 0"),
        (lambda: HexBoard(27), "size must be at most 26.*not 27"),
        (lambda: HexBoard().play("d1"), "there is no cell 'd1'; empty cells: a1, b1"),
        (lambda: HexBoard().play("B2"), "a cell has a name such as 'b2', not 'B2'"),
        (lambda: HexBoard().play(4), "a cell has a name such as 'b2', not 4"),
        (lambda: HexBoard().play("b2").play("b2"), "cell b2 is taken; empty cells: a1, b1, c1, a2, c2"),
        (lambda: WON.play("c1"), r"the game is over \(black has won\): no stone can be put on 'c1'"),
        (lambda: HexBoard.from_moves("b2 b2"), "move 2 of 'b2 b2': cell b2 is taken"),
        (lambda: HexBoard.from_moves(12), "moves must be a string such as 'b2 a3'"),
    ],
)
def test_bad_input_is_refused_with_a_sentence_that_helps(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# ---------------------------------------------------------------- pictures


@pytest.fixture
def ax():
    yield pyplot.figure(figsize=(6, 4), dpi=100).add_axes((0, 0, 1, 1))
    pyplot.close("all")


def colour_at(ax, x, y):
    """The colour of the drawn picture at a point of the drawing."""
    ax.figure.canvas.draw()
    column, row = ax.transData.transform((x, y))
    pixels = np.asarray(ax.figure.canvas.buffer_rgba())
    return to_hex(pixels[len(pixels) - 1 - int(row), int(column), :3] / 255).upper()


def test_a_picture_has_each_stone_at_its_cell_and_the_sides_in_the_players_colours(ax):
    plot_hex(HexBoard.from_moves("a2 a1 b1 c3"), ax=ax)
    width, height = 1.5 * (2 + 2 * RIM), ROW * (2 + 2 * RIM)
    middles = {cell: (x + 1.5 * RIM, y + height - RIM * ROW) for cell, (x, y) in points(3).items()}
    aside = 0.28  # of the marks
    shown = {cell: colour_at(ax, x + aside, y) for cell, (x, y) in middles.items()}
    assert {cell for cell in shown if shown[cell] == INK} == {"a2", "b1"}
    assert {cell for cell in shown if shown[cell] == WHITE} == {"a1", "c3"}
    assert {shown[cell] for cell in shown if cell not in ("a2", "b1", "a1", "c3")} == {CELL}
    assert colour_at(ax, width / 3, height - 0.04) == colour_at(ax, 2 * width / 3, 0.04) == INK
    assert colour_at(ax, width / 6 + 0.05, height / 2) == colour_at(ax, width * 5 / 6 - 0.05, height / 2) == WHITE
    assert colour_at(ax, *middles["b1"]) == WHITE, "the cross"
    assert colour_at(ax, middles["a1"][0] + 0.17, middles["a1"][1]) == INK, "the ring"


def test_a_joining_group_is_marked(ax):
    plot_hex(WON, ax=ax)
    marked = [shapes for shapes in ax.collections if to_hex(shapes.get_facecolor()[0]).upper() == HIGHLIGHT]
    assert sum(len(shapes.get_paths()) for shapes in marked) == len(WON.winning_cells)
    assert game_svg(WON).upper().count(HIGHLIGHT) == 3
    assert HIGHLIGHT not in game_svg(HexBoard()).upper()


def test_a_notebook_shows_a_picture_and_the_text():
    board = HexBoard().play("b2")
    shown = board._repr_mimebundle_()
    assert shown["image/png"].startswith(b"\x89PNG")
    assert shown["text/plain"] == str(board)
    svg = ElementTree.fromstring(board._repr_svg_())
    grounds = [shape.get("fill") for shape in svg.findall("{*}polygon")]
    assert grounds.count(CELL.lower()) == 9
    assert len(svg.findall("{*}circle")) == 3  # the stone, the line around it, and the rim of the last one
    assert [text.text for text in svg.findall("{*}text")] == ["a", "1", "b", "2", "c", "3"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plot_hex("b2"), "this draws a HexBoard, not 'b2'"),
        (lambda: plot_hex(HexBoard(), ax=3), "ax must be the Axes to draw on"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
