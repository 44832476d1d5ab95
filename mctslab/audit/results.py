"""Whose results the nodes of a tree count, and whether they count them rightly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from mctslab.audit.iterations import Playout
from mctslab.audit.report import Report
from mctslab.audit.trees import place

NEAR = 0.01  # draws may be worth a little
ENOUGH = 20
RESULTS = (1, 2, None)  # the player who wins, or a draw
WHOSE = (
    "the player who moved into the node",
    "the player to move at the node",
    "player 1",
    "player 2",
)
BY_ROOT = {
    (2, 3): "the player to move at the root",
    (3, 2): "the opponent of the player to move at the root",
}
RIGHT_PAIRS = {(whose, whose): words for whose, words in enumerate(WHOSE)} | BY_ROOT


class Counting(NamedTuple):
    """What results are worth, and for whom if player 1 or player 2 is to move at the root."""

    win: float
    draw: float
    loss: float
    whose: tuple[int, int]  # places in WHOSE

    def owner(self, root: int, depth: int) -> int:
        """The player for whom nodes of this depth count, where `root` is to move at the root."""
        moved = root if depth % 2 else 3 - root
        return (moved, 3 - moved, 1, 2)[self.whose[root - 1]]

    def gains(self, playout: Playout, winner: int | None) -> list[float]:
        """What the nodes on the way should gain if that were the winner."""
        if winner is None:
            return [self.draw] * len(playout.gains)
        owners = [self.owner(playout.game.to_move, depth) for depth in playout.gains]
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
        whose = RIGHT_PAIRS[self.whose]
        return f"a win counts {self.win:g}, {draw}a loss {self.loss:g}, for {whose}{more}"


def judge_results(report: Report, playouts: Sequence[Playout]) -> Counting | None:
    """How results are counted; None if that cannot be told, or is wrong."""
    gains = [gain for playout in playouts for gain in playout.gains.values()]
    values = sorted({round(gain, 2) + 0.0 for gain in gains})
    if len(playouts) < ENOUGH or not 2 <= len(values) <= len(RESULTS):
        words = f"{len(playouts)} iterations show a result, and it has {len(values)} values"
        report.say("unknown", f"whose results are counted: {words}")
        return None
    explained = {}
    for draw, whose in product(values[1:-1] or values, product(range(4), repeat=2)):
        counting = Counting(values[-1], draw, values[0], whose)
        explained[counting] = sum(bool(counting.results(playout)) for playout in playouts)
    right = max((one for one in explained if one.whose in RIGHT_PAIRS), key=explained.get)
    best = max(explained, key=explained.get)
    missed = [playout for playout in playouts if not right.results(playout)]
    if explained[best] < len(playouts) / 2:
        words = f"no way explains more than {explained[best]} of {len(playouts)} iterations"
        report.say("unknown", f"whose results are counted: {words}")
    elif explained[best] - explained[right] > len(playouts) / 10:
        one, two = (WHOSE[whose] for whose in best.whose)
        words = f"results count for {one} if player 1 is to move at the root, for {two} if player 2"
        report.say("faults", f"{words}; {_gains_words(missed[0])}")
    else:
        over = [playout.end for playout in playouts if playout.end.is_terminal]
        words = right.words(len(values) > 2 or any(end.winner is None for end in over))
        report.say("habits", words)
        for playout in missed:
            _judge_missed(report, playout, words, is_alone=len(missed) == 1)
        return None if missed else right
    return None


def _judge_missed(report: Report, playout: Playout, counting: str, is_alone: bool) -> None:
    """An iteration that counts something else than its result."""
    words = f"{_gains_words(playout)}, where {counting}"
    end = playout.end
    if is_alone or end.is_terminal and not end.winner:
        report.say("unknown", f"why it counts so: {words}", "results")
    else:
        ended = f"player {end.winner} has won there" if end.winner else "no result counts so"
        report.say("faults", f"{words}; {ended}", "results")


def _gains_words(playout: Playout) -> str:
    gains = ", ".join(f"{gain:+.3g}" for gain in playout.gains.values())
    where = f"in iteration {playout.number} from {playout.game!r}"
    return f"{where} the nodes on the way to {place(playout.path)} gain {gains}"
