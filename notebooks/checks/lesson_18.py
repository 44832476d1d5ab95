"""Lesson 18: a table that learns, and how it chooses."""

import functools
from copy import deepcopy
from functools import partial

import numpy as np

from c4lib import Board
from mctslab import play_game
from mctslab.arena import PlayerError, difference
from mctslab.players import mcts_player, random_player
from mctslab.qlearning import QPlayer, trained_table

from .base import Wrong, anything, ask, attempt, check, expect, real, shown, too, whole

HERE, NEXT = Board.from_moves("2", 3, 5), Board.from_moves("212", 3, 5)

# old value, reward, values of the next position (None: the game is over), alpha, gamma; the new value, and what to think of
UPDATES = [
    ((7, -1, (30, 0), 0, 0.8), 7, "with alpha = 0 nothing is learnt"),
    ((7, -1, (-50, -60), 1, 0), -1, "with alpha = 1 and gamma = 0 only the reward counts"),
    ((7, -1, (10, 30), 1, 0.8), 23, "what is seen is the reward, and gamma times the best of what comes next"),
    ((7, -1, (-50, -60), 1, 1), -51, "what comes next may be bad, too, and the best of it is still the best"),
    ((7, 50, None, 1, 0.8), 50, "after the last move only the reward is seen"),
    ((0, -1, (30, 0), 0.6, 0.8), 13.8, "alpha is the part of the way from the old value to what is seen"),
    ((30, 50, None, 0.6, 0.8), 42, "alpha is the part of the way from the old value to what is seen"),
    ((-20, -1, (30, 20), 0.5, 0.9), 3, "alpha is the part of the way from the old value to what is seen"),
    ((10, -1, (0, -5), 0.5, 0.8), 4.5, "a best value of 0 is a value like any other"),
]


@check
def check_18_1(update):
    has_learnt = False
    for (old, reward, values, alpha, gamma), right, hint in UPDATES:
        table = {HERE: {0: 3.0, 1: old, 2: -4.0}}
        if values is not None:
            table[NEXT] = dict(enumerate(values))
        before = {board: dict(row) for board, row in table.items()}
        later = None if values is None else NEXT
        call = f"with the old value {old}, update(table, board, 1, {reward}, {'None' if values is None else 'later'}, {alpha}, {gamma})"
        if values is not None:
            call += f", where the values of `later` are {values},"
        returned = _updated(update, (table, HERE, 1, reward, later, alpha, gamma), call)
        if right != old and not has_learnt:
            instead = "" if returned is None else f"returns {shown(returned)}, but "
            expect(table != before, f"{call} {instead}leaves the table as it was; the new value belongs in it")
            has_learnt = True
        got = real(table[HERE].get(1), f"the value of the move {call}")
        table[HERE][1] = old
        expect(table == before, f"{call} changes another value than that of the move played")
        said = f"{call} makes the value {got:g}, {too(got, right)}"
        expect(abs(got - right) < 1e-9, f"{said}: {hint}")
    return "a part of the way from what was expected to what is seen, also at the end of a game."


def _updated(update, arguments, call):
    """What it returns; that there is no next position is a case of its own, and not the fault of whoever reads the message."""
    try:
        return ask(update, *arguments, kind=anything, said=call)
    except Wrong as wrong:
        if arguments[4] is None and "stops with" in str(wrong):
            raise Wrong("after the last move of a game `later` is None: there are no values to look up") from None
        raise


DRAWS = 2_000
ROW = {0: -4.0, 2: 5.0, 3: 1.0}
EQUAL = {1: 7.0, 2: -1.0, 4: 7.0}

# row, epsilon, the share of each column, and what to think of
CHOICES = [
    (ROW, 0, {2: 1}, "with epsilon = 0 it is greedy, and always takes the largest value"),
    (EQUAL, 0, {1: 1 / 2, 4: 1 / 2}, "two columns have the largest value, and each should be as likely as the other"),
    (ROW, 1, dict.fromkeys(ROW, 1 / 3), "with epsilon = 1 it always explores: every column is as likely as the others"),
    (
        ROW,
        0.3,
        {0: 0.1, 2: 0.8, 3: 0.1},
        "to explore is to draw from all legal columns: who explores may hit on the best one, too",
    ),
    ({3: -2.0}, 0.3, {3: 1}, "there is only one column"),
]


@check
def check_18_2(choose):
    for row, epsilon, shares, hint in CHOICES:
        call = f"choose({row}, {epsilon}, rng)"
        rng = np.random.default_rng(1)
        ask(choose, dict(row), epsilon, rng, kind=whole, said=call)
        columns = attempt(partial(_drawn, choose, row, epsilon, rng), call)
        for column in set(columns) - set(row):
            hint_at_place = "; a place in the row is not yet a column" if column in range(len(row)) else ""
            raise Wrong(f"{call} is {column}, which is no column of this row{hint_at_place}")
        for column in row:
            share = columns.count(column) / DRAWS
            right = shares.get(column, 0)
            told = f"{call} is {column} in {share:.0%} of {DRAWS:,} draws"
            expect(_near(share, right), f"{told}, {too(share, right)} a share: {hint}")
    return "greedy, with ties broken at random, and now and then any column, the best one included."


