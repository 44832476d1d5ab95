"""How positions, moves, sides and numbers are written, and how boards in text form are read."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable

import numpy as np

from c4lib.node import Game, Move, SearchNode

SYMBOLS = ".XO"  # an empty cell, and a disc or stone of player 1 and of player 2
NAMES = {1: "X", 2: "O"}  # of the players, if a game has no others

# -------------------------------------------------------------------- boards in text form


def read_board(text: object) -> tuple[list[list[int]], int]:
    """The cells of a Connect Four board in text form, and how many discs in a line win.

    >>> read_board(". . .\\n. X O\\n0 1 2\\nconnect 3")
    ([[0, 0, 0], [0, 1, 2]], 3)
    """
    if not isinstance(text, str):
        raise ValueError(f"from_text reads a string, not {text!r}")
    lines = [line.split() for line in text.splitlines() if line.strip()]
    connect = 4
    if lines and lines[-1][0] == "connect":
        last = lines.pop()
        if len(last) != 2 or not last[1].isdecimal():
            raise ValueError(f"the last line must be like 'connect 4', not {' '.join(last)!r}")
        connect = int(last[1])
    if lines and lines[-1][0].isdecimal():
        numbers = lines.pop()
        columns = len(lines[0]) if lines else len(numbers)
        if numbers != [str(column) for column in range(columns)]:
            shown = " ".join(numbers)
            raise ValueError(f"the line of column numbers does not fit the board: {shown!r}")
    for row, symbols in enumerate(lines):
        for column, symbol in enumerate(symbols):
            if symbol not in tuple(SYMBOLS):
                wrong = f"row {row}, column {column}: {symbol!r} is not a cell"
                raise ValueError(f"{wrong}; allowed are '.', 'X' and 'O'")
    return [[SYMBOLS.index(symbol) for symbol in symbols] for symbols in lines], connect


def write_board(cells: np.ndarray, connect: int) -> str:
    """The text of a Connect Four board, which `read_board` reads back.

    >>> print(write_board(np.array([[0, 0, 0], [0, 1, 2]]), connect=3))
    . . .
    . X O
    0 1 2
    connect 3
    """
    columns = cells.shape[1]
    width = len(str(columns - 1))
    lines = [[SYMBOLS[cell] for cell in row] for row in cells]
    lines.append([str(column) for column in range(columns)])
    text = "\n".join(" ".join(word.rjust(width) for word in line) for line in lines)
    return text if connect == 4 else f"{text}\nconnect {connect}"


# -------------------------------------------------------------------- the words of a game


def side_name(game: Game, player: int) -> str:
    """X or O, or what the game calls them: Black or White.

    >>> from c4lib import Board, HexBoard
    >>> side_name(Board(), 1), side_name(HexBoard(), 1)
    ('X', 'Black')
    """
    return getattr(game, "side_name", NAMES.get)(player)


def move_name(game: Game, move: Move) -> str:
    """A move in words, as the game says it.

    >>> from c4lib import Board, HexBoard
    >>> move_name(Board(), 3), move_name(HexBoard(), "b2")
    ('column 3', 'b2')
    """
    return getattr(game, "move_name", move_text)(move)


def move_text(move: Move) -> str:
    """A move in few letters, for tables and trees.

    >>> move_text(3), move_text(("take", 2))
    ('3', 'take 2')
    """
    return " ".join(map(str, move)) if isinstance(move, tuple) else str(move)


def in_words(game: Game) -> str:
    """A position for a screen reader: as the game says it, or its text in a line.

    >>> from c4lib import Board
    >>> in_words(Board.from_moves("334", rows=4, columns=5))
    'column 3: X O; column 4: X'
    """
    if hasattr(game, "in_words"):
        return game.in_words()
    return " ".join(str(game).split())


def moves_text(moves: Iterable[Move]) -> str:
    """Moves in few letters.

    >>> moves_text([3, 3, 4]), moves_text([("take", 2), ("take", 1)])
    ('3 3 4', 'take 2, take 1')
    """
    texts = [move_text(move) for move in moves]
    return (", " if any(" " in text for text in texts) else " ").join(texts)


def place_in_words(moves: tuple[Move, ...], most: int) -> str:
    """Where in the tree these moves lead; of a text longer than `most` only the last moves.

    >>> place_in_words((), 9), place_in_words((3, 3, 4), 9), place_in_words((3, 3, 4), 3)
    ('root', 'after 3 3 4', 'after … 3 4')
    """
    shown = moves
    while len(shown) > 1 and len(moves_text(shown)) > most:
        shown = shown[1:]
    return f"after {'' if shown == moves else '… '}{moves_text(shown)}" if moves else "root"


def ending(game: Game, winner: int | None, verb: str = "has won") -> str:
    """How a game ended, or ends: somebody has won, or a draw.

    >>> from c4lib import Board, HexBoard
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


