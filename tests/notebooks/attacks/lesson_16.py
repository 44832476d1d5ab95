"""Attacks on the checks of lesson 16."""

import numpy as np

from attacks import attack
from pictures.lesson_16 import waiting


def for_x(search, swap=lambda mean: 1 - mean):
    return {move: mean if search.game.to_move == 1 else swap(mean) for move, mean in search.means.items()}


def for_x_from_wins(search):
    sign = 3 - 2 * search.game.to_move
    return {child.move: 0.5 + sign * np.float64(child.wins / child.visits - 0.5) for child in search.root.children}


def parity(board, x=1, o=0, of=waiting, choose=min, both=1):
    """The rule, with the parity of each player's rows and what each column and the board decide by."""
    useful = [(row, column, 1) for column, row in of(board, 1) if row % 2 == x or x is None]
    useful += [(row, column, 2) for column, row in of(board, 2) if row % 2 == o or o is None]
    owners = [choose(one for one in useful if one[1] == column)[2] for column in {one[1] for one in useful}]
    if len(set(owners)) == 2:
        return both
    return owners[0] if owners else None


def parity_by_columns(board):
    winner = None
    for column in range(7):
        mine = [row for place, row in waiting(board, 1) if place == column and row in (1, 3, 5)]
        theirs = [row for place, row in waiting(board, 2) if place == column and row in (2, 4, 6)]
        if mine and min(mine) < min(theirs, default=7):
            return np.int64(1)
        if theirs:
            winner = 2
    return winner


def last_disc(board, score, first=41, second=42, step=2, less=1):
    if score == 0:
        return 42
    x_wins = (score > 0) == (board.to_move == 1)
    return (first if x_wins else second) - step * (abs(score) - less)


def last_disc_by_list(board, score):
    if not score:
        return np.int64(42)
    winner = board.to_move if score > 0 else 3 - board.to_move
    return list(range(winner, 43, 2))[-abs(score)]


def blunders(moves, scores, worse=lambda played, best: np.sign(played) < np.sign(best), shift=0):
    return [k + shift for k, move in enumerate(moves) if worse(scores[k][move], max(scores[k].values()))]


def blunders_by_cases(moves, scores):
    found = []
    for k in range(len(moves)):
        played, best = scores[k][moves[k]], max(scores[k].values())
        if (best > 0 and played <= 0) or (best == 0 and played < 0):
            found.append(np.int64(k))
    return found


attack(
    "check_16_1",
    [for_x, for_x_from_wins],
    [
        (lambda search: search.means, "the means of the root count for O"),  # the stub
        (lambda search: for_x(search, swap=lambda mean: -mean), "for O"),
        (lambda search: {move: 100 * mean for move, mean in for_x(search).items()}, "between 0 and 1"),
        (
            lambda search: for_x(search.run(1)) if not search.iterations else for_x(search),
            "only has to be read",
        ),
    ],
)
attack(
    "check_16_2",
    [parity, parity_by_columns],
    [
        (lambda board: None, "is None, not 1: X's threat lies in row 3"),  # the stub
        (lambda board: parity(board) or 0, "is 0: it is 1 for X, 2 for O, or None"),
        (lambda board: board.to_move if parity(board) else None, "an odd one, and so is useful"),
    ],
)
attack(
    "check_16_3",
    [last_disc, last_disc_by_list],
    [
        (lambda board, score: 42 - score, "a score below 0 means that X wins"),  # the stub
        (lambda board, score: float(last_disc(board, score)), "expected a whole number"),
        (lambda board, score: last_disc(board, score) - len(board.moves), "too soon"),
    ],
)
attack(
    "check_16_4",
    [blunders, blunders_by_cases],
    [
        (
            lambda moves, scores: [k for k, move in enumerate(moves) if scores[k][move] < 0],
            "misses 1 of 1: a draw where a win was possible",
        ),  # the stub
        (lambda moves, scores: blunders(moves, scores, lambda played, best: played < best), "a later win is a win"),
        (lambda moves, scores: blunders(moves, scores, shift=1), "names 1: the indices are 0 to 0"),
        (  # O's scores taken for X's
            lambda moves, scores: blunders(
                moves, [{c: v * (-1) ** k for c, v in row.items()} for k, row in enumerate(scores)]
            ),
            "each score counts for the player to move then",
        ),
    ],
)
