"""Ctrl-C and the notebook's stop button, held back until what is under way is whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


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


class Interrupts:
    """How often the stop button was pressed: what runs in slices, in any thread, looks at it."""

    count = 0
