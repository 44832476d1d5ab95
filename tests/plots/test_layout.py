"""The layout of a tree that stays put: a column for every move, a row for every depth."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import opened_path, turns

from c4lib import Board, HexBoard, SearchSettings, TreeSearch
from c4lib.plots.tree import BOTTOM, HEIGHT, MOST_SLOTS, TOP, fixed_layout

few = settings(max_examples=40)


def grown(game, seed, playouts):
    return TreeSearch(game, rng=seed).run(playouts).root


def opened_paths(games, playouts):
    roots = st.builds(grown, st.sampled_from(games), st.integers(0, 99), playouts)
    return st.builds(opened_path, roots, turns)


opened = opened_paths(
    [Board(), Board.from_moves("333332"), Board(rows=3, columns=4, connect=3), HexBoard(3)],
    playouts=st.integers(1, 200),
)


@few
@given(opened)
def test_columns_of_the_moves_are_in_order_equally_far_apart_and_around_the_middle(opened):
    slots = fixed_layout(opened).slots
    assert tuple(slots) == opened[0].game.legal_moves()
    places = list(slots.values())
    assert places == pytest.approx(np.linspace(places[0], places[-1], len(places)))
    assert places[0] == pytest.approx(-places[-1])


def test_move_that_the_search_leaves_out_as_a_mirror_image_has_its_column():
    root = TreeSearch(Board(), SearchSettings(distinct=True), rng=1).run(20).root
    assert [child.move for child in root.children] == [0, 1, 2, 3]
    assert list(fixed_layout([root]).slots) == [0, 1, 2, 3, 4, 5, 6]


def test_move_that_only_a_node_below_has_gets_a_column_of_its_own():
    root = grown(Board(), seed=1, playouts=20)
    child = root.children[0]
    child.children[6].move = 7
    assert list(fixed_layout([root]).slots) == [0, 1, 2, 3, 4, 5, 6]
    assert list(fixed_layout([root, child]).slots) == [0, 1, 2, 3, 4, 5, 6, 7]


@few
@given(opened)
def test_every_row_is_the_children_of_an_opened_node(opened):
    layout = fixed_layout(opened, rows=9)
    assert list(layout.rows.values()) == [node.children for node in opened if node.children]
    assert layout.left_out == 0


@few
@given(opened)
def test_the_root_and_the_rows_are_equally_far_apart_and_fill_the_picture(opened):
    layout = fixed_layout(opened)
    heights = [0, *layout.rows]
    assert heights == pytest.approx(np.linspace(0, heights[-1], len(heights)))
    if layout.rows:
        bottom = layout.top - 3 * HEIGHT
        assert layout.top - layout.root_radius == pytest.approx(TOP)
        assert heights[-1] - layout.radius == pytest.approx(bottom + BOTTOM)


@few
@given(opened, st.integers(2, 4))
def test_of_a_longer_path_the_first_row_and_the_last_ones_are_drawn(opened, rows):
    layout = fixed_layout(opened, rows)
    whole = list(fixed_layout(opened, rows=9).rows.values())
    left_out = max(len(whole) - rows, 0)
    assert list(layout.rows.values()) == whole[:1] + whole[1 + left_out :]
    assert layout.left_out == left_out


# ---------------------------------------------------------------- more moves than can be read

wide = opened_paths([HexBoard(4), HexBoard(6), Board(5, 12)], playouts=st.integers(30, 300))


@few
@given(wide, st.integers(2, 4))
def test_of_many_moves_as_many_as_can_be_read_have_a_column_in_the_order_of_the_moves(opened, rows):
    layout = fixed_layout(opened, rows)
    moves = opened[0].game.legal_moves()
    assert list(layout.slots) == [move for move in moves if move in layout.slots]
    assert len(layout.slots) == MOST_SLOTS
    drawn = {node.move for row in layout.rows.values() for node in row}
    assert drawn <= set(layout.slots)


@few
@given(wide, st.integers(2, 4))
def test_of_many_moves_the_path_and_the_most_visited_are_drawn(opened, rows):
    for row in fixed_layout(opened, rows).rows.values():
        children = row[0].parent.children
        on_the_path = set(children) & set(opened)
        assert on_the_path <= set(row)
        most = max(child.visits for child in children)
        assert most == max(node.visits for node in row)


def test_of_many_moves_the_first_ones_have_a_column_as_long_as_none_was_tried():
    game = HexBoard(5)
    unsearched = TreeSearch(game).root
    assert list(fixed_layout([unsearched]).slots) == list(game.legal_moves()[:MOST_SLOTS])
