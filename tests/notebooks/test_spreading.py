"""The moving picture of lesson 18: two tables learn the same games' lessons in two orders, with the reader's update."""

import numpy as np
import pytest

from pictures.spreading import ORDERS, Learner, is_right, library_update, spreading


def theirs(table, board, move, reward, later, alpha, gamma):
    best = 0 if later is None else max(table[later].values())
    table[board][move] += alpha * (reward + gamma * best - table[board][move])


@pytest.fixture
def picture():
    panel = spreading(theirs, games=12)
    yield panel
    panel.close()


def boxes(panel):
    """How many blocks are drawn: those of the moves that were tried, and the grey ones below them."""
    return sum(element[1] == "box" for element in panel.picture.scene.elements.values())


@pytest.mark.parametrize("order", ORDERS)
def test_the_readers_update_learns_what_the_librarys_does(order):
    mine, library = Learner(theirs, order), Learner(library_update, order)
    for _ in range(30):
        mine.play_and_learn()
        library.play_and_learn()
    assert mine.won == library.won
    assert mine.values.keys() == library.values.keys()
    assert np.allclose([*mine.values.values()], [library.values[key] for key in mine.values])


def test_last_move_first_news_of_a_win_is_at_the_top_after_the_game_and_otherwise_only_in_the_last_move():
    for order, most in zip(ORDERS, (0, 50), strict=True):
        learner = Learner(library_update, order)
        while not any(learner.won):
            learner.play_and_learn()
        path = sum(value > 0 for value in learner.values.values())
        assert path == 1 if order == ORDERS[0] else path > 1, most


def test_a_right_update_is_taken_and_a_wrong_one_is_not(picture):
    assert is_right(theirs)
    assert "with your update" in picture.sentence.value
    for wrong in (lambda *arguments: None, lambda table, *rest: table.clear(), lambda: 1 / 0, None):
        assert not is_right(wrong)
        panel = spreading(wrong, games=1)
        assert "the library's update" in panel.sentence.value
        panel.close()


def test_it_trains_as_far_as_is_looked_at_and_goes_back_without_training(picture):
    seen = {}
    for number in (12, 3, 0, 12, 3):
        picture.number.value = number
        assert picture.sentence.value.startswith(f"{number} games")
        assert seen.setdefault(number, boxes(picture)) == boxes(picture)
    assert seen[0] < seen[3] < seen[12]
