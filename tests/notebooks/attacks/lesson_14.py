"""Attacks on the checks of lesson 14."""

import math

import numpy as np

from attacks import attack
from c4lib import ucb1
from mctslab.arena import difference


def overtakes_from(leader, other, N, T, visits=2, log_visits=2):
    (w, n), (w1, n1) = leader, other
    lead = (w + T) / (n + visits * T) - (w1 + T) / (n1 + visits * T)
    log = math.log(N + log_visits * T)
    return lead / (math.sqrt(log / (n1 + 2 * T)) - math.sqrt(log / (n + 2 * T)))


def overtakes_by_two_points(leader, other, N, T):
    leads = []
    for c in (0, 1):
        values = [ucb1(w + T, n + 2 * T, N + 2 * T, c) for w, n in (leader, other)]
        leads.append(values[0] - values[1])
    return leads[0] / (leads[0] - leads[1])


def overtakes_by_trying(leader, other, N, T, step=0.001):
    c = 0
    while True:
        values = [ucb1(w + T, n + 2 * T, N + 2 * T, c) for w, n in (leader, other)]
        if values[1] > values[0]:
            return c
        c += step


def fitted_T_by_trying(rates):
    tried = np.arange(0, 60, 0.001)
    return tried[np.argmin(abs(1 / (4 * (2 * tried + 1)) - np.var(rates)))]


def fitted_T_about_half(rates):
    return (1 / (4 * np.mean((rates - 0.5) ** 2)) - 1) / 2


def fitted_T(rates):
    return 1 / (8 * np.var(rates)) - 1 / 2


def fitted_T_unbiased(rates):
    rates = list(rates)
    mean = sum(rates) / len(rates)
    variance = sum((rate - mean) ** 2 for rate in rates) / (len(rates) - 1)
    return (1 / (4 * variance) - 1) / 2


def far_from_half(games):
    return abs(np.mean(games) - 0.5)


def surely_better(results, baseline, comparisons=1, score=np.mean):
    others = [name for name in results if name != baseline]
    bound = 0.05 / (comparisons * len(others))
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
    [overtakes_from, overtakes_by_two_points, overtakes_by_trying],
    [
        (lambda *given: overtakes_by_trying(*given, step=0.01), "is 0.34; nearly, but steps of 0.01 are too coarse"),
        (lambda leader, other, N, T: overtakes_from(leader, other, N, 0), "T is missing"),
        (lambda *given: overtakes_from(*given, visits=1), "in the means you count T visits"),
        (lambda *given: overtakes_from(*given, log_visits=4), "the node's own visits, with its one T"),
    ],
)
attack(
    "check_14_2",
    [fitted_T, fitted_T_unbiased, fitted_T_by_trying, lambda rates: (1 / (4 * rates.var()) - 1) / 2],
    [
        (lambda rates: (1 / 4 * np.var(rates) - 1) / 2, "brackets are missing"),
        (lambda rates: 1.005 * fitted_T(rates), "nearly; T is asked for to within 0.01"),
        (fitted_T_about_half, "about their own mean"),
    ],
)
attack(
    "check_14_3",
    [surely_better, surely_better_by_interval],
    [
        (lambda results, baseline: surely_better(results, baseline, comparisons=0.25), "for all of them together"),
        (lambda results, baseline: surely_better(results, baseline, comparisons=4), "is left out"),
        (lambda results, baseline: [*surely_better(results, baseline), baseline], "names T = 0"),
        (lambda results, baseline: 2 * surely_better(results, baseline), "twice"),
        (lambda results, baseline: surely_better(results, baseline, score=far_from_half), "not to the better"),
    ],
)
attack(
    "check_14_4",
    [1.25, np.float64(1.3)],
    [
        (0.7, "too small a c"),
        (2, "too large a c"),
        (-1, "no exploration constant"),
    ],
)
