"""What students plug into a search, phases and games: refused in a sentence that names it, and always to be stopped."""

import itertools
import os
import signal
import threading
import time
from collections import namedtuple

import numpy as np
import pytest
from nim import Nim

from c4lib import Board, FastSearch, SearchSettings, Trace, TreeSearch, check_game, plot_tree, violations
from c4lib import backpropagate as usual_backpropagate
from c4lib import simulate as usual_simulate
from c4lib._tools.interrupts import interrupts_held
from c4lib.fast import any_search
from c4lib.phases import PHASES
from c4lib.study.replay import replay
from c4lib.widgets.interrupts import interrupt
from c4lib.widgets.worker import Worker

Record = namedtuple("Record", "leaf node winner path")


def counts(search):
    return [(node.name, node.wins, node.visits, node.proof) for node in (search.root, *search.root.descendants)]


# ---------------------------------------------------------------- phases


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("wrong", [None, "simulate"])
def test_a_phase_that_cannot_be_called_is_refused_at_once(phase, wrong):
    with pytest.raises(ValueError, match=f"^{phase} must be a function like the library's {phase}, not {wrong!r}$"):
        TreeSearch(Board(), **{phase: wrong})


GOOD = Record(leaf=TreeSearch(Board()).root, node=TreeSearch(Board()).root, winner=1, path=())
RETURNED = {
    "a node as selection": ("select", GOOD.leaf, "the Selection that select returns, not SearchNode"),
    "no leaf": ("select", GOOD._replace(leaf=None), "the Selection .*, whose leaf is a node, not None"),
    "nothing from expand": ("expand", None, "the Expansion that expand returns, not None"),
    "0 for a draw": ("simulate", GOOD._replace(winner=0), "the Simulation .*, whose winner is 1, 2 or None, not 0"),
    "nothing from backpropagate": ("backpropagate", None, "the Backpropagation that backpropagate returns, not None"),
}  # fmt: skip


@pytest.mark.parametrize("case", RETURNED)
def test_what_a_phase_returns_is_refused_by_the_name_of_its_function(case):
    phase, record, message = RETURNED[case]

    def my_own(*arguments):
        return record

    with pytest.raises(ValueError, match=f"^my_own must return {message}"):
        TreeSearch(Board(), rng=1, **{phase: my_own}).run(1)


def test_a_record_of_ones_own_with_the_fields_that_are_needed_will_do():
    playout = namedtuple("playout", "winner")
    search = TreeSearch(Board(), rng=1, simulate=lambda *given: playout(usual_simulate(*given).winner))
    assert search.run(50).visits == TreeSearch(Board(), rng=1).run(50).visits


def test_a_backpropagation_of_ones_own_takes_what_it_likes_for_a_winner():
    value = namedtuple("value", "winner")

    def half(node, winner, settings):
        assert winner == 0.25
        return usual_backpropagate(node, None, settings)

    search = TreeSearch(Board(), rng=1, simulate=lambda *given: value(0.25), backpropagate=half)
    assert search.run(10).root.mean == 0.5


@pytest.mark.parametrize("winner", [0, "X"])
def test_a_reward_is_for_a_player_or_a_draw(winner):
    with pytest.raises(ValueError, match="the winner is .*: allowed are 1, 2 and None, for a draw"):
        SearchSettings().reward(winner, viewpoint=1)


# ---------------------------------------------------------------- an iteration that breaks off


def failing(search, phase):
    """The search itself, whose phase does its work now and then fails; and the error."""
    usual, error = getattr(search, phase), ZeroDivisionError("my own")

    def fails(*arguments):
        usual(*arguments)
        raise error

    setattr(search, phase, fails)
    return search, error


def broken_off(phase):
    """A search whose 21st iteration broke off at the end of this phase, which is well again."""
    search = TreeSearch(Board(), rng=1).run(20)
    usual = getattr(search, phase)
    failing(search, phase)
    pytest.raises(ZeroDivisionError, search.run, 10)
    setattr(search, phase, usual)
    return search


