"""Attacks on the checks of lesson 08."""

import math

import numpy as np

from attacks import attack
from c4lib import SearchNode, SearchSettings, TreeSearch, backpropagate, expand, select, simulate


def my_variation(search, key=lambda child: (child.visits, child.mean)):
    node, moves = search.root, []
    while node.children:
        node = max(node.children, key=key)
        moves.append(node.move)
    return tuple(moves)


def my_variation_of_x(search):
    """With the lower mean of equal visits where O is to move."""
    node, moves = search.root, []
    while node.children:
        sign = 1 if search.game.to_move == 1 else -1
        node = max(node.children, key=lambda child: (child.visits, sign * child.mean))
        moves.append(node.move)
    return tuple(moves)


def with_a_move_at_least(search):
    return (search.best_move(), *my_variation(search)[1:])


def my_variation_by_recursion(search):
    def line(node):
        if not node.children:
            return ()
        most = max(child.visits for child in node.children)
        best = max((child for child in node.children if child.visits == most), key=lambda child: child.mean)
        return (np.int64(best.move), *line(best))

    return line(search.root)


def grow(game, settings, rng, iterations, select=select, backpropagate=backpropagate):
    root = SearchNode(game)
    for _ in range(iterations):
        leaf = select(root, settings, rng).leaf
        node = expand(leaf, settings, rng).node
        backpropagate(node, simulate(node, settings, rng).winner, settings)
    return root


def grow_from_the_leaf(game, settings, rng, iterations):
    root = SearchNode(game)
    for _ in range(iterations):
        leaf = select(root, settings, rng).leaf
        expand(leaf, settings, rng)
        backpropagate(leaf, simulate(leaf, settings, rng).winner, settings)
    return root


def no_select(root, settings, rng):
    return select(SearchNode(root.game), settings, rng)._replace(path=(root,))


def grow_by_the_library(game, settings, rng, iterations):
    return TreeSearch(game, settings, rng).run(iterations).root


def turned_for_o(node, winner, settings):
    """The other player has won where O is to move at the root."""
    turned = winner is not None and node.root.game.to_move == 2
    backpropagate(node, 3 - winner if turned else winner, settings)


def draws_for_the_root(node, winner, settings):
    backpropagate(node, winner or node.root.game.to_move, settings)


def grow_past_finished_games(game, settings, rng, iterations):
    root = SearchNode(game)
    for _ in range(iterations):
        leaf = select(root, settings, rng).leaf
        if not leaf.game.is_terminal:
            node = expand(leaf, settings, rng).node
            backpropagate(node, simulate(node, settings, rng).winner, settings)
    return root


def visits_at(level, mean, parent_visits, c):
    return math.log(parent_visits) * (c / (level - mean)) ** 2


def visits_at_by_steps(level, mean, parent_visits, c):
    bonus = level - mean
    return np.float64(c**2 * np.log(parent_visits) / bonus**2)


attack(
    "check_08_1",
    [grow, grow_by_the_library],
    [
        (lambda *given: grow(*given, select=no_select), "select is not used"),
        (
            lambda *given: grow(*given, backpropagate=turned_for_o),
            "grow(Board.from_moves('3'), SearchSettings(), np.random.default_rng(4), 80) is another tree",
        ),
        (lambda *given: grow(*given, backpropagate=draws_for_the_root), "is another tree"),
        (grow_past_finished_games, "has 10 visits: each of the iterations gives it one"),
        (grow_from_the_leaf, "what expand returns is not used"),
        (lambda board, settings, rng, n: grow(board, settings, np.random.default_rng(1), n), "draws nothing from rng"),
        (lambda board, settings, rng, n: grow(board, SearchSettings(), rng, n), "not handed on"),
    ],
)
attack(
    "check_08_2",
    [visits_at, visits_at_by_steps],
    [
        (lambda level, mean, total, c: math.log(total) * (c / level - mean) ** 2, "put it into brackets"),
        (lambda level, mean, total, c: round(visits_at(level, mean, total, c), 2), "rounded"),
        (lambda *given: visits_at(*given) + 1, "with so many visits UCB1 is"),
    ],
)


def missed_by(settings, cases, playouts, seed=0):
    return sum(TreeSearch(board, settings, seed).run(playouts).best_move() != move for board, move in cases)


def missed_by_steps(settings, cases, playouts):
    found = 0
    for board, move in cases:
        found += TreeSearch(board, settings, rng=0).run(playouts).best_move() == move
    return len(cases) - found


attack(
    "check_08_3",
    [missed_by, missed_by_steps],
    [
        (lambda settings, cases, n: len(cases) - missed_by(settings, cases, n), "found, not missed"),
        (lambda settings, cases, n: missed_by(SearchSettings(), cases, n), "are the settings handed on?"),
        (lambda *given: missed_by(*given, seed=np.random.default_rng(0)), "a generator of its own"),
        (lambda settings, cases, n: missed_by(settings, cases, 100), "is the number of playouts handed on?"),
    ],
)
attack(
    "check_08_4",
    [my_variation, my_variation_by_recursion],
    [
        (with_a_move_at_least, "rng=1) stops with ValueError: nothing is known about any move yet"),
        (my_variation_of_x, "and the higher mean"),
        (lambda search: (*my_variation(search), 3), "a node without children is reached"),
        (lambda search: my_variation(search, key=lambda child: child.mean), "another child has"),
    ],
)
