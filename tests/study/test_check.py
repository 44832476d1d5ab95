"""What a game can do wrong, each thing in a game that does nothing else wrong."""

from dataclasses import replace

import pytest
from nim import Nim, Unsettled

from c4lib import Board, HexBoard, check_game
from c4lib.study import invariants


class ChangesItself(Nim):
    def play(self, move):
        after = super().play(move)
        object.__setattr__(self, "sticks", self.sticks + 1)
        return after


class NoTurns(Nim):
    def play(self, move):
        return replace(super().play(move), to_move=1)


class MovesAfterTheEnd(Nim):
    def legal_moves(self):
        return super().legal_moves() or (("take", 0),)


class WinnerZero(Nim):
    winner = 0


class WonAndGoesOn(Nim):
    winner = 2


class EndsWithoutSayingSo(Nim):
    is_terminal = False
    winner = None


class ListsAsMoves(Nim):
    def legal_moves(self):
        return tuple(map(list, super().legal_moves()))


class OneMoveTwice(Nim):
    def legal_moves(self):
        return super().legal_moves() + super().legal_moves()


class NeverEqual(Nim):
    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other


class NoHashes(Nim):
    __hash__ = None


class Take(tuple):
    """A move that is equal to itself alone."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class MovesThatAreNeverEqual(Nim):
    def legal_moves(self):
        return tuple(map(Take, super().legal_moves()))


class ForgetsToReturn(Nim):
    def play(self, move):
        super().play(move)


class CannotBeCopied(Nim):
    def __deepcopy__(self, memo):
        raise TypeError


class NeverEnds(Nim):
    def play(self, move):
        return replace(self, to_move=3 - self.to_move)


@pytest.mark.parametrize("game", [Nim(), NoHashes(), CannotBeCopied(), Board(), HexBoard(), Board.from_moves("0101010")])
def test_nothing_is_said_of_a_game_that_does_nothing_wrong(game):
    assert check_game(game, games=20) is None


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (ChangesItself(), "changes the position it is played on"),
        (NoTurns(), "the turn does not follow the move .* to_move is 1 before it and 1 after it"),
        (MovesAfterTheEnd(), "after the moves .*, the game is over, but has legal moves"),
        (WinnerZero(), "WinnerZero.* is no game position: the winner is 0: allowed are 1, 2 and None"),
        (WonAndGoesOn(), "WonAndGoesOn.* is no game position: player 2 has won, but is_terminal is False"),
        (EndsWithoutSayingSo(), "after the moves .*, there is no legal move, but is_terminal is False"),
        (ListsAsMoves(), r"the moves \(\['take', 1\], .* have no hash"),
        (OneMoveTwice(), "a move stands twice among the legal ones"),
        (NeverEqual(), "played twice, gives positions that are not equal"),
        (MovesThatAreNeverEqual(), r"the legal moves, asked for twice, are not equal \(==\)"),
        (ForgetsToReturn(), r"after the moves \[\('take', \d\)\], to_move is missing"),
        (Unsettled(), "a copy has its moves in another order: let it be fixed"),
        (NeverEnds(), "after 10,000 moves, the game has not ended"),
        (3, "^3 is no game position: to_move is missing"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_game_does_wrong_is_said(game, sentence):
    with pytest.raises(ValueError, match=sentence):
        check_game(game, games=5)


def test_a_game_that_ends_with_the_last_move_allowed_has_ended(monkeypatch):
    class Countdown(Nim):
        def legal_moves(self):
            return ("one",) if self.sticks else ()

        def play(self, move):
            return replace(self, sticks=self.sticks - 1, to_move=3 - self.to_move)

    monkeypatch.setattr(invariants, "LONGEST_GAME", 10)
    assert check_game(Countdown(sticks=10), games=1) is None
    with pytest.raises(ValueError, match="has not ended"):
        check_game(Countdown(sticks=11), games=1)


def test_the_same_seed_plays_the_same_games():
    class Noted(Nim):
        def play(self, move):
            seen.append(move)
            return super().play(move)

    runs = []
    for _ in range(2):
        seen = []
        check_game(Noted(), games=3, rng=7)
        runs.append(seen)
    assert runs[0] == runs[1]
