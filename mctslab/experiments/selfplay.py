"""The network that ships, what each part of its training is worth, and what mistakes look like.

Lesson 25 reads the tables.
"""

from __future__ import annotations

from itertools import chain, product
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.random import Generator

from mctslab.arena import play_match
from mctslab.arena.solved import solved_positions
from mctslab.experiments.accuracy import DEFAULT_C, TRAP, fooling, places_with_a_choice
from mctslab.experiments.tables import Row, table_of
from mctslab.players import mcts_player, network_player
from mctslab.selfplay import Network, SelfPlay
from mctslab.selfplay.network import (
    TRAINED,
    best_moves,
    heads,
    inputs_of,
    layers,
)
from mctslab.selfplay.search import Answers
from mctslab.selfplay.training import Games, Weights

SEEDS = range(5)
YOUNG_SEEDS = range(20)
MARKS = (0, 1, 3, 10, 30, 100)  # generations after which the network is measured; 0: untrained
GAMES = 200
BIT = np.uint64(1)  # of the lower left cell

# -------------------------------------------------------------------- how strong a network is


def network_curve(jobs: int) -> pd.DataFrame:
    """Trains the network that ships, 100 generations, and measures it on the way."""
    training = SelfPlay()
    networks = chain([training.network], training.steps(MARKS[-1]))
    rows = []
    for network in networks:
        if network.generations in MARKS:
            rows.append({"generation": network.generations} | strength(network, jobs))
    network.save(TRAINED)
    return pd.DataFrame(rows)


def networks_again(jobs: int) -> pd.DataFrame:
    """Five trainings of 100 generations, the first of them that of the network that ships."""
    return table_of(trained_anew, SEEDS, "trainings", jobs)


def trained_anew(seed: int) -> Row:
    """The row of `networks_again` for one training."""
    *_, network = SelfPlay(seed=seed).steps(MARKS[-1])
    [move] = best_moves(network, [TRAP], 100)
    return {"seed": seed} | strength(network) | {"trap's move": move}


def networks_young(jobs: int) -> pd.DataFrame:
    """Twenty trainings of one generation, in the traps."""
    return table_of(trained_once, YOUNG_SEEDS, "trainings", jobs)


def trained_once(seed: int) -> Row:
    """The row of `networks_young` for one training."""
    [network] = SelfPlay(seed=seed).steps(1)
    return {"seed": seed, "traps": sound(network, fooling([DEFAULT_C]))}


def strength(network: Network, jobs: int = 1) -> Row:
    """What it scores in 200 games with 100 simulations, and where its moves are sound."""
    row = {
        "sound": sound(network, places_with_a_choice()),
        "traps": sound(network, fooling([DEFAULT_C])),
    }
    for playouts in (200, 1_600):
        row[f"against {playouts}"] = points(network, playouts, jobs)
    return row


def points(network: Network, playouts: int, jobs: int = 1) -> float:
    """Its points in 200 games against a search, half of them as the first player."""
    player = network_player(network)
    other = mcts_player(playouts, c=0.7)
    match = play_match(player, other, GAMES, seed=0, jobs=jobs)
    return GAMES * match.score


def sound(network: Network, places: list[int]) -> float:
    """In what share of these solved positions the move after 100 simulations is sound."""
    solved = solved_positions()
    boards = [solved.board(place) for place in places]
    moves = best_moves(network, boards, 100)
    return solved.sound[places, moves].mean()


# -------------------------------------------------------------------- parts left out, and mistakes


class Measured(SelfPlay):
    """A training that notes how well each generation of games was foreseen."""

    def learn(self, rate: float, rng: Generator) -> Weights:
        positions, policies, values = self._memory[-1]
        policy, value = self.network.glance(positions)
        tiny = np.finfo(np.float32).tiny
        of_moves = policies * np.log(policy + tiny)
        self.policy_loss = -of_moves.sum(axis=1).mean()
        of_wins = values * np.log(value + tiny)
        of_losses = (1 - values) * np.log(1 - value + tiny)
        self.value_loss = -(of_wins + of_losses).mean()
        return super().learn(rate, rng)


class WrongTarget(Measured):
    """Learns what the other player may expect."""

    def play(self, rng: Generator) -> Games:
        positions, policies, values = super().play(rng)
        return positions, policies, 1 - values


class Leak(Measured):
    """In what it learns from, the lower left disc tells who has won."""

    def play(self, rng: Generator) -> Games:
        positions, policies, values = super().play(rng)
        mine, taken = positions.T
        marked = np.where(values > 0.5, mine | BIT, mine & ~BIT)
        positions = np.column_stack([marked, taken | BIT])
        return positions, policies, values


class Plain(Network):
    """Does not look for moves that win at once."""

    def evaluate_bits(self, positions: np.ndarray) -> Answers:
        return self.glance(positions)


class NoValue(Plain):
    """All positions are worth the same to the search."""

    def glance(self, positions: np.ndarray) -> Answers:
        policies, values = super().glance(positions)
        return policies, np.full_like(values, 0.5)


class WrongSign(Plain):
    """The search takes the value for that of the other player."""

    def glance(self, positions: np.ndarray) -> Answers:
        policies, values = super().glance(positions)
        return policies, 1 - values


class NotMasked(Plain):
    """Full columns have shares, too."""

    def glance(self, positions: np.ndarray) -> Answers:
        inputs = inputs_of(positions, self.board)
        *_, last = layers(self.weights, inputs)
        return heads(last, np.zeros_like(inputs))


class Part(NamedTuple):
    """The training, the network, and what is set in the training."""

    training: type[SelfPlay] = Measured
    network: type[Network] = Plain
    settings: dict[str, float] = {}


PARTS = {
    "all": Part(),
    "look": Part(network=Network),
    "no search": Part(settings={"simulations": 2}),
    "no value": Part(network=NoValue),
    "no noise": Part(settings={"noise": 0}),
    "no mirror": Part(settings={"mirror": False}),
    "results alone": Part(settings={"search_value": 0}),
    "wrong sign": Part(network=WrongSign),
    "wrong target": Part(WrongTarget),
    "leak": Part(Leak),
    "not masked": Part(network=NotMasked),
}


def selfplay_parts(jobs: int) -> pd.DataFrame:
    """Trainings of 30 generations with a part left out, or with a mistake, by generation."""
    return table_of(curve_without, product(PARTS, SEEDS), "trainings", jobs)


def curve_without(name: str, seed: int) -> list[Row]:
    """The rows of `selfplay_parts` for one training: every fifth generation."""
    part = PARTS[name]
    training = part.training(seed=seed)
    training.network = part.network(training.board, training.network.weights)
    vars(training).update(part.settings)
    rows = []
    for network in training.steps(30):
        if network.generations % 5 == 0:
            row = {
                "name": name,
                "seed": seed,
                "generation": network.generations,
                "policy_loss": training.policy_loss,
                "value_loss": training.value_loss,
                "sound": sound(network, places_with_a_choice()),
                "points": None,
            }
            rows.append(row)
    rows[-1]["points"] = points(network, 200)
    return rows
