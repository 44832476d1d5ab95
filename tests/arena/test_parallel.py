"""Experiments on any executor, with a journal: same games, whoever plays them, and whatever happens on the way."""

import errno
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
from mctslab.arena import journal, parallel, play_match, round_robin, sweep
from mctslab.arena.accuracy import accuracy
from mctslab.arena.journal import Journal
from mctslab.arena.parallel import run_all
from mctslab.players import mcts_player, random_player, rule_based_player

pytestmark = pytest.mark.check  # processes are started, and killed

SMALL = Board(4, 4)
SEARCH = mcts_player(20, keep_tree=True)
EXPERIMENTS = {
    "play_match": lambda **dealing: play_match(SEARCH, rule_based_player, 30, 5, SMALL, **dealing),
    "round_robin": lambda **dealing: round_robin([random_player, rule_based_player, mcts_player(5)], 8, **dealing),
    "sweep": lambda **dealing: sweep({"playouts": [1, 90], "c": [0.5, 2]}, random_player, 6, 3, SMALL, **dealing),
    "accuracy": lambda **dealing: accuracy(mcts_player(20), 40, seed=2, **dealing),
}
every_experiment = pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=EXPERIMENTS)

ONLY_HERE = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "worker_dashboard_address": "127.0.0.1:0"}


@pytest.fixture(scope="module")
def small_match():
    """A match, 12 games; and its journal."""
    return lambda **dealing: play_match(random_player, rule_based_player, 12, 5, SMALL, **dealing)


@pytest.fixture(scope="module")
def written(small_match, tmp_path_factory):
    path = tmp_path_factory.mktemp("journal") / "match.jsonl"
    small_match(journal=path)
    return path.read_bytes()


# ---------------------------------------------------------------- executors


class AtOnce(Executor):
    """Does the work when it is submitted."""

    submitted = 0

    def submit(self, function, /, *arguments, **keywords):
        self.submitted += 1
        future = Future()
        try:
            future.set_result(function(*arguments, **keywords))
        except Exception as error:
            future.set_exception(error)
        return future


class Shuffled(Executor):
    """One worker that takes any chunk of those that wait; and who loses some, before or after the work."""

    def __init__(self, luck, loses=0.0):
        self.luck, self.loses, self.waiting, self.more = luck, loses, [], threading.Condition()
        threading.Thread(target=self.work, daemon=True).start()

    def submit(self, function, /, *arguments):
        future = Future()
        with self.more:
            self.waiting.append((future, function, arguments))
            self.more.notify()
        return future

    def work(self):
        while True:
            with self.more:
                self.more.wait_for(lambda: self.waiting)
                future, function, arguments = self.waiting.pop(self.luck.randrange(len(self.waiting)))
            if function is None:
                return
            result = function(*arguments)
            if self.luck.random() < self.loses:
                future.set_exception(ConnectionError("the worker is gone"))
            else:
                future.set_result(result)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self.submit(None)


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
    """How `run_all` is told who works."""
    match request.param:
        case "two jobs":
            return {"jobs": 2}
        case "three threads":
            return {"executor": ThreadPoolExecutor(3)}
    return {"executor": request.getfixturevalue("cluster")}


@every_experiment
def test_the_results_are_the_same_whoever_works(experiment, workers):
    assert experiment(**workers) == experiment()


def power(base, exponent, failing):
    if base in failing:
        raise ZeroDivisionError(f"no {base}")
    return base**exponent


def powers(count, failing=()):
    return power, [(base, 3, failing) for base in range(count)], "powers"


@given(
    count=st.integers(1, 60),
    failing=st.sets(st.integers(0, 59), max_size=20),
    window=st.integers(1, 9),
    seconds=st.sampled_from([0, 1e-5, 1e-4, 2]),
    loses=st.sampled_from([0, 0.1]),
    seed=st.integers(0, 1000),
)
def test_the_order_in_which_chunks_come_in_their_size_and_their_loss_change_nothing(
    count, failing, window, seconds, loses, seed
):
    """Also not which failure is told, or what is finished before it."""
    work = powers(count, tuple(failing))
    with pytest.MonkeyPatch.context() as patch, Shuffled(random.Random(seed), loses) as executor:
        patch.setattr(os, "cpu_count", lambda: window)
        patch.setattr(parallel, "BATCH_SECONDS", seconds)
        patch.setattr(parallel, "LOSSES", 60)  # bad luck is no failure here
        if min(failing, default=60) >= count:
            assert run_all(*work, executor=executor) == [base**3 for base in range(count)]
        else:
            with pytest.raises(ZeroDivisionError, match=f"no {min(failing)}$") as caught:
                run_all(*work, executor=executor)
            assert {base**3 for base in range(min(failing))} <= set(caught.value.powers)


