"""Attacks on the checks of lesson 25."""

import numpy as np

from attacks import attack
from c4lib import Board
from checks.lesson_25 import mirror


def back_one_layer(error, W, below):
    return below.T @ error, error.sum(axis=0), (error @ W.T) * (below > 0)


def back_by_sums(error, W, below):
    slope = np.einsum("ni,no->io", below, error)
    passed = np.where(below > 0, np.einsum("no,io->ni", error, W), 0)
    return [slope, np.ones(len(error)) @ error, passed]


def changes_its_input(error, W, below):
    passed = (error @ W.T) * (below > 0)
    slopes = below.T @ error, error.sum(axis=0)
    error *= 0
    return (*slopes, passed)


attack(
    "check_25_1",
    [back_one_layer, back_by_sums],
    [
        (None, "no function"),
        (lambda error, W, below: below.T @ error, "expected three arrays"),
        (lambda error, W, below: ("a", "b", "c"), "the shape"),
        (lambda error, W, below: (below.T @ error, error.sum(axis=0), error @ W.T), "where is the ReLU"),
        (lambda error, W, below: back_one_layer(error, W, below)[::-1], "mind the order"),
        (lambda error, W, below: error @ W, "stops with ValueError"),
        (lambda error, W, below: [2 * one for one in back_one_layer(error, W, below)], "a nudge there says"),
        (
            lambda error, W, below: (
                *back_one_layer(error, W, below)[:2],
                back_one_layer(np.maximum(error, 0), W, below)[2],
            ),
            "the error above is cut off",
        ),
        (changes_its_input, "has changed the array error"),
    ],
)


def values_to_learn(movers, searched, winner, part):
    values = []
    for mover, value in zip(movers, searched):
        result = 0.5 if winner is None else float(mover == winner)
        values.append((1 - part) * result + part * value)
    return values


def values_by_arrays(movers, searched, winner, part):
    results = np.full(len(movers), 0.5) if winner is None else (np.array(movers) == winner).astype(float)
    return results + part * (np.array(searched) - results)


def with_result(result):
    return lambda movers, searched, winner, part: [
        (1 - part) * result(mover, winner, place) + part * value
        for place, (mover, value) in enumerate(zip(movers, searched))
    ]


attack(
    "check_25_2",
    [values_to_learn, values_by_arrays],
    [
        (None, "no function"),
        (lambda movers, searched, winner, part: 0.5, "expected a list"),
        (lambda movers, searched, winner, part: [], "has 0 values"),
        (lambda movers, searched, winner, part: ["won"] * len(movers), "expected a number"),
        (with_result(lambda mover, winner, place: 0.5 if winner is None else mover != winner), "of the other player"),
        (with_result(lambda mover, winner, place: 0.25), "is to move there"),
        (
            lambda movers, searched, winner, part: np.add(values_to_learn(movers, searched, winner, 0), searched),
            "the sum of both",
        ),
        (
            lambda movers, searched, winner, part: [movers.pop() and 0.5 for _ in range(len(movers))],
            "has changed a list",
        ),
    ],
)


def both_looks(evaluate, board):
    policies, _ = evaluate([board, mirror(board)])
    return (policies[0] + policies[1][::-1]) / 2


def both_one_by_one(evaluate, board):
    shares = evaluate([board])[0][0].tolist()
    others = evaluate([mirror(board)])[0][0].tolist()
    return [(shares[column] + others[6 - column]) / 2 for column in range(7)]


def both_by_cells(evaluate, board):
    image = Board.from_cells(board.cells[:, ::-1])
    return (evaluate([board])[0][0] + evaluate([image])[0][0, ::-1]) / 2


def of_both(mix):
    return lambda evaluate, board: mix(*evaluate([board, mirror(board)])[0])


attack(
    "check_25_3",
    [both_looks, both_one_by_one, both_by_cells],
    [
        (None, "no function"),
        (lambda evaluate, board: 0.5, "expected an array of seven shares"),
        (of_both(lambda one, seen: one), "the board alone"),
        (of_both(lambda one, seen: (one[::-1] + seen[::-1]) / 2), "both looks are turned"),
        (of_both(lambda one, seen: (one + 3 * seen[::-1]) / 4), "has a wrong share"),
        (of_both(lambda one, seen: (one + 3 * seen[::-1]) / 5), "not 1"),
    ],
)
