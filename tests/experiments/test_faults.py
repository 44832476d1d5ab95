"""The museum: the conditions name every fault of the first room, and what they do not see is found by counting."""

import pytest
from numpy.random import default_rng

from c4lib import Board, SearchNode, SearchSettings, TreeSearch, simulate, violations
from mctslab.experiments.faults import (
    COMPARED_WITH,
    FIRST_ROOM,
    MUSEUM,
    RIGHT,
    SECOND_ROOM,
    SETTINGS,
    expand_with_prior_twice,
    searched,
    simulate_once,
    simulate_ten_moves,
)


def test_where_the_prior_is_given_twice_a_new_node_has_2T_wins_in_4T_visits():
    added = expand_with_prior_twice(SearchNode(Board(), prior=3), SearchSettings(prior=3), default_rng(1)).added
    assert {(child.wins, child.visits) for child in added} == {(6, 12)}


def test_that_draws_are_wins_is_named_where_the_tree_reaches_a_full_board():
    found = violations(searched("draws are wins", Board(2, 3, 3), 1, 150))
    assert {violation.name for violation in found} == {"a finished game is its own result"}


def test_a_playout_that_is_broken_off_has_the_first_ten_moves_of_a_whole_one():
    whole, broken = (phase(SearchNode(Board()), SETTINGS, default_rng(1)) for phase in (simulate, simulate_ten_moves))
    assert len(whole.moves) > 10
    assert (broken.moves, broken.winner) == (whole.moves[:10], None)


def test_a_result_cannot_be_reused_where_no_node_is_simulated_twice():
    one, other = (TreeSearch(Board(), SETTINGS, 1, **swapped).run(300) for swapped in ({}, {"simulate": simulate_once}))
    assert [move for _, playout in one.history for move in playout.moves] == [
        move for _, playout in other.history for move in playout.moves
    ]


def test_every_fault_is_compared_with_a_right_search():
    assert set(COMPARED_WITH) == set(FIRST_ROOM) | set(SECOND_ROOM)
    assert set(COMPARED_WITH.values()) == set(RIGHT)


@pytest.mark.parametrize("name", MUSEUM)
def test_a_search_is_the_same_for_the_same_seed_unless_that_is_its_fault(name):
    one, other = (searched(name, Board(), 1, 100).visits for _ in range(2))
    assert (one == other) == (name != "luck of its own")
