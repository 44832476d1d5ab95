"""The plane of T and c, without a browser: the slider is moved, cells are clicked, what is said and drawn is compared."""

import math

import numpy as np
import pytest

from pictures.lesson_14 import CS, PRIORS, PriorPlane, at, at_equal_share, equal_share

PLAYOUTS = 50, 200, 1_000
CELLS = [(T, c) for T in PRIORS for c in CS]


def hill(share):
    """The score of a setting with this leader's share, whatever its T."""
    return 0.5 - abs(share - 0.4)


def made_up(gain=0.0):
    """Scores and shares in which T and c are one knob, but for a gain of every T above 0."""
    shares = {(n, T, c): 0.7 / (1 + c / (1 + T / n)) for n in PLAYOUTS for T, c in CELLS}
    points = {cell: round(1_000 * (hill(share) + gain * (cell[1] > 0))) for cell, share in shares.items()}
    return {cell: np.repeat([1, 0], [wins, 1_000 - wins]) for cell, wins in points.items()}, shares


@pytest.fixture(scope="module")
def tables():
    return made_up()


def test_the_slider_shows_the_scores_at_these_playouts(tables):
    plane, (games, _) = PriorPlane(*tables, 50), tables
    for playouts in PLAYOUTS:
        plane.playouts.value = playouts
        written = [f"{100 * games[playouts, T, c].mean():.0f}" for T, c in CELLS]
        assert plane.picture.texts[1 : 1 + len(written)] == written
        assert plane.sentence.value.startswith(f"{playouts:,} playouts")


def test_a_click_on_a_cell_tells_its_score_and_share_also_at_other_playouts(tables):
    plane, (games, shares) = PriorPlane(*tables, 50), tables
    plane.picture.click((1, 0.5))
    for playouts in PLAYOUTS:
        plane.playouts.value = playouts
        told = f"T = 1, c = 0.5: {games[playouts, 1, 0.5].mean():.1%}"
        assert told in plane.sentence.value
        assert plane.sentence.value.endswith(f"leader's share {shares[playouts, 1, 0.5]:.0%}")


def test_every_cell_can_be_clicked_and_says_what_it_is(tables):
    spots = PriorPlane(*tables, 200).picture.spots
    assert [*spots] == CELLS
    assert spots[1, math.sqrt(2)] == "T = 1, c = √2"


def test_along_a_curve_the_share_is_equal():
    shares = {(T, c): 0.6 - 0.1 * CS.index(c) + 0.05 * PRIORS.index(T) for T, c in CELLS}
    places = [*equal_share(shares, shares[0, 0.5])]
    assert places == [(pytest.approx(2 + row / 2), row) for row in range(len(PRIORS))]


def test_a_curve_ends_where_no_setting_has_the_share():
    shares = {(T, c): 0.3 - 0.01 * CS.index(c) + (0.3 if T > 2 else 0) for T, c in CELLS}
    assert [row for _, row in equal_share(shares, 0.29)] == [0, 1, 2]


def test_one_knob_leaves_nothing_at_equal_share_and_a_gain_is_found():
    for gain in (0, 0.05):
        games, shares = (at(table, 200) for table in made_up(gain))
        for T in PRIORS[1:]:
            found = at_equal_share(games, shares, T)
            assert found.mean == pytest.approx(gain, abs=0.015)
            assert found.low < found.mean < found.high


def test_an_interval_at_equal_share_holds_the_truth_as_often_as_it_says():
    _, shares = made_up()
    shares, rng, held = at(shares, 200), np.random.default_rng(1), 0
    straight = {cell: 0.5 - 0.5 * (share - 0.4) for cell, share in shares.items()}  # so that no line cuts a corner
    for _ in range(200):
        games = {cell: rng.random(200) < score for cell, score in straight.items()}
        low, high = at_equal_share(games, shares, 3)[1:]
        held += low <= 0 <= high
    assert 180 <= held <= 199
