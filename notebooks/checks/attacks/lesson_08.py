"""Attacks on the checks of lesson 08."""

import math

import numpy as np

from c4lib import (
    SearchNode,
    SearchSettings,
    TreeSearch,
    backpropagate,
    expand,
    select,
    simulate,
)
from checks.attacks import attack, crash, nothing


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


def grow(board, settings, rng, iterations, simulated=1, updated=1, phases=(select, expand, simulate, backpropagate)):
    """The loop; `simulated` and `updated` choose between the leaf (0) and the node that expand has picked (1)."""
    first, second, third, fourth = phases
    root = SearchNode(board)
    for _ in range(iterations):
        leaf = first(root, settings, rng).leaf
        nodes = leaf, second(leaf, settings, rng).node
        fourth(nodes[updated], third(nodes[simulated], settings, rng).winner, settings)
    return root


def no_select(root, settings, rng):
    return select(SearchNode(root.game), settings, rng)._replace(path=(root,))


def from_the_root(node, winner, settings):
    backpropagate(node.root, winner, settings)


def grow_by_the_library(board, settings, rng, iterations):
    return TreeSearch(board, settings, rng).run(iterations).root


def of_the_root(winner, node):
    """Another winner where O is to move at the root."""
    return winner if node.root.game.to_move == 1 else winner and 3 - winner


def above_finished_games(node, winner, settings):
    backpropagate(node.parent if node.game.is_terminal else node, winner, settings)


def draws_for_the_root(node, winner, settings):
    backpropagate(node, winner or node.root.game.to_move, settings)


def grow_past_finished_games(board, settings, rng, iterations):
    root = SearchNode(board)
    for _ in range(iterations):
        leaf = select(root, settings, rng).leaf
        if not leaf.game.is_terminal:
            node = expand(leaf, settings, rng).node
            backpropagate(node, simulate(node, settings, rng).winner, settings)
    return root


