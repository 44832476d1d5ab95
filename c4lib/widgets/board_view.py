"""A position that is clicked together or typed: what the widgets share that search one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ipywidgets import Button, HBox, Layout, Text, VBox
from matplotlib.axes import Axes

from c4lib.board import Board
from c4lib.plots import plot_board
from c4lib.plots.canvas import polygons, rectangle, write
from c4lib.plots.palette import EDGE, EMPTY, MUTED, TEXT
from c4lib.widgets.panel import Sheet, picture

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


def draw_mark(ax: Axes, x: float, y: float, mark: str, size: float = 1) -> None:
    """Draw a badge that says "win", "draw" or "loss", or any other short text; `size` is its width."""
    ground, colour = {"win": (TEXT, EMPTY), "draw": (EDGE, TEXT)}.get(mark, (EMPTY, MUTED if mark == "?" else TEXT))
    polygons(
        ax, [rectangle(x - 0.46 * size, y - 0.27 * size, 0.92 * size, 0.54 * size, rounding=0.15 * size)], ground, 3
    )
    write(ax, x, y, mark, 0.31 * size, color=colour, weight="bold")


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
