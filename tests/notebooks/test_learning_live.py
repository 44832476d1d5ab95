"""The moving picture of lesson 25: a network in training, of which is seen after each generation what it knows."""

import base64
import gzip
import re
import time

import numpy as np
import pytest

from c4lib.widgets.interrupts import interrupt
from mctslab.selfplay import SelfPlay, trained_network
from pictures.lesson_25 import LearningLive, look_at, points_against, told_interval

SMALL = {"games": 4, "simulations": 4, "generations": 5}


@pytest.fixture
def live():
    panel = LearningLive(**SMALL)
    yield panel
    panel.close()
    panel.wait()


def is_at_rest(panel):
    return panel.stop.disabled and not panel.train.disabled and not panel.step.disabled


def test_at_first_it_knows_nothing_and_shows_that(live):
    assert np.allclose(live.frames[0].shares, 1 / 7)
    assert live.sentence.value.startswith("Generation 0: all first moves are alike to it;")
    assert is_at_rest(live)
    assert live.number.disabled
    assert repr(live) == "LearningLive(0 of 5 generations)"
    assert live.static_picture().startswith(b"\x89PNG")


def test_a_step_is_one_generation_and_the_picture_follows(live):
    for number in (1, 2):
        live.step.click()
        live.wait()
        assert len(live.frames) == number + 1
        assert live.number.value == live.number.max == number
        assert live.sentence.value.startswith(f"Generation {number}:")
        assert is_at_rest(live)


def test_it_trains_as_the_library_does(live):
    live.ask(2)
    live.wait()
    steps = SelfPlay(games=4, simulations=4, seed=0).steps(5)
    for frame in live.frames[1:]:
        seen = look_at(next(steps))
        assert seen.points == frame.points
        assert np.array_equal(seen.shares, frame.shares)


def test_train_goes_to_the_end_and_then_there_is_nothing_left_to_do(live):
    live.train.click()
    live.wait()
    assert len(live.frames) == 6
    assert live.train.disabled
    assert live.step.disabled
    assert live.stop.disabled


def test_the_slider_goes_back_without_training(live):
    live.ask(3)
    live.wait()
    told = [live.told(number) for number in range(4)]
    for number in (0, 2, 3, 1):
        live.number.value = number
        assert live.sentence.value == told[number]
    assert len(live.frames) == 4


@pytest.mark.parametrize("press", [lambda live: live.stop.click(), lambda live: interrupt()])
def test_stop_ends_it_after_the_generation_under_way_and_it_can_go_on(press):
    live = LearningLive(games=4, simulations=4, generations=500)
    live.train.click()
    assert not live.stop.disabled
    while len(live.frames) < 3:
        time.sleep(0.01)
    press(live)
    live.wait(30)
    stopped = len(live.frames)
    assert stopped < 500
    assert is_at_rest(live)
    live.step.click()
    live.wait()
    assert len(live.frames) == stopped + 1
    live.close()


def test_a_page_has_every_generation(tmp_path):
    live = LearningLive(**SMALL)
    live.save_html(tmp_path / "page.html", "Learning")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    packed = max(re.findall(r"[A-Za-z0-9+/=]{200,}", text), key=len)
    lines = gzip.decompress(base64.b64decode(packed)).decode().splitlines()
    assert [f"Generation {number}:" in line for number, line in zip(range(6), lines)] == [True] * 6
    live.close()


def test_points_are_those_of_both_players_and_the_same_again():
    network = trained_network()
    points = points_against(network, playouts=1, games=6)
    assert 3 < points <= 6
    assert points == points_against(network, playouts=1, games=6)


def test_a_mean_of_trainings_is_told_with_its_interval():
    assert re.fullmatch(r"50% \[\d+%, \d+%\]", told_interval([0.4, 0.6, 0.5]))
