"""The reader's own player: the decisions that make it, and the file that keeps them."""

import os

import numpy as np
import pytest

from c4lib import Board
from mctslab.course import decide, decisions, in_a_minute, my_player
from mctslab.qlearning import trained_table


def test_the_decisions_of_all_lessons_make_the_player(at_work):
    decide("13", c=1.0, playouts=50)
    decide("14", prior=2)
    decide("15", keep_tree=True)
    search = my_player().search
    assert (search.settings.c, search.settings.prior, search.playouts, search.keep_tree) == (1.0, 2, 50, True)


def test_a_decision_made_again_replaces_that_of_its_lesson(at_work):
    decide("13", c=1.0, playouts=50)
    decide("13", c=0.5)
    assert (my_player().search.settings.c, my_player().search.playouts) == (0.5, 100)


def test_the_player_before_a_lesson_has_the_decisions_until_then(at_work):
    decide("13", c=1.0)
    decide("14", prior=2)
    assert repr(my_player(before="14").search) == "MCTSPlayer('MCTS, 100 playouts, c=1')"


def test_seconds_take_the_place_of_playouts(at_work):
    decide("13", playouts=50)
    decide("15", seconds=0.1)
    assert (my_player().search.playouts, my_player().search.seconds) == (None, 0.1)


def test_where_the_table_knows_something_it_is_asked(at_work):
    decide("18", table=[4, 5, 2], playouts=1)
    player, table = my_player(), trained_table(4, 5)
    board = Board.from_moves("2", 4, 5)
    asked = [[ask(board, np.random.default_rng(seed)) for seed in range(5)] for ask in (player, table.best_move)]
    assert asked[0] == asked[1]
    assert player(Board(), np.random.default_rng(1)) in range(7)


@pytest.mark.parametrize(
    ("lesson", "choices", "said"),
    [
        ("13", {"C": 1}, "there is no decision C"),
        ("13", {"c": -1}, "c must be"),
        (13, {"c": 1}, "lesson must be"),
        ("18", {"table": [6, 7, 1]}, "the trained table must be"),
        ("18", {"table": [4]}, "table must be"),
        ("13", {"playouts": 5, "seconds": 1.0}, "not on both"),
    ],
)
def test_what_cannot_be_decided_is_refused_and_not_kept(at_work, lesson, choices, said):
    decide("12", playouts=30)
    before = (at_work / "my_player.json").read_text()
    with pytest.raises(ValueError, match=said):
        decide(lesson, **choices)
    assert (at_work / "my_player.json").read_text() == before


@pytest.mark.parametrize(
    "text", ["{half", '{"13": {"c": -1}}', '{"13": 5}']
)
def test_a_file_that_cannot_be_used_is_said_and_left_as_it_is(at_work, text):
    (at_work / "my_player.json").write_text(text)
    with pytest.raises(ValueError, match="my_player.json cannot be used: "):
        decide("14", prior=1)
    assert (at_work / "my_player.json").read_text() == text


def test_a_file_of_absurd_size_is_not_read_to_its_end(at_work):
    (at_work / "my_player.json").touch()
    os.truncate(at_work / "my_player.json", 10**10)
    with pytest.raises(ValueError, match="my_player.json cannot be used: it has more than 1,000,000 letters"):
        decide("14", prior=1)


def test_the_table_of_decisions_names_the_lesson_of_each(at_work):
    decide("13", c=1.0)
    assert "<td>13</td><td>c</td><td>1.0</td>" in decisions()._repr_html_()


def test_under_test_nothing_is_kept_or_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    decide("13", c=1.0)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "my_player.json").write_text("{half")
    assert my_player().search.settings.c == pytest.approx(2**0.5)


def test_numbers_of_numpy_are_kept_as_numbers(at_work):
    decide("13", playouts=np.int64(50), c=np.float64(0.5))
    assert (my_player().search.playouts, my_player().search.settings.c) == (50, 0.5)


def test_what_is_no_lesson_is_refused(at_work):
    with pytest.raises(ValueError, match="lesson must be a number in two digits"):
        my_player(before="abc")


@pytest.mark.parametrize(
    ("choices", "games"), [({"playouts": 1_000}, 546), ({"playouts": 2_000}, 416), ({"seconds": 60}, 2)], ids=str
)
def test_a_match_of_slow_players_takes_about_a_minute(choices, games, capsys):
    player = decide("15", **choices).player()
    assert in_a_minute(546, player, player) == games
    assert bool(capsys.readouterr().out) == (games < 546)
