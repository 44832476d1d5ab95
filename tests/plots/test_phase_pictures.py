"""The pictures of a step of a recording, and its sentence: what is marked, what is left out, and what is said."""

import math
import re
from itertools import combinations, pairwise, product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from nim import Nim
from strategies import few

from c4lib import Board, HexBoard, SearchNode, SearchSettings
from c4lib.phases import ucb1
from c4lib.plots.canvas import CAPITALS, EMPTY, HIGHLIGHT, MUTED, OUTSIDE, TEXT, Drawing, Scene
from c4lib.plots.phases import _chosen, draw_details, draw_place, draw_tree, sentence
from c4lib.plots.tree import MOST_SLOTS
from c4lib.study.recording import PHASES, Trace
from c4lib.widgets.stepper import PICTURES

DRAWN = dict(PICTURES.values())


def at(iteration, phase="backpropagate", game=Board(), seed=1, **settings):
    return Trace(game, SearchSettings(**settings), seed).at(iteration, phase)


def moves_of(step):
    return [str(node.move) for node in step.path[1:]]


def scene(draw, step):
    drawn = Scene(DRAWN[draw])
    draw(drawn, step)
    return drawn


def texts(draw, step):
    return [words[1] for _, kind, _, words in scene(draw, step).elements.values() if kind == "text"]


def marked(drawn):
    """The names of the nodes with a rim in the colour of the path."""
    rim = "@circle 3 "
    colour = (HIGHLIGHT.lower(),)
    elements = drawn.elements.items()
    return [name.removeprefix(rim) for name, (_, _, _, words) in elements if name.startswith(rim) and words == colour]


@pytest.fixture
def ax():
    return Figure(figsize=(5, 3)).add_axes((0, 0, 1, 1))


def boxes(ax, colour):
    """(left, bottom, width, height) of what is filled with this colour."""
    shapes = [shape for shape in ax.collections if isinstance(shape, PolyCollection)]
    filled = [shape for shape in shapes if to_hex(shape.get_facecolor()[0]).upper() == colour]
    return [path.get_extents().bounds for shape in filled for path in shape.get_paths()]


# ---------------------------------------------------------------- the tree


@pytest.mark.parametrize(("part", "nodes"), [(1, 2), (None, 3)])
def test_the_path_is_marked_as_far_as_it_is_shown(part, nodes):
    step = at(60, "select", c=0.7)
    names = [node.name for node in step.path]
    assert marked(scene(draw_tree, step._replace(part=part))) == names[:nodes]


def test_new_children_are_marked_after_an_expansion():
    assert len(marked(scene(draw_tree, at(1, "expand")))) == 8


def test_deep_path_is_cut_and_says_so():
    deep = {"viewpoint": "root", "expand_at": 2, "unvisited": 0.5}
    step = at(60, "select", **deep)
    moves = tuple(node.move for node in step.path[1:])
    assert len(moves) > 9
    for levels, said in ((5, "⋯ 3 more"), (9, "⋯ 7 more")):
        seen = step._replace(looked_at=moves[:levels])
        assert [text for text in texts(draw_tree, seen) if text.startswith("⋯ ")] == [said]
    assert any("nodes above left out" in text for text in texts(draw_details, at(60, **deep)))


# ---------------------------------------------------------------- the position


@pytest.mark.parametrize(
    ("step", "colours"),
    [
        ((0,), [MUTED, MUTED, MUTED, MUTED]),
        ((7, "select"), [EMPTY, MUTED, MUTED, MUTED]),
        ((7, "simulate"), [TEXT, TEXT, EMPTY, MUTED]),
    ],
)
def test_the_phase_just_done_is_marked_and_those_to_come_are_grey(ax, step, colours):
    draw_place(Drawing(ax), at(*step))
    names = [text for text in ax.texts if text.get_text()[2:].lower() in PHASES]
    assert [name.get_color() for name in names] == colours
    assert len(boxes(ax, HIGHLIGHT)) == colours.count(EMPTY)


def test_place_names_iteration_phases_and_whose_turn_it_is():
    step = at(9, "expand")
    *names, place = texts(draw_place, step)
    assert {"Iteration 9", "1 Select", "2 Expand", "3 Simulate", "4 Backpropagate"} <= set(names)
    assert place == f"after {' '.join(moves_of(step))}: X to move"
    assert texts(draw_place, at(0))[-1] == "root: X to move"


def test_of_many_moves_the_last_are_named():
    step = at(3, "simulate")
    last = " ".join(str(move) for move in step.simulation.moves[-5:])
    winner = {1: "X", 2: "O"}[step.simulation.winner]
    end = texts(draw_place, step._replace(part=step.parts))[-1]
    assert end == f"after … {last}: {winner} has won"