# -------------------------------------------------------------------- numbers


def number(value: float, decimals: int = 2) -> str:
    """A value with two decimals, ∞, or – for NaN.

    In a `Selection` the lowest float stands for `unvisited=-inf`.

    >>> number(0.625), number(-math.inf), number(math.nan), number(1.4536, 3)
    ('0.62', '-∞', '–', '1.454')
    """
    if math.isnan(value):
        return "–"
    if abs(value) >= sys.float_info.max:
        return "∞" if value > 0 else "-∞"
    return f"{value:.{decimals}f}"


def percent(share: float) -> str:
    """A share in percent, without decimals.

    >>> percent(0.217), percent(0.001), percent(0)
    ('22%', '<1%', '0%')
    """
    return "<1%" if 0 < share < 0.005 else f"{share:.0%}"


def short(count: float) -> str:
    """A count in four characters, or five with a half.

    >>> short(7.5), short(399.5), short(1235), short(61_234), short(1e6)
    ('7.5', '400', '1235', '61k', '1.0M')
    """
    if count < 99.95:
        return f"{round(count, 1):g}"
    if count < 10_000:
        return f"{count:.0f}"
    return f"{count / 1000:.0f}k" if count < 999_500 else f"{count / 1e6:.1f}M"


def counted(count: float, noun: str) -> str:
    """A number of things.

    >>> counted(1, "playout"), counted(1000, "playout"), counted(2.5, "win")
    ('1 playout', '1,000 playouts', '2.5 wins')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def exploration_constant(c: float, style: str) -> str:
    """The exploration constant: √2, or a number in this format.

    >>> exploration_constant(math.sqrt(2), "g"), exploration_constant(0.5, ".2f")
    ('√2', '0.50')
    """
    return "√2" if c == math.sqrt(2) else f"{c:{style}}"


def terms_text(mean: float, value: float) -> str:
    """The two terms of a `value` and their sum, or why it has none.

    >>> terms_text(0.625, 1.035), terms_text(math.nan, math.inf), terms_text(0.625, -math.inf)
    ('0.62 + 0.41 = 1.03', 'unvisited: ∞', 'proven')
    """
    if math.isnan(mean):
        return f"unvisited: {number(value)}"
    if value == -math.inf:
        return "proven"
    return f"{number(mean)} + {number(value - mean)} = {number(value)}"


def fraction(wins: float, visits: int) -> str:
    """Wins/visits.

    >>> fraction(7.5, 10)
    '7.5/10'
    """
    return f"{round(wins, 2):g}/{visits}"


def counts_in_words(node: SearchNode) -> str:
    """Wins and visits in words.

    >>> from c4lib import Board, TreeSearch
    >>> counts_in_words(TreeSearch(Board(), rng=1).run(5).root)
    '1 win in 5 visits'
    """
    if not node.visits:
        return "not visited"
    wins = "1 win" if node.wins == 1 else f"{node.wins:g} wins"
    return f"{wins} in {counted(node.visits, 'visit')}"
