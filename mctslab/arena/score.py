"""How strong a player is, and how sure that is: intervals, tests, numbers of games, and Elo.

Results are numbers, one for each game: 1 for a win, 0.5 for a draw, 0 for a loss. Games of the same
players are pooled by putting their results into one list; counts of wins, draws and losses become
results with `np.repeat([1, 0.5, 0], [wins, draws, losses])`.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from c4lib._tools.arguments import one_of, real_number, shown, whole_number
from c4lib._tools.intervals import Z, wilson_interval

DRAW = 0.5  # points
POWER = 0.8  # the chance to show a difference that a number of games should have
SPREAD = 0.5  # the standard deviation of a result, near one half and without draws
MOST_GAMES = 1_000_000  # of all matches together: their records take a gigabyte


def counts(results: Sequence[float]) -> dict[str, int]:
    """How many results (1, 0.5 or 0) are wins, draws and losses.

    >>> counts([1, 0.5, 0, 1])
    {'wins': 2, 'draws': 1, 'losses': 1}
    """
    return {"wins": results.count(1), "draws": results.count(DRAW), "losses": results.count(0)}


def score_interval(points: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """The interval in which the score lies that is to be expected in the long run (Wilson 1927).

    A draw counts as half a point. Wilson's interval is made for a coin, and no results of 0, 1/2
    and 1 with the same mean vary more than those of a coin. So with draws the interval is a little
    wider than necessary, never too narrow.

    Args:
        points: the sum of the results, 1 for a win and 0.5 for a draw.
        games: how many; if none, the interval is (0, 1).
        confidence: how often such an interval is to hold the true score.

    Raises:
        ValueError: an argument is out of bounds.

    >>> low, high = score_interval(points=6.5, games=10)
    >>> print(f"{low:.3f} to {high:.3f}")
    0.354 to 0.863
    """
    games = whole_number("games", games, at_least=0)
    points = real_number("points", points, f"a number from 0 to {games}, the games", 0, games)
    return wilson_interval(points, games, quantile(confidence))


def quantile(confidence: float) -> float:
    """How many standard deviations on either side hold this share of a normal distribution.

    Raises:
        ValueError: `confidence` is not between 0 and 1.

    >>> round(quantile(0.95), 2)
    1.96
    """
    allowed = "a number between 0 and 1"
    confidence = real_number("confidence", confidence, allowed, at_least=0, at_most=1 - 1e-12)
    return NormalDist().inv_cdf((1 + confidence) / 2)


def summary(results: Sequence[float]) -> dict[str, float]:
    """A row of a table: number of games, wins, draws and losses, score and its interval."""
    games, points = len(results), sum(results)
    low, high = score_interval(points, games)
    return {"games": games} | counts(results) | {"score": points / games, "low": low, "high": high}


def mean_interval(
    results: ArrayLike, confidence: float = 0.95, clusters: Sequence | np.ndarray | None = None
) -> tuple[float, float]:
    """The interval of the mean that is to be expected in the long run (Student 1908).

    Unlike `score_interval` it uses how much the results really vary, so that many draws make it
    narrower; and the results may be any numbers, such as the differences of pairs. It needs some
    thirty results or more; and if all are alike, it is a single point, surer than anybody should
    be.

    Args:
        results: one number for each game (or answer, or pair).
        confidence: how often such an interval is to hold the true mean.
        clusters: one label for each result, where results hang together (games with one seed,
            answers in one position): then only what varies between clusters counts as independent
            (Liang and Zeger 1986).

    Raises:
        ValueError: fewer than two results or clusters, or an argument is out of bounds.

    >>> low, high = mean_interval([1, 0.5, 0.5, 0.5, 0, 0.5, 0.5, 1])
    >>> print(f"{low:.3f} to {high:.3f}")
    0.295 to 0.830
    >>> low, high = mean_interval([1, 1, 0, 0, 1, 1, 0, 0], clusters="aabbccdd")
    >>> print(f"{low:.3f} to {high:.3f}")
    -0.419 to 1.419
    """
    from scipy.special import stdtrit  # here, because it takes a moment

    numbers = _numbers("results", results)
    quantile(confidence)
    labels = range(len(numbers)) if clusters is None else list(clusters)
    if len(labels) != len(numbers):
        what = f"one label for each of {len(numbers)} results"
        raise ValueError(f"clusters must be {what}, not {len(labels)}")
    cluster_of = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    count = whole_number("the number of clusters", len(cluster_of), at_least=2)
    mean = numbers.mean()
    sums = np.bincount([cluster_of[label] for label in labels], weights=numbers - mean)
    error = math.sqrt(count / (count - 1) * (sums @ sums)) / len(numbers)
    errors = float(stdtrit(count - 1, (1 + confidence) / 2))  # Student's quantile
    half = errors * error
    return float(mean - half), float(mean + half)


class Difference(NamedTuple):
    """How far two means are apart, and how sure that is; see `difference`."""

    mean: float
    low: float
    high: float
    z: float
    p: float

    def __repr__(self) -> str:
        interval = f"[{self.low:.3f}, {self.high:.3f}]"
        return f"Difference({self.mean:.3f} {interval}, z = {self.z:.2f}, p = {self.p:.2g})"


def difference(
    first: ArrayLike, second: ArrayLike, paired: bool = False, confidence: float = 0.95
) -> Difference:
    """The mean of the `first` results minus that of the `second`, and whether it is zero.

    `z` counts by how many standard errors the difference is away from zero, `p` is how often chance
    alone gives one that is at least as large on either side: by Welch's test (1947), or Student's
    for pairs (1908).

    Args:
        first, second: one number for each game.
        paired: the numbers at the same place belong together (one seed, one position), and only
            their difference counts.
        confidence: how often such an interval is to hold the true difference.

    Raises:
        ValueError: fewer than two results, pairs that do not match, or an argument is out of
            bounds.

    >>> difference(np.repeat([1, 0], [568, 432]), np.repeat([1, 0], [510, 490]))
    Difference(0.058 [0.014, 0.102], z = 2.60, p = 0.0093)
    """
    from scipy.stats import ttest_ind, ttest_rel

    first, second = _numbers("first", first), _numbers("second", second)
    quantile(confidence)
    if one_of("paired", paired, (True, False)) and len(first) != len(second):
        sizes = f"{len(first)} and {len(second)}"
        raise ValueError(f"pairs need as many results on either side, not {sizes}")
    mean = float(first.mean() - second.mean())
    spread = np.ptp(first - second) if paired else np.ptp(first) + np.ptp(second)
    if not spread:  # SciPy would divide by 0
        z = math.copysign(math.inf, mean) if mean else 0.0
        return Difference(mean, mean, mean, z, p=float(not mean))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # one of the two may never vary
        test = ttest_rel(first, second) if paired else ttest_ind(first, second, equal_var=False)
    low, high = test.confidence_interval(confidence)
    return Difference(mean, float(low), float(high), float(test.statistic), float(test.pvalue))


def power(score: float, games: int) -> float:
    """The chance that so many games show that a true `score` is not one half.

    They show it if the 95 % interval leaves one half out. There are no draws; with draws it is
    larger.

    Args:
        score: what the player would score in the long run.
        games: how many are played.

    Raises:
        ValueError: an argument is out of bounds.

    >>> print(f"{power(score=0.52, games=2_000):.2f}, {power(score=0.52, games=4_906):.2f}")
    0.43, 0.80
    """
    whole_number("games", games, at_least=1)
    errors = _effect(score) * math.sqrt(games)  # standard errors away from one half
    return NormalDist().cdf(errors - Z) + NormalDist().cdf(-errors - Z)


def games_needed(score: float) -> int:
    """The smallest number of games that have a `power` of 0.8.

    Raises:
        ValueError: the score is out of bounds, or one half, or so close to it that more than 10**15
            games are needed.

    >>> games_needed(0.6), games_needed(0.55)
    (197, 785)
    """
    effect = _effect(score)
    if not effect:
        why = "no number of games shows a difference that is not there"
        raise ValueError(f"score must not be 0.5: {why}")
    errors = Z + NormalDist().inv_cdf(POWER)  # that the score has to be away from one half
    needed = math.ceil((errors / effect) ** 2)
    return whole_number("the number of games", needed, at_least=1)


def best_of(players: int, games: int) -> float:
    """The score that the best of so many equally strong players reaches on average, by luck.

    There are no draws.

    Args:
        players: how many; each scores one half in the long run.
        games: how many each of them plays, at most 100,000.

    Raises:
        ValueError: an argument is out of bounds.

    >>> print(f"{best_of(players=1, games=100):.3f}, {best_of(players=20, games=100):.3f}")
    0.500, 0.593
    """
    from scipy.stats import binom

    whole_number("players", players, at_least=1)
    whole_number("games", games, 1, 100_000)
    nobody_has_more = binom(games, 0.5).cdf(np.arange(games)) ** players
    return float((1 - nobody_has_more).sum() / games)


def elo_difference(score: float) -> float:
    """By how many Elo points a player who scores this share is stronger (Elo 1978).

    It is infinite for 0 and 1.

    >>> round(elo_difference(0.64)), elo_difference(1.0)
    (100, inf)
    """
    score = real_number("score", score, "a number from 0 to 1", 0, 1)
    if score in (0, 1):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


# -------------------------------------------------------------------- checks and formulas that several share


def _numbers(name: str, results: ArrayLike) -> np.ndarray:
    try:
        numbers = np.asarray(results, dtype=float)
    except (TypeError, ValueError):
        numbers = np.empty(0)
    if numbers.ndim != 1 or len(numbers) < 2 or not np.isfinite(numbers).all():
        what = f"{name} must be a row of at least 2 finite numbers"
        raise ValueError(f"{what}, not {shown(results):.60}")
    return numbers


def _effect(score: float) -> float:
    """How many standard deviations of a result the score is away from one half."""
    return abs(real_number("score", score, "a number from 0 to 1", 0, 1) - 0.5) / SPREAD
