"""Work done in batches by this process, by others of this computer, or by a cluster.

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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing import parent_process, resource_tracker
from typing import NamedTuple
from uuid import uuid4
from weakref import WeakSet

from c4lib._tools.arguments import whole_number
from c4lib._tools.interrupts import interrupts_held
from c4lib._tools.progress import progress_bar
from mctslab.arena.journal import Journal

BATCH_SECONDS = 2.0  # for one batch: long compared with sending it, short for those who wait
HERE_SECONDS = 0.1  # the same for a batch that is not sent anywhere
STOP_SECONDS = 5.0  # how long results are still accepted after Ctrl-C or an error
SILENCE_SECONDS = 600.0  # how long an executor may return nothing at all
GONE_SECONDS = 40.0  # the same after it has cancelled what it had: Dask tries for 30 to find its scheduler
MOST_JOBS = 1000  # processes of one computer
LOSSES = 3  # how often the same item may be lost with its worker


def run_all(
    function: Callable,
    items: Sequence[tuple],
    unit: str,
    jobs: int = 1,
    progress: bool = False,
    executor: Executor | None = None,
    journal: Journal | None = None,
    restore: Callable[[tuple, object], object] = lambda item, result: result,
) -> list:
    """The results of `function(*item)`, in the order of the items.

    Any exception that stops it, Ctrl-C included, gets the finished results as an attribute named
    like the unit ("games").

    Args:
        function, items: no item may depend on another.
        unit: what the results are called, in the plural.
        jobs: how many processes of this computer work, unless there is an `executor`. (Without
            loky, only this one.)
        progress: show a bar.
        executor: any `concurrent.futures.Executor`; it stays open.
        journal: keeps the results, which have to be dictionaries then, and has those of earlier
            runs.
        restore: makes what is returned from an item and its result.

    Raises:
        TimeoutError: the executor has returned nothing for `SILENCE_SECONDS`, ten minutes; or for
            `GONE_SECONDS` since it has cancelled its work, as Dask does when its scheduler dies.

    >>> run_all(pow, [(2, 3), (3, 2)], "powers")
    [8, 9]
    """
    jobs = whole_number("jobs", jobs, 1, MOST_JOBS)
    _check_workers(jobs, executor)
    book = journal or Journal()
    book.count = len(items)

    def restored(number: int) -> object:
        return restore(items[number], book.results[number])

    try:
        with book, progress_bar(len(items), progress, unit) as bar:
            bar(len(book.results))
            todo = {number: item for number, item in enumerate(items) if number not in book.results}

            def add(results: Mapping[int, object]) -> None:
                bar(len(results))
                book.add(results)

            _work(_Scheduler(function, todo, unit, add), jobs, executor)
    except BaseException as stop:
        setattr(stop, unit, tuple(map(restored, sorted(book.results))))
        raise
    return list(map(restored, range(len(items))))


def _work(scheduler: _Scheduler, jobs: int, executor: Executor | None) -> None:
    if executor is not None:
        scheduler.run(executor)
    elif jobs > 1 and find_spec("loky"):
        with _Workers(jobs) as pool:
            scheduler.run(pool, jobs)
    else:
        scheduler.run_here()


def _check_workers(jobs: int, executor: object) -> None:
    if not isinstance(executor, Executor | None):
        what = "a concurrent.futures.Executor (of a Dask client: client.get_executor())"
        raise ValueError(f"executor must be {what}, not {executor!r}")
    if executor is not None and jobs > 1:
        raise ValueError(f"either jobs={jobs} processes of this computer, or an executor: not both")


# -------------------------------------------------------------------- batches


class Done(NamedTuple):
    """What came of a batch.

    Attributes:
        results: of its first items; the others were not begun.
        seconds: how long that took.
        error: what the item after these raised, if it did; a KeyboardInterrupt if Ctrl-C ended the
            batch.
    """

    results: list
    seconds: float
    error: BaseException | None


@dataclass(frozen=True, eq=False, repr=False)
class Batch:
    """Some items, to be sent to a worker: `batch()` is what was `Done`, and can be sent back.

    Attributes:
        function, items: as in `run_all`.
        seconds: after this long no further item is begun.
    """

    function: Callable
    items: Iterable[tuple]
    seconds: float

    def __call__(self) -> Done:
        done = self.run()
        if isinstance(done.error, Exception):
            return done._replace(error=_portable(done.error))
        return done

    def run(self) -> Done:
        """The same without being sent: the error is the one that was raised."""
        start = time.perf_counter()
        results, error = [], None
        try:
            with interrupts_masked(False):
                for item in self.items:
                    results.append(self.function(*item))
                    if time.perf_counter() - start >= self.seconds:
                        break
        except (Exception, KeyboardInterrupt) as caught:
            error = caught
        return Done(results, time.perf_counter() - start, error)

    def __dask_tokenize__(self) -> str:
        """Different for every batch: Dask would answer an equal one from memory."""
        return uuid4().hex


def _portable(error: Exception) -> Exception:
    """The error, or one that says the same where others cannot load it; its traceback is a note."""
    try:
        portable = pickle.loads(pickle.dumps(error))
    except Exception:
        portable = RuntimeError(f"{type(error).__name__}: {error}")
    portable.add_note("".join(traceback.format_exception(error)))
    return portable


class _Scheduler:
    """Hands out batches and collects what comes back, until nothing is left to do.

    What an item costs is measured on the way: a batch gets as many as fit into two seconds, but no
    more than a fair share of those that are left, so that all workers finish at the same time.
    After two seconds it comes back, done or not; the rest is handed out again. So is a batch that
    is lost with its worker, one item at a time.

    Attributes:
        todo: the numbers of the items that nobody has begun.
        running: the batches that are out: the numbers of their items, and when they were sent.
        window: how many batches may be out at once.
        pace: the seconds that an item took, in the batch that came back last.
        losses: how often each item was lost.
        limit, error: the first item that failed, and what it raised. The items before it are still
            done, so the error is the same as if they were done one by one.
    """

    def __init__(
        self,
        function: Callable,
        items: Mapping[int, tuple],
        unit: str,
        add: Callable[[Mapping[int, object]], None],
    ) -> None:
        self.function, self.items = function, items
        self.unit, self.add = unit, add
        self.todo = deque(items)
        self.running: dict[Future, tuple[list[int], float]] = {}
        self.pace: float | None = None
        self.losses = Counter()
        self.limit, self.error = math.inf, None
        self.is_stopped = False

    def run_here(self) -> None:
        """Does all items in this process."""
        while self.todo:
            items = map(self.items.get, self.todo)
            done = Batch(self.function, items, HERE_SECONDS).run()
            self.add(dict(zip(self.todo, done.results)))
            if done.error:
                raise done.error
            for _ in done.results:
                self.todo.popleft()

    def run(self, executor: Executor, workers: int | None = None) -> None:
        """Does all items. How many `workers` the executor has is found out, if it is not known."""
        self.window = workers or os.cpu_count() or 1
        self.is_known = workers is not None
        self.last_return, self.patience = time.perf_counter(), SILENCE_SECONDS
        try:
            with interrupts_held() as interrupted:
                while (self.todo or self.running) and not (self.is_stopped or interrupted()):
                    self._hand_out(executor)
                    self._collect()
                    self._check_silence()
        finally:
            end = time.perf_counter() + STOP_SECONDS
            while self.running and time.perf_counter() < end:
                self._collect()
            for future in self.running:
                future.cancel()
        if self.is_stopped:
            raise KeyboardInterrupt
        if self.error:
            raise self.error

    def _hand_out(self, executor: Executor) -> None:
        while self.todo and len(self.running) < self.window:
            numbers = [self.todo.popleft() for _ in range(self._size())]
            items = [self.items[number] for number in numbers]
            sent = time.perf_counter()
            future = executor.submit(Batch(self.function, items, BATCH_SECONDS))
            self.running[future] = numbers, sent
            if future.done():
                break

    def _size(self) -> int:
        """How many items the next batch has."""
        if self.pace is None or self.losses[self.todo[0]]:
            return 1
        share = math.ceil(len(self.todo) / (2 * self.window))
        return max(1, min(int(BATCH_SECONDS / self.pace), share))

    def _collect(self) -> None:
        for future in wait(self.running, timeout=0.5, return_when=FIRST_COMPLETED).done:
            was_full = len(self.running) >= self.window
            numbers, sent = self.running.pop(future)
            self.last_return = time.perf_counter()
            try:
                done = future.result()
            except Exception as error:  # of no item: the worker was killed, or never got it
                if future.cancelled():
                    self.patience = GONE_SECONDS
                self._lose(numbers, error)
                continue
            self.patience = SILENCE_SECONDS
            waited = self.last_return - sent - done.seconds
            if was_full and not self.is_known and waited < done.seconds / 2:
                self.window += 1  # some workers had nothing to do
            self._take(numbers, done)

    def _take(self, numbers: list[int], done: Done) -> None:
        if done.results:
            self.pace = max(done.seconds, 1e-6) / len(done.results)
        try:
            self.add(dict(zip(numbers, done.results)))
        except OSError as error:  # from the journal: what is out is still collected
            self._fail(-1, error)
        rest = numbers[len(done.results) :]
        if isinstance(done.error, KeyboardInterrupt):
            self.is_stopped = True
        elif done.error:
            self._fail(rest[0], done.error)
        else:
            self._put_back(rest)

    def _lose(self, numbers: list[int], error: Exception) -> None:
        self.losses.update(numbers)
        worst = max(numbers, key=self.losses.__getitem__)
        if self.losses[worst] >= LOSSES:
            error.add_note(f"Lost with its worker {LOSSES} times: number {worst} of the {self.unit}.")
            self._fail(worst, error)
        self._put_back(numbers)

    def _put_back(self, numbers: list[int]) -> None:
        self.todo.extendleft(number for number in reversed(numbers) if number < self.limit)

    def _fail(self, number: int, error: Exception) -> None:
        if number < self.limit:
            self.limit, self.error = number, error
            self.todo = deque(number for number in self.todo if number < self.limit)

    def _check_silence(self) -> None:
        silence = time.perf_counter() - self.last_return
        if self.running and not self.is_known and silence > self.patience:
            what = f"the executor has returned nothing for {silence:.0f} seconds"
            alive = "are its scheduler and its workers still alive"
            advice = "If a single item takes that long, set mctslab.arena.parallel.SILENCE_SECONDS to more"
            raise TimeoutError(f"{what}: {alive}? {advice}")


# -------------------------------------------------------------------- processes of this computer


class _Workers(Executor):
    """Processes of this computer, new for every `run_all`: modules may have been edited since.

    When one is killed, loky ends the others as well, and new ones are started.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool = self._started()
        self._futures = WeakSet()

    def _started(self) -> Executor:
        from loky import ProcessPoolExecutor  # here, because it takes a moment and few need it

        resource_tracker.ensure_running()  # before interrupts are masked: it would unmask them
        try:
            return ProcessPoolExecutor(self.jobs, initializer=_end_with(os.getpid()))
        except OSError as error:
            why = f"no processes can be started here ({error})"
            raise OSError(f"{why}: with jobs=1 this one does all") from error

    def submit(self, function: Callable, /, *arguments: object) -> Future:
        with interrupts_masked():  # the processes inherit that
            try:
                future = self._pool.submit(function, *arguments)
            except BrokenExecutor:
                self._pool = self._started()
                future = self._pool.submit(function, *arguments)
        self._futures.add(future)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait, kill_workers=not all(future.done() for future in self._futures))


def _end_with(parent: int) -> Callable[[], None]:
    """What ends a process a second after its parent, however that was killed, if called there.

    It is made here so that it is sent as code, and starts to work before anything of c4lib is
    loaded there.
    """

    def watch() -> None:
        if os.name == "nt":  # where `getppid` goes on naming a parent that is dead
            parent_process().join()
        else:
            while os.getppid() == parent:
                time.sleep(1)
        os._exit(1)

    return lambda: threading.Thread(target=watch, daemon=True).start()


@contextmanager
def interrupts_masked(masked: bool = True) -> Iterator[None]:
    """Ctrl-C waits until this block is left; or, if not `masked`, it gets through.

    A terminal, and the stop button of a notebook, interrupt all processes. Those that play stop at
    once; the others, still loading or idle, would be killed by it. (Windows has no such masks.)
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        # An interrupt that has waited is raised here.
        signal.pthread_sigmask(signal.SIG_BLOCK if masked else signal.SIG_UNBLOCK, {signal.SIGINT})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
