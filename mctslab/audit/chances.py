"""What luck allows: exact chances of a playout, and bets that a right search hardly ever loses."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

import numpy as np

from c4lib.node import Game

LEVEL = 0.001  # how often all bets of one audit together blame a right search, at the most
MOST_POSITIONS = 50_000
TILTS = np.array([sign * 0.1 * 2**power for power in range(6) for sign in (1, -1)])


def is_late(game: Game) -> bool:
    """Whether so few positions can follow that the chances of a playout can be calculated.

    >>> from c4lib import Board
    >>> is_late(Board(3, 4, 3)), is_late(Board())
    (True, False)
    """
    seen, waiting = {game}, [game]
    while waiting and len(seen) <= MOST_POSITIONS:
        position = waiting.pop()
        after = {position.play(move) for move in position.legal_moves()} - seen
        seen |= after
        waiting.extend(after)
    return not waiting


@cache
def chances(game: Game) -> Counter[int | None]:
    """The chances of the winners (1, 2, None) of a random game from here, by exact calculation.

    >>> from c4lib import Board
    >>> chances(Board.from_moves("020", rows=3, columns=3, connect=3))[1]
    0.5470679012345678
    """
    if game.is_terminal:
        return Counter({game.winner: 1.0})
    odds = Counter()
    moves = game.legal_moves()
    for move in moves:
        for winner, chance in chances(game.play(move)).items():
            odds[winner] += chance / len(moves)
    return odds


class Bet:
    """A claim about chances, tested by betting against it.

    The stake of 1 is divided among twelve who believe that the odds are shifted, and paid by the
    odds that are claimed. If these are right, the money reaches 1 / p with a probability of at most
    p, whenever one looks, and whatever later chances depend on (Ville 1939).

    Attributes:
        what: is counted.
        of, seen, expected: how many there were, how many of them counted, how many should.

    >>> bet = Bet("heads")
    >>> for _ in range(20):
    ...     bet.see(True, 0.5)
    >>> print(bet)
    heads: 20 of 20, where 10.0 are expected (p at most 2.4e-05)
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.of = self.seen = 0
        self.expected = 0.0
        self._money = np.zeros(len(TILTS))  # as logarithms, as is the most that they had together
        self._most = 0.0

    def see(self, happened: bool, chance: float) -> None:
        """Something `happened` or not, for which the claim has this `chance`."""
        self.of += 1
        self.seen += happened
        self.expected += chance
        self._money += TILTS * happened - np.log1p(chance * np.expm1(TILTS))
        together = np.logaddexp.reduce(self._money) - math.log(len(TILTS))
        is_impossible = happened and not chance
        self._most = math.inf if is_impossible else max(self._most, together)

    @property
    def p(self) -> float:
        """The probability of as much, or less, if the claim is right."""
        return math.exp(-self._most)

    def __str__(self) -> str:
        counts = f"{self.seen} of {self.of:,}, where {self.expected:.1f} are expected"
        return f"{self.what}: {counts} (p at most {self.p:.2g})"


class Bets(dict[str, Bet]):
    """Bets by what is counted, which together blame what is right with a probability of `LEVEL`.

    >>> from c4lib import Board
    >>> bets = Bets()
    >>> bets.see_winner("playouts", Board(2, 3, 3), 2)
    >>> [*bets], bets.lost()
    (['playouts won by player 1', 'playouts drawn'], [])
    """

    def __missing__(self, what: str) -> Bet:
        self[what] = Bet(what)
        return self[what]

    def see_winner(self, what: str, game: Game, winner: int | None) -> None:
        """A playout from this position had this winner."""
        odds = chances(game)
        self[f"{what} won by player 1"].see(winner == 1, odds[1])
        self[f"{what} drawn"].see(winner is None, odds[None])

    def lost(self) -> list[Bet]:
        """Those that are beyond chance."""
        return [bet for bet in self.values() if bet.p <= LEVEL / len(self)]
