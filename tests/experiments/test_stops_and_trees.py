"""Where visits and means differ: what is stored is what the code gives."""

import numpy as np
import pandas as pd
import pytest

from c4lib import Board, FastSearch
from c4lib.arena.perfect import solved_positions
from c4lib.experiments import stored
from c4lib.experiments.strength import GROUPS, STOP_SEEDS, settled, stops_in


def test_every_search_of_visits_or_mean_is_counted_once():
    table = stored("visits_or_mean")
    assert set(table.agree + table.differ) == {19 * STOP_SEEDS}
    assert table.groupby("playouts").size().to_dict() == {30: GROUPS, 100: GROUPS, 300: GROUPS}


def test_no_column_of_visits_or_mean_counts_more_than_there_are():
    table = stored("visits_or_mean")
    assert (table.agree_sound <= table.agree).all()
    for column in ("by_visits", "by_mean", "by_settling", "by_ten_times", "by_chance"):
        assert (table[column] <= table.differ).all()


def test_a_group_of_visits_or_mean_is_repeated_exactly():
    places = np.flatnonzero(np.isin(solved_positions().kinds, ("several", "only one"))).tolist()[64::GROUPS]
    rows = pd.DataFrame([row for place in places for row in stops_in(place, STOP_SEEDS)])
    repeated = rows.groupby("playouts", as_index=False).sum().round(3)
    kept = stored("visits_or_mean").query("group == 64").drop(columns="group")
    assert repeated.to_dict("list") == kept.to_dict("list")


@pytest.mark.parametrize("at_most", [100, 101, 200])
def test_a_search_settles_when_the_most_visited_move_has_the_highest_mean(at_most):
    search = settled(FastSearch(Board.from_moves("062413"), rng=25).run(100), at_most)
    agrees = search.means[search.best_move()] == max(search.means.values())
    assert (search.iterations, agrees) == ((100, False) if at_most == 100 else (101, True))
