"""The laboratory for UCB1 without a browser: sliders are moved by setting `.value`, the choice is compared."""

import io
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from PIL import Image

from c4lib import Board, SearchSettings, TreeSearch
from c4lib.plots import EXPLOITATION, EXPLORATION, HIGHLIGHT
from c4lib.widgets.ucb1_lab import Choice, Ucb1Lab, draw_choice

counted = st.integers(0, 60).flatmap(
    lambda visits: st.tuples(st.integers(0, 2 * visits).map(lambda w: w / 2), st.just(visits))
)
choices = st.builds(
    Choice, st.lists(counted, min_size=2, max_size=7), st.floats(0, 3).map(lambda c: round(c, 2)), st.integers(0, 5)
)


def size(png):
    return Image.open(io.BytesIO(png)).size


# ---------------------------------------------------------------- the choice


@pytest.mark.parametrize("prior", [0, 3])
def test_numbers_are_those_of_a_search_whose_counts_are_put_in(prior):
    search = TreeSearch(Board(), SearchSettings(c=0.8, prior=prior), rng=3).run(200)
    moves = [(child.wins - prior, child.simulations) for child in search.root.children]
    choice = Choice(moves, c=0.8, prior=prior)
    assert choice.parent_visits == search.root.visits
    assert list(choice.means) == list(search.means.values())
    assert list(choice.values) == list(search.ucb1.values())
    assert max(search.ucb1, key=search.ucb1.get) in choice.chosen


def test_T_wins_in_2T_visits_are_added_to_every_node_and_the_parent():
    choice = Choice(((14, 20), (0, 0)), prior=2)
    assert (choice.wins, choice.visits, choice.parent_visits) == ((16, 2), (24, 4), 24)
    assert choice.means == (16 / 24, 0.5)
    assert choice.values[1] == 0.5 + math.sqrt(2) * math.sqrt(math.log(24) / 4)


def test_unvisited_move_has_an_infinite_value_and_is_chosen():
    choice = Choice(((9, 10), (0, 0)))
    assert (choice.values[1], choice.chosen) == (math.inf, (1,))
    assert choice.sentence == "Move 1 is chosen: it has no visit yet, so its value is ∞."


def test_moves_that_share_the_largest_value_are_all_chosen():
    assert Choice(((5, 10), (5, 10), (1, 8))).chosen == (0, 1)
    assert Choice(((0, 0), (1, 1), (0, 0))).chosen == (0, 2)


def test_greater_c_turns_the_choice_to_the_move_with_fewer_visits():
    moves = ((14, 20), (5, 10))
    assert [Choice(moves, c).chosen for c in (0, 0.5, 2)] == [(0,), (0,), (1,)]


@given(choices)
def test_value_is_mean_plus_exploration_and_the_chosen_have_the_largest(choice):
    for move, visits in enumerate(choice.visits):
        if visits:
            exploration = choice.c * math.sqrt(math.log(choice.parent_visits) / visits)
            assert choice.values[move] == pytest.approx(choice.wins[move] / visits + exploration)
    assert all(choice.values[move] == max(choice.values) for move in choice.chosen)


@given(choices)
def test_change_is_the_first_N_at_which_another_move_is_chosen(choice):
    if choice.change is None or choice.change[0] > choice.parent_visits + 200:
        return
    (chosen,), mean = choice.chosen, choice.means[choice.chosen[0]]
    for parent_visits in range(choice.parent_visits + 1, choice.change[0] + 1):
        values = [
            one + choice.c * math.sqrt(math.log(parent_visits) / visits)
            for one, visits in zip(choice.means, choice.visits)
        ]
        visits = choice.visits[chosen] + parent_visits - choice.parent_visits
        values[chosen] = mean + choice.c * math.sqrt(math.log(parent_visits) / visits)
        is_overtaken = max(values) > values[chosen] + 1e-12
        if parent_visits < choice.change[0]:
            assert not is_overtaken
    assert values[choice.change[1]] == pytest.approx(max(values))
    assert choice.change[1] != chosen


