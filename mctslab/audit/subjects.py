"""Searches of any make: recognised by the names that they have, and run."""

from __future__ import annotations

import dis
import inspect
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import NamedTuple

import numpy as np

from c4lib import phases as library
from c4lib.node import Game, Move, SearchNode
from c4lib.phases import Expansion, Selection, Simulation
from c4lib.search import Search, TreeSearch
from c4lib.settings import SearchSettings
from mctslab.audit.chances import Known
from mctslab.audit.trees import Trouble, is_node, part, plain, told

PHASES = ("select", "expand", "simulate", "backpropagate")
ALLOWED = (
    "allowed are functions select, expand, simulate, backpropagate or grow (in a file, a module, a "
    "namespace or a dict), and a class or a function that searches"
)
MEANINGS = {  # of the names of arguments
    "game": "game board state rootstate root position initialstate gamestate currentstate",
    "settings": "settings",
    "rng": "rng generator",
    "seed": "seed",
    "iterations": "iterations n itermax maxiterations iters niterations numiterations playouts "
    "nplayouts numplayouts simulations nsimulations numsimulations simulationsnumber simulationlimit "
    "rollouts numrollouts budget count times",
    "rows": "rows r",
    "columns": "columns cols c",
    "player": "player",
}
RUNS = ["run", "search", "grow", "uctsearch", "mctssearch", "bestaction", "bestmove", "action"]
RUNS += ["move", "choosemove", "findbestmove", "selectaction", "selectmove", "takeaction", "think"]


class Grown(NamedTuple):
    """The root of a tree; its search, if it is one of ours."""

    root: object
    search: Search | None = None


class Doing:
    """What is being done now: for the sentence on what does not end."""

    what = "the search"
    phase = ""


def called(what: str, phase: str, function: Callable, *arguments: object) -> object:
    """What the function gives. Trouble if it raises something.

    >>> called("your select", "select", lambda root: root[3], [])
    Traceback (most recent call last):
        ...
    mctslab.audit.trees.Trouble: your select raises IndexError: list index out of range
    """
    Doing.what, Doing.phase = what, phase
    try:
        return function(*arguments)
    except Trouble:
        raise
    except (Exception, SystemExit) as error:
        raise Trouble(f"{what} raises {error_words(error)}", phase) from None


def error_words(error: BaseException) -> str:
    """An error, and the line of the student's file that raised it."""
    words = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    places = [
        (frame.filename, frame.lineno) for frame in inspect.getinnerframes(error.__traceback__)
    ]
    theirs = [place for place in places if "c4lib" not in place[0] and "mctslab" not in place[0]]
    if theirs and theirs[-1][0].endswith(".py"):
        words += f" (line {theirs[-1][1]} of {Path(theirs[-1][0]).name})"
    return words


def seen(game: Game) -> tuple:
    """What a position answers, to see whether it was changed."""
    return str(game), game.to_move, game.winner, game.is_terminal, game.legal_moves()


# -------------------------------------------------------------------- what it is


def names_of(search: object) -> dict[str, object] | None:
    """The names in a file, a module, a namespace or a dict; None if it is something else.

    Raises:
        ValueError: the file cannot be run.
    """
    if isinstance(search, (str, Path)):
        path = Path(search)
        module = ModuleType(path.stem)
        sys.path.insert(0, str(path.parent))
        is_new = sys.modules.setdefault(path.stem, module) is module  # dataclasses look there
        try:
            exec(compile(path.read_bytes(), str(path), "exec"), vars(module))
        except (Exception, SystemExit) as error:
            raise ValueError(f"{path} cannot be run: {error_words(error)}") from None
        finally:
            sys.path.pop(0)
            if is_new:
                del sys.modules[path.stem]
        return vars(module)
    if isinstance(search, (ModuleType, SimpleNamespace)):
        return vars(search)
    return dict(search) if isinstance(search, Mapping) else None


def phases_of(names: Mapping) -> dict[str, Callable]:
    """Those of the four functions that are there, and not the library's."""
    found = {phase: names.get(phase, names.get(f"my_{phase}")) for phase in PHASES}
    ours = [getattr(library, phase) for phase in PHASES]
    return {name: own for name, own in found.items() if callable(own) and own not in ours}


