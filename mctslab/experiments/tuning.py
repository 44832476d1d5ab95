"""Matches by c and by playouts: which settings win, and how much a doubling is worth."""

from __future__ import annotations

import math

import pandas as pd

from mctslab.arena import Sweep, play_match, sweep
from mctslab.experiments.tables import counted, match_rows, samples
from mctslab.experiments.threat import NEVER
from mctslab.players import mcts_player, player_name

REFERENCE = mcts_player(200)
GRID = {"c": (0.2, 0.4, 0.7, 1.0, math.sqrt(2), 2.0, 4.0), "playouts": (50, 100, 200, 400, 800)}
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
SLIGHT_ROW = 20

KEPT_GAMES = {100: 4_000, 1_000: 2_000}  # by playouts for each move
KEPT_C = 0.5
KEPT_SEED = 5

GROWN_AT = (0, 2, 5, 20, 100, NEVER)  # expand_at, against 1
GROWN_SEED = 6
GROWN_GAMES = 2_000


def tuning_sweep(jobs: int = 1) -> pd.DataFrame:
    """Seven values of c and five of playouts against c = sqrt(2) with 200: 400 games each."""
    matches = sweep(GRID, REFERENCE, SWEEP_GAMES, SWEEP_SEED, jobs=jobs, progress=True).matches
    rows = []
    for values, match in matches.items():
        rows += [dict(zip(GRID, values)) | row for row in samples(match.results)]
    return pd.DataFrame(rows)


def as_sweep(table: pd.DataFrame) -> Sweep:
    """The sweep behind a table of `tuning_sweep`, for `plot_sweep`; its matches have results only.

    >>> import pandas as pd
    >>> rows = [{"c": 1.0, "playouts": 50, "sample": 0, "wins": 2, "draws": 1, "losses": 0}]
    >>> as_sweep(pd.DataFrame(rows)).matches
    {(1.0, 50): Counted(results=(1, 1, 0.5))}
    """
    counts = table.groupby(list(GRID))[["wins", "draws", "losses"]].sum()
    matches = {values: counted(row) for values, row in counts.iterrows()}
    grid = {name: tuple(sorted(set(table[name]))) for name in GRID}
    return Sweep(grid, player_name(REFERENCE), matches)


def proposed_c(jobs: int = 1) -> pd.DataFrame:
    """c = 0.7, which the sweep proposes, against c = sqrt(2) at equal playouts: 4,000 games."""
    rows = []
    for playouts in PROPOSED_PLAYOUTS:
        players = mcts_player(playouts, c=PROPOSED_C), mcts_player(playouts)
        seed = (PROPOSED_SEED, playouts)
        rows += match_rows(players, PROPOSED_GAMES, seed, jobs, {"playouts": playouts})
    return pd.DataFrame(rows)


def lucky_cells(jobs: int = 1) -> pd.DataFrame:
    """Two neighbours in the sweep, one of which stood out, with new seeds: 10,000 games each."""
    rows = []
    for number, c in enumerate(LUCKY_CS):
        players = mcts_player(LUCKY_PLAYOUTS, c=c), REFERENCE
        rows += match_rows(players, LUCKY_GAMES, (LUCKY_SEED, number), jobs, {"c": c})
    return pd.DataFrame(rows)


def doubled_playouts(jobs: int = 1) -> pd.DataFrame:
    """Playouts from 50 to 6,400 against half of them, 2,000 games each, with who began."""
    rows = []
    for number, playouts in enumerate(LADDER):
        players = mcts_player(playouts), mcts_player(playouts // 2)
        seed = (LADDER_SEED, number)
        match = play_match(*players, LADDER_GAMES, seed, jobs=jobs, progress=True)
        won_by_first = [int(game.winner == 1) for game in match.games]
        for row, first in zip(samples(match.results), samples(won_by_first)):
            rows.append({"playouts": playouts} | row | {"won_by_first": first["wins"]})
    return pd.DataFrame(rows)


def equal_matches(jobs: int = 1) -> pd.DataFrame:
    """Proofs in the tree against none: 480 games at equal playouts."""
    rows = []
    for playouts in EQUAL_PLAYOUTS:
        players = mcts_player(playouts, solve=True), mcts_player(playouts)
        rows += match_rows(players, EQUAL_GAMES, EQUAL_SEED, jobs, {"playouts": playouts})
    return pd.DataFrame(rows)


def deep_matches(jobs: int = 1) -> pd.DataFrame:
    """c = 0.5 against c = sqrt(2) with 1,000, 10,000 and 100,000 playouts, in rows of 20."""
    rows = []
    for playouts, games in DEEP.items():
        players = mcts_player(playouts, c=DEEP_C), mcts_player(playouts)
        seed = (DEEP_SEED, playouts)
        rows += match_rows(players, games, seed, jobs, {"playouts": playouts}, SLIGHT_ROW)
    return pd.DataFrame(rows)


def slightly_more(jobs: int = 1) -> pd.DataFrame:
    """120 and 150 playouts against 100: 4,000 games each on 6 x 7, in rows of 20."""
    rows = []
    for seed, playouts in enumerate(SLIGHTLY_MORE):
        players = mcts_player(playouts), mcts_player(100)
        settings = {"playouts": playouts}
        rows += match_rows(players, SLIGHT_GAMES, seed, jobs, settings, SLIGHT_ROW)
    return pd.DataFrame(rows)


def tree_kept(jobs: int = 1) -> pd.DataFrame:
    """A player that keeps its tree against one that does not, c = 0.5, 100 and 1,000 playouts."""
    rows = []
    for playouts, games in KEPT_GAMES.items():
        keeping, other = (
            mcts_player(playouts, c=KEPT_C, keep_tree=keep_tree) for keep_tree in (True, False)
        )
        seed = (KEPT_SEED, playouts)
        rows += match_rows((keeping, other), games, seed, jobs, {"playouts": playouts})
    return pd.DataFrame(rows)


def tree_grown(jobs: int = 1) -> pd.DataFrame:
    """Trees that grow sooner, later or never, against `expand_at=1`: 2,000 games, 500 playouts."""
    rows = []
    for number, expand_at in enumerate(GROWN_AT):
        players = mcts_player(500, expand_at=expand_at), mcts_player(500)
        seed = (GROWN_SEED, number)
        rows += match_rows(players, GROWN_GAMES, seed, jobs, {"expand_at": expand_at})
    return pd.DataFrame(rows)
