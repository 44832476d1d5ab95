"""The long experiments: what is listed can be run, what is stored is listed, and a table is read as it was written."""

from importlib import import_module
from itertools import product
from pathlib import Path

import pandas as pd
import pytest

import mctslab
from c4lib.study.perfect import perfect_winner
from mctslab.arena.solved import solved_positions
from mctslab.experiments import (
    EXPERIMENTS,
    accuracy,
    experiment,
    faults,
    guided,
    learning,
    playouts,
    priors,
    proofs,
    run,
    stored,
    tables,
    threat,
    tuning,
)
from mctslab.experiments.__main__ import main

FOLDER = Path(mctslab.__file__).parent / "data" / "experiments"


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_table_is_there_and_says_how_it_was_made(name):
    table = stored(name)
    assert len(table) > 0
    assert table.attrs["made"].startswith(f"python -m mctslab.experiments {name}\n")


def test_no_table_is_there_that_no_experiment_makes():
    assert {path.stem for path in FOLDER.glob("*.csv")} <= set(EXPERIMENTS)


@pytest.mark.parametrize("door", [stored, run, experiment])
def test_an_unknown_experiment_is_refused_with_those_that_there_are(door):
    with pytest.raises(ValueError, match="experiment must be .*not 'nothing'"):
        door("nothing")


WINS = "takes a win in one"
SMALLER = {  # what an experiment is reduced to
    "accuracy_by_c": {"places_with_a_choice": lambda: [0], "CS": (0.1, accuracy.DEFAULT_C)},
    "deep_matches": {"DEEP": {1_000: 20}},
    "doubled_playouts": {"LADDER": (50,), "LADDER_GAMES": 40},
    "equal_matches": {"EQUAL_PLAYOUTS": (100,), "EQUAL_GAMES": 40},
    "fault_matches": {"COMPARED_WITH": {"prior twice": "correct"}, "FAULT_GAMES": 40},
    "guided_matches": {"GUIDED": guided.GUIDED[:2], "GUIDED_GAMES": 40},
    "leaders_shares": {"PLANE": {"prior": (0,), "c": (0.25,)}, "SHARE_SEARCHES": 100},
    "lucky_cells": {"LUCKY_CS": (1.0,), "LUCKY_GAMES": 40},
    "museum": {"MUSEUM": {"old counts kept": faults.KeepsOldCounts}, "TESTS": {WINS: faults.TESTS[WINS]}},
    "playout_dip": {"dip_matches": lambda: [playouts.DipMatch(7, "sensible", 1, 1, 1, 20)], "DIP_GAMES": 100},
    "prior_confirmed": {"CONFIRMED": priors.CONFIRMED[:1], "CONFIRMED_GAMES": 100},
    "prior_plane": {"PLANE": {"prior": (0,), "c": (0.25,)}, "PLANE_PLAYOUTS": (50,), "PLANE_GAMES": 100},
    "proof_leads": {"places_where": lambda **facts: [1]},
    "proposed_c": {"PROPOSED_PLAYOUTS": (50,), "PROPOSED_GAMES": 40},
    "rave_costs": {"HEX_POSITIONS": {4: 1}},
    "seed_votes": {"places_with_a_choice": lambda: [10, 534]},
    "slightly_more": {"SLIGHTLY_MORE": (120,), "SLIGHT_GAMES": 20},
    "threat_blocks": {"THREAT_PLAYOUTS": (20,), "THREAT_SEEDS": 200, "KINDS": dict([*threat.KINDS.items()][1:3])},
    "tree_grown": {"GROWN_AT": (0,), "GROWN_GAMES": 40},
    "tree_kept": {"KEPT_GAMES": {100: 40}},
    "tuning_sweep": {"GRID": {"c": (0.2,), "playouts": (50,)}, "SWEEP_GAMES": 40},
    "viewpoint_tests": {
        "VIEWPOINT_TESTS": (("opening", 600, 1, faults.VIEWPOINTS), ("mistaken twin", 50, 1, ["right"]))
    },
    "urgency_sweep": {"URGENCY_GRID": {"unvisited": (0.5,), "c": (0.25,)}, "URGENCY_GAMES": 40},
}


@pytest.mark.parametrize("name", SMALLER)
@pytest.mark.check
def test_rows_of_a_table_are_made_again(monkeypatch, name):
    module = import_module(experiment(name).__module__)
    for size, value in SMALLER[name].items():
        monkeypatch.setattr(module, size, value)
    table = experiment(name)(jobs=1)
    again = [*table.itertuples(index=False, name=None)]
    rows = stored(name)[[*table]].itertuples(index=False, name=None)
    assert [row for row in rows if row in set(again)] == again


def cells(grid, games):
    return dict.fromkeys(product(*grid.values()), games)


GUIDED_CELLS = {
    (name, prior, other, playouts): guided.GUIDED_GAMES for (name, playouts, prior), (other, _) in guided.GUIDED
}
TEN_SEEDS = (*learning.SEEDS, *learning.MORE_SEEDS)
COST_CELLS = {
    (*cost, seed, moves): learning.TESTED for cost, seed, moves in product(learning.COSTS, TEN_SEEDS, ("all", "tried"))
}
JUDGED = {"change": learning.LEFT_OUT, "seed": TEN_SEEDS, "opponent": learning.OUTSIDERS}
PLANE_CELLS = cells({"playouts": priors.PLANE_PLAYOUTS} | priors.PLANE, priors.PLANE_GAMES)
for budget in priors.PLANE_PLAYOUTS:
    del PLANE_CELLS[budget, 0, 0.7]  # the opponent itself


