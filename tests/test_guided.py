"""Searches that choose by more than UCB1, where nothing is known of a move yet."""

import math

import pytest

from c4lib import Board, HexBoard, SearchSettings, TreeSearch
from mctslab.guided import rave, rave_value

NOTHING = (0, 0)  # wins and visits


@pytest.mark.parametrize(
    ("own", "shared", "value"),
    [
        ((1, 4), NOTHING, 1 / 4),
        (NOTHING, (3, 4), 3 / 4),
        (NOTHING, NOTHING, math.inf),
    ],
)
def test_where_only_one_mean_is_known_it_counts_alone(own, shared, value):
    assert rave_value(own, shared, parent_visits=10, k=500) == value


@pytest.mark.parametrize("game", [Board(), HexBoard(4)], ids=["Connect Four", "Hex"])
@pytest.mark.parametrize("prior", [0, 1, 3])
def test_rave_searches_whatever_the_nodes_begin_with(game, prior):
    search = TreeSearch(game, SearchSettings(prior=prior), rng=1, **rave())
    root = search.run(100).root
    assert sum(child.simulations for child in root.children) == 100
