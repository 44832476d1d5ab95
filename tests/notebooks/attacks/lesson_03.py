"""Attacks on the checks of lesson 03."""

import math

import numpy as np

from attacks import attack


def my_ucb1(wins, visits, total, c):
    if visits == 0:
        return float("inf")
    return wins / visits + c * (np.log(total) / visits) ** 0.5


def my_ucb1_by_numpy(wins, visits, total, c):
    return np.float64(wins) / visits + c * np.sqrt(np.log(total) / visits) if visits else np.inf


def logarithm_first(wins, visits, total, c):
    log_n = math.log(total)
    return float("inf") if visits == 0 else wins / visits + c * math.sqrt(log_n / visits)


def infinite_at_the_beginning(wins, visits, total, c):
    return my_ucb1(wins, visits, total, c) if total == 0 else wins / visits + my_ucb1(0, visits, total, c)


def root_of_visits_only(wins, visits, total, c):
    return wins / visits + c * math.log(total) / math.sqrt(visits) if visits else math.inf


def pulls_needed(c, gap, total):
    return int(np.ceil(c**2 * np.log(total) / gap**2))


def pulls_needed_step_by_step(c, gap, total, log_of=lambda n, total: total):
    n = 1
    while c * (np.log(log_of(n, total)) / n) ** 0.5 > gap:
        n += 1
    return n


attack(
    "check_03_1",
    [my_ucb1, my_ucb1_by_numpy],
    [
        (logarithm_first, "ucb1(0, 0, 0, 1.0) stops with ValueError: math domain error; no lever has been pulled"),
        (infinite_at_the_beginning, "this lever has not been pulled yet, so ask for its visits"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c) if n > 1 else np.inf, "not for one with a single visit"),
        (root_of_visits_only, "the root is over the logarithm, too"),
    ],
)
attack(
    "check_03_2",
    [pulls_needed, pulls_needed_step_by_step],
    [
        (lambda c, gap, total: pulls_needed_step_by_step(c, gap, total, min), "is the logarithm of N"),
        (lambda c, gap, total: pulls_needed(c, gap, total) + 1, "too many"),
        (lambda c, gap, total: int(np.ceil(c**2 * np.log10(total) / gap**2)), "is the logarithm natural?"),
    ],
)
attack(
    "check_03_3",
    [
        lambda c, low, inside: c * inside**0.5 / (1 - low),
        lambda c, low, inside: np.sqrt(c * c * inside) * (1 if low == 0 else 0.5),
    ],
    [
        (lambda c, low, inside: c, "the scale from -1 to 1 is twice as wide"),
        (lambda c, low, inside: c * inside**0.5 / 2, "our own convention"),
        (lambda c, low, inside: -c, "is positive here"),
    ],
)
