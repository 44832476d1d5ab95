"""Long work that shows how far it is, and ends at Ctrl-C (the stop button of a notebook) with everything in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_held() -> Iterator[Callable[[], bool]]:
    """Gives a function that says whether Ctrl-C was pressed; KeyboardInterrupt is raised only when the block is left.

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


@contextmanager
def progress_bar(total: int | None, show: bool, unit: str) -> Iterator[Callable[[int], object]]:
    """Gives a function that moves the bar on by so much.

    >>> with progress_bar(total=100, show=False, unit="games") as bar:
    ...     bar(10)
    """
    if not show:
        yield lambda count: None
        return
    from tqdm.auto import tqdm

    with tqdm(total=total, unit=f" {unit}", unit_scale=True) as bar:
        yield bar.update
