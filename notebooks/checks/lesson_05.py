"""Lesson 05: when a leaf gets children, and which."""

import numpy as np

from c4lib import Board, Expansion, SearchNode, SearchSettings, TreeSearch, expand, violations

from .base import an, ask, attempt, check, expect, shown, whole, yes_or_no

CROWDED = Board.from_moves("333333")


@check
def check_05_1(nodes):
    nodes = whole(nodes)
    right = 1 + len(CROWDED.legal_moves())
    expect(nodes != 8, "8 would be right on the empty board; which columns are open here?")
    expect(nodes != right - 1, f"{nodes} are the children; the root is a node, too")
    expect(nodes < 8, f"{nodes} are too many: one iteration expands one leaf, here the root")
    expect(nodes == right, f"{nodes} are too few: all children come at once")
    return "the root, and one child for every open column."


def _leaves():
    root = SearchNode(Board())
    believed = SearchNode(move=3, parent=root, prior=4)
    visited = SearchNode(move=4, parent=root)
    visited.visits = 2
    won = SearchNode(Board.from_moves("0101010"))
    return [
        ("the root", root, 5, True, "the root never waits"),
        ("a finished game", won, 0, False, "after a finished game there are no moves, not even from the root"),
        ("a new leaf", SearchNode(move=2, parent=root), 0, True, "with expand_at = 0 no leaf waits"),
        ("a new leaf", SearchNode(move=1, parent=root), 1, False, "it was never simulated, and waits for the first"),
        ("a new leaf with T = 4", believed, 1, False, "`prior` visits are no simulations"),
        ("a leaf with 2 simulations", visited, 3, False, "it waits for the third"),
        ("a leaf with 2 simulations", visited, 2, True, "2 are enough for expand_at = 2"),
    ]


@check
def check_05_2(may_expand):
    for name, node, expand_at, right, why in _leaves():
        call = f"may_expand of {name}, expand_at = {expand_at},"
        got = ask(may_expand, node, expand_at, kind=yes_or_no, said=call)
        expect(got == right, f"{call} is {got}: {why}")
    return "a leaf waits for its simulations; the root never, and a finished game for ever."


NEARLY_FULL = Board.from_moves("32222303300110", rows=4, columns=4)  # only column 1 is open
POSITIONS = [Board(), Board.from_moves("001122"), NEARLY_FULL]


def _expanded(my_expand, leaf, name):
    """What `my_expand` makes of a leaf, and how many random numbers it draws for that."""
    rng, untouched = np.random.default_rng(7), np.random.default_rng(7)
    call = f"my_expand of {name}"
    made = ask(my_expand, leaf, SearchSettings(), rng, kind=an(Expansion), said=call)
    for drawn in range(3):
        if rng.bit_generator.state == untouched.bit_generator.state:
            return made, drawn, call
        untouched.random()
    return made, "several", call


@check
def check_05_3(my_expand):
    for name, leaf in (
        ("a finished game", SearchNode(Board.from_moves("0101010"))),
        ("a leaf that was never simulated", SearchNode(move=0, parent=SearchNode(Board()))),
    ):
        made, drawn, call = _expanded(my_expand, leaf, name)
        expect(not leaf.children and not made.added, f"{call} adds children, but this leaf gets none")
        expect(made.node is leaf, f"{call} hands on {shown(made.node)}; without children the leaf itself goes on")
        expect(drawn == 0, f"{call} draws a random number, although there is nothing to choose")
    for name, board in (("the empty board", Board()), ("a board with one open column", NEARLY_FULL)):
        leaf, legal = SearchNode(board), board.legal_moves()
        made, drawn, call = _expanded(my_expand, leaf, name)
        right = expand(SearchNode(board), SearchSettings(), np.random.default_rng(7))
        moves = tuple(child.move for child in leaf.children)
        expect(moves, f"{call} adds no child to the leaf")
        expect(
            moves == legal,
            f"{call} adds children for the moves {moves}; there is one for each legal move, in their order",
        )
        expect(made.leaf is leaf, f"{call}: the `leaf` of the Expansion is not the leaf that was given")
        expect(tuple(made.added) == leaf.children, f"{call}: `added` is {shown(made.added)}, not the new children")
        expect(made.node in leaf.children, f"{call} hands on {shown(made.node)}, which is none of the new children")
        expect(drawn == (len(legal) > 1), f"{call} draws {drawn} random numbers; only a choice among several needs one")
        expect(made.node.move == right.node.move, f"{call} hands on another child than int(rng.random() * len(added))")
    for board in POSITIONS:
        call = f"a search from {shown(board)}"
        search = attempt(lambda board=board: TreeSearch(board, rng=1, expand=my_expand).run(80), call, seconds=20)
        library = TreeSearch(board, rng=1).run(80)
        broken = violations(search)
        expect(not broken, f"{call} breaks a condition: {broken[0] if broken else ''}")
        expect(search.visits == library.visits, f"{call} breaks no condition, but its visits are not the library's")
        expect(
            search.rng.random() == library.rng.random(), f"{call} draws more or fewer random numbers than the library's"
        )
    return "from three positions the same tree as the library's, node by node."


@check
def check_05_4(expand_at):
    expand_at = whole(expand_at)
    expect(expand_at >= 0, f"{expand_at} is no number of simulations that a leaf can wait for")

    def nodes(threshold):
        return TreeSearch(Board(), SearchSettings(expand_at=threshold), rng=3).run(1000).node_count

    size = nodes(expand_at)
    expect(size <= 600, f"with expand_at = {expand_at} there are {size:,} nodes, and room for 600")
    smallest = next(threshold for threshold in range(expand_at + 1) if nodes(threshold) <= 600)
    expect(
        expand_at == smallest, f"with expand_at = {expand_at} there are {size} nodes, which fit; so do they with less"
    )
    return f"{size} nodes; with a threshold one lower, they would not fit."
