"""The four phases of Monte Carlo Tree Search, one function each, and what each tells of its work."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from c4lib._tools.arguments import instance_of
from c4lib._tools.games import LONGEST_GAME, NO_END
from c4lib.node import Game, Move, SearchNode
from c4lib.proofs import without_proven
from c4lib.settings import SearchSettings

PHASES = ("select", "expand", "simulate", "backpropagate")


def ucb1(
    wins: float,
    visits: int,
    parent_visits: int,
    c: float = math.sqrt(2),
    unvisited: float = math.inf,
) -> float:
    """The UCB1 value of a child: its mean, plus a term that is large while its visits are few.

    `wins / visits + c * sqrt(ln(parent_visits) / visits)`, or `unvisited` for a child without
    visits (Auer, Cesa-Bianchi and Fischer 2002). The logarithm is of the visits of the **parent**.

    Raises:
        ValueError: one of them is no number, or the parent has no visits.

    >>> round(ucb1(wins=6, visits=10, parent_visits=40, c=1), 4)
    1.2074
    >>> ucb1(wins=0, visits=0, parent_visits=40)
    inf
    """
    if visits == 0:
        return unvisited
    try:
        value = wins / visits + c * math.sqrt(math.log(parent_visits) / visits)
    except (ArithmeticError, TypeError, ValueError):
        value = math.nan
    if math.isnan(value):
        raise ValueError(f"no UCB1 value for {wins=}, {visits=}, {parent_visits=}, {c=}")
    return value


def select(root: SearchNode, settings: SearchSettings, rng: np.random.Generator) -> Selection:
    """The way down: from the `root`, while there are children, on to the child of highest value.

    Ties are broken at random with one number drawn from `rng`; without a tie nothing is drawn.

    >>> from c4lib import Board
    >>> select(SearchNode(Board()), SearchSettings(), np.random.default_rng(1)).path
    (SearchNode(move=None, wins=0, visits=0),)
    """
    path = [root]
    values = []
    while children := path[-1].children:
        child, child_values = best_child(path[-1], children, settings, rng)
        path.append(child)
        values.append(child_values)
    return Selection(tuple(path), tuple(values))


def best_child(
    parent: SearchNode,
    children: tuple[SearchNode, ...],
    settings: SearchSettings,
    rng: np.random.Generator,
) -> tuple[SearchNode, tuple[float, ...]]:
    """The child with the highest value, and the values of all `children`.

    Ties are broken at random: of k best ones the `int(rng.random() * k)`-th is taken.

    >>> from c4lib import Board
    >>> root = SearchNode(Board())
    >>> root.visits = 4
    >>> children = [SearchNode(move=move, parent=root, prior=1) for move in (2, 3)]
    >>> children[1].wins = 2
    >>> best_child(root, root.children, SearchSettings(c=0), np.random.default_rng(1))
    (SearchNode(move=3, wins=2, visits=2), (0.5, 1.0))
    """
    values = ucb1_values(parent, children, settings)
    highest = max(values)
    best = [child for child, value in zip(children, values) if value == highest]
    if len(best) == 1:
        return best[0], values
    return best[int(rng.random() * len(best))], values


def ucb1_values(
    parent: SearchNode, children: tuple[SearchNode, ...], settings: SearchSettings
) -> tuple[float, ...]:
    """The UCB1 values of the `children`, by which the best of them is chosen.

    With `solve=True` a proven child has the value minus infinity.

    Raises:
        ValueError: the counts of a child, which is named, give no value.

    >>> from c4lib import Board, TreeSearch
    >>> root = TreeSearch(Board(2, 3, 3), rng=1).run(2).root
    >>> ucb1_values(root, root.children, SearchSettings(c=0))
    (inf, 0.5, 0.5)
    """
    parent_visits, c, unvisited = parent.visits, settings.c, settings.unvisited
    values = []
    try:
        for child in children:
            values.append(ucb1(child.wins, child.visits, parent_visits, c, unvisited))
    except ValueError as error:
        raise ValueError(f"node {child.name}: {error}") from None
    return without_proven(values, children) if settings.solve else tuple(values)


def expand(leaf: SearchNode, settings: SearchSettings, rng: np.random.Generator) -> Expansion:
    """All children are added below the `leaf`, and the best of them is picked.

    Each starts with T wins in 2T visits; `parent=leaf` is enough for anytree to add it to the
    leaf's children. A finished game is never expanded, and other leaves than the root only after
    `settings.expand_at` simulations; otherwise the leaf itself is simulated.

    Raises:
        ValueError: there are no settings; or the game has no moves, and is not over.

    >>> from c4lib import Board
    >>> expansion = expand(SearchNode(Board()), SearchSettings(), np.random.default_rng(1))
    >>> [child.move for child in expansion.added], expansion.node
    ([0, 1, 2, 3, 4, 5, 6], SearchNode(move=3, wins=0, visits=0))
    """
    instance_of("settings", settings, SearchSettings)
    game = leaf.game
    too_few = leaf.parent is not None and leaf.simulations < settings.expand_at
    if game.is_terminal or too_few:
        return Expansion(leaf, (), (), leaf)
    viewpoint = game.to_move if settings.viewpoint == "mover" else leaf.viewpoint
    for move in game.distinct_moves() if settings.distinct else game.legal_moves():
        SearchNode(move=move, parent=leaf, prior=settings.prior, viewpoint=viewpoint)
    added = leaf.children
    if not added:
        raise ValueError(f"there is no move, but is_terminal is False:\n{game}")
    node, values = best_child(leaf, added, settings, rng)
    return Expansion(leaf, added, values, node)


def simulate(node: SearchNode, settings: SearchSettings, rng: np.random.Generator) -> Simulation:
    """A playout: from the position of the `node`, uniformly random moves until the game is over.

    One number is drawn from `rng` for every move. A finished game is its own result. A uniformly
    random playout has nothing to choose, so the `settings` are not used: they are there for a
    simulation of your own, because a search calls all of them alike.

    Raises:
        ValueError: the game has not ended after 10,000 moves.

    >>> from c4lib import Board
    >>> playout = simulate(SearchNode(Board()), SearchSettings(), np.random.default_rng(1))
    >>> playout.winner, len(playout.moves), playout.moves[:3]
    (1, 27, (3, 6, 1))
    """
    game = node.game
    moves = []
    while legal := game.legal_moves():
        move = legal[int(rng.random() * len(legal))]
        game = game.play(move)
        moves.append(move)
        if len(moves) > LONGEST_GAME:
            raise ValueError(NO_END)
    return Simulation(node, tuple(moves), game)


def backpropagate(
    node: SearchNode, winner: int | None, settings: SearchSettings
) -> Backpropagation:
    """The way up: every node from `node` to the root gets one visit, and its own reward.

    >>> from c4lib import Board
    >>> child = SearchNode(move=3, parent=SearchNode(Board()))
    >>> update = backpropagate(child, winner=1, settings=SearchSettings())
    >>> update.path  # player 1 moved into the child, player 2 "into" the root
    (SearchNode(move=3, wins=1, visits=1), SearchNode(move=None, wins=0, visits=1))
    """
    path, rewards, before = [], [], []
    while node is not None:
        reward = settings.reward(winner, node.viewpoint)
        path.append(node)
        rewards.append(reward)
        before.append((node.wins, node.visits))
        node.wins += reward
        node.visits += 1
        node = node.parent
    return Backpropagation(tuple(path), winner, tuple(rewards), tuple(before))


# -------------------------------------------------------------------- what each phase tells


class Selection(NamedTuple):
    """What `select` did: the way from the root down to a leaf.

    >>> from c4lib import Board, TreeSearch
    >>> TreeSearch(Board(), rng=1).run(7).step().selection.path
    (SearchNode(move=None, wins=2, visits=8), SearchNode(move=0, wins=2, visits=2))
    """

    path: tuple[SearchNode, ...]  # the nodes from the root to the leaf, both included
    values: tuple[tuple[float, ...], ...]  # for each node but the leaf, the UCB1 values compared

    @property
    def leaf(self) -> SearchNode:
        """The last node of the path: it has no children."""
        return self.path[-1]


class Expansion(NamedTuple):
    """What `expand` did: the children added below the leaf, and the node to simulate from.

    >>> from c4lib import Board, TreeSearch
    >>> TreeSearch(Board(), rng=1).step().expansion.node
    SearchNode(move=3, wins=1, visits=1)
    """

    leaf: SearchNode  # the node that was to be expanded
    added: tuple[SearchNode, ...]  # its new children in the order of the moves; or none
    values: tuple[float, ...]  # the UCB1 values of the new children
    node: SearchNode  # the best of them, or the leaf itself; the simulation starts here


class Simulation(NamedTuple):
    """What `simulate` did: one game played to its end; its positions are not added to the tree.

    >>> from c4lib import Board, TreeSearch
    >>> TreeSearch(Board(), rng=1).step().simulation.winner
    1
    """

    node: SearchNode  # the playout started from its position
    moves: tuple[Move, ...]  # empty if that position was terminal
    final: Game  # the finished game

    @property
    def winner(self) -> int | None:
        """The player who won the playout, or None for a draw."""
        return self.final.winner


class Backpropagation(NamedTuple):
    """What `backpropagate` did: one visit and a reward for every node on the way up.

    >>> from c4lib import Board, TreeSearch
    >>> update = TreeSearch(Board(), rng=1).step().backpropagation
    >>> update.rewards  # player 1 won; the root counts for player 2
    (1.0, 0.0)
    """

    path: tuple[SearchNode, ...]  # the nodes from the one simulated up to the root
    winner: int | None  # the player who won the playout, or None for a draw
    rewards: tuple[float, ...]  # what each node received, from its own viewpoint
    before: tuple[tuple[float, int], ...]  # (wins, visits) of each node before the update

    @property
    def after(self) -> tuple[tuple[float, int], ...]:
        """(wins, visits) of each node of the path after the update."""
        counts = zip(self.before, self.rewards)
        return tuple((wins + reward, visits + 1) for (wins, visits), reward in counts)


class Iteration(NamedTuple):
    """The four phases of one iteration.

    >>> from c4lib import Board, TreeSearch
    >>> [type(phase).__name__ for phase in TreeSearch(Board(), rng=1).step()]
    ['Selection', 'Expansion', 'Simulation', 'Backpropagation']
    """

    selection: Selection
    expansion: Expansion
    simulation: Simulation
    backpropagation: Backpropagation
