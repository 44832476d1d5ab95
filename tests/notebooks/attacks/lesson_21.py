"""Attacks on the checks of lesson 21."""

import numba
import numpy as np

from attacks import attack


def speedup(alone, shared, workers):
    return (alone + shared) / (alone + shared / workers)


def ceiling(alone, shared):
    return 1 + shared / alone if alone else np.inf


def speedup_by_shares(alone, shared, workers):
    part = alone / (alone + shared)
    return np.float64(1 / (part + (1 - part) / workers))


def ceiling_by_shares(alone, shared):
    with np.errstate(divide="ignore"):
        return np.float64(alone + shared) / alone


def has_three(discs, steps=(1, 6, 7, 8)):
    return any(discs & discs >> step & discs >> 2 * step for step in steps)


def bits_left(discs):
    """What is left of the bits of each direction, as one number, which is not 0 if there is a line."""
    left = 0
    for step in (1, 6, 7, 8):
        pairs = discs & discs >> step
        left |= pairs & pairs >> step
    return left


def has_three_by_cells(discs):
    cells = {divmod(bit, 7) for bit in range(49) if discs >> bit & 1}
    return any(
        {(column + across, row + up), (column - across, row - up)} <= cells
        for column, row in cells
        for across, up in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def random_moves(games, rng, steps=(1, 6, 7, 8)):
    moves = 0
    for _ in range(games):
        heights, discs = np.zeros(7, np.int64), np.zeros(2, np.int64)
        turn, over = 0, False
        while not over and heights.sum() < 42:
            column = int(rng.random() * 7)
            if heights[column] < 6:
                discs[turn] |= 1 << (7 * column + heights[column])
                heights[column] += 1
                for step in steps:
                    pairs = discs[turn] & discs[turn] >> step
                    over |= pairs & pairs >> 2 * step != 0
                turn = 1 - turn
        moves += heights.sum()
    return moves


plays = numba.njit(random_moves)


def round_a_compiled_function(games, rng):
    return int(plays(games, rng))


@numba.njit
def compiled_moves(games, rng):
    return plays(games, rng, (1, 6, 7, 8))


@numba.njit
def in_three_directions(games, rng):
    return plays(games, rng, (1, 7, 8))


@numba.njit
def has_four(discs):
    for step in (1, 6, 7, 8):
        pairs = discs & (discs >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False


def compiled_in_part(games, rng):
    """Only the look for a line is compiled."""
    moves = 0
    for _ in range(games):
        heights, discs, turn = [0] * 7, [0, 0], 0
        while sum(heights) < 42 and not has_four(discs[1 - turn]):
            column = int(rng.random() * 7)
            if heights[column] < 6:
                discs[turn] |= 1 << (7 * column + heights[column])
                heights[column], turn = heights[column] + 1, 1 - turn
        moves += sum(heights)
    return moves


@numba.njit
def moves_by_cells(games, rng):
    moves = 0
    for _ in range(games):
        cells = np.zeros((13, 6), np.int8)  # three empty columns on each side
        heights, turn, won = np.zeros(13, np.int64), 0, False
        while not won and turn < 42:
            column = 3 + rng.integers(0, 7)
            row = heights[column]
            if row == 6:
                continue
            player = 1 + turn % 2
            cells[column, row], heights[column], turn = player, row + 1, turn + 1
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                run = 1
                for side in (-1, 1):
                    c, r = column + side * across, row + side * up
                    while 0 <= r < 6 and 0 <= c < 13 and cells[c, r] == player:
                        run, c, r = run + 1, c + side * across, r + side * up
                won |= run >= 4
        moves += turn
    return moves


@numba.njit
def guesses_with_luck(games, rng):
    return sum([int(16 + 10 * rng.random()) for _ in range(games)])


attack(
    "check_21_1",
    [(speedup, ceiling), [speedup_by_shares, ceiling_by_shares]],
    [
        ((lambda alone, shared, workers: (alone + shared) / (shared / workers), ceiling), "the rest is missing"),
        ((lambda alone, shared, workers: speedup(shared, alone, workers), ceiling), "becomes faster, not the rest"),
        ((speedup, lambda alone, shared: (alone + shared) / alone), "stops with ZeroDivisionError"),
        ((speedup, lambda alone, shared: ceiling(alone, shared) if alone else 0), "there is no limit"),
    ],
)
attack(
    "check_21_2",
    [has_three, has_three_by_cells, bits_left],
    [
        (lambda discs: True, "says yes, but no three"),
        (lambda discs: "no", "is 'no', of type str; expected True or False"),
        (lambda discs: has_three(discs & 2**35 - 1), "45, 46 and 47 are in a line"),
    ],
)
attack(
    "check_21_3",
    [compiled_moves, moves_by_cells, round_a_compiled_function],
    [
        (random_moves, "it plays, but in plain Python: nothing has compiled it yet"),
        (compiled_in_part, "and calls has_four, which is compiled; but its own loop is plain Python, and runs"),
        (guesses_with_luck, "moves, on average over 250,000, too few"),
        (in_three_directions, "too many: are four in a row looked for in all four directions"),
    ],
)
