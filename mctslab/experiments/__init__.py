"""Experiments too long for a lesson: each is one command, and its table ships with the package.

    python -m mctslab.experiments                      lists them
    python -m mctslab.experiments first_moves          repeats one, and writes its table anew

A notebook reads the table with `stored`, and repeats a sample of it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from c4lib._tools import one_of, whole_number, written_whole
from mctslab.arena.parallel import MOST_JOBS
from mctslab.arena.score import counts

# The module of this package in which the function of that name makes the table.
EXPERIMENTS: dict[str, str] = {
    "accuracy_again": "strength",
    "accuracy_by_playouts": "strength",
    "best_c": "strength",
    "doubled_playouts": "strength",
    "equal_matches": "strength",
    "fooled": "strength",
    "in_games": "strength",
    "lucky_cells": "strength",
    "prior_confirmed": "strength",
    "prior_forgotten": "strength",
    "prior_in_mean": "strength",
    "prior_sweep": "strength",
    "proof_leads": "strength",
    "proofs_not_skipped": "strength",
    "proposed_c": "strength",
    "sensible_playouts": "strength",
    "slightly_more": "strength",
    "solve_gain": "strength",
    "tree_kept": "strength",
    "tuning_sweep": "strength",
    "urgency_sweep": "strength",
    "museum": "faults",
    "visits_or_mean": "strength",
    "learned_strength": "learning",
    "learning_changes": "learning",
    "learning_curve": "learning",
    "article_training": "literature",
    "first_moves": "literature",
    "claimed_matches": "literature",
    "factorial_matches": "literature",
    "tactics": "literature",
    "bandit_contest": "bandits",
    "lever_pays": "bandits",
}


def stored(name: str) -> pd.DataFrame:
    """The table of an experiment as it ships with the package; `attrs["made"]` says how and with
    what it was made.

    Raises:
        ValueError: there is no experiment of that name.
        FileNotFoundError: it has not been run yet.
    """
    path = _path(name)
    with path.open(encoding="utf-8") as file:
        made = [line[2:].rstrip() for line in file if line.startswith("# ")]
    table = pd.read_csv(path, comment="#", dtype_backend="numpy_nullable")
    table.attrs["made"] = "\n".join(made)
    return table


def run(name: str, jobs: int = 1) -> Path:
    """Repeats an experiment, with progress bars, and writes its table; returns the path of the
    table.

    Raises:
        ValueError: there is no experiment of that name, or `jobs` is not a whole number from 1 to
            1,000.
        OSError: the table cannot be written; this is found out before the work.
    """
    path, jobs = _path(name), whole_number("jobs", jobs, 1, MOST_JOBS)
    experiment = getattr(import_module(f"mctslab.experiments.{EXPERIMENTS[name]}"), name)
    path.parent.mkdir(exist_ok=True)
    with written_whole(path) as file:
        table = experiment(jobs=jobs)
        python = ".".join(map(str, sys.version_info[:3]))
        made = (
            f"# python -m mctslab.experiments {name}\n# Python {python}, NumPy {np.__version__}\n"
        )
        file.write((made + table.to_csv(index=False, lineterminator="\n")).encode())
    return path


def _path(name: str) -> Path:
    one_of("experiment", name, tuple(EXPERIMENTS))
    return Path(str(files("mctslab"))) / "data" / "experiments" / f"{name}.csv"


# -------------------------------------------------------------------- games that are only counted


class Counted(NamedTuple):
    """What is left of a match if its games are only counted."""

    results: tuple[float, ...]


def counted(row: Mapping[str, int]) -> Counted:
    """The results behind the counts in a row of a table.

    >>> counted({"wins": 2, "draws": 1, "losses": 2})
    Counted(results=(1, 1, 0.5, 0, 0))
    """
    return Counted((1,) * row["wins"] + (0.5,) * row["draws"] + (0,) * row["losses"])


def samples(results: Sequence[float], size: int) -> Iterator[dict[str, int]]:
    """A row for every `size` games: a notebook can repeat the first of them.

    >>> list(samples([1, 0, 0.5, 1], size=2))
    [{'sample': 0, 'wins': 1, 'draws': 0, 'losses': 1}, {'sample': 1, 'wins': 1, 'draws': 1, 'losses': 0}]
    """
    for sample in range(math.ceil(len(results) / size)):
        yield {"sample": sample} | counts(results[sample * size :][:size])