def _drawn(choose, row, epsilon, rng):
    """What is chosen, again and again."""
    return [choose(dict(row), epsilon, rng) for _ in range(DRAWS)]


def _near(share, right):
    """Whether a share of so many draws fits, with five standard errors; one of 0 or 1 has to be met."""
    error = np.sqrt(right * (1 - right) / DRAWS)
    return abs(share - right) <= 5 * error


SEARCH = mcts_player(40)
GAMES = 100
OF_X = ("", "12", "0213")  # where X is to move; the table was trained as O, and knows nothing there


@check
def check_18_3(careful):
    table = trained_table(rows=4, columns=5)
    SEARCH(table.empty, np.random.default_rng(1))  # what is compiled at first is not the student's time

    def watched(board, rng):
        call, twins = f"careful at {shown(board)}", [deepcopy(rng) for _ in range(2)]
        move = ask(careful, board, rng, kind=whole, said=call)
        expect(move in board.legal_moves(), f"{call} plays {move}, which is not legal")
        if set(table.tried(board)) == set(board.legal_moves()):
            best = max(table.values(board).values())
            expect(
                table.values(board)[move] == best,
                f"{call} plays {move}; here the table has tried every move, and expects more of another",
            )
        else:
            _expect_searched(table, board, move, twins, call)
        return move

    for moves in OF_X:
        watched(Board.from_moves(moves, 4, 5), np.random.default_rng(1))
    points = _points(watched)
    others = f"the table alone {sum(_table_alone()):g}, the search alone {sum(_search_alone()):g}"
    apart = difference(points, _search_alone(), paired=True)
    verdict = f"{GAMES * apart.mean:+g} [{GAMES * apart.low:+.0f}, {GAMES * apart.high:+.0f}]"
    more = "" if apart.low > 0 else " More is not shown: the interval holds 0."
    return f"{sum(points):g} points in {GAMES} games; {others}. Compared with the search alone: {verdict}.{more}"


def _expect_searched(table, board, move, twins, call):
    """Refuse a move that is not the search's, with the same random numbers.

    The second twin is for those who ask the table before they look whether it knows enough.
    """
    tried, legal = len(table.tried(board)), len(board.legal_moves())
    table.best_move(board, twins[1])
    usual = [SEARCH(board, twin) for twin in twins]
    gap = f"{call} plays {move}; here the table has tried {tried} of {legal} moves"
    expect(move in usual, f"{gap}, and `mcts_player(40)` plays {usual[0]} with the same `rng`")


def _points(player):
    """What it scores against a random player, moving second, game by game."""
    winners = [_against_random(player, seed).winner for seed in range(GAMES)]
    worth = {1: 0, None: 0.5, 2: 1}
    return tuple(worth[winner] for winner in winners)


def _against_random(player, seed):
    try:
        return play_game(random_player, player, (4, seed), Board(4, 5))
    except PlayerError as error:
        raise error.__cause__ from None


@functools.cache
def _search_alone():
    return _points(SEARCH)


@functools.cache
def _table_alone():
    return _points(QPlayer(trained_table(rows=4, columns=5)))


def _far(n, gamma):
    value = 50.0
    for _ in range(n - 1):
        value = gamma * value - 1
    return value


FAR = [  # how far the win is away, and gamma
    (1, 0.8),  # there gamma does not count
    (2, 0.8),
    (2, 1),
    (3, 0.8),
    (3, 0.5),
    (4, 0),  # nothing that comes next counts
    (8, 0.8),
    (8, 1),
]


@check
def check_18_4(expected):
    for n, gamma in FAR:
        got, right = ask(expected, n, gamma, kind=real), _far(n, gamma)
        said = f"expected({n}, {gamma}) is {got:g}, {too(got, right)}"
        expect(abs(got - right) < 1e-6, f"{said}: {_astray(got, n, gamma)}")
    left_out = ask(expected, 3, kind=real)
    expect(abs(left_out - _far(3, 0.8)) < 1e-6, f"expected(3) is {left_out:g}: without a gamma it is 0.8")
    return f"eight moves away a sure win is worth {_far(8, 0.8):.1f}, and by the same rule a sure loss {-5 - 45 * 0.8**7:.1f}."


def _astray(got, n, gamma):
    """What to think of, given the value of another rule."""
    if n == 1:
        return "n = 1 is the move that wins at once"
    if abs(got - _far(n - 1, gamma)) < 1e-6:
        return f"n = 1 is the move that wins; how many come before it if n is {n}?"
    if abs(got - 50 * gamma ** (n - 1)) < 1e-6:
        return "a move that does not end the game costs 1"
    if abs(got - 50 + (n - 1)) < 1e-6:
        return f"what comes next counts {gamma} times"
    return "go back from the end: what does each move see of the one after it?"
