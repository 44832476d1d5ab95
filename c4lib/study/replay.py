"""One iteration whose choices are given: what a lecture or a paper did, done again by a search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from c4lib._tools.arguments import one_of
from c4lib.phases import Expansion, Iteration, Selection, Simulation

if TYPE_CHECKING:
    from c4lib.node import Game, Move, SearchNode
    from c4lib.search import TreeSearch

MOST_POSITIONS = 100_000  # to look at for a playout with the wanted winner


def replay(
    search: TreeSearch,
    path: Iterable[Move],
    winner: int | None,
    playout: Iterable[Move] | None = None,
) -> Iteration:
    """What the four phases of the `search` did in one iteration whose choices are given.

    It counts like any other, but draws nothing from `search.rng`: between children of equal value
    the `path` chooses.

    Args:
        search: what is searched; its own `select`, `expand`, `simulate`, `backpropagate` are called.
        path: the moves of selection and expansion, from the root down to the node that is
            simulated.
        winner: of the playout: 1, 2, or None for a draw.
        playout: its moves; by default the first ones, in the order of the moves, that make `winner`
            win.

    Raises:
        ValueError: the search would not have gone this way, the result is impossible, or the search
            cannot go on; nothing is changed.

    >>> from c4lib import Board, TreeSearch
    >>> replay(TreeSearch(Board()), [2], winner=1).expansion.node
    SearchNode(move=2, wins=1, visits=1)
    """
    search.check_can_go_on()
    if isinstance(path, str) or not isinstance(path, Iterable):
        raise ValueError(
            f"path must be a list of moves, from the root down to the simulated node, not {path!r}"
        )
    one_of("winner", winner, (1, 2, None))
    left = list(path)
    selection = _selection(search, left)
    with at_work(search, "expand"):
        expansion = search.expand(selection.leaf, search.settings, ScriptedNumbers())
    try:
        node = _simulated(expansion, left)
        simulation = _simulation(search, node, winner, playout)
    except BaseException:  # nothing is counted yet: a refused script leaves no trace
        for child in expansion.added:
            child.parent = None
        raise
    with at_work(search, "backpropagate"):
        backpropagation = search.backpropagate(node, winner, search.settings)
        search.finish(node, simulation)
    return Iteration(selection, expansion._replace(node=node), simulation, backpropagation)


@contextmanager
def at_work(search: TreeSearch, phase: str) -> Iterator[None]:
    """The phase is at work in the block; if the block breaks off, the search cannot go on."""
    search.under_way = phase
    yield
    search.under_way = None


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


# -------------------------------------------------------------------- selection and expansion


def _selection(search: TreeSearch, left: list[Move]) -> Selection:
    """The way along the path as far as the tree goes; what is `left` are the moves after it."""
    nodes = [search.root]
    values = []
    # At every node `select` is asked only for the values of the children; the script takes one of
    # the best.
    while True:
        with at_work(search, "select"):
            step = search.select(nodes[-1], search.settings, ScriptedNumbers()).values
        if not step:
            return Selection(tuple(nodes), tuple(values))
        nodes.append(_best_child(nodes[-1].children, step[0], left))
        values.append(step[0])


def _simulated(expansion: Expansion, left: list[Move]) -> SearchNode:
    """The node to simulate from: the child of the move that is left, or else the leaf."""
    node = expansion.leaf
    if expansion.added:
        node = _best_child(expansion.added, expansion.values, left)
    if left:
        why = f"{_named(node)} has no children, so {left[0]!r} cannot follow"
        raise ValueError(f"the path is too long: {why}")
    return node


def _best_child(
    children: Sequence[SearchNode], values: Sequence[float], left: list[Move]
) -> SearchNode:
    """The child of the next move; ValueError unless its value is the highest."""
    moves = [child.move for child in children]
    parent = _named(children[0].parent)
    if not left:
        raise ValueError(f"the path is too short: one of {moves} must follow, below {parent}")
    move = left.pop(0)
    if move not in moves:
        raise ValueError(f"{move!r} is not in the tree: below {parent} there are {moves}")
    index = moves.index(move)
    if values[index] != max(values):
        text = ", ".join(f"{other} {value:.4g}" for other, value in zip(moves, values))
        raise ValueError(f"below {parent}, {move!r} is not among the best; the values are {text}")
    return children[index]


def _named(node: SearchNode) -> str:
    return f"the node of moves {list(node.moves)}" if node.moves else "the root"


# -------------------------------------------------------------------- simulation


def _simulation(
    search: TreeSearch, node: SearchNode, winner: int | None, playout: Iterable[Move] | None
) -> Simulation:
    """The search's own simulation with the random numbers that make it play the `playout`."""
    game = node.game
    if game.is_terminal and game.winner != winner:
        raise ValueError(f"the game is over there, and its winner is {game.winner}, not {winner}")
    moves = _playout_won_by(game, winner) if playout is None else list(playout)
    numbers = []
    for move in moves:
        legal = game.legal_moves()
        game = game.play(move)
        numbers.append((legal.index(move) + 0.5) / len(legal))
    if not game.is_terminal:
        raise ValueError(f"the playout {moves} ends before the game is over")
    if game.winner != winner:
        raise ValueError(f"the winner of the playout {moves} is {game.winner}, not {winner}")
    with at_work(search, "simulate"):
        simulation = search.simulate(node, search.settings, ScriptedNumbers(numbers))
    if simulation.winner != winner:
        made = f"this search's own simulate made {simulation.winner} the winner"
        raise ValueError(f"{made}, not {winner}")
    return simulation


def _playout_won_by(game: Game, winner: int | None) -> list[Move]:
    """The first playout with this winner, in the order of the moves."""
    seen = set()
    moves = _first_playout(game, winner, seen)
    if moves is None:
        among = f"was found among {len(seen):,} positions"
        raise ValueError(f"no playout from there with the winner {winner} {among}\n{game}")
    return moves


def _first_playout(game: Game, winner: int | None, seen: set[Game]) -> list[Move] | None:
    """The same by a search in depth that looks at every position once; None if there is none."""
    if game.is_terminal:
        return [] if game.winner == winner else None
    if game in seen or len(seen) == MOST_POSITIONS:
        return None
    seen.add(game)
    for move in game.legal_moves():
        rest = _first_playout(game.play(move), winner, seen)
        if rest is not None:
            return [move, *rest]
    return None
