"""Seven levers: what the first moves pay in random games, and what it costs to find that out."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.random import Generator, default_rng

from c4lib.board import Board
from c4lib.fast import any_search
from mctslab.experiments.tables import Row, all_of, table_of
from mctslab.players import EVENLY

BLOCKS = 20
PLAYOUTS = 3_000_000  # for each column in each block
CONTEST_SEED = 3
GAMBLERS = 2_000
SPACED_PULLS = np.geomspace(7, 100_000, 60).astype(int).tolist()
ROUND_PULLS = [*range(1_000, 6_000, 1_000), 50_000, 99_000]
PULLS = sorted({*SPACED_PULLS, *ROUND_PULLS})

# -------------------------------------------------------------------- what the levers pay


def lever_pays(jobs: int) -> pd.DataFrame:
    """How often X wins from each first move if both go on at random: 60 million games a column.

    A row has 3 million of them.
    """
    return table_of(_wins_of_columns, range(BLOCKS), "rows", jobs)


def _wins_of_columns(seed: int) -> Row:
    columns = len(Board().legal_moves())
    settings = replace(EVENLY, draw=0.0)  # a draw pays nothing
    search = any_search(Board(), settings, seed).run(PLAYOUTS * columns)
    row = {"seed": seed, "playouts": PLAYOUTS}
    for child in search.root.children:
        row[f"column_{child.move}"] = int(child.wins)
    return row


PAYS = np.array([0.5109, 0.5417, 0.5726, 0.6395, 0.5726, 0.5417, 0.5109])
"""The chance that a lever pays 1: from `lever_pays`, rounded, mirror columns pooled."""

GAPS = PAYS.max() - PAYS

# -------------------------------------------------------------------- strategies

Strategy = Callable[[np.ndarray, np.ndarray, int, Generator], np.ndarray]
"""From the wins and visits so far, both of shape (gamblers, 7), the number of pulls so far, and a
generator: a value for each lever of each gambler, who pulls the lever of the highest value."""


def greedy(wins: np.ndarray, visits: np.ndarray, total: int, rng: Generator) -> np.ndarray:
    """The strategy that trusts the means."""
    return wins / visits


def epsilon_greedy(epsilon: float, fades: bool = False) -> Strategy:
    """The greedy strategy, but with chance `epsilon` it pulls any lever.

    If it `fades`, that chance is epsilon / (pulls so far), at most 1.
    """

    def strategy(wins, visits, total, rng):
        chance = epsilon
        if fades:
            chance /= max(total, epsilon)
        explores = rng.random((len(wins), 1)) < chance
        luck = rng.random(wins.shape)
        return np.where(explores, luck, wins / visits)

    return strategy


def with_ucb1(c: float) -> Strategy:
    """The strategy that trusts UCB1 with this exploration constant."""

    def strategy(wins, visits, total, rng):
        bonus = c * np.sqrt(np.log(total) / visits)
        return wins / visits + bonus

    return strategy


STRATEGIES = {"greedy": greedy}
for epsilon in (0.01, 0.03, 0.1, 0.3):
    STRATEGIES[f"epsilon = {epsilon}"] = epsilon_greedy(epsilon)
for k in (10, 30, 100, 300, 1000):
    STRATEGIES[f"epsilon = {k}/N"] = epsilon_greedy(k, fades=True)
for c in (0.1, 0.2, 0.35, 0.5, 0.7, 1):
    STRATEGIES[f"UCB1, c = {c}"] = with_ucb1(c)
STRATEGIES["UCB1, c = √2"] = with_ucb1(math.sqrt(2))

# -------------------------------------------------------------------- the contest


def gamble(
    strategy: Strategy, at: Collection[int], gamblers: int = 1_000, seed: object = 1
) -> tuple[np.ndarray, np.ndarray]:
    """The wins and the visits of each lever after each of the numbers of pulls in `at`.

    Levers without visits come first; of levers with the same value one is drawn.

    Returns:
        Two arrays of shape (len(at), gamblers, 7).

    >>> wins, visits = gamble(greedy, at=(7, 100), gamblers=3)
    >>> visits[0].tolist() == np.ones((3, 7)).tolist(), visits[1].sum(axis=1)
    (True, array([100., 100., 100.]))
    """
    rng = default_rng(seed)
    wins = np.zeros((gamblers, 7))
    visits = np.zeros((gamblers, 7))
    everyone = np.arange(gamblers)
    wins_seen = []
    visits_seen = []
    for total in range(max(at)):
        with np.errstate(divide="ignore", invalid="ignore"):
            values = strategy(wins, visits, total, rng)
        values[visits == 0] = np.inf
        lever = any_highest(values, rng)
        pays = rng.random(gamblers) < PAYS[lever]
        wins[everyone, lever] += pays
        visits[everyone, lever] += 1
        if total + 1 in at:
            wins_seen.append(wins.copy())
            visits_seen.append(visits.copy())
    return np.array(wins_seen), np.array(visits_seen)


def any_highest(values: np.ndarray, rng: Generator) -> np.ndarray:
    """The place of the highest value in each row; one of them is drawn if there are several.

    >>> any_highest(np.array([[1, 3, 2], [0, 0, 5]]), default_rng(1))
    array([1, 2])
    """
    most = values.max(axis=1, keepdims=True)
    highest = values == most
    place = highest.argmax(axis=1)
    tied = np.flatnonzero(highest.sum(axis=1) > 1)
    luck = rng.random((len(tied), values.shape[1]))
    lots = highest[tied] * luck
    place[tied] = lots.argmax(axis=1)
    return place


def regret(visits: np.ndarray) -> np.ndarray:
    """What was lost by not pulling the best lever every time: shape (..., 7) becomes (...)."""
    return visits @ GAPS


def bandit_contest(jobs: int) -> pd.DataFrame:
    """The regret of 2,000 gamblers by each of 17 strategies, by pulls up to 100,000.

    `right` counts those who have lever 3 as favourite, `next_best` the pulls of columns 2 and 4,
    each.
    """
    tables = all_of(_contested, STRATEGIES, "strategies", jobs)
    return pd.concat(tables, ignore_index=True)


def _contested(name: str) -> pd.DataFrame:
    number = list(STRATEGIES).index(name)
    seed = [CONTEST_SEED, number]
    _, visits = gamble(STRATEGIES[name], PULLS, GAMBLERS, seed)
    lost = regret(visits)
    best = PAYS.argmax()
    others = np.delete(visits, best, axis=-1)
    is_right = visits[..., best] > others.max(axis=-1)
    next_best = visits[..., [best - 1, best + 1]]
    columns = {
        "strategy": name,
        "pulls": PULLS,
        "gamblers": GAMBLERS,
        "regret": lost.mean(axis=1).round(3),
        "sd": lost.std(axis=1, ddof=1).round(3),
        "right": is_right.sum(axis=1),
        "next_best": next_best.mean(axis=(1, 2)).round(1),
    }
    return pd.DataFrame(columns)
