"""Attacks on the checks of lesson 18."""

import numpy as np

from attacks import attack, nothing
from c4lib import FastSearch, TreeSearch
from mctslab.players import mcts_player, rule_based_player
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


def seeing(best):
    """An update for which what comes next is worth `best` of the next values."""

    def wrong(table, board, move, reward, later, alpha, gamma):
        seen = reward + gamma * (0 if later is None else best(table[later].values(), table[board][move]))
        table[board][move] += alpha * (seen - table[board][move])

    return wrong


def returning(table, board, move, reward, later, alpha, gamma):
    best = 0 if later is None else max(table[later].values())
    return table[board][move] + alpha * (reward + gamma * best - table[board][move])


def in_a_copy(table, board, move, reward, later, alpha, gamma):
    copied = {position: dict(row) for position, row in table.items()}
    update(copied, board, move, reward, later, alpha, gamma)


def another_move(table, board, move, reward, later, alpha, gamma):
    update(table, board, 0, reward, later, alpha, gamma)


def without_an_end(table, board, move, reward, later, alpha, gamma):
    table[board][move] += alpha * (reward + gamma * max(table[later].values()) - table[board][move])


def in_words(table, board, move, reward, later, alpha, gamma):
    update(table, board, move, reward, later, alpha, gamma)
    table[board][move] = str(table[board][move])


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
        (None, "no function"),
        (nothing, "values of `later` are (-50, -60), leaves the table as it was; the new value belongs"),  # the stub
        (returning, "returns -1, but leaves the table as it was"),  # both were told that the value is too large
        (another_move, "changes another value than that of the move played"),  # was told that the value is too large
        (in_a_copy, "leaves the table as it was"),
        (without_an_end, "`later` is None: there are no values to look up"),  # got a TypeError
        (in_words, "expected a number"),
        (forgetful, "with alpha = 0 nothing is learnt"),
        (seeing(lambda values, old: max(values) or old), "a best value of 0 is a value like any other"),
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
        (None, "no function"),
        (lambda row, epsilon, rng: max(row, key=row.get), "two columns have the largest value"),  # the stub
        (first_of_equals, "each should be as likely as the other"),
        (another_when_exploring, "with epsilon = 1 it always explores"),
        (lambda row, epsilon, rng: choose(row, 1 - epsilon, rng), "with epsilon = 0 it is greedy"),
        (lambda row, epsilon, rng: choose(row, epsilon / 2, rng), "with epsilon = 1 it always explores"),
        (lambda row, epsilon, rng: max(row.values()), "is 5.0, of type float"),
        (lambda row, epsilon, rng: 6, "is 6, which is no column of this row"),
        (nothing, "is None"),
    ],
)
attack(
    "check_18_4",
    [expected, expected_by_sums],
    [
        (None, "no function"),
        (lambda n, gamma=0.8: 50.0, "too large: n = 1 is the move that wins; how many come before"),  # the stub
        (lambda n, gamma=0.8: str(expected(n, gamma)), "expected a number"),  # got a traceback
        (lambda n, gamma=0.8: 50 * gamma ** (n - 1) - (1 - gamma ** (n - 1)) / (1 - gamma), "ZeroDivisionError"),
        (lambda n, gamma=1: expected(n, gamma), "without a gamma it is 0.8"),
        (lambda n, gamma: expected(n, gamma), "(3) stops with TypeError"),
        (lambda n, gamma=0.8: round(expected(n, gamma)), "go back from the end"),
    ],
)
attack(
    "check_18_3",
    [careful, careful_by_hand, careful_after_asking_the_table],
    [
        (None, "no function"),
        (TABLE.best_move, "here the table has tried 0 of 5 moves, and `mcts_player(40)` plays"),  # the stub
        (SEARCH, "here the table has tried every move, and expects more of another"),
        (
            lambda board, rng: TABLE.best_move(board, rng) if board in TABLE else SEARCH(board, rng),
            "and `mcts_player(40)` plays",
        ),  # where a single move was tried
        (
            lambda board, rng: SEARCH(board, rng) if board in TABLE else TABLE.best_move(board, rng),
            "with the same `rng`",
        ),
        (careful_but_for_one, "here the table has tried 4 of 5 moves, and `mcts_player(40)` plays"),
        (lambda board, rng: careful(board, rng, search=mcts_player(5)), "with the same `rng`"),
        (lambda board, rng: careful(board, rng, search=mcts_player(400)), "with the same `rng`"),
        (lambda board, rng: careful(board, rng, search=mcts_player(30)), "with the same `rng`"),
        (lambda board, rng: careful(board, rng, search=mcts_player(50)), "with the same `rng`"),
        (lambda board, rng: careful(board, rng, search=mcts_player(40, c=1)), "with the same `rng`"),
        (
            lambda board, rng: SEARCH(board, rng) if board.to_move == 2 else TABLE.best_move(board, rng),
            "here the table has tried 0 of 5 moves",
        ),
        (lambda board, rng: careful(board, rng, search=rule_based_player), "with the same `rng`"),
        (lambda board, rng: careful(board, rng, search=lambda board, rng: 9), "plays 9, which is not legal"),
        (lambda board, rng: float(careful(board, rng)), "expected a whole number"),
        (
            lambda board, rng: careful(board, rng, search=lambda board, rng: FastSearch(board, rng=rng).run(40)),
            "expected a number",
        ),
    ],
)
