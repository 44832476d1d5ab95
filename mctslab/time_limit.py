"""A limit of time for what somebody else has written."""

from __future__ import annotations

import contextvars
import sys
import threading
import time
from collections.abc import Callable

from c4lib._tools.raising import raise_in


class Ended(BaseException):
    """Raised in what takes too long; `except Exception` in its loop does not catch it."""


def limited(work: Callable[[], object], seconds: float) -> dict[str, object]:
    """The "value" or the "error" of `work()`, in a thread of its own that is ended after so many
    seconds: then nothing.

    A thread works on nearly every system and in every kernel, and also where Python can end nothing
    (a loop in C): then the thread is left behind, but who called it is not.

    >>> limited(lambda: 3, seconds=5)
    {'value': 3}
    """
    outcome = {}

    def run() -> None:
        try:
            outcome["value"] = work()
        except BaseException as error:  # also `exit()`
            outcome["error"] = error

    # With a copy of the context: what it prints comes to the cell, and settings of NumPy hold.
    in_context = contextvars.copy_context().run
    thread = threading.Thread(target=in_context, args=(run,), daemon=True)
    try:
        thread.start()
    except RuntimeError:  # a browser's Python has no threads
        _run_here(run, seconds)
        return {} if isinstance(outcome.get("error"), Ended) else outcome
    try:
        thread.join(seconds)
    except BaseException:  # the user stops the kernel
        _end(thread)
        raise
    if thread.is_alive():
        _end(thread)
        return {}
    return outcome


def _run_here(work, seconds):
    """Calls `work()`; at each call, and at each line typed into the notebook, the time is looked at."""
    end = time.monotonic() + seconds

    def look_at_the_clock(frame, event, argument):
        if time.monotonic() > end:
            raise Ended
        return look_at_the_clock if frame.f_globals.get("__name__") == "__main__" else None

    before = sys.gettrace()
    sys.settrace(look_at_the_clock)
    try:
        work()
    finally:
        sys.settrace(before)


def _end(thread):
    # A bare `except` may catch the first. But a slow computer needs time to come to its end by that one.
    for seconds in (0.1, 0.2, 0.4, 0.8, 1.6):
        raise_in(thread, Ended)
        thread.join(seconds)
        if not thread.is_alive():
            return
