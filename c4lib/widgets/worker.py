"""Work beside the page: in a thread, the newest job only, and it can be told to stop."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Worker:
    """Does one job after the other in a thread of its own, and of those that wait only the newest.

    A slider that is dragged asks for more than can be done; what it asked for before is then not worth doing any more.

    Args:
        work: called as `work(job, is_unwanted)`; it looks from time to time whether `is_unwanted()`, because there is
            a newer job or `stop` was called, and then returns early.

    >>> done = []
    >>> worker = Worker(lambda job, is_unwanted: done.append(job))
    >>> worker.ask("a picture")
    >>> worker.wait()
    >>> done
    ['a picture']
    """

    def __init__(self, work: Callable[[object, Callable[[], bool]], None]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._waiting: list[object] = []  # the newest job, if it was not begun yet
        self._asked = 0  # how many jobs and stops there were
        self._error: BaseException | None = None

    def ask(self, job: object) -> None:
        """Have this job done, as soon as the one under way has ended, which is told to."""
        with self._lock:
            self._waiting, self._asked = [job], self._asked + 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._go, daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Tell the job under way to end, and forget the one that waits."""
        with self._lock:
            self._waiting, self._asked = [], self._asked + 1

    @property
    def is_busy(self) -> bool:
        """Whether there is a job under way or waiting.

        >>> Worker(print).is_busy
        False
        """
        return self._thread is not None

    def wait(self, seconds: float = 60) -> None:
        """Return when there is nothing left to do.

        Raises:
            TimeoutError: there still is, after so many seconds.
            Exception: what the last job raised.
        """
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(seconds)
            if thread.is_alive():
                raise TimeoutError(f"the work took longer than {seconds} s")
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _go(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return
                job, number = self._waiting.pop(), self._asked
            try:
                self._work(job, lambda number=number: self._asked != number)
            except BaseException as error:  # a fault: shown by the widget, raised by the next `wait`
                self._error = error
