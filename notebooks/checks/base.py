"""What all checks share: how a student's answer is asked, judged and answered.

A check is a function with the decorator `check`. It asks the student's answer, raises `Wrong` with one sentence at the first
fault, and returns the reason why a right answer is right. The decorator prints that as one line, "Not yet: ..." or
"Right: ...", and returns a Verdict, which is true or false. It raises nothing, whatever the answer is or does.

    @check
    def check_99_1(double):
        for number in (1, 0, -3):
            got = ask(double, number, kind=whole)
            expect(got == 2 * number, f"double({number}) gives {got}: twice is the number and itself again")
        return "it doubles whatever it is given."

What the sentences never say is the answer itself.
"""

import functools
import math
import os
import sys
from contextlib import redirect_stderr
from numbers import Integral, Real

import numpy as np
from anytree import PreOrderIter

from c4lib import Board
from mctslab.course import keep_function
from mctslab.time_limit import limited

PATIENCE = 5  # seconds
DRAWN = "004561014206661500663441122432233314325555"  # the moves of a full board on which nobody has won
NEARLY_FULL = Board.from_moves("32222303300110", rows=4, columns=4)  # only column 1 is open
MARKING = "NBGRADER_EXECUTION" in os.environ


class Wrong(Exception):
    """What is wrong with an answer, in one sentence."""


class Verdict(int):
    """True or false; as the value of a notebook cell it shows nothing, because its line is printed already.

    While nbgrader marks the notebook it shows an error if it is false: a cell gets its points unless it shows an error.
    """

    def _ipython_display_(self):
        if MARKING and not self:
            raise AssertionError("not yet right")

    def __repr__(self):
        return str(bool(self))


def check(function):
    """Make a check of a function that raises Wrong, or returns why the answer is right."""

    @functools.wraps(function)
    def checked(*answer):
        stderr = sys.stdout if MARKING else sys.stderr  # a warning is no mistake, but nbgrader takes it for one
        try:
            with redirect_stderr(stderr):
                right, words = True, f"Right: {function(*answer)}"
        except Wrong as wrong:
            right, words = False, f"Not yet: {wrong}"
        except Exception as error:  # from the answer, when it was looked at: an object that cannot be compared
            right, words = False, f"Not yet: the answer cannot be judged; looking at it stops with {in_words(error)}"
        print(" ".join(words.split()))
        return Verdict(right)

    return checked


def keeps(name):
    """Make of a check one after whose "Right" the function is kept as `name` in the student's own my_search.py."""

    def kept_if_right(judge):
        @functools.wraps(judge)
        def judged(function):
            verdict = judge(function)
            if told := verdict and keep_function(name, function):
                print(told)
            return verdict

        return judged

    return kept_if_right


def expect(right, otherwise):
    """Go on if `right`; else this is what is wrong."""
    if not right:
        raise Wrong(otherwise)


# -------------------------------------------------------------------- asking


def ask(function, *arguments, kind, said=None, seconds=PATIENCE, if_it_stops="", if_endless=""):
    """What the student's function gives for the arguments, made sure to be of a `kind`.

    Args:
        function: the student's; anything.
        arguments: for it.
        kind: one of the kinds below: a function of the value and its name, which returns the value or raises Wrong.
        said: the call in words, by default `name(arguments)`.
        seconds: after which an endless loop is ended.
        if_it_stops: what an error in it may come from, in words.
        if_endless: what an endless loop in it may come from.
    """
    if not callable(function):
        raise Wrong(f"{shown(function)} is no function; the check wants the function itself, not a value of it")
    call = said or f"{name_of(function)}({', '.join(map(shown, arguments))})"
    return kind(attempt(lambda: function(*arguments), call, seconds, if_it_stops, if_endless), call)


def attempt(work, said, seconds=PATIENCE, if_it_stops="", if_endless=""):
    """What `work()` gives, which uses the student's answer and so may fail or never end; `said` is what it does."""
    outcome = limited(work, seconds)
    hint = f"; {if_endless}" if if_endless else ""
    expect(outcome, f"{said} does not come to an end; it was stopped after {seconds} seconds{hint}")
    if error := outcome.get("error"):
        hint = f"; {if_it_stops}" if if_it_stops else ""
        raise error if isinstance(error, Wrong) else Wrong(f"{said} stops with {in_words(error)}{hint}")
    return outcome["value"]


# -------------------------------------------------------------------- kinds of answers


def anything(value, name):
    return value


def whole(value, name="the answer"):
    """A whole number, Python's or NumPy's."""
    not_none(value, name)
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, (Real, np.ndarray)) and not isinstance(value, bool) and np.ndim(value) == 0:
        raise Wrong(f"{name} is {shown(value)}, of type {type(value).__name__}; expected a whole number (int)")
    raise Wrong(f"{name} is {shown(value)}, of type {type(value).__name__}; expected a number")


