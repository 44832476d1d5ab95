"""A network of two hidden layers: at a glance, what a position is worth and which moves are good."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from c4lib._tools import whole_number
from c4lib.board import Board
from c4lib.fast.bitboard import Rules, bits_of, check_fits, rules_of
from mctslab.archives import Arrays, read_arrays, write_arrays
from mctslab.selfplay.search import fill, take_wins

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

    def __repr__(self) -> str:
        return f"Network({self.size}: {self.generations} generations)"

    @property
    def rules(self) -> Rules:
        """The board that it is for, as numbers."""
        return rules_of(*_size(self.board))

    @property
    def size(self) -> str:
        """The board that it is for, in words."""
        return "{} x {}, connect {}".format(*_size(self.board))

    def evaluate(self, boards: Sequence[Board]) -> tuple[np.ndarray, np.ndarray]:
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
        for board in boards:
            self.check(board)
        return self.evaluate_bits(positions_of(boards))

    def evaluate_bits(self, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The same for bitboards, of shape (n, 2), which are not checked.

        Who can win at once does so: the value is 1, and the moves that win share the policy.
        """
        policies, values = self.glance(positions)
        take_wins(positions, self.rules, policies, values)
        return policies, values

    def glance(self, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What the layers alone make of such positions."""
        inputs = inputs_of(positions, self.board)
        return heads(layers(self.weights, inputs)[-1], inputs)

    def check(self, board: Board) -> None:
        """Raises a ValueError if the network can say nothing about the board."""
        if not isinstance(board, Board) or _size(board) != _size(self.board):
            raise ValueError(f"this network is for {self.size}, not for {board!r}")
        if board.is_terminal:
            raise ValueError(f"the game is over, so there is no move to choose:\n{board}")

    def save(self, path: str | os.PathLike) -> None:
        """Write the network to a file (.npz), whole or not at all.

        Raises:
            OSError: the file cannot be written.
        """
        head = {"format": FORMAT, "size": _size(self.board), "generations": self.generations}
        write_arrays(path, head, dict(zip(NAMES, self.weights)))

    @classmethod
    def load(cls, path: str | os.PathLike) -> Network:
        """The network that `save` wrote.

        Raises:
            ValueError: the file was not written by `save`, or is damaged.
            OSError: it cannot be read.
        """
        return read_arrays(path, "network", FORMAT, NAMES, cls._from_arrays)

    @classmethod
    def _from_arrays(cls, head: dict, arrays: Arrays) -> Network:
        generations = whole_number("generations", head["generations"], at_least=0)
        board = Board(*head["size"])
        check_fits(board, needed_by="a network")
        weights = tuple(arrays[name] for name in NAMES)
        width = len(arrays["b1"])
        widths = 2 * board.cells.size, width, width, board.columns + 1
        shapes = [shape for pair in zip(widths, widths[1:]) for shape in (pair, pair[1:])]
        for array, shape in zip(weights, shapes):
            fits = array.shape == shape and array.dtype == np.float32
            if not fits or not np.isfinite(array).all():
                raise ValueError("its layers do not fit together, or a weight is no number")
        return cls(board, weights, generations)


def checked_network(network: object) -> Network:
    """The `network`, or a ValueError if it is none."""
    if not isinstance(network, Network):
        raise ValueError(f"network must be a Network, not {network!r}")
    return network


def trained_network() -> Network:
    """The network for 6 x 7 that ships with the package, after 100 generations.

    `python -m mctslab.experiments network_curve` trains it again.

    >>> trained_network()
    Network(6 x 7, connect 4: 100 generations)
    """
    return Network.load(TRAINED)


def _size(board: Board) -> tuple[int, int, int]:
    return board.rows, board.columns, board.connect


# -------------------------------------------------------------------- positions


def positions_of(boards: Sequence[Board]) -> np.ndarray:
    """The boards as bitboards: the discs of the player to move, and of both; shape (n, 2)."""
    return np.array([bits_of(board) for board in boards], np.uint64).reshape(-1, 2)


def inputs_of(positions: np.ndarray, board: Board) -> np.ndarray:
    """Where the own discs and the other's are, float32 ones of shape (n, 2, columns, rows).

    The cells of a column go from below.

    >>> board = Board(2, 3, 3).play(0).play(1)
    >>> inputs_of(positions_of([board]), board).tolist()
    [[[[1.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]]]
    """
    inputs = np.zeros((len(positions), 2, board.columns, board.rows), np.float32)
    fill(inputs, positions)
    return inputs


# -------------------------------------------------------------------- the layers, and their gradient


def new_network(board: Board, width: int, rng: np.random.Generator) -> Network:
    """A network for boards of this size, with random weights but for the last layer.

    At first all moves are alike to it.
    """
    widths = 2 * board.cells.size, width, width, board.columns + 1
    weights = []
    for inputs, outputs in zip(widths, widths[1:]):
        matrix = rng.standard_normal((inputs, outputs)) * math.sqrt(2 / inputs)
        weights += [matrix, np.zeros(outputs)]
    weights[4] *= 0
    empty = Board(board.rows, board.columns, board.connect)
    return Network(empty, tuple(array.astype(np.float32) for array in weights))


def layers(weights: Weights, inputs: np.ndarray) -> tuple[np.ndarray, ...]:
    """What each of the three layers makes of the inputs."""
    W1, b1, W2, b2, W3, b3 = weights
    first = inputs.reshape(-1, len(W1)) @ W1
    np.maximum(first + b1, 0, out=first)
    second = first @ W2
    np.maximum(second + b2, 0, out=second)
    return first, second, second @ W3 + b3


def heads(last: np.ndarray, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Policies and values: a softmax over the columns that are open, and a sigmoid."""
    is_full = inputs[..., -1].any(axis=1)
    logits = np.where(is_full, -np.inf, last[:, :-1])
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True), (1 + np.tanh(last[:, -1] / 2)) / 2


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
