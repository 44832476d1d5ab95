"""The seven levers that are pulled blind, without a browser: buttons are clicked, what is said and counted is compared."""

import io

import numpy as np
import pytest
from fake_page import is_hidden
from matplotlib.colors import to_rgb
from matplotlib.image import imread

from c4lib.plots.canvas import EXPLOITATION
from mctslab.experiments.bandits import PAYS
from pictures.levers import LEVERS, MOST_PULLS, RULES, SAMPLE, LeverGame, choice, sample


def pulled(game, levers="ABCDEFGABB"):
    """The game after these levers were pulled with the buttons."""
    for lever in levers:
        game.levers[lever].click()
    return game


def told(game):
    """What everybody has lost, by the sentence."""
    _, _, words = game.sentence.value.partition("Lost: ")
    return {name: float(number) for name, number in (one.rsplit(" ", 1) for one in words.rstrip(".").split(", "))}


def test_a_button_counts_a_pull_of_its_lever_and_one_of_each_rule():
    game = pulled(LeverGame(seed=1))
    assert game.counts["you"][1].tolist() == [2, 3, 1, 1, 1, 1, 1]
    assert {name: counts[1].sum() for name, counts in game.counts.items()} == {"you": 10, "greedy": 10, "UCB1": 10}
    assert game.sentence.value == f"Won {game.counts['you'][0].sum()} of 10."


def test_pulls_at_once_are_as_many_as_the_slider_says_and_end_at_a_thousand():
    game = LeverGame()
    game.times.value = 100
    pulled(game, "CC")
    game.times.value = 25
    pulled(game, "A")
    game.times.value = 100
    assert game.counts["you"][1].tolist() == [25, 0, 200, 0, 0, 0, 0]
    pulled(game, "B" * 9)
    assert {counts[1].sum() for counts in game.counts.values()} == {MOST_PULLS}


def test_who_pulls_the_same_levers_wins_the_same():
    game = LeverGame({"greedy": RULES["greedy"], "again": RULES["greedy"]}, seed=4)
    while game.counts["you"][1].sum() < 200:
        game.pull(choice(RULES["greedy"], game.counts["you"]))
    assert all(np.array_equal(counts, game.counts["you"]) for counts in game.counts.values())


def test_what_is_told_is_regret():
    game = pulled(LeverGame({"first": lambda wins, visits, total: -total}, seed=2), "DDG")
    pays = game._pays
    game.ask.click()
    assert sorted(pays) == sorted(PAYS)
    gaps = pays.max() - pays
    assert told(game) == pytest.approx({"you": 2 * gaps[3] + gaps[6], "first": 3 * gaps[0]}, abs=0.051)


def test_nothing_is_told_before_it_is_asked_and_then_the_game_is_over():
    game = pulled(LeverGame(seed=1))
    before, seen = game.picture.scene.elements, game.counts["you"].copy()
    assert "Lost" not in game.sentence.value
    game.ask.click()
    assert len(game.picture.scene.elements) == len(before) + len(LEVERS)
    assert game.ask.disabled
    assert all(lever.disabled for lever in game.levers.values())
    pulled(game)
    assert np.array_equal(seen, game.counts["you"])


def test_a_new_game_begins_without_pulls_and_with_another_order():
    game = pulled(LeverGame(seed=1))
    before = game._pays
    game.ask.click()
    game.again.click()
    assert not any(counts.any() for counts in game.counts.values())
    assert not np.array_equal(before, game._pays)
    assert not game.levers["A"].disabled
    assert game.sentence.value == "Pull a lever."


def test_the_same_seed_is_the_same_game():
    one, same, other = (pulled(LeverGame(seed=seed), "ABCDEFG" * 5) for seed in (7, 7, 8))
    assert np.array_equal(one.counts["greedy"], same.counts["greedy"])
    assert np.array_equal(one._pays, same._pays)
    assert not np.array_equal(one.counts["greedy"], other.counts["greedy"])


def test_a_rule_chooses_by_its_values_and_unvisited_levers_first():
    counts = np.array([[5, 1, 2], [9, 1, 4]])
    assert (choice(RULES["greedy"], counts), choice(RULES["UCB1"], counts)) == (1, 1)
    assert choice(RULES["greedy"], np.array([[5, 0, 0], [9, 0, 0]])) == 1


def has_colour(png, colour):
    """Whether some of the picture has this colour."""
    return (abs(imread(io.BytesIO(png))[..., :3] - to_rgb(colour)) < 0.02).all(axis=-1).any()


def test_without_a_kernel_a_game_that_is_not_begun_shows_a_sample_of_other_levers():
    game, other = LeverGame(seed=1, c=0.5), LeverGame(seed=2, c=0.5)
    assert has_colour(game.static_picture(), EXPLOITATION)
    assert game.static_picture() != other.static_picture()
    assert repr(game).endswith(f"UCB1 has won {sample(1)[0].sum()} of {SAMPLE} pulls of other levers.")
    assert game.sentence.value == "Pull a lever."
    assert not game.counts["you"].any()
    game.ask.click()
    assert repr(game).endswith(game.sentence.value)


def test_every_control_is_seen_and_has_words():
    game = LeverGame()
    for control in (*game.levers.values(), game.times, game.ask, game.again):
        assert control.tooltip
        assert control.description
        assert not is_hidden(control)


def test_a_wrong_seed_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="seed must be a whole number"):
        LeverGame(seed=-1)