def maker_of(names: Mapping) -> Callable | None:
    """The function or the class that searches: `grow`, or one that is called so."""
    if callable(names.get("grow")):
        return names["grow"]
    for name, thing in names.items():
        is_own = callable(thing) and getattr(thing, "__module__", None) == names.get("__name__")
        if is_own and any(word in name.lower() for word in ("mcts", "uct", "search")):
            is_class = inspect.isclass(thing)
            if "node" not in name.lower() and (not is_class or _method(thing, [*RUNS, "step"])):
                return thing
    return None


def _method(thing: object, words: list[str]) -> str | None:
    names = {plain(name): name for name in dir(thing) if not name.startswith("_")}
    return next((names[word] for word in words if word in names), None)


# -------------------------------------------------------------------- the four functions


class Watched(TreeSearch):
    """A search with the student's phases, in the form of the course or of the library."""

    def __init__(
        self,
        game: Game,
        settings: SearchSettings,
        rng: np.random.Generator | int,
        phases: Mapping[str, Callable],
        known: Known | None,
    ) -> None:
        super().__init__(game, settings, rng)
        self._known = known
        self._before = seen(game)
        for phase, function in phases.items():
            setattr(self, phase, partial(self._ask, phase, function))

    def _ask(self, phase: str, function: Callable, node: SearchNode, *rest: object) -> object:
        what = f"your {phase}, in iteration {self.iterations + 1} from {self.game!r},"
        if len(inspect.signature(function).parameters) == len(rest):
            rest = [one for one in rest if one is not self.settings]
        result = called(what, phase, function, node, *rest)
        if seen(self.game) != self._before:
            raise Trouble(f"{what} changes the position that it was given", phase)
        kind, expected = RESULTS[phase]
        if isinstance(result, kind):
            return result
        if phase == "simulate" and (result is None or result in (1, 2)):
            return told(node, result, self._known)
        if isinstance(result, SearchNode) and result.root is self.root:
            return (
                Selection(result.path, ()) if phase == "select" else Expansion(node, (), (), result)
            )
        raise Trouble(f"{what} returns {result!r:.50}, not {expected}", phase)


RESULTS = {
    "select": (Selection, "a node of the tree"),
    "expand": (Expansion, "a node of the tree"),
    "simulate": (Simulation, "1, 2 or None"),
    "backpropagate": (object, "nothing"),
}


# -------------------------------------------------------------------- a class, or a function that searches


class Maker:
    """Runs a search by calling what it has with arguments that their names tell.

    Random numbers come from the generator that is handed over; where none is taken, Python's and
    NumPy's own begin at a seed.
    """

    def __init__(self, function: Callable) -> None:
        self.function = function
        meanings = _meanings(function)
        self.takes = set(meanings.values())
        empty = inspect.Parameter.empty
        given = inspect.signature(function).parameters
        self.needs = {meanings[name] for name in meanings if given[name].default is empty}
        inner = getattr(function, "func", function)  # of a `partial`
        inner = inner.__init__ if inspect.isclass(inner) else inner
        names = getattr(inner, "__globals__", {})
        kinds = [kind for name, kind in names.items() if "node" in name.lower()]
        self._kinds = [kind for kind in kinds if inspect.isclass(kind) and kind is not SearchNode]

    def __call__(
        self,
        game: Game,
        settings: SearchSettings | None,
        rng: np.random.Generator,
        iterations: int,
    ) -> Grown:
        """A tree of so many iterations. Trouble if there is none to be seen."""
        values = {"rng": rng, "iterations": iterations, "player": game.to_move}
        values["cells"] = getattr(game, "cells", None)
        values["rows"], values["columns"] = np.shape(values["cells"]) or (0, 0)
        if settings or "settings" in self.needs:
            values["settings"] = settings or SearchSettings()
        if "rng" not in self.takes:
            values["seed"] = int(rng.integers(2**32))
            random.seed(values["seed"])
            np.random.seed(values["seed"])  # noqa: NPY002
        try:
            return self._grown(values | {"game": game})
        except (AttributeError, TypeError):
            return self._grown(values | {"game": Position(game)})

    def _grown(self, values: dict) -> Grown:
        with _noted(self._kinds) as made:
            result = thing = _filled(self.function, values)
            if isinstance(thing, Search):
                thing.run(values["iterations"])
                return Grown(thing.root, thing)
            if not is_node(thing) and (run := _method(thing, [*RUNS, "step"])):
                if show := _method(thing, ["setstate"]):
                    getattr(thing, show)(np.array(values["cells"]))
                times = values["iterations"] if run == "step" else 1
                for _ in range(times):
                    result = _filled(getattr(thing, run), values)
        tops = (node for node in made if is_node(node) and part(node, "parent") is None)
        roots = (result, part(thing, "root"), part(result, "root"), *tops)
        if not (found := [root for root in roots if is_node(root)]):
            raise Trouble(f"your search gives {result!r:.50}, and no tree to look at")
        return Grown(found[0])


