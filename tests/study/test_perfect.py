"""Perfect play: the solved positions agree with the rules, and other positions are solved."""

import csv
from importlib.resources import files

import numpy as np
import pytest
from nim import Nim
from slow_solver import slow_scores

from c4lib import Board
from c4lib.study.perfect import exact_scores, known_scores, perfect_outcomes
from mctslab.arena.solved import solved_positions

SOLVED = solved_positions()
BOARDS = [SOLVED.board(place) for place in range(len(SOLVED))]


def scores_at(place):
    """{column: score} of the legal moves."""
    return {move: int(score) for move, score in enumerate(SOLVED.scores[place]) if not np.isnan(score)}


# ---------------------------------------------------------------- the solved positions


def test_arrays_hold_what_the_file_says():
    with files("c4lib").joinpath("data/perfect_play.csv").open(encoding="ascii", newline="") as file:
        rows = list(csv.DictReader(file))
    assert SOLVED.moves == tuple(row["moves"] for row in rows)
    for place, row in enumerate(rows):
        assert scores_at(place) == {move: int(row[f"score_{move}"]) for move in range(7) if row[f"score_{move}"]}


def test_plies_are_those_of_the_boards():
    for place, board in enumerate(BOARDS):
        assert not board.is_terminal
        assert board == Board.from_moves(SOLVED.moves[place])
        assert SOLVED.plies[place] == np.count_nonzero(board.cells)


def test_no_position_is_there_twice():
    assert len(set(BOARDS)) == len(SOLVED) == 1961


def test_arrays_cannot_be_changed():
    for array in (SOLVED.plies, SOLVED.scores, SOLVED.optimal, SOLVED.sound, SOLVED.kinds):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_score_is_that_of_a_win_or_a_loss_at_once_exactly_where_the_rules_say_so():
    for place in range(len(SOLVED)):
        board, ply = SOLVED.board(place), SOLVED.plies[place]
        score_now = (42 - (ply + 1)) // 2 + 1
        score_of_reply = (42 - (ply + 2)) // 2 + 1
        for move, score in scores_at(place).items():
            after = board.play(move)
            loses = any(after.play(reply).winner for reply in after.legal_moves())
            assert (score == score_now) == (after.winner is not None)
            assert (score == -score_of_reply) == loses


def test_scores_of_late_positions_are_those_of_a_search_that_looks_at_everything():
    for place in np.flatnonzero(SOLVED.plies >= 29)[::20]:
        assert slow_scores(map(int, SOLVED.moves[place])) == scores_at(place)


def test_empty_board_has_the_known_scores():
    assert SOLVED.scores[0].tolist() == [-2, -1, 0, 1, 0, -1, -2]


# ---------------------------------------------------------------- the truth about a position


def test_mirror_image_of_a_solved_position_is_known():
    for place in range(0, len(SOLVED), 50):
        mirrored = Board.from_cells(BOARDS[place].cells[:, ::-1])
        assert known_scores(mirrored) == {6 - move: score for move, score in reversed(scores_at(place).items())}


@pytest.mark.parametrize(
    "board", [Board(6, 7, 5), Board().play(0), "3342"]
)
def test_other_positions_are_not_known(board):
    assert known_scores(board) is None


def test_position_that_is_not_known_is_solved():
    board = Board.from_moves("624224246635164").play(0)
    assert known_scores(board) is None
    assert max(exact_scores(board).values()) == 0  # a draw, as the table says of this move


def test_known_position_needs_no_nodes():
    assert exact_scores(Board(), max_nodes=1) == known_scores(Board())


def test_kind_says_how_much_there_is_to_choose():
    for place, kind in enumerate(SOLVED.kinds):
        legal, sound = len(scores_at(place)), int(SOLVED.sound[place].sum())
        expected = {
            "forced": legal == 1,
            "only one": sound == 1 < legal,
            "any": 1 < sound == legal,
            "several": 1 < sound < legal,
        }
        assert [name for name, holds in expected.items() if holds] == [kind]


# ---------------------------------------------------------------- any small game


class NoHashes(Nim):
    __hash__ = None


@pytest.mark.parametrize("board", [Board(3, 4, 3), Board.from_moves("01233210", 4, 4)], ids=str)
def test_outcomes_found_by_trying_everything_out_are_those_of_the_solver(board):
    words = {1: "win", 0: "draw", -1: "loss"}
    scores = {move: words[int(np.sign(score))] for move, score in exact_scores(board).items()}
    assert perfect_outcomes(board, 100_000) == scores


@pytest.mark.parametrize("kind", [Nim, NoHashes])
@pytest.mark.parametrize("sticks", [4, 7])
def test_only_what_leaves_a_multiple_of_4_wins_at_nim(kind, sticks):
    outcomes = perfect_outcomes(kind(sticks), 10_000)
    assert outcomes == {("take", n): "loss" if (sticks - n) % 4 else "win" for n in (1, 2, 3)}


def test_positions_with_a_hash_are_looked_at_only_once():
    assert perfect_outcomes(Nim(60), max_positions=200) is not None
    assert perfect_outcomes(NoHashes(60), max_positions=200) is None


@pytest.mark.parametrize("game", [Board(), Nim(5000)], ids=["board", "long"])
def test_game_that_is_too_large_has_no_outcomes(game):
    assert perfect_outcomes(game, 1_000) is None


def test_finished_game_has_no_moves_with_outcomes():
    assert perfect_outcomes(Nim(0), 10) == {}
