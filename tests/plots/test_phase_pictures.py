"""The pictures of a step of a recording, and its sentence: what is marked, what is left out, and what is said."""

import math
import re
from itertools import product

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
from c4lib.plots.canvas import CAPITALS, EMPTY, HIGHLIGHT, MUTED, OUTSIDE, TEXT, Scene
from c4lib.plots.phases import _chosen, draw_details, draw_place, draw_tree, sentence
from c4lib.plots.tree import MOST_SLOTS
from c4lib.study.recording import PHASES, Trace
from c4lib.widgets.stepper import PICTURES

DRAWN = dict(PICTURES.values())


def at(iteration, phase="backpropagate", game=Board(), seed=1, **settings):
    return Trace(game, SearchSettings(**settings), seed).at(iteration, phase)


def scene(draw, step):
    drawn = Scene(DRAWN[draw])
    draw(drawn, step)
    return drawn


def texts(draw, step):
    return [words[1] for _, kind, _, words in scene(draw, step).elements.values() if kind == "text"]


def marked(drawn):
    """The names of the nodes with a rim in the colour of the path."""
    rims = {name: words for name, (_, _, _, words) in drawn.elements.items() if name.startswith("@circle 3 ")}
    return [name.removeprefix("@circle 3 ") for name, words in rims.items() if words == (HIGHLIGHT.lower(),)]


@pytest.fixture
def ax():
    return Figure(figsize=(5, 3)).add_axes((0, 0, 1, 1))


def boxes(ax, colour):
    """(left, bottom, width, height) of what is filled with this colour."""
    shapes = [one for one in ax.collections if isinstance(one, PolyCollection)]
    shapes = [one for one in shapes if to_hex(one.get_facecolor()[0]).upper() == colour]
    return [path.get_extents().bounds for one in shapes for path in one.get_paths()]


# ---------------------------------------------------------------- the tree


@pytest.mark.parametrize("part", [1, None])
def test_the_path_is_marked_as_far_as_it_is_shown(part):
    step = at(60, "select", c=0.7)
    names = [node.name for node in step.path]
    assert marked(scene(draw_tree, step._replace(part=part))) == names[: 3 if part is None else part + 1]


def test_new_children_are_marked_after_an_expansion():
    assert len(marked(scene(draw_tree, at(1, "expand")))) == 8


def test_deep_path_is_cut_and_says_so():
    trace = Trace(Board(), SearchSettings(viewpoint="root", expand_at=2, unvisited=0.5), seed=1)
    step = trace.at(60, "select")
    moves = [node.move for node in step.path[1:]]
    assert len(moves) > 9
    for count, said in ((4, "⋯ 3 more"), (8, "⋯ 7 more")):
        seen = step._replace(looked_at=tuple(moves[: count + 1]))
        assert [text for text in texts(draw_tree, seen) if text.startswith("⋯ ")] == [said]
    assert any("nodes above left out" in text for text in texts(draw_details, trace.at(60)))


# ---------------------------------------------------------------- the position


@pytest.mark.parametrize(("iteration", "phase"), [(0, None), (7, "select"), (7, "simulate")])
def test_the_phase_just_done_is_marked_and_those_to_come_are_grey(ax, iteration, phase):
    draw_place(ax, at(iteration, phase) if phase else at(0))
    colours = [text.get_color() for text in ax.texts if text.get_text()[2:].lower() in PHASES]
    done = PHASES.index(phase) if phase else -1
    assert colours == [TEXT if index < done else EMPTY if index == done else MUTED for index in range(4)]
    assert len(boxes(ax, HIGHLIGHT)) == (phase is not None)


def test_place_names_iteration_phases_and_whose_turn_it_is():
    step = at(9, "expand")
    moves = " ".join(str(node.move) for node in step.path[1:])
    assert {"Iteration 9", "1 Select", "2 Expand", "3 Simulate", "4 Backpropagate"} < set(texts(draw_place, step))
    assert texts(draw_place, step)[-1] == f"after {moves}: X to move"
    assert texts(draw_place, at(0))[-1] == "root: X to move"


def test_of_many_moves_the_last_are_named():
    step = at(3, "simulate")
    moves = [str(move) for move in step.moves + step.simulation.moves]
    end = texts(draw_place, step._replace(part=step.parts))[-1]
    assert end == f"after … {' '.join(moves[-5:])}: {'X' if step.simulation.winner == 1 else 'O'} has won"


@pytest.mark.parametrize("game", [Board(), Nim()], ids=repr)
def test_the_position_follows_a_playout_move_by_move(game):
    step, before = at(4, "simulate", game), None
    for part in range(step.parts + 1):
        shown = step._replace(part=part)
        drawn = scene(draw_place, shown)
        assert drawn.elements != before
        assert texts(draw_place, shown)[-1].endswith(" has won") == shown.game.is_terminal
        before = drawn.elements


# ---------------------------------------------------------------- what the phase did


@pytest.mark.parametrize("part", [1, None])
def test_the_chosen_child_of_the_level_is_marked(ax, part):
    step = at(60, "select", c=0.7)
    draw_details(ax, step._replace(part=part))
    moves = [str(node.move) for node in step.path[1:]]
    assert len(moves) == 2
    words = [text.get_text() for text in ax.texts if text.get_color() == HIGHLIGHT]
    assert [text for text in words if text in "0123456"] == [moves[(part or 2) - 1]]
    assert len(boxes(ax, OUTSIDE)) == 1


