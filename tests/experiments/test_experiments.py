"""The long experiments: what is listed can be run, what is stored is listed, and a table is read as it was written."""

from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

import c4lib
from c4lib import experiments
from c4lib.experiments import EXPERIMENTS, run, stored

FOLDER = Path(c4lib.__file__).parent / "data" / "experiments"


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_is_a_function_that_says_what_it_does(name):
    function = getattr(import_module(f"c4lib.experiments.{EXPERIMENTS[name]}"), name)
    assert function.__doc__.splitlines()[0].endswith(".")


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_table_is_there_and_says_how_it_was_made(name):
    table = stored(name)
    assert len(table) > 0
    assert table.attrs["made"].startswith(f"python -m c4lib.experiments {name}\n")


def test_no_table_is_there_that_no_experiment_makes():
    assert {path.stem for path in FOLDER.glob("*.csv")} <= set(EXPERIMENTS)


def test_an_unknown_experiment_is_told_with_those_that_there_are():
    with pytest.raises(ValueError, match="experiment must be .*not 'nothing'"):
        stored("nothing")


@pytest.fixture
def small(tmp_path, monkeypatch):
    """An experiment that takes no time, whose table goes to a folder of the test."""
    module = import_module(f"c4lib.experiments.{next(iter(EXPERIMENTS.values()))}")
    table = pd.DataFrame({"word": ["one, two", "three"], "number": [1, 2], "share": [0.25, 0.5]})
    monkeypatch.setattr(module, "small", lambda jobs: table, raising=False)
    monkeypatch.setitem(EXPERIMENTS, "small", next(iter(EXPERIMENTS.values())))
    monkeypatch.setattr(experiments, "files", lambda package: tmp_path)
    (tmp_path / "data").mkdir()
    return table


def test_a_table_is_read_as_it_was_written(small):
    path = run("small")
    assert path.name == "small.csv"
    assert stored("small").to_dict("list") == small.to_dict("list")


def test_an_experiment_that_fails_leaves_the_old_table(small, monkeypatch):
    run("small")
    module = import_module(f"c4lib.experiments.{EXPERIMENTS['small']}")

    def fails(jobs):
        raise RuntimeError("no")

    monkeypatch.setattr(module, "small", fails)
    with pytest.raises(RuntimeError, match="no"):
        run("small")
    assert len(stored("small")) == len(small)
