"""Lesson 05: when a leaf gets children, and which."""

import numpy as np

from c4lib import Board, Expansion, HexBoard, SearchNode, SearchSettings, TreeSearch, expand, violations

from .base import (
    DRAWN,
    NEARLY_FULL,
    Wrong,
    an,
    ask,
    attempt,
    check,
    counts_of,
    expect,
    keeps,
    real,
    same_pick,
    shown,
    whole,
)

ROOT, OPEN = 1, 6  # in the position of exercise 1 six columns are open, and stay so
MISTAKES = {
    2 * OPEN: "you have counted children; the root is a node, too",
    ROOT + OPEN: "that is right after one iteration, and after six; to which leaf does the seventh come?",
    OPEN: "you have counted children of the root; the root is a node, too, and in seven iterations more is added",
    ROOT + 7: "an expansion adds all children of a leaf at once, not one in each iteration; and six columns are open",
    ROOT + 7 * OPEN: "that would be right with expand_at=0; with 1 a leaf without visits has to wait",
    ROOT + 7 + 7: "column 3 is full, in the second expansion as in the first",
    ROOT + 7 + OPEN: "column 3 is full, and adds no child",
}


@check
def check_05_1(nodes):
    nodes = real(nodes)
    expect(nodes.is_integer(), f"{nodes:g} is no number of nodes")
    right = ROOT + OPEN + OPEN
    expect(nodes not in MISTAKES, f"{nodes:g}: {MISTAKES.get(nodes)}")
    expect(nodes > right - 1, f"{nodes:g} are too few: write down for each iteration which leaf it comes to")
    expect(nodes == right, f"{nodes:g} are too many: the root is expanded first; which leaves have a visit after that?")
    return (
        "six children of the root, a first visit for each, and the seventh iteration expands the first to come again."
    )


POSITIONS = [Board(), Board.from_moves("001122"), NEARLY_FULL, Board.from_moves("3")]
OTHER_GAME = "the root of another game, Hex, whose moves are a1, b1, a2 and b2,"  # lesson 10 plays it


def _below(visits, moves="2", start=""):
    """What makes a leaf with so many visits, reached by these moves from a root that stands after `start`."""

    def made():
        leaf = SearchNode(Board.from_moves(start))
        for move in moves:
            leaf = SearchNode(move=int(move), parent=leaf)
        for above, node in enumerate(reversed(leaf.path)):
            node.visits = visits + above
        return leaf

    return made


def _root(moves):
    return _below(0, "", moves)


NO_MOVES = "after a finished game there are no moves"
WHOEVER_WON = f"{NO_MOVES}, whoever has won"
NOBODY_WON = f"{NO_MOVES}, also where nobody has won"
LEAVES = [  # what a leaf is, what makes it, `expand_at`, and why it gets children or does not
    ("a finished game", _root("0101010"), 0, f"{NO_MOVES}, even at the root"),
    ("a finished game, won by O,", _root("60101010"), 0, WHOEVER_WON),
    ("a full board", _root(DRAWN), 0, NOBODY_WON),
    ("a leaf without visits", _below(0), 1, "it waits for its first playout"),
    ("a leaf with 2 visits", _below(2), 3, "it waits for the third"),
    ("the root", _root(""), 5, "the root never waits"),
    ("a leaf with 1 visit", _below(1), 1, "one visit is enough for expand_at = 1"),
    ("a leaf with 3 visits", _below(3), 3, "3 visits are enough for expand_at = 3"),
    ("a leaf with 5 visits", _below(5), 3, "5 visits are more than the 3 that it needs"),
    ("a leaf without visits", _below(0), 0, "with expand_at = 0 no leaf waits"),
    ("a board with one open column", lambda: SearchNode(NEARLY_FULL), 1, "one open column is one child"),
    ("the root, with O to move,", _root("3"), 5, "the root never waits"),
    ("a leaf with 1 visit after O's move", _below(1, "24"), 1, "it waits no longer than after X's"),
    ("a leaf with 1 visit two rows below O's turn", _below(1, "24", "3"), 1, "one visit is enough there, too"),
    ("a leaf with 2 visits three rows down", _below(2, "243"), 3, "it waits for the third in every row"),
    ("X's win below the root", _below(4, "0", "010101"), 1, NO_MOVES),
    ("O's win below the root", _below(4, "0", "6010101"), 1, WHOEVER_WON),
    ("a draw below the root", _below(4, DRAWN[-1], DRAWN[:-1]), 1, NOBODY_WON),
    (OTHER_GAME, lambda: SearchNode(HexBoard(2)), 1, "ask the game for its legal_moves()"),
]


