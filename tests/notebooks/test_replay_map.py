"""The map of which every cell can be played again, without a browser: cells are clicked, keys pressed, games counted."""

import math
import threading

import pytest
from fake_page import is_hidden

from mctslab import play_match
from mctslab.experiments.tuning import REFERENCE
from mctslab.players import mcts_player
from pictures import replay
from pictures.replay import ReplayMap, in_words

CELL, OTHER = (0.2, 50), (0.4, 50)


@pytest.fixture
def cells():
    panel = ReplayMap(seed=1, games=20)
    yield panel
    panel.close()


@pytest.fixture
def held(monkeypatch):
    """Games begin when this event is set."""
    begin = threading.Event()

    def play(*arguments):
        assert begin.wait(20)
        return play_match(*arguments)

    monkeypatch.setattr(replay, "play_match", play)
    return begin


def clicked(cells, *names):
    for name in names:
        cells.map.click(name)
        cells.wait()
    return cells


def key(cells, *names):
    for name in names:
        cells.map.on_key(name)


def test_a_click_plays_the_games_of_a_match_between_that_cell_and_the_reference(cells):
    clicked(cells, CELL)
    match = play_match(mcts_player(50, c=0.2), REFERENCE, 20, (1, 1, 0))
    assert cells.replays[CELL] == [sum(match.results)]
    assert sum(map(len, cells.replays.values())) == 1


def test_each_click_plays_other_games_and_the_same_seed_the_same_ones(cells):
    points = [clicked(ReplayMap(seed, games=20), CELL, CELL).replays[CELL] for seed in (1, 1, 2)]
    assert points[0] == points[1] != points[2]
    assert len({*points[0]}) > 1


def test_all_games_of_a_replay_are_played_also_in_several_parts():
    cells = clicked(ReplayMap(games=30), OTHER)
    parts = [play_match(mcts_player(50, c=0.4), REFERENCE, n, (0, 1, at)) for at, n in ((0, 20), (20, 10))]
    assert cells.replays[OTHER] == [sum(sum(match.results) for match in parts)]


def test_the_sentence_has_the_old_and_the_new_score(cells):
    clicked(cells, CELL)
    new = cells.replays[CELL][0] / 20
    assert cells.sentence.value == f"c = 0.2, 50 playouts. The sweep: 9.2%. These 20 new games: {new:.1%}."


def test_a_cell_that_was_played_again_shows_both_scores_and_the_history_their_intervals(cells):
    clicked(cells, CELL, CELL)
    assert len([text for text in cells.map.texts if text.endswith("%")]) == 36
    [first, second] = cells.replays[CELL]
    lines = [text for text in cells.history.texts if "[" in text]
    assert lines[0] == "9.2% [7, 12]"
    assert [line.split()[0] for line in lines[1:]] == [
        f"{one:.1%}" for one in (first / 20, second / 20, (first + second) / 40)
    ]


def test_the_kernel_is_free_while_games_are_played(cells, held):
    cells.map.click(CELL)
    assert "are being played" in cells.sentence.value
    assert not is_hidden(cells.stop)
    held.set()
    cells.wait()
    assert is_hidden(cells.stop)
    assert is_hidden(cells.progress)


def test_games_that_are_stopped_are_not_counted(held):
    cells = ReplayMap(games=60)
    cells.map.click(CELL)
    cells.stop.click()
    held.set()
    cells.wait()
    assert not any(cells.replays.values())
    assert cells.sentence.value == "Stopped: these games are not counted."


def test_another_click_ends_the_games_of_the_first(held):
    cells = ReplayMap(games=60)
    cells.map.click(CELL)
    cells.map.click(OTHER)
    held.set()
    cells.wait()
    assert (len(cells.replays[CELL]), len(cells.replays[OTHER])) == (0, 1)
    assert cells.chosen == OTHER


def test_games_that_end_when_another_cell_is_chosen_are_counted_and_not_announced(cells, held):
    cells.map.click(CELL)
    key(cells, "ArrowUp")
    held.set()
    cells.wait()
    assert len(cells.replays[CELL]) == 1
    assert cells.sentence.value == "c = 0.4, 50 playouts. p plays it again."


def test_the_button_and_its_key_play_the_chosen_cell_again(cells):
    clicked(cells, CELL)
    cells.again.click()
    cells.wait()
    key(cells, "p")
    cells.wait()
    assert len(cells.replays[CELL]) == 3


def test_arrow_keys_go_from_cell_to_cell_and_stay_on_the_map(cells):
    key(cells, "ArrowUp")
    assert cells.chosen == replay.START
    key(cells, "ArrowUp", "ArrowLeft")
    assert cells.chosen == (math.sqrt(2), 100)
    key(cells, *["ArrowRight"] * 9, *["ArrowDown"] * 9)
    assert cells.chosen == (0.2, 800)
    assert not any(cells.replays.values())


def test_every_cell_has_words_for_a_screen_reader(cells):
    assert len(cells.map.spots) == 35
    assert cells.map.spots[math.sqrt(2), 50] == "play c = √2, 50 playouts again"
    assert in_words((1.0, 800)) == "c = 1, 800 playouts"


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"games": 0}])
def test_a_wrong_argument_is_refused_in_a_sentence(wrong):
    with pytest.raises(ValueError, match=f"{[*wrong][0]} must be a whole number"):
        ReplayMap(**wrong)
