"""The trainings of lesson 18: what is changed in each of them, what an untried move is worth, and what is stored."""

from itertools import product

import pytest

from c4lib import Board
from mctslab.experiments import learning, stored
from mctslab.experiments.learning import ALL, CHANGES, COSTS, CUBE, StartTable
from mctslab.players import random_player
from mctslab.qlearning import LearningSettings, QTable, Training

BOARD = Board.from_moves("2", 4, 5)


def changed(name):
    """What differs from the published training."""
    teacher, settings = CHANGES[name]
    published = LearningSettings()
    differs = {setting for setting, value in settings.items() if value != getattr(published, setting)}
    return differs | ({"teacher"} if teacher is learning.SOUND_TEACHER else set())


def test_all_is_seven_changes_and_every_one_of_them_is_left_out_once():
    left_out = [changed("all") - changed(name) for name in CHANGES if name.startswith("all but")]
    assert sorted(left_out, key=str) == sorted([{name} for name in ["teacher", *ALL]], key=str)
    assert all(changed(name) < changed("all") for name in CHANGES if name != "all")


def test_the_cube_is_all_ways_to_change_three_things():
    ways = [frozenset(changed(name)) for name in CUBE]
    three = ("teacher", "order", "move")
    assert len(ways) == len(set(ways)) == 8
    assert set(ways) == {
        frozenset(name for name, on in zip(three, ons, strict=True) if on) for ons in product((0, 1), repeat=3)
    }


@pytest.mark.parametrize(("move", "start"), COSTS)
def test_a_tried_move_sinks_below_untried_ones_as_the_table_says(move, start):
    table, settings = StartTable(4, 5, start), LearningSettings(move=move)
    training = Training(table, random_player, settings)
    for _ in range(3):  # nothing is known of what comes next
        training._update(BOARD, 1, Board.from_moves("210", 4, 5))
    sinks = table.values(BOARD)[1] < table.values(BOARD)[0] - 1e-9
    assert sinks == ((move, start) in [(-1, 0), (0, 5)])


def test_a_table_learns_from_what_an_untried_move_is_worth():
    table = StartTable(4, 5, start=-5)
    table.learn(BOARD, 1, target=50, alpha=0.6)
    assert table.values(BOARD) == {0: -5, 1: pytest.approx(28), 2: -5, 3: pytest.approx(28), 4: -5}
    assert table.tried(BOARD) == (1, 3)


def test_with_0_it_is_the_table_of_the_library():
    tables = QTable(4, 5), StartTable(4, 5, start=0)
    for table in tables:
        Training(table, learning.SOUND_TEACHER, LearningSettings(), seed=1).run(20)
    assert tables[0]._values == tables[1]._values


def test_every_training_with_a_change_is_stored_once():
    table = stored("learning_changes")
    strangers = table[(table.opponent == "40 playouts") & (table.games == learning.GAMES)]
    found = sorted(strangers[["rows", "change", "seed"]].itertuples(index=False, name=None))
    more = [(4, name, seed) for name, seed in product(CUBE, learning.MORE_SEEDS)]
    small = product((3,), learning.ON_3_ROWS, learning.SEEDS)
    assert found == sorted([*product((4,), CHANGES, learning.SEEDS), *small, *more])


def test_what_is_left_out_is_one_change_of_three():
    three, *others = map(changed, learning.LEFT_OUT)
    assert [three - other for other in others] == [{"teacher"}, {"order"}, {"move"}]
