"""When a search may stop: where its most visited move is not the one of the highest mean, and where
seeds agree."""

from __future__ import annotations

from itertools import product
from textwrap import wrap

import pandas as pd

from c4lib.fast.search import FastSearch
from mctslab.arena.solved import solved_positions
from mctslab.experiments.accuracy import (
    growing,
    moves_by_playouts,
    places_with_a_choice,
    search_in,
)
from mctslab.experiments.tables import Row, all_of, table_of
from mctslab.players import winning_moves

STOPS = (30, 100, 300)  # playouts after which visits and means are asked
STOP_SEEDS = 60
GROUPS = 65  # of 19 positions, whose answers hang together
RIGHT = ("by_visits", "by_mean", "by_settling", "more", "by_ten_times", "by_chance")
COUNTS = ("agree", "agree_sound", "differ", *RIGHT)

VOTE_PLAYOUTS = (100, 1_000)
VOTE_SETS = 10  # of ten seeds


def visits_or_mean(jobs: int) -> pd.DataFrame:
    """Sound moves where visits and means agree on the best and where they differ, 60 seeds each.

    The 1,235 solved positions are those where the choice matters: one legal move at least is sound,
    and one is not. `win_in_one` are the 867 of them that the player to move can win at once; the
    other 368 are harder. Answers in one position hang together, so the rows are groups of 19
    positions, each in two parts. Where visits and means differ, the columns `by_visits` and
    `by_mean` count the sound answers by either; `by_settling` those of the search that goes on
    until both agree, which takes it `more` playouts (at most as many again); `by_ten_times` those
    of the search that goes on to ten times the playouts; and `by_chance` is what a random choice
    would get.
    """
    places = places_with_a_choice()
    answers = all_of(stops_in, product(places, [STOP_SEEDS]), "positions", jobs)
    rows = []
    for number, (place, counts) in enumerate(zip(places, answers)):
        board = solved_positions().board(place)
        is_win = bool(winning_moves(board))
        part = {"win_in_one": is_win, "group": number % GROUPS}
        rows += [part | row for row in counts]
    in_common = ["win_in_one", "playouts", "group"]
    return pd.DataFrame(rows).groupby(in_common, as_index=False).sum().round(3)


def stops_in(place: int, seeds: int) -> list[Row]:
    """The counts of `visits_or_mean` in one position, a row for each number of playouts.

    >>> stops_in(0, seeds=20)[0]  # doctest: +NORMALIZE_WHITESPACE
    {'playouts': 30, 'agree': 18, 'agree_sound': 5, 'differ': 2, 'by_visits': 0, 'by_mean': 1, 'by_settling': 0, 'more': 2,
     'by_ten_times': 2, 'by_chance': 0.2857142857142857}
    """
    rows = [{"playouts": playouts} | dict.fromkeys(COUNTS, 0) for playouts in STOPS]
    for seed in range(seeds):
        searches = growing(search_in(place, seed), STOPS)
        for row, search in zip(rows, searches):
            for name, count in _stop(search, place, seed).items():
                row[name] += count
    return rows


def _stop(search: FastSearch, place: int, seed: int) -> Row:
    """What one search adds to the counts."""
    sound = solved_positions().sound[place].tolist()
    best = search.best_move()
    if is_settled(search):
        return {"agree": 1, "agree_sound": sound[best]}
    means = search.means
    best_mean = max(means, key=means.get)
    playouts = search.iterations
    longer = search_in(place, seed).run(10 * playouts)
    settled(search, 2 * playouts)
    return {
        "differ": 1,
        "by_visits": sound[best],
        "by_mean": sound[best_mean],
        "by_settling": sound[search.best_move()],
        "more": search.iterations - playouts,
        "by_ten_times": sound[longer.best_move()],
        "by_chance": sum(sound) / len(means),
    }


def settled(search: FastSearch, at_most: int) -> FastSearch:
    """The search, run until its most visited move has the highest mean, or to `at_most`."""
    while search.iterations < at_most and not is_settled(search):
        search.run(1)
    return search


def is_settled(search: FastSearch) -> bool:
    """Whether its most visited move has the highest mean."""
    means = search.means
    return means[search.best_move()] == max(means.values())


def seed_votes(jobs: int) -> pd.DataFrame:
    """The moves of 100 seeds in each solved position that has a choice and no win in one.

    The `moves` are ten words of ten columns, one for each set of ten seeds.
    """
    places = []
    for place in places_with_a_choice():
        board = solved_positions().board(place)
        if not winning_moves(board):
            places.append(place)
    return table_of(votes_in, places, "positions", jobs)


def votes_in(place: int) -> list[Row]:
    """The moves of all seeds in one position, a row for each number of playouts.

    >>> votes_in(10)[0]["moves"][:21]
    '4305131365 6020030533'
    """
    found = [moves_by_playouts(place, VOTE_PLAYOUTS, seed) for seed in range(10 * VOTE_SETS)]
    rows = []
    for playouts, moves in zip(VOTE_PLAYOUTS, zip(*found)):
        digits = "".join(map(str, moves))
        words = " ".join(wrap(digits, 10))
        rows.append({"place": place, "playouts": playouts, "moves": words})
    return rows
