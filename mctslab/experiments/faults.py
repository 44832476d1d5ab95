"""Searches with one fault each, and which tests of behaviour notice it.

A fault is a phase, or a search, that differs from the right one in a line or a letter. All searches
here start their nodes with T = 1, because one of the faults needs it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

import pandas as pd
from numpy.random import Generator, default_rng

from c4lib.board import Board
from c4lib.node import Move, SearchNode
from c4lib.phases import Selection, Simulation, backpropagate, expand, select, simulate, ucb1
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings
from mctslab.arena import play_match
from mctslab.arena.score import counts
from mctslab.experiments import threat
from mctslab.experiments.tables import GAMES_IN_ROW, Row, table_of
from mctslab.guided import descend
from mctslab.players import Player, mcts_player, random_player, rule_based_player

SETTINGS = SearchSettings(prior=1)
SEEDS = 100  # searches, or games, a cell
FAULT_PLAYOUTS = 100
FAULT_GAMES = 400
WIN = Board.from_moves("001122")  # X wins in column 3
THREAT = Board.from_moves("6051434136")  # O threatens column 2: all other moves lose

# -------------------------------------------------------------------- faults of selection


def select_by_own_visits(root: SearchNode, settings: SearchSettings, rng: Generator) -> Selection:
    """Under the logarithm stand the child's visits, not its parent's."""
    return descend(root, lambda node: ucb1(node.wins, node.visits, node.visits, settings.c), rng)


def select_by_root_visits(root: SearchNode, settings: SearchSettings, rng: Generator) -> Selection:
    """Under the logarithm stand the root's visits, at every depth."""
    return descend(root, lambda node: ucb1(node.wins, node.visits, root.visits, settings.c), rng)


def select_for_x(root: SearchNode, settings: SearchSettings, rng: Generator) -> Selection:
    """The counts are right, but O is sent where X does well."""

    def value(node: SearchNode) -> float:
        wins = node.wins if node.viewpoint == 1 else node.visits - node.wins
        return ucb1(wins, node.visits, node.parent.visits, settings.c)

    return descend(root, value, rng)


def select_with_own_luck(root: SearchNode, settings: SearchSettings, rng: Generator) -> Selection:
    """Ties are broken with a generator that nobody has seeded."""
    return select(root, settings, default_rng())


# -------------------------------------------------------------------- faults of expansion


def expand_with_prior_twice(leaf: SearchNode, settings: SearchSettings, rng: Generator):
    """T wins in 2T visits when the node is made, and once more when it is added."""
    expansion = expand(leaf, settings, rng)
    for child in expansion.added:
        child.wins += settings.prior
        child.visits += 2 * settings.prior
    return expansion


def expand_to_the_left(leaf: SearchNode, settings: SearchSettings, rng: Generator):
    """Of the new children, all equal, always the first is simulated."""
    expansion = expand(leaf, settings, rng)
    if expansion.added:
        return expansion._replace(node=expansion.added[0])
    return expansion


# -------------------------------------------------------------------- faults of the playout


def simulate_past_the_end(node: SearchNode, settings: SearchSettings, rng: Generator) -> Simulation:
    """Nobody asks whether the game is over at the new node: a playout has another winner."""
    if not node.game.is_terminal:
        return simulate(node, settings, rng)
    elsewhere = SearchNode(Board())
    simulation = simulate(elsewhere, settings, rng)
    return simulation._replace(node=node, moves=())


def simulate_from_the_parent(
    node: SearchNode, settings: SearchSettings, rng: Generator
) -> Simulation:
    """The new node's move is never played on the board that is simulated."""
    above = node.parent or node
    simulation = simulate(above, settings, rng)
    return simulation._replace(node=node)


def playout(
    node: SearchNode,
    settings: SearchSettings,
    rng: Generator,
    place: Callable[[float, int], int],
    most: float = math.inf,
) -> Simulation:
    """A playout of at most so many moves; `place` says which of n a random number draws."""
    game = node.game
    moves = []
    while not game.is_terminal and len(moves) < most:
        legal = game.legal_moves()
        number = place(rng.random(), len(legal))
        moves.append(legal[number])
        game = game.play(legal[number])
    return Simulation(node, tuple(moves), game)


