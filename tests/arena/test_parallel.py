"""Experiments on any executor: the same games, whoever plays them, and whatever happens on the way."""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from c4lib import Board
from mctslab.arena import parallel, play_match, round_robin, sweep
from mctslab.arena.accuracy import accuracy
from mctslab.arena.parallel import How, run_all
from mctslab.players import mcts_player, random_player, rule_based_player

pytestmark = pytest.mark.check  # processes are started, and killed

SMALL = Board(4, 4)
SEARCH = mcts_player(20, keep_tree=True)
EXPERIMENTS = {
    "play_match": lambda **how: play_match(SEARCH, rule_based_player, 30, 5, SMALL, **how),
    "round_robin": lambda **how: round_robin([random_player, rule_based_player, mcts_player(5)], 8, **how),
    "sweep": lambda **how: sweep({"playouts": [1, 90], "c": [0.5, 2]}, random_player, 6, 3, SMALL, **how),
    "accuracy": lambda **how: accuracy(mcts_player(20), 40, seed=2, **how),
}
every_experiment = pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=EXPERIMENTS)

ONLY_HERE = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "worker_dashboard_address": "127.0.0.1:0"}


def small_match(**how):
    return play_match(random_player, rule_based_player, 12, 5, SMALL, **how)


# ---------------------------------------------------------------- whoever works


@pytest.fixture(scope="module")
def cluster():
    """Two worker processes."""
    from distributed import Client, LocalCluster  # here, because every process of these tests loads what is above

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, silence_logs=50, **ONLY_HERE) as two_workers,
        Client(two_workers) as client,
    ):
        two_workers.scheduler.allowed_failures = 0  # it does not try again itself
        yield client.get_executor()


@pytest.fixture(scope="module", params=["two jobs", "three threads", "a cluster"])
def workers(request):
    """How an experiment is told who works."""
    match request.param:
        case "two jobs":
            return {"jobs": 2}
        case "three threads":
            return {"executor": ThreadPoolExecutor(3)}
    return {"executor": request.getfixturevalue("cluster")}


@every_experiment
def test_the_results_are_the_same_whoever_works(experiment, workers):
    assert experiment(**workers) == experiment()


def test_a_cluster_can_load_what_is_in_no_file(cluster):
    players = (lambda board, rng: board.legal_moves()[-1]), (lambda board, rng: 0)
    assert play_match(*players, 4, executor=cluster) == play_match(*players, 4)


class Shuffled(Executor):
    """One worker that takes any batch of those that wait; and who loses some after the work."""

    def __init__(self, luck, loses=0.0):
        self.luck, self.loses, self.waiting, self.more = luck, loses, [], threading.Condition()
        threading.Thread(target=self.work, daemon=True).start()

    def submit(self, function, /, *arguments, **named):
        future = Future()
        with self.more:
            self.waiting.append((future, function, arguments, named))
            self.more.notify()
        return future

    def work(self):
        while True:
            with self.more:
                self.more.wait_for(lambda: self.waiting)
                future, function, arguments, named = self.waiting.pop(self.luck.randrange(len(self.waiting)))
            if function is None:
                return
            result = function(*arguments, **named)
            if not future.set_running_or_notify_cancel():
                continue
            if self.luck.random() < self.loses:
                future.set_exception(ConnectionError("the worker is gone"))
            else:
                future.set_result(result)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self.submit(None)


def power(base, exponent, failing):
    if base in failing:
        raise ZeroDivisionError(f"no {base}")
    return base**exponent


@given(
    count=st.integers(1, 60),
    failing=st.sets(st.integers(0, 59), max_size=20),
    window=st.integers(1, 9),
    seconds=st.sampled_from([0, 1e-5, 1e-4, 2]),
    loses=st.sampled_from([0, 0.1]),
    seed=st.integers(0, 1000),
)
def test_the_order_in_which_batches_come_in_their_size_and_their_loss_change_nothing(
    count, failing, window, seconds, loses, seed
):
    """Also not which failure is told, or what is finished before it."""
    items = [(base, 3, tuple(failing)) for base in range(count)]
    with pytest.MonkeyPatch.context() as patch, Shuffled(random.Random(seed), loses) as executor:
        patch.setattr(os, "cpu_count", lambda: window)
        patch.setattr(parallel, "BATCH_SECONDS", seconds)
        patch.setattr(parallel, "LOSSES", 60)  # bad luck is no failure here
        if min(failing, default=60) >= count:
            assert run_all(power, items, "powers", How(executor=executor)) == [base**3 for base in range(count)]
        else:
            with pytest.raises(ZeroDivisionError, match=f"no {min(failing)}$") as caught:
                run_all(power, items, "powers", How(executor=executor))
            assert {base**3 for base in range(min(failing))} <= set(caught.value.powers)


