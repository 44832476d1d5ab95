"""A moment of a recorded search: its tree as it was then, and what the four phases of the iteration had done by then."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from typing import NamedTuple

from c4lib._tools import one_of, whole_number
from c4lib.node import Move, SearchNode
from c4lib.phases import Backpropagation, Expansion, Selection, Simulation

PHASES = ("select", "expand", "simulate", "backpropagate")

# Iterations are counted from 1. A step is one phase: step 0 is the start, with nothing but the root; step 4 is the
# end of iteration 1, and step 5 the selection of iteration 2.


def step_of(iteration: int, phase: str = "backpropagate") -> int:
    """The number of the step that is this phase of this iteration; iteration 0 stands for the start.

    Raises:
        ValueError: there is no such phase, or the iteration is no whole number from 0 on.

    >>> step_of(0), step_of(1, "select"), step_of(1)
    (0, 1, 4)
    """
    iteration = whole_number("iteration", iteration, at_least=0)
    place = PHASES.index(one_of("phase", phase, PHASES))
    return max(0, 4 * iteration - 3 + place)


class Record(NamedTuple):
    """What the four phases of one iteration did, by the numbers of the nodes: the root is 0, the next one born 1.

    Attributes:
        path: from the root to the leaf.
        values: for every node of the path but the leaf, the values of its children at the moment of choice.
        added: the children added below the leaf.
        added_values: their values, by which one was picked.
        node: the node that was simulated.
        playout: the moves of the playout.
        winner: the player who won it, or None.
        rewards: what each node received, from `node` up to the root.
        before: (wins, visits) of the same nodes before that.

    >>> from c4lib import Board
    >>> from c4lib.study.recording import Trace
    >>> record = Trace(Board(), seed=1).record(2)
    >>> record.path, record.added, record.rewards  # a leaf is not expanded before its first simulation
    ((0, 2), (), (0.0, 1.0))
    """

    path: tuple[int, ...]
    values: tuple[tuple[float, ...], ...]
    added: tuple[int, ...]
    added_values: tuple[float, ...]
    node: int
    playout: tuple[Move, ...]
    winner: int | None
    rewards: tuple[float, ...]
    before: tuple[tuple[float, int], ...]


@dataclass(frozen=True, eq=False)
class Moment:
    """The search at one moment.

    The tree is a copy: what is changed in it changes nothing else. What a phase did is told as `TreeSearch.phases`
    tells it, by nodes of this tree, whose statistics are those of the moment.

    Attributes:
        step: the number of the step just done, 0 at the start.
        nodes: the nodes of the tree in the order of their birth; the first is the root.
        record: the iteration that the step belongs to, by node numbers; None at the start.

    >>> from c4lib import Board
    >>> from c4lib.study.recording import Trace
    >>> moment = Trace(Board(), seed=1).at(2, "select")
    >>> moment.root, moment.selection.leaf, moment.expansion
    (SearchNode(move=None, wins=0, visits=1), SearchNode(move=1, wins=0, visits=0), None)
    """

    step: int
    nodes: tuple[SearchNode, ...]
    record: Record | None

    @property
    def iteration(self) -> int:
        """Which iteration the step belongs to, counted from 1; 0 at the start."""
        return -(-self.step // 4)

    @property
    def phase(self) -> str | None:
        """The phase just done: "select", "expand", "simulate" or "backpropagate"; None at the start."""
        return PHASES[(self.step - 1) % 4] if self.step else None

    @property
    def root(self) -> SearchNode:
        """The root of the tree."""
        return self.nodes[0]

    @property
    def path(self) -> tuple[SearchNode, ...]:
        """The nodes of this iteration from the root down: to the leaf, and from the expansion on to the node picked.

        >>> from c4lib import Board
        >>> from c4lib.study.recording import Trace
        >>> [node.move for node in Trace(Board(), seed=1).at(1, "expand").path]
        [None, 3]
        """
        if self.selection is None:
            return (self.root,)
        picked = self.expansion is not None and self.expansion.node is not self.selection.leaf
        return (*self.selection.path, self.expansion.node) if picked else self.selection.path

    @property
    def phase_record(self) -> Selection | Expansion | Simulation | Backpropagation | None:
        """What the phase just done did; None at the start.

        >>> from c4lib import Board
        >>> from c4lib.study.recording import Trace
        >>> Trace(Board(), seed=1).at(1, "expand").phase_record.node
        SearchNode(move=3, wins=0, visits=0)
        """
        done = (self.selection, self.expansion, self.simulation, self.backpropagation)
        return done[PHASES.index(self.phase)] if self.phase else None

    @cached_property
    def selection(self) -> Selection | None:
        """The selection of this iteration; None at the start."""
        return Selection(self._numbered(self.record.path), self.record.values) if self.step else None

    @cached_property
    def expansion(self) -> Expansion | None:
        """The expansion of this iteration; None if it was still to come."""
        if not self._has("expand"):
            return None
        record = self.record
        return Expansion(
            self.selection.leaf, self._numbered(record.added), record.added_values, self.nodes[record.node]
        )

    @cached_property
    def simulation(self) -> Simulation | None:
        """The simulation of this iteration; None if it was still to come."""
        if not self._has("simulate"):
            return None
        node, moves = self.expansion.node, self.record.playout
        return Simulation(node, moves, reduce(lambda game, move: game.play(move), moves, node.game))

    @cached_property
    def backpropagation(self) -> Backpropagation | None:
        """The back-propagation of this iteration; None if it was still to come."""
        if not self._has("backpropagate"):
            return None
        record = self.record
        return Backpropagation(self.path[::-1], record.winner, record.rewards, record.before)

    def _has(self, phase: str) -> bool:
        return self.phase is not None and PHASES.index(phase) <= PHASES.index(self.phase)

    def _numbered(self, numbers: tuple[int, ...]) -> tuple[SearchNode, ...]:
        return tuple(self.nodes[number] for number in numbers)