# A playout is broken off after ten moves, and counts as a draw then.
simulate_ten_moves = partial(playout, place=lambda luck, n: int(luck * n), most=10)

# One too few: of the legal moves, the last is drawn only if it is the only one.
simulate_without_the_last = partial(playout, place=lambda luck, n: int(luck * max(1, n - 1)))

# Digit 7 becomes move 0 of seven, 8 becomes 1, 9 becomes 2: these are drawn twice as often.
simulate_by_digits = partial(playout, place=lambda luck, n: int(luck * 10) % n)


class NoDraws(Simulation):
    """A playout that whoever moved last has won, also where that move has only filled the board."""

    @property
    def winner(self) -> int:
        """Who moved last."""
        return 3 - self.final.to_move


def simulate_without_draws(
    node: SearchNode, settings: SearchSettings, rng: Generator
) -> Simulation:
    """The moves are random, and the result is wrong when it should be a draw."""
    return NoDraws(*simulate(node, settings, rng))


def simulate_once(node: SearchNode, settings: SearchSettings, rng: Generator) -> Simulation:
    """The first playout from a node is kept there, and taken for every later one from this node."""
    if not hasattr(node, "playout"):
        node.playout = simulate(node, settings, rng)
    return node.playout


def simulate_with_seed(node: SearchNode, settings: SearchSettings, rng: Generator) -> Simulation:
    """Every playout begins with the same random numbers."""
    return simulate(node, settings, default_rng(0))


# -------------------------------------------------------------------- faults of backpropagation


def backpropagate_for_one(node: SearchNode, winner: int | None, settings: SearchSettings):
    """Every node gets the same reward, that of the player to move at the root."""
    update = backpropagate(node, winner, settings)
    agent = node.root.game.to_move
    for passed, reward in zip(update.path, update.rewards):
        passed.wins += settings.reward(winner, agent) - reward
    return update


def backpropagate_draws_as_losses(node: SearchNode, winner: int | None, settings: SearchSettings):
    """Who has not won has lost: a draw is worth nothing."""
    update = backpropagate(node, winner, settings)
    if winner is None:
        for passed, reward in zip(update.path, update.rewards):
            passed.wins -= reward
    return update


# -------------------------------------------------------------------- faults around the loop


def ten_a_leaf(
    game: Board, settings: SearchSettings, rng: Generator, simulate: Callable = simulate
) -> TreeSearch:
    """No fault: a leaf gets ten playouts before its children, so that nodes are simulated again."""
    return TreeSearch(game, replace(settings, expand_at=10), rng, simulate=simulate)


class PlaysByUcb1(TreeSearch):
    """The move played is the one that the next iteration would explore."""

    def best_move(self) -> Move:
        """The highest UCB1 value, in place of the most visits."""
        values = self.ucb1
        return max(values, key=values.get)


class KeepsOldCounts(TreeSearch):
    """The counts of the last turn, two discs ago, were not set back to zero."""

    def run(self, playouts: int) -> KeepsOldCounts:
        """All playouts; then the root's children have the counts of the last turn on top."""
        super().run(playouts)
        moves = self.game.moves
        if len(moves) < 2:
            return self
        board = Board.from_moves(moves[:-2])
        before = TreeSearch(board, self.settings, self.rng).run(playouts)
        for child in self.root.children:
            visits = before.visits.get(child.move, 0)
            mean = before.means.get(child.move, 0)
            child.visits += visits
            child.wins += visits * mean
        return self


# -------------------------------------------------------------------- the museum

