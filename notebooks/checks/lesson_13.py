"""Lesson 13: what the settings are worth, and where one of them fails."""

import numpy as np

from c4lib import Board, FastSearch, SearchSettings
from mctslab.arena import elo_difference

from .base import an, ask, check, expect, real, shown, whole

GAIN = 120  # as in the stub
BUDGETS = [  # playouts now and then, and how many doublings that is
    (100, 100, 0.0, "equal players share the points"),
    (100, 200, 1.0, "one doubling gains 120 Elo; which score has so many?"),
    (200, 100, -1.0, "half the playouts lose what a doubling gains"),
    (50, 200, 2.0, "Elo points add up from doubling to doubling, scores do not"),
    (100, 800, 3.0, "Elo points add up from doubling to doubling, scores do not"),
    (1000, 3000, np.log2(3), "between one doubling and two"),
]


@check
def check_13_1(expected_score):
    for now, then, doublings, hint in BUDGETS:
        call = f"expected_score({now}, {then})"
        score = ask(expected_score, now, then, kind=real)
        expect(0 < score < 1, f"{call} is {score:.3f}; a score lies between 0 and 1")
        elo, wanted = elo_difference(score), GAIN * doublings
        turned = doublings and abs(elo + wanted) < 1
        expect(not turned, f"{call} is {score:.3f}: that is the score of {now} playouts, expected that of {then}")
        expect(abs(elo - wanted) < 1, f"{call} is {score:.3f}, too {'large' if elo > wanted else 'small'}: {hint}")
    return f"with {GAIN} Elo a doubling, three times the playouts score {score:.0%}."


WORTH = [
    (0.5, 120, "equal scores are worth no playouts more: factor 1"),
    (0.75, 120, ""),
    (0.568, 120, ""),
    (0.568, 75, ""),
]
WORTH += [
    (0.25, 120, "a worse version is worth fewer playouts"),
    (0.9, 60, "Elo divided by the gain is the number of doublings"),
]


@check
def check_13_2(worth):
    for score, gain, hint in WORTH:
        call, elo = f"worth({score}, {gain})", elo_difference(score)
        factor = ask(worth, score, gain, kind=real)
        expect(factor > 0, f"{call} is {factor:.3f}; a factor is above 0")
        right = 2 ** (elo / gain)
        if abs(factor / right - 1) < 0.01:
            continue
        told = f"{call} is {factor:.3f}, too {'large' if factor > right else 'small'}"
        expect(abs(factor - elo / gain) > 0.01, f"{told}: that is the number of doublings, not yet the factor")
        expect(abs(factor * right - 1) > 0.01 or score == 0.5, f"{told}: that is its inverse")
        expect(abs(factor - 2 * elo / gain) > 0.01, f"{told}: two doublings are four times the playouts, not 2 + 2")
        expect(
            gain == 120 or abs(factor / 2 ** (elo / 120) - 1) > 0.01,
            f"{told}: that is as with 120 Elo a doubling, but the gain is an argument",
        )
        expect(False, f"{told}: {hint or f'that score has {elo:.0f} Elo; how many doublings is that?'}")
    return "at 75 Elo a doubling, a c that scores 57% is worth more than half as many playouts again."


SEEDS = 100


@check
def check_13_3(answer):
    pair = isinstance(answer, (tuple, list)) and len(answer) == 2
    expect(pair, f"{shown(answer)} is no pair of a position and a column")
    expect(answer[0] is not None and answer[1] is not None, "the position or the column is None: has it got a value?")
    board, column = an(Board)(answer[0], "the position"), whole(answer[1], "the column")
    size = (board.rows, board.columns, board.connect)
    expect(size == (6, 7, 4), f"the board is {board.rows} x {board.columns}; expected one of 6 x 7")
    expect(not board.is_terminal, f"at {shown(board)} the game is over: there is nothing to search")
    expect(column in board.legal_moves(), f"column {column} is not open at {shown(board)}")

    def times(c):
        searches = (FastSearch(board, SearchSettings(c=c), rng=seed).run(300) for seed in range(SEEDS))
        return sum(search.best_move() == column for search in searches)

    greedy, curious = times(0), times(1.4)
    told = f"column {column} is played in {greedy} of {SEEDS} seeds with c = 0, and in {curious} with c = 1.4"
    expect(curious >= 0.9 * SEEDS, f"{told}; the latter should be at least 90: is it clear that this column is best?")
    expect(greedy <= 0.5 * SEEDS, f"{told}; the former should be at most 50: greed finds this column, too")
    return f"{told}: greed stays with the first column that has luck."
