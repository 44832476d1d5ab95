"""Where Python's logarithms are not rounded to the nearest number; logarithms.js rounds all of them so."""

import math
from functools import cache

MOST = 1_000_000  # playouts
BITS = 128  # after the point


@cache
def rounded_otherwise() -> dict[int, float]:
    """ln n by n, for each n up to a million where `math.log` of this computer's C library is not the nearest number."""
    found = {}
    exact = 0  # ln n, times 2^BITS
    for n in range(2, MOST + 1):
        exact += step(2 * n - 1)
        if math.log(n) != exact / 2**BITS:  # Python divides whole numbers with one rounding, to the nearest
            found[n] = math.log(n)
    return found


def step(odd: int) -> int:
    """2 artanh(1 / odd) = 2/odd + 2/(3 odd^3) + ..., times 2^BITS."""
    power = (2 << BITS) // odd
    total = power
    k = 3
    while power:
        power //= odd * odd
        total += power // k
        k += 2
    return total