FIRST_ROOM = {  # those that a condition names
    "one viewpoint": partial(TreeSearch, backpropagate=backpropagate_for_one),
    "wrong player selects": partial(TreeSearch, select=select_for_x),
    "the child's N": partial(TreeSearch, select=select_by_own_visits),
    "the root's N": partial(TreeSearch, select=select_by_root_visits),
    "end not seen": partial(TreeSearch, simulate=simulate_past_the_end),
    "not simulated": partial(TreeSearch, simulate=simulate_from_the_parent),
    "playout broken off": partial(TreeSearch, simulate=simulate_ten_moves),
    "prior twice": partial(TreeSearch, expand=expand_with_prior_twice),
    "draws are losses": partial(TreeSearch, backpropagate=backpropagate_draws_as_losses),
    "old counts kept": KeepsOldCounts,
    "plays by UCB1": PlaysByUcb1,
}
SECOND_ROOM = {  # those that none names (but "draws are wins", where the tree reaches a full board)
    "last move never drawn": partial(TreeSearch, simulate=simulate_without_the_last),
    "random digits": partial(TreeSearch, simulate=simulate_by_digits),
    "same luck each time": partial(TreeSearch, simulate=simulate_with_seed),
    "luck of its own": partial(TreeSearch, select=select_with_own_luck),
    "first child first": partial(TreeSearch, expand=expand_to_the_left),
    "draws are wins": partial(TreeSearch, simulate=simulate_without_draws),
    "result reused": partial(ten_a_leaf, simulate=simulate_once),
}
RIGHT = {"correct": TreeSearch, "correct (ten a leaf)": ten_a_leaf}
COMPARED_WITH = dict.fromkeys((*FIRST_ROOM, *SECOND_ROOM), "correct")
COMPARED_WITH["result reused"] = "correct (ten a leaf)"
MUSEUM = RIGHT | FIRST_ROOM | SECOND_ROOM


def searched(name: str, board: Board, seed: object, playouts: int) -> TreeSearch:
    """The search of that name in the museum, after so many playouts.

    >>> searched("plays by UCB1", WIN, seed=1, playouts=100).best_move()  # column 3 wins
    4
    """
    return MUSEUM[name](board, SETTINGS, default_rng(seed)).run(playouts)


# -------------------------------------------------------------------- tests of behaviour


def _player(name: str, playouts: int) -> Player:
    return lambda board, rng: searched(name, board, rng, playouts).best_move()


def _plays(board: Board, move: Move, playouts: int, name: str) -> list[int]:
    player = _player(name, playouts)
    return [int(player(board, seed) == move) for seed in range(SEEDS)]


def _beats_random(name: str) -> Sequence[float]:
    return play_match(_player(name, 40), random_player, SEEDS).results


def _beats_fewer(name: str) -> Sequence[float]:
    return play_match(_player(name, 80), _player(name, 15), SEEDS).results


TESTS = {  # each gives results, or 1 and 0
    "beats a random player": _beats_random,
    "more playouts beat fewer": _beats_fewer,
    "opens in the middle": partial(_plays, Board(), 3, 500),
    "takes a win in one": partial(_plays, WIN, 3, 100),
    "blocks a threat": partial(_plays, THREAT, 2, 400),
}


def museum(jobs: int) -> pd.DataFrame:
    """What every search of the museum reaches in five tests of behaviour, 100 times each.

    (Of "luck of its own" nobody can repeat the row: that is its fault.)
    """
    return table_of(_cell, product(MUSEUM, TESTS), "cells", jobs)


def _cell(name: str, test: str) -> Row:
    return {"fault": name, "test": test} | counts(TESTS[test](name))


# -------------------------------------------------------------------- a fault against the right search


