"""Who does the work: this process itself, or several processes of this computer."""

from __future__ import annotations

import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from multiprocessing import get_context

from c4lib.players import Player, player_name


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
