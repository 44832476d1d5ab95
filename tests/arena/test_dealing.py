"""What is done about batches that are lost with their worker; without any worker."""

from concurrent.futures import Executor, Future

import pytest

from mctslab.arena.parallel import LOSSES, How, run_all


class Loses(Executor):
    """Its first batches are lost with their workers; the numbers of items of all are kept."""

    def __init__(self, count):
        self.count = count
        self.sizes = []

    def submit(self, function, /, *arguments, **named):
        future = Future()
        _, items, _ = arguments
        self.sizes.append(len(items))
        if len(self.sizes) <= self.count:
            future.set_exception(ConnectionError("the worker is gone"))
        else:
            future.set_result(function(*arguments, **named))
        return future


def test_an_item_that_is_lost_three_times_is_not_sent_again():
    executor = Loses(10)
    with pytest.raises(ConnectionError, match="the worker is gone"):
        run_all(pow, [(2, 3)], "powers", How(executor=executor))
    assert len(executor.sizes) == LOSSES == 3


def test_an_item_that_is_lost_twice_is_sent_again():
    executor = Loses(2)
    assert run_all(pow, [(2, 3)], "powers", How(executor=executor)) == [8]
    assert len(executor.sizes) == 3
