"""Matches by the value of a new node: T wins in 2T visits, by c, and a constant."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

import pandas as pd

from c4lib.board import Board
from c4lib.fast.search import FastSearch
from c4lib.settings import SearchSettings
from mctslab.experiments.accuracy import DEFAULT_C, growing
from mctslab.experiments.tables import (
    GAMES_IN_ROW,
    Pairing,
    Row,
    matches_in_rows_of,
    table_of,
)
from mctslab.experiments.tuning import PROPOSED_C
from mctslab.players import mcts_player

PLANE_CS = (0.25, 0.35, 0.5, 0.7, 1.0, math.sqrt(2), 2.0)
PLANE = {"prior": (0, 1, 2, 3, 5, 20), "c": PLANE_CS}
PLANE_PLAYOUTS = (50, 200, 1_000)
PLANE_SEED = 21
PLANE_GAMES = 1_000
SHARE_SEARCHES = 1_000
SEARCHES_IN_ROW = 100

CONFIRMED = (  # playouts, (T, c), and those of the opponent
    (50, (1, 0.5), (0, 0.5)),
    (50, (1, 0.5), (0, 0.7)),
    (50, (1, 0.7), (0, 0.7)),
    (200, (1, 0.5), (0, 0.5)),
    (200, (3, 0.5), (0, 0.5)),
    (200, (3, 0.7), (0, 0.5)),
    (200, (20, DEFAULT_C), (0, DEFAULT_C)),
    (200, (20, 2.0), (0, 0.5)),
    (1_000, (1, 0.5), (0, 0.5)),
    (1_000, (3, 0.5), (0, 0.5)),
)
CONFIRMED_SEED = 24
CONFIRMED_GAMES = 4_000
CLOSE = CONFIRMED[3:5]  # too close to one half for so few games
CLOSE_GAMES = 40_000

URGENCY_GRID = {"unvisited": (0.5, 1.0), "c": PLANE_CS}
URGENCY_SEED = 22
URGENCY_PLAYOUTS = 200
URGENCY_GAMES = 400


@matches_in_rows_of(100)
def prior_plane() -> Iterator[Pairing]:
    """Six T by seven c against T = 0, c = 0.7, at 50, 200, 1,000 playouts: 1,000 games a cell."""
    for playouts in PLANE_PLAYOUTS:
        opponent = mcts_player(playouts, c=PROPOSED_C)
        for number, (prior, c) in enumerate(product(*PLANE.values())):
            names = {"playouts": playouts, "prior": prior, "c": c}
            player = mcts_player(**names)
            if player.name != opponent.name:
                seed = (PLANE_SEED, playouts, number)
                yield Pairing(names, player, opponent, PLANE_GAMES, seed)


def leaders_shares(jobs: int) -> pd.DataFrame:
    """How many playouts the most visited column gets on the empty board, by T and c.

    There are 1,000 searches of each setting, 100 in a row.
    """
    first_seeds = range(0, SHARE_SEARCHES, SEARCHES_IN_ROW)
    tasks = product(*PLANE.values(), first_seeds)
    return table_of(playouts_of_leader, tasks, "rows", jobs)


def playouts_of_leader(prior: int, c: float, first_seed: int) -> list[Row]:
    """The rows of 100 searches: the playouts of the most visited column, summed."""
    settings = SearchSettings(c=c, prior=prior)
    of_leader = dict.fromkeys(PLANE_PLAYOUTS, 0)
    for seed in range(first_seed, first_seed + SEARCHES_IN_ROW):
        search = FastSearch(Board(), settings, seed)
        for grown in growing(search, PLANE_PLAYOUTS):
            of_leader[grown.iterations] += max(grown.visits.values()) - 2 * prior
    setting = {"prior": prior, "c": c, "first_seed": first_seed}
    rows = []
    for playouts, count in of_leader.items():
        rows.append({"playouts": playouts, **setting, "of_leader": count})
    return rows


@matches_in_rows_of(100)
def prior_confirmed() -> Iterator[Pairing]:
    """What the plane of T and c proposes, and what surprises: 4,000 new games a pair or more."""
    for number, pair in enumerate(CONFIRMED):
        playouts, (prior, c), (other_prior, other_c) = pair
        names = {
            "playouts": playouts,
            "prior": prior,
            "c": c,
            "other_prior": other_prior,
            "other_c": other_c,
        }
        one = mcts_player(playouts, prior=prior, c=c)
        other = mcts_player(playouts, prior=other_prior, c=other_c)
        games = CLOSE_GAMES if pair in CLOSE else CONFIRMED_GAMES
        yield Pairing(names, one, other, games, (CONFIRMED_SEED, number))


@matches_in_rows_of(GAMES_IN_ROW)
def urgency_sweep() -> Iterator[Pairing]:
    """0/0 = 1/2 and 0/0 = 1 by c against infinity, c = 0.7, 200 playouts: 400 games each."""
    opponent = mcts_player(URGENCY_PLAYOUTS, c=PROPOSED_C)
    for number, (unvisited, c) in enumerate(product(*URGENCY_GRID.values())):
        names = {"unvisited": unvisited, "c": c}
        player = mcts_player(URGENCY_PLAYOUTS, **names)
        seed = (URGENCY_SEED, number)
        yield Pairing(names, player, opponent, URGENCY_GAMES, seed)
