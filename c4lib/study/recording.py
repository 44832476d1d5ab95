"""A seeded search recorded phase by phase: a tape that goes forwards and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from c4lib._tools.arguments import one_of, whole_number, whole_seed
from c4lib._tools.interrupts import interrupts_held
from c4lib.node import Game, Move, SearchNode
from c4lib.phases import PHASES, Backpropagation, Expansion, Selection, Simulation
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings

PhaseRecord = Selection | Expansion | Simulation | Backpropagation


class Step(NamedTuple):
    """A step of a recorded search, and what of it is looked at; `Trace.at` and `Trace.step` give it.

    A step is one phase of one iteration. It holds no tree of its own: all nodes that it gives
    belong to the one tree of the recording, which shows one step at a time. So a node is the same
    object at every step, and its wins, visits, children and proof are those of the step that is
    shown. `Trace.at` and `Trace.step` show what they give; once another step is shown, this one
    says nothing about the tree until `Trace.show` goes back to it. The tree is for looking at; a
    change to it would spoil the recording.

    Attributes:
        trace: the recording.
        number: of the step; 0 is the start, with nothing but the root, 4 the end of iteration 1, and
            5 the selection of iteration 2.
        part: of a selection how many edges are shown, of a playout how many moves; None: all.
        is_covered: whether the phase is still to be predicted; what is `seen` is the step before.
        looked_at: the moves to a node to look at; None: what the phase did is looked at.

    Raises:
        RuntimeError: it is asked about the tree while another step is shown.

    >>> from c4lib import Board
    >>> step = Trace(Board(), seed=1).at(2, "select")
    >>> step.root, step.selection.leaf, step.expansion
    (SearchNode(move=None, wins=0, visits=1), SearchNode(move=1, wins=0, visits=0), None)
    """

    trace: Trace
    number: int
    part: int | None = None
    is_covered: bool = False
    looked_at: tuple[Move, ...] | None = None

    @property
    def iteration(self) -> int:
        """The iteration that the step belongs to, counted from 1; 0 at the start."""
        return (self.number + 3) // 4

    @property
    def phase(self) -> str | None:
        """The phase just done, one of `PHASES`; None at the start."""
        return PHASES[(self.number - 1) % 4] if self.number else None

    @property
    def seen(self) -> Step:
        """This step, or the one before as long as it is covered.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).at(2)._replace(is_covered=True).seen.phase
        'simulate'
        """
        return self._replace(number=self.number - self.is_covered, is_covered=False)

    @property
    def root(self) -> SearchNode:
        """The root of the tree."""
        self._check_shown()
        return self.trace._root

    @property
    def path(self) -> tuple[SearchNode, ...]:
        """The nodes of this iteration from the root down, as far as it has come and is shown.

        >>> from c4lib import Board
        >>> [node.move for node in Trace(Board(), seed=1).at(1, "expand").path]
        [None, 3]
        """
        if self.expansion is not None:
            return self.expansion.node.path
        path = self.selection.path if self.selection is not None else (self.root,)
        return path if self.part is None else path[: self.part + 1]

    @property
    def node(self) -> SearchNode | None:
        """The node that is looked at, or the last one of the tree on the way there; None: none."""
        if self.looked_at is None:
            return None
        return nodes_along(self.root, self.looked_at)[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from the root to the position that is shown."""
        moves = (self.node or self.path[-1]).moves
        if self.part and self.phase == "simulate" and self.looked_at is None:
            moves += self.simulation.moves[: self.part]
        return moves

    @property
    def game(self) -> Game:
        """The position that is shown.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).at(1, "expand").game
        Board.from_moves('3')
        """
        game = self.trace.game
        for move in self.moves:
            game = game.play(move)
        return game

    @property
    def parts(self) -> int:
        """How many edges or moves the phase has, to be shown one by one."""
        if self.phase == "select":
            return len(self.selection.values)
        return len(self.simulation.moves) if self.phase == "simulate" else 0

    @property
    def has_more(self) -> bool:
        """Whether the phase is shown in parts, and some are still to come."""
        return self.part is not None and self.part < self.parts

    def whole(self) -> Step:
        """The same, with all parts of the phase shown."""
        return self._replace(part=None)

    def begun(self) -> Step:
        """The same, with no part of the phase shown yet.

        >>> from c4lib import Board
        >>> step = Trace(Board(), seed=1).at(3, "select").begun()
        >>> step.parts, len(step.path), step.has_more
        (1, 1, True)
        >>> len(step.next_part().path), step.next_part().has_more
        (2, False)
        """
        return self._replace(part=0)

    def next_part(self) -> Step:
        """The same, with one part more."""
        return self._replace(part=self.part + 1, looked_at=None)

    @property
    def record(self) -> PhaseRecord | None:
        """What the phase just done did; None at the start.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).at(1, "expand").record.node
        SearchNode(move=3, wins=0, visits=0)
        """
        return self._record((self.number - 1) % 4)

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
        self._check_shown()
        is_done = self.number and index <= (self.number - 1) % 4
        return self.trace._tape[self.iteration - 1][index] if is_done else None

    def _check_shown(self) -> None:
        if self.trace.shown != self.number:
            shows = f"the recording shows step {self.trace.shown} now, not {self.number}"
            raise RuntimeError(f"{shows}: trace.show(step) goes back to it")


