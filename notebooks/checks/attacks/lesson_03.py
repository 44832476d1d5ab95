"""Attacks on the checks of lesson 03."""

import math

import numpy as np

from checks.attacks import attack, crash, nothing


def my_ucb1(wins, visits, total, c, log=np.log):
    if visits == 0:
        return float("inf")
    return wins / visits + c * (log(total) / visits) ** 0.5


def my_ucb1_by_numpy(wins, visits, total, c):
    return np.float64(wins) / visits + c * np.sqrt(np.log(total) / visits) if visits else np.inf


def logarithm_first(wins, visits, total, c):
    log_n = math.log(total)
    return float("inf") if visits == 0 else wins / visits + c * math.sqrt(log_n / visits)


def infinite_at_the_beginning(wins, visits, total, c):
    return my_ucb1(wins, visits, total, c) if total == 0 else wins / visits + my_ucb1(0, visits, total, c)


def pulls_needed(c, gap, total):
    return int(np.ceil(c**2 * np.log(total) / gap**2))


def pulls_needed_step_by_step(c, gap, total):
    n = 1
    while c * (np.log(total) / n) ** 0.5 > gap:
        n += 1
    return n


attack(
    "check_03_1",
    [my_ucb1, my_ucb1_by_numpy],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda w, n, total, c: w / n, "stops with ZeroDivisionError"),
        (
            logarithm_first,
            "ucb1(0, 0, 0, 1.0) stops with ValueError: math domain error; no lever has been pulled",
        ),  # passed
        (infinite_at_the_beginning, "this lever has not been pulled yet, so ask for its visits"),
        (
            lambda w, n, total, c: my_ucb1(w, max(n, 1), max(total, 1), c),
            "a lever without visits has the value infinity",
        ),
        (lambda w, n, total, c: my_ucb1(w, n, total, c) if n > 1 else np.inf, "not for one with a single visit"),
        (lambda w, n, total, c: w / n if n else 0.0, "the value infinity"),
        (lambda w, n, total, c: w / n if n else np.inf, "the bonus is missing"),
        (lambda w, n, total, c: str(my_ucb1(w, n, total, c)), "expected a number"),
        (lambda w, n, total, c: c * (np.log(total) / n) ** 0.5 if n else np.inf, "the mean is missing"),
        (lambda w, n, total, c: my_ucb1(w, n, total, -c) if n else np.inf, "not subtracted"),
        (lambda w, n, total, c: my_ucb1(n - w, n, total, c), "the pulls that paid nothing"),
        (lambda w, n, total, c: my_ucb1(w * n, n, total, c), "not the number of wins"),
        (lambda w, n, total, c: my_ucb1(w * n / max(total, 1), n, total, c), "not of all"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c) - w / n + w // n if n else np.inf, "rounds down"),
        (lambda w, n, total, c: c * w / n + my_ucb1(0, n, total, c) if n else np.inf, "only the second term"),
        (lambda w, n, total, c: w / n + c * np.log(total) ** 0.5 if n else np.inf, "divide by the visits"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c) if w else np.inf, "not for one without wins"),
        (lambda *case: my_ucb1(*case, log=np.log10), "is the logarithm natural"),
        (lambda w, n, total, c: my_ucb1(w, n, n, c), "the visits of all levers"),
        (lambda w, n, total, c: w / n + c * np.log(total) ** 0.5 / n if n else np.inf, "over all of the fraction"),
        (lambda w, n, total, c: w / n + c * np.log(total) / n if n else np.inf, "where is the root"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c, log=float), "where is the logarithm"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c, log=lambda N: n * np.log(N / n)), "of N alone"),
        (lambda w, n, total, c: w / n + c * (np.log(n) / total) ** 0.5 if n else np.inf, "changed places"),
        (lambda w, n, total, c: w / n * c * (np.log(total) / n) ** 0.5 if n else np.inf, "does not multiply"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c**0.5), "c stands before the root"),
        (lambda w, n, total, c: my_ucb1(w, n, total, 1), "where is c?"),
        (lambda w, n, total, c: my_ucb1(w, n, total, 2**0.5), "c is an argument"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c * 2**0.5), "no 2 under our root"),
        (lambda w, n, total, c: my_ucb1(w, n, total + 1, c), "too large: the logarithm is of N, not of N + 1"),
        (lambda w, n, total, c: my_ucb1(w, n, total, c) + (c > 0) * 0.01, "too large: compare both terms"),
    ],
)
attack(
    "check_03_2",
    [pulls_needed, pulls_needed_step_by_step],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda c, gap, total: 0, "needs at least one pull"),
        (lambda c, gap, total: 1, "too few"),
        (lambda c, gap, total: c**2 * np.log(total) / gap**2, "expected a whole number"),
        (lambda c, gap, total: int(c**2 * np.log(total) / gap**2), "; round up"),
        (lambda c, gap, total: round(c**2 * np.log(total) / gap**2), "; round up"),
        (lambda c, gap, total: min(total, pulls_needed(c, gap, total)), "too few"),
        (lambda c, gap, total: int(np.ceil((c / gap) ** 2)), "where is the logarithm"),
        (lambda c, gap, total: int(np.ceil(c * np.log(total) ** 0.5 / gap)), "square both sides"),
        (lambda c, gap, total: int(np.ceil(np.log(total) * (gap / c) ** 2)), "have changed places"),
        (lambda c, gap, total: pulls_needed(c, gap, total) + 1, "too many"),
        (lambda c, gap, total: int(np.ceil(c * np.log(total) / gap**2)), "both c and the gap are squared"),
        (lambda c, gap, total: int(np.ceil(c**2 * np.log(total) / gap)), "both c and the gap are squared"),
        (lambda c, gap, total: int(np.ceil(c**2 * np.log10(total) / gap**2)), "is the logarithm natural?"),
        (lambda c, gap, total: pulls_needed(2**0.5, gap, total), "too many"),
    ],
)
attack(
    "check_03_3",
    [
        lambda c, low, inside: c * inside**0.5 / (1 - low),
        lambda c, low, inside: np.sqrt(c * c * inside) * (1 if low == 0 else 0.5),
    ],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda c, low, inside: c, "the scale from -1 to 1 is twice as wide"),
        (lambda c, low, inside: c * (1 - low) / inside**0.5, "too large"),
        (lambda c, low, inside: c / (1 - low), "a 2 under the root is a factor"),
        (lambda c, low, inside: c * inside / (1 - low), "too large"),
        (lambda c, low, inside: c * inside**0.5 / 2, "our own convention"),
        (lambda c, low, inside: -c, "is positive here"),
    ],
)
