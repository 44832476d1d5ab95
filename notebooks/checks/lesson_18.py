"""Lesson 18: a table that learns, and where it ends."""

import functools
from copy import deepcopy

import numpy as np

from c4lib import Board
from mctslab import play_game
from mctslab.arena import PlayerError, difference
from mctslab.players import mcts_player, random_player
from mctslab.qlearning import QPlayer, trained_table

from .base import Wrong, anything, ask, check, expect, real, shown, too, whole

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


# weights, features, target, alpha; the new weights, and what to think of
STEPS = [
    (([10, 20, 30], [0, 1, 0], 50, 0), [10, 20, 30], "with alpha = 0 nothing is learnt"),
    (
        ([10, 20, 30], [0, 1, 0], 50, 1),
        [10, 50, 30],
        "a table is this: the one feature that is 1 goes all the way to the target if alpha = 1",
    ),
    (
        ([10, 20, 30], [0, 1, 0], 50, 0.5),
        [10, 35, 30],
        "the one feature that is 1 goes the part alpha of the way to the target",
    ),
    (
        ([10, 20, 30], [0, 1, 0], 0, 0.5),
        [10, 10, 30],
        "the target may be smaller than the value: the error is the target minus the value",
    ),
    (([5, 5, 5], [0, 0, 0], 50, 0.5), [5, 5, 5], "a feature that is 0 learns nothing"),
    (
        ([10, 20, 30], [1, 1, 0], 50, 0.5),
        [20, 30, 30],
        "the error is the target minus the value of all features together, and the same for every weight",
    ),
    (
        ([1, 2, 3], [1, 2, 0], 15, 0.1),
        [2, 4, 3],
        "each step is alpha times the error times the feature, so one that is 2 learns twice as much",
    ),
    (
        ([1, 2, 3], [1, -2, 0], 7, 0.1),
        [2, 0, 3],
        "each step is alpha times the error times the feature, also where that is negative",
    ),
    (([0, 0, 0, 0], [1, 0, -3, 2], 10, 0.01), [0.1, 0, -0.3, 0.2], "it holds for any number of weights"),
]


@check
def check_18_2(learn):
    for (weights, x, target, alpha), right, hint in STEPS:
        call = f"learn(np.array({weights}), np.array({x}), {target}, {alpha})"
        given = np.array(weights, float), np.array(x, float)
        got = ask(learn, *given, target, alpha, kind=anything, said=call)
        expect(got is not None, f"{call} is None: return the new weights")
        got = _numbers(got, call)
        expect(got.shape == (len(right),), f"{call} is {_listed(got)}: expected {len(right)} weights")
        still = all(new == old for new, old, feature in zip(got, weights, x, strict=True) if not feature)
        hint = hint if still else "a feature that is 0 learns nothing"
        expect(np.allclose(got, right, atol=1e-9), f"{call} is {_listed(got)}, not {_listed(right)}: {hint}")
    return (
        "every weight takes its part of the error. A table is the case in which one feature is 1 and all others are 0."
    )


def _numbers(got, call):
    try:
        return np.asarray(got, float)
    except (TypeError, ValueError):
        raise Wrong(f"{call} is {shown(got)}: expected weights, an array of numbers") from None


def _listed(numbers):
    return "[" + ", ".join(f"{number:g}" for number in np.ravel(numbers)) + "]"


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
    return f"{sum(points):g} points in {GAMES} games; {others}. Compared with the search alone: {verdict}."


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
