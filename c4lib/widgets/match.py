"""Games of a human against an opponent: whose turn it is, what can be taken back, how it ends; without any widget."""

from __future__ import annotations

import operator

from c4lib._tools import one_of
from c4lib.board import Board, winning_lines
from c4lib.plots.palette import NAMES
from c4lib.widgets.board_view import Position

WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


class Match:
    """Games of a human against an opponent, one after the other, all from the same position.

    Every click on a column is meant for one turn of the human, and says for which by its number. So a click that was made
    before the page showed what came of the one before is told from the next move, however late it arrives.

    Args:
        start: the position that every game starts from.
        human_starts: whether the first move is the human's.

    Attributes:
        human: which player the human is, 1 or 2.
        games: how many games there were before this one.
        turn: the number of the human's turn that is under way, or comes next. It only ever rises: by one with every move
            of the human, and with every new game.

    Raises:
        ValueError: the game is over at the start, or an argument is none of these.

    >>> match = Match(Board())
    >>> match.play(3, turn=match.turn)
    >>> match.reply(2)
    >>> match.text, match.is_humans_turn
    ('32', True)
    >>> match.undo()
    >>> match.text, match.turn
    ('', 1)
    """

    def __init__(self, start: Board, human_starts: bool = True) -> None:
        self._position = Position(start)
        if start.is_terminal:
            raise ValueError(f"the game is over, so there is nothing to play:\n{start}")
        self.start, self.games, self.turn = start, 0, 0
        self._before = len(self._position.moves)
        self._begin(human_starts)

    def _begin(self, human_starts: bool) -> None:
        first = self.start.to_move
        self.human = first if one_of("human_starts", human_starts, (True, False)) else 3 - first

    # ---------------------------------------------------------------- what is known

    @property
    def board(self) -> Board:
        """The position now."""
        return self._position.board

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves of this game, those before the start not included."""
        return self._position.moves[self._before :]

    @property
    def text(self) -> str:
        """All moves that are known, as `Board.from_moves` reads them."""
        return self._position.text

    @property
    def is_humans_turn(self) -> bool:
        """Whether the human is to move; False when the game is over."""
        return not self.board.is_terminal and self.board.to_move == self.human

    @property
    def is_opponents_turn(self) -> bool:
        """Whether the opponent is to move; False when the game is over."""
        return not self.board.is_terminal and self.board.to_move != self.human

    @property
    def can_undo(self) -> bool:
        """Whether there is a move of the human to take back."""
        return self._last_of_human() is not None

    def _last_of_human(self) -> int | None:
        """The place of the human's last move among those of this game."""
        first = 0 if self.human == self.start.to_move else 1
        own = range(first, len(self.moves), 2)
        return own[-1] if own else None

    # ---------------------------------------------------------------- what is done

    def play(self, column: int, turn: int) -> None:
        """The human's move, which was meant for the turn of this number.

        Raises:
            ValueError: it is not the human's turn, or another one by now, or the move cannot be played; nothing changes.

        >>> match = Match(Board())
        >>> match.play(3, turn=0)
        >>> match.reply(3)
        >>> match.play(3, turn=0)  # the second click of two quick ones
        Traceback (most recent call last):
            ...
        ValueError: column 3 was clicked before the page showed the last change, so it was not played
        """
        if turn != self.turn:
            raise ValueError(
                f"column {column} was clicked before the page showed the last change, so it was not played"
            )
        if self.is_opponents_turn:
            raise ValueError(f"it is not your turn, so column {column} was not played")
        self._put(column)
        self.turn += 1

    def reply(self, column: int) -> None:
        """The opponent's move.

        Raises:
            ValueError: the move cannot be played; nothing changes.
        """
        if not self.is_opponents_turn:
            raise ValueError("it is not the opponent's turn")
        self._put(column)

    def _put(self, column: int) -> None:
        self.board.play(column)  # says what is wrong with it in fewer words
        self._position.play(operator.index(column))

    def undo(self) -> None:
        """Take back the human's last move and all that came after it.

        Raises:
            ValueError: there is none in this game.
        """
        last = self._last_of_human()
        if last is None:
            raise ValueError("there is no move of yours to take back")
        self._position.set(self._position.moves[: self._before + last])

    def new_game(self, human_starts: bool) -> None:
        """Start again."""
        self._begin(human_starts)
        self._position.set(self._position.moves[: self._before])
        self.games, self.turn = self.games + 1, self.turn + 1

    # ---------------------------------------------------------------- in words

    def sentence(self, opponent: str) -> str:
        """Whose turn it is, or how the game ended; `opponent` is a name.

        >>> Match(Board.from_moves("33")).sentence("The search")
        'Your turn: you are X.'
        """
        board = self.board
        if board.winner:
            who = "You win" if board.winner == self.human else f"{opponent} wins"
            return f"{who}: {NAMES[board.winner]} has {line_in_words(board)}."
        if board.is_terminal:
            return "A draw: the board is full."
        if self.is_humans_turn:
            return f"Your turn: you are {NAMES[self.human]}."
        return f"{opponent} is thinking …"


def line_in_words(board: Board) -> str:
    """The completed line, or lines, of a game that somebody has won.

    >>> line_in_words(Board.from_moves("0011223")), line_in_words(Board.from_moves("0101010"))
    ('four side by side, columns 0 to 3', 'four in column 0')
    """
    directions = {}
    for line in winning_lines(board.rows, board.columns, board.connect):
        if set(cells := [divmod(cell, board.columns) for cell in line]) <= set(board.winning_cells):
            (row, column), (last_row, last_column) = cells[0], cells[-1]
            directions.setdefault((last_row - row, last_column - column), set()).update(cells)
    return " and ".join(_one_line(*direction, cells) for direction, cells in directions.items())


def _one_line(down: int, right: int, cells: set[tuple[int, int]]) -> str:
    columns = sorted(column for _, column in cells)
    count = WORDS.get(len(cells), str(len(cells)))
    if not right:
        return f"{count} in column {columns[0]}"
    return f"{count} {'on a diagonal' if down else 'side by side'}, columns {columns[0]} to {columns[-1]}"
