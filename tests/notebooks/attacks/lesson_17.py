"""Attacks on the checks of lesson 17."""

import numpy as np

from attacks import attack, crash, nothing
from c4lib import Board, FastSearch, TreeSearch
from c4lib.players import mcts_player, rule_based_player
from c4lib.players.qlearning import trained_table


def updated(old, reward, best_next, alpha, gamma):
    seen = reward if best_next is None else reward + gamma * best_next
    return old + alpha * (seen - old)


def updated_as_a_mixture(old, reward, best_next, alpha, gamma):
    return np.dot([1 - alpha, alpha], [old, reward + gamma * (best_next or 0)])


def image(board):
    return Board.from_cells(board.cells[:, ::-1])


def name(board):
    return max(str(board), str(image(board)))


def name_by_digits(board):
    both = ["".join(map(str, cells.ravel())) for cells in (board.cells, board.cells[:, ::-1])]
    return "/".join(sorted(both))


def expected(n, gamma=0.8, win=50.0, cost=1):
    return win if n == 1 else -cost + gamma * expected(n - 1, gamma, win, cost)


def expected_by_sums(n, gamma=0.8):
    return np.float64(gamma ** (n - 1) * 50) - sum(gamma**move for move in range(n - 1))


TABLE, SEARCH = trained_table(rows=4, columns=5), mcts_player(40)


def both(board, rng, table=TABLE.best_move, search=SEARCH):
    return table(board, rng) if board in TABLE else search(board, rng)


def both_by_hand(board, rng):
    if board in TABLE:
        values = TABLE.values(board)
        return max(values, key=values.get)
    return np.int64(TreeSearch(board, rng=rng).run(40).best_move())


attack(
    "check_17_1",
    [updated, updated_as_a_mixture],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda old, reward, best_next, alpha, gamma: reward, "with alpha = 0 nothing is learnt"),  # the stub
        (
            lambda old, reward, best_next, alpha, gamma: old + alpha * (reward + gamma * best_next - old),
            "updated(7, 50, None, 1, 0.8), after the last move of a game, stops with TypeError",
        ),  # got a TypeError
        (lambda *case: str(updated(*case)), "expected a number"),  # passed
        (lambda old, reward, best_next, alpha, gamma: updated(old, reward, best_next, 1 - alpha, gamma), "alpha = 0"),
        (lambda old, reward, best_next, alpha, gamma: updated(old, reward, best_next, alpha, 1), "gamma = 0 only"),
        (
            lambda old, reward, best_next, alpha, gamma: updated(old, gamma * reward, best_next, alpha, gamma),
            "only the reward counts",
        ),
        (
            lambda old, reward, best_next, alpha, gamma: old + alpha * (reward + gamma * (best_next or 0)),
            "with alpha = 1 and gamma = 0 only the reward counts",
        ),
        (
            lambda old, reward, best_next, alpha, gamma: updated(old, reward, -(best_next or 0), alpha, gamma),
            "the best of what comes next",
        ),  # viewpoint
        (
            lambda old, reward, best_next, alpha, gamma: updated(old, reward, max(best_next or 0, 0), alpha, gamma),
            "may be bad, too",
        ),  # passed
        (
            lambda old, reward, best_next, alpha, gamma: updated(old, reward, best_next or old, alpha, gamma),
            "after the last move only the reward is seen",
        ),
        (lambda old, reward, best_next, alpha, gamma: updated(old, reward, best_next, round(alpha), gamma), "the way"),
    ],
)
attack(
    "check_17_2",
    [name, name_by_digits],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (str, "its mirror image has the name"),  # the stub
        (lambda board: min(board.cells.tobytes(), image(board).cells.tobytes()), "expected a text"),  # passed
        (lambda board: "a position", "which is no image of it"),
        (lambda board: "".join(sorted(str(board))), "which is no image of it"),
        (lambda board: str((board.cells > 0).sum()), "which is no image of it"),
        (lambda board: min(str(board)[:30], str(image(board))[:30]), "which is no image of it"),
        (
            lambda board: "/".join(min(row, row[::-1]) for row in str(board).splitlines()),
            "which is no image of it",
        ),  # passed
        (lambda board: "".join(sorted(map(str, board.cells.T.tolist()))), "which is no image of it"),
        (lambda board: "".join(map(str, board.moves)), "does not know its moves, stops with TypeError"),
        (lambda board: min(str(board), str(Board.from_cells(3 * (board.cells > 0) - board.cells))), "stops with"),
        (lambda board: name(board) + str(board.moves), "is another name if the moves are not known"),
        (lambda board: hash(name(board)), "expected a text"),  # passed
    ],
)
attack(
    "check_17_3",
    [expected, expected_by_sums],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda n, gamma=0.8: 50.0, "too large: n = 1 is the move that wins; how many come before"),  # the stub
        (lambda n, gamma=0.8: str(expected(n, gamma)), "expected a number"),  # got a traceback
        (lambda n, gamma=0.8: expected(n + 1, gamma), "too small: n = 1 is the move that wins"),
        (lambda n, gamma=0.8: expected(max(n - 1, 1), gamma), "n = 1 is the move that wins; how many come before"),
        (lambda n, gamma=0.8: expected(n, gamma, cost=0), "a move that does not end the game costs 1"),
        (lambda n, gamma=0.8: expected(n, gamma, cost=-1), "too large: go back from the end"),
        (lambda n, gamma=0.8: 50 - (n - 1), "what comes next counts 0.8 times"),
        (lambda n, gamma=0.8: expected(n, gamma, win=-50), "n = 1 is the move that wins at once"),  # viewpoint
        (lambda n, gamma=0.8: 50 * gamma ** (n - 1) - (1 - gamma ** (n - 1)) / (1 - gamma), "ZeroDivisionError"),
        (lambda n, gamma=0.8: expected(n, 0.8), "expected(2, 1) is 39"),
        (lambda n, gamma=1: expected(n, gamma), "without a gamma it is 0.8"),  # passed
        (lambda n, gamma: expected(n, gamma), "(3) stops with TypeError"),  # passed
        (lambda n, gamma=0.8: round(expected(n, gamma)), "go back from the end"),
    ],
)
attack(
    "check_17_4",
    [both, both_by_hand],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (TABLE.best_move, "two such searches agree"),  # the stub
        (SEARCH, "the table knows this position, and expects more of another column"),
        (
            lambda board, rng: SEARCH(board, rng) if board in TABLE else TABLE.best_move(board, rng),
            "expects more of another column",
        ),
        (lambda board, rng: both(board, rng, search=mcts_player(5)), "two such searches agree"),  # passed
        (lambda board, rng: both(board, rng, search=rule_based_player), "two such searches agree"),  # passed
        (
            lambda board, rng: both(
                board, rng, table=lambda board, rng: min(TABLE.values(board).items(), key=lambda v: v[1])[0]
            ),
            "expects more of another column",
        ),
        (lambda board, rng: both(board, rng, search=lambda board, rng: 9), "plays 9, which is not legal"),
        (lambda board, rng: float(both(board, rng)), "expected a whole number"),
        (
            lambda board, rng: both(board, rng, search=lambda board, rng: FastSearch(board, rng=rng).run(40)),
            "is a number",
        ),
    ],
)
