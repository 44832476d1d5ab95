"""The board of a game that is being played: a button per column for each turn, and what is known above the columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from matplotlib.axes import Axes

from c4lib.board import Board
from c4lib.plots import plot_board
from c4lib.widgets.board_view import MARGIN, WIDTH, BoardView, draw_mark
from c4lib.widgets.panel import Sheet

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
                draw_mark(ax, column + 0.5, high + 0.3, mark)
