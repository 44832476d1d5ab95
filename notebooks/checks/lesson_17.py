"""Lesson 17: reading what others claim, and what their programs do."""

from collections import Counter

import numpy as np

from c4lib import Board
from mctslab.arena import score_interval
from mctslab.published import MCTS, Node

from .base import ask, attempt, check, expect, shown, whole, yes_or_no

CLAIMS = [  # counted, of so many runs, claimed; whether that is refuted, and why
    (670, 1_000, 1, True, "the interval ends far below 1, and a claim above it is refuted"),
    (5, 5, 0.67, False, "five runs say little, even when all of them are alike"),
    (12, 12, 0.6, True, "the claim can lie below the interval, too"),
    (202, 300, 0.67, False, "luck moves a count that much"),
    (20, 20, 1, False, "all of them is just what was claimed"),
    (0, 20, 0.3, True, "the claim can lie above the interval, also where nothing was counted"),
    (670, 1_000, 0.71, True, "in so many runs a small difference counts"),
    (60, 100, 0.51, False, "with 95% confidence the interval is wider than that"),
    (60, 100, 0.495, True, "with 95% confidence the interval is narrower than that"),
]


@check
def check_17_1(refuted):
    answers = [ask(refuted, *counted, kind=yes_or_no) for *counted, _, _ in CLAIMS]
    inverted = all(got != right for got, (*_, right, _) in zip(answers, CLAIMS))
    for got, (times, runs, claimed, right, why) in zip(answers, CLAIMS):
        told = f"refuted({times}, {runs}, {claimed}) is {got}"
        expect(not inverted, f"{told}; it is the wrong way round here and in all other cases")
        expect(got == right, f"{told}: {why}")
    return "what the interval contains stands; five of five refute next to nothing."


BOARDS = [  # moves, rows, the result for X, and what is seen there
    ("", 6, None, "the state is an empty board"),
    ("041424", 6, None, "there are three in a row, and nobody has four"),
    ("0414243", 6, "win", "X has four side by side"),
    ("04140424", 6, "loss", "O has four on top of one another"),
    ("01123223433", 6, "win", "X has four on a slope"),
    ("403031113312044122302432040241", 6, "draw", "the board is full, and nobody has four"),
    ("203401432204113213104442203301", 6, "loss", "the board is full, and its last disc has completed four"),
    ("40303111331204412230243204024", 6, None, "one cell is empty, and nobody has four"),
    ("0414243", 4, "win", "the board has 4 rows"),
]
FOR_O = {"win": "loss", "loss": "win"}
WORDS = ("win", "draw", "loss")


@check
def check_17_2(result_of):
    for moves, rows, for_x, seen in BOARDS:
        board = Board.from_moves(moves, rows=rows, columns=5)
        for player, right in ((1, for_x), (2, FOR_O.get(for_x, for_x))):
            state = board.cells.copy()
            call = f"result_of(state, {player}), where {seen},"
            got = ask(result_of, state, player, kind=_result, said=call)
            expect(np.array_equal(state, board.cells), f"{call} has changed the board that it was given")
            expect(got == right, f"{call} is {shown(got)}; {_why(got, right, player)}")
    return "whoever asks this first plays no disc after the end."


def _result(value, name):
    allowed = value is None or isinstance(value, str) and value in WORDS
    expect(allowed, f"{name} is {shown(value)}; expected 'win', 'draw', 'loss' or None")
    return None if value is None else str(value)


def _why(got, right, player):
    if right is None:
        return "the game is not over there, and that is None"
    if got is None:
        return "is the game not over there?"
    if FOR_O.get(got) == right:
        return f"whose result is that? The agent is player {player}"
    if "draw" in (got, right):
        return "it is a draw only if nobody has four on a full board"
    return f"expected {right!r}"


@check
def check_17_3(runs_needed):
    for share in (0.145, 0.05, 0.01, 0.5, 0.002):
        call = f"runs_needed({share})"
        runs = ask(runs_needed, share, kind=whole, if_endless="does the end that you look at come down to the share?")
        expect(runs >= 1, f"{call} is {runs}; without a run nothing is known")
        upper = score_interval(0, runs)[1]
        told = f"{call} is {runs}, and after {_runs(runs)} without an exception the interval reaches up to {upper:.2%}"
        expect(upper <= share, f"{told}: too few runs to say at most {share:.2%}")
        smallest = runs == 1 or score_interval(0, runs - 1)[1] > share
        expect(smallest, f"{told}; one run less would do: it is not the smallest such number")
    return "five first moves in the middle leave room for 43% elsewhere; 1% takes 381 runs."


@check
def check_17_4(cells):
    expect(cells is not None, "the answer is None: has it got a value?")
    cells = attempt(lambda: np.array(cells), f"np.array({shown(cells)})")
    expect(cells.shape == (6, 7), f"the array has the shape {cells.shape}; expected 6 rows and 7 columns")
    whole_numbers = cells.dtype.kind in "iu" or cells.dtype.kind == "f" and np.all(cells == np.floor(cells))
    expect(whole_numbers, f"the array holds {cells.dtype}; expected whole numbers: 0, 1 and 2")
    cells = cells.astype(int)
    board = attempt(lambda: Board.from_cells(cells), "the position made from these cells")
    expect(board.winner is None, "somebody has four in a row there: the game is over")
    expect(not board.is_terminal, "the board is full there: the game is over")
    expect(board.to_move == 2, "there it is player 1's turn: with player 2 to move, player 1 has one disc more")
    before, after = (Counter(_playouts(cells, fixed)) for fixed in ((), "five columns"))
    told = f"300 playouts as published: {_counted(before)}; fixed: {_counted(after)}"
    expect(set(before) == {"draw"}, f"{told}. As published, when does the random player call the board full?")
    expect(set(after) != {"draw"}, f"{told}. Fixed, too, it is always a draw: can nobody get four in what is left?")
    return f"{told}; as published, what the columns 5 and 6 could still bring is not played."


def _playouts(cells, fixed):
    agent = MCTS(play_outs=1, player=1, r=6, c=7, fixed=fixed, rng=1)
    return [agent.simulation(Node(cells), 1) for _ in range(300)]


def _counted(results):
    return ", ".join(f"{count} x {result}" for result, count in sorted(results.items()))


def _runs(count):
    return "1 run" if count == 1 else f"{count:,} runs"
