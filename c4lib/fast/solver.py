"""The exact solver: alpha-beta on bitboards with a transposition table, compiled by numba.

`reaches` answers a question by yes or no: does the player to move get at least the score `goal`?
That is alpha-beta with an empty window (the Test of Pearl 1980). A few such questions find the
score, because each halves the range of the scores that are possible. An answer is quick because
most positions are never looked at (as in Pons, Solving Connect 4, 2019):

- A player who can win at once does. One who cannot must stop the other from doing so, and most moves drop out:
  `careful_moves`.
- Moves that make many threats are tried first: `weigh_moves`. Once one reaches the goal, the others are not looked at.
- Bounds of the score are kept in a table, for when the position comes up again by another order of moves.

The bits are those of `fast/kernel.py`. The arguments have the same names everywhere: `mine` and
`taken` are the position, `left` is how many cells are empty, `search` the record SEARCH, `table` an
array of ENTRY.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from c4lib._tools.arguments import whole_number
from c4lib._tools.threads import thread_pool
from c4lib.board import Board
from c4lib.fast.bitboard import Rules, bits_of, check_fits, rules_of
from c4lib.fast.jit import U, compiled, note_if_compiling
from c4lib.fast.kernel import ONE, ZERO

MAX_NODES = 200_000_000  # a minute, more or less
# 2**20 entries are 16 MB: to look one up in a larger table takes longer than it saves.
TABLE_BITS = 20
# 2**64 divided by the golden ratio: its multiples lie far apart (Knuth 1973).
SCATTER = U(0x9E3779B97F4A7C15)

# What is known about a position: its score is at least `low` and at most `high`.
ENTRY = np.dtype([("key", "u8"), ("low", "i1"), ("high", "i1")], align=True)

# The rules, and what belongs to one search: `shift` makes 64 bits a place in the table; `weights`
# has a row for every number of empty cells and a place for every column.
SEARCH = np.dtype(
    [(name, "u8") for name in Rules._fields]
    + [("nodes", "i8"), ("max_nodes", "i8"), ("shift", "u8"), ("weights", "u8", (64, 32))]
)


class TooHard(RuntimeError):
    """The solver has looked at as many positions as it may, and they were not enough."""


# -------------------------------------------------------------------- what Python calls


def solve(board: Board, max_nodes: int = MAX_NODES) -> int:
    """The exact score of the position, for the player to move, if both players play perfectly.

    0 is a draw; n > 0 is a win of the player to move, and -n a loss, where the winner completes the
    line with their n-th disc from the last: counted back from the last disc that they would place
    if the board were filled, which is 1. So the sooner, the larger: a line with the m-th disc of
    the game on a board of `cells` cells is (cells - m) // 2 + 1.

    Nothing is kept from one call to the next, so that the same call needs the same number of nodes
    each time.

    Args:
        board: a position in which the game is not over, with (rows + 1) * columns <= 64.
        max_nodes: how many positions the solver may look at.

    Raises:
        ValueError: the game is over, the board is too large, or an argument is none of these.
        TooHard: `max_nodes` was not enough.

    >>> solve(Board(rows=5, columns=5)), solve(Board(rows=4, columns=6))
    (0, -1)
    >>> solve(Board.from_moves("010101"))  # the 7th of 42 discs completes a line
    18
    """
    return _run(_score, board, max_nodes)


def solve_moves(board: Board, max_nodes: int = MAX_NODES) -> dict[int, int]:
    """The exact score of each legal move, for the player who makes it, if both players play
    perfectly from there on.

    Scores, arguments and errors are those of `solve`, which gives the largest of these.

    >>> board = Board.from_moves("624224246635164")
    >>> print(board)
    . . . . . . .
    . . . . . . .
    . . X . X . O
    . . X . O . O
    . . O . O . X
    . X O X X O X
    0 1 2 3 4 5 6
    >>> solve_moves(board)
    {0: 0, 1: 0, 2: -3, 3: 13, 4: 0, 5: 12, 6: 12}
    """
    return _run(_score_moves, board, max_nodes)


def _run(work: Callable, board: Board, max_nodes: int) -> object:
    """The result of `work(board, search, table)`, which runs in a thread of its own.

    So Ctrl-C is noticed meanwhile.
    """
    if not isinstance(board, Board):
        raise ValueError(f"the solver solves a Board, not {board!r}")
    if board.is_terminal:
        raise ValueError("the game is over: there is nothing to solve")
    check_fits(board, needed_by="the solver")
    max_nodes = whole_number("max_nodes", max_nodes, at_least=1)
    bits = min(TABLE_BITS, _empty_cells(board))
    table = np.zeros(2**bits, ENTRY).view(np.recarray)
    search = np.zeros(1, SEARCH).view(np.recarray)
    for name, value in rules_of(board.rows, board.columns, board.connect)._asdict().items():
        search[name] = value
    search["shift"] = 64 - bits
    search["max_nodes"] = max_nodes
    with note_if_compiling(), thread_pool(1) as thread:
        try:
            return thread.submit(work, board, search, table).result()
        finally:
            search["max_nodes"] = 0  # after Ctrl-C: the thread stops at the next position


def _score(board: Board, search: np.ndarray, table: np.ndarray) -> int:
    mine, taken = bits_of(board)
    score = best_score(U(mine), U(taken), _empty_cells(board), search, table)
    if search["nodes"] > search["max_nodes"]:
        raise TooHard(
            f"{search['max_nodes'].item():,} positions were looked at, and the board is not solved: "
            "max_nodes=... allows more, and boards with more discs need fewer"
        )
    return score


def _score_moves(board: Board, search: np.ndarray, table: np.ndarray) -> dict[int, int]:
    scores = {}
    for move in board.legal_moves():
        after = board.play(move)
        if after.winner is not None:
            scores[move] = _empty_cells(after) // 2 + 1
        else:
            scores[move] = 0 if after.is_terminal else -_score(after, search, table)
    return scores


def _empty_cells(board: Board) -> int:
    return int(np.count_nonzero(board.cells == 0))


# -------------------------------------------------------------------- the search


@compiled
def best_score(mine, taken, left, search, table):
    """The score of the position. (Here `search` is an array of shape (1,) that holds the record.)"""
    search = search[0]
    if completing(mine, taken, search) & (taken + search.bottom):
        return (left + 1) // 2
    # At worst the other player wins with the next disc, at best this one with the disc after it.
    low, high = -(left // 2), (left - 1) // 2
    while low < high:
        goal = next_goal(low, high)
        if reaches(goal, mine, taken, left, search, table):
            low = goal
        else:
            high = goal - 1
    return low


@compiled
def next_goal(low, high):
    """The score to ask for, if it lies between `low` and `high`: first who wins, then how soon."""
    if low < 0 <= high:
        return 0
    if low < 1 <= high:
        return 1
    return (low + high) // 2 + 1


@compiled
def reaches(goal, mine, taken, left, search, table):
    """Whether the player to move, who cannot win at once, gets at least the score `goal`."""
    search.nodes += 1
    if search.nodes > search.max_nodes:
        return False  # an answer that nobody uses: `_score` raises TooHard
    moves = careful_moves(mine, taken, search)
    low, high = 1 - left // 2, (left - 1) // 2  # if neither player wins with the next disc
    if not moves:
        # The other player does, which is 1 less; or the board is full, and `low` is 1.
        return goal < low
    # In every column a bit on top of the discs, and below it only `mine`.
    key = mine | (taken + search.bottom)
    entry = table[(key * SCATTER) >> search.shift]
    if entry.key == key:
        low, high = max(low, entry.low), min(high, entry.high)
    if low < goal <= high:
        weigh_moves(moves, mine, taken, left, search)
    while low < goal <= high:
        if moves:
            move = heaviest(moves, left, search)
            moves ^= move
            if not reaches(1 - goal, mine ^ taken, taken | move, left - 1, search, table):
                low = goal  # the other player gets -goal at most
        else:
            high = goal - 1
    entry.key, entry.low, entry.high = key, low, high
    return goal <= low


# -------------------------------------------------------------------- the moves


@compiled
def careful_moves(mine, taken, search):
    """The cells to play, by a player who cannot win at once, after which the other cannot win at
    once either.
    """
    landing = (taken + search.bottom) & search.full
    threats = completing(mine ^ taken, taken, search)
    blocks = landing & threats
    if blocks & (blocks - ONE):  # more than one: they cannot all be stopped
        return ZERO
    return (blocks if blocks else landing) & ~(threats >> ONE)  # not in the cell below a threat


@compiled
def weigh_moves(moves, mine, taken, left, search):
    """Write the weights: a move is heavier if more cells complete a line after it, and then if it
    is nearer the middle.
    """
    for column in range(search.columns):
        move = moves & (search.cells << (column * search.height))
        if move:
            weight = min(column, search.columns - ONE - column) + ONE
            threats = completing(mine | move, taken, search)
            while threats:
                weight += search.columns
                threats &= threats - ONE  # without its lowest bit
            search.weights[left, column] = weight


@compiled
def heaviest(moves, left, search):
    """The one of the `moves` with the largest weight, of equal ones the first."""
    best, most = ZERO, ZERO
    for column in range(search.columns):
        move = moves & (search.cells << (column * search.height))
        if move and search.weights[left, column] > most:
            best, most = move, search.weights[left, column]
    return best


@compiled
def completing(discs, taken, search):
    """The empty cells that complete a line of these `discs`, whether or not a disc can land there
    yet.
    """
    if search.connect == U(4):  # as a constant, so that the loops unroll
        cells = completing_in_all(discs, search, U(4))
    else:
        cells = completing_in_all(discs, search, search.connect)
    return cells & (search.full ^ taken)


@compiled
def completing_in_all(discs, search, connect):
    """The same, in all directions, and whether the cells are empty or not."""
    cells = completing_along(discs, ONE, connect)
    cells |= completing_along(discs, search.falling, connect)
    cells |= completing_along(discs, search.across, connect)
    cells |= completing_along(discs, search.rising, connect)
    return cells


@compiled
def completing_along(discs, step, connect):
    """The cells with so many discs before and after them, in steps of `step`, that it makes a line
    of `connect`.
    """
    cells = ZERO
    for count in range(connect):
        before = after = ~ZERO
        for _ in range(count):
            before = (before & discs) << step
        for _ in range(connect - ONE - count):
            after = (after & discs) >> step
        cells |= before & after
    return cells
