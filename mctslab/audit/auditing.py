"""The audit of the course's functions, and of searches of ours."""

from __future__ import annotations

import io
import math
import os
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from functools import partial
from itertools import product

from c4lib._tools.arguments import real_number, whole_number
from c4lib.board import Board
from c4lib.hex import HexBoard
from c4lib.node import Game, SearchNode
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings
from c4lib.study import violations
from mctslab.audit.chances import LEVEL, Bet, Known, chances
from mctslab.audit.course import PHASES, Trouble, Watched, names_of, phases_of
from mctslab.audit.errors import error_words
from mctslab.audit.report import Report
from mctslab.audit.strangers import inspect_tree
from mctslab.audit.trees import ITERATIONS, tree_of
from mctslab.time_limit import limited

LONGEST = 86_400  # seconds
PLAYOUTS = 3000  # from each of the gauges
BOARDS = (  # small, so that the chances of every playout are known; X is to move in four of them
    Board.from_moves("3130234131", rows=4, columns=5),  # that of lessons 04 to 07
    Board.from_moves("01212030331", rows=4, columns=4),  # two columns are open
    Board.from_moves("0011224400", rows=4, columns=5),  # X wins in column 3
    Board(2, 3, 3).play(0),  # always drawn, if nobody errs
    Board(3, 4, 3),
    Board(3, 4, 3).play(1),
    HexBoard(3),
    HexBoard(3).play("b2"),
)
GAUGES = (  # positions for playouts alone: their results tell how moves are drawn
    Board.from_moves("1661325506543041444624061215202"),
    Board.from_moves("130530102142365663030224454224"),
)
ALLOWED = (
    "allowed are functions select, expand, simulate, backpropagate or grow (in a file, a module, a "
    "namespace or a dict), and what makes a TreeSearch; audit_tree is for all others"
)
NOT_REPEATED = "the same seed gives another tree: it draws from a generator that it was not given"
KNOWN: Known = {}  # chances, for all audits


def audit(
    search: object, settings: SearchSettings | None = None, seeds: int = 3, seconds: float = 60
) -> Report:
    """What is wrong with functions of the course, or a search of ours: a `Report`.

    They are run on small positions. Every tree is looked at by `c4lib.violations`, and its luck
    compared with exact chances: these tests together blame a right search in at most one audit of
    1,000. A `grow` is looked at as by `audit_tree`. What the search prints is not shown.

    Args:
        search: functions `select`, `expand`, `simulate`, `backpropagate` (some or all), in the form
            of the course or of the library, or `grow(board, settings, rng, iterations)`, in a file,
            a module, a namespace or a dict; or `TreeSearch`, or what makes one in its place.
        settings: what it is to search with, by default `SearchSettings()`.
        seeds: how many searches from every position.
        seconds: after which it is stopped.

    Raises:
        ValueError: there is nothing in it that could be run, or another argument makes no sense.

    >>> audit(TreeSearch, seeds=1)
    TreeSearch: nothing wrong was found.
    Looked at:
    - 8 positions, one search from each, 40 iterations
    """
    whole_number("seeds", seeds, at_least=1)
    allowed = f"a number greater than 0, at most {LONGEST:,}"
    real_number("seconds", seconds, allowed, math.ulp(0), LONGEST)
    if not isinstance(settings, SearchSettings | None) or settings and settings.solve:
        raise ValueError(f"settings must be SearchSettings without solve, not {settings!r}")
    is_file = isinstance(search, (str, os.PathLike))
    report = Report(str(search) if is_file else getattr(search, "__name__", "the search"))
    with redirect_stdout(io.StringIO()):
        outcome = limited(partial(_inspect, report, search, settings, seeds), seconds)
        if not outcome:
            end = f"is still going on after {seconds:g} seconds, and was stopped"
            # Where one search has come to its end, this may only be a slow machine.
            report.say("unknown" if report.looked_at else "faults", f"{report.doing} {end}")
            report.looked_at = ""
    if "error" in outcome:  # ours: what the search raises has become a sentence
        raise outcome["error"]
    return report


def _inspect(report: Report, search: object, settings: SearchSettings | None, seeds: int) -> None:
    """Recognise the search, and fill the report."""
    names = names_of(search)
    if names is None:
        make = _maker_of(search, settings)
        made = make(BOARDS[0], 0)
        auditor = Auditor(report, made.settings, seeds)
        phases = phases_of({phase: getattr(made, phase) for phase in PHASES})
        wrong = auditor.judge(make, phases)
        if report.faults:
            phases.pop(wrong, None)
            auditor.judge_phases(phases)
        return
    phases, grow = phases_of(names), names.get("grow")
    if not phases and not callable(grow):
        raise ValueError(f"there is no search in {search!r:.80}: {ALLOWED}")
    settings = settings or SearchSettings()
    Auditor(report, settings, seeds).judge_phases(phases)
    if callable(grow) and not report.faults:
        before = report.looked_at
        inspect_tree(report, lambda board, rng, iterations: grow(board, settings, rng, iterations))
        report.looked_at = "; ".join(filter(None, (before, report.looked_at)))


def _maker_of(search: object, settings: SearchSettings | None) -> Callable[..., TreeSearch]:
    """What makes the search from a position and a generator."""

    def make(game, rng):
        return search(game, settings, rng=rng) if settings else search(game, rng=rng)

    try:
        is_search = isinstance(make(BOARDS[0], 0), TreeSearch)
    except TypeError:
        is_search = False
    if not is_search:
        raise ValueError(f"there is no search in {search!r:.80}: {ALLOWED}")
    return make


