"""P2 on Connect Four, where there are draws: its pseudo-code, typed, beside ours."""

from dataclasses import replace

import numpy as np
import pytest

from c4lib import Board, TreeSearch
from mctslab.players import highest
from mctslab.published import LECTURE, LECTURE_DEVIATIONS, lecture_phases

FIXED = [(), ("root not updated",), ("move not played",), tuple(LECTURE_DEVIATIONS)]
DRAWISH = Board.from_moves("11044013", rows=4, columns=5)  # about one playout in three is drawn


class Node:
    """The lecture's node; with T it starts with T wins in 2T visits."""

    def __init__(self, m, p, prior):
        self.move = m
        self.parent = p
        self.children = []
        self.wins = prior
        self.visits = 2 * prior

    def expand_node(self, state, prior):
        self.children = [Node(m, self, prior) for m in state.distinct_moves()]

    def update(self, r, win):
        self.visits += 1
        if r == win:
            self.wins += 1


def tree_policy_child(n, rng):
    return highest({child: child.wins / child.visits if child.visits else 0.5 for child in n.children}, rng)


def simulation_policy_child(s, rng):
    legal = s.legal_moves()
    return s.play(legal[int(rng.random() * len(legal))])


def mcts(state, prior, fixed, iterations, rng):
    """The lecture's loop, with the lines that `fixed` mends, and how many of its playouts were drawn."""
    root, drawn = Node(None, None, prior), 0
    for _ in range(iterations):
        n, s = root, state
        while n.children:
            n = tree_policy_child(n, rng)
            s = s.play(n.move)
        if not s.is_terminal:
            n.expand_node(s, prior)
            n = tree_policy_child(n, rng)
            if "move not played" in fixed:
                s = s.play(n.move)
        while not s.is_terminal:
            s = simulation_policy_child(s, rng)
        drawn += s.winner is None
        while n.parent is not None:
            n.update(s.winner, win=state.to_move)
            n = n.parent
        if "root not updated" in fixed:
            n.update(s.winner, win=state.to_move)
    return root, drawn


def counts(node):
    """Move, wins and visits of the node and of all below it."""
    return [(node.move, node.wins, node.visits), *(line for child in node.children for line in counts(child))]


@pytest.mark.parametrize("game", [Board(4, 5), DRAWISH], ids=["empty", "drawish"])
@pytest.mark.parametrize("prior", [0, 2])
@pytest.mark.parametrize("fixed", FIXED, ids=lambda fixed: " and ".join(fixed) or "as published")
def test_its_pseudocode_grows_the_tree_of_our_settings_and_phases(game, prior, fixed):
    settings = replace(LECTURE, prior=prior)
    for seed in range(2):
        typed, _ = mcts(game, prior, fixed, 60, np.random.default_rng(seed))
        ours = TreeSearch(game, settings, seed, **lecture_phases(fixed)).run(60)
        assert counts(typed) == counts(ours.root)


def test_playouts_are_drawn_there():
    _, drawn = mcts(DRAWISH, 0, FIXED[-1], 60, np.random.default_rng(1))
    assert drawn > 15
