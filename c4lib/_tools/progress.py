"""What somebody who waits is shown: a bar, or a line of text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


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
