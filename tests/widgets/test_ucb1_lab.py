"""The laboratory for UCB1 without a browser: sliders are moved by setting `.value`, the choice is compared."""

import io
import math

import pytest
from fake_page import FakePage
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from PIL import Image

from c4lib import Board, SearchSettings, TreeSearch
from c4lib.plots.canvas import Drawing
from c4lib.widgets.ucb1_lab import Choice, Ucb1Lab, _draw_curves, _draw_terms

counted = st.integers(0, 60).flatmap(
    lambda visits: st.tuples(st.integers(0, 2 * visits).map(lambda w: w / 2), st.just(visits))
)
choices = st.builds(
    Choice, st.lists(counted, min_size=2, max_size=7), st.floats(0, 4).map(lambda c: round(c, 2)), st.integers(0, 5)
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
    assert [one.mean for one in choice.candidates] == list(search.means.values())
    assert [one.value for one in choice.candidates] == list(search.ucb1.values())
    assert max(search.ucb1, key=search.ucb1.get) in choice.chosen


def test_moves_that_share_the_largest_value_are_listed_in_a_sentence_of_one_line():
    choice = Choice(((5, 10),) * 7)
    names = "0, 1, 2, 3, 4, 5 and 6"
    assert choice.sentence == f"Moves {names} share the largest value, 1.42: one of them is drawn at random."


def test_unvisited_move_has_an_infinite_value_and_is_chosen():
    choice = Choice(((9, 10), (0, 0)))
    assert (choice.candidates[1].value, choice.chosen) == (math.inf, (1,))
    assert choice.sentence == "Move 1 is chosen: it has no visit yet, so its value is ∞."


@given(choices)
def test_value_is_mean_plus_exploration_and_the_chosen_have_the_largest(choice):
    now = choice.parent_visits
    for one, (wins, visits) in zip(choice.candidates, choice.moves):
        assert one.visits == visits + 2 * choice.prior
        if one.visits:
            exploration = choice.c * math.sqrt(math.log(now) / one.visits)
            assert one.value == pytest.approx((wins + choice.prior) / one.visits + exploration)
            later = [choice.later_values(one, is_visited, now) for is_visited in (True, False)]
            assert later == pytest.approx([one.value] * 2)  # where both curves begin
    largest = max(one.value for one in choice.candidates)
    assert choice.chosen == tuple(one.move for one in choice.candidates if one.value == largest)


@given(choices)
def test_change_is_the_first_N_at_which_another_move_is_chosen(choice):
    if choice.change is None or choice.change[0] > choice.parent_visits + 200:
        return
    (chosen,), candidates = choice.chosen, choice.candidates
    for parent_visits in range(choice.parent_visits + 1, choice.change[0] + 1):
        visits = [one.visits for one in candidates]
        visits[chosen] += parent_visits - choice.parent_visits
        values = [one.mean + choice.c * math.sqrt(math.log(parent_visits) / n) for one, n in zip(candidates, visits)]
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
    first = 49_999.5, 99_999
    lab = Ucb1Lab((first, (1, 3)), c=4.321, prior=50)
    lab.rows[1].wins.value = 2
    assert lab.choice == Choice((first, (2, 3)), 4.321, 50)


def test_wins_are_never_more_than_the_visits():
    lab = Ucb1Lab(((14, 20), (5, 10)))
    wins = lab.rows[0].wins
    for visits in (6, 0):
        lab.rows[0].visits.value = visits
        assert lab.choice.moves[0] == (wins.value, visits) == (visits, visits)
        assert (wins.max, wins.disabled) == (visits or 1, not visits)  # a slider without a length cannot be drawn


def test_wins_that_the_page_had_before_it_was_told_of_fewer_visits_are_all_visits():
    lab = Ucb1Lab(((14, 20), (5, 10)))
    lab.rows[0].visits.value = 4
    lab.rows[0].wins.set_state({"value": 27})
    assert lab.choice.moves[0] == (4, 4)
    assert lab.message.value == ""


def test_click_on_a_bar_is_one_more_visit_without_a_win():
    lab = Ucb1Lab(((100, 100), (5, 10)))
    assert lab.bars.spots == {
        0: "move 0: one more visit, without a win",
        1: "move 1: one more visit, without a win",
    }
    lab.bars.click(0)
    assert lab.choice.moves == ((100, 101), (5, 10))
    assert lab.rows[0].visits.value == 101


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
    assert len(lab.choice.moves) == 2
    for _ in range(5):
        lab.add.click()
    assert lab.add.disabled
    assert not any(row.remove.disabled for row in lab.rows)
    lab.add.click()
    assert (len(lab.rows), len(lab.choice.moves)) == (7, 7)
    lab.rows[6].remove.click()
    assert not lab.add.disabled


@pytest.mark.parametrize(
    ("T", "fractions"), [(0, ["2.5 / 10 = 0.25", "0 / 0 = –"]), (3, ["(2.5 + 3) / (10 + 6) = 0.34", "(0 + 3) / (0 + 6) = 0.50"])]
)  # fmt: skip
def test_the_mean_of_each_move_is_written_as_a_fraction_with_the_wins_of_T(T, fractions):
    lab = Ucb1Lab(((2.5, 10), (0, 0)), prior=T)
    assert [row.fraction.value for row in lab.rows] == fractions


def test_one_movement_of_a_slider_draws_each_picture_once_and_is_one_message(monkeypatch):
    lab = Ucb1Lab(((14, 20), (5, 10)))
    page, drawn = FakePage(lab), []

    def draw(drawing, choice, height):
        drawn.append(choice.moves)
        return _draw_terms(drawing, choice, height - 1)

    monkeypatch.setattr("c4lib.widgets.ucb1_lab._draw_terms", draw)
    monkeypatch.setattr("c4lib.widgets.ucb1_lab._draw_curves", draw)
    lab.rows[0].visits.value = 6
    assert drawn == [((6, 6), (5, 10))] * 2
    assert [picture for picture, _ in page.messages] == [lab.bars, lab.curves]


@pytest.mark.parametrize("moves", [2, 7])
def test_no_text_is_smaller_than_14_pixels_in_a_panel_of_1025_and_20_in_one_of_1684(moves):
    lab = Ucb1Lab(((14.5, 20),) * moves, prior=15)
    for picture in (lab.bars, lab.curves):
        sizes = [numbers[2] for _, kind, numbers, _ in picture.scene.elements.values() if kind == "text"]
        assert min(sizes) / 1000 * 1015 / 2 >= 14
        assert min(sizes) / 1000 * 1670 / 2 >= 20


@pytest.mark.parametrize("moves", [2, 7])
def test_panel_of_1025_pixels_is_at_most_560_high(moves):
    lab = Ucb1Lab(((14.5, 20),) * moves)
    around = 48 + 3 + 34 + 4  # two lines of the sentence, the space below the pictures, the row of c, the border
    height = max(picture.scene.height for picture in (lab.bars, lab.curves)) / 1000 * 1017 / 2
    assert around + height + 30.8 * moves <= 560


def test_the_terms_of_every_move_are_written_over_its_bar():
    lab = Ucb1Lab(((14, 20), (5, 10), (2, 4)), c=0.5)
    for one in lab.choice.candidates:
        assert {f"{one.mean:.2f}", f"{one.value:.2f}"} <= set(lab.bars.texts)


def curves_of(choice):
    ax = Figure(figsize=(5.5, 3.7)).add_axes((0, 0, 1, 1))
    _draw_curves(Drawing(ax), choice)
    return ax


@pytest.mark.parametrize(
    ("moves", "dashed"), [(((14, 20), (5, 10)), 1), (((5, 10), (5, 10)), 0), (((5, 10), (0, 0)), 0)], ids=str
)
def test_only_the_curve_of_the_one_move_that_is_chosen_is_drawn_as_if_it_got_the_visits_too(moves, dashed):
    lines = curves_of(Choice(moves)).lines
    assert [line.get_linestyle() for line in lines].count("--") == dashed


@pytest.mark.parametrize(("moves", "said"), [(((14, 20), (5, 10)), []), (((14, 20), (0, 0)), ["∞: move 1"])])
def test_moves_that_were_never_visited_are_named_above_the_curves_of_the_others(moves, said):
    ax = curves_of(Choice(moves, c=0.5))
    assert [text.get_text() for text in ax.texts if "∞" in text.get_text()] == said


@pytest.mark.parametrize(
    ("moves", "settings"),
    [
        (((0, 0), (0, 0)), {}),
        (((0, 1), (0, 1)), {"c": 0}),
        (((50_000, 100_000), (3, 9)), {"prior": 1000}),
    ],
)
def test_extreme_counts_are_drawn(moves, settings):
    lab = Ucb1Lab(moves, **settings)
    width, height = size(lab.static_picture())
    assert (width > 900, height > 300) == (True, True)
    assert lab.bars.texts[-1] == f"{lab.choice.candidates[-1].visits}"
    assert "UCB1 over N" in lab.curves.texts
