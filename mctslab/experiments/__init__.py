"""Experiments too long for a lesson: each is one command, and its table ships with the package.

    python -m mctslab.experiments                      lists them
    python -m mctslab.experiments first_moves          repeats one, and writes its table anew

A notebook reads the table with `stored`, and repeats a sample of it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from platform import python_version

import numpy as np
import pandas as pd

from c4lib._tools.arguments import one_of, whole_number
from c4lib._tools.files import written_whole
from mctslab.arena.parallel import MOST_JOBS
from mctslab.experiments.tables import path_of, read

# The module of this package in which the function of that name makes the table.
EXPERIMENTS = {
    "accuracy_by_c": "accuracy",
    "trap_thinking": "accuracy",
    "traps_by_c": "accuracy",
    "bandit_contest": "bandits",
    "lever_pays": "bandits",
    "fault_matches": "faults",
    "museum": "faults",
    "viewpoint_tests": "faults",
    "guided_matches": "guided",
    "rave_costs": "guided",
    "hex_first_moves": "hex_games",
    "learned_strength": "learning",
    "learning_changes": "learning",
    "learning_costs": "learning",
    "learning_curve": "learning",
    "learning_judges": "learning",
    "positions_left": "learning",
    "article_training": "literature",
    "first_moves": "literature",
    "claimed_matches": "literature",
    "factorial_matches": "literature",
    "tactics": "literature",
    "own_positions": "parity",
    "playout_dip": "playouts",
    "leaders_shares": "priors",
    "prior_plane": "priors",
    "prior_confirmed": "priors",
    "urgency_sweep": "priors",
    "network_curve": "selfplay",
    "networks_again": "selfplay",
    "networks_young": "selfplay",
    "selfplay_parts": "selfplay",
    "proof_leads": "proofs",
    "solve_gain": "proofs",
    "seed_votes": "stopping",
    "visits_or_mean": "stopping",
    "threat_blocks": "threat",
    "deep_matches": "tuning",
    "doubled_playouts": "tuning",
    "equal_matches": "tuning",
    "lucky_cells": "tuning",
    "proposed_c": "tuning",
    "slightly_more": "tuning",
    "tree_grown": "tuning",
    "tree_kept": "tuning",
    "tree_promised": "tuning",
    "tuning_sweep": "tuning",
}


def stored(name: str) -> pd.DataFrame:
    """The table of an experiment as it ships; `attrs["made"]` says how and with what it was made.

    Raises:
        ValueError: there is no experiment of that name.
        FileNotFoundError: it has not been run yet.
    """
    one_of("experiment", name, tuple(EXPERIMENTS))
    return read(name)


def experiment(name: str) -> Callable[..., pd.DataFrame]:
    """The function of `jobs` that makes the table of that name.

    Raises:
        ValueError: there is no experiment of that name.

    >>> experiment("slightly_more").__module__
    'mctslab.experiments.tuning'
    """
    one_of("experiment", name, tuple(EXPERIMENTS))
    return getattr(import_module(f"mctslab.experiments.{EXPERIMENTS[name]}"), name)


def run(name: str, jobs: int = 1) -> Path:
    """The path of an experiment's table, which is written anew; progress is shown.

    Raises:
        ValueError: there is no experiment of that name, or `jobs` is not a whole number from 1 to
            1,000.
        OSError: the table cannot be written; this is found out before the work.
    """
    make = experiment(name)
    jobs = whole_number("jobs", jobs, 1, MOST_JOBS)
    path = path_of(name)
    path.parent.mkdir(exist_ok=True)
    with written_whole(path) as file:
        made = f"# python -m mctslab.experiments {name}\n"
        made += f"# Python {python_version()}, NumPy {np.__version__}\n"
        rows = make(jobs=jobs).to_csv(index=False, lineterminator="\n")
        file.write((made + rows).encode())
    return path
