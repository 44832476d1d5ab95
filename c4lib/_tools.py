"""Checks of what a caller hands in: each gives the value back, or says what is wrong with it and what is allowed."""

import math
import operator
from collections.abc import Sequence

import numpy as np


def whole_number(name: str, value: object, at_least: int) -> int:
    """The `value` as an `int`, at least `at_least`; NumPy integers count, `True`, `3.0` and `"3"` do not.

    Raises:
        ValueError: it is not a whole number, or too small; the message starts with `name`.

    >>> whole_number("playouts", 100, at_least=1)
    100
    >>> whole_number("playouts", 2.5, at_least=1)
    Traceback (most recent call last):
        ...
    ValueError: playouts must be a whole number, at least 1, not 2.5
    """
    try:
        number = None if isinstance(value, (bool, np.bool_)) else operator.index(value)
    except TypeError:
        number = None
    if number is None or number < at_least:
        raise ValueError(f"{name} must be a whole number, at least {at_least}, not {value!r}")
    return number


def real_number(
    name: str, value: object, allowed: str, at_least: float = -math.inf, at_most: float = math.inf
) -> float:
    """The `value` as a `float` between the two bounds; infinite only where a finite bound does not forbid it.

    Raises:
        ValueError: it is no number, NaN, or out of bounds; the message says that `name` must be `allowed`.

    >>> real_number("c", 1, "a finite number, at least 0", at_least=0)
    1.0
    >>> real_number("c", float("nan"), "a finite number, at least 0", at_least=0)
    Traceback (most recent call last):
        ...
    ValueError: c must be a finite number, at least 0, not nan
    """
    try:
        number = math.nan if isinstance(value, (bool, np.bool_, str)) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not at_least <= number <= at_most:  # also false for NaN
        raise ValueError(f"{name} must be {allowed}, not {value!r}")
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
        raise ValueError(f"{name} must be {' or '.join(map(repr, allowed))}, not {value!r}")
    return value


def cells_array(cells: object) -> np.ndarray:
    """The `cells` of a board as a new `int8` array of shape (rows, columns).

    Raises:
        ValueError: they are no table of numbers, or one is not 0, 1 or 2.

    >>> cells_array([[0, 0], [1, 2]]).dtype
    dtype('int8')
    """
    try:
        array = np.asarray(cells)
    except ValueError:
        raise ValueError("the rows of the board have different lengths") from None
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"cells must have the shape (rows, columns), not {array.shape}")
    if array.dtype.kind not in "iuf":
        raise ValueError(f"cells must be numbers, not {array.dtype}")
    for row, column in np.argwhere((array != 0) & (array != 1) & (array != 2)):
        raise ValueError(f"row {row}, column {column} holds {array[row, column]}: allowed are 0, 1 and 2")
    return array.astype(np.int8)
