"""The library's own code, shown in a notebook."""

from __future__ import annotations

import inspect
from collections.abc import Callable


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
