"""Attacks on the checks of lesson 17."""

import numpy as np

from attacks import attack
from c4lib import Board
from mctslab.arena import score_interval


def refuted(times, runs, claimed, confidence=0.95):
    low, high = score_interval(times, runs, confidence)
    return not low <= claimed <= high


def refuted_at_the_ends(times, runs, claimed):
    low, high = score_interval(times, runs)
    return not low < claimed < high


def refuted_by_numpy(times, runs, claimed):
    return np.any(np.diff([*score_interval(times, runs)[:1], claimed, *score_interval(times, runs)[1:]]) < 0)


def runs_needed(share, first=1):
    runs = first
    while score_interval(0, runs)[1] > share:
        runs += 1
    return runs


def never_enough_runs(share):
    runs = 1
    while score_interval(runs, runs)[1] > share:
        runs += 1
    return runs


def runs_needed_by_formula(share):
    return np.int64(np.ceil(1.959964**2 * (1 - share) / share))


def runs_needed_from_the_other_end(share):
    runs = 1
    while score_interval(runs, runs)[0] < 1 - share:
        runs += 1
    return runs


def without_four(columns):
    """Full columns without a four, and nothing beside them."""
    odd = np.array([1, 2, 1, 2, 1, 2, 1])[:columns]
    cells = np.zeros((6, 7), dtype=int)
    cells[:, :columns] = [odd, odd, 3 - odd, 3 - odd, odd, odd]
    return cells


def nearly_full():
    cells = without_four(columns=7)
    cells[0, 6] = 0
    return cells


def sleeping(*changes):
    """Columns 0 to 4 are full, and player 2 is to move; `changes` are (row, column, disc)."""
    cells = without_four(columns=5)
    for row, column, disc in [(5, 5, 2), *changes]:
        cells[row, column] = disc
    return cells


def result_of(state, player):
    board = Board.from_cells(state)
    if not board.is_terminal:
        return None
    if board.winner is None:
        return "draw"
    return "win" if board.winner == player else "loss"


def result_by_hand(state, player):
    """By all lines of four cells, without a Board."""
    rows, columns = state.shape
    for disc in (1, 2):
        for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for row in range(rows):
                for column in range(columns):
                    cells = [(row + k * step[0], column + k * step[1]) for k in range(4)]
                    inside = all(0 <= r < rows and 0 <= c < columns for r, c in cells)
                    if inside and all(state[cell] == disc for cell in cells):
                        return ("loss", "win")[disc == player]
    return np.str_("draw") if state.all() else None


def sideways(state, player):
    """Looks for four side by side only."""
    rows = ["".join(map(str, row)) for row in state]
    for disc in (1, 2):
        if any(str(disc) * 4 in row for row in rows):
            return "win" if disc == player else "loss"
    return "draw" if state.all() else None


def plays_on(state, player):
    state[np.flatnonzero(state[:, 0] == 0)[-1:], 0] = player


def by_six_rows(state, player):
    return result_of(state.reshape(6, 5), player)


attack(
    "check_17_1",
    [refuted, refuted_by_numpy],
    [
        (lambda *counted: refuted(*counted, confidence=0.9), "the interval is wider than that"),
        (refuted_at_the_ends, "all of them is just what was claimed"),
        (lambda times, runs, claimed: claimed < score_interval(times, runs)[0], "a claim above it is refuted"),
        (lambda times, runs, claimed: claimed > score_interval(times, runs)[1], "below the interval, too"),
    ],
)
attack(
    "check_17_2",
    [result_of, result_by_hand],
    [
        (lambda state, player: result_of(state, player) or "draw", "an empty board, is 'draw'; the game is not over"),
        (sideways, "O has four on top of one another, is None"),
        (plays_on, "has changed the board"),
        (by_six_rows, "the board has 4 rows, stops with ValueError"),
    ],
)
attack(
    "check_17_3",
    [runs_needed, runs_needed_by_formula, runs_needed_from_the_other_end],
    [
        (never_enough_runs, "does the end that you look at come down to the share?"),
        (lambda share: runs_needed(share, first=5), "runs_needed(0.5) is 5"),  # starts counting at five
        (lambda share: 23, "too few runs to say at most 5.00%"),
    ],
)
attack(
    "check_17_4",
    [sleeping(), sleeping((5, 5, 0), (5, 6, 2)).astype(float).tolist()],
    [
        (sleeping() + 0.5, "whole numbers"),
        (Board.from_moves("0101010").cells, "somebody has four"),
        (nearly_full(), "Fixed, too, it is always a draw"),
        (Board.from_moves("3").cells, "when does the random player call the board full?"),
    ],
)