class Fails(AtOnce):
    """Answers so often, and then with an error, or not at all."""

    def __init__(self, answers, error=None):
        self.answers, self.error = answers, error

    def submit(self, function, /, *arguments):
        future = super().submit(function, *arguments)
        if self.submitted <= self.answers:
            return future
        failed = Future()
        if self.error:
            failed.set_exception(self.error)
        return failed


def test_what_is_lost_again_and_again_is_an_error_with_the_finished_games_kept(small_match):
    with pytest.raises(ConnectionError, match="gone") as caught:
        small_match(executor=Fails(3, ConnectionError("the worker is gone")))
    kept = caught.value.games
    assert 3 <= len(kept) < 12
    assert kept == small_match().games[: len(kept)]
    assert f"number {len(kept)} of the games" in caught.value.__notes__[0]


def test_an_executor_that_takes_nothing_is_an_error():
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown") as caught:
        play_match(random_player, random_player, 4, executor=executor)
    assert caught.value.games == ()


@pytest.mark.parametrize(
    ("dealing", "message"),
    [
        ({"executor": 3}, r"executor must be a concurrent.futures.Executor .*client.get_executor\(\)\), not 3"),
        ({"executor": AtOnce(), "jobs": 2}, "either jobs=2 processes of this computer, or an executor"),
    ],
)
@every_experiment
def test_bad_input_is_refused(experiment, dealing, message):
    with pytest.raises(ValueError, match=message):
        experiment(**dealing)


# ---------------------------------------------------------------- chunks


class Clock:
    """A clock that goes on only when a piece of work says so."""

    now = 0.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


@pytest.mark.parametrize("costs", [[0.01] * 3000, [0.01] * 1000 + [0.5] * 40 + [0.01] * 1000, [7.0, 0.01] * 20])
def test_chunks_take_two_seconds_whatever_a_game_costs(monkeypatch, costs):
    clock = Clock()
    monkeypatch.setattr(parallel, "time", SimpleNamespace(perf_counter=clock))

    class Timed(AtOnce):
        starts = []

        def submit(self, function, /, *arguments):
            self.starts.append(clock.now)
            return super().submit(function, *arguments)

    run_all(clock.sleep, [(seconds,) for seconds in costs], "naps", executor=Timed())
    assert clock.now == pytest.approx(sum(costs))
    assert max(np.diff([*Timed.starts, clock.now])) < 2 + max(costs) + 1e-9
    assert len(Timed.starts) < sum(costs) / 2 + 30  # small ones only at the beginning and at the end


def test_an_executor_with_more_workers_than_this_computer_gets_work_for_all(monkeypatch):
    at_work, most = set(), []

    def nap(seconds):
        at_work.add(threading.get_ident())
        most.append(len(at_work))
        time.sleep(seconds)
        at_work.discard(threading.get_ident())

    monkeypatch.setattr(parallel, "BATCH_SECONDS", 0.02)
    with ThreadPoolExecutor(20) as executor:
        run_all(nap, [(0.02,)] * 600, "naps", executor=executor)
    assert max(most) > 15


# ---------------------------------------------------------------- a worker is killed


class Kills:
    """A random player, except that its process is killed, once, when so many games are in the journal."""

    __name__ = "kills"

    def __init__(self, folder, games):
        self.journal, self.mark, self.games = folder / "journal", folder / "mark", games

    def __call__(self, board, rng):
        if not self.mark.exists() and self.journal.read_bytes().count(b"\n") > self.games:
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.001)
        return random_player(board, rng)


def test_a_cluster_can_load_what_is_in_no_file(cluster):
    def typed(board, rng):
        return board.legal_moves()[-1]

    players = typed, lambda board, rng: 0
    assert play_match(*players, 4, executor=cluster) == play_match(*players, 4)


def test_a_cluster_listens_to_this_machine_alone(cluster):
    from pictures.lesson_23 import listening

    assert listening() == ["127.0.0.1"]  # scheduler, dashboard and workers


@pytest.mark.parametrize("who", ["jobs", "a cluster"])
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(tmp_path, monkeypatch, request, who):
    monkeypatch.setattr(parallel, "BATCH_SECONDS", 0.2)
    dealing = {"jobs": 2} if who == "jobs" else {"executor": request.getfixturevalue("cluster")}
    (tmp_path / "mark").touch()
    alone = play_match(Kills(tmp_path, 0), rule_based_player, 120, seed=4, board=SMALL)
    (tmp_path / "mark").unlink()
    player = Kills(tmp_path, 40)
    together = play_match(player, rule_based_player, 120, seed=4, board=SMALL, journal=tmp_path / "journal", **dealing)
    assert player.mark.exists()
    assert together == alone
    lines = (tmp_path / "journal").read_bytes().splitlines()
    assert len(set(lines)) == len(lines) == 121  # nothing was written twice


