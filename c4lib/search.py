"""Monte Carlo Tree Search: what every search can do, and the readable search, which runs the four
phases.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from c4lib._tools import generator_of, interrupts_held, progress_bar, real_number, whole_number
from c4lib.node import Game, Move, SearchNode
from c4lib.phases import (
    Iteration,
    Simulation,
    backpropagate,
    expand,
    mark_proofs,
    select,
    simulate,
    ucb1,
)
from c4lib.settings import SearchSettings

if TYPE_CHECKING:
    import pandas as pd


class Search(ABC):
    """What every search can do, whatever it keeps its tree in.

    Attributes:
        settings: the `SearchSettings`.
        rng: the `numpy.random.Generator` that all random choices come from.
        game: the position at the root.
        root: the root of the tree, an anytree node; it has no children before the first iteration.
        iterations: how many iterations made the statistics of the root.
        history: of every iteration, the node simulated from and the playout; None where a search
            does not keep them.

    >>> from c4lib import Board, TreeSearch
    >>> search = TreeSearch(Board(), rng=1).run(100)
    >>> search.visits
    {0: 14, 1: 8, 2: 8, 3: 24, 4: 12, 5: 15, 6: 19}
    >>> search.means[5], round(search.ucb1[5], 4)
    (0.6666666666666666, 1.4503)
    """

    root: SearchNode
    history: list[tuple[SearchNode, Simulation]] | None = None

    def __init__(
        self, game: Game, settings: SearchSettings, rng: np.random.Generator | int | None
    ) -> None:
        if not isinstance(settings, SearchSettings):
            raise ValueError(f"settings must be a SearchSettings, not {settings!r}")
        if not all(
            hasattr(game, name)
            for name in ("to_move", "winner", "is_terminal", "legal_moves", "play")
        ):
            raise ValueError(f"{game!r} is no game position: a Board, for example, is one")
        self.rng = generator_of(rng)
        self.game, self.settings, self.iterations = game, settings, 0
        self._check_not_over()

    def _check_not_over(self) -> None:
        if self.game.is_terminal:
            raise ValueError(f"the game is over, so there is nothing to search:\n{self.game}")

    @property
    def node_count(self) -> int:
        """How many nodes the tree has, the root included."""
        return 1 + len(self.root.descendants)

    @abstractmethod
    def move_root(self, move: Move) -> None:
        """Play `move` and keep what is known about the position after it."""

    @abstractmethod
    def _iterate(self, most: float, seconds: float) -> tuple[int, bool]:
        """Run some iterations within these limits; how many there were, and whether the search can
        go on.
        """

    def run(
        self, playouts: int | None = None, seconds: float | None = None, progress: bool = False
    ) -> Search:
        """Run `playouts` iterations, or go on for so many `seconds` (at least one iteration),
        whichever ends first.

        Can be called again to go on; ends early when the result is proven (`settings.solve`).
        Ctrl-C (the stop button of a notebook) takes effect between two iterations, so that the tree
        is always whole. ValueError if neither limit is given, or one that means nothing, or if the
        game is over at the root.

        >>> from c4lib import Board, TreeSearch
        >>> TreeSearch(Board(), rng=1).run(playouts=100)
        TreeSearch(100 iterations, 260 nodes, best move 3)
        """
        if playouts is None and seconds is None:
            raise ValueError("run needs playouts=..., or seconds=..., or both")
        tiny = math.ulp(0.0)
        left = math.inf if playouts is None else whole_number("playouts", playouts, at_least=1)
        time_left = (
            math.inf
            if seconds is None
            else real_number("seconds", seconds, "a number greater than 0", tiny)
        )
        self._check_not_over()
        end = time.perf_counter() + time_left
        with interrupts_held() as interrupted, progress_bar(playouts, progress, "playouts") as bar:
            goes_on = True
            while goes_on and left > 0 and time_left > 0 and not interrupted():
                done, goes_on = self._iterate(left, time_left)
                left, time_left = left - done, end - time.perf_counter()
                bar(done)
        return self

    @property
    def visits(self) -> dict[Move, int]:
        """The visits of every move at the root, prior ones included."""
        return {child.move: child.visits for child in self.root.children}

    @property
    def means(self) -> dict[Move, float]:
        """Wins / visits of every move at the root, for the player that `settings.viewpoint` says;
        NaN if unvisited.
        """
        return {child.move: child.mean for child in self.root.children}

    @property
    def ucb1(self) -> dict[Move, float]:
        """The UCB1 value of every move at the root, as the next selection will see it."""
        root, c, unvisited = self.root, self.settings.c, self.settings.unvisited
        return {
            child.move: ucb1(child.wins, child.visits, root.visits, c, unvisited)
            for child in root.children
        }

    def table(self) -> pd.DataFrame:
        """A pandas table, one row a move at the root: visits, wins, mean, exploration, ucb1; with
        `solve=True` the proof too.

        >>> from c4lib import Board, TreeSearch
        >>> TreeSearch(Board(), rng=1).run(100).table().head(2).round(3)  # doctest: +NORMALIZE_WHITESPACE
              visits  wins   mean  exploration   ucb1
        move
        0         14   9.0  0.643        0.811  1.454
        1          8   3.0  0.375        1.073  1.448
        """
        import pandas as pd

        root, kinds = self.root, {"visits": int, "wins": float, "mean": float}
        counts = [(child.visits, child.wins, child.mean) for child in root.children]
        exploration = [
            ucb1(0, child.visits, root.visits, self.settings.c, math.nan) for child in root.children
        ]
        table = pd.DataFrame(counts, pd.Index(list(self.visits), name="move"), list(kinds)).astype(
            kinds
        )
        table = table.assign(exploration=exploration, ucb1=self.ucb1.values())
        return (
            table.assign(proof=[child.proof for child in root.children])
            if self.settings.solve
            else table
        )

    def best_move(self) -> Move:
        """The move to play: most visits (ties: higher mean), or with `choose="mean"` highest mean
        (ties: more visits).

        Remaining ties go to the first move. Draws no random numbers. With `solve=True` a proven win
        comes first (the fastest), a proven draw before moves with a mean no better, and a proven
        loss last (the slowest first). ValueError if there was no iteration yet.

        >>> from c4lib import Board, TreeSearch
        >>> TreeSearch(Board(), rng=1).run(100).best_move()
        3
        """
        children = self.root.children
        if not children:
            raise ValueError("nothing is known about any move yet: call run() first")
        return self._best(children, self.game.to_move).move

    def principal_variation(self) -> tuple[Move, ...]:
        """The moves that the search expects: from the root on, always the best one, as far as there
        were playouts.

        >>> from c4lib import Board, TreeSearch
        >>> TreeSearch(Board(), rng=1).run(100).principal_variation()
        (3, 4, 1)
        """
        moves, children, player = [], self.root.children, self.game.to_move
        while children and (best := self._best(children, player)).simulations:
            moves.append(best.move)
            children, player = best.children, 3 - player
        return tuple(moves)

    def _best(self, children: tuple[SearchNode, ...], player: int) -> SearchNode:
        """The child whose move the `player` plays in the end; `max` keeps the first of equals."""

        def merit(child: SearchNode) -> tuple[float, float]:
            visits, mean = child.visits, child.mean if child.visits else -math.inf
            return (visits, mean) if self.settings.choose == "visits" else (mean, visits)

        proven = [child for child in children if child.proof is not None]
        best = max((child for child in children if child not in proven), key=merit, default=None)
        if not proven:
            return best
        known = max(proven, key=lambda child: child.proof.rank(player))
        winner = known.proof.winner
        if (
            best is None
            or winner == player
            or (winner is None and not best.mean > self.settings.draw)
        ):
            return known
        return best

    def __repr__(self) -> str:
        best = f", best move {self.best_move()!r}" if self.root.children else ""
        return f"{type(self).__name__}({self.iterations} iterations, {self.node_count} nodes{best})"


class TreeSearch(Search):
    """The readable search: an anytree tree, grown by the four phases `select`, `expand`,
    `simulate`, `backpropagate`.

    `run` grows the tree by many iterations, `step` by one, and `phases` by one that can be watched.
    Each phase can be swapped for a function of your own with the same arguments and result.

    Args:
        game: the position to search, a `Board` or anything else that has the methods of `Game`.
        settings: the choices, by default UCT with c = sqrt(2).
        rng: a `numpy.random.Generator` or an int seed; the same seed gives the same tree.
        select, expand, simulate, backpropagate: what to run instead of the library's four
            functions.

    >>> from c4lib import Board
    >>> TreeSearch(Board(), SearchSettings(c=1), rng=1).run(500).best_move()
    3
    """

    def __init__(
        self,
        game: Game,
        settings: SearchSettings = SearchSettings(),
        rng: np.random.Generator | int | None = None,
        *,
        select: Callable = select,
        expand: Callable = expand,
        simulate: Callable = simulate,
        backpropagate: Callable = backpropagate,
    ) -> None:
        super().__init__(game, settings, rng)
        self.select, self.expand, self.simulate, self.backpropagate = (
            select,
            expand,
            simulate,
            backpropagate,
        )
        viewpoint = game.to_move if settings.viewpoint == "root" else 3 - game.to_move
        self.root, self.history = SearchNode(game, prior=settings.prior, viewpoint=viewpoint), []

    def phases(self) -> Iterator[NamedTuple]:
        """One iteration, phase by phase: yields what each of the four did, when it has done it.

        ValueError if the game is over at the root, or its result is proven.

        >>> from c4lib import Board
        >>> [type(phase).__name__ for phase in TreeSearch(Board(), rng=1).phases()]
        ['Selection', 'Expansion', 'Simulation', 'Backpropagation']
        """
        self.check_not_done()
        selection = self.select(self.root, self.settings, self.rng)
        yield selection
        expansion = self.expand(selection.leaf, self.settings, self.rng)
        yield expansion
        simulation = self.simulate(expansion.node, self.settings, self.rng)
        yield simulation
        backpropagation = self.backpropagate(expansion.node, simulation.winner, self.settings)
        self.finish(expansion.node, simulation)
        yield backpropagation

    def step(self) -> Iteration:
        """Run one iteration; what its four phases did.

        >>> from c4lib import Board
        >>> TreeSearch(Board(), rng=1).step().simulation.winner
        1
        """
        return Iteration(*self.phases())

    def check_not_done(self) -> None:
        self._check_not_over()
        if self.root.proof is not None:
            raise ValueError(
                f"the result is proven, so there is nothing left to search: {self.root.proof}"
            )

    def finish(self, node: SearchNode, simulation: Simulation) -> None:
        """What follows the four phases: proofs, if they are asked for, and what is remembered of
        the iteration.
        """
        if self.settings.solve:
            mark_proofs(node)
        self.history.append((node, simulation))
        self.iterations += 1

    def _iterate(self, most: float, seconds: float) -> tuple[int, bool]:
        if self.root.proof is not None:
            return 0, False
        self.step()
        return 1, True

    def move_root(self, move: Move) -> None:
        """Play `move`: the node it leads to becomes the root and keeps its subtree; the rest is
        forgotten.

        With `viewpoint="root"` the nodes go on counting for the player they were created for.
        ValueError if the move cannot be played.

        >>> from c4lib import Board
        >>> search = TreeSearch(Board(), rng=1).run(100)
        >>> search.move_root(3)
        >>> search
        TreeSearch(24 iterations, 57 nodes, best move 4)
        """
        game = self.game.play(move)
        child = next((child for child in self.root.children if child.move == move), None)
        if child is None:
            viewpoint = (
                self.root.viewpoint if self.settings.viewpoint == "root" else self.game.to_move
            )
            child = SearchNode(game, prior=self.settings.prior, viewpoint=viewpoint)
        child._game, child.move = game, None
        child.parent = None
        kept = {child, *child.descendants}
        self.root, self.game, self.iterations = child, game, child.simulations
        self.history = [(node, simulation) for node, simulation in self.history if node in kept]
