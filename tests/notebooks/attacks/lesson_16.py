"""Attacks on the checks of lesson 16."""

import numpy as np

from attacks import attack
from pictures.lesson_16 import waiting


def for_x(search, swap=lambda mean: 1 - mean):
    return {move: mean if search.game.to_move == 1 else swap(mean) for move, mean in search.means.items()}


def for_x_from_wins(search):
    sign = 3 - 2 * search.game.to_move
    return {child.move: 0.5 + sign * np.float64(child.wins / child.visits - 0.5) for child in search.root.children}


def parity(board):
    useful = [(row, column, 1) for column, row in waiting(board, 1) if row % 2 == 1]
    useful += [(row, column, 2) for column, row in waiting(board, 2) if row % 2 == 0]
    columns = {column for _, column, _ in useful}
    owners = {min(one for one in useful if one[1] == column)[2] for column in columns}
    return min(owners, default=None)


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


def last_disc(board, score):
    if score == 0:
        return 42
    x_wins = (score > 0) == (board.to_move == 1)
    return (41 if x_wins else 42) - 2 * (abs(score) - 1)


def last_disc_by_list(board, score):
    if not score:
        return np.int64(42)
    winner = board.to_move if score > 0 else 3 - board.to_move
    return list(range(winner, 43, 2))[-abs(score)]


def blunders(moves, scores, worth=np.sign):
    return [k for k, move in enumerate(moves) if worth(scores[k][move]) < worth(max(scores[k].values()))]


def moves_that_lose(moves, scores):
    return [k for k, move in enumerate(moves) if scores[k][move] < 0]


def blunders_as_if_scores_were_of_x(moves, scores):
    turned = [{column: (-1) ** k * score for column, score in row.items()} for k, row in enumerate(scores)]
    return blunders(moves, turned)


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
        (lambda search: search.means, "the means of the root count for O"),
        (lambda search: for_x(search, swap=lambda mean: -mean), "for O"),
        (lambda search: {move: 100 * mean for move, mean in for_x(search).items()}, "between 0 and 1"),
        (lambda search: for_x(search if search.iterations else search.run(1)), "only has to be read"),
    ],
)
attack(
    "check_16_2",
    [parity, parity_by_columns],
    [
        (lambda board: None, "is None, not 1: X's threat lies in row 3"),
        (lambda board: parity(board) or 0, "is 0: it is 1 for X, 2 for O, or None"),
        (lambda board: board.to_move if parity(board) else None, "an odd one, and so is useful"),
    ],
)
attack(
    "check_16_3",
    [last_disc, last_disc_by_list],
    [
        (lambda board, score: 42 - score, "a score below 0 means that X wins"),
        (lambda board, score: float(last_disc(board, score)), "expected a whole number"),
        (lambda board, score: last_disc(board, score) - len(board.moves), "too soon"),
    ],
)
attack(
    "check_16_4",
    [blunders, blunders_by_cases],
    [
        (moves_that_lose, "misses 1 of 1: a draw where a win was possible"),
        (lambda moves, scores: blunders(moves, scores, worth=int), "a later win is a win"),
        (lambda moves, scores: [k + 1 for k in blunders(moves, scores)], "names 1: the indices are 0 to 0"),
        (blunders_as_if_scores_were_of_x, "each score counts for the player to move then"),
    ],
)
