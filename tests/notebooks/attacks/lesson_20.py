"""Attacks on the checks of lesson 20."""

import numba
import numpy as np

from attacks import attack, crash, nothing
from c4lib import Board


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


def has_three_by_cells(discs):
    cells = {divmod(bit, 7) for bit in range(49) if discs >> bit & 1}
    return any(
        {(column + across, row + up), (column - across, row - up)} <= cells
        for column, row in cells
        for across, up in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def has_three_without_spare_bits(discs):
    """Column by column with six bits each, so that lines run on into the next column."""
    packed = sum((discs >> 7 * column & 63) << 6 * column for column in range(7))
    return has_three(packed, (1, 5, 6, 7))


def random_wins(games, rng, player=0, steps=(1, 6, 7, 8), drawn=0):
    """How many of the games a player wins; a draw counts `drawn` times."""
    wins = 0
    for _ in range(games):
        heights, discs = np.zeros(7, np.int64), np.zeros(2, np.uint64)
        turn, over = 0, False
        while not over and heights.sum() < 42:
            column = int(rng.random() * 7)
            if heights[column] < 6:
                discs[turn] |= np.uint64(1) << np.uint64(7 * column + heights[column])
                heights[column] += 1
                for step in steps:
                    one, two = np.uint64(step), np.uint64(2 * step)
                    pairs = discs[turn] & (discs[turn] >> one)
                    over |= pairs & (pairs >> two) != 0
                wins += over and turn == player
                turn = 1 - turn
        wins += drawn if not over else 0
    return wins


def compiled_wins(player=0, steps=(1, 6, 7, 8), drawn=0):
    plays = numba.njit(random_wins)

    @numba.njit
    def first_wins(games, rng):
        return plays(games, rng, player, steps, drawn)

    return first_wins


@numba.njit
def wins_by_cells(games, rng):
    wins = 0
    for _ in range(games):
        cells = np.zeros((13, 6), np.int8)  # three empty columns on each side
        heights, moves, winner = np.zeros(13, np.int64), 0, 0
        while winner == 0 and moves < 42:
            column = 3 + rng.integers(0, 7)
            row = heights[column]
            if row == 6:
                continue
            player = 1 + moves % 2
            cells[column, row], heights[column], moves = player, row + 1, moves + 1
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                run = 1
                for side in (-1, 1):
                    c, r = column + side * across, row + side * up
                    while 0 <= r < 6 and 0 <= c < 13 and cells[c, r] == player:
                        run, c, r = run + 1, c + side * across, r + side * up
                if run >= 4:
                    winner = player
        wins += winner == 1
    return wins


@numba.njit
def share_of_wins(games, rng):
    return 0.5557 + 0 * rng.random()


@numba.njit
def half_of_the_games(games, rng):
    return games // 2


@numba.njit
def guessed_wins(games, rng):
    return int(games * 0.5557)


@numba.njit
def guesses_with_luck(games, rng):
    return sum([1 for _ in range(games) if rng.random() < 0.5])


@numba.njit
def luck_of_its_own(games, rng):
    return sum([1 for _ in range(games) if np.random.random() < 0.5557])  # noqa: NPY002


@numba.njit
def is_not_compilable(games, rng):
    return Board().columns


@numba.njit
def draws_for_ever(games, rng):
    """Longer than anybody waits, but not so long that the tests are still at it in the end."""
    drawn = 0
    for _ in range(8_000_000_000):
        drawn += rng.random() < 0.5
    return drawn


attack(
    "check_20_1",
    [(speedup, ceiling), [speedup_by_shares, ceiling_by_shares]],
    [
        (None, "None is no pair of the two functions"),
        (speedup, "is no pair of the two functions"),
        ((speedup,), "is no pair of the two functions"),
        ((speedup, None), "None is no function"),
        ((speedup(10, 90, 9), ceiling(10, 90)), "5.0 is no function"),
        ((nothing, ceiling), "is None"),
        ((crash, ceiling), "stops with KeyError"),
        ((ceiling, speedup), "stops with TypeError"),
        ((lambda alone, shared, workers: workers, ceiling), "speedup(10, 90, 9) is 9, too large"),
        ((lambda alone, shared, workers: alone + shared / workers, ceiling), "too large: before, it took 100 seconds"),
        ((lambda alone, shared, workers: 1 / speedup(alone, shared, workers), ceiling), "too small"),
        ((lambda alone, shared, workers: workers / (1 + alone), ceiling), "too small: before, it took"),
        ((lambda alone, shared, workers: str(workers), ceiling), "expected a number"),
        ((speedup, lambda alone, shared: (alone + shared) / alone), "stops with ZeroDivisionError"),
        ((speedup, lambda alone, shared: ceiling(alone, shared) if alone else 0), "there is no limit"),
        ((speedup, lambda alone, shared: float("inf")), "ceiling(10, 90) is inf, too large"),
        ((speedup, lambda alone, shared: shared / alone if alone else np.inf), "10 of 100 seconds are left"),
        ((speedup, lambda alone, shared: speedup(alone, shared, 1000)), "there is no limit"),
        ((speedup, lambda alone, shared: 10.0 if alone else np.inf), "ceiling(50, 50) is 10, too large"),
    ],
)
attack(
    "check_20_2",
    [has_three, has_three_by_cells],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda discs: False, "0, 1 and 2 are in a line, one above the other"),
        (lambda discs: True, "is True, but no three"),
        (lambda discs: discs & discs >> 1 & discs >> 2, "expected True or False"),
        (lambda discs: has_three(discs, (1,)), "are in a line, side by side"),
        (lambda discs: has_three(discs, (1, 7)), "are in a line, rising"),
        (lambda discs: has_three(discs, (1, 7, 8)), "are in a line, falling"),
        (lambda discs: has_three(discs, (1, 5, 6, 7)), "are in a line, rising"),
        (lambda discs: any(discs & discs >> step for step in (1, 6, 7, 8)), "is True, but no three"),
        (lambda discs: has_three(discs) and not has_three(discs & discs >> 7), "2, 9 and 16 are in a line"),
        (lambda discs: any(discs & discs >> 2 * step for step in (1, 6, 7, 8)), "is True, but no three"),
        (has_three_without_spare_bits, "is True, but no three"),
        (lambda discs: discs.bit_count() > 2, "is True, but no three"),
        (lambda discs: has_three(discs & 2**35 - 1), "45, 46 and 47 are in a line"),
    ],
)
attack(
    "check_20_3",
    [compiled_wins(), wins_by_cells],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda games, rng: games // 2, "draws nothing from rng: it plays no game"),
        (lambda games, rng: int(games * 0.5557), "draws nothing from rng"),  # passed
        (half_of_the_games, "draws nothing from rng"),
        (guessed_wins, "draws nothing from rng"),
        (luck_of_its_own, "draws nothing from rng"),
        (random_wins, "it plays, but in plain Python"),  # passed
        (share_of_wins, "of type float; expected a whole number"),
        (guesses_with_luck, "of 1,000,000 games, too few"),
        (is_not_compilable, "numba cannot compile it, TypingError"),
        (draws_for_ever, "does not come to an end; it was stopped after 5 seconds"),
        (compiled_wins(player=1), "that is about what is left for player 2"),  # viewpoint
        (compiled_wins(drawn=1), "is a full board without a line counted as won?"),
        (compiled_wins(steps=(1, 7, 8)), "are all four directions looked at?"),  # passed
        (lambda games, rng: games, "draws nothing from rng"),
        (lambda games, rng: [rng.random() for _ in range(games)] and 2 * games, "a number of games won is from 0 to 1"),
        (lambda games, rng: [rng.random() for _ in range(games)] and games, "some are won, and some are not"),
    ],
)
