"""Checks of arguments: each gives the value, or raises a ValueError that says what is allowed."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from contextlib import suppress
from numbers import Real

import numpy as np

MOST = 10**15  # of anything that is done or counted: years of work, and still exact in a float


def whole_number(name: str, value: object, at_least: float, at_most: float = MOST) -> int:
    """The `value` as an `int` between the two bounds.

    NumPy integers count as whole numbers; `True`, `3.0` and `"3"` do not.

    Raises:
        ValueError: it is not a whole number, or out of bounds; the message starts with `name`.

    >>> whole_number("playouts", 100, at_least=1)
    100
    >>> whole_number("playouts", 2.5, at_least=1)
    Traceback (most recent call last):
        ...
    ValueError: playouts must be a whole number, at least 1, not 2.5
    >>> whole_number("playouts", 10**400, at_least=1)
    Traceback (most recent call last):
        ...
    ValueError: playouts must be at most 1,000,000,000,000,000, not about 10**400
    """
    number = None
    if not isinstance(value, (bool, np.bool_, np.ndarray)):
        with suppress(TypeError):
            number = operator.index(value)
    if number is None or number < at_least:
        raise ValueError(f"{name} must be a whole number, at least {at_least}, not {shown(value)}")
    if number > at_most:
        raise ValueError(f"{name} must be at most {shown(at_most)}, not {shown(value)}")
    return number


def whole_seed(seed: object, name: str = "seed") -> int:
    """The `seed` as an `int`, at least 0 and however large.

    >>> whole_seed(10**40) == 10**40
    True
    """
    return whole_number(name, seed, at_least=0, at_most=math.inf)


def generator_of(rng: object) -> np.random.Generator:
    """The generator itself, or one with this seed; for None one with a seed that nobody knows.

    >>> generator_of(7).random() == np.random.default_rng(7).random()
    True
    """
    if rng is None or isinstance(rng, np.random.Generator):
        return np.random.default_rng(rng)
    return np.random.default_rng(whole_seed(rng, "rng (a numpy.random.Generator or a seed)"))


def real_number(
    name: str, value: object, allowed: str, at_least: float = -math.inf, at_most: float = math.inf
) -> float:
    """The `value` as a `float` between the two bounds; infinite only where these allow it.

    Raises:
        ValueError: it is no number, NaN, or out of bounds; the message says that `name` must be
            `allowed`.

    >>> real_number("c", 1, "a finite number, at least 0", at_least=0)
    1.0
    >>> real_number("c", 10**400, "a finite number, at least 0", at_least=0)
    Traceback (most recent call last):
        ...
    ValueError: c must be a finite number, at least 0, not about 10**400
    """
    number = math.nan
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):
            number = float(value)
    if not at_least <= number <= at_most:  # also false for NaN
        raise ValueError(f"{name} must be {allowed}, not {shown(value)}")
    return number


def one_of(name: str, value: object, allowed: Sequence) -> object:
    """The `value`, which is one of those `allowed`.

    Raises:
        ValueError: it is none of them; the message lists them.

    >>> one_of("choose", "visits", ("visits", "mean"))
    'visits'
    >>> one_of("choose", "luck", ("visits", "mean"))
    Traceback (most recent call last):
        ...
    ValueError: choose must be 'visits' or 'mean', not 'luck'
    """
    if not any(type(value) is type(word) and value == word for word in allowed):
        raise ValueError(f"{name} must be {' or '.join(map(repr, allowed))}, not {shown(value)}")
    return value


def instance_of(name: str, value: object, kind: type) -> None:
    """Raises a ValueError unless the `value` is of this kind.

    >>> instance_of("rng", 3, np.random.Generator)
    Traceback (most recent call last):
        ...
    ValueError: rng must be a Generator, not 3
    """
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be a {kind.__name__}, not {value!r}")


def shown(value: object) -> str:
    """The `value` in an error message: its repr, but whole numbers however large can be read.

    >>> shown("a"), shown(12345), shown(-7 * 10**400)
    ("'a'", '12,345', 'about -10**401')
    """
    if type(value) is not int:
        return repr(value)
    exponent = round(value.bit_length() * math.log10(2))
    return f"{value:,}" if exponent < 21 else f"about {'-' if value < 0 else ''}10**{exponent}"
