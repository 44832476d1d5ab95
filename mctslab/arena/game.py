"""One game between two players, and its record."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np

from c4lib._tools.arguments import whole_seed
from c4lib._tools.games import LONGEST_GAME, NO_END, check_position, contradiction
from c4lib.board import Board
from c4lib.node import Game, Move
from c4lib.text import ending
from mctslab.players import (
    IllegalMove,
    Player,
    asked,
    player_copy,
    player_name,
    private_copy,
)

Seed = tuple[int, ...]


@dataclass(frozen=True)
class GameRecord:
    """A finished game. Two records are equal if everything but the times is.

    Attributes:
        players: the names of the first player and of the second.
        seed: with it, `play_game` plays the same game again.
        start: the position that it started from.
        moves: those played from there.
        winner: 1, 2, or None for a draw.
        reason: how it ended, in words.
        times: how many seconds each move took.

    >>> from mctslab.players import random_player, rule_based_player
    >>> record = play_game(random_player, rule_based_player, seed=3)
    >>> record
    GameRecord('random_player' 0-1 'rule_based_player', 24 moves, a line of 4)
    >>> print(record.positions()[-1])
    X . . . . . .
    X . . X . . .
    O O . O . . X
    O O . X . . O
    O O X X O . X
    X O O X X X O
    0 1 2 3 4 5 6
    """

    players: tuple[str, str]
    seed: Seed
    start: Game
    moves: tuple[Move, ...]
    winner: int | None
    reason: str
    times: tuple[float, ...] = field(compare=False)

    @property
    def result(self) -> str:
        """As in chess: "1-0", "0-1", or "1/2-1/2" for a draw."""
        return {1: "1-0", 2: "0-1", None: "1/2-1/2"}[self.winner]

    def positions(self) -> list[Game]:
        """All positions of the game, from the start to the end."""
        positions = [self.start]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return positions

    def __repr__(self) -> str:
        first, second = self.players
        return f"GameRecord({first!r} {self.result} {second!r}, {len(self.moves)} moves, {self.reason})"


def play_game(
    first: Player, second: Player, seed: int | Seed = 0, game: Game = Board()
) -> GameRecord:
    """Play one game; returns its record. A player that gives no legal move loses.

    Each player has a random generator of its own, made from the seed and the side: the same players
    and the same seed give the same game. Deep copies of the players play, so that nothing in a
    player is carried over from game to game, and for each move they see a copy of the position.

    Args:
        first, second: `(game, rng) -> move`; player 1 and player 2.
        seed: a whole number, or several, like the seed of a record.
        game: the position to start from, of any game; if it is player 2's turn there, player 2
            begins.

    Raises:
        PlayerError: a player raised something, or changed the position that it was given.
        ValueError: an argument is invalid, a player cannot be copied, or the game is over at the
            start, or contradicts itself later (no legal move and no end; a winner or a player to
            move who is not 1 or 2), or has not ended after 10,000 moves.

    >>> play_game(lambda game, rng: 3, lambda game, rng: 3)
    GameRecord('<lambda>' 0-1 '<lambda>', 6 moves, illegal move of player 1: column 3 is full; open columns: 0, 1, 2, 4, 5, 6)
    """
    check_start(game)
    seed = checked_seed(seed)
    players = {1: player_copy("first", first), 2: player_copy("second", second)}
    names = player_name(first), player_name(second)
    rngs = {side: _generator(seed, side) for side in players}
    where = f"in the game of seed {seed}"
    now = game
    moves = []
    times = []
    while not now.is_terminal:
        _check_goes_on(now, len(moves))
        side = now.to_move
        start = time.perf_counter()
        fault = None
        try:
            move = asked(players[side], names[side - 1], now, rngs[side], where)
        except IllegalMove as illegal:
            fault = f"illegal move of player {side}: {illegal.__cause__}"
        times.append(time.perf_counter() - start)
        if fault:
            return GameRecord(names, seed, game, tuple(moves), 3 - side, fault, tuple(times))
        moves.append(move)
        now = now.play(move)
    check_position(now)
    winner = now.winner and int(now.winner)
    return GameRecord(names, seed, game, tuple(moves), winner, _ending(now), tuple(times))


def _check_goes_on(game: Game, played: int) -> None:
    """Raises a ValueError if nobody can move in a game that is not over, or it comes to no end."""
    if game.to_move not in (1, 2) or not game.legal_moves():
        check_position(game)  # says so
    if played == LONGEST_GAME:
        raise ValueError(NO_END)


def _generator(seed: Seed, side: int) -> np.random.Generator:
    first, *more = seed
    return np.random.default_rng(np.random.SeedSequence(first, spawn_key=(*more, side)))


def _ending(game: Game) -> str:
    """How a game ended, in words."""
    if isinstance(game, Board):
        return f"a line of {game.connect}" if game.winner else "the board is full"
    return ending(game, game.winner)


def check_start(game: object) -> None:
    """Refuse to start where no game can, or from what cannot be copied: ValueError."""
    if contradiction(game) or game.is_terminal:
        raise ValueError(f"game must be a position of a game that is not over, not {game!r}")
    private_copy("game", game)


def checked_seed(seed: int | Seed) -> Seed:
    """The seed as a tuple of whole numbers.

    >>> checked_seed(5), checked_seed((5, 1))
    ((5,), (5, 1))
    """
    numbers = tuple(seed) if isinstance(seed, (tuple, list)) else (seed,)
    if not numbers:
        raise ValueError("seed must be a whole number, or several, not none")
    return tuple(whole_seed(number) for number in numbers)
