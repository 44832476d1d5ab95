"""Whether playouts are random games."""

from __future__ import annotations

from collections.abc import Sequence

from mctslab.audit.chances import Bets
from mctslab.audit.iterations import Playout
from mctslab.audit.report import Report
from mctslab.audit.results import Counting

ENOUGH = 50  # playouts


def judge_playouts(report: Report, playouts: Sequence[Playout], counting: Counting) -> None:
    """Are their results those of random games?"""
    begun = [playout for playout in playouts if not playout.end.is_terminal]
    for playout in begun:
        if not counting.is_possible(playout):
            _say_impossible(report, playout, counting.results(playout)[0])
            return
    # Where two results look the same, none is counted.
    seen = [playout for playout in begun if counting.tells_apart(playout)]
    if len(seen) < ENOUGH:
        words = f"whether playouts are random games, from {len(seen)} that show their result"
        report.say("unknown", words)
        return
    bets = Bets()
    for playout in seen:
        winner = counting.results(playout)[0]
        bets.see_winner("playouts", playout.end, winner)
    if lost := bets.lost():
        words = "how moves are drawn in playouts, not all with the same chance"
        report.say("unknown", f"{words}; {lost[0]}")


def _say_impossible(report: Report, playout: Playout, winner: int | None) -> None:
    kind = "faults"
    words = f"is won by player {winner}, who cannot win any more"
    if winner is None:
        kind = "habits"
        words = "is a draw, which cannot be: it was broken off, or a win at its end was not seen"
    number = playout.iteration.number
    report.say(kind, f"in iteration {number} a playout from {playout.end!r} {words}")
