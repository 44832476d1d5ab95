"""Lesson 13: what the settings are worth, and where one of them fails."""

import math

from c4lib import Board, FastSearch, SearchSettings
from mctslab.arena import elo_difference

from .base import an, ask, check, expect, real, shown, whole

LUCK = [  # p and cells, so that each usual mistake gives another number
    (0.2, 2, ""),
    (0.05, 35, "the more cells, the likelier it is that some cell is among them"),
    (0.3, 1, "with one cell it is `p` itself"),
    (0.0, 35, "what never happens to one cell happens to none"),
    (1.0, 3, "what happens to each cell happens to some cell"),
    (0.0001, 35, ""),
]


@check
def check_13_1(some_cell):
    for p, cells, hint in LUCK:
        call = f"some_cell({p:g}, {cells})"
        found = ask(some_cell, p, cells, kind=real, said=call)
        right = 1 - (1 - p) ** cells
        if abs(found - right) < 1e-7:
            continue
        told = f"{call} is {found:.4g}, too {'large' if found > right else 'small'}"
        mistakes = {
            100 * right: "that is in percent, and a probability is at most 1",
            p: "that is the chance for one given cell",
            p * cells: "such chances do not add up, because luck can befall two cells at once",
            (1 - p) ** cells: "that is the chance that it happens to none of them",
            p**cells: "that is the chance that it happens to all of them",
            1 - p**cells: "that is the chance that at least one cell is spared",
            cells * p * (1 - p) ** (cells - 1): "that is the chance that it happens to exactly one of them",
        }
        named = [words for wrong, words in mistakes.items() if abs(found - wrong) < 1e-7]
        if p and found >= 1 and abs(found * right - 1) < 1e-3:
            named = ["that is after how many sweeps, not how probable"]
        expect(False, f"{told}: {(named or [hint or 'first ask how probable it is that no cell is hit'])[0]}")
    return "what happens to one cell in 20 happens to some cell of 35 in 83% of the sweeps."


WORTH = [
    (0.5, 120, "a score of one half is worth no extra playouts: the factor is 1"),
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
        also = ", and 0 is the number of doublings" if score == 0.5 and factor == 0 else ""
        expect(factor > 0, f"{call} is {factor:.3f}; a factor is above 0{also}")
        right = 2 ** (elo / gain)
        if math.isclose(factor, right, rel_tol=1e-4):
            continue
        told = f"{call} is {factor:.3f}, too {'large' if factor > right else 'small'}"
        expect(abs(factor - elo / gain) > 0.01, f"{told}: that is the number of doublings, not yet the factor")
        expect(abs(factor * right - 1) > 0.01 or score == 0.5, f"{told}: that is its inverse")
        expect(abs(factor / 2 ** (score / gain) - 1) > 1e-6, f"{told}: the score is not yet in Elo")
        expect(abs(factor - 1 - elo / gain) > 1e-6, f"{told}: the doublings multiply, they do not add up")
        expect(
            abs(factor / 2 ** round(elo / gain) - 1) > 1e-6 or score == 0.5,
            f"{told}: that is as with {round(elo / gain)} doublings, but parts of a doubling count, too",
        )
        expect(abs(factor - 2 * elo / gain) > 0.01, f"{told}: two doublings are four times the playouts, not 2 + 2")
        expect(
            gain == 120 or abs(factor / 2 ** (elo / 120) - 1) > 0.01,
            f"{told}: that is as with 120 Elo a doubling, but the gain is an argument",
        )
        odds = score / (1 - score)
        expect(abs(factor / odds - 1) > 1e-6, f"{told}: those are the odds, but the gain is an argument")
        expect(abs(factor / right - 1) > 0.01, f"{told}, but only just: is something rounded on the way?")
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
