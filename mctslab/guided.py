"""Searches that choose by more than UCB1: RAVE, PUCT, and a policy as the start of every node.

Each is a dict of phases for a `TreeSearch`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.random import Generator

from c4lib._tools.arguments import real_number
from c4lib.board import Board, lines_through
from c4lib.node import Game, Move, SearchNode
from c4lib.phases import Selection, expand, simulate, ucb1
from c4lib.search import TreeSearch
from c4lib.settings import LARGEST, SearchSettings
from mctslab.players import highest, threatened_moves, winning_moves

Phases = dict[str, Callable]
"""Those of the four phases that are changed, by their names."""

Value = Callable[[SearchNode], float]

Policy = Callable[[Game], Mapping[Move, float]]
"""The share of each legal move; together they are 1."""

# -------------------------------------------------------------------- choosing by any value


def phases_by(value: Value) -> Phases:
    """`select` and `expand` that go to the child of highest `value`; ties are random."""

    def select_by_value(root: SearchNode, settings: SearchSettings, rng: Generator):
        return descend(root, value, rng)

    def expand_by_value(leaf: SearchNode, settings: SearchSettings, rng: Generator):
        done = expand(leaf, settings, rng)
        if not done.added:
            return done
        best = child_by(value, done.added, rng)
        return done._replace(node=best)

    return {"select": select_by_value, "expand": expand_by_value}


def descend(root: SearchNode, value: Value, rng: Generator) -> Selection:
    """The way down to a leaf, always on to a child of highest `value`; ties are random."""
    path = [root]
    while children := path[-1].children:
        path.append(child_by(value, children, rng))
    return Selection(tuple(path), ())


def child_by(value: Value, children: Sequence[SearchNode], rng: Generator) -> SearchNode:
    """The child of highest `value`, by lot if there are several."""
    values = {child: value(child) for child in children}
    return highest(values, rng)


# -------------------------------------------------------------------- RAVE


def update_amaf(
    amaf: dict[tuple[SearchNode, Move], tuple[float, int]],
    path: Sequence[SearchNode],
    moves: Sequence[Move],
    winner: int | None,
) -> None:
    """Add a playout to every later move of the player to move, at each node of the path."""
    line = [node.move for node in path[1:]] + list(moves)
    for depth, node in enumerate(path):
        for move in line[depth::2]:
            wins, visits = amaf.get((node, move), (0, 0))
            amaf[node, move] = wins + (winner == node.game.to_move), visits + 1


def rave_value(
    own: tuple[float, int], shared: tuple[float, int], parent_visits: int, k: float
) -> float:
    """What a child is worth by RAVE: its own mean, mixed with that of AMAF.

    Where only one of the two knows something it counts alone; where neither does, the value is
    infinite.

    Args:
        own: the child's wins and visits.
        shared: the wins and visits that AMAF has for the child's move.
        parent_visits: if there are k of them both means weigh the same.
        k: how long AMAF is trusted.

    >>> rave_value((1, 4), (3, 4), parent_visits=50, k=50)
    0.5
    """
    wins, visits = own
    amaf_wins, amaf_visits = shared
    if not amaf_visits:
        return wins / visits if visits else math.inf
    if not visits:
        return amaf_wins / amaf_visits
    beta = math.sqrt(k / (3 * parent_visits + k))
    mean = wins / visits
    return (1 - beta) * mean + beta * amaf_wins / amaf_visits


def rave(k: float = 500) -> Phases:
    """The phases of RAVE without exploration (Gelly and Silver, 2007); k visits weigh both alike.

    Raises:
        ValueError: k is no number of visits.

    >>> from c4lib import HexBoard
    >>> game = HexBoard.from_moves("d1 a3 d2 b3 a1 c3", size=4)
    >>> TreeSearch(game, rng=1, **rave()).run(50).best_move()
    'd3'
    """
    k = real_number("k", k, "a finite number, at least 0", 0, LARGEST)
    amaf = {}

    def value(child: SearchNode) -> float:
        node = child.parent
        own = child.wins, child.visits
        shared = amaf.get((node, child.move), (0, 0))
        return rave_value(own, shared, node.visits, k)

    def simulate_and_share(node: SearchNode, settings: SearchSettings, rng: Generator):
        playout = simulate(node, settings, rng)
        update_amaf(amaf, node.path, playout.moves, playout.winner)
        return playout

    return phases_by(value) | {"simulate": simulate_and_share}


# -------------------------------------------------------------------- a policy


def check_policy(policy: object) -> None:
    """Raises a ValueError unless the policy can be called."""
    if not callable(policy):
        raise ValueError(f"policy must be a function of a position, not {policy!r}")


def by_lines(board: Board) -> dict[Move, float]:
    """The share of each move: as many lines as go through its cell, ten times for an urgent one.

    >>> shares = by_lines(Board.from_moves("062413"))  # X must block column 5
    >>> max(shares, key=shares.get), round(sum(shares.values()), 9)
    (5, 1.0)
    """
    lines = lines_through(board.rows, board.columns, board.connect)
    urgent = winning_moves(board) or threatened_moves(board)
    weights = {}
    for move in board.legal_moves():
        row = np.flatnonzero(board.cells[:, move] == 0)[-1]  # the lowest empty cell
        cell = row * board.columns + move
        weights[move] = len(lines[cell])
        if move in urgent:
            weights[move] *= 10
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def puct(policy: Policy, c: float = 2) -> Phases:
    """The phases of PUCT, mean + c * share * sqrt(N) / (1 + n) (Silver and others, 2016).

    Raises:
        ValueError: the policy cannot be called, or c is no number of that kind.
    """
    check_policy(policy)
    c = real_number("c", c, "a finite number, at least 0", 0, LARGEST)
    shares = {}

    def value(child: SearchNode) -> float:
        node = child.parent
        if node not in shares:
            shares[node] = policy(node.game)
        mean = child.mean if child.visits else 0.5
        bonus = c * shares[node][child.move] * math.sqrt(node.visits) / (1 + child.visits)
        return mean + bonus

    return phases_by(value)


def start_by(policy: Policy) -> Phases:
    """The phases of UCB1 where a policy says how many of the 2T visits of a new node are wins.

    A move with share P of m moves starts with the mean mP / (1 + mP): the even policy gives T wins
    in 2T visits.

    Raises:
        ValueError: the policy cannot be called.
    """
    check_policy(policy)

    def expand_by_policy(leaf: SearchNode, settings: SearchSettings, rng: Generator):
        done = expand(leaf, settings, rng)
        if not done.added:
            return done
        shares = policy(leaf.game)
        values = {}
        for child in done.added:
            strength = len(shares) * shares[child.move]
            child.wins = 2 * settings.prior * strength / (1 + strength)
            values[child] = ucb1(child.wins, child.visits, leaf.visits, settings.c)
        best = highest(values, rng)
        return done._replace(node=best)

    return {"expand": expand_by_policy}


def guided(
    phases: Callable[[], Phases], game: Game, settings: SearchSettings, rng: Generator
) -> TreeSearch:
    """A new search with these phases: `partial(guided, rave)` is a `search` for an `MCTSPlayer`."""
    return TreeSearch(game, settings, rng, **phases())
