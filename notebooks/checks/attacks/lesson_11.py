"""Attacks on the checks of lesson 11."""

import math

import numpy as np
import scipy.stats  # noqa: F401  here, and not within the seconds that an answer has

from checks.attacks import attack, crash, nothing
from mctslab.arena import difference, mean_interval, score_interval


def fitting(points, games, width=1.96, tried=10_001, error=lambda p, games: np.sqrt(p * (1 - p) / games)):
    p = np.linspace(0, 1, tried)
    fits = p[np.abs(points / games - p) <= width * error(p, games)]
    return fits[0], fits[-1]


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


def z_of_coins(first, second):
    one, other = np.mean(first), np.mean(second)
    return (one - other) / math.sqrt(one * (1 - one) / len(first) + other * (1 - other) / len(second))


def z_around_one_mean(first, second):
    everything = np.concatenate([first, second])
    return (np.mean(first) - np.mean(second)) / np.sqrt(everything.var() * (1 / len(first) + 1 / len(second)))


def z_with_one_n(first, second):
    return (np.mean(first) - np.mean(second)) / math.sqrt((np.var(first) + np.var(second)) / len(first))


def z_without(first, second, error):
    (s, n), (s_2, n_2) = ((games.std(ddof=1), len(games)) for games in (first, second))
    return (first.mean() - second.mean()) / np.sqrt(error(s, n, s_2, n_2))


def z_without_brackets(first, second):
    return first.mean() - second.mean() / np.sqrt(first.var(ddof=1) / len(first) + second.var(ddof=1) / len(second))


def contenders(results, score=np.mean, still_in=lambda best, games: difference(best, games).p >= 0.05):
    best = max(results, key=lambda name: score(results[name]))
    return [name for name, games in results.items() if still_in(results[best], games)]


def contenders_by_hand(results):
    best = max(results, key=lambda name: sum(results[name]) / len(results[name]))
    return [name for name in results if name == best or abs(z_of(results[best], results[name])) < 1.98]


def overlap(best, games):
    return score_interval(sum(games), len(games))[1] >= score_interval(sum(best), len(best))[0]


def one_sided(best, games):
    return difference(best, games).p / 2 >= 0.05


def within(best, games):
    return np.mean(best) - np.mean(games) < 0.12


def neighbours(results):
    order = sorted(results, key=lambda name: -np.mean(results[name]))
    found = order[:1]
    for name in order[1:]:
        if difference(results[found[-1]], results[name]).p < 0.05:
            break
        found.append(name)
    return found


