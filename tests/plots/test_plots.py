"""Pictures: what each one shows, that nothing in it overlaps, and how it looks (compared with `tests/plots/baseline`).

After a wanted change of looks: `pytest tests/plots --mpl-generate-path=tests/plots/baseline`, and look at each of them.
"""

import math
import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from matplotlib import pyplot
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox
from nim import Nim

from c4lib import (
    Board,
    HexBoard,
    SearchNode,
    SearchSettings,
    Simulation,
    TreeSearch,
    plot_board,
    plot_hex,
    plot_playout,
    plot_tree,
    plot_ucb1,
)
from c4lib.plots.board import CELL, draw_game, game_png, game_svg
from c4lib.plots.canvas import (
    EDGE,
    EMPTY,
    EXPLOITATION,
    EXPLORATION,
    FRAME,
    HIGHLIGHT,
    INK,
    MEAN,
    MUTED,
    OUTSIDE,
    PLAYERS,
    TEXT,
    VISITS,
    WHITE,
    Drawing,
    Scene,
    text_on,
)
from c4lib.plots.phases import _frames_to_draw
from c4lib.plots.tree import GAP, tidy_layout
from c4lib.proofs import Proof
from mctslab.plots.bitboards import plot_bitboards

picture = pytest.mark.mpl_image_compare(
    baseline_dir="baseline", style="default", tolerance=0.5, savefig_kwargs={"dpi": 60, "metadata": {"Software": None}}
)

# X has four in the bottom row, and O three in the row above.
WON = Board.from_moves("0011223")


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    yield
    pyplot.close("all")


def new_axes(width=8, height=6):
    """Axes on a figure that pyplot knows nothing of, as widgets use them."""
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure.add_subplot()


def search(iterations, board=Board(), rng=1, **settings):
    tree = TreeSearch(board, SearchSettings(**settings), rng=rng)
    return tree.run(iterations) if iterations else tree


def texts(ax):
    return [text.get_text() for text in ax.texts]


