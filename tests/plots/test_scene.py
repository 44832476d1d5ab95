"""The live pictures: what a `Scene` keeps is where Matplotlib draws it, stays where it was, and can be read and clicked."""

import math
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from strategies import opened_path, turns

from c4lib import Board, HexBoard, SearchSettings, TreeSearch
from c4lib.plots.board import CELL, draw_game
from c4lib.plots.canvas import CAPITALS, Drawing, Scene, Style, width_of
from c4lib.plots.terms import Candidate, draw_ratings
from c4lib.plots.tree import draw_fixed_tree


class Element(NamedTuple):
    """What a scene keeps: `numbers` are places and sizes, `words` colours and texts."""

    layer: int
    kind: str
    numbers: tuple
    words: tuple


def elements(scene, kind):
    every = [Element(*element) for element in scene.elements.values()]
    return [element for element in every if element.kind == kind]


def numbers_of(scene, beginning):
    """Of the elements whose names begin like this, by the rest of the name."""
    return {
        name.removeprefix(beginning): Element(*element).numbers
        for name, element in scene.elements.items()
        if name.startswith(beginning)
    }


class Written(NamedTuple):
    """A line of text in a scene; `y` is where it stands on."""

    x: float
    y: float
    size: float
    width: float
    text: str
    weight: str


def written(scene):
    for _, _, numbers, (_, text, weight) in elements(scene, "text"):
        yield Written(*numbers, text, weight)


# ---------------------------------------------------------------- the same as on Axes

LIMITS = (-3, 17, -5, 5)  # 50 units of a scene each
RED = "#FF0000"
TRIANGLE = np.array([(0, 0), (4, -1), (2, 3)])
SHAPES = {
    "circle": lambda drawing: drawing.circles([(1, 2)], 1.5, RED, 3),
    "polygon": lambda drawing: drawing.polygons([TRIANGLE], RED, 3),
    "box": lambda drawing: drawing.boxes([(1, 2, 4, 2)], RED, 3),
    "box upside down": lambda drawing: drawing.boxes([(1, 4, 4, -2)], (1.0, 0.0, 0.0, 1.0), 3),
    "round box": lambda drawing: drawing.boxes([(1, 2, 4, 2)], [RED], 3, rounding=0.5),
    "edge": lambda drawing: drawing.edges([(0, 4, 3, -2, 6, -4)], [0.5], RED, 3),
    "line": lambda drawing: drawing.line([0, 4, 2], [0, -1, 3], RED, 2, "--"),
    "text, left": lambda drawing: write_in_red(drawing, ha="left"),
    "text, center": lambda drawing: write_in_red(drawing, ha="center"),
    "text, right": lambda drawing: write_in_red(drawing, ha="right"),
}


def write_in_red(drawing, ha):
    drawing.write(8, 1, "N = 30", 2, Style("bold", RED, ha))


def around(points):
    x, y = np.reshape(points, (-1, 2)).T
    return min(x), max(x), min(y), max(y)


EXTENTS = {  # of an element: left, right, top, bottom
    "circle": lambda x, y, radius: (x - radius, x + radius, y - radius, y + radius),
    "polygon": lambda *points: around(points),
    "box": lambda x, y, width, height, rounding: (x, x + width, y, y + height),
    "edge": lambda *numbers: around(numbers[:-1]),
    "line": lambda *numbers: around(numbers[:-1]),
    "text": lambda x, y, size, width: (x, x + width, y - CAPITALS * size, y),
}
# The ends of an edge, and letters, are a little wider or narrower than their box.
NEAR = {"edge": 14, "text": 12, "line": 3, "circle": 1.5, "polygon": 1.5, "box": 1.5}


def extent_of_red(figure):
    """The pixels in red: left, right, top, bottom."""
    figure.canvas.draw()
    green = np.asarray(figure.canvas.buffer_rgba())[..., 1]
    rows, columns = np.nonzero(green < 128)
    return min(columns), max(columns) + 1, min(rows), max(rows) + 1


