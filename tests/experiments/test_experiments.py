"""The long experiments: what is listed can be run, what is stored is listed, and a table is read as it was written."""

import errno
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

import mctslab
from mctslab import experiments
from c4lib.study.perfect import solved_positions
from mctslab.experiments import EXPERIMENTS, run, stored, strength
from mctslab.experiments.__main__ import main

FOLDER = Path(mctslab.__file__).parent / "data" / "experiments"


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_is_a_function_that_says_what_it_does(name):
    function = getattr(import_module(f"mctslab.experiments.{EXPERIMENTS[name]}"), name)
    assert function.__doc__.splitlines()[0].endswith(".")


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_table_is_there_and_says_how_it_was_made(name):
    table = stored(name)
    assert len(table) > 0
    assert table.attrs["made"].startswith(f"python -m mctslab.experiments {name}\n")


def test_no_table_is_there_that_no_experiment_makes():
    assert {path.stem for path in FOLDER.glob("*.csv")} <= set(EXPERIMENTS)


def test_an_unknown_experiment_is_told_with_those_that_there_are():
    with pytest.raises(ValueError, match="experiment must be .*not 'nothing'"):
        stored("nothing")


SMALLER = {  # the sizes of an experiment for its first rows
    "equal_matches": {"MATCH_PLAYOUTS": (100,), "CS": (0.1,), "SOLVE_PLAYOUTS": (), "MATCH_GAMES": 40},
    "slightly_more": {"SLIGHTLY_MORE": (120,), "SLIGHT_GAMES": 20},
    "tuning_sweep": {"GRID": {"c": (0.2,), "playouts": (50,)}, "SWEEP_GAMES": 40},
    "proposed_c": {"PROPOSED_PLAYOUTS": (50,), "PROPOSED_GAMES": 40},
    "lucky_cells": {"LUCKY_CS": (1.0,), "LUCKY_GAMES": 40},
    "doubled_playouts": {"LADDER": (50,), "LADDER_GAMES": 40},
    "tree_kept": {"KEPT_GAMES": {100: 40}},
    "prior_sweep": {"PRIOR_GRID": {"prior": (0,), "c": (0.25,)}, "PRIOR_GAMES": 40},
    "prior_confirmed": {"CONFIRMED": strength.CONFIRMED[:1], "CONFIRMED_GAMES": 40},
    "urgency_sweep": {"URGENCY_GRID": {"unvisited": (0.5,), "c": (0.25,)}, "PRIOR_GAMES": 40},
}


@pytest.mark.parametrize("name", SMALLER)
def test_the_first_rows_of_a_table_are_made_again(monkeypatch, name):
    for size, value in SMALLER[name].items():
        monkeypatch.setattr(strength, size, value)
    rows = getattr(strength, name)()
    assert rows.to_dict("list") == stored(name)[: len(rows)].to_dict("list")


@pytest.mark.parametrize(
    ("name", "of_a_match", "games"),
    [
        ("tuning_sweep", ["c", "playouts"], strength.SWEEP_GAMES),
        ("doubled_playouts", ["playouts"], strength.LADDER_GAMES),
        ("proposed_c", ["playouts"], strength.PROPOSED_GAMES),
        ("lucky_cells", ["c"], strength.LUCKY_GAMES),
        ("equal_matches", ["playouts", "c", "solve"], strength.MATCH_GAMES),
        ("slightly_more", ["playouts"], strength.SLIGHT_GAMES),
        ("prior_confirmed", ["prior", "c", "other_prior", "other_c"], strength.CONFIRMED_GAMES),
        ("sensible_playouts", ["price", "playouts"], strength.SENSIBLE_GAMES),
    ],
)
def test_every_match_of_a_table_has_all_its_games(name, of_a_match, games):
    counts = stored(name).groupby(of_a_match)[["wins", "draws", "losses"]].sum().sum(axis=1)
    assert set(counts) == {games}


@pytest.mark.parametrize(
    ("name", "column", "values"),
    [
        ("tuning_sweep", "c", strength.GRID["c"]),
        ("tuning_sweep", "playouts", strength.GRID["playouts"]),
        ("doubled_playouts", "playouts", strength.LADDER),
        ("proposed_c", "playouts", strength.PROPOSED_PLAYOUTS),
        ("lucky_cells", "c", strength.LUCKY_CS),
        ("slightly_more", "playouts", strength.SLIGHTLY_MORE),
        ("tree_kept", "playouts", strength.KEPT_GAMES),
    ],
)
def test_a_table_has_every_value_of_its_experiment_and_no_other(name, column, values):
    assert set(stored(name)[column]) == set(values)


def test_answers_with_proofs_and_without_are_counted_for_five_seeds(monkeypatch):
    place, right = 40, solved_positions().sound[40]
    monkeypatch.setattr(strength, "SOLVE_PLAYOUTS", (100,))
    row = strength.proofs_compared([place]).iloc[0]
    without, within = (
        sum(right[strength.moves_by_playouts(place, [100], seed, solve=solve)[0]] for seed in range(5))
        for solve in (False, True)
    )
    assert (row.answers, row.sound_without, row.sound_with) == (5, without, within)


@pytest.fixture
def small(tmp_path, monkeypatch):
    """An experiment that takes no time, whose table goes to a folder of the test."""
    module = import_module(f"mctslab.experiments.{next(iter(EXPERIMENTS.values()))}")
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
    module = import_module(f"mctslab.experiments.{EXPERIMENTS['small']}")

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


def test_the_command_without_names_lists_the_experiments(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["experiments"])
    main()
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(EXPERIMENTS)


def test_the_command_with_a_name_says_where_the_table_is(small, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["experiments", "small"])
    main()
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith("small.csv")


def test_the_command_refuses_no_jobs_in_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["experiments", "first_moves", "--jobs", "-1"])
    with pytest.raises(SystemExit):
        main()
    assert "--jobs must be from 1 to 1,000, not -1" in capsys.readouterr().err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the redirections are those of Linux")
@pytest.mark.parametrize(
    ("redirect", "end"), [(">/dev/full", "No space left on device\n"), ("| true", "Broken pipe\n")]
)
def test_a_list_that_nobody_reads_ends_with_a_sentence(redirect, end):
    command = ["bash", "-c", f'"$@" {redirect}', "bash", sys.executable, "-m", "mctslab.experiments"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60).stderr
    assert told.startswith("python -m mctslab.experiments: ")
    assert told.endswith(end)


@pytest.mark.parametrize("place", ["data", "data/experiments"])
def test_a_folder_that_cannot_be_written_is_told_before_the_work(small, tmp_path, monkeypatch, place):
    worked = []
    monkeypatch.setattr(
        import_module(f"mctslab.experiments.{EXPERIMENTS['small']}"), "small", worked.append, raising=False
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
        import_module(f"mctslab.experiments.{EXPERIMENTS['small']}"), "small", worked.append, raising=False
    )
    monkeypatch.setattr("c4lib._tools.open", full, raising=False)
    with pytest.raises(OSError, match="No space left"):
        run("small")
    assert not worked
