"""A network of two hidden layers: at a glance, what a position is worth and which moves are good."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.random import Generator

from c4lib._tools.arguments import instance_of, whole_number
from c4lib.board import Board
from c4lib.fast.bitboard import Rules, bits_of, check_fits, rules_of
from mctslab.archives import Arrays, read_arrays, write_arrays
from mctslab.selfplay.search import Answers, C, at_roots, grow_trees, take_wins

FORMAT = "c4lib network 1"
TRAINED = Path(__file__).parents[1] / "data" / "network_6x7.npz"
NAMES = ("W1", "b1", "W2", "b2", "W3", "b3")

Weights = tuple[np.ndarray, ...]
"""Matrix and bias of each of the three layers: (W1, b1, W2, b2, W3, b3), float32."""


@dataclass(frozen=True, eq=False)
class Network:
    """What a training has learnt: a record of arrays.

    Attributes:
        board: the empty board that it is for.
        weights: the matrix and the bias of each layer, (W1, b1, W2, b2, W3, b3).
        generations: of how many generations of games it has learnt.

    Raises:
        ValueError: a weight is no number.

    >>> network = trained_network()
    >>> network
    Network(6 x 7, connect 4: 100 generations)
    >>> policies, values = network.evaluate([Board(), Board.from_moves("303132")])
    >>> policies.shape, policies.argmax(axis=1)
    ((2, 7), array([3, 3]))
    """

    board: Board
    weights: Weights
    generations: int = 0

    def __post_init__(self) -> None:
        for array in self.weights:
            if not np.isfinite(array).all():
                what = f"the weights of generation {self.generations} are no numbers"
                raise ValueError(f"{what}: in a training, lower the rate")

    def __repr__(self) -> str:
        rows, columns, connect = size_of(self.board)
        size = f"{rows} x {columns}, connect {connect}"
        return f"Network({size}: {self.generations} generations)"

    @property
    def rules(self) -> Rules:
        """The board that it is for, as numbers."""
        return rules_of(*size_of(self.board))

    def evaluate(self, boards: Sequence[Board]) -> Answers:
        """The shares of the moves, and the value, of each position.

        Returns:
            The policies, of shape (n, columns), together 1 and 0 where a column is full; and the
            values, of shape (n,): the wins that the player to move may expect, from 0 to 1.

        Raises:
            ValueError: a board has another size, or its game is over.

        >>> _, values = trained_network().evaluate([Board.from_moves("303132")])
        >>> values.round()  # the player to move wins at once
        array([1.], dtype=float32)
        """
        positions = checked_positions(self, boards)
        return self.evaluate_bits(positions)

    def evaluate_bits(self, positions: np.ndarray) -> Answers:
        """The same for bitboards, of shape (n, 2), which are not checked.

        Who can win at once does so: the value is 1, and the moves that win share the policy.
        """
        policies, values = self.glance(positions)
        take_wins(positions, self.rules, policies, values)
        return policies, values

    def glance(self, positions: np.ndarray) -> Answers:
        """What the layers alone make of such positions."""
        inputs = inputs_of(positions, self.board)
        *_, last = layers(self.weights, inputs)
        return heads(last, inputs)

    def save(self, path: str | os.PathLike) -> None:
        """Write the network to a file (.npz), whole or not at all.

        Raises:
            OSError: the file cannot be written.
        """
        head = {"format": FORMAT, "size": size_of(self.board), "generations": self.generations}
        arrays = dict(zip(NAMES, self.weights))
        write_arrays(path, head, arrays)

    @classmethod
    def load(cls, path: str | os.PathLike) -> Network:
        """The network that `save` wrote.

        Raises:
            ValueError: the file was not written by `save`, or is damaged.
            OSError: it cannot be read.
        """
        return read_arrays(path, "network", FORMAT, NAMES, network_in)


def network_in(head: dict, arrays: Arrays) -> Network:
    """The network that a file holds."""
    weights = tuple(arrays[name] for name in NAMES)
    board = Board(*head["size"])
    widths = widths_of(board, len(arrays["b1"]))
    shapes = []
    for inputs, outputs in pairwise(widths):
        shapes += [(inputs, outputs), (outputs,)]
    for array, shape in zip(weights, shapes):
        if array.shape != shape or array.dtype != np.float32:
            raise ValueError("its layers do not fit together")
    generations = whole_number("generations", head["generations"], at_least=0)
    return Network(board, weights, generations)


def trained_network() -> Network:
    """The network for 6 x 7 that ships with the package, after 100 generations.

    `python -m mctslab.experiments network_curve` trains it again.

    >>> trained_network()
    Network(6 x 7, connect 4: 100 generations)
    """
    return Network.load(TRAINED)


# -------------------------------------------------------------------- positions


def size_of(board: Board) -> tuple[int, ...]:
    """Its rows, its columns, and how many discs in a line win; a ValueError if it is no `Board`."""
    instance_of("board", board, Board)
    return board.rows, board.columns, board.connect


def positions_of(boards: Sequence[Board]) -> np.ndarray:
    """The boards as bitboards: the discs of the player to move, and of both; shape (n, 2)."""
    positions = [bits_of(board) for board in boards]
    return np.array(positions, np.uint64).reshape(-1, 2)


def checked_positions(network: Network, boards: Sequence[Board]) -> np.ndarray:
    """The same, or a ValueError if the network can say nothing about one of the boards, or is none."""
    instance_of("network", network, Network)
    for board in boards:
        if size_of(board) != size_of(network.board):
            raise ValueError(f"{network} is for another board than {board!r}")
        if board.is_terminal:
            raise ValueError(f"the game is over, so there is no move to choose:\n{board}")
    return positions_of(boards)


def inputs_of(positions: np.ndarray, board: Board) -> np.ndarray:
    """Where the own discs and the other's are, float32 ones of shape (n, 2, columns, rows).

    The cells of a column go from below.

    >>> board = Board(2, 3, 3).play(0).play(1)
    >>> inputs_of(positions_of([board]), board).tolist()
    [[[[1.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]]]
    """
    mine, taken = positions.T
    theirs = mine ^ taken
    players = np.column_stack([mine, theirs])
    octets = players.view(np.uint8).reshape(-1, 2, 8)
    bits = np.unpackbits(octets, axis=2, bitorder="little")
    height = board.rows + 1  # the bits of a column, with the spare one
    numbers = np.arange(board.columns * height)
    cells = numbers.reshape(-1, height)[:, :-1]
    return bits.take(cells, axis=2).astype(np.float32)


# -------------------------------------------------------------------- the layers, and their gradient


def widths_of(board: Board, width: int) -> tuple[int, ...]:
    """How many inputs, units in each of the two hidden layers, and outputs there are.

    Raises:
        ValueError: the board is too large.
    """
    check_fits(board, needed_by="a network")
    inputs = 2 * board.cells.size
    outputs = board.columns + 1
    return inputs, width, width, outputs


def new_network(board: Board, width: int, rng: Generator) -> Network:
    """A network for boards of this size, with random weights but for the last layer.

    At first all moves are alike to it.

    Raises:
        ValueError: it is no `Board`, or too large.
    """
    empty = Board(*size_of(board))
    widths = widths_of(empty, width)
    weights = []
    for inputs, outputs in pairwise(widths):
        matrix = rng.standard_normal((inputs, outputs))
        matrix *= np.sqrt(2 / inputs)
        bias = np.zeros(outputs, np.float32)
        weights += [matrix.astype(np.float32), bias]
    weights[4] *= 0
    return Network(empty, tuple(weights))


def layers(weights: Weights, inputs: np.ndarray) -> tuple[np.ndarray, ...]:
    """What each of the three layers makes of the inputs."""
    W1, b1, W2, b2, W3, b3 = weights
    flat = inputs.reshape(-1, len(W1))
    first = np.maximum(flat @ W1 + b1, 0)
    second = np.maximum(first @ W2 + b2, 0)
    last = second @ W3 + b3
    return first, second, last


def heads(last: np.ndarray, inputs: np.ndarray) -> Answers:
    """Policies and values: a softmax over the columns that are open, and a sigmoid."""
    is_full = inputs[..., -1].any(axis=1)
    logits = np.where(is_full, -np.inf, last[:, :-1])
    largest = logits.max(axis=1, keepdims=True)
    odds = np.exp(logits - largest)
    total = odds.sum(axis=1, keepdims=True)
    policies = odds / total
    signed = np.tanh(last[:, -1] / 2)
    values = (1 + signed) / 2
    return policies, values


def gradient(
    weights: Weights, inputs: np.ndarray, policies: np.ndarray, values: np.ndarray
) -> Weights:
    """The gradient of the mean cross-entropy of policies and values, by backpropagation.

    Behind a softmax or a sigmoid it is output minus target; every layer passes it on to the one
    before.
    """
    W1, b1, W2, b2, W3, b3 = weights
    first, second, last = layers(weights, inputs)
    policy, value = heads(last, inputs)
    error = np.column_stack([policy - policies, value - values]) / len(inputs)
    error3 = error.astype(inputs.dtype)
    error2 = (error3 @ W3.T) * (second > 0)
    error1 = (error2 @ W2.T) * (first > 0)
    slopes = []
    for below, error in ((inputs.reshape(-1, len(W1)), error1), (first, error2), (second, error3)):
        slopes += [below.T @ error, error.sum(axis=0)]
    return tuple(slopes)


# -------------------------------------------------------------------- a player


def best_moves(network: Network, boards: Sequence[Board], simulations: int) -> np.ndarray:
    """In each position the move with the most visits, of equal ones the one of the largest share.

    Raises:
        ValueError: a board is not of the network's size, or its game is over.
    """
    positions = checked_positions(network, boards)
    trees = grow_trees(network.evaluate_bits, positions, network.rules, simulations, C)
    preferred = at_roots(trees, trees.visits + trees.share)
    return preferred.argmax(axis=1)


@dataclass(frozen=True)
class NetworkPlayer:
    """Plays the move with the most visits after so many simulations, of equal ones the larger share.

    It draws no random numbers: the same position gets the same move.

    Raises:
        ValueError: it is no network, or `simulations` is not a whole number from 1 to 10,000; when
            it plays, the board is of another size, or the game is over.
    """

    network: Network
    simulations: int = 100

    def __post_init__(self) -> None:
        checked_positions(self.network, [])
        whole_number("simulations", self.simulations, 1, 10_000)

    def __call__(self, board: Board, rng: Generator) -> int:
        [move] = best_moves(self.network, [board], self.simulations)
        return int(move)

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        return f"network, {self.simulations:,} simulations"
