"""Trees of any depth: what goes through one does not call itself level by level."""

import copy
import gc
import inspect
import pickle
import sys
import weakref

import pytest
from nim import OneByOne

from c4lib import Board, SearchNode, TreeSearch, violations
from c4lib._tools.trees import every_node

DEPTH = 600


@pytest.fixture
def deep():
    """A search whose tree is deeper than Python's calls may go here."""
    search = TreeSearch(OneByOne(DEPTH + 1), rng=1)
    node = search.root
    for _ in range(DEPTH):
        node = SearchNode(move="one", parent=node)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 150)
    yield search
    sys.setrecursionlimit(before)


def counts(root):
    nodes = [root]
    for node in nodes:
        nodes.extend(node.children)
    return [(node.move, node.wins, node.visits, node.game) for node in nodes]


def test_a_search_says_how_many_nodes_it_has(deep):
    assert f"{DEPTH + 1} nodes" in repr(deep)


def test_every_node_is_checked(deep):
    assert violations(deep) == []
    last = list(every_node(deep.root))[-1]
    last.wins = 1
    assert [found.name for found in violations(deep)] == ["wins are within visits", "wins add up"]


def test_the_root_is_moved_and_the_rest_kept(deep):
    deep.move_root("one")
    assert deep.node_count == DEPTH


COPIES = {"pickle": lambda thing: pickle.loads(pickle.dumps(thing)), "deepcopy": copy.deepcopy}


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_is_the_same_tree(deep, way):
    copied = COPIES[way](deep.root)
    assert counts(copied) == counts(deep.root)
    assert copied is not deep.root
    assert [node.depth for node in (copied, copied.children[0])] == [0, 1]


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_of_a_search_goes_on_as_the_search_does(way):
    search = TreeSearch(Board(), rng=1).run(60)
    copied = COPIES[way](search)
    assert [note[0].name for note in copied.history] == [note[0].name for note in search.history]
    assert counts(copied.run(40).root) == counts(search.run(40).root)
    assert violations(copied) == []


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_of_a_node_has_its_tree_and_what_was_noted_on_it(way):
    root = TreeSearch(Board(), rng=1).run(30).root
    node = root.children[3].children[2]
    node.note = "mine"
    copied, again = COPIES[way]([node, root])
    assert (copied.name, copied.note, copied.root is again) == ("3 2", "mine", True)


@pytest.mark.parametrize("way", COPIES)
def test_a_part_of_a_tree_is_copied_alone_once_it_has_left_it(way):
    search = COPIES[way](TreeSearch(Board(), rng=1).run(60))
    search.move_root(3)
    copied = COPIES[way](search)
    assert (copied.node_count, copied.root.move) == (search.node_count, None)
    assert counts(copied.run(20).root) == counts(search.run(20).root)


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_lets_go_of_what_its_moved_root_has_left(way):
    copied = COPIES[way](TreeSearch(Board(), rng=1).run(60))
    left = weakref.ref(copied.root.children[2])
    copied.move_root(3)
    gc.collect()
    assert left() is None


def test_a_thing_and_its_copy_have_the_same_bytes():
    search = TreeSearch(Board(), rng=1).run(60)
    first = COPIES["pickle"](search)
    second = COPIES["pickle"](first)
    assert pickle.dumps(first) == pickle.dumps(second)
