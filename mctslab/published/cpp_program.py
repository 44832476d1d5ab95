"""P4, a C++ program with a report: plain UCT that plays the highest mean, and keeps its tree."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial
from types import MappingProxyType

import numpy as np

from c4lib.board import Board
from c4lib.fast import any_search
from c4lib.node import Game, SearchNode
from c4lib.phases import Selection, Simulation, simulate, ucb1
from c4lib.search import Search, TreeSearch
from c4lib.settings import SearchSettings
from mctslab.players import MCTSPlayer
from mctslab.published.deviations import chosen_deviations, deviation_words

PROGRAM = SearchSettings(choose="mean")
"""The program's choices: w/n + sqrt(2 ln N / n), a draw is 0.5, wins are those of the player who
moved into the node, and the move of highest mean is played. All but the last are the defaults.

The program adds one unexplored child at a time, each with the same probability. Our searches add
all children at once and, since `unvisited` is infinite, visit each of them, in random order, before
they visit any twice. The result is the same: the same random choices give the same visited nodes
with the same counts. A leaf gets its first child at its second visit: here because of
`expand_at=1`, there because its first visit is the one that creates it. Only what has not been
visited differs: our tree already has the other children of a node, without visits, so its
`node_count` is larger."""

PROGRAM_DEVIATIONS = MappingProxyType(
    {
        "searches twice": "if it begins, it searches twice before its first move: once before the game loop, once in it",
        "opponent's time": "it runs as many iterations again while it is the opponent's turn, and keeps them",
        "last disc": "a full board is a draw, even if the last disc has completed four",
        "rightmost": "of columns with the same value the rightmost is taken, in the tree and on the board",
        "single precision": "a node's points are a C `float`, so that its mean has about seven digits",
    }
)
"""Where it deviates from the usual search, by name; the last three belong to `ProgramSearch`, the
others are habits of `ProgramPlayer`."""

IN_THE_SEARCH = frozenset(("last disc", "rightmost", "single precision"))


# -------------------------------------------------------------------- the search


def value(node: SearchNode, fixed: Iterable[str] = ()) -> float:
    """The node's points / games; in single precision unless that is fixed.

    >>> node = SearchNode(Board())
    >>> node.wins, node.visits = 1, 3
    >>> value(node), value(node, fixed=["single precision"])
    (0.3333333432674408, 0.3333333333333333)
    """
    return node.mean if "single precision" in fixed else float(np.float32(node.mean))


def ucb_value(
    node: SearchNode, settings: SearchSettings = PROGRAM, fixed: Iterable[str] = ()
) -> float:
    """`value` plus the bonus of UCB1; infinity without visits."""
    bonus = ucb1(0, node.visits, node.parent.visits, settings.c)
    return value(node, fixed) + bonus if node.visits else math.inf


def select_as_program(
    root: SearchNode,
    settings: SearchSettings,
    rng: np.random.Generator,
    fixed: Iterable[str] = (),
) -> Selection:
    """`select` by `ucb_value`; of visited children with the same value the rightmost is taken.

    Of unvisited ones any is.

    >>> root = SearchNode(Board())
    >>> for move in (2, 3, 4):
    ...     SearchNode(move=move, parent=root).visits = 1
    >>> root.visits = 3
    >>> select_as_program(root, PROGRAM, np.random.default_rng(1)).leaf
    SearchNode(move=4, wins=0, visits=1)
    """
    path, values = [root], []
    while children := path[-1].children:
        values.append(tuple(ucb_value(child, settings, fixed) for child in children))
        highest = max(values[-1])
        best = [child for child, value in zip(children, values[-1]) if value == highest]
        if "rightmost" not in fixed and highest < math.inf:
            best = best[-1:]
        path.append(best[0] if len(best) == 1 else best[int(rng.random() * len(best))])
    return Selection(tuple(path), tuple(values))


def is_drawn(board: Board) -> bool:
    """Whether the program calls it a draw: the board is full, whoever has four.

    >>> is_drawn(Board.from_moves("0123", rows=1, columns=4))
    True
    """
    return bool(board.cells.all())


class _ProgramSimulation(Simulation):
    """A playout whose winner is nobody if the board is full."""

    @property
    def winner(self) -> int | None:
        winner = self.final.winner
        return None if winner and is_drawn(self.final) else winner


def simulate_last_disc_drawn(
    node: SearchNode, settings: SearchSettings, rng: np.random.Generator
) -> Simulation:
    """`simulate`, but a full board is a draw.

    >>> node = SearchNode(Board.from_moves("0212013", 2, 4, 3))  # the last disc makes three
    >>> [phase(node, PROGRAM, np.random.default_rng(1)).winner for phase in (simulate, simulate_last_disc_drawn)]
    [2, None]
    """
    return _ProgramSimulation(*simulate(node, settings, rng))


class ProgramSearch(TreeSearch):
    """The program's search, phase by phase; the same random numbers give the program's tree.

    Args:
        game: the position to search.
        settings: the choices; the program's are `PROGRAM`.
        rng: a `numpy.random.Generator` or an int seed.
        fixed: names of `PROGRAM_DEVIATIONS` to be fixed; here the last three matter.

    >>> ProgramSearch(Board(), rng=1).run(500).best_move(), any_search(Board(), PROGRAM, 1).run(500).best_move()
    (4, 3)
    """

    def __init__(
        self,
        game: Game,
        settings: SearchSettings = PROGRAM,
        rng: np.random.Generator | int | None = None,
        fixed: str | Iterable[str] = (),
    ) -> None:
        self.fixed = chosen_deviations(fixed, PROGRAM_DEVIATIONS)
        phases = {}
        if not {"rightmost", "single precision"} <= self.fixed:
            phases["select"] = partial(select_as_program, fixed=self.fixed)
        if "last disc" not in self.fixed:
            phases["simulate"] = simulate_last_disc_drawn
        super().__init__(game, settings, rng, **phases)

    def _merit(self, child: SearchNode) -> tuple[float, int]:
        mean = value(child, self.fixed) if child.visits else -math.inf
        return mean, child.visits if "rightmost" in self.fixed else child.move


# -------------------------------------------------------------------- the player


class ProgramPlayer(MCTSPlayer):
    """P4 as a player for matches, with all that it keeps and thinks between its moves.

    Args:
        iterations: how many for every search.
        fixed: names of `PROGRAM_DEVIATIONS` to be fixed; with those `IN_THE_SEARCH` it runs
            `FastSearch`.

    Raises:
        ValueError: an argument is not allowed; or, when playing, the game is over.

    >>> player = ProgramPlayer(iterations=500)
    >>> player(Board(), np.random.default_rng(1))
    3
    >>> player.last_search.iterations, round(player.last_search.means[3], 2)  # the "move rating" of that column
    (1000, 0.64)
    """

    def __init__(self, iterations: int, fixed: str | Iterable[str] = ()) -> None:
        self.fixed = chosen_deviations(fixed, PROGRAM_DEVIATIONS)
        is_fast = self.fixed >= IN_THE_SEARCH
        search = any_search if is_fast else partial(ProgramSearch, fixed=self.fixed)
        super().__init__(iterations, settings=PROGRAM, search=search, keep_tree=True)

    def _begun(self, game: Board, rng: np.random.Generator) -> Search:
        """A new search; before the first moves of a game the program has run one already."""
        if not game.cells.any():
            search = super()._begun(game, rng)
            return search if "searches twice" in self.fixed else search.run(self.playouts)
        if game.moves is None or "opponent's time" in self.fixed:
            return super()._begun(game, rng)
        before = Board.from_moves(game.moves[:-1], game.rows, game.columns, game.connect)
        return self._answered(super()._begun(before, rng), game.moves[-1])

    def _answered(self, search: Search, reply: int) -> Search:
        """The `search` after the opponent's `reply`, before which the program has thought on."""
        if "opponent's time" not in self.fixed:
            search.run(self.playouts)
        return super()._answered(search, reply)

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        what = deviation_words(self.fixed, PROGRAM_DEVIATIONS)
        return f"C++ program{what}, {self.playouts:,} iterations"