def _compare(expanded, name, leaf, ours, settings, why):
    """Judge what `expanded` makes of a `leaf`, beside what the library makes of `ours`."""
    rng, same = np.random.default_rng(7), np.random.default_rng(7)
    right = expand(ours, settings, same)
    before = counts_of([leaf])
    call = f"expand of {name} with expand_at = {settings.expand_at}"
    try:
        node = ask(expanded, leaf, settings, rng, kind=an(SearchNode), said=call)
    except Wrong as wrong:
        of_nothing = leaf.game.is_terminal and ("IndexError" in str(wrong) or "ValueError" in str(wrong))
        raise Wrong(f"{wrong}; {why}" if of_nothing else str(wrong)) from None
    moves = tuple(child.move for child in leaf.children)
    legal = tuple(child.move for child in right.added)
    if legal:
        expect(moves, f"{call} adds no child: {why}")
        every = moves == legal
        expect(every, f"{call} adds children for the moves {moves}; there is one for each legal move, in order")
        expect(node in leaf.children, f"{call} returns {shown(node)}, which is none of the new children")
    else:
        expect(not moves, f"{call} adds children, but this leaf gets none: {why}")
        expect(node is leaf, f"{call} returns {shown(node)}; without children the leaf itself goes on")
    counted = any(child.visits or child.wins for child in leaf.children) or counts_of([leaf]) != before
    expect(not counted, f"{call} writes wins or visits; no game has been played yet")
    same_pick(call, node, right, rng, same)


@keeps("expand")
@check
def check_05_2(expanded):
    for name, made, expand_at, why in LEAVES:
        _compare(expanded, name, made(), made(), SearchSettings(expand_at=expand_at), why)
    for board in POSITIONS:
        _expand_in_a_search(expanded, board)
    return "on hand-made leaves, and in a search from four positions, the same children as the library's."


def _expand_in_a_search(expanded, board):
    """Judge the tree of a search that expands like this."""

    def swapped(leaf, settings, rng):
        node = expanded(leaf, settings, rng)
        return Expansion(leaf, leaf.children, (), node)

    call = f"a search with your expand from {shown(board)}"
    search = attempt(lambda: TreeSearch(board, rng=1, expand=swapped).run(80), call, seconds=20)
    broken = violations(search)
    expect(not broken, f"{call} breaks a condition: {broken[0] if broken else ''}")
    library = TreeSearch(board, rng=1).run(80)
    expect(search.visits == library.visits, f"{call} breaks no condition, but its visits are not the library's")


def _family(visits, of_children, moves=""):
    """A node after these moves with so many visits, and children with so many."""
    node = SearchNode(Board.from_moves(moves))
    node.visits = visits
    for move, count in enumerate(of_children):
        SearchNode(move=move, parent=node).visits = count
    return node


FAMILIES = [
    ("the root of a search", _family(40, (8, 18, 6, 8)), "the root got its children before its first playout"),
    ("a node with 18 visits", _family(18, (8, 4, 5)), "what did not go on to a child ended at the node"),
    ("a leaf with 3 visits", _family(3, ()), "a leaf has no children: all its playouts are its own"),
    ("a new leaf", _family(0, ()), "nothing has started from it yet"),
    ("a node with 18 visits, with O to move", _family(18, (8, 4, 2), "3"), "what did not go on to a child ended there"),
    ("a finished game with 6 visits", _family(6, (), "0101010"), "each time the search came there it went no further"),
    ("a node that waited for 5", _family(11, (1, 2, 3, 0, 0)), "what did not go on to a child ended at the node"),
]


def _right(node):
    ended = node.visits
    for child in node.children:
        ended -= child.visits
    return ended


@check
def check_05_3(own_playouts):
    for name, node, why in FAMILIES:
        call = f"own_playouts of {name}"
        got = ask(own_playouts, node, kind=whole, said=call)
        visits = [child.visits for child in node.children] or "no"
        expect(got == _right(node), f"{call}, whose children have {visits} visits, is {got}: {why}")
    for moves in ("", "6010101"):  # where the second begins, O can win at once
        _ask_in_a_search(own_playouts, Board.from_moves(moves))
    return "in every inner node as many as it had to wait for, and none at the root."


def _ask_in_a_search(own_playouts, board):
    call = f"in a search from {shown(board)} with expand_at = 3"
    root = TreeSearch(board, SearchSettings(expand_at=3), rng=1).run(200).root
    for node in (root, *root.descendants):
        got = ask(own_playouts, node, kind=whole, said=f"own_playouts of a node {call}")
        expect(got == _right(node), f"{call}, {shown(node)} has {got} playouts of its own: not all count")
