"""Who blocks the threat of lesson 02: each kind of search keeps as much of the tree as its name says."""

import numpy as np
import pytest

from mctslab.experiments import stored, threat
from mctslab.players import winning_moves


def searched(kind, playouts=300):
    return threat.KINDS[kind](np.random.default_rng(1)).run(playouts)


def test_only_the_block_does_not_lose_at_once():
    moves = threat.THREAT.legal_moves()
    assert [move for move in moves if not winning_moves(threat.THREAT.play(move))] == [threat.BLOCK]


@pytest.mark.parametrize(
    ("kind", "height"),
    [("flat Monte Carlo", 1), ("a bandit", 1), ("one level of replies", 2)],
)
def test_what_keeps_no_tree_keeps_so_many_levels(kind, height):
    assert searched(kind).root.height == height


def test_flat_monte_carlo_shares_evenly_and_a_bandit_does_not():
    flat, bandit = (searched(kind, 350).visits.values() for kind in ("flat Monte Carlo", "a bandit"))
    assert set(flat) == {50}
    assert len(set(bandit)) > 1


def test_with_one_viewpoint_every_node_counts_the_wins_of_the_player_to_move_at_the_root():
    root = searched("the tree, one viewpoint").root
    assert {node.viewpoint for node in root.descendants} == {threat.THREAT.to_move}


def test_every_point_of_every_curve_has_its_thousand_searches():
    counts = stored("threat_blocks").groupby(["kind", "playouts"], sort=False)["group"].nunique() * threat.GROUP
    assert [*counts.index] == [(kind, playouts) for kind in threat.KINDS for playouts in threat.THREAT_PLAYOUTS]
    assert set(counts) == {threat.THREAT_SEEDS}