KILLED = """
import os, signal, time
for name in ("SIGTERM", "SIGHUP"):  # they may have been ignored (nohup)
    signal.signal(getattr(signal, name), signal.SIG_DFL)
from mctslab.arena import play_match

def waits(board, rng):
    os.write(1, b"playing\\n")
    time.sleep(1000)

play_match(waits, waits, 10, jobs=2)
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_no_process_outlives_a_script_that_is_killed(name):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen([sys.executable, "-c", KILLED], **pipes) as script:
        assert [script.stdout.readline() for _ in range(2)] == ["playing\n"] * 2
        script.send_signal(getattr(signal, name))
        killed = time.monotonic()
        script.communicate(timeout=60)  # until the last process has closed its output
        assert time.monotonic() - killed < 5


def loses_its_worker(board, rng):
    os.kill(os.getpid(), signal.SIGKILL)


def fails(board, rng):
    raise ZeroDivisionError


def is_interrupted(board, rng):
    signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(
    ("player", "error"),
    [(random_player, None), (fails, RuntimeError), (is_interrupted, KeyboardInterrupt), (loses_its_worker, Exception)],
)
def test_no_process_outlives_a_match_however_it_ends(player, error):
    import psutil

    before = {process.pid for process in psutil.Process().children()}
    with pytest.raises(error) if error else nullcontext():
        play_match(player, player, 4, jobs=2)
    started = [process for process in psutil.Process().children() if process.pid not in before]
    _, alive = psutil.wait_procs(started, timeout=5)
    assert [one for one in alive if "tracker" not in " ".join(one.cmdline())] == []  # that one stays for the next


def test_on_windows_a_process_waits_for_its_parent_by_a_handle(monkeypatch):
    """There `getppid` names the parent also when it is dead."""
    ended, waited = threading.Event(), []
    system = SimpleNamespace(name="nt", getppid=lambda: 1, _exit=lambda code: ended.set())
    monkeypatch.setattr(parallel, "os", system)
    monkeypatch.setattr(parallel, "parent_process", lambda: SimpleNamespace(join=lambda: waited.append(1)))
    parallel._end_with(1)()
    assert ended.wait(10)
    assert waited == [1]


@pytest.mark.parametrize("answers", [0, 5])
def test_an_executor_that_falls_silent_is_an_error(small_match, monkeypatch, answers):
    monkeypatch.setattr(parallel, "SILENCE_SECONDS", 0.2)
    monkeypatch.setattr(parallel, "STOP_SECONDS", 0.2)
    with pytest.raises(TimeoutError, match="returned nothing for . seconds.* set .*SILENCE_SECONDS") as caught:
        small_match(executor=Fails(answers))
    kept = caught.value.games
    assert len(kept) >= answers
    assert set(kept) <= set(small_match().games)


class Cancels(Executor):
    """Does as it is told: "does" the work at once, "cancels" it, or takes it and is silent for so many seconds."""

    def __init__(self, *orders):
        self.orders = iter(orders)

    def submit(self, function, /, *arguments):
        order, future = next(self.orders, "does"), Future()
        if order == "cancels":
            future.cancel()
            future.set_running_or_notify_cancel()
        elif order == "does":
            future.set_result(function(*arguments))
        else:
            timer = threading.Timer(order, lambda: future.set_result(function(*arguments)))
            timer.daemon = True
            timer.start()
        return future


def test_an_executor_that_cancels_its_work_and_falls_silent_is_told_sooner(small_match, monkeypatch):
    """As a Dask client does whose scheduler has died, while it looks for it."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(parallel, "GONE_SECONDS", 0.2)
    monkeypatch.setattr(parallel, "STOP_SECONDS", 0.1)
    monkeypatch.setattr(parallel, "SILENCE_SECONDS", 5)
    told = "returned nothing for [0-3] seconds: are its scheduler and its workers still alive"
    with pytest.raises(TimeoutError, match=told) as caught:
        small_match(executor=Cancels("does", "cancels", *[1000] * 12))
    assert 1 <= len(caught.value.games) < 12


