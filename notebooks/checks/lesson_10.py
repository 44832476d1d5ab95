"""Lesson 10: a lecture's search, fixed and traced."""

import math
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from c4lib import HexBoard, TreeSearch
from mctslab.lecture import worked_example
from mctslab.published import LECTURE, lecture_phases

from .base import Wrong, an, anything, ask, attempt, check, expect, is_row, name_of, real, shown

FIFTH = {"root": (2, 7), "a3": (1, 3), "a3 b2": (1, 3)}  # wins and visits after the fifth iteration
POSITION = worked_example().game
CELLS = set(POSITION.legal_moves())

# -------------------------------------------------------------------- the two lines

SEARCHES = [(POSITION, 1, 40), (HexBoard(), 5, 150), (POSITION, 2, 400)]  # with seed and iterations
NOT_PLAYED = "the playout still starts before the picked move: which line goes on to a child, and does not play there?"

AS_BEFORE = "are wins counted for the same player as before, and does each playout start right after the picked move?"


@check
def check_10_1(fixed):
    for state, seed, iterations in SEARCHES:
        said = f"{name_of(fixed)}({state!r}, {iterations}, np.random.default_rng({seed}))"
        hint = "is a move played only where `n` has just gone on to a child?"
        root = ask(fixed, state, iterations, np.random.default_rng(seed), kind=anything, said=said, if_it_stops=hint)
        expect(root is not None, f"{said} is None: is there a `return root` at its end?")
        tree = attempt(lambda root=root: [*_counts(root)], f"reading the tree of {said}")
        _judge(tree, state, seed, iterations, said)
    return f"the tree of our own search, node by node, in {len(SEARCHES)} searches."


def _judge(tree, state, seed, iterations, said):
    faulty = _counts_of_search(state, seed, iterations, [])
    expect(tree != faulty, f"{said} grows the tree of the lecture's program: both clues are still there")
    _, wins, visits, below = tree[0]
    expect(visits, f"{said} leaves the root at 0 visits: the loop on the way up ends before the root")
    much = "more than once in an iteration" if visits > iterations else "not in every iteration"
    expect(visits == iterations, f"{said} gives the root {visits} visits after {iterations} iterations: counted {much}")
    won = sum(node.wins for node in tree if len(node.moves) == 1)
    bare = f"{said} leaves the root at 0 wins, and its children have {won:g} together: a visit alone is no update"
    expect(wins or not won, bare)
    mistimed = _counts_of_search(state, seed, iterations, ["root not updated"])
    expect(tree != mistimed, f"{said} counts right, but {NOT_PLAYED}")
    for node in tree:
        few = f"the children of {_named(node.moves)} have {node.below} visits together, and it has {node.visits} itself"
        expect(node.below <= node.visits, f"after {said} {few}: is every node of the path updated?")
    few = f"the children of the root have {below} visits together, and it has {visits}"
    expect(below == visits, f"after {said} {few}: is the picked node itself updated?")
    right = _counts_of_search(state, seed, iterations, ["root not updated", "move not played"])
    for found, wanted in zip_longest(tree, right):
        if found != wanted:
            raise Wrong(f"{said} grows another tree than our search from the same seed: {_difference(found, wanted)}")


def _difference(found, wanted):
    if found is None or wanted is None or found.moves != wanted.moves:
        return "it has other nodes; are the children added where they were?"
    where, visits = _named(found.moves), found.visits
    if visits != wanted.visits:
        return f"{where} has {visits} visits there, not {wanted.visits}; {AS_BEFORE}"
    much = "many" if found.wins > wanted.wins else "few"
    return f"{where} has {found.wins:g} wins in {visits} visits there, too {much}; {AS_BEFORE}"


def _named(moves):
    return f"the node {' '.join(moves)}" if moves else "the root"


class _Counts(NamedTuple):
    """What is counted in a node, and in its children together."""

    moves: tuple
    wins: float
    visits: int
    below: int


def _counts(node, moves=()):
    """The counts of the node and of all below it."""
    wins, visits = node.wins, node.visits
    below = sum(child.visits for child in node.children)
    yield _Counts(moves, wins, visits, below)
    for child in node.children:
        yield from _counts(child, (*moves, child.move))


def _counts_of_search(state, seed, iterations, fixed):
    search = TreeSearch(state, LECTURE, seed, **lecture_phases(fixed))
    return [*_counts(search.run(iterations).root)]


# -------------------------------------------------------------------- the fifth iteration


