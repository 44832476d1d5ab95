"""The seven levers: what they pay, how gamblers pull them, and the contest in which they do."""

import numpy as np
import pytest

from c4lib import ucb1
from mctslab.experiments import bandits, stored
from mctslab.experiments.bandits import PAYS, STRATEGIES, any_highest, gamble, regret, with_ucb1


def test_the_levers_pay_what_was_measured_to_four_digits():
    table = stored("lever_pays")
    games = table["playouts"].sum()
    measured = np.array([table[f"column_{column}"].sum() / games for column in range(7)])
    with_mirror_image = (measured + measured[::-1]) / 2
    error = 1.96 * np.sqrt(PAYS * (1 - PAYS) / games)
    rounding = 0.00005
    assert np.all(abs(with_mirror_image - PAYS) < error + rounding)
    assert error.max() < 0.00013


def test_every_lever_is_pulled_once_before_any_is_pulled_twice():
    for strategy in STRATEGIES.values():
        _, visits = gamble(strategy, at=[7], gamblers=20)
        assert np.all(visits == 1)


def test_of_equal_values_each_is_drawn_equally_often():
    values = np.array([5, 1, 5, np.inf, np.inf, 0, np.inf])
    drawn = any_highest(np.tile(values, (3_000, 1)), np.random.default_rng(1))
    counts = np.bincount(drawn, minlength=7)
    deviation = np.sqrt(3_000 * 1 / 3 * 2 / 3)
    assert np.all(counts[values < np.inf] == 0)
    assert np.all(abs(counts[values == np.inf] - 1_000) < 4 * deviation)


def test_regret_is_the_sum_of_the_gaps_of_the_pulls():
    best, pays_0, pays_2 = 0.6395, 0.5109, 0.5726  # of column 3, 0 and 2
    assert regret(np.array([0, 0, 0, 9, 0, 0, 0])) == 0
    assert regret(np.array([[1, 0, 2, 9, 0, 0, 0]])) == pytest.approx([best - pays_0 + 2 * (best - pays_2)])


def test_ucb1_in_arrays_is_the_formula_of_the_library():
    wins, visits = np.array([[3.0, 1.0, 8.0]]), np.array([[5.0, 4.0, 11.0]])
    values = with_ucb1(0.7)(wins, visits, 20, None)
    expected = [ucb1(3, 5, 20, 0.7), ucb1(1, 4, 20, 0.7), ucb1(8, 11, 20, 0.7)]
    assert values[0] == pytest.approx(expected)


@pytest.mark.parametrize("name", ["greedy", "epsilon = 100/N", "UCB1, c = √2"])
@pytest.mark.check
def test_the_first_pulls_of_the_contest_are_repeated_exactly(monkeypatch, name):
    monkeypatch.setattr(bandits, "PULLS", [total for total in bandits.PULLS if total <= 300])
    repeated = bandits._contested(name)
    first = stored("bandit_contest").query("strategy == @name and pulls <= 300")
    assert repeated.to_dict("list") == first.to_dict("list")
