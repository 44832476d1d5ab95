"""The step control: its state and its widget, without a browser."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c4lib import Board, SearchSettings, TreeSearch
from c4lib.trace import Trace
from c4lib.widgets.stepper import SearchStepper
from c4lib.widgets.steps import Steps

MOVES = ["next_phase", "back_phase", "next_iteration", "back_iteration"]


def tree(moment):
    return [(node.move, node.wins, node.visits) for node in moment.nodes]


@given(st.lists(st.sampled_from(MOVES), min_size=500, max_size=500))
@settings(max_examples=5)
def test_500_steps_forwards_and_back_are_the_same_as_going_there_directly(way):
    walked = Steps(Trace(Board(), seed=4))
    for name in way:
        getattr(walked, name)()
    direct = Steps(Trace(Board(), seed=4), step=walked.step)
    assert tree(walked.moment) == tree(direct.moment)
    assert (walked.moment.iteration, walked.moment.phase) == (direct.moment.iteration, direct.moment.phase)


def test_the_tree_shown_is_that_of_the_search():
    stepper = SearchStepper(Board(4, 5), SearchSettings(c=1, prior=1), seed=2, iteration=30)
    root = TreeSearch(Board(4, 5), SearchSettings(c=1, prior=1), rng=2).run(30).root
    assert tree(stepper.moment)[0] == (None, root.wins, root.visits)
    assert [(node.move, node.wins, node.visits) for node in stepper.moment.root.children] == [
        (node.move, node.wins, node.visits) for node in root.children
    ]


def test_a_button_goes_on_by_a_phase():
    stepper = SearchStepper(seed=1)
    stepper.next_phase.click()
    assert (stepper.step, stepper.slider.value, stepper.moment.phase) == (1, 1, "select")
    stepper.next_iteration.click()
    assert (stepper.step, stepper.moment.phase) == (4, "backpropagate")
    stepper.back_phase.click()
    assert stepper.moment.phase == "simulate"


def test_the_slider_goes_to_any_step():
    stepper = SearchStepper(seed=1)
    stepper.slider.value = 41
    assert (stepper.moment.iteration, stepper.moment.phase) == (11, "select")


def test_another_seed_starts_the_search_again():
    stepper = SearchStepper(seed=1, iteration=5)
    stepper.seed.value = 2
    assert (stepper.step, stepper.trace.seed) == (0, 2)


def test_it_has_a_picture_for_readers_without_a_kernel():
    bundle = SearchStepper(seed=1, iteration=3)._repr_mimebundle_()
    assert bundle["text/plain"] == "SearchStepper(Board(), c=1.414, T=0, expand_at=1, seed=1, iteration 3, backpropagate)"
    assert len(bundle["image/png"]) > 1000


def test_a_finished_game_is_refused():
    with pytest.raises(ValueError, match="the game is over"):
        SearchStepper(Board.from_moves("0011223"))
