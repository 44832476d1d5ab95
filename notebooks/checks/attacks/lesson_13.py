"""Attacks on the checks of lesson 13."""

import math

import numpy as np

from c4lib import Board
from checks.attacks import attack, crash, nothing
from mctslab.arena import elo_difference


def expected_score(now, then, gain=120, log=math.log2):
    return 1 / (1 + 10 ** (-gain * log(then / now) / 400))


def expected_score_by_odds(now, then):
    odds = np.float64(then / now) ** (120 * np.log2(10) / 400)
    return odds / (1 + odds)


def worth(score, gain):
    return 2 ** (elo_difference(score) / gain)


def worth_by_odds(score, gain):
    return np.float64(score / (1 - score)) ** (400 / gain * math.log10(2))


BLOCK = Board.from_moves("3531660406621")

attack(
    "check_13_1",
    [expected_score, expected_score_by_odds],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda now, then: 0.5, "expected_score(100, 200) is 0.500, too small"),  # the stub
        (lambda now, then: f"{expected_score(now, then)}", "expected a number"),  # got a traceback
        (lambda now, then: expected_score(then, now), "that is the score of 100 playouts"),  # viewpoint
        (lambda now, then: 100 * expected_score(now, then), "lies between 0 and 1"),
        (lambda now, then: expected_score(now, then, log=math.log), "too small: one doubling gains 120 Elo"),
        (lambda now, then: 1 / (1 + 2.718281828 ** (-120 * math.log2(then / now) / 400)), "too small"),
        (lambda now, then: expected_score(now, then, log=lambda ratio: ratio - 1), "half the playouts lose"),
        (lambda now, then: expected_score(now, then, log=lambda ratio: ratio), "equal players"),
        (lambda now, then: 0.5 + 0.166 * math.log2(then / now), "scores do not"),
        (
            lambda now, then: expected_score(now, then, log=lambda ratio: round(math.log2(ratio))),
            "between one doubling",
        ),
        (lambda now, then: 120 * math.log2(then / now), "lies between 0 and 1"),
    ],
)
attack(
    "check_13_2",
    [worth, worth_by_odds],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda score, gain: 2.0, "worth(0.5, 120) is 2.000, too large"),  # the stub
        (lambda score, gain: f"{worth(score, gain)}", "expected a number"),
        (lambda score, gain: elo_difference(score) / gain, "above 0"),
        (lambda score, gain: max(1.0, elo_difference(score) / gain), "the number of doublings, not yet the factor"),
        (lambda score, gain: 1 / worth(score, gain), "its inverse"),
        (lambda score, gain: max(1.0, worth(score, gain)), "is worth fewer playouts"),
        (lambda score, gain: max(1.0, 2 * elo_difference(score) / gain), "not 2 + 2"),
        (lambda score, gain: worth(score, 120), "the gain is an argument"),
        (lambda score, gain: score / (1 - score), "the gain is an argument"),
        (lambda score, gain: 1 + elo_difference(score) / gain, "how many doublings is that?"),
        (lambda score, gain: 2 ** (100 * score / gain), "factor 1"),
        (lambda score, gain: math.exp(elo_difference(score) / gain), "how many doublings is that?"),
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
        ((2, BLOCK), "expected a Board"),
        ((BLOCK, 9), "column 9 is not open"),  # was judged without a word
        ((Board.from_moves("333333"), 3), "column 3 is not open"),
        ((Board(4, 5), 2), "expected one of 6 x 7"),  # was judged without a word
        ((Board.from_moves("0101010"), 2), "the game is over"),
        ((Board(), 3), "the latter should be at least 90"),  # the stub
        ((BLOCK, 6), "the latter should be at least 90"),
        ((Board.from_moves("001122"), 3), "greed finds this column, too"),
    ],
)
