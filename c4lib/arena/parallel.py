"""Work dealt out in chunks: whoever does it, and in whatever order, the results are the same."""

from __future__ import annotations

import math
import os
import pickle
import signal
import sys
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from importlib.metadata import version
from io import BytesIO
from multiprocessing import get_context
from typing import NamedTuple
from uuid import uuid4

from c4lib._tools import interrupts_held, progress_bar, whole_number
from c4lib.arena.journal import Journal
from c4lib.players import Player, player_name

# -------------------------------------------------------------------- work dealt out in chunks


CHUNK_SECONDS = 2.0  # what a chunk of work takes: long beside the way there and back, short for who waits
HERE_SECONDS = 0.1  # the same when it need not go anywhere
STOP_SECONDS = 5.0  # how long after Ctrl-C results are still taken in
LOSSES = 3  # so often a piece of work may be lost with its worker


@dataclass(frozen=True)
class Work:
    """Pieces of work that depend on nothing else, so that all can be done anywhere, in any order.

    Attributes:
        function, items: a piece is `function(*item)`.
        unit: what the results are called, in the plural.
        players: whoever takes part.
        experiment: what else makes the results what they are, for a journal.
        to_fields, from_fields: from a result to what a journal keeps of it, and back, from that and its item.
    """

    function: Callable
    items: Sequence[tuple]
    unit: str
    players: Iterable[Player]
    experiment: Mapping[str, object]
    to_fields: Callable[[object], dict]
    from_fields: Callable[[tuple, dict], object]


def deal_out(
    work: Work,
    jobs: int = 1,
    executor: Executor | None = None,
    journal: str | os.PathLike | None = None,
    progress: bool = False,
) -> list:
    """All results, in the order of the items.

    An exception that stops it, Ctrl-C too, has those that are finished as an attribute called like the unit ("games").

    Args:
        jobs: how many processes of this computer do it, if no `executor` does.
        executor: any `concurrent.futures.Executor`; it stays open.
        journal: where the results are kept, and found again.
        progress: show a bar.
    """
    jobs = whole_number("jobs", jobs, at_least=1)
    _check_executor(executor, jobs)
    if jobs > 1:
        check_portable(work.players, jobs)
    finished = {}
    try:
        with _opened(journal, work) as book, progress_bar(len(work.items), progress, work.unit) as bar:

            def take(results: Mapping[int, object]) -> None:
                finished.update(results)
                if book:
                    book.add({number: work.to_fields(result) for number, result in results.items()})
                bar(len(results))

            if book:
                finished |= {n: work.from_fields(work.items[n], fields) for n, fields in book.results.items()}
                bar(len(finished))
            _Dealer(work, [n for n in range(len(work.items)) if n not in finished], take).run(jobs, executor)
    except BaseException as stop:
        setattr(stop, work.unit, tuple(finished[number] for number in sorted(finished)))
        raise
    return [finished[number] for number in range(len(work.items))]


def _check_executor(executor: object, jobs: int) -> None:
    if executor is None:
        return
    if not isinstance(executor, Executor):
        what = "a concurrent.futures.Executor (of a Dask client: client.get_executor())"
        raise ValueError(f"executor must be {what}, not {executor!r}")
    if jobs > 1:
        raise ValueError(f"either jobs={jobs} processes of this computer, or an executor: not both")


def _opened(journal: str | os.PathLike | None, work: Work) -> AbstractContextManager[Journal | None]:
    if journal is None:
        return nullcontext()
    return Journal(journal, {"c4lib": version("c4lib"), "of": work.unit} | dict(work.experiment))


# -------------------------------------------------------------------- chunks of work


class Outcome(NamedTuple):
    """What became of a chunk.

    Attributes:
        results: of its first items; the others were not done.
        seconds: that it took.
        is_stopped: whether Ctrl-C ended it.
        error: what the item after these raised, if it did.
        trace: where that was, in words.
    """

    results: list
    seconds: float
    is_stopped: bool
    error: Exception | None
    trace: str


