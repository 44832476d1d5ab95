"""Threads where there are any: a browser's Python has none."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor


def thread_pool(threads: int) -> Executor:
    """An executor with so many threads; where no thread can be started, one that works at once.

    >>> with thread_pool(2) as pool:
    ...     pool.submit(max, 3, 5).result()
    5
    """
    probe = threading.Thread(target=bool)
    try:
        probe.start()
    except RuntimeError:
        return AtOnce()
    return ThreadPoolExecutor(threads)


class AtOnce(Executor):
    """An executor whose work is done, by the thread that submits it, before `submit` returns.

    >>> AtOnce().submit(int, "5").result()
    5
    """

    def submit(self, work: Callable, *arguments: object) -> Future:
        future = Future()
        try:
            future.set_result(work(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future
