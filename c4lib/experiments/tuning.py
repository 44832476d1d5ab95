"""What the exploration constant and the number of playouts are worth, in games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from c4lib.arena import Sweep, play_match, sweep
from c4lib.players import mcts_player, player_name

if TYPE_CHECKING:
    import pandas as pd

REFERENCE = mcts_player(200)
GRID = {"c": (0.2, 0.4, 0.7, 1.0, math.sqrt(2), 2.0, 4.0), "playouts": (50, 100, 200, 400, 800)}
LADDER = (50, 100, 200, 400, 800, 1600, 3200, 6400)  # playouts, each against half of them
PROPOSED = mcts_player(200, c=0.7)  # by the sweep
SWEEP_SEED, LADDER_SEED, PROPOSED_SEED = 1, 2, 3
GAMES, SAMPLE = 400, 40  # games of each match, and of them those that are one row


def tuning_sweep(jobs: int = 1) -> pd.DataFrame:
    """Seven values of c and five numbers of playouts against c = sqrt(2) with 200, 400 games each on 6 x 7."""
    import pandas as pd

    matches = sweep(GRID, REFERENCE, GAMES, SWEEP_SEED, jobs=jobs, progress=True).matches
    rows = []
    for values, match in matches.items():
        rows += [dict(zip(GRID, values)) | row for row in _samples(match.results)]
    return pd.DataFrame(rows)


def proposed_c(jobs: int = 1) -> pd.DataFrame:
    """What the sweep proposes, c = 0.7, against c = sqrt(2), both with 200 playouts: 4,000 games with new seeds."""
    import pandas as pd

    match = play_match(PROPOSED, REFERENCE, 10 * GAMES, PROPOSED_SEED, jobs=jobs, progress=True)
    return pd.DataFrame(_samples(match.results))


def doubled_playouts(jobs: int = 1) -> pd.DataFrame:
    """Every number of playouts from 50 to 6,400 against half of it, 800 games each on 6 x 7; who began is counted too."""
    import pandas as pd

    rows = []
    for number, playouts in enumerate(LADDER):
        players, seed = (mcts_player(playouts), mcts_player(playouts // 2)), (LADDER_SEED, number)
        match = play_match(*players, 2 * GAMES, seed, jobs=jobs, progress=True)
        for row in _samples(match.results):
            games = match.games[row["sample"] * SAMPLE :][:SAMPLE]
            rows.append({"playouts": playouts} | row | {"won_by_first": sum(game.winner == 1 for game in games)})
    return pd.DataFrame(rows)


def _samples(results: Sequence[float]) -> list[dict[str, int]]:
    """A row for every 40 games: a notebook can play the first ones again."""
    rows = []
    for start in range(0, len(results), SAMPLE):
        part = results[start : start + SAMPLE]
        counts = {"wins": part.count(1), "draws": part.count(0.5), "losses": part.count(0)}
        rows.append({"sample": start // SAMPLE} | counts)
    return rows


class Counted(NamedTuple):
    """What is left of a match when its games are only counted."""

    results: tuple[float, ...]


def as_sweep(table: pd.DataFrame) -> Sweep:
    """The sweep behind a table of `tuning_sweep`, to be drawn by `plot_sweep`; its matches have results only.

    >>> import pandas as pd
    >>> rows = [{"c": 1.0, "playouts": 50, "sample": 0, "wins": 2, "draws": 1, "losses": 0}]
    >>> as_sweep(pd.DataFrame(rows)).matches
    {(1.0, 50): Counted(results=(1, 1, 0.5))}
    """
    names = list(GRID)
    counts = table.groupby(names)[["wins", "draws", "losses"]].sum()
    matches = {
        values: Counted((1,) * wins + (0.5,) * draws + (0,) * losses)
        for values, wins, draws, losses in counts.itertuples()
    }
    return Sweep({name: tuple(sorted(set(table[name]))) for name in names}, player_name(REFERENCE), matches)
