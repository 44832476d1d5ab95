"""The steps of a recorded search, without a widget: where one is, what is covered, parts of a phase, other searches."""

import math

import pytest
from anytree import PreOrderIter
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from c4lib import Board, HexBoard, SearchSettings, TreeSearch
from c4lib.study.recording import PHASES, Trace
from c4lib.widgets.phase_plots import part_sentence, question, sentence
from c4lib.widgets.stepper import FIRSTS, MOST_ITERATIONS, POSITIONS, Steps, first_step
from mctslab.lecture import worked_example

BUTTONS = ["first", "back_iteration", "back_phase", "next_phase", "next_iteration", "last"]
ALMOST_WON = Board.from_moves("010101")
SEARCHES = [
    (Board(), SearchSettings()),
    (Board(4, 5), SearchSettings(c=0.2, prior=1, expand_at=0)),
    (Board(1, 5), SearchSettings()),
    (HexBoard(), SearchSettings(c=0.5)),
]


def tree(snapshot):
    return [(node.move, node.wins, node.visits, node.proof, len(node.children)) for node in PreOrderIter(snapshot.root)]


# ---------------------------------------------------------------- where one is


@examples(max_examples=60)
@given(st.lists(st.sampled_from(BUTTONS), max_size=60))
def test_steps_are_those_of_plain_arithmetic(names):
    steps, here, end = Steps(Trace(Board(3, 4, 3), seed=1), iterations=5), 0, 20
    for name in names:
        getattr(steps, name)()
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
        assert (steps.step, steps.last_step) == (here, end)


def test_nothing_lies_beyond_the_most_iterations():
    steps = Steps(Trace(Board(1, 4), SearchSettings(expand_at=9)), step=4 * MOST_ITERATIONS)
    steps.next_phase()
    steps.next_part()
    steps.next_iteration()
    assert (steps.step, steps.part) == (4 * MOST_ITERATIONS, None)
    with pytest.raises(ValueError, match="at most 2,000 iterations, not 2,001"):
        steps.jump(MOST_ITERATIONS + 1)
    assert steps.step == 4 * MOST_ITERATIONS


def test_steps_end_where_the_result_is_proven():
    steps = Steps(Trace(ALMOST_WON, SearchSettings(solve=True), seed=1))
    steps.last()
    end = steps.step
    assert end == steps.last_step == 4 * steps.trace.iterations < 240
    for name in ("next_phase", "next_iteration", "last"):
        getattr(steps, name)()
        assert steps.step == end
    with pytest.raises(ValueError, match="the result is proven after"):
        steps.jump(60)
    assert steps.step == end


def test_change_of_settings_ends_where_the_other_search_is_proven():
    steps = Steps(Trace(ALMOST_WON, seed=1), step=200)
    steps.change(solve=True)
    assert steps.step == steps.last_step == 4 * steps.trace.iterations < 200
    assert steps.snapshot.root.proof is not None


# ---------------------------------------------------------------- predict first


@pytest.mark.parametrize(("game", "settings"), SEARCHES)
def test_covered_phase_shows_the_step_before_and_one_more_click_uncovers_it(game, settings):
    steps = Steps(Trace(game, settings, seed=2), step=39)
    steps.is_predicting = True
    for step in range(40, 60):
        before = tree(steps.snapshot)
        steps.next_phase()
        assert (steps.step, steps.is_covered, steps.view.snapshot.step) == (step, True, step - 1)
        assert tree(steps.view.snapshot) == before
        assert steps.sentence == question(steps.snapshot)
        steps.next_phase()
        assert (steps.step, steps.is_covered, steps.view.snapshot.step) == (step, False, step)
        assert steps.sentence == sentence(steps.snapshot, settings)


def test_a_covered_phase_can_be_left_without_a_look():
    steps = Steps(Trace(Board(), seed=1), step=8)
    steps.is_predicting = True
    steps.next_phase()
    steps.back_phase()
    assert (steps.step, steps.is_covered) == (8, False)


