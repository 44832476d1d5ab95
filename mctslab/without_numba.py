"""What lessons do without numba: fewer games and searches, and a line that says so.

Where numba is installed, nothing of this changes anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from c4lib.board import Board
from c4lib.fast import any_search
from c4lib.search import TreeSearch

PLAYOUTS = 40_000  # that take a TreeSearch about three seconds, and in a browser ten or more


def affordable(count: int, playouts: int, unit: str) -> int:
    """The `count`, or without numba as many as can be waited for, at least 2; then a line says so.

    Args:
        count: how many games or searches there are to be.
        playouts: how many each of them takes.
        unit: what they are called, in the plural.

    >>> affordable(1_000, 600, "searches")
    1000
    """
    most = 2 * max(1, PLAYOUTS // (2 * playouts or 1))
    if count <= most or playouts == 0 or _is_compiled():
        return count
    print(f"Without numba: {most:,} of {count:,} {unit}")
    return most


def seeds(count: int, playouts: int) -> range:
    """The seeds 0, 1, 2 ... of so many searches with so many `playouts` each.

    Without numba they are only the first of them, and a line says so.

    Raises:
        ImportError: numba is not installed, and not even two such searches can be waited for.

    >>> seeds(1_000, playouts=600)
    range(0, 1000)
    """
    if 2 * playouts > PLAYOUTS and not _is_compiled():
        raise ImportError(f"{count:,} searches with {playouts:,} playouts need numba")
    return range(affordable(count, playouts, "searches"))


@contextmanager
def as_far_as_possible() -> Iterator[None]:
    """A block that ends where it needs numba and there is none; then a line says so.

    >>> with as_far_as_possible():
    ...     raise ImportError("this needs numba, which is not installed")
    this needs numba, which is not installed
    """
    try:
        yield
    except ImportError as error:
        if "numba" not in str(error):
            raise
        print(error)


def _is_compiled() -> bool:
    return not isinstance(any_search(Board()), TreeSearch)
