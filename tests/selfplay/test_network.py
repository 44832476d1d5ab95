"""The network: what it sees, what it gives, its gradient, and its file."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c4lib import Board
from mctslab.archives import write_arrays
from mctslab.selfplay import Network, trained_network
from mctslab.selfplay.network import (
    FORMAT,
    NAMES,
    gradient,
    heads,
    inputs_of,
    layers,
    new_network,
    positions_of,
)

TRAP = Board.from_moves("051525")


def network(board=None, width=8, seed=1):
    """One with random weights in all layers, and biases."""
    made = new_network(board or Board(), width, np.random.default_rng(seed))
    rng = np.random.default_rng(seed)
    weights = tuple(rng.normal(0, 0.5, array.shape).astype(np.float32) for array in made.weights)
    return Network(made.board, weights, generations=3)


def played(moves, board):
    for move in moves:
        if move in board.legal_moves():
            board = board.play(move)
    return board


def wins_of(board):
    return [move for move in board.legal_moves() if board.play(move).winner is not None]


# -------------------------------------------------------------------- what it sees and gives


@settings(max_examples=50)
@given(st.lists(st.integers(0, 6), max_size=42))
def test_it_sees_the_own_discs_and_the_others(moves):
    board = played(moves, Board())
    [(own, other)] = inputs_of(positions_of([board]), board)
    assert (own.T[::-1] == (board.cells == board.to_move)).all()
    assert (other.T[::-1] == (board.cells == 3 - board.to_move)).all()


@settings(max_examples=30)
@given(st.lists(st.lists(st.integers(0, 4), max_size=16), min_size=1, max_size=4), st.integers(0, 9))
def test_shares_are_of_legal_moves_and_together_one(games, seed):
    boards = [played(moves, Board(4, 5)) for moves in games]
    boards = [board for board in boards if not board.is_terminal]
    policies, values = network(Board(4, 5), seed=seed).evaluate(boards)
    assert policies.shape == (len(boards), 5)
    assert values.shape == (len(boards),)
    assert np.allclose(policies.sum(axis=1), 1, atol=1e-6)
    assert ((values >= 0) & (values <= 1)).all()
    for board, policy in zip(boards, policies, strict=True):
        moves = board.legal_moves()
        assert {move for move in range(5) if policy[move]} == {*(wins_of(board) or moves)}


@settings(max_examples=50)
@given(st.lists(st.integers(0, 6), min_size=8, max_size=42))
def test_who_can_win_at_once_is_told_so(moves):
    board = played(moves, Board())
    if board.is_terminal:
        board = TRAP
    policies, values = network().evaluate([board])
    seen, felt = network().glance(positions_of([board]))
    wins = wins_of(board)
    if wins:
        assert values == 1
        assert [policies[0, move] for move in wins] == pytest.approx([1 / len(wins)] * len(wins))
    else:
        assert (policies, values) == (pytest.approx(seen), pytest.approx(felt))


def test_of_no_positions_there_is_nothing():
    policies, values = network().evaluate([])
    assert (policies.shape, values.shape) == ((0, 7), (0,))


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (Board(4, 5), r"Network\(6 x 7, connect 4: 3 generations\) is for another board than Board\(rows=4"),
        (Board(6, 7, 3), r"is for another board than Board\(connect=3"),
        ("3", "board must be a Board, not '3'"),
        (Board.from_moves("0616263"), "the game is over"),
    ],
)
def test_it_says_what_it_can_say_nothing_about(board, message):
    with pytest.raises(ValueError, match=message):
        network().evaluate([Board(), board])


# -------------------------------------------------------------------- the gradient


def loss(weights, inputs, policies, values):
    policy, value = heads(layers(weights, inputs)[-1], inputs)
    of_moves = -(policies * np.log(np.where(policies, policy, 1))).sum(axis=1)
    of_values = -values * np.log(value) - (1 - values) * np.log(1 - value)
    return (of_moves + of_values).mean()


def test_the_gradient_is_what_differences_say():
    rng = np.random.default_rng(2)
    boards = [Board(4, 5), Board(4, 5).play(2), Board.from_moves("0000", 4, 5)]
    inputs = inputs_of(positions_of(boards), Board(4, 5)).astype(np.float64)
    weights = [array.astype(np.float64) for array in network(Board(4, 5), width=6).weights]
    policies = rng.random((3, 5)) * [[1] * 5, [1] * 5, [0, 1, 1, 1, 1]]
    policies /= policies.sum(axis=1, keepdims=True)
    values = np.array([0, 0.3, 1.0])
    slopes = gradient(weights, inputs, policies, values)
    for array, slope in zip(weights, slopes, strict=True):
        assert slope.shape == array.shape
        for place in rng.integers(array.size, size=12):
            old, ends = array.flat[place], []
            for step in (1e-6, -1e-6):
                array.flat[place] = old + step
                ends.append(loss(weights, inputs, policies, values))
            array.flat[place] = old
            assert slope.flat[place] == pytest.approx((ends[0] - ends[1]) / 2e-6, abs=1e-6)


# -------------------------------------------------------------------- its file


def test_a_saved_network_comes_back(tmp_path):
    net = network(Board(4, 5))
    net.save(tmp_path / "net.npz")
    loaded = Network.load(tmp_path / "net.npz")
    assert (loaded.board, loaded.generations) == (Board(4, 5), 3)
    assert all((one == other).all() for one, other in zip(net.weights, loaded.weights, strict=True))


HEAD = {"format": FORMAT, "size": [6, 7, 4], "generations": 3}
LIES = {
    "another format": ({"format": "c4lib Q-table 2"}, {}, "its format is 'c4lib Q-table 2'"),
    "too large a board": ({"size": [8, 8, 4]}, {}, "rows"),
    "less than no generation": ({"generations": -1}, {}, "generations"),
    "no number": ({}, {"b2": np.full(8, np.nan, np.float32)}, "the weights of generation 3 are no numbers"),
    "a layer too wide": ({}, {"W2": np.zeros((8, 9), np.float32)}, "its layers do not fit together"),
    "other numbers": ({}, {"b1": np.zeros(8)}, "its layers do not fit together"),
}


@pytest.mark.parametrize(("head", "arrays", "message"), LIES.values(), ids=LIES)
def test_a_file_that_lies_is_named(tmp_path, head, arrays, message):
    path = tmp_path / "net.npz"
    write_arrays(path, HEAD | head, dict(zip(NAMES, network().weights, strict=True)) | arrays)
    with pytest.raises(ValueError, match=f"net.npz holds no network, or a damaged one: .*{message}"):
        Network.load(path)


def test_nothing_is_unpickled(tmp_path):
    path = tmp_path / "net.npz"
    arrays = dict(zip(NAMES, network().weights, strict=True)) | {"b1": np.array([{}], object)}
    np.savez(path, head=np.array(json.dumps(HEAD)), **arrays)
    with pytest.raises(ValueError, match="holds no network"):
        Network.load(path)


# -------------------------------------------------------------------- the one that ships


def test_the_network_that_ships_is_small_and_knows_the_centre():
    net = trained_network()
    assert sum(array.nbytes for array in net.weights) < 2**20
    policies, _ = net.evaluate([Board()])
    assert policies[0].argmax() == 3
