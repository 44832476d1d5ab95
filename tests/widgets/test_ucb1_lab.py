"""The laboratory for UCB1 without a browser: sliders are moved by setting `.value`, the choice is compared."""

import io
import math
import subprocess
import sys

import pytest
from fake_page import FakePage
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from PIL import Image

from c4lib import Board, SearchSettings, TreeSearch
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION
from c4lib.widgets.ucb1_lab import Choice, Ucb1Lab, draw_curves, draw_terms

counted = st.integers(0, 60).flatmap(
    lambda visits: st.tuples(st.integers(0, 2 * visits).map(lambda w: w / 2), st.just(visits))
)
choices = st.builds(
    Choice, st.lists(counted, min_size=2, max_size=7), st.floats(0, 3).map(lambda c: round(c, 2)), st.integers(0, 5)
)


def size(png):
    return Image.open(io.BytesIO(png)).size


def test_the_laboratory_loads_neither_a_search_nor_numba():
    code = "import sys, c4lib.widgets.ucb1_lab; print(*(name for name in sys.modules if name.startswith(('c4lib', 'numba'))))"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not [name for name in loaded if name.startswith(("numba", "c4lib.fast", "c4lib.search", "c4lib.study"))]
    assert len(loaded) <= 24


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


def test_unvisited_move_has_an_infinite_value_and_is_chosen():
    choice = Choice(((9, 10), (0, 0)))
    assert (choice.values[1], choice.chosen) == (math.inf, (1,))
    assert choice.sentence == "Move 1 is chosen: it has no visit yet, so its value is ∞."


@given(choices)
def test_value_is_mean_plus_exploration_and_the_chosen_have_the_largest(choice):
    for move, visits in enumerate(choice.visits):
        if visits:
            exploration = choice.c * math.sqrt(math.log(choice.parent_visits) / visits)
            assert choice.values[move] == pytest.approx(choice.wins[move] / visits + exploration)
            now = choice.parent_visits  # where both curves begin
            assert choice.rising(move, now) == choice.falling(move, now) == pytest.approx(choice.values[move])
    assert choice.chosen == tuple(move for move, value in enumerate(choice.values) if value == max(choice.values))


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


# ---------------------------------------------------------------- the widget


def test_every_slider_changes_the_choice_and_both_pictures():
    lab = Ucb1Lab(((14, 20), (5, 10)))
    bars, curves = [str(lab.bars.scene.elements)], [str(lab.curves.scene.elements)]
    for slider, value in ((lab.c, 0.5), (lab.prior, 3), (lab.rows[0].visits, 30), (lab.rows[1].wins, 7.5)):
        slider.value = value
        bars.append(str(lab.bars.scene.elements))
        curves.append(str(lab.curves.scene.elements))
    assert lab.choice == Choice(((14, 30), (7.5, 10)), 0.5, 3)
    assert (len(set(bars)), len(set(curves))) == (5, 5)
    assert lab.sentence.value == lab.choice.sentence
    assert lab.message.value == ""


def test_first_values_are_not_rounded_to_a_step():
    lab = Ucb1Lab(((2.5, 700), (1, 3)), c=4.321, T=50)
    lab.rows[1].wins.value = 2
    assert lab.choice == Choice(((2.5, 700), (2, 3)), 4.321, 50)


def test_first_values_of_a_hundred_thousand_visits_are_on_sliders_of_few_places():
    lab = Ucb1Lab(((49_999.5, 99_999), (1, 3)))
    lab.rows[1].wins.value = 2
    assert lab.choice.moves == ((49_999.5, 99_999), (2, 3))
    assert all(len(slider.options) < 1100 for slider in (lab.rows[0].wins, lab.rows[0].visits))


def test_wins_are_never_more_than_the_visits():
    lab = Ucb1Lab(((14, 20), (5, 10)))
    for visits, options in ((6, 13), (0, 1)):
        lab.rows[0].visits.value = visits
        assert lab.choice.moves[0] == (visits, visits)
        assert len(lab.rows[0].wins.options) == options
        assert lab.rows[0].wins.state["disabled"] == (visits == 0)


def test_wins_come_back_when_the_visits_have_been_dragged_through_0():
    lab = Ucb1Lab(((14, 20), (5, 10)))
    moves = []
    for visits in (6, 0, 6, 20, 30):
        lab.rows[0].visits.value = visits
        moves.append(lab.choice.moves[0])
    assert moves == [(6, 6), (0, 0), (6, 6), (14, 20), (14, 30)]


def test_only_the_wins_that_were_set_last_come_back():
    lab = Ucb1Lab(((14, 20), (5, 10)))
    lab.rows[0].visits.value = 6
    lab.rows[0].wins.value = 2
    lab.rows[0].visits.value = 20
    assert lab.choice.moves[0] == (2, 20)


def test_slider_of_the_visits_keeps_its_length_while_it_is_dragged():
    lab = Ucb1Lab(((14, 700), (5, 10)))
    lab.rows[0].visits.value = 3
    assert lab.rows[0].visits.options[-1] == ("700", 700)


def test_click_on_a_bar_is_one_more_visit_without_a_win():
    lab = Ucb1Lab(((100, 100), (5, 10)))
    assert lab.bars.spots == {
        "0": "move 0: one more visit, without a win",
        "1": "move 1: one more visit, without a win",
    }
    lab.bars.click(0)
    assert lab.choice.moves == ((100, 101), (5, 10))
    assert lab.rows[0].visits.value == 101


