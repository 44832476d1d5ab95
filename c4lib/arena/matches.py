"""Many games between two players: who is the stronger one, by how much, and how sure that is."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from c4lib._tools import whole_number
from c4lib.arena.game import GameRecord, Seed, check_start, checked_seed
from c4lib.arena.score import DRAW, elo_difference, score_interval
from c4lib.board import Board
from c4lib.players import Player, player_name

if TYPE_CHECKING:
    import pandas as pd



from collections.abc import Callable
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from c4lib.arena.game import play_game
from c4lib.arena.parallel import Work, deal_out
from c4lib.players import mcts_player

if TYPE_CHECKING:
    import pandas as pd



# -------------------------------------------------------------------- games dealt out


class Task(NamedTuple):
    """A game to be played: what `play_game` needs."""

    first: Player
    second: Player
    seed: Seed
    board: Board


def play_all(
    tasks: Sequence[Task],
    jobs: int = 1,
    progress: bool = False,
    executor: Executor | None = None,
    journal: str | os.PathLike | None = None,
    experiment: Mapping[str, object] = MappingProxyType({}),
) -> list[GameRecord]:
    """The records of all games, in the order of the tasks. Whatever stops it gets those that are finished as `games`."""
    players = [player for task in tasks for player in task[:2]]
    work = Work(play_game, tasks, "games", players, experiment, _fields, _record)
    return deal_out(work, jobs, executor, journal, progress)


def _fields(record: GameRecord) -> dict[str, object]:
    """What is not known before the game."""
    times = [round(seconds, 6) for seconds in record.times]
    return {"moves": record.moves, "winner": record.winner, "reason": record.reason, "times": times}


def _record(task: Task, fields: Mapping[str, object]) -> GameRecord:
    names = player_name(task.first), player_name(task.second)
    moves, times = tuple(fields["moves"]), tuple(fields["times"])
    return GameRecord(names, task.seed, task.board, moves, fields["winner"], fields["reason"], times)


# -------------------------------------------------------------------- many games between two players


# -------------------------------------------------------------------- a match


@dataclass(frozen=True)
class Match:
    """The games of two players, who take turns to begin; all counts are those of the first-named.

    Attributes:
        players: their names.
        games: the records; in those with even numbers (from 0) the first-named began.
        seed: of the match.
    """

    players: tuple[str, str]
    games: tuple[GameRecord, ...]
    seed: Seed

    @property
    def results(self) -> tuple[float, ...]:
        """What the first-named scored in each game: 1, 0.5 or 0."""
        sides = (1 + number % 2 for number in range(len(self.games)))
        return tuple(
            DRAW if game.winner is None else float(game.winner == side) for game, side in zip(self.games, sides)
        )

    @property
    def wins(self) -> int:
        """How many games the first-named won."""
        return self.results.count(1)

    @property
    def draws(self) -> int:
        """How many games nobody won."""
        return self.results.count(DRAW)

    @property
    def losses(self) -> int:
        """How many games the first-named lost."""
        return self.results.count(0)

    @property
    def score(self) -> float:
        """The share of the points, a draw being half a point."""
        return sum(self.results) / len(self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score (see `score_interval`)."""
        return score_interval(sum(self.results), len(self.games))

    @property
    def elo(self) -> float:
        """By how many Elo points the first-named is the stronger one, going by the score."""
        return elo_difference(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of the Elo difference: that of the score, on the other scale."""
        low, high = self.interval
        return elo_difference(low), elo_difference(high)

    def table(self) -> pd.DataFrame:
        """A pandas table: the games in which the first-named began, those in which it did not, and all.

        >>> from c4lib.players import mcts_player, rule_based_player
        >>> play_match(mcts_player(20), rule_based_player, games=20).table().round(2)
                      games  wins  draws  losses  score   low  high
        moved first      10     5      0       5   0.50  0.24  0.76
        moved second     10     2      0       8   0.20  0.06  0.51
        all              20     7      0      13   0.35  0.18  0.57
        """
        import pandas as pd

        rows = {"moved first": self.results[::2], "moved second": self.results[1::2], "all": self.results}
        rows = {name: results for name, results in rows.items() if results}
        return pd.DataFrame([summary(results) for results in rows.values()], index=list(rows))

    def __repr__(self) -> str:
        low, high = self.interval
        elo = f"Elo {self.elo:+.0f} [{self.elo_interval[0]:+.0f}, {self.elo_interval[1]:+.0f}]"
        counts = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        score = f"score {self.score:.3f} [{low:.3f}, {high:.3f}]"
        return f"Match({self.players[0]!r} against {self.players[1]!r}: {counts}, {score}, {elo})"


def summary(results: Sequence[float]) -> dict[str, float]:
    points, games = sum(results), len(results)
    low, high = score_interval(points, games)
    counts = {"wins": results.count(1), "draws": results.count(DRAW), "losses": results.count(0)}
    return {"games": games} | counts | {"score": points / games, "low": low, "high": high}


def play_match(
    one: Player,
    other: Player,
    games: int = 100,
    seed: int | Seed = 0,
    board: Board = Board(),
    jobs: int = 1,
    progress: bool = False,
    executor: Executor | None = None,
    journal: str | os.PathLike | None = None,
) -> Match:
    """The `Match` of two players, who take turns to begin; its score is that of `one`.

    Games 0 and 1 have the same seed, games 2 and 3, and so on: as in duplicate bridge, both players get the same luck,
    once on either side. A player against itself scores exactly half.

    Args:
        one, other: `(board, rng) -> move`.
        games: how many; an even number is fair.
        seed: game number k is `play_game` with the seed (seed, k // 2).
        board: the position that all games start from.
        jobs: how many processes of this computer play. In a script, what uses more than one belongs below
            `if __name__ == "__main__":`.
        progress: show a progress bar.
        executor: who plays instead, any `concurrent.futures.Executor`: with Dask, on a cluster, `client.get_executor()`.
            The games are the same whoever plays them (if the players go by playouts, not by the clock).
        journal: the name of a file in which every finished game is written down. Started again with the same arguments,
            the match goes on where that ends.

    Raises:
        PlayerError: a player raised something; the finished games are its `games`. So they are those of any other
            error on the way, and of the KeyboardInterrupt that follows Ctrl-C.
        ValueError: an argument means nothing, or a player cannot be handed to other processes, or the journal is damaged
            or that of another experiment.
        OSError: the journal cannot be written.

    >>> from c4lib.players import mcts_player, rule_based_player
    >>> play_match(mcts_player(20), rule_based_player, games=20)
    Match('MCTS, 20 playouts' against 'rule_based_player': 7 won, 0 drawn, 13 lost, score 0.350 [0.181, 0.567], Elo -108 [-262, +47])
    """
    pairings = [(one, other, checked_seed(seed))]
    return play_matches(pairings, games, board, jobs=jobs, progress=progress, executor=executor, journal=journal)[0]


def play_matches(
    pairings: Sequence[tuple[Player, Player, Seed]],
    games: int,
    board: Board,
    experiment: Mapping[str, object] = MappingProxyType({}),
    **dealing: object,
) -> list[Match]:
    """A match for each pairing of two players and a seed; the games of all are dealt out together (see `deal_out`)."""
    games = whole_number("games", games, at_least=1)
    check_start(board)
    names = [(player_name(one), player_name(other)) for one, other, _ in pairings]
    tasks = [_task(*pairing, number, board) for pairing in pairings for number in range(games)]
    matches = [{"players": players, "seed": seed} for players, (_, _, seed) in zip(names, pairings)]
    about = {"games a match": games, "board": repr(board), **experiment, "matches": matches}
    records = play_all(tasks, experiment=about, **dealing)
    return [
        Match(names[number], tuple(records[number * games : (number + 1) * games]), seed)
        for number, (_, _, seed) in enumerate(pairings)
    ]


def _task(one: Player, other: Player, seed: Seed, number: int, board: Board) -> Task:
    """Game `number` of a match."""
    first, second = (other, one) if number % 2 else (one, other)
    return Task(first, second, (*seed, number // 2), board)


# -------------------------------------------------------------------- many players


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
