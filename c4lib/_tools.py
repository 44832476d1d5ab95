"""Checks of what a caller hands in: each gives the value back, or says what is wrong with it and what is allowed."""

from __future__ import annotations

import inspect
import math
import operator
import os
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import numpy as np

# -------------------------------------------------------------------- checks of what a caller hands in


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
    except (TypeError, ValueError, OverflowError):
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


# -------------------------------------------------------------------- files that are written whole or not at all


@contextmanager
def written_whole(path: str | os.PathLike) -> Iterator[BinaryIO]:
    """A file to write to, which takes its place at `path` when the block ends without an error.

    Until then, and after an error, whatever was there is as it was.

    Raises:
        OSError: it cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with written_whole(Path(folder) / "a.txt") as file:
    ...         _ = file.write(b"all of it")
    ...     (Path(folder) / "a.txt").read_text()
    'all of it'
    """
    path = Path(path)
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with open(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, 0o666 & ~_umask())  # mkstemp's files are for their owner alone
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# -------------------------------------------------------------------- long work that shows how far it is, and ends at Ctrl-C (the stop button of a notebook) with everything in order


@contextmanager
def interrupts_held() -> Iterator[Callable[[], bool]]:
    """Gives a function that says whether Ctrl-C was pressed; KeyboardInterrupt is raised only when the block is left.

    >>> with interrupts_held() as interrupted:
    ...     interrupted()
    False
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False  # only the main thread gets the signal
        return
    caught = []
    before = signal.signal(signal.SIGINT, lambda number, frame: caught.append(number))
    try:
        yield lambda: bool(caught)
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt


@contextmanager
def progress_bar(total: int | None, show: bool, unit: str) -> Iterator[Callable[[int], object]]:
    """Gives a function that moves the bar on by so much.

    >>> with progress_bar(total=100, show=False, unit="games") as bar:
    ...     bar(10)
    """
    if not show:
        yield lambda count: None
        return
    from tqdm.auto import tqdm

    with tqdm(total=total, unit=f" {unit}", unit_scale=True) as bar:
        yield bar.update


# -------------------------------------------------------------------- the library's own code, shown in a notebook


class Source(str):
    """Python source that a notebook shows in colour, also one that is not trusted yet (it is Markdown, not HTML)."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return f"```python\n{self}\n```"


def show_source(*objects: Callable, docstring: bool = False) -> Source:
    """The source of functions or classes, to be shown in colour as the result of a notebook cell.

    Args:
        objects: functions, methods or classes, shown one after another.
        docstring: True shows the docstrings too; without them the code itself fits on a projector.

    Raises:
        ValueError: there is no Python source for an object (a number, a compiled function).

    >>> from c4lib import ucb1
    >>> show_source(ucb1)
    def ucb1(wins: float, visits: int, parent_visits: int, c: float = math.sqrt(2), unvisited: float = math.inf) -> float:
        if not visits:
            return unvisited
        return wins / visits + c * math.sqrt(math.log(parent_visits) / visits)
    """
    return Source("\n\n".join(_source(shown, docstring) for shown in objects))


def _source(shown: Callable, docstring: bool) -> str:
    shown = getattr(shown, "py_func", shown)  # the Python behind a function compiled by numba
    try:
        source = inspect.cleandoc("\n" + inspect.getsource(shown))
    except (OSError, TypeError):
        raise ValueError(f"there is no Python source to show for {shown!r}") from None
    if docstring or not shown.__doc__:
        return source
    head, _, rest = source.partition('"""')
    return head.rstrip() + "\n" + rest.partition('"""')[2].lstrip("\n")