def test_click_on_a_bar_brings_no_wins_back():
    lab = Ucb1Lab(((14, 20), (5, 10)))
    lab.rows[0].visits.value = 6
    lab.bars.click(0)
    assert lab.choice.moves[0] == (6, 7)


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
    assert all(row.remove.state["disabled"] for row in lab.rows)
    lab.rows[0].remove.click()
    assert len(lab.choice.moves) == 2
    for _ in range(5):
        lab.add.click()
    assert lab.add.state["disabled"]
    assert not any(row.remove.state["disabled"] for row in lab.rows)
    lab.add.click()
    assert (len(lab.rows), len(lab.choice.moves)) == (7, 7)
    lab.rows[6].remove.click()
    assert not lab.add.state["disabled"]


def test_only_the_rows_of_moves_are_to_be_seen():
    lab = Ucb1Lab(((14, 20), (5, 10), (1, 2)))
    lab.rows[1].remove.click()
    parts = lab._whole()["parts"]
    seen = {name for name, part in parts.items() if name[-1].isdigit() and not part["hidden"]}
    assert seen == {f"{name}{move}" for name in ("name", "remove", "fraction", "wins", "visits") for move in (0, 1)}


def test_one_movement_of_a_slider_draws_each_picture_once_and_is_one_message(monkeypatch):
    lab = Ucb1Lab(((14, 20), (5, 10)))
    page, drawn = FakePage(lab), []

    def draw(ax, choice, height):
        drawn.append(choice.moves)
        return draw_terms(ax, choice, height - 1)

    monkeypatch.setattr("c4lib.widgets.ucb1_lab.draw_terms", draw)
    monkeypatch.setattr("c4lib.widgets.ucb1_lab.draw_curves", draw)
    page.say("visits0", "set", value=6)
    assert drawn == [((6, 6), (5, 10))] * 2
    changed = {"sentence", "bars", "curves", "fraction0", "wins0", "visits0"}
    assert [set(message["parts"]) for message in page.messages] == [changed]


def test_place_that_a_slider_has_lost_in_the_meantime_is_its_last():
    lab = Ucb1Lab(moves=((14, 20), (5, 10)))
    lab.rows[0].visits.value = 4
    FakePage(lab).say("wins0", "set", value=27)
    assert lab.choice.moves[0] == (4, 4)
    assert lab.message.value == ""


def test_what_stays_the_same_thing_keeps_its_name_when_it_moves():
    labs = [Ucb1Lab(((14, 20), (5, 10)), c=c) for c in (1, 1.1)]
    before, after = ({*lab.bars.scene.elements, *lab.curves.scene.elements} for lab in labs)
    things = "box 2 0", f"box 3 {EXPLOITATION} 1", f"box 3 {EXPLORATION} 1", "circle 4 1"
    texts = "value 1", f"{EXPLOITATION} 1", f"{EXPLORATION} 1", "move 1", "n 1", "N"
    assert before & after >= {f"@{name}" for name in (*things, *(f"text 5 {text}" for text in texts))}


@pytest.mark.parametrize("moves", range(2, 8))
def test_no_text_is_smaller_than_14_pixels_in_a_panel_of_1025_and_20_in_one_of_1684(moves):
    lab = Ucb1Lab(((14.5, 20),) * moves, T=15)
    for picture in (lab.bars, lab.curves):
        sizes = [numbers[2] for _, kind, numbers, _ in picture.scene.elements.values() if kind == "text"]
        assert min(sizes) / 1000 * 1015 / 2 >= 14
        assert min(sizes) / 1000 * 1670 / 2 >= 20


@pytest.mark.parametrize("moves", range(2, 8))
def test_panel_of_1025_pixels_is_at_most_560_high(moves):
    lab = Ucb1Lab(((14.5, 20),) * moves)
    around = 29 + 3 + 34 + 4  # the sentence, the space below the pictures, the row of c, the border
    height = max(picture.scene.height for picture in (lab.bars, lab.curves)) / 1000 * 1017 / 2
    assert around + height + 33.8 * moves <= 560


def test_the_terms_of_every_move_are_written_over_its_bar():
    lab = Ucb1Lab(((14, 20), (5, 10), (2, 4)), c=0.5)
    choice = lab.choice
    for mean, value in zip(choice.means, choice.values):
        assert {f"{mean:.2f}", f"{value:.2f}"} <= set(lab.bars.texts)


def test_an_upright_line_stands_over_N_in_the_picture_of_the_curves():
    ax = Figure(figsize=(5.5, 3.7)).add_axes((0, 0, 1, 1))
    draw_curves(ax, Choice(((14, 20), (5, 10)), c=0.5))
    (line,) = [line for line in ax.lines if len(set(line.get_xdata())) == 1]
    (name,) = [text for text in ax.texts if text.get_text() == "N = 30"]
    assert line.get_xdata()[0] == name.get_position()[0]


@pytest.mark.parametrize(("moves", "said"), [(((14, 20), (5, 10)), []), (((14, 20), (0, 0)), ["∞: move 1"])])
def test_moves_that_were_never_visited_are_named_above_the_curves_of_the_others(moves, said):
    ax = Figure(figsize=(5.5, 3.7)).add_axes((0, 0, 1, 1))
    draw_curves(ax, Choice(moves, c=0.5))
    assert [text.get_text() for text in ax.texts if "∞" in text.get_text()] == said


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
    lab = Ucb1Lab(moves, **settings)
    width, height = size(lab.static_picture())
    assert (width > 900, height > 300) == (True, True)
    assert lab.bars.texts[-1] == f"{lab.choice.visits[-1]}"
    assert "UCB1 over N" in lab.curves.texts
