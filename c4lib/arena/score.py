"""How strong a player is, and how sure that is: the score of many games, its interval, and what it means in Elo."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

from c4lib._tools import real_number, whole_number

DRAW = 0.5  # points


def counts(results: Sequence[float]) -> dict[str, int]:
    """How many results (1, 0.5 or 0) are wins, draws and losses.

    >>> counts([1, 0.5, 0, 1])
    {'wins': 2, 'draws': 1, 'losses': 1}
    """
    return {"wins": results.count(1), "draws": results.count(DRAW), "losses": results.count(0)}


def summary(results: Sequence[float]) -> dict[str, float]:
    """A row of a table: number of games, wins, draws and losses, score and its interval."""
    games, points = len(results), sum(results)
    low, high = score_interval(points, games)
    return {"games": games} | counts(results) | {"score": points / games, "low": low, "high": high}


def score_interval(points: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """The interval in which the score lies that is to be expected in the long run (Wilson 1927).

    A draw counts as half a point. Wilson's interval is made for a coin, and no results of 0, 1/2 and 1 with the same mean
    vary more than those of a coin. So with draws the interval is a little wider than necessary, never too narrow.

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
    real_number("games", games, "a number that fits a float", at_most=1e300)
    points = real_number("points", points, f"a number from 0 to {games}, the games", 0, games)
    confidence = real_number("confidence", confidence, "a number between 0 and 1", at_least=0, at_most=1 - 1e-12)
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)  # 1.96 for 95 %
    centre = (points + z * z / 2) / (games + z * z)
    half = z / (games + z * z) * math.sqrt(points * (games - points) / games + z * z / 4)
    share = points / games
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))  # in spite of rounding


def elo_difference(score: float) -> float:
    """By how many Elo points a player who scores this share is stronger (Elo 1978); infinite for 0 and 1.

    >>> round(elo_difference(0.64)), elo_difference(1.0)
    (100, inf)
    """
    score = real_number("score", score, "a number from 0 to 1", 0, 1)
    if score in (0, 1):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))
