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
from c4lib.plots.canvas import EDGE, EXPLOITATION, EXPLORATION, HIGHLIGHT, OUTSIDE, VISITS, Drawing, Scene
from c4lib.plots.terms import TABLE, WIDTH, Bars, Candidate, draw_choice, draw_ratings, ucb1_words
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
    drawing = Drawing.within(new_axes(), 0, 9, 0, 9)
    end = Bars([longest, math.inf], 3, longest).draw(drawing, 1, bar(mean, value))
    assert end == 3 + min(max(value, 0), longest)
    colours = [VISITS] if math.isnan(mean) else [EXPLOITATION, EXPLORATION]
    parts = [part for colour in colours for part in boxes(drawing.ax, colour)]
    assert len(parts) == len(colours)
    ends = [left + width for left, _, width, _ in parts]
    assert [left for left, *_ in parts] == pytest.approx([3, *ends[:-1]])
    assert ends[-1] == pytest.approx(end)


def test_lengths_of_bars_are_those_of_the_terms():
    drawing, bars = Drawing.within(new_axes(), 0, 10, 0, 10), Bars([2.0], 3, 4, 0.5)
    for middle, terms in enumerate([(0.5, 2.0), (0.0, 1.0), (math.nan, math.inf), (0.25, -math.inf)], 1):
        bars.draw(drawing, middle, bar(*terms))
    np.testing.assert_allclose(boxes(drawing.ax, EXPLOITATION), [(3, 0.75, 1, 0.5), (3, 1.75, 0, 0.5)])
    np.testing.assert_allclose(boxes(drawing.ax, EXPLORATION), [(4, 0.75, 3, 0.5), (3, 1.75, 2, 0.5)])
    np.testing.assert_allclose(boxes(drawing.ax, VISITS), [(3, 2.75, 4, 0.5)])


def test_upright_bars_are_the_same_with_x_and_y_exchanged():
    across, upright = (Drawing.within(new_axes(), 0, 9, 0, 9) for _ in "12")
    for middle, terms in enumerate([(0.5, 2.0), (math.nan, 0.5)], 1):
        Bars([2.0], 3, 4).draw(across, middle, bar(*terms))
        Bars([2.0], 3, 4, is_upright=True).draw(upright, middle, bar(*terms))
    for colour in (EXPLOITATION, EXPLORATION, VISITS):
        exchanged = [(y, x, height, width) for x, y, width, height in boxes(across.ax, colour)]
        assert len(exchanged) > 0
        np.testing.assert_allclose(boxes(upright.ax, colour), exchanged)


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
    draw_ratings(ax, ROWS, SEARCH.root, SEARCH.best_move(), marks={2: "win", 7: "?"})
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


def test_bars_of_the_ratings_are_those_of_the_terms(table):
    orange = boxes(table, EXPLORATION)[1:]  # without that of the legend
    blue = [box for box in boxes(table, EXPLOITATION)[1:] if box[0] > 13]  # nor the ticks of the means
    assert len(blue) == len(orange) == 2
    for (left, _, first, _), (start, _, second, _), row in zip(blue, orange, ROWS):
        assert start == pytest.approx(left + first)
        assert second / first == pytest.approx((row.value - row.mean) / row.mean)


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
    draw_ratings(ax, ROWS, SEARCH.root, SEARCH.best_move())
    assert not {"exact", "win", "?"} & set(texts(ax))


def test_exact_results_change_the_place_of_nothing(table):
    ax = new_axes()
    draw_ratings(ax, ROWS, SEARCH.root, SEARCH.best_move())
    limits = ax.get_xlim(), ax.get_ylim()
    assert limits == (table.get_xlim(), table.get_ylim())
    assert set(boxes(ax, EXPLORATION)) <= set(boxes(table, EXPLORATION))


def test_badges_of_neighbouring_rows_do_not_touch():
    ax = new_axes()
    draw_ratings(ax, ROWS, SEARCH.root, SEARCH.best_move(), marks=dict.fromkeys((2, 6, 7), "draw"))
    heights = [height for _, _, width, height in boxes(ax, EDGE) if width > 1]
    assert (len(heights), max(heights) < 0.95) == (3, True)


def test_a_loss_is_where_the_scale_of_the_means_begins():
    ax = new_axes()
    draw_ratings(ax, ROWS[:1], FastSearch(Board(), SearchSettings(loss=-1), rng=1).run(20).root, 3, low=-1)
    assert {"-1", "0", "1"} < set(texts(ax))


def test_a_finished_game_has_no_ratings():
    ax = new_axes()
    draw_ratings(ax, (), None, None)
    assert texts(ax) == ["no move to rate"]
    x, y = ax.texts[0].get_position()
    assert (x, y) == (pytest.approx(TABLE / 2), pytest.approx(sum(ax.get_ylim()) / 2))


@pytest.mark.parametrize("c", [math.sqrt(2), 2.95, 0.123, 4, 1.2345e-5, 123456])
@pytest.mark.parametrize("visits", ["N", "100", "1,000,000"])
def test_the_formula_of_ucb1_ends_with_its_bracket_within_the_picture(c, visits):
    scene = Scene()
    drawing = scene.limit(0, WIDTH, 0, 8)
    draw_choice(drawing, [Candidate(0, 0.5, 1.2, 10), Candidate(1, 0.4, 1.1, 9)], ucb1_words(c, visits))
    ((x, _, _, width),) = [
        numbers for _, kind, numbers, words in scene.elements.values() if kind == "text" and "√(ln" in words[1]
    ]
    assert x + width <= 1000
