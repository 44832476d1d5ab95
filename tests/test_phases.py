"""One decision a test, on nodes made by hand."""

import math
import re

import pytest
from anytree.exporter import DotExporter
from hypothesis import given
from hypothesis import strategies as st

from c4lib import Board, SearchNode, SearchSettings, TreeSearch, backpropagate, expand, select, simulate, ucb1

DEFAULT = SearchSettings()


class Scripted:
    """Stands in for the Generator: gives the numbers it is told, and no more."""

    def __init__(self, *numbers):
        self.numbers = list(numbers)

    def random(self):
        return self.numbers.pop(0)


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


@pytest.mark.parametrize("wrong", [("a", 1, 1), (10**400, 1, 1), (1, 1, 0), (1, -1, 5), (1, 2, 3, "c"), (1, 2, None)])
def test_ucb1_of_what_is_no_number_or_of_a_parent_without_visits_is_refused(wrong):
    with pytest.raises(ValueError, match="no UCB1 value for wins=.*, visits=.*, parent_visits="):
        ucb1(*wrong)


def test_ucb1_with_an_argument_too_few_is_a_wrong_call():
    with pytest.raises(TypeError, match="parent_visits"):
        ucb1(1, 2)


def test_ucb1_of_a_child_without_visits_is_what_the_settings_say():
    assert [ucb1(0, 0, 7), ucb1(0, 0, 7, unvisited=0.5)] == [math.inf, 0.5]


# ---------------------------------------------------------------- select


def chosen(counts, rng=None, **settings):
    return select(tree(counts), SearchSettings(**settings), rng).leaf.move


@pytest.mark.parametrize(
    ("counts", "settings", "move"),
    [
        ({0: (2, 10), 1: (3, 10), 2: (29, 100)}, {"c": 0}, 1),  # the higher mean
        ({0: (50, 100), 1: (5, 10)}, {}, 1),  # of equal means the less visited
        ({0: (95, 100), 1: (10, 50)}, {"c": 0.5}, 0),  # a much higher mean, not fewer visits
        ({0: (10, 10), 1: (0, 0)}, {}, 1),  # who was never visited
        ({0: (10, 10), 1: (0, 0)}, {"unvisited": 0.5}, 0),  # unless that is worth less
    ],
)
def test_select_takes_the_highest_value_and_draws_nothing_without_a_tie(counts, settings, move):
    assert chosen(counts, Scripted(), **settings) == move


def test_select_uses_the_visits_of_the_parent_under_the_logarithm():
    # 0.9 + sqrt(ln N / 10) against 0.5 + sqrt(ln N / 5): the second is larger from N = 1,300,000 or so on.
    counts = {0: (9, 10), 1: (2.5, 5)}
    assert select(tree(counts, visits=1_000), SearchSettings(c=1), None).leaf.move == 0
    assert select(tree(counts, visits=10**7), SearchSettings(c=1), None).leaf.move == 1


@pytest.mark.parametrize(("number", "move"), [(0.0, 1), (0.33, 1), (0.34, 2), (0.67, 4), (0.999, 4)])
def test_select_breaks_ties_in_column_order_by_one_number(number, move):
    counts = {0: (1, 5), 1: (2, 5), 2: (2, 5), 4: (2, 5)}
    assert chosen(counts, Scripted(number)) == move


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


# ---------------------------------------------------------------- expand


def leaf_below(root, simulations, move=3, prior=0):
    leaf = SearchNode(move=move, parent=root, prior=prior)
    leaf.visits += simulations
    return leaf


@pytest.mark.parametrize(
    ("expand_at", "simulations", "children"), [(0, 0, 7), (1, 0, 0), (1, 1, 7), (3, 2, 0), (3, 3, 7), (3, 9, 7)]
)
def test_a_leaf_is_expanded_after_enough_simulations(expand_at, simulations, children):
    leaf = leaf_below(SearchNode(Board()), simulations)
    expansion = expand(leaf, SearchSettings(expand_at=expand_at), Scripted(0.5))
    assert len(expansion.added) == len(leaf.children) == children
    assert (expansion.node is leaf) == (children == 0)


def test_prior_visits_are_no_simulations():
    leaf = leaf_below(SearchNode(Board(), prior=5), simulations=0, prior=5)
    assert expand(leaf, SearchSettings(prior=5), Scripted()).added == ()


def test_a_finished_game_is_not_expanded():
    leaf = leaf_below(SearchNode(Board.from_moves("010101")), simulations=10, move=0)
    assert expand(leaf, DEFAULT, Scripted()) == (leaf, (), (), leaf)


# ---------------------------------------------------------------- simulate


def test_a_playout_takes_the_legal_move_that_the_number_says():
    node = SearchNode(Board(1, 4, 4))  # the moves are drawn from 0123, then from 023, then from 02, then from 0
    simulation = simulate(node, DEFAULT, Scripted(0.3, 0.99, 0.5, 0.0))
    assert simulation.moves == (1, 3, 2, 0)
    assert (simulation.winner, simulation.final.is_terminal) == (None, True)


def test_a_playout_of_a_finished_game_draws_nothing():
    node = SearchNode(Board.from_moves("0101010"))
    assert simulate(node, DEFAULT, Scripted()) == (node, (), node.game)


# ---------------------------------------------------------------- backpropagate


def line(*moves, viewpoint=None):
    node = SearchNode(Board(), viewpoint=viewpoint)
    for move in moves:
        node = SearchNode(move=move, parent=node, viewpoint=viewpoint)
    return node


@pytest.mark.parametrize(
    ("winner", "settings", "wins"),
    [
        (1, DEFAULT, [1, 0, 1, 0]),
        (2, DEFAULT, [0, 1, 0, 1]),
        (None, DEFAULT, [0.5, 0.5, 0.5, 0.5]),
        (1, SearchSettings(draw=0, loss=-1), [1, -1, 1, -1]),
        (None, SearchSettings(draw=0, loss=-1), [0, 0, 0, 0]),
    ],
)
def test_every_node_up_to_the_root_gets_the_reward_of_its_own_player(winner, settings, wins):
    leaf = line(3, 3, 3)  # player 1 moved into the leaf
    update = backpropagate(leaf, winner, settings)
    assert [node.wins for node in reversed(leaf.path)] == wins == list(update.rewards)
    assert [node.visits for node in leaf.path] == [1, 1, 1, 1]


def test_backpropagation_tells_before_and_after():
    leaf = line(3)
    leaf.wins, leaf.visits, leaf.parent.visits = 2.0, 5, 6
    update = backpropagate(leaf, 1, DEFAULT)
    assert update.before == ((2.0, 5), (0.0, 6))
    assert update.after == ((3.0, 6), (0.0, 7)) == tuple((node.wins, node.visits) for node in update.path)


# ---------------------------------------------------------------- the node


@pytest.mark.parametrize("game", [None, 3, Board])
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