# ---------------------------------------------------------------- batches


class AtOnce(Executor):
    """Does the first batches when they are submitted; later ones fail with the error, or are never answered."""

    def __init__(self, answers=10**9, error=None):
        self.answers, self.error = answers, error

    def submit(self, function, /, *arguments, **named):
        future = Future()
        self.answers -= 1
        if self.answers >= 0:
            future.set_result(function(*arguments, **named))
        elif self.error:
            future.set_exception(self.error)
        return future


@pytest.mark.parametrize("costs", [[0.01] * 3000, [0.01] * 1000 + [0.5] * 40 + [0.01] * 1000, [7.0, 0.01] * 20])
def test_batches_take_two_seconds_whatever_a_game_costs(monkeypatch, costs):
    now, starts = 0.0, []

    def nap(seconds):
        nonlocal now
        now += seconds

    class Timed(AtOnce):
        def submit(self, function, /, *arguments, **named):
            starts.append(now)
            return super().submit(function, *arguments, **named)

    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(parallel, "time", SimpleNamespace(perf_counter=lambda: now))
    run_all(nap, [(seconds,) for seconds in costs], "naps", How(executor=Timed()))
    assert now == pytest.approx(sum(costs))
    assert max(np.diff([*starts, now])) < 2 + max(costs) + 1e-9
    assert len(starts) < sum(costs) / 2 + 60  # small ones only at the beginning and at the end


def test_an_executor_with_more_workers_than_this_computer_gets_work_for_all(monkeypatch):
    at_work, most = set(), []

    def nap(seconds):
        at_work.add(threading.get_ident())
        most.append(len(at_work))
        time.sleep(seconds)
        at_work.discard(threading.get_ident())

    monkeypatch.setattr(parallel, "BATCH_SECONDS", 0.02)
    with ThreadPoolExecutor(20) as executor:
        run_all(nap, [(0.02,)] * 600, "naps", How(executor=executor))
    assert max(most) > 15


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"executor": 3}, r"executor must be a concurrent.futures.Executor .*client.get_executor\(\)\), not 3"),
        ({"executor": AtOnce(), "jobs": 2}, "either jobs=2 processes of this computer, or an executor"),
        ({"jobs": 0}, "jobs must be a whole number, at least 1, not 0"),
        ({"progress": "yes"}, "progress must be True or False, not 'yes'"),
    ],
)
@every_experiment
def test_bad_input_is_refused(experiment, how, message):
    with pytest.raises(ValueError, match=message):
        experiment(**how)


def test_what_is_lost_again_and_again_is_an_error_with_the_finished_games_kept():
    with pytest.raises(ConnectionError, match="gone") as caught:
        small_match(executor=AtOnce(3, ConnectionError("the worker is gone")))
    kept = caught.value.games
    assert 3 <= len(kept) < 12
    assert kept == small_match().games[: len(kept)]
    assert f"Number {len(kept)} was lost with its worker 3 times." in caught.value.__notes__


def test_an_executor_that_takes_nothing_is_an_error():
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown") as caught:
        small_match(executor=executor)
    assert caught.value.games == ()


def test_an_executor_that_falls_silent_is_an_error(monkeypatch):
    monkeypatch.setattr(parallel, "SILENCE_SECONDS", 0.2)
    with pytest.raises(TimeoutError, match="returned nothing for . seconds.* set .*SILENCE_SECONDS") as caught:
        small_match(executor=AtOnce(5))
    assert len(caught.value.games) >= 5
    assert set(caught.value.games) <= set(small_match().games)


