"""The live pictures: what a `Scene` keeps is where Matplotlib draws it, stays where it was, and can be read and clicked."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from c4lib import Board, HexBoard, SearchSettings, TreeSearch
from c4lib.plots.board import CELL, draw_game
from c4lib.plots.canvas import CAPITALS, Drawing, Scene, width_of
from c4lib.plots.terms import Candidate, draw_ratings
from c4lib.plots.tree import draw_fixed_tree


def elements(scene, kind):
    return [(numbers, words) for _, its_kind, numbers, words in scene.elements.values() if its_kind == kind]


def names(scene, beginning):
    """The keys of the elements whose names begin like this, with their numbers."""
    found = {name: numbers for name, (_, _, numbers, _) in scene.elements.items()}
    return {name.removeprefix(beginning): numbers for name, numbers in found.items() if name.startswith(beginning)}


# ---------------------------------------------------------------- the same as on Axes

LIMITS = (-3, 17, -5, 5)  # 50 units of a scene each
SHAPES = {
    "circle": lambda drawing: drawing.circles([(1, 2)], 1.5, "#FF0000", 3),
    "polygon": lambda drawing: drawing.polygons([np.array([(0, 0), (4, -1), (2, 3)])], "#FF0000", 3),
    "box": lambda drawing: drawing.boxes([(1, 2, 4, 2)], "#FF0000", 3),
    "box upside down": lambda drawing: drawing.boxes([(1, 4, 4, -2)], (1.0, 0.0, 0.0, 1.0), 3),
    "round box": lambda drawing: drawing.boxes([(1, 2, 4, 2)], ["#FF0000"], 3, rounding=0.5),
    "edge": lambda drawing: drawing.edges([(0, 4, 3, -2, 6, -4)], [0.5], "#FF0000", 3),
    "line": lambda drawing: drawing.line([0, 4, 2], [0, -1, 3], "#FF0000", 2, "--"),
    **{
        f"text, {ha}": lambda drawing, ha=ha: drawing.write(8, 1, "N = 30", 2, ha=ha, color="#FF0000", weight="bold")
        for ha in ("left", "center", "right")
    },
}
EXTENTS = {  # of an element: left, right, top, bottom
    "circle": lambda x, y, radius: (x - radius, x + radius, y - radius, y + radius),
    "polygon": lambda *points: around(points),
    "box": lambda x, y, width, height, rounding: (x, x + width, y, y + height),
    "edge": lambda *numbers: around(numbers[:-1]),
    "line": lambda *numbers: around(numbers[:-1]),
    "text": lambda x, y, size, width: (x, x + width, y - CAPITALS * size, y),
}


def around(points):
    x, y = np.reshape(points, (-1, 2)).T
    return min(x), max(x), min(y), max(y)


@pytest.mark.parametrize("name", SHAPES)
def test_a_scene_has_what_is_drawn_on_axes_in_the_same_place_and_colour(name):
    figure, scene = Figure(figsize=(10, 5), dpi=100), Scene()
    FigureCanvasAgg(figure)
    ax = figure.add_axes((0, 0, 1, 1))
    SHAPES[name](Drawing.within(ax, *LIMITS))
    SHAPES[name](Drawing.within(scene, *LIMITS))
    figure.canvas.draw()
    red = np.argwhere(np.asarray(figure.canvas.buffer_rgba())[..., 1] < 128)
    top, left = red.min(axis=0)
    bottom, right = red.max(axis=0) + 1
    ((_, kind, numbers, words),) = scene.elements.values()
    assert words[0] == "#ff0000"
    # The ends of an edge, and the letters, are a little wider or narrower than their box.
    near = {"edge": 14, "text": 12, "line": 3}.get(kind, 1.5)
    assert (left, right, top, bottom) == pytest.approx(EXTENTS[kind](*numbers), abs=near)


def test_what_an_inset_shows_is_in_its_middle_and_cannot_be_clicked():
    scene = Scene()
    inset = Drawing.within(scene, 0, 10, 0, 10).inset(0, 5, 10, 5)
    draw_game(inset, Board(4, 4))
    left, right = np.transpose([numbers for numbers, _ in elements(scene, "circle")])[0][[0, -1]]
    assert left + right == pytest.approx(1000, abs=0.2)
    assert (list(inset.places), elements(scene, "spot")) == ([0, 1, 2, 3], [])


# ---------------------------------------------------------------- texts

texts = st.text("0123456789.,/+-–∞% ›‹XOabcdefghiklmnoprstuvwyNTUB=·√⋯", min_size=1, max_size=30)


@given(texts, st.floats(0.05, 3), st.sampled_from(["normal", "bold", "mono"]))
def test_a_text_is_centred_with_the_width_that_is_reckoned(text, size, weight):
    scene = Scene()
    Drawing.within(scene, 0, 10, 0, 10).write(5, 5, text, size, weight=weight)
    (((x, _, its_size, width), (_, its_text, its_weight)),) = elements(scene, "text")
    assert (its_text, its_weight) == (text, weight)
    assert (its_size, width) == pytest.approx((100 * size, 100 * size * width_of(text, weight)), abs=0.06)
    assert x + width / 2 == pytest.approx(500, abs=0.1)


# ---------------------------------------------------------------- a tree that stays put

games = st.sampled_from([Board(), Board.from_moves("333332"), HexBoard(3)])


def grown(game, seed, playouts):
    return TreeSearch(game, SearchSettings(), seed).run(playouts)


def opened_path(root, turns):
    """From the root down, by these children, as far as there are any."""
    path = [root]
    for turn in turns:
        if path[-1].children:
            path.append(path[-1].children[turn % len(path[-1].children)])
    return path


def tree_scene(opened, rows=3):
    scene = Scene()
    draw_fixed_tree(scene, opened, opened, rows=rows)
    return scene


turns = st.lists(st.integers(0, 8), max_size=4)


@settings(max_examples=30)
@given(games, st.integers(0, 99), st.integers(1, 60), st.integers(1, 200), turns)
def test_node_of_two_pictures_stays_where_it_was_whatever_the_search_did(game, seed, playouts, more, turns):
    search = grown(game, seed, playouts)
    opened = opened_path(search.root, turns)[:4]
    assume(opened[-1].children)  # else a row may come
    before = names(tree_scene(opened), "@circle 3 ")
    search.run(more)
    after = names(tree_scene(opened), "@circle 3 ")
    assert before.keys() <= after.keys()
    assert {name: after[name][:2] for name in before} == {name: place[:2] for name, place in before.items()}


@settings(max_examples=30)
@given(games, st.integers(0, 99), st.integers(1, 200), turns)
def test_every_node_that_is_drawn_has_a_spot_with_its_moves(game, seed, playouts, turns):
    opened = opened_path(grown(game, seed, playouts).root, turns)
    scene = tree_scene(opened)
    places = {scene.names[key]: box for box, (key, _) in elements(scene, "spot")}
    nodes = [opened[0], *(child for node in opened for child in node.children)]
    drawn = names(scene, "@circle 3.1 ")
    shown = {node.moves: node for node in nodes}
    shown = {moves: node for moves, node in shown.items() if node.name in drawn}
    assert len(shown) == len(drawn) == len(places)
    for moves, node in shown.items():
        x, y, radius = drawn[node.name]
        assert places[moves] == pytest.approx((x - radius, y - radius, 2 * radius, 2 * radius), abs=0.2)


def texts_of(scene):
    return [words[1] for _, words in elements(scene, "text")]


def test_picture_that_begins_below_the_root_says_where():
    root = grown(Board(), 1, 100).root
    scene = tree_scene([root.children[3].children[2]])
    assert "after 3 2" in texts_of(scene)
    assert "root" in texts_of(tree_scene([root]))


def test_only_the_edges_of_the_path_are_marked():
    opened = opened_path(grown(Board(), 1, 200).root, [3, 2])
    assert len(names(tree_scene(opened), "@edge 2.1 ")) == 2
    assert len(names(tree_scene(opened), "@edge 2 ")) == 19


def test_cells_of_hex_are_clicked_where_they_are_drawn():
    scene = Scene()
    draw_game(scene, HexBoard(4))
    drawn = [
        np.reshape(numbers, (-1, 2)).mean(axis=0)
        for numbers, words in elements(scene, "polygon")
        if words == (CELL.lower(),)
    ]
    clicked = [(x + width / 2, y + height / 2) for (x, y, width, height), _ in elements(scene, "spot")]
    assert len(clicked) == 16
    assert np.allclose(sorted(clicked), sorted(map(tuple, drawn)), atol=0.3)


# ---------------------------------------------------------------- the pictures of the panels


def ratings(visits):
    return [Candidate(move, 0.4615, 1.234, visits) for move in range(7)]


def counted(total, wins, visits):
    """A root with `total` visits, all of whose children have the same counts."""
    root = grown(Board(), 1, 300).root
    root.visits, root.wins = total, total / 2
    for child in root.children:
        child.visits, child.wins = visits, wins
    return root


@cache
def pictures():
    """By name: a function that draws what the explorer shows, and its width and greatest height in hundredths of a panel."""
    node, board = grown(Board(), 1, 300).root, Board.from_moves("3342")
    right = 63  # beside the board
    marks, many = dict.fromkeys(range(7), "draw"), grown(HexBoard(6), 1, 300).root
    return {
        "tree": (lambda ax: draw_fixed_tree(ax, opened_path(node, [3]), rows=2), right, 28),
        "tree of a million": (lambda ax: draw_fixed_tree(ax, [counted(10**6, 17_400, 40_000)], rows=2), right, 28),
        "tree of 36 moves": (lambda ax: draw_fixed_tree(ax, opened_path(many, [3]), rows=2), right, 28),
        "exact ratings": (lambda ax: draw_ratings(ax, ratings(142_857), node, 3, marks=marks), right, 22.9),
        "board with values": (lambda ax: draw_game(ax, board, dict.fromkeys(range(7), 0.25)), 31, math.inf),
    }


@pytest.mark.parametrize(("panel", "least"), [(1025, 14), (1684, 20)])
@pytest.mark.parametrize("name", pictures())
def test_no_text_is_too_small_to_be_read_in_class(name, panel, least):
    draw, width, height = pictures()[name]
    scene = Scene()
    draw(scene)
    hundredth = (panel - 8) / 100  # without the border
    scale = min(width * hundredth / 1000, height * hundredth / scene.height)
    sizes = {words[1]: round(numbers[2] * scale, 1) for numbers, words in elements(scene, "text")}
    assert {text: size for text, size in sizes.items() if size < least} == {}


@pytest.mark.parametrize("name", pictures())
def test_no_text_is_written_beyond_its_picture(name):
    scene = Scene()
    pictures()[name][0](scene)
    for (x, y, size, width), (_, text, _) in elements(scene, "text"):
        assert -1 <= x <= x + width <= 1001, text
        assert 0.7 * size - 1 <= y <= scene.height + 1, text


@pytest.mark.parametrize("name", pictures())
def test_no_two_things_have_the_same_key(name, monkeypatch):
    added, add = [], Scene._add_element
    monkeypatch.setattr(Scene, "_add_element", lambda scene, *element: (added.append(element), add(scene, *element)))
    scene = Scene()
    pictures()[name][0](scene)
    assert len(scene.elements) == len(added)
