"""The sensible playouts of the experiment: on bitboards they are those that lesson 06 writes with boards.

Compiled, for the fast search, they are the same once more.
"""

import sys

import numpy as np
import pytest
from anytree import PreOrderIter

from c4lib import Board, SearchNode, SearchSettings, TreeSearch, simulate
from mctslab.experiments import playouts
from mctslab.experiments.playouts import (
    sensible_kind,
    sensible_search,
    simulate_at_random,
    simulate_sensibly,
)

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


def written_down(search):
    nodes = [(node.move, node.depth, node.wins, node.visits) for node in PreOrderIter(search.root)]
    return nodes, search.rng.random()


@pytest.mark.parametrize("expand_at", [0, 1, 60])
@pytest.mark.parametrize("start", ["", "3342", "001122", "2432614534125"])
@pytest.mark.check
def test_the_fast_search_with_sensible_playouts_grows_the_readable_tree(start, expand_at):
    board, settings = Board.from_moves(start), SearchSettings(expand_at=expand_at)
    fast = sensible_search(board, settings, np.random.default_rng(2))
    slow = TreeSearch(board, settings, np.random.default_rng(2), simulate=simulate_sensibly)
    assert type(fast) is sensible_kind()
    assert written_down(fast.run(300)) == written_down(slow.run(300))


def test_without_numba_it_is_the_readable_search(monkeypatch):
    monkeypatch.setitem(sys.modules, "c4lib.fast.kernel", None)
    monkeypatch.delattr("c4lib.fast.kernel", raising=False)
    monkeypatch.setattr(playouts, "sensible_kind", sensible_kind.__wrapped__)  # not what is kept
    search = sensible_search(Board(), rng=np.random.default_rng(1)).run(30)
    slow = TreeSearch(Board(), rng=np.random.default_rng(1), simulate=simulate_sensibly).run(30)
    assert type(search) is TreeSearch
    assert written_down(search) == written_down(slow)