def test_other_settings_leave_a_covered_phase_covered():
    steps = Steps(Trace(Board(), seed=1), step=8)
    steps.is_predicting = True
    steps.next_phase()
    steps.change(c=0.3)
    assert (steps.step, steps.is_covered, steps.view.snapshot.step) == (9, True, 8)


def test_a_covered_phase_is_uncovered_edge_by_edge():
    steps = Steps(Trace(Board(), seed=1), step=80)
    steps.is_predicting = True
    steps.next_part()
    assert (steps.step, steps.is_covered, steps.part) == (81, True, None)
    steps.next_part()
    assert (steps.step, steps.is_covered, steps.part) == (81, False, 0)


# ---------------------------------------------------------------- edge by edge, move by move


def phase_by_parts(steps):
    """Go on by one phase, part after part: the views, up to the first one of the next phase."""
    steps.next_part()
    step, views = steps.step, []
    while steps.step == step:
        views.append(steps.view)
        assert len(views) < 100
        steps.next_part()
    assert steps.step == step + 1
    return views


@pytest.mark.parametrize(("game", "settings"), SEARCHES)
@pytest.mark.parametrize("iteration", [1, 2, 15, 40])
def test_parts_of_a_selection_are_its_edges_one_after_the_other(game, settings, iteration):
    steps = Steps(Trace(game, settings, seed=3), step=4 * iteration - 4)
    path = Trace(game, settings, seed=3).at(iteration, "select").path
    views = phase_by_parts(steps)
    assert [view.part for view in views] == (list(range(len(path))) if len(path) > 1 else [None])
    shown = [[node.move for node in view.path] for view in views]
    assert shown == [[node.move for node in path[: end + 1]] for end in range(len(path))]


@pytest.mark.parametrize(("game", "settings"), SEARCHES)
@pytest.mark.parametrize("iteration", [1, 2, 15, 40])
def test_parts_of_a_playout_are_its_moves_and_the_board_follows(game, settings, iteration):
    steps = Steps(Trace(game, settings, seed=3), step=4 * iteration - 2)
    simulation = Trace(game, settings, seed=3).at(iteration, "simulate").simulation
    boards = [simulation.node.game]
    for move in simulation.moves:
        boards.append(boards[-1].play(move))
    views = phase_by_parts(steps)
    assert [view.part for view in views] == (list(range(len(boards))) if len(boards) > 1 else [None])
    assert [view.game for view in views] == boards
    assert views[-1].game == simulation.final


@pytest.mark.parametrize("phase", ["expand", "backpropagate"])
def test_other_phases_have_one_part(phase):
    steps = Steps(Trace(Board(), seed=3), step=4 * 20 - 4 + PHASES.index(phase))
    (view,) = phase_by_parts(steps)
    assert (view.part, view.parts, view.snapshot.phase) == (None, 0, phase)


def test_parts_are_left_by_the_next_phase_first():
    steps = Steps(Trace(Board(), seed=1), step=80)
    steps.next_part()
    steps.next_part()
    assert (steps.step, steps.part) == (81, 1)
    steps.next_phase()
    assert (steps.step, steps.part) == (81, None)
    steps.next_phase()
    assert steps.step == 82


def test_the_sentence_of_a_playout_keeps_the_winner_to_the_last_move():
    steps = Steps(Trace(Board(), seed=1), step=4 * 9 - 2)
    *before, last = [part_sentence(view) for view in phase_by_parts(steps)]
    assert not any("win" in said or "draw" in said for said in before)
    assert last.endswith(" wins.")


# ---------------------------------------------------------------- two searches


def test_the_pinned_search_stays_what_it_was_and_is_stepped_together():
    steps, alone = Steps(Trace(Board(), seed=1), step=20), Steps(Trace(Board(), seed=1))
    steps.pin(True)
    steps.change(c=0.1, seed=5)
    for name in ("next_phase", "next_iteration", "next_phase", "back_phase", "last", "back_iteration", "first"):
        getattr(steps, name)()
        alone.go(steps.step)
        assert steps.pinned_view.snapshot.step == steps.step
        assert tree(steps.pinned_view.snapshot) == tree(alone.snapshot)
    assert steps.trace.settings.c == 0.1
    steps.pin(False)
    assert steps.pinned is None