def grow_without_expansion(board, settings, rng, iterations):
    root = SearchNode(board)
    for _ in range(iterations):
        backpropagate(root, simulate(root, settings, rng).winner, settings)
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
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda board, *rest: SearchNode(board), "has 0 visits"),
        (lambda *given: grow(*given).children[0], "expected the root"),
        (lambda *given: grow(*given, phases=(no_select, expand, simulate, backpropagate)), "select is not used"),
        (
            lambda *given: grow(*given, phases=(select, expand, simulate, from_the_root)),
            "the update starts from the root",
        ),
        (lambda *given: grow(*given).wins, "expected a SearchNode"),
        (lambda board, *rest: grow(board.play(3), *rest), "another position"),
        (lambda *given: grow(*given[:3], given[3] - 1), "has 59 visits"),
        (lambda *given: grow(*given[:3], given[3] + 1), "has 61 visits"),
        (grow_without_expansion, "nothing is ever expanded"),
        (lambda *given: grow(*given, simulated=0), "the playouts start from the leaf"),
        (
            lambda *given: grow(
                *given, phases=(select, expand, lambda node, *rest: simulate(node.root, *rest), backpropagate)
            ),
            "every playout starts from the root",
        ),
        (lambda *given: grow(*given, updated=0), "never gets a visit"),
        (
            lambda *given: grow(
                *given,
                phases=(
                    select,
                    expand,
                    simulate,
                    lambda node, winner, s: backpropagate(node, of_the_root(winner, node), s),
                ),
            ),
            "grow(Board.from_moves('3'), SearchSettings(), np.random.default_rng(4), 80) is another tree",
        ),  # passed
        (lambda *given: grow(*given, phases=(select, expand, simulate, above_finished_games)), "is another tree"),
        (
            lambda *given: grow(*given, phases=(select, expand, simulate, draws_for_the_root)),
            "is another tree",
        ),  # passed
        (grow_past_finished_games, "has 10 visits: each of the iterations gives it one"),
        (lambda *given: grow(*given, simulated=0, updated=0), "what expand returns is not used"),
        (lambda board, settings, rng, n: grow(board, settings, np.random.default_rng(1), n), "draws nothing from rng"),
        (lambda board, settings, rng, n: grow(board, SearchSettings(), rng, n), "not handed on"),
        (
            lambda *given: grow(
                *given, phases=(select, expand, simulate, lambda node, winner, s: backpropagate(node, 1, s))
            ),
            "another tree",
        ),
    ],
)
attack(
    "check_08_2",
    [visits_at, visits_at_by_steps],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda level, mean, total, c: math.log(total) * (c / level - mean) ** 2, "put it into brackets"),
        (lambda level, mean, total, c: visits_at(level, mean, total, 2**0.5), "c is given"),
        (lambda level, mean, total, c: math.log(total) * math.sqrt(c / (level - mean)), "the square is missing"),
        (lambda level, mean, total, c: str(visits_at(level, mean, total, c)), "expected a number"),
        (lambda level, mean, total, c: math.log2(total) * (c / (level - mean)) ** 2, "not that of base 2"),
        (lambda level, mean, total, c: math.log(total) ** 0.5 * (c / (level - mean)) ** 2, "loses its root"),
        (lambda level, mean, total, c: 1 / visits_at(level, mean, total, c), "upside down"),
        (lambda level, mean, total, c: math.log(total) ** 0.5 * c / (level - mean), "both sides must be squared"),
        (lambda level, mean, total, c: round(visits_at(level, mean, total, c), 2), "rounded"),
        (lambda level, mean, total, c: visits_at(level, 0, total, c), "the level alone is more"),
        (lambda level, mean, total, c: math.log(total) * c / (level - mean), "the square of the gap"),
        (lambda level, mean, total, c: math.log(total) * c / (level - mean) ** 2, "c belongs to the square"),
        (lambda level, mean, total, c: math.log(total) * c**2 / (level - mean), "the gap belongs"),  # "where is c?"
        (lambda level, mean, total, c: (math.log(total) * c / (level - mean)) ** 2, "stays outside the square"),
        (lambda level, mean, total, c: visits_at(level, mean, total, 1), "where is c?"),
        (lambda level, mean, total, c: math.log10(total) * (c / (level - mean)) ** 2, "the natural one"),
        (lambda level, mean, total, c: total * (c / (level - mean)) ** 2, "ln N that counts"),
        (lambda level, mean, total, c: math.log(total) * ((level - mean) / c) ** 2, "so fewer visits"),
        (lambda *given: round(visits_at(*given)), "rounded"),
        (lambda *given: math.ceil(visits_at(*given)), "rounded"),
        (lambda *given: visits_at(*given) + 1, "with so many visits UCB1 is"),
        (lambda *given: -visits_at(*given), "greater than 0"),
        (lambda level, mean, total, c: total / 7, "with so many visits UCB1 is"),
    ],
)
attack(
    "check_08_3",
    [my_variation, my_variation_by_recursion],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda search: list(my_variation(search)), "expected a tuple"),
        (lambda search: (), "the line goes on"),
        (with_a_move_at_least, "rng=1) stops with ValueError: nothing is known about any move yet"),  # passed
        (my_variation_of_x, "and the higher mean"),  # passed
        (lambda search: my_variation(search)[:-1], "the line goes on"),
        (lambda search: (*my_variation(search), 3), "a node without children is reached"),
        (lambda search: my_variation(search, key=lambda child: child.mean), "another child has"),
        (lambda search: my_variation(search, key=lambda child: child.wins), "visits; another child has"),
        (
            lambda search: my_variation(search, key=lambda child: (child.visits, -child.mean)),
            "the higher mean",
        ),  # viewpoint
        (lambda search: my_variation(search, key=lambda child: child.visits), "the higher mean"),
        (lambda search: tuple(move + 1 for move in my_variation(search)), "comes"),
    ],
)
