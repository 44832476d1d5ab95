"""Lesson 12: settings, and how much evidence about them is enough."""

import numpy as np

from c4lib import Board, FastSearch, SearchSettings
from c4lib.arena import elo_difference, score_interval

from .base import an, ask, check, expect, real, shown, whole


def _half_width(games):
    low, high = score_interval(games / 2, games)
    return (high - low) / 2


@check
def check_12_1(games_needed):
    for half in (0.1, 0.05, 0.03, 0.01):
        call = f"games_needed({half})"
        games = ask(games_needed, half, kind=whole)
        expect(games > 0, f"{call} is {games}; a match has at least one game")
        now = _half_width(games)
        told = f"{call} is {games}, and then the interval is ± {now:.5f}"
        expect(now <= half, f"{told}: too few games")
        expect(abs(2 * now - half) > half / 100, f"{told}; its whole width is {half}, but `half` is half of the width")
        expect(games == 1 or _half_width(games - 1) > half, f"{told}, but fewer games would do: {_near(games, half)}")
    return "half the width takes about four times the games."


def _near(games, half):
    """What to think of if there are too many games."""
    by_a_few = _half_width(max(1, games - 6)) > half
    return "is it the interval of score_interval?" if by_a_few else "it is not the smallest such number"


def _results(wins, games, draws=0):
    return [1] * wins + [0.5] * draws + [0] * (games - wins - draws)


MATCHES = [  # results by setting, who is not beaten, and what to think of if the answer is another
    (
        {"a": (60, 100), "b": (50, 100), "c": (30, 100)},
        "ab",
        "overlap with the interval of the best decides, and the best one is in, too",
    ),
    ({"a": (20, 100), "b": (90, 100)}, "b", "look at both intervals"),
    ({"a": (70, 100), "b": (58, 100), "c": (46, 100)}, "ab", "compare each interval with that of the best score"),
    ({"a": (150, 400), "b": (60, 100)}, "b", "the numbers of games differ, so a score is points per game"),
    ({"a": (1, 1), "b": (40, 100)}, "ab", "one game won says little"),
    ({"a": (60, 600, 300), "b": (35, 100)}, "ab", "a draw is half a point"),
    ({"a": (0, 50), "b": (0, 5)}, "ab", "without a point, too, there is an interval"),
]


SETTINGS = {"a": (0.7, 100), "b": (1.4, 100), "c": (4, 100)}  # c and playouts, as in the lesson


def _judge(contenders, given, right, hint):
    told = ", ".join(f"{name} {np.mean(games):.0%} of {len(games)}" for name, games in given.items())
    call = f"contenders of {told}"
    found = ask(contenders, {name: list(games) for name, games in given.items()}, kind=an(list), said=call)
    for name in found:
        expect(name in tuple(given), f"{call} names {shown(name)}, which is not one of the settings")
    expect(len(found) == len(set(found)), f"{call} is {shown(found)}: each setting once")
    for name, games in given.items():
        low, high = score_interval(sum(games), len(games))
        now = f"whose interval is {low:.3f} to {high:.3f}"
        expect(name not in found or name in right, f"{call} names {name}, {now}: {hint}")
        expect(name in found or name not in right, f"{call} leaves out {name}, {now}: {hint}")


@check
def check_12_2(contenders):
    for counts, right, hint in MATCHES:
        _judge(contenders, {name: _results(*count) for name, count in counts.items()}, set(right), hint)
        given = {SETTINGS[name]: _results(*count) for name, count in reversed(counts.items())}
        _judge(contenders, given, {SETTINGS[name] for name in right}, hint)
    return "who is not shown to be worse than the best is still in."


GAIN = 120  # as in the stub
BUDGETS = [  # playouts now and then, and how many doublings that is
    (100, 100, 0.0, "equal players share the points"),
    (100, 200, 1.0, "one doubling gains 120 Elo; which score has so many?"),
    (200, 100, -1.0, "half the playouts lose what a doubling gains"),
    (50, 200, 2.0, "Elo points add up from doubling to doubling, scores do not"),
    (100, 800, 3.0, "Elo points add up from doubling to doubling, scores do not"),
    (1000, 3000, np.log2(3), "between one doubling and two"),
]


@check
def check_12_3(expected_score):
    for now, then, doublings, hint in BUDGETS:
        call = f"expected_score({now}, {then})"
        score = ask(expected_score, now, then, kind=real)
        expect(0 < score < 1, f"{call} is {score:.3f}; a score lies between 0 and 1")
        elo, wanted = elo_difference(score), GAIN * doublings
        turned = doublings and abs(elo + wanted) < 1
        expect(not turned, f"{call} is {score:.3f}: that is the score of {now} playouts, asked for is that of {then}")
        expect(abs(elo - wanted) < 1, f"{call} is {score:.3f}, too {'large' if elo > wanted else 'small'}: {hint}")
    return f"with {GAIN} Elo a doubling, three times the playouts score {score:.0%}."


SEEDS = 100


@check
def check_12_4(answer):
    pair = isinstance(answer, (tuple, list)) and len(answer) == 2
    expect(pair, f"{shown(answer)} is no pair of a position and a column")
    expect(answer[0] is not None and answer[1] is not None, "the position or the column is None: has it got a value?")
    board, column = an(Board)(answer[0], "the position"), whole(answer[1], "the column")
    size = (board.rows, board.columns, board.connect)
    expect(size == (6, 7, 4), f"the board is {board.rows} x {board.columns}; asked for is one of 6 x 7")
    expect(not board.is_terminal, f"at {shown(board)} the game is over: there is nothing to search")
    expect(column in board.legal_moves(), f"column {column} is not open at {shown(board)}")

    def times(c):
        searches = (FastSearch(board, SearchSettings(c=c), rng=seed).run(300) for seed in range(SEEDS))
        return sum(search.best_move() == column for search in searches)

    greedy, curious = times(0), times(1.4)
    told = f"column {column} is played in {greedy} of {SEEDS} seeds with c = 0, and in {curious} with c = 1.4"
    expect(curious >= 0.9 * SEEDS, f"{told}; the latter should be at least 90: is it clear that this column is best?")
    expect(greedy <= 0.5 * SEEDS, f"{told}; the former should be at most 50: greed finds this column, too")
    return f"{told}: greed stays with the first column that has luck."
