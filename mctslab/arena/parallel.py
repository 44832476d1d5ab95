"""Work done by this process, by others of this computer, or by a cluster.

The results are always the same.
"""

from __future__ import annotations

import math
import os
import pickle
import signal
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from typing import NamedTuple
from uuid import uuid4

from c4lib._tools.arguments import one_of, whole_number
from c4lib._tools.progress import progress_bar
from mctslab.arena.journal import Journal

BATCH_SECONDS = 2.0  # for one batch: long compared with sending it, short for those who wait
HERE_SECONDS = 0.1  # the same for a batch that is not sent anywhere
SILENCE_SECONDS = 600.0  # how long an executor may return nothing at all
MOST_JOBS = 1000  # processes of one computer
LOSSES = 3  # how often the same item may be lost with its worker


@dataclass(frozen=True)
class How:
    """Who does some work, and where it is written down.

    Attributes:
        jobs: how many processes of this computer work, unless there is an `executor`. (Without
            loky, only this one.)
        progress: show a bar.
        executor: any `concurrent.futures.Executor`; it stays open.
        journal: the name of a file for what is finished.

    Raises:
        ValueError: one of them is not allowed, or there are jobs and an executor.

    >>> How(jobs=0)
    Traceback (most recent call last):
        ...
    ValueError: jobs must be a whole number, at least 1, not 0
    """

    jobs: int = 1
    progress: bool = False
    executor: Executor | None = None
    journal: str | os.PathLike | None = None

    def __post_init__(self) -> None:
        whole_number("jobs", self.jobs, 1, MOST_JOBS)
        one_of("progress", self.progress, (True, False))
        if not isinstance(self.journal, (str, os.PathLike, type(None))):
            raise ValueError(f"journal must be the name of a file, not {self.journal!r}")
        if self.executor is None:
            return
        if not isinstance(self.executor, Executor):
            what = "a concurrent.futures.Executor (of a Dask client: client.get_executor())"
            raise ValueError(f"executor must be {what}, not {self.executor!r}")
        if self.jobs > 1:
            either = f"either jobs={self.jobs} processes of this computer, or an executor"
            raise ValueError(f"{either}: not both")


def run_all(
    function: Callable,
    items: Sequence[tuple],
    unit: str,
    how: How = How(),
    journal: Journal | None = None,
    restore: Callable[[tuple, object], object] = lambda item, result: result,
) -> list:
    """The results of `function(*item)`, in the order of the items.

    Any exception that stops it, Ctrl-C included, gets the finished results as an attribute named
    like the unit ("games"). Of several items that fail the first is told, whoever does them.

    Args:
        function, items: no item may depend on another.
        unit: what the results are called, in the plural.
        how: who does it.
        journal: keeps the results, which have to be dictionaries then, and has those of earlier
            runs.
        restore: makes what is returned from an item and its result.

    Raises:
        TimeoutError: the executor has returned nothing for `SILENCE_SECONDS`, ten minutes.

    >>> run_all(pow, [(2, 3), (3, 2)], "powers")
    [8, 9]
    """
    book = journal or Journal()
    todo = [number for number in range(len(items)) if number not in book.results]

    def restored(number: int) -> object:
        return restore(items[number], book.results[number])

    try:
        with (
            progress_bar(len(items), how.progress, unit) as bar,
            closing(_finished(function, items, todo, how)) as batches,
        ):
            bar(len(book.results))
            for results in batches:
                book.add(results)
                bar(len(results))
    except BaseException as stop:
        setattr(stop, unit, tuple(map(restored, sorted(book.results))))
        raise
    return list(map(restored, range(len(items))))


def _finished(
    function: Callable, items: Sequence[tuple], todo: list[int], how: How
) -> Iterator[dict[int, object]]:
    """The results of each batch by their numbers, as it is finished."""
    if how.executor is not None:
        window = os.cpu_count() or 1
        yield from _Dealer(function, items, todo, how.executor, window, SILENCE_SECONDS).results()
    elif how.jobs > 1 and find_spec("loky"):
        with _Workers(how.jobs) as workers:
            yield from _Dealer(function, items, todo, workers, how.jobs).results()
    else:
        yield from _finished_here(function, items, todo)


def _finished_here(
    function: Callable, items: Sequence[tuple], todo: list[int]
) -> Iterator[dict[int, object]]:
    while todo:
        done = do_batch(function, (items[number] for number in todo), HERE_SECONDS)
        yield dict(zip(todo, done.results))
        if done.error:
            raise done.error
        todo = todo[len(done.results) :]


# -------------------------------------------------------------------- batches


class Done(NamedTuple):
    """What came of a batch.

    Attributes:
        results: of its first items; the others were not begun.
        seconds: how long that took.
        error: what the item after these raised, if it did.
    """

    results: list
    seconds: float
    error: BaseException | None


def do_batch(function: Callable, items: Iterable[tuple], seconds: float) -> Done:
    """The results of `function(*item)`; after so many seconds no further item is begun.

    >>> do_batch(pow, [(2, 3), (3, 2)], seconds=1).results
    [8, 9]
    """
    start = time.perf_counter()
    results, error = [], None
    try:
        for item in items:
            results.append(function(*item))
            if time.perf_counter() - start >= seconds:
                break
    except (Exception, KeyboardInterrupt) as caught:
        error = caught
    return Done(results, time.perf_counter() - start, error)


