"""Whether playouts are random games, and which move is played in the end."""

from __future__ import annotations

import math
from collections.abc import Sequence

from c4lib.node import Game, Move
from mctslab.audit.chances import LEVEL, Bet, Known, chances
from mctslab.audit.iterations import CLOSE, Playout
from mctslab.audit.report import Report
from mctslab.audit.results import Counting
from mctslab.audit.trees import Run, Tree

ENOUGH = 50  # playouts
ODDS = 1000  # to 1, before it is said that playouts take wins
RANDOM: Known = {}  # chances, for all audits
TAKING_WINS: Known = {}


def winning_or_all(game: Game) -> Sequence[Move]:
    """The moves that win at once; all if there is none.

    >>> from c4lib import Board
    >>> winning_or_all(Board.from_moves("010101")), len(winning_or_all(Board()))
    ([0], 7)
    """
    legal = game.legal_moves()
    wins = [move for move in legal if game.play(move).winner == game.to_move]
    return wins or legal


def judge_playouts(report: Report, playouts: Sequence[Playout], counting: Counting) -> None:
    """Are their results those of random games?"""
    begun = [playout for playout in playouts if not playout.end.is_terminal]
    for playout in begun:
        results = counting.results(playout)
        if not chances(playout.end, RANDOM).keys() & set(results):
            _say_impossible(report, playout, results[0])
            return
    # Where two results look the same, none is counted.
    seen = [playout for playout in begun if counting.tells_apart(playout)]
    if len(seen) < ENOUGH:
        words = f"whether playouts are random games, from {len(seen)} that show their result"
        report.say("unknown", words)
        return
    bets = {1: Bet("won by player 1"), None: Bet("drawn")}
    taking_wins = 0.0
    for playout in seen:
        winner = counting.results(playout)[0]
        odds = chances(playout.end, RANDOM)
        for result, bet in bets.items():
            bet.see(winner == result, odds.get(result, 0))
        odds_then = chances(playout.end, TAKING_WINS, winning_or_all)
        taking_wins += math.log((0.001 + odds_then.get(winner, 0)) / odds[winner])
    if taking_wins > math.log(ODDS):
        report.say("habits", f"it looks as if playouts take wins; {bets[1]}")
    elif min(bet.p for bet in bets.values()) <= LEVEL / len(bets):
        words = "how moves are drawn in playouts, not all with the same chance"
        report.say("unknown", f"{words}; {bets[1]}; {bets[None]}")


def _say_impossible(report: Report, playout: Playout, winner: int | None) -> None:
    where = f"in iteration {playout.number} a playout from {playout.end!r}"
    if winner is None:
        report.say("habits", f"{where} is a draw, which cannot be: it may have been broken off")
    else:
        report.say("faults", f"{where} is won by player {winner}, who cannot win any more")


def judge_moves(report: Report, runs: Sequence[Run], counting: Counting) -> None:
    """Is the move played the most visited, or that of the best mean?"""
    for run in runs:
        for tree, played in zip(run.trees, run.played):
            if played is not None and _is_worse(run.game, tree, played, counting):
                words = f"from {run.game!r} it plays {played!r}, where another move has more visits"
                report.say("unknown", f"which move is played: {words} and a better mean", "move")


def _is_worse(game: Game, tree: Tree, played: Move, counting: Counting) -> bool:
    """Whether another move has more visits and a better mean."""
    sign = 1 if counting.owner(game.to_move, 1) == game.to_move else -1
    wins, visits = tree.get((played,), (0, 0))
    own = sign * wins / visits if visits else -math.inf
    for path, (wins, more) in tree.items():
        if len(path) == 1 and more > visits and sign * wins / more > own + CLOSE:
            return True
    return False
