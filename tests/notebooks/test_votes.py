"""The film of lesson 12, in which ten seeds vote, and the votes of stored seeds: what is counted, and what is told when."""

import re
from collections import Counter

import pytest

from c4lib import Board, FastSearch
from mctslab.arena import mean_interval
from mctslab.arena.solved import solved_positions
from mctslab.experiments import stored
from mctslab.experiments.stopping import votes_in
from pictures.lesson_12 import all_cases, ballots, gain, rate, voting

FOOLED = "1322462435011661"
LOOKS = [10, 15, 20, 30, 50, 70, 100]


@pytest.fixture
def film():
    panel = voting(Board.from_moves(FOOLED), last=100)
    yield panel
    panel.close()


def drawn(film, kind):
    return [(shape, look) for _, what, shape, look in film.picture.scene.elements.values() if what == kind]


def test_each_look_says_and_shows_the_votes_of_ten_new_searches(film):
    for look, iterations in enumerate(LOOKS, start=1):
        film.number.value = look
        searches = (FastSearch(Board.from_moves(FOOLED), rng=seed).run(iterations) for seed in range(10))
        votes = Counter(search.best_move() for search in searches)
        said = {int(move): int(count) for count, move in re.findall(r"(\d+) for column (\d)", film.sentence.value)}
        assert film.sentence.value.startswith(f"{iterations:,} iterations: ")
        assert said == votes
        assert Counter(round(shape[0] / 125) - 1 for shape, _ in drawn(film, "circle")) == votes


def test_what_the_moves_are_worth_is_told_at_the_end_only(film):
    scores = solved_positions().scores[solved_positions().moves.index(FOOLED)]
    worth = ["wins" if score > 0 else "draws" if score == 0 else "loses" for score in scores]
    for look in range(1, len(LOOKS) + 2):
        film.number.value = look
        words = [look[1] for _, look in drawn(film, "text") if look[1] in worth]
        assert words == (worth if look > len(LOOKS) else [])
    assert film.sentence.value == "With perfect play, column 4 wins, column 5 wins, column 0 draws, column 3 draws."


def test_stored_votes_are_those_of_searches():
    table = stored("seed_votes")
    for place in (0, 271):
        assert table[table.place == place].to_dict("records") == votes_in(place)


def test_a_case_is_the_votes_of_the_same_seeds_after_100_and_1000_iterations():
    sound, cases = solved_positions().sound, all_cases()
    table = stored("seed_votes").set_index(["place", "playouts"]).moves
    assert len(cases) == 10 * len(table) / 2
    for number in (0, 7, 1_234, 3_679):
        case = cases[number]
        for playouts, agree, is_sound in (
            (100, case.before, case.sound_before),
            (1_000, case.after, case.sound_after),
        ):
            votes = Counter(table[case.place, playouts].split()[number % 10])
            assert agree == max(votes.values())
            best = [int(move) for move in votes if votes[move] == agree]
            assert is_sound == sound[case.place, best[0]]


def test_the_interval_of_a_gain_is_that_of_pairs_when_all_positions_have_equally_many_cases():
    before, after = (ballots()[ballots().playouts == playouts] for playouts in (100, 1_000))
    each = after.groupby("place").sound.mean() - before.groupby("place").sound.mean()
    assert gain(before, after) == pytest.approx((each.mean(), *mean_interval(each.to_numpy(float))), abs=0.0005)
    assert gain(before, before) == (0, 0, 0)


def test_where_all_cases_are_sound_only_the_positions_count():
    all_ten = ballots()[(ballots().playouts == 100) & (ballots().agree == 10)]
    mean, low, high = rate(all_ten)
    assert (mean, high) == (1, 1)
    assert 1 - 3.9 / all_ten.place.nunique() < low < 1 - 2.5 / all_ten.place.nunique()
