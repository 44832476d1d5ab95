"""How each game looks, and what its moves, its sides and its endings are called."""

from __future__ import annotations

from types import ModuleType

from c4lib.hex import HexBoard
from c4lib.node import Game, Move, SearchNode
from c4lib.plots import board as connect_four
from c4lib.plots import hex as hex_game


def look_of(game: Game) -> ModuleType:
    """The module that draws this game: its boards, its pieces, and their names.

    >>> look_of(HexBoard()).SIDES
    {1: 'Black', 2: 'White'}
    """
    return hex_game if isinstance(game, HexBoard) else connect_four


def side_name(game: Game, player: int) -> str:
    """X or O, and in Hex Black or White.

    >>> from c4lib import Board
    >>> side_name(Board(), 1), side_name(HexBoard(), 1)
    ('X', 'Black')
    """
    return look_of(game).SIDES[player]


def move_name(game: Game, move: Move) -> str:
    """A move in words.

    >>> from c4lib import Board
    >>> move_name(Board(), 3), move_name(HexBoard(), "b2")
    ('column 3', 'b2')
    """
    return look_of(game).move_name(move)


def moves_of(node: SearchNode) -> list[Move]:
    """The moves from the root of the tree to a node; in words they are its `name`."""
    return [above.move for above in node.path[1:]]


def ending(game: Game, winner: int | None, verb: str = "has won") -> str:
    """How a game ended, or ends: somebody has won, or a draw.

    >>> from c4lib import Board
    >>> ending(Board(), 1), ending(HexBoard(), 2, "wins"), ending(Board(), None)
    ('X has won', 'White wins', 'a draw')
    """
    return f"{side_name(game, winner)} {verb}" if winner else "a draw"


def situation(game: Game) -> str:
    """Who is to move, or how the game ended.

    >>> from c4lib import Board
    >>> situation(Board.from_moves("3")), situation(Board.from_moves("0011223"))
    ('O to move', 'X has won')
    """
    if game.is_terminal:
        return ending(game, game.winner)
    return f"{side_name(game, game.to_move)} to move"
