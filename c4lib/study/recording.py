"""A seeded search recorded phase by phase: a tape that goes forwards and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import NamedTuple

from c4lib._tools import interrupts_held, one_of, whole_number, whole_seed
from c4lib.node import Game, SearchNode
from c4lib.phases import Backpropagation, Expansion, Iteration, Selection, Simulation
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings

PHASES = ("select", "expand", "simulate", "backpropagate")

# Iterations are counted from 1. A step is one phase: step 0 is the start, with nothing but the
# root; step 4 is the end of iteration 1, and step 5 the selection of iteration 2.

PhaseRecord = Selection | Expansion | Simulation | Backpropagation


def step_of(iteration: int, phase: str = "backpropagate") -> int:
    """The number of the step that is this phase of this iteration; 0 if that is iteration 0.

    Raises:
        ValueError: there is no such phase, or the iteration is not a whole number from 0 on.

    >>> step_of(0), step_of(1, "select"), step_of(1)
    (0, 1, 4)
    """
    iteration = whole_number("iteration", iteration, at_least=0)
    index = PHASES.index(one_of("phase", phase, PHASES))
    return max(0, 4 * iteration - 3 + index)


class Snapshot(NamedTuple):
    """A recorded search as it was after one of its steps; `Trace.at` and `Trace.snapshot` give it.

    A snapshot holds no tree of its own. All nodes that it gives belong to the one tree of the
    recording, which is moved to this step whenever the snapshot is asked. So a node is the same
    object at every step, and its wins, visits, children and proof are those of this step until a
    snapshot of another step is asked, or the recording grows: then ask this snapshot again. The
    tree is for looking at; a change to it would spoil the recording.

    Attributes:
        trace: the recording.
        step: the number of the step; 0 is the start, 4 the end of iteration 1.

    >>> from c4lib import Board
    >>> snapshot = Trace(Board(), seed=1).at(2, "select")
    >>> snapshot.root, snapshot.selection.leaf, snapshot.expansion
    (SearchNode(move=None, wins=0, visits=1), SearchNode(move=1, wins=0, visits=0), None)
    """

    trace: Trace
    step: int

    @property
    def iteration(self) -> int:
        """The iteration that the step belongs to, counted from 1; 0 at the start."""
        return (self.step + 3) // 4

    @property
    def phase(self) -> str | None:
        """The phase just done, one of `PHASES`; None at the start."""
        return PHASES[(self.step - 1) % 4] if self.step else None

    @property
    def root(self) -> SearchNode:
        """The root of the tree."""
        self.trace._move_to(self.step)
        return self.trace._root

    @property
    def path(self) -> tuple[SearchNode, ...]:
        """The nodes of this iteration from the root down, as far as it has come.

        >>> from c4lib import Board
        >>> [node.move for node in Trace(Board(), seed=1).at(1, "expand").path]
        [None, 3]
        """
        if self.expansion is not None:
            return self.expansion.node.path
        return self.selection.path if self.step else (self.root,)

    @property
    def phase_record(self) -> PhaseRecord | None:
        """What the phase just done did; None at the start.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).at(1, "expand").phase_record.node
        SearchNode(move=3, wins=0, visits=0)
        """
        return self._record((self.step - 1) % 4)

    @property
    def selection(self) -> Selection | None:
        """The selection of this iteration; None at the start."""
        return self._record(0)

    @property
    def expansion(self) -> Expansion | None:
        """The expansion of this iteration; None if it is still to come."""
        return self._record(1)

    @property
    def simulation(self) -> Simulation | None:
        """The simulation of this iteration; None if it is still to come."""
        return self._record(2)

    @property
    def backpropagation(self) -> Backpropagation | None:
        """The backpropagation of this iteration; None if it is still to come."""
        return self._record(3)

    def _record(self, index: int) -> PhaseRecord | None:
        """What the phase `PHASES[index]` of this iteration did; None if it is still to come."""
        self.trace._move_to(self.step)
        is_done = self.step and index <= (self.step - 1) % 4
        return self.trace._tape[self.iteration - 1].phases[index] if is_done else None


class _Recorded(NamedTuple):
    """One iteration on the tape."""

    phases: Iteration
    after: list[tuple]  # wins, visits and proof of each node of its path


class Trace:
    """A seeded search, recorded phase by phase, that can be looked at after any of its steps.

    The same game, settings and seed give the tree of `TreeSearch(game, settings, rng=seed)`, node
    by node. There is one tree: it goes back to an earlier step by undoing what was recorded, and
    forwards by doing it again (see `Snapshot`). What is asked for and not recorded yet is recorded
    then.

    Args:
        game: the position to search, a `Board` for example.
        settings: the choices of the search.
        seed: a whole number, at least 0.
        iterations: how many to record at once.

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
        self,
        game: Game,
        settings: SearchSettings = SearchSettings(),
        seed: int = 0,
        iterations: int = 0,
    ) -> None:
        self.game = game
        self.settings = settings
        self.seed = whole_seed(seed)
        self._search = TreeSearch(game, settings, self.seed)
        self._root = self._search.root
        self._tape: list[_Recorded] = []
        self._step = 0  # where the tree is
        self._is_proven = False  # whether the last iteration proved the result
        self.grow(iterations)

    @property
    def iterations(self) -> int:
        """How many iterations are recorded.

        >>> from c4lib import Board
        >>> Trace(Board(), iterations=5).iterations
        5
        """
        return len(self._tape)

    def grow(self, iterations: int) -> Trace:
        """The trace itself, with at least so many iterations; fewer if the result is proven before.

        Ctrl-C (the stop button of a notebook) takes effect between two iterations; what was
        recorded is kept.

        >>> from c4lib import Board
        >>> Trace(Board()).grow(5).grow(3).iterations
        5
        """
        iterations = whole_number("iterations", iterations, at_least=0)
        if iterations > self.iterations and not self._is_proven:
            self._move_to(4 * self.iterations)
            with interrupts_held() as interrupted:
                while self.iterations < iterations and not self._is_proven and not interrupted():
                    self._record_iteration()
        return self

    def _record_iteration(self) -> None:
        phases = self._search.step()
        path = phases.backpropagation.path
        after = [(node.wins, node.visits, node.proof) for node in path]
        self._tape.append(_Recorded(phases, after))
        self._step += 4
        self._is_proven = self._root.proof is not None

    def snapshot(self, step: int) -> Snapshot:
        """The search after `step`; what is missing is recorded first.

        Raises:
            ValueError: there is no such step, because the result is proven before.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).snapshot(6).phase
        'expand'
        """
        snapshot = Snapshot(self, whole_number("step", step, at_least=0))
        iteration = snapshot.iteration
        if iteration > self.grow(iteration).iterations:
            raise ValueError(
                f"there is no iteration {iteration}: the result is proven after {self.iterations}"
            )
        return snapshot

    def at(self, iteration: int, phase: str = "backpropagate") -> Snapshot:
        """The search after this phase of this iteration, counted from 1; `at(0)` is the start.

        Raises:
            ValueError: there is no such phase, or no such iteration because the result is proven
                before.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).at(2, "simulate").simulation.winner
        2
        """
        return self.snapshot(step_of(iteration, phase))

    def _move_to(self, step: int) -> None:
        """Make the tree what it was after `step`."""
        if step != self._step:
            with interrupts_held():  # Ctrl-C waits until the tree is whole
                self._redo(step)
                self._undo(step)
                self._step = step

    # Children come and go with the second phase of an iteration, counts change with the fourth.

    def _redo(self, step: int) -> None:
        """Do again what was done between the present step and a later `step`."""
        # Last added, first attached: anytree walks up from a node that gets a child, and these have
        # no parent yet.
        for recorded in reversed(self._tape[(self._step + 2) // 4 : (step + 2) // 4]):
            expansion = recorded.phases.expansion
            for child in expansion.added:
                child.parent = expansion.leaf
        for recorded in self._tape[self._step // 4 : step // 4]:
            path = recorded.phases.backpropagation.path
            for node, state in zip(path, recorded.after):
                node.wins, node.visits, node.proof = state

    def _undo(self, step: int) -> None:
        """Undo what was done between an earlier `step` and the present one."""
        for recorded in reversed(self._tape[step // 4 : self._step // 4]):
            update = recorded.phases.backpropagation
            for node, before in zip(update.path, update.before):
                node.wins, node.visits = before
                node.proof = None  # a proven node is not visited again
        for recorded in self._tape[(step + 2) // 4 : (self._step + 2) // 4]:
            recorded.phases.expansion.leaf.children = ()

    def __repr__(self) -> str:
        usual = asdict(SearchSettings())
        settings = asdict(self.settings).items()
        changed = [f"{name}={value!r}" for name, value in settings if value != usual[name]]
        text = f"SearchSettings({', '.join(changed)}), " if changed else ""
        return f"Trace({self.game!r}, {text}seed={self.seed}: {self.iterations} iterations)"
