"""The trap as a widget, and one fact told to a search: c is moved, columns are clicked, what is said and drawn is compared."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from c4lib import FastSearch, SearchSettings
from mctslab.experiments.accuracy import CS, TRAP, TRAP_CS, TRAP_PLAYOUTS
from pictures.lesson_19 import EXACT, TrapThinking, asked_in_game, believed, told_lost


@pytest.fixture(scope="module")
def thinking():
    """Made up: with the k-th c, 10 k searches play column 3 after each number of playouts, and the rest column 2."""
    rows = []
    for (place, c), playouts, move in product(enumerate(TRAP_CS), TRAP_PLAYOUTS, range(7)):
        played = {3: 10 * place, 2: 100 - 10 * place}.get(move, 0)
        row = {"c": c, "playouts": playouts, "move": move, "mean": 0.3 + move / 50, "spread": 0.01}
        rows.append(row | {"visits": playouts * (move + 1) / 28, "played": played})
    return pd.DataFrame(rows)


def test_the_slider_shows_how_many_play_the_column_that_wins(thinking):
    widget = TrapThinking(thinking, TRAP_CS[0])
    for place, c in enumerate(TRAP_CS):
        widget.c.value = c
        assert widget.picture.texts.count(f"{10 * place}") >= len(TRAP_PLAYOUTS)
        assert f"is played by {10 * place} of 100 searches after 1,000 playouts" in widget.sentence.value


def test_a_click_on_a_column_tells_its_result_and_who_plays_it(thinking):
    widget = TrapThinking(thinking, TRAP_CS[1])
    widget.picture.click(2)
    assert "column 2, which loses, is played by 90 of 100" in widget.sentence.value
    widget.picture.click(3)
    assert "column 3, which wins, is played by 10 of 100" in widget.sentence.value


def test_every_column_can_be_clicked_and_says_what_it_is(thinking):
    spots = TrapThinking(thinking, TRAP_CS[4]).picture.spots
    assert [*spots] == [*EXACT] == [*range(7)]
    assert spots[3] == "column 3, which wins"
    assert {spots[column] for column in (0, 6)} == {"column 0, which loses", "column 6, which loses"}


def test_shares_of_the_visits_are_of_all_playouts(thinking):
    beliefs = believed(thinking, TRAP_CS[4])
    assert np.allclose(sum(lists["share"] for lists in beliefs.values()), 1)
    assert beliefs[5]["mean"].tolist() == pytest.approx([0.4] * len(TRAP_PLAYOUTS))


def test_a_line_told_lost_is_not_tried_again_and_the_rest_goes_on():
    search = told_lost(FastSearch(TRAP, SearchSettings(), 1).run(1_000), (2, 3, 1))
    node = search.root.children[2].children[3]
    before = node.visits
    search.run(20_000)
    assert node.children[1].visits == 1_000_000_000
    assert node.children[1].wins == 0
    assert node.visits > before
    assert search.root.visits == search.iterations == 21_000


def test_a_position_of_a_game_is_the_same_each_time_and_asks_every_c():
    asked = [asked_in_game(seed, playouts=50) for seed in range(8)]
    assert asked == [asked_in_game(seed, playouts=50) for seed in range(8)]
    assert all(len(right) == len(CS) and 0 < luck < 1 for right, luck in filter(None, asked))
    assert any(asked)
    assert None in asked
