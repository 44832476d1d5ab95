"""The trace: it tells what the search did, after every step, and its file is whole or refused."""

import json
import math
import os
import signal
import statistics
import time
from functools import partial

import pytest
import strategies
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from c4lib import Board, HexBoard, SearchSettings, TreeSearch, simulate
from c4lib.study.recording import PHASES, Trace, step_of

PARTS = ("selection", "expansion", "simulation", "backpropagation")
UNKNOWN_HISTORY = Board.from_text(". . . . .\n. . . . .\n. X . . .\n. O X O .")


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


def as_played(snapshot):
    records = [getattr(snapshot, part) for part in PARTS]
    known = [record and told(record) for record in records]
    return snapshot.step, snapshot.iteration, snapshot.phase, tree(snapshot.root), known


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
            snapshot = trace.at(iteration, phase)
            assert (snapshot.iteration, snapshot.phase) == (iteration, phase)
            assert type(snapshot.phase_record) is type(record)
            assert told(snapshot.phase_record) == told(record)
            assert tree(snapshot.root) == tree(search.root)


@examples(max_examples=30)
@given(strategies.settings, st.lists(st.integers(0, 80), max_size=12))
def test_snapshots_are_the_same_in_whatever_order_they_are_asked_for(settings, steps):
    game = Board(4, 4, 3).play(1)
    trace = Trace(game, settings, seed=3)
    end = 4 * Trace(game, settings, seed=3, iterations=20).iterations
    for step in (step for step in steps if step <= end):
        assert as_played(trace.snapshot(step)) == as_played(Trace(game, settings, seed=3).snapshot(step))


def test_positions_of_the_nodes_are_those_after_their_moves():
    for node in Trace(Board.from_moves("33"), seed=1).at(30).root.descendants:
        assert node.game == Board.from_moves([3, 3, *moves(node)])


def test_earlier_phases_of_the_iteration_are_told_too_and_later_ones_are_not():
    trace = Trace(Board(), seed=1)
    for done, phase in enumerate(PHASES, 1):
        known = [getattr(trace.at(5, phase), part) is not None for part in PARTS]
        assert known == [True] * done + [False] * (4 - done)


def test_start_is_the_root_alone():
    snapshot = Trace(Board(), seed=1).at(0)
    assert (snapshot.step, snapshot.iteration, snapshot.phase, snapshot.phase_record) == (0, 0, None, None)
    assert (snapshot.root.children, snapshot.path, snapshot.root.visits) == ((), (snapshot.root,), 0)


def test_path_goes_on_to_the_picked_child_from_the_expansion_on():
    trace = Trace(Board(), seed=1)
    assert [len(trace.at(1, phase).path) for phase in PHASES] == [1, 2, 2, 2]
    assert [len(trace.at(2, phase).path) for phase in PHASES] == [2, 2, 2, 2]  # nothing is added


def test_children_are_there_from_the_expansion_on_and_counts_change_at_the_end():
    trace = Trace(Board(), seed=1)
    assert [len(trace.snapshot(step).root.children) for step in range(5)] == [0, 0, 7, 7, 7]
    assert [trace.snapshot(step).root.visits for step in range(9)] == [0, 0, 0, 0, 1, 1, 1, 1, 2]


def test_snapshot_is_right_whenever_it_is_asked_and_its_nodes_keep_their_identity():
    trace = Trace(Board(), seed=1)
    early, late = trace.at(5), trace.at(60, "expand")
    before, nodes = as_played(early), [early.root, *early.root.descendants]
    assert tree(late.root) == tree(Trace(Board(), seed=1).at(60, "expand").root)
    assert {id(node) for node in nodes} < {id(node) for node in [late.root, *late.root.descendants]}
    trace.grow(100)
    assert as_played(early) == before
    assert [id(node) for node in [early.root, *early.root.descendants]] == [id(node) for node in nodes]


def test_snapshots_of_the_same_step_are_equal():
    trace = Trace(Board(), seed=1)
    assert trace.at(5) == trace.snapshot(20) != trace.snapshot(19)
    assert trace.at(5) == Trace(Board(), seed=1, iterations=5).at(5) != Trace(Board(), seed=2, iterations=5).at(5)


def test_steps_are_numbered_by_phases():
    assert [step_of(1, phase) for phase in PHASES] == [1, 2, 3, 4]
    assert [step_of(9, phase) for phase in PHASES] == [33, 34, 35, 36]
    assert [step_of(0, phase) for phase in PHASES] == [0, 0, 0, 0]
    for step in range(1, 41):
        snapshot = Trace(Board(3, 4, 3)).snapshot(step)
        assert step_of(snapshot.iteration, snapshot.phase) == step


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
    assert trace.grow(10) == Trace(Board(), seed=1, iterations=10)
    assert tree(trace.at(10).root) == tree(TreeSearch(Board(), rng=1).run(10).root)


