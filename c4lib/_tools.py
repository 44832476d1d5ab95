"""What all modules share: checks of arguments, intervals, files written whole, long work, source."""

from __future__ import annotations

import inspect
import math
import operator
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from shutil import copymode
from typing import BinaryIO
from uuid import uuid4

import numpy as np

# -------------------------------------------------------------------- checks of arguments: the value, or a ValueError


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
    ValueError: playouts must be at most 10**15, not 10**400
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
    ValueError: c must be a finite number, at least 0, not 10**400
    """
    number = math.nan
    if not isinstance(value, (bool, np.bool_, str, bytes, bytearray)):
        with suppress(TypeError, ValueError, OverflowError):
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


def shown(value: object) -> str:
    """The `value` in an error message: its repr, but whole numbers however large can be read.

    >>> shown("a"), shown(12345), shown(10**400), shown(-7 * 10**400)
    ("'a'", '12,345', '10**400', 'about -10**401')
    """
    if type(value) is not int:
        return repr(value)
    exponent = round(math.log10(abs(value) or 1))
    about = "" if abs(value) == 10**exponent else "about "
    if abs(value) < (10**20 if about else MOST):
        return f"{value:,}"
    return f"{about}{'-' if value < 0 else ''}10**{exponent}"


# -------------------------------------------------------------------- how sure a share of wins is

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


# -------------------------------------------------------------------- files that are written whole or not at all


@contextmanager
def written_whole(path: str | os.PathLike) -> Iterator[BinaryIO]:
    """A file to write to, which takes its place at `path` when the block ends without an error.

    Until then, and after an error, whatever was there is as it was. A file that is replaced hands
    on its permissions, but not its owner: the new one belongs to whoever writes it. Where `path` is
    a symbolic link, what it leads to is replaced.

    Raises:
        OSError: it cannot be written; or what is there is no plain file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with written_whole(Path(folder) / "a.txt") as file:
    ...         _ = file.write(b"all of it")
    ...     (Path(folder) / "a.txt").read_text()
    'all of it'
    """
    path = Path(path).resolve()
    is_there = os.path.lexists(path)
    if is_there and not path.is_file():
        raise OSError(f"{path} is no plain file, but a folder, a pipe or a device: it stays as it is")
    part = path.with_name(f".{uuid4().hex}.part")  # a name may be as long as the system allows
    try:
        with open(part, "xb") as file:
            if is_there:
                copymode(path, part)
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


# -------------------------------------------------------------------- long work: its progress, and Ctrl-C


@contextmanager
def interrupts_held() -> Iterator[Callable[[], bool]]:
    """Holds back Ctrl-C (a notebook's stop button): gives a function that says whether it was
    pressed.

    KeyboardInterrupt is raised when the block is left, so that nothing is interrupted half-way.

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


class Interrupts:
    """How often the stop button was pressed: what runs in slices, in any thread, looks at it."""

    count = 0


def interrupt_searches() -> None:
    """End what runs in slices now, in any thread; what was found until then is shown.

    >>> before = Interrupts.count
    >>> interrupt_searches()
    >>> Interrupts.count - before
    1
    """
    Interrupts.count += 1


@contextmanager
def progress_bar(total: int | None, show: bool, unit: str) -> Iterator[Callable[[int], object]]:
    """Gives a function that moves the progress bar on by a count.

    >>> with progress_bar(total=100, show=False, unit="games") as bar:
    ...     bar(10)
    """
    if not show:
        yield lambda count: None
        return
    from tqdm.auto import tqdm

    tqdm.monitor_interval = 0  # it would start a thread, which is not possible everywhere
    with tqdm(total=total, unit=f" {unit}", unit_scale=True, miniters=1) as bar:
        yield bar.update


def _write(text: str) -> None:
    if text:
        print(text, file=sys.stderr, flush=True)


# What shows a text to the one who waits ("": no longer), by default a line on stderr; a widget sets
# its own.
ANNOUNCE: ContextVar[Callable[[str], object]] = ContextVar("ANNOUNCE", default=_write)


def run_within(
    iterate: Callable[[float, float], tuple[int, bool]],
    playouts: int | None,
    seconds: float | None,
    progress: bool,
) -> None:
    """Calls `iterate` until one of the limits is reached, Ctrl-C is pressed, or it cannot go on.

    Args:
        iterate: called with how many iterations and seconds are left; runs at least one iteration,
            and returns how many it ran and whether it can go on.
        playouts: how many iterations at the most; None: no limit.
        seconds: how long; None: no limit.
        progress: whether to show a bar.

    Raises:
        ValueError: neither limit is given, or one that means nothing.
        KeyboardInterrupt: Ctrl-C was pressed; the last iterations are whole.

    >>> def iterate(most, seconds):
    ...     print(f"{most} to go")
    ...     return 1, True
    >>> run_within(iterate, playouts=2, seconds=None, progress=False)
    2 to go
    1 to go
    """
    if playouts is None and seconds is None:
        raise ValueError("run needs playouts=..., or seconds=..., or both")
    left = time_left = math.inf
    if playouts is not None:
        left = whole_number("playouts", playouts, at_least=1)
    if seconds is not None:
        time_left = real_number("seconds", seconds, "a number greater than 0", math.ulp(0))
    end = time.perf_counter() + time_left
    goes_on = True
    with interrupts_held() as interrupted, progress_bar(playouts, progress, "playouts") as bar:
        while goes_on and left > 0 and time_left > 0 and not interrupted():
            done, goes_on = iterate(left, time_left)
            left -= done
            time_left = end - time.perf_counter()
            bar(done)


# -------------------------------------------------------------------- the library's own code, shown in a notebook


class Source(str):
    """Python source that a notebook shows in colour, even before it is trusted (it is Markdown, not
    HTML).
    """

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

    >>> from c4lib import SearchSettings
    >>> show_source(SearchSettings.reward)
    def reward(self, winner: int | None, viewpoint: int) -> float:
        if winner is None:
            return self.draw
        return 1.0 if winner == viewpoint else self.loss
    """
    return Source("\n\n".join(_source(thing, docstring) for thing in objects))


def _source(thing: Callable, docstring: bool) -> str:
    thing = getattr(thing, "py_func", thing)  # the Python behind a function compiled by numba
    try:
        source = inspect.cleandoc("\n" + inspect.getsource(thing))
    except (OSError, TypeError):
        raise ValueError(f"there is no Python source to show for {thing!r}") from None
    if docstring or not thing.__doc__:
        return source
    head, _, rest = source.partition('"""')
    return head.rstrip() + "\n" + rest.partition('"""')[2].lstrip("\n")
