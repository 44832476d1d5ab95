"""The seven levers: what they pay, how gamblers pull them, and the contest in which they do."""

import numpy as np
import pytest

from c4lib import ucb1
from mctslab.experiments import bandits, stored
from mctslab.experiments.bandits import (
    PAYS,
    STRATEGIES,
    any_highest,
    gamble,
    regret,
    with_ucb1,
)


def test_the_levers_pay_what_was_measured_to_four_digits():
    table = stored("lever_pays")
    games = table["playouts"].sum()
    measured = np.array([table[f"column_{column}"].sum() / games for column in range(7)])
    error = 1.96 * np.sqrt(PAYS * (1 - PAYS) / games)
    assert np.all(abs((measured + measured[::-1]) / 2 - PAYS) < error + 0.00005)
    assert error.max() < 0.00013


def test_every_lever_is_pulled_once_before_any_is_pulled_twice():
    for strategy in STRATEGIES.values():
        _, visits = gamble(strategy, at=[7], gamblers=20)
        assert np.all(visits == 1)


def test_of_equal_values_each_is_drawn_equally_often():
    place = any_highest(np.tile([5.0, 1.0, 5.0, np.inf, np.inf, 0.0, np.inf], (3_000, 1)), np.random.default_rng(1))
    counts = np.bincount(place, minlength=7)
    assert counts[[0, 1, 2, 5]].sum() == 0
    assert np.all(abs(counts[[3, 4, 6]] - 1_000) < 4 * np.sqrt(3_000 * 2 / 9))


def test_regret_is_the_sum_of_the_gaps_of_the_pulls():
    assert regret(np.array([0, 0, 0, 9, 0, 0, 0])) == 0
    assert regret(np.array([[1, 0, 2, 9, 0, 0, 0]])) == pytest.approx([0.6395 - 0.5109 + 2 * (0.6395 - 0.5726)])


def test_ucb1_in_arrays_is_the_formula_of_the_library():
    wins, visits = np.array([[3.0, 1.0, 8.0]]), np.array([[5.0, 4.0, 11.0]])
    values = with_ucb1(0.7)(wins, visits, 20, None)
    assert values.tolist() == [[pytest.approx(ucb1(w, n, 20, 0.7)) for w, n in zip(wins[0], visits[0], strict=True)]]


@pytest.mark.parametrize("name", ["greedy", "epsilon = 100/N", "UCB1, c = √2"])
@pytest.mark.check
def test_the_first_pulls_of_the_contest_are_repeated_exactly(monkeypatch, name):
    table = stored("bandit_contest")
    monkeypatch.setattr(bandits, "PULLS", [total for total in bandits.PULLS if total <= 300])
    repeated = bandits._contested(name)
    first = table[(table["strategy"] == name) & (table["pulls"] <= 300)]
    assert repeated.to_dict("list") == first.to_dict("list")
