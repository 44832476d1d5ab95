"""Nim: a game that is none of ours, and answers the five questions that a search asks, and no more."""

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Nim:
    """Take one to three sticks; who takes the last one has won. Moves are tuples."""

    sticks: int = 7
    to_move: int = 1

    @property
    def is_terminal(self):
        return not self.sticks

    @property
    def winner(self):
        return None if self.sticks else 3 - self.to_move

    def legal_moves(self):
        return tuple(("take", count) for count in range(1, min(self.sticks, 3) + 1))

    def play(self, move):
        return replace(self, sticks=self.sticks - move[1], to_move=3 - self.to_move)


@dataclass(frozen=True)
class Unsettled(Nim):
    """Nim whose moves have another order in every copy, as those of a set can have."""

    is_turned: bool = field(default=False, compare=False)

    def __deepcopy__(self, memo):
        return replace(self, is_turned=not self.is_turned)

    def legal_moves(self):
        return super().legal_moves()[:: -1 if self.is_turned else 1]


class OneByOne(Nim):
    """A stick a move, as in the longest of games."""

    def legal_moves(self):
        return ("one",) if self.sticks else ()

    def play(self, move):
        return OneByOne(self.sticks - 1, 3 - self.to_move)


class Endless(Nim):
    """There are always sticks left."""

    def play(self, move):
        return Endless(self.sticks, 3 - self.to_move)
