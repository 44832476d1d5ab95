"""P2, a lecture's pseudocode with a worked Hex example: no exploration term, and the root player's wins at every depth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from types import MappingProxyType

import numpy as np

from c4lib._tools import one_of
from c4lib.fast.search import FastSearch
from c4lib.node import SearchNode
from c4lib.phases import Backpropagation, Selection, Simulation, backpropagate, simulate
from c4lib.players import MCTSPlayer
from c4lib.published.mcts_class import chosen_quirks
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings

LECTURE = SearchSettings(c=0, unvisited=0.5, expand_at=0, viewpoint="root", distinct=True)
"""The lecture's choices with T = 0: no exploration term, so that the best child is the one with the best win rate (for
one without visits 1/2, as 0/1 < 0/0 < 1/1 asks); the children of a leaf are added at once, of moves to mirror images only
the first; wins are those of the player to move at the root, at every depth."""

LECTURE_WITH_PRIOR = replace(LECTURE, prior=1)
"""The lecture's other variant, T = 1: every new node starts with 1 win in 2 visits, which is another way to 1/2."""

LECTURE_QUIRKS = MappingProxyType(
    {
        "root not updated": "the loop on the way up ends before the root, which stays at 0 wins in 0 visits",
        "move not played": "the move of the picked child is not played before the simulation: it starts one move earlier",
    }
)
"""What the pseudocode does, and the lecture's own worked example does not, by name."""


# -------------------------------------------------------------------- the phases, word by word


def select_by_win_rate(root: SearchNode, settings: SearchSettings, rng: np.random.Generator) -> Selection:
    """`select` without the exploration term: it never asks for the visits of the parent, so the root may have none.

    >>> from c4lib import Board
    >>> root = SearchNode(Board())
    >>> children = [SearchNode(move=move, parent=root) for move in (2, 3)]
    >>> children[0].visits = 1  # and no win
    >>> select_by_win_rate(root, LECTURE, np.random.default_rng(1)).leaf
    SearchNode(move=3, wins=0, visits=0)
    """
    path, values = [root], []
    while children := path[-1].children:
        rates = tuple(child.mean if child.visits else settings.unvisited for child in children)
        best = [child for child, rate in zip(children, rates) if rate == max(rates)]
        path.append(best[int(rng.random() * len(best)) if len(best) > 1 else 0])
        values.append(rates)
    return Selection(tuple(path), tuple(values))


def simulate_without_the_move(node: SearchNode, settings: SearchSettings, rng: np.random.Generator) -> Simulation:
    """`simulate` from the position before the move of a picked child: the position of the leaf that was expanded.

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


def backpropagate_below_root(node: SearchNode, winner: int | None, settings: SearchSettings) -> Backpropagation:
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


PHASES = {
    "root not updated": {"select": select_by_win_rate, "backpropagate": backpropagate_below_root},
    "move not played": {"simulate": simulate_without_the_move},
}


# -------------------------------------------------------------------- the search


def lecture_phases(mended: str | Iterable[str] = ()) -> dict[str, object]:
    """The phases that the pseudocode does in its own way, for `TreeSearch(..., **lecture_phases())`.

    Args:
        mended: names of `LECTURE_QUIRKS` that are to be done right; with all of them nothing is left.

    >>> from c4lib import HexBoard
    >>> TreeSearch(HexBoard(), LECTURE, rng=1, **lecture_phases()).run(100).root
    SearchNode(move=None, wins=0, visits=0)
    >>> lecture_phases(mended=LECTURE_QUIRKS)
    {}
    """
    left = LECTURE_QUIRKS.keys() - chosen_quirks(mended, LECTURE_QUIRKS)
    return {name: phase for quirk in sorted(left) for name, phase in PHASES[quirk].items()}


def lecture_player(playouts: int, prior: int = 0, mended: str | Iterable[str] = ()) -> MCTSPlayer:
    """P2 as a player, for matches; with all quirks mended it is as fast as `FastSearch`.

    Without an exploration term it may be content with the first good move it has found, however many playouts it has.

    Args:
        playouts: how many for every move.
        prior: T, 0 or 1.
        mended: names of `LECTURE_QUIRKS` that are to be done right.

    >>> from c4lib import Board
    >>> player = lecture_player(playouts=200, mended=LECTURE_QUIRKS)
    >>> [player(Board.from_moves("051525"), np.random.default_rng(seed)) for seed in range(8)]  # column 3 wins at once
    [4, 3, 1, 3, 0, 5, 3, 4]
    """
    settings = (LECTURE, LECTURE_WITH_PRIOR)[one_of("prior", prior, (0, 1))]
    phases = lecture_phases(mended)
    return MCTSPlayer(playouts, settings=settings, search=partial(TreeSearch, **phases) if phases else FastSearch)
