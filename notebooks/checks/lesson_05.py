"""Lesson 05: when a leaf gets children, and which."""

import numpy as np

from c4lib import Board, Expansion, HexBoard, SearchNode, SearchSettings, TreeSearch, expand, violations

from .base import DRAWN, Wrong, an, ask, attempt, check, expect, keeps, real, shown, whole

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


NEARLY_FULL = Board.from_moves("32222303300110", rows=4, columns=4)  # only column 1 is open
POSITIONS = [Board(), Board.from_moves("001122"), NEARLY_FULL, Board.from_moves("3")]
OTHER_GAME = "the root of another game, Hex, whose moves are a1, b1, a2 and b2,"  # lesson 10 plays it


def _below(visits, moves="2", start=""):
    """A leaf with so many visits, reached by these moves from a root that stands after `start`."""
    leaf = SearchNode(Board.from_moves(start))
    for move in moves:
        leaf = SearchNode(move=int(move), parent=leaf)
    for above, node in enumerate(reversed(leaf.path)):
        node.visits = visits + above
    return leaf


def _leaves():
    """What a leaf is, how to make it, `expand_at`, and why it gets children or does not."""
    won_by_x, won_by_o = Board.from_moves("0101010"), Board.from_moves("60101010")
    end = "after a finished game there are no moves"
    return [
        ("a finished game", lambda: SearchNode(won_by_x), 0, f"{end}, even at the root"),
        ("a finished game, won by O,", lambda: SearchNode(won_by_o), 0, f"{end}, whoever has won"),
        ("a full board", lambda: SearchNode(Board.from_moves(DRAWN)), 0, f"{end}, also where nobody has won"),
        ("a leaf without visits", lambda: _below(0), 1, "it waits for its first playout"),
        ("a leaf with 2 visits", lambda: _below(2), 3, "it waits for the third"),
        ("the root", lambda: SearchNode(Board()), 5, "the root never waits"),
        ("a leaf with 1 visit", lambda: _below(1), 1, "one visit is enough for expand_at = 1"),
        ("a leaf with 3 visits", lambda: _below(3), 3, "3 visits are enough for expand_at = 3"),
        ("a leaf with 5 visits", lambda: _below(5), 3, "5 visits are more than the 3 that it needs"),
        ("a leaf without visits", lambda: _below(0), 0, "with expand_at = 0 no leaf waits"),
        ("a board with one open column", lambda: SearchNode(NEARLY_FULL), 1, "one open column is one child"),
        ("the root, with O to move,", lambda: SearchNode(Board.from_moves("3")), 5, "the root never waits"),
        ("a leaf with 1 visit after O's move", lambda: _below(1, "24"), 1, "it waits no longer than after X's"),
        (
            "a leaf with 1 visit two rows below O's turn",
            lambda: _below(1, "24", "3"),
            1,
            "one visit is enough there, too",
        ),
        ("a leaf with 2 visits three rows down", lambda: _below(2, "243"), 3, "it waits for the third in every row"),
        ("X's win below the root", lambda: _below(4, "0", "010101"), 1, end),
        ("O's win below the root", lambda: _below(4, "0", "6010101"), 1, f"{end}, whoever has won"),
        ("a draw below the root", lambda: _below(4, DRAWN[-1], DRAWN[:-1]), 1, f"{end}, also where nobody has won"),
        (OTHER_GAME, lambda: SearchNode(HexBoard(2)), 1, "ask the game for its legal_moves()"),
    ]


def _compare(expanded, name, leaf, ours, settings, why):
    """Judge what `expanded` makes of a `leaf`, beside what the library makes of `ours`."""
    rng, same = np.random.default_rng(7), np.random.default_rng(7)
    right, before = expand(ours, settings, same), (leaf.wins, leaf.visits)
    call = f"expand of {name} with expand_at = {settings.expand_at}"
    try:
        node = ask(expanded, leaf, settings, rng, kind=an(SearchNode), said=call)
    except Wrong as wrong:
        of_nothing = leaf.game.is_terminal and ("IndexError" in str(wrong) or "ValueError" in str(wrong))
        raise Wrong(f"{wrong}; {why}" if of_nothing else str(wrong)) from None
    moves, legal = tuple(child.move for child in leaf.children), tuple(child.move for child in right.added)
    if not legal:
        expect(not moves, f"{call} adds children, but this leaf gets none: {why}")
        expect(node is leaf, f"{call} returns {shown(node)}; without children the leaf itself goes on")
    else:
        expect(moves, f"{call} adds no child: {why}")
        expect(
            moves == legal, f"{call} adds children for the moves {moves}; there is one for each legal move, in order"
        )
        expect(node in leaf.children, f"{call} returns {shown(node)}, which is none of the new children")
    counted = any(child.visits or child.wins for child in leaf.children) or (leaf.wins, leaf.visits) != before
    expect(not counted, f"{call} writes wins or visits; no game has been played yet")
    drawn = f"{call} draws too many or too few random numbers: one if there are several children, else none"
    expect(rng.random() == same.random(), drawn)
    expect(node.move == right.node.move, f"{call} returns another child than int(rng.random() * k) says")


@keeps("expand")
@check
def check_05_2(expanded):
    for name, make, expand_at, why in _leaves():
        _compare(expanded, name, make(), make(), SearchSettings(expand_at=expand_at), why)

    def swapped(leaf, settings, rng):
        node = expanded(leaf, settings, rng)
        return Expansion(leaf, leaf.children, (), node)

    for board in POSITIONS:
        call = f"a search with your expand from {shown(board)}"
        search = attempt(lambda board=board: TreeSearch(board, rng=1, expand=swapped).run(80), call, seconds=20)
        library, broken = TreeSearch(board, rng=1).run(80), violations(search)
        expect(not broken, f"{call} breaks a condition: {broken[0] if broken else ''}")
        expect(search.visits == library.visits, f"{call} breaks no condition, but its visits are not the library's")
    return "on hand-made leaves, and in a search from four positions, the same children as the library's."


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


@check
def check_05_3(own_playouts):
    for name, node, why in FAMILIES:
        visits, call = [child.visits for child in node.children], f"own_playouts of {name}"
        got = ask(own_playouts, node, kind=whole, said=call)
        right = node.visits - sum(visits)
        expect(got == right, f"{call}, whose children have {visits or 'no'} visits, is {got}: {why}")
    for moves in ("", "6010101"):  # where the second begins, O can win at once
        _ask_in_a_search(own_playouts, Board.from_moves(moves))
    return "in every inner node as many as it had to wait for, and none at the root."


def _ask_in_a_search(own_playouts, board):
    call = f"in a search from {shown(board)} with expand_at = 3"
    root = TreeSearch(board, SearchSettings(expand_at=3), rng=1).run(200).root
    for node in (root, *root.descendants):
        right = node.visits - sum(child.visits for child in node.children)
        got = ask(own_playouts, node, kind=whole, said=f"own_playouts of a node {call}")
        expect(got == right, f"{call}, {shown(node)} has {got} playouts of its own: not all count")