@pytest.mark.parametrize(
    ("name", "columns", "games"),
    [
        ("tuning_sweep", ["c", "playouts"], cells(tuning.GRID, tuning.SWEEP_GAMES)),
        ("deep_matches", ["playouts"], tuning.DEEP),
        ("fault_matches", ["fault"], dict.fromkeys(faults.COMPARED_WITH, faults.FAULT_GAMES)),
        ("tree_kept", ["playouts"], tuning.KEPT_GAMES),
        ("tree_promised", ["match"], tuning.PROMISED),
        ("prior_plane", ["playouts", "prior", "c"], PLANE_CELLS),
        (
            "prior_confirmed",
            ["playouts", "prior", "c", "other_prior", "other_c"],
            {
                (pair[0], *pair[1], *pair[2]): priors.CLOSE_GAMES if pair in priors.CLOSE else priors.CONFIRMED_GAMES
                for pair in priors.CONFIRMED
            },
        ),
        ("guided_matches", ["one", "prior", "other", "playouts"], GUIDED_CELLS),
        ("learning_costs", ["move", "start", "seed", "moves"], COST_CELLS),
        ("learning_judges", ["change", "seed", "opponent"], cells(JUDGED, learning.TESTED)),
        ("museum", ["fault", "test"], cells({"fault": faults.MUSEUM, "test": faults.TESTS}, faults.SEEDS)),
        ("playout_dip", [*playouts.DipMatch._fields], dict.fromkeys(playouts.dip_matches(), playouts.DIP_GAMES)),
    ],
)
def test_a_table_has_all_games_of_every_match_and_no_others(name, columns, games):
    counts = stored(name).groupby(columns)[["wins", "draws", "losses"]].sum()
    assert counts.sum(axis=1).to_dict() == games


def test_the_positions_that_fooled_a_search_are_asked_again_with_every_c():
    first, again = stored("accuracy_by_c"), stored("traps_by_c")
    is_sound = solved_positions().sound[first.place.to_numpy(int), first["100000"].to_numpy(int)]
    fooled = set(first.place[~is_sound & first.c.isin(accuracy.TRAP_CS).to_numpy(bool)])
    assert list(zip(again.place, again.c)) == [*product(sorted(fooled), accuracy.TRAP_CS)]


@pytest.mark.check
def test_a_trap_can_be_asked_again():
    row = stored("traps_by_c").loc[0].to_dict()
    assert accuracy.sound_in_trap(int(row["place"]), row["c"]) == row


def test_what_the_trap_makes_searches_believe_is_there_for_every_move():
    table = stored("trap_thinking")
    assert table.groupby(["c", "playouts"]).size().to_dict() == dict.fromkeys(
        product(accuracy.TRAP_CS, accuracy.TRAP_PLAYOUTS), 7
    )
    assert (table.groupby(["c", "playouts"]).played.sum() == accuracy.TRAP_SEEDS).all()


@pytest.mark.check
@pytest.mark.parametrize("size", guided.HEX_POSITIONS)
def test_in_a_hex_position_of_the_experiment_the_move_wins_and_no_other(size):
    board, win = guided.hex_position(size, 0)
    winners = {move: perfect_winner(board.play(move)) for move in board.legal_moves()}
    assert [move for move in winners if winners[move] == board.to_move] == [win]


def test_answers_with_proofs_and_without_are_counted_for_five_seeds(monkeypatch):
    place, right = 40, solved_positions().sound[40]
    monkeypatch.setattr(proofs, "PROOF_PLAYOUTS", (100,))
    row = proofs.gains_in(place).iloc[0]
    without, within = (
        sum(right[accuracy.moves_by_playouts(place, [100], seed, solve=solve)[0]] for seed in range(5))
        for solve in (False, True)
    )
    assert (row.answers, row.sound_without, row.sound_with) == (5, without, within)


@pytest.fixture
def small(tmp_path, monkeypatch):
    """An experiment that takes no time, whose table goes to a folder of the test."""
    table = pd.DataFrame({"word": ["one, two", "three"], "number": [1, 2], "share": [0.25, 0.5]})
    monkeypatch.setattr(tuning, "small", lambda jobs: table, raising=False)
    monkeypatch.setitem(EXPERIMENTS, "small", "tuning")
    monkeypatch.setattr(tables, "files", lambda package: tmp_path)
    (tmp_path / "data").mkdir()
    return table


def test_a_table_is_read_as_it_was_written(small):
    path = run("small")
    assert path.name == "small.csv"
    assert stored("small").to_dict("list") == small.to_dict("list")


def test_an_experiment_that_fails_leaves_the_old_table(small, monkeypatch):
    run("small")

    def fails(jobs):
        raise RuntimeError("no")

    monkeypatch.setattr(tuning, "small", fails)
    with pytest.raises(RuntimeError, match="no"):
        run("small")
    assert len(stored("small")) == len(small)


def test_a_number_of_jobs_that_means_nothing_is_refused(small):
    with pytest.raises(ValueError, match="jobs must be a whole number, at least 1"):
        run("small", 0)


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


@pytest.fixture
def worked(small, monkeypatch):
    """The calls of the experiment."""
    calls = []
    monkeypatch.setattr(tuning, "small", calls.append)
    return calls


def test_a_folder_that_cannot_be_written_is_found_before_the_work(worked, tmp_path):
    (tmp_path / "data" / "experiments").write_text("no folder")
    with pytest.raises(OSError, match="data"):
        run("small")
    assert not worked