@given(choices)
def test_value_rises_with_N_while_the_move_is_not_visited(choice):
    parent_visits = np.arange(max(choice.parent_visits, 1), 500)
    for move, visits in enumerate(choice.visits):
        if visits:
            assert (np.diff(choice.rising(move, parent_visits)) >= 0).all()
            assert choice.rising(move, choice.parent_visits) == pytest.approx(choice.values[move])
            assert choice.falling(move, choice.parent_visits) == pytest.approx(choice.values[move])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"moves": ((1, 2),)}, "there must be 2 to 7 moves, not 1"),
        ({"moves": ((1, 2),) * 8}, "there must be 2 to 7 moves, not 8"),
        ({"moves": ((1, 2), (3, 2))}, "wins of move 1 must be a number from 0 to its visits, 2, not 3"),
        ({"moves": ((1, 2), (-1, 2))}, "wins of move 1 must be"),
        ({"moves": ((1, 2), (0.3, 2))}, r"wins of move 1 must be whole or a half \(a draw\), not 0.3"),
        ({"moves": ((1, 2), (1, 2.5))}, "visits of move 1 must be a whole number, at least 0, not 2.5"),
        ({"moves": (1, 2)}, r"move 0 must be \(wins, visits\), not 1"),
        ({"c": -1}, "c must be a finite number, at least 0, not -1"),
        ({"T": 0.5}, "T must be a whole number, at least 0, not 0.5"),
    ],
)
def test_bad_argument_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Ucb1Lab(**arguments)


# ---------------------------------------------------------------- the widget


def test_every_slider_changes_the_choice_and_the_picture():
    lab = Ucb1Lab(((14, 20), (5, 10)))
    pictures = [lab.picture.value]
    for slider, value in ((lab.c, 0.5), (lab.prior, 3), (lab.rows[0].visits, 30), (lab.rows[1].wins, 7.5)):
        slider.value = value
        pictures.append(lab.picture.value)
    assert lab.choice == Choice(((14, 30), (7.5, 10)), 0.5, 3)
    assert len(set(pictures)) == 5
    assert lab.choice.sentence in lab.sentence.value
    assert lab.message.text == ""


def test_first_values_are_not_rounded_to_a_step():
    lab = Ucb1Lab(((2.5, 700), (1, 3)), c=4.321, T=50)
    lab.rows[1].wins.value = 2
    assert lab.choice == Choice(((2.5, 700), (2, 3)), 4.321, 50)


def test_wins_are_never_more_than_the_visits():
    lab = Ucb1Lab(((14, 20), (5, 10)))
    lab.rows[0].wins.value = 99
    assert lab.choice.moves[0] == (20, 20)
    lab.rows[0].visits.value = 6
    assert lab.choice.moves[0] == (6, 6)
    lab.rows[0].visits.value = 0
    assert lab.choice.moves[0] == (0, 0)
    assert lab.rows[0].wins.disabled
    lab.rows[0].visits.value = 8
    lab.rows[0].wins.value = 7
    assert lab.choice.moves[0] == (7, 8)
    assert lab.message.text == ""


def test_move_is_added_without_visits_and_taken_away_again():
    lab = Ucb1Lab(((14, 20), (5, 10)))
    lab.add.click()
    assert lab.choice.moves == ((14, 20), (5, 10), (0, 0))
    lab.rows[2].visits.value = 4
    lab.rows[0].remove.click()
    assert lab.choice.moves == ((5, 10), (0, 4))
    lab.rows[0].wins.value = 6
    assert lab.choice.moves == ((6, 10), (0, 4))


