"""Many games between two players or more: who is stronger, by how much, and how sure that is."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, islice, product
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from c4lib._tools.arguments import one_of, whole_number
from c4lib.board import Board
from c4lib.node import Game, Move
from mctslab.arena.game import GameRecord, Seed, check_start, checked_seed, play_game
from mctslab.arena.journal import Journal, identity
from mctslab.arena.parallel import How, run_all
from mctslab.arena.score import DRAW, MOST_GAMES, elo_difference, score_interval, summary
from mctslab.players import (
    MCTSPlayer,
    Player,
    PlayerError,
    mcts_player,
    player_copy,
    player_name,
    without_addresses,
)
from mctslab.without_numba import affordable

if TYPE_CHECKING:
    import pandas as pd

MOST_PLAYERS = 1_000  # of a round robin or a sweep
TOTALS = ("score", "low", "high")  # columns of a round robin
TURNS = 15  # of a player in a game, more or less

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
            DRAW if game.winner is None else float(game.winner == side)
            for game, side in zip(self.games, sides)
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
        """The share of the points; a draw is half a point."""
        return sum(self.results) / len(self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score (see `score_interval`)."""
        return score_interval(sum(self.results), len(self.games))

    @property
    def elo(self) -> float:
        """By how many Elo points the first-named is stronger, judging by the score."""
        return elo_difference(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of the Elo difference: that of the score, on the other scale."""
        low, high = self.interval
        return elo_difference(low), elo_difference(high)

    def table(self) -> pd.DataFrame:
        """A pandas table with three rows: by who began, and all games.

        >>> from mctslab.players import mcts_player, rule_based_player
        >>> play_match(mcts_player(20), rule_based_player, games=20).table().round(2)
                      games  wins  draws  losses  score   low  high
        moved first      10     5      0       5   0.50  0.24  0.76
        moved second     10     2      0       8   0.20  0.06  0.51
        all              20     7      0      13   0.35  0.18  0.57
        """
        import pandas as pd

        first, second = self.results[::2], self.results[1::2]
        parts = {"moved first": first, "moved second": second, "all": self.results}
        rows = {name: summary(results) for name, results in parts.items() if results}
        return pd.DataFrame.from_dict(rows, orient="index")

    def __repr__(self) -> str:
        player, opponent = self.players
        counts = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        low, high = self.interval
        score = f"score {self.score:.3f} [{low:.3f}, {high:.3f}]"
        low, high = self.elo_interval
        elo = f"Elo {self.elo:+.0f} [{low:+.0f}, {high:+.0f}]"
        return f"Match({player!r} against {opponent!r}: {counts}, {score}, {elo})"


def play_match(
    player: Player,
    opponent: Player,
    games: int = 100,
    seed: int | Seed = 0,
    game: Game = Board(),
    **how: object,
) -> Match:
    """The `Match` of two players, who take turns to begin; its score is that of `player`.

    Without numba, a match in which players search is only its first games: as many as can be waited
    for, and a line says how many. With `progress`, several jobs, an executor or a journal it is
    whole.

    Games 0 and 1 have the same seed, games 2 and 3, and so on: as in duplicate bridge, both players
    get the same luck, once on either side. A player against itself would play every game twice that
    way; there each game has its own seed.

    The first game is played once more after the last. If it goes another way, a player remembers
    something from game to game (or draws random numbers of its own), and a warning names it; not
    if one is a person, or goes by the clock, which an attribute `seconds` tells.

    Args:
        player, opponent: `(game, rng) -> move`.
        games: how many; an even number is fair.
        seed: game number k is `play_game` with the seed (seed, k // 2), or (seed, k) for a player
            against itself.
        game: the position that all games start from, of any game.
        how: who plays, by name, and where it is written down (see `parallel.How`):
            `jobs=2` has two processes of this computer play;
            `progress=True` shows a progress bar;
            `executor=...` has any `concurrent.futures.Executor` play: with Dask, on a cluster,
            `client.get_executor()`. The games are the same whoever plays them (if the players go
            by playouts, not by the clock). If nothing comes back from it for ten minutes, that is
            a TimeoutError (see `parallel.SILENCE_SECONDS`).
            `journal="games.jsonl"` names a file in which every finished game is written down.
            Started again with the same arguments, the match goes on where the file ends. Players
            are the same if their type and settings are; one that was typed into a notebook needs a
            text, `my_player.identity = "version 1"` (see `journal.identity`). Who plays the last
            game plays the first once more, so that a match that is whole in the file plays nothing.

    Raises:
        PlayerError: a player raised something; the finished games are its `games`. Any other error
            on the way has them too, and the KeyboardInterrupt that follows Ctrl-C.
        ValueError: an argument means nothing, or a player cannot be copied; or the journal is
            damaged, or that of another experiment.
        OSError: the journal cannot be read or written.

    Warns:
        UserWarning: a player remembers.

    >>> from mctslab.players import mcts_player, rule_based_player
    >>> play_match(mcts_player(20), rule_based_player, games=20)
    Match('MCTS, 20 playouts' against 'rule_based_player': 7 won, 0 drawn, 13 lost, score 0.350 [0.181, 0.567], Elo -108 [-262, +47])
    """
    player_copy("player", player)
    player_copy("opponent", opponent)
    pairing = player, opponent, checked_seed(seed)
    (match,) = _play_matches([pairing], games, game, {}, How(**how))
    return match


def _play_matches(
    pairings: Sequence[tuple[Player, Player, Seed]],
    games: int,
    game: Game,
    experiment: Mapping[str, object],
    how: How,
) -> list[Match]:
    """A match for each pairing of two players and a seed, all played side by side."""
    games = whole_number("games", games, 1, MOST_GAMES // len(pairings))
    check_start(game)
    players = []
    heads = []
    for player, opponent, seed in pairings:
        players += player, opponent
        heads.append({"players": (player_name(player), player_name(opponent)), "seed": seed})
    if how == How():
        games = affordable(games, TURNS * sum(map(_playouts, players)), "games")
    base = {"of": "games", "games a match": games, "game": without_addresses(repr(game))}
    book = Journal(how.journal, base | experiment | {"matches": heads}, players, game)
    items = [item for pairing in pairings for item in _games(*pairing, games, game)]
    records = iter(play_games(items, how, book))
    played = [Match(games=tuple(islice(records, games)), **head) for head in heads]
    for number, match in enumerate(played):
        last = book.results[(number + 1) * games - 1]
        if "again" in last:
            _warn_of_memory(match, book.results[number * games]["moves"], last["again"])
    return played


def _warn_of_memory(match: Match, moves: list[int], again: list[int] | None) -> None:
    """Warn if the first game, played again, went another way; None: there it raised something."""
    if again == moves:
        return
    record = match.games[0]
    same = [*map(eq, moves, again or []), False].index(False)  # moves at the beginning
    mover = record.players[record.positions()[same].to_move - 1]
    name = " or ".join(match.players) if again is None else mover
    what = f"your player {name} remembers: the first game, played again after the last, went another way"
    advice = "keep in its attributes what it has to keep, of which every game has a copy, and draw from rng"
    clock = "a player that goes by the clock has an attribute `seconds`"
    warnings.warn(f"{what}; {advice} ({clock})", stacklevel=4)


def _playouts(player: Player) -> int:
    """How many the player's search runs in a turn, as far as that is known."""
    if isinstance(player, MCTSPlayer) and player.playouts is not None:
        return player.playouts
    return 0


class GameToPlay(NamedTuple):
    """The arguments of a game.

    Attributes:
        first, second, seed, game: as for `play_game`.
        again: another game, to be played once more after this one.
    """

    first: Player
    second: Player
    seed: Seed
    game: Game
    again: GameToPlay | None = None


def _games(
    player: Player, opponent: Player, seed: Seed, games: int, game: Game
) -> Iterator[GameToPlay]:
    """The games of a match."""
    games_a_seed = 1 if _play_alike(player, opponent) else 2
    is_replayed = games > 1 and not (_goes_by_clock(player) or _goes_by_clock(opponent))
    for number in range(games):
        first, second = (opponent, player) if number % 2 else (player, opponent)
        again = None
        if is_replayed and number == games - 1:
            again = GameToPlay(player, opponent, (*seed, 0), game)
        yield GameToPlay(first, second, (*seed, number // games_a_seed), game, again)


def _goes_by_clock(player: Player) -> bool:
    return getattr(player, "seconds", None) is not None


def _play_alike(player: Player, opponent: Player) -> bool:
    """Whether two players always play alike, as far as `journal.identity` can tell."""
    if player is opponent:
        return True
    try:
        return type(player) is type(opponent) and identity(player) == identity(opponent)
    except ValueError:
        return False


def play_games(
    games: Sequence[GameToPlay], how: How = How(), journal: Journal | None = None
) -> list[GameRecord]:
    """The records of many games, each by `play_game`."""
    return run_all(_played, games, "games", how, journal, restore=_record)


def _played(
    first: Player, second: Player, seed: Seed, game: Game, again: GameToPlay | None
) -> dict[str, object]:
    """What is known of a game only after it, as JSON can write it.

    A move, which can be anything, is kept as its place among the legal ones. Those of another game,
    which is played `again`, come along; None if that raises something.
    """
    record = play_game(first, second, seed, game)
    fields = {
        "moves": _places(record),
        "winner": record.winner,
        "reason": record.reason,
        "times": [round(seconds, 6) for seconds in record.times],
    }
    if again is not None:
        fields["again"] = None
        with suppress(PlayerError):
            fields["again"] = _places(play_game(again.first, again.second, again.seed, again.game))
    return fields


def _places(record: GameRecord) -> list[int]:
    return [_in_order(now).index(move) for now, move in zip(record.positions(), record.moves)]


def _in_order(game: Game) -> list[Move]:
    """The legal moves in an order that is the same in every process, as that of a set is not."""
    return sorted(game.legal_moves(), key=repr)


def _record(to_play: GameToPlay, after: Mapping[str, object]) -> GameRecord:
    moves, now = [], to_play.game
    for number in after["moves"]:
        moves.append(_in_order(now)[number])
        now = now.play(moves[-1])
    return GameRecord(
        players=(player_name(to_play.first), player_name(to_play.second)),
        seed=to_play.seed,
        start=to_play.game,
        moves=tuple(moves),
        winner=after["winner"],
        reason=after["reason"],
        times=tuple(after["times"]),
    )


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
        """What the player scored in every game, or in those against one opponent: 1, 0.5 or 0.

        Raises:
            ValueError: there is no player, or no opponent, of that name.
        """
        one_of("player", player, self.players)
        one_of("opponent", opponent, (None, *self.players))
        results = []
        for (first, second), match in self.matches.items():
            if player == first and opponent in (None, second):
                results += match.results
            elif player == second and opponent in (None, first):
                results += [1 - result for result in match.results]
        return tuple(results)

    def table(self) -> pd.DataFrame:
        """A pandas table, best player first: its score against each, and in all with its interval.

        >>> from mctslab.players import mcts_player, random_player, rule_based_player
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
        order = sorted(totals, key=lambda name: -totals[name]["score"])
        scores = [
            [np.mean(self.results(name, other) or np.nan) for other in order] for name in order
        ]
        table = pd.DataFrame(scores, pd.Index(order, name="player"), order)
        for column in TOTALS:
            table[column] = [totals[name][column] for name in order]
        return table

    def __repr__(self) -> str:
        games = sum(len(match.games) for match in self.matches.values())
        return f"RoundRobin({len(self.players)} players, {games} games)"


def round_robin(
    players: Iterable[Player] | Mapping[str, Player],
    games: int = 100,
    seed: int | Seed = 0,
    game: Game = Board(),
    **how: object,
) -> RoundRobin:
    """Everybody against everybody, `games` games each.

    Args:
        players: at least two, with different names; or a dict with their names as keys. A name is
            a text, and none of "score", "low", "high", which are columns of the table.
        games, seed, game: as for `play_match`; match number k has the seed (seed, k).
        how: jobs, progress, executor and journal, as for `play_match`.

    Raises:
        PlayerError, ValueError, OSError: as `play_match`.

    >>> from mctslab.players import mcts_player, random_player, rule_based_player
    >>> round_robin([random_player, rule_based_player, mcts_player(10)], games=4)
    RoundRobin(3 players, 12 games)
    """
    named = _named(players)
    seed = checked_seed(seed)
    pairs = list(combinations(named, 2))
    pairings = []
    for number, (player, opponent) in enumerate(pairs):
        pairings.append((named[player], named[opponent], (*seed, number)))
    matches = _play_matches(pairings, games, game, {"names": list(named)}, How(**how))
    return RoundRobin(tuple(named), dict(zip(pairs, matches)))


def _named(players: Iterable[Player] | Mapping[str, Player]) -> dict[str, Player]:
    if not isinstance(players, Iterable):
        kinds = "a list of players, or a dict with their names as keys"
        raise ValueError(f"players must be {kinds}, not {players!r}")
    has_names = isinstance(players, Mapping)
    pairs = players.items() if has_names else ((player_name(player), player) for player in players)
    named = {}
    for name, player in islice(pairs, MOST_PLAYERS + 1):
        _check_column(name, TOTALS)
        if name in named:
            advice = "hand over a dict, with names of your own as keys"
            raise ValueError(f"two players are called {name!r}: {advice}")
        player_copy(f"players[{name!r}]", player)
        named[name] = player
    whole_number("the number of players", len(named), 2, MOST_PLAYERS)
    return named


def _check_column(name: object, taken: Sequence[str]) -> None:
    """Refuse a name for a column that is none, or one of those that a table has by itself."""
    if not isinstance(name, str) or name in taken:
        raise ValueError(f"a name must be a text, but none of {', '.join(taken)}; not {name!r}")


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
        """A pandas table, one row a match: settings, counts, score with its interval, Elo points.

        >>> from mctslab.players import mcts_player, random_player
        >>> sweep({"c": [0.5, 2], "playouts": [10, 40]}, random_player, games=20).table().round(2)
             c  playouts  games  wins  draws  losses  score   low  high     elo
        0  0.5        10     20    13      0       7   0.65  0.43  0.82  107.54
        1  0.5        40     20    19      0       1   0.95  0.76  0.99  511.50
        2  2.0        10     20    18      0       2   0.90  0.70  0.97  381.70
        3  2.0        40     20    20      0       0   1.00  0.84  1.00     inf
        """
        import pandas as pd

        rows = [
            dict(zip(self.grid, values)) | summary(match.results) | {"elo": match.elo}
            for values, match in self.matches.items()
        ]
        return pd.DataFrame(rows)

    def __repr__(self) -> str:
        sizes = " x ".join(f"{len(values)} of {name}" for name, values in self.grid.items())
        return f"Sweep({sizes}, against {self.reference!r})"


def sweep(
    grid: Mapping[str, Iterable],
    reference: Player,
    games: int = 100,
    seed: int | Seed = 0,
    game: Game = Board(),
    make_player: Callable[..., Player] = mcts_player,
    **how: object,
) -> Sweep:
    """Every combination of settings against the same opponent, `games` games each.

    Args:
        grid: the values of each setting, by its name: `{"c": [0.5, 1, 2], "playouts": [100, 200]}`;
            no value twice, and none that can change, such as a list. A name is none of the other
            columns of the table: "games", "wins", "draws", "losses", "score", "low", "high", "elo".
        reference: the opponent.
        games, seed, game: as for `play_match`; match number k has the seed (seed, k).
        how: jobs, progress, executor and journal, as for `play_match`.
        make_player: makes a player from a value of each setting, by default `mcts_player`.

    Raises:
        PlayerError, ValueError, OSError: as `play_match`.

    >>> from mctslab.players import random_player
    >>> sweep({"playouts": [5, 50]}, random_player, games=10)
    Sweep(2 of playouts, against 'random_player')
    """
    grid = _checked_grid(grid)
    player_copy("reference", reference)
    if not callable(make_player):
        what = "make_player must be something to call with a value of each setting"
        raise ValueError(f"{what}, not {make_player!r}")
    seed = checked_seed(seed)
    points = list(product(*grid.values()))
    settings = [dict(zip(grid, values)) for values in points]
    players = [make_player(**given) for given in settings]
    for player, given in zip(players, settings):
        player_copy(f"what make_player makes of {given}", player)
    pairings = [(player, reference, (*seed, number)) for number, player in enumerate(players)]
    experiment = {"grid": {name: list(map(repr, values)) for name, values in grid.items()}}
    matches = _play_matches(pairings, games, game, experiment, How(**how))
    return Sweep(grid, player_name(reference), dict(zip(points, matches)))


def _checked_grid(grid: Mapping[str, Iterable]) -> dict[str, tuple]:
    try:
        checked = {name: tuple(islice(row, MOST_PLAYERS + 1)) for name, row in grid.items()}
    except (AttributeError, TypeError):
        checked = None
    if not checked:
        what = "a dict with a list of values for each setting by its name"
        raise ValueError(f"the grid must be {what}, not {grid!r}")
    for name, values in checked.items():
        _check_column(name, (*summary([DRAW]), "elo"))
        _check_values(name, values)
    count = math.prod(map(len, checked.values()))
    whole_number("the number of combinations in the grid", count, 1, MOST_PLAYERS)
    return checked


def _check_values(name: str, values: tuple) -> None:
    """Refuse what would be one match for two values, or none that can be looked up."""
    with suppress(TypeError):  # a list has no hash
        if len(set(values)) == len(values):
            return
    what = "must be different, and a tuple where they would be a list"
    raise ValueError(f"the values of {name!r} in the grid {what}; not {values!r}")
