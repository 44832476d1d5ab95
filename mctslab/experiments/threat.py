"""The threat of lesson 02: how often each kind of search blocks it, from flat Monte Carlo to the tree."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product

import pandas as pd
from numpy.random import Generator, default_rng

from c4lib.board import Board
from c4lib.fast import any_search
from c4lib.node import Move, SearchNode
from c4lib.phases import Expansion, Selection, expand, select
from c4lib.search import Search, TreeSearch
from c4lib.settings import SearchSettings
from mctslab.experiments.playouts import simulate_at_random, simulate_sensibly
from mctslab.experiments.tables import Row, table_of
from mctslab.players import EVENLY, highest

THREAT = Board.from_moves("2432614534125")  # O must play column 6
BLOCK = 6
THREAT_PLAYOUTS = (20, 35, 70, 140, 280, 560, 1120)
THREAT_SEEDS = 1_000
GROUP = 100  # seeds in a row
NEVER = 10**9  # visits that no node gets


def threat_blocks(jobs: int) -> pd.DataFrame:
    """How many searches block, by their kind and playouts; a row has 100 of 1,000 seeds."""
    groups = range(THREAT_SEEDS // GROUP)
    tasks = product(KINDS, THREAT_PLAYOUTS, groups)
    return table_of(blocks_in, tasks, "rows", jobs)


def blocks_in(kind: str, playouts: int, group: int) -> Row:
    """The row of one group of seeds.

    >>> blocks_in("the tree", 560, 0)
    {'kind': 'the tree', 'playouts': 560, 'group': 0, 'blocks': 100}
    """
    blocks = 0
    for seed in range(group * GROUP, (group + 1) * GROUP):
        rng = default_rng(seed)
        search = KINDS[kind](rng).run(playouts)
        blocks += played(search, rng) == BLOCK
    return {"kind": kind, "playouts": playouts, "group": group, "blocks": blocks}


def played(search: Search, rng: Generator) -> Move:
    """The move that a search plays; of moves with equal visits and means any, equally often.

    (`best_move` takes the first of them. The block is the last column, so with few playouts,
    after which many moves are equal, it would be taken too seldom.)

    >>> search = by_settings(SearchSettings(), default_rng(1)).run(7)
    >>> sorted({played(search, default_rng(seed)) for seed in range(40)})
    [1, 4]
    """
    means = search.means
    values = {}
    for move, visits in search.visits.items():
        values[move] = visits, means[move]
    return highest(values, rng)


def expand_replies(
    leaf: SearchNode, settings: SearchSettings, rng: Generator
) -> Expansion:
    """The expansion of a tree that keeps the replies apart, and nothing below them."""
    if leaf.depth >= 2:
        settings = replace(settings, expand_at=NEVER)
    return expand(leaf, settings, rng)


by_settings = partial(any_search, THREAT)
by_phases = partial(TreeSearch, THREAT, SearchSettings())
KINDS = {  # what makes a search, with a generator
    "flat Monte Carlo": lambda rng: by_settings(EVENLY, rng),
    "a bandit": lambda rng: by_settings(SearchSettings(expand_at=NEVER), rng),
    "one level of replies": lambda rng: by_phases(
        rng, expand=expand_replies, simulate=simulate_at_random
    ),
    "the tree": lambda rng: by_settings(SearchSettings(), rng),
    "the tree, sensible playouts": lambda rng: by_phases(rng, simulate=simulate_sensibly),
    "the tree, one viewpoint": lambda rng: by_settings(SearchSettings(viewpoint="root"), rng),
}


# -------------------------------------------------------------------- a control


def blocks_in_turn(playouts: int, seeds: int) -> int:
    """How many of so many searches block that keep the replies apart, but try them in turn.

    >>> blocks_in_turn(70, 20)
    4
    """
    blocks = 0
    for seed in range(seeds):
        rng = default_rng(seed)
        search = by_phases(
            rng, select=select_in_turn, expand=expand_replies, simulate=simulate_at_random
        )
        blocks += played(search.run(playouts), rng) == BLOCK
    return blocks


def select_in_turn(
    root: SearchNode, settings: SearchSettings, rng: Generator
) -> Selection:
    """The selection of a search that chooses its own move, and tries the replies in turn.

    Of the replies with the fewest visits it takes any: it keeps them apart, and prefers none.
    """
    selection = select(root, settings, rng)
    *above, last = selection.path
    if last.depth < 2:
        return selection
    replies = last.parent.children
    fewest = min(reply.visits for reply in replies)
    waiting = [reply for reply in replies if reply.visits == fewest]
    reply = waiting[int(rng.random() * len(waiting))]
    return selection._replace(path=(*above, reply))