@dataclass(frozen=True, eq=False, repr=False)
class Chunk:
    """Some items of a work, to be called where they are done: `chunk()` is their `Outcome`.

    Attributes:
        function, items: as those of the work.
        seconds: no other item is begun after so many.
    """

    function: Callable
    items: Sequence[tuple]
    seconds: float

    def __call__(self) -> Outcome:
        """What became of it; an error, or Ctrl-C, ends it early."""
        start = time.perf_counter()
        results, is_stopped, error, trace = [], False, None, ""
        try:
            with interrupts_masked(False):
                for item in self.items:
                    results.append(self.function(*item))
                    if time.perf_counter() - start >= self.seconds:
                        break
        except KeyboardInterrupt:
            is_stopped = True
        except Exception as caught:
            error, trace = _portable(caught), traceback.format_exc()
        return Outcome(results, time.perf_counter() - start, is_stopped, error, trace)

    def __dask_tokenize__(self) -> str:
        """Unlike any other: of an equal chunk Dask would say what it knows, also that it was lost."""
        return uuid4().hex


def _portable(error: Exception) -> Exception:
    """The error, or one that says the same if other processes could not load it."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


# -------------------------------------------------------------------- who gets what


class _Dealer:
    """Hands out chunks and takes in what comes back, until nothing is left to do.

    What a chunk costs is measured on the way. It comes back after some seconds, done or not; what is left of it is dealt
    out again. A chunk that is lost with its worker is dealt out again, one item at a time.

    Attributes:
        todo: the numbers of the items that nobody has begun.
        running: the chunks that are out: the numbers of their items, and since when.
        pace: the seconds that an item took, in the chunk that came in last.
        window: how many chunks may be out at once.
        losses: how often each item was lost.
        limit, error: the first item that failed, and what it raised. What comes before it is still done: so the error is
            the same as if the items were done one by one.
    """

    def __init__(self, work: Work, todo: Iterable[int], take: Callable[[Mapping[int, object]], None]) -> None:
        self.work, self.todo, self.take = work, deque(todo), take
        self.running: dict[Future, tuple[list[int], float]] = {}
        self.pace, self.losses = None, Counter()
        self.limit, self.error, self.is_stopped = math.inf, None, False

    def run(self, jobs: int, executor: Executor | None) -> None:
        self.window, self.grows, self.seconds = jobs, False, CHUNK_SECONDS
        if executor is not None:
            self.window, self.grows = os.cpu_count() or 1, True  # nobody says how many workers it has
            self._run(executor, interrupts_held())
        elif jobs > 1:
            with LocalProcesses(jobs) as processes:
                self._run(processes, interrupts_held())
        else:
            self.seconds = HERE_SECONDS
            self._run(ThisProcess(), nullcontext(lambda: False))  # Ctrl-C gets through to the player

    def _run(self, executor: Executor, holding: AbstractContextManager[Callable[[], bool]]) -> None:
        try:
            with holding as interrupted:
                while (self.todo or self.running) and not (self.is_stopped or interrupted()):
                    self._hand_out(executor)
                    self._take_in()
        finally:
            self._wait_for_what_is_out()
        if self.is_stopped:
            raise KeyboardInterrupt
        if self.error:
            if self.losses[self.limit] >= LOSSES:
                self._explain()
            raise self.error

    def _wait_for_what_is_out(self) -> None:
        """For some seconds: who was to do it may be gone. (A second Ctrl-C ends it at once.)"""
        end = time.perf_counter() + STOP_SECONDS
        while self.running and time.perf_counter() < end:
            self._take_in()
        for future in self.running:
            future.cancel()

    def _hand_out(self, executor: Executor) -> None:
        while self.todo and len(self.running) < self.window:
            numbers = [self.todo.popleft() for _ in range(self._size())]
            chunk = Chunk(self.work.function, [self.work.items[number] for number in numbers], self.seconds)
            begun = time.perf_counter()
            future = executor.submit(chunk)
            self.running[future] = numbers, begun
            if future.done():
                break

    def _size(self) -> int:
        """How many items the next chunk gets; towards the end fewer, so that all workers are done at the same time."""
        if self.pace is None or self.losses[self.todo[0]]:
            return 1
        return max(1, min(int(self.seconds / self.pace), math.ceil(len(self.todo) / (2 * self.window))))

    def _take_in(self) -> None:
        for future in wait(self.running, timeout=0.5, return_when=FIRST_COMPLETED).done:
            is_full = len(self.running) >= self.window
            numbers, begun = self.running.pop(future)
            try:
                outcome = future.result()
            except Exception as error:  # not of an item: the worker was killed, or never got it
                self._lost(numbers, error)
                continue
            waited = time.perf_counter() - begun - outcome.seconds
            if self.grows and is_full and waited < outcome.seconds / 2:
                self.window += 1  # there are workers who had nothing to do
            self._done(numbers, outcome)

    def _done(self, numbers: list[int], outcome: Outcome) -> None:
        count = len(outcome.results)
        if count:
            self.pace = max(outcome.seconds, 1e-6) / count
        try:
            self.take(dict(zip(numbers, outcome.results)))
        except OSError as error:
            error.add_note(f"What is finished is the {self.work.unit} of this error; what was written before is safe.")
            self._fail(-1, error)
        self.is_stopped |= outcome.is_stopped
        if outcome.error:
            if outcome.error.__traceback__ is None:  # it does not travel
                outcome.error.add_note(outcome.trace)
            self._fail(numbers[count], outcome.error)
        else:
            self._again(numbers[count:])

    def _lost(self, numbers: list[int], error: Exception) -> None:
        self.losses.update(numbers)
        worst = max(numbers, key=self.losses.__getitem__)
        if self.losses[worst] >= LOSSES:
            self._fail(worst, error)
        self._again(numbers)

    def _explain(self) -> None:
        self.error.add_note(
            f"Dealt out {LOSSES} times, each time in vain: number {self.limit} of the {self.work.unit}."
        )
        if isinstance(self.error, BrokenExecutor):
            self.error.add_note('In a script, what uses other processes belongs below `if __name__ == "__main__":`.')

    def _again(self, numbers: list[int]) -> None:
        self.todo.extendleft(number for number in reversed(numbers) if number < self.limit)

    def _fail(self, number: int, error: Exception) -> None:
        if number < self.limit:
            self.limit, self.error = number, error
            self.todo = deque(number for number in self.todo if number < self.limit)


# -------------------------------------------------------------------- who does the work


class ThisProcess(Executor):
    """Does at once what is submitted."""

    def submit(self, function: Callable, /, *arguments: object) -> Future:
        future = Future()
        future.set_result(function(*arguments))
        return future


class LocalProcesses(Executor):
    """Processes of this computer. When one is killed all are lost (so it is with a process pool), and others started."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool = self._started()

    def _started(self) -> ProcessPoolExecutor:
        # Not fork: that would copy locks that other threads (of a notebook, of numba) hold.
        return ProcessPoolExecutor(self.jobs, get_context("spawn"))

    def submit(self, function: Callable, /, *arguments: object) -> Future:
        with interrupts_masked():  # in the processes too: they inherit that
            try:
                return self._pool.submit(function, *arguments)
            except BrokenExecutor:
                self._pool = self._started()
                return self._pool.submit(function, *arguments)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


