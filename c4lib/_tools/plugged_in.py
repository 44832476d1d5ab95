"""A phase of the search that somebody swaps in for the library's: what it returns is checked."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps

# What is needed of the record that a phase returns: a part, and what that can be.
NEEDED = {
    "select": ("leaf", "a node", lambda leaf: hasattr(leaf, "visits")),
    "expand": ("node", "a node", lambda node: hasattr(node, "visits")),
    "simulate": ("winner", "1, 2 or None", lambda winner: winner in (1, 2, None)),
    "backpropagate": ("path", "a tuple of nodes", bool),
}


def checked_phase(phase: object, library: Callable, any_value: bool = False) -> Callable:
    """The `phase` that somebody swaps in for the library's; what it returns is checked each time.

    Args:
        phase: the library's own is not checked.
        library: what it takes the place of.
        any_value: whether the part that is needed of its record can be anything.

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

    def fits(value: object) -> bool:
        with suppress(Exception):  # of a value that can be anything, such as an array
            return is_right(value)
        return False

    @wraps(phase)
    def checked(*arguments: object) -> object:
        record = phase(*arguments)
        if not hasattr(record, part) or not (any_value or fits(getattr(record, part))):
            called = getattr(phase, "__name__", repr(phase))
            kind = library.__annotations__["return"]
            found = getattr(record, part, record)
            must = f"{called} must return a {kind} as {name} does, whose {part} is {what}"
            raise ValueError(f"{must}, not {found!r}")
        return record

    return library if phase is library else checked
