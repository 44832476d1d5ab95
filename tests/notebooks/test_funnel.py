"""The moving picture of lesson 15: what is kept of the visits, move by move; without a browser."""


import pytest

from c4lib import Board, FastSearch
from pictures.lesson_15 import funnel, steps_of


@pytest.fixture(scope="module")
def film():
    panel = funnel(200, seed=3)
    yield panel
    panel.close()


def texts(film):
    return [words[1] for _, kind, _, words in film.picture.scene.elements.values() if kind == "text"]


def test_what_one_move_keeps_the_next_begins_with(film):
    kept = 0
    for step in range(1, film.number.max + 1):
        film.number.value = step
        first, _, last = (words for words in texts(film) if " " in words)
        assert first == f"{200 + kept:,} visits, by column"
        kept = int(last.split(": ")[1].split()[0])
    assert kept


def test_it_is_the_game_that_the_search_plays():
    search = FastSearch(Board(), rng=3)
    assert len(list(steps_of(200, seed=3))) > 3
    for total, (moves, move), (replies, reply) in steps_of(200, seed=3):
        assert search.run(200).visits == moves
        assert search.iterations == total
        assert search.best_move() == move
        search.move_root(move)
        assert search.visits == replies
        search.move_root(reply)
        assert search.iterations == replies[reply]
