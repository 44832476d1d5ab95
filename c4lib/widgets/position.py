"""A position that is clicked together or typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from matplotlib.axes import Axes

from c4lib.board import Board
from c4lib.hex import HexBoard
from c4lib.node import Move
from c4lib.plots.canvas import Drawing, Scene, text_on
from c4lib.plots.games import look_of
from c4lib.widgets.panel import Button, Field, Part, Picture

# -------------------------------------------------------------------- the position


class Position:
    """A board, and the moves that led to it, which can be taken back.

    Attributes:
        start: the board that the moves are played on: the empty one if all moves are known.
        moves: the moves.
        board: the position after them.

    >>> position = Position(Board.from_moves("33"))
    >>> position.set((*position.moves, 4))
    >>> position.text, position.board.to_move
    ('334', 2)
    """

    def __init__(self, board: Board | HexBoard) -> None:
        if not isinstance(board, (Board, HexBoard)):
            raise ValueError(
                f"this shows Connect Four and Hex, so it needs a Board or a HexBoard, not {board!r}"
            )
        self.board = self.start = board
        self.moves = board.moves or ()
        if board.moves is not None:
            self.start = look_of(board).empty_board(board)

    @property
    def text(self) -> str:
        """All moves that are known, as they can be typed: with spaces if some are longer than a digit.

        >>> Position(Board.from_moves([0, 10], columns=11)).text
        '0 10'
        """
        moves = (*(self.start.moves or ()), *self.moves)
        return ("" if self._has_digits else " ").join(map(str, moves))

    @property
    def _has_digits(self) -> bool:
        return all(len(str(move)) == 1 for move in self.start.legal_moves())

    def set(self, moves: Iterable[Move]) -> None:
        """Go to the position after these `moves` from the start.

        Raises:
            ValueError: a move cannot be played; nothing changes.
        """
        board, moves = self.start, tuple(moves)
        for number, move in enumerate(moves, 1):
            try:
                board = board.play(move)
            except ValueError as error:
                raise ValueError(f"move {number}: {error}") from None
        self.board, self.moves = board, moves

    def read(self, text: str) -> None:
        """Go to the position after the moves of a text.

        Raises:
            ValueError: it is no list of moves that can be played; nothing changes.

        >>> position = Position(Board())
        >>> position.read("3 3 4")
        >>> position.moves
        (3, 3, 4)
        """
        words = "".join(text.split()) if self._has_digits else text.split()
        self.set(int(word) if word.isascii() and word.isdigit() else word for word in words)


# -------------------------------------------------------------------- the picture


def draw_position(ax: Axes | Scene, board: Board | HexBoard, turn: int = 0) -> Drawing:
    """Draw a position; in a live picture a click on a legal move gives [turn, move]."""
    return look_of(board).draw_board(ax, board, turn=turn)


def draw_line_of_play(drawing: Drawing, board: Board | HexBoard, moves: Iterable) -> None:
    """On a picture of the board: moves that follow, as small discs with their numbers."""
    look = look_of(board)
    for order, move in enumerate(moves, 1):
        colour = look.PIECES[board.to_move]
        board = board.play(move)
        place = look.place_of(board, move)
        drawing.circles([place], 0.29, colour, 4)
        drawing.write(*place, f"{order}", 0.38, color=text_on(colour), weight="bold")


# -------------------------------------------------------------------- the editor


class PositionEditor:
    """A board to click a position together, a line to type it, undo and clear.

    Args:
        board: the position to begin with.
        on_change: called after every change, with the new board.
        shown: a context manager for what is done wrong, `Message.shown` of the panel.

    Attributes:
        position: the `Position`.
        picture, moves, undo, clear: the parts.
    """

    def __init__(
        self, board: Board | HexBoard, on_change: Callable[..., None], shown: Callable
    ) -> None:
        self.position, self._on_change, self._shown = Position(board), on_change, shown
        self.picture = Picture(action=lambda name: self.play(name[1]))
        self.moves = Field("moves", look_of(board).MOVES, self.position.text, self._read, size=14)
        self.undo = Button(
            "Undo", "Take the last move back", lambda: self._set(*self.position.moves[:-1])
        )
        self.clear = Button("Clear", "Take all moves back", self._set)
        self.show()

    @property
    def parts(self) -> dict[str, Part]:
        """The parts, by their places in the style sheet."""
        return {"board": self.picture, "moves": self.moves, "undo": self.undo, "clear": self.clear}

    def start_again(self, board: Board | HexBoard) -> None:
        """Show another position, without telling anybody."""
        self.position = Position(board)
        self.moves.set(label=look_of(board).MOVES)
        self.moves.show(self.position.text)
        self.show()

    def play(self, move: Move) -> None:
        """Play this move."""
        self._set(*self.position.moves, move)

    def show(self, more: Callable[[Drawing], object] = lambda drawing: None) -> None:
        """Show the position again, with what `more` draws on it."""
        board = self.position.board
        label = f"the board: {look_of(board).in_words(board)}"
        self.picture.show(lambda ax: more(draw_position(ax, board)), label)

    def _read(self, text: str) -> None:
        before = self.position.moves
        self.position.read(text)
        self._follow(before)

    def _set(self, *moves: Move) -> None:
        with self._shown():
            before = self.position.moves
            self.position.set(moves)
            self._follow(before)

    def _follow(self, before: tuple[Move, ...]) -> None:
        self.moves.show(self.position.text)
        self.show()
        if self.position.moves != before:
            self._on_change(self.position.board)
