"""Attacks on the checks of lesson 18."""

import numpy as np

from attacks import attack
from c4lib import TreeSearch
from mctslab.players import mcts_player
from mctslab.qlearning import trained_table


def update(table, board, move, reward, later, alpha, gamma):
    best = 0 if later is None else max(table[later].values())
    table[board][move] += alpha * (reward + gamma * best - table[board][move])


def update_as_a_mixture(table, board, move, reward, later, alpha, gamma):
    seen = reward
    if later is not None:
        seen += gamma * sorted(table[later].values())[-1]
    table[board][move] = np.dot([1 - alpha, alpha], [table[board][move], seen])
    return table


def taking_0_for_nothing(table, board, move, reward, later, alpha, gamma):
    best = 0 if later is None else max(table[later].values()) or table[board][move]
    table[board][move] += alpha * (reward + gamma * best - table[board][move])


def returning(table, board, move, reward, later, alpha, gamma):
    best = 0 if later is None else max(table[later].values())
    return table[board][move] + alpha * (reward + gamma * best - table[board][move])


def another_move(table, board, move, reward, later, alpha, gamma):
    update(table, board, 0, reward, later, alpha, gamma)


def without_an_end(table, board, move, reward, later, alpha, gamma):
    table[board][move] += alpha * (reward + gamma * max(table[later].values()) - table[board][move])


def expected(n, gamma=0.8, win=50.0, cost=1):
    return win if n == 1 else -cost + gamma * expected(n - 1, gamma, win, cost)


def expected_by_sums(n, gamma=0.8):
    return np.float64(gamma ** (n - 1) * 50) - sum(gamma**move for move in range(n - 1))


TABLE, SEARCH = trained_table(rows=4, columns=5), mcts_player(40)


def careful(board, rng, table=TABLE.best_move, search=SEARCH):
    complete = len(TABLE.tried(board)) == len(board.legal_moves())
    return table(board, rng) if complete else search(board, rng)


def careful_by_hand(board, rng):
    values = TABLE.values(board)
    if all(move in TABLE.tried(board) for move in values):
        return max(values, key=values.get)
    return np.int64(TreeSearch(board, rng=rng).run(40).best_move())


def careful_after_asking_the_table(board, rng):
    best = TABLE.best_move(board, rng)
    return best if len(TABLE.tried(board)) == len(board.legal_moves()) else SEARCH(board, rng)


def careful_but_for_one(board, rng):
    nearly = len(TABLE.tried(board)) >= len(board.legal_moves()) - 1
    return TABLE.best_move(board, rng) if nearly else SEARCH(board, rng)


def forgetful(table, board, move, reward, later, alpha, gamma):
    """Keeps a part of the old value, but takes all of what comes next."""
    best = 0 if later is None else max(table[later].values())
    table[board][move] = (1 - alpha) * table[board][move] + alpha * reward + gamma * best


attack(
    "check_18_1",
    [update, update_as_a_mixture],
    [
        (returning, "returns -1, but leaves the table as it was"),
        (another_move, "changes another value than that of the move played"),
        (without_an_end, "`later` is None: there are no values to look up"),
        (forgetful, "with alpha = 0 nothing is learnt"),
        (taking_0_for_nothing, "a best value of 0 is a value like any other"),
    ],
)


def choose(row, epsilon, rng):
    if rng.random() < epsilon:
        return rng.choice(list(row))
    best = max(row.values())
    return rng.choice([column for column, value in row.items() if value == best])


def choose_by_order(row, epsilon, rng):
    columns = [*row]
    rng.shuffle(columns)
    return columns[0] if epsilon > rng.uniform() else int(max(columns, key=row.get))


def first_of_equals(row, epsilon, rng):
    return int(rng.choice(list(row))) if rng.random() < epsilon else max(row, key=row.get)


def another_when_exploring(row, epsilon, rng):
    best = choose(row, 0, rng)
    others = [column for column in row if column != best] or [best]
    return int(rng.choice(others)) if rng.random() < epsilon else int(best)


attack(
    "check_18_2",
    [choose, choose_by_order],
    [
        (first_of_equals, "each should be as likely as the other"),
        (another_when_exploring, "with epsilon = 1 it always explores"),
        (lambda row, epsilon, rng: choose(row, 1 - epsilon, rng), "with epsilon = 0 it is greedy"),
        (lambda row, epsilon, rng: 6, "is 6, which is no column of this row"),
    ],
)
attack(
    "check_18_4",
    [expected, expected_by_sums],
    [
        (lambda n, gamma=0.8: 50 * gamma ** (n - 1) - (1 - gamma ** (n - 1)) / (1 - gamma), "ZeroDivisionError"),
        (lambda n, gamma=1: expected(n, gamma), "without a gamma it is 0.8"),
        (lambda n, gamma=0.8: round(expected(n, gamma)), "go back from the end"),
    ],
)
attack(
    "check_18_3",
    [careful, careful_by_hand, careful_after_asking_the_table],
    [
        (SEARCH, "here the table has tried every move, and expects more of another"),
        (careful_but_for_one, "here the table has tried 4 of 5 moves, and `mcts_player(40)` plays"),
        (lambda board, rng: careful(board, rng, search=mcts_player(30)), "with the same `rng`"),
        (lambda board, rng: careful(board, rng, search=mcts_player(40, c=1)), "with the same `rng`"),
    ],
)
