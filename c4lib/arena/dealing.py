"""Dealing out games to processes: whoever plays them, and in whatever order, the records are the same."""

from __future__ import annotations

import math
import pickle
import signal
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from io import BytesIO
from multiprocessing import get_context
from typing import NamedTuple

from c4lib.arena.game import GameRecord, PlayerError, Seed, play_game
from c4lib.board import Board
from c4lib.players import Player, player_name
from c4lib.progress import interrupts_held, progress_bar

CHUNKS_PER_JOB = 16  # a chunk of games goes to a process at once: few enough to be quick, enough to share out evenly


class Task(NamedTuple):
    """A game to be played; it depends on nothing else, so all can be played anywhere, in any order."""

    first: Player
    second: Player
    seed: Seed
    board: Board


def play_all(tasks: Sequence[Task], jobs: int, progress: bool) -> list[GameRecord]:
    """The records of all games, in the order of the tasks. Whatever stops it gets those that are finished as `games`."""
    if jobs > 1:
        _check_portable(tasks, jobs)
    finished = {}
    try:
        with progress_bar(len(tasks), progress, "games") as bar:
            for number, record in _in_processes(tasks, jobs) if jobs > 1 else _one_by_one(tasks):
                finished[number] = record
                bar(1)
    except BaseException as stop:
        stop.games = tuple(finished[number] for number in sorted(finished))
        if isinstance(stop, BrokenProcessPool):
            stop.add_note('In a script, what uses jobs= belongs below `if __name__ == "__main__":`.')
        raise
    return [finished[number] for number in range(len(tasks))]


def _one_by_one(tasks: Sequence[Task]) -> Iterator[tuple[int, GameRecord]]:
    for number, task in enumerate(tasks):
        yield number, play_game(*task)


def _in_processes(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[int, GameRecord]]:
    """The number and record of each game, as they come in from the processes.

    When something goes wrong, or at Ctrl-C, what is being played is waited for, and no new chunk is begun.
    """
    size = math.ceil(len(tasks) / (jobs * CHUNKS_PER_JOB))
    left = deque(range(0, len(tasks), size))  # where the chunks start that nobody has begun
    running, failures, is_stopped = {}, {}, False
    # Not fork: that would copy locks that other threads (of a notebook, of numba) hold.
    pool = ProcessPoolExecutor(min(jobs, len(left)), get_context("spawn"))
    with interrupts_held() as interrupted, pool:
        while True:
            # No chunk waits in the pool: it could not be called back from there.
            while left and len(running) < jobs and not (failures or is_stopped or interrupted()):
                start = left.popleft()
                with _interrupts_wait():  # in the processes too: they inherit that
                    running[pool.submit(_play_chunk, tasks[start : start + size])] = start
            if not running:
                break
            for chunk in wait(running, return_when=FIRST_COMPLETED).done:
                start = running.pop(chunk)
                records, failure = _outcome(chunk)
                yield from enumerate(records, start)
                if failure:
                    failures[start] = failure
                elif len(records) < len(tasks[start : start + size]):
                    is_stopped = True
    if is_stopped:
        raise KeyboardInterrupt
    if failures:
        raise failures[min(failures)]  # of the first game that failed, as if they were played one by one


def _outcome(chunk: Future) -> tuple[Sequence[GameRecord], Exception | None]:
    """The games of a chunk, and what stopped it."""
    try:
        return chunk.result(), None
    except PlayerError as error:
        return error.games, error
    except Exception as error:  # the process died, for example
        return (), error


def _play_chunk(tasks: Sequence[Task]) -> list[GameRecord]:
    """The records of some games; after Ctrl-C of those that are finished."""
    records = []
    try:
        with _interrupts_wait(False):
            for task in tasks:
                records.append(play_game(*task))
    except PlayerError as error:
        error.games = tuple(records)
        raise
    except KeyboardInterrupt:
        pass
    return records


@contextmanager
def _interrupts_wait(waits: bool = True) -> Iterator[None]:
    """Ctrl-C waits until this block is left; or, if not `waits`, it gets through.

    In a terminal, and at the stop button of a notebook, all processes are told. Those that play stop at once; it would
    kill those that are still loading, or have nothing to do. (Windows has no such masks.)
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK if waits else signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Loader(pickle.Unpickler):
    """Loads what another process could load: that has not seen what was typed into a notebook."""

    def find_class(self, module: str, name: str) -> object:
        if module == "__main__" and not hasattr(sys.modules["__main__"], "__file__"):
            raise AttributeError(f"{name} is in no file")
        return super().find_class(module, name)


def _check_portable(tasks: Sequence[Task], jobs: int) -> None:
    for player in {id(player): player for task in tasks for player in task[:2]}.values():
        try:
            _Loader(BytesIO(pickle.dumps(player))).load()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise ValueError(
                f"jobs={jobs} plays in other processes, and they cannot load the player {player_name(player)} ({error}): a "
                "lambda, and what was typed into a notebook or made inside a function, exists in this process only. Write "
                "it into a .py file (%%writefile my_players.py) and import it from there, or leave jobs at 1"
            ) from None
