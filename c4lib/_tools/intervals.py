"""How sure a share of wins is."""

from __future__ import annotations

import math

Z = 1.959963984540054  # standard deviations on either side hold 95 % of a normal distribution


def wilson_interval(points: float, games: float, z: float = Z) -> tuple[float, float]:
    """The shares that fit `points` in so many `games`, no further off than `z` (Wilson 1927).

    >>> low, high = wilson_interval(points=6.5, games=10)
    >>> print(f"{low:.3f} to {high:.3f}")
    0.354 to 0.863
    """
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
