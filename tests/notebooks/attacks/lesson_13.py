"""Attacks on the checks of lesson 13."""

import math

import numpy as np

from attacks import attack
from c4lib import Board
from mctslab.arena import elo_difference


def some_cell(p, cells):
    return 1 - (1 - p) ** cells


def some_cell_by_cell(p, cells):
    spared = 1.0
    for _ in range(cells):
        spared *= 1 - p
    return np.float64(1 - spared)


def worth(score, gain):
    return 2 ** (elo_difference(score) / gain)


def worth_by_odds(score, gain):
    return np.float64(score / (1 - score)) ** (400 / gain * math.log10(2))


BLOCK = Board.from_moves("3531660406621")

attack(
    "check_13_1",
    [some_cell, some_cell_by_cell, lambda p, cells: sum(p * (1 - p) ** before for before in range(cells))],
    [
        (lambda p, cells: p, "some_cell(0.2, 2) is 0.2, too small: that is the chance for one given cell"),
        (lambda p, cells: f"{some_cell(p, cells)}", "expected a number"),
        (lambda p, cells: 1 - math.exp(-p * cells), "no cell is hit"),  # Poisson: nearly
    ],
)
attack(
    "check_13_2",
    [worth, worth_by_odds],
    [
        (lambda score, gain: 2 ** (round(elo_difference(score)) / gain), "is something rounded on the way?"),
        (lambda score, gain: elo_difference(score) / gain, "above 0"),
        (lambda score, gain: score / (1 - score), "the gain is an argument"),
        (lambda score, gain: 2 ** round(elo_difference(score) / gain), "parts of a doubling count, too"),
        (lambda score, gain: worth(score, 120), "the gain is an argument"),
    ],
)
attack(
    "check_13_3",
    [(BLOCK, 2), [Board.from_cells(BLOCK.cells), np.int64(2)]],
    [
        ((BLOCK, 9), "column 9 is not open"),
        ((Board(4, 5), 2), "expected one of 6 x 7"),
        ((Board(), 3), "the latter should be at least 90"),
        ((Board.from_moves("001122"), 3), "greed finds this column, too"),
    ],
)