@pytest.mark.parametrize("way", ["_redo", "_undo"])
def test_interrupt_does_not_leave_the_tree_between_two_steps(way, monkeypatch):
    trace = Trace(Board(), seed=1, iterations=50)
    steps = (42, 171) if way == "_redo" else (171, 42)
    assert trace.snapshot(steps[0]).root
    with monkeypatch.context() as patch:
        patch.setattr(trace, way, interrupted(getattr(trace, way)))
        with pytest.raises(KeyboardInterrupt):
            print(trace.snapshot(steps[1]).root)
    for step in (steps[1], 100, *steps):
        assert as_played(trace.snapshot(step)) == as_played(Trace(Board(), seed=1).snapshot(step))


def test_traces_are_equal_when_all_they_recorded_is():
    trace = Trace(Board(), seed=1, iterations=5)
    assert trace == Trace(Board(), seed=1).grow(5)
    others = [
        Trace(Board(), seed=2, iterations=5),
        Trace(Board(), seed=1, iterations=6),
        Trace(Board(), SearchSettings(choose="mean"), seed=1, iterations=5),
        Trace(Board.from_moves("33"), seed=1, iterations=5),
        "a trace",
    ]
    assert trace not in others


def test_text_names_what_is_not_as_usual():
    trace = Trace(Board.from_moves("33"), SearchSettings(c=1, unvisited=0.5), seed=2, iterations=3)
    assert repr(trace) == "Trace(Board.from_moves('33'), SearchSettings(c=1.0, unvisited=0.5), seed=2: 3 iterations)"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Trace(Board.from_moves("0101010")), "the game is over"),
        (lambda: Trace("3342"), "no game position"),
        (lambda: Trace(Board(), seed=-1), "seed must be a whole number, at least 0, not -1"),
        (lambda: Trace(Board(), seed=None), "seed must be"),
        (lambda: Trace(Board(), settings=1.4), "settings must be a SearchSettings"),
        (lambda: Trace(Board(), iterations=2.5), "iterations must be"),
        (lambda: Trace(Board()).grow(-1), "iterations must be"),
        (lambda: Trace(Board()).at(-1), "iteration must be"),
        (lambda: Trace(Board()).at(1, "expansion"), "phase must be 'select' or 'expand' or"),
        (lambda: Trace(Board()).snapshot(-1), "step must be"),
        (lambda: Trace(Board()).snapshot(1.5), "step must be"),
    ],
)
def test_what_makes_no_sense_is_refused(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()


def test_snapshots_of_a_long_trace_are_quick():
    trace = Trace(Board(), seed=1, iterations=2000)
    assert statistics.median(times_to_look(trace, range(7999, 7900, -9))) < 0.1


@pytest.mark.parametrize("settings", [SearchSettings(), SearchSettings(c=0, prior=1, expand_at=0)], ids=repr)
def test_jumps_from_end_to_end_are_quick(settings):
    trace = Trace(Board(), settings, seed=1, iterations=2000)
    assert statistics.median(times_to_look(trace, [1, 8000] * 6)) < 0.1


def times_to_look(trace, steps):
    """Seconds of this thread alone: those of the clock depend on what else the machine is doing."""
    times = []
    for step in steps:
        start = time.thread_time()
        assert trace.snapshot(step).phase_record is not None
        times.append(time.thread_time() - start)
    return times


# ---------------------------------------------------------------- as a file


@examples(max_examples=25)
@given(game=strategies.positions(), settings=strategies.settings, seed=strategies.seeds, count=st.integers(0, 12))
def test_file_gives_the_trace_back_and_goes_on_like_it(tmp_path_factory, game, settings, seed, count):
    path = tmp_path_factory.mktemp("trace") / "lesson.json"
    trace = Trace(game, settings, seed, count)
    trace.save(path)
    loaded = Trace.load(path)
    assert loaded == trace
    assert loaded.grow(count + 3) == trace.grow(count + 3)


@pytest.mark.parametrize(
    "game",
    [
        Board(),
        Board(5, 12, 5).play(11),
        UNKNOWN_HISTORY,
        HexBoard(),
        HexBoard.from_moves("b2", size=4),
        HexBoard.from_text("X . .\n. O .\n. . ."),
    ],
    ids=repr,
)
def test_position_comes_back_with_its_size_and_history(game, tmp_path):
    Trace(game, iterations=2).save(tmp_path / "lesson.json")
    loaded = Trace.load(tmp_path / "lesson.json").game
    assert (repr(loaded), loaded.moves) == (repr(game), game.moves)


@pytest.mark.parametrize("unvisited", [math.inf, -math.inf, 0.5])
def test_infinity_comes_back(unvisited, tmp_path):
    Trace(Board(), SearchSettings(unvisited=unvisited)).save(tmp_path / "lesson.json")
    assert Trace.load(tmp_path / "lesson.json").settings.unvisited == unvisited


def test_file_is_plain_json_with_a_version_and_a_digest(tmp_path):
    Trace(Board.from_moves("33"), seed=1, iterations=4).save(tmp_path / "lesson.json")
    data = json.loads((tmp_path / "lesson.json").read_text(), parse_constant=pytest.fail)
    assert (data["format"], data["version"], data["seed"], data["game"]["moves"]) == ("c4lib trace", 2, 1, [3, 3])
    assert list(data) == ["format", "version", "game", "settings", "seed", "iterations", "digest"]


def test_file_of_before_is_replaced_and_nothing_else_is_left_behind(tmp_path):
    path = tmp_path / "lesson.json"
    path.write_text("something else")
    Trace(Board(), iterations=2).save(path)
    assert Trace.load(path).iterations == 2
    assert os.listdir(tmp_path) == ["lesson.json"]


def test_file_of_before_stays_when_saving_fails(tmp_path, monkeypatch):
    path = tmp_path / "lesson.json"
    Trace(Board(), iterations=2).save(path)
    before = path.read_bytes()

    def full(*arguments):
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="no space left"):
        Trace(Board(), seed=5, iterations=3).save(path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["lesson.json"]


def test_game_that_no_file_can_hold_is_refused_before_anything_is_written(tmp_path):
    class OtherBoard:
        to_move, winner, is_terminal = 1, None, False

        def legal_moves(self):
            return ()

        def play(self, move):
            return self

    with pytest.raises(ValueError, match="a file can hold the trace of a Board or a HexBoard, not of"):
        Trace(OtherBoard()).save(tmp_path / "lesson.json")
    assert os.listdir(tmp_path) == []


def test_file_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        Trace.load(tmp_path / "lesson.json")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no JSON, or not all of it"),
        (b"\x89PNG\r\n\x1a\n", "no JSON, or not all of it"),
        (b"[1, 2]", "no trace, which would begin with"),
        (b"null", "no trace, which would begin with"),
        (b'{"cells": [], "nbformat": 4}', "no trace, which would begin with"),  # a notebook
        (b'{"format": "c4lib trace", "version": NaN}', "NaN is no JSON number"),
        (b'{"format": ' + b"[" * 100_000, "nested too deep"),
    ],
    ids=["empty", "picture", "list", "null", "notebook", "NaN", "deep"],
)
def test_foreign_file_is_refused_with_a_reason(content, message, tmp_path):
    path = tmp_path / "lesson.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message) as error:
        Trace.load(path)
    assert str(path) in str(error.value)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """What a file of twenty iterations says."""
    path = tmp_path_factory.mktemp("trace") / "lesson.json"
    Trace(Board.from_moves("33"), SearchSettings(expand_at=0), seed=1, iterations=20).save(path)
    return json.loads(path.read_text())


