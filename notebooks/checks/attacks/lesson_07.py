"""Attacks on the checks of lesson 07."""

import numpy as np

from c4lib import (
    backpropagate,
)
from checks.attacks import attack, crash, nothing

UPDATED = {"root": (5, 11), "column 3": (3, 6), "column 2": (2, 3)}


def my_update(node, winner, whose=lambda node: node.viewpoint, draw=0.5, root=True):
    while node is not None and (root or node.parent):
        node.visits += 1
        node.wins += draw if winner is None else float(winner == whose(node))
        node = node.parent


def my_update_by_path(node, winner):
    for passed in node.path:
        passed.visits = passed.visits + 1
        if winner is None:
            passed.wins += 1 / 2
        elif winner == passed.viewpoint:
            passed.wins += 1


attack(
    "check_07_1",
    [UPDATED, {name: [float(wins), visits] for name, (wins, visits) in UPDATED.items()}],
    [
        (None, "is no dict"),
        ([(5, 11), (3, 6), (2, 3)], "is no dict"),
        ({}, "no label for 'root'"),
        ({**UPDATED, "root": None}, "no pair of wins and visits"),
        ({**UPDATED, "root": ("5", 11)}, "expected a number"),
        ({"root": (4, 10), "column 3": (3, 5), "column 2": (1, 2)}, "one visit more"),
        ({"root": (4, 11), "column 3": (4, 6), "column 2": (1, 3)}, "counts for O, who won"),  # viewpoint
        ({**UPDATED, "column 3": (4, 6)}, "counts for X, who lost"),
        ({**UPDATED, "column 2": (2, 4)}, "one visit more"),
    ],
)
attack(
    "check_07_2",
    [my_update, my_update_by_path],
    [
        (None, "no function"),
        (nothing, "gets one visit, the root too"),
        (crash, "stops with KeyError"),
        (backpropagate, "stops with TypeError"),
        (lambda node, winner: setattr(node, "visits", node.visits + 1), "gets one visit, the root too"),
        (lambda node, winner: my_update(node, winner, root=False), "the root goes from 4/10 to 4.0/10"),
        (lambda node, winner: my_update(node, winner, whose=lambda node: node.game.to_move), "did that player win?"),
        (lambda node, winner: my_update(node, winner, whose=lambda node: 1), "did that player win?"),
        (lambda node, winner: my_update(node, winner, draw=0.0), "half a win for either player"),  # had no hint
        (lambda node, winner: my_update(node, winner, draw=1.0), "half a win for either player"),
        (
            lambda node, winner: [my_update(child, winner) for child in node.root.children],
            "the root goes from 4/10 to 4.0/12",
        ),
    ],
)


def choose(player, x_wins, visits, parent_visits, curious=1.0):
    wins = x_wins if player == 1 else [n - w for w, n in zip(x_wins, visits, strict=True)]
    values = [w / n + curious * (2 * np.log(parent_visits) / n) ** 0.5 for w, n in zip(wins, visits, strict=True)]
    return values.index(max(values))


def choose_by_numpy(player, x_wins, visits, parent_visits):
    rates = np.array(x_wins) / visits
    bonus = np.sqrt(2 * np.log(parent_visits) / np.array(visits))
    return np.argmax(rates + bonus) if player == 1 else np.argmin(rates - bonus)


attack(
    "check_07_3",
    [choose, choose_by_numpy],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda player, *case: choose(1, *case), "whose turn is it?"),
        (lambda player, *case: choose(3 - player, *case), "whose turn is it?"),
        (lambda *case: choose(*case, curious=2**-0.5), "is c = √2?"),  # c = 1; had the wrong hint
        (lambda *case: choose(*case, curious=2**0.5), "and nothing before it"),  # √2 once more, before the root
        (lambda *case: choose(*case, curious=0), "few visits make a child attractive"),
        (lambda *case: choose(*case) + 1, "choose("),
        (lambda player, x_wins, visits, total: len(visits), "are counted from 0"),
        (
            lambda player, x_wins, visits, total: (
                np.argmin(np.array(x_wins) / visits) if player == 2 else choose(player, x_wins, visits, total)
            ),
            "few visits make a child attractive",
        ),
        (
            lambda player, x_wins, visits, total: (
                choose(1, x_wins, visits, total)
                if player == 1
                else np.argmin(np.array(x_wins) / visits + np.sqrt(2 * np.log(total) / np.array(visits)))
            ),
            "few visits make a child attractive",
        ),
    ],
)