def nodes_along(root: SearchNode, moves: Iterable[Move]) -> list[SearchNode]:
    """The nodes from the `root` down along these moves, as far as the tree has them.

    >>> from c4lib import Board, TreeSearch
    >>> root = TreeSearch(Board(), rng=1).run(20).root
    >>> [node.move for node in nodes_along(root, [3, 2, 6, 6])]
    [None, 3, 2]
    """
    path = [root]
    for move in moves:
        below = [child for child in path[-1].children if child.move == move]
        if not below:
            break
        path += below
    return path


class Trace:
    """A seeded search, recorded phase by phase, that can be looked at after any of its steps.

    The same game, settings and seed give the tree of `TreeSearch(game, settings, rng=seed)`, node
    by node. There is one tree, which shows one step at a time: `show` goes back to an earlier one by
    undoing what was recorded, and forwards by doing it again. What is asked for and not recorded
    yet is recorded then.

    Args:
        game: the position to search, a `Board` for example.
        settings: the choices of the search.
        seed: a whole number, at least 0.
        iterations: how many to record at once.

    Attributes:
        game, settings, seed: as given.
        shown: the number of the step that the tree shows.

    Raises:
        ValueError: the game is over, or an argument is none of these.

    >>> from c4lib import Board
    >>> trace = Trace(Board(), seed=1)
    >>> early, late = trace.at(3, "simulate"), trace.at(100)
    >>> late.root.visits, trace.show(early).root.visits
    (100, 2)
    >>> late.root
    Traceback (most recent call last):
        ...
    RuntimeError: the recording shows step 11 now, not 400: trace.show(step) goes back to it
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
        self._begin()
        self.grow(iterations)

    def _begin(self) -> None:
        """Start the search, with nothing recorded."""
        self._search = TreeSearch(self.game, self.settings, self.seed)
        self._root = self._search.root
        self._tape = []  # what the phases of each iteration did
        self._proofs = []  # after each iteration, of the nodes of its path
        self.shown = 0
        self._is_proven = False  # whether the last iteration proved the result

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

        The step that is shown stays. Ctrl-C (the stop button of a notebook) takes effect between
        two iterations, pressed again at once. After that, or an error in the game, what was
        recorded is recorded again when it is asked for.

        >>> from c4lib import Board
        >>> Trace(Board()).grow(5).grow(3).iterations
        5
        """
        iterations = whole_number("iterations", iterations, at_least=0)
        if iterations > self.iterations and not self._is_proven:
            shown = self.shown
            self._move_to(4 * self.iterations)
            try:
                with interrupts_held() as interrupted:
                    while not (self.iterations >= iterations or self._is_proven or interrupted()):
                        self._record_iteration()
            finally:
                self._move_to(min(shown, 4 * self.iterations))
        return self

    def _record_iteration(self) -> None:
        try:
            phases = self._search.step()
            self._tape.append(phases)
            self._proofs.append([node.proof for node in phases.backpropagation.path])
            self._is_proven = self._root.proof is not None
            self.shown += 4
        except BaseException:  # half an iteration has no place on the tape: it begins again
            self._begin()
            raise

    def step(self, number: int) -> Step:
        """The search after the step of this number, shown; what is missing is recorded first.

        Raises:
            ValueError: there is no such step, because the result is proven before.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).step(6).phase
        'expand'
        """
        step = Step(self, whole_number("step", number, at_least=0))
        iteration = step.iteration
        if iteration > self.grow(iteration).iterations:
            raise ValueError(
                f"there is no iteration {iteration}: the result is proven after {self.iterations}"
            )
        return self.show(step)

    def at(self, iteration: int, phase: str = "backpropagate") -> Step:
        """The search after this phase of this iteration, counted from 1, shown; `at(0)` is the start.

        Raises:
            ValueError: there is no such phase, or no such iteration because the result is proven
                before.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).at(2, "simulate").simulation.winner
        2
        """
        iteration = whole_number("iteration", iteration, at_least=0)
        number = 4 * iteration - 3 + PHASES.index(one_of("phase", phase, PHASES))
        return self.step(max(0, number))

    def show(self, step: Step) -> Step:
        """The step itself: the tree is now what it was then, until another step is shown."""
        self._move_to(step.number)
        return step

    def _move_to(self, number: int) -> None:
        """Make the tree what it was after the step of this number."""
        if number != self.shown:
            with interrupts_held(all_of_them=True):  # until the tree is whole
                self._redo(number)
                self._undo(number)
                self.shown = number

    # Children come and go with the second phase of an iteration, counts change with the fourth.

    def _redo(self, number: int) -> None:
        """Do again what was done between the present step and a later one."""
        # Last added, first attached: anytree walks up from a node that gets a child, and these have
        # no parent yet.
        for recorded in reversed(self._tape[(self.shown + 2) // 4 : (number + 2) // 4]):
            expansion = recorded.expansion
            for child in expansion.added:
                child.parent = expansion.leaf
        for index in range(self.shown // 4, number // 4):
            update = self._tape[index].backpropagation
            for node, after, proof in zip(update.path, update.after, self._proofs[index]):
                node.wins, node.visits = after
                node.proof = proof

    def _undo(self, number: int) -> None:
        """Undo what was done between an earlier step and the present one."""
        for recorded in reversed(self._tape[number // 4 : self.shown // 4]):
            update = recorded.backpropagation
            for node, before in zip(update.path, update.before):
                node.wins, node.visits = before
                node.proof = None  # a proven node is not visited again
        for recorded in self._tape[(number + 2) // 4 : (self.shown + 2) // 4]:
            recorded.expansion.leaf.children = ()

    def __repr__(self) -> str:
        return f"Trace({self.game!r}, seed={self.seed}: {self.iterations} iterations)"
