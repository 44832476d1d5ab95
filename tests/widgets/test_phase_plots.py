"""The pictures of the step control: what is marked in them, and how they say what is left out."""

import math

import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from c4lib import Board, SearchSettings
from c4lib.plots.canvas import HIGHLIGHT, OUTSIDE, TEXT, VISITS
from c4lib.study.recording import PHASES, Trace
from c4lib.widgets.phase_plots import MOST_LEVELS, draw_details, draw_levels, draw_place

DEEP = Trace(Board(), SearchSettings(viewpoint="root", expand_at=2, unvisited=0.5), seed=1).at(60, "select").selection


@pytest.fixture
def ax():
    return Figure(figsize=(5, 3)).add_axes((0, 0, 1, 1))


def texts(ax):
    return [text.get_text() for text in ax.texts]


def boxes(ax, colour):
    """(left, bottom, width, height) of what is filled with this colour."""
    shapes = [one for one in ax.collections if isinstance(one, PolyCollection)]
    shapes = [one for one in shapes if to_hex(one.get_facecolor()[0]).upper() == colour]
    return [path.get_extents().bounds for one in shapes for path in one.get_paths()]


def test_the_chosen_child_is_marked_at_every_level(ax):
    snapshot = Trace(Board(), SearchSettings(c=0.7), seed=1).at(30, "select")
    draw_details(ax, snapshot)
    moves = [str(node.move) for node in snapshot.path[1:]]
    marked = [text for text in ax.texts if text.get_color() == HIGHLIGHT]
    assert [text.get_text() for text in marked if text.get_text() in "0123456"] == moves
    assert len(boxes(ax, OUTSIDE)) == len(moves) > 1


def test_the_bar_of_an_unvisited_child_is_as_long_as_the_longest(ax):
    snapshot = Trace(Board(), seed=1).at(5, "select")
    draw_details(ax, snapshot)
    values = snapshot.selection.values[0]
    lengths = [width for _, _, width, _ in boxes(ax, VISITS)]
    assert len(lengths) == values.count(math.inf) > 0
    rights = [left + width for colour in ("#E69F00", VISITS) for left, _, width, _ in boxes(ax, colour)[-len(values) :]]
    assert max(rights) == pytest.approx(boxes(ax, VISITS)[0][0] + lengths[0])


@pytest.mark.parametrize(("iteration", "phase"), [(0, None), *((7, phase) for phase in PHASES)])
def test_the_phase_just_done_is_marked_and_those_to_come_are_grey(ax, iteration, phase):
    trace = Trace(Board(), seed=1)
    draw_place(ax, trace.at(iteration, phase) if phase else trace.at(iteration))
    colours = [text.get_color() for text in ax.texts if text.get_text()[2:].lower() in PHASES]
    done = PHASES.index(phase) if phase else -1
    wanted = [TEXT if index < done else "#FFFFFF" if index == done else VISITS for index in range(4)]
    assert colours == wanted
    assert len(boxes(ax, HIGHLIGHT)) == (phase is not None)


@pytest.mark.parametrize(("more", "said"), [(0, None), (1, "1 more level"), (2, "2 more levels")])
def test_levels_left_out_are_counted(ax, more, said):
    levels = list(zip(DEEP.path, DEEP.values, DEEP.path[1:]))[: MOST_LEVELS + more]
    draw_levels(ax, levels)
    assert sum(text.startswith(("root,", "after ")) for text in texts(ax)) == MOST_LEVELS
    assert [text for text in texts(ax) if "more level" in text] == ([said] if said else [])
