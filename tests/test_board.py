"""The rules of Connect Four, against an independent slow game and against known numbers."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_connect_four import SlowGame
from strategies import games

from c4lib import Board
from c4lib.board import winning_lines


def mirrored(board):
    return Board.from_cells(board.cells[:, ::-1], board.connect)


FULL = "3222230330011011"  # a draw on 4 x 4


# ---------------------------------------------------------------- against the oracle


@given(games())
def test_a_game_goes_as_in_the_slow_game(boards):
    slow = SlowGame(boards[0].rows, boards[0].columns, boards[0].connect)
    for board, following in zip(boards, [*boards[1:], None]):
        assert board.legal_moves() == slow.legal_moves
        assert board.winner == slow.winner
        assert board.to_move == slow.to_move
        assert board.is_terminal == (not slow.legal_moves)
        assert ["".join(" 12"[cell] for cell in row) for row in board.cells] == slow.text_rows()
        if following is not None:
            slow.play(following.moves[-1])


@given(games())
def test_winning_cells_are_cells_of_the_winner_in_whole_lines(boards):
    board = boards[-1]
    cells = board.winning_cells
    assert bool(cells) == (board.winner is not None)
    assert all(board.cells[cell] == board.winner for cell in cells)
    for row, column in cells:
        assert any(
            all((row + down * k, column + right * k) in cells for k in range(first, first + board.connect))
            for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]
            for first in range(1 - board.connect, 1)
        )


@given(games())
def test_the_text_of_a_board_reads_back(boards):
    assert Board.from_text(str(boards[-1])) == boards[-1]


@pytest.mark.parametrize(("columns", "width"), [(10, 1), (11, 2)])
def test_a_column_of_text_is_as_wide_as_its_widest_number(columns, width):
    first, *_ = str(Board(4, columns)).splitlines()
    assert len(first) == columns * width + columns - 1


@given(games())
def test_the_cells_of_a_board_read_back(boards):
    board = Board.from_cells(boards[-1].cells, boards[-1].connect)
    assert (board, board.winner, board.to_move) == (boards[-1], boards[-1].winner, boards[-1].to_move)
    assert board.legal_moves() == boards[-1].legal_moves()


@given(games())
def test_a_repr_reads_back(boards):
    for board in (boards[-1], Board.from_cells(boards[-1].cells, boards[-1].connect)):
        assert eval(repr(board)) == board


@pytest.mark.parametrize("size", [(6, 7), (5, 7), (6, 6), (6, 7, 3)])
def test_a_repr_reads_back_at_the_usual_size_and_those_beside_it(size):
    assert eval(repr(Board(*size))) == Board(*size)


@given(games())
def test_distinct_moves_are_the_first_of_those_that_lead_to_mirror_images(boards):
    board, first, mirror_images = boards[-1], [], set()
    for move in board.legal_moves():
        after = board.play(move)
        if after not in mirror_images:
            first.append(move)
        mirror_images.add(mirrored(after))
    assert board.distinct_moves() == tuple(first)


# ---------------------------------------------------------------- a value


def test_cells_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        Board().cells[0, 0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        Board().cells.flags.writeable = True


def test_attributes_cannot_be_set():
    board = Board()
    with pytest.raises(AttributeError, match="never changes"):
        board.winner = 1
    assert board.winner is None


def test_boards_are_equal_by_size_line_and_discs():
    assert Board.from_moves("0123") == Board.from_moves("2103")
    assert hash(Board.from_moves("0123")) == hash(Board.from_moves("2103"))
    assert Board() != Board(6, 7, 5)
    assert Board(2, 6) != Board(3, 4)
    assert Board() != "a board"


def test_moves_are_unknown_for_a_board_made_from_cells():
    board = Board.from_cells(Board.from_moves("33").cells)
    assert (board.moves, board.play(0).moves) == (None, None)


def test_an_empty_board_made_from_cells_knows_that_nothing_was_played():
    assert Board.from_cells(np.zeros((6, 5))).moves == ()


def test_a_numpy_column_is_a_column():
    assert Board().play(np.int64(3)) == Board().play(3)
    assert all(type(move) is int for move in Board().play(np.int8(3)).moves)


def test_a_notebook_gets_a_picture_and_the_text():
    bundle = Board()._repr_mimebundle_()
    assert bundle["image/png"].startswith(b"\x89PNG")
    assert bundle["text/plain"] == str(Board())
    assert Board()._repr_svg_().startswith("<svg")


# ---------------------------------------------------------------- known numbers


def positions_by_ply(board, plies):
    counts, level = [], {board}
    while level and len(counts) <= plies:
        counts.append(len(level))
        level = {position.play(move) for position in level for move in position.legal_moves()}
    return counts


def test_positions_per_ply_on_the_usual_board():  # OEIS A212693
    assert positions_by_ply(Board(), 5) == [1, 7, 49, 238, 1120, 4263]


@pytest.mark.check  # some seconds each
def test_random_play_on_4x4_exactly():
    """Every game on 4x4 once: how many there are, and what uniformly random play gives."""

    @cache
    def value(board):  # games below, P(first wins), P(second wins), expected plies to come
        if board.is_terminal:
            return 1, float(board.winner == 1), float(board.winner == 2), 0.0
        below = [value(board.play(move)) for move in board.legal_moves()]
        total, first, second, plies = map(sum, zip(*below))
        return total, first / len(below), second / len(below), 1 + plies / len(below)

    count, first, second, plies = value(Board(4, 4))
    assert count == 47_982_540
    assert (first, second, plies) == pytest.approx((0.28078758, 0.23590326, 14.58852234), abs=5e-9)


def test_there_are_69_winning_lines():
    assert len(winning_lines(6, 7, 4)) == len(set(map(frozenset, winning_lines(6, 7, 4)))) == 69


def test_two_lines_at_once_are_both_shown():
    board = Board.from_moves("0011224455663")
    assert board.winning_cells == tuple((5, column) for column in range(7))


@pytest.mark.parametrize("written", ["4453", [4, 4, 5, 3], np.array([4, 4, 5, 3])], ids=["digits", "list", "array"])
def test_moves_that_count_from_1_are_read_with_first(written):
    assert Board.from_moves(written, first=1).moves == (3, 3, 4, 2)


def test_the_last_column_counted_from_1_is_as_many_as_there_are():
    assert Board.from_moves([12, 1], columns=12, first=1).moves == (11, 0)


# ---------------------------------------------------------------- bad input

REFUSED = {
    "no rows": (lambda: Board(0, 7), "rows must be a whole number, at least 1, not 0"),
    "rows beyond counting": (lambda: Board(10**20, 1, 1), "rows must be at most 10,000, not 100,000,000,000,000,000,000"),
    "too many cells": (lambda: Board(100, 101), "at most 10,000 cells, not 100 rows and 101 columns"),
    "no line fits": (lambda: Board(3, 3), "no line of 4 fits on 3 rows and 3 columns"),
    "no such column": (lambda: Board().play(7), "there is no column 7; open columns: 0, 1, 2, 3, 4, 5, 6"),
    "negative column": (lambda: Board().play(-1), "there is no column -1; open columns: 0, 1, 2, 3, 4, 5, 6"),
    "boolean as column": (lambda: Board().play(True), "a column is a whole number, not True"),
    "full column": (lambda: Board.from_moves("333333").play(3), "column 3 is full; open columns: 0, 1, 2, 4, 5, 6"),
    "after a win": (lambda: Board.from_moves("0101010").play(2), r"the game is over \(X has won\)"),
    "after a draw": (lambda: Board.from_moves(FULL, 4, 4).play(0), r"the game is over \(the board is full\)"),
    "full column among moves": (lambda: Board.from_moves("3333333"), "move 7 of '3333333': column 3 is full"),
    "letter among moves": (lambda: Board.from_moves("33x"), "move 3 of '33x': a column is a whole number, not 'x'"),
    "a move that counts from 1": (
        lambda: Board.from_moves("4437"),
        r"move 4 of '4437': there is no column 7; open columns: 0, .*; columns count from 0 \(first=1 reads moves that count",
    ),
    "a move beyond any count": (lambda: Board.from_moves("8"), "there is no column 8; open columns: 0, 1, 2, 3, 4, 5, 6$"),
    "a move that counts from 0": (
        lambda: Board.from_moves("40", first=1),
        "move 2 of '40': there is no column 0; open columns: 1, 2, 3, 4, 5, 6, 7$",
    ),
    "counted from 2": (lambda: Board.from_moves("3", first=2), "first must be 0 or 1, not 2"),
    "moves that are no moves": (
        lambda: Board.from_moves(3),
        "moves must be a string of digits or a list of columns, not 3",
    ),
    "flat cells": (lambda: Board.from_cells([0, 0, 0, 0]), r"cells must have the shape \(rows, columns\), not \(4,\)"),
    "ragged cells": (lambda: Board.from_cells([[0, 0], [0]]), "the rows of the board have different lengths"),
    "letters as cells": (lambda: Board.from_cells([list("....")]), "cells must be numbers, not "),
    "unknown value": (lambda: Board.from_cells([[0, 0, 3, 0]]), "row 0, column 2 holds 3: allowed are 0, 1 and 2"),
    "NaN in cells": (lambda: Board.from_cells([[0, np.nan, 0, 0]]), "row 0, column 1 holds nan"),
    "floating disc": (
        lambda: Board.from_cells([[0, 1, 0, 0], [0, 0, 0, 0]]),
        "the disc at row 0, column 1 floats: the cell below it is empty",
    ),
    "counts": (lambda: Board.from_cells([[1, 1, 0, 0]]), "X has 2 discs and O has 0: X starts"),
    "O has more": (lambda: Board.from_cells([[2, 1, 2, 0]]), "X has 1 discs and O has 2: X starts"),
    "two winners": (
        lambda: Board.from_cells([[1, 1, 1, 1], [2, 2, 2, 2]]),
        "both players have a completed line",
    ),
    "winner did not move last": (
        lambda: Board.from_cells([[2, 0, 0, 0], [2, 0, 0, 0], [2, 0, 0, 0], [2, 1, 1, 1], [1, 1, 2, 1]]),
        "O has the line at row 0, column 0, but did not move last",
    ),
    "line not by the last disc": (
        lambda: Board.from_cells([[2, 2, 1, 2, 0], [1, 1, 1, 1, 2]]),
        "cannot all have been completed by the last disc",
    ),
    "two lines, each with a last disc of its own": (
        lambda: Board.from_text("X . . . . X\nX O O . . X\nX O O . O X\nconnect 3"),
        "cannot all have been completed by the last disc",
    ),
    "unknown symbol": (
        lambda: Board.from_text(". x . ."),
        "row 0, column 1: 'x' is not a cell; allowed are '.', 'X' and 'O'",
    ),
    "not text": (lambda: Board.from_text(3), "from_text reads a string, not 3"),
    "wrong column numbers": (lambda: Board.from_text(". . . .\n0 1 2 4"), "the line of column numbers does not fit"),
    "wrong connect": (lambda: Board.from_text(". . . .\nconnect four"), "the last line must be like 'connect 4'"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_refused_with_a_sentence_that_helps(case):
    call, message = REFUSED[case]
    with pytest.raises(ValueError, match=message):
        call()


@given(games(), st.integers(0, 100), st.sampled_from([0, 1, 2]))
def test_a_changed_cell_is_refused_or_gives_just_that_board(boards, place, value):
    cells = boards[-1].cells.copy()
    cells.flat[place % cells.size] = value
    try:
        board = Board.from_cells(cells, boards[-1].connect)
    except ValueError:
        return
    assert np.array_equal(board.cells, cells)
