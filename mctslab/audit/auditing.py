"""The audit of a search: on which positions, in which order, and what follows."""

from __future__ import annotations

import io
import math
import os
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import replace
from functools import partial
from itertools import product
from operator import eq
from typing import NamedTuple

import numpy as np

from c4lib._tools.arguments import real_number, whole_number
from c4lib.board import Board
from c4lib.hex import HexBoard
from c4lib.node import Game, Move, SearchNode
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings
from c4lib.study import violations
from mctslab.audit.chances import LEVEL, Bet, Known, chances
from mctslab.audit.report import Audit, Finding
from mctslab.audit.subjects import (
    ALLOWED,
    PHASES,
    Doing,
    Grown,
    Maker,
    Watched,
    called,
    maker_of,
    names_of,
    phases_of,
    seen,
)
from mctslab.audit.trees import (
    COUNTINGS,
    Counting,
    Retold,
    Tree,
    Trouble,
    fitting_c,
    place,
    tree_of,
)
from mctslab.time_limit import limited

ITERATIONS = 40
LONGEST = 86_400  # seconds
PLAYOUTS = 3000  # from each of the gauges
BOARDS = (  # small, so that the chances of every playout are known
    Board.from_moves("3130234131", rows=4, columns=5),  # that of lessons 04 to 07
    Board.from_moves("0121203033", rows=4, columns=4),  # two columns are open
    Board.from_moves("0011224400", rows=4, columns=5),  # X wins in column 3
    Board(2, 3, 3),  # always drawn, if nobody errs
    Board(3, 4, 3),
    HexBoard(3),
)
GAUGES = (  # positions for playouts alone: their results tell how moves are drawn
    Board.from_moves("1661325506043541444624061215202"),
    Board.from_moves("130530102142365663030224454224"),
)
PHASE_OF = {  # conditions
    "every choice is one of the best": "select",
    "children are the moves, each once": "expand",
    "a child is its parent after the move": "expand",
    "a finished game is its own result": "simulate",
    "the playout starts at the expanded node": "simulate",
    "the playout ends with the game": "simulate",
    "the move played is the best": "best_move",
}


def audit(
    search: object, settings: SearchSettings | None = None, seeds: int = 3, seconds: float = 60
) -> Audit:
    """What is wrong with a search, in sentences and in fields; an error in it is one of them.

    It is run on small positions, iteration by iteration. Every tree is looked at by
    `c4lib.violations`, and compared with that of `TreeSearch` for the same random numbers; its luck
    is compared with exact chances. These tests together blame a right search in at most one audit
    of 1,000. What it prints is not shown.

    Args:
        search: functions `select`, `expand`, `simulate`, `backpropagate` (some or all) or `grow`,
            in a file, a module, a namespace or a dict; a class or a function that searches; or a
            `TreeSearch`. Functions have the forms of the course, or of the library.
        settings: what it is to search with, by default `SearchSettings()`.
        seeds: how many searches from every position.
        seconds: after which it is stopped.

    Raises:
        ValueError: there is nothing in it that could be run, or another argument makes no sense.

    >>> audit(TreeSearch, seeds=1)
    TreeSearch: nothing wrong was found.
    Looked at:
    - 6 positions, one search from each, 40 iterations
    """
    whole_number("seeds", seeds, at_least=1)
    allowed = f"a number greater than 0, at most {LONGEST:,}"
    real_number("seconds", seconds, allowed, math.ulp(0), LONGEST)
    if not isinstance(settings, SearchSettings | None) or settings and settings.solve:
        raise ValueError(f"settings must be SearchSettings without solve, not {settings!r}")
    is_file = isinstance(search, (str, os.PathLike))
    report = Audit(str(search) if is_file else getattr(search, "__name__", "the search"))
    Doing.what = "loading your search"
    with redirect_stdout(io.StringIO()):
        outcome = limited(partial(_inspect, report, search, settings, seeds), seconds)
        if not outcome:
            end = f"is still going on after {seconds:g} seconds, and was stopped"
            report.trouble.append(f"{Doing.what} {end}")
    if "error" in outcome:  # ours: what the search raises has become a sentence
        raise outcome["error"]
    return report


