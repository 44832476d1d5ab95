"""The record of a seeded search, phase by phase: the memory of the step control, a source of pictures, and a file."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import fields
from typing import NamedTuple

from c4lib._tools import whole_number
from c4lib.moment import PHASES, Moment, Record, step_of
from c4lib.node import Game, Move, Proof, SearchNode
from c4lib.phases import Iteration
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings
from c4lib.trace_file import Choices, Contents, check_same, choices, read_trace, write_trace

__all__ = ["PHASES", "Moment", "Record", "Trace", "step_of"]


class _Birth(NamedTuple):
    """What never changes about a node; `parent` is a number."""

    parent: int | None
    move: Move | None
    viewpoint: int


class _State(NamedTuple):
    """What changes about a node."""

    wins: float
    visits: int
    proof: Proof | None


class _Recorder(TreeSearch):
    """A search that tells about every iteration, also to `run`, which keeps Ctrl-C from falling in the middle of one."""

    tell: Callable[[Iteration], None]

    def step(self) -> Iteration:
        iteration = super().step()
        self.tell(iteration)
        return iteration


class Trace:
    """The record of a seeded search, which grows as far as it is asked for and can be looked at at any moment.

    The same game, settings and seed give the tree of `TreeSearch(game, settings, rng=seed)`, node by node. Moments are
    found in both directions without going through those between.

    Args:
        game: the position to search, a `Board` for example.
        settings: the choices of the search.
        seed: a whole number, at least 0.
        iterations: how many to record at once; others are recorded when they are asked for.

    Attributes:
        game, settings, seed: as given.

    Raises:
        ValueError: the game is over, or an argument is none of these.

    >>> from c4lib import Board
    >>> trace = Trace(Board(), seed=1)
    >>> trace.at(100).root.visits, trace.at(3, "simulate").root.visits
    (100, 2)
    >>> trace
    Trace(Board(), seed=1: 100 iterations)
    """

    def __init__(
        self, game: Game, settings: SearchSettings = SearchSettings(), seed: int = 0, iterations: int = 0
    ) -> None:
        self.seed = whole_number("seed", seed, at_least=0)
        self._search = _Recorder(game, settings, self.seed)
        self._search.tell = self._add
        self.game, self.settings = game, settings
        self._records: list[Record] = []
        self._counts = [1]  # nodes after each iteration
        self._numbers: dict[SearchNode, int] = {}
        self._births: list[_Birth] = []
        # For every node: after which iterations its state was new, and what it was from then on.
        self._changes: list[tuple[list[int], list[_State]]] = []
        self._bear(self._search.root, None)
        self.grow(iterations)

    # ---------------------------------------------------------------- recording

    @property
    def iterations(self) -> int:
        """How many iterations are recorded.

        >>> from c4lib import Board
        >>> Trace(Board(), iterations=5).iterations
        5
        """
        return len(self._records)

    def grow(self, iterations: int) -> Trace:
        """The trace itself, with at least so many iterations recorded; fewer if the result is proven before.

        >>> from c4lib import Board
        >>> Trace(Board()).grow(5).grow(3).iterations
        5
        """
        missing = whole_number("iterations", iterations, at_least=0) - self.iterations
        if missing > 0:
            self._search.run(missing)
        return self

    def _add(self, iteration: Iteration) -> None:
        """Record one iteration."""
        selection, expansion, simulation, update = iteration
        for child in expansion.added:
            self._bear(child, self._numbers[expansion.leaf])
        record = Record(
            self._numbered(selection.path),
            selection.values,
            self._numbered(expansion.added),
            expansion.values,
            self._numbers[expansion.node],
            simulation.moves,
            simulation.winner,
            update.rewards,
            update.before,
        )
        self._records.append(record)
        self._counts.append(len(self._births))
        for node in update.path:
            when, states = self._changes[self._numbers[node]]
            when.append(self.iterations)
            states.append(_State(node.wins, node.visits, node.proof))

    def _bear(self, node: SearchNode, parent: int | None) -> None:
        """Give a new node its number."""
        self._numbers[node] = len(self._births)
        self._births.append(_Birth(parent, node.move, node.viewpoint))
        self._changes.append(([self.iterations], [_State(float(node.prior), 2 * node.prior, None)]))

    def _numbered(self, nodes: tuple[SearchNode, ...]) -> tuple[int, ...]:
        return tuple(self._numbers[node] for node in nodes)

    # ---------------------------------------------------------------- looking

    def record(self, iteration: int) -> Record:
        """What iteration number `iteration`, counted from 1, did.

        Raises:
            ValueError: there is none, because the result is proven before.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).record(1).playout[:3]
        (6, 1, 6)
        """
        iteration = whole_number("iteration", iteration, at_least=1)
        if iteration > self.grow(iteration).iterations:
            raise ValueError(f"there is no iteration {iteration}: the result is proven after {self.iterations}")
        return self._records[iteration - 1]

    def node_count(self, step: int) -> int:
        """How many nodes the tree has after `step`; their numbers are 0 to one less.

        >>> from c4lib import Board
        >>> [Trace(Board()).node_count(step) for step in range(4)]
        [1, 1, 8, 8]
        """
        finished, phases = self._finished(step)
        return self._counts[finished + (phases >= 2)]

    def statistics(self, node: int, step: int) -> tuple[float, int]:
        """(wins, visits) of the node number `node` after `step`.

        Raises:
            ValueError: there was no such node then.

        >>> from c4lib import Board
        >>> trace = Trace(Board(), seed=1)
        >>> trace.statistics(0, step=3), trace.statistics(0, step=4), trace.statistics(0, step=400)
        ((0.0, 0), (0.0, 1), (35.0, 100))
        """
        node, count = whole_number("node", node, at_least=0), self.node_count(step)
        if node >= count:
            raise ValueError(f"there is no node {node} after step {step}: the tree has {count} nodes, 0 to {count - 1}")
        return self._state(node, step // 4)[:2]

    def moment(self, step: int) -> Moment:
        """The search after `step`: its tree, and what the iteration had done by then.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).moment(6).phase
        'expand'
        """
        finished, phases = self._finished(step)
        record = self._records[finished + (phases > 0) - 1] if step else None
        return Moment(step, self._tree(self.node_count(step), finished), record)

    def at(self, iteration: int, phase: str = "backpropagate") -> Moment:
        """The search after this phase of this iteration, counted from 1; `at(0)` is the start.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).at(2, "simulate").simulation.winner
        2
        """
        return self.moment(step_of(iteration, phase))

    def _finished(self, step: int) -> tuple[int, int]:
        """How many iterations are finished after `step`, and how many phases of the next are done; all are recorded."""
        finished, phases = divmod(whole_number("step", step, at_least=0), 4)
        if step:
            self.record(finished + (phases > 0))
        return finished, phases

    def _state(self, node: int, finished: int) -> _State:
        """What a node was after so many iterations."""
        when, states = self._changes[node]
        return states[bisect_right(when, finished) - 1]

    def _tree(self, count: int, finished: int) -> tuple[SearchNode, ...]:
        """A new tree of the first `count` nodes, as they were after so many iterations."""
        nodes: list[SearchNode] = []
        for number, (parent, move, viewpoint) in enumerate(self._births[:count]):
            above = {"game": self.game} if parent is None else {"parent": nodes[parent]}
            node = SearchNode(move=move, prior=self.settings.prior, viewpoint=viewpoint, **above)
            node.wins, node.visits, node.proof = self._state(number, finished)
            nodes.append(node)
        return tuple(nodes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        same = (self.game, self.settings, self.seed) == (other.game, other.settings, other.seed)
        return same and (self._births, self._records) == (other._births, other._records)

    __hash__ = None  # it grows

    def __repr__(self) -> str:
        default, changed = SearchSettings(), []
        for name in (field.name for field in fields(SearchSettings)):
            if (value := getattr(self.settings, name)) != getattr(default, name):
                changed.append(f"{name}={value!r}")
        words = [repr(self.game), *([f"SearchSettings({', '.join(changed)})"] if changed else []), f"seed={self.seed}"]
        return f"Trace({', '.join(words)}: {self.iterations} iterations)"

    # ---------------------------------------------------------------- as a file

    def save(self, path: str | os.PathLike) -> None:
        """Write the trace to a JSON file, whole or not at all; a file that was there is replaced.

        Raises:
            ValueError: the game is none that a file can hold.
            OSError: the file cannot be written; one that was there is unchanged.

        >>> import tempfile
        >>> from c4lib import Board
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Trace(Board(), iterations=3).save(f"{folder}/lesson.json")
        ...     Trace.load(f"{folder}/lesson.json")
        Trace(Board(), seed=0: 3 iterations)
        """
        told = [self._choices(number) for number in range(1, self.iterations + 1)]
        write_trace(path, Contents(self.game, self.settings, self.seed, told))

    @classmethod
    def load(cls, path: str | os.PathLike) -> Trace:
        """The trace that `save` wrote; it can be looked at, and goes on, like the one that was saved.

        The search is run again from its seed, and every iteration compared with the file.

        Raises:
            ValueError: the file is no trace, or a damaged one; the message says what is wrong with it.
            OSError: the file cannot be read.
        """
        try:
            contents = read_trace(path)
            trace = cls(contents.game, contents.settings, contents.seed)
            for number, told in enumerate(contents.iterations, 1):
                check_same(number, told, trace._choices(number), trace.seed)
        except ValueError as error:
            raise ValueError(f"{path} cannot be loaded: {error}") from None
        return trace

    def _choices(self, iteration: int) -> Choices:
        record = self.record(iteration)
        return choices(record, [self._births[number].move for number in record.added])
