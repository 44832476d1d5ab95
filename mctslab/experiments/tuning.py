"""Matches by c and by playouts: which settings win, and how much a doubling is worth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace

import numpy as np
import pandas as pd

from mctslab.arena import Sweep, play_match
from mctslab.experiments.tables import (
    GAMES_IN_ROW,
    Pairing,
    matches_in_rows_of,
    samples,
)
from mctslab.experiments.threat import NEVER
from mctslab.players import mcts_player, player_name

REFERENCE = mcts_player(200)
GRID_CS = (0.2, 0.4, 0.7, 1.0, math.sqrt(2), 2.0, 4.0)
GRID = {"c": GRID_CS, "playouts": (50, 100, 200, 400, 800)}
SWEEP_SEED = 1
SWEEP_GAMES = 400

LADDER = (50, 100, 200, 400, 800, 1600, 3200, 6400)  # playouts, each against half of them
LADDER_SEED = 2
LADDER_GAMES = 2_000

PROPOSED_C = 0.7  # by the sweep
PROPOSED_PLAYOUTS = (50, 100, 200, 400, 800)
PROPOSED_SEED = 3
PROPOSED_GAMES = 4_000

LUCKY_CS = (1.0, math.sqrt(2))  # one of these two cells looks much better than the other
LUCKY_PLAYOUTS = 50
LUCKY_SEED = 5
LUCKY_GAMES = 10_000

EQUAL_SEED = 0
EQUAL_GAMES = 480
EQUAL_PLAYOUTS = (100, 300, 1_000, 3_000)

DEEP = {1_000: 2_000, 10_000: 1_000, 100_000: 600}  # games by playouts for each move
DEEP_C = 0.5
DEEP_SEED = 7

SLIGHTLY_MORE = (120, 150)  # playouts
SLIGHT_GAMES = 4_000

KEPT_GAMES = {100: 4_000, 1_000: 2_000}  # by playouts for each move
KEPT_C = 0.5
KEPT_SEED = 5
PROMISED = {"kept": 1_000, "doubled": 300}  # games, with 1,000 playouts for the other player
PROMISED_SEED = 8

GROWN_AT = (0, 2, 5, 20, 100, NEVER)  # expand_at, against 1
GROWN_SEED = 6
GROWN_GAMES = 2_000


@matches_in_rows_of(GAMES_IN_ROW)
def tuning_sweep() -> Iterator[Pairing]:
    """Seven values of c and five of playouts against c = sqrt(2) with 200: 400 games each."""
    for number, (c, playouts) in enumerate(product(*GRID.values())):
        names = {"c": c, "playouts": playouts}
        player = mcts_player(**names)
        seed = (SWEEP_SEED, number)
        yield Pairing(names, player, REFERENCE, SWEEP_GAMES, seed)


def as_sweep(table: pd.DataFrame) -> Sweep:
    """The sweep behind a table of `tuning_sweep`, for `plot_sweep`; its matches have results only.

    >>> import pandas as pd
    >>> rows = [{"c": 1.0, "playouts": 50, "sample": 0, "wins": 2, "draws": 1, "losses": 0}]
    >>> as_sweep(pd.DataFrame(rows)).matches
    {(1.0, 50): namespace(results=[1.0, 1.0, 0.5])}
    """
    counts = table.groupby(list(GRID))[["wins", "draws", "losses"]].sum()
    matches = {}
    for values, row in counts.iterrows():
        results = np.repeat([1, 0.5, 0], row.astype(int))
        matches[values] = SimpleNamespace(results=results.tolist())
    grid = {}
    for name in GRID:
        values = sorted(set(table[name]))
        grid[name] = tuple(values)
    return Sweep(grid, player_name(REFERENCE), matches)


@matches_in_rows_of(GAMES_IN_ROW)
def proposed_c() -> Iterator[Pairing]:
    """c = 0.7, which the sweep proposes, against c = sqrt(2) at equal playouts: 4,000 games."""
    for playouts in PROPOSED_PLAYOUTS:
        one = mcts_player(playouts, c=PROPOSED_C)
        other = mcts_player(playouts)
        seed = (PROPOSED_SEED, playouts)
        yield Pairing({"playouts": playouts}, one, other, PROPOSED_GAMES, seed)


@matches_in_rows_of(GAMES_IN_ROW)
def lucky_cells() -> Iterator[Pairing]:
    """Two neighbours in the sweep, one of which stood out, with new seeds: 10,000 games each."""
    for number, c in enumerate(LUCKY_CS):
        player = mcts_player(LUCKY_PLAYOUTS, c=c)
        yield Pairing({"c": c}, player, REFERENCE, LUCKY_GAMES, (LUCKY_SEED, number))


def doubled_playouts(jobs: int) -> pd.DataFrame:
    """Playouts from 50 to 6,400 against half of them, 2,000 games each, with who began."""
    rows = []
    for number, playouts in enumerate(LADDER):
        one = mcts_player(playouts)
        other = mcts_player(playouts // 2)
        seed = (LADDER_SEED, number)
        match = play_match(one, other, LADDER_GAMES, seed, jobs=jobs, progress=True)
        won_by_first = [int(game.winner == 1) for game in match.games]
        for row, first in zip(samples(match.results), samples(won_by_first)):
            rows.append({"playouts": playouts} | row | {"won_by_first": first["wins"]})
    return pd.DataFrame(rows)


@matches_in_rows_of(GAMES_IN_ROW)
def equal_matches() -> Iterator[Pairing]:
    """Proofs in the tree against none: 480 games at equal playouts."""
    for playouts in EQUAL_PLAYOUTS:
        one = mcts_player(playouts, solve=True)
        other = mcts_player(playouts)
        yield Pairing({"playouts": playouts}, one, other, EQUAL_GAMES, EQUAL_SEED)


@matches_in_rows_of(20)
def deep_matches() -> Iterator[Pairing]:
    """c = 0.5 against c = sqrt(2) with 1,000, 10,000 and 100,000 playouts, in rows of 20."""
    for playouts, games in DEEP.items():
        one = mcts_player(playouts, c=DEEP_C)
        other = mcts_player(playouts)
        yield Pairing({"playouts": playouts}, one, other, games, (DEEP_SEED, playouts))


@matches_in_rows_of(20)
def slightly_more() -> Iterator[Pairing]:
    """120 and 150 playouts against 100: 4,000 games each on 6 x 7, in rows of 20."""
    for seed, playouts in enumerate(SLIGHTLY_MORE):
        one = mcts_player(playouts)
        other = mcts_player(100)
        yield Pairing({"playouts": playouts}, one, other, SLIGHT_GAMES, seed)


@matches_in_rows_of(GAMES_IN_ROW)
def tree_kept() -> Iterator[Pairing]:
    """A player that keeps its tree against one that does not, c = 0.5, 100 and 1,000 playouts."""
    for playouts, games in KEPT_GAMES.items():
        one = mcts_player(playouts, c=KEPT_C, keep_tree=True)
        other = mcts_player(playouts, c=KEPT_C)
        yield Pairing({"playouts": playouts}, one, other, games, (KEPT_SEED, playouts))


@matches_in_rows_of(GAMES_IN_ROW)
def tree_promised() -> Iterator[Pairing]:
    """With 1,000 playouts and c = 0.5: new games of a kept tree, and games of twice the playouts."""
    players = {
        "kept": mcts_player(1_000, c=KEPT_C, keep_tree=True),
        "doubled": mcts_player(2_000, c=KEPT_C),
    }
    other = mcts_player(1_000, c=KEPT_C)
    for name, games in PROMISED.items():
        yield Pairing({"match": name}, players[name], other, games, (PROMISED_SEED, games))


@matches_in_rows_of(GAMES_IN_ROW)
def tree_grown() -> Iterator[Pairing]:
    """Trees that grow sooner, later or never, against `expand_at=1`: 2,000 games, 500 playouts."""
    for number, expand_at in enumerate(GROWN_AT):
        one = mcts_player(500, expand_at=expand_at)
        other = mcts_player(500)
        seed = (GROWN_SEED, number)
        yield Pairing({"expand_at": expand_at}, one, other, GROWN_GAMES, seed)