def _meanings(function: Callable) -> dict[str, str]:
    try:
        names = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return {}
    words = {word: meaning for meaning in MEANINGS for word in MEANINGS[meaning].split()}
    found = {name: words.get(plain(name), name) for name in names if name != "C"}
    return found if "r" in names else {name: found[name] for name in found if name != "c"}


def _filled(function: Callable, values: dict) -> object:
    """What it returns for the arguments that are known by their names; others keep their default."""
    meanings = _meanings(function)
    return function(**{name: values[one] for name, one in meanings.items() if one in values})


@contextmanager
def _noted(kinds: list[type]) -> Iterator[list]:
    """Gives a list of the objects of these classes that are made in the block."""
    made, before = [], [kind.__init__ for kind in kinds]

    def noting(init: Callable) -> Callable:
        def __init__(self, *args, **options):
            made.append(self)
            init(self, *args, **options)

        return __init__

    for kind, init in zip(kinds, before):
        kind.__init__ = noting(init)
    try:
        yield made
    finally:
        for kind, init in zip(kinds, before):
            kind.__init__ = init


ANSWERS = {  # by the names that most programs have for the five questions
    "moves legalmoves legalactions availablemoves availableactions validmoves possiblemoves "
    "possibleactions actions": lambda game: list(game.legal_moves()),
    "isterminal terminal isgameover gameover isover over": lambda game: game.is_terminal,
    "winner checkwinner": lambda game: game.winner,
    "result gameresult reward": lambda game, player=1: (
        0.5 if game.winner is None else float(game.winner == player)
    ),
    "clone copy": lambda game: Position(game),
}
VALUES = {"playerjustmoved": lambda game: 3 - game.to_move} | dict.fromkeys(
    ["currentplayer", "player", "turn", "tomove"], lambda game: game.to_move
)
MOVERS = "domove makemove move play playmove applymove applyaction step"


class Position:
    """One of our positions under the names that most programs use for the five questions.

    A move whose result is not used changes it, as in `state.do_move(3)`; otherwise there is a new
    one.

    >>> from c4lib import Board
    >>> state = Position(Board()).Clone()
    >>> def drop(state, column):
    ...     state.DoMove(column)
    >>> drop(state, 3)
    >>> state.GetMoves(), state.playerJustMoved
    ([0, 1, 2, 3, 4, 5, 6], 1)
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getattr__(self, name: str) -> object:
        word = plain(name)
        if name.startswith("_"):
            raise AttributeError(name)
        if word in VALUES:
            return VALUES[word](self._game)
        for words, answer in ANSWERS.items():
            if word in words.split():
                return partial(answer, self._game)
        return self._play if word in MOVERS.split() else getattr(self._game, name)

    def _play(self, move: Move, *_: object) -> Position | None:
        caller = sys._getframe(1)
        after = self._game.play(move)
        if not _is_dropped(caller.f_code, caller.f_lasti):
            return Position(after)
        self._game = after
        return None


@cache
def _is_dropped(code: CodeType, at: int) -> bool:
    """Whether the result of the call at this place of the code is not used."""
    later = (one.opname for one in dis.get_instructions(code) if one.offset > at)
    return next(later) == "POP_TOP"
