"""Perfect play: the solved positions agree with the rules, and a player's accuracy is counted as it should be."""

import csv
from dataclasses import FrozenInstanceError
from importlib.resources import files

import numpy as np
import pytest
from slow_solver import slow_scores

from c4lib import Board
from c4lib.fast.solver import TooHard
from c4lib.study.perfect import exact_scores, known_scores, solved_positions
from mctslab.arena import score_interval
from mctslab.arena.accuracy import Accuracy, Answer, accuracy, answer, optimal_moves, sound_moves

SOLVED = solved_positions()


def scores_at(place):
    """{column: score} of the legal moves."""
    return {move: int(score) for move, score in enumerate(SOLVED.scores[place]) if not np.isnan(score)}


def leftmost(board, rng):
    return board.legal_moves()[0]


def at_random(board, rng):
    return int(rng.choice(board.legal_moves()))


def perfect_player(board, rng):
    return optimal_moves(board)[0]


# ---------------------------------------------------------------- the solved positions


def test_arrays_hold_what_the_file_says():
    with files("c4lib").joinpath("data/perfect_play.csv").open(encoding="ascii", newline="") as file:
        rows = list(csv.DictReader(file))
    assert SOLVED.moves == tuple(row["moves"] for row in rows)
    for place, row in enumerate(rows):
        assert scores_at(place) == {move: int(row[f"score_{move}"]) for move in range(7) if row[f"score_{move}"]}


def test_cells_and_plies_are_those_of_the_boards():
    for place, moves in enumerate(SOLVED.moves):
        board = Board.from_moves(moves)
        assert not board.is_terminal
        assert SOLVED.board(place) == board
        assert np.array_equal(SOLVED.cells[place], board.cells)
        assert SOLVED.plies[place] == len(moves)


def test_no_position_is_there_twice():
    assert len({cells.tobytes() for cells in SOLVED.cells}) == len(SOLVED) == 1961


def test_full_columns_and_no_others_have_no_score():
    assert np.array_equal(np.isnan(SOLVED.scores), SOLVED.cells[:, 0] != 0)


def test_arrays_cannot_be_changed():
    for array in (SOLVED.plies, SOLVED.cells, SOLVED.scores, SOLVED.optimal, SOLVED.sound, SOLVED.kinds):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_an_array_cannot_be_put_in_the_place_of_another():
    with pytest.raises(FrozenInstanceError):
        solved_positions().plies = None


def test_score_is_that_of_a_win_at_once_exactly_where_the_rules_say_so():
    for place in range(len(SOLVED)):
        board, ply = SOLVED.board(place), SOLVED.plies[place]
        score_now = (42 - (ply + 1)) // 2 + 1
        for move, score in scores_at(place).items():
            assert (score == score_now) == (board.play(move).winner is not None)


def test_score_is_that_of_a_loss_at_once_exactly_where_the_rules_say_so():
    for place in range(len(SOLVED)):
        board, ply = SOLVED.board(place), SOLVED.plies[place]
        score_of_reply = (42 - (ply + 2)) // 2 + 1
        for move, score in scores_at(place).items():
            after = board.play(move)
            loses = any(after.play(reply).winner for reply in after.legal_moves())
            assert (score == -score_of_reply) == loses


def test_scores_of_late_positions_are_those_of_a_search_that_looks_at_everything():
    for place in np.flatnonzero(SOLVED.plies >= 27)[::6]:
        assert slow_scores(map(int, SOLVED.moves[place])) == scores_at(place)


def test_empty_board_has_the_known_scores():
    assert SOLVED.scores[0].tolist() == [-2, -1, 0, 1, 0, -1, -2]


# ---------------------------------------------------------------- the truth about a position


def test_mirror_image_of_a_solved_position_is_known():
    for place in range(0, len(SOLVED), 50):
        mirrored = Board.from_cells(SOLVED.cells[place, :, ::-1])
        assert known_scores(mirrored) == {6 - move: score for move, score in reversed(scores_at(place).items())}


