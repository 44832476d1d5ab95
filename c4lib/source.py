"""The library's own code, shown in a notebook: what is read is what runs."""

from __future__ import annotations

import inspect
from collections.abc import Callable


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
