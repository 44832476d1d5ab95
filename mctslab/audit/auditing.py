"""The audit of the course's functions, and of searches of ours."""

from __future__ import annotations

import io
import math
import os
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from copy import deepcopy
from functools import partial
from itertools import product

from c4lib._tools.arguments import real_number, whole_number
from c4lib.board import Board
from c4lib.node import Game
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings
from c4lib.study import violations
from mctslab.audit.any_program import inspect_tree
from mctslab.audit.chances import Bets
from mctslab.audit.course import PHASES, Trouble, Watched, names_of, phases_of
from mctslab.audit.errors import RAISED, error_words
from mctslab.audit.report import Report
from mctslab.audit.trees import ITERATIONS, NotJudged, tree_of
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
    Board(3, 3, 3),
    Board(3, 3, 3).play(0),
)
PLAYOUT_POSITIONS = (  # positions for playouts alone: their results tell how moves are drawn
    Board.from_moves("1661325506543041444624061215202"),
    Board.from_moves("130530102142365663030224454224"),
)
ALLOWED = (
    "allowed are functions select, expand, simulate, backpropagate or grow (in a file, a module or "
    "a dict), and what makes a TreeSearch; audit_tree is for all others"
)
NOT_REPEATED = "the same seed gives another tree: it draws from a generator that it was not given"

Make = Callable[..., TreeSearch]  # make(game, rng=seed)


