"""Lesson 20: boards as bits, and a compiler."""

import numba
import numpy as np
from numba.core.errors import NumbaError
from numba.extending import is_jitted

from c4lib import Board
from c4lib.arena.perfect import solved_positions
from c4lib.fast.bitboard import bits_of

from .base import Wrong, an, ask, attempt, check, expect, in_words, shown, whole, yes_or_no

ROWS, COLUMNS, HEIGHT = 6, 7, 7  # a column has a spare bit on top of its cells


def _columns(value, name):
    return [whole(part, f"{name}, at place {place},") for place, part in enumerate(an(list)(value, name))]


def _boards(every):
    """Boards with all numbers of discs, from the empty one on, and two on which a single column is full."""
    moves = ("", "666666", "000000", *solved_positions().moves[every::every])
    yield from map(Board.from_moves, moves)


@check
def check_20_1(open_columns):
    boards = list(_boards(every=15))
    for board in boards:
        call = f"open_columns(taken) of {shown(board)}"
        got = ask(open_columns, bits_of(board)[1], kind=_columns, said=call)
        right = board.legal_moves()
        for column in got:
            expect(column in range(COLUMNS), f"{call} names column {column}; they are counted from 0 to 6")
            expect(
                column in right, f"{call} is {got}; it names column {column}, which is full: its highest cell is taken"
            )
        for column in right:
            expect(column in got, f"{call} is {got}; it leaves out column {column}, whose highest cell is empty")
        expect(got == list(right), f"{call} is {got}; name every open column once, from left to right")
    return f"the same as the legal moves in {len(boards)} positions."


DIRECTIONS = {(0, 1): "one above the other", (1, 0): "side by side", (1, 1): "rising", (1, -1): "falling"}


def _lines():
    """All lines of three cells, by their bits, with the direction in words."""
    for (across, up), words in DIRECTIONS.items():
        for column in range(COLUMNS):
            for row in range(ROWS):
                cells = [(column + k * across, row + k * up) for k in range(3)]
                if all(0 <= c < COLUMNS and 0 <= r < ROWS for c, r in cells):
                    yield tuple(HEIGHT * c + r for c, r in cells), words


LINES = dict(_lines())
SETS = [(0, 1, 2), (14, 21, 28), (1, 9, 17), (5, 11, 17), (3, 4), (7, 8, 10), (0, 7, 21), (4, 5, 7), (0, 14, 28)]
SETS += [(39, 40), (45, 46, 47), (33, 40, 47), (31, 39, 47), (30, 36, 42), (), (5, 12, 19)]
SETS += [(2, 9, 16, 23), (21, 22, 23, 24), (40, 42, 43), (0, 2, 4, 14, 16, 18, 28, 30, 32)]


def _sets_of_discs():
    yield from SETS
    rng = np.random.default_rng(2)
    cells = [HEIGHT * column + row for column in range(COLUMNS) for row in range(ROWS)]
    for count in range(3, 16):
        for _ in range(40):
            yield tuple(sorted(rng.choice(cells, count, replace=False).tolist()))


@check
def check_20_2(has_three):
    sets = list(_sets_of_discs())
    for bits in sets:
        call = f"has_three of the discs on the cells {', '.join(map(str, bits)) or '(none)'}"
        got = ask(has_three, sum(2**bit for bit in bits), kind=yes_or_no, said=call)
        line = next((line for line in LINES if {*line} <= {*bits}), None)
        if line:
            expect(got, f"{call} is False, but {line[0]}, {line[1]} and {line[2]} are in a line, {LINES[line]}")
        expect(got == bool(line), f"{call} is True, but no three of them are neighbours in a line")
    return f"for {len(sets)} sets of discs, in all four directions."


def _in_columns(bits):
    """The cells of each column, as numbers; and what is outside of the board, or on a spare bit."""
    columns = [bits >> HEIGHT * column & 2**ROWS - 1 for column in range(COLUMNS)]
    return columns, bits - sum(cells << HEIGHT * column for column, cells in enumerate(columns))


