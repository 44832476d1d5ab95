"""What every iteration changes in a tree: where it went, what it chose among, and what it counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from c4lib.node import Game, Move
from mctslab.audit.report import Report
from mctslab.audit.trees import FIRST, Counts, NotJudged, Path, Run, Tree, place, position

CLOSE = 1e-6


class Playout(NamedTuple):
    """An iteration that shows its result.

    Attributes:
        game, number: from which position, and which iteration it was.
        path: of the node at which it ended.
        gains: the wins that the nodes on the way gained, by their depth.
    """

    game: Game
    number: int
    path: Path
    gains: dict[int, float]

    @property
    def end(self) -> Game:
        """The position at the node."""
        return position(self.game, self.path)


class Choice(NamedTuple):
    """A move that was chosen at a node.

    Attributes:
        game, number, path: from which position, in which iteration, and at which node.
        move: that was chosen.
        tried: the counts of all moves that had been tried there.
        untried: the others.
        visits, root: how many visits the node had, and the root.
    """

    game: Game
    number: int
    path: Path
    move: Move
    tried: dict[Move, Counts]
    untried: list[Move]
    visits: float
    root: float

    @property
    def player(self) -> int:
        """Who chooses."""
        return position(self.game, self.path).to_move

    @property
    def moves(self) -> int:
        """How many there are."""
        return len(self.tried) + len(self.untried)

    def is_over(self, move: Move) -> bool:
        """Whether the game is over after this move."""
        return position(self.game, (*self.path, move)).is_terminal


class Iteration(NamedTuple):
    """The trees before and after it, and what a new node begins with."""

    game: Game
    number: int
    before: Tree
    after: Tree
    start: Counts

    @property
    def where(self) -> str:
        """For sentences."""
        return f"in iteration {self.number} from {self.game!r}"

    def gain(self, path: Path) -> Counts:
        """How many wins and visits a node gained."""
        wins, visits = self.before.get(path, self.start)
        return self.after[path][0] - wins, self.after[path][1] - visits

    def way(self) -> tuple[Path, bool]:
        """The nodes from the root on while only one child is visited; whether that is all."""
        path = ()
        while len(below := self.visited_below(path)) == 1:
            path = below[0]
        return path, not below

    def visited_below(self, path: Path) -> list[Path]:
        """The children that were visited."""
        paths = [(*path, move) for move in position(self.game, path).legal_moves()]
        return [one for one in paths if one in self.after and self.gain(one)[1] > CLOSE]


def iterations_of(run: Run) -> Iterator[Iteration]:
    """All but the first few, for what the root begins with is not known."""
    start = start_of(run)
    pairs = pairwise(run.trees)
    for number, (before, after) in enumerate(pairs, FIRST + 1):
        yield Iteration(run.game, number, before, after, start)


def start_of(run: Run) -> Counts:
    """The wins and visits that a new node begins with: mostly 0 and 0.

    Those for which the visits of the root's children come nearest to the number of playouts.
    """
    gains = [after[()][1] - before[()][1] for before, after in pairwise(run.trees)]
    playouts = FIRST * gains[0] + sum(gains)
    below = [tree[path] for tree in run.trees for path in tree if path]
    children = [visits for path, (_, visits) in run.trees[-1].items() if len(path) == 1]
    least = min(visits for _, visits in below)

    def miss(start: float) -> float:
        return abs(sum(children) - start * len(children) - playouts)

    visits = min((least, least - 1, 0.0), key=miss)
    if visits <= 0 or not playouts:
        return 0.0, 0.0
    fresh = Counter(counts for counts in below if counts[1] == visits)
    return fresh.most_common(1)[0][0] if fresh else (0.0, visits)


# -------------------------------------------------------------------- what follows


def observe(report: Report, runs: list[Run]) -> tuple[list[Playout], list[Choice]]:
    """Playouts and choices; what is wrong with visits is said.

    Raises:
        NotJudged: the trees are not those of one search that goes on.
    """
    playouts, choices = [], []
    for run in runs:
        for step in iterations_of(run):
            gained = [step.gain(path)[1] for path in step.after]
            if min(gained) < -CLOSE:
                raise NotJudged(f"{step.where} a node has fewer visits than before")
            if max(gained) < CLOSE:
                _judge_lost(report, step)
            elif _adds_up(report, step):
                if step.gain(())[1] > 1 + CLOSE:
                    report.say("habits", "an iteration can be worth several visits")
                way, is_all = step.way()
                if is_all:
                    playouts.extend(_playout(step, way))
                choices.extend(_choices(step, way))
        if step.start[1]:
            words = "a new node begins with {:g} wins in {:g} visits".format(*step.start)
            report.say("habits", words, "start")
    return playouts, choices


def _playout(step: Iteration, way: Path) -> Iterator[Playout]:
    known = {position(step.game, path) for path in step.before}
    gains = {}
    for depth in range(1, len(way) + 1):
        path = way[:depth]
        wins, visits = step.gain(path)
        if visits > 1 + CLOSE:
            return
        if path not in step.before and position(step.game, path) in known:
            return  # it may have its visits from another way
        gains[depth] = wins
    if gains:
        yield Playout(step.game, step.number, way, gains)


def _choices(step: Iteration, way: Path) -> Iterator[Choice]:
    for depth, move in enumerate(way):
        path = way[:depth]
        if path not in step.before:
            return
        tried, untried = {}, []
        for one in position(step.game, path).legal_moves():
            counts = step.before.get((*path, one), step.start)
            if counts[1] > step.start[1]:
                tried[one] = counts
            else:
                untried.append(one)
        visits = step.before[path][1]
        root = step.before[()][1]
        yield Choice(step.game, step.number, path, move, tried, untried, visits, root)


def _adds_up(report: Report, step: Iteration) -> bool:
    """Whether no node was visited more often than the node above it."""
    game, is_right = step.game, True
    ways = Counter(position(game, path) for path in step.after)
    for path in step.after:
        below = step.visited_below(path)
        more = sum(step.gain(one)[1] for one in below)
        own = step.gain(path)[1]
        if more <= own + CLOSE or not path and not own:  # some do not count at the root
            continue
        if any(ways[position(game, one)] > 1 for one in (path, *below)):
            words = "a position that is reached in two ways has one node"
            report.say("habits", f"{words}: counts are shared")
            continue
        words = f"{place(path)} is visited {own:g} times more, but its children together {more:g}"
        report.say("faults", f"{step.where} {words} times", "visits do not add up")
        is_right = False
    return is_right


def _judge_lost(report: Report, step: Iteration) -> None:
    """Nothing was counted: that is right only where nothing is left to find out."""
    over = [path for path in step.before if position(step.game, path).is_terminal]
    if step.after != step.before:
        report.say("habits", "an iteration can add nodes, and count nothing")
    elif winners(step.game, step.before):
        report.say("habits", "nothing is counted any more once the result is proven")
    elif over:
        words = f"{step.where} nothing is counted at any node, so it is lost; no result is proven"
        report.say("faults", f"{words}, but {place(over[0])} ends the game", "lost")
    else:
        report.say("unknown", f"{step.where} nothing is counted, and why cannot be seen", "lost")


def winners(game: Game, tree: Tree, path: Path = ()) -> list[int | None]:
    """The one winner that follows from the finished games in the tree; none if none follows.

    >>> from c4lib import Board
    >>> winners(Board.from_moves("010101"), {(): (0, 0), (0,): (0, 0)})
    [1]
    """
    here = position(game, path)
    if here.is_terminal:
        return [here.winner]
    paths = [(*path, move) for move in here.legal_moves()]
    results = [winners(game, tree, below) if below in tree else [] for below in paths]
    if [here.to_move] in results:
        return [here.to_move]
    if [] in results:
        return []
    return [None] if [None] in results else [3 - here.to_move]
