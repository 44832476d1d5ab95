"""A player's accuracy in exactly solved positions is counted as it should be."""

import numpy as np
import pytest

from c4lib import Board
from c4lib.fast.solver import TooHard
from c4lib.study.perfect import exact_scores
from mctslab.arena.accuracy import Accuracy, Answer, accuracy, answer, optimal_moves, sound_moves
from mctslab.arena.solved import solved_positions

SOLVED = solved_positions()


def leftmost(board, rng):
    return board.legal_moves()[0]


def at_random(board, rng):
    return int(rng.choice(board.legal_moves()))


def perfect_player(board, rng):
    return optimal_moves(board)[0]


# ---------------------------------------------------------------- the best moves


def test_arrays_say_the_same_as_the_functions():
    for place in range(0, len(SOLVED), 7):
        board = SOLVED.board(place)
        assert optimal_moves(board) == tuple(np.flatnonzero(SOLVED.optimal[place]).tolist())
        assert sound_moves(board) == tuple(np.flatnonzero(SOLVED.sound[place]).tolist())


def test_position_that_would_take_too_long_is_an_error():
    with pytest.raises(TooHard, match="1,000 positions"):
        exact_scores(Board().play(0), max_nodes=1000)


# ---------------------------------------------------------------- accuracy


def test_perfect_player_is_always_right():
    result = accuracy(perfect_player, count=None)
    assert len(result.answers) == 1961
    assert all(one.optimal and one.sound for one in result.answers)


def test_answer_is_right_where_the_table_says_so():
    for one in accuracy(at_random, count=200, seed=3).answers:
        scores = SOLVED.scores[one.place]
        best = np.nanmax(scores)
        assert one.optimal == (scores[one.move] == best)
        assert one.sound == (np.sign(scores[one.move]) == np.sign(best))
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
        ({"seed": -1}, "seed must be a whole number, at least 0"),
    ],
)
def test_bad_argument_is_a_value_error(arguments, message):
    with pytest.raises(ValueError, match=message):
        accuracy(leftmost, **arguments)


def test_table_by_something_else_is_a_value_error():
    with pytest.raises(ValueError, match="by must be None or 'kind' or 'ply', not 'column'"):
        accuracy(leftmost, count=5).table(by="column")
