"""The trainings of lesson 18: what is changed in each of them, what an untried move is worth, and what is stored."""

from collections import Counter
from itertools import combinations, product

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
    differs = [setting for setting, value in settings.items() if value != getattr(published, setting)]
    if teacher is learning.SOUND_TEACHER:
        differs.append("teacher")
    return frozenset(differs)


def test_all_is_seven_changes_and_every_one_of_them_is_left_out_once():
    left_out = Counter(changed("all") - changed(name) for name in CHANGES if name.startswith("all but"))
    assert left_out == Counter(frozenset([name]) for name in ["teacher", *ALL])
    assert all(changed(name) < changed("all") for name in CHANGES if name != "all")


def test_the_cube_is_all_ways_to_change_three_things():
    three = ("teacher", "order", "move")
    corners = [frozenset(some) for number in range(4) for some in combinations(three, number)]
    assert Counter(map(changed, CUBE)) == Counter(corners)


SINKING = [(-1, 0), (0, 5)]  # what a move costs, and what an untried one is worth


@pytest.mark.parametrize(("move", "start"), COSTS)
def test_a_tried_move_sinks_below_untried_ones_as_the_table_says(move, start):
    table = StartTable(4, 5, start)
    training = Training(table, random_player, LearningSettings(move=move))
    unknown = Board.from_moves("210", 4, 5)
    for _ in range(3):
        training._update(BOARD, 1, unknown)
    values = table.values(BOARD)
    untried, tried = values[0], values[1]
    assert (tried < untried - 1e-9) == ((move, start) in SINKING)


def test_a_table_learns_from_what_an_untried_move_is_worth():
    table = StartTable(4, 5, start=-5)
    table.learn(BOARD, 1, target=50, alpha=0.6)
    learnt = pytest.approx(0.4 * -5 + 0.6 * 50)
    assert table.values(BOARD) == {0: -5, 1: learnt, 2: -5, 3: learnt, 4: -5}
    assert table.tried(BOARD) == (1, 3)


def test_with_0_it_is_the_table_of_the_library():
    library, ours = QTable(4, 5), StartTable(4, 5, start=0)
    for table in (library, ours):
        Training(table, learning.SOUND_TEACHER, LearningSettings(), seed=1).run(20)
    assert ours._values == library._values


def test_every_training_with_a_change_is_stored_once():
    table = stored("learning_changes")
    strangers = table[(table.opponent == "40 playouts") & (table.games == learning.GAMES)]
    trainings = strangers[["rows", "change", "seed"]].itertuples(index=False, name=None)
    on_4_rows = [*product([4], CHANGES, learning.SEEDS), *product([4], CUBE, learning.MORE_SEEDS)]
    on_3_rows = [*product([3], learning.ON_3_ROWS, learning.SEEDS)]
    assert sorted(trainings) == sorted(on_4_rows + on_3_rows)


def test_what_is_left_out_is_one_change_of_three():
    three, *others = map(changed, learning.LEFT_OUT)
    assert [three - other for other in others] == [{"teacher"}, {"order"}, {"move"}]