def test_an_executor_that_cancels_its_work_and_comes_back_may_be_silent_again(small_match, monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(parallel, "GONE_SECONDS", 0.2)
    assert small_match(executor=Cancels("does", "cancels", "does", 1)) == small_match()


def test_processes_of_this_computer_may_be_silent(monkeypatch):
    """They cannot be lost without a trace, and games may take long."""
    monkeypatch.setattr(parallel, "SILENCE_SECONDS", 0)
    assert len(play_match(random_player, random_player, 4, jobs=2).games) == 4


# ---------------------------------------------------------------- stopped and started again


@every_experiment
def test_with_the_whole_journal_nobody_plays(experiment, tmp_path, monkeypatch):
    first = experiment(journal=tmp_path / "journal")
    monkeypatch.setattr(parallel, "Batch", None)
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

    __name__ = "stops"
    identity = "a random player, whenever it stops"

    def __init__(self, game):
        self.game, self.games = game, []

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
        play_match(Stops(8), rule_based_player, 20, board=SMALL, journal=path)
    assert len(caught.value.games) == path.read_bytes().count(b"\n") - 1 == 7
    alone = play_match(Stops(None), rule_based_player, 20, board=SMALL)
    assert play_match(again, rule_based_player, 20, board=SMALL, journal=path) == alone
    assert len(again.games) == 13 + 1  # the first, played once more after the last


def test_ctrl_c_takes_in_what_is_out_and_hands_out_no_more():
    def interrupts(board, rng):
        if len(at_work) == 8:
            signal.raise_signal(signal.SIGINT)  # only the main thread is told
        at_work.append(time.sleep(0.01))
        return board.legal_moves()[0]

    at_work = []
    with ThreadPoolExecutor(2) as executor, pytest.raises(KeyboardInterrupt) as caught:
        play_match(interrupts, interrupts, 1000, board=SMALL, executor=executor)
    assert 2 <= len(caught.value.games) < 500
    assert len(at_work) == sum(len(game.moves) for game in caught.value.games)


def test_ctrl_c_does_not_wait_for_workers_who_are_gone(monkeypatch):
    class Gone(Executor):
        futures = []

        def submit(self, function, /, *arguments):
            self.futures.append(Future())
            threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
            return self.futures[-1]

    monkeypatch.setattr(parallel, "STOP_SECONDS", 0.1)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    with pytest.raises(KeyboardInterrupt):
        play_match(random_player, random_player, 4, executor=Gone())
    assert all(future.cancelled() for future in Gone.futures)


# ---------------------------------------------------------------- journals that are not as they should be


def test_a_journal_cut_off_anywhere_goes_on(small_match, written, tmp_path):
    """A torn line is dropped and told."""
    path, header = tmp_path / "journal", written.index(b"\n")
    for cut in range(0, len(written), 61):
        path.write_bytes(written[:cut])
        is_torn = cut > header and written[cut - 1 : cut] != b"\n"
        with pytest.warns(UserWarning, match="last line .* not whole") if is_torn else pytest.MonkeyPatch.context():
            assert small_match(journal=path) == small_match()
        assert small_match(journal=path) == small_match()  # once more: now it is whole
        assert path.read_bytes().count(b"\n") == 13


@given(data=st.data())
def test_a_changed_byte_never_changes_a_result(small_match, written, tmp_path_factory, data):
    place = data.draw(st.integers(0, len(written) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != written[place]))
    path = tmp_path_factory.mktemp("changed") / "journal"
    changed = written[:place] + bytes([byte]) + written[place + 1 :]
    path.write_bytes(changed)
    if place == len(written) - 1:  # of the last line: it may have been torn
        with pytest.warns(UserWarning, match="last line .* not whole"):
            assert small_match(journal=path) == small_match()
    else:
        with pytest.raises(ValueError, match="is damaged|is no journal|is the journal of another experiment"):
            small_match(journal=path)
        assert path.read_bytes() == changed


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ({"one": mcts_player(5)}, r"matches\.0\.players\.0 is 'random_player' there and 'MCTS, 5 playouts' here"),
        ({"seed": 6}, r"matches\.0\.seed\.0 is 5 there and 6 here"),
        ({"games": 14}, "games a match is 12 there and 14 here"),
        ({"board": Board(4, 5)}, r"board is 'Board\(rows=4, columns=4\)' there and 'Board\(rows=4, columns=5\)' here"),
    ],
)
def test_the_journal_of_another_match_is_refused_and_left_alone(written, tmp_path, other, difference):
    path = tmp_path / "journal"
    path.write_bytes(written)
    same = {"one": random_player, "other": rule_based_player, "games": 12, "seed": 5, "board": SMALL}
    with pytest.raises(ValueError, match=f"journal of another experiment: {difference}"):
        play_match(**(same | other), journal=path)
    assert path.read_bytes() == written
    with pytest.raises(ValueError, match="of is 'games' there and 'answers' here"):
        EXPERIMENTS["accuracy"](journal=path)


