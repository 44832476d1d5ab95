"""Attacks on the checks of lesson 04."""

import numpy as np

from attacks import attack
from c4lib import (
    TreeSearch,
    ucb1,
)
from checks.lesson_04 import OTHER, mistaken_ways


def path_of_highest(root):
    node, path = root, []
    while node.children:
        node = max(node.children, key=lambda child: ucb1(child.wins, child.visits, child.parent.visits))
        path.append(node.move)
    return path


ROOT = TreeSearch(OTHER, rng=1).run(58).root
PATH, WAYS = path_of_highest(ROOT), mistaken_ways(ROOT)


def waiting(mean, visits, rival, c=2**0.5):
    return int(np.ceil(np.exp(visits * (max(rival - mean, 0) / c) ** 2)))


def waiting_step_by_step(mean, visits, rival, c=2**0.5):
    parent = 1
    while mean + c * (np.log(parent) / visits) ** 0.5 < rival:
        parent += 1
    return np.float64(parent)


def usual_value(child, node, settings):
    return ucb1(child.wins, child.visits, node.visits, settings.c)


def one_of_them(ties, rng):
    return ties[int(rng.random() * len(ties))] if len(ties) > 1 else ties[0]


def selected(root, settings, rng, value=usual_value, pick=one_of_them, deepest=99, among=lambda children: children):
    node = root
    while node.children and node.depth < deepest:
        children = among(node.children)
        values = [value(child, node, settings) for child in children]
        ties = [child for child, number in zip(children, values, strict=True) if number == max(values)]
        node = pick(ties, rng)
    return node


def selected_by_numpy(root, settings, rng):
    if not root.children:
        return root
    wins, visits = np.array([(child.wins, child.visits) for child in root.children]).T
    with np.errstate(all="ignore"):
        values = np.where(visits == 0, np.inf, wins / visits + settings.c * np.sqrt(np.log(root.visits) / visits))
    best = np.flatnonzero(values == values.max())
    place = best[int(rng.random() * best.size)] if best.size > 1 else best[0]
    return selected_by_numpy(root.children[place], settings, rng)


def unfinished(children):
    """Never goes to a finished game while there is another child."""
    return [child for child in children if not child.game.is_terminal] or children


def value_of_one_visit_more(child, node, settings):
    return ucb1(child.wins, child.visits, node.visits + 1, settings.c)


def without_finished_games(root, settings, rng):
    return selected(root, settings, rng, among=unfinished)


def drawing_always(root, settings, rng):
    return selected(root, settings, rng, pick=lambda ties, rng: ties[int(rng.random() * len(ties))])


def two_rows_only(root, settings, rng):
    return selected(root, settings, rng, deepest=2)


def value_for_x(child, node, settings):
    """As if every node counted the wins of X."""
    wanted = child.wins if node.game.to_move == 1 else child.visits - child.wins
    return ucb1(wanted, child.visits, node.visits, settings.c)


def cuts_the_leaf_off(root, settings, rng):
    leaf = selected(root, settings, rng)
    for beside in leaf.siblings:
        beside.visits = 0
    return leaf


attack(
    "check_04_1",
    [PATH, np.array(PATH)],
    [
        ([2], "level 1: there is no child for column 2"),
        ([1], "column 1 has the value 1.455, another has more"),
        (PATH[:-1], "has children: go on to a leaf"),
        ([None, *PATH], "the root itself is no move"),
        ([*PATH, 1], "the path ends there"),
        *((way, f" if {words}") for words, way in WAYS.items()),
    ],
)
attack(
    "check_04_2",
    [selected, selected_by_numpy],
    [
        (lambda *given: selected(*given, value=value_for_x), "O takes the largest value, too"),
        (cuts_the_leaf_off, "a selection only looks"),
        (without_finished_games, "where X wins in column 0, seed 0: you stop after 1, but a finished game is a leaf"),
        (two_rows_only, "the tree of a search from Board.from_moves(''), seed 1: you return 5, 5, which has"),
        (lambda *given: selected(*given, value=value_of_one_visit_more), "nothing is added to it"),
        (drawing_always, "one for every tie, and none without"),
    ],
)
attack(
    "check_04_3",
    [waiting, waiting_step_by_step],
    [
        (lambda *case: np.inf, "is inf; expected a whole number"),
        (lambda mean, visits, rival, c: int(np.exp(visits * (max(rival - mean, 0) / c) ** 2)), "it waits longer"),
        (lambda mean, visits, rival, c: int(np.ceil(np.exp(visits * ((rival - mean) / c) ** 2))), "it waits less"),
        (lambda mean, visits, rival, c: waiting(mean, visits, rival, c) + (mean == rival), "has 0.500 already: it waits less"),
    ],
)
