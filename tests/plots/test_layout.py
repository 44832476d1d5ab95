"""The layout of a tree that stays put: a column for every move, a row for every depth."""


import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c4lib import Board, HexBoard, SearchSettings, TreeSearch
from c4lib.plots.tree import BOTTOM, HEIGHT, MOST_SLOTS, TOP, fixed_layout

games = st.sampled_from([Board(), Board.from_moves("333332"), Board(rows=3, columns=4, connect=3), HexBoard(3)])
paths = st.lists(st.integers(0, 8), max_size=5)


def opened_path(game, seed, playouts, turns):
    """From the root of a search down, by these children, as far as there are any."""
    path = [TreeSearch(game, SearchSettings(), seed).run(playouts).root]
    for turn in turns:
        if path[-1].children:
            path.append(path[-1].children[turn % len(path[-1].children)])
    return path


opened = st.builds(opened_path, games, st.integers(0, 99), st.integers(1, 200), paths)
few = settings(max_examples=40)


@few
@given(opened)
def test_columns_of_the_moves_are_in_order_equally_far_apart_and_around_the_middle(opened):
    moves = opened[0].game.legal_moves()
    slots = fixed_layout(opened).slots
    assert tuple(slots) == moves
    first, last = slots[moves[0]], slots[moves[-1]]
    apart = (last - first) / (len(moves) - 1)
    assert [*slots.values()] == pytest.approx([first + apart * index for index in range(len(moves))])
    assert first == pytest.approx(-last)


def test_move_that_the_search_leaves_out_as_a_mirror_image_has_its_column():
    root = TreeSearch(Board(), SearchSettings(distinct=True), 1).run(20).root
    assert [child.move for child in root.children] == [0, 1, 2, 3]
    assert list(fixed_layout([root]).slots) == [0, 1, 2, 3, 4, 5, 6]


def test_move_that_only_a_node_below_has_gets_a_column_of_its_own():
    root = TreeSearch(Board(), rng=1).run(20).root
    root.children[0].children[6].move = 7
    assert list(fixed_layout([root]).slots) == [0, 1, 2, 3, 4, 5, 6]
    assert list(fixed_layout([root, root.children[0]]).slots) == [0, 1, 2, 3, 4, 5, 6, 7]


@few
@given(opened)
def test_every_row_is_the_children_of_an_opened_node(opened):
    layout = fixed_layout(opened, rows=9)
    assert [*layout.rows.values()] == [node.children for node in opened if node.children]
    assert layout.left_out == 0


@few
@given(opened)
def test_the_root_and_the_rows_are_equally_far_apart_and_fill_the_picture(opened):
    layout = fixed_layout(opened)
    heights = [0, *layout.rows]
    assert heights == pytest.approx([heights[-1] * index / max(len(layout.rows), 1) for index in range(len(heights))])
    if layout.rows:
        assert layout.top - TOP == pytest.approx(layout.root_radius)
        assert heights[-1] - layout.radius == pytest.approx(layout.top - 3 * HEIGHT + BOTTOM)


@few
@given(opened, st.integers(2, 4))
def test_of_a_longer_path_the_first_row_and_the_last_ones_are_drawn(opened, rows):
    drawn, whole = ([*fixed_layout(opened, count).rows.values()] for count in (rows, 9))
    left_out = len(whole) - len(drawn)
    assert len(drawn) == min(len(whole), rows)
    assert drawn[:1] == whole[:1]
    assert drawn[1:] == whole[1 + left_out :]
    assert fixed_layout(opened, rows).left_out == left_out


# ---------------------------------------------------------------- more moves than can be read

wide = st.builds(opened_path, st.sampled_from([HexBoard(4), HexBoard(6), Board(5, 12)]), st.integers(0, 99), st.integers(30, 300), paths)  # fmt: skip


@few
@given(wide, st.integers(2, 4))
def test_of_many_moves_as_many_as_can_be_read_have_a_column_in_the_order_of_the_moves(opened, rows):
    layout, moves = fixed_layout(opened, rows), opened[0].game.legal_moves()
    assert list(layout.slots) == [move for move in moves if move in layout.slots]
    assert len(layout.slots) == MOST_SLOTS
    assert {node.move for row in layout.rows.values() for node in row} <= {*layout.slots}


@few
@given(wide, st.integers(2, 4))
def test_of_many_moves_the_path_and_the_most_visited_are_drawn(opened, rows):
    for row in fixed_layout(opened, rows).rows.values():
        children = row[0].parent.children
        assert {*children} & {*opened} <= {*row}
        assert max(child.visits for child in children) == max(node.visits for node in row)


def test_of_many_moves_the_first_ones_have_a_column_as_long_as_none_was_tried():
    assert [*fixed_layout([TreeSearch(HexBoard(5), rng=1).root]).slots] == [*HexBoard(5).legal_moves()[:MOST_SLOTS]]
