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
        (None, "no function"),
        (lambda p, cells: p, "some_cell(0.2, 2) is 0.2, too small: that is the chance for one given cell"),  # the stub
        (lambda p, cells: f"{some_cell(p, cells)}", "expected a number"),
        (lambda p, cells: 1 - math.exp(-p * cells), "no cell is hit"),  # Poisson: nearly
    ],
)
attack(
    "check_13_2",
    [worth, worth_by_odds],
    [
        (None, "no function"),
        (lambda score, gain: 2 ** (round(elo_difference(score)) / gain), "is something rounded on the way?"),
        (lambda score, gain: round(worth(score, gain), 2), "is something rounded on the way?"),
        (lambda score, gain: 2.0, "worth(0.5, 120) is 2.000, too large"),  # the stub
        (lambda score, gain: f"{worth(score, gain)}", "expected a number"),
        (lambda score, gain: elo_difference(score) / gain, "above 0"),
        (lambda score, gain: max(1.0, elo_difference(score) / gain), "the number of doublings, not yet the factor"),
        (lambda score, gain: 1 / worth(score, gain), "its inverse"),
        (lambda score, gain: 2 ** (score / gain), "the score is not yet in Elo"),
        (lambda score, gain: 1 + elo_difference(score) / gain, "the doublings multiply, they do not add up"),
        (lambda score, gain: 2 ** round(elo_difference(score) / gain), "parts of a doubling count, too"),
        (lambda score, gain: max(1.0, 2 * elo_difference(score) / gain), "not 2 + 2"),
        (lambda score, gain: worth(score, 120), "the gain is an argument"),
        (lambda score, gain: score / (1 - score), "the gain is an argument"),
        (lambda score, gain: 1.0, "worth(0.75, 120) is 1.000, too small"),  # right for one input
    ],
)
attack(
    "check_13_3",
    [(BLOCK, 2), [Board.from_cells(BLOCK.cells), np.int64(2)]],
    [
        (None, "no pair of a position and a column"),
        (BLOCK, "no pair of a position and a column"),
        (("3531660406621", 2), "expected a Board"),
        ((BLOCK, None), "the position or the column is None: has it got a value?"),
        ((BLOCK, "2"), "expected a number"),
        ((BLOCK, 2.0), "expected a whole number"),
        ((BLOCK, 9), "column 9 is not open"),  # was judged without a word
        ((Board(4, 5), 2), "expected one of 6 x 7"),  # was judged without a word
        ((Board.from_moves("0101010"), 2), "the game is over"),
        ((Board(), 3), "the latter should be at least 90"),  # the stub
        ((Board.from_moves("001122"), 3), "greed finds this column, too"),
    ],
)
