"""The pictures of the step control: what is marked in them, and how they say what is left out."""

import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from c4lib import Board, HexBoard, SearchNode, SearchSettings
from c4lib.plots.canvas import CAPITALS, EXPLOITATION, EXPLORATION, HIGHLIGHT, OUTSIDE, TEXT, VISITS, Scene, glyphs
from c4lib.study.recording import PHASES, Trace
from c4lib.widgets.phase_plots import View, chosen, draw_details, draw_place, draw_tree


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


@pytest.mark.parametrize("part", [1, 2, None])
def test_the_chosen_child_of_the_level_is_marked(ax, part):
    snapshot = Trace(Board(), SearchSettings(c=0.7), seed=1).at(60, "select")
    draw_details(ax, View(snapshot, part))
    moves = [str(node.move) for node in snapshot.path[1:]]
    assert len(moves) == 2
    marked = [text.get_text() for text in ax.texts if text.get_color() == HIGHLIGHT]
    assert [text for text in marked if text in "0123456"] == [moves[(part or 2) - 1]]
    assert len(boxes(ax, OUTSIDE)) == 1


def test_bars_are_as_long_as_the_terms(ax):
    snapshot = Trace(Board(), seed=1).at(12, "select")
    draw_details(ax, View(snapshot, 1))
    (_, *blue), (_, *orange) = boxes(ax, EXPLOITATION), boxes(ax, EXPLORATION)  # without the legend's
    means, values = [child.mean for child in snapshot.root.children], snapshot.selection.values[0]
    start, scale = blue[0][0], blue[0][2] / means[0]
    assert [width for _, _, width, _ in blue] == pytest.approx([mean * scale for mean in means])
    assert [left + width - start for left, _, width, _ in orange] == pytest.approx([value * scale for value in values])


@pytest.mark.parametrize(("iteration", "phase"), [(0, None), *((7, phase) for phase in PHASES)])
def test_the_phase_just_done_is_marked_and_those_to_come_are_grey(ax, iteration, phase):
    trace = Trace(Board(), seed=1)
    draw_place(ax, View(trace.at(iteration, phase) if phase else trace.at(iteration)))
    colours = [text.get_color() for text in ax.texts if text.get_text()[2:].lower() in PHASES]
    done = PHASES.index(phase) if phase else -1
    wanted = [TEXT if index < done else "#FFFFFF" if index == done else VISITS for index in range(4)]
    assert colours == wanted
    assert len(boxes(ax, HIGHLIGHT)) == (phase is not None)


@pytest.mark.parametrize("part", [0, 1, 2, None])
def test_the_path_is_marked_as_far_as_it_is_shown(part):
    scene, snapshot = Scene(), Trace(Board(), SearchSettings(c=0.7), seed=1).at(60, "select")
    draw_tree(scene, View(snapshot, part))
    rims = [
        name
        for name, (_, kind, _, words) in scene.elements.items()
        if kind == "circle" and words == (HIGHLIGHT.lower(),)
    ]
    names = ["/".join(str(node.move) for node in node.path) for node in snapshot.path]
    assert rims == [f"@circle 3 {name}" for name in names[: 3 if part is None else part + 1]]


def test_new_children_are_marked_after_an_expansion():
    scene, snapshot = Scene(), Trace(Board(), seed=1).at(1, "expand")
    draw_tree(scene, View(snapshot))
    rims = [words for name, (_, _, _, words) in scene.elements.items() if name.startswith("@circle 3 ")]
    assert rims == [(HIGHLIGHT.lower(),)] * 8


@pytest.mark.parametrize("game", [Board(), HexBoard()], ids=repr)
def test_the_board_shows_the_moves_of_a_playout_one_by_one(game):
    snapshot = Trace(game, seed=1).at(4, "simulate")
    before = None
    for part in range(View(snapshot).parts + 1):
        scene, view = Scene(2.6), View(snapshot, part)
        draw_place(scene, view)
        assert int((view.game.cells != 0).sum()) == len(snapshot.path) - 1 + part
        assert scene.elements != before
        assert texts_of(scene)[-1].endswith(" has won") == view.game.is_terminal
        before = scene.elements
    draw_place(scene, View(snapshot))
    assert texts_of(scene)[-1].startswith(f"after {' '.join(str(node.move) for node in snapshot.path[1:])}: ")


def texts_of(scene):
    return [words[1] for _, kind, _, words in scene.elements.values() if kind == "text"]


def test_the_film_strip_ends_with_the_moves_that_are_shown():
    snapshot = Trace(Board(), seed=1).at(4, "simulate")
    count = len(snapshot.simulation.moves)
    for part in (0, 1, 5, count, None):
        scene = Scene(1.7)
        draw_details(scene, View(snapshot, part))
        last, is_whole = texts_of(scene)[-1], part in (count, None)
        assert (
            last.endswith(" wins")
            if is_whole
            else last.endswith((" to move", f" plays {snapshot.simulation.moves[part - 1]}"))
        )
        assert ("not in the tree" in texts_of(scene)) is (part != 0)


def text_boxes(scene):
    """(left, right, top, bottom) of every text."""
    for _, kind, numbers, words in scene.elements.values():
        if kind == "text":
            (x, y, size), (_, text, weight) = numbers, words
            yield text, x, x + size * glyphs(text, weight)[1], y - CAPITALS * size, y


@pytest.mark.parametrize(
    ("game", "settings", "iteration"),
    [
        (Board(), {"draw": 0.25}, 2000),
        (Board(), {"c": 0.1}, 1500),
        (Board(4, 5), {"prior": 20, "draw": 0.25, "c": 0.4}, 900),
        (HexBoard(), {"c": 0.5, "viewpoint": "root"}, 1000),
    ],
)
@pytest.mark.parametrize("phase", PHASES)
def test_no_text_covers_another_or_leaves_the_picture(game, settings, iteration, phase):
    snapshot = Trace(game, SearchSettings(**settings), seed=1).at(iteration, phase)
    for draw, proportion in (draw_tree, 1.46), (draw_place, 2.6), (draw_details, 1.7):
        scene = Scene(proportion)
        draw(scene, View(snapshot))
        boxes = sorted(text_boxes(scene), key=lambda box: box[1])
        assert len(boxes) >= 2
        for number, (text, left, right, top, bottom) in enumerate(boxes):
            assert 0 <= left < right <= 1000, (draw.__name__, text)
            assert 0 <= top < bottom <= scene.height, (draw.__name__, text)
            for other, its_left, _, its_top, its_bottom in boxes[number + 1 :]:
                assert its_left >= right or its_bottom <= top or its_top >= bottom, (draw.__name__, text, other)


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
    assert chosen(children, values, children[1]) == words
