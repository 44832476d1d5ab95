"""P2, a lecture's pseudocode with a worked Hex example: no exploration, the root player's wins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from types import MappingProxyType

import numpy as np

from c4lib.fast import any_search
from c4lib.node import SearchNode
from c4lib.phases import Backpropagation, Selection, Simulation, backpropagate, simulate
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings
from mctslab.players import MCTSPlayer, highest
from mctslab.published.deviations import chosen_deviations

LECTURE = SearchSettings(
    c=0, unvisited=0.5, expand_at=0, draw=0, viewpoint="root", distinct=True
)
"""The lecture's choices with T = 0. There is no exploration term: the best child is the one with
the best win rate, which is 1/2 for a child without visits, because 0/1 < 0/0 < 1/1. The children of
a leaf are added at once; of moves that lead to mirror images, only the first. Wins are those of the
player to move at the root, at every depth. The pseudo-code adds 1 for a win and nothing else, so a
draw counts 0; in the lecture's Hex there is none."""

LECTURE_WITH_PRIOR = replace(LECTURE, prior=1)
"""The lecture's other variant, T = 1: every new node starts with 1 win in 2 visits, and so with the
rate 1/2."""

LECTURE_DEVIATIONS = MappingProxyType(
    {
        "root not updated": "the loop on the way up ends before the root, which stays at 0 wins in 0 visits",
        "move not played": "the move of the picked child is not played before the simulation: it starts one move earlier",
    }
)
"""Where the pseudocode deviates from the lecture's own worked example, by name."""


# -------------------------------------------------------------------- the phases, word by word


def select_by_win_rate(
    root: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Selection:
    """`select` without the exploration term: the root may have no visits.

    >>> from c4lib import Board
    >>> root = SearchNode(Board())
    >>> children = [SearchNode(move=move, parent=root) for move in (2, 3)]
    >>> children[0].visits = 1  # and no win
    >>> select_by_win_rate(root, LECTURE, np.random.default_rng(1)).leaf
    SearchNode(move=3, wins=0, visits=0)
    """
    path, values = [root], []
    while children := path[-1].children:
        rates = {child: child.mean if child.visits else settings.unvisited for child in children}
        path.append(highest(rates, rng))
        values.append(tuple(rates.values()))
    return Selection(tuple(path), tuple(values))


def simulate_without_the_move(
    node: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Simulation:
    """`simulate` from before the move of the picked child: from the leaf that was expanded.

    A leaf that was not expanded, because the game is over there, is its own result.

    >>> from c4lib import Board
    >>> child = SearchNode(move=3, parent=SearchNode(Board.from_moves("001122")))  # it wins
    >>> simulate(child, LECTURE, np.random.default_rng(1)).moves
    ()
    >>> simulate_without_the_move(child, LECTURE, np.random.default_rng(1)).moves
    (3,)
    """
    parent = node.parent
    is_picked = parent is not None and not any(child.simulations for child in parent.children)
    return simulate(parent if is_picked else node, settings, rng)._replace(node=node)


def backpropagate_below_root(
    node: SearchNode, winner: int | None, settings: SearchSettings
) -> Backpropagation:
    """`backpropagate` to every node but the root.

    >>> from c4lib import Board
    >>> child = SearchNode(move=3, parent=SearchNode(Board()))
    >>> _ = backpropagate_below_root(child, winner=1, settings=LECTURE)
    >>> child, child.root
    (SearchNode(move=3, wins=1, visits=1), SearchNode(move=None, wins=0, visits=0))
    """
    update = backpropagate(node, winner, settings)
    root = update.path[-1]
    root.wins, root.visits = update.before[-1]
    return Backpropagation(update.path[:-1], winner, update.rewards[:-1], update.before[:-1])


DEVIATING_PHASES = {
    "root not updated": {"select": select_by_win_rate, "backpropagate": backpropagate_below_root},
    "move not played": {"simulate": simulate_without_the_move},
}


# -------------------------------------------------------------------- the search


def lecture_phases(fixed: str | Iterable[str] = ()) -> dict[str, object]:
    """The phases in which the pseudocode deviates, for `TreeSearch(..., **lecture_phases())`.

    Args:
        fixed: names of `LECTURE_DEVIATIONS` to be fixed; with all of them no phase is left.

    >>> from c4lib import HexBoard
    >>> TreeSearch(HexBoard(), LECTURE, rng=1, **lecture_phases()).run(100).root
    SearchNode(move=None, wins=0, visits=0)
    >>> lecture_phases(fixed=LECTURE_DEVIATIONS)
    {}
    """
    fixed = chosen_deviations(fixed, LECTURE_DEVIATIONS)
    phases = {}
    for deviation in sorted(LECTURE_DEVIATIONS.keys() - fixed):
        phases |= DEVIATING_PHASES[deviation]
    return phases


def lecture_player(playouts: int, prior: int = 0, fixed: str | Iterable[str] = ()) -> MCTSPlayer:
    """P2 as a player for matches; with all deviations fixed it runs `FastSearch`.

    Without an exploration term it may stay with the first good move it has found, however many
    playouts it has.

    Args:
        playouts: how many for every move.
        prior: T, a whole number; the lecture's traces have 0 and 1.
        fixed: names of `LECTURE_DEVIATIONS` to be fixed.

    Raises:
        ValueError: an argument is not allowed; the message names it.

    >>> from c4lib import Board
    >>> player = lecture_player(playouts=200, fixed=LECTURE_DEVIATIONS)
    >>> [player(Board.from_moves("051525"), np.random.default_rng(seed)) for seed in range(8)]  # column 3 wins at once
    [4, 3, 1, 3, 0, 5, 3, 4]
    """
    settings = replace(LECTURE, prior=prior)
    phases = lecture_phases(fixed)
    search = partial(TreeSearch, **phases) if phases else any_search
    return MCTSPlayer(playouts, settings=settings, search=search)
