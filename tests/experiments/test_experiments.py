"""The long experiments: what is listed can be run, what is stored is listed, and a table is read as it was written."""

import errno
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

import c4lib
from c4lib import experiments
from c4lib.experiments import EXPERIMENTS, run, stored
from c4lib.experiments.__main__ import main

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


@pytest.mark.parametrize("jobs", [0, -1, 1.5])
def test_a_number_of_jobs_that_means_nothing_is_refused(small, jobs):
    with pytest.raises(ValueError, match="jobs must be a whole number, at least 1"):
        run("small", jobs)


def test_the_command_refuses_them_in_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["experiments", "first_moves", "--jobs", "-1"])
    with pytest.raises(SystemExit):
        main()
    assert "--jobs must be from 1 to 1,000, not -1" in capsys.readouterr().err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the redirections are those of Linux")
@pytest.mark.parametrize(
    ("redirect", "end"), [(">/dev/full", "No space left on device\n"), ("| true", "Broken pipe\n")]
)
def test_a_list_that_nobody_reads_ends_with_a_sentence(redirect, end):
    command = ["bash", "-c", f'"$@" {redirect}', "bash", sys.executable, "-m", "c4lib.experiments"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60).stderr
    assert told.startswith("python -m c4lib.experiments: ")
    assert told.endswith(end)


@pytest.mark.parametrize("place", ["data", "data/experiments"])
def test_a_folder_that_cannot_be_written_is_told_before_the_work(small, tmp_path, monkeypatch, place):
    worked = []
    monkeypatch.setattr(
        import_module(f"c4lib.experiments.{EXPERIMENTS['small']}"), "small", worked.append, raising=False
    )
    (tmp_path / "data").rmdir()
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text("no folder")
    with pytest.raises(OSError, match="data"):
        run("small")
    assert not worked


def test_a_full_disk_is_told_before_the_work(small, monkeypatch):
    def full(*arguments, **options):
        raise OSError(errno.ENOSPC, "No space left")

    worked = []
    monkeypatch.setattr(
        import_module(f"c4lib.experiments.{EXPERIMENTS['small']}"), "small", worked.append, raising=False
    )
    monkeypatch.setattr("c4lib._tools.open", full, raising=False)
    with pytest.raises(OSError, match="No space left"):
        run("small")
    assert not worked