@pytest.mark.parametrize(
    "board", [Board(6, 7, 5), Board(7, 6), Board(4, 4), Board().play(0), Board.from_moves("0101010")]
)
def test_other_positions_are_not_known(board):
    assert known_scores(board) is None


def test_position_that_is_not_known_is_solved():
    board = Board.from_moves("624224246635164").play(0)
    assert known_scores(board) is None
    assert max(exact_scores(board).values()) == 0  # a draw, as the table says of this move


def test_known_position_needs_no_nodes():
    assert exact_scores(Board(), max_nodes=1) == known_scores(Board())


@pytest.mark.parametrize("function", [exact_scores, optimal_moves, sound_moves])
def test_position_that_would_take_too_long_is_an_error(function):
    with pytest.raises(TooHard, match="1,000 positions"):
        function(Board().play(0), max_nodes=1000)


@pytest.mark.parametrize("function", [exact_scores, optimal_moves, sound_moves])
@pytest.mark.parametrize("board", [Board.from_moves("0101010"), Board(8, 8), "3342"])
def test_what_cannot_be_solved_is_a_value_error(function, board):
    with pytest.raises(ValueError, match=r"the game is over|72|solves a Board"):
        function(board)


@pytest.mark.parametrize(
    ("moves", "scores", "optimal", "sound"),
    [
        ("624224246635164", {0: 0, 1: 0, 2: -3, 3: 13, 4: 0, 5: 12, 6: 12}, (3,), (3, 5, 6)),
        ("20", {0: 0, 1: 0, 2: 0, 3: 2, 4: 0, 5: 0, 6: -2}, (3,), (3,)),
    ],
)
def test_optimal_moves_keep_the_score_and_sound_moves_the_outcome(moves, scores, optimal, sound):
    board = Board.from_moves(moves)
    assert (exact_scores(board), optimal_moves(board), sound_moves(board)) == (scores, optimal, sound)


def test_in_a_lost_position_all_moves_are_sound_and_the_slowest_loss_optimal():
    place = next(
        place for place in range(len(SOLVED)) if max(scores := scores_at(place).values()) < 0 and len({*scores}) > 1
    )
    board = SOLVED.board(place)
    assert sound_moves(board) == board.legal_moves()
    slowest = max(scores_at(place).values())
    assert optimal_moves(board) == tuple(move for move, score in scores_at(place).items() if score == slowest)


def test_arrays_say_the_same_as_the_functions():
    for place in range(0, len(SOLVED), 7):
        board = SOLVED.board(place)
        assert optimal_moves(board) == tuple(np.flatnonzero(SOLVED.optimal[place]).tolist())
        assert sound_moves(board) == tuple(np.flatnonzero(SOLVED.sound[place]).tolist())


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


# ---------------------------------------------------------------- accuracy


def test_perfect_player_is_always_right():
    result = accuracy(perfect_player, count=None)
    assert len(result.answers) == 1961
    assert all(one.optimal and one.sound for one in result.answers)


def test_answer_is_right_where_the_table_says_so():
    for one in accuracy(at_random, count=200, seed=3).answers:
        scores = scores_at(one.place)
        assert one.optimal == (scores[one.move] == max(scores.values()))
        assert one.sound == (np.sign(scores[one.move]) == np.sign(max(scores.values())))
        assert (one.ply, one.kind) == (SOLVED.plies[one.place], SOLVED.kinds[one.place])


def test_same_seed_gives_the_same_answers_and_another_seed_others():
    first = accuracy(at_random, count=50, seed=1)
    assert accuracy(at_random, count=50, seed=1) == first
    assert accuracy(at_random, count=50, seed=2) != first


def test_answer_does_not_depend_on_the_other_positions():
    result = accuracy(at_random, count=50, seed=1)
    assert tuple(answer(at_random, one.place, seed=1) for one in reversed(result.answers)) == result.answers[::-1]


