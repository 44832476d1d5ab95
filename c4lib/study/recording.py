"""A seeded search recorded phase by phase: a tape that goes forwards and back, and that can be kept
in a file.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import NamedTuple

from c4lib._tools import interrupts_held, one_of, whole_number, whole_seed, written_whole
from c4lib.board import Board
from c4lib.hex import HexBoard
from c4lib.node import Game, Move, SearchNode
from c4lib.proofs import Proof
from c4lib.phases import Backpropagation, Expansion, Iteration, Selection, Simulation
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings

__all__ = ["PHASES", "Snapshot", "Trace", "step_of"]

# -------------------------------------------------------------------- a step of a recorded search

PHASES = ("select", "expand", "simulate", "backpropagate")

# Iterations are counted from 1. A step is one phase: step 0 is the start, with nothing but the
# root; step 4 is the end of iteration 1, and step 5 the selection of iteration 2.


def step_of(iteration: int, phase: str = "backpropagate") -> int:
    """The number of the step that is this phase of this iteration; iteration 0 stands for the
    start.

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
        return -(-self.step // 4)

    @property
    def phase(self) -> str | None:
        """The phase just done: "select", "expand", "simulate" or "backpropagate"; None at the
        start.
        """
        return PHASES[(self.step - 1) % 4] if self.step else None

    @property
    def root(self) -> SearchNode:
        """The root of the tree."""
        self.trace._move_to(self.step)
        return self.trace._root

    @property
    def path(self) -> tuple[SearchNode, ...]:
        """The nodes of this iteration from the root down: to the leaf, and from the expansion on to
        the picked node.

        >>> from c4lib import Board
        >>> [node.move for node in Trace(Board(), seed=1).at(1, "expand").path]
        [None, 3]
        """
        if self.expansion is not None:
            return self.expansion.node.path
        return self.selection.path if self.step else (self.root,)

    @property
    def phase_record(self) -> Selection | Expansion | Simulation | Backpropagation | None:
        """What the phase just done did; None at the start.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).at(1, "expand").phase_record.node
        SearchNode(move=3, wins=0, visits=0)
        """
        return self._record(self.phase)

    @property
    def selection(self) -> Selection | None:
        """The selection of this iteration; None at the start."""
        return self._record("select")

    @property
    def expansion(self) -> Expansion | None:
        """The expansion of this iteration; None if it is still to come."""
        return self._record("expand")

    @property
    def simulation(self) -> Simulation | None:
        """The simulation of this iteration; None if it is still to come."""
        return self._record("simulate")

    @property
    def backpropagation(self) -> Backpropagation | None:
        """The backpropagation of this iteration; None if it is still to come."""
        return self._record("backpropagate")

    def _record(
        self, phase: str | None
    ) -> Selection | Expansion | Simulation | Backpropagation | None:
        self.trace._move_to(self.step)
        done = (
            self.trace._tape[self.iteration - 1][0][: PHASES.index(self.phase) + 1]
            if self.step
            else ()
        )
        return dict(zip(PHASES, done)).get(phase)


# -------------------------------------------------------------------- the recording


State = tuple[float, int, Proof | None]  # of a node: wins, visits, proof


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
        self.seed = whole_seed(seed)
        self._search = TreeSearch(game, settings, self.seed)
        self.game, self.settings = game, settings
        self._root = self._search.root
        # Of every iteration what its phases did, and the states in which it left the nodes of its
        # path.
        self._tape: list[tuple[Iteration, list[State]]] = []
        self._step = 0  # where the tree is
        self._is_proven = False  # whether the last iteration proved the result
        self.grow(iterations)

    # ---------------------------------------------------------------- recording

    @property
    def iterations(self) -> int:
        """How many iterations are recorded.

        >>> from c4lib import Board
        >>> Trace(Board(), iterations=5).iterations
        5
        """
        return len(self._tape)

    def grow(self, iterations: int) -> Trace:
        """The trace itself, with at least so many iterations recorded; fewer if the result is
        proven before.

        Ctrl-C (the stop button of a notebook) takes effect between two iterations; what was
        recorded is kept.

        >>> from c4lib import Board
        >>> Trace(Board()).grow(5).grow(3).iterations
        5
        """
        if (
            whole_number("iterations", iterations, at_least=0) > self.iterations
            and not self._is_proven
        ):
            self._move_to(4 * self.iterations)
            with interrupts_held() as interrupted:
                while self.iterations < iterations and not self._is_proven and not interrupted():
                    done = self._search.step()
                    after = [
                        (node.wins, node.visits, node.proof) for node in done.backpropagation.path
                    ]
                    self._tape.append((done, after))
                    self._step, self._is_proven = self._step + 4, self._root.proof is not None
        return self

    # ---------------------------------------------------------------- looking

    def snapshot(self, step: int) -> Snapshot:
        """The search after `step`; what is missing is recorded first.

        Raises:
            ValueError: there is no such step, because the result is proven before.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).snapshot(6).phase
        'expand'
        """
        snapshot = Snapshot(self, whole_number("step", step, at_least=0))
        if (iteration := snapshot.iteration) > self.grow(iteration).iterations:
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

    def _redo(self, step: int) -> None:
        """Do again what was done between the present step and a later `step`."""
        # Last added, first attached: anytree walks up from a node that gets a child, and these have
        # no parent yet.
        for iteration, _ in reversed(self._tape[(self._step + 2) // 4 : (step + 2) // 4]):
            for child in iteration.expansion.added:
                child.parent = iteration.expansion.leaf
        for iteration, after in self._tape[self._step // 4 : step // 4]:
            for node, state in zip(iteration.backpropagation.path, after):
                node.wins, node.visits, node.proof = state

    def _undo(self, step: int) -> None:
        """Undo what was done between an earlier `step` and the present one."""
        for iteration, _ in reversed(self._tape[step // 4 : self._step // 4]):
            update = iteration.backpropagation
            for node, (wins, visits) in zip(update.path, update.before):
                node.wins, node.visits, node.proof = (
                    wins,
                    visits,
                    None,
                )  # a proven node is not visited again
        for iteration, _ in self._tape[(step + 2) // 4 : (self._step + 2) // 4]:
            iteration.expansion.leaf.children = ()

    # ---------------------------------------------------------------- a value, and how it is shown

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        same = (self.game, self.settings, self.seed) == (other.game, other.settings, other.seed)
        return same and self._told() == other._told()

    __hash__ = None  # it grows

    def __repr__(self) -> str:
        usual, settings = asdict(SearchSettings()), asdict(self.settings)
        changed = ", ".join(
            f"{name}={value!r}" for name, value in settings.items() if value != usual[name]
        )
        shown = f"SearchSettings({changed}), " if changed else ""
        return f"Trace({self.game!r}, {shown}seed={self.seed}: {self.iterations} iterations)"

    def _told(self) -> list[tuple]:
        """What each iteration chose and drew, and what came of it, with moves in place of nodes;
        the rest follows.
        """

        def moves(nodes: Iterable[SearchNode]) -> list[Move]:
            return [node.move for node in nodes]

        return [
            (
                moves(selection.path),
                moves(expansion.added),
                expansion.node.move,
                simulation.moves,
                update.rewards,
            )
            for (selection, expansion, simulation, update), _ in self._tape
        ]

    # ---------------------------------------------------------------- as a file

    def save(self, path: str | os.PathLike) -> None:
        """Write the trace to a JSON file, whole or not at all; a file that was there is replaced.

        The file holds the game, the settings, the seed, the number of iterations, and a digest of
        all that happened.

        Raises:
            ValueError: the game is none that a file can hold, or there are more than 100,000
                iterations.
            OSError: the file cannot be written; one that was there is unchanged.

        >>> import tempfile
        >>> from c4lib import Board
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Trace(Board(), iterations=3).save(f"{folder}/lesson.json")
        ...     Trace.load(f"{folder}/lesson.json")
        Trace(Board(), seed=0: 3 iterations)
        """
        text = json.dumps(self._contents(), allow_nan=False, indent=1)
        with written_whole(path) as file:
            file.write(f"{text}\n".encode())

    @classmethod
    def load(cls, path: str | os.PathLike) -> Trace:
        """The trace that `save` wrote; it can be looked at, and goes on, like the one that was
        saved.

        The search is run again from its seed, which takes as long as recording it did, and compared
        with the digest.

        Raises:
            ValueError: the file is no trace, or a damaged one; the message says what is wrong with
                it.
            OSError: the file cannot be read.
        """
        try:
            _, _, game, settings, seed, iterations, digest = _read(Path(path))
            trace = cls(_game_from_json(game), _settings_from_json(settings), seed)
            trace.at(whole_number("iterations", iterations, 0, MOST_IN_A_FILE))
            if trace._contents()["digest"] != digest:
                raise ValueError(
                    "its digest does not fit its search: the file was changed, or another c4lib wrote it"
                )
        except (ValueError, OverflowError) as error:
            raise ValueError(f"{path} cannot be loaded: {error}") from None
        return trace

    def _contents(self) -> dict[str, object]:
        search = {
            "game": _game_to_json(self.game),
            "settings": {
                name: _number_to_json(value) for name, value in asdict(self.settings).items()
            },
            "seed": self.seed,
            "iterations": whole_number("iterations", self.iterations, 0, MOST_IN_A_FILE),
        }
        text = json.dumps([search, self._told()], allow_nan=False)
        return {
            "format": FORMAT,
            "version": VERSION,
            **search,
            "digest": hashlib.sha256(text.encode()).hexdigest(),
        }


# -------------------------------------------------------------------- the file of a recording


FORMAT, VERSION = "c4lib trace", 2
KEYS = ("format", "version", "game", "settings", "seed", "iterations", "digest")
SIZES = {
    Board: ("rows", "columns", "connect"),
    HexBoard: ("size",),
}  # of the games that a file can hold
LARGEST_SIZE, MOST_IN_A_FILE = (
    100,
    100_000,
)  # rows or columns, and iterations: no file asks for endless work


def _read(path: Path) -> list[object]:
    """The values of the `KEYS`, of which only the first two are checked."""

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is no JSON number")

    try:
        data = json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)
    except RecursionError:
        raise ValueError("it is no trace: it is nested too deep") from None
    except ValueError as error:
        raise ValueError(f"it is no JSON, or not all of it: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"it is no trace, which would begin with 'format': {FORMAT!r}")
    if repr(data.get("version")) != repr(VERSION):  # 2.0 is not 2
        raise ValueError(
            f"its version is {_short(data.get('version'))}, and this c4lib reads version {VERSION}"
        )
    return _values("the file", data, KEYS)


def _values(name: str, data: object, keys: Iterable[str]) -> list[object]:
    """The values of a JSON object that has these keys and no others."""
    known = ", ".join(map(repr, keys))
    if not isinstance(data, dict):
        raise ValueError(f"{name} must be an object with {known}, not {_short(data)}")
    for key in keys:
        if key not in data:
            raise ValueError(f"{name} has no {key!r}")
    for key in data:
        if key not in keys:
            raise ValueError(f"{name} has {_short(key)}, which is unknown; known are {known}")
    return [data[key] for key in keys]


def _short(value: object) -> str:
    """A value from a file for a message, cut when it is long."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _number_to_json(value: object) -> object:
    """JSON has no infinity: it is written "inf" or "-inf"."""
    return str(value) if value in (math.inf, -math.inf) else value


def _settings_from_json(data: object) -> SearchSettings:
    names = [field.name for field in fields(SearchSettings)]
    values = dict(zip(names, _values("'settings'", data, names)))
    if values["unvisited"] in ("inf", "-inf"):
        values["unvisited"] = float(values["unvisited"])
    return SearchSettings(**values)


def _game_to_json(game: Game) -> dict[str, object]:
    """A game by its size and moves, or if these are not known by the text that it prints."""
    if type(game) not in SIZES:
        raise ValueError(f"a file can hold the trace of a Board or a HexBoard, not of {game!r}")
    kind = {"type": type(game).__name__}
    if game.moves is None:
        return {**kind, "text": str(game)}
    sizes = {
        name: whole_number(name, getattr(game, name), 1, LARGEST_SIZE) for name in SIZES[type(game)]
    }
    return {**kind, **sizes, "moves": list(game.moves)}


def _game_from_json(data: object) -> Game:
    name = data.get("type") if isinstance(data, dict) else None
    kind = next((kind for kind in SIZES if kind.__name__ == name), None)
    if kind is None:
        raise ValueError(
            f"'game' must be an object whose 'type' is 'Board' or 'HexBoard', not {_short(data)}"
        )
    if "text" in data:
        return kind.from_text(_values("'game'", data, ("type", "text"))[1])
    _, *sizes, moves = _values("'game'", data, ("type", *SIZES[kind], "moves"))
    if not isinstance(moves, list):
        raise ValueError(f"'moves' must be a list, not {_short(moves)}")
    return kind.from_moves(
        moves,
        *[whole_number(name, size, 1, LARGEST_SIZE) for name, size in zip(SIZES[kind], sizes)],
    )