@check
def check_10_2(fifth):
    fifth = an(dict)(fifth)
    missing = [name for name in ("choices", *FIFTH) if name not in fifth]
    expect(not missing, f"there is no {' and no '.join(map(repr, missing))} in it")
    choices = fifth["choices"]
    expect(isinstance(choices, (set, frozenset, list, tuple)), f"the choices are {shown(choices)}; expected a set")
    expect(set(choices) <= CELLS, f"among the choices {shown(choices)} is one that is no empty cell")
    expect(choices, "choices is empty: which moves have the highest win rate?")
    rates = _rates_before_the_fifth()
    best = {move for move, rate in rates.items() if rate == max(rates.values())}
    low = [move for move in sorted(choices) if move not in best]
    expect(not low, f"{' and '.join(low)} cannot be chosen: another move has a higher win rate")
    left = best - {*choices}
    expect(left != {"b3"}, "a move is missing among the choices: b3 stands at 2/4: compare that with 1/2")
    expect(not left, "a move is missing among the choices: a move never tried has a rate, too")
    for name, right in FIFTH.items():
        _check_label(name, fifth[name], right)
    return "four moves tie, and Black's win adds a visit, but no win, to each node of the path."


def _rates_before_the_fifth():
    """The win rate of each move, from its T wins in 2T visits on."""
    labels = worked_example().variants["T = 1"].expected[-1]
    rates = {}
    for move in CELLS:
        wins, visits = labels.get(move, (1, 2))
        rates[move] = wins / visits
    return rates


def _check_label(name, label, right):
    expect(is_row(label, 2), f"{name}: {shown(label)} is no pair of wins and visits")
    wins, visits = real(label[0], f"{name}: the wins"), real(label[1], f"{name}: the visits")
    right_wins, right_visits = right
    wins_before, visits_before = (2, 6) if name == "root" else (1, 2)
    said = f"{name}: {wins:g}/{visits:g}"
    as_before = wins == wins_before and visits == visits_before
    expect(not as_before, f"{said} is the label before the fifth iteration")
    expect(visits != right_visits - 2, f"{said}: the 2T visits that stand there before any playout count too")
    expect(visits == right_visits, f"{said}: every node of the path gets one visit, on top of {visits_before}")
    expect(wins != right_wins + 1, f"{said}: a win too many; whose wins are counted, at every depth?")
    expect(wins == right_wins, f"{said}: the wins before the playout were {wins_before}; who won it?")


# -------------------------------------------------------------------- the lecturer's program

OWN_C = 0.5
CHILDREN = [(7.0, 20, 90), (12.0, 15, 300), (5.0, 10, 12), (61.0, 80, 400)]  # wins, visits, and the parent's visits
AS_IT_STANDS = (
    "that is the program as it stands: of two replies with the same mean, does `min` take the one that was visited often, "
    "or the one that was visited rarely?"
)


@check
def check_10_3(ratio):
    for w, v, n in CHILDREN:
        for parity in (0, 1):
            call = f"{name_of(ratio)}({w:g}, {v}, {n}, {parity})"
            got = ask(ratio, w, v, n, parity, kind=real, said=call)
            right = _ratio(w, v, n, parity)
            if not math.isclose(got, right, rel_tol=1e-9):
                raise Wrong(f"{call} is {got:.3f}: {_slip_of_ratio(got, w, v, n, parity)}")
    return "where the opponent takes the lowest value, a bonus must make a reply's value lower."


def _ratio(w, v, n, parity, c=OWN_C):
    sign = (1, -1)[parity]
    return w / v + sign * c * math.sqrt(math.log(n) / v)


def _slip_of_ratio(got, w, v, n, parity):
    """What is wrong in the slip that leads to this value."""
    mean = w / v
    bonus = _ratio(w, v, n, 0) - mean
    for_the_other = "that is a value of which the opponent should take the highest, and the program takes the lowest"
    slips = [
        (mean, "without a bonus it never comes back to a move that lost its first playouts"),
        (1 - mean + bonus, for_the_other),
        (bonus - mean, for_the_other),
        (_ratio(w, v, n, parity, c=1), "the program's c is 0.5"),
        (_ratio(w, v, n, parity, c=math.sqrt(2)), "the program's c is 0.5"),
        (_ratio(w + 5, v + 10, n, parity), "w and v contain the T wins and 2T visits already"),
        (mean + bonus, AS_IT_STANDS),
        (mean - bonus, "for the root's player, who takes the highest value, nothing was wrong"),
        (-mean - bonus, "the opponent takes the lowest value, and of this the lowest is best for the root's player"),
    ]
    for value, words in slips:
        if math.isclose(got, value, rel_tol=1e-9):
            return words
    return "two things make the value: the mean w / v, and the bonus 0.5 * math.sqrt(math.log(n) / v)"