def real(value, name="the answer"):
    """A number that is not NaN; infinity is one."""
    not_none(value, name)
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if not isinstance(value, Real) or isinstance(value, (bool, np.bool_)):
        raise Wrong(f"{name} is {shown(value)}, of type {type(value).__name__}; expected a number")
    expect(not math.isnan(value), f"{name} is NaN, not a number: is 0 divided by 0 somewhere?")
    return float(value)


def yes_or_no(value, name="the answer"):
    """True or False, Python's or NumPy's."""
    not_none(value, name)
    expect(
        isinstance(value, (bool, np.bool_)),
        f"{name} is {shown(value)}, of type {type(value).__name__}; expected True or False",
    )
    return bool(value)


def text(value, name="the answer"):
    not_none(value, name)
    expect(
        isinstance(value, str),
        f"{name} is {shown(value)}, of type {type(value).__name__}; expected a text, in quotes",
    )
    return value


def tuple_of(kind):
    """A tuple of values of that kind."""

    def checked(value, name="the answer"):
        not_none(value, name)
        expect(isinstance(value, tuple), f"{name} is of type {type(value).__name__}; expected a tuple")
        return tuple(kind(part, f"{name}, at place {place},") for place, part in enumerate(value))

    return checked


def or_none(kind):
    """None, or a value of that kind."""
    return lambda value, name="the answer": None if value is None else kind(value, name)


def an(class_):
    """An object of that class."""

    def checked(value, name="the answer"):
        not_none(value, name)
        expect(
            isinstance(value, class_),
            f"{name} is {shown(value)}, of type {type(value).__name__}; expected a {class_.__name__}",
        )
        return value

    return checked


def not_none(value, name):
    """Anything that has a value."""
    hint = "has it got a value?" if name == "the answer" else "is there a `return` on every way through it?"
    expect(value is not None, f"{name} is None: {hint}")
    return value


def is_row(value, length):
    """Whether it is a tuple or a list of so many parts."""
    return isinstance(value, (tuple, list)) and len(value) == length


# -------------------------------------------------------------------- slips


def slip_behind(answers, cases, slips, near):
    """What is wrong in the first slip that leads to all these answers; None if none does.

    Args:
        answers: the student's, one for each case.
        cases: of each the arguments.
        slips: `slips(*case)` gives the pairs (answer, words) of all slips, always in the same order.
        near: whether two answers are the same.
    """
    for in_all_cases in zip(*[slips(*case) for case in cases], strict=True):
        wrongs, words = zip(*in_all_cases, strict=True)
        if all(map(near, answers, wrongs)):
            return words[0]
    return None


# -------------------------------------------------------------------- trees


def counts_of(nodes):
    """The wins and visits of each node."""
    return [(node.wins, node.visits) for node in nodes]


def rows_of(root):
    """What tells two trees apart: move, depth, wins and visits of every node."""
    return [(node.move, node.depth, node.wins, node.visits) for node in PreOrderIter(root)]


def same_pick(call, node, right, rng, same):
    """Refuse an expansion that picks another child, or draws other numbers from `rng` than the library has from `same`.

    `right` is the library's expansion, `node` what the student's goes on to.
    """
    children = len(right.added)
    mine, theirs = rng.random(), same.random()
    due = "one if there are several children, else none"
    if children < 2:
        due = "there is nothing to choose here, so draw none"
    elif rng.random() == theirs:  # one number later both are at the same place
        due = f"none, so of the {children} children always the same one goes on"
    expect(mine == theirs, f"{call} draws too many or too few random numbers: {due}")
    expect(node.move == right.node.move, f"{call} returns another child than int(rng.random() * k) says")


# -------------------------------------------------------------------- words


def shown(value):
    """A value in at most 60 characters of one line."""
    if isinstance(value, Board) and value.moves is not None:  # so that it can be built again
        size = "" if (value.rows, value.columns) == (6, 7) else f", {value.rows}, {value.columns}"
        return f"Board.from_moves({''.join(map(str, value.moves))!r}{size})"
    try:
        words = " ".join(repr(value).split())
    except Exception:
        words = f"an object of type {type(value).__name__}"
    return words if len(words) <= 60 else f"{words[:56]} ..."


def too(got, right):
    """In which direction a wrong number is wrong."""
    return "too large" if got > right else "too small"


def name_of(function):
    return getattr(function, "__name__", type(function).__name__)


def in_words(error):
    message = " ".join(str(error).split())
    return f"{type(error).__name__}: {message[:120]}" if message else type(error).__name__
