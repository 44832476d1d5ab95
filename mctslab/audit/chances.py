"""What luck allows: exact chances of a playout, and bets that a right search hardly ever loses."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from c4lib.node import Game, Move

LEVEL = 0.001  # how often all tests of one audit together blame a right search, at the most
TILTS = [sign * 0.1 * 2**power for power in range(6) for sign in (1, -1)]

Odds = dict[int | None, float]
Known = dict[Game, Odds]


def legal_moves(game: Game) -> Sequence[Move]:
    """All that can be played, as `chances` asks for them."""
    return game.legal_moves()


def chances(
    game: Game, known: Known, moves_of: Callable[[Game], Sequence[Move]] = legal_moves
) -> Odds:
    """The chances of the winners (1, 2, None) of a random game from here, by exact calculation.

    What was `known` before is looked up, and what is found is added.

    Args:
        game: a position.
        known: chances that were found before, with the same `moves_of`.
        moves_of: the moves that a random game draws from.

    >>> from c4lib import Board
    >>> chances(Board.from_moves("020", rows=3, columns=3, connect=3), {})[1]
    0.5470679012345678
    """
    if game not in known:
        odds = {game.winner: 1.0} if game.is_terminal else {}
        moves = moves_of(game)
        for move in moves:
            for winner, chance in chances(game.play(move), known, moves_of).items():
                odds[winner] = odds.get(winner, 0) + chance / len(moves)
        known[game] = odds
    return known[game]


def witness(game: Game, winner: int | None, known: Known) -> tuple[tuple[Move, ...], Game]:
    """Moves that let `winner` win, and the finished game; none if that is impossible.

    >>> from c4lib import Board
    >>> witness(Board.from_moves("00", 2, 3, 3), None, {})[0]
    (1, 2, 1, 2)
    """
    moves = ()
    while winner in chances(game, known) and not game.is_terminal:
        after = {move: game.play(move) for move in game.legal_moves()}
        move = next(move for move in after if winner in chances(after[move], known))
        moves, game = (*moves, move), after[move]
    return moves, game


class Bet:
    """A claim about chances, tested by betting against it.

    The stake of 1 is divided among twelve who believe that the odds are shifted, and paid by the
    odds that are claimed. If these are right, the money reaches 1 / p with a probability of at most
    p, whenever one looks, and whatever later chances depend on (Ville 1939).

    Attributes:
        what: is counted.
        of, seen, expected: how many there were, how many of them counted, how many should.
        level: the p from which on the claim is no longer believed.

    >>> bet = Bet("heads")
    >>> for _ in range(20):
    ...     bet.see(True, 0.5)
    >>> print(bet)
    heads: 20 of 20, where 10.0 are expected (p at most 2.4e-05)
    >>> bet.differs
    True
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.of = self.seen = 0
        self.expected = 0.0
        self.level = LEVEL
        self._money = [0.0] * len(TILTS)  # as logarithms, as is the most that they had together
        self._most = 0.0

    def see(self, happened: bool, chance: float) -> None:
        """Something `happened` or not, for which the claim has this `chance`."""
        self.of += 1
        self.seen += happened
        self.expected += chance
        if happened and not chance:
            self._most = math.inf
        if 0 < chance < 1:
            for index, tilt in enumerate(TILTS):
                self._money[index] += tilt * happened - math.log1p(chance * math.expm1(tilt))
            together = np.logaddexp.reduce(self._money) - math.log(len(TILTS))
            self._most = max(self._most, together)

    @property
    def p(self) -> float:
        """The probability of as much, or less, if the claim is right."""
        return math.exp(-self._most)

    @property
    def differs(self) -> bool:
        """Whether it is beyond chance."""
        return self.p <= self.level

    def __str__(self) -> str:
        counts = f"{self.seen} of {self.of:,}, where {self.expected:.1f} are expected"
        return f"{self.what}: {counts} (p at most {self.p:.2g})"
