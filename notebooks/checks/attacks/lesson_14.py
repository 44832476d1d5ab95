"""Attacks on the checks of lesson 14."""

import math

import numpy as np

from c4lib import ucb1
from checks.attacks import attack, crash, nothing
from mctslab.arena import difference


def value(w, n, N, T, c):
    return ucb1(w + T, n + 2 * T, N + 2 * T, c)


def value_written_out(w, n, N, T, c):
    wins, visits = np.float64(w + T), n + 2 * T
    return wins / visits + c * np.sqrt(np.log(N + 2 * T) / visits)


def fitted_T(rates):
    return 1 / (8 * np.var(rates)) - 1 / 2


def fitted_T_unbiased(rates):
    rates = list(rates)
    mean = sum(rates) / len(rates)
    variance = sum((rate - mean) ** 2 for rate in rates) / (len(rates) - 1)
    return (1 / (4 * variance) - 1) / 2


def surely_better(results, baseline, level=0.05, comparisons=1, score=np.mean):
    others = [name for name in results if name != baseline]
    bound = level / (comparisons * len(others))
    return [
        name
        for name in others
        if score(results[name]) > score(results[baseline]) and difference(results[name], results[baseline]).p < bound
    ]


def surely_better_by_interval(results, baseline):
    found, tries = [], len(results) - 1
    for name in sorted(set(results) - {baseline}):
        if difference(results[name], results[baseline], confidence=1 - 0.05 / tries).low > 0:
            found.append(name)
    return found


attack(
    "check_14_1",
    [value, value_written_out],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda w, n, N, T, c: ucb1(w, n, N, c), "the prior is missing"),  # the stub
        (lambda w, n, N, T, c: str(value(w, n, N, T, c)), "expected a number"),
        (
            lambda w, n, N, T, c: (w + T) / (n + 2 * T) + c * math.sqrt(math.log(N) / max(n, 1)),
            "the prior is in the mean only",
        ),
        (lambda w, n, N, T, c: ucb1(w + T, n + 2 * T, N, c), "the parent was created with 2T visits as well"),
        (lambda w, n, N, T, c: ucb1(w + T, n + 2 * T, N + 14 * T, c), "with its one prior"),
        (lambda w, n, N, T, c: ucb1(w + T, n + T, N + T, c), "that many visits, not T"),
        (lambda w, n, N, T, c: w / max(n, 1) - (w + T) / (n + 2 * T) + value(w, n, N, T, c), "in the bonus only"),
        (lambda w, n, N, T, c: value(n - w, n, N, T, c), "these are the losses"),  # the other player's
        (lambda w, n, N, T, c: value(w, n, N, T, 1), "where is c?"),
        (lambda w, n, N, T, c: value(w, n, N, T, 0), "the bonus is missing"),
        (lambda w, n, N, T, c: value(w, n, N, T, c / math.sqrt(math.log(10))), "the natural one"),
        (lambda w, n, N, T, c: value(w, n + 1, N, T, c), "too small"),
        (lambda w, n, N, T, c: value(w, n, N, max(T, 1), c), "too "),  # right but for T = 0
        (lambda w, n, N, T, c: value(w, n, N, T, c) if n else math.inf, "without playouts has 4 visits"),
        (lambda w, n, N, T, c: ucb1(w + T, n + 2 * T, N + T, c), "not with T"),
        (lambda w, n, N, T, c: value(w, n, N, T, math.sqrt(2) * c), "no 2 under the root"),
        (lambda w, n, N, T, c: value(w, n, N, T, math.sqrt(c)), "not under it"),
        (lambda w, n, N, T, c: value(w, n, N, T, 0) + c * math.log(N + 2 * T) / (n + 2 * T), "the root is missing"),
        (lambda w, n, N, T, c: w - w / (n + 2 * T) + value(w, n, N, T, c), "brackets are missing"),
    ],
)
attack(
    "check_14_2",
    [fitted_T, fitted_T_unbiased, lambda rates: (1 / (4 * rates.var()) - 1) / 2],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda rates: 1, "would have the variance"),  # the stub
        (lambda rates: np.var(rates), "that is the variance"),
        (lambda rates: (1 / (4 * np.std(rates)) - 1) / 2, "a standard deviation is no variance"),
        (lambda rates: 2 * fitted_T(rates), "the weight of the belief in visits"),
        (lambda rates: 2 * fitted_T(rates) + 1, "that is 2T + 1"),
        (lambda rates: 1 / (8 * np.var(rates)), "not 2T"),
        (lambda rates: (1 / np.var(rates) - 1) / 2, "4 times"),
        (lambda rates: (1 / 4 * np.var(rates) - 1) / 2, "brackets are missing"),
        (lambda rates: -fitted_T(rates), "would have the variance"),
        (lambda rates: round(fitted_T(rates)), "would have the variance"),
    ],
)
attack(
    "check_14_3",
    [surely_better, surely_better_by_interval],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda results, baseline: [name for name in results if name != baseline], "no difference is shown"),
        (lambda results, baseline: [max(results, key=lambda name: np.mean(results[name]))], "no difference is shown"),
        (lambda results, baseline: surely_better(results, baseline, comparisons=0.25), "for all of them together"),
        (lambda results, baseline: surely_better(results, baseline, comparisons=4), "is left out"),
        (lambda results, baseline: [*surely_better(results, baseline), baseline], "names T = 0"),
        (
            lambda results, baseline: surely_better(results, baseline, score=lambda games: abs(np.mean(games) - 0.5)),
            "not to the better",
        ),
        (lambda results, baseline: set(surely_better(results, baseline)), "expected a list"),
        (lambda results, baseline: 2 * surely_better(results, baseline), "twice"),
        (lambda results, baseline: [], "is left out"),  # the stub
        (lambda results, baseline: ["T = 7"], "no setting"),
        (lambda results, baseline: ["T = 20"], "no setting"),  # right for one table
    ],
)
attack(
    "check_14_4",
    [1.25, np.float64(1.3)],
    [
        (None, "has it got a value?"),
        ("1.3", "expected a number"),
        (0.7, "too small a c"),  # the stub
        (0, "too small a c"),
        (2, "too large a c"),
        (4, "too large a c"),
        (1e300, "too large a c"),
        (-1, "no exploration constant"),
        (float("inf"), "no exploration constant"),
        (float("nan"), "is NaN"),
    ],
)