@pytest.mark.parametrize("game", [Board(), Nim()], ids=repr)
def test_the_position_follows_a_playout_move_by_move(game):
    step = at(4, "simulate", game)
    shown = [step._replace(part=part) for part in range(step.parts + 1)]
    for before, after in pairwise(shown):
        assert scene(draw_place, before).elements != scene(draw_place, after).elements
    for position in shown:
        assert texts(draw_place, position)[-1].endswith(" has won") == position.game.is_terminal


# ---------------------------------------------------------------- what the phase did


@pytest.mark.parametrize(("part", "level"), [(1, 1), (2, 2), (None, 2)])
def test_the_chosen_child_of_the_level_is_marked(ax, part, level):
    step = at(60, "select", c=0.7)
    assert len(moves_of(step)) == 2
    draw_details(Drawing(ax), step._replace(part=part))
    words = [text.get_text() for text in ax.texts if text.get_color() == HIGHLIGHT]
    chosen = moves_of(step)[level - 1]
    assert [text for text in words if text in "0123456"] == [chosen]
    assert len(boxes(ax, OUTSIDE)) == 1


def both_terms(child, c):
    exploration = ucb1(0, child.visits, child.parent.visits, c)
    return f"{child.mean:.2f} + {exploration:.2f} = {child.mean + exploration:.2f}"


@pytest.mark.parametrize(("iteration", "levels"), [(12, 1), (30, 3)])
def test_both_terms_of_every_child_are_shown_level_by_level(iteration, levels):
    step = at(iteration, "select", c=0.7)
    assert len(step.path) == levels + 1
    for level, node in enumerate(step.path[:-1], 1):
        found = texts(draw_details, step._replace(part=level))
        place = "root" if node.is_root else "after "
        assert any(text.startswith(f"level {level} of {levels}: {place}") for text in found)
        visited = [child for child in node.children if child.visits]
        assert {both_terms(child, c=0.7) for child in visited} <= set(found)
        assert found.count("unvisited: ∞") == len(node.children) - len(visited)
    assert texts(draw_details, step) == found  # all edges: the last level


@pytest.mark.parametrize("game", [Board(), Nim()], ids=repr)
def test_a_playout_is_its_first_and_last_position_and_its_moves(game):
    step = at(4, "simulate", game)
    moves = step.simulation.moves
    for part in (0, 1, 2, step.parts, None):
        found = texts(draw_details, step._replace(part=part))
        if isinstance(game, Nim):
            listed = ", ".join(f"take {sticks}" for _, sticks in moves[:part])
        else:
            listed = " ".join(map(str, moves[:part]))
        assert " ".join(found).endswith(listed)
        assert ("not in the tree" in found) is (part != 0)
        assert any(text.endswith(" wins") for text in found) is (part in (step.parts, None))


def test_before_and_after_are_shown_for_every_node_of_the_path():
    step = at(30)
    found = texts(draw_details, step)
    update = step.backpropagation
    names = ["root", *(f"move {move}" for move in moves_of(step))]
    counts = [f"{wins:g}/{visits}" for wins, visits in (*update.before, *update.after)]
    assert (len(names), len(counts)) == (3, 6)
    assert set(names + counts) <= set(found)


# ---------------------------------------------------------------- every step


class TextBox(NamedTuple):
    text: str
    left: float
    right: float
    top: float
    bottom: float

    def covers(self, other):
        beside = self.right <= other.left or other.right <= self.left
        above_or_below = self.bottom <= other.top or other.bottom <= self.top
        return not beside and not above_or_below


def text_boxes(drawn):
    for _, kind, numbers, words in drawn.elements.values():
        if kind == "text":
            x, y, size, width = numbers
            yield TextBox(words[1], x, x + width, y - CAPITALS * size, y)


BY_VALUE = {"c": 0, "unvisited": -math.inf, "solve": True}


@pytest.mark.parametrize(
    ("game", "settings", "iteration"),
    [
        (Board(), {"draw": 0.25}, 1000),
        (Board(4, 5), {"prior": 20, "draw": 0.25, "c": 0.4}, 900),
        (Board(1, 4), {"prior": 3, "loss": -1, "expand_at": 0}, 40),
        (Board(9, 12, 5), {}, 40),
        (Board.from_moves("333333"), BY_VALUE, 20),
        (HexBoard(), {"c": 0.5, "viewpoint": "root"}, 1000),
        (HexBoard(5), BY_VALUE, 20),
        (Nim(21), {"c": 0.5}, 500),
    ],
)
def test_no_text_covers_another_or_leaves_the_picture(game, settings, iteration):
    trace = Trace(game, SearchSettings(**settings), seed=1)
    for phase, draw in product(PHASES, DRAWN):
        drawn = scene(draw, trace.at(iteration, phase))
        found = [*text_boxes(drawn)]
        assert found
        for box in found:
            assert 0 <= box.left < box.right <= 1000, (draw.__name__, box)
            assert 0 <= box.top < box.bottom <= drawn.height, (draw.__name__, box)
        for box, other in combinations(found, 2):
            assert not box.covers(other), (draw.__name__, box, other)


