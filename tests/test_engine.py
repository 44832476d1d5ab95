"""What is particular to the fast search; all that it shares with `TreeSearch` is in test_search.py."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import positions, seeds
from strategies import settings as any_settings

from c4lib import Board, FastSearch, SearchSettings, TreeSearch
from c4lib.engine import ParallelSearch

GOLDEN = Path(__file__).parent / "golden" / "trees.json"


def rows(search):
    """Every node as (moves, wins, visits), in the order of the tree."""
    nodes = [search.root, *search.root.descendants]
    return [[[node.move for node in node.path[1:]], node.wins, node.visits] for node in nodes]


@given(board=positions(), choices=any_settings, seed=seeds, chunks=st.lists(st.integers(1, 12), min_size=1, max_size=3))
@example(board=Board(7, 8), choices=SearchSettings(), seed=1, chunks=[300])
@example(board=Board(5, 10, 5), choices=SearchSettings(prior=1), seed=1, chunks=[300])
@example(board=Board(63, 1), choices=SearchSettings(), seed=1, chunks=[50])
@example(board=Board(1, 32, 3), choices=SearchSettings(distinct=True), seed=1, chunks=[100])
@settings(max_examples=2000)
def test_the_twins_grow_the_same_tree(board, choices, seed, chunks):
    readable, fast = TreeSearch(board, choices, seed), FastSearch(board, choices, seed)
    for chunk in chunks:
        readable.run(chunk)
        fast.run(chunk)
    assert rows(fast) == rows(readable)
    assert fast.rng.bit_generator.state == readable.rng.bit_generator.state


@pytest.mark.parametrize("search_class", [TreeSearch, FastSearch])
@pytest.mark.parametrize("case", json.loads(GOLDEN.read_text()), ids=lambda case: case["name"])
def test_the_tree_is_the_one_kept(search_class, case):
    search = search_class(Board.from_moves(case["moves"]), SearchSettings(**case["settings"]), case["seed"])
    assert rows(search.run(case["playouts"])) == case["tree"]


def test_a_bit_generator_of_another_kind_gives_the_same_tree():
    twins = [search(Board(), rng=np.random.Generator(np.random.MT19937(4))).run(200) for search in (TreeSearch, FastSearch)]
    assert rows(twins[0]) == rows(twins[1])


@pytest.mark.parametrize("board", [Board(8, 8), Board(64, 1)])
def test_a_board_that_does_not_fit_is_refused(board):
    with pytest.raises(ValueError, match=r"\(rows \+ 1\) \* columns <= 64.*TreeSearch"):
        FastSearch(board)


def test_a_bound_on_the_nodes_ends_the_search_with_a_warning():
    search = FastSearch(Board(), rng=1, max_nodes=1000)
    with pytest.warns(UserWarning, match="max_nodes=1000"):
        search.run(10_000)
    assert search.node_count <= 1000
    assert search.iterations == search.root.visits < 10_000
    readable = TreeSearch(Board(), rng=1).run(search.iterations)
    assert rows(search) == rows(readable)


@given(most=st.integers(1, 60), least=st.integers(0, 20))
def test_the_part_worth_looking_at_holds_the_most_visited_nodes(most, least):
    search = FastSearch(Board(), rng=1).run(300)
    part = search.tree(max_nodes=most, min_visits=least)
    kept = [part, *part.descendants]
    visits = sorted((node.visits for node in [search.root, *search.root.descendants] if node.visits >= least), reverse=True)
    assert sorted((node.visits for node in kept), reverse=True) == visits[:most]


def test_threads_give_the_same_result_however_they_are_scheduled():
    results = {str(ParallelSearch(Board(), rng=3, threads=3).run(5000).table()) for _ in range(5)}
    assert len(results) == 1


def test_threads_add_up_their_searches():
    search = ParallelSearch(Board(), SearchSettings(prior=2), rng=3, threads=2).run(1000)
    for move in range(7):
        simulations = sum(one.visits[move] - 4 for one in search.searches)
        assert search.visits[move] == simulations + 4


def test_compiling_is_told_in_one_line_and_only_once(tmp_path):
    code = "from c4lib import Board, FastSearch; print(FastSearch(Board(), rng=1).run(10).iterations)"
    environment = {"PATH": "", "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parent.parent)}
    cold, warm = (
        subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        for _ in range(2)
    )
    assert (cold.stdout, warm.stdout) == ("10\n", "10\n")
    assert [line[:16] for line in cold.stderr.splitlines()] == ["c4lib: compiling"]
    assert warm.stderr == ""