# -------------------------------------------------------------------- Ctrl-C


@contextmanager
def interrupts_masked(masked: bool = True) -> Iterator[None]:
    """Ctrl-C waits until this block is left; or, if not `masked`, it gets through.

    In a terminal, and at the stop button of a notebook, all processes are told. Those that work stop at once; it would
    kill those that are still loading, or have nothing to do. (Windows has no such masks.)
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        # What has waited is raised here.
        signal.pthread_sigmask(signal.SIG_BLOCK if masked else signal.SIG_UNBLOCK, {signal.SIGINT})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -------------------------------------------------------------------- players that can travel


class _Loader(pickle.Unpickler):
    """Loads what another process could load: that has not seen what was typed into a notebook."""

    def find_class(self, module: str, name: str) -> object:
        if module == "__main__" and not hasattr(sys.modules["__main__"], "__file__"):
            raise AttributeError(f"{name} is in no file")
        return super().find_class(module, name)


def check_portable(players: Iterable[Player], jobs: int) -> None:
    """Raises a ValueError if other processes could not load one of the `players`."""
    for player in {id(player): player for player in players}.values():
        try:
            _Loader(BytesIO(pickle.dumps(player))).load()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise ValueError(
                f"jobs={jobs} plays in other processes, and they cannot load the player {player_name(player)} ({error}): a "
                "lambda, and what was typed into a notebook or made inside a function, exists in this process only. Write "
                "it into a .py file (%%writefile my_players.py) and import it from there, or leave jobs at 1"
            ) from None