def _do_sent_batch(function: Callable, items: list[tuple], seconds: float, ticket: str) -> Done:
    """`do_batch` by a worker. The ticket is new each time: Dask answers equal calls from memory."""
    done = do_batch(function, items, seconds)
    return done if done.error is None else done._replace(error=_portable(done.error))


def _portable(error: BaseException) -> BaseException:
    """The error, or one that says the same where others cannot load it; its traceback is a note."""
    try:
        portable = pickle.loads(pickle.dumps(error))
    except Exception:
        portable = RuntimeError(f"{type(error).__name__}: {error}")
    portable.add_note("".join(traceback.format_exception(error)))
    return portable


class _Dealer:
    """Hands out batches and collects what comes back, until nothing is left to do.

    What an item costs is measured on the way: a batch gets as many as fit into two seconds, but no
    more than a fair share of those that are left, so that all workers finish at the same time.
    After two seconds it comes back, done or not; the rest is handed out again. So is a batch that
    is lost with its worker, one item at a time.

    Attributes:
        todo: the numbers of the items that nobody has begun.
        running: the batches that are out: the numbers of their items, and when they were sent.
        window: how many batches may be out at once.
        patience: after so many seconds without any answer there is none; None: never.
        pace: the seconds that an item took, in the batch that came back last.
        losses: how often each item was lost.
        failed: what items raised. Those before the first are still done, so that the error is the
            same as if all were done one by one.
    """

    def __init__(
        self,
        function: Callable,
        items: Sequence[tuple],
        todo: Iterable[int],
        executor: Executor | _Workers,
        window: int,
        patience: float | None = None,
    ) -> None:
        self.function, self.items = function, items
        self.todo = deque(todo)
        self.executor = executor
        self.window = window
        self.patience = patience
        self.running: dict[Future, tuple[list[int], float]] = {}
        self.pace: float | None = None
        self.losses = Counter()
        self.failed: dict[int, BaseException] = {}

    def results(self) -> Iterator[dict[int, object]]:
        """Does all items."""
        try:
            while self.todo or self.running:
                self._hand_out()
                for future in self._returned():
                    yield self._taken(future)
        finally:
            for future in self.running:
                future.cancel()
        if self.failed:
            raise self.failed[min(self.failed)]

    def _hand_out(self) -> None:
        while self.todo and len(self.running) < self.window:
            numbers = [self.todo.popleft() for _ in range(self._size())]
            batch = self.function, [self.items[number] for number in numbers], BATCH_SECONDS
            sent = time.perf_counter()
            future = self.executor.submit(_do_sent_batch, *batch, ticket=uuid4().hex)
            self.running[future] = numbers, sent

    def _size(self) -> int:
        """How many items the next batch has."""
        if self.pace is None or self.losses[self.todo[0]]:
            return 1
        share = math.ceil(len(self.todo) / (2 * self.window))
        return max(1, min(int(BATCH_SECONDS / self.pace), share))

    def _returned(self) -> set[Future]:
        done = wait(self.running, self.patience, FIRST_COMPLETED).done
        if not done:
            what = f"the executor has returned nothing for {self.patience:.0f} seconds"
            alive = "are its scheduler and its workers still alive"
            advice = "If a single item takes that long, set mctslab.arena.parallel.SILENCE_SECONDS"
            raise TimeoutError(f"{what}: {alive}? {advice} to more")
        return done

    def _taken(self, future: Future) -> dict[int, object]:
        """The results that came back."""
        was_full = len(self.running) >= self.window
        numbers, sent = self.running.pop(future)
        try:
            done = future.result()
        except Exception as error:  # of no item: the worker was killed, or never got it
            self._lose(numbers, error)
            return {}
        waited = time.perf_counter() - sent - done.seconds
        if was_full and waited < done.seconds / 2:
            self.window += 1  # some workers had nothing to do
        count = len(done.results)
        if count:
            self.pace = max(done.seconds, 1e-6) / count
        if done.error:
            self._fail(numbers[count], done.error)
        self._put_back(numbers[count:])
        return dict(zip(numbers, done.results))

    def _lose(self, numbers: list[int], error: Exception) -> None:
        self.losses.update(numbers)
        worst = max(numbers, key=self.losses.__getitem__)
        if self.losses[worst] == LOSSES:
            error.add_note(f"Number {worst} was lost with its worker {LOSSES} times.")
            self._fail(worst, error)
        self._put_back(numbers)

    def _fail(self, number: int, error: BaseException) -> None:
        self.failed[number] = error
        self.todo = deque(other for other in self.todo if other < number)

    def _put_back(self, numbers: list[int]) -> None:
        limit = min(self.failed, default=math.inf)
        self.todo.extendleft(number for number in reversed(numbers) if number < limit)


# -------------------------------------------------------------------- processes of this computer


class _Workers:
    """Processes of this computer, new for every `run_all`: modules may have been edited since."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.pool = self._started()

    def _started(self) -> Executor:
        from loky import ProcessPoolExecutor  # here, because it takes a moment and few need it

        return ProcessPoolExecutor(self.jobs, initializer=_begin, initargs=[os.getpid()])

    def submit(self, function: Callable, *arguments: object, **named: object) -> Future:
        try:
            return self.pool.submit(function, *arguments, **named)
        except BrokenExecutor:  # one was killed, and loky has ended the others as well
            self.pool = self._started()
            return self.pool.submit(function, *arguments, **named)

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, kind: type | None, *exception: object) -> None:
        self.pool.shutdown(kill_workers=kind is not None)


def _begin(parent: int) -> None:
    """What a worker does first: leave Ctrl-C to its parent, and see to it that it dies with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=[parent], daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
