"""Copies by Python's own `copy` and `pickle`, of trees as deep as a game of Connect Four is long."""

import copy
import pickle

import pytest
from nim import OneByOne

from c4lib import Board, SearchNode, TreeSearch, violations

LEVELS = 42  # below the root

COPIES = {"pickle": lambda thing: pickle.loads(pickle.dumps(thing)), "deepcopy": copy.deepcopy}
for_each_way = pytest.mark.parametrize("way", COPIES)


def counts(root):
    return [(node.name, node.wins, node.visits, node.game) for node in (root, *root.descendants)]


def branch_of(root):
    """The nodes from the root down a branch that is added to it, as deep as a tree can be."""
    path = [root]
    for _ in range(LEVELS):
        path.append(SearchNode(move="one", parent=path[-1]))
    return path


@for_each_way
@pytest.mark.parametrize("place", [0, LEVELS // 2, LEVELS], ids=["root", "half-way", "last"])
def test_a_copy_of_a_node_of_the_deepest_tree_has_all_of_it(way, place):
    root = SearchNode(OneByOne(LEVELS))
    branch, _ = branch_of(root), branch_of(root)
    copied = COPIES[way](branch[place])
    assert copied.depth == place
    assert counts(copied.root) == counts(root)
    assert copied.root is not root


@for_each_way
def test_a_copy_of_a_search_goes_on_as_the_search_does(way):
    search = TreeSearch(Board(), rng=1).run(60)
    copied = COPIES[way](search)
    assert [note[0].name for note in copied.history] == [note[0].name for note in search.history]
    assert counts(copied.run(40).root) == counts(search.run(40).root)
    assert violations(copied) == []


@for_each_way
def test_a_part_of_a_tree_is_copied_alone_once_it_has_left_it(way):
    search = TreeSearch(Board(), rng=1).run(60)
    search.move_root(3)
    copied = COPIES[way](search)
    assert (copied.node_count, copied.root.move) == (search.node_count, None)
    assert counts(copied.run(20).root) == counts(search.run(20).root)
