"""The game of lesson 16, turn by turn, without a browser: what each picture says, and what is stored of the game."""

import itertools

import pytest

from c4lib import Board, solve
from pictures.lesson_16 import EARLY, at_once, by_parity, threats, turn_by_turn, waiting

MOVES = "34334334011446610066300111660422"[6:]  # from the position after 343343 on


@pytest.fixture
def game():
    boards = [*itertools.accumulate(map(int, MOVES[:9]), Board.play, initial=Board.from_moves("343343"))]
    ratings = [0.6, 0.5, 0.55, 0.45, 0.5, 0.4, 0.5, 0.45, 0.5, 0.51]
    panel = turn_by_turn(boards, [*map(int, MOVES[:10])], ratings, {6: (41, 100), 12: (4, 40)}, [2] * 10)
    yield panel
    panel.close()


def texts(panel):
    """All that is written in the picture."""
    return [words[1] for _, kind, _, words in panel.picture.scene.elements.values() if kind == "text"]


def test_each_turn_has_its_sentence_with_the_move_and_its_rating(game):
    for turn, move, rating in ((6, 3, "0.60"), (9, 1, "0.45"), (15, 1, "0.51")):
        game.number.value = turn
        who = "XO"[turn % 2]
        assert game.sentence.value == f"{turn} discs. {who} plays column {move}, rated {rating} for X."


def test_a_score_is_that_of_the_last_turn_from_which_games_were_played(game):
    for turn, words, share in ((6, "self-play from 6 discs on", "0.41"), (11, "self-play from 6 discs on", "0.41")):
        game.number.value = turn
        assert {words, share} <= set(texts(game))
    game.number.value = 12
    assert {"self-play from 12 discs on", "0.10"} <= set(texts(game))


def test_the_rule_speaks_from_12_discs_on_and_perfect_play_from_the_beginning(game):
    for turn in range(6, 16):
        game.number.value = turn
        assert texts(game).count("silent") == (turn < 12)
        assert texts(game).count("O wins") == 1 + (turn >= 12)


def test_a_threat_waits_as_long_as_no_disc_falls_into_its_cell():
    board = Board.from_moves("343343" + MOVES[:9])
    assert threats(board, 1) == threats(board, 2) == waiting(board, 1) == [(2, 2), (5, 2)]
    assert waiting(board.play(2), 2) == [(5, 2)]
    assert by_parity(board) == 2


@pytest.mark.parametrize(
    ("moves", "is_decided"), [("", False), ("010101", True), ("01010", False), ("2233", False), ("22334", True)]
)
def test_a_position_is_decided_at_once_by_a_win_in_one_or_two_of_the_opponent(moves, is_decided):
    assert at_once(Board.from_moves(moves)) == is_decided


@pytest.mark.check
def test_the_stored_scores_are_those_of_the_solver():
    board = Board.from_moves("343343")
    for number, score in EARLY.items():
        assert solve(Board.from_moves("343343" + MOVES[: number - 6])) == score
    assert len(board.moves) == min(EARLY)