@check
def check_20_3(mirror):
    cases = ["0", "3", "0123", "665544", "012345601234"]
    cases += [board.moves for board in _boards(every=25)]
    for moves in cases:
        pair = Board.from_moves(moves), Board.from_moves([COLUMNS - 1 - int(move) for move in moves])
        for what, place in (("all discs", 1), ("the discs of the player to move", 0)):
            bits, right = (bits_of(board)[place] for board in pair)
            call = f"mirror of {what} of {shown(pair[0])}"
            got = ask(mirror, bits, kind=whole, said=call)
            (columns, outside), wanted = _in_columns(got), _in_columns(right)[0]
            expect(got >= 0, f"{call} is {got}; a set of bits is no negative number")
            expect(not outside, f"{call} has a bit that is no cell: bit {outside.bit_length() - 1}")
            expect(got != bits or got == right, f"{call} is {got}, the same bits as before: nothing is exchanged")
            upside_down = [int(f"{cells:0{ROWS}b}"[::-1], 2) for cells in wanted]
            heads = "the columns change places, but each stands on its head"
            expect(columns != upside_down or columns == wanted, f"{call}: {heads}")
            wrong = [column for column in range(COLUMNS) if columns[column] != wanted[column]]
            told = f"column {wrong[0]} has the bits {columns[wrong[0]]:06b}" if wrong else ""
            expect(got == right, f"{call}: {told}; which column of the board is seen there?")
    return f"{len(cases)} positions, and each column stands upright."


KNOWN = 0.5558  # the share of random games that player 1 wins, in 60 million of them
GAMES = 1_000_000
OFF = 0.0018  # more than three times the standard error


def _compiled_without_lock(function):
    """The function compiled once more, without Python's lock: then also an endless loop leaves the check free."""
    compiled = numba.njit(nogil=True)(function.py_func)
    try:
        compiled.compile((numba.int64, numba.typeof(np.random.default_rng(1))))
    except NumbaError as error:
        hint = "call it yourself for the whole message"
        raise Wrong(f"numba cannot compile it, {in_words(error)} ...; {hint}") from None
    return compiled


@check
def check_20_4(first_wins):
    expect(callable(first_wins), f"{shown(first_wins)} is no function; the check wants the function itself")
    counts, is_compiled = first_wins, is_jitted(first_wins)
    if is_compiled:
        counts = attempt(lambda: _compiled_without_lock(first_wins), "compiling it", seconds=60)

    def wins_in(games, seed):
        rng, call = np.random.default_rng(seed), f"first_wins({games}, np.random.default_rng({seed}))"
        wins = ask(counts, games, rng, kind=whole, said=call, seconds=5 if games == 1 else 20)
        expect(0 <= wins <= games, f"{call} is {wins}; a number of games won is from 0 to {games}")
        untouched = np.random.default_rng(seed).bit_generator.state
        expect(rng.bit_generator.state != untouched, f"{call} draws nothing from rng: it plays no game")
        return wins

    each = [wins_in(1, seed) for seed in range(40)]
    expect({*each} == {0, 1}, f"of 40 single games player 1 wins {sum(each)}: some are won, and some are not")
    expect(is_compiled, "it plays, but in plain Python: nothing has compiled it yet")
    share = wins_in(GAMES, 4) / GAMES
    told = f"player 1 wins {share:.4f} of {GAMES:,} games"
    hint = "is the disc allowed in every column that is open, does the game end, and are all four directions looked at?"
    if abs(1 - KNOWN - share) < 0.01:
        hint = "that is about what is left for player 2"
    elif OFF < share - KNOWN < 0.004:
        hint = "is a full board without a line counted as won?"
    many = "too many" if share > KNOWN else "too few"
    expect(abs(share - KNOWN) < OFF, f"{told}, {many}: {hint}")
    return f"{told}, and a compiled function has played them."
