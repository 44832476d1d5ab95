"""Lesson 04: selecting a leaf."""

import math

import numpy as np

from c4lib import Board, SearchNode, SearchSettings, TreeSearch, select, ucb1

from .base import DRAWN, an, ask, check, expect, keeps, real, shown, whole

ROOT_2 = math.sqrt(2)
OTHER = Board.from_moves("1223214241", rows=4, columns=5)


def way_of(root, value, choice=lambda player: max):
    """The columns on the way from the root to a leaf, if the `choice(player)` of the values of the children is taken."""
    node, path = root, []
    while node.children:
        node = choice(node.game.to_move)(node.children, key=value)
        path.append(node.move)
    return path


def value_of(child, parent_visits=None, c=ROOT_2):
    return ucb1(child.wins, child.visits, parent_visits or child.parent.visits, c)


def mistaken_ways(root):
    """Where the usual mistakes lead, in words."""
    ours = root.game.to_move
    return {
        "N is the root's at every level": way_of(root, lambda child: value_of(child, root.visits)),
        "N is the sum of the children's visits": way_of(
            root, lambda child: value_of(child, sum(one.visits for one in child.parent.children) or 1)
        ),
        "O takes the smallest value": way_of(root, value_of, lambda player: max if player == ours else min),
        "the best mean is taken": way_of(root, lambda child: child.mean if child.visits else 0),
        "the most visits are taken": way_of(root, lambda child: child.visits),
        "c is 1": way_of(root, lambda child: value_of(child, c=1)),
        "c is 2": way_of(root, lambda child: value_of(child, c=2)),
        "the largest bonus is taken": way_of(root, lambda child: -child.visits),
        "the logarithm has base 10": way_of(
            root, lambda child: value_of(child, child.parent.visits ** (1 / math.log(10)))
        ),
    }


@check
def check_04_1(my_path):
    root = node = TreeSearch(OTHER, rng=1).run(58).root
    expect(hasattr(my_path, "__iter__") and not isinstance(my_path, str), f"{shown(my_path)} is no list of columns")
    path, mistaken = list(my_path), mistaken_ways(root)
    expect(path, "the path is empty; it begins with a move from the root")
    expect(path[0] is not None, "the root itself is no move: begin with the column of its child")
    for level, move in enumerate(path, 1):
        move = whole(move, f"level {level}")
        values = {child.move: ucb1(child.wins, child.visits, node.visits) for child in node.children}
        expect(values, f"level {level}: the node above is a leaf already, the path ends there")
        expect(move in values, f"level {level}: there is no child for column {move}, only for {tuple(values)}")
        who, highest = "XO"[node.game.to_move - 1], max(values.values())
        led = " or if ".join(words for words, way in mistaken.items() if way[:level] == path[:level])
        expect(
            values[move] == highest,
            f"level {level}, {who} to move, N = {node.visits}: column {move} has the value {values[move]:.3f}, "
            f"another has more{f'. One comes here if {led}' if led else ''}",
        )
        node = next(child for child in node.children if child.move == move)
    expect(
        not node.children, f"right so far, down to level {len(path)}; but the node there has children: go on to a leaf"
    )
    return "at every level the highest value, for the player to move there, and a leaf at the end."


def grown(wins, visits, below=(), own=0, start=""):
    """A hand-made tree of one or two rows: the root, its children in columns 0, 1, ..., and the children of some of them.

    Args:
        wins, visits: of the children.
        below: (column, wins, visits) for every child that has children of its own.
        own: playouts of the root that went on to none of its children.
        start: the moves that lead to the root.
    """
    root = SearchNode(Board.from_moves(start))
    for column, (won, visited) in enumerate(zip(wins, visits, strict=True)):
        node = SearchNode(move=column, parent=root)
        node.wins, node.visits = float(won), visited
    for column, *of_its_children in below:
        for reply, (won, visited) in enumerate(zip(*of_its_children, strict=True)):
            node = SearchNode(move=reply, parent=root.children[column])
            node.wins, node.visits = float(won), visited
    root.visits = sum(visits) + own
    return root


TREES = [  # what a tree shows, c, its numbers, and what a wrong way through it means
    ("a leaf as the root", ROOT_2, ((), ()), "a node without children is a leaf: nothing is to be chosen"),
    (
        "one row, c = 0",
        0,
        ((6, 1, 2), (10, 2, 3)),
        "with settings.c = 0 the highest mean is chosen; is it wins / visits?",
    ),
    ("one row, c = 1.41", ROOT_2, ((6, 1, 2), (10, 2, 9)), "a child with few visits has a large bonus"),
    ("one row, c = 1.41", ROOT_2, ((9, 2), (10, 4)), "the logarithm is of the visits of the parent"),
    (
        "one row below a root that was simulated once itself",
        0.9,
        ((0, 7), (1, 8), (), 1),
        "N is the node's own number of visits, not the sum of its children's",
    ),
    (
        "one row, c = 0.96",
        0.96,
        ((0, 2.5), (1, 4)),
        "N is the node's own number of visits, and nothing is added to it",
    ),
    ("an unvisited child", ROOT_2, ((9, 0, 2), (10, 0, 5)), "a child without visits has the value infinity"),
    (
        "two rows, where O chooses in the second",
        0,
        ((5, 1), (9, 8), [(0, (2, 1), (4, 4)), (1, (1, 1), (1, 2))]),
        "O takes the largest value, too: a node counts the wins of the player who moved into it",
    ),
    (
        "two rows",
        0.7,
        ((9, 300), (10, 990), [(0, (6, 0), (8, 1)), (1, (1, 1), (1, 2))]),
        "in the second row N is the visits of the node that you have come to, not of the root",
    ),
    ("two values that differ in the fourth digit", 0, ((5000, 4999), (10000, 10000)), "compare the values themselves"),
    ("three equal children", ROOT_2, ((1, 2, 1, 2, 2), (4, 4, 4, 4, 4)), "of k equal ones take int(rng.random() * k)"),
    ("all children unvisited", ROOT_2, ((0, 0, 0), (0, 0, 0), (), 1), "of k equal ones take int(rng.random() * k)"),
    (
        "two rows with ties",
        ROOT_2,
        ((1, 2, 2), (4, 4, 4), [(1, (0, 0), (0, 0)), (2, (1, 1), (2, 2))]),
        "draw once in each row",
    ),
]
FINISHED = [  # what a tree shows, the moves that lead to its root, its numbers; c is 0
    ("a finished game as the root, won by X", "0101010", ((), ())),
    ("a finished game as the root, won by O", "60101010", ((), ())),
    ("a finished game as the root, a draw", DRAWN, ((), ())),
    ("one row, where X wins in column 0", "010101", ((5, 1), (5, 4))),
    ("one row, where O wins in column 0", "6010101", ((5, 1), (5, 4))),
]
A_LEAF_TOO = "a finished game is a leaf like any other: what counts is its value"


