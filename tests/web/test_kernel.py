"""The kernel as WebAssembly grows the tree of `FastSearch`, to the last bit."""

import math
from decimal import Context, Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions, seeds, sizes
from strategies import settings as any_settings
from wasm_kernel import WasmSearch

from c4lib import Board, FastSearch, SearchSettings
from web.kernel import kernel_wasm
from web.logarithms import rounded_otherwise
from web.wasm import number, number_at

pytestmark = pytest.mark.check  # numba takes seconds to lower the kernel


def everything(search):
    """The whole tree with its proofs, and the state of the generator."""
    nodes = [(node.name, node.wins, node.visits, node.proof) for node in (search.root, *search.root.descendants)]
    return nodes, search.rng.bit_generator.state, search.iterations, search.node_count


@given(positions(sizes(most_rows=6), most_moves=40), any_settings, seeds, st.lists(st.integers(1, 400), min_size=1))
@settings(max_examples=50, deadline=None)
def test_it_grows_the_tree_of_fast_search_and_leaves_the_same_generator(board, choices, seed, runs):
    wasm, fast = WasmSearch(board, choices, seed), FastSearch(board, choices, seed)
    for playouts in runs:
        wasm.run(playouts)
        fast.run(playouts)
    assert everything(wasm) == everything(fast)


@pytest.mark.parametrize("moves", ["", "2432614534125"])
def test_a_large_tree_is_the_same(moves):
    board, choices = Board.from_moves(moves), SearchSettings(solve=True)
    wasm, fast = (kind(board, choices, 3).run(100_000) for kind in (WasmSearch, FastSearch))
    assert (wasm._nodes.blocks["wins"] == fast._nodes.blocks["wins"]).sum() > 100_000
    for name in ("playouts", "below"):
        end = int(fast._nodes.notes["end"][0])
        assert (wasm._nodes.blocks[name][:end] == fast._nodes.blocks[name][:end]).all()
    assert wasm.rng.bit_generator.state == fast.rng.bit_generator.state


def test_two_builds_are_the_same_to_the_last_byte():
    assert kernel_wasm() == kernel_wasm()


@given(st.integers(0, 2**40))
def test_a_number_of_a_webassembly_file_is_read_as_it_was_written(value):
    written = number(value)
    assert number_at(b"?" + written + b"\x80", 1) == (value, 1 + len(written))


def is_nearest(n):
    return float(Decimal(n).ln(Context(prec=50))) == math.log(n)


def test_logarithms_are_said_to_be_rounded_otherwise_where_they_are():
    numbers = np.random.default_rng(1).integers(2, 10**6, 3_000).tolist()
    for n in {*range(2, 3_000), *numbers, *rounded_otherwise()}:
        assert is_nearest(n) == (n not in rounded_otherwise())