@pytest.mark.parametrize("name", SHAPES)
def test_a_scene_has_what_is_drawn_on_axes_in_the_same_place_and_colour(name):
    draw, scene = SHAPES[name], Scene()
    draw(scene.limit(*LIMITS))
    (element,) = scene.elements.values()
    _, kind, numbers, words = element
    assert words[0] == RED.lower()

    figure = Figure(figsize=(10, 5), dpi=100)
    FigureCanvasAgg(figure)
    draw(Drawing(figure.add_axes((0, 0, 1, 1))).limit(*LIMITS))
    assert extent_of_red(figure) == pytest.approx(EXTENTS[kind](*numbers), abs=NEAR[kind])


def test_what_an_inset_shows_is_in_its_middle_and_cannot_be_clicked():
    scene = Scene()
    inset = scene.limit(0, 10, 0, 10).inset(0, 5, 10, 5)
    draw_game(inset, Board(4, 4))
    middles = [x for x, _, _ in (circle.numbers for circle in elements(scene, "circle"))]
    assert middles[0] + middles[-1] == pytest.approx(1000, abs=0.2)
    assert list(inset.places) == [0, 1, 2, 3]
    assert elements(scene, "spot") == []


# ---------------------------------------------------------------- texts

texts = st.text("0123456789.,/+-–∞% ›‹XOabcdefghiklmnoprstuvwyNTUB=·√⋯", min_size=1, max_size=30)


@given(texts, st.floats(0.05, 3), st.sampled_from(["normal", "bold", "mono"]))
def test_a_text_is_centred_with_the_width_that_is_reckoned(text, size, weight):
    scene = Scene()
    scene.limit(0, 10, 0, 10).write(5, 5, text, size, Style(weight))
    (line,) = written(scene)
    assert (line.text, line.weight) == (text, weight)
    assert line.size == pytest.approx(100 * size, abs=0.06)
    assert line.width == pytest.approx(100 * size * width_of(text, weight), abs=0.06)
    assert line.x + line.width / 2 == pytest.approx(500, abs=0.1)


# ---------------------------------------------------------------- a tree that stays put

games = st.sampled_from([Board(), Board.from_moves("333332"), HexBoard(3)])


def grown(game, seed, playouts):
    return TreeSearch(game, SearchSettings(), seed).run(playouts)


def tree_scene(opened):
    scene = Scene()
    draw_fixed_tree(scene, opened, opened, rows=3)
    return scene


@settings(max_examples=30)
@given(games, st.integers(0, 99), st.integers(1, 60), st.integers(1, 200), turns)
def test_node_of_two_pictures_stays_where_it_was_whatever_the_search_did(game, seed, playouts, more, turns):
    search = grown(game, seed, playouts)
    opened = opened_path(search.root, turns)[:4]
    assume(opened[-1].children)  # else a row may come
    before = numbers_of(tree_scene(opened), "@circle 3 ")
    search.run(more)
    after = numbers_of(tree_scene(opened), "@circle 3 ")
    for name, (x, y, _) in before.items():
        assert after[name][:2] == (x, y)


@settings(max_examples=30)
@given(games, st.integers(0, 99), st.integers(1, 200), turns)
def test_every_node_that_is_drawn_has_a_spot_with_its_moves(game, seed, playouts, turns):
    root = grown(game, seed, playouts).root
    scene = tree_scene(opened_path(root, turns))
    circles = numbers_of(scene, "@circle 3.1 ")
    drawn = {node.moves: circles[node.name] for node in (root, *root.descendants) if node.name in circles}
    assert len(drawn) == len(circles)
    spots = {scene.names[key]: box for _, _, box, (key, _) in elements(scene, "spot")}
    assert spots.keys() == drawn.keys()
    for moves, (x, y, radius) in drawn.items():
        around_it = x - radius, y - radius, 2 * radius, 2 * radius
        assert spots[moves] == pytest.approx(around_it, abs=0.2)


def test_picture_that_begins_below_the_root_says_where():
    root = grown(Board(), seed=1, playouts=100).root
    below = root.children[3].children[2]
    assert "root" in [line.text for line in written(tree_scene([root]))]
    assert "after 3 2" in [line.text for line in written(tree_scene([below]))]