def fault_matches(jobs: int) -> pd.DataFrame:
    """Every fault against the correct search, 100 playouts each: 400 games, in rows of 40."""
    groups = range(FAULT_GAMES // GAMES_IN_ROW)
    return table_of(fault_match, product(COMPARED_WITH, groups), "rows", jobs)


def fault_match(name: str, group: int) -> Row:
    """The row of one group of games, with the group as their seed."""
    expand_at = 1
    if COMPARED_WITH[name] != "correct":
        expand_at = 10
    right = mcts_player(FAULT_PLAYOUTS, prior=SETTINGS.prior, expand_at=expand_at)
    wrong = _player(name, FAULT_PLAYOUTS)
    match = play_match(wrong, right, GAMES_IN_ROW, seed=group)
    return {"fault": name, "group": group} | counts(match.results)


# -------------------------------------------------------------------- one viewpoint: who notices it

VIEWPOINTS = {"right": "mover", "mistaken": "root"}
OPPONENT_TAKES = {  # the largest of this
    "largest UCB1": lambda mean, bonus: mean + bonus,
    "smallest UCB1": lambda mean, bonus: -mean - bonus,
    "smallest mean": lambda mean, bonus: -mean,
    "smallest mean minus bonus": lambda mean, bonus: bonus - mean,
}
RIVALS = {"random player": random_player, "rule-based player": rule_based_player}
VIEWPOINT_TESTS = (  # the test, its playouts, its rows, and who takes it
    ("random player", 50, 20, VIEWPOINTS),
    ("opening", 600, 60, VIEWPOINTS),
    ("rule-based player", 200, 20, VIEWPOINTS),
    ("mistaken twin", 50, 20, ["right"]),
    ("mistaken twin", 200, 20, ["right"]),
    ("mistaken twin", 800, 20, ["right"]),
    ("threat", 560, 4, OPPONENT_TAKES),
)


def viewpoint_tests(jobs: int) -> pd.DataFrame:
    """What tells one viewpoint for all from the mover's; a row has 100 games or searches."""
    cells = []
    for test, playouts, groups, names in VIEWPOINT_TESTS:
        cells += product([test], [playouts], names, range(groups))
    return table_of(viewpoint_row, cells, "rows", jobs)


def viewpoint_row(test: str, playouts: int, name: str, group: int) -> Row:
    """The row of one group of seeds.

    >>> viewpoint_row("opening", 50, "mistaken", 0)["wins"]  # that open in the middle
    28
    """
    seeds = range(group * SEEDS, (group + 1) * SEEDS)
    if test == "threat":
        results = [_blocks(name, playouts, seed) for seed in seeds]
    elif test == "opening":
        results = [_opens_in_the_middle(name, playouts, seed) for seed in seeds]
    else:
        player = _with_viewpoint(name, playouts)
        other = RIVALS.get(test) or _with_viewpoint("mistaken", playouts)
        results = play_match(player, other, SEEDS, seed=group).results
    names = {"test": test, "playouts": playouts, "search": name, "group": group}
    return names | counts(results)


def _blocks(rule: str, playouts: int, seed: int) -> int:
    search = one_viewpoint(rule, seed).run(playouts)
    return int(search.best_move() == threat.BLOCK)


def _opens_in_the_middle(name: str, playouts: int, seed: int) -> int:
    player = _with_viewpoint(name, playouts)
    return int(player(Board(), default_rng(seed)) == 3)


def _with_viewpoint(name: str, playouts: int) -> Player:
    return mcts_player(playouts, viewpoint=VIEWPOINTS[name])


def one_viewpoint(rule: str, seed: int) -> TreeSearch:
    """A search of the threat with one viewpoint, whose opponent takes what `rule` says.

    >>> one_viewpoint("smallest mean", seed=1).run(280).best_move()
    6
    """
    select = partial(_select_by, OPPONENT_TAKES[rule])
    back = backpropagate_for_one
    return TreeSearch(threat.THREAT, rng=seed, select=select, backpropagate=back)


def _select_by(
    opponents: Callable[[float, float], float],
    root: SearchNode,
    settings: SearchSettings,
    rng: Generator,
) -> Selection:
    def value(node: SearchNode) -> float:
        if not node.visits:
            return math.inf
        bonus = ucb1(0, node.visits, node.parent.visits, settings.c)
        if node.viewpoint == root.game.to_move:
            return node.mean + bonus
        return opponents(node.mean, bonus)

    return descend(root, value, rng)
