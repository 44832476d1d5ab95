"""Files of the reader's own, beside the notebooks: whether they are used, and how they are kept."""

from __future__ import annotations

import os
from pathlib import Path

from c4lib._tools import written_whole


def is_kept() -> bool:
    """Whether what the reader does is kept: not under test, nor in a cell with a solution.

    >>> is_kept()  # examples are run as tests
    False
    """
    if os.environ.get("PYTEST_CURRENT_TEST") or os.environ.get("C4LIB_TEST"):
        return False
    return "solution" not in cell_tags()


def cell_tags() -> list[str]:
    """The tags of the cell that runs; none outside a notebook, and where the page does not tell them."""
    from IPython import get_ipython

    ask = getattr(get_ipython(), "get_parent", dict)
    return ask().get("metadata", {}).get("tags", [])


def keep(path: Path, text: str) -> None:
    """Write a text to the file, whole or not at all."""
    with written_whole(path) as file:
        file.write(text.encode("utf-8"))
