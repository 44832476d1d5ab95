"""The five questions that every game answers, and whether a position answers them."""

from __future__ import annotations

ATTRIBUTES = ("to_move", "winner", "is_terminal")
METHODS = ("legal_moves", "play")
QUESTIONS = ATTRIBUTES + METHODS  # that a game answers

LONGEST_GAME = 10_000  # moves
NO_END = f"after {LONGEST_GAME:,} moves, the game has not ended"


def check_position(game: object) -> None:
    """Raises a ValueError unless `game` answers the five questions as a position of a game does.

    >>> check_position("chess")
    Traceback (most recent call last):
        ...
    ValueError: 'chess' is no game position: to_move is missing
    """
    if fault := contradiction(game):
        raise ValueError(f"{game!r} is no game position: {fault}")


def contradiction(game: object) -> str | None:
    """What is wrong in the answers that a game gives in one position, in words; None if nothing is.

    >>> from c4lib import Board
    >>> contradiction(Board()) is None
    True
    """
    for question in QUESTIONS:
        if not hasattr(game, question):
            return f"{question} is missing"
        is_method = callable(getattr(game, question))
        if is_method != (question in METHODS):
            return f"{question} must {'not ' if is_method else ''}be a method"
    legal = game.legal_moves()
    if not isinstance(legal, (tuple, list)):
        return f"legal_moves() is {legal!r}: it must be a tuple"
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
    if legal != game.legal_moves():
        return f"the legal moves, asked for twice, are not equal (==): {legal!r}"
    return None
