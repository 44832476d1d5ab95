"""The experiments on the value of a new node: T in the mean only, T at the root only, and the cells of the grids."""

import numpy as np
import pytest

from c4lib import Board, SearchSettings, TreeSearch, select
from mctslab.experiments.priors import searches_with_prior, select_in_mean

RNG = np.random.default_rng(1)


@pytest.mark.parametrize("seed", range(5))
def test_with_T_0_the_mean_only_chooses_as_the_library_does(seed):
    settings = SearchSettings(c=0.7)
    root = TreeSearch(Board(), settings, rng=seed).run(150).root
    assert select_in_mean(root, settings, RNG, prior=0).path[1] is select(root, settings, RNG).path[1]


@pytest.mark.parametrize("seed", range(5))
def test_a_huge_T_in_the_mean_only_leaves_the_choice_to_the_real_visits(seed):
    root = TreeSearch(Board(), SearchSettings(c=0.7), rng=seed).run(150).root
    chosen = select_in_mean(root, SearchSettings(c=0.7), RNG, prior=10**9).path[1]
    assert chosen.visits == min(child.visits for child in root.children)


def test_searches_with_T_at_the_root_and_with_T_everywhere_begin_alike_and_part():
    everywhere, at_root = (searches_with_prior()[where](Board(), rng=3) for where in ("everywhere", "at the root"))
    assert everywhere.run(1).visits == at_root.run(1).visits
    assert at_root.run(500).visits != everywhere.run(500).visits
