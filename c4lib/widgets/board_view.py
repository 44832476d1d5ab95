"""A position that is clicked together or typed, and the picture of a board with buttons above its columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ipywidgets import Button, HBox, Layout, Text, VBox
from matplotlib.axes import Axes

from c4lib.board import Board
from c4lib.plots import plot_board
from c4lib.plots.board import draw_mark
from c4lib.plots.canvas import Drawing
from c4lib.widgets.panel import Draw, Picture, button

WIDTH = 4.2  # of the picture of the board, in inches
MARGIN = 0.22  # between the border of the picture and the first column, in cells: so that buttons stand above columns
VALUES_HEIGHT, MARKS_HEIGHT = 1.9, 0.72  # of the rows of numbers and of exact results, in cells
WIDEST, HIGHEST = 44, 51  # of the picture in a game, in hundredths of the width of the widget

Values = Mapping[int, float | None] | None  # a number for every column, None where there is none
Marks = Mapping[int, str] | None  # a word for every column

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

    def __init__(self, board: Board) -> None:
        if not isinstance(board, Board):
            raise ValueError(f"this shows Connect Four, so it needs a Board, not {board!r}")
        self.board = board
        self.moves = board.moves or ()
        self.start = board if board.moves is None else Board(board.rows, board.columns, board.connect)

    @property
    def text(self) -> str:
        """All moves that are known, as they can be typed: digits, or numbers and spaces if there are over ten columns.

        >>> Position(Board.from_moves([0, 10], columns=11)).text
        '0 10'
        """
        moves = (*(self.start.moves or ()), *self.moves)
        return ("" if self.start.columns <= 10 else " ").join(map(str, moves))

    def set(self, moves: Iterable[int]) -> None:
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
        words = text.split() if self.start.columns > 10 else "".join(text.split())
        for word in words:
            if not (word.isascii() and word.isdigit()):
                last = self.start.columns - 1
                raise ValueError(f"moves are the numbers of columns, 0 to {last}, not {word!r}")
        self.set(int(word) for word in words)


# -------------------------------------------------------------------- the board


class BoardView(VBox):
    """A picture of a board with a button above every column, which also works from the keyboard.

    Args:
        on_column: called with the number of the column whose button was pressed.

    Attributes:
        buttons: the buttons, by column.
        picture: the picture.
    """

    def __init__(self, columns: int, on_column: Callable[[int], object]) -> None:
        super().__init__()
        self.add_class("c4-board-view")
        self.buttons = _column_buttons(columns, on_column)
        self.picture = Picture("c4-board")
        self.picture.layout.width = "100%"
        margin = f"{100 * MARGIN / (columns + 2 * MARGIN):.3f}%"
        self._row = HBox(self.buttons, layout=Layout(width="100%", padding=f"0 {margin}"))
        self.children = (self._row, self.picture)

    def show(self, board: Board, values: Values = None, marks: Marks = None, more: Draw = lambda ax: None) -> None:
        """Show a position; buttons of columns that take no disc are greyed out.

        Args:
            values, marks: to stand above the columns, see `draw_rated`.
            more: draws what else is to be seen, on the same axes.
        """
        self._draw(board, values, marks, more)
        legal = board.legal_moves()
        for column, one in enumerate(self.buttons):
            one.disabled = column not in legal

    def _draw(self, board: Board, values: Values, marks: Marks, more: Draw) -> None:
        height = WIDTH * _proportion(board, values, marks)
        self.picture.show(lambda ax: (draw_rated(ax, board, values, marks), more(ax)), WIDTH, height)


def _column_buttons(columns: int, on_column: Callable[[int], object]) -> list[Button]:
    layout = {"flex": "1 1 0", "width": "auto", "min_width": "0", "margin": "1px", "padding": "0"}
    return [
        button(str(column), f"Play column {column}", lambda column=column: on_column(column), **layout)
        for column in range(columns)
    ]


def _proportion(board: Board, values: Values, marks: Marks) -> float:
    """The height of the picture, in widths."""
    rows = board.rows + 1 + (VALUES_HEIGHT if values else 0) + (MARKS_HEIGHT if marks else 0)
    return rows / (board.columns + 2 * MARGIN)


def draw_rated(ax: Axes, board: Board, values: Values, marks: Marks) -> None:
    """Draw a board with a number and a word above the columns.

    Args:
        values: as for `plot_board`.
        marks: "win", "draw", "loss", or any other short text, by column.
    """
    plot_board(board, values, ax=ax)
    if marks:
        low, high = ax.get_ylim()
        ax.set_ylim(low, high + MARKS_HEIGHT)
        for column, mark in marks.items():
            if mark:
                draw_mark(Drawing(ax), column + 0.5, high + 0.3, mark)


class TurnView(BoardView):
    """The `BoardView` of a game, with two sets of buttons that take turns: one is shown, the other hidden.

    So the button itself says which turn a click was made for. A second click on a button of the last turn cannot be
    taken for one of this turn, however late it arrives.

    Args:
        on_column: called with the column whose button was pressed, and the number of the turn it was last shown for.

    Attributes:
        buttons: those that are shown, by column.
    """

    def __init__(self, columns: int, on_column: Callable[[int, int], object]) -> None:
        self._turns = [0, 1]
        super().__init__(columns, lambda column: on_column(column, self._turns[0]))
        self._sets = self.buttons, _column_buttons(columns, lambda column: on_column(column, self._turns[1]))
        self._row.children = [one for pair in zip(*self._sets) for one in pair]

    def show_turn(self, turn: int, board: Board, is_open: bool, values: Values, marks: Marks) -> None:
        """Show a position, and the buttons for this turn.

        Args:
            is_open: False dims all buttons, and the mouse does not reach them. They are not greyed out, because the
                keyboard would then be in none of them when they open again.
            values, marks: see `draw_rated`.
        """
        self._turns[turn % 2] = turn
        self.buttons, hidden = self._sets[turn % 2], self._sets[1 - turn % 2]
        self.show(board, values, marks)
        for shown, other in zip(self.buttons, hidden):
            shown.layout.display, other.layout.display = None, "none"
        (self._row.remove_class if is_open else self._row.add_class)("c4-waiting")
        self.layout.width = f"{min(WIDEST, HIGHEST / _proportion(board, values, marks)):.1f}cqw"


# -------------------------------------------------------------------- the editor


class PositionEditor(VBox):
    """A board to click a position together, a line to type it, undo and clear.

    Args:
        board: the position to begin with.
        on_change: called after every change, with the new board.
        shown: a context manager for what is done wrong, `Message.shown` of the panel.

    Attributes:
        position: the `Position`.
        view, moves, undo, clear: the parts.
    """

    def __init__(self, board: Board, on_change: Callable[[Board], None], shown: Callable) -> None:
        super().__init__()
        self.position, self._on_change, self._shown = Position(board), on_change, shown
        self.view = BoardView(board.columns, lambda column: self._set(*self.position.moves, column))
        self.moves = Text(
            description="moves", continuous_update=False, placeholder="3342", layout=Layout(flex="1 1 0", min_width="0")
        )
        self.moves.observe(self._typed, "value")
        layout = {"width": "5em", "flex": "none"}
        self.undo = button("Undo", "Take the last move back", lambda: self._set(*self.position.moves[:-1]), **layout)
        self.clear = button("Clear", "Take all moves back", self._set, **layout)
        self.children = (self.view, HBox([self.moves, self.undo, self.clear], layout=Layout(width="100%")))
        self.show()

    def show(self) -> None:
        """Show the position again."""
        self.moves.value = self.position.text
        self.view.show(self.position.board)

    def _typed(self, change: dict) -> None:
        if change["new"].split() != self.position.text.split():
            self._do(lambda: self.position.read(change["new"]))

    def _set(self, *moves: int) -> None:
        self._do(lambda: self.position.set(moves))

    def _do(self, action: Callable[[], None]) -> None:
        with self._shown():
            before = self.position.moves
            action()
            self.show()
            if self.position.moves != before:
                self._on_change(self.position.board)
