"""The player that a reader's decisions make, lesson by lesson, and the league that it plays in."""

from __future__ import annotations

import re
from contextlib import suppress

import numpy as np

from c4lib.node import Game, Move
from mctslab.arena.matches import RoundRobin, round_robin
from mctslab.course.own_files import alone, html_table, may_keep, read_record, write_record
from mctslab.players import MCTSPlayer, NamedPlayer, mcts_player, random_player, rule_based_player
from mctslab.qlearning import QTable, trained_table

FILE = "my_player.json"
START = {"playouts": 100}  # before any decision
TURNS = 18  # of a player in a game, about
PLAYOUTS_A_SECOND = 500_000  # of a fast search on a busy computer, about
CHOICES = ("prior", "c", "playouts", "seconds", "keep_tree", "solve", "table")


class Decisions(dict[str, dict[str, object]]):
    """What was decided, by the lesson in which it was; a notebook shows it as a table."""

    def until(self, before: str | None = None) -> dict[str, object]:
        """The choices that hold; with `before` only those of earlier lessons.

        >>> Decisions({"13": {"c": 1.0}, "14": {"prior": 1}}).until(before="14")
        {'playouts': 100, 'c': 1.0}
        """
        choices = dict(START)
        for lesson in sorted(self):
            if before is None or lesson < before:
                for name, value in self[lesson].items():
                    other = {"playouts": "seconds", "seconds": "playouts"}.get(name)
                    choices.pop(other, None)  # one of the two
                    choices[name] = value
        return choices

    def player(self, before: str | None = None) -> OwnPlayer:
        """The player that these choices make; with `before` the one before that lesson.

        >>> Decisions({"13": {"c": 1.0}, "14": {"prior": 1}}).player(before="14").search
        MCTSPlayer('MCTS, 100 playouts, c=1')
        """
        if before is None:
            return _player(self.until())
        _check_lesson(before)
        player = _player(self.until(before))
        player.name = f"you before {before}"
        return player

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """The lesson, the name and the value of each decision."""
        return [
            (lesson, name, f"{value}")
            for lesson in sorted(self)
            for name, value in self[lesson].items()
        ]

    def __repr__(self) -> str:
        lines = [f"lesson {lesson}: {name} = {value}" for lesson, name, value in self.rows]
        return "\n".join(lines) or "nothing decided yet: 100 playouts a move"

    def _repr_html_(self) -> str:
        return html_table(("lesson", "decision", "value"), self.rows)


def decisions() -> Decisions:
    """What was decided until now; nothing without a file, or under test.

    Raises:
        Unreadable: the file was edited into something else. It is left as it is.

    >>> decisions()
    nothing decided yet: 100 playouts a move
    """
    return Decisions(read_record(FILE, _wrong_decision))


def decide(lesson: str, **choices: object) -> Decisions:
    """All decisions, with those of this lesson replaced by these; kept in `my_player.json`.

    Args:
        lesson: its number, such as "13".
        choices: among `prior` (T), `c`, `playouts` or `seconds` for a move, `keep_tree`, `solve`, and
            `table`: [rows, columns, side] of a trained table, in which the player looks first.

    Raises:
        ValueError: there is no such choice, or its value is not allowed; nothing changes.
        OSError: the file cannot be written.

    >>> decide("13", c=1.0)
    lesson 13: c = 1.0
    """
    for name, value in choices.items():
        if isinstance(value, (np.generic, np.ndarray)):
            choices[name] = value.tolist()
    with alone():
        decided = decisions()
        decided[lesson] = choices
        _check(lesson, choices)
        _player(decided.until())  # says now what is not allowed together
        if may_keep():
            write_record(FILE, decided)
    return decided


def _wrong_decision(decided):
    """What is wrong with what the file holds, in words; None if nothing is."""
    try:
        for lesson, choices in decided.items():
            _check(lesson, choices)
    except (ValueError, TypeError, AttributeError) as error:
        return str(error)
    return None


def _check(lesson, choices):
    """ValueError if the choices of a lesson are none."""
    _check_lesson(lesson)
    unknown = set(choices).difference(CHOICES)
    if unknown:
        names = ", ".join(sorted(unknown))
        raise ValueError(f"there is no decision {names}; decisions: {', '.join(CHOICES)}")
    if {"playouts", "seconds"} <= set(choices):
        raise ValueError("decide on playouts or on seconds, not on both")
    _player(Decisions({lesson: choices}).until())


def _check_lesson(lesson):
    if not (isinstance(lesson, str) and re.fullmatch(r"\d\d", lesson, re.ASCII)):
        raise ValueError(f'lesson must be a number in two digits, such as "13", not {lesson!r}')


class OwnPlayer(NamedPlayer):
    """A player that looks into a table first, and searches where that knows nothing."""

    def __init__(self, search: MCTSPlayer, table: QTable | None = None) -> None:
        self.name = "you"
        self.search = search
        self.table = table

    @property
    def seconds(self) -> float | None:
        """How long it thinks, if it goes by the clock."""
        return self.search.seconds

    @property
    def thinks(self) -> float:
        """The seconds that a move takes, about; by the clock exactly."""
        return self.seconds or self.search.playouts / PLAYOUTS_A_SECOND

    def __call__(self, game: Game, rng: np.random.Generator) -> Move:
        with suppress(ValueError):  # the board has another size than those of the table
            if self.table is not None and game in self.table:
                return self.table.best_move(game, rng)
        return self.search(game, rng)


def _player(choices):
    rest = dict(choices)
    table = rest.pop("table", None)
    if table is not None and not (isinstance(table, (list, tuple)) and len(table) == 3):
        raise ValueError(f"table must be [rows, columns, side], not {table!r}")
    return OwnPlayer(mcts_player(**rest), None if table is None else trained_table(*table))


def my_player(before: str | None = None) -> OwnPlayer:
    """The player that the decisions make; with `before` the one before that lesson.

    Raises:
        ValueError: `before` is no number of a lesson.
        Unreadable: see `decisions`.

    >>> my_player()
    OwnPlayer('you')
    """
    return decisions().player(before)


def in_a_minute(games: int, *players: OwnPlayer) -> int:
    """The `games`, or as many of them as these players play in about a minute; then a line says so.

    An even number, at least 2. It goes by the settings of the players alone, so that it is the same
    on every computer.

    >>> slow = Decisions({"15": {"seconds": 0.2}}).player()
    >>> in_a_minute(546, slow, my_player())
    546 games would take about 33 minutes: these are 16
    16
    """
    minutes = games * TURNS * sum(player.thinks for player in players) / 60
    if minutes <= 1:
        return games
    fit = 2 * max(1, int(games / minutes / 2))
    print(f"{games:,} games would take about {minutes:.0f} minutes: these are {fit}")
    return fit


def league(games: int = 100, before: str | None = None, **how: object) -> RoundRobin:
    """You, a random player, one that knows two rules, and searches of 30 and 300 playouts:
    everybody against everybody.

    Args:
        games, how: as for `round_robin`.
        before: you as you were before that lesson; None: as you are.

    >>> league(games=2)
    RoundRobin(5 players, 20 games)
    """
    others = {
        "random": random_player,
        "two rules": rule_based_player,
        "30 playouts": mcts_player(30),
        "300 playouts": mcts_player(300),
    }
    return round_robin({"you": my_player(before), **others}, games, **how)
