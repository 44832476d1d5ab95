"""Attacks on the checks of lesson 12."""

import math

import numpy as np

from attacks import attack, crash, nothing
from c4lib import Board
from c4lib.arena import score_interval


def width(games):
    low, high = score_interval(games / 2, games)
    return high - low


def games_needed(half):
    games = 1
    while width(games) / 2 > half:
        games += 1
    return games


def games_needed_by_halves(half):
    few, many = 0, 100_000
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if width(middle) <= 2 * half else (middle, many)
    return np.int64(many)


def contenders(results, score=np.mean, overlap=lambda low, high, best: high >= best[0]):
    intervals = {name: score_interval(sum(games), len(games)) for name, games in results.items()}
    best = max(results, key=lambda name: score(results[name]))
    return [name for name, (low, high) in intervals.items() if overlap(low, high, intervals[best])]


def contenders_sorted(results):
    found, floor, scores = [], 0, {name: sum(games) / len(games) for name, games in results.items()}
    for name in sorted(results, key=scores.get, reverse=True):
        low, high = score_interval(sum(results[name]), len(results[name]))
        floor = floor if found else low
        if high >= floor:
            found.append(name)
    return found


def expected_score(now, then, gain=120, log=math.log2):
    return 1 / (1 + 10 ** (-gain * log(then / now) / 400))


def expected_score_by_odds(now, then):
    odds = np.float64(then / now) ** (120 * np.log2(10) / 400)
    return odds / (1 + odds)


BLOCK = Board.from_moves("3531660406621")

attack(
    "check_12_1",
    [games_needed, games_needed_by_halves],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda half: 400, "games_needed(0.1) is 400"),  # the stub
        (lambda half: float(games_needed(half)), "of type float; asked for is a whole number"),  # passed
        (lambda half: 0, "at least one game"),
        (lambda half: games_needed(half) - 1, "too few games"),
        (lambda half: games_needed(half) + 1, "but fewer games would do"),
        (lambda half: games_needed(half / 2), "`half` is half of the width"),
        (lambda half: games_needed(2 * half), "too few games"),
        (lambda half: math.ceil((1.96 / 2 / half) ** 2), "is it the interval of score_interval?"),
        (lambda half: 93, "games_needed(0.05) is 93"),
    ],
)
attack(
    "check_12_2",
    [contenders, contenders_sorted],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda results: set(contenders(results)), "asked for is a list"),  # passed
        (lambda results: [max(results, key=lambda name: np.mean(results[name]))], "leaves out b"),  # the stub
        (lambda results: list(results), "names c"),
        (lambda results: ["a", "b"], "not one of the settings"),  # right for one input
        (lambda results: list(results)[:2], "names (4, 100)"),
        (lambda results: contenders(results, score=sum), "a score is points per game"),  # passed
        (
            lambda results: contenders(results, overlap=lambda low, high, best: low <= sum(best) / 2 <= high),
            "leaves out b",
        ),
        (lambda results: [name for name in contenders(results) if np.mean(results[name]) < 0.6], "leaves out a"),
        (lambda results: contenders(results) * 2, "each setting once"),  # passed
        (
            lambda results: contenders(
                {name: [game for game in games if game != 0.5] for name, games in results.items()}
            ),
            "a draw is half a point",
        ),  # passed
        (lambda results: sorted(str(name) for name in contenders(results)), "not one of the settings"),  # passed
    ],
)
attack(
    "check_12_3",
    [expected_score, expected_score_by_odds],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda now, then: 0.5, "expected_score(100, 200) is 0.500, too small"),  # the stub
        (lambda now, then: f"{expected_score(now, then)}", "asked for is a number"),  # got a traceback
        (lambda now, then: expected_score(then, now), "that is the score of 100 playouts"),  # viewpoint
        (lambda now, then: 100 * expected_score(now, then), "lies between 0 and 1"),
        (lambda now, then: expected_score(now, then, log=math.log), "too small: one doubling gains 120 Elo"),
        (lambda now, then: 1 / (1 + 2.718281828 ** (-120 * math.log2(then / now) / 400)), "too small"),
        (lambda now, then: 0.5 + 0.166 * math.log2(then / now), "scores do not"),
        (
            lambda now, then: expected_score(now, then, log=lambda ratio: round(math.log2(ratio))),
            "between one doubling",
        ),
        (lambda now, then: 120 * math.log2(then / now), "lies between 0 and 1"),
    ],
)
attack(
    "check_12_4",
    [(BLOCK, 2), [Board.from_cells(BLOCK.cells), np.int64(2)]],
    [
        (None, "no pair of a position and a column"),
        (BLOCK, "no pair of a position and a column"),
        (("3531660406621", 2), "asked for is a Board"),
        ((BLOCK, None), "the position or the column is None: has it got a value?"),
        ((BLOCK, "2"), "asked for is a number"),
        ((BLOCK, 9), "column 9 is not open"),  # was judged without a word
        ((Board.from_moves("333333"), 3), "column 3 is not open"),
        ((Board(4, 5), 2), "asked for is one of 6 x 7"),  # was judged without a word
        ((Board.from_moves("0101010"), 2), "the game is over"),
        ((Board(), 3), "the latter should be at least 90"),  # the stub
        ((BLOCK, 6), "the latter should be at least 90"),
        ((Board.from_moves("001122"), 3), "greed finds this column, too"),
    ],
)