def audit(
    search: object, settings: SearchSettings | None = None, seeds: int = 3, seconds: float = 60
) -> Report:
    """What is wrong with functions of the course, or a search of ours: a `Report`.

    They are run on small positions. Every tree is looked at by `c4lib.violations`, and its luck
    compared with exact chances: these tests together blame a right search in at most one audit of
    1,000. A `grow` is looked at as by `audit_tree`. What the search prints is not shown.

    Args:
        search: functions `select`, `expand`, `simulate`, `backpropagate` (some or all), in the form
            of the course or of the library, or `grow(game, settings, rng, iterations)`, in a file,
            a module or a dict; or `TreeSearch`, or what makes one in its place.
        settings: what it is to search with, by default `SearchSettings()`.
        seeds: how many searches from every position.
        seconds: after which it is stopped.

    Raises:
        ValueError: there is nothing in it that could be run, or another argument makes no sense.

    >>> audit(TreeSearch, seeds=1)
    TreeSearch: nothing wrong was found.
    Looked at:
    - 8 positions, 40 iterations
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
        report.looked_at.clear()
    error = outcome.get("error")
    if isinstance(error, NotJudged):
        report.say("unknown", f"{error}; more was not judged")
        report.looked_at.clear()
    elif error:  # ours: what the search raises has become a sentence
        raise error
    return report


def _inspect(report: Report, search: object, settings: SearchSettings | None, seeds: int) -> None:
    """Recognise the search, and fill the report."""
    names = names_of(search)
    make = None if names else _maker_of(search, settings)
    if make:
        made = make(BOARDS[0], rng=0)
        settings = made.settings
        names = {phase: getattr(made, phase) for phase in PHASES}
    phases, grow = phases_of(names), names.get("grow")
    if not (make or phases or callable(grow)):
        raise ValueError(f"there is no search in {search!r:.80}: {ALLOWED}")
    settings = settings or SearchSettings()
    if make or phases:
        Auditor(report, settings, seeds).judge(phases, make)
    if callable(grow) and not report.faults:
        inspect_tree(report, lambda game, rng, iterations: grow(game, settings, rng, iterations))


def _maker_of(search: object, settings: SearchSettings | None) -> Make | None:
    """What makes a `TreeSearch` from a position; None if this does not."""
    if not callable(search):
        return None
    make = partial(search, settings=settings) if settings else search
    return make if isinstance(_begun(make, BOARDS[0], 0), TreeSearch) else None


class Auditor:
    """One audit of searches that can be looked into, which fills the `report`."""

    def __init__(self, report: Report, settings: SearchSettings, seeds: int) -> None:
        self.report = report
        self.settings = settings
        self.seeds = seeds

    def judge(self, phases: Mapping[str, Callable], make: Make | None = None) -> None:
        """Look for a phase at fault; ours takes its place, and the others are judged again.

        Args:
            phases: those that are not ours.
            make: of a search that is more than its phases.
        """
        searches = {phase: self._with({phase: own}) for phase, own in phases.items()}
        searches["search"] = make or self._with(phases)
        bets = Bets()
        wrong = ""
        for seed, (game, _) in enumerate(product(BOARDS, range(self.seeds))):
            wrong = self._judge_search(searches, game, seed, bets)
            if wrong:
                break
        if wrong in phases:
            others = {phase: own for phase, own in phases.items() if phase != wrong}
            if others:
                self.judge(others)
            return
        if "simulate" in phases and not wrong:
            self._judge_playouts(searches["simulate"], bets)
        for bet in bets.lost():
            self.report.say("faults", f"beyond chance: {bet}", bet.what)

    def _with(self, phases: Mapping[str, Callable]) -> Make:
        return partial(Watched, self.report, phases, settings=self.settings)

    def _judge_search(self, searches: Mapping[str, Make], game: Game, seed: int, bets: Bets) -> str:
        """Look at one; which phase is at fault, if any, or "search" for all together."""
        make = searches["search"]
        search = _begun(make, game, seed)
        is_broken = _first_broken(search, step=ITERATIONS)
        self.report.say("looked_at", f"{len(BOARDS)} positions, {ITERATIONS} iterations")
        if is_broken:
            return self._blame(searches, game, seed)
        again = _begun(make, game, seed)
        if _first_broken(again, ITERATIONS) or tree_of(search.root, game) != tree_of(again.root, game):
            self.report.say("faults", NOT_REPEATED)
        _bet_on(search, bets)
        return ""

    def _blame(self, searches: Mapping[str, Make], game: Game, seed: int) -> str:
        """Say which phase breaks a condition also where all others are ours, or all together."""
        for name, make in searches.items():
            if words := _first_broken(_begun(make, game, seed)):
                self.report.say("faults", f"your {name} from {game!r} (seed {seed}), {words}")
                return name
        self.report.say("faults", NOT_REPEATED)
        return "search"

    def _judge_playouts(self, make: Make, bets: Bets) -> None:
        """Many playouts from the same position."""
        for seed, game in enumerate(PLAYOUT_POSITIONS, 1000):
            search = make(game, rng=seed)
            try:
                for _ in range(PLAYOUTS):
                    playout = search.simulate(search.root, search.settings, search.rng)
                    bets.see_winner(f"playouts from {game!r}", game, playout.winner)
            except Trouble as trouble:
                self.report.say("faults", f"your simulate from {game!r} {trouble}")


def _begun(make: Make, game: Game, seed: int) -> TreeSearch:
    """A search of a copy of the position.

    Raises:
        NotJudged: none can be made.
    """
    try:
        return make(deepcopy(game), rng=seed)
    except RAISED as error:
        words = f"made from {game!r} with rng={seed}, it raises {error_words(error)}"
        raise NotJudged(f"{words}; {ALLOWED}") from None


def _first_broken(search: TreeSearch, step: int = 1) -> str:
    """The first iteration that breaks conditions, and which; empty if none does.

    They are looked at after every `step` iterations.
    """
    for number in range(step, ITERATIONS + 1, step):
        try:
            found = violations(search.run(step))
        except Trouble as trouble:
            return f"in iteration {number}, {trouble}"
        except RAISED as error:
            return f"in iteration {number}: the search cannot go on, {error_words(error)}"
        if found:
            names = ", ".join(dict.fromkeys(violation.name for violation in found))
            return f"in iteration {number}, breaks: {names}; {found[0]}"
    return ""


def _bet_on(search: TreeSearch, bets: Bets) -> None:
    """The results of the playouts, and which of the new children is visited first."""
    begun = set()
    for node, playout in search.history:
        bets.see_winner("playouts", node.game, playout.winner)
        for child in node.path[1:]:
            if child.parent in begun:
                continue
            begun.add(child.parent)
            children = child.parent.children
            for which, end in (("first", children[0]), ("last", children[-1])):
                what = f"new children of which the {which} was visited first"
                bets[what].see(child is end, 1 / len(children))