def test_of_many_children_as_many_as_can_be_read_are_shown_the_chosen_one_and_the_largest_values():
    step = at(60, "select", HexBoard(5))
    values = dict(zip(step.root.children, step.selection.values[0]))
    found = texts(draw_details, step._replace(part=1))
    shown = [child for child in values if child.name in found]
    left_out = [child for child in values if child not in shown]
    assert len(shown) == MOST_SLOTS < len(values)
    assert step.path[1] in shown
    assert min(values[child] for child in shown) >= max(values[child] for child in left_out)


# ---------------------------------------------------------------- the sentence


ONE_CELL = Board(1, 1, 1)


@pytest.mark.parametrize(
    ("game", "settings", "iteration", "said"),
    [
        (Board(), {}, 1, "Select: the root has no children yet, so it is the leaf."),
        (Board(), {}, 1, "Expand: 7 children are added; column 3, one of 7 not visited yet (∞): drawn at random."),
        (Board(), {}, 1, "Simulate: 26 random moves, X wins; none of these positions is in the tree."),
        (Board(), {}, 1, "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win."),
        (Board(), {}, 2, "Expand: nothing is added, because this leaf has no simulation yet."),
        (Board(), {"expand_at": 3}, 10, "Expand: nothing is added, because this leaf has 1 of 3 simulations."),
        (Board(), {"c": 0}, 60, "Select: moves "),
        (Board(1, 5), {}, 1, "Backpropagate: a draw, so 2 nodes get a visit and 0.5 wins each."),
        (ONE_CELL, {}, 1, "Expand: 1 child is added; column 0, the only child."),
        (ONE_CELL, {}, 2, "Expand: nothing is added, because the game is over here."),
        (ONE_CELL, {}, 2, "Simulate: nothing is played, because the game is over: X has won."),
        (ONE_CELL, {"loss": -1}, 1, "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win; the others get -1."),
        (ONE_CELL, {"solve": True}, 1, "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win; 2 of them are now proven."),
        (ONE_CELL, {"viewpoint": "root"}, 1, "Backpropagate: X won, so 2 nodes get a visit each; the 2 that count wins of X also get a win."),
        (HexBoard(), {}, 1, "Expand: 9 children are added; b2, one of 9 not visited yet (∞): drawn at random."),
        (Nim(), {}, 1, "Expand: 3 children are added; take 2, one of 3 not visited yet (∞): drawn at random."),
    ],
)  # fmt: skip
def test_sentence_says_what_just_happened(game, settings, iteration, said):
    phase = said.partition(":")[0].lower()
    assert sentence(at(iteration, phase, game, **settings)).startswith(said)


@few
@given(st.integers(1, 80), st.sampled_from(PHASES), st.integers(0, 9))
def test_sentence_fits_on_two_lines(iteration, phase, seed):
    assert len(sentence(at(iteration, phase, seed=seed, c=0.2, viewpoint="root"))) < 200


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ((0.5, 0.7, 0.6), "column 1, not visited yet (0.70), is the largest of 3"),
        ((0.5, 0.7, 0.7), "column 1, one of 2 not visited yet (0.70): drawn at random"),
    ],
)
def test_a_child_without_visits_is_drawn_only_if_it_shares_the_largest_value(values, words):
    root = SearchNode(Board())
    for move in range(3):
        SearchNode(move=move, parent=root)
    assert _chosen(root.children, values, root.children[1]) == words


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (Board(), r"(X|O) plays column \d"),
        (HexBoard(), r"(Black|White) plays [abc][123]"),
        (Nim(), r"(X|O) plays take \d"),
    ],
    ids=["Connect Four", "Hex", "Nim"],
)
def test_sentences_of_a_playout_name_each_move_and_keep_the_winner_to_the_last_one(game, name):
    step = at(5, "simulate", game)
    said = [sentence(step._replace(part=part)) for part in range(1, step.parts + 1)]
    assert all(re.match(rf"Simulate, move \d+ of {len(said)}: {name}(\.|; )", text) for text in said)
    players = [re.search(r": (\w+) plays", text)[1] for text in said]
    assert len(set(players[::2])) == 1
    assert set(players[::2]).isdisjoint(players[1::2])
    assert not any("win" in text or "draw" in text for text in said[:-1])
    assert said[-1].endswith(" wins.")


@pytest.mark.parametrize("phase", PHASES)
def test_sentence_of_a_covered_step_asks(phase):
    assert re.fullmatch(rf"{phase.capitalize()}: .*\?", sentence(at(30, phase)._replace(is_covered=True)))
