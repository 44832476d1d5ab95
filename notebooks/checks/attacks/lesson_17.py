"""Attacks on the checks of lesson 17."""

import math

import numpy as np

from c4lib import Board
from checks.attacks import attack, crash, nothing
from mctslab.arena import score_interval


def refuted(times, runs, claimed, confidence=0.95):
    low, high = score_interval(times, runs, confidence)
    return not low <= claimed <= high


def refuted_by_numpy(times, runs, claimed):
    return np.any(np.diff([*score_interval(times, runs)[:1], claimed, *score_interval(times, runs)[1:]]) < 0)


def refuted_by_the_normal_interval(times, runs, claimed):
    share = times / runs
    return abs(share - claimed) > 1.96 * (share * (1 - share) / runs) ** 0.5


def runs_needed(share, confidence=0.95, first=1):
    runs = first
    while score_interval(0, runs, confidence)[1] > share:
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


def full_first(state, player):
    return "draw" if state.all() else result_of(state, player)


def never_full(state, player):
    board = Board.from_cells(state)
    return result_of(state, player) if board.winner else None


def wins_only(state, player):
    return "win" if Board.from_cells(state).winner == player else None


def for_x(state, player):
    return result_of(state, 1)


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


def in_capitals(state, player):
    return str(result_of(state, player)).upper()


attack(
    "check_17_1",
    [refuted, refuted_by_numpy],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda times, runs, claimed: times / runs != claimed, "five runs say little"),  # the stub
        (lambda *counted: int(refuted(*counted)), "expected True or False"),  # passed
        (lambda *counted: not refuted(*counted), "refuted(670, 1000, 1) is False"),
        (lambda times, runs, claimed: score_interval(times, runs)[1] < claimed, "can lie below the interval"),
        (lambda times, runs, claimed: score_interval(times, runs)[0] > claimed, "the interval ends far below 1"),
        (refuted_by_the_normal_interval, "five runs say little"),
        (lambda *counted: refuted(*counted, confidence=0.9), "the interval is wider than that"),  # passed
        (lambda *counted: refuted(*counted, confidence=0.99), "the interval is narrower than that"),
        (
            lambda times, runs, claimed: runs > 5 and abs(times / runs - claimed) > 0.1,
            "a small difference counts",
        ),  # passed
        (lambda times, runs, claimed: times < runs and refuted(times, runs, claimed), "can lie below the interval"),
        (lambda *counted: score_interval(*counted[:2]), "expected True or False"),  # the interval itself
        (lambda times, runs, claimed: claimed not in score_interval(times, runs), "five runs say little"),
        (
            lambda times, runs, claimed: not score_interval(times, runs)[0] < claimed < score_interval(times, runs)[1],
            "all of them is just what was claimed",
        ),  # the ends of the interval left out
    ],
)
attack(
    "check_17_2",
    [result_of, result_by_hand],
    [
        (None, "no function"),
        (crash, "stops with KeyError"),
        (nothing, "X has four side by side, is None; is the game not over there?"),  # the stub
        (in_capitals, "is 'NONE'; expected 'win', 'draw', 'loss' or None"),
        (lambda state, player: result_of(state, player) or "..", "is '..'; expected"),  # P1's own word
        (lambda state, player: Board.from_cells(state).winner, "is 1; expected"),
        (lambda state, player: Board.from_cells(state).is_terminal, "is False; expected"),
        (lambda state, player: result_of(state, player) or "draw", "an empty board, is 'draw'; the game is not over"),
        (for_x, "The agent is player 2"),
        (lambda state, player: result_of(state, 3 - player), "whose result is that? The agent is player 1"),
        (full_first, "its last disc has completed four, is 'draw'; it is a draw only if nobody has four"),
        (never_full, "nobody has four, is None; is the game not over there?"),
        (wins_only, "result_of(state, 2), where X has four side by side, is None"),
        (sideways, "O has four on top of one another, is None"),
        (plays_on, "has changed the board"),
        (by_six_rows, "the board has 4 rows, stops with ValueError"),
    ],
)
attack(
    "check_17_3",
    [runs_needed, runs_needed_by_formula, runs_needed_from_the_other_end],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda share: 5, "too few runs to say at most 14.50%"),  # the stub
        (lambda share: float(runs_needed(share)), "expected a whole number"),
        (lambda share: str(runs_needed(share)), "expected a number"),
        (lambda share: 0, "without a run nothing is known"),
        (lambda share: 1, "after 1 run without an exception"),
        (lambda share: runs_needed(share, first=5), "runs_needed(0.5) is 5"),  # starts counting at five
        (lambda share: -runs_needed(share), "without a run nothing is known"),
        (lambda share: runs_needed(share) - 1, "too few runs"),
        (lambda share: runs_needed(share) + 1, "one run less would do"),
        (lambda share: math.ceil(3 / share), "too few runs"),  # the rule of three
        (lambda share: math.ceil(math.log(0.05) / math.log(1 - share)), "too few runs"),
        (lambda share: runs_needed(share, confidence=0.9), "too few runs"),
        (lambda share: runs_needed(share, confidence=0.99), "one run less would do"),
        (lambda share: runs_needed(1 - share), "runs_needed(0.145) is 1"),  # of the other side
        (lambda share: 23, "too few runs to say at most 5.00%"),  # right for one input
    ],
)
attack(
    "check_17_4",
    [sleeping(), sleeping((5, 5, 0), (5, 6, 2)).astype(float).tolist()],
    [
        (None, "has it got a value?"),
        ("five columns", "the shape ()"),
        (np.zeros((6, 7), dtype=int), "it is player 1's turn"),  # the stub
        (np.zeros((7, 6), dtype=int), "expected 6 rows and 7 columns"),
        (sleeping()[:, :5], "the shape (6, 5)"),
        (sleeping() + 0.5, "whole numbers"),  # passed: cut down to whole numbers
        (sleeping().astype(str), "whole numbers"),  # passed
        (sleeping()[::-1], "stops with ValueError"),
        (sleeping((0, 5, 1)), "stops with ValueError"),
        (sleeping((5, 5, 1)), "stops with ValueError"),
        (sleeping((5, 6, 2)), "it is player 1's turn"),
        (Board.from_moves("0101010").cells, "somebody has four"),
        (nearly_full(), "Fixed, too, it is always a draw"),
        (Board.from_moves("3").cells, "when does the random player call the board full?"),
        (sleeping((0, 4, 0), (5, 5, 0)), "when does the random player call the board full?"),
    ],
)
