"""The tables of the experiments: where they are, and how rows of them are made and read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from c4lib.board import Board
from mctslab.arena import play_match
from mctslab.arena.parallel import How, run_all
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
    made = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.startswith("# "):
                made.append(line[2:].rstrip())
    table = pd.read_csv(path, comment="#", dtype_backend="numpy_nullable")
    table.attrs["made"] = "\n".join(made)
    return table


def all_of(function: Callable, tasks: Iterable, unit: str, jobs: int) -> list:
    """The results of `function(*task)`, or `function(task)` if it is no tuple, with a bar."""
    items = []
    for task in tasks:
        items.append(task if isinstance(task, tuple) else (task,))
    return run_all(function, items, unit, How(jobs, progress=True))


def table_of(function: Callable, tasks: Iterable, unit: str, jobs: int) -> pd.DataFrame:
    """The table of the results of `all_of`, each of which is a row or a list of rows."""
    results = all_of(function, tasks, unit, jobs)
    if isinstance(results[0], list):
        results = chain.from_iterable(results)
    return pd.DataFrame(results)


class Pairing(NamedTuple):
    """A match of an experiment.

    Attributes:
        names: what it is called in the first columns of the table.
        one, other: the players; the results are those of `one`.
        games, seed, board: as for `play_match`.
    """

    names: Row
    one: Player
    other: Player
    games: int
    seed: int | tuple[int, ...]
    board: Board = Board()


def matches_in_rows_of(size: int) -> Callable:
    """What makes an experiment, which plays them, of a function that gives `Pairing`s.

    Each row of its table has the names of a match and the counts of so many games.
    """

    def played(pairings: Callable) -> Callable:
        @wraps(pairings)
        def played_in(jobs: int) -> pd.DataFrame:
            rows = []
            for names, *match in pairings():
                results = play_match(*match, jobs=jobs, progress=True).results
                rows += [names | row for row in samples(results, size)]
            return pd.DataFrame(rows)

        return played_in

    return played


def samples(results: Sequence[float], size: int = GAMES_IN_ROW) -> Iterator[dict[str, int]]:
    """A row for every `size` games: a notebook can repeat the first of them.

    >>> list(samples([1, 0, 0.5, 1], size=3))
    [{'sample': 0, 'wins': 1, 'draws': 1, 'losses': 1}, {'sample': 1, 'wins': 1, 'draws': 0, 'losses': 0}]
    """
    for sample, first in enumerate(range(0, len(results), size)):
        row = results[first : first + size]
        yield {"sample": sample} | counts(row)
