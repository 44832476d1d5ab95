"""Whose results a node counts, and what follows from finished games: the rules that the audit goes by."""

import pytest
from nim import Nim

from mctslab.audit.iterations import winners
from mctslab.audit.results import Counting

OWNED = {  # whose nodes of depth 1 and 2 are, where player 1 and where player 2 is to move at the root
    "the player who moved into the node": [(1, 2), (2, 1)],
    "the player to move at the node": [(2, 1), (1, 2)],
    "player 1": [(1, 1), (1, 1)],
    "player 2": [(2, 2), (2, 2)],
    "the player to move at the root": [(1, 1), (2, 2)],
    "the opponent of the player to move at the root": [(2, 2), (1, 1)],
}


@pytest.mark.parametrize("whose", OWNED)
def test_a_node_counts_for_its_owner(whose):
    counting = Counting(win=1, draw=0.5, loss=0, whose=(whose, whose))
    for root, expected in zip((1, 2), OWNED[whose], strict=True):
        owners = tuple(counting.owner(root, depth) for depth in (1, 2))
        assert owners == expected


LINES = [(("take", one),) for one in (1, 2, 3)]
REPLIES = [(("take", one), ("take", 4 - one)) for one in (1, 2, 3)]  # they take the last of four sticks


@pytest.mark.parametrize("to_move", [1, 2])
def test_who_has_only_moves_that_lose_has_lost(to_move):
    tree = dict.fromkeys([(), *LINES, *REPLIES], (0, 0))
    assert winners(Nim(4, to_move), tree) == [3 - to_move]


@pytest.mark.parametrize("missing", [*LINES, *REPLIES])
def test_as_long_as_one_move_is_not_refuted_nothing_follows(missing):
    tree = dict.fromkeys([(), *LINES, *REPLIES], (0, 0))
    del tree[missing]
    assert winners(Nim(4), tree) == []


def test_who_has_one_move_that_wins_has_won():
    root, takes_all = (), (("take", 3),)
    assert winners(Nim(3), {root: (0, 0), takes_all: (0, 0)}) == [1]
