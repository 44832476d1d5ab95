"""Attacks on the checks of lesson 09."""

import numpy as np

from checks.attacks import attack, crash, nothing


def belief_mean(w, n, wins, losses):
    return (w + wins) / (n + wins + losses)


def belief_mean_by_weights(w, n, wins, losses):
    weight = wins + losses
    played = w / n if n else 0
    return np.average([played, wins / weight], weights=[n, weight])


FIFTH = {"choices": {"c1", "c2", "a3", "b3"}, "root": (2, 7), "a3": (1, 3), "a3 b2": (1, 3)}

attack(
    "check_09_1",
    [FIFTH, {**FIFTH, "choices": ["b3", "a3", "c2", "c1"], "root": [2.0, np.int64(7)]}],
    [
        (None, "has it got a value?"),
        ((2, 7), "expected a dict"),
        ({}, "there is no 'choices' and no 'root'"),
        ({**FIFTH, "choices": None}, "expected a set"),
        ({**FIFTH, "choices": {"d4"}}, "no empty cell"),
        ({**FIFTH, "choices": {"b3"}}, "a move is missing among the choices"),
        ({**FIFTH, "choices": {"c1", "c2", "a3"}}, "a move is missing among the choices"),
        ({**FIFTH, "choices": FIFTH["choices"] | {"b2"}}, "b2 cannot be chosen"),
        ({**FIFTH, "root": 7}, "no pair of wins and visits"),
        ({**FIFTH, "root": ("2", 7)}, "expected a number"),
        ({**FIFTH, "root": (2, 6)}, "root: 2/6 is the label before"),
        ({**FIFTH, "root": (3, 7)}, "a win too many"),  # black's, as the mover would count
        ({**FIFTH, "root": (1, 5)}, "root: 1/5: the 2T visits"),
        ({**FIFTH, "a3": (0, 1)}, "a3: 0/1: the 2T visits"),
        ({**FIFTH, "a3": (2, 3)}, "a win too many"),
        ({**FIFTH, "a3 b2": (0, 3)}, "a3 b2: 0/3: the wins before"),
        ({**FIFTH, "a3 b2": (1, 4)}, "every node of the path gets one visit"),
        ({**FIFTH, "a3": None}, "no pair of wins and visits"),
    ],
)
attack(
    "check_09_2",
    [belief_mean, belief_mean_by_weights],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda w, n, wins, losses: w / n if n else 0.5, "without playouts the belief is all there is"),
        (lambda w, n, wins, losses: w / n, "stops with ZeroDivisionError"),
        (lambda w, n, wins, losses: (w + wins) / (n + wins), "too large"),
        (lambda w, n, wins, losses: (w + wins) / (n + 2 * wins), "too small"),
        (lambda w, n, wins, losses: belief_mean(n - w, n, wins, losses), "is worth so many wins"),  # the other player's
        (lambda w, n, wins, losses: belief_mean(w, n, losses, wins), "too small"),
        (lambda w, n, wins, losses: belief_mean(w, n + 1, wins, losses), "too small"),
    ],
)
attack(
    "check_09_3",
    [1.9, np.float64(1.8)],
    [
        (None, "has it got a value?"),
        ("1.9", "expected a number"),
        (float("inf"), "is not finite"),
        (float("nan"), "is NaN"),
        (0.5, "too small"),
        (-1, "too small"),
        (100, "too large"),
    ],
)
