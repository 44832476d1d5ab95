"""Attacks on the checks of lesson 11."""

import math

import numpy as np
import scipy.stats  # noqa: F401  here, and not within the seconds that an answer has

from attacks import attack
from mctslab.arena import difference, mean_interval, score_interval


def fitting(points, games, width=1.96, tried=10_001, error=lambda p, games: np.sqrt(p * (1 - p) / games)):
    p = np.linspace(0, 1, tried)
    fits = p[np.abs(points / games - p) <= width * error(p, games)]
    return fits[0], fits[-1]


def error_with_one_less(p, games):
    return np.sqrt(p * (1 - p) / (games - 1))


def fitting_plainly(points, games):
    share = points / games
    half = 1.96 * math.sqrt(share * (1 - share) / games)
    return share - half, share + half


def fitting_without_abs(points, games):
    p = np.linspace(0, 1, 10_001)
    fits = p[points / games - p <= 1.96 * np.sqrt(p * (1 - p) / games)]
    return fits[0], fits[-1]


def z_of(first, second):
    error = np.sqrt(np.var(first, ddof=1) / len(first) + np.var(second, ddof=1) / len(second))
    return (np.mean(first) - np.mean(second)) / error


def z_around_one_mean(first, second):
    everything = np.concatenate([first, second])
    return (np.mean(first) - np.mean(second)) / np.sqrt(everything.var() * (1 / len(first) + 1 / len(second)))


def z_of_added_errors(first, second):
    return (first.mean() - second.mean()) / (first.std() / 10 + second.std() / 10)


def z_without(first, second, error):
    (s, n), (s_2, n_2) = ((games.std(ddof=1), len(games)) for games in (first, second))
    return (first.mean() - second.mean()) / np.sqrt(error(s, n, s_2, n_2))


def contenders(results, score=np.mean, still_in=lambda best, games: difference(best, games).p >= 0.05):
    best = max(results, key=lambda name: score(results[name]))
    return [name for name, games in results.items() if still_in(results[best], games)]


def contenders_by_hand(results):
    best = max(results, key=lambda name: sum(results[name]) / len(results[name]))
    return [name for name in results if name == best or abs(z_of(results[best], results[name])) < 1.98]


def one_sided(best, games):
    return difference(best, games).p / 2 >= 0.05


def neighbours(results):
    order = sorted(results, key=lambda name: -np.mean(results[name]))
    found = order[:1]
    for name in order[1:]:
        if difference(results[found[-1]], results[name]).p < 0.05:
            break
        found.append(name)
    return found


def first_alarm(results, every):
    for games in range(every, len(results) + 1, every):
        low, high = score_interval(sum(results[:games]), games)
        if low > 0.5 or high < 0.5:
            return games
    return None


def without_the_last_look(results, every):
    return first_alarm(results[:-1], every)


def first_alarm_by_blocks(results, every):
    for games in range(every, len(results) + 1, every):
        low, high = score_interval(sum(results[games - every : games]), every)
        if low > 0.5 or high < 0.5:
            return games


def first_alarm_by_mean_interval(results, every):
    for games in range(every, len(results) + 1, every):
        low, high = mean_interval(results[:games])
        if low > 0.5 or high < 0.5:
            return games


def first_alarm_by_sums(results, every):
    points = np.cumsum(results)
    for look in range(1, len(results) // every + 1):
        low, high = score_interval(float(points[look * every - 1]), look * every)
        if low > 0.5 or high < 0.5:
            return np.int64(look * every)


attack(
    "check_11_1",
    [fitting, lambda points, games: list(score_interval(points, games))],
    [
        (lambda points, games: fitting(points, games)[::-1], "the lower end comes first"),
        (lambda points, games: [100 * end for end in fitting(points, games)], "from 0 to 1"),
        (fitting_plainly, "each p that you try has an error of its own"),
        (lambda points, games: fitting(points, games, width=1.645), "that is for 90 of 100 matches"),
        (lambda points, games: fitting(points, games, error=lambda p, n: 0.5 / np.sqrt(n)), "the s of every p"),
        (lambda points, games: fitting(points, games, error=error_with_one_less), "is n = 20 below the root"),
        (fitting_without_abs, "one end is right"),
    ],
)
attack(
    "check_11_2",
    [z_of, lambda first, second: difference(first, second).z, lambda first, second: round(z_of(first, second), 2)],
    [
        (z_of_added_errors, "their squares, s²/n, do"),
        (z_around_one_mean, "around its own mean"),
        (lambda *both: z_without(*both, lambda s, n, s_2, n_2: s**2 + s_2**2 / n_2), "mind the brackets"),
        (lambda *both: z_without(*both, lambda s, n, s_2, n_2: s**2 / (n - 1) + s_2**2 / (n_2 - 1)), "in it already"),
        (lambda first, second: 1.014 * z_of(first, second), "is 2.168, which is not right"),  # within 1.5%
    ],
)
attack(
    "check_11_3",
    [contenders, contenders_by_hand],
    [
        (lambda results: contenders(results, score=sum), "a score is points per game"),
        (lambda results: contenders(results, still_in=one_sided), "only p below 0.05"),
        (neighbours, "not with its neighbour"),
        (lambda results: [name for name in contenders(results) if np.mean(results[name]) < 0.6], "leaves out a"),
    ],
)
attack(
    "check_11_4",
    [first_alarm, first_alarm_by_sums],
    [
        (lambda results, every: first_alarm(results, every) or 0, "the answer is None"),
        (without_the_last_look, "the last game may be the one of a look"),
        (first_alarm_by_blocks, "all games so far count"),
        (first_alarm_by_mean_interval, "that is an alarm of `mean_interval`"),
        (lambda results, every: first_alarm(results, 1), "nobody looks after 4 games, only after every 10"),
    ],
)
