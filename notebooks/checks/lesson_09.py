"""Lesson 09: what a node is worth before its first playout."""

import math
from dataclasses import replace

import numpy as np

from c4lib import Board, SearchNode, SearchSettings, TreeSearch, backpropagate, expand, select, simulate

from .base import (
    DRAWN,
    NEARLY_FULL,
    Wrong,
    an,
    ask,
    check,
    counts_of,
    expect,
    real,
    rows_of,
    same_pick,
    shown,
    slip_behind,
    too,
)

PRIORS = (1, 3)
GROWN = [("", 1, 1), ("3", 3, 3)]  # the moves to the root, T, and `expand_at`
ITERATIONS = 60


def _below(playouts, start="", place=2):
    """A leaf below the root after so many playouts, all lost, from an expansion of the root.

    Args:
        playouts: of the leaf.
        start: the moves to the root.
        place: of the leaf among the root's children.
    """

    def made(root, grow):
        grow(root)
        root.visits += playouts + 1
        leaf = root.children[place]
        leaf.visits += playouts
        return leaf

    return Board.from_moves(start), made


def _root(board):
    return board, lambda root, grow: root


LEAVES = [  # what it is, its board and how it is made, and `expand_at`
    ("the root", _root(Board()), 1),
    ("the root", _root(Board()), 5),
    ("a leaf before its first playout", _below(0), 1),
    ("a leaf after 2 playouts", _below(2), 3),
    ("a leaf after 1 playout", _below(1), 1),
    ("a leaf after 3 playouts", _below(3), 3),
    ("a leaf after 5 playouts", _below(5), 3),
    ("a leaf before its first playout", _below(0), 0),
    ("a finished game", _root(Board.from_moves("0101010")), 0),
    ("a finished game, won by O", _root(Board.from_moves("60101010")), 0),
    ("a full board", _root(Board.from_moves(DRAWN)), 0),
    ("a board with one open column", _root(NEARLY_FULL), 1),
    ("the root, with O to move", _root(Board.from_moves("3")), 5),
    ("a leaf after 2 playouts, reached by O", _below(2, "3"), 3),
    ("a leaf after 3 playouts, reached by O", _below(3, "3"), 3),
    ("X's win below the root", _below(4, "010101", place=0), 1),
    ("O's win below the root", _below(4, "6010101", place=0), 1),
    ("a draw below the root", _below(4, DRAWN[:-1], place=0), 1),
]


def _root_with(T, board):
    """A root as in the lesson's loop: its T wins in 2T visits were written by hand."""
    root = SearchNode(board)
    root.wins, root.visits = T, 2 * T
    return root


@check
def check_09_1(expand_with_T):
    for T in PRIORS:
        for name, how, expand_at in LEAVES:
            _compare(expand_with_T, f"of {name}, with T = {T} and expand_at = {expand_at},", how, expand_at, T)
    for moves, T, expand_at in GROWN:
        _grow(expand_with_T, Board.from_moves(moves), T, expand_at)
    return "every new child starts with T wins in 2T visits, and a leaf waits for playouts, not for visits."


def _grow(expand_with_T, board, T, expand_at):
    """Judge a whole tree: in the cases above no leaf is more than one move below the root."""
    settings, rng = SearchSettings(c=1, expand_at=expand_at), np.random.default_rng(7)
    root = _root_with(T, board)
    loop = f"a search of {ITERATIONS} iterations from {shown(board)} with expand_with_T, T = {T} and expand_at = {expand_at}"
    for _ in range(ITERATIONS):
        leaf = select(root, settings, rng).leaf
        node = ask(expand_with_T, leaf, settings, rng, T, kind=an(SearchNode), said=f"expand_with_T in {loop}")
        winner = simulate(node, settings, rng).winner
        backpropagate(node, winner, settings)
    library = TreeSearch(board, replace(settings, prior=T), rng=7).run(ITERATIONS)
    same = rows_of(root) == rows_of(library.root)
    expect(same, f"{loop} grows another tree than the library's: is every level of it treated alike?")