def test_player_keeps_nothing_from_one_position_to_the_next():
    class Counting:
        asked = 0

        def __call__(self, board, rng):
            self.asked += 1
            assert self.asked == 1
            return board.legal_moves()[0]

    assert len(accuracy(Counting(), count=5).answers) == 5


def test_smaller_sample_is_part_of_the_larger():
    assert set(accuracy(at_random, count=20, seed=1).answers) < set(accuracy(at_random, count=60, seed=1).answers)


def test_places_limit_what_is_drawn_from():
    late = np.flatnonzero(SOLVED.plies >= 35)
    result = accuracy(leftmost, count=40, places=late)
    assert {one.place for one in result.answers} < set(late.tolist())
    assert len(result.answers) == 40


def test_numpy_integer_is_a_move():
    assert type(answer(lambda board, rng: np.int64(3), place=0, seed=1).move) is int


def test_table_counts_by_kind_and_by_ply():
    answers = (
        Answer(place=0, ply=0, kind="several", move=3, optimal=True, sound=True),
        Answer(place=9, ply=7, kind="several", move=3, optimal=False, sound=True),
        Answer(place=100, ply=8, kind="only one", move=3, optimal=False, sound=False),
    )
    result = Accuracy(answers)
    assert result.table()[["positions", "optimal", "sound"]].round(3).values.tolist() == [[3, 0.333, 0.667]]
    assert result.table("kind")[["positions", "optimal", "sound"]].to_dict("index") == {
        "several": {"positions": 2, "optimal": 0.5, "sound": 1.0},
        "only one": {"positions": 1, "optimal": 0.0, "sound": 0.0},
    }
    assert result.table("ply").positions.to_dict() == {0: 2, 8: 1}


def test_table_has_wilson_intervals():
    result = accuracy(at_random, count=100, seed=1)
    row, right = result.table().loc["all"], sum(one.sound for one in result.answers)
    assert (row.sound_low, row.sound_high) == score_interval(right, 100)


def test_share_of_a_random_player_is_what_the_arrays_say():
    # Of all positions: each legal move equally likely. The interval of a sample of 1,500 holds it in 95 of 100 cases.
    expected = (SOLVED.sound.sum(axis=1) / (~np.isnan(SOLVED.scores)).sum(axis=1)).mean()
    row = accuracy(at_random, count=1500, seed=1).table().loc["all"]
    assert row.sound_low < expected < row.sound_high


def test_progress_is_shown_only_if_wanted(capfd):
    accuracy(leftmost, count=5)
    assert capfd.readouterr().err == ""
    accuracy(leftmost, count=5, progress=True)
    assert "5.00/5.00" in capfd.readouterr().err


@pytest.mark.parametrize("move", [7, -1, None, 2.5, 3.0, True, "3"])
def test_illegal_move_is_an_error_that_shows_the_position(move):
    with pytest.raises(ValueError, match=r"the player gave .* in Board\(\); legal moves: \(0, 1"):
        answer(lambda board, rng: move, place=0, seed=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": 0}, "count must be a whole number, at least 1"),
        ({"count": 1962}, "count must be at most the number of places to draw from, 1961, not 1962"),
        ({"count": 3, "places": [5, 5, 6]}, "2, not 3"),
        ({"places": [-1]}, "places must be whole numbers from 0 to 1960"),
        ({"places": [1961]}, "places must be whole numbers from 0 to 1960"),
        ({"places": [1.5]}, "places must be whole numbers from 0 to 1960"),
        ({"places": [], "count": None}, "whole numbers"),
        ({"seed": -1}, "seed must be a whole number, at least 0"),
    ],
)
def test_bad_argument_is_a_value_error(arguments, message):
    with pytest.raises(ValueError, match=message):
        accuracy(leftmost, **arguments)


def test_table_by_something_else_is_a_value_error():
    with pytest.raises(ValueError, match="by must be None or 'kind' or 'ply', not 'column'"):
        accuracy(leftmost, count=5).table(by="column")
