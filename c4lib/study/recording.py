"""The record of a seeded search, phase by phase: the memory of the step control, a source of pictures, and a file."""

from __future__ import annotations

import json
import math
import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property, reduce
from pathlib import Path
from typing import NamedTuple

from c4lib._tools import one_of, whole_number, written_whole
from c4lib.board import Board
from c4lib.lecture.hex import HexBoard
from c4lib.node import Game, Move, Proof, SearchNode
from c4lib.phases import Backpropagation, Expansion, Iteration, Selection, Simulation
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings

# -------------------------------------------------------------------- a step of a recorded search


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
class Snapshot:
    """The search at one snapshot.

    The tree is a copy: what is changed in it changes nothing else. What a phase did is told as `TreeSearch.phases`
    tells it, by nodes of this tree, whose statistics are those of the snapshot.

    Attributes:
        step: the number of the step just done, 0 at the start.
        nodes: the nodes of the tree in the order of their birth; the first is the root.
        record: the iteration that the step belongs to, by node numbers; None at the start.

    >>> from c4lib import Board
    >>> from c4lib.study.recording import Trace
    >>> snapshot = Trace(Board(), seed=1).at(2, "select")
    >>> snapshot.root, snapshot.selection.leaf, snapshot.expansion
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


# -------------------------------------------------------------------- the record of a seeded search, phase by phase


__all__ = ["PHASES", "Snapshot", "Record", "Trace", "step_of"]


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
    """The record of a seeded search, which grows as far as it is asked for and can be looked at at any snapshot.

    The same game, settings and seed give the tree of `TreeSearch(game, settings, rng=seed)`, node by node. Snapshots are
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

    def snapshot(self, step: int) -> Snapshot:
        """The search after `step`: its tree, and what the iteration had done by then.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).snapshot(6).phase
        'expand'
        """
        finished, phases = self._finished(step)
        record = self._records[finished + (phases > 0) - 1] if step else None
        return Snapshot(step, self._tree(self.node_count(step), finished), record)

    def at(self, iteration: int, phase: str = "backpropagate") -> Snapshot:
        """The search after this phase of this iteration, counted from 1; `at(0)` is the start.

        >>> from c4lib import Board
        >>> Trace(Board(), seed=1).at(2, "simulate").simulation.winner
        2
        """
        return self.snapshot(step_of(iteration, phase))

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


# -------------------------------------------------------------------- the file of a recorded search


FORMAT, VERSION = "c4lib trace", 1
HEAD = ("format", "version", "game", "settings", "seed", "iterations")
MOST_ROWS = 100  # rows and columns that a file may ask for

Choices = dict[str, object]
"""The choices and chances of one iteration; all its other numbers follow from these."""


class Contents(NamedTuple):
    """What a file says: game and settings are checked, the seed and the iterations as they were found."""

    game: Game
    settings: SearchSettings
    seed: object
    iterations: list


def choices(record: Record, added: Sequence[Move]) -> Choices:
    """What a file has of an iteration.

    Args:
        record: the iteration.
        added: the moves of the children that it added.
    """
    return {
        "path": list(record.path),
        "added": list(added),
        "node": record.node,
        "playout": list(record.playout),
        "winner": record.winner,
    }


def write_trace(path: str | os.PathLike, contents: Contents) -> None:
    """Write the file, whole or not at all; a file that was there is replaced.

    Raises:
        ValueError: the game is none that a file can hold.
        OSError: the file cannot be written; one that was there is unchanged.
    """
    head = {
        "format": FORMAT,
        "version": VERSION,
        "game": _game_to_json(contents.game),
        "settings": {name: _number_to_json(value) for name, value in asdict(contents.settings).items()},
        "seed": contents.seed,
    }
    lines = [json.dumps(iteration, allow_nan=False) for iteration in contents.iterations]
    text = f'{json.dumps(head, allow_nan=False)[:-1]}, "iterations": [\n' + ",\n".join(lines) + "\n]}\n"
    with written_whole(path) as file:
        file.write(text.encode())


def read_trace(path: str | os.PathLike) -> Contents:
    """What the file says.

    Raises:
        ValueError: the file is no trace, or a damaged one; the message says what is wrong with it.
        OSError: the file cannot be read.
    """
    data = _read_json(Path(path))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"it is no trace, which would begin with 'format': {FORMAT!r}")
    if data.get("version") != VERSION:
        raise ValueError(f"its version is {_short(data.get('version'))}, and this c4lib reads version {VERSION}")
    _, _, game, settings, seed, iterations = _values("the file", data, HEAD)
    if not isinstance(iterations, list):
        raise ValueError(f"'iterations' must be a list, not {_short(iterations)}")
    return Contents(_game_from_json(game), _settings_from_json(settings), seed, iterations)


def check_same(number: int, told: object, known: Choices, seed: int) -> None:
    """ValueError if iteration `number` of a file is not the one `known`, which its seed gives."""
    for (name, expected), value in zip(known.items(), _values(f"iteration {number}", told, known)):
        if json.dumps(value) != json.dumps(expected):  # for Python, 1 is also equal to 1.0 and to True
            is_not = f"{name!r} is {_short(value)}, but must be {_short(expected)}"
            raise ValueError(f"iteration {number} is not that of seed {seed}: {is_not}")


# -------------------------------------------------------------------- settings and game


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
    """A game by its size and moves, or if these are not known as the text that it prints."""
    if not isinstance(game, (Board, HexBoard)):
        raise ValueError(f"a file can hold the trace of a Board or a HexBoard, not of {game!r}")
    name = type(game).__name__
    if game.moves is None:
        return {"type": name, "text": str(game)}
    return {"type": name, **{size: getattr(game, size) for size in _sizes(name)}, "moves": list(game.moves)}


def _game_from_json(data: object) -> Game:
    name = data.get("type") if isinstance(data, dict) else None
    if name not in ("Board", "HexBoard"):
        raise ValueError(f"'game' must be an object whose 'type' is 'Board' or 'HexBoard', not {_short(data)}")
    kind = Board if name == "Board" else HexBoard
    if "text" in data:
        return kind.from_text(_values("'game'", data, ("type", "text"))[1])
    _, *sizes, moves = _values("'game'", data, ("type", *_sizes(name), "moves"))
    for word, size in zip(_sizes(name), sizes):
        if whole_number(word, size, at_least=1) > MOST_ROWS:
            raise ValueError(f"{word} must be at most {MOST_ROWS}, not {size}")
    if not isinstance(moves, list):
        raise ValueError(f"'moves' must be a list, not {_short(moves)}")
    return kind.from_moves(moves, *sizes)


def _sizes(name: str) -> tuple[str, ...]:
    return ("rows", "columns", "connect") if name == "Board" else ("size",)


# -------------------------------------------------------------------- JSON


def _read_json(path: Path) -> object:
    def refuse(word: str) -> None:
        raise ValueError(f"{word} is no JSON number")

    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)
    except RecursionError:
        raise ValueError("it is no trace: it is nested too deep") from None
    except ValueError as error:
        raise ValueError(f"it is no JSON, or not all of it: {error}") from None


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
