"""Lesson 01: reading positions."""

import numpy as np

from c4lib import Board

from .base import ask, attempt, check, expect, or_none, shown, text, tuple_of, whole


@check
def check_01_1(moves):
    moves = text(moves)
    cells = attempt(lambda: Board.from_moves(moves).cells, f"Board.from_moves({shown(moves)})")
    wanted = np.zeros((6, 7), dtype=int)
    wanted[5, :3], wanted[3:, 6] = 1, 2
    expect(not np.array_equal(cells, wanted[:, ::-1]), "the columns are counted from the left, beginning with 0")
    expect(not np.array_equal(cells, (3 - wanted) * (wanted > 0)), "the players are exchanged: X moves first")
    for row, column in np.argwhere(cells != wanted):
        there, asked = (["nothing", "a disc of X", "a disc of O"][board[row, column]] for board in (cells, wanted))
        expect(False, f"row {row}, column {column} holds {there}; in the task there is {asked}")
    return "X and O take turns, so in the text the two columns do too."


POSITIONS = [Board(), *map(Board.from_moves, ("33", "333333", "000000666666")), Board(3, 5)]
POSITIONS += [Board.from_moves("000111", rows=3, columns=5), Board.from_moves("444", rows=3, columns=5)]


@check
def check_01_2(open_columns):
    for board in POSITIONS:
        call = f"open_columns of the cells of {shown(board)}"
        got = ask(open_columns, board.cells, kind=tuple_of(whole), said=call)
        for column in got:
            expect(0 <= column < board.columns, f"{call} names column {column}; they are counted from 0")
            expect(board.cells[0, column] == 0, f"{call} names column {column}, which is full; row 0 is the top row")
        for column in range(board.columns):
            if not board.cells[0, column]:
                expect(column in got, f"{call} leaves out column {column}, where the top cell is empty")
        expect(got == tuple(sorted(set(got))), f"{call} is {got}: each column once, from left to right")
    return "a column is open as long as its cell in row 0 is empty, on boards of every size."


FOURS = [  # who has four across, and what to think of if the answer is another
    ("", None, "an empty cell is nobody's, four of them are no line"),
    ("0011223", 1, "X has the bottom row"),
    ("6655443", 1, "the line may end at the right edge"),
    ("0101010", None, "four on top of one another are a column, not a row"),
    ("3344556", 1, "the line may begin in the middle"),
    ("0011224", None, "three, a gap and one more are no four"),
    ("60011223", 2, "the line may be O's, and begin at the left edge"),
    ("01122323363", None, "four along a diagonal are not a row"),
]
ABOVE = [  # from text, because here the bottom row does not decide
    ("OOOX...|XXXOO.X", None, "three of O and one of X are no four"),
    ("OOOO...|XXXOX.X", 2, "the line may lie in any row, and be O's"),
    (".....XX|XXO..OO", None, "the end of one row and the beginning of the next are not side by side"),
    ("...XXXX|...OOOX|...XXOO|..OXOOX", 1, "the line may lie in any row"),
]


@check
def check_01_3(four_across):
    boards = [(Board.from_moves(moves), winner, hint) for moves, winner, hint in FOURS]
    for rows, winner, hint in ABOVE:
        below = [" ".join(row) for row in rows.split("|")]
        boards.append((Board.from_text("\n".join([". " * 7] * (6 - len(below)) + below)), winner, hint))
    for board, winner, hint in boards:
        rows = "".join(str(board).splitlines()[:-1]).replace(" ", "")
        filled = [rows[start : start + 7] for start in range(0, 42, 7) if set(rows[start : start + 7]) != {"."}]
        call = f"four_across where the rows, from the top, are {' / '.join(filled) or 'empty'},"
        got = ask(four_across, board.cells, kind=or_none(whole), said=call)
        expect(got in (None, 1, 2), f"{call} gives {got}; asked for is a player, 1 or 2, or None")
        expect(got == winner, f"{call} gives {got}: {hint}")
    return "it looks along every row, and at no row's end jumps to the next."


@check
def check_01_4(count):
    count = whole(count)
    expect(count != 1120, "1120 counts a position and its mirror image as two")
    expect(count != 560, "560 is half of all; but a position that is its own mirror image has no other half")
    expect(count > 560, f"{count} is less than half of 1120; every position counts, alone or together with its image")
    level = {Board()}
    for _ in range(4):
        level = {board.play(move) for board in level for move in board.legal_moves()}
    pairs = len({frozenset([board.cells.tobytes(), board.cells[:, ::-1].tobytes()]) for board in level})
    much = "a few" if abs(count - pairs) > 2 else "hardly any"
    expect(
        count == pairs,
        f"{count} is not it, but {much} too {'many' if count > pairs else 'few'}: which are their own image?",
    )
    return "most positions come in pairs, and the symmetrical ones count once."
