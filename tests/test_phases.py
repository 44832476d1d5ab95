"""One decision a test, on nodes made by hand."""

import math
import re

import pytest
from anytree.exporter import DotExporter
from hypothesis import given
from hypothesis import strategies as st

from c4lib import Board, SearchNode, SearchSettings, TreeSearch, backpropagate, select, ucb1
from c4lib.phases import ucb1_values

DEFAULT = SearchSettings()


def tree(counts, visits=None):
    """A root on the empty board whose children have the (wins, visits) given by move."""
    root = SearchNode(Board())
    for move, (wins, child_visits) in counts.items():
        child = SearchNode(move=move, parent=root)
        child.wins, child.visits = wins, child_visits
    root.visits = visits if visits is not None else sum(visits for _, visits in counts.values())
    return root


# ---------------------------------------------------------------- the formula


@given(st.floats(0, 50), st.integers(1, 50), st.integers(50, 10**6), st.floats(0, 5))
def test_ucb1_is_the_mean_plus_the_exploration_term(wins, visits, parent_visits, c):
    assert ucb1(wins, visits, parent_visits, c) == wins / visits + c * math.sqrt(math.log(parent_visits) / visits)


@pytest.mark.parametrize("wrong", [("a", 1, 1), (1, 1, 0), (1, 2, None)])
def test_ucb1_of_what_is_no_number_or_of_a_parent_without_visits_is_refused(wrong):
    with pytest.raises(ValueError, match="no UCB1 value for wins=.*, visits=.*, parent_visits="):
        ucb1(*wrong)


def test_ucb1_with_an_argument_too_few_is_a_wrong_call():
    with pytest.raises(TypeError, match="parent_visits"):
        ucb1(1, 2)


def test_ucb1_of_a_child_without_visits_is_what_the_settings_say():
    assert [ucb1(0, 0, 7), ucb1(0, 0, 7, unvisited=0.5)] == [math.inf, 0.5]


# ---------------------------------------------------------------- select


def test_select_goes_down_to_a_node_without_children():
    root = tree({0: (1, 3), 1: (2, 3)})
    below = SearchNode(move=5, parent=root.children[1])
    below.visits = 1
    selection = select(root, DEFAULT, None)
    assert [node.move for node in selection.path] == [None, 1, 5]
    assert selection.leaf is below


def test_select_tells_the_values_of_all_children_on_the_way():
    root = tree({0: (1, 3), 1: (2, 3)})
    assert select(root, DEFAULT, None).values == ((ucb1(1, 3, 6), ucb1(2, 3, 6)),)


# ---------------------------------------------------------------- backpropagate


def line(*moves, viewpoint=None):
    node = SearchNode(Board(), viewpoint=viewpoint)
    for move in moves:
        node = SearchNode(move=move, parent=node, viewpoint=viewpoint)
    return node


def test_backpropagation_tells_before_and_after():
    leaf = line(3)
    leaf.wins, leaf.visits, leaf.parent.visits = 2.0, 5, 6
    update = backpropagate(leaf, 1, DEFAULT)
    assert update.before == ((2.0, 5), (0.0, 6))
    assert update.after == ((3.0, 6), (0.0, 7)) == tuple((node.wins, node.visits) for node in update.path)


# ---------------------------------------------------------------- the node


@pytest.mark.parametrize("game", [3, Board])
def test_a_root_needs_a_position(game):
    with pytest.raises(ValueError, match=f"a node without a parent needs a game position, not {re.escape(repr(game))}"):
        SearchNode(game)


def test_the_mean_of_no_visits_is_not_a_number():
    assert math.isnan(SearchNode(Board()).mean)


def test_a_node_is_named_by_its_moves_so_that_anytree_tells_nodes_apart():
    root = TreeSearch(Board(2, 3, 2), rng=1).run(30).root
    names = [node.name for node in root.descendants]
    assert (root.name, root.children[2].name, root.children[2].children[0].name) == ("root", "2", "2 0")
    assert len(set(names)) == len(names)
    assert len([line for line in DotExporter(root) if "->" in line]) == len(names)


def test_a_node_without_children_has_no_values():
    assert ucb1_values(SearchNode(Board()), (), SearchSettings()) == ()
