"""The moving picture of lesson 24: the visits of UCT and of RAVE fill the same board; and whose function its searches use."""

import re

import pytest

from c4lib import SearchSettings, TreeSearch
from mctslab.experiments.guided import HEX_C, hex_position
from mctslab.guided import update_amaf
from pictures.lesson_24 import KINDS, filling, is_sooner, sooner


@pytest.fixture(scope="module")
def film():
    panel = filling(*hex_position(4, 57), seed=1_000, playouts=100, every=20)
    yield panel
    panel.close()


def texts(film):
    return [words[1] for _, kind, _, words in film.picture.scene.elements.values() if kind == "text"]


def test_each_step_says_the_visits_of_the_searches_there(film):
    board, win = hex_position(4, 57)
    for step in (5, 1, 3):
        film.number.value = step
        visits = [
            TreeSearch(board, SearchSettings(c=HEX_C), 1_000, **KINDS[name]()).run(20 * step).visits[win]
            for name in ("UCT, c = 0.5", "RAVE, k = 500")
        ]
        said = re.fullmatch(
            rf"{20 * step} playouts: UCT has (\d+) visits? on c2, RAVE has (\d+) visits? on c2\.", film.sentence.value
        )
        assert [int(number) for number in said.groups()] == visits
        assert {str(number) for number in visits} <= set(texts(film))


def test_it_says_which_move_each_would_play_and_whether_it_wins(film):
    film.number.value = 5
    told = [text for text in texts(film) if text.startswith("would play ")]
    _, win = hex_position(4, 57)
    assert len(told) == 2
    assert all(text.endswith("wins" if f" {win}:" in text else "loses") for text in told)


def test_only_a_function_that_is_right_is_taken():
    assert is_sooner(sooner)
    plain = lambda amaf, path, moves, winner, weight: update_amaf(amaf, path, moves, winner)  # noqa: E731
    for wrong in (plain, update_amaf, lambda *arguments: None, lambda: 1 / 0, None):
        assert not is_sooner(wrong)