def test_the_pinned_search_is_shown_as_far_as_the_other_one():
    steps = Steps(Trace(Board(), seed=1), step=80)
    steps.pin(True)
    steps.change(seed=2)
    steps.next_part()
    assert [node.move for node in steps.pinned_view.path] == [None]
    steps.is_predicting = True
    steps.next_phase()
    steps.next_phase()
    assert steps.is_covered
    assert steps.pinned_view.snapshot.step == steps.step - 1


def test_a_pinned_search_that_has_ended_shows_its_end():
    steps = Steps(Trace(ALMOST_WON, SearchSettings(solve=True), seed=1))
    steps.pin(True)
    steps.change(solve=False)
    steps.jump(60)
    assert steps.pinned_view.snapshot.root.proof is not None
    assert (steps.step, steps.pinned_view.snapshot.step) == (240, 4 * steps.pinned.iterations)


def test_a_new_position_is_the_one_of_both_searches():
    steps = Steps(Trace(Board(), SearchSettings(c=1), seed=1))
    steps.pin(True)
    steps.change(c=2, seed=7)
    steps.start_from(ALMOST_WON)
    assert repr(steps.trace) == repr(Trace(ALMOST_WON, SearchSettings(c=2), 7))
    assert repr(steps.pinned) == repr(Trace(ALMOST_WON, SearchSettings(c=1), 1))


# ---------------------------------------------------------------- positions and steps by name


def wins_at_once(board):
    """The moves that win the game."""
    return [move for move in board.legal_moves() if board.play(move).winner]


def test_each_position_is_what_its_name_says():
    assert POSITIONS["the start"] == Board()
    block, win = POSITIONS["must block"], POSITIONS["wins at once"]
    assert wins_at_once(block) == []
    assert [move for move in block.legal_moves() if not wins_at_once(block.play(move))] == [6]
    assert wins_at_once(win)
    small = POSITIONS["a small board"]
    assert small == Board(small.rows, small.columns)
    assert small.rows * small.columns < 6 * 7
    assert POSITIONS["the lecture's"] == worked_example().position
    assert len(POSITIONS) == 5


def in_a_search(game, settings, seed, holds):
    """The iterations after which this is true, for the first 300."""
    search = TreeSearch(game, settings, seed)
    return [number for number in range(1, 301) if holds(search, search.step())]


@pytest.mark.parametrize(("game", "settings"), SEARCHES[:2] + SEARCHES[3:])
@pytest.mark.parametrize("seed", range(3))
def test_each_step_by_name_is_the_first_of_its_kind(game, settings, seed):
    wanted = {
        "every move tried": (0, lambda search, done: min(search.visits.values()) > 2 * settings.prior),
        "first leaf at depth 2": (3, lambda search, done: len(done.selection.path) == 3),
        "first leaf at depth 3": (3, lambda search, done: len(done.selection.path) == 4),
        "first playout lost": (1, lambda search, done: done.simulation.winner not in (None, game.to_move)),
    }
    assert list(wanted) == list(FIRSTS)
    for name, (phases_to_come, holds) in wanted.items():
        first = in_a_search(game, settings, seed, holds)[0]
        assert first_step(Trace(game, settings, seed), name) == 4 * first - phases_to_come, name


def test_a_step_by_name_that_does_not_come_is_told():
    with pytest.raises(ValueError, match="no step of this kind up to iteration 2,000: first playout lost"):
        first_step(Trace(Board(1, 1, 1)), "first playout lost")
    with pytest.raises(ValueError, match="up to iteration 1: "):
        first_step(Trace(Board(1, 1, 1), SearchSettings(solve=True)), "first leaf at depth 2")
