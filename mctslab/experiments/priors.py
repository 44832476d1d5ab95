"""Matches by the value of a new node: T wins in 2T visits, by c, and a constant."""

from __future__ import annotations

import math
from itertools import product

import pandas as pd

from mctslab.experiments.accuracy import DEFAULT_C
from mctslab.experiments.tables import match_rows
from mctslab.experiments.tuning import PROPOSED_C
from mctslab.players import mcts_player

PLANE = {"prior": (0, 1, 2, 3, 5, 20), "c": (0.25, 0.35, 0.5, 0.7, 1.0, math.sqrt(2), 2.0)}
PLANE_PLAYOUTS = (50, 200, 1_000)
PLANE_SEED = 21
PLANE_GAMES = 1_000
GAMES_IN_ROW = 100

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

URGENCY_GRID = {"unvisited": (0.5, 1.0), "c": PLANE["c"]}
URGENCY_SEED = 22
URGENCY_PLAYOUTS = 200
URGENCY_GAMES = 400


def prior_plane(jobs: int = 1) -> pd.DataFrame:
    """Six T by seven c against T = 0, c = 0.7, at 50, 200, 1,000 playouts: 1,000 games a cell."""
    rows = []
    for playouts in PLANE_PLAYOUTS:
        opponent = mcts_player(playouts, c=PROPOSED_C)
        for number, (prior, c) in enumerate(product(*PLANE.values())):
            player = mcts_player(playouts, prior=prior, c=c)
            if player.name != opponent.name:
                names = {"playouts": playouts, "prior": prior, "c": c}
                seed = (PLANE_SEED, playouts, number)
                pair = player, opponent
                rows += match_rows(pair, PLANE_GAMES, seed, jobs, names, GAMES_IN_ROW)
    return pd.DataFrame(rows)


def prior_confirmed(jobs: int = 1) -> pd.DataFrame:
    """What the plane of T and c proposes, and what surprises: 4,000 new games a pair or more."""
    rows = []
    for number, pair in enumerate(CONFIRMED):
        playouts, one, other = pair
        games = CLOSE_GAMES if pair in CLOSE else CONFIRMED_GAMES
        players = [mcts_player(playouts, prior=prior, c=c) for prior, c in (one, other)]
        names = dict(zip(("prior", "c", "other_prior", "other_c"), one + other))
        names = {"playouts": playouts} | names
        seed = (CONFIRMED_SEED, number)
        rows += match_rows(players, games, seed, jobs, names, GAMES_IN_ROW)
    return pd.DataFrame(rows)


def urgency_sweep(jobs: int = 1) -> pd.DataFrame:
    """0/0 = 1/2 and 0/0 = 1 by c against infinity, c = 0.7, 200 playouts: 400 games each."""
    opponent = mcts_player(URGENCY_PLAYOUTS, c=PROPOSED_C)
    rows = []
    for number, values in enumerate(product(*URGENCY_GRID.values())):
        names = dict(zip(URGENCY_GRID, values))
        player = mcts_player(URGENCY_PLAYOUTS, **names)
        seed = (URGENCY_SEED, number)
        rows += match_rows((player, opponent), URGENCY_GAMES, seed, jobs, names)
    return pd.DataFrame(rows)
