"""What is done about batches that are lost with their worker; without any worker."""

import os
from concurrent.futures import Executor, Future

import pytest

from mctslab.arena.parallel import LOSSES, How, run_all


class Loses(Executor):
    """The batches of these numbers are lost with their workers; the items of all batches are kept."""

    def __init__(self, lost):
        self.lost = lost
        self.batches = []

    def submit(self, function, /, *arguments, **named):
        future = Future()
        if len(self.batches) in self.lost:
            future.set_exception(ConnectionError("the worker is gone"))
        else:
            future.set_result(function(*arguments, **named))
        _, items, _ = arguments
        self.batches.append(items)
        return future


def test_an_item_that_is_lost_three_times_is_not_sent_again():
    executor = Loses(range(10))
    with pytest.raises(ConnectionError, match="the worker is gone"):
        run_all(pow, [(2, 3)], "powers", How(executor=executor))
    assert len(executor.batches) == LOSSES == 3


def test_an_item_that_is_lost_twice_is_sent_again():
    executor = Loses(range(2))
    assert run_all(pow, [(2, 3)], "powers", How(executor=executor)) == [8]
    assert len(executor.batches) == 3


def test_the_items_of_a_lost_batch_are_sent_again_one_by_one(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    executor = Loses({20})  # by now it is known how quick they are
    items = [(base, 2) for base in range(10_000)]
    assert run_all(pow, items, "squares", How(executor=executor)) == [base**2 for base in range(10_000)]
    lost = executor.batches[20]
    again = [batch for batch in executor.batches[21:] if set(batch) & set(lost)]
    assert len(lost) > 1
    assert again == [[item] for item in lost]
