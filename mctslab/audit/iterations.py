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


class Iteration(NamedTuple):
    """The trees before it, after it and at the end, and what a new node begins with."""

    game: Game
    number: int
    before: Tree
    after: Tree
    last: Tree
    start: Counts

    def __str__(self) -> str:
        return f"in iteration {self.number} from {self.game!r}"

    def position(self, path: Path) -> Game:
        """The position at a node."""
        return position(self.game, path)

    def gain(self, path: Path) -> Counts:
        """How many wins and visits a node gained."""
        wins, visits = self.before.get(path, self.start)
        return self.after[path][0] - wins, self.after[path][1] - visits

    def visited_below(self, path: Path) -> list[Path]:
        """The children that were visited."""
        children = [(*path, move) for move in self.position(path).legal_moves()]
        return [child for child in children if child in self.after and self.gain(child)[1] > CLOSE]

    def way(self) -> tuple[Path, bool]:
        """The nodes from the root on while only one child is visited; whether that is all."""
        path = ()
        while len(below := self.visited_below(path)) == 1:
            path = below[0]
        return path, not below


class Playout(NamedTuple):
    """An iteration that shows its result.

    Attributes:
        iteration: which it was.
        path: of the node at which it ended.
        gains: the wins that the nodes on the way gained, by their depth.
    """

    iteration: Iteration
    path: Path
    gains: dict[int, float]

    @property
    def end(self) -> Game:
        """The position at the node."""
        return self.iteration.position(self.path)


class Choice(NamedTuple):
    """A move that was chosen at a node.

    Attributes:
        iteration, path: in which iteration, and at which node.
        move: that was chosen.
        tried: the counts of all moves that had been tried there.
        untried: the others.
    """

    iteration: Iteration
    path: Path
    move: Move
    tried: dict[Move, Counts]
    untried: list[Move]

    def __str__(self) -> str:
        return f"{self.iteration} at {place(self.path)}"

    @property
    def visits(self) -> float:
        """How many the node had before."""
        return self.iteration.before[self.path][1]

    def is_over(self, move: Move) -> bool:
        """Whether the game is over after this move."""
        return self.iteration.position((*self.path, move)).is_terminal


def iterations_of(runs: list[Run]) -> Iterator[Iteration]:
    """All but the first few, for what the root begins with is not known."""
    start = start_of(runs)
    for run in runs:
        for number, (before, after) in enumerate(pairwise(run.trees), FIRST + 1):
            yield Iteration(run.game, number, before, after, run.trees[-1], start)


def start_of(runs: list[Run]) -> Counts:
    """The wins and visits that a new node begins with: mostly 0 and 0.

    Those for which the visits of the roots' children come nearest to those of the roots, which
    begin with as many, or with none.
    """
    every = [counts for run in runs for tree in run.trees for path, counts in tree.items() if path]
    least = min(visits for _, visits in every)
    roots, children = [], []
    for run in runs:
        tree = run.trees[-1]
        roots.append(tree[()][1])
        children += [visits for path, (_, visits) in tree.items() if len(path) == 1]
    more = sum(children) - sum(roots)

    def miss(start: float) -> float:
        both = start * (len(children) - len(roots))
        return min(abs(more - start * len(children)), abs(more - both))

    start = min((0.0, least - 1, least), key=miss)
    if start <= 0 or not any(roots):  # some do not count there
        return 0.0, 0.0
    fresh = Counter(counts for counts in every if counts[1] == start)
    return max(fresh, key=fresh.get, default=(0.0, start))


# -------------------------------------------------------------------- what follows


def observe(report: Report, runs: list[Run]) -> tuple[list[Playout], list[Choice]]:
    """Playouts and choices; what is wrong with visits is said.

    Raises:
        NotJudged: the trees are not those of one search that goes on.
    """
    playouts, choices = [], []
    batch = batch_of(runs)
    if batch > 1:
        report.say("habits", f"it does {batch} iterations at once")
    for step in iterations_of(runs):
        gained = [step.gain(path)[1] for path in step.after]
        if min(gained) < -CLOSE:
            raise NotJudged(f"{step} a node has fewer visits than before")
        if max(gained) < CLOSE:
            if batch == 1:
                _judge_lost(report, step)
        elif _adds_up(report, step):
            way, is_all = step.way()
            if is_all:
                playouts.extend(_playout(step, way))
            choices.extend(_choices(step, way))
            if step.gain(())[1] > 1 + CLOSE:
                report.say("habits", "an iteration can be worth several visits")
        if step.start[1]:
            words = "a new node begins with {:g} wins in {:g} visits".format(*step.start)
            report.say("habits", words)
    return playouts, choices


def batch_of(runs: list[Run]) -> int:
    """How many iterations it does at once, if its trees always change after as many."""
    strides = set()
    for run in runs:
        numbers = enumerate(pairwise(run.trees))
        changes = [number for number, (before, after) in numbers if before != after]
        strides |= {later - sooner for sooner, later in pairwise(changes)}
    return strides.pop() if len(strides) == 1 else 1


def _playout(step: Iteration, way: Path) -> Iterator[Playout]:
    known = {step.position(path) for path in step.before}
    gains = {}
    for depth in range(1, len(way) + 1):
        path = way[:depth]
        wins, visits = step.gain(path)
        # A new node of a known position may have its visits from another way.
        is_shared = path not in step.before and step.position(path) in known
        if visits > 1 + CLOSE or is_shared:
            return
        gains[depth] = wins
    if gains:
        yield Playout(step, way, gains)


def _choices(step: Iteration, way: Path) -> Iterator[Choice]:
    for depth, move in enumerate(way):
        path = way[:depth]
        if path not in step.before:
            return
        tried, untried = {}, []
        for legal in step.position(path).legal_moves():
            counts = step.before.get((*path, legal), step.start)
            if counts[1] > step.start[1]:
                tried[legal] = counts
            else:
                untried.append(legal)
        yield Choice(step, path, move, tried, untried)


def _adds_up(report: Report, step: Iteration) -> bool:
    """Whether no node was visited more often than the node above it."""
    ways = Counter(step.position(path) for path in step.after)
    is_right = True
    for path in step.after:
        below = step.visited_below(path)
        more = sum(step.gain(child)[1] for child in below)
        own = step.gain(path)[1]
        if more <= own + CLOSE or not path and not own:  # some do not count at the root
            continue
        if any(ways[step.position(node)] > 1 for node in (path, *below)):
            words = "a position that is reached in two ways has one node"
            report.say("habits", f"{words}: counts are shared")
            continue
        words = f"{place(path)} is visited {own:g} times more, but its children together {more:g}"
        report.say("faults", f"{step} {words} times", "visits do not add up")
        is_right = False
    return is_right


def _judge_lost(report: Report, step: Iteration) -> None:
    """Nothing was counted: that is right only where nodes are added, or nothing is left to find out."""
    if step.after != step.before:
        return
    over = [counts for path, counts in step.before.items() if step.position(path).is_terminal]
    # Who finds the end of a game, and does nothing from then on, may have seen enough.
    has_stopped = step.before == step.last and any(not visits for _, visits in over)
    if winners(step.game, step.before):
        report.say("habits", "nothing is counted any more once the result is proven")
    elif over and not has_stopped:
        words = f"{step} nothing is counted at any node, so it is lost"
        report.say("faults", f"{words}: games end in the tree, but no result is proven", "lost")
    else:
        report.say("unknown", f"{step} nothing is counted, and why cannot be seen", "lost")


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
