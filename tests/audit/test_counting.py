"""Whose results a node counts, and what follows from finished games: the rules that the audit goes by."""

import pytest
from nim import Nim

from mctslab.audit.iterations import winners
from mctslab.audit.results import Counting

OWNERS = {  # of nodes of depth 1 and 2, by whose wins they count and who is to move at the root
    "the player who moved into the node": {1: (1, 2), 2: (2, 1)},
    "the player to move at the node": {1: (2, 1), 2: (1, 2)},
    "player 1": {1: (1, 1), 2: (1, 1)},
    "player 2": {1: (2, 2), 2: (2, 2)},
    "the player to move at the root": {1: (1, 1), 2: (2, 2)},
    "the opponent of the player to move at the root": {1: (2, 2), 2: (1, 1)},
}


@pytest.mark.parametrize("to_move", [1, 2])
@pytest.mark.parametrize("whose", OWNERS)
def test_a_node_counts_for_its_owner(whose, to_move):
    counting = Counting(win=1, draw=0.5, loss=0, whose=(whose, whose))
    owners = counting.owner(to_move, 1), counting.owner(to_move, 2)
    assert owners == OWNERS[whose][to_move]


ROOT = ()
ONE, TWO, THREE = ("take", 1), ("take", 2), ("take", 3)
MOVES = [(ONE,), (TWO,), (THREE,)]
REPLIES = [(ONE, THREE), (TWO, TWO), (THREE, ONE)]  # they take the last of four sticks


def tree_of(*paths):
    return dict.fromkeys(paths, (0, 0))


@pytest.mark.parametrize("to_move", [1, 2])
def test_who_has_only_moves_that_lose_has_lost(to_move):
    opponent = 3 - to_move
    assert winners(Nim(4, to_move), tree_of(ROOT, *MOVES, *REPLIES)) == [opponent]


@pytest.mark.parametrize("missing", [*MOVES, *REPLIES])
def test_as_long_as_one_move_is_not_refuted_nothing_follows(missing):
    tree = tree_of(ROOT, *MOVES, *REPLIES)
    del tree[missing]
    assert winners(Nim(4), tree) == []


def test_who_has_one_move_that_wins_has_won():
    assert winners(Nim(3), tree_of(ROOT, (THREE,))) == [1]