class Kills:
    """A random player, except that its process is killed, once, when so many games are in the journal."""

    identity = __name__ = "kills"

    def __init__(self, folder, games):
        self.journal, self.mark, self.games = folder / "journal", folder / "mark", games

    def __call__(self, board, rng):
        is_begun = self.journal.exists() and not self.mark.exists()
        if is_begun and self.journal.read_bytes().count(b"\n") > self.games:
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.001)
        return random_player(board, rng)


@pytest.mark.parametrize("who", ["jobs", "a cluster"])
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(tmp_path, monkeypatch, request, who):
    monkeypatch.setattr(parallel, "BATCH_SECONDS", 0.2)
    how = {"jobs": 2} if who == "jobs" else {"executor": request.getfixturevalue("cluster")}
    (tmp_path / "mark").touch()
    alone = play_match(Kills(tmp_path, 0), rule_based_player, 120, seed=4, game=SMALL)
    (tmp_path / "mark").unlink()
    player = Kills(tmp_path, 40)
    together = play_match(player, rule_based_player, 120, seed=4, game=SMALL, journal=tmp_path / "journal", **how)
    assert player.mark.exists()
    assert together == alone
    lines = (tmp_path / "journal").read_bytes().splitlines()
    assert len(set(lines)) == len(lines) == 121  # nothing was written twice


def loses_its_worker(board, rng):
    os.kill(os.getpid(), signal.SIGKILL)


def fails(board, rng):
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("player", "error"), [(random_player, None), (fails, RuntimeError), (loses_its_worker, Exception)]
)
def test_no_process_outlives_a_match_however_it_ends(player, error):
    import psutil

    before = {process.pid for process in psutil.Process().children()}
    with pytest.raises(error) if error else nullcontext():
        play_match(player, player, 4, jobs=2)
    started = [process for process in psutil.Process().children() if process.pid not in before]
    _, alive = psutil.wait_procs(started, timeout=5)
    assert [one for one in alive if "tracker" not in " ".join(one.cmdline())] == []  # that one stays for the next


KILLED = """
import os, time
from mctslab.arena import play_match

def waits(board, rng):
    os.write(1, b"playing\\n")
    time.sleep(1000)

play_match(waits, waits, 10, jobs=2)
"""


def test_no_process_outlives_a_script_that_is_killed():
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen([sys.executable, "-c", KILLED], **pipes) as script:
        assert [script.stdout.readline() for _ in range(2)] == ["playing\n"] * 2
        script.kill()
        killed = time.monotonic()
        script.communicate(timeout=60)  # until the last process has closed its output
        assert time.monotonic() - killed < 5


# ---------------------------------------------------------------- stopped and started again


@every_experiment
def test_with_the_whole_journal_nobody_plays(experiment, tmp_path, monkeypatch):
    first = experiment(journal=tmp_path / "journal")
    monkeypatch.setattr(parallel, "do_batch", None)
    assert experiment(journal=tmp_path / "journal") == first


@every_experiment
def test_the_bar_counts_what_is_done_and_what_the_journal_has(experiment, tmp_path, capfd):
    for _ in range(2):
        experiment(journal=tmp_path / "journal", progress=True)
        assert re.search(r" (\d[.\d]+)/\1 ", capfd.readouterr().err)
    experiment(journal=tmp_path / "journal")
    assert capfd.readouterr().err == ""


class Stops:
    """A random player who presses Ctrl-C in some game."""

    def __init__(self, game):
        self.game, self.games = game, []
        self.identity = self.__name__ = "a random player, whenever it stops"

    def __deepcopy__(self, memo):
        return self  # what it counts is not what it plays by

    def __call__(self, board, rng):
        if len(board.moves) < 2:
            self.games.append(1)
        if len(self.games) == self.game and len(board.moves) > 4:
            signal.raise_signal(signal.SIGINT)
        return random_player(board, rng)


def test_a_match_that_was_stopped_goes_on_where_its_journal_ends(tmp_path):
    path, again = tmp_path / "journal", Stops(None)
    with pytest.raises(KeyboardInterrupt) as caught:
        play_match(Stops(8), rule_based_player, 20, game=SMALL, journal=path)
    assert len(caught.value.games) == path.read_bytes().count(b"\n") - 1 == 7
    alone = play_match(Stops(None), rule_based_player, 20, game=SMALL)
    assert play_match(again, rule_based_player, 20, game=SMALL, journal=path) == alone
    assert len(again.games) == 13 + 1  # the first, played once more after the last
