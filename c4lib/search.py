"""Monte Carlo Tree Search: what every search can do, and the readable search, which runs the four phases."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from c4lib._tools import interrupts_held, progress_bar, real_number, whole_number
from c4lib.node import Game, Move, SearchNode
from c4lib.phases import (
    Backpropagation,
    Expansion,
    Iteration,
    Selection,
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
        root: the root of the tree, an anytree node; its children are the moves that the search knows about.
        iterations: how many iterations made the statistics of the root.
        history: for every iteration, the node that was reached and the playout made from there; None where a search
            does not keep them.

    >>> from c4lib import Board, TreeSearch
    >>> isinstance(TreeSearch(Board()), Search)
    True
    """

    root: SearchNode
    history: list[tuple[SearchNode, Simulation]] | None = None

    def __init__(self, game: Game, settings: SearchSettings, rng: np.random.Generator | int | None) -> None:
        if not isinstance(settings, SearchSettings):
            raise ValueError(f"settings must be a SearchSettings, not {settings!r}")
        if not all(hasattr(game, name) for name in ("to_move", "winner", "is_terminal", "legal_moves", "play")):
            raise ValueError(f"{game!r} is no game position: a Board, for example, is one")
        if not isinstance(rng, np.random.Generator) and rng is not None:
            rng = whole_number("rng (a numpy.random.Generator or a seed)", rng, at_least=0)
        self.game, self.settings, self.iterations = game, settings, 0
        self._check_not_over()
        self.rng = np.random.default_rng(rng)

    def _check_not_over(self) -> None:
        if self.game.is_terminal:
            raise ValueError(f"the game is over, so there is nothing to search:\n{self.game}")

    # ---------------------------------------------------------------- what a subclass provides

    @property
    @abstractmethod
    def node_count(self) -> int:
        """How many nodes the tree has, the root included."""

    @abstractmethod
    def move_root(self, move: Move) -> None:
        """Play `move` and keep what is known about the position after it."""

    @abstractmethod
    def _iterate(self, count: int) -> int:
        """Run `count` iterations, or fewer if the search cannot go on; how many there were."""

    def _batch_size(self, iterations_left: float, seconds_left: float) -> int:
        """How many iterations to run before looking at the clock and at Ctrl-C again."""
        return 1

    # ---------------------------------------------------------------- running

    def run(self, playouts: int | None = None, seconds: float | None = None, progress: bool = False) -> Search:
        """Run `playouts` iterations, or go on for so many `seconds` (at least one iteration), whichever ends first.

        Can be called again to go on; ends early when the result is proven (`settings.solve`). Ctrl-C (the stop button
        of a notebook) takes effect between two iterations, so that the tree is always whole.

        Args:
            playouts: a whole number, at least 1.
            seconds: a number greater than 0.
            progress: show a progress bar.

        Returns:
            The search itself, so that `TreeSearch(board).run(100).best_move()` is one line.

        Raises:
            ValueError: neither limit is given, or one that means nothing; or the game is over at the root.

        >>> from c4lib import Board, TreeSearch
        >>> TreeSearch(Board(), rng=1).run(playouts=100)
        TreeSearch(100 iterations, 260 nodes, best move 3)
        """
        if playouts is None and seconds is None:
            raise ValueError("run needs playouts=..., or seconds=..., or both")
        left = math.inf if playouts is None else whole_number("playouts", playouts, at_least=1)
        least = math.ulp(0.0)
        limit = math.inf if seconds is None else real_number("seconds", seconds, "a number greater than 0", least)
        self._check_not_over()
        end = time.perf_counter() + limit
        time_left = limit
        with interrupts_held() as interrupted, progress_bar(playouts, progress, "playouts") as bar:
            while left > 0 and time_left > 0 and not interrupted():
                batch = self._batch_size(left, time_left)
                done = self._iterate(batch)
                left = left - done if done == batch else 0
                time_left = end - time.perf_counter()
                bar(done)
        return self

    # ---------------------------------------------------------------- what is known about the moves

    @property
    def visits(self) -> dict[Move, int]:
        """The visits of every move at the root, prior ones included; empty before the first iteration.

        >>> from c4lib import Board, TreeSearch
        >>> TreeSearch(Board(), rng=1).run(100).visits
        {0: 14, 1: 8, 2: 8, 3: 24, 4: 12, 5: 15, 6: 19}
        """
        return {child.move: child.visits for child in self.root.children}

    @property
    def means(self) -> dict[Move, float]:
        """Wins / visits of every move at the root, for the player that `settings.viewpoint` says; NaN if unvisited.

        >>> from c4lib import Board, TreeSearch
        >>> TreeSearch(Board(), rng=1).run(100).means[3]
        0.8333333333333334
        """
        return {child.move: child.mean for child in self.root.children}

    @property
    def ucb1(self) -> dict[Move, float]:
        """The UCB1 value of every move at the root, as the next selection will see it.

        >>> from c4lib import Board, TreeSearch
        >>> round(TreeSearch(Board(), rng=1).run(100).ucb1[3], 4)
        1.4528
        """
        root, c, unvisited = self.root, self.settings.c, self.settings.unvisited
        return {child.move: ucb1(child.wins, child.visits, root.visits, c, unvisited) for child in root.children}

    def table(self) -> pd.DataFrame:
        """A pandas table, one row a move at the root: visits, wins, mean, exploration (the second term), ucb1.

        With `solve=True` also the proof, if there is one.

        >>> from c4lib import Board, TreeSearch
        >>> TreeSearch(Board(), rng=1).run(100).table().head(2).round(3)  # doctest: +NORMALIZE_WHITESPACE
              visits  wins   mean  exploration   ucb1
        move
        0         14   9.0  0.643        0.811  1.454
        1          8   3.0  0.375        1.073  1.448
        """
        import pandas as pd

        root = self.root
        columns = {
            "visits": [child.visits for child in root.children],
            "wins": [child.wins for child in root.children],
            "mean": [child.mean for child in root.children],
            "exploration": [ucb1(0, child.visits, root.visits, self.settings.c, math.nan) for child in root.children],
            "ucb1": list(self.ucb1.values()),
        }
        index = pd.Index([child.move for child in root.children], name="move")
        table = pd.DataFrame(columns, index=index).astype({"visits": int, "wins": float})
        return table.assign(proof=[child.proof for child in root.children]) if self.settings.solve else table

    def best_move(self) -> Move:
        """The move to play: most visits (ties: higher mean), or with `choose="mean"` highest mean (ties: more visits).

        Remaining ties go to the first move. Draws no random numbers. With `solve=True` a proven win comes first (the
        fastest), a proven draw before moves with a mean no better than that, and a proven loss last (the slowest first).

        Raises:
            ValueError: there was no iteration yet.

        >>> from c4lib import Board, TreeSearch
        >>> TreeSearch(Board(), rng=1).run(100).best_move()
        3
        """
        children = self.root.children
        if not children:
            raise ValueError("nothing is known about any move yet: call run() first")
        return self._best(children, self.game.to_move).move

    def principal_variation(self) -> tuple[Move, ...]:
        """The moves that the search expects: from the root on, always the best one, as far as there were playouts.

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

        unproven = [child for child in children if child.proof is None]
        if len(unproven) == len(children):
            return max(children, key=merit)
        proven = max((child for child in children if child.proof is not None), key=lambda child: child.proof.rank(player))
        if not unproven:
            return proven
        best, winner = max(unproven, key=merit), proven.proof.winner
        prefers_proven = winner == player if winner is not None else not best.mean > self.settings.draw
        return proven if prefers_proven else best

    def __repr__(self) -> str:
        best = f", best move {self.best_move()!r}" if self.root.children else ""
        return f"{type(self).__name__}({self.iterations} iterations, {self.node_count} nodes{best})"


# -------------------------------------------------------------------- the readable search


class TreeSearch(Search):
    """The readable search: an anytree tree, grown by the four phases `select`, `expand`, `simulate`, `backpropagate`.

    `run` grows the tree by many iterations, `step` by one, and `phases` by one that can be watched. Each phase can be
    swapped for a function of your own with the same arguments and result.

    Args:
        game: the position to search, a `Board` or anything else that has the methods of `Game`.
        settings: the choices, by default UCT with c = sqrt(2).
        rng: a `numpy.random.Generator` or an int seed; the same seed gives the same tree.
        select, expand, simulate, backpropagate: what to run instead of the library's four functions.

    Raises:
        ValueError: the game is over, or an argument is none of these.

    >>> from c4lib import Board
    >>> search = TreeSearch(Board(), SearchSettings(c=1), rng=1)
    >>> search.run(500).best_move()
    3
    """

    def __init__(
        self,
        game: Game,
        settings: SearchSettings = SearchSettings(),
        rng: np.random.Generator | int | None = None,
        *,
        select: Callable[..., Selection] = select,
        expand: Callable[..., Expansion] = expand,
        simulate: Callable[..., Simulation] = simulate,
        backpropagate: Callable[..., Backpropagation] = backpropagate,
    ) -> None:
        super().__init__(game, settings, rng)
        self.select, self.expand, self.simulate, self.backpropagate = select, expand, simulate, backpropagate
        viewpoint = game.to_move if settings.viewpoint == "root" else 3 - game.to_move
        self.root = SearchNode(game, prior=settings.prior, viewpoint=viewpoint)
        self.history = []

    def phases(self) -> Iterator[Selection | Expansion | Simulation | Backpropagation]:
        """One iteration, phase by phase: yields what each of the four did, when it has done it.

        Raises:
            ValueError: the game is over at the root, or its result is proven.

        >>> from c4lib import Board
        >>> [type(phase).__name__ for phase in TreeSearch(Board(), rng=1).phases()]
        ['Selection', 'Expansion', 'Simulation', 'Backpropagation']
        """
        self._check_not_done()
        selection = self.select(self.root, self.settings, self.rng)
        yield selection
        expansion = self.expand(selection.leaf, self.settings, self.rng)
        yield expansion
        simulation = self.simulate(expansion.node, self.settings, self.rng)
        yield simulation
        backpropagation = self.backpropagate(expansion.node, simulation.winner, self.settings)
        self._remember(expansion.node, simulation)
        yield backpropagation

    def _check_not_done(self) -> None:
        self._check_not_over()
        if self.root.proof is not None:
            raise ValueError(f"the result is proven, so there is nothing left to search: {self.root.proof}")

    def _remember(self, node: SearchNode, simulation: Simulation) -> None:
        if self.settings.solve:
            mark_proofs(node)
        self.history.append((node, simulation))
        self.iterations += 1

    def step(self) -> Iteration:
        """Run one iteration; what its four phases did.

        >>> from c4lib import Board
        >>> TreeSearch(Board(), rng=1).step().simulation.winner
        1
        """
        return Iteration(*self.phases())

    def replay(self, path: Iterable[Move], winner: int | None, playout: Iterable[Move] | None = None) -> Iteration:
        """Run one iteration whose choices are given, by the same four functions; what its four phases did.

        It counts like any other. Between children of equal value the `path` chooses instead of a random number:
        nothing is drawn from `rng`.

        Args:
            path: the moves of selection and expansion, from the root down to the node that is simulated.
            winner: who wins the playout: 1, 2, or None for a draw.
            playout: its moves; by default the first ones, in the order of the moves, that lead to this result.

        Raises:
            ValueError: the tree policy would not have gone this way (the message has the values that say so), the path
                is not in the tree, too long or too short, or the result impossible; or there is nothing left to search.
                The tree is unchanged.

        >>> from c4lib import Board
        >>> search = TreeSearch(Board(rows=4, columns=4))
        >>> search.replay([2], winner=1).expansion.node
        SearchNode(move=2, wins=1, visits=1)
        >>> search.replay([2], winner=1)
        Traceback (most recent call last):
            ...
        ValueError: below the root, 2 is not among the best; the values are 0 inf, 1 inf, 2 1, 3 inf
        """
        from c4lib.study.replay import scripted_phases

        self._check_not_done()
        selection, expansion, simulation = scripted_phases(self, path, winner, playout)
        backpropagation = self.backpropagate(expansion.node, simulation.winner, self.settings)
        self._remember(expansion.node, simulation)
        return Iteration(selection, expansion, simulation, backpropagation)

    def _iterate(self, count: int) -> int:
        for done in range(count):
            if self.root.proof is not None:
                return done
            self.step()
        return count

    @property
    def node_count(self) -> int:
        """How many nodes the tree has, the root included.

        >>> from c4lib import Board
        >>> TreeSearch(Board(), rng=1).run(1).node_count
        8
        """
        return 1 + len(self.root.descendants)

    def move_root(self, move: Move) -> None:
        """Play `move`: the node it leads to becomes the root and keeps its subtree; the rest is forgotten.

        With `viewpoint="root"` the nodes go on counting for the player they were created for.

        Raises:
            ValueError: the move cannot be played; the tree is unchanged.

        >>> from c4lib import Board
        >>> search = TreeSearch(Board(), rng=1).run(100)
        >>> search.move_root(3)
        >>> search
        TreeSearch(24 iterations, 57 nodes, best move 4)
        """
        game = self.game.play(move)
        child = next((child for child in self.root.children if child.move == move), None)
        if child is None:
            viewpoint = self.root.viewpoint if self.settings.viewpoint == "root" else self.game.to_move
            child = SearchNode(game, prior=self.settings.prior, viewpoint=viewpoint)
        child._game = game
        child.parent = None
        child.move = None
        kept = {child, *child.descendants}
        self.root, self.game, self.iterations = child, game, child.simulations
        self.history = [(node, simulation) for node, simulation in self.history if node in kept]
