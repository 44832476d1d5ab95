"""The value of a new node: T wins in 2T visits, in matches, and how it is forgotten."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np
import pandas as pd

from c4lib.board import Board
from c4lib.fast.search import FastSearch
from c4lib.node import SearchNode
from c4lib.phases import Expansion, Selection, expand
from c4lib.search import Search, TreeSearch
from c4lib.settings import SearchSettings
from mctslab.experiments.accuracy import DEFAULT_C
from mctslab.experiments.playouts import simulate_at_random
from mctslab.experiments.tables import Row, match_rows, table_of
from mctslab.players import MCTSPlayer, mcts_player

PLAYOUTS = 200
GAMES = 400
PRIOR_GRID = {"prior": (0, 1, 2, 5, 20, 100), "c": (0.25, 0.5, 0.7, 1.0, math.sqrt(2), 2.0, 4.0)}
PRIOR_SEED = 21
URGENCY_GRID = {"unvisited": (0.5, 1.0), "c": PRIOR_GRID["c"]}
URGENCY_SEED = 22
IN_MEAN_GRID = {"prior": (20,), "c": (0.25, 0.7, math.sqrt(2))}
IN_MEAN_PLAYOUTS = 50  # it runs without compiled code
IN_MEAN_SEED = 23

CONFIRMED = (  # (T, c), and those of the opponent
    ((1, 0.5), (0, 0.5)),  # the best cell of the sweep against the best with T = 0
    ((20, DEFAULT_C), (0, DEFAULT_C)),
    ((20, 2.0), (0, 0.5)),
    ((1, 0.5), (0, DEFAULT_C)),
    ((2, 0.25), (0, 0.25)),
)
CONFIRMED_SEED = 24
CONFIRMED_GAMES = 4_000

FORGETTING = SearchSettings(prior=20)
FORGETTING_SEEDS = range(40)
FORGETTING_PLAYOUTS = (100, 1_000, 5_000, 20_000)


# -------------------------------------------------------------------- matches


def prior_sweep(jobs: int = 1) -> pd.DataFrame:
    """Six values of T and seven of c against T = 0, c = sqrt(2), 200 playouts: 400 games each."""
    return _against_default(mcts_player, PRIOR_GRID, PRIOR_SEED, PLAYOUTS, jobs)


def prior_confirmed(jobs: int = 1) -> pd.DataFrame:
    """What the sweep over T and c proposes, and what surprises in it: 4,000 new games a pair."""
    rows = []
    for number, (one, other) in enumerate(CONFIRMED):
        players = [mcts_player(PLAYOUTS, prior=prior, c=c) for prior, c in (one, other)]
        settings = dict(zip(("prior", "c", "other_prior", "other_c"), one + other))
        rows += match_rows(players, CONFIRMED_GAMES, (CONFIRMED_SEED, number), jobs, settings)
    return pd.DataFrame(rows)


def urgency_sweep(jobs: int = 1) -> pd.DataFrame:
    """0/0 = 1/2 and 0/0 = 1 by c against infinity, c = sqrt(2), 200 playouts: 400 games each."""
    return _against_default(mcts_player, URGENCY_GRID, URGENCY_SEED, PLAYOUTS, jobs)


def prior_in_mean(jobs: int = 1) -> pd.DataFrame:
    """T = 20 everywhere and in the mean only, by c, against T = 0, 50 playouts: 400 games each."""
    tables = []
    for where, player in {"everywhere": mcts_player, "in the mean": in_mean_player}.items():
        table = _against_default(player, IN_MEAN_GRID, IN_MEAN_SEED, IN_MEAN_PLAYOUTS, jobs)
        tables.append(table.assign(where=where))
    return pd.concat(tables)


def _against_default(
    player: Callable, grid: Mapping[str, Sequence], seed: int, playouts: int, jobs: int
) -> pd.DataFrame:
    """A match for each cell of the grid but the default's own; cell k has the seed (seed, k)."""
    default = mcts_player(playouts)
    rows = []
    for number, values in enumerate(product(*grid.values())):
        settings = dict(zip(grid, values))
        one = player(playouts, **settings)
        if one.name != default.name:
            rows += match_rows((one, default), GAMES, (seed, number), jobs, settings)
    return pd.DataFrame(rows)


# -------------------------------------------------------------------- T in the mean only


def in_mean_player(playouts: int, prior: int, c: float) -> MCTSPlayer:
    """The player that adds T wins in 2T visits to the mean only.

    >>> in_mean_player(50, prior=5, c=1)(Board.from_moves("051525"), np.random.default_rng(1))
    3
    """
    phases = {"select": partial(select_in_mean, prior=prior), "simulate": simulate_at_random}
    return MCTSPlayer(playouts, settings=SearchSettings(c=c), search=partial(TreeSearch, **phases))


def select_in_mean(
    root: SearchNode, settings: SearchSettings, rng: np.random.Generator, prior: int
) -> Selection:
    """`select` with T wins in 2T visits in the mean, and real visits in the bonus.

    The first of equal children is taken.

    >>> root = TreeSearch(Board(), rng=1).run(8).root
    >>> select_in_mean(root, SearchSettings(), np.random.default_rng(1), prior=5).leaf
    SearchNode(move=2, wins=1, visits=1)
    """

    def value(child):
        if not child.visits:
            return math.inf
        mean = (child.wins + prior) / (child.visits + 2 * prior)
        logarithm = math.log(child.parent.visits)
        return mean + settings.c * math.sqrt(logarithm / child.visits)

    path = [root]
    while path[-1].children:
        path.append(max(path[-1].children, key=value))
    return Selection(tuple(path), ())


# -------------------------------------------------------------------- T is forgotten


def prior_forgotten(jobs: int = 1) -> pd.DataFrame:
    """The share of the most visited column by playouts: T = 0, T = 20, T = 20 at the root."""
    tasks = product(searches_with_prior(), FORGETTING_SEEDS)
    return table_of(_growing_shares, tasks, "searches", jobs)


def _growing_shares(where: str, seed: int) -> Row:
    search = searches_with_prior()[where](Board(), rng=seed)
    row = {"where": where, "seed": seed}
    for playouts in FORGETTING_PLAYOUTS:
        children = search.run(playouts - search.iterations).root.children
        most = max(child.simulations for child in children)
        row[str(playouts)] = most / playouts
    return row


def searches_with_prior() -> dict[str, Callable[..., Search]]:
    """Searches by where a new node starts with 20 wins in 40 visits.

    >>> {where: search(Board(), rng=1).run(60).root.visits for where, search in searches_with_prior().items()}
    {'nowhere': 60, 'everywhere': 100, 'at the root': 100}
    """
    phases = {"expand": expand_with_prior_at_root, "simulate": simulate_at_random}
    return {
        "nowhere": FastSearch,
        "everywhere": partial(FastSearch, settings=FORGETTING),
        "at the root": partial(TreeSearch, settings=FORGETTING, **phases),
    }


def expand_with_prior_at_root(
    leaf: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Expansion:
    """`expand`, but only the root's children start with T wins in 2T visits.

    >>> search = TreeSearch(Board(), SearchSettings(prior=5), rng=1, expand=expand_with_prior_at_root).run(8)
    >>> sorted({(node.depth, node.visits - node.simulations) for node in search.root.descendants})
    [(1, 10), (2, 0)]
    """
    if leaf.parent is not None:
        settings = replace(settings, prior=0)
    return expand(leaf, settings, rng)
