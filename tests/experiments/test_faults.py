"""The museum: the conditions name every fault that leaves a trace in the tree, and nothing else."""

import pytest

from c4lib import Board, violations
from c4lib.experiments import stored
from c4lib.experiments.faults import MUSEUM, NAMED, TESTS, UNNAMED, WIN, searched

BOARDS = (WIN, Board(4, 4))  # a game that can end at once, and one with many draws


@pytest.mark.parametrize("name", NAMED)
def test_a_fault_that_leaves_a_trace_is_named(name):
    assert any(violations(searched(name, board, 1, 100)) for board in BOARDS)


@pytest.mark.parametrize("name", ["correct", *UNNAMED])
def test_what_leaves_no_trace_is_not_named(name):
    assert not any(violations(searched(name, board, 1, 100)) for board in BOARDS)


@pytest.mark.parametrize("name", MUSEUM)
def test_a_search_is_the_same_for_the_same_seed_unless_that_is_its_fault(name):
    one, other = (searched(name, Board(), 1, 100).visits for _ in range(2))
    assert (one == other) == (name != "luck of its own")


def test_every_cell_of_the_table_has_a_hundred_seeds():
    table = stored("museum")
    assert list(zip(table["fault"], table["test"])) == [(fault, test) for fault in MUSEUM for test in TESTS]
    assert set(table["wins"] + table["draws"] + table["losses"]) == {100}
