"""Work beside the page: in a thread, or, where there is none, in slices of the event loop."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from weakref import WeakSet

from c4lib._tools.raising import raise_in

Work = Callable[[object], Generator[float | None, bool, object]]
WORKERS = WeakSet()  # all that there are


class Worker:
    """Does one job after the other beside the page; of those that wait, only the newest.

    A slider that is dragged asks for more than can be done, and nobody needs what it asked for
    before. The work is done in a thread; where none can be started, as in a browser, in slices of
    the event loop; and without such a loop at once.

    Args:
        work: called with a job, a generator. Where it yields it may be told to end: it is sent
            True if there is a newer job, or `stop` was called. What it yields is how many seconds
            it pauses, if any.

    >>> def work(job):
    ...     done.append(job)
    ...     is_unwanted = yield
    >>> done, worker = [], Worker(work)
    >>> worker.ask("a picture")
    >>> worker.wait()
    >>> done
    ['a picture']
    """

    def __init__(self, work: Work) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._thread = None
        self._steps = None  # of the work under way
        self._waiting = []  # the newest job, if it was not begun yet
        self._asked = 0  # how many jobs and stops there were
        self._interrupts = 0  # of the job under way
        self._error = None
        WORKERS.add(self)

    def ask(self, job: object) -> None:
        """Have this job done as soon as the one under way, which is told to end, has returned."""
        with self._lock:
            self._waiting = [job]
            self._asked += 1
            is_idle = self._steps is None
            if is_idle:
                self._steps = self._all_steps()
        if is_idle:
            self._begin()

    def stop(self) -> None:
        """Tell the job under way to end, and forget the one that waits."""
        with self._lock:
            self._waiting = []
            self._asked += 1

    def interrupt(self) -> None:
        """Break off the job under way, unless this is the first time: it may look at `Interrupts`."""
        self._interrupts += 1
        thread = self._thread
        if thread is not None and self._interrupts > 1:
            raise_in(thread, KeyboardInterrupt)

    def wait(self, seconds: float = 60) -> None:
        """Return when there is nothing left to do.

        Raises:
            TimeoutError: there is, after so many seconds.
            Exception: what the last job raised.
        """
        thread = self._thread
        if thread is None:
            self._go()  # what the event loop would do later
        elif thread is not threading.current_thread():
            thread.join(seconds)
            if thread.is_alive():
                raise TimeoutError(f"the work took longer than {seconds} s")
        error = self._error
        self._error = None
        if error is not None:
            raise error

    def _begin(self):
        """Have the steps done."""
        self._thread = threading.Thread(target=self._go, daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # there are no threads here
            self._thread = None
            try:
                asyncio.get_running_loop().call_soon(self._go_in_slices)
            except RuntimeError:
                self._go()

    def _go(self):
        for pause in self._steps or ():
            time.sleep(pause)

    def _go_in_slices(self):
        pause = next(self._steps or iter(()), None)
        if pause is not None:
            asyncio.get_running_loop().call_later(pause, self._go_in_slices)

    def _all_steps(self):
        """All that there is to do, step by step: the seconds to pause after each."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._steps = None
                    self._thread = None
                    return
                job = self._waiting.pop()
                number = self._asked
                self._interrupts = 0
            try:
                yield from self._steps_of(job, number)
            except BaseException as error:  # a fault: the widget shows it, the next `wait` raises
                self._error = error

    def _steps_of(self, job, number):
        """The steps of a job, which is unwanted when it is no longer what was asked for last."""
        work = self._work(job)
        with suppress(StopIteration):
            pause = next(work)
            while True:
                yield pause or 0
                pause = work.send(self._asked != number)
