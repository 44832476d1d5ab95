"""Work beside the page, in a thread or in slices of the event loop; without a browser."""

import asyncio
import threading

import pytest

from c4lib.widgets.worker import Worker


def counting(done):
    """Work in three steps, which notes the job at each, and ends early if it is unwanted."""

    def work(job):
        for step in range(3):
            done.append((job, step))
            if (yield 0.01):
                return

    return work


class NoThread(threading.Thread):
    """A thread that cannot be started, as in a browser."""

    def start(self):
        raise RuntimeError("can't start new thread")


def without_threads(monkeypatch, work):
    """Does the work where a `Worker` gets no thread; in a thread, because a browser test has left a loop in the main one."""
    done = []
    outside = threading.Thread(target=lambda: done.append(work()))
    monkeypatch.setattr("c4lib.widgets.worker.threading.Thread", NoThread)
    outside.start()
    outside.join()
    assert len(done) == 1


def test_of_the_jobs_that_wait_only_the_newest_is_done():
    done = []
    worker = Worker(counting(done))
    for job in range(20):
        worker.ask(job)
    worker.wait()
    assert done[-3:] == [(19, 0), (19, 1), (19, 2)]
    assert len({job for job, _ in done}) < 20


def test_a_stop_ends_the_job_under_way_and_forgets_the_one_that_waits():
    done = []
    worker = Worker(counting(done))
    worker.ask(1)
    worker.ask(2)
    worker.stop()
    worker.wait()
    assert len(done) < 3


def test_what_a_job_raises_is_raised_by_the_next_wait_alone():
    def work(job):
        yield
        raise ZeroDivisionError

    worker = Worker(work)
    worker.ask(1)
    pytest.raises(ZeroDivisionError, worker.wait)
    worker.wait()


def test_waiting_ends_after_so_many_seconds():
    def work(job):
        yield 0.2

    worker = Worker(work)
    worker.ask(1)
    with pytest.raises(TimeoutError, match="longer than 0.01 s"):
        worker.wait(0.01)
    worker.wait()


async def until(is_so):
    """Gives the others their turn until something is so; the clock of a busy machine decides nothing."""
    while not is_so():
        await asyncio.sleep(0)


def test_where_there_are_no_threads_the_loop_does_other_things_meanwhile(monkeypatch):
    done = []

    async def use():
        worker = Worker(counting(done))
        worker.ask(1)
        assert done == []
        await until(lambda: len(done) == 1)
        done.append("meanwhile")
        await until(lambda: len(done) == 4)
        assert done == [(1, 0), "meanwhile", (1, 1), (1, 2)]

    without_threads(monkeypatch, lambda: asyncio.run(use()))


def test_where_there_are_no_threads_waiting_does_what_is_left(monkeypatch):
    done = []

    async def use():
        worker = Worker(counting(done))
        worker.ask(1)
        worker.wait()
        assert len(done) == 3
        worker.ask(2)
        await until(lambda: len(done) == 6)
        assert [job for job, _ in done] == [1] * 3 + [2] * 3

    without_threads(monkeypatch, lambda: asyncio.run(use()))