def test_only_the_edges_of_the_path_are_marked():
    opened = opened_path(grown(Board(), seed=1, playouts=200).root, turns=[3, 2])
    scene = tree_scene(opened)
    assert len(numbers_of(scene, "@edge 2.1 ")) == 2
    assert len(numbers_of(scene, "@edge 2 ")) == 3 * 7 - 2


def test_cells_of_hex_are_clicked_where_they_are_drawn():
    scene = Scene()
    draw_game(scene, HexBoard(4))
    cells = [element.numbers for element in elements(scene, "polygon") if element.words == (CELL.lower(),)]
    drawn = [np.reshape(corners, (-1, 2)).mean(axis=0) for corners in cells]
    boxes = [element.numbers for element in elements(scene, "spot")]
    clicked = [(x + width / 2, y + height / 2) for x, y, width, height in boxes]
    assert len(clicked) == 16
    assert np.allclose(sorted(clicked), sorted(map(tuple, drawn)), atol=0.3)


# ---------------------------------------------------------------- the pictures of the panels


class Picture(NamedTuple):
    """What the explorer shows, and its width and greatest height in hundredths of a panel."""

    draw: object
    width: float
    height: float


def tree_picture(opened):
    return Picture(lambda scene: draw_fixed_tree(scene, opened, rows=2), width=63, height=28)  # beside the board


def tree_of_a_million():
    """A root whose children all have the same large counts."""
    root = grown(Board(), seed=1, playouts=300).root
    root.visits, root.wins = 1_000_000, 500_000
    for child in root.children:
        child.visits, child.wins = 40_000, 17_400
    return tree_picture([root])


def exact_ratings():
    root = grown(Board(), seed=1, playouts=300).root
    candidates = [Candidate(move, 0.4615, 1.234, 142_857) for move in range(7)]
    marks = dict.fromkeys(range(7), "draw")
    return Picture(lambda scene: draw_ratings(scene, candidates, root, 3, marks=marks), width=63, height=22.9)


def board_with_values():
    board = Board.from_moves("3342")
    values = dict.fromkeys(range(7), 0.25)
    return Picture(lambda scene: draw_game(scene, board, values), width=31, height=math.inf)


PICTURES = {
    "tree": lambda: tree_picture(opened_path(grown(Board(), 1, 300).root, [3])),
    "tree of a million": tree_of_a_million,
    "tree of 36 moves": lambda: tree_picture(opened_path(grown(HexBoard(6), 1, 300).root, [3])),
    "exact ratings": exact_ratings,
    "board with values": board_with_values,
}


@cache
def picture(name):
    return PICTURES[name]()


@pytest.mark.parametrize(("panel", "least"), [(1025, 14), (1684, 20)])
@pytest.mark.parametrize("name", PICTURES)
def test_no_text_is_too_small_to_be_read_in_class(name, panel, least):
    draw, width, height = picture(name)
    scene = Scene()
    draw(scene)
    hundredth = (panel - 8) / 100  # without the border
    pixels_a_unit = min(width * hundredth / 1000, height * hundredth / scene.height)
    sizes = {line.text: round(line.size * pixels_a_unit, 1) for line in written(scene)}
    assert {text: size for text, size in sizes.items() if size < least} == {}


@pytest.mark.parametrize("name", PICTURES)
def test_no_text_is_written_beyond_its_picture(name):
    scene = Scene()
    picture(name).draw(scene)
    for line in written(scene):
        assert -1 <= line.x <= line.x + line.width <= 1001, line.text
        assert 0.7 * line.size - 1 <= line.y <= scene.height + 1, line.text


@pytest.mark.parametrize("name", PICTURES)
def test_no_two_things_have_the_same_key(name, monkeypatch):
    added = []
    add = Scene._add_element

    def add_and_count(scene, *element):
        added.append(element)
        add(scene, *element)

    monkeypatch.setattr(Scene, "_add_element", add_and_count)
    scene = Scene()
    picture(name).draw(scene)
    assert len(scene.elements) == len(added)
