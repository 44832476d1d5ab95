"""PCG64 (O'Neill 2014), NumPy's usual generator, for compiled functions: the same random numbers.

Its state is a record of two numbers of 128 bits. A few instructions make the next one, which takes
less time than a call of the Generator's method; and a browser has no Generator.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numba import config, types
from numba.extending import overload

from c4lib.fast.jit import U, compiled

# The lower half of each number comes first.
PCG64 = np.dtype([("state", "u8", 2), ("increment", "u8", 2)])
MULTIPLIER = 47026247687942121848144207491837523525
LOW, HIGH = U(MULTIPLIER % 2**64), U(MULTIPLIER >> 64)
HALF = U(32)  # the bits of half a factor
RIGHT_HALF = U(2**32 - 1)


@contextmanager
def drawn_from(rng: np.random.Generator) -> Iterator[np.random.Generator | np.ndarray]:
    """What the kernel draws from: the state of a PCG64 in a record; other generators as they are.

    Afterwards the generator goes on where the kernel stopped.
    """
    generator = rng.bit_generator
    if type(generator) is not np.random.PCG64 or config.DISABLE_JIT:
        yield rng
        return
    state = generator.state
    numbers = state["state"]
    both = numbers["state"] + (numbers["inc"] << 128)
    source = np.frombuffer(both.to_bytes(32, "little"), PCG64).copy()
    try:
        yield source
    finally:
        numbers["state"] = int.from_bytes(source["state"].tobytes(), "little")
        generator.state = state


def random(rng):
    """The next number from 0 to 1, as `rng.random()` draws it."""
    return rng.random()


@overload(random)
def compiled_random(rng):
    """The same, compiled: a call for a Generator, and a few instructions for the state of PCG64."""
    return random_of_state if isinstance(rng, types.Array) else random


def random_of_state(rng):
    """The next number from 0 to 1: 53 bits of the next state, mixed."""
    state, increment = rng[0].state, rng[0].increment
    low, high = next_state(state[0], state[1], increment[0], increment[1])
    state[0], state[1] = low, high
    mixed, turn = low ^ high, high >> U(58)
    bits = (mixed >> turn) | (mixed << (-turn & U(63)))
    return np.float64(np.int64(bits >> U(11))) * 2.0**-53


@compiled
def next_state(low, high, increment_low, increment_high):
    """The state after this one: state * MULTIPLIER + increment, modulo 2^128, in two halves."""
    new_low = low * LOW + increment_low
    carry = U(new_low < increment_low)
    new_high = upper_product(low, LOW) + low * HIGH + high * LOW + increment_high + carry
    return new_low, new_high


@compiled
def upper_product(x, y):
    """The upper 64 bits of x * y, which has 128: a long multiplication of halves."""
    x_left, x_right = x >> HALF, x & RIGHT_HALF
    y_left, y_right = y >> HALF, y & RIGHT_HALF
    first = x_left * y_right + (x_right * y_right >> HALF)
    second = x_right * y_left + (first & RIGHT_HALF)
    return x_left * y_left + (first >> HALF) + (second >> HALF)