def _inspect(report: Audit, search: object, settings: SearchSettings | None, seeds: int) -> None:
    """Recognise the search, and fill the report."""
    names = names_of(search)
    phases, maker = {}, search
    if names is not None:
        phases, maker = phases_of(names), maker_of(names)
    elif isinstance(search, TreeSearch):
        phases, maker = {phase: getattr(search, phase) for phase in PHASES}, None
        settings = search.settings
    if not phases and not callable(maker):
        raise ValueError(f"there is no search in {search!r:.80}: {ALLOWED}")
    Auditor(report, phases, maker, settings, seeds).run()


WHOSE = (
    "the player who moved into the node",
    "the player to move at the node",
    "the player to move at the root",
    "the opponent of the player to move at the root",
)
NOT_REPEATED = "the same seed gives another tree: it draws from a generator that it was not given"
KNOWN: Known = {}  # chances, for all audits


class Run(NamedTuple):
    """The trees after 1, 2, 3, ... iterations, and the search after any number of them."""

    trees: list[Tree]
    at: Callable[[int], TreeSearch]
    parted: Finding | None


class Auditor:
    """One audit, which fills the `report`."""

    def __init__(
        self,
        report: Audit,
        phases: dict[str, Callable],
        maker: Callable | None,
        settings: SearchSettings | None,
        seeds: int,
    ) -> None:
        self.report = report
        self.phases = phases
        self.maker = Maker(maker) if maker else None
        self.given_settings = settings
        self.settings = settings or SearchSettings()
        self.counting: Counting | None = None  # of nodes that are not ours
        self.boards: tuple[Game, ...] = BOARDS
        self.seeds = range(seeds)
        self.known = KNOWN
        self.bets: dict[str, Bet] = {}
        many = f"{seeds} searches" if seeds > 1 else "one search"
        self.looked_at = f"{len(BOARDS)} positions, {many} from each, {ITERATIONS} iterations"

    def run(self) -> None:
        """All that can be done."""
        report = self.report
        try:
            self._adopt()
            given = dict(self.phases)
            while given and given.pop(self._round(partial(self._watched, given)), None):
                self.bets.clear()
            if "simulate" in given:
                self._gauge(given)
            if self.maker and not report.faults and not report.trouble:
                if self.phases:
                    self.seeds = range(100, 101)  # others, or the same luck would count twice
                self._round(self._grown)
        except Trouble as trouble:
            report.trouble.append(str(trouble))
        report.counts = list(self.bets.values())
        for bet in report.counts:
            bet.level = LEVEL / len(report.counts)

    def _adopt(self) -> None:
        """What a class tells of itself: that it is one of ours, or how it counts."""
        if not self.maker or self.phases:
            return
        made, again = (self._made(BOARDS[0], 0, ITERATIONS) for _ in range(2))
        if tree_of(made.root) != tree_of(again.root) and not made.search:
            self.maker = None
            self.report.untold.append(f"{NOT_REPEATED.capitalize()}: nothing was judged.")
            return
        self.settings = getattr(made.search, "settings", self.settings)
        if isinstance(made.search, TreeSearch):
            self.phases = {phase: getattr(made.search, phase) for phase in PHASES}
        elif not isinstance(made.root, SearchNode) or "settings" not in self.maker.takes:
            self.boards = BOARDS[:3]
            self._calibrate()

    def _calibrate(self) -> None:
        """How the nodes count, and with which constant: what explains the most."""
        untold = self.report.untold
        runs = [(game, self._grown(game, seed).trees) for game, seed in self._runs()]

        def explained(counting: Counting) -> int:
            self.counting = counting
            return sum(self._retold(*run).explained for run in runs)

        self.counting = max(COUNTINGS, key=explained)
        bounds = 0.0, math.inf
        for run in runs:
            bounds = fitting_c(self._retold(*run), *bounds)
        least, most = bounds
        if not least <= self.settings.c <= most and least <= most:
            self.settings = replace(self.settings, c=(least + min(most, least + 1)) / 2)
        draw, loss, whose = self.counting
        c = (
            f"c from {least:.3g} to {most:.3g} fits its choices"
            if least <= most
            else "no c fits its choices"
        )
        untold.append(
            f"How it is meant to count is not known. Its tree fits best with 1 for a win, {draw} for a "
            f"draw, {loss} for a loss, for {WHOSE[whose]}; {c}. Nothing is said of the move it plays."
        )

    # -------------------------------------------------------------------- two ways to run it

    def _watched(self, given: dict[str, Callable], game: Game, seed: int) -> Run:
        """With the phases given, and ours for the others; ours does the same beside it."""

        def at(iterations: int) -> TreeSearch:
            search = Watched(deepcopy(game), self.settings, seed, given, self.known)
            for _ in range(iterations):
                search.step()
            return search

        search, ours = at(0), TreeSearch(game, self.settings, seed)
        parted, trees = None, []
        for number in range(1, ITERATIONS + 1):
            try:
                for phase, *done in zip(PHASES, search.phases(), ours.phases()):
                    parted = parted or self._parted(phase, number, done, search, ours, seed)
                trees.append(tree_of(search.root))
            except Trouble:
                raise
            except Exception as error:  # ours cannot go on with such a tree
                if not trees:
                    what = f"after {Doing.what} the search cannot go on: {error}"
                    raise Trouble(what, Doing.phase) from None
                break
        return Run(trees, at, parted)

    def _grown(self, game: Game, seed: int) -> Run:
        """As a whole: again from the same seed for every number of iterations."""

        def at(iterations: int) -> TreeSearch:
            search = self._made(game, seed, iterations).search
            is_told = isinstance(search, TreeSearch)
            return search if is_told else self._retold(game, trees[:iterations])

        trees = [tree_of(self._made(game, seed, n).root) for n in range(1, ITERATIONS + 1)]
        if "rng" not in self.maker.takes:
            return Run(trees, at, None)
        ours = TreeSearch(game, self.settings, seed)
        history = at(ITERATIONS).history
        for number, (node, playout) in enumerate(history, 1):
            done = ours.step()
            paths = node.moves, done.expansion.node.moves
            if found := _difference(paths, (playout.winner, done.simulation.winner), ()):
                phase = "select or expand" if paths[0] != paths[1] else "simulate or backpropagate"
                return Run(trees, at, _finding(phase, number, found, game, seed))
        return Run(trees, at, None)

    def _parted(
        self, phase: str, number: int, done: list, search: TreeSearch, ours: TreeSearch, seed: int
    ) -> Finding | None:
        """What a phase has done otherwise than ours."""
        paths, winners = [()], []
        if phase != "backpropagate":
            paths = [(one.leaf if phase == "select" else one.node).moves for one in done]
        if phase == "simulate":
            winners = [one.winner for one in done]
        roots = (search.root, ours.root) if phase in ("expand", "backpropagate") else ()
        found = _difference(paths, winners, roots)
        states = [one.rng.bit_generator.state for one in (search, ours)]
        if not found and states[0] != states[1]:
            words = "draws random numbers where ours does not, or not so many"
            found = paths[0], (None, None), words
        return found and _finding(phase, number, found, search.game, seed)

    def _made(self, game: Game, seed: int, iterations: int) -> Grown:
        handed = deepcopy(game)
        what = f"your search ({iterations} iterations from {game!r})"
        rng = np.random.default_rng(seed)
        made = called(what, "", self.maker, handed, self.given_settings, rng, iterations)
        if seen(handed) != seen(game):
            raise Trouble(f"{what} changes the position that it was given")
        return made

    def _retold(self, game: Game, trees: list[Tree]) -> Retold:
        what = f"the tree of your search from {game!r}"
        return called(what, "", Retold, game, self.settings, trees, self.known, self.counting)

    # -------------------------------------------------------------------- what comes of it

    def _runs(self) -> list[tuple[Game, int]]:
        """All positions, with other random numbers for each: equal ones would not be chance."""
        pairs = enumerate(product(self.boards, self.seeds), self.seeds.start)
        return [(game, seed) for seed, (game, _) in pairs]

    def _round(self, run: Callable[[Game, int], Run]) -> str | None:
        """Searches from all positions, until a phase is found at fault; which one."""
        report = self.report
        for game, seed in self._runs():
            try:
                trees, at, parted = run(game, seed)
                search = at(len(trees))
                broken = called("looking at your tree", "", violations, search)
            except Trouble as trouble:
                if isinstance(game, HexBoard):
                    report.untold.append(f"How it does on Hex: {trouble}")
                    return None
                report.trouble.append(str(trouble))
                return trouble.phase
            report.looked_at = self.looked_at
            if len(trees[-1]) == 1:
                report.trouble.append(f"the root has no children after {len(trees)} iterations")
                return None
            if tree_of(search.root) != trees[-1] and not self.counting:
                report.trouble.append(NOT_REPEATED)
                return None
            report.parted = report.parted or parted
            if broken:
                return self._blamed(game, seed, at, len(trees), parted)
            self._bet(search)
        return None

    def _blamed(
        self,
        game: Game,
        seed: int,
        at: Callable[[int], TreeSearch],
        most: int,
        parted: Finding | None,
    ) -> str:
        """The first iteration that breaks a condition, and the phase that did it."""
        report = self.report
        number = next(number for number in range(1, most + 1) if violations(at(number)))
        first = violations(at(number))[0]
        names = {violation.name for violation in report.violations}
        for violation in violations(at(most)):
            if violation.name not in names:
                names.add(violation.name)
                report.violations.append(violation)
        phase = PHASE_OF.get(first.name, "backpropagate")
        if "children" in first.detail and first.name == "a finished game is its own result":
            phase = "expand"
        path, pair = first.node.moves, (None, None)
        words = f"your {phase} breaks a rule: {first}"
        if parted and parted.iteration == number:
            # New children may start with wrong counts, too.
            is_start = parted.phase == "expand" and isinstance(parted.yours, tuple)
            if phase in parted.phase or phase == "backpropagate" and is_start:
                phase, path, pair = parted.phase, parted.path, (parted.yours, parted.ours)
                words = f"{parted.sentence}. A rule is broken: {first}"
        report.faults.append(Finding(phase, number, path, *pair, words, game, seed))
        return phase

    # -------------------------------------------------------------------- luck

    def _bet(self, search: TreeSearch) -> None:
        """On the results of the playouts, and on which of the new children is visited first."""
        begun = set()
        for node, playout in search.history:
            if getattr(playout, "is_sure", True):
                self._bet_on_result("playouts", node.game, playout.winner)
            for child in node.path[1:]:
                children = child.parent.children
                for which, end in () if child.parent in begun else (("first", 0), ("last", -1)):
                    bet = self._bet_called(f"new children of which the {which} was visited first")
                    bet.see(children[end] is child, 1 / len(children))
                begun.add(child.parent)

    def _bet_called(self, what: str) -> Bet:
        return self.bets.setdefault(what, Bet(what))

    def _bet_on_result(self, which: str, game: Game, winner: int | None) -> None:
        odds = chances(game, self.known)
        for result, kind in ((1, "won by player 1"), (None, "drawn")):
            self._bet_called(f"{which} {kind}").see(winner == result, odds.get(result, 0))

    def _gauge(self, given: dict[str, Callable]) -> None:
        """Many playouts from the same position."""
        for seed, game in enumerate(GAUGES, self.seeds.start + 1000):
            search = Watched(game, self.settings, seed, given, self.known)
            for _ in range(PLAYOUTS):
                playout = search.simulate(search.root, self.settings, search.rng)
                self._bet_on_result(f"playouts from {game!r}", game, playout.winner)


