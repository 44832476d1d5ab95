"""The exact solver: against the table of who wins, and against a search that looks at everything."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from slow_solver import slow_scores
from strategies import games, going_on, positions, sizes

from c4lib import Board
from c4lib.fast.solver import TooHard, solve, solve_moves
from mctslab.arena.solved import solved_positions

small_positions = positions(sizes(most_rows=3, most_columns=4) | sizes(most_rows=5, most_columns=2), most_moves=12)
nearly_over_positions = games(sizes(most_rows=6)).map(lambda boards: going_on(boards)[-1])
nearly_full_positions = nearly_over_positions.filter(lambda board: (board.cells == 0).sum() <= 9)


# ---------------------------------------------------------------- scores


@pytest.mark.parametrize(
    ("columns", "rows", "outcome"),
    [(5, 4, 0), (5, 5, 0), (6, 4, -1)],
)
def test_outcome_of_the_empty_board_is_the_known_one(columns, rows, outcome):
    assert np.sign(solve(Board(rows, columns))) == outcome


@given(small_positions | nearly_full_positions)
def test_scores_are_those_of_a_search_that_looks_at_everything(board):
    assert solve_moves(board) == slow_scores(board.moves, board.rows, board.columns, board.connect)


@pytest.mark.parametrize("ply", range(14, 40, 5))
def test_scores_of_the_data_file_are_found_again(ply):
    solved = solved_positions()
    for place in np.flatnonzero(solved.plies == ply)[::6]:
        scores = {move: score for move, score in enumerate(solved.scores[place]) if not np.isnan(score)}
        assert solve_moves(solved.board(place)) == scores


@pytest.mark.parametrize(
    ("board", "score"),
    [
        (Board(1, 32, 1), 16),
        (Board(63, 1, 1), 32),  # all the bits there are
        (Board.from_moves("0" * 30 + "1" * 30, 31, 2, 4), 0),
    ],
)
def test_boards_that_fill_64_bits_are_solved(board, score):
    assert solve(board) == score


# ---------------------------------------------------------------- limits


def test_an_empty_5_x_5_board_takes_no_more_nodes_than_it_did():
    assert solve(Board(5, 5), max_nodes=670_000) == 0


def test_too_few_nodes_are_an_error_that_names_the_limit():
    with pytest.raises(TooHard, match="1,000 positions were looked at.*max_nodes="):
        solve(Board(), max_nodes=1000)


def test_limit_of_nodes_is_for_all_moves_together():
    board = Board(4, 4)
    for_the_hardest = next(
        limit
        for limit in range(500, 50_000, 500)
        if all(is_enough(solve, board.play(move), limit) for move in range(4))
    )
    assert not is_enough(solve_moves, board, for_the_hardest)
    assert is_enough(solve_moves, board, 4 * for_the_hardest)


def is_enough(function, board, max_nodes):
    try:
        function(board, max_nodes)
    except TooHard:
        return False
    return True


def test_failed_attempt_leaves_no_trace():
    board = Board.from_moves("624224246635164")
    before = solve_moves(board)
    with pytest.raises(TooHard):
        solve_moves(board, max_nodes=10)
    assert solve_moves(board) == before


def test_ctrl_c_ends_the_search_at_once():
    solve(Board(4, 4))  # compiled
    pressed = []
    timer = threading.Timer(0.2, lambda: (pressed.append(time.monotonic()), os.kill(os.getpid(), signal.SIGINT)))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solve(Board())
    assert time.monotonic() - pressed[0] < 1


def test_threads_do_not_disturb_each_other():
    boards = [solved_positions().board(place) for place in np.flatnonzero(solved_positions().plies == 20)[:16]]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(solve_moves, boards)) == [solve_moves(board) for board in boards]


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (Board.from_moves("0101010"), "the game is over"),
        (Board(8, 8), "8 rows and 8 columns that is 72"),
        ("3342", "solves a Board, not '3342'"),
    ],
)
def test_what_cannot_be_solved_is_a_value_error(board, message):
    with pytest.raises(ValueError, match=message):
        solve(board)


@pytest.mark.parametrize("max_nodes", [0, 1.5])
def test_bad_limit_is_a_value_error(max_nodes):
    with pytest.raises(ValueError, match="max_nodes must be a whole number, at least 1"):
        solve(Board(), max_nodes)