def luminance(colour):
    """As WCAG 2 defines it."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(colour)]
    return np.dot(linear, (0.2126, 0.7152, 0.0722))


# ---------------------------------------------------------------- how they look


def board_pictures():
    return {
        "empty": lambda: plot_board(Board()),
        "values": lambda: plot_board(
            Board.from_moves("3342533121"),
            {0: 0.02, 1: 0.1, 2: 0.25, 3: 0.55, 4: 0.08, 5: None},
            title="Shares of visits",
        ),
        "scores": lambda: plot_board(Board(), {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}, title="Exact scores"),
        "won": lambda: plot_board(WON),
        "two_lines": lambda: plot_board(Board.from_moves("1613321245231")),
        "4x5": lambda: plot_board(Board.from_moves("0123321", 4, 5)),
    }


def after_one_iteration():
    tree = search(1)
    return plot_tree(tree, path=tree.root.children[3].path, title="After one iteration")


def after_1000_iterations():
    tree = search(1000)
    return plot_tree(tree, path=tree.step().expansion.node.path, title="After 1000 iterations")


def with_prior():
    tree = search(30, Board(4, 5), prior=1)
    return plot_tree(tree, path=tree.step().selection.path)


def tree_pictures():
    return {
        "root": lambda: plot_tree(search(0)),
        "8": after_one_iteration,
        "4x5_prior": with_prior,
        "1000": after_1000_iterations,
        "narrow": lambda: plot_tree(search(1000, viewpoint="root", c=0.5, loss=-1), max_nodes=12),
        "proven": lambda: plot_tree(search(60, Board.from_moves("0303112", 4, 4), solve=True), max_nodes=30),
    }


def statistics_pictures():
    return {
        "ucb1": lambda: plot_ucb1(search(100)),
        "ucb1_unvisited": lambda: plot_ucb1(search(5), title="After five iterations"),
        "ucb1_fpu": lambda: plot_ucb1(search(5, unvisited=0.5)),
    }


def playout_pictures():
    return {
        "long": lambda: plot_playout(search(1).step().simulation, title="A playout"),
        "4x5": lambda: plot_playout(search(1, Board(4, 5)).step().simulation, max_frames=4),
        "no_moves": lambda: plot_playout(Simulation(SearchNode(WON), (), WON)),
    }


@picture
@pytest.mark.parametrize("name", board_pictures())
def test_board_looks_as_before(name):
    return board_pictures()[name]().figure


@picture
@pytest.mark.parametrize("name", tree_pictures())
def test_tree_looks_as_before(name):
    return tree_pictures()[name]().figure


@picture
@pytest.mark.parametrize("name", statistics_pictures())
def test_statistics_look_as_before(name):
    return statistics_pictures()[name]().figure


@picture
@pytest.mark.parametrize("name", playout_pictures())
def test_playout_looks_as_before(name):
    return playout_pictures()[name]().figure


# ---------------------------------------------------------------- all pictures


PLOTS = {
    "board": lambda ax, **kw: plot_board(Board.from_moves("334"), {0: 1.5}, ax=ax, **kw),
    "tree": lambda ax, **kw: plot_tree(search(20), ax=ax, **kw),
    "ucb1": lambda ax, **kw: plot_ucb1(search(20), ax=ax, **kw),
    "playout": lambda ax, **kw: plot_playout(search(1).step().simulation, ax=ax, **kw),
}


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_axes_passed_in_are_used_and_pyplot_is_left_alone(plot):
    ax = new_axes()
    assert plot(ax, title="A title") is ax
    ax.figure.canvas.draw()
    assert ax.get_title() == "A title"
    assert pyplot.get_fignums() == []


TITLED = PLOTS | {
    "fixed": lambda ax, **kw: plot_tree(search(20), fixed=True, ax=ax, **kw),
    "bitboards": lambda ax, **kw: plot_bitboards(Board(), ax=ax, **kw),
    "hex": lambda ax, **kw: plot_hex(HexBoard(), ax=ax, **kw),
}


@pytest.mark.parametrize("plot", TITLED.values(), ids=TITLED)
def test_a_title_stays_on_its_figure_and_clear_of_the_other_texts(plot):
    ax = plot(None, title="X can block only one of two open ends, so O wins")
    ax.figure.draw_without_rendering()
    title = ax.title.get_window_extent()
    assert Bbox.intersection(title, ax.figure.bbox).bounds == title.bounds
    assert not [text for text in ax.texts if title.overlaps(text.get_window_extent())]


def test_titles_of_panels_keep_to_their_panels():
    figure = Figure(figsize=(9, 4), layout="constrained")
    for ax in figure.subplots(1, 3):
        plot_board(Board(), ax=ax, title="X can block only one of two open ends")
    figure.draw_without_rendering()
    ends = [end for ax in figure.axes for end in ax.title.get_window_extent().intervalx]
    assert ends == sorted(ends)


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_without_axes_a_new_figure_is_made(plot):
    before = pyplot.figure()
    ax = plot(None)
    assert ax.figure is not before
    assert ax.figure.get_layout_engine() is not None


def test_axes_of_a_wrong_type_are_refused():
    with pytest.raises(ValueError, match="ax must be the Axes"):
        plot_board(Board(), ax=Figure())


@pytest.mark.parametrize("name", ["board", "tree", "ucb1", "playout"])
def test_texts_of_a_drawing_scale_with_it(name):
    boxes = []
    for width in (4, 16):
        ax = PLOTS[name](new_axes(width, width / 2))
        boxes.append([text.get_window_extent().transformed(ax.transAxes.inverted()).bounds for text in ax.texts])
    np.testing.assert_allclose(*boxes, atol=1e-6)


@pytest.mark.parametrize(
    ("one", "other"),
    [(PLAYERS[1], PLAYERS[2]), (EXPLOITATION, EXPLORATION), (PLAYERS[1], WHITE), (PLAYERS[2], INK)],
)
def test_colours_differ_in_lightness_too(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) > 2.2


# ---------------------------------------------------------------- boards


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ({0: 0.126, 3: 1}, ["0.13", "1.00"]),
        ({1: None, 2: math.nan, 3: np.int64(7)}, ["–", "–", "7"]),
    ],
)
def test_values_above_the_columns(values, shown):
    assert texts(plot_board(Board(), values))[7:] == shown


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plot_board("3342"), "this draws a Board, not '3342'"),
        (lambda: plot_board(Board(), [1, 2]), r"values must be a dict from column to number, not \[1, 2\]"),
        (lambda: plot_board(Board(), {7: 1}), "values: there is no column 7; columns: 0 to 6"),
        (lambda: plot_board(Board(), {3: "high"}), "values: column 3 has 'high', which is no number"),
    ],
)
def test_what_is_no_board_or_value_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_same_board_gives_the_same_bytes():
    board, again = Board.from_moves("3342"), Board().play(3).play(3).play(4).play(2)
    assert game_svg(board) == game_svg(again)
    assert game_png(board) == game_png(again)
    assert game_svg(board) != game_svg(board.play(0))


def test_svg_has_every_disc_with_its_mark():
    svg = ElementTree.fromstring(game_svg(Board.from_moves("3342533121")))
    circles = [(one.get("fill").upper(), float(one.get("r"))) for one in svg.findall("{*}circle")]
    disc = max(radius for colour, radius in circles if colour == PLAYERS[1])
    assert circles.count((PLAYERS[1], disc)) == len(svg.findall("{*}polygon")) == 5  # each with a cross
    assert circles.count((PLAYERS[2], disc)) == sum(colour == INK for colour, _ in circles) == 5  # with a ring
    assert sum(radius > disc for _, radius in circles) == 1  # the rim of the last disc


# ---------------------------------------------------------------- trees: which nodes


class AnyGame:
    """A game in which every move can be played."""

    to_move, winner, is_terminal = 1, None, False

    def play(self, move):
        return self


@st.composite
def trees(draw, most=80):
    """Any tree, with visits as a search would leave them: no child has more than its parent."""
    root = SearchNode(AnyGame())
    root.visits = draw(st.integers(0, 2000))
    nodes = [root]
    for parent_place, visits, wins in draw(
        st.lists(st.tuples(st.integers(0, most), st.integers(0, 2000), st.floats(0, 1)), max_size=most)
    ):
        parent = nodes[parent_place % len(nodes)]
        node = SearchNode(move=len(parent.children), parent=parent)
        node.visits = min(visits, parent.visits)
        node.wins = round(wins * node.visits * 2) / 2
        nodes.append(node)
    return root


def drawn(ax, root):
    """How many nodes are drawn: all but those that the note says are not."""
    notes = [text for text in texts(ax) if text.endswith("not shown")]
    assert len(notes) <= 1
    hidden = int(notes[0].split()[1].replace(",", "")) if notes else 0
    return 1 + len(root.descendants) - hidden


def test_the_note_says_how_many_nodes_are_hidden():
    tree = search(100)
    assert f"+ {tree.node_count - 60} nodes not shown" in texts(plot_tree(tree))
    assert "+ 1 node not shown" in texts(plot_tree(search(1), max_nodes=7))
    big = search(600)
    assert f"+ {(big.node_count - 60) // 1000},{(big.node_count - 60) % 1000:03} nodes not shown" in texts(
        plot_tree(big)
    )


def test_a_node_says_how_many_of_its_children_are_hidden():
    assert texts(plot_tree(search(1), max_nodes=3)).count("+5") == 1
    ax = plot_tree(full_tree(3, 3), max_depth=1)
    assert texts(ax).count("+3") == 3
    assert "+ 36 nodes not shown" in texts(ax)


@given(trees(), st.integers(1, 30))
@hypothesis_settings(max_examples=15)
def test_as_many_nodes_as_allowed_are_drawn(root, max_nodes):
    ax = plot_tree(root, max_nodes=max_nodes, ax=new_axes())
    assert len(node_circles(ax)) == drawn(ax, root) == min(max_nodes, 1 + len(root.descendants))


def test_the_most_visited_are_drawn():
    tree, max_nodes = search(300), 20
    visits = sorted((node.visits for node in (tree.root, *tree.root.descendants)), reverse=True)
    ax = plot_tree(tree, max_nodes=max_nodes, ax=new_axes())
    assert sorted((visits for _, visits in fractions(ax)), reverse=True) == visits[:max_nodes]


def test_a_path_in_any_order_and_with_gaps_is_connected():
    tree = search(200)
    path = max(tree.root.leaves, key=lambda leaf: leaf.depth).path
    assert drawn(plot_tree(tree, path=[path[-1]], max_nodes=1), tree.root) == len(path)
    assert drawn(plot_tree(tree, path=reversed(path), max_nodes=1), tree.root) == len(path)


def test_nodes_below_the_greatest_depth_are_left_out():
    tree = search(300)
    assert drawn(plot_tree(tree, max_depth=1), tree.root) == 8
    assert drawn(plot_tree(tree, max_depth=0), tree.root) == 1


# ---------------------------------------------------------------- trees: where they stand


def layout_of(root, scale):
    everything = [root, *root.descendants]
    return tidy_layout(root, {node: scale * (0.28 + 0.0001 * node.visits) for node in everything})


def distance_between(layout, a, b):
    """The gap between the squares around two nodes; negative if they overlap."""
    (ax, ay), (bx, by) = layout.centres[a], layout.centres[b]
    return max(abs(ax - bx), abs(ay - by)) - layout.radii[a] - layout.radii[b]


@given(trees(), st.sampled_from([1, 3]))
def test_no_two_nodes_overlap(root, scale):
    layout = layout_of(root, scale)
    assert all(distance_between(layout, a, b) > GAP / 2 for a, b in combinations(layout.centres, 2))


def full_tree(branching, depth):
    root = SearchNode(AnyGame())
    for _ in range(depth):
        for leaf in root.leaves:
            for move in range(branching):
                SearchNode(move=move, parent=leaf)
    return root


@given(trees(most=50))
@hypothesis_settings(max_examples=15)
def test_no_text_overlaps_another_text(root):
    ax = plot_tree(root, ax=new_axes())
    boxes = [text.get_window_extent() for text in ax.texts]
    assert not [(a, b) for a, b in combinations(boxes, 2) if a.overlaps(b)]


@given(trees(most=50))
@hypothesis_settings(max_examples=15)
def test_a_text_is_wholly_inside_a_node_or_wholly_outside(root):
    ax = plot_tree(root, max_nodes=30, ax=new_axes())
    for text in ax.texts:
        box = text.get_window_extent().transformed(ax.transData.inverted())
        for x, y, radius in node_circles(ax):
            nearest = np.clip((x, y), box.min, box.max) - (x, y)
            farthest = np.abs(box.corners() - (x, y)).max(axis=0)
            assert np.hypot(*nearest) > radius or np.hypot(*farthest) < radius, text


def node_circles(ax):
    """(x, y, radius) of every node: the circles that have a colour of their own."""
    (nodes,) = (shapes for shapes in ax.collections if shapes.get_gid() == "nodes")
    return [(*centre, width / 2) for centre, width in zip(nodes.get_offsets(), nodes.get_widths())]


def fan_between_leaves(width):
    """Three children, and a wide fan below the one in the middle: its edges start between two nodes."""
    root = full_tree(3, 1)
    for move in range(width):
        SearchNode(move=move, parent=root.children[1])
    return root


@given(trees(most=50))
@example(fan_between_leaves(50))
@hypothesis_settings(max_examples=10)
def test_no_edge_passes_through_a_node(root):
    ax = plot_tree(root, ax=new_axes())
    *centres, radii = np.transpose(node_circles(ax))
    edges = [path.vertices for shapes in ax.collections if shapes.get_zorder() == 2 for path in shapes.get_paths()]
    assert len(edges) == len(radii) - 1
    for corners in edges:
        outline = np.concatenate([np.linspace(a, b, 20) for a, b in pairwise(corners)])
        met = np.hypot(*(outline[:, :, None] - centres).transpose(1, 0, 2)) < radii
        assert met.any(axis=0).sum() == 2  # only the nodes at its ends


# ---------------------------------------------------------------- trees: what is written


def fractions(ax):
    """(wins, visits) of each node: the last numbers that are written but for the scale."""
    count = len(node_circles(ax))
    numbers = [float(text) for text in texts(ax) if re.fullmatch(r"[\d.]+", text)][-1 - 2 * count : -1]
    return list(zip(numbers[::2], numbers[1::2]))


@pytest.mark.parametrize(
    ("wins", "visits", "label"),
    [(0.1 + 0.2, 3, ["0.3", "3"]), (399.5, 800, ["400", "800"]), (61234.5, 123456, ["61k", "123k"])],
)
def test_wins_and_visits_are_short(wins, visits, label):
    root = SearchNode(Board())
    root.wins, root.visits = wins, visits
    assert texts(plot_tree(root))[:2] == label


def test_the_caption_says_whose_wins_are_counted():
    assert any("the player who moved there" in text for text in texts(plot_tree(search(20))))
    assert any("of X" in text for text in texts(plot_tree(search(20, viewpoint="root"))))
    assert any("of O" in text for text in texts(plot_tree(search(20, Board().play(0), viewpoint="root"))))


@pytest.mark.parametrize(("winner", "colours"), [(1, {PLAYERS[1]}), (None, {MUTED})])
def test_a_proven_node_shows_who_wins(winner, colours):
    root = search(1).root
    root.children[2].proof = Proof(winner, plies=1)
    ax = plot_tree(root, ax=new_axes(12, 6))
    badges = [one for one in ax.collections if 4.55 < one.get_zorder() < 4.65]
    assert {to_hex(one.get_facecolor()[0]).upper() for one in badges} == colours
    _, _, _, (x, y, radius), *_ = node_circles(ax)
    for one in badges:
        assert np.hypot(*(one.get_offsets() - (x, y)).T) < 1.5 * radius
    assert texts(ax).count("=") == (winner is None)  # the badge; the caption has more words
    assert any(text.startswith("proven: ") for text in texts(ax))


@pytest.mark.parametrize("moves", [(), (0, 6, 0, 5)], ids=str)
def test_no_edge_touches_the_marks_of_a_fixed_tree(moves):
    path = [search(500).root]
    for move in moves:
        path += [child for child in path[-1].children if child.move == move]
    ax = plot_tree(path[0], fixed=True, path=path, ax=new_axes())
    paths = [one for group in ax.collections for one in group.get_paths() if len(one.vertices) > 50]
    edges = [one.transformed(ax.transData) for one in paths] + [
        line.get_path().transformed(ax.transData) for line in ax.lines
    ]
    marks = [text.get_window_extent() for text in ax.texts if text.get_text().startswith("+")]
    assert len(edges) >= len(marks) > 5
    assert not [mark for mark in marks for edge in edges if edge.intersects_bbox(mark, filled=False)]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plot_tree(Board()), "this draws a tree: the SearchNode at its root, or a search, not Board()"),
        (lambda: plot_tree(search(1), path=[SearchNode(Board())]), "is not a node of this tree"),
        (lambda: plot_tree(search(1), path=[3]), "path: 3 is not a node of this tree"),
        (lambda: plot_tree(search(1), path=7), "path must be nodes of the tree, not 7"),
        (lambda: plot_tree(search(1), max_nodes=0), "max_nodes must be a whole number, at least 1, not 0"),
        (lambda: plot_tree(search(1), max_depth=1.5), "max_depth must be a whole number, at least 0, not 1.5"),
    ],
)
def test_what_is_no_tree_is_refused(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()


# ---------------------------------------------------------------- UCB1


def boxes(ax, colour):
    """(x of the middle, bottom, height) of what is filled with this colour, without the legend on top."""
    shapes = [one for one in ax.collections if to_hex(one.get_facecolor()[0]).upper() == colour]
    extents = [path.get_extents() for one in shapes for path in one.get_paths()]
    return [((one.x0 + one.x1) / 2, one.y0, one.height) for one in extents if one.y1 < 7]


def marked(ax):
    """The moves that are framed as chosen."""
    names = {text.get_position()[0]: text.get_text() for text in ax.texts if text.get_position()[1] == 1.25}
    return [int(names[min(names, key=lambda place: abs(place - x))]) for x, _, _ in boxes(ax, HIGHLIGHT)]


@given(st.integers(7, 60), st.sampled_from([0, 0.5, 1.4]))
@hypothesis_settings(max_examples=10)
def test_the_chosen_bar_is_the_highest(iterations, c):
    tree = search(iterations, c=c, unvisited=0.4)
    values = list(tree.ucb1.values())
    assert marked(plot_ucb1(tree, ax=new_axes())) == [place for place, v in enumerate(values) if v == max(values)]


def test_the_numbers_are_printed():
    root = SearchNode(Board())
    root.visits = 40
    for move, wins, visits in ((2, 6, 10), (3, 24, 30)):
        child = SearchNode(move=move, parent=root)
        child.wins, child.visits = wins, visits
    written = texts(plot_ucb1(root, SearchSettings(c=1)))
    assert written[:6] == ["UCB1 =", "mean", "+", "1 · √(ln 40 / n)", "move", "n"]
    assert written[6:] == ["0.60", "0.61", "1.21", "2", "10", "0.80", "0.35", "1.15", "3", "30"]


def test_enough_decimals_to_tell_the_highest_from_the_next():
    assert {"1.454", "1.453"} < set(texts(plot_ucb1(search(100))))


def test_settings_come_from_the_search_unless_given():
    tree = search(20, c=0.25)
    assert texts(plot_ucb1(tree))[3] == "0.25 · √(ln 20 / n)"
    assert texts(plot_ucb1(tree, SearchSettings(c=3)))[3] == "3 · √(ln 20 / n)"
    assert texts(plot_ucb1(tree.root))[3] == "√2 · √(ln 20 / n)"


def lonely_parent():
    root = SearchNode(Board())
    SearchNode(move=3, parent=root).visits = 1
    return root


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plot_ucb1(Board()), "this draws a SearchNode or a search, not Board()"),
        (lambda: plot_ucb1(search(0)), "has no children to choose from"),
        (lambda: plot_ucb1(search(1), 1.4), "settings must be a SearchSettings, not 1.4"),
        (lambda: plot_ucb1(lonely_parent()), "has no visits, but its children have: ln 0 has no value"),
    ],
)
def test_what_has_no_ucb1_is_refused(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()


# ---------------------------------------------------------------- playouts


@given(st.integers(1, 60), st.integers(2, 60))
def test_frames_are_the_first_the_last_and_as_many_as_allowed(count, most):
    frames = _frames_to_draw(count, most)
    positions = [frame for frame in frames if frame is not None]
    assert positions[0] == 0
    assert positions[-1] == count - 1
    assert positions == sorted(set(positions))
    assert len(positions) == min(count, most)
    assert (None in frames) == (count > most)
    for before, after in pairwise(frames):
        assert None in (before, after) or after == before + 1  # nothing is left out without a mark


def playout(board, moves):
    final = board
    for move in moves:
        final = final.play(move)
    return Simulation(SearchNode(board), tuple(moves), final)


@pytest.mark.parametrize("board", [Board.from_moves("01010"), Board.from_cells(Board.from_moves("01010").cells)])
def test_a_playout_is_told_move_by_move(board):
    ax = plot_playout(playout(board, [6, 0]))
    assert texts(ax) == ["in the tree", "O to move", "not in the tree", "O plays 6", "X wins"]


def test_a_draw_and_a_second_player_win_are_told():
    assert texts(plot_playout(playout(Board.from_moves("0123", 1, 5, 4), [4])))[-1] == "a draw"
    assert texts(plot_playout(playout(Board.from_moves("0121312"), [1])))[-1] == "O wins"


def test_a_playout_of_hex_is_told_with_its_own_names():
    texts_of_hex = texts(plot_playout(playout(HexBoard.from_moves("a2 a1 b1 c3"), ["b3"])))
    assert texts_of_hex == ["in the tree", "Black to move", "not in the tree", "Black plays b3"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plot_playout(Board()), "this draws a Simulation"),
        (
            lambda: plot_playout(playout(Board(), [3]), max_frames=1),
            "max_frames must be a whole number, at least 2, not 1",
        ),
    ],
)
def test_what_is_no_playout_is_refused(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()


# ---------------------------------------------------------------- games that are none of ours


class Sticks(Nim):
    """Nim with a look of its own: a stick is a box, and the last ones can be clicked."""

    def draw(self, drawing):
        drawing.limit(0, 8, 0, 2 + drawing.above)
        drawing.boxes([(place + 0.4, 0.2, 0.2, 1.6) for place in range(self.sticks)], PLAYERS[1])
        moves = self.legal_moves()
        drawing.spots([(self.sticks - move[1], 0, 1, 2) for move in moves], moves, map(str, moves))


@pytest.mark.parametrize("text", ["X . O\n. X  ", ""])
def test_game_without_a_look_is_shown_by_its_text_in_letters_of_one_width(text):
    class Written(Nim):
        def __str__(self):
            return text

    drawing = Drawing()
    draw_game(drawing, Written())
    ax = drawing.ax
    assert texts(ax) == text.replace(" ", "\N{NO-BREAK SPACE}").splitlines()  # of which a page draws every one
    assert len({one.get_position()[0] for one in ax.texts}) <= 1
    assert {(one.box.width / len(one.get_text())).round(3) for one in ax.texts} <= {0.602}


def test_look_of_ones_own_comes_before_that_of_the_class():
    class Bare(Board):
        def draw(self, drawing):
            drawing.limit(0, 1, 0, 1)

    scene = Scene()
    draw_game(scene, Bare())
    assert scene.places == {}


def test_values_and_marks_of_any_game_stand_in_the_places_of_its_moves():
    values = dict(zip(Nim().legal_moves(), (0.25, None, 0.5)))
    drawing = Drawing()
    draw_game(drawing, Sticks(), values, {("take", 1): "win"})
    middles = {one.get_text(): one.get_position()[0] for one in drawing.ax.texts}
    assert middles == {"0.25": 6.5, "–": 5.5, "0.50": 4.5, "win": 6.5}


@pytest.mark.parametrize("game", [Sticks(), Board(), HexBoard()], ids=["sticks", "board", "hex"])
def test_board_does_not_shift_when_values_and_marks_come(game):
    move, *_ = game.legal_moves()
    empty = Scene()
    draw_game(empty, game, {}, {})
    full = Scene()
    draw_game(full, game, {move: 1}, {move: "win"})
    assert empty.places == full.places
    assert (empty.left, empty.right, empty.bottom, empty.top) == (full.left, full.right, full.bottom, full.top)


@pytest.mark.parametrize(("board", "line"), [(Board(), (3, 3, 4)), (HexBoard(), ("b2", "a1"))], ids=["board", "hex"])
def test_line_of_play_is_numbered_where_its_pieces_go(board, line):
    drawing = Drawing()
    draw_game(drawing, board, line=line)
    numbers = drawing.ax.texts[-len(line) :]
    assert [text.get_text() for text in numbers] == [str(number) for number in range(1, len(line) + 1)]
    for text, move in zip(numbers, line):
        board = board.play(move)
        assert text.get_position() == pytest.approx(tuple(board.place_of(move)))


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("game", [Nim(), HexBoard(4)], ids=["nim", "hex"])
def test_names_of_moves_do_not_overlap_in_a_tree(game, fixed):
    tree = search(40, game)
    ax = plot_tree(tree, path=tree.step().selection.path, fixed=fixed, ax=new_axes())
    boxes = [text.get_window_extent() for text in ax.texts]
    assert not [(a, b) for a, b in combinations(boxes, 2) if a.overlaps(b)]


# ---------------------------------------------------------------- colours


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(
    ("written", "ground"),
    [(TEXT, EDGE), (TEXT, VISITS), (MUTED, OUTSIDE), (HIGHLIGHT, OUTSIDE), (EMPTY, HIGHLIGHT), (EMPTY, MUTED)]
    + [(WHITE, EXPLOITATION), (INK, EXPLORATION), (WHITE, FRAME), (INK, CELL)]
    + [(text_on(MEAN(share)), MEAN(share)) for share in np.linspace(0, 1, 21)],
)
def test_texts_can_be_read_on_their_grounds(written, ground):
    assert contrast(written, ground) >= 4.5
