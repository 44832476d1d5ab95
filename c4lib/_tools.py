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
from functools import wraps
from numbers import Real
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


def shown(value: object) -> str:
    """The `value` in an error message: its repr, but whole numbers however large can be read.

    >>> shown("a"), shown(12345), shown(-7 * 10**400)
    ("'a'", '12,345', 'about -10**401')
    """
    if type(value) is not int:
        return repr(value)
    exponent = round(value.bit_length() * math.log10(2))
    return f"{value:,}" if exponent < 21 else f"about {'-' if value < 0 else ''}10**{exponent}"


QUESTIONS = ("to_move", "winner", "is_terminal", "legal_moves", "play")  # that a game answers
METHODS = QUESTIONS[3:]


def check_position(game: object) -> None:
    """Raises a ValueError unless `game` answers the five questions as a position of a game does.

    >>> check_position("chess")
    Traceback (most recent call last):
        ...
    ValueError: 'chess' is no game position: to_move is missing
    """
    if fault := contradiction(game):
        raise ValueError(f"{game!r} is no game position: {fault}")


def contradiction(game: object) -> str | None:
    """What is wrong in the answers that a game gives in one position, in words; None if nothing is.

    >>> from c4lib import Board
    >>> contradiction(Board()) is None
    True
    """
    for question in QUESTIONS:
        if not hasattr(game, question):
            return f"{question} is missing"
        is_method = callable(getattr(game, question))
        if is_method != (question in METHODS):
            return f"{question} must {'not ' if is_method else ''}be a method"
    legal = game.legal_moves()
    if not isinstance(legal, (tuple, list)):
        return f"legal_moves() is {legal!r}: it must be a tuple"
    if game.winner not in (1, 2, None):
        return f"the winner is {game.winner!r}: allowed are 1, 2 and None"
    if game.is_terminal and legal:
        return f"the game is over, but has legal moves: {legal!r}"
    if not game.is_terminal and game.winner is not None:
        return f"player {game.winner} has won, but is_terminal is False"
    if not game.is_terminal and not legal:
        return "there is no legal move, but is_terminal is False"
    if legal and game.to_move not in (1, 2):
        return f"to_move is {game.to_move!r}: allowed are 1 and 2"
    try:
        different = set(legal)
    except TypeError:
        return f"the moves {legal!r} have no hash: tuples, numbers and texts have one"
    if len(different) < len(legal):
        return f"a move stands twice among the legal ones: {legal!r}"
    if legal != game.legal_moves():
        return f"the legal moves, asked for twice, are not equal (==): {legal!r}"
    return None


# What is needed of the record that a phase returns: a part, and what that can be.
NEEDED = {
    "select": ("leaf", "a node", lambda leaf: hasattr(leaf, "visits")),
    "expand": ("node", "a node", lambda node: hasattr(node, "visits")),
    "simulate": ("winner", "1, 2 or None", lambda winner: winner in (1, 2, None)),
    "backpropagate": ("path", "a tuple of nodes", bool),
}


def checked_phase(phase: object, library: Callable, is_free: bool = False) -> Callable:
    """The `phase` that somebody swaps in for the library's; what it returns is checked each time.

    Args:
        phase: the library's own is not checked.
        library: what it takes the place of.
        is_free: whether the part that is needed of its record can be anything.

    Raises:
        ValueError: it cannot be called; and when it is called, what it returned.

    >>> from c4lib import select
    >>> mine = checked_phase(lambda root, settings, rng: root, select)
    >>> mine("the root", None, None)
    Traceback (most recent call last):
        ...
    ValueError: <lambda> must return a Selection as select does, whose leaf is a node, not 'the root'
    """
    name = library.__name__
    if not callable(phase):
        raise ValueError(f"{name} must be a function like the library's {name}, not {phase!r}")
    part, what, is_right = NEEDED[name]

    @wraps(phase)
    def checked(*arguments: object) -> object:
        record = phase(*arguments)
        if not hasattr(record, part) or not (is_free or is_right(getattr(record, part))):
            called = getattr(phase, "__name__", repr(phase))
            kind = library.__annotations__["return"]
            found = getattr(record, part, record)
            must = f"{called} must return a {kind} as {name} does, whose {part} is {what}"
            raise ValueError(f"{must}, not {found!r}")
        return record

    return library if phase is library else checked


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


def plain_file(path: str | os.PathLike) -> Path:
    """Where the `path` leads, if a plain file is there, or nothing.

    Raises:
        OSError: something else is there.

    >>> plain_file("/dev/null")
    Traceback (most recent call last):
        ...
    OSError: /dev/null is no plain file, but a folder, a pipe or a device: it stays as it is
    """
    path = Path(path).resolve()
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is no plain file, but a folder, a pipe or a device: it stays as it is")
    return path


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
    path = plain_file(path)
    is_there = path.exists()
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
def interrupts_held(all_of_them: bool = False) -> Iterator[Callable[[], bool]]:
    """Holds back Ctrl-C (a notebook's stop button): gives a function that says whether it was
    pressed.

    KeyboardInterrupt is raised when the block is left, so that nothing is interrupted half-way;
    at once when it is pressed again, because somebody else's code may never come to an end, unless
    `all_of_them` are held. A host that handles Ctrl-C outside of Python goes on doing so.

    >>> with interrupts_held() as interrupted:
    ...     interrupted()
    False
    """
    before = signal.getsignal(signal.SIGINT)
    # Only the main thread gets the signal; and what is not Python's own could not be put back.
    if before is None or threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    caught = []

    def note(number: int, frame: object) -> None:
        caught.append(number)
        if len(caught) > 1 and not all_of_them:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(caught)
    finally:
        all_of_them = True
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt


uninterrupted = interrupts_held(all_of_them=True)  # above a function: Ctrl-C waits until it is done


class Interrupts:
    """How often the stop button was pressed: what runs in slices, in any thread, looks at it."""

    count = 0


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


def show_source(*objects: Callable) -> Source:
    """The source of functions or classes, to be shown in colour as the result of a notebook cell.

    Without the docstrings, so that the code itself fits on a projector.

    Args:
        objects: functions, methods or classes, shown one after another.

    Raises:
        ValueError: there is no Python source for an object (a number, a compiled function).

    >>> from c4lib import SearchSettings
    >>> show_source(SearchSettings.reward)
    def reward(self, winner: int | None, viewpoint: int) -> float:
        if winner == viewpoint:
            return 1.0
        if winner is None:
            return self.draw
        if winner != 3 - viewpoint:
            raise ValueError(f"the winner is {winner!r}: allowed are 1, 2 and None, for a draw")
        return self.loss
    """
    return Source("\n\n".join(map(_source, objects)))


def _source(thing: Callable) -> str:
    thing = getattr(thing, "py_func", thing)  # the Python behind a function compiled by numba
    try:
        source = inspect.cleandoc("\n" + inspect.getsource(thing))
    except (OSError, TypeError):
        raise ValueError(f"there is no Python source to show for {thing!r}") from None
    if not thing.__doc__:
        return source
    head, _, rest = source.partition('"""')
    return head.rstrip() + "\n" + rest.partition('"""')[2].lstrip("\n")
