"""The laboratory of UCB1 in the browser beside that of the notebooks: its choice, its pictures, its page."""

import json
import math
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import example, given
from hypothesis import strategies as st

from c4lib import Ucb1Lab
from c4lib.plots.canvas import Scene
from c4lib.widgets.ucb1_lab import HEIGHT, MOST_MOVES, Choice, _draw_curves, _draw_terms
from web.build import PAGES, joined

pytestmark = pytest.mark.browser

counts = st.integers(0, 60).flatmap(
    lambda visits: st.tuples(st.integers(0, 2 * visits).map(lambda wins: wins / 2), st.just(visits))
)
moves = st.lists(counts, min_size=2, max_size=MOST_MOVES)
exploration = st.floats(0, 4).map(lambda c: round(c, 2)) | st.just(math.sqrt(2))


# ---------------------------------------------------------------- the choice


@pytest.fixture(scope="module")
def library(browser):
    """A page with nothing but the files that the laboratory is made of."""
    page = browser.new_page()
    page.add_script_tag(content=joined(PAGES["lab"].library))
    yield page
    page.close()


CHOICE = """([moves, c, prior, height]) => {
  const choice = new Choice(moves, c, prior);
  const bars = new Scene(), curves = new Scene();
  drawTerms(bars, choice, height);
  drawCurves(curves, choice, height);
  const { chosen, sentence, parentVisits } = choice;
  return { chosen, sentence, parentVisits, bars: bars.elements, curves: curves.elements };
}"""


@given(moves, exploration, st.integers(0, 20))
@example([(14, 20), (5, 10)], 0.5, 0)
@example([(0, 0), (3, 3), (0, 0)], 1.0, 0)
@example([(1, 2), (1, 2), (1, 2)], 0.0, 3)
@example([(50, 100), (4999, 9999)], 2.0, 20)
@example([(25, 51), (24.5, 50)], 0.0, 0)  # 0.490 and 0.490
def test_choice_sentence_and_pictures_are_those_of_the_notebooks_element_by_element(library, moves, c, prior):
    choice = Choice(tuple(moves), c, prior)
    height = min(HEIGHT, 14.2 - len(moves))
    bars, curves = Scene(), Scene()
    _draw_terms(bars, choice, height)
    _draw_curves(curves, choice, height)
    found = library.evaluate(CHOICE, [moves, c, prior, height])
    assert found == {
        "chosen": [*choice.chosen],
        "sentence": choice.sentence,
        "parentVisits": choice.parent_visits,
        "bars": as_json(bars.elements),
        "curves": as_json(curves.elements),
    }


def as_json(elements):
    return json.loads(json.dumps(elements))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("14/20", "there must be 2 to 7 moves, not 1"),
        ("1/1 1/1 1/1 1/1 1/1 1/1 1/1 1/1", "there must be 2 to 7 moves, not 8"),
        ("14/20 6/5", "wins of move 1 must be a number from 0 to its visits, 5, not 6"),
        ("14/20 five", "move 1 must be wins/visits up to 9,999, not five"),
        ("14/20000 1/2", "move 0 must be wins/visits up to 9,999, not 14/20000"),
    ],
)
def test_counts_that_make_no_sense_are_refused_in_words(library, text, error):
    attempt = "text => { try { return readCounts(text); } catch (error) { return error.message; } }"
    assert library.evaluate(attempt, text) == error


@given(moves)
def test_counts_of_an_address_are_read_back(library, moves):
    assert library.evaluate("moves => readCounts(countsText(moves))", moves) == [[*move] for move in moves]


# ---------------------------------------------------------------- the page


@pytest.fixture
def window(live_window):
    """Opens the page of the laboratory."""
    return partial(live_window, "lab")


def line(page):
    return page.locator(".c4-is-line").inner_text()


def names(page):
    """What is written over the rows."""
    return page.locator(".c4-row output").all_inner_texts()


def put(page, name, value):
    """Set the slider of this name."""
    page.get_by_role("slider", name=name, exact=True).fill(str(value))


def test_page_begins_as_the_laboratory_of_the_notebooks(window):
    lab = Ucb1Lab()
    page = window()
    assert line(page) == lab.sentence.value
    assert names(page) == [row.fraction.value for row in lab.rows]


def test_address_says_what_is_set(window):
    page = window("#moves=1/1+4/5+0/0&c=1&T=1")
    lab = Ucb1Lab(((1, 1), (4, 5), (0, 0)), c=1, prior=1)
    assert line(page) == lab.sentence.value
    assert names(page) == [row.fraction.value for row in lab.rows]


def test_everything_that_is_set_stands_in_the_address(window):
    page = window()
    put(page, "visits of move 1", 12)
    put(page, "wins of move 0", 9)
    put(page, "T", 3)
    page.get_by_role("button", name="Add a move").click()
    page.get_by_role("button", name="Take move 0 away").click()
    page.wait_for_function("location.hash.includes('T=3')")
    page.wait_for_function("location.hash.includes('moves=5%2F12+0%2F0')")
    again = window(page.evaluate("location.hash"))
    assert line(again) == line(page)
    assert line(page) == Choice(((5, 12), (0, 0)), prior=3).sentence


def test_a_click_on_a_bar_is_one_more_visit_without_a_win(window):
    page = window()
    page.get_by_role("button", name="move 1: one more visit, without a win").click()
    assert names(page)[1] == "5 / 11 = 0.45"


def test_a_move_has_never_more_wins_than_visits(window):
    page = window()
    put(page, "visits of move 0", 3)
    assert names(page)[0] == "3 / 3 = 1.00"


def test_there_are_two_to_seven_moves(window):
    page = window()
    assert page.get_by_role("button", name="Take move 0 away").is_disabled()
    add = page.get_by_role("button", name="Add a move")
    for _ in range(MOST_MOVES - 2):
        add.click()
    assert add.is_disabled()
    assert len(names(page)) == MOST_MOVES


def test_what_an_address_says_wrongly_is_named_and_the_rest_is_kept(window):
    page = window("#moves=14/20+6/5&c=0.5&T=x")
    said = page.locator(".c4-is-missing").inner_text()
    assert "wins of move 1 must be a number from 0 to its visits, 5, not 6" in said
    assert "T" in said
    assert line(page) == Choice(((14, 20), (5, 10)), c=0.5).sentence


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_page_can_be_used_by_everybody_and_does_not_move_sideways(window, width, theme):
    page = window("#moves=14/20+5/10+1/3+0/0+2/2+7/9+1/8", width=width, height=844, theme=theme)
    violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [violation["id"] for violation in violations] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
