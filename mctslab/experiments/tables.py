"""The tables of the experiments: where they are, and how rows of them are made and read."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from mctslab.arena import play_match
from mctslab.arena.parallel import run_all
from mctslab.arena.score import counts
from mctslab.players import Player

Row = dict[str, object]
"""The values of a row of a table, by their columns."""

GAMES_IN_ROW = 40


def path_of(name: str) -> Path:
    """Where the table of this experiment is."""
    return Path(str(files("mctslab"))) / "data" / "experiments" / f"{name}.csv"


def read(name: str) -> pd.DataFrame:
    """The table of this experiment; `attrs["made"]` says how and with what it was made."""
    path = path_of(name)
    with path.open(encoding="utf-8") as file:
        made = [line[2:].rstrip() for line in file if line.startswith("# ")]
    table = pd.read_csv(path, comment="#", dtype_backend="numpy_nullable")
    table.attrs["made"] = "\n".join(made)
    return table


def all_of(function: Callable, tasks: Iterable, unit: str, jobs: int) -> list:
    """The results of `function(*task)`, or `function(task)` if it is no tuple, with a bar."""
    items = [task if isinstance(task, tuple) else (task,) for task in tasks]
    return run_all(function, items, unit, jobs, progress=True)


def table_of(function: Callable, tasks: Iterable, unit: str, jobs: int) -> pd.DataFrame:
    """The table of the results of `all_of`, each of which is a row or a list of rows."""
    results = all_of(function, tasks, unit, jobs)
    rows = chain.from_iterable(results) if isinstance(results[0], list) else results
    return pd.DataFrame(rows)


def match_rows(
    players: Sequence[Player],
    games: int,
    seed: int | tuple[int, ...],
    jobs: int,
    settings: Row,
    size: int = GAMES_IN_ROW,
) -> list[Row]:
    """The rows of a match: the `settings` it is played with, and the counts of `size` games."""
    match = play_match(*players, games, seed, jobs=jobs, progress=True)
    return [settings | row for row in samples(match.results, size)]


def samples(results: Sequence[float], size: int = GAMES_IN_ROW) -> Iterator[dict[str, int]]:
    """A row for every `size` games: a notebook can repeat the first of them.

    >>> list(samples([1, 0, 0.5, 1], size=3))
    [{'sample': 0, 'wins': 1, 'draws': 1, 'losses': 1}, {'sample': 1, 'wins': 1, 'draws': 0, 'losses': 0}]
    """
    for sample in range(math.ceil(len(results) / size)):
        games = results[sample * size :][:size]
        yield {"sample": sample} | counts(games)


class Counted(NamedTuple):
    """What is left of a match if its games are only counted."""

    results: tuple[float, ...]


def counted(row: Mapping[str, int]) -> Counted:
    """The results behind the counts in a row of a table.

    >>> counted({"wins": 2, "draws": 1, "losses": 2})
    Counted(results=(1, 1, 0.5, 0, 0))
    """
    return Counted((1,) * row["wins"] + (0.5,) * row["draws"] + (0,) * row["losses"])
