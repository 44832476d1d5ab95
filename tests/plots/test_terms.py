"""The bars of the two terms of UCB1, which several pictures share, and the table of ratings, on Axes without a file."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from c4lib import Board, FastSearch, SearchSettings, TreeSearch
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, OUTSIDE, VISITS, Drawing, Scene
from c4lib.plots.terms import WIDTH, Bars, Candidate, draw_choice, draw_ratings, ucb1_words
from c4lib.text import terms_text

means = st.one_of(st.floats(-1, 1), st.just(math.nan))


def new_axes():
    figure = Figure(figsize=(8, 4))
    FigureCanvasAgg(figure)
    return figure.add_axes((0, 0, 1, 1))


def boxes(ax, colour):
    """(left, bottom, width, height) of what is filled with this colour, in the order in which it was drawn."""
    shapes = [one for one in ax.collections if to_hex(one.get_facecolor()[0]).upper() == colour]
    return [path.get_extents().bounds for one in shapes for path in one.get_paths()]


def texts(ax):
    return [text.get_text() for text in ax.texts]


def row_of(ax, text):
    """The y of the only text like this."""
    (y,) = (one.get_position()[1] for one in ax.texts if one.get_text() == text)
    return y


# ---------------------------------------------------------------- bars


def bar(mean, value):
    return Candidate(3, mean, value, visits=9)


@settings(max_examples=40)
@given(means, st.floats(0, 3), st.sampled_from([1, 5]))
def test_parts_of_a_bar_follow_one_another_from_0_to_the_value_or_the_longest_bar(mean, exploration, longest):
    value = 0.5 if math.isnan(mean) else mean + exploration
    drawing = Drawing(new_axes()).limit(0, 9, 0, 9)
    end = Bars([longest, math.inf], 3, longest).draw(drawing, 1, bar(mean, value))
    assert end == 3 + min(max(value, 0), longest)
    colours = [VISITS] if math.isnan(mean) else [EXPLOITATION, EXPLORATION]
    parts = [part for colour in colours for part in boxes(drawing.ax, colour)]
    assert len(parts) == len(colours)
    ends = [left + width for left, _, width, _ in parts]
    assert [left for left, *_ in parts] == pytest.approx([3, *ends[:-1]])
    assert ends[-1] == pytest.approx(end)


@pytest.mark.parametrize(
    ("mean", "value", "text"),
    [
        (0.625, 1.035, "0.62 + 0.41 = 1.03"),
        (0.5, math.inf, "0.50 + ∞ = ∞"),
        (0.5, -math.inf, "proven"),
        (math.nan, math.inf, "unvisited: ∞"),
        (math.nan, 0.5, "unvisited: 0.50"),
        (math.nan, -np.finfo(float).max, "unvisited: -∞"),
    ],
)
def test_terms_are_said_in_one_way(mean, value, text):
    assert terms_text(mean, value) == text


# ---------------------------------------------------------------- the table of ratings

SEARCH = TreeSearch(Board.from_moves("3"), SearchSettings(c=0.7), rng=1).run(200)
ROWS = (
    Candidate(2, 0.625, 1.035, 1234),
    Candidate(SEARCH.best_move(), 0.5, 1.25, 765),
    Candidate(6, 0.25, -math.inf, 1),
    Candidate(7, math.nan, math.inf, 0),
)


@pytest.fixture
def table():
    ax = new_axes()
    draw_ratings(Drawing(ax), ROWS, SEARCH.root, SEARCH.best_move(), marks={2: "win", 7: "?"})
    return ax


def test_every_row_says_visits_share_mean_and_the_second_term(table):
    rows = [
        ("1,234", "62%", "0.62", "+ 0.41 = 1.03"),
        ("765", "38%", "0.50", "+ 0.75 = 1.25"),
        ("1", "<1%", "0.25", "proven"),
        ("0", "0%", "–", "unvisited: ∞"),
    ]
    heights = [row_of(table, row[-1]) for row in rows]
    assert heights == sorted(heights, reverse=True)
    for y, row in zip(heights, rows):
        assert {one.get_text() for one in table.texts if one.get_position()[1] == y} >= set(row)


def test_header_says_whose_wins_are_counted_and_how_often_the_parent_was_visited(table):
    assert {"mean for O", f"UCB1, N = {SEARCH.root.visits:,}", "mean", "+ exploration", "exact"} < set(texts(table))


def test_best_move_and_no_other_is_marked(table):
    y = row_of(table, "765")
    assert [box[1] for box in boxes(table, OUTSIDE)] == pytest.approx([y - 0.5], abs=1e-3)
    assert row_of(table, "›") == y
    assert {one.get_text() for one in table.texts if one.get_color() == HIGHLIGHT} == {"›", str(SEARCH.best_move())}


def test_highest_value_is_bold(table):
    bold = {one.get_text() for one in table.texts if one.get_weight() == "bold"}
    assert "unvisited: ∞" in bold
    assert not bold & {"+ 0.41 = 1.03", "+ 0.75 = 1.25", "proven"}


def test_exact_results_stand_in_their_rows_if_they_are_given(table):
    assert row_of(table, "win") == row_of(table, "1,234")
    assert row_of(table, "?") == row_of(table, "unvisited: ∞")
    ax = new_axes()
    draw_ratings(Drawing(ax), ROWS, SEARCH.root, SEARCH.best_move())
    assert not {"exact", "win", "?"} & set(texts(ax))


def test_a_loss_is_where_the_scale_of_the_means_begins():
    ax = new_axes()
    root = FastSearch(Board(), SearchSettings(loss=-1), rng=1).run(20).root
    draw_ratings(Drawing(ax), ROWS[:1], root, 3, lowest_mean=-1)
    assert {"-1", "0", "1"} < set(texts(ax))


@pytest.mark.parametrize("c", [math.sqrt(2), 1.2345e-5, 123456])
def test_the_formula_of_ucb1_ends_with_its_bracket_within_the_picture(c):
    scene = Scene()
    scene.limit(0, WIDTH, 0, 8)
    draw_choice(scene, [Candidate(0, 0.5, 1.2, 10), Candidate(1, 0.4, 1.1, 9)], ucb1_words(c, "1,000,000"))
    ((x, _, _, width),) = [
        numbers for _, kind, numbers, words in scene.elements.values() if kind == "text" and "√(ln" in words[1]
    ]
    assert x + width <= 1000
