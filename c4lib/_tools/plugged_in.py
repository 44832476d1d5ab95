"""A phase of the search that somebody swaps in for the library's: what it returns is checked."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import NamedTuple


def is_node(value: object) -> bool:
    """Whether the `value` can be a node of a tree.

    >>> is_node(3)
    False
    """
    return hasattr(value, "visits")


def is_winner(value: object) -> bool:
    """Whether the `value` is a player, or None for a draw.

    >>> is_winner(2), is_winner(0)
    (True, False)
    """
    return isinstance(value, Hashable) and value in (1, 2, None)  # an array has no hash


def is_path(value: object) -> bool:
    """Whether the `value` can be the nodes of a way up: at least the node that was simulated.

    >>> is_path(("a node",)), is_path(())
    (True, False)
    """
    return isinstance(value, (tuple, list)) and len(value) > 0


class Needed(NamedTuple):
    """What the search needs of the record that a phase returns."""

    field: str  # of the record
    kind: str  # what stands there, in words
    is_right: Callable[[object], bool]  # whether a value is that


NEEDED = {
    "select": Needed("leaf", "a node", is_node),
    "expand": Needed("node", "a node", is_node),
    "simulate": Needed("winner", "1, 2 or None", is_winner),
    "backpropagate": Needed("path", "a tuple of nodes", is_path),
}


def checked_phase(phase: object, library: Callable, any_value: bool = False) -> Callable:
    """The `phase` that somebody swaps in for the library's; what it returns is checked each time.

    Args:
        phase: the library's own is not checked.
        library: what it takes the place of.
        any_value: whether what is needed of its record can have any value.

    Raises:
        ValueError: it cannot be called; and when it is called, what it returned.

    >>> from c4lib import select
    >>> mine = checked_phase(lambda root, settings, rng: root, select)
    >>> mine("the root", None, None)
    Traceback (most recent call last):
        ...
    ValueError: <lambda> must return the Selection that select returns, not 'the root'
    """
    name = library.__name__
    if phase is library:
        return library
    if not callable(phase):
        raise ValueError(f"{name} must be a function like the library's {name}, not {phase!r}")
    field, kind, is_right = NEEDED[name]
    called = getattr(phase, "__name__", repr(phase))
    must = f"{called} must return the {library.__annotations__['return']} that {name} returns"

    @wraps(phase)
    def checked(*arguments: object) -> object:
        record = phase(*arguments)
        if not hasattr(record, field):
            raise ValueError(f"{must}, not {record!r}")
        value = getattr(record, field)
        if not (any_value or is_right(value)):
            raise ValueError(f"{must}, whose {field} is {kind}, not {value!r}")
        return record

    return checked
