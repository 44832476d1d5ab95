"""The statistics of matches, against simulation, plain formulas and numbers worked by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mctslab.arena import best_of, difference, elo_difference, games_needed, mean_interval, power
from mctslab.arena.score import Difference

RESULTS = st.lists(st.sampled_from([0, 0.5, 1]), min_size=2, max_size=30)


def matches(times, games):
    """Results of many matches, one a row, of a player whose true score is one half."""
    rng = np.random.default_rng(2)
    return rng.choice([1, 0.5, 0], (times, games), p=[0.3, 0.4, 0.3])


# ---------------------------------------------------------------- the interval of a mean


def test_an_interval_of_ten_results_is_that_of_a_table_of_t():
    results = [1, 1, 0.5, 0, 1, 0.5, 0.5, 1, 0, 1]
    mean, sum_of_squares = 0.65, 1.525
    t = 2.262  # of 9 degrees of freedom
    half = t * math.sqrt(sum_of_squares / 9 / 10)
    assert mean_interval(results) == pytest.approx((mean - half, mean + half), abs=1e-4)


def test_another_confidence_is_kept_too():
    intervals = [mean_interval(results, confidence=0.5) for results in matches(times=2000, games=50)]
    share = np.mean([low <= 0.5 <= high for low, high in intervals])
    assert 0.465 < share < 0.535


def test_clusters_may_have_different_sizes_and_any_order():
    mean, t = 1.5, 4.303  # of 2 degrees of freedom
    residuals = {"a": -0.5 + 1.5, "b": -1.5, "c": 0.5}
    sum_of_squares = sum(residual**2 for residual in residuals.values())
    half = t * math.sqrt(3 / 2 * sum_of_squares) / 4
    interval = mean_interval([1, 0, 3, 2], clusters=["a", "b", "a", "c"])
    assert interval == pytest.approx((mean - half, mean + half), abs=1e-3)


# ---------------------------------------------------------------- the test of a difference


def test_a_difference_of_independent_results_is_welchs():
    first, second = [1, 1, 0, 1], [0, 1, 0, 0, 0, 0]
    variance_of_first, variance_of_second = 1 / 4, 1 / 6
    error = math.sqrt(variance_of_first / 4 + variance_of_second / 6)
    apart = difference(first, second)
    assert apart.mean == pytest.approx(3 / 4 - 1 / 6)
    assert apart.z == pytest.approx(apart.mean / error)
    assert apart.low < 0 < apart.high
    assert apart.mean == pytest.approx((apart.low + apart.high) / 2)


@given(RESULTS, RESULTS)
def test_of_pairs_only_the_differences_count(first, second):
    pairs = np.array([*zip(first, second)])
    apart = difference(pairs[:, 0], pairs[:, 1], paired=True)
    differences = pairs[:, 0] - pairs[:, 1]
    assert apart.mean == pytest.approx(np.mean(differences))
    assert (apart.low, apart.high) == pytest.approx(mean_interval(differences))


@given(RESULTS, RESULTS)
def test_the_other_way_round_the_difference_changes_only_its_sign(first, second):
    other = difference(second, first)
    turned = Difference(mean=-other.mean, low=-other.high, high=-other.low, z=-other.z, p=other.p)
    assert difference(first, second) == pytest.approx(turned)


@given(RESULTS, RESULTS)
def test_p_is_below_five_percent_where_the_interval_leaves_zero_out(first, second):
    apart = difference(first, second)
    is_outside = not apart.low <= 0 <= apart.high
    assert (apart.p < 0.05) == is_outside


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [
        ([1, 1, 1], [0, 0, 0], Difference(1, low=1, high=1, z=math.inf, p=0)),
        ([0, 0], [1, 1], Difference(-1, low=-1, high=-1, z=-math.inf, p=0)),
        ([1, 1], [1, 1], Difference(0, low=0, high=0, z=0, p=1)),
    ],
)
def test_results_that_never_vary_divide_nothing_by_zero(first, second, apart, paired):
    assert difference(first, second, paired) == apart


@pytest.mark.filterwarnings("error")
def test_one_player_who_always_wins_is_compared_without_a_warning():
    always, nearly_always = [1] * 100, [1] * 90 + [0] * 10
    apart = difference(always, nearly_always)
    assert apart.mean == pytest.approx(0.1)
    assert apart.z == pytest.approx(0.1 / math.sqrt(0.09 / 99))


# ---------------------------------------------------------------- power, and how many games


@given(score=st.floats(0.51, 1))
def test_one_game_less_than_needed_has_too_little_power(score):
    games = games_needed(score)
    other_tail = 1e-5  # which counts for nothing
    assert power(score, games) >= 0.8 - 1e-9
    assert power(score, games - 1) < 0.8 + other_tail


def test_the_number_of_games_is_that_of_the_textbook():
    confidence, power = 1.959964, 0.841621  # the quantiles of 0.975 and of 0.8
    edge, s = 0.02, 0.5
    assert games_needed(0.5 + edge) == math.ceil(((confidence + power) * s / edge) ** 2) == 4906
    assert games_needed(0.5 - edge) == 4906


# ---------------------------------------------------------------- Elo


def test_elo_is_infinite_where_nothing_was_lost_or_won():
    assert elo_difference(1) == math.inf
    assert elo_difference(0) == -math.inf


# ---------------------------------------------------------------- wrong input


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: elo_difference(1.5), "score must be"),
        (lambda: mean_interval([1]), "results must be a row of at least 2 finite numbers, not"),
        (lambda: mean_interval([1, math.nan]), "results must be"),
        (lambda: mean_interval([1, 0], 1.0), "confidence must be a number between 0 and 1, not 1.0"),
        (lambda: mean_interval([1, 0], clusters=[1]), "clusters must be one label for each of 2 results, not 1"),
        (lambda: mean_interval([1, 0], clusters=[1, 1]), "the number of clusters must be .* at least 2, not 1"),
        (lambda: difference([1], [1, 0]), "first must be"),
        (lambda: difference([1, 0], [1, 0, 1], paired=True), "pairs need as many results on either side, not 2 and 3"),
        (lambda: power(1.5, 10), "score must be"),
        (lambda: games_needed(0.5), "score must not be 0.5: no number of games"),
        (lambda: games_needed(0.5 + 1e-10), "the number of games must be at most"),
        (lambda: difference([1, 0], [1, 0], "no"), "paired must be True or False, not 'no'"),
        (lambda: best_of(0, 10), "players must be"),
        (lambda: best_of(3, 10**9), "games must be at most 100,000"),
    ],
)
def test_bad_input_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()
