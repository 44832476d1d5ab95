"""Where the step control is: how it goes on and back, what is covered, parts of a phase, two searches, steps by name."""

import math

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from nim import Nim

from c4lib import Board, SearchSettings, SearchStepper, TreeSearch
from c4lib.plots.phases import sentence
from c4lib.study.recording import PHASES, Trace
from c4lib.widgets.stepper import FIRSTS, MOST_ITERATIONS, _first_step

BUTTONS = ["first", "back_iteration", "back_phase", "next_phase", "next_iteration", "last"]
ALMOST_WON = Board.from_moves("010101")
SOLVE = SearchSettings(solve=True)
SEARCHES = [
    (Board(), SearchSettings()),
    (Board(4, 5), SearchSettings(c=0.2, prior=1, expand_at=0)),
    (Board(1, 5), SearchSettings()),
    (Nim(), SearchSettings()),
]


def at(number, game=Board(), settings=SearchSettings(), seed=1):
    """A step control at this step."""
    stepper = SearchStepper(game, settings, seed, iteration=(number + 3) // 4)
    stepper.slider.value = number
    return stepper


# ---------------------------------------------------------------- where one is


@examples(max_examples=20)
@given(st.lists(st.sampled_from(BUTTONS), max_size=60))
def test_steps_are_those_of_plain_arithmetic(names):
    stepper, here, end = SearchStepper(Board(3, 4, 3), seed=1, iterations=5), 0, 20
    for name in names:
        getattr(stepper, name).click()
        whole = [step for step in range(0, 400, 4)]
        here = {
            "first": 0,
            "back_iteration": max([step for step in whole if step < here], default=0),
            "back_phase": max(here - 1, 0),
            "next_phase": here + 1,
            "next_iteration": min(step for step in whole if step > here),
            "last": end,
        }[name]
        end = max(end, 4 * math.ceil(here / 4))
        assert (stepper.step.number, stepper.slider.value, stepper.slider.max) == (here, here, end)


def test_nothing_lies_beyond_the_most_iterations():
    stepper = SearchStepper(Board(1, 4), SearchSettings(expand_at=9), iteration=MOST_ITERATIONS)
    for name in ("next_phase", "next_part", "next_iteration"):
        getattr(stepper, name).click()
        assert (stepper.step.number, stepper.step.part) == (4 * MOST_ITERATIONS, None)
    stepper.jump.value = MOST_ITERATIONS + 1
    assert (stepper.jump.value, stepper.step.number) == (MOST_ITERATIONS, 4 * MOST_ITERATIONS)


def test_steps_end_where_the_result_is_proven():
    stepper = SearchStepper(ALMOST_WON, SOLVE, seed=1)
    stepper.last.click()
    end = stepper.step.number
    assert end == stepper.slider.max == 4 * stepper.trace.iterations < 240
    assert stepper.sentence.endswith("of them are now proven.")
    for name in ("next_phase", "next_iteration", "last"):
        getattr(stepper, name).click()
        assert stepper.step.number == end
    stepper.jump.value = 60
    assert (stepper.jump.value, stepper.step.number) == (end // 4, end)


def test_change_of_settings_ends_where_the_other_search_is_proven():
    stepper = at(200, Board.from_moves("2233", rows=4, columns=5), SearchSettings(solve=True, expand_at=1000))
    stepper.expand_at.value = 0
    assert stepper.step.number == stepper.slider.max == 4 * stepper.trace.iterations < 200
    assert stepper.step.root.proof is not None


# ---------------------------------------------------------------- predict first


@pytest.mark.parametrize(("game", "settings"), SEARCHES[:2])
def test_covered_phase_shows_the_step_before_and_one_more_click_uncovers_it(game, settings):
    stepper = at(39, game, settings, seed=2)
    stepper.predict.value = True
    for number in range(40, 60):
        before = stepper.step
        stepper.next_phase.click()
        assert (stepper.step.number, stepper.step.is_covered, stepper.step.seen) == (number, True, before)
        assert stepper.line.value == sentence(stepper.step)
        stepper.next_phase.click()
        assert stepper.step == stepper.step.seen == stepper.trace.step(number)
        assert stepper.line.value == sentence(stepper.step)


@pytest.mark.parametrize(
    ("use", "number", "is_covered"),
    [
        (lambda stepper: stepper.back_phase.click(), 8, False),
        (lambda stepper: setattr(stepper.c, "value", 0.3), 9, True),
        (lambda stepper: setattr(stepper.predict, "value", False), 9, False),
    ],
    ids=["back", "other settings", "predict no longer"],
)
def test_a_covered_phase_stays_covered_until_it_is_left_or_asked_for(use, number, is_covered):
    stepper = at(8)
    stepper.predict.value = True
    stepper.next_phase.click()
    use(stepper)
    assert (stepper.step.number, stepper.step.is_covered) == (number, is_covered)


# ---------------------------------------------------------------- edge by edge, move by move


def phase_by_parts(stepper):
    """Go on by one phase, part after part: the steps, up to the first one of the next phase."""
    stepper.next_part.click()
    number, steps = stepper.step.number, []
    while stepper.step.number == number:
        steps.append(stepper.step)
        assert len(steps) < 100
        stepper.next_part.click()
    assert stepper.step.number == number + 1
    return steps


@pytest.mark.parametrize(("game", "settings"), SEARCHES)
@pytest.mark.parametrize("iteration", [1, 40])
def test_parts_of_a_selection_are_its_edges_one_after_the_other(game, settings, iteration):
    path = Trace(game, settings, seed=3).at(iteration, "select").path
    steps = phase_by_parts(at(4 * iteration - 4, game, settings, seed=3))
    assert [step.part for step in steps] == (list(range(len(path))) if len(path) > 1 else [None])
    shown = [[node.move for node in step.trace.show(step).path] for step in steps]
    assert shown == [[node.move for node in path[: end + 1]] for end in range(len(path))]


@pytest.mark.parametrize(("game", "settings"), SEARCHES)
@pytest.mark.parametrize("iteration", [1, 40])
def test_parts_of_a_playout_are_its_moves_and_the_position_follows(game, settings, iteration):
    simulation = Trace(game, settings, seed=3).at(iteration, "simulate").simulation
    positions = [simulation.node.game]
    for move in simulation.moves:
        positions.append(positions[-1].play(move))
    steps = phase_by_parts(at(4 * iteration - 2, game, settings, seed=3))
    assert [step.part for step in steps] == (list(range(len(positions))) if len(positions) > 1 else [None])
    assert [step.trace.show(step).game for step in steps] == positions
    assert positions[-1] == simulation.final


@pytest.mark.parametrize("phase", ["expand", "backpropagate"])
def test_other_phases_have_one_part(phase):
    (step,) = phase_by_parts(at(4 * 20 - 4 + PHASES.index(phase), seed=3))
    assert (step.part, step.parts, step.phase) == (None, 0, phase)


def test_parts_are_left_by_the_next_phase_first():
    stepper = at(80)
    for name, number, part in (
        ("next_part", 81, 0),
        ("next_part", 81, 1),
        ("next_phase", 81, None),
        ("next_phase", 82, None),
    ):
        getattr(stepper, name).click()
        assert (stepper.step.number, stepper.step.part) == (number, part)


# ---------------------------------------------------------------- two searches


def test_the_search_that_is_kept_stays_what_it_was():
    stepper = at(20)
    stepper.compare.value = True
    stepper.c.value, stepper.seed.value = 0.1, 5
    assert repr(stepper.kept.grow(60)) == repr(Trace(Board(), seed=1, iterations=60))
    assert repr(stepper.trace) == repr(Trace(Board(), SearchSettings(c=0.1), 5, iterations=60))
    stepper.compare.value = False
    assert stepper.kept is None


def test_a_new_position_is_the_one_of_both_searches():
    stepper = SearchStepper(Board(), SearchSettings(c=1), seed=1)
    stepper.compare.value = True
    stepper.c.value, stepper.seed.value = 2, 7
    stepper.editor.moves.value = "010101"
    found = [(trace.game, trace.settings.c, trace.seed) for trace in (stepper.trace, stepper.kept)]
    assert found == [(ALMOST_WON, 2, 7), (ALMOST_WON, 1, 1)]


# ---------------------------------------------------------------- steps by name


def in_a_search(game, settings, holds):
    """The iterations after which this is true, for the first 300."""
    search = TreeSearch(game, settings, rng=1)
    return [number for number in range(1, 301) if holds(search, search.step())]


@pytest.mark.parametrize(("game", "settings"), SEARCHES[:2] + SEARCHES[3:])
def test_each_step_by_name_is_the_first_of_its_kind(game, settings):
    wanted = {
        "every move tried": (0, lambda search, done: min(search.visits.values()) > 2 * settings.prior),
        "first playout lost": (1, lambda search, done: done.simulation.winner not in (None, game.to_move)),
    }
    assert list(wanted) == list(FIRSTS)
    for name, (phases_to_come, holds) in wanted.items():
        first = in_a_search(game, settings, holds)[0]
        assert _first_step(Trace(game, settings, seed=1), name).number == 4 * first - phases_to_come, name