def test_a_grid_and_names_of_ones_own_tell_experiments_apart(tmp_path):
    def always(**setting):
        return random_player

    sweep({"level": [1, 2]}, random_player, 2, make_player=always, journal=tmp_path / "sweep")
    with pytest.raises(ValueError, match=r"grid\.level\.1 is '2' there and '3' here"):
        sweep({"level": [1, 3]}, random_player, 2, make_player=always, journal=tmp_path / "sweep")
    round_robin({"a": random_player, "b": random_player}, 2, journal=tmp_path / "robin")
    with pytest.raises(ValueError, match=r"names\.1 is 'b' there and 'c' here"):
        round_robin({"a": random_player, "c": random_player}, 2, journal=tmp_path / "robin")


@pytest.mark.parametrize("text", ["my notes", "my notes\n", '{"a": 1}\n', "[]\n", "\n", "\0" * 100])
def test_a_file_that_is_no_journal_is_left_alone(small_match, tmp_path, text):
    (tmp_path / "notes").write_text(text)
    with pytest.raises(ValueError, match="notes is no journal"):
        small_match(journal=tmp_path / "notes")
    assert (tmp_path / "notes").read_text() == text


# ---------------------------------------------------------------- a full disk


class Full:
    """A file on a `disk` that has room for so many bytes more."""

    def __init__(self, file, disk):
        self.file, self.disk = file, disk

    def __getattr__(self, name):
        return getattr(self.file, name)

    def write(self, data):
        if not self.disk.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count = self.file.write(data[: self.disk.room])
        self.disk.room -= count
        return count


@pytest.fixture
def disk(monkeypatch):
    """A disk for journals that has no end, until it is told how much room there is."""
    left = SimpleNamespace(room=10**9)

    def opened(path, *mode, **options):
        file = open(path, *mode, **options)  # noqa: SIM115
        return Full(file, left) if "ab+" in mode else file

    monkeypatch.setattr(journal, "open", opened, raising=False)
    return left


@pytest.mark.parametrize("who", ["alone", "two threads"])
def test_a_full_disk_is_told_and_nothing_is_lost(small_match, tmp_path, disk, monkeypatch, who):
    path, disk.room = tmp_path / "journal", 1400
    monkeypatch.setattr(parallel, "HERE_SECONDS", 0)  # every game is written by itself
    with ThreadPoolExecutor(2) as executor, pytest.raises(OSError, match="No space left") as caught:
        small_match(journal=path, executor=executor if who != "alone" else None)
    lines = path.read_bytes().splitlines(keepends=True)
    assert all(line.endswith(b"}\n") for line in lines)
    assert len(lines) - 1 < len(caught.value.games) < 12  # those that did not fit are in memory
    assert set(caught.value.games) <= set(small_match().games)
    disk.room = 10**9
    assert small_match(journal=path) == small_match()
    assert path.read_bytes().startswith(b"".join(lines))


def test_a_full_disk_is_told_also_after_the_first_item_has_failed(monkeypatch):
    class FullJournal(Journal):
        def add(self, results):
            if results:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def item(number):
        if number == 0:
            both_begun.wait()
            raise ZeroDivisionError
        both_begun.set()
        time.sleep(0.2)

    both_begun = threading.Event()
    monkeypatch.setattr(os, "cpu_count", lambda: 2)  # so many are begun at once
    with ThreadPoolExecutor(2) as executor, pytest.raises(OSError, match="No space left"):
        run_all(item, [(0,), (1,)], "items", executor=executor, journal=FullJournal())


def test_results_written_later_are_there_though_others_were_not(tmp_path, disk):
    with Journal(tmp_path / "journal", {}) as book:
        disk.room = 1000
        with pytest.raises(OSError, match="No space left"):
            book.add({1: {"text": "long" * 400}})
        disk.room = 100
        book.add({2: {"text": "short"}})
    with Journal(tmp_path / "journal", {}) as book:
        assert book.results == {2: {"text": "short"}}


def test_where_no_process_can_be_started_the_error_names_a_way_out(monkeypatch):
    def full(*given, **named):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("loky.ProcessPoolExecutor", full)
    with pytest.raises(OSError, match="no processes can be started here .*Read-only.*with jobs=1 this one does all"):
        run_all(pow, [(2, 3), (3, 2)], "powers", jobs=2)