def _hand_made():
    """What each tree shows, c, the arguments of `grown`, the moves to the root, and what a wrong way means."""
    for name, c, numbers, hint in TREES:
        yield name, c, numbers, "", hint
    for name, start, numbers in FINISHED:
        yield name, 0, numbers, start, A_LEAF_TOO
    for name, c, numbers, hint in TREES:
        yield f"{name}, X and O exchanged", c, numbers, "6", hint


def _moves(node):
    return ", ".join(map(str, node.moves)) or "the root"


def a_node(value, name="the answer"):
    """A node; the move of the root is None."""
    expect(
        value is not None,
        f"{name} is None: is there a `return` on every way through it, and of the node, not its move?",
    )
    return an(SearchNode)(value, name)


@keeps("select")
@check
def check_04_2(selected):
    for name, c, numbers, start, hint in _hand_made():
        for seed in range(8):
            call = f"the tree of {name}, seed {seed}"
            _compare(selected, call, grown(*numbers, start=start), SearchSettings(c=c), seed, hint)
    for start, seed in (("", 1), ("", 2), ("3", 3), ("3", 4)):
        board = Board.from_moves(start)
        root = TreeSearch(board, rng=seed).run(300).root
        call = f"the tree of a search from {shown(board)}, seed {seed}"
        _compare(selected, call, root, SearchSettings(), seed, "at every level the highest value is taken")
    return (
        "on hand-made trees of one and two rows you end at the same leaf as the library, and on those of searches, with "
        "the same random numbers."
    )


def _compare(selected, call, root, settings, seed, hint):
    """Judge which leaf of the tree `selected` finds, beside the one that the library finds with the same seed."""
    rng, same = (np.random.default_rng(seed) for _ in range(2))
    right = select(root, settings, same).leaf
    before = _numbers(root)
    waiting = any(not node.visits for node in root.descendants)
    hint_if_it_stops = "some children there have no visits: `ucb1` gives them infinity" if waiting else ""
    leaf = ask(selected, root, settings, rng, kind=a_node, said=f"select in {call}", if_it_stops=hint_if_it_stops)
    expect(leaf.root is root, f"{call}: the node that you return is none of this tree")
    expect(not leaf.children, f"{call}: you return {_moves(leaf)}, which has children: go on to a leaf")
    expect(leaf is right, f"{call}: you stop after {_moves(leaf)}, but {hint}")
    expect(_numbers(root) == before, f"{call}: wins or visits are no longer what they were; a selection only looks")
    drawn = "too many or too few random numbers: one for every tie, and none without"
    expect(rng.random() == same.random(), f"{call}: the right leaf, but you draw {drawn}")


def _numbers(root):
    """The wins and visits of every node of a tree."""
    return [(node.wins, node.visits) for node in (root, *root.descendants)]


WAITING = [
    (0, 1, 2, 2**0.5),
    (0, 2, 2, 2**0.5),
    (0.25, 4, 1.2, 1),
    (0.5, 3, 1.4, 0.8),
    (0.6, 5, 0.5, 1),
    (0, 3, 1.8, 1),
    (0.5, 3, 0.5, 1),
]


@check
def check_04_3(waiting):
    for mean, visits, rival, c in WAITING:
        call = f"waiting({mean}, {visits}, {rival}, c={c:.4g})"
        got = ask(waiting, mean, visits, rival, c, kind=real, said=call)
        expect(
            math.isfinite(got) and got == int(got),
            f"{call} is {got:.3f}; expected a whole number of visits, so round up",
        )
        got = int(got)
        expect(got >= 1, f"{call} is {got}; a parent has at least one visit")
        now = ucb1(mean * visits, visits, got, c)
        expect(
            now >= rival, f"{call} is {got}, but then the child has only {now:.3f}, less than {rival}: it waits longer"
        )
        before = ucb1(mean * visits, visits, got - 1, c) if got > 1 else -math.inf
        expect(
            before < rival,
            f"{call} is {got}, but one visit earlier the child has {before:.3f} already: it waits less"
            f"{', for its mean alone is enough' if mean >= rival else ''}",
        )
    return "the wait grows exponentially with the visits that the child has had already."
