"""Games dealt out: as work that anybody can do, and that a journal can keep."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from types import MappingProxyType
from typing import NamedTuple

from c4lib.arena.game import GameRecord, Seed, play_game
from c4lib.arena.parallel import Work, deal_out
from c4lib.board import Board
from c4lib.players import Player, player_name


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