@pytest.mark.parametrize(("iteration", "levels"), [(12, 1), (30, 3)])
def test_both_terms_of_every_child_are_shown_level_by_level(iteration, levels):
    step = at(iteration, "select", c=0.7)
    assert len(step.path) == levels + 1
    for part, node in enumerate(step.path[:-1], 1):
        found = texts(draw_details, step._replace(part=part))
        place = "root" if node.is_root else "after "
        assert any(text.startswith(f"level {part} of {levels}: {place}") for text in found)
        for child in node.children:
            if child.visits:
                exploration = ucb1(0, child.visits, node.visits, 0.7)
                assert f"{child.mean:.2f} + {exploration:.2f} = {child.mean + exploration:.2f}" in found
        assert found.count("unvisited: ∞") == sum(not child.visits for child in node.children)
    assert texts(draw_details, step) == found  # all edges: the last level


@pytest.mark.parametrize("game", [Board(), Nim()], ids=repr)
def test_a_playout_is_its_first_and_last_position_and_its_moves(game):
    step = at(4, "simulate", game)
    names = [" ".join(map(str, move)) if isinstance(move, tuple) else str(move) for move in step.simulation.moves]
    separator = ", " if isinstance(game, Nim) else " "
    for part in (0, 1, 2, step.parts, None):
        found = texts(draw_details, step._replace(part=part))
        assert " ".join(found).endswith(separator.join(names[:part]))
        assert ("not in the tree" in found) is (part != 0)
        assert any(text.endswith(" wins") for text in found) is (part in (step.parts, None))


def test_before_and_after_are_shown_for_every_node_of_the_path():
    step = at(30)
    found, update = texts(draw_details, step), step.backpropagation
    assert len(update.path) == 3
    for node, (wins, visits), (wins_after, visits_after) in zip(update.path, update.before, update.after):
        assert f"{wins:g}/{visits}" in found
        assert f"{wins_after:g}/{visits_after}" in found
        assert ("root" if node.is_root else f"move {node.move}") in found


# ---------------------------------------------------------------- every step


def text_boxes(drawn):
    """(text, left, right, top, bottom) of every text."""
    for _, kind, numbers, words in drawn.elements.values():
        if kind == "text":
            x, y, size, width = numbers
            yield words[1], x, x + width, y - CAPITALS * size, y


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
        found = sorted(text_boxes(drawn), key=lambda box: box[1])
        assert found
        for number, (text, left, right, top, bottom) in enumerate(found):
            assert 0 <= left < right <= 1000, (draw.__name__, text)
            assert 0 <= top < bottom <= drawn.height, (draw.__name__, text)
            for other, its_left, _, its_top, its_bottom in found[number + 1 :]:
                assert its_left >= right or its_bottom <= top or its_top >= bottom, (draw.__name__, text, other)


def test_of_many_children_as_many_as_can_be_read_are_shown_the_chosen_one_and_the_largest_values():
    step = at(60, "select", HexBoard(5))
    children, values = step.root.children, step.selection.values[0]
    shown = [child for child in children if child.name in texts(draw_details, step._replace(part=1))]
    assert len(shown) == MOST_SLOTS < len(children)
    assert step.path[1] in shown
    lowest = min(values[children.index(child)] for child in shown)
    assert all(value <= lowest for child, value in zip(children, values) if child not in shown)


# ---------------------------------------------------------------- the sentence


@pytest.mark.parametrize(
    ("game", "settings", "iteration", "phase", "said"),
    [
        (Board(), {}, 1, "select", "Select: the root has no children yet, so it is the leaf."),
        (Board(), {}, 1, "expand", "Expand: 7 children are added; column 3, one of 7 not visited yet (∞): drawn at random."),
        (Board(), {}, 1, "simulate", "Simulate: 26 random moves, X wins; none of these positions is in the tree."),
        (Board(), {}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win."),
        (Board(), {}, 2, "expand", "Expand: nothing is added, because this leaf has no simulation yet."),
        (Board(), {"expand_at": 3}, 10, "expand", "Expand: nothing is added, because this leaf has 1 of 3 simulations."),
        (Board(), {"c": 0}, 60, "select", "Select: moves "),
        (Board(1, 5), {}, 1, "backpropagate", "Backpropagate: a draw, so 2 nodes get a visit and 0.5 wins each."),
        (Board(1, 1, 1), {}, 1, "expand", "Expand: 1 child is added; column 0, the only child."),
        (Board(1, 1, 1), {}, 2, "expand", "Expand: nothing is added, because the game is over here."),
        (Board(1, 1, 1), {}, 2, "simulate", "Simulate: nothing is played, because the game is over: X has won."),
        (Board(1, 1, 1), {"loss": -1}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win; the others get -1."),
        (Board(1, 1, 1), {"solve": True}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the one that counts wins of X also gets a win; 2 of them are now proven."),
        (Board(1, 1, 1), {"viewpoint": "root"}, 1, "backpropagate", "Backpropagate: X won, so 2 nodes get a visit each; the 2 that count wins of X also get a win."),
        (HexBoard(), {}, 1, "expand", "Expand: 9 children are added; b2, one of 9 not visited yet (∞): drawn at random."),
        (Nim(), {}, 1, "expand", "Expand: 3 children are added; take 2, one of 3 not visited yet (∞): drawn at random."),
    ],
)  # fmt: skip
def test_sentence_says_what_just_happened(game, settings, iteration, phase, said):
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
    children = tuple(SearchNode(move=move, parent=root) for move in range(3))
    assert _chosen(children, values, children[1]) == words


@pytest.mark.parametrize(
    ("game", "name"),
    [(Board(), r"(X|O) plays column \d"), (HexBoard(), r"(Black|White) plays [abc][123]"), (Nim(), r"(X|O) plays take \d")],
    ids=["Connect Four", "Hex", "Nim"],
)  # fmt: skip
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
