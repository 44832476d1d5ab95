"""Monte Carlo Tree Search: the loop, one iteration, and what every search can do."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from c4lib import phases
from c4lib._tools.arguments import generator_of, instance_of
from c4lib._tools.budget import Budget, budget_of
from c4lib._tools.games import check_position
from c4lib._tools.interrupts import interrupts_held
from c4lib._tools.plugged_in import checked_phase
from c4lib.node import Game, Move, SearchNode
from c4lib.phases import PHASES, Iteration, Simulation, ucb1
from c4lib.proofs import best_proven, mark_proofs
from c4lib.settings import SearchSettings

if TYPE_CHECKING:
    import pandas as pd


def grow(search: TreeSearch, budget: Budget) -> None:
    """All of Monte Carlo Tree Search: one iteration after another, as long as the budget lasts.

    It ends early where nothing is left to find out, because the result is proven.
    """
    while budget.lasts() and search.root.proof is None:
        search.step()  # one iteration
        budget.spend(playouts=1)


def iteration(search: TreeSearch) -> Iterator[NamedTuple]:
    """One iteration, which is four phases: yields what each of them did.

    >>> from c4lib import Board
    >>> [type(phase).__name__ for phase in iteration(TreeSearch(Board(), rng=1))]
    ['Selection', 'Expansion', 'Simulation', 'Backpropagation']
    """
    settings, rng = search.settings, search.rng
    selection = search.select(search.root, settings, rng)
    yield selection
    expansion = search.expand(selection.leaf, settings, rng)
    yield expansion
    simulation = search.simulate(expansion.node, settings, rng)
    yield simulation
    backpropagation = search.backpropagate(expansion.node, simulation.winner, settings)
    search.finish(expansion.node, simulation)
    yield backpropagation


class Search(ABC):
    """What every search can do, whatever it keeps its tree in.

    Attributes:
        settings: the `SearchSettings`.
        rng: the `numpy.random.Generator` that all random choices come from.
        game: the position at the root.
        root: the root of the tree, an anytree node; without children before the first iteration.
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
        instance_of("settings", settings, SearchSettings)
        check_position(game)
        if settings.distinct and not hasattr(game, "distinct_moves"):
            raise ValueError("distinct=True needs a game that has distinct_moves()")
        self.rng = generator_of(rng)
        self.game = game
        self.settings = settings
        self.iterations = 0
        self._check_not_over()

    def _check_not_over(self) -> None:
        if self.game.is_terminal:
            raise ValueError(f"the game is over, so there is nothing to search:\n{self.game}")

    @abstractmethod
    def _grow(self, budget: Budget) -> None:
        """Run iterations as long as the budget lasts; one at least, unless the result is proven."""

    @abstractmethod
    def move_root(self, move: Move) -> None:
        """Play `move` and keep what is known about the position after it."""

    def run(
        self, playouts: int | None = None, seconds: float | None = None, progress: bool = False
    ) -> Search:
        """Run `playouts` iterations, or go on for so many `seconds`, whichever ends first.

        At least one. Can be called again to go on; ends early when the result is proven
        (`settings.solve`).

        Raises:
            ValueError: the game is over, no limit makes sense, or an earlier iteration broke off.
            KeyboardInterrupt: Ctrl-C (a notebook's stop button) ended it after the iteration, with
                the tree whole; or, pressed again, at once.

        >>> from c4lib import Board, TreeSearch
        >>> TreeSearch(Board(), rng=1).run(playouts=100)
        TreeSearch(100 iterations, 260 nodes, best move 3)
        """
        self._check_not_over()
        with budget_of(playouts, seconds, progress) as budget:
            self._grow(budget)
        return self

    @property
    def node_count(self) -> int:
        """How many nodes the tree has, the root included."""
        return 1 + len(self.root.descendants)

    @property
    def visits(self) -> dict[Move, int]:
        """The visits of every move at the root, prior ones included."""
        return {child.move: child.visits for child in self.root.children}

    @property
    def means(self) -> dict[Move, float]:
        """Wins / visits of every move at the root, for its `viewpoint`; NaN if unvisited."""
        return {child.move: child.mean for child in self.root.children}

    @property
    def ucb1(self) -> dict[Move, float]:
        """The UCB1 value of every move at the root, as the next selection will see it."""
        return {child.move: self._ucb1(child.wins, child) for child in self.root.children}

    def _ucb1(self, wins: float, child: SearchNode) -> float:
        settings = self.settings
        return ucb1(wins, child.visits, self.root.visits, settings.c, settings.unvisited)

    def _exploration(self, child: SearchNode) -> float:
        return self._ucb1(0, child) if child.visits else math.nan  # without wins the mean is 0

    def table(self) -> pd.DataFrame:
        """A pandas table, one row a move at the root: visits, wins, mean, exploration, ucb1.

        With `solve=True` it has the proofs too.

        >>> from c4lib import Board, TreeSearch
        >>> table = TreeSearch(Board(), rng=1).run(100).table()
        >>> table.head(2).round(3)  # doctest: +NORMALIZE_WHITESPACE
              visits  wins   mean  exploration   ucb1
        move
        0         14   9.0  0.643        0.811  1.454
        1          8   3.0  0.375        1.073  1.448
        """
        import pandas as pd

        children = self.root.children
        columns = {
            "visits": pd.Series([child.visits for child in children], dtype=int),
            "wins": pd.Series([child.wins for child in children], dtype=float),
            "mean": pd.Series([child.mean for child in children], dtype=float),
            "exploration": [self._exploration(child) for child in children],
            "ucb1": list(self.ucb1.values()),
        }
        if self.settings.solve:
            columns["proof"] = [child.proof for child in children]
        return pd.DataFrame(columns).set_axis(pd.Index(list(self.visits), name="move"))

    def best_move(self) -> Move:
        """The move to play: most visits, or with `choose="mean"` the highest mean.

        Ties go to the higher mean (to more visits), then to the first move. Draws no random
        numbers. With `solve=True` a proven win comes first (the fastest), a proven draw before
        moves with a mean no better, and a proven loss last (the slowest first).

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
        """The moves that the search expects: always the best, as far as there were playouts.

        >>> from c4lib import Board, TreeSearch
        >>> TreeSearch(Board(), rng=1).run(100).principal_variation()
        (3, 4, 1)
        """
        moves = []
        children, player = self.root.children, self.game.to_move
        while children:
            best = self._best(children, player)
            if not best.simulations:
                break
            moves.append(best.move)
            children, player = best.children, 3 - player
        return tuple(moves)

    def _best(self, children: tuple[SearchNode, ...], player: int) -> SearchNode:
        """The child whose move the `player` plays in the end; `max` keeps the first of equals."""
        open_children = [child for child in children if child.proof is None]
        best = max(open_children, key=self._merit, default=None)
        proven = best_proven(children, player)
        if proven is None:
            return best
        if best is None or proven.proof.winner == player:
            return proven
        is_better = best.mean > self.settings.draw  # NaN, of a child without visits, is not
        return proven if proven.proof.winner is None and not is_better else best

    def _merit(self, child: SearchNode) -> tuple[float, float]:
        mean = child.mean if child.visits else -math.inf
        return (child.visits, mean) if self.settings.choose == "visits" else (mean, child.visits)

    def __repr__(self) -> str:
        best = f", best move {self.best_move()!r}" if self.root.children else ""
        counts = f"{self.iterations} iterations, {self.node_count} nodes"
        return f"{type(self).__name__}({counts}{best})"


class TreeSearch(Search):
    """The readable search: an anytree tree, grown by four phases, each of which can be swapped.

    Args:
        game: the position to search, a `Board` or any other that answers the questions of `Game`.
        settings: the choices, by default UCT with c = sqrt(2).
        rng: a `numpy.random.Generator` or an int seed; the same seed gives the same tree.
        select, expand, simulate, backpropagate: what to run instead of the library's four
            functions: functions of your own with the same arguments and results. (A method of
            this name in a subclass is not called.)

    Attributes:
        under_way: the phase at work; None between two phases. It stays if the phase breaks off, by
            an error in it or by Ctrl-C (in `run`: pressed twice): then the iteration may be half
            done. The tree can still be looked at, but the search cannot go on.

    Raises:
        ValueError: the game is over or no position of a game, or an argument is none of these.

    >>> from c4lib import Board
    >>> TreeSearch(Board(), SearchSettings(c=1), rng=1).run(500).best_move()
    3
    """

    under_way: str | None = None

    def __init__(
        self,
        game: Game,
        settings: SearchSettings = SearchSettings(),
        rng: np.random.Generator | int | None = None,
        *,
        select: Callable = phases.select,
        expand: Callable = phases.expand,
        simulate: Callable = phases.simulate,
        backpropagate: Callable = phases.backpropagate,
    ) -> None:
        super().__init__(game, settings, rng)
        # A backpropagation of somebody's own may take other winners than 1, 2 and None.
        any_winner = backpropagate is not phases.backpropagate
        self.select = checked_phase(select, phases.select)
        self.expand = checked_phase(expand, phases.expand)
        self.simulate = checked_phase(simulate, phases.simulate, any_value=any_winner)
        self.backpropagate = checked_phase(backpropagate, phases.backpropagate)
        self.history = []
        # Whoever moved into the root is the player who is not to move: 3 - 1 is 2, and 3 - 2 is 1.
        viewpoint = game.to_move if settings.viewpoint == "root" else 3 - game.to_move
        self.root = SearchNode(game, prior=settings.prior, viewpoint=viewpoint)

    def phases(self) -> Iterator[NamedTuple]:
        """One iteration, phase by phase: yields what each of the four did, when it has done it.

        Raises:
            ValueError: the game is over, its result is proven, or an iteration broke off.

        >>> from c4lib import Board
        >>> next(TreeSearch(Board(), rng=1).phases()).leaf
        SearchNode(move=None, wins=0, visits=0)
        """
        self.check_can_go_on()
        return self._phases()

    def _phases(self) -> Iterator[NamedTuple]:
        """The same, with a note of the phase at work, which an error in it leaves behind."""
        records = iteration(self)  # one from each of the four phases
        for phase in PHASES:
            self.under_way = phase
            record = next(records)
            self.under_way = None
            yield record

    def step(self) -> Iteration:
        """Run one iteration; what its four phases did.

        >>> from c4lib import Board
        >>> TreeSearch(Board(), rng=1).step().simulation.winner
        1
        """
        return Iteration(*self.phases())

    def check_can_go_on(self) -> None:
        """Return if the tree is whole, and there is something left to search.

        Raises:
            ValueError: an iteration broke off, the game is over, or its result is proven.
        """
        self._check_whole()
        self._check_not_over()
        if self.root.proof is not None:
            proof = self.root.proof
            raise ValueError(f"the result is proven, so there is nothing left to search: {proof}")

    def _check_whole(self) -> None:
        if self.under_way is not None:
            broken = f"iteration {self.iterations + 1} broke off in {self.under_way}"
            raise ValueError(f"{broken} and may be half done: start anew, with a new search")

    def finish(self, node: SearchNode, simulation: Simulation) -> None:
        """What follows the four phases: proofs, if they are asked for, and a note of the playout.

        Before the last of them is told, so that whoever stops there has a whole iteration.
        """
        if self.settings.solve:
            mark_proofs(node)
        self.history.append((node, simulation))
        self.iterations += 1

    def _grow(self, budget: Budget) -> None:
        self._check_whole()
        grow(self, budget)

    def move_root(self, move: Move) -> None:
        """Play `move`: the node it leads to becomes the root and keeps its subtree.

        The rest is forgotten. With `viewpoint="root"` the nodes go on counting for the player they
        were created for.

        Raises:
            ValueError: the move cannot be played, or an iteration broke off; the tree is unchanged.

        >>> from c4lib import Board
        >>> search = TreeSearch(Board(), rng=1).run(100)
        >>> search.move_root(3)
        >>> search
        TreeSearch(24 iterations, 57 nodes, best move 4)
        """
        self._check_whole()
        game = self.game.play(move)
        child = next((child for child in self.root.children if child.move == move), None)
        if child is None:
            is_fixed = self.settings.viewpoint == "root"
            viewpoint = self.root.viewpoint if is_fixed else self.game.to_move
            child = SearchNode(game, prior=self.settings.prior, viewpoint=viewpoint)
        with interrupts_held(all_of_them=True):  # Ctrl-C waits: all of this changes, or nothing
            child.become_root(game)
            kept = {child, *child.descendants}
            self.history = [note for note in self.history if note[0] in kept]
            self.root = child
            self.game = game
            self.iterations = child.simulations
