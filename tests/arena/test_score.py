"""The statistics of matches, against simulation, plain formulas and numbers worked by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mctslab.arena import best_of, difference, elo_difference, games_needed, mean_interval, power

RESULTS = st.lists(st.sampled_from([0, 0.5, 1]), min_size=2, max_size=30)


def matches(seed, times, games, chances=(0.3, 0.4, 0.3)):
    """Results of many matches, one a row, of a player who wins, draws and loses with these chances."""
    return np.random.default_rng(seed).choice([1, 0.5, 0], (times, games), p=chances)


# ---------------------------------------------------------------- the interval of a mean


def test_an_interval_of_ten_results_is_that_of_a_table_of_t():
    results = [1, 1, 0.5, 0, 1, 0.5, 0.5, 1, 0, 1]  # mean 0.65, squares sum to 1.525, t(9) = 2.262 in the table
    half = 2.262 * math.sqrt(1.525 / 9 / 10)
    assert mean_interval(results) == pytest.approx((0.65 - half, 0.65 + half), abs=1e-4)


def test_another_confidence_is_kept_too():
    held = [low <= 0.5 <= high for low, high in (mean_interval(row, 0.5) for row in matches(2, 2000, 50))]
    assert 0.465 < np.mean(held) < 0.535


def test_clusters_may_have_different_sizes_and_any_order():
    low, high = mean_interval([1, 0, 3, 2], clusters=["a", "b", "a", "c"])
    half = 4.303 * math.sqrt(3 / 2 * (1**2 + 1.5**2 + 0.5**2)) / 4  # mean 1.5: residuals sum to 1, -1.5, 0.5; t(2)
    assert (low, high) == pytest.approx((1.5 - half, 1.5 + half), abs=1e-3)


# ---------------------------------------------------------------- the test of a difference


def test_a_difference_of_independent_results_is_welchs():
    first, second = [1, 1, 0, 1], [0, 1, 0, 0, 0, 0]
    error = math.sqrt(0.25 / 4 + (1 / 6) / 6)  # variances 1/4 and 1/6
    apart = difference(first, second)
    assert (apart.mean, apart.z) == pytest.approx((0.75 - 1 / 6, (0.75 - 1 / 6) / error))
    assert apart.low < 0 < apart.high
    assert apart.mean == pytest.approx((apart.low + apart.high) / 2)


@given(RESULTS, RESULTS)
def test_of_pairs_only_the_differences_count(first, second):
    size = min(len(first), len(second))
    one, other = np.array(first[:size]), np.array(second[:size])
    apart = difference(one, other, paired=True)
    assert (apart.low, apart.high) == pytest.approx(mean_interval(one - other))
    assert apart.mean == pytest.approx(np.mean(one - other))


@given(RESULTS, RESULTS)
def test_the_other_way_round_the_difference_changes_only_its_sign(first, second):
    one, other = difference(first, second), difference(second, first)
    assert one == pytest.approx((-other.mean, -other.high, -other.low, -other.z, other.p))


@given(RESULTS, RESULTS)
def test_p_is_below_five_percent_where_the_interval_leaves_zero_out(first, second):
    apart = difference(first, second)
    assert (apart.p < 0.05) == (not apart.low <= 0 <= apart.high)


@pytest.mark.parametrize("paired", [False, True])
def test_results_that_never_vary_divide_nothing_by_zero(paired):
    assert difference([1, 1, 1], [0, 0, 0], paired) == (1, 1, 1, math.inf, 0)
    assert difference([0, 0], [1, 1], paired) == (-1, -1, -1, -math.inf, 0)
    assert difference([1, 1], [1, 1], paired) == (0, 0, 0, 0, 1)


@pytest.mark.filterwarnings("error")
def test_one_player_who_always_wins_is_compared_without_a_warning():
    apart = difference([1] * 100, np.repeat([1, 0], [90, 10]))
    assert (apart.mean, apart.z) == pytest.approx((0.1, 0.1 / math.sqrt(0.09 / 99)))


# ---------------------------------------------------------------- power, and how many games


@given(score=st.floats(0.51, 1))
def test_one_game_less_than_needed_has_too_little_power(score):
    games = games_needed(score)
    assert power(score, games) >= 0.8 * (1 - 1e-9)
    assert power(score, games - 1) < 0.8 + 1e-5  # the other tail, which counts for nothing


def test_the_number_of_games_is_that_of_the_textbook():
    assert games_needed(0.52) == math.ceil(((1.959964 + 0.841621) * 0.5 / 0.02) ** 2) == 4906
    assert games_needed(0.48) == games_needed(0.52)


# ---------------------------------------------------------------- Elo


def test_elo_is_infinite_where_nothing_was_lost_or_won():
    assert (elo_difference(1), elo_difference(0)) == (math.inf, -math.inf)


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
