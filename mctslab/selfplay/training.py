"""A network that plays against itself and learns from its games, from nothing but the rules.

The method is that of AlphaZero (Silver and others, 2018), on a small scale.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np
from threadpoolctl import threadpool_limits

from c4lib._tools import interrupts_held, progress_bar, whole_number, whole_seed
from c4lib.board import Board
from c4lib.fast.bitboard import check_fits
from c4lib.fast.kernel import after_move
from mctslab.selfplay.network import (
    Network,
    Weights,
    checked_network,
    gradient,
    inputs_of,
    new_network,
    positions_of,
)
from mctslab.selfplay.search import (
    ROOT,
    C,
    at_roots,
    grow_trees,
    remembered,
    results_of,
)

Games = tuple[np.ndarray, np.ndarray, np.ndarray]
"""What n positions of some games teach: the bitboards, of shape (n, 2), the shares of the visits, of
shape (n, columns), and what the player to move may expect, of shape (n,)."""


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
        width: units in each of the two hidden layers.
        c: of PUCT.
        noise: the part of the shares at the root, 0 to 1, that is noise.
        spread: of the noise, the parameter of a Dirichlet distribution.
        opening: in this part of the board's cells, moves are drawn by their visits; later the move
            with the most visits is played.
        search_value: the part of the search's value in a target, 0 to 1; the rest is the result.
        window: how many generations of games are remembered.
        passes: how often each position is learnt from while it is new.
        batch: positions in one step of learning.
        rate: how large the steps are at first.
        mirror: whether every other batch is learnt as its mirror image.

    Raises:
        ValueError: an argument is none of these, or the network is for another board.
    """

    width = 128
    c = C
    noise = 0.25
    spread = 0.8
    opening = 1 / 3
    search_value = 0.5
    window = 8
    passes = 3
    batch = 128
    rate = 2e-3
    mirror = True

    def __init__(
        self,
        board: Board = Board(),
        games: int = 200,
        simulations: int = 40,
        seed: int = 0,
        network: Network | None = None,
    ) -> None:
        if not isinstance(board, Board):
            raise ValueError(f"board must be a Board, not {board!r}")
        check_fits(board, needed_by="a network")
        self.board = board
        self.games = whole_number("games", games, 1, 10_000)
        self.simulations = whole_number("simulations", simulations, 2, 10_000)
        self.seed = whole_seed(seed)
        if network is None:
            network = new_network(board, self.width, np.random.default_rng(self.seed))
        checked_network(network).check(board)
        self.network = network
        self._memory: deque[Games] = deque(maxlen=self.window)
        self._adam = Adam(self.network.weights)

    def steps(self, generations: int) -> Iterator[Network]:
        """Yields the network after each of so many more generations.

        In the last 40% of them the steps of learning are a quarter as large.

        Raises:
            ValueError: `generations` is less than 1, or weights became no numbers; the network is
                then that of the generation before.
        """
        for step in range(whole_number("generations", generations, at_least=1)):
            number = self.network.generations + 1
            rng = np.random.default_rng([self.seed, number])
            self._memory.append(self.play(rng))
            rate = self.rate if step < 0.6 * generations else self.rate / 4
            weights = self.learn(rate, rng)
            if not all(np.isfinite(array).all() for array in weights):
                self._adam = Adam(weights)
                what = f"generation {number} made weights that are no numbers"
                raise ValueError(f"{what}: lower the rate, {self.rate}")
            self.network = replace(self.network, weights=weights, generations=number)
            yield self.network

    # ---------------------------------------------------------------- playing

    @threadpool_limits.wrap(limits=1)
    def play(self, rng: np.random.Generator) -> Games:
        """A generation of games, all in step."""
        rules, seen = self.network.rules, []
        evaluate = remembered(self.network.evaluate_bits, self.board.columns)
        positions = np.repeat(positions_of([self.board]), self.games, axis=0)
        playing = np.arange(self.games)  # which games go on
        results = np.empty(self.games)  # for the player who moves first
        spread = np.full(self.board.columns, self.spread)
        while len(playing):
            ply = len(seen)
            noise = self.noise * rng.dirichlet(spread, len(positions))
            trees = grow_trees(evaluate, positions, rules, self.simulations, self.c, noise)
            shares = at_roots(trees, trees.visits) / (self.simulations - 1)
            searched = 1 - trees.wins[:, ROOT] / self.simulations
            seen.append((playing, positions, shares, searched))
            luck = 1  # in the opening, moves are drawn: the largest quotient, by their shares
            if ply < self.opening * self.board.cells.size:
                luck = rng.standard_exponential(shares.shape)
            moves = (shares / luck).argmax(axis=1)
            after = after_move(*positions.T, moves.astype(np.uint64), rules)
            positions = np.column_stack(after)
            ended = results_of(positions, rules)
            goes_on = np.isnan(ended)
            results[playing[~goes_on]] = for_mover(ended, ply + 1)[~goes_on]
            positions, playing = positions[goes_on], playing[goes_on]
        rows = []
        for ply, (games, positions, shares, searched) in enumerate(seen):
            result = for_mover(results[games], ply)
            values = result + self.search_value * (searched - result)
            rows.append((positions, shares, values))
        return tuple(map(np.concatenate, zip(*rows)))

    # ---------------------------------------------------------------- learning

    @threadpool_limits.wrap(limits=1)
    def learn(self, rate: float, rng: np.random.Generator) -> Weights:
        """The weights after steps on positions of the last generations, drawn at random."""
        positions, policies, values = map(np.concatenate, zip(*self._memory))
        weights = tuple(array.copy() for array in self.network.weights)
        steps = self.passes * len(self._memory[-1][0]) / self.batch
        for _ in range(math.ceil(steps)):
            chosen = rng.integers(len(values), size=self.batch)
            inputs, shares = inputs_of(positions[chosen], self.board), policies[chosen]
            if self.mirror and rng.random() < 0.5:
                inputs, shares = inputs[:, :, ::-1], shares[:, ::-1]
            slopes = gradient(weights, inputs, shares, values[chosen])
            self._adam.step(weights, slopes, rate)
        return weights


def for_mover(results: np.ndarray, ply: int) -> np.ndarray:
    """Results for the player who moves first as results for the one to move, or the other way."""
    return 1 - results if ply % 2 else results


class Adam:
    """Steps against the gradient, of about the same size for every weight (Kingma and Ba, 2015)."""

    def __init__(self, weights: Weights) -> None:
        self.means = [np.zeros_like(array) for array in weights]
        self.squares = [np.zeros_like(array) for array in weights]

    def step(self, weights: Weights, slopes: Weights, rate: float) -> None:
        """Change the weights, in place."""
        for array, slope, mean, square in zip(weights, slopes, self.means, self.squares):
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
    threads; elsewhere sums of matrix products are rounded in other ways. Ctrl-C ends the training
    after a generation; the network is then the one so far.

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
    with suppress(KeyboardInterrupt), bar as done, interrupts_held() as interrupted:
        for _ in training.steps(generations):
            done(1)
            if interrupted():
                break
    return training.network