GOING_ON = {
    "run": lambda search: search.run(1),
    "step": lambda search: search.step(),
    "phases": lambda search: search.phases(),
    "replay": lambda search: replay(search, [3], winner=1),
    "move_root": lambda search: search.move_root(3),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("way", GOING_ON)
def test_after_an_error_in_a_phase_a_search_refuses_to_go_on(phase, way):
    search = broken_off(phase)
    before = counts(search)
    with pytest.raises(ValueError, match=f"^iteration 21 broke off in {phase} .*: start anew"):
        GOING_ON[way](search)
    assert counts(search) == before


BREAKING = {
    "run": lambda search: search.run(1),
    "step": lambda search: search.step(),
    "phase by phase": lambda search: list(search.phases()),
    "a script": lambda search: replay(search, [3], winner=1),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("way", BREAKING)
def test_however_it_is_run_the_error_of_a_phase_reaches_the_reader_and_ends_the_search(phase, way):
    search, error = failing(TreeSearch(Board(), rng=1), phase)
    with pytest.raises(ZeroDivisionError) as caught:
        BREAKING[way](search)
    assert caught.value is error
    with pytest.raises(ValueError, match=f"iteration 1 broke off in {phase}"):
        search.run(1)


def test_a_search_that_broke_off_can_still_be_read_and_drawn():
    search = broken_off("backpropagate")
    assert search.table()["visits"].to_dict() == search.visits
    assert search.best_move() in search.visits
    assert repr(search).startswith("TreeSearch(20 iterations")
    assert plot_tree(search.root).get_children()


def test_what_is_broken_is_named():
    search = broken_off("backpropagate")
    assert {found.name for found in violations(search)} >= {"the root counts the iterations", "simulations add up"}


def test_where_nothing_is_broken_nothing_is_named():
    assert violations(broken_off("simulate")) == []


@pytest.mark.parametrize("done", [1, 2, 3])
def test_an_iteration_that_is_left_between_two_phases_is_no_break(done):
    search = TreeSearch(Board(), rng=1).run(20)
    for _ in itertools.islice(search.phases(), done):
        pass
    assert violations(search.run(30)) == []
    assert search.iterations == 50


# ---------------------------------------------------------------- games


class Late(Nim):
    """Says 0 for a draw, at the end."""

    @property
    def winner(self):
        return 0 if self.is_terminal else None

    def play(self, move):
        return Late(*vars(super().play(move)).values())


WRONG_GAMES = {
    "a set of moves": (
        lambda: type("Sets", (Nim,), {"legal_moves": lambda self: set(Nim.legal_moves(self))})(),
        r"legal_moves\(\) is \{.*\}: it must be a tuple",
    ),
    "a third player": (lambda: Nim(7, to_move=3), "to_move is 3: allowed are 1 and 2"),
    "a method for a property": (
        lambda: type("Called", (Nim,), {"is_terminal": lambda self: False})(),
        "is_terminal must not be a method",
    ),
    "a property for a method": (
        lambda: type("Read", (Nim,), {"legal_moves": (1, 2)})(),
        "legal_moves must be a method",
    ),
    "one question less": (lambda: type("Short", (), {"to_move": 1})(), "is no game position: winner is missing"),
}


@pytest.mark.parametrize("case", WRONG_GAMES)
@pytest.mark.parametrize("door", [TreeSearch, any_search, check_game, Trace])
def test_a_game_that_contradicts_itself_is_refused_at_once(case, door):
    make, message = WRONG_GAMES[case]
    with pytest.raises(ValueError, match=message):
        door(make())


def test_a_game_that_ends_with_a_wrong_winner_is_refused_when_it_ends():
    search = TreeSearch(Late(), rng=1)
    with pytest.raises(ValueError, match="the winner is 0: allowed are 1, 2 and None"):
        search.run(50)


# ---------------------------------------------------------------- a generator of one's own


class Halves(np.random.Generator):
    """Draws nothing but one half."""

    def random(self, *size, **options):
        return 0.5


def test_a_generator_of_ones_own_is_drawn_through_or_refused():
    rng = Halves(np.random.PCG64(1))
    with pytest.raises(ValueError, match="FastSearch draws from NumPy's own Generator, not from Halves"):
        FastSearch(Board(), rng=rng)
    assert counts(any_search(Board(), rng=rng).run(30)) == counts(TreeSearch(Board(), rng=rng).run(30))


# ---------------------------------------------------------------- Ctrl-C


def pressed(times, every=0.05):
    """Ctrl-C is pressed so many times."""

    def press():
        for _ in range(times):
            time.sleep(every)
            os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()


def forever(*arguments):
    while True:
        time.sleep(0.001)


@pytest.mark.parametrize("phase", PHASES)
def test_pressed_twice_ctrl_c_ends_an_endless_phase_and_the_search(phase):
    search = TreeSearch(Board(), rng=1).run(20)
    setattr(search, phase, forever)
    pressed(2)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        search.run(10)
    assert time.monotonic() - start < 5
    with pytest.raises(ValueError, match=f"iteration 21 broke off in {phase}"):
        search.run(50)


def test_pressed_once_it_waits_for_the_end_of_the_iteration():
    done = []

    def slow(*arguments):
        pressed(1, every=0.01)
        time.sleep(0.1)
        done.append(1)
        return usual_simulate(*arguments)

    search = TreeSearch(Board(), rng=1, simulate=slow)
    with pytest.raises(KeyboardInterrupt):
        search.run(10)
    assert (search.iterations, len(done)) == (1, 1)


class Endless(Nim):
    """A game whose moves come to no end, once one is played."""

    def legal_moves(self):
        return super().legal_moves() if self.sticks == 10 else forever()

    def play(self, move):
        return Endless(*vars(super().play(move)).values())


def test_a_recording_of_an_endless_game_can_be_stopped():
    trace = Trace(Endless(10), seed=1)
    pressed(2)
    with pytest.raises(KeyboardInterrupt):
        trace.grow(10)
    assert (trace.iterations, trace.at(0).root.visits, trace.at(0).root.children) == (0, 0, ())


def test_a_host_that_handles_ctrl_c_outside_of_python_keeps_its_handler(monkeypatch):
    monkeypatch.setattr(signal, "getsignal", lambda number: None)
    monkeypatch.setattr(signal, "signal", lambda *given: pytest.fail("the handler was replaced"))
    assert TreeSearch(Board(), rng=1).run(5).iterations == 5


@pytest.mark.parametrize("presses", [2, 3])
def test_however_often_it_is_pressed_the_handler_is_put_back(presses):
    def stubborn():
        with interrupts_held():
            signal.raise_signal(signal.SIGINT)
            for _ in range(presses - 2):
                with pytest.raises(KeyboardInterrupt):
                    signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        stubborn()
    assert signal.getsignal(signal.SIGINT) is before


def test_short_work_of_our_own_is_never_broken_off():
    def short():
        with interrupts_held(all_of_them=True):
            for _ in range(3):
                signal.raise_signal(signal.SIGINT)
            done.append("all of it")

    done = []
    with pytest.raises(KeyboardInterrupt):
        short()
    assert done == ["all of it"]


def test_pressed_twice_it_ends_an_endless_player_of_a_panel_who_is_asked_again():
    answers = []

    def work(job):
        if job == "endless":
            forever()
        answers.append(job)
        yield

    worker = Worker(work)
    worker.ask("endless")
    time.sleep(0.1)
    interrupt()
    time.sleep(0.1)
    assert worker._thread.is_alive()
    interrupt()
    with pytest.raises(KeyboardInterrupt):
        worker.wait(5)
    worker.ask("the next one")
    worker.wait(5)
    assert answers == ["the next one"]
