"""Lesson 17's playout that goes on after the end, disc by disc, and its claim cards."""

import numpy as np
import pytest

from mctslab.published import MCTS, Node
from pictures.lesson_17 import Card, overrun


@pytest.fixture
def won():
    state = np.zeros((6, 5), dtype=int)
    state[5, :4], state[3:, 4] = 1, 2
    return state


def test_the_picture_ends_as_the_playout_of_p1_does(won):
    words = {"loss": "O has won.", "win": "X has won.", "draw": "a draw."}
    for seed in range(30):
        film = overrun(won, mover=2, seed=seed)
        result = MCTS(play_outs=1, player=1, rng=seed).simulation(Node(won), 1)
        assert film.say(film.number.max).endswith(words[result]), seed
        film.close()


def test_each_number_has_its_picture_and_its_sentence(won):
    film = overrun(won, mover=2, seed=6)
    assert film.number.min == 0
    assert film.sentence.value == "X has four in a row. P1 begins a playout here."
    seen = []
    for number in range(film.number.max + 1):
        film.number.value = number
        seen.append(film.picture.scene.elements.copy())
        if number:
            assert film.sentence.value.startswith(f"Disc {number}: {'XO'[number % 2]} drops into column")
    assert all(one != other for one, other in zip(seen, seen[1:]))
    film.close()


def test_a_card_shows_what_is_filled_in_and_a_line_where_nothing_is():
    card = Card("It never loses.", count="losses", runs=" ")
    rows = dict(card.rows())
    assert rows["the sentence"] == "“It never loses.”"
    assert rows["what I count"] == "losses"
    assert set(rows["how often"]) == set(rows["what would refute it"]) == {"_"}


def test_what_is_written_on_a_card_is_shown_as_it_is():
    assert "&lt;b&gt;" in Card("x", count="<b>")._repr_html_()
    assert "7" in Card("x", runs=7)._repr_html_()


def test_two_cards_stand_beside_each_other_with_what_was_measured():
    beside = Card("It never loses.", count="mine").beside(Card("It never loses.", count="ours"), "3 of 5")
    assert [row[0] for row in beside.rows] == ["what I count", "how often", "what would refute it", "measured"]
    assert beside.rows[0][1:] == ("mine", "ours")
    assert beside._repr_html_().count("3 of 5") == 2
