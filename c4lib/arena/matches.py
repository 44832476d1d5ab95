"""Many games between two players: who is the stronger one, by how much, and how sure that is."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from statistics import NormalDist
from types import MappingProxyType
from typing import TYPE_CHECKING

from c4lib._tools import real_number, whole_number
from c4lib.arena.dealing import Task, play_all
from c4lib.arena.game import GameRecord, Seed, check_start, checked_seed
from c4lib.board import Board
from c4lib.players import Player, player_name

if TYPE_CHECKING:
    import pandas as pd

DRAW = 0.5  # points

# -------------------------------------------------------------------- how strong, and how sure that is


def score_interval(points: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """The share of points to be expected in the long run: an interval that holds it so often (Wilson 1927).

    A draw counts as half a point. Wilson's interval is that of a coin which falls on heads with the share as its
    probability: its variance is the largest that results of 0, 1/2 and 1 with this mean can have. So with draws the
    interval is a little wider than need be, never too narrow.

    Args:
        points: the sum of the results, 1 for a win and 0.5 for a draw.
        games: how many; if none, the interval is (0, 1).
        confidence: how often the interval is to hold the true share.

    Raises:
        ValueError: an argument is out of bounds.

    >>> low, high = score_interval(points=6.5, games=10)
    >>> print(f"{low:.3f} to {high:.3f}")
    0.354 to 0.863
    """
    games = whole_number("games", games, at_least=0)
    points = real_number("points", points, f"a number from 0 to {games}, the games", 0, games)
    confidence = real_number("confidence", confidence, "a number between 0 and 1", at_least=0, at_most=1 - 1e-12)
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)  # 1.96 for 95 %
    centre = (points + z * z / 2) / (games + z * z)
    half = z / (games + z * z) * math.sqrt(points * (games - points) / games + z * z / 4)
    share = points / games
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))  # in spite of rounding


def elo_difference(score: float) -> float:
    """By how many Elo points a player who scores this share is the stronger one (Elo 1978); infinite for 0 and 1.

    >>> round(elo_difference(0.64)), elo_difference(1.0)
    (100, inf)
    """
    score = real_number("score", score, "a number from 0 to 1", 0, 1)
    if score in (0, 1):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


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