def test_there_are_never_fewer_than_two_or_more_than_seven_moves():
    lab = Ucb1Lab()
    assert all(row.remove.disabled for row in lab.rows)
    lab.rows[0].remove.click()
    assert "2 to 7 moves" in lab.message.text
    for _ in range(5):
        lab.add.click()
    assert lab.add.disabled
    assert not any(row.remove.disabled for row in lab.rows)
    lab.add.click()
    assert (len(lab.rows), len(lab.choice.moves)) == (7, 7)
    assert "2 to 7 moves" in lab.message.text
    lab.rows[6].remove.click()
    assert lab.message.text == ""


def test_one_movement_of_a_slider_draws_one_picture(monkeypatch):
    lab = Ucb1Lab(((14, 20), (5, 10)))
    drawn = []
    monkeypatch.setattr("c4lib.widgets.ucb1_lab.draw_choice", lambda ax, choice: drawn.append(choice.moves))
    lab.rows[0].visits.value = 6
    assert drawn == [((6, 6), (5, 10))]


def test_fault_in_a_callback_is_shown_and_raised(monkeypatch):
    lab = Ucb1Lab()
    monkeypatch.setattr("c4lib.widgets.ucb1_lab.draw_choice", None)
    with pytest.raises(TypeError):
        lab.c.value = 0.5
    assert "Something went wrong in the widget itself: TypeError" in lab.message.text


def drawn_boxes(ax, colour):
    """(left, bottom, width, height) of what is filled with this colour."""
    boxes = [one for one in ax.collections if isinstance(one, PolyCollection)]
    shapes = [one for one in boxes if to_hex(one.get_facecolor()[0]).upper() == colour]
    return [path.get_extents().bounds for one in shapes for path in one.get_paths()]


def test_bars_are_as_high_as_the_terms_and_the_chosen_one_is_framed():
    ax, choice = Figure(figsize=(11, 3.7)).add_axes((0, 0, 1, 1)), Choice(((14, 20), (5, 10), (2, 4)), c=0.5)
    draw_choice(ax, choice)
    (_, *blue), (_, *orange) = drawn_boxes(ax, EXPLOITATION), drawn_boxes(ax, EXPLORATION)  # without the formula's
    scale = blue[0][3] / choice.means[0]
    assert [height for _, _, _, height in blue] == pytest.approx([mean * scale for mean in choice.means])
    assert [bottom + height - blue[0][1] for _, bottom, _, height in orange] == pytest.approx(
        [value * scale for value in choice.values]
    )
    ((left, bottom, width, height),) = drawn_boxes(ax, HIGHLIGHT)
    (chosen,) = choice.chosen
    assert left < blue[chosen][0] < blue[chosen][0] + blue[chosen][2] < left + width
    assert bottom < blue[chosen][1] < orange[chosen][1] + orange[chosen][3] < bottom + height
    found = {text.get_text() for text in ax.texts}
    assert {f"{value:.2f}" for value in (*choice.means, *choice.values)} <= found


@pytest.mark.parametrize(
    ("moves", "settings"),
    [
        (((0, 0), (0, 0)), {}),
        (((1, 1), (0, 0)), {}),
        (((0, 0), (0, 0)), {"T": 1}),
        (((0, 1), (0, 1)), {"c": 0}),
        (((5, 10),) * 7, {}),
        (((50_000, 100_000), (3, 9)), {"T": 1000}),
    ],
)
def test_extreme_counts_are_drawn(moves, settings):
    assert size(Ucb1Lab(moves, **settings).static_picture()) > (900, 300)


def test_readers_without_a_kernel_see_a_picture_and_stable_text():
    bundle = Ucb1Lab(((14, 20), (2.5, 10)), T=1)._repr_mimebundle_()
    assert bundle["text/plain"] == "Ucb1Lab(moves=((14, 20), (2.5, 10)), c=1.414, T=1)"
    assert {"image/png", "application/vnd.jupyter.widget-view+json"} <= set(bundle)


def test_what_the_page_rounds_is_rounded_back():
    lab = Ucb1Lab(moves=((14, 20), (5, 10)))
    lab.rows[0].wins.value = 13.999999999999998
    assert lab.message.text == ""
    assert lab.choice.moves[0] == (14, 20)
