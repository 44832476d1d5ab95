"""A network that plays against itself and learns from its games, from nothing but the rules.

The method is that of AlphaZero (Silver and others, 2018), on a small scale.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator, default_rng
from threadpoolctl import threadpool_limits

from c4lib._tools.arguments import whole_number, whole_seed
from c4lib._tools.progress import progress_bar
from c4lib.board import Board
from c4lib.fast.kernel import after_move
from mctslab.selfplay.network import (
    Network,
    Weights,
    checked_positions,
    gradient,
    inputs_of,
    new_network,
    positions_of,
)
from mctslab.selfplay.search import ROOT, C, at_roots, grow_trees, remembered, results_of

Games = tuple[np.ndarray, np.ndarray, np.ndarray]
"""What n positions of some games teach: the bitboards, of shape (n, 2), the shares of the visits, of
shape (n, columns), and what the player to move may expect, of shape (n,)."""

WIDTH = 128  # units in each of the two hidden layers
SPREAD = 0.8  # of the noise: the parameter of a Dirichlet distribution
WINDOW = 8  # how many generations of games are remembered
PASSES = 3  # how often each position is learnt from while it is new
BATCH = 128  # positions in one step of learning


@dataclass(eq=False)
class SelfPlay:
    """A network in training: generation after generation of games against itself.

    Args:
        board: where the games start.
        games: of a generation.
        simulations: for every move.
        seed: a whole number; a generation draws from the generator of (seed, its number).
        network: goes on with this one; None: a new one.

    Attributes:
        network: the one so far.
        noise: the part of the shares at the root, 0 to 1, that is noise.
        opening: in this part of the board's cells, moves are drawn by their visits; later the move
            with the most visits is played.
        search_value: the part of the search's value in a target, 0 to 1; the rest is the result.
        rate: how large the steps are at first.
        mirror: whether every other batch is learnt as its mirror image.

    Raises:
        ValueError: an argument is none of these, or the network is for another board.
    """

    board: Board = Board()
    games: int = 200
    simulations: int = 40
    seed: int = 0
    network: Network | None = None

    noise = 0.25
    opening = 1 / 3
    search_value = 0.5
    rate = 2e-3
    mirror = True

    def __post_init__(self) -> None:
        self.games = whole_number("games", self.games, 1, 10_000)
        self.simulations = whole_number("simulations", self.simulations, 2, 10_000)
        rng = default_rng(whole_seed(self.seed))
        if self.network is None:
            self.network = new_network(self.board, WIDTH, rng)
        checked_positions(self.network, [self.board])
        self._memory = deque(maxlen=WINDOW)  # the last `Games`

    def steps(self, generations: int) -> Iterator[Network]:
        """Yields the network after each of so many more generations.

        In the last 40% of them the steps of learning are a quarter as large. The averages of Adam
        begin anew with each call, the games are kept.

        Raises:
            ValueError: `generations` is less than 1, or weights became no numbers; the network is
                then that of the generation before.
        """
        self._averages = []  # of the slopes and of their squares, for Adam
        for array in self.network.weights:
            both = np.zeros((2, *array.shape), array.dtype)
            self._averages.append(both)
        generations = whole_number("generations", generations, at_least=1)
        for step in range(generations):
            number = self.network.generations + 1
            rng = default_rng([self.seed, number])
            rate = self.rate
            if step >= 0.6 * generations:
                rate /= 4
            with threadpool_limits(limits=1):
                self._memory.append(self.play(rng))
                weights = self.learn(rate, rng)
            self.network = replace(self.network, weights=weights, generations=number)
            yield self.network

    # ---------------------------------------------------------------- playing

    def play(self, rng: Generator) -> Games:
        """A generation of games, all in step."""
        rules = self.network.rules
        columns = self.board.columns
        evaluate = remembered(self.network.evaluate_bits, columns)
        positions = np.repeat(positions_of([self.board]), self.games, axis=0)
        opening = self.opening * self.board.cells.size
        plies = []
        while len(positions):
            noise = self.noise * rng.dirichlet([SPREAD] * columns, len(positions))
            trees = grow_trees(evaluate, positions, rules, self.simulations, C, noise)
            shares = at_roots(trees, trees.visits) / (self.simulations - 1)
            searched = 1 - trees.wins[:, ROOT] / self.simulations
            luck = 1  # in the opening, moves are drawn: the largest quotient, by their shares
            if len(plies) < opening:
                luck = rng.standard_exponential(shares.shape)
            quotients = shares / luck
            moves = quotients.argmax(axis=1).astype(np.uint64)
            after = np.column_stack(after_move.py_func(*positions.T, moves, rules))
            results = results_of(after, rules)
            plies.append((positions, shares, searched, results))
            positions = after[np.isnan(results)]
        return self.taught_by(plies)

    def taught_by(self, plies: list[tuple[np.ndarray, ...]]) -> Games:
        """What the positions of the games teach, from the last ply back.

        For each ply there are the positions, the shares of the visits, what the searches expected,
        and the results for the player who would be next, NaN where the game goes on.
        """
        games = []
        results = np.empty(0)
        for positions, shares, searched, ended in reversed(plies):
            ended[np.isnan(ended)] = results  # of the games that go on
            results = 1 - ended
            values = results + self.search_value * (searched - results)
            games.append((positions, shares, values))
        return joined(reversed(games))

    # ---------------------------------------------------------------- learning

    def learn(self, rate: float, rng: Generator) -> Weights:
        """The weights after steps on positions of the last generations, drawn at random."""
        positions, policies, values = joined(self._memory)
        weights = tuple(map(np.copy, self.network.weights))
        newest = len(self._memory[-1][0])
        for _ in range(0, PASSES * newest, BATCH):
            chosen = rng.integers(len(values), size=BATCH)
            inputs = inputs_of(positions[chosen], self.board)
            shares = policies[chosen]
            if self.mirror and rng.random() < 0.5:
                inputs = inputs[:, :, ::-1]
                shares = shares[:, ::-1]
            slopes = gradient(weights, inputs, shares, values[chosen])
            adam_step(weights, slopes, self._averages, rate)
        return weights


def joined(games: Iterable[Games]) -> Games:
    """All of these as one."""
    return tuple(map(np.concatenate, zip(*games)))


def adam_step(weights: Weights, slopes: Weights, averages: list[np.ndarray], rate: float) -> None:
    """Change the weights, and the averages, in place, by a step of Adam (Kingma and Ba, 2015).

    It goes against the gradient, about as far for every weight.
    """
    for array, slope, (mean, square) in zip(weights, slopes, averages):
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope**2 - square)
        array -= rate * mean / (np.sqrt(square) + 1e-8)


# -------------------------------------------------------------------- all of it


def train(
    board: Board = Board(),
    generations: int = 30,
    games: int = 200,
    simulations: int = 40,
    seed: int = 0,
    progress: bool = False,
    network: Network | None = None,
) -> Network:
    """A network that has taught itself to play, from nothing but the rules.

    The same seed gives the same network on the same machine with the same NumPy and number of
    threads; elsewhere sums of matrix products are rounded in other ways. Ctrl-C ends the training;
    the network is then that of the last generation that was complete.

    Args:
        board: where all games start.
        generations: how often games are played and learnt from.
        games: of a generation.
        simulations: for every move.
        seed: a whole number.
        progress: whether to show a progress bar.
        network: what to go on with; None: a new one. The games before are forgotten.

    Raises:
        ValueError: an argument is none of these.

    >>> network = train(Board(3, 4, 3), generations=2, games=10, simulations=8)
    >>> network
    Network(3 x 4, connect 3: 2 generations)
    """
    training = SelfPlay(board, games, simulations, seed, network)
    bar = progress_bar(generations, progress, "generations")
    with suppress(KeyboardInterrupt), bar as done:
        for _ in training.steps(generations):
            done(1)
    return training.network
