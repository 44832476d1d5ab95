"""A position that is clicked together or typed: what the widgets share that search one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ipywidgets import Button, HBox, Layout, Text, VBox
from matplotlib.axes import Axes

from c4lib.board import Board
from c4lib.plots import plot_board
from c4lib.plots.board import draw_mark
from c4lib.plots.canvas import Drawing
from c4lib.widgets.panel import Sheet, picture

# -------------------------------------------------------------------- a position that is clicked together or typed


WIDTH = 4.2  # of the picture of the board, in inches
MARGIN = 0.22  # between the border of the picture and the first column, in cells: so that buttons stand above columns


class Position:
    """A board, and the moves that led to it, which can be taken back.

    Attributes:
        base: the board that the moves are played on: the empty one if all moves are known.
        moves: the moves.
        board: the position after them.

    >>> position = Position(Board.from_moves("33"))
    >>> position.play(4)
    >>> position.text, position.board.to_move
    ('334', 2)
    """

    def __init__(self, board: Board) -> None:
        if not isinstance(board, Board):
            raise ValueError(f"this shows Connect Four, so it needs a Board, not {board!r}")
        self.board = board
        self.moves = board.moves or ()
        self.base = board if board.moves is None else Board(board.rows, board.columns, board.connect)

    @property
    def text(self) -> str:
        """The moves, as they can be typed: digits, or numbers and spaces on boards with more than ten columns.

        >>> Position(Board.from_moves([0, 10], columns=11)).text
        '0 10'
        """
        return ("" if self.base.columns <= 10 else " ").join(map(str, self.moves))

    def set(self, moves: Iterable[int]) -> None:
        """Go to the position after these `moves` on the `base`.

        Raises:
            ValueError: a move cannot be played; nothing changes.
        """
        board, moves = self.base, tuple(moves)
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
        words = text.split() if self.base.columns > 10 else "".join(text.split())
        for word in words:
            if not (word.isascii() and word.isdigit()):
                last = self.base.columns - 1
                raise ValueError(f"moves are the numbers of columns, 0 to {last}, not {word!r}")
        self.set(int(word) for word in words)

    def play(self, column: int) -> None:
        """Play a move; ValueError if it cannot be played."""
        self.set((*self.moves, column))

    def undo(self) -> None:
        """Take the last move back; without one nothing happens."""
        self.set(self.moves[:-1])

    def clear(self) -> None:
        """Take all moves back."""
        self.set(())


class BoardView(VBox):
    """A picture of a board with a button above every column, which also works from the keyboard.

    Args:
        on_column: called with the number of the column whose button was pressed.

    Attributes:
        buttons: the buttons, by column.
        picture: the picture.
    """

    def __init__(self, columns: int, on_column: Callable[[int], None]) -> None:
        super().__init__()
        self.add_class("c4-board-view")
        self._sheets: dict[float, Sheet] = {}  # by height
        margin = f"{100 * MARGIN / (columns + 2 * MARGIN):.3f}%"
        self.buttons = [self._button(column, on_column) for column in range(columns)]
        self.picture = picture("c4-board")
        self.picture.layout.width = "100%"
        self.children = (HBox(self.buttons, layout=Layout(width="100%", padding=f"0 {margin}")), self.picture)

    def _button(self, column: int, on_column: Callable[[int], None]) -> Button:
        layout = Layout(flex="1 1 0", width="auto", min_width="0", margin="1px", padding="0")
        button = Button(description=str(column), tooltip=f"Play column {column}", layout=layout)
        button.on_click(lambda _: on_column(column))
        return button

    def show(
        self,
        board: Board,
        values: Mapping[int, float | None] | None = None,
        is_open: bool = True,
        more: Callable[[Axes], object] = lambda ax: None,
    ) -> None:
        """Show a position, with a number above some columns; buttons of columns that take no disc are greyed out.

        Args:
            is_open: False greys all of them out.
            more: draws what else is to be seen, on the axes of `plot_board`.
        """
        height = (board.rows + 1.0 + (1.9 if values else 0)) / (board.columns + 2 * MARGIN) * WIDTH
        sheet = self._sheets[height] = self._sheets.get(height) or Sheet(WIDTH, height)
        self.picture.value = sheet.drawn(lambda ax: more(plot_board(board, values, ax=ax)))
        legal = board.legal_moves() if is_open else ()
        for column, button in enumerate(self.buttons):
            button.disabled = column not in legal


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
        self.view = BoardView(board.columns, lambda column: self._do(lambda: self.position.play(column)))
        self.moves = Text(
            description="moves", continuous_update=False, placeholder="3342", layout=Layout(flex="1 1 0", min_width="0")
        )
        self.moves.observe(self._typed, "value")
        self.undo = Button(description="Undo", layout=Layout(width="5em", flex="none"))
        self.undo.on_click(lambda _: self._do(self.position.undo))
        self.clear = Button(description="Clear", layout=Layout(width="5em", flex="none"))
        self.clear.on_click(lambda _: self._do(self.position.clear))
        self.children = (self.view, HBox([self.moves, self.undo, self.clear], layout=Layout(width="100%")))
        self.show()

    def show(self, values: Mapping[int, float | None] | None = None) -> None:
        """Show the position again, with a number above some columns."""
        self.moves.value = self.position.text
        self.view.show(self.position.board, values)

    def _typed(self, change: dict) -> None:
        if change["new"].split() != self.position.text.split():
            self._do(lambda: self.position.read(change["new"]))

    def _do(self, action: Callable[[], None]) -> None:
        with self._shown():
            before = self.position.moves
            action()
            self.show()
            if self.position.moves != before:
                self._on_change(self.position.board)


# -------------------------------------------------------------------- the board of a game that is being played


WIDEST, HIGHEST = 44, 51  # of the picture of the board, in hundredths of the width of the widget
MARKS_HEIGHT = 0.72  # of the row of exact results, in cells


class TurnView(BoardView):
    """A `BoardView` with two buttons for every column: one for every other turn, and only one of them is to be seen.

    So the button itself says which turn a click is meant for. A second click on a button that was made for the last turn
    cannot be taken for one of this turn, however late it arrives.

    Args:
        on_column: called with the column whose button was pressed, and the number of the turn it was last shown for.

    Attributes:
        buttons: those that are to be seen, by column.
    """

    def __init__(self, columns: int, on_column: Callable[[int, int], None]) -> None:
        self._turns = [0, 1]
        super().__init__(columns, lambda column: on_column(column, self._turns[0]))
        others = [self._button(column, lambda column: on_column(column, self._turns[1])) for column in range(columns)]
        self._sets = self.buttons, others
        self.children[0].children = [button for pair in zip(*self._sets) for button in pair]

    def show_turn(
        self,
        turn: int,
        board: Board,
        is_open: bool,
        values: Mapping[int, float | None] | None,
        marks: Mapping[int, str] | None,
    ) -> None:
        """Show a position, and the buttons for this turn.

        Args:
            is_open: False dims all buttons, and the mouse does not reach them. They are not greyed out, because the
                keyboard would then be in none of them when they open again.
            values, marks: see `draw_rated`.
        """
        self._turns[turn % 2] = turn
        self.buttons, hidden = self._sets[turn % 2], self._sets[1 - turn % 2]
        self._draw(board, values, marks)
        legal = board.legal_moves()
        for column, (shown, other) in enumerate(zip(self.buttons, hidden)):
            shown.disabled = column not in legal
            shown.layout.display, other.layout.display = None, "none"
        row = self.children[0]
        (row.remove_class if is_open else row.add_class)("c4-waiting")

    def focus_on(self, column: int) -> None:
        """Move the keyboard to the button of this column."""
        self.buttons[column].focus()

    def _draw(self, board: Board, values: Mapping | None, marks: Mapping | None) -> None:
        rows = board.rows + 1.0 + (1.9 if values else 0) + (MARKS_HEIGHT if marks else 0)
        proportion = rows / (board.columns + 2 * MARGIN)
        sheet = self._sheets[proportion] = self._sheets.get(proportion) or Sheet(WIDTH, proportion * WIDTH)
        self.picture.value = sheet.drawn(lambda ax: draw_rated(ax, board, values, marks))
        self.layout.width = f"{min(WIDEST, HIGHEST / proportion):.1f}cqw"


def draw_rated(
    ax: Axes, board: Board, values: Mapping[int, float | None] | None, marks: Mapping[int, str] | None
) -> None:
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
