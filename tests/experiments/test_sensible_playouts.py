"""The sensible playouts of the experiment: on bitboards they are those that lesson 06 writes with boards."""

import numpy as np
import pytest

from c4lib import Board, SearchNode, SearchSettings, simulate
from mctslab.experiments.playouts import simulate_at_random, simulate_sensibly

SETTINGS = SearchSettings()
SIZES = [(6, 7), (4, 5), (5, 4), (4, 4)]


def winning_move(board):
    return next((move for move in board.legal_moves() if board.play(move).winner), None)


def slow_sensible_winner(board, rng):
    while not board.is_terminal:
        move = winning_move(board)
        if move is None:
            legal = board.legal_moves()
            options = [move for move in legal if winning_move(board.play(move)) is None] or legal
            move = options[int(rng.random() * len(options))]
        board = board.play(move)
    return board.winner


def positions(rows, columns):
    """The positions of a few random games, from the first to the last."""
    rng = np.random.default_rng(rows)
    for _ in range(4):
        board = Board(rows, columns)
        while not board.is_terminal:
            yield board
            board = board.play(int(rng.choice(board.legal_moves())))
        yield board


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("fast", "slow"),
    [
        (simulate_sensibly, slow_sensible_winner),
        (simulate_at_random, lambda board, rng: simulate(SearchNode(board), SETTINGS, rng).winner),
    ],
    ids=["sensible", "random"],
)
def test_a_playout_on_bitboards_is_the_one_on_boards(size, fast, slow):
    for board in positions(*size):
        for seed in range(3):
            rng, same = np.random.default_rng(seed), np.random.default_rng(seed)
            assert fast(SearchNode(board), SETTINGS, rng).winner == slow(board, same), (board, seed)
            assert rng.random() == same.random(), f"one random number too many or too few:\n{board}"
