"""One iteration whose choices are given: what a lecture or a paper did, done again by the four
phases of a search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from c4lib._tools import one_of
from c4lib.phases import Expansion, Iteration, Selection, Simulation

if TYPE_CHECKING:
    from c4lib.node import Game, Move, SearchNode
    from c4lib.search import TreeSearch

MOST_POSITIONS = 100_000  # to look at for a playout with the wanted winner


class ScriptedNumbers(np.random.Generator):
    """A generator whose next random numbers are given; those after them come from seed 0.

    >>> rng = ScriptedNumbers([0.25, 0.75])
    >>> rng.random(), rng.random()
    (0.25, 0.75)
    """

    def __init__(self, numbers: Iterable[float] = ()) -> None:
        super().__init__(np.random.PCG64(0))
        self.numbers = iter(numbers)

    def random(self, *size: object, **options: object) -> float | np.ndarray:
        number = None if size or options else next(self.numbers, None)
        return super().random(*size, **options) if number is None else number


def replay(
    search: TreeSearch,
    path: Iterable[Move],
    winner: int | None,
    playout: Iterable[Move] | None = None,
) -> Iteration:
    """Run one iteration of the `search` whose choices are given, by its own four phases; what they
    did.

    It counts like any other, but draws nothing from `search.rng`: between children of equal value
    the `path` chooses.

    Args:
        search: what is searched.
        path: the moves of selection and expansion, from the root down to the node that is
            simulated.
        winner: of the playout: 1, 2, or None for a draw.
        playout: its moves; by default the first ones, in the order of the moves, that make `winner`
            win.

    Raises:
        ValueError: the search would not have gone this way, the result is impossible, or nothing is
            left to search; nothing is changed.

    >>> from c4lib import Board, TreeSearch
    >>> replay(TreeSearch(Board()), [2], winner=1).expansion.node
    SearchNode(move=2, wins=1, visits=1)
    """
    search.check_not_done()
    selection, expansion, simulation = scripted_phases(search, path, winner, playout)
    backpropagation = search.backpropagate(expansion.node, winner, search.settings)
    search.finish(expansion.node, simulation)
    return Iteration(selection, expansion, simulation, backpropagation)


def scripted_phases(
    search: TreeSearch,
    path: Iterable[Move],
    winner: int | None,
    playout: Iterable[Move] | None = None,
) -> tuple[Selection, Expansion, Simulation]:
    """What the first three phases of the `search` do when they follow the script; nothing is
    counted yet.

    All random numbers come from a generator of their own, not from the search's. Among equal
    children the script chooses.

    Args:
        search: what is searched; its own `select`, `expand` and `simulate` are called.
        path: the moves of selection and expansion, from the root down to the node that is
            simulated.
        winner: 1, 2, or None for a draw.
        playout: the moves of the playout; by default the first ones, in the order of the moves,
            that make `winner` win.

    Raises:
        ValueError: the search would not have gone this way, or no playout from there has this
            winner; nothing is changed.

    >>> from c4lib import Board, TreeSearch
    >>> _, expansion, simulation = scripted_phases(TreeSearch(Board()), [3], winner=2)
    >>> expansion.node, simulation.winner
    (SearchNode(move=3, wins=0, visits=0), 2)
    """
    if isinstance(path, str) or not isinstance(path, Iterable):
        raise ValueError(
            f"path must be a list of moves, from the root down to the simulated node, not {path!r}"
        )
    one_of("winner", winner, (1, 2, None))
    selection, left = _selection(search, list(path))
    expansion = search.expand(selection.leaf, search.settings, ScriptedNumbers())
    try:
        node = _simulated(expansion, left)
        numbers = _numbers_for(node.game, winner, playout)
        simulation = search.simulate(node, search.settings, ScriptedNumbers(numbers))
        if simulation.winner != winner:
            raise ValueError(
                f"this search's own simulate made {simulation.winner} the winner, not {winner}"
            )
    except BaseException:
        for child in expansion.added:
            child.parent = None
        raise
    return selection, expansion._replace(node=node), simulation


# -------------------------------------------------------------------- selection and expansion


def _selection(search: TreeSearch, path: list[Move]) -> tuple[Selection, list[Move]]:
    """The way along the `path` as far as the tree goes, and the moves that are left."""
    nodes, values = [search.root], []
    # At every node `select` is asked only for the values of the children; the script takes one of
    # the best.
    while step := search.select(nodes[-1], search.settings, ScriptedNumbers()).values:
        if len(values) == len(path):
            raise ValueError(
                f"the path {path} is too short: there are children below {_named(nodes[-1])}"
            )
        nodes.append(_best_child(nodes[-1].children, step[0], path[len(values)]))
        values.append(step[0])
    left = path[len(values) :]
    if len(left) > 1:
        only = "has no children yet, so only one move can follow"
        raise ValueError(f"the path {path} is too long: {_named(nodes[-1])} {only}")
    return Selection(tuple(nodes), tuple(values)), left


def _simulated(expansion: Expansion, left: list[Move]) -> SearchNode:
    """The node to simulate from: the child of the one move left, or the leaf if no children were
    added.
    """
    leaf = expansion.leaf
    if expansion.added and left:
        return _best_child(expansion.added, expansion.values, left[0])
    if expansion.added:
        moves = [child.move for child in expansion.added]
        raise ValueError(
            f"the path is too short: {_named(leaf)} is expanded, so one of {moves} must follow"
        )
    if left:
        why = (
            "the game is over there"
            if leaf.game.is_terminal
            else f"it has had {leaf.simulations} simulations"
        )
        raise ValueError(
            f"the path is too long: {_named(leaf)} is not expanded ({why}), so {left[0]!r} cannot follow"
        )
    return leaf


def _best_child(children: Sequence[SearchNode], values: Sequence[float], move: Move) -> SearchNode:
    """The child of this move; ValueError unless its value is the highest."""
    moves, parent = [child.move for child in children], _named(children[0].parent)
    if move not in moves:
        raise ValueError(f"{move!r} is not in the tree: below {parent} there are {moves}")
    index = moves.index(move)
    if values[index] != max(values):
        shown = ", ".join(f"{other} {value:.4g}" for other, value in zip(moves, values))
        raise ValueError(f"below {parent}, {move!r} is not among the best; the values are {shown}")
    return children[index]


def _named(node: SearchNode) -> str:
    moves = [above.move for above in node.path[1:]]
    return f"the node of moves {moves}" if moves else "the root"


# -------------------------------------------------------------------- simulation


def _numbers_for(game: Game, winner: int | None, playout: Iterable[Move] | None) -> list[float]:
    """The random numbers that make `simulate` play the `playout`; ValueError unless this `winner`
    wins it.
    """
    if game.is_terminal and game.winner != winner:
        raise ValueError(f"the game is over there, and its winner is {game.winner}, not {winner}")
    moves, numbers = list(_found(game, winner) if playout is None else playout), []
    for move in moves:
        legal, game = game.legal_moves(), game.play(move)
        numbers.append((legal.index(move) + 0.5) / len(legal))
    if not game.is_terminal:
        raise ValueError(f"the playout {moves} ends before the game is over")
    if game.winner != winner:
        raise ValueError(f"the winner of the playout {moves} is {game.winner}, not {winner}")
    return numbers


def _found(game: Game, winner: int | None) -> tuple[Move, ...]:
    """The first playout with this winner, in the order of the moves."""
    seen: set[Game] = set()
    if (moves := _first_playout(game, winner, seen)) is None:
        among = (
            ""
            if len(seen) < MOST_POSITIONS
            else f" was found among {MOST_POSITIONS:,} positions: name its moves"
        )
        raise ValueError(f"no playout from there with the winner {winner}{among}\n{game}")
    return moves


def _first_playout(game: Game, winner: int | None, seen: set[Game]) -> tuple[Move, ...] | None:
    """The same by a search in depth that looks at every position once; None if there is none among
    the most allowed.
    """
    if game.is_terminal:
        return () if game.winner == winner else None
    if game in seen or len(seen) == MOST_POSITIONS:
        return None
    seen.add(game)
    for move in game.legal_moves():
        if (rest := _first_playout(game.play(move), winner, seen)) is not None:
            return (move, *rest)
    return None
