"""The trace: it tells what the search did, after every step."""

import signal
import statistics
import time

import pytest
import strategies
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from c4lib import Board, SearchSettings, TreeSearch
from c4lib.study.recording import PHASES, Trace

PARTS = ("selection", "expansion", "simulation", "backpropagation")


def tree(root):
    """All that a tree says, node by node."""
    nodes = [root, *root.descendants]
    return [(moves(node), node.wins, node.visits, node.viewpoint, node.prior, node.proof) for node in nodes]


def moves(node):
    return tuple(above.move for above in node.path[1:])


def told(record):
    """What a phase told, with nodes as their moves, so that it can be compared between trees."""
    return [told_part(part) for part in record]


def told_part(part):
    if isinstance(part, tuple):
        return [told_part(one) for one in part]
    return moves(part) if hasattr(part, "simulations") else part


def as_played(step):
    records = [getattr(step, part) for part in PARTS]
    known = [record and told(record) for record in records]
    return step.number, step.iteration, step.phase, tree(step.root), known


# ---------------------------------------------------------------- the trace is the search


@examples(max_examples=40)
@given(strategies.positions(), strategies.settings, strategies.seeds, st.integers(0, 40))
def test_tree_is_that_of_tree_search_node_by_node(game, settings, seed, count):
    search = TreeSearch(game, settings, seed)
    trace = Trace(game, settings, seed)
    for iteration in range(count + 1):
        if iteration:
            if search.root.proof is not None:
                break
            search.step()
        if iteration in (0, 1, 2, 3, count // 2, count):
            assert tree(trace.at(iteration).root) == tree(search.root)


@examples(max_examples=25)
@given(strategies.positions(), strategies.settings, strategies.seeds)
def test_each_phase_tells_what_the_search_tells_at_that_phase(game, settings, seed):
    search, trace = TreeSearch(game, settings, seed), Trace(game, settings, seed)
    for iteration in range(1, 9):
        if search.root.proof is not None:
            break
        for phase, record in zip(PHASES, search.phases()):
            step = trace.at(iteration, phase)
            assert (step.iteration, step.phase) == (iteration, phase)
            assert type(step.record) is type(record)
            assert told(step.record) == told(record)
            assert tree(step.root) == tree(search.root)


@examples(max_examples=30)
@given(strategies.settings, st.lists(st.integers(0, 80), max_size=12))
def test_steps_are_the_same_in_whatever_order_they_are_asked_for(settings, numbers):
    game = Board(4, 4, 3).play(1)
    trace = Trace(game, settings, seed=3)
    end = 4 * Trace(game, settings, seed=3, iterations=20).iterations
    for number in (number for number in numbers if number <= end):
        assert as_played(trace.step(number)) == as_played(Trace(game, settings, seed=3).step(number))


def test_earlier_phases_of_the_iteration_are_told_too_and_later_ones_are_not():
    trace = Trace(Board(), seed=1)
    for done, phase in enumerate(PHASES, 1):
        known = [getattr(trace.at(5, phase), part) is not None for part in PARTS]
        assert known == [True] * done + [False] * (4 - done)


def test_path_goes_on_to_the_picked_child_from_the_expansion_on():
    trace = Trace(Board(), seed=1)
    assert [len(trace.at(1, phase).path) for phase in PHASES] == [1, 2, 2, 2]
    assert [len(trace.at(2, phase).path) for phase in PHASES] == [2, 2, 2, 2]  # nothing is added


def test_step_is_right_whenever_it_is_shown_and_its_nodes_keep_their_identity():
    trace = Trace(Board(), seed=1)
    early = trace.at(5)
    before, nodes = as_played(early), [early.root, *early.root.descendants]
    late = trace.at(60, "expand")
    assert tree(late.root) == tree(Trace(Board(), seed=1).at(60, "expand").root)
    assert {id(node) for node in nodes} < {id(node) for node in [late.root, *late.root.descendants]}
    trace.show(early)
    trace.grow(100)
    assert as_played(early) == before
    assert [id(node) for node in [early.root, *early.root.descendants]] == [id(node) for node in nodes]


@pytest.mark.parametrize("part", ["root", "record", "game"])
def test_no_step_moves_the_tree_under_another(part):
    trace = Trace(Board(), seed=1)
    early, late = trace.at(5), trace.at(60)
    with pytest.raises(RuntimeError, match="the recording shows step 240 now, not 20: trace.show"):
        getattr(early, part)
    assert late.root.visits == 60


def test_trace_ends_where_the_result_is_proven():
    game, settings = Board.from_moves("010101"), SearchSettings(solve=True)
    trace = Trace(game, settings, seed=1, iterations=500)
    search = TreeSearch(game, settings, 1).run(500)
    assert 0 < trace.iterations == search.iterations < 500
    assert trace.at(trace.iterations).root.proof == search.root.proof is not None
    assert trace.at(trace.iterations - 1).root.proof is None
    with pytest.raises(ValueError, match=f"no iteration 501: the result is proven after {trace.iterations}"):
        trace.at(501)


def interrupted(function):
    """The `function`, and Ctrl-C before it is called."""

    def interrupting(*arguments):
        signal.raise_signal(signal.SIGINT)
        return function(*arguments)

    return interrupting


def test_interrupt_falls_between_two_iterations(monkeypatch):
    trace = Trace(Board(), seed=1)
    with monkeypatch.context() as patch:
        patch.setattr(trace._search, "simulate", interrupted(trace._search.simulate))
        with pytest.raises(KeyboardInterrupt):
            trace.grow(10)
    assert trace.iterations == 1
    assert trace.grow(10).iterations == 10
    assert tree(trace.at(10).root) == tree(TreeSearch(Board(), rng=1).run(10).root)


@pytest.mark.parametrize("way", ["_redo", "_undo"])
def test_interrupt_does_not_leave_the_tree_between_two_steps(way, monkeypatch):
    trace = Trace(Board(), seed=1, iterations=50)
    numbers = (42, 171) if way == "_redo" else (171, 42)
    assert trace.step(numbers[0]).root
    with monkeypatch.context() as patch:
        patch.setattr(trace, way, interrupted(getattr(trace, way)))
        with pytest.raises(KeyboardInterrupt):
            print(trace.step(numbers[1]).root)
    for number in (numbers[1], 100, *numbers):
        assert as_played(trace.step(number)) == as_played(Trace(Board(), seed=1).step(number))


def test_a_second_interrupt_between_the_search_and_the_tape_costs_no_more_than_time(monkeypatch):
    trace = Trace(Board(), seed=1, iterations=7)
    step = trace._search.step

    def pressed_twice():
        done = step()
        for _ in range(2):
            signal.raise_signal(signal.SIGINT)
        return done

    with monkeypatch.context() as patch:
        patch.setattr(trace._search, "step", pressed_twice)
        with pytest.raises(KeyboardInterrupt):
            trace.grow(10)
    for number in (40, 30, 31):
        assert as_played(trace.step(number)) == as_played(Trace(Board(), seed=1).step(number))


def test_text_names_the_game_the_seed_and_how_far_it_is():
    trace = Trace(Board.from_moves("33"), SearchSettings(c=1), seed=2, iterations=3)
    assert repr(trace) == "Trace(Board.from_moves('33'), seed=2: 3 iterations)"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Trace(Board.from_moves("0101010")), "the game is over"),
        (lambda: Trace(Board(), seed=-1), "seed must be a whole number, at least 0, not -1"),
        (lambda: Trace(Board(), iterations=2.5), "iterations must be"),
        (lambda: Trace(Board()).grow(-1), "iterations must be"),
        (lambda: Trace(Board()).at(-1), "iteration must be"),
        (lambda: Trace(Board()).at(1, "expansion"), "phase must be 'select' or 'expand' or"),
        (lambda: Trace(Board()).step(-1), "step must be"),
    ],
)
def test_what_makes_no_sense_is_refused(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()


def test_steps_of_a_long_trace_are_quick():
    trace = Trace(Board(), seed=1, iterations=1000)
    assert statistics.median(times_to_look(trace, [1, 4000] * 6)) < 0.1


def times_to_look(trace, numbers):
    """Seconds of this thread alone: those of the clock depend on what else the machine is doing."""
    times = []
    for number in numbers:
        start = time.thread_time()
        assert trace.step(number).record is not None
        times.append(time.thread_time() - start)
    return times
