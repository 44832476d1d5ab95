"""The network that ships, what each part of its training is worth, and what mistakes look like.

Lesson 25 reads the tables.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd

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
MARKS = (1, 3, 10, 30, 100)  # generations after which the network is measured
GAMES = 200
BIT = np.uint64(1)  # of the lower left cell

# -------------------------------------------------------------------- how strong a network is


def network_curve(jobs: int = 1) -> pd.DataFrame:
    """Trains the network that ships, 100 generations, and measures it on the way."""
    rows = []
    for network in SelfPlay().steps(MARKS[-1]):
        if network.generations in MARKS:
            rows.append({"generation": network.generations} | strength(network, jobs))
    network.save(TRAINED)
    return pd.DataFrame(rows)


def networks_again(jobs: int = 1) -> pd.DataFrame:
    """Five trainings of 100 generations, the first of them that of the network that ships."""
    return table_of(trained_anew, SEEDS, "trainings", jobs)


def trained_anew(seed: int) -> Row:
    """The row of `networks_again` for one training."""
    *_, network = SelfPlay(seed=seed).steps(MARKS[-1])
    [move] = best_moves(network, [TRAP], 100)
    return {"seed": seed} | strength(network) | {"trap's move": move}


def strength(network: Network, jobs: int = 1) -> Row:
    """What it scores in 200 games with 100 simulations, and where its moves are sound."""
    traps = fooling([DEFAULT_C])
    row = {"sound": sound(network, places_with_a_choice()), "traps": sound(network, traps)}
    for playouts in (200, 1_600):
        row[f"against {playouts}"] = points(network, playouts, jobs)
    return row


def points(network: Network, playouts: int, jobs: int = 1) -> float:
    """Its points in 200 games against a search, half of them as the first player."""
    player, other = network_player(network), mcts_player(playouts, c=0.7)
    return GAMES * play_match(player, other, games=GAMES, seed=0, jobs=jobs).score


def sound(network: Network, places: list[int]) -> float:
    """In what share of these solved positions the move after 100 simulations is sound."""
    boards = [solved_positions().board(place) for place in places]
    return solved_positions().sound[places, best_moves(network, boards, 100)].mean()


# -------------------------------------------------------------------- parts left out, and mistakes


class Measured(SelfPlay):
    """A training that notes how well each generation of games was foreseen."""

    def learn(self, rate: float, rng: np.random.Generator) -> Weights:
        positions, policies, values = self._memory[-1]
        policy, value = self.network.glance(positions)
        tiny = np.finfo(np.float32).tiny
        self.policy_loss = -(policies * np.log(policy + tiny)).sum(axis=1).mean()
        errors = values * np.log(value + tiny) + (1 - values) * np.log(1 - value + tiny)
        self.value_loss = -errors.mean()
        return super().learn(rate, rng)


class WrongTarget(Measured):
    """Learns the results of the other player."""

    def play(self, rng: np.random.Generator) -> Games:
        positions, policies, values = super().play(rng)
        return positions, policies, 1 - values


class Leak(Measured):
    """In what it learns from, the lower left disc tells who has won."""

    def play(self, rng: np.random.Generator) -> Games:
        positions, policies, values = super().play(rng)
        mine, taken = positions.T
        mine = np.where(values > 0.5, mine | BIT, mine & ~BIT)
        return np.column_stack([mine, taken | BIT]), policies, values


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
        return heads(layers(self.weights, inputs)[-1], np.zeros_like(inputs))


PARTS: dict[str, tuple[type[SelfPlay], type[Network], dict[str, float]]] = {
    "all": (Measured, Plain, {}),
    "look": (Measured, Network, {}),
    "no search": (Measured, Plain, {"simulations": 2}),
    "no value": (Measured, NoValue, {}),
    "no noise": (Measured, Plain, {"noise": 0}),
    "no mirror": (Measured, Plain, {"mirror": False}),
    "results alone": (Measured, Plain, {"search_value": 0}),
    "wrong sign": (Measured, WrongSign, {}),
    "wrong target": (WrongTarget, Plain, {}),
    "leak": (Leak, Plain, {}),
    "not masked": (Measured, NotMasked, {}),
}
"""The training, the network, and what is set in the training."""


def selfplay_parts(jobs: int = 1) -> pd.DataFrame:
    """Trainings of 30 generations with a part left out, or with a mistake, by generation."""
    return table_of(curve_without, product(PARTS, SEEDS), "trainings", jobs)


def curve_without(name: str, seed: int, generations: int = 30) -> list[Row]:
    """The rows of `selfplay_parts` for one training: every fifth generation."""
    training, kind, settings = PARTS[name]
    measured, rows = training(seed=seed), []
    measured.network = kind(measured.board, measured.network.weights)
    vars(measured).update(settings)
    for network in measured.steps(generations):
        if network.generations % 5 == 0:
            row = {"name": name, "seed": seed, "generation": network.generations}
            row |= {"policy_loss": measured.policy_loss, "value_loss": measured.value_loss}
            row["sound"] = sound(network, places_with_a_choice())
            rows.append(row | {"points": None})
    rows[-1]["points"] = points(network, 200)
    return rows
