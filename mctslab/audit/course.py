"""The four functions of the course, of any author, in place of ours."""

from __future__ import annotations

import inspect
import os
import runpy
import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import ModuleType

from c4lib import phases as library
from c4lib.node import Game, SearchNode
from c4lib.phases import Expansion, Selection, Simulation
from c4lib.search import TreeSearch
from mctslab.audit.chances import chances
from mctslab.audit.errors import RAISED, error_words
from mctslab.audit.report import Report

PHASES = {  # what each returns
    "select": (Selection, "a node of the tree"),
    "expand": (Expansion, "a node of the tree"),
    "simulate": (Simulation, "1, 2 or None"),
    "backpropagate": (object, "nothing"),
}


class Trouble(Exception):
    """What a function does that it should not, in words that follow its name."""


def names_of(search: object) -> Mapping[str, object]:
    """The names in a file, a module or a dict; none if it is something else.

    Raises:
        ValueError: the file cannot be run.
    """
    if isinstance(search, (str, os.PathLike)):
        folder = os.path.dirname(os.path.abspath(search))
        sys.path.insert(0, folder)  # it may use what stands beside it
        try:
            return runpy.run_path(os.fspath(search))
        except RAISED as error:
            raise ValueError(f"{search} cannot be run: {error_words(error)}") from None
        finally:
            sys.path.remove(folder)
    if isinstance(search, ModuleType):
        return vars(search)
    return search if isinstance(search, Mapping) else {}


def phases_of(names: Mapping[str, object]) -> dict[str, Callable]:
    """Those of the four functions that are there, and not the library's."""
    found = {}
    for phase in PHASES:
        own = names.get(phase)
        if callable(own) and own is not getattr(library, phase):
            found[phase] = own
    return found


def answers(game: Game) -> tuple:
    """What a position answers, to see whether it was changed."""
    return str(game), game.to_move, game.winner, game.is_terminal, game.legal_moves()


class Watched(TreeSearch):
    """A search with somebody's phases, in the form of the course or of the library.

    Args:
        report: notes what is being done.
        phases: the functions, by name; ours stand in for the others.
        search, named: the arguments of a `TreeSearch`.
    """

    def __init__(
        self, report: Report, phases: Mapping[str, Callable], *search: object, **named: object
    ) -> None:
        super().__init__(*search, **named)
        self._report = report
        self._before = answers(self.game)
        for phase, function in phases.items():
            setattr(self, phase, partial(self._ask, phase, function))

    def _ask(self, phase: str, function: Callable, node: SearchNode, *rest: object) -> object:
        number = self.iterations + 1
        self._report.doing = f"your {phase}, in iteration {number} from {self.game!r},"
        try:
            if len(inspect.signature(function).parameters) == len(rest):
                rest = [one for one in rest if one is not self.settings]
            result = function(node, *rest)
        except RAISED as error:
            raise Trouble(f"raises {error_words(error)}") from None
        if answers(self.game) != self._before:
            raise Trouble("changes the position that it was given")
        kind, expected = PHASES[phase]
        if isinstance(result, kind):
            return result
        if phase == "simulate" and (result is None or result in (1, 2)):
            return playout_to(node, result)
        if isinstance(result, SearchNode) and result.root is self.root:
            if phase == "select":
                return Selection(result.path, ())
            return Expansion(node, (), (), result)
        raise Trouble(f"returns {result!r:.50}, not {expected}")


def playout_to(node: SearchNode, winner: int | None) -> Simulation:
    """A playout with this winner.

    Raises:
        Trouble: there is none from this node.

    >>> from c4lib import Board
    >>> playout_to(SearchNode(Board.from_moves("00", 2, 3, 3)), None).moves
    (1, 2, 1, 2)
    """
    game, moves = node.game, ()
    if winner not in chances(game):
        raise Trouble(f"returns {winner!r}, and so ends no game from the moves {node.moves}")
    while not game.is_terminal:
        after = {move: game.play(move) for move in game.legal_moves()}
        move = next(move for move in after if winner in chances(after[move]))
        moves, game = (*moves, move), after[move]
    return Simulation(node, moves, game)
