"""Experiments too long for a lesson: each is one command, and its table ships with the package.

    python -m c4lib.experiments                      what there is
    python -m c4lib.experiments first_moves          does it all again, and writes its table anew

A notebook reads the table with `stored`, and does a sample of it again.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from c4lib._tools import one_of, written_whole

if TYPE_CHECKING:
    import pandas as pd

# The module of this package in which the function of that name makes the table.
EXPERIMENTS: dict[str, str] = {
    "accuracy_by_playouts": "perfection",
    "best_c": "perfection",
    "equal_matches": "perfection",
    "fooled": "perfection",
    "in_games": "perfection",
    "solve_gain": "perfection",
    "learned_strength": "learning",
    "learning_curve": "learning",
    "first_moves": "literature",
    "literature_robin": "literature",
    "mended_quirks": "literature",
    "tactics": "literature",
    "doubled_playouts": "tuning",
    "proposed_c": "tuning",
    "tuning_sweep": "tuning",
}


def stored(name: str) -> pd.DataFrame:
    """The table of an experiment as it ships with the package; `attrs["made"]` says how and with what it was made.

    Raises:
        ValueError: there is no experiment of that name.
        FileNotFoundError: it has not been run yet.
    """
    import pandas as pd

    path = _path(name)
    with path.open(encoding="utf-8") as file:
        made = [line[2:].rstrip() for line in file if line.startswith("# ")]
    table = pd.read_csv(path, comment="#", dtype_backend="numpy_nullable")
    table.attrs["made"] = "\n".join(made)
    return table


def run(name: str, jobs: int = 1) -> Path:
    """Does an experiment again, with progress bars, and writes its table: the path of that."""
    import numpy as np

    path = _path(name)
    table = getattr(import_module(f"c4lib.experiments.{EXPERIMENTS[name]}"), name)(jobs=jobs)
    path.parent.mkdir(exist_ok=True)
    python = ".".join(map(str, sys.version_info[:3]))
    made = f"# python -m c4lib.experiments {name}\n# Python {python}, NumPy {np.__version__}\n"
    with written_whole(path) as file:
        file.write((made + table.to_csv(index=False, lineterminator="\n")).encode())
    return path


def _path(name: str) -> Path:
    one_of("experiment", name, tuple(EXPERIMENTS))
    return Path(str(files("c4lib"))) / "data" / "experiments" / f"{name}.csv"
