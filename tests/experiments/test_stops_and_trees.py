"""Where visits and means differ, and proofs that are not skipped: what is stored is right."""

from itertools import product

import pytest

from c4lib import Board, FastSearch
from mctslab.experiments import stopping, stored
from mctslab.experiments.stopping import GROUPS, STOP_SEEDS, STOPS, settled


def test_every_search_of_visits_or_mean_is_counted_once():
    table = stored("visits_or_mean")
    searches = (table.agree + table.differ).groupby([table.playouts, table.group]).sum()
    assert searches.to_dict() == dict.fromkeys(product(STOPS, range(GROUPS)), 19 * STOP_SEEDS)


def test_visits_or_mean_keeps_the_368_positions_without_a_win_in_one_apart():
    table = stored("visits_or_mean")
    counts = (table.agree + table.differ).groupby([table.win_in_one, table.playouts]).sum()
    assert counts.loc[False].tolist() == [368 * STOP_SEEDS] * 3
    assert counts.loc[True].tolist() == [867 * STOP_SEEDS] * 3


@pytest.mark.check
def test_a_group_of_visits_or_mean_is_repeated_exactly(monkeypatch):
    places = stopping.places_with_a_choice()[64::GROUPS]
    monkeypatch.setattr(stopping, "places_with_a_choice", lambda: places)
    monkeypatch.setattr(stopping, "GROUPS", 1)
    repeated = stopping.visits_or_mean(jobs=1).drop(columns="group")
    kept = stored("visits_or_mean").query("group == 64").drop(columns="group")
    assert repeated.to_dict("list") == kept.to_dict("list")


@pytest.mark.parametrize(("at_most", "iterations"), [(100, 100), (101, 101), (200, 101)])
def test_a_search_settles_when_the_most_visited_move_has_the_highest_mean(at_most, iterations):
    search = FastSearch(Board.from_moves("062413"), rng=25).run(100)
    search = settled(search, at_most)
    assert search.iterations == iterations
    agrees = search.means[search.best_move()] == max(search.means.values())
    assert agrees == (iterations == 101)
