"""The trees of the published searches, drawn and exported."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from anytree.exporter import DotExporter

from c4lib import Board, plot_tree
from mctslab.published import MCTS, ProgramSearch, as_search_tree, new_tree, train

WON_NEXT = np.array([[0, 0, 0, 0, 0], [0, 0, 0, 0, 2], [0, 0, 0, 0, 2], [1, 1, 1, 0, 2]])


def tree_of(source):
    if source == "P1":
        agent = MCTS(40, 1, r=4, c=5, rng=1)
        agent.set_state(WON_NEXT)
        return as_search_tree(agent.grown_tree(), player=1)
    tree = new_tree()
    train(tree, 9, np.random.default_rng(1))
    return as_search_tree(tree)


SOURCES = pytest.mark.parametrize("source", ["P1", "P3"])


def test_the_scale_reaches_down_to_the_lowest_ratio_of_the_tree():
    """P1's ratios go from -1 to 1."""
    tree = tree_of("P1")
    lowest = min(node.mean for node in tree.descendants if node.visits)
    words = [text.get_text() for text in plot_tree(tree, fixed=True).texts]
    assert lowest < 0
    assert f"{lowest:g}"[:4] in " ".join(words)
    plt.close("all")


@SOURCES
def test_every_node_is_exported_under_a_name_of_its_own(source):
    tree = tree_of(source)
    nodes = 1 + len(tree.descendants)
    lines = list(DotExporter(tree))
    assert len(lines) == len(set(lines)) == 2 * nodes + 1


def test_the_tree_of_a_search_is_ready():
    root = ProgramSearch(Board(), rng=1).run(30).root
    assert as_search_tree(root) is root


def test_the_counts_of_p1_are_those_of_its_nodes_and_its_boards_those_of_the_rules():
    agent = MCTS(200, 2, r=4, c=5, rng=1)
    root = agent.grown_tree()
    copy = as_search_tree(root, player=2)
    assert [(node.visits, node.wins) for node in copy.children] == [(node.N, node.win) for node in root.children]
    assert [node.move for node in copy.children] == [0, 1, 2, 3, 4]
    assert copy.children[2].game == Board(4, 5).play(2)


def test_after_the_end_of_a_game_of_p1_the_players_still_take_turns():
    won = tree_of("P1").children[3]
    assert won.game.winner == 1
    assert {below.game.to_move for below in won.children} == {1}
    assert {below.game.to_move for child in won.children for below in child.children} == {2}


def test_what_is_no_tree_is_refused():
    with pytest.raises(ValueError, match="tree of a published search"):
        as_search_tree("P3")
