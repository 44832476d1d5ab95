"""Whose results the nodes of a tree count, and whether they count them rightly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from mctslab.audit.chances import chances
from mctslab.audit.iterations import Playout
from mctslab.audit.report import Report
from mctslab.audit.trees import NotJudged, place

NEAR = 0.01  # draws may be worth a little
ENOUGH = 20
RESULTS = (1, 2, None)  # the player who wins, or a draw
MOVED = "the player who moved into the node"
TO_MOVE = "the player to move at the node"
AT_ROOT = "the player to move at the root"
OWNERS = {  # who that is, by the player to move at the root and the depth of the node
    MOVED: lambda root, depth: root if depth % 2 else 3 - root,
    TO_MOVE: lambda root, depth: 3 - root if depth % 2 else root,
    "player 1": lambda root, depth: 1,
    "player 2": lambda root, depth: 2,
    AT_ROOT: lambda root, depth: root,
    "the opponent of the player to move at the root": lambda root, depth: 3 - root,
}


class Counting(NamedTuple):
    """What results are worth, and for whom if player 1 or player 2 is to move at the root."""

    win: float
    draw: float
    loss: float
    whose: tuple[str, str]  # of OWNERS

    def owner(self, root: int, depth: int) -> int:
        """The player for whom nodes of this depth count, where `root` is to move at the root."""
        return OWNERS[self.whose[root - 1]](root, depth)

    def gains(self, playout: Playout, winner: int | None) -> list[float]:
        """What the nodes on the way should gain if that were the winner."""
        if winner is None:
            return [self.draw] * len(playout.gains)
        root = playout.iteration.game.to_move
        owners = [self.owner(root, depth) for depth in playout.gains]
        return [self.win if owner == winner else self.loss for owner in owners]

    def results(self, playout: Playout) -> list[int | None]:
        """The winners that explain what they gain: of a finished game only its own."""
        possible = [playout.end.winner] if playout.end.is_terminal else RESULTS
        fitting = []
        for winner in possible:
            pairs = zip(playout.gains.values(), self.gains(playout, winner))
            if all(abs(gain - expected) <= NEAR for gain, expected in pairs):
                fitting.append(winner)
        return fitting

    def is_possible(self, playout: Playout) -> bool:
        """Whether a playout from there can have such a result."""
        return any(winner in chances(playout.end) for winner in self.results(playout))

    def tells_apart(self, playout: Playout) -> bool:
        """Whether each of the three results would show as another."""
        rows = {tuple(self.gains(playout, winner)) for winner in RESULTS}
        return len(rows) == len(RESULTS)

    def words(self, is_drawn: bool) -> str:
        """That in a sentence; of draws only if there were any."""
        draw = f"a draw {self.draw:g}, " if is_drawn else ""
        more = ""
        if is_drawn and self.draw == self.loss:
            more = " (a draw no more than a loss, for both players)"
        return f"a win counts {self.win:g}, {draw}a loss {self.loss:g}, for {self.whose[0]}{more}"


def judge_results(report: Report, playouts: Sequence[Playout]) -> Counting:
    """How results are counted.

    Raises:
        NotJudged: that cannot be told, or is wrong.
    """
    values = _values_counted(playouts)
    explained = _explained(playouts, values)
    counting = _best_alike(playouts, explained)
    missed = [playout for playout in playouts if not counting.results(playout)]
    _check_alike(explained, counting, missed, len(playouts))
    words = counting.words(len(values) > 2 or _has_drawn(playouts))
    report.say("habits", words)
    if missed:
        raise _not_counted(missed, words)
    return counting


def _values_counted(playouts: Sequence[Playout]) -> list[float]:
    """What a node can gain, in ascending order: two or three values."""
    gains = [gain for playout in playouts for gain in playout.gains.values()]
    values = sorted({round(gain, 2) + 0.0 for gain in gains})
    if len(playouts) < ENOUGH or not 2 <= len(values) <= len(RESULTS):
        words = f"{len(playouts)} iterations show a result, and it has {len(values)} values"
        raise NotJudged(f"whose results are counted: {words}")
    return values


def _has_drawn(playouts: Sequence[Playout]) -> bool:
    ends = [playout.end for playout in playouts]
    return any(end.is_terminal and end.winner is None for end in ends)


def _explained(playouts: Sequence[Playout], values: Sequence[float]) -> dict[Counting, int]:
    """How many of the playouts each way of counting explains."""
    explained = {}
    draws = values[1:-1] or values
    for draw, whose in product(draws, product(OWNERS, repeat=2)):
        counting = Counting(values[-1], draw, values[0], whose)
        explained[counting] = sum(bool(counting.results(playout)) for playout in playouts)
    return explained


def _best_alike(playouts: Sequence[Playout], explained: Mapping[Counting, int]) -> Counting:
    """Of the ways that are alike whoever is to move at the root, the one that explains most."""
    alike = [counting for counting in explained if counting.whose[0] == counting.whose[1]]
    most = max(explained[counting] for counting in alike)
    fitting = [counting for counting in alike if explained[counting] == most]
    # Where no finished games tell these apart, results that cannot be do.
    return max(fitting, key=lambda counting: sum(map(counting.is_possible, playouts)))


def _check_alike(
    explained: Mapping[Counting, int], alike: Counting, missed: Sequence[Playout], total: int
) -> None:
    """Refuse if no way explains most iterations, or one that depends on who is to move does better."""
    best = max(explained, key=explained.get)
    if explained[best] < total / 2:
        words = f"no way explains more than {explained[best]} of {total} iterations"
        raise NotJudged(f"whose results are counted: {words}")
    if explained[best] - explained[alike] > total / 10:
        first, second = best.whose
        words = f"results count for {first} if player 1 is to move at the root, for {second} if player 2"
        raise NotJudged(f"{words}; {_gains_words(missed[0])}", "faults")


def _not_counted(missed: Sequence[Playout], counting: str) -> NotJudged:
    """Iterations that count something else than their result: one may be an accident."""
    wrong = [playout for playout in missed if playout.end.winner or not playout.end.is_terminal]
    if len(missed) == 1 or not wrong:
        words = f"{_gains_words(missed[0])}, where {counting}"
        return NotJudged(f"why it counts so: {words}")
    winner = wrong[0].end.winner
    ended = f"player {winner} has won there" if winner else "no result counts so"
    return NotJudged(f"{_gains_words(wrong[0])}, where {counting}; {ended}", "faults")


def _gains_words(playout: Playout) -> str:
    gains = ", ".join(f"{gain:+.3g}" for gain in playout.gains.values())
    return f"{playout.iteration} the nodes on the way to {place(playout.path)} gain {gains}"
