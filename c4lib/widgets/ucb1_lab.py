"""The laboratory for UCB1: wins and visits of a few moves on sliders, both terms, and which move is chosen."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable
from dataclasses import replace

from ipywidgets import HTML, Button, FloatSlider, HBox, IntSlider, Layout, VBox

from c4lib.plots.canvas import drawing_axes, write
from c4lib.widgets.choice import FEWEST_MOVES, MOST_MOVES, Choice, draw_choice
from c4lib.widgets.panel import Panel, c_slider, drawn, new_figure, picture, png

MOST_VISITS = 100  # on a slider, if no move has more to begin with
PICTURE, FLAT_PICTURE = (11, 3.7), (11, 2.7)  # width and height in inches; the other if there are many moves

STYLE = """<style>
.c4-lab > * { --jp-widgets-font-size: clamp(15px, 1.5cqw, 26px); --jp-widgets-inline-height: clamp(28px, 2.9cqw, 50px);
  --jp-widgets-inline-label-width: 3.5em; --jp-widgets-inline-width-short: 4em; }
.c4-lab .c4-sentence .widget-html-content { font-size: 1.7cqw; }
.c4-lab .c4-move .widget-html-content { white-space: nowrap; }
.c4-lab .c4-picture { width: 100%; }
</style>"""


class MoveRow(HBox):
    """The sliders for one move.

    Attributes:
        wins, visits: the sliders; that of the wins ends at the visits.
        fraction: its mean.
        remove: the button that takes the move away.
    """

    def __init__(self, wins: float, visits: int) -> None:
        self.name, self.fraction = (
            HTML(layout=Layout(width="7cqw", flex="none")),
            HTML(layout=Layout(width="20cqw", flex="none")),
        )
        layout = {"layout": Layout(flex="1 1 0", min_width="0")}
        self.wins = FloatSlider(
            wins, description="wins", step=0.5, readout_format=".1f", max=max(visits, 1), disabled=not visits, **layout
        )
        self.visits = IntSlider(visits, description="visits", max=max(visits, MOST_VISITS), **layout)
        self.remove = Button(description="×", tooltip="Take this move away", layout=Layout(width="3em", flex="none"))
        self.visits.observe(self._limit, "value")
        super().__init__([self.name, self.wins, self.visits, self.fraction, self.remove])
        self.add_class("c4-move")

    def _limit(self, change: dict) -> None:
        visits = change["new"]
        self.wins.value = min(self.wins.value, visits)
        self.wins.max, self.wins.disabled = max(visits, 1), visits == 0

    @property
    def move(self) -> tuple[float, int]:
        """Its wins and visits. (The page rounds: it may say 13.999999999999998 where it shows 14.)"""
        return round(2 * self.wins.value) / 2, self.visits.value

    def show(self, move: int, choice: Choice) -> None:
        """Show the numbers of this move."""
        (wins, visits), prior = choice.moves[move], choice.prior
        fraction = f"({wins:g} + {prior}) / ({visits} + {2 * prior})" if prior else f"{wins:g} / {visits}"
        mean = f"{choice.means[move]:.2f}" if choice.visits[move] else "?"
        self.name.value = f"<b>move {move}</b>"
        self.fraction.value = f"{fraction} = {mean}"
        self.remove.disabled = len(choice.moves) == FEWEST_MOVES


class Ucb1Lab(Panel):
    """A widget that shows how UCB1 chooses among moves whose wins and visits are set by sliders.

    It shows both terms as stacked bars, which move is chosen, and how the value of every move goes on if the parent gets
    more visits and the move does not.

    Args:
        moves: for each move its wins (a draw is half a win) in its visits; 2 to 7 moves.
        c: exploration constant.
        T: every node has T wins in 2T visits extra; see `Choice`.

    Attributes:
        choice: what is shown.
        rows: the sliders of each move, and the buttons to remove it.
        c, prior: the other sliders.
        add: the button for one more move.

    Raises:
        ValueError: there are too few or too many moves, one has more wins than visits, or a number means nothing.

    >>> lab = Ucb1Lab(moves=((14, 20), (5, 10)))
    >>> lab.choice.chosen
    (1,)
    >>> lab.c.value = 0
    >>> lab.choice.chosen
    (0,)
    """

    def __init__(
        self, moves: Iterable[tuple[float, int]] = ((14, 20), (5, 10)), c: float = math.sqrt(2), T: int = 0
    ) -> None:
        self.choice = Choice(tuple(moves), c, T)
        super().__init__()
        self.add_class("c4-lab")
        self.sentence, self.picture = HTML(), picture("c4-terms")
        self.sentence.add_class("c4-sentence")
        self.c = c_slider(self.choice.c)
        self.prior = IntSlider(T, description="T", max=max(20, T), tooltip="every node has T wins in 2T visits extra")
        self.add = Button(description="Add a move", layout=Layout(width="9em", flex="none"))
        self.add.on_click(lambda _: self._add())
        for slider in (self.c, self.prior):
            slider.layout = Layout(flex="1 1 0", min_width="0")
            slider.observe(self._moved, "value")
        self._list = VBox()
        self.rows = [self._row(*move) for move in self.choice.moves]
        top = HBox([self.c, self.prior, self.add])
        self.fill(HTML(STYLE, layout={"display": "none"}), self.sentence, self.picture, top, self._list)
        self._show(self.choice)

    def _row(self, wins: float, visits: int) -> MoveRow:
        row = MoveRow(wins, visits)
        row.wins.observe(self._moved, "value")
        row.visits.observe(self._moved, "value")
        row.remove.on_click(lambda _: self._remove(row))
        return row

    def _moved(self, change: dict) -> None:
        with self.message.shown():
            moves = tuple(row.move for row in self.rows)
            choice = Choice(moves, self.c.value, self.prior.value)
            if choice != self.choice:
                self._show(choice)

    def _add(self) -> None:
        with self.message.shown():
            choice = replace(self.choice, moves=(*self.choice.moves, (0, 0)))
            self.rows.append(self._row(0, 0))
            self._show(choice)

    def _remove(self, row: MoveRow) -> None:
        with self.message.shown():
            place = self.rows.index(row)
            choice = replace(self.choice, moves=self.choice.moves[:place] + self.choice.moves[place + 1 :])
            self.rows.remove(row)
            self._show(choice)

    def _show(self, choice: Choice) -> None:
        self.choice = choice
        self._list.children = self.rows
        for move, row in enumerate(self.rows):
            row.show(move, choice)
        self.add.disabled = len(self.rows) == MOST_MOVES
        self.sentence.value = html.escape(choice.sentence)
        size = PICTURE if len(self.rows) <= 4 else FLAT_PICTURE
        self.picture.value = drawn(*size, lambda ax: draw_choice(ax, choice))

    def static_picture(self) -> bytes:
        figure = new_figure(PICTURE[0], PICTURE[1] + 0.4)
        share = PICTURE[1] / (PICTURE[1] + 0.4)
        header = drawing_axes(figure.add_axes((0, share, 1, 1 - share)), 0, 110, 0, 4, None, 1)
        write(header, 1.5, 1.7, self.choice.sentence, 1.6, ha="left", weight="bold")
        draw_choice(figure.add_axes((0, 0, 1, share)), self.choice)
        return png(figure, dpi=90)

    def __repr__(self) -> str:
        moves = ", ".join(f"({wins:g}, {visits})" for wins, visits in self.choice.moves)
        return f"Ucb1Lab(moves=({moves}), c={self.choice.c:.4g}, T={self.choice.prior})"