def _finding(phase: str, number: int, found: tuple, game: Game, seed: int) -> Finding:
    path, pair, words = found
    words = f"at {place(path)} your {phase} {words}"
    return Finding(phase, number, path, *pair, words, game, seed)


def _difference(paths: Sequence, winners: Sequence, roots: Sequence) -> tuple | None:
    """Where two searches differ: the path, what each did, and that in words; None if nowhere."""
    trees = [tree_of(root) for root in roots]
    if len(set(paths)) > 1:
        same = [*map(eq, *paths), False].index(False)  # moves at the beginning
        path = paths[0][:same]
        pair = [dict(enumerate(moves)).get(same) for moves in paths]
        words = ["stays there" if move is None else f"goes to {_move_words(move)}" for move in pair]
    elif len(set(winners)) > 1:
        path, pair = paths[0], winners
        words = [f"gives a win of player {winner}" if winner else "gives a draw" for winner in pair]
    elif trees and trees[0] != trees[1]:
        both = trees[1] | trees[0]
        path = [path for path in both if len({tree.get(path) for tree in trees}) > 1][-1]
        pair = [tree.get(path) for tree in trees]
        words = [
            "leaves {:g} wins in {} visits".format(*one) if one else "has no such node"
            for one in pair
        ]
    else:
        return None
    return path, pair, f"{words[0]}, ours {words[1]}"


def _move_words(move: Move) -> str:
    return f"column {move}" if isinstance(move, int) else str(move)
