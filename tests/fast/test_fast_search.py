"""What is particular to the fast search; all that it shares with `TreeSearch` is in test_search.py."""

import copy
import json
import math
import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from anytree import PreOrderIter
from golden.make import digest_of, search_of, tree_of
from hypothesis import given, settings
from hypothesis import strategies as st
from nim import Nim
from numba import njit
from numba.core import event
from strategies import few, positions, seeds
from strategies import settings as any_settings

import c4lib.fast.search
from c4lib import Board, FastSearch, SearchNode, SearchSettings, TreeSearch
from c4lib.fast.arrays import FIRST_CAPACITY, Nodes
from c4lib.fast.jit import note_if_compiling
from c4lib.fast.search import ParallelSearch
from c4lib.fast.solver import solve_moves

GOLDEN = Path(__file__).parents[1] / "golden"

# Boards at the edges of what fits into 64 bits: (rows, columns, connect).
EXTREME = [
    (7, 8, 4),
    (6, 9, 4),
    (63, 1, 4),
    (62, 1, 5),
    (31, 2, 4),
    (1, 32, 3),
    (2, 21, 2),
    (3, 16, 4),
    (1, 1, 1),
    (15, 4, 6),
]


@st.composite
def sizes(draw):
    """(rows, columns, connect) of a board that fits into 64 bits; mostly small ones, where games are soon over."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(EXTREME))
    columns = draw(st.integers(1, 9))
    rows = draw(st.integers(1, min(6, 64 // columns - 1)))
    return rows, columns, draw(st.integers(1, min(5, max(rows, columns))))


def rows(search):
    """Every node as (moves, wins, visits, prior, viewpoint, proof), in the order of the tree."""
    return [
        (node.name, node.wins, node.visits, node.prior, node.viewpoint, node.proof)
        for node in [search.root, *search.root.descendants]
    ]


# ---------------------------------------------------------------- what others keep private


def test_whatever_anytree_does_with_a_node_asks_for_what_arraynode_overrides():
    search = FastSearch(Board(), rng=1).run(500)
    root, copy = search.root, search.tree(max_nodes=search.node_count, min_visits=0)
    assert [node.moves for node in PreOrderIter(root)] == [node.moves for node in PreOrderIter(copy)]
    for name in ("descendants", "leaves", "siblings", "path", "ancestors"):
        here, there = (getattr(node.children[3], name) for node in (root, copy))
        assert [node.moves for node in here] == [node.moves for node in there]
    for name in ("height", "depth", "size", "is_leaf", "is_root"):
        assert getattr(root.children[3], name) == getattr(copy.children[3], name)


# ---------------------------------------------------------------- the same tree


def cases(most_playouts):
    """A step is a number of playouts, with pieces in which the fast search does them, or a move of the root."""
    runs = st.lists(st.integers(1, most_playouts), min_size=1, max_size=3)
    steps = st.lists(st.one_of(runs, runs, st.just("move")), min_size=1, max_size=4)
    return given(board=positions(sizes(), most_moves=40), choices=any_settings, seed=seeds, steps=steps, data=st.data())


def check_twins(board, choices, seed, steps, data):
    readable, fast = TreeSearch(board, choices, seed), FastSearch(board, choices, seed)
    for step in steps:
        if readable.game.is_terminal:
            break
        if step == "move":
            move = data.draw(st.sampled_from(readable.game.legal_moves()))
            readable.move_root(move)
            fast.move_root(move)
        else:
            readable.run(sum(step))
            for playouts in step:
                fast.run(playouts)
    assert rows(fast) == rows(readable)
    assert fast.rng.bit_generator.state == readable.rng.bit_generator.state
    assert (fast.iterations, fast.node_count, fast.game) == (readable.iterations, readable.node_count, readable.game)


@cases(most_playouts=20)
def test_the_twins_grow_the_same_tree(board, choices, seed, steps, data):
    check_twins(board, choices, seed, steps, data)


@pytest.mark.check
@cases(most_playouts=20)
@settings(max_examples=800)
def test_the_twins_grow_the_same_tree_in_many_more_cases(board, choices, seed, steps, data):
    check_twins(board, choices, seed, steps, data)


@cases(most_playouts=150)
@few
def test_the_twins_grow_the_same_tree_where_the_arrays_are_full_again_and_again(board, choices, seed, steps, data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(c4lib.fast.arrays, "FIRST_CAPACITY", 1)
        patch.setattr(c4lib.fast.search, "Nodes", partial(Nodes, capacity=1))
        patch.setattr(c4lib.fast.search, "GROWTH", 2)
        check_twins(board, choices, seed, steps, data)


@pytest.mark.parametrize("size", EXTREME)
def test_the_twins_agree_on_boards_at_the_edge(size):
    twins = [search(Board(*size), SearchSettings(distinct=True), 1).run(300) for search in (TreeSearch, FastSearch)]
    assert rows(twins[0]) == rows(twins[1])


@pytest.mark.parametrize("kind", [np.random.PCG64DXSM, np.random.MT19937])
def test_bit_generators_of_every_kind_give_the_same_tree_and_go_on_alike(kind):
    def grown(search_class):
        rng = np.random.Generator(kind(4))
        rng.integers(10, dtype=np.uint32)  # half a number is left in the generator
        search = search_class(Board(), rng=rng).run(200)
        return rows(search), rng.integers(10**9, size=3, dtype=np.uint32).tolist(), rng.random()

    assert grown(FastSearch) == grown(TreeSearch)


@pytest.mark.parametrize("search_class", [TreeSearch, FastSearch])
@pytest.mark.parametrize("case", json.loads((GOLDEN / "trees.json").read_text()), ids=lambda case: case["name"])
def test_the_tree_is_the_golden_one(search_class, case):
    assert list(tree_of(search_of(search_class, case)).items()) == list(case["tree"].items())


@pytest.mark.parametrize("case", json.loads((GOLDEN / "digests.json").read_text()), ids=lambda case: case["name"])
def test_the_large_tree_is_the_golden_one(case):
    assert digest_of(search_of(FastSearch, case)) == case["digest"]


def test_the_compiled_logarithm_is_that_of_python():
    logarithm = njit(lambda number: math.log(number))
    numbers = np.random.default_rng(1).integers(1, 2**45, 20_000).astype(float)
    assert [logarithm(number) for number in numbers] == [math.log(number) for number in numbers]


# ---------------------------------------------------------------- what is refused


def test_a_board_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match=r"\(rows \+ 1\) \* columns <= 64.*TreeSearch"):
        FastSearch(Board(8, 8))


def test_another_game_is_refused():
    with pytest.raises(ValueError, match="searches a Board, not .*Nim.*TreeSearch"):
        FastSearch(Nim())


@pytest.mark.parametrize(
    ("max_nodes", "message"),
    [
        (7, "must be a whole number, at least 8"),
        (2**64, "must be at most 1,000,000,000,000,000, not 18,446,744"),
    ],
)
def test_a_bound_without_room_or_beyond_counting_is_refused(max_nodes, message):
    with pytest.raises(ValueError, match=f"max_nodes {message}"):
        FastSearch(Board(), max_nodes=max_nodes)


@pytest.mark.parametrize("search_class", [TreeSearch, FastSearch])
def test_the_largest_counts_are_no_trouble(search_class):
    assert search_class(Board(), SearchSettings(prior=10**15), rng=1).run(10).root.simulations == 10
    assert search_class(Board(), SearchSettings(expand_at=10**15), rng=1).run(10).node_count == 8


# ---------------------------------------------------------------- where it ends


def test_a_bound_on_the_nodes_ends_the_search_with_a_warning_and_a_whole_tree():
    search = FastSearch(Board(), rng=1, max_nodes=1000)
    with pytest.warns(UserWarning, match=r"stopped after [\d]+ iterations.*max_nodes=1000") as caught:
        search.run(10_000)
    assert caught[0].filename == __file__
    assert 1000 - 7 < search.node_count <= 1000
    assert search.iterations < 10_000
    assert rows(search) == rows(TreeSearch(Board(), rng=1).run(search.iterations))


@pytest.mark.filterwarnings("ignore:the search stopped after")
@given(board=positions(sizes(), most_moves=40), choices=any_settings, seed=seeds, room=st.integers(0, 300))
@few
def test_a_tree_that_is_full_at_any_number_of_nodes_is_whole(board, choices, seed, room):
    most = board.columns + 1 + room
    fast = FastSearch(board, choices, seed, max_nodes=most).run(300)
    is_full = most - board.columns < fast.node_count <= most
    assert is_full or fast.iterations == 300 or fast.root.proof
    readable = TreeSearch(board, choices, seed).run(fast.iterations)
    assert rows(fast) == rows(readable)
    assert fast.rng.bit_generator.state == readable.rng.bit_generator.state


def test_memory_is_bounded_without_being_asked(monkeypatch):
    monkeypatch.setattr(c4lib.fast.search, "PLACES", 2**17)
    with pytest.warns(UserWarning, match="2.3 GB"):
        search = FastSearch(Board(), rng=1).run(200_000)
    assert 2**16 < search.node_count < 2**17


def no_memory_after(growths, monkeypatch):
    """When trees have grown so many times, there is no memory for another."""
    empty_arrays, grown = c4lib.fast.arrays.empty_arrays, 0

    def limited(width, capacity):
        nonlocal grown
        grown += capacity > FIRST_CAPACITY
        if grown > growths:
            raise MemoryError("Unable to allocate")
        return empty_arrays(width, capacity)

    monkeypatch.setattr(c4lib.fast.arrays, "empty_arrays", limited)


@pytest.mark.parametrize("search_class", [FastSearch, ParallelSearch])
def test_a_search_is_whole_when_memory_runs_out_and_goes_on(search_class, monkeypatch):
    no_memory_after(1, monkeypatch)
    search = search_class(Board(), rng=1)
    trees = getattr(search, "searches", [search])
    alone = [FastSearch(Board(), rng=copy.deepcopy(one.rng)) for one in trees]
    with pytest.raises(MemoryError, match="no memory is left to go on after") as error:
        search.run(200_000)
    assert f"{search.iterations:,} iterations, with {search.node_count:,} nodes" in str(error.value)
    assert search.root.visits == search.iterations == sum(search.visits.values())
    monkeypatch.undo()
    for one, same in zip(trees, alone):
        assert one.root.visits == one.iterations
        assert one.run(20_000).visits == same.run(one.iterations).visits


@pytest.mark.parametrize("threads", [0, 257])
def test_a_number_of_threads_that_means_nothing_is_refused(threads):
    with pytest.raises(ValueError, match="threads must be .*(at least 1|at most 256)"):
        ParallelSearch(Board(), threads=threads)


def test_threads_stay_where_they_are_when_memory_runs_out_for_a_move(monkeypatch):
    search = ParallelSearch(Board(), rng=1, threads=2).run(1000)
    monkeypatch.setattr(search.searches[1], "_nodes", None)  # something fails in the second
    with pytest.raises(AttributeError):
        search.move_root(3)
    assert search.searches[0].game == search.game == Board()


def pickled(search):
    return pickle.loads(pickle.dumps(search))


@pytest.mark.parametrize("copied", [copy.deepcopy, pytest.param(pickled, marks=pytest.mark.check)])
def test_a_copy_of_a_search_that_has_grown_goes_on_by_itself(copied):
    search = FastSearch(Board(), rng=1).run(30_000)
    assert len(search._nodes.blocks) > FIRST_CAPACITY
    other = copied(search)
    assert other.run(30_000).visits == search.run(30_000).visits
    assert other.rng.bit_generator.state == search.rng.bit_generator.state


def test_the_clock_is_kept():
    seconds = 0.02
    FastSearch(Board()).run(1000)  # compiled, if it was not yet

    def is_in_time():
        search, start, work = FastSearch(Board()), time.perf_counter(), time.thread_time()
        search.run(seconds=seconds)
        taken, worked = time.perf_counter() - start, time.thread_time() - work
        # Other programs may have the processor for a while: what is worked is not too much, what is taken not too little.
        return worked - allowed < seconds < taken + allowed

    allowed = max(0.1 * seconds, 0.02)
    assert any(is_in_time() for _ in range(20))


def interrupt_after(seconds, search):
    """Run the search until Ctrl-C comes; how many seconds later it stood still."""
    pressed = []

    def press():
        pressed.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(seconds, press).start()
    with pytest.raises(KeyboardInterrupt):
        search.run(seconds=60)
    return time.perf_counter() - pressed[0]


def test_ctrl_c_is_heard_soon():
    assert min(interrupt_after(0.3, FastSearch(Board())) for _ in range(3)) < 0.2


@pytest.mark.parametrize("search_class", [FastSearch, ParallelSearch])
def test_after_ctrl_c_the_search_goes_on_as_if_nothing_had_been(search_class):
    search = search_class(Board(3, 3, 3), rng=1)
    interrupt_after(0.1, search)
    search.run(100)
    assert rows(search) == rows(search_class(Board(3, 3, 3), rng=1).run(search.iterations))


# ---------------------------------------------------------------- the tree for anytree


def test_children_are_made_when_looked_at():
    search = FastSearch(Board(), rng=1).run(20_000)
    assert search.node_count > 40_000
    assert len(search.root.children) == 7
    assert [child._children for child in search.root.children] == [()] * 7


def test_a_node_shows_the_numbers_of_the_moment():
    search = FastSearch(Board(), rng=1).run(100)
    root = search.root
    leaf = next(node for node in root.leaves if node.visits == 1 and not node.game.is_terminal)
    search.run(5000)
    assert root is search.root
    assert root.visits == 5100
    assert leaf.visits > 1
    assert leaf.children != ()


def test_nodes_from_before_a_moved_root_stay_as_they_were():
    search = FastSearch(Board(), rng=1).run(500)
    root, visits = search.root, [child.visits for child in search.root.children]
    search.move_root(3)
    search.run(500)
    assert [child.visits for child in root.children] == visits


@given(most=st.integers(1, 60), least=st.integers(0, 20))
def test_the_part_worth_looking_at_holds_the_most_visited_nodes(most, least):
    search = FastSearch(Board(), rng=1).run(300)
    part = search.tree(max_nodes=most, min_visits=least)
    visits = sorted(
        (node.visits for node in [search.root, *search.root.descendants] if node.visits >= least), reverse=True
    )
    assert sorted((node.visits for node in [part, *part.descendants]), reverse=True) == visits[:most]


def test_the_part_worth_looking_at_has_all_that_a_node_has():
    search = FastSearch(Board(4, 4, 3), SearchSettings(prior=1, viewpoint="root", solve=True), 1).run(50)
    search.move_root(2)
    search.run(500)
    part = search.tree(max_nodes=10**6, min_visits=0)
    assert rows(SimpleNamespace(root=part)) == rows(search)
    assert [node.game for node in part.descendants] == [node.game for node in search.root.descendants]
    assert any(node.proof for node in part.descendants)
    assert {type(node) for node in part.descendants} == {SearchNode}


# ---------------------------------------------------------------- several threads


def going_down(root):
    return [root, *root.children]


@given(
    board=positions(sizes(), most_moves=40),
    choices=any_settings.map(lambda choices: replace(choices, solve=False)),  # a proof in one thread ends the others
    seed=seeds,
    threads=st.integers(1, 4),
    steps=st.lists(st.integers(1, 500) | st.just("move"), min_size=1, max_size=4),
    data=st.data(),
)
@few
def test_threads_are_searches_of_their_own(board, choices, seed, threads, steps, data):
    together = ParallelSearch(board, choices, seed, threads)
    alone = [FastSearch(board, choices, rng) for rng in np.random.default_rng(seed).spawn(threads)]
    for step in steps:
        if together.game.is_terminal:
            break
        if step == "move":
            move = data.draw(st.sampled_from(together.game.legal_moves()))
            for search in (together, *alone):
                search.move_root(move)
            continue
        together.run(step)
        for one, part in zip(alone, together.searches):
            if part.iterations > one.iterations:
                one.run(part.iterations - one.iterations)
    assert [rows(part) for part in together.searches] == [rows(one) for one in alone]
    assert together.iterations == together.root.simulations == sum(one.iterations for one in alone)
    for node, *parts in zip(*(going_down(one.root) for one in (together, *alone))):
        assert node.simulations == sum(part.simulations for part in parts)
        assert node.wins == pytest.approx(choices.prior + sum(part.wins - choices.prior for part in parts))
        assert (node.prior, node.viewpoint) == (choices.prior, parts[0].viewpoint)


def test_threads_go_on_in_another_process():
    """Whoever gets the pickled search goes on with it, as its owner does."""
    search = ParallelSearch(Board(), rng=3, threads=2).run(1000)
    sent = pickle.loads(pickle.dumps(search))
    assert sent.run(500).visits == search.run(500).visits


# ---------------------------------------------------------------- compiling


def first_search(package, **environment):
    """A new process, which finds the package in the folder `package`, makes its first search."""
    code = "from c4lib import Board, FastSearch; print(FastSearch(Board(), rng=1).run(10).iterations)"
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=package, env=environment, capture_output=True, text=True, check=True)


@pytest.mark.check
def test_compiling_is_told_in_one_line_and_only_once(tmp_path):
    package = Path(c4lib.__file__).parents[1]
    cold, warm = (first_search(package, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert (cold.stdout, warm.stdout) == ("10\n", "10\n")
    assert [line[:16] for line in cold.stderr.splitlines()] == ["c4lib: compiling"]
    assert warm.stderr == ""


@pytest.mark.check
def test_an_installation_and_a_home_that_cannot_be_written_to_will_do(tmp_path):
    installed = shutil.copytree(
        Path(c4lib.__file__).parent, tmp_path / "c4lib", ignore=shutil.ignore_patterns("__pycache__")
    )
    (installed / "__pycache__").touch()  # a file where numba wants a folder: works for root as well
    ran = first_search(tmp_path, HOME=os.devnull, PYTHONDONTWRITEBYTECODE="1")
    assert ran.stdout == "10\n"


@pytest.mark.parametrize(
    ("variables", "lines"),
    [({}, 1), ({"JPY_PARENT_PID": "1", "JPY_SESSION_NAME": "01.ipynb"}, 1), ({"JPY_PARENT_PID": "1"}, 0)],
    ids=["terminal", "JupyterLab", "nbval"],
)
def test_the_line_is_for_people(variables, lines, monkeypatch, capsys):
    for name in ("JPY_PARENT_PID", "JPY_SESSION_NAME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with note_if_compiling():
        for _ in range(3):
            with event.trigger_event("numba:compile"):
                pass
    assert len(capsys.readouterr().err.splitlines()) == lines


def a_tree():
    return rows(FastSearch(Board(4, 5), SearchSettings(solve=True), 1).run(60))


def some_scores():
    return solve_moves(Board(3, 4, 3))


@pytest.mark.parametrize("result", [a_tree, some_scores])
def test_without_the_compiler_the_same_functions_give_the_same_result(result):
    code = f"import test_fast_search; print(test_fast_search.{result.__name__}())"
    environment = {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONWARNINGS": "ignore",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == str(result())