def _compare(expand_with_T, name, how, expand_at, T):
    """Judge what is made of a leaf from the student's own expansion, beside what the library makes of its own."""
    rng, same = np.random.default_rng(7), np.random.default_rng(7)
    settings, call = SearchSettings(expand_at=expand_at), f"expand_with_T {name}"
    library = replace(settings, prior=T)

    def expanded(leaf):
        hint = "a finished game has no moves, whoever has won, or if nobody has" if leaf.game.is_terminal else ""
        return ask(expand_with_T, leaf, settings, rng, T, kind=an(SearchNode), said=call, if_it_stops=hint)

    board, made = how
    leaf = made(_root_with(T, board), expanded)
    ours = made(SearchNode(board, prior=T), lambda root: expand(root, library, same))
    before = counts_of(leaf.path)
    right, node = expand(ours, library, same), expanded(leaf)
    if not right.added:
        _check_it_waits(leaf, node, call, expand_at)
    elif not leaf.children:
        raise Wrong(f"{call} adds no child: {_why_it_waits(expanded, leaf, 2 * T)}")
    else:
        _check_children(leaf, [child.move for child in right.added], call, T)
        expect(node in leaf.children, f"{call} returns {shown(node)}, which is none of the new children")
    hint = "changes the wins or visits of the leaf or of a node above it; only children are new"
    expect(counts_of(leaf.path) == before, f"{call} {hint}")
    same_pick(call, node, right, rng, same)


def _check_it_waits(leaf, node, call, expand_at):
    waits = "a finished game has no children"
    if not leaf.game.is_terminal:
        waits = f"the leaf waits for {expand_at}; are the 2T visits that it began with counted as playouts?"
    expect(not leaf.children, f"{call} adds children: {waits}")
    expect(node is leaf, f"{call} returns {shown(node)}; without children the leaf itself goes on")


def _why_it_waits(expanded, leaf, prior_visits):
    """What is wrong in waiting still: is it just the visits of T that are waited for once more?"""
    waits = [leaf.prior > 0]
    for more in (prior_visits - 1, 1):
        leaf.visits += more
        waits.append(expanded(leaf) is leaf)
    if waits == [True, True, False]:
        return "a node made with `prior=T` already leaves its 2T visits out of `simulations`; you leave them out twice"
    return "it has waited long enough, and the root never waits"


def _check_children(leaf, moves, call, T):
    found = [child.move for child in leaf.children]
    expect(found == moves, f"{call} adds children for {found}; there is one for each legal move, in order")
    for child in leaf.children:
        said = f"{call} gives the child of column {child.move} {child.wins:g} wins in {child.visits} visits"
        expect(child.visits, f"{said}: it starts without anything; T wins in 2T visits, for each child")
        expect(child.visits == 2 * T, f"{said}: how many are 2T visits?")
        expect(child.wins == T, f"{said}: how many wins make the mean one half?")


BELIEFS = [  # wins and visits, and the wins and losses of the belief
    (0, 0, 5, 4),  # no playout yet
    (6, 8, 5, 5),
    (3, 3, 1, 1),  # Laplace's
    (0, 10, 2, 0),
    (2, 7, 0, 3),
]


def _slips(w, n, wins, losses):
    """Wrong means, and what is wrong with them."""
    won, half = w + wins, (wins + losses) / 2
    yield (w + half) / (n + wins + losses), "you made the belief symmetric"
    yield (w + losses) / (n + wins + losses), "the wins and the losses of the belief are exchanged"
    yield won / (n + losses), "the visits of the belief are its wins and its losses"
    yield won / (n + wins), "the losses of the belief are visits, too"
    yield (w + 1) / (n + 2), "the belief here need not be Laplace's"
    yield won / (n + 2 * wins), "2 · wins is right only if losses = wins"


@check
def check_09_2(belief_mean):
    answers = [ask(belief_mean, *belief, kind=real) for belief in BELIEFS]
    slip = slip_behind(answers, BELIEFS, _slips, np.isclose)
    for got, belief in zip(answers, BELIEFS, strict=True):
        w, n, wins, losses = belief
        right = (w + wins) / (n + wins + losses)
        hint = "a belief is worth so many wins, and so many playouts: the wins and the losses together"
        if n == 0:
            hint = "without playouts the belief is all there is"
        expect(abs(got - right) < 1e-9, f"belief_mean{belief} is {got:.3f}, {too(got, right)}: {slip or hint}")
    return "a prior is playouts that you have not made."


@check
def check_09_3(unvisited):
    unvisited = real(unvisited)
    finite = math.isfinite(unvisited)
    expect(finite, f"{unvisited} is not finite: then every column comes first once, whatever it brings")
    search = TreeSearch(Board(), SearchSettings(c=1.0, unvisited=unvisited), rng=3)
    early = np.count_nonzero([*search.run(7).visits.values()])
    late = np.count_nonzero([*search.run(13).visits.values()])
    told = f"with {unvisited:g}, the first 7 iterations visit {early} of 7 columns and the first 20 visit {late}"
    expect(late == 7, f"{told}: too small, a column that was never tried stays below the UCB1 values of the others")
    expect(early < 7, f"{told}: too large, a good first result is not followed up at once")
    return f"{told}: an untried column waits until the others' bonus has fallen."
