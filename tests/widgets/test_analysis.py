"""What a search finds, as the widgets show it, without a widget."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from c4lib import Board, FastSearch, SearchSettings
from c4lib.plots.terms import _interval_of_mean
from c4lib.widgets.analysis import Limit, Request, analyse, finished, ratings_of
from mctslab.arena.score import score_interval


def found(board=Board(), settings=SearchSettings(), playouts=1000, seed=0):
    return finished(analyse(Request(board, settings, Limit(playouts=playouts), seed)))


@pytest.mark.parametrize("settings", [SearchSettings(), SearchSettings(c=0.5, prior=3, expand_at=0, draw=0, loss=-1)])
def test_shown_numbers_are_those_of_the_fast_search_of_the_same_seed(settings):
    analysis = found(Board.from_moves("334"), settings, playouts=3000, seed=7)
    search = FastSearch(Board.from_moves("334"), settings, 7).run(3000)
    ratings = ratings_of(analysis.root, settings)
    assert {one.move: one.visits for one in ratings} == search.visits
    assert {one.move: one.mean for one in ratings} == search.means
    assert {one.move: one.value for one in ratings} == search.ucb1
    assert (analysis.best_move, analysis.expected) == (search.best_move(), search.principal_variation()[:8])


def test_unvisited_move_is_shown_with_an_infinite_value_and_no_mean():
    ratings = ratings_of(found(playouts=3, seed=1).root, SearchSettings())
    first, *_, last = sorted(ratings, key=lambda one: one.visits)
    assert math.isnan(first.mean)
    assert first.value == math.inf
    assert last.visits == 1


def test_search_that_is_not_wanted_ends_early_and_says_so():
    steps = analyse(Request(Board(), SearchSettings(), Limit(playouts=1_000_000), seed=0))
    next(steps)
    with pytest.raises(StopIteration) as end:
        steps.send(True)
    analysis = end.value.value
    assert 0 < analysis.playouts < 1_000_000
    assert not analysis.is_complete
    assert analysis.sentence.startswith(f"Stopped at {analysis.playouts:,} playouts: X plays column ")


def test_a_single_playout_is_one_playout():
    assert found(playouts=1).sentence.startswith("1 playout: X plays column ")


def test_proven_result_ends_the_search():
    analysis = found(Board.from_moves("010101"), SearchSettings(solve=True), playouts=100_000)
    assert analysis.is_complete
    assert analysis.sentence.startswith("Proven after ")
    assert (analysis.best_move, analysis.playouts < 100) == (0, True)


@given(st.integers(1, 10**6).flatmap(lambda visits: st.tuples(st.integers(0, visits), st.just(visits))))
def test_interval_is_wilsons_between_loss_and_win(fraction):
    wins, visits = fraction
    low, high = score_interval(wins, visits)
    assert _interval_of_mean(wins / visits, visits) == pytest.approx((low, high))
    shifted = _interval_of_mean(2 * wins / visits - 1, visits, low=-1)
    assert shifted == pytest.approx((2 * low - 1, 2 * high - 1))