def first_alarm(results, every, clear=lambda low, high: low > 0.5 or high < 0.5):
    for games in range(every, len(results) + 1, every):
        if clear(*score_interval(sum(results[:games]), games)):
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
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda points, games: (0.0, 1.0), "too wide"),  # the stub
        (lambda points, games: 0.5, "expected two numbers"),
        (lambda points, games: ("a", "b"), "expected a number"),
        (lambda points, games: fitting(points, games)[::-1], "the lower end comes first"),
        (lambda points, games: [100 * end for end in fitting(points, games)], "from 0 to 1"),
        (fitting_plainly, "each p that you try has an error of its own"),
        (lambda points, games: fitting(points, games, width=1.645), "that is for 90 of 100 matches"),
        (lambda points, games: fitting(points, games, width=2), "that is for two standard errors"),  # "try more values"
        (lambda points, games: fitting(points, games, width=2.576), "that is for 99 of 100 matches"),
        (lambda points, games: fitting(points, games, error=lambda p, n: 0.5 / np.sqrt(n)), "the s of every p"),
        (
            lambda points, games: fitting(points, games, error=lambda p, n: np.sqrt(p * (1 - p) / (n - 1))),
            "is n = 20 below the root",
        ),
        (lambda points, games: fitting(points, games, width=1), "one standard error"),
        (lambda points, games: fitting(points, games, tried=101), "steps of 0.001"),
        (lambda points, games: fitting(points, games, error=lambda p, n: p * (1 - p) / n), "too narrow"),
        (lambda points, games: fitting(points, games, error=lambda p, n: np.sqrt(p * (1 - p))), "too wide"),
        (fitting_without_abs, "one end is right"),
        (lambda points, games: (0.4810, 0.8545), "fitting(7, 20)"),  # right for one input
    ],
)
attack(
    "check_11_2",
    [z_of, lambda first, second: difference(first, second).z, lambda first, second: round(z_of(first, second), 2)],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda first, second: first.mean() - second.mean(), "not yet divided"),  # the stub
        (lambda first, second: f"{z_of(first, second)}", "expected a number"),
        (lambda first, second: -z_of(first, second), "the other sign"),
        (lambda first, second: abs(z_of(first, second)), "the other sign"),
        (
            lambda first, second: (first.mean() - second.mean()) / (first.std() / 10 + second.std() / 10),
            "their squares, s²/n, do",
        ),
        (lambda first, second: (first.mean() - second.mean()) / (first.var() + second.var()) * 100, "square root"),
        (lambda *both: z_without(*both, lambda s, n, s_2, n_2: s / n + s_2 / n_2), "where s² should stand"),
        (lambda *both: z_without(*both, lambda s, n, s_2, n_2: s**2 + s_2**2), "has to be divided by its n"),
        (lambda *both: z_without(*both, lambda s, n, s_2, n_2: (s**2 + s_2**2) / (n + n_2)), "has its own n"),
        (lambda *both: z_without(*both, lambda s, n, s_2, n_2: s**2 / n), "the error of the first only"),
        (z_without_brackets, "needs brackets"),
        (z_of_coins, "draws make it smaller"),
        (z_with_one_n, "an s and an n of its own"),
        (z_around_one_mean, "around its own mean"),  # passed
        (
            lambda *both: z_without(*both, lambda s, n, s_2, n_2: s**2 / (n - 1) + s_2**2 / (n_2 - 1)),
            "in it already",
        ),  # passed
        (lambda first, second: 1.014 * z_of(first, second), "is 2.168, which is not right"),  # within 1.5%
        (lambda first, second: round(z_of(first, second), 1), "is 2.100, which is not right"),
        (lambda first, second: difference(first, second).p, "which is not right"),
        (lambda first, second: 1.96 * z_of(first, second), "divided by its standard error"),
    ],
)
attack(
    "check_11_3",
    [contenders, contenders_by_hand],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda results: set(contenders(results)), "expected a list"),
        (lambda results: [max(results, key=lambda name: np.mean(results[name]))], "leaves out b"),  # the stub
        (lambda results: list(results), "names c"),
        (lambda results: contenders(results, still_in=overlap), "the intervals overlap, and still p is below 0.05"),
        (lambda results: contenders(results, score=sum), "a score is points per game"),  # passed
        (lambda results: contenders(results, still_in=one_sided), "only p below 0.05"),  # passed
        (lambda results: contenders(results, still_in=within), "only p below 0.05"),  # passed
        (neighbours, "not with its neighbour"),
        (lambda results: contenders(results) * 2, "each setting once"),
        (lambda results: ["a", "b"], "not one of the settings"),  # right for one input
        (
            lambda results: contenders(
                {name: [game for game in games if game != 0.5] for name, games in results.items()}
            ),
            "a draw is half a point",
        ),
        (lambda results: [name for name in contenders(results) if np.mean(results[name]) < 0.6], "leaves out a"),
    ],
)
attack(
    "check_11_4",
    [first_alarm, first_alarm_by_sums],
    [
        (None, "no function"),
        (crash, "stops with KeyError"),
        (nothing, "is None, which is not right"),  # the stub
        (lambda results, every: len(results), "which is not right"),
        (lambda results, every: float(first_alarm(results, every) or 0), "expected a whole number"),
        (lambda results, every: first_alarm(results, every) or 0, "the answer is None"),
        (lambda results, every: first_alarm(results, 1), "which is not right"),
        (lambda results, every: (first_alarm(results, every) or 0) // every or None, "the number of the look"),
        (lambda results, every: first_alarm(results, every, lambda low, high: low > 0.5), "is an alarm, too"),
        (lambda results, every: first_alarm([r == 1 for r in results], every), "a draw is half a point"),
        (without_the_last_look, "the last game may be the one of a look"),  # passed
        (first_alarm_by_blocks, "all games so far count"),
        (first_alarm_by_mean_interval, "that is an alarm of `mean_interval`"),
        (lambda results, every: every if len(results) >= every else None, "nobody looks before"),
        (lambda results, every: first_alarm(results, every) and every, "not the first look"),
        (lambda results, every: 10, "nobody looks before 20 games"),  # right for one input
    ],
)
