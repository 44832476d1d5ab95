"""Attacks on the checks of lesson 01."""

import numpy as np

from attacks import attack


def drop(cells, column, player, row=-1):
    empty = np.flatnonzero(cells[:, column] == 0)
    if len(empty) == 0:
        return None
    after = cells.copy()
    after[empty[row], column] = player
    return after


def drop_by_loop(cells, column, player):
    after = np.array(cells, dtype=int)
    for row in range(len(cells) - 1, -1, -1):
        if after[row, column] == 0:
            after[row, column] = player
            return after


def drop_in_place(cells, column, player):
    after = drop(cells, column, player)
    if after is not None:
        cells[:] = after
        return cells


def drop_on_top_of_full(cells, column, player):
    after = drop(cells, column, player)
    return cells.copy() if after is None else after


def drop_over_the_last(cells, column, player):
    """One row too low."""
    after = cells.copy()
    after[min(np.count_nonzero(cells[:, column] == 0), len(cells) - 1), column] = player
    return after


def four_across(cells, wraps=False):
    for row in [cells.ravel()] if wraps else cells:
        for start in range(len(row) - 3):
            if row[start] and np.all(row[start : start + 4] == row[start]):
                return int(row[start])
    return None


def four_across_of_seven(cells):
    """Right for boards of seven columns only."""
    for row in cells:
        for start in range(4):
            if row[start] and np.all(row[start : start + 4] == row[start]):
                return int(row[start])
    return None


def four_across_by_text(cells):
    for row in cells:
        for player in "12":
            if 4 * player in "".join(map(str, row)):
                return np.int8(player)


attack(
    "check_01_1",
    ["061626", "162606"],
    [
        ("0", "row 3, column 6 holds nothing"),
        ("606162", "the players are exchanged"),
        ("605040", "counted from the left"),
    ],
)
attack(
    "check_01_2",
    [drop, drop_by_loop],
    [
        (drop_in_place, "has changed the array that it was given"),
        (lambda cells, column, player: drop(cells, column, player, row=0), "where it floats; row 0 is the top row"),
        (lambda cells, column, player: drop(cells, column, player)[:5], "has the shape (5, 7)"),
        (drop_over_the_last, "puts something else where a disc was, at row 5, column 3"),
        (drop_on_top_of_full, "gives an array, but column 3 is full"),
    ],
)
attack(
    "check_01_3",
    [four_across, four_across_by_text],
    [
        (lambda cells: four_across(cells) is not None, "False, of type bool"),
        (lambda cells: four_across(cells[-1:]), "any row"),
        (lambda cells: four_across(cells) if cells.shape[1] > 5 else four_across_of_seven(cells), "five columns here"),
    ],
)
attack(
    "check_01_4",
    [568, np.int64(568), 568.0],
    [
        (560, "its own mirror image has no other half"),
        (1120, "counts a position and its mirror image as two"),
        (567, "only just too small"),
    ],
)
