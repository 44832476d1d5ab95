"""PUCT with one evaluation a leaf, for many positions in step: the compiled twin of lesson 25's.

Every iteration goes down all trees, has all their leaves evaluated at once, and goes up again: a
network evaluates hundreds of positions in little more time than one. Where the same table says
what positions are worth, every tree is the one that the readable search of the lesson grows.

Positions are an array of shape (n, 2) of bitboards, the discs of the player to move and those of
both (see `c4lib/fast/kernel.py`). The nodes of a tree are numbered: 0 is the root, and the
simulation k adds a block of children, a number for each column, from k * columns on.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from c4lib.fast.bitboard import Rules
from c4lib.fast.jit import U, allocating, compiled
from c4lib.fast.kernel import LEAF, after_move, has_line

C = 0.75  # of PUCT, in training and in play
ROOT = 0
NO_NODE = -1
NOT_OVER = math.nan

Answers = tuple[np.ndarray, np.ndarray]
"""The shares of the moves, of shape (n, columns), and the values for the player to move, of shape
(n,), from 0 to 1, of n positions in which the game goes on; n may be 0."""

Evaluation = Callable[[np.ndarray], Answers]
"""What gives the answers for such positions."""


class Trees(NamedTuple):
    """The trees of so many searches, side by side.

    Attributes:
        rules: the board.
        roots: the positions.
        share, wins, visits: of every node, of shape (n, nodes); the share of a full column is
            -inf, so that it is never the best.
        below: the first of its children, or LEAF.
        above: its parent, or NO_NODE.
    """

    rules: Rules
    roots: np.ndarray
    share: np.ndarray
    wins: np.ndarray
    visits: np.ndarray
    below: np.ndarray
    above: np.ndarray


def grow_trees(
    evaluate: Evaluation,
    positions: np.ndarray,
    rules: Rules,
    simulations: int,
    c: float,
    noise: np.ndarray | None = None,
) -> Trees:
    """A tree of so many simulations for each position.

    Args:
        evaluate: what leaves are worth in which the game goes on.
        positions, rules: in none of them the game is over.
        simulations: how many; the first one evaluates the root.
        c: of PUCT, mean + c * share * sqrt(N) / (1 + n).
        noise: of shape (n, columns), this becomes part of the shares at the roots.
    """
    columns = int(rules.columns)
    end = (simulations + 1) * columns
    shape = len(positions), end
    statistics = np.zeros((3, *shape))
    below = np.zeros(shape, np.int64)
    trees = Trees(rules, positions, *statistics, below, np.full(shape, NO_NODE))
    for first in range(columns, end, columns):
        nodes, leaves = select(trees, c)
        values = results_of(leaves, rules)
        going_on = np.flatnonzero(np.isnan(values))
        policies, values[going_on] = evaluate(leaves[going_on])
        if first == columns and noise is not None:
            rest = 1 - noise.sum(axis=1, keepdims=True)
            policies = noise + rest * policies
        trees.share[going_on, first : first + columns] = policies
        expand(trees, first, going_on, nodes, leaves)
        backpropagate(trees, nodes, values)
    return trees


def remembered(evaluate: Evaluation, columns: int, places: int = 131_071) -> Evaluation:
    """The same evaluation, which looks up what it has answered lately.

    Most leaves were met before: by the search for the move before, or in another game.
    """
    known = np.full(places, ~U(0))  # the keys; at first one that no position has
    answers = np.empty((places, columns + 1), np.float32)

    def look_up(positions: np.ndarray) -> Answers:
        keys = positions[:, 0] + positions[:, 1]  # of no two positions the same
        slots = keys % U(places)
        where = slots.astype(np.int64)
        found = answers.take(where, axis=0)
        new = np.flatnonzero(known.take(where) != keys)
        if len(new):
            found[new] = np.column_stack(evaluate(positions[new]))
            answers[where[new]] = found[new]
            known[where[new]] = keys[new]
        return found[:, :-1], found[:, -1]

    return look_up


def at_roots(trees: Trees, values: np.ndarray) -> np.ndarray:
    """Of values of all nodes, those of the moves at the roots, of shape (n, columns)."""
    columns = int(trees.rules.columns)
    return values[:, columns : 2 * columns]


# -------------------------------------------------------------------- the phases, compiled


@allocating
def select(trees, c):
    """The way down in every tree to a leaf: the nodes, and their positions."""
    leaves = trees.roots.copy()
    nodes = np.zeros(len(leaves), np.int64)
    for tree in range(len(leaves)):
        mine, taken = leaves[tree]
        node = ROOT
        while trees.below[tree, node] != LEAF:
            first = trees.below[tree, node]
            factor = c * math.sqrt(trees.visits[tree, node])
            node = best_child(trees, tree, first, factor)
            mine, taken = after_move(mine, taken, U(node - first), trees.rules)
        leaves[tree] = mine, taken
        nodes[tree] = node
    return nodes, leaves


@compiled
def best_child(trees, tree, first, factor):
    """The child of the highest PUCT value, the first of equal ones; unvisited, its mean is 0.5."""
    best = -math.inf
    chosen = first
    for node in range(first, first + np.int64(trees.rules.columns)):
        visits = trees.visits[tree, node]
        mean = 0.5
        if visits:
            mean = trees.wins[tree, node] / visits
        bonus = factor * trees.share[tree, node] / (1 + visits)
        value = mean + bonus
        if value > best:
            best = value
            chosen = node
    return chosen


@compiled
def expand(trees, first, going_on, nodes, leaves):
    """The children of the leaves of the trees in which the game goes on there, from `first` on."""
    rules = trees.rules
    for tree in going_on:
        node = nodes[tree]
        trees.below[tree, node] = first
        taken = leaves[tree, 1]
        for child in range(first, first + np.int64(rules.columns)):
            trees.above[tree, child] = node
            if taken & rules.cells == rules.cells:  # a full column
                trees.share[tree, child] = -math.inf
            taken >>= rules.height


@compiled
def backpropagate(trees, nodes, values):
    """The way up in every tree: a visit and a value for each node, for who moved into it."""
    for tree in range(len(nodes)):
        node = nodes[tree]
        value = values[tree]
        while node != NO_NODE:
            value = 1 - value
            trees.visits[tree, node] += 1
            trees.wins[tree, node] += value
            node = trees.above[tree, node]


@allocating
def results_of(positions, rules):
    """For the player to move, 0 if the other one has won, 0.5 if the board is full, or NOT_OVER."""
    results = np.full(len(positions), NOT_OVER)
    for place in range(len(positions)):
        mine, taken = positions[place]
        if has_line(mine ^ taken, rules):
            results[place] = 0
        elif taken == rules.full:
            results[place] = 0.5
    return results


@allocating
def take_wins(positions, rules, policies, values):
    """Where a move wins at once, the value becomes 1, and such moves share the policy."""
    for place in range(len(positions)):
        mine, taken = positions[place]
        wins = np.zeros(policies.shape[1], np.bool_)
        for column in range(len(wins)):
            other, both = after_move(mine, taken, U(column), rules)
            wins[column] = has_line(other ^ both, rules)
        if wins.any():
            policies[place] = wins / wins.sum()
            values[place] = 1
