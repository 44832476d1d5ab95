"""Many players: everybody against everybody, or many settings against one opponent."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from c4lib.arena.game import Seed, checked_seed
from c4lib.arena.matches import Match, play_matches, summary
from c4lib.board import Board
from c4lib.players import Player, mcts_player, player_name

if TYPE_CHECKING:
    import pandas as pd


# -------------------------------------------------------------------- round robins


@dataclass(frozen=True)
class RoundRobin:
    """Matches of everybody against everybody.

    Attributes:
        players: the names.
        matches: by the names of both players, in the order of `players`.
    """

    players: tuple[str, ...]
    matches: dict[tuple[str, str], Match]

    def results(self, player: str, opponent: str | None = None) -> tuple[float, ...]:
        """What the player scored in every game, or in those against one opponent: 1, 0.5 or 0."""
        results = []
        for (one, other), match in self.matches.items():
            if player == one and opponent in (None, other):
                results += match.results
            elif player == other and opponent in (None, one):
                results += [1 - result for result in match.results]
        return tuple(results)

    def table(self) -> pd.DataFrame:
        """A pandas table, best player first: its score against each (empty against itself), all together, and interval.

        >>> from c4lib.players import mcts_player, random_player, rule_based_player
        >>> robin = round_robin({"random": random_player, "rules": rule_based_player, "MCTS": mcts_player(50)}, games=20)
        >>> robin.table().round(2)  # doctest: +NORMALIZE_WHITESPACE
                MCTS  rules  random  score   low  high
        player
        MCTS     NaN   0.65    0.95   0.80  0.65  0.90
        rules   0.35    NaN    0.95   0.65  0.50  0.78
        random  0.05   0.05     NaN   0.05  0.01  0.17
        """
        import pandas as pd

        totals = {name: summary(self.results(name)) for name in self.players}
        order = sorted(self.players, key=lambda name: -totals[name]["score"])
        rows = []
        for name in order:
            scores = {other: np.mean(self.results(name, other)) if other != name else math.nan for other in order}
            rows.append(scores | {column: totals[name][column] for column in ("score", "low", "high")})
        return pd.DataFrame(rows, index=pd.Index(order, name="player"))

    def __repr__(self) -> str:
        games = sum(len(match.games) for match in self.matches.values())
        return f"RoundRobin({len(self.players)} players, {games} games)"


def round_robin(
    players: Sequence[Player] | Mapping[str, Player],
    games: int = 100,
    seed: int | Seed = 0,
    board: Board = Board(),
    jobs: int = 1,
    progress: bool = False,
    executor: Executor | None = None,
    journal: str | os.PathLike | None = None,
) -> RoundRobin:
    """Everybody against everybody, so many `games` each.

    Args:
        players: at least two, with different names; or a dict with their names as keys.
        games, seed, board, jobs, progress, executor, journal: as for `play_match`; match number k has the seed (seed, k).

    Raises:
        PlayerError, ValueError, OSError: as `play_match`.

    >>> from c4lib.players import mcts_player, random_player, rule_based_player
    >>> round_robin([random_player, rule_based_player, mcts_player(10)], games=4)
    RoundRobin(3 players, 12 games)
    """
    named = _named(players)
    pairs, seed = list(combinations(named, 2)), checked_seed(seed)
    pairings = [(named[one], named[other], (*seed, number)) for number, (one, other) in enumerate(pairs)]
    dealing = {"jobs": jobs, "progress": progress, "executor": executor, "journal": journal}
    matches = play_matches(pairings, games, board, {"names": list(named)}, **dealing)
    return RoundRobin(tuple(named), dict(zip(pairs, matches)))


def _named(players: Sequence[Player] | Mapping[str, Player]) -> dict[str, Player]:
    if not isinstance(players, Mapping):
        names = [player_name(player) for player in players]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"two players are called {twice!r}: hand over a dict, with names of your own as keys")
        players = dict(zip(names, players))
    if len(players) < 2:
        raise ValueError(f"a round robin needs at least 2 players, not {len(players)}")
    return dict(players)


# -------------------------------------------------------------------- sweeps


@dataclass(frozen=True)
class Sweep:
    """Matches of players with different settings against one reference.

    Attributes:
        grid: the values of each setting, by its name.
        reference: the name of the opponent.
        matches: by the values, one of each setting.
    """

    grid: dict[str, tuple]
    reference: str
    matches: dict[tuple, Match]

    def table(self) -> pd.DataFrame:
        """A pandas table, one row a match: the settings, counts, score, its interval, and the Elo difference.

        >>> from c4lib.players import mcts_player, random_player
        >>> sweep({"c": [0.5, 2], "playouts": [10, 40]}, random_player, games=20).table().round(2)
             c  playouts  games  wins  draws  losses  score   low  high     elo
        0  0.5        10     20    13      0       7   0.65  0.43  0.82  107.54
        1  0.5        40     20    19      0       1   0.95  0.76  0.99  511.50
        2  2.0        10     20    18      0       2   0.90  0.70  0.97  381.70
        3  2.0        40     20    20      0       0   1.00  0.84  1.00     inf
        """
        import pandas as pd

        rows = []
        for values, match in self.matches.items():
            rows.append(dict(zip(self.grid, values)) | summary(match.results) | {"elo": match.elo})
        return pd.DataFrame(rows)

    def __repr__(self) -> str:
        sizes = " x ".join(f"{len(values)} of {name}" for name, values in self.grid.items())
        return f"Sweep({sizes}, against {self.reference!r})"


def sweep(
    grid: Mapping[str, Sequence],
    reference: Player,
    games: int = 100,
    seed: int | Seed = 0,
    board: Board = Board(),
    jobs: int = 1,
    progress: bool = False,
    make_player: Callable[..., Player] = mcts_player,
    executor: Executor | None = None,
    journal: str | os.PathLike | None = None,
) -> Sweep:
    """Every combination of settings, so many `games` each, against the same opponent.

    Args:
        grid: the values of each setting, by its name: `{"c": [0.5, 1, 2], "playouts": [100, 200]}`.
        reference: the opponent.
        games, seed, board, jobs, progress, executor, journal: as for `play_match`; match number k has the seed (seed, k).
        make_player: makes a player of a value of each setting, by default `mcts_player`.

    Raises:
        PlayerError, ValueError, OSError: as `play_match`.

    >>> from c4lib.players import random_player
    >>> sweep({"playouts": [5, 50]}, random_player, games=10)
    Sweep(2 of playouts, against 'random_player')
    """
    grid = {name: tuple(values) for name, values in grid.items()}
    if not grid or not all(grid.values()):
        raise ValueError(f"the grid needs at least one setting, and at least one value of each, not {grid!r}")
    points, seed = list(product(*grid.values())), checked_seed(seed)
    players = [make_player(**dict(zip(grid, values))) for values in points]
    pairings = [(player, reference, (*seed, number)) for number, player in enumerate(players)]
    dealing = {"jobs": jobs, "progress": progress, "executor": executor, "journal": journal}
    matches = play_matches(
        pairings, games, board, {"grid": {name: list(map(repr, grid[name])) for name in grid}}, **dealing
    )
    return Sweep(grid, player_name(reference), dict(zip(points, matches)))
