"""The four functions of the course, of any author, in place of ours."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np

from c4lib import phases as library
from c4lib.node import Game, SearchNode
from c4lib.phases import Expansion, Selection, Simulation
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings
from mctslab.audit.chances import Known, witness
from mctslab.audit.errors import error_words
from mctslab.audit.report import Report

PHASES = ("select", "expand", "simulate", "backpropagate")
RESULTS = {
    "select": (Selection, "a node of the tree"),
    "expand": (Expansion, "a node of the tree"),
    "simulate": (Simulation, "1, 2 or None"),
    "backpropagate": (object, "nothing"),
}


class Trouble(Exception):
    """What a function does that it should not, in words that follow its name."""


# -------------------------------------------------------------------- what there is


def names_of(search: object) -> dict[str, object] | None:
    """The names in a file, a module, a namespace or a dict; None if it is something else.

    Raises:
        ValueError: the file cannot be run.
    """
    if isinstance(search, (str, os.PathLike)):
        return _names_in_file(Path(search))
    if isinstance(search, (ModuleType, SimpleNamespace)):
        return vars(search)
    return dict(search) if isinstance(search, Mapping) else None


def _names_in_file(path: Path) -> dict[str, object]:
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


def phases_of(names: Mapping) -> dict[str, Callable]:
    """Those of the four functions that are there, and not the library's."""
    found = {}
    for phase in PHASES:
        own = names.get(phase, names.get(f"my_{phase}"))
        if callable(own) and own is not getattr(library, phase):
            found[phase] = own
    return found


# -------------------------------------------------------------------- run


class Told(Simulation):
    """A playout of which only the winner is known."""

    winner = None


def answers(game: Game) -> tuple:
    """What a position answers, to see whether it was changed."""
    return str(game), game.to_move, game.winner, game.is_terminal, game.legal_moves()


class Watched(TreeSearch):
    """A search with somebody's phases, in the form of the course or of the library.

    Args:
        report: notes what is being done.
        game, settings, rng: as for a `TreeSearch`.
        phases: the functions, by name; ours stand in for the others.
        known: exact chances.
    """

    def __init__(
        self,
        report: Report,
        game: Game,
        settings: SearchSettings,
        rng: np.random.Generator | int,
        phases: Mapping[str, Callable],
        known: Known,
    ) -> None:
        super().__init__(game, settings, rng)
        self._report = report
        self._known = known
        self._before = answers(game)
        for phase, function in phases.items():
            setattr(self, phase, partial(self._ask, phase, function))

    def _ask(self, phase: str, function: Callable, node: SearchNode, *rest: object) -> object:
        number = self.iterations + 1
        self._report.doing = f"your {phase}, in iteration {number} from {self.game!r},"
        if len(inspect.signature(function).parameters) == len(rest):
            rest = [one for one in rest if one is not self.settings]
        try:
            result = function(node, *rest)
        except (Exception, SystemExit) as error:
            raise Trouble(f"raises {error_words(error)}") from None
        if answers(self.game) != self._before:
            raise Trouble("changes the position that it was given")
        kind, expected = RESULTS[phase]
        if isinstance(result, kind):
            return result
        if phase == "simulate" and (result is None or result in (1, 2)):
            return self._told(node, result)
        if isinstance(result, SearchNode) and result.root is self.root:
            if phase == "select":
                return Selection(result.path, ())
            return Expansion(node, (), (), result)
        raise Trouble(f"returns {result!r:.50}, not {expected}")

    def _told(self, node: SearchNode, winner: int | None) -> Told:
        """A playout with this winner, by moves that lead there if there are any."""
        playout = Told(node, *witness(node.game, winner, self._known))
        playout.winner = winner
        return playout