TOO_LARGE = 10**400  # for a float
ANOTHER = "its digest does not fit its search"


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ("format", "c4lib tournament", "it is no trace"),
        ("version", 1, "its version is 1, and this c4lib reads version 2"),
        ("version", None, "its version is None"),
        ("version", True, "its version is True"),
        ("version", 2.0, "its version is 2.0"),
        ("seed", "one", "seed must be a whole number"),
        ("seed", 2, ANOTHER),
        ("seed", TOO_LARGE, "cannot be loaded"),
        ("seed", ..., "the file has no 'seed'"),
        ("author", "somebody", "the file has 'author', which is unknown"),
        ("settings", [1.4], "'settings' must be an object with 'c', 'prior'"),
        ("settings c", -1, "c must be a finite number, at least 0, not -1"),
        ("settings c", "inf", "c must be a finite number"),
        ("settings c", 0.1, ANOTHER),
        ("settings c", math.nextafter(2**0.5, 2), ANOTHER),
        ("settings c", TOO_LARGE, "cannot be loaded"),
        ("settings prior", 0.5, "prior must be a whole number"),
        ("settings prior", TOO_LARGE, "cannot be loaded"),
        ("settings unvisited", TOO_LARGE, "cannot be loaded"),
        ("settings loss", -TOO_LARGE, "cannot be loaded"),
        ("settings expand_at", TOO_LARGE, "expand_at must be at most"),
        ("settings draw", ..., "'settings' has no 'draw'"),
        ("settings choose", "mean", ANOTHER),
        ("settings speed", 3, "'settings' has 'speed', which is unknown"),
        ("game", "33", "'game' must be an object whose 'type' is 'Board' or 'HexBoard', not '33'"),
        ("game type", "Chess", "'game' must be an object whose 'type' is"),
        ("game type", ["Board"], "'game' must be an object whose 'type' is"),
        ("game rows", 0, "rows must be a whole number, at least 1, not 0"),
        ("game columns", 10**9, "columns must be at most 100, not 1,000,000,000"),
        ("game columns", TOO_LARGE, r"columns must be at most 100, not 10\*\*400"),
        ("game moves", "33", "'moves' must be a list"),
        ("game moves", [3, 9], "move 2 of .*: there is no column 9"),
        ("game moves", [0, 1, 0, 1, 0, 1, 0], "the game is over"),
        ("game moves", [3, 4], ANOTHER),
        ("game text", ". . .", "'game' has 'rows', which is unknown"),
        ("iterations", [], "iterations must be a whole number, at least 0, not "),
        ("iterations", -1, "iterations must be a whole number, at least 0, not -1"),
        ("iterations", 19, ANOTHER),
        ("iterations", 10**9, "iterations must be at most 100,000, not 1,000,000,000"),
        ("iterations", TOO_LARGE, r"iterations must be at most 100,000, not 10\*\*400"),
        ("digest", ..., "the file has no 'digest'"),
        ("digest", None, ANOTHER),
    ],
    ids=lambda value: str(value)[:30],
)
def test_damaged_file_is_refused_with_a_reason(data, place, value, message, tmp_path):
    damaged = json.loads(json.dumps(data))
    *above, last = [int(word) if word.isdigit() else word for word in place.split()]
    part = damaged
    for word in above:
        part = part[word]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    path = tmp_path / "lesson.json"
    path.write_text(json.dumps(damaged))
    with pytest.raises(ValueError, match=message):
        Trace.load(path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_file_that_ends_too_soon_is_refused(data, share, tmp_path):
    text = json.dumps(data)
    (tmp_path / "lesson.json").write_text(text[: int(share * len(text))])
    with pytest.raises(ValueError, match="no JSON, or not all of it"):
        Trace.load(tmp_path / "lesson.json")


@pytest.mark.parametrize("iterations", [0, 20])
def test_no_digit_of_a_file_can_be_changed(iterations, tmp_path):
    path = tmp_path / "lesson.json"
    trace, same = Trace(Board.from_moves("33"), SearchSettings(expand_at=0), 1, iterations), 0
    trace.save(path)
    text = path.read_text()
    for index, character in enumerate(text):
        if character.isdecimal():
            path.write_text(f"{text[:index]}{(int(character) + 1) % 10}{text[index + 1 :]}")
            try:
                assert Trace.load(path) == trace  # one more in the last digit of c is the same number
                same += 1
            except ValueError:
                pass
    assert same <= 1


def test_file_of_a_search_that_goes_otherwise_now_is_refused(data, tmp_path, monkeypatch):
    def simulate_two(node, settings, rng):
        simulate(node, settings, rng)
        return simulate(node, settings, rng)

    path = tmp_path / "lesson.json"
    path.write_text(json.dumps(data))
    assert Trace.load(path).iterations == 20
    monkeypatch.setattr("c4lib.study.recording.TreeSearch", partial(TreeSearch, simulate=simulate_two))
    with pytest.raises(ValueError, match=ANOTHER):
        Trace.load(path)


def test_iterations_beyond_the_proof_are_refused(tmp_path):
    trace = Trace(Board.from_moves("010101"), SearchSettings(solve=True), seed=1, iterations=500)
    path = tmp_path / "lesson.json"
    trace.save(path)
    data = json.loads(path.read_text())
    data["iterations"] += 1
    path.write_text(json.dumps(data))
    with pytest.raises(ValueError, match="the result is proven after"):
        Trace.load(path)


def test_more_than_a_file_can_hold_is_refused_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr("c4lib.study.recording.MOST_IN_A_FILE", 4)
    with pytest.raises(ValueError, match="iterations must be at most 4, not 5"):
        Trace(Board(), iterations=5).save(tmp_path / "lesson.json")
    with pytest.raises(ValueError, match="columns must be at most 100, not 101"):
        Trace(Board(1, 101)).save(tmp_path / "lesson.json")
    assert os.listdir(tmp_path) == []
