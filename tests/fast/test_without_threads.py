"""Where no thread can be started, as in a browser's Python, what is compiled works as elsewhere."""

import threading

import pytest

from c4lib import Board, ParallelSearch, solve, solve_moves
from c4lib.fast.solver import TooHard

POSITION = Board.from_moves("624224246635164")


@pytest.fixture
def without_threads(monkeypatch):
    def start(thread):
        raise RuntimeError("can't start new thread")

    def refuse():
        monkeypatch.setattr(threading.Thread, "start", start)

    return refuse


def test_the_solver_finds_the_same_scores(without_threads):
    scores = solve_moves(POSITION)
    without_threads()
    assert solve_moves(POSITION) == scores
    assert solve(POSITION) == max(scores.values())


def test_the_solver_gives_up_in_the_same_place(without_threads):
    without_threads()
    with pytest.raises(TooHard):
        solve(Board(), max_nodes=1_000)


def test_searches_that_would_run_in_threads_run_one_after_the_other(without_threads):
    counts = ParallelSearch(POSITION, rng=3, threads=3).run(1_000).visits
    without_threads()
    assert ParallelSearch(POSITION, rng=3, threads=3).run(1_000).visits == counts