class Auditor:
    """One audit of searches that can be looked into, which fills the `report`."""

    def __init__(self, report: Report, settings: SearchSettings, seeds: int) -> None:
        self.report = report
        self.settings = settings
        self.seeds = seeds
        self.bets: dict[str, Bet] = {}
        many = f"{seeds} searches" if seeds > 1 else "one search"
        self.looked_at = f"{len(BOARDS)} positions, {many} from each, {ITERATIONS} iterations"

    def judge_phases(self, phases: dict[str, Callable]) -> None:
        """Look for one at fault; ours takes its place, and the others are judged again."""
        given = dict(phases)
        while given:
            wrong = self.judge(partial(self._watched, given), given)
            if not wrong:
                return
            del given[wrong]

    def _watched(self, phases: dict[str, Callable], game: Game, rng: int) -> Watched:
        return Watched(self.report, game, self.settings, rng, phases, KNOWN)

    def judge(self, make: Callable[..., TreeSearch], phases: dict[str, Callable]) -> str:
        """Searches from all positions, until a phase is found at fault; which one, if any."""
        self.bets.clear()
        faults = len(self.report.faults)
        for seed, (game, _) in enumerate(product(BOARDS, range(self.seeds))):
            wrong = self._judge_search(make, phases, game, seed)
            if len(self.report.faults) > faults:
                return wrong
        if "simulate" in phases or not phases:
            for seed, game in enumerate(GAUGES, 1000):
                self._gauge(make(game, seed))
        for bet in self.bets.values():
            bet.level = LEVEL / len(self.bets)
            if bet.differs:
                self.report.say("faults", f"beyond chance: {bet}", bet.what)
        return ""

    def _judge_search(
        self, make: Callable[..., TreeSearch], phases: dict[str, Callable], game: Game, seed: int
    ) -> str:
        """Look at one; the phase at fault, if any."""
        report = self.report
        at = partial(_grown, make, game, seed)
        try:
            search, again = at(ITERATIONS), at(ITERATIONS)
            is_broken = bool(violations(search))
        except Exception as error:  # of a function, or of ours, which cannot go on
            if isinstance(error, Trouble) and isinstance(game, HexBoard):
                report.say("unknown", f"how it does on Hex: {report.doing} {error}", "Hex")
                return ""
            is_broken = True
        report.looked_at = self.looked_at
        if is_broken:
            return self._blame(at, phases, game, seed)
        if tree_of(search.root, game) != tree_of(again.root, game):
            report.say("faults", NOT_REPEATED)
        self._bet(search)
        return ""

    def _blame(
        self,
        at: Callable[[int], TreeSearch],
        phases: dict[str, Callable],
        game: Game,
        seed: int,
    ) -> str:
        """Say which phase breaks a condition also where all others are ours, or all together."""
        where = f"from {game!r} (seed {seed})"
        for phase, function in phases.items():
            make = partial(self._watched, {phase: function})
            if words := _first_broken(partial(_grown, make, game, seed)):
                self.report.say("faults", f"your {phase} {where}, {words}")
                return phase
        self.report.say("faults", f"the search {where}, {_first_broken(at)}")
        return ""

    def _bet(self, search: TreeSearch) -> None:
        """On the results of the playouts, and on which of the new children is visited first."""
        begun = set()
        for node, playout in search.history:
            self._bet_on_result("playouts", node.game, playout.winner)
            for child in node.path[1:]:
                if child.parent not in begun:
                    begun.add(child.parent)
                    self._bet_on_first(child.parent.children, child)

    def _bet_on_first(self, children: Sequence[SearchNode], visited: SearchNode) -> None:
        for which, end in (("first", 0), ("last", -1)):
            bet = self._bet_called(f"new children of which the {which} was visited first")
            bet.see(children[end] is visited, 1 / len(children))

    def _bet_called(self, what: str) -> Bet:
        return self.bets.setdefault(what, Bet(what))

    def _bet_on_result(self, which: str, game: Game, winner: int | None) -> None:
        odds = chances(game, KNOWN)
        for result, kind in ((1, "won by player 1"), (None, "drawn")):
            self._bet_called(f"{which} {kind}").see(winner == result, odds.get(result, 0))

    def _gauge(self, search: TreeSearch) -> None:
        """Many playouts from the same position."""
        for _ in range(PLAYOUTS):
            playout = search.simulate(search.root, self.settings, search.rng)
            self._bet_on_result(f"playouts from {search.game!r}", search.game, playout.winner)


def _grown(
    make: Callable[..., TreeSearch], game: Game, seed: int, iterations: int
) -> TreeSearch:
    """A new search, after so many iterations."""
    return make(deepcopy(game), seed).run(iterations)


def _first_broken(at: Callable[[int], TreeSearch]) -> str:
    """The first iteration that breaks conditions, and which; empty if none does."""
    for number in range(1, ITERATIONS + 1):
        try:
            found = violations(at(number))
        except Trouble as trouble:
            return f"in iteration {number}, {trouble}"
        except Exception as error:
            return f"in iteration {number}: ours cannot go on with such a tree, {error_words(error)}"
        if found:
            names = ", ".join(dict.fromkeys(violation.name for violation in found))
            return f"in iteration {number}, breaks: {names}; {found[0]}"
    return ""
