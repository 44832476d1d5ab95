"""How sure a share of wins is: Wilson's interval."""

from __future__ import annotations

import math
from statistics import NormalDist

from c4lib._tools import real_number, whole_number


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
    z = quantile(confidence)
    if not games:
        return 0.0, 1.0
    share = points / games
    centre = (points + z * z / 2) / (games + z * z)
    variance = points * (games - points) / games + z * z / 4
    half = z / (games + z * z) * math.sqrt(variance)
    # The share lies between the ends, and these between 0 and 1: also when they are rounded.
    low = min(share, centre - half)
    high = max(share, centre + half)
    return max(0.0, low), min(1.0, high)


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
