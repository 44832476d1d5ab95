"""The interval of a score, against Wilson's equation."""

import math
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mctslab.arena.score import score_interval


@pytest.mark.parametrize(("points", "games"), [(0, 1), (7, 10), (6.5, 10), (0, 50), (50, 50), (123.5, 400)])
def test_the_ends_of_the_interval_solve_wilsons_equation(points, games):
    """At the ends, the share seen is 1.96 standard deviations of a coin with that probability away."""
    z = NormalDist().inv_cdf(0.975)
    for end in score_interval(points, games):
        assert abs(points / games - end) == pytest.approx(z * math.sqrt(end * (1 - end) / games), abs=1e-9)


@given(games=st.integers(1, 5000), data=st.data())
def test_the_interval_holds_the_score_and_is_the_same_from_the_other_side(games, data):
    points = data.draw(st.integers(0, 2 * games)) / 2
    low, high = score_interval(points, games)
    assert 0 <= low <= points / games <= high <= 1
    other_low, other_high = score_interval(games - points, games)
    assert (1 - other_high, 1 - other_low) == (pytest.approx(low, abs=1e-12), pytest.approx(high, abs=1e-12))


def test_no_games_say_nothing():
    assert score_interval(0, 0) == (0, 1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: score_interval(0, -1), "games must be a whole number, at least 0, not -1"),
        (lambda: score_interval(11, 10), "points must be a number from 0 to 10"),
        (lambda: score_interval(1, 10, 1), "confidence must be"),
    ],
)
def test_bad_input_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()
