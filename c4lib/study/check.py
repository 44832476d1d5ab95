"""Is this a game? What a search relies on, tried in games at random."""

from __future__ import annotations

import numpy as np

from c4lib._tools import generator_of, whole_number
from c4lib.node import QUESTIONS, Game, Move

MOST_MOVES = 10_000  # of one game


def check_game(game: Game, games: int = 100, rng: np.random.Generator | int = 0) -> None:
    """Nothing, if the `game` can be searched; a ValueError says in a sentence what it does wrong.

    Plays at random from the position given, and asks at every turn what a search relies on: that a
    move leaves the position it is played on as it was, that the players take turns, that a game
    which is over has no moves and one without moves is over, that the winner is 1, 2 or None, that
    moves have a hash, and that a move played twice leads to equal positions.

    Args:
        game: a position to begin with.
        games: how many are played.
        rng: a `numpy.random.Generator` or an int seed.

    >>> from c4lib import Board
    >>> check_game(Board(rows=4, columns=5), games=10)
    >>> check_game("chess")
    Traceback (most recent call last):
        ...
    ValueError: 'chess' has no to_move: a game answers to_move, winner, is_terminal, legal_moves, play
    """
    games = whole_number("games", games, at_least=1)
    rng = generator_of(rng)
    for question in QUESTIONS:
        if not hasattr(game, question):
            needed = ", ".join(QUESTIONS)
            raise ValueError(f"{game!r} has no {question}: a game answers {needed}")
    for _ in range(games):
        _play_at_random(game, rng)


def _play_at_random(game: Game, rng: np.random.Generator) -> None:
    moves = []
    while legal := _checked_moves(game, moves):
        if len(moves) == MOST_MOVES:
            raise ValueError(f"the game has not ended after {MOST_MOVES:,} moves")
        move = legal[int(rng.random() * len(legal))]
        game = _checked_next(game, move)
        moves.append(move)


def _checked_moves(game: Game, moves: list[Move]) -> tuple[Move, ...]:
    """The legal moves after these `moves`; ValueError if the position contradicts itself."""
    legal = game.legal_moves()
    fault = _contradiction(game, legal)
    if fault is not None:
        when = f"after the moves {moves}" if moves else "at the beginning"
        raise ValueError(f"{when}, {fault}")
    return legal


def _contradiction(game: Game, legal: tuple[Move, ...]) -> str | None:
    """What is wrong in the answers of one position, in words; None if nothing is."""
    if game.winner not in (1, 2, None):
        return f"the winner is {game.winner!r}: allowed are 1, 2 and None"
    if game.is_terminal and legal:
        return f"the game is over, but has legal moves: {legal!r}"
    if not game.is_terminal and game.winner is not None:
        return f"player {game.winner} has won, but is_terminal is False"
    if not game.is_terminal and not legal:
        return "there is no legal move, but is_terminal is False"
    if legal and game.to_move not in (1, 2):
        return f"to_move is {game.to_move!r}: allowed are 1 and 2"
    try:
        different = set(legal)
    except TypeError:
        return f"the moves {legal!r} have no hash: tuples, numbers and texts have one"
    if len(different) < len(legal):
        return f"a move stands twice among the legal ones: {legal!r}"
    return None


def _checked_next(game: Game, move: Move) -> Game:
    """The position after the move; ValueError if the move does more, or less, than it should."""
    before = _answers(game)
    following = game.play(move)
    if _answers(game) != before:
        raise ValueError(f"the move {move!r} changes the position it is played on: make a new one")
    again = game.play(move)
    if again != following:
        raise ValueError(
            f"the move {move!r}, played twice, gives positions that are not equal (==)"
        )
    if not following.is_terminal and following.to_move != 3 - game.to_move:
        turns = f"to_move is {game.to_move} before it and {following.to_move} after it"
        raise ValueError(f"the turn does not follow the move {move!r}: {turns}")
    return following


def _answers(game: Game) -> tuple:
    return game.to_move, game.winner, game.is_terminal, tuple(game.legal_moves()), str(game)
