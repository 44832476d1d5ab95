"""Lesson 01: reading positions."""

import numpy as np

from c4lib import Board

from .base import an, ask, attempt, check, expect, or_none, real, shown, text, too, whole

DISCS = ("nothing", "a disc of X", "a disc of O")


@check
def check_01_1(moves):
    moves = text(moves)
    cells = attempt(lambda: Board.from_moves(moves).cells, f"Board.from_moves({shown(moves)})")
    wanted = np.zeros((6, 7), dtype=int)
    wanted[5, :3] = 1
    wanted[3:, 6] = 2
    mirrored, exchanged = wanted[:, ::-1], np.array([0, 2, 1])[wanted]
    expect(not np.array_equal(cells, mirrored), "the columns are counted from the left, beginning with 0")
    expect(not np.array_equal(cells, exchanged), "the players are exchanged: X moves first")
    for row, column in np.argwhere(cells != wanted):
        there, asked = DISCS[cells[row, column]], DISCS[wanted[row, column]]
        expect(False, f"row {row}, column {column} holds {there}; the task puts {asked} there")
    return "X and O take turns, so their columns alternate in the string."


DROPS = [  # (moves, size, column, player): where a disc falls
    ("", (6, 7), 3, 1),
    ("3", (6, 7), 3, 2),
    ("3342", (6, 7), 3, 1),
    ("33333", (6, 7), 3, 2),
    ("0", (6, 7), 6, 2),
    ("", (6, 7), 0, 2),  # whoever is to move: the player is given
    ("44", (3, 5), 4, 1),
    ("010", (3, 5), 1, 2),
]
FULL = [("333333", (6, 7), 3, 1), ("444", (3, 5), 4, 2), ("000111", (3, 5), 1, 1)]


@check
def check_01_2(drop):
    for moves, size, column, player in DROPS:
        cells, call, got = dropped(drop, moves, size, column, player)
        room = f"column {column} is not full"
        expect(got is not None, f"{call} gives None: {room}, so there is an array to return")
        expect(got.shape == cells.shape, f"{call} has the shape {got.shape}; the board has {cells.shape}")
        expect(not np.array_equal(got, cells), f"{call} adds no disc: {room}")
        judge_changes(cells, got, column, player, call)
    for moves, size, column, player in FULL:
        _, call, got = dropped(drop, moves, size, column, player)
        expect(got is None, f"{call} gives an array, but column {column} is full")
    return "the disc lands on the lowest empty cell, in a copy, and a full column takes none."


def judge_changes(cells, got, column, player, call):
    """Refuse any other change than the player's disc on the lowest empty cell of the column."""
    lowest = np.flatnonzero(cells[:, column] == 0)[-1]
    changed = np.argwhere(got != cells).tolist()
    for row, place in changed:
        expect(cells[row, place] == 0, f"{call} puts something else where a disc was, at row {row}, column {place}")
    where = " and ".join(f"row {row}, column {place}" for row, place in changed[:3])
    expect(len(changed) == 1, f"{call} changes {len(changed)} cells, {where} among them; a move adds one disc")
    [[row, place]] = changed
    expect(place == column, f"{call} adds a disc at {where}: that is another column")
    expect(row == lowest, f"{call} adds a disc at {where}, where it floats; row 0 is the top row")
    disc = got[row, place]
    expect(disc == player, f"{call} adds a {disc}: the third argument says whose disc it is")


def dropped(drop, moves, size, column, player):
    """The cells after the moves, the call in words, and what the student's `drop` makes of a copy of the cells."""
    cells = Board.from_moves(moves, *size).cells
    given = cells.copy()
    on = "" if size == (6, 7) else f" on {size[0]} x {size[1]}"
    call = f"drop(cells, {column}, {player}), with the cells after the moves {moves!r}{on},"
    got = ask(drop, given, column, player, kind=or_none(an(np.ndarray)), said=call)
    expect(np.array_equal(given, cells), f"{call} has changed the array that it was given: work on a copy")
    return cells, call, got


FOURS = [  # who has four across, and what to think of if the answer is another
    ("", None, "an empty cell is nobody's, so four of them are not a line"),
    ("0011223", 1, "X has the bottom row"),
    ("665544", None, "three at the right edge are not four"),
    ("6655443", 1, "the line may end at the right edge"),
    ("0101010", None, "four on top of one another are a column, not a row"),
    ("3344556", 1, "the line may begin in the middle"),
    ("0011224", None, "three, a gap and one more are not four side by side"),
    ("60011223", 2, "the line may be O's, and begin at the left edge"),
    ("01122323363", None, "four along a diagonal are not a row"),
]
ABOVE = [  # from text, because here the bottom row does not decide
    ("OOOX...|XXXOO.X", None, "three of O and one of X are not four of a kind"),
    ("OOOO...|XXXOX.X", 2, "the line may lie in any row, and be O's"),
    (".....XX|XXO..OO", None, "the end of one row and the beginning of the next are not side by side"),
    ("...XXXX|...OOOX|...XXOO|..OXOOX", 1, "the line may lie in any row"),
    ("OOO.XXXX", 1, "the board has eight columns here, and the line may end at its right edge"),
    ("OOXXX", None, "the board has five columns here, and three at its right edge are not four"),
]


def four_boards():
    """The boards, who has four across, and what to think of if the answer is another."""
    for moves, winner, hint in FOURS:
        yield Board.from_moves(moves), winner, hint
    for rows, winner, hint in ABOVE:
        below = rows.split("|")
        above = ["." * len(below[0])] * (6 - len(below))
        spaced = [" ".join(row) for row in above + below]
        yield Board.from_text("\n".join(spaced)), winner, hint


@check
def check_01_3(four_across):
    for board, winner, hint in four_boards():
        rows = [line.replace(" ", "") for line in str(board).splitlines()[:-1]]
        filled = [row for row in rows if set(row) != {"."}]
        call = f"four_across where the rows, from the top, are {' / '.join(filled) or 'empty'},"
        got = ask(four_across, board.cells, kind=or_none(whole), said=call)
        expect(got in (None, 1, 2), f"{call} gives {got}; expected a player, 1 or 2, or None")
        expect(got == winner, f"{call} gives {got}: {hint}")
    return "it looks along every row, however long, and never runs on from the end of one into the next."


@check
def check_01_4(count):
    number = real(count)
    expect(number.is_integer(), f"the answer is {shown(count)}; expected a whole number")
    count = int(number)
    expect(count != 1120, "1120 counts a position and its mirror image as two")
    expect(count != 560, "560 is half of all; but a position that is its own mirror image has no other half")
    expect(count > 560, f"{count} is less than half of 1120; every position counts, alone or together with its image")
    right = pairs_of_images()
    apart = abs(count - right)
    much = "far" if apart > 50 else "a little" if apart > 2 else "only just"
    expect(count == right, f"{count} is {much} {too(count, right)}: which positions are their own image?")
    return "most positions come in pairs, and the symmetrical ones count once."


def pairs_of_images():
    """How many positions there are after four moves, if one and its mirror image count once."""
    level = {Board()}
    for _ in range(4):
        level = {board.play(move) for board in level for move in board.legal_moves()}
    pairs = set()
    for board in level:
        images = board.cells.tobytes(), board.cells[:, ::-1].tobytes()
        pairs.add(min(images))
    return len(pairs)
