"""The laboratory for UCB1: wins and visits of a few moves on sliders, both terms, and which move is chosen."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from ipywidgets import HTML, Button, FloatSlider, HBox, IntSlider, Layout, VBox
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from c4lib._tools import real_number, whole_number
from c4lib.phases import ucb1
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED, TEXT, VISITS, Drawing, proportion, text_on
from c4lib.plots.terms import bar_parts, draw_bars, draw_legend, largest_finite, number, terms_text
from c4lib.settings import SearchSettings
from c4lib.widgets.panel import Panel, Picture, c_slider, still_picture

# -------------------------------------------------------------------- a choice among moves by UCB1

FEWEST_MOVES, MOST_MOVES = 2, 7
FAR = 10_000  # how many visits to look ahead for the choice of another move


@dataclass(frozen=True)
class Choice:
    """Some moves of one position, and how UCB1 chooses among them; frozen (`dataclasses.replace` makes a variant).

    With T > 0 every node, the parent too, has T extra wins in 2T extra visits: `means` are (w + T) / (n + 2T), and N is
    the sum of the moves' own visits plus 2T, just as at the root of a search. (A node further down may have one more
    visit, from the playout that started there when it was a leaf.)

    Attributes:
        moves: (wins, visits) of each move, without those of T; a draw is half a win.
        c: exploration constant.
        prior: T.

    Raises:
        ValueError: there are too few or too many moves, one has more wins than visits, or a number is out of range.

    >>> choice = Choice(((14, 20), (5, 10)))
    >>> choice.parent_visits, [round(value, 2) for value in choice.values], choice.chosen
    (30, [1.28, 1.32], (1,))
    >>> Choice(((14, 20), (5, 10)), prior=1).means
    (0.6818181818181818, 0.5)
    """

    moves: tuple[tuple[float, int], ...]
    c: float = math.sqrt(2)
    prior: int = 0

    def __post_init__(self) -> None:
        moves = tuple(_checked(index, move) for index, move in enumerate(self.moves))
        if not FEWEST_MOVES <= len(moves) <= MOST_MOVES:
            raise ValueError(f"there must be {FEWEST_MOVES} to {MOST_MOVES} moves, not {len(moves)}")
        object.__setattr__(self, "moves", moves)
        object.__setattr__(self, "prior", whole_number("T", self.prior, at_least=0))
        object.__setattr__(self, "c", SearchSettings(c=self.c).c)

    @property
    def parent_visits(self) -> int:
        """N: the visits of the parent."""
        return sum(visits for _, visits in self.moves) + 2 * self.prior

    @property
    def wins(self) -> tuple[float, ...]:
        """The wins of each move, with those of T."""
        return tuple(wins + self.prior for wins, _ in self.moves)

    @property
    def visits(self) -> tuple[int, ...]:
        """The visits of each move, with those of T: the n of UCB1."""
        return tuple(visits + 2 * self.prior for _, visits in self.moves)

    @property
    def means(self) -> tuple[float, ...]:
        """Wins / visits of each move; NaN without visits."""
        return tuple(wins / visits if visits else math.nan for wins, visits in zip(self.wins, self.visits))

    @property
    def values(self) -> tuple[float, ...]:
        """The value of each move by UCB1; infinite without visits."""
        N = self.parent_visits
        return tuple(ucb1(wins, visits, N, self.c) for wins, visits in zip(self.wins, self.visits))

    @property
    def chosen(self) -> tuple[int, ...]:
        """The index of the move with the highest value; if several share it, all of them: ties are broken at random."""
        values = self.values
        return tuple(index for index, value in enumerate(values) if value == max(values))

    @property
    def change(self) -> tuple[int, int] | None:
        """The N at which another move is chosen, and which, if the chosen one keeps its mean and gets all visits.

        None if several are chosen now, or no other is within the next 10,000 visits.

        >>> Choice(((14, 20), (5, 10))).change
        (32, 0)
        """
        if len(self.chosen) > 1 or math.isinf(max(self.values)):
            return None
        (chosen,), parent_visits = self.chosen, self.parent_visits + np.arange(1, FAR + 1)
        others = [move for move in range(len(self.moves)) if move != chosen]
        rising = np.array([self.rising(other, parent_visits) for other in others])
        overtaken = rising.max(axis=0) > self.falling(chosen, parent_visits)
        first = int(np.argmax(overtaken))
        return (int(parent_visits[first]), others[int(np.argmax(rising[:, first]))]) if overtaken[first] else None

    def rising(self, move: int, parent_visits: np.ndarray) -> np.ndarray:
        """The value of a move at these visits of the parent if it gets none of the new ones: shape (n,)."""
        return self.means[move] + self.c * np.sqrt(np.log(parent_visits) / self.visits[move])

    def falling(self, move: int, parent_visits: np.ndarray) -> np.ndarray:
        """The same if it gets all the new ones and keeps its mean: shape (n,)."""
        visits = self.visits[move] + parent_visits - self.parent_visits
        return self.means[move] + self.c * np.sqrt(np.log(parent_visits) / visits)

    @property
    def sentence(self) -> str:
        """Which move is chosen, and why.

        >>> Choice(((14, 20), (5, 10))).sentence
        'Move 1 is chosen: 0.50 + 0.82 = 1.32 is the largest. If its mean stays, move 0 is chosen at N = 32.'
        """
        names = " and ".join(map(str, self.chosen))
        if math.isinf(max(self.values)):
            if len(self.chosen) == 1:
                return f"Move {names} is chosen: it has no visit yet, so its value is ∞."
            return f"Moves {names} have no visit yet, so their value is ∞: one of them is drawn at random."
        if len(self.chosen) > 1:
            return f"Moves {names} share the largest value, {self.values[self.chosen[0]]:.2f}: one of them is drawn at random."
        then = f" If its mean stays, move {self.change[1]} is chosen at N = {self.change[0]:,}." if self.change else ""
        return f"Move {names} is chosen: {terms_text(self.means[self.chosen[0]], self.values[self.chosen[0]])} is the largest.{then}"


def _checked(index: int, move: object) -> tuple[float, int]:
    try:
        wins, visits = move
    except (TypeError, ValueError):
        raise ValueError(f"move {index} must be (wins, visits), not {move!r}") from None
    visits = whole_number(f"visits of move {index}", visits, at_least=0)
    wins = real_number(f"wins of move {index}", wins, f"a number from 0 to its visits, {visits}", 0, visits)
    if wins * 2 != int(wins * 2):
        raise ValueError(f"wins of move {index} must be whole or a half (a draw), not {wins}")
    return wins, visits


# -------------------------------------------------------------------- its picture

WIDTH = 30  # of the picture, in units
LEFT, RIGHT = (1.9, 13.6), (17.2, 28.6)  # where the bars stand, and the curves
BOTTOM, HEADER = 1.9, 1.5  # room below and above them
BAR = 0.72  # width of a bar, of the room there is for each
SIZE = 0.58  # of most texts


def draw_choice(ax: Axes, choice: Choice) -> None:
    """The two terms as stacked bars, and beside them the value of each move over N; the picture fills `ax`."""
    top = WIDTH / proportion(ax)
    drawing = Drawing.within(ax, 0, WIDTH, 0, top)
    _draw_header(drawing, choice, top - 0.7)
    _draw_bars(drawing, choice, top - HEADER)
    _draw_curves(drawing, choice, top - HEADER)


def _draw_header(drawing: Drawing, choice: Choice, y: float) -> None:
    """The formula above the bars, with the colours of the terms, and what the lines of the curves mean."""
    c = "√2" if choice.c == math.sqrt(2) else f"{choice.c:.2f}"
    words = ("UCB1 =", None), ("mean", EXPLOITATION), ("+", None), (f"{c} · √(ln N / n)", EXPLORATION)
    draw_legend(drawing, 0.4, y, 0.68, words, weight="bold")
    drawing.write(RIGHT[0] - 1.3, y, "UCB1 over N", 0.68, ha="left", weight="bold")
    for x, style, text in ((RIGHT[0] + 4.4, "-", "not visited"), (RIGHT[0] + 9.2, "--", "visited")):
        drawing.line([x, x + 1], [y, y], TEXT, 2.5, style)
        drawing.write(x + 1.2, y, text, 0.5, ha="left", color=MUTED)


def _draw_bars(drawing: Drawing, choice: Choice, top: float) -> None:
    """A stacked bar of mean and exploration for each move, with its value above, and its index and n below."""
    slot = (LEFT[1] - LEFT[0]) / len(choice.moves)
    room, largest, width = top - BOTTOM - 0.9, largest_finite(choice.values), BAR * slot
    bars = {LEFT[0] + (move + 0.5) * slot: both for move, both in enumerate(zip(choice.means, choice.values))}
    draw_bars(drawing, bars, BOTTOM, room, largest, width, upright=True)
    for move, (x, (mean, value)) in enumerate(bars.items()):
        parts = bar_parts(mean, value, high=largest)
        height = parts[-1].end / largest * room
        look = {"color": HIGHLIGHT, "weight": "bold"} if move in choice.chosen else {}
        if look:
            drawing.boxes([(x - width / 2 - 0.12, BOTTOM - 0.12, width + 0.24, height + 0.24)], HIGHLIGHT, 2)
        for part in parts:
            if part.colour != VISITS and (part.end - part.start) / largest * room > 0.7:
                y, size = BOTTOM + (part.start + part.end) / 2 / largest * room, min(SIZE, width / 2.5)
                drawing.write(x, y, number(part.term), size, color=text_on(part.colour))
        drawing.write(x, BOTTOM + height + 0.5, number(value), SIZE if math.isfinite(value) else 0.9, **look)
        drawing.write(x, BOTTOM - 0.65, f"{move}", 0.68, **{"weight": "bold", **look})
        drawing.write(x, BOTTOM - 1.4, f"{choice.visits[move]}", SIZE)
    for text, y, weight in (("move", BOTTOM - 0.65, "bold"), ("n", BOTTOM - 1.4, "normal")):
        drawing.write(LEFT[0] - 0.1, y, text, SIZE, ha="right", weight=weight, color=MUTED)


def _draw_curves(drawing: Drawing, choice: Choice, top: float) -> None:
    """The value of every visited move over N, before and after the present N, which is marked."""
    visited = [move for move, visits in enumerate(choice.visits) if visits]
    if len(visited) < len(choice.moves):
        text = f"∞: move {', '.join(map(str, choice.chosen))}"
        drawing.write(RIGHT[0] + 0.2, top + 0.2, text, SIZE, ha="left", color=HIGHLIGHT, weight="bold")
    if not visited:
        return
    now, end = choice.parent_visits, max(20, 2 * choice.parent_visits)
    ends = {move: float(choice.rising(move, end)) for move in visited}
    low, high = min(choice.values[move] for move in visited), max(ends.values())
    margin = 0.3 * (high - low) or 0.5
    low, high = low - margin, high + margin / 4  # so that the curves from now on fill most of the scale

    def point(parent_visits: object, value: object) -> tuple[np.ndarray, np.ndarray]:
        x = RIGHT[0] + (RIGHT[1] - RIGHT[0]) * np.asarray(parent_visits) / end
        return x, BOTTOM + (top - BOTTOM - 0.2) * (np.asarray(value) - low) / (high - low)

    def curve(parent_visits: np.ndarray, values: np.ndarray, *look: object) -> None:
        inside = values >= low
        drawing.line(*point(parent_visits[inside], values[inside]), *look)

    _draw_scales(drawing, point, now, end, low, high)
    future = np.linspace(now, end, 60)
    for move in visited:
        colour, width = (HIGHLIGHT, 4) if move in choice.chosen else (TEXT, 2.5)
        past = np.linspace(choice.visits[move], now, 60)
        curve(past, choice.rising(move, past), MUTED, 1.5, ":")
        curve(future, choice.rising(move, future), colour, width)
        if choice.chosen == (move,):
            curve(future, choice.falling(move, future), colour, 2.5, "--")
        drawing.circles([point(now, choice.values[move])], 0.24, colour, 4)
    _name_curves(drawing, choice, {move: float(point(end, value)[1]) for move, value in ends.items()}, top)


def _draw_scales(drawing: Drawing, point: Callable, now: int, end: int, low: float, high: float) -> None:
    """The scale of values, that of N below it, and N now."""
    drawing.line(*point([0, 0, end], [high, low, low]), MUTED, 1.5)
    drawing.line(*point([now, now], [low, high]), MUTED, 1.5)
    for value in MaxNLocator(4).tick_values(low, high):
        if low <= value <= high:
            x, y = point(0, value)
            drawing.write(x - 0.25, y, f"{value:g}", 0.5, ha="right", color=MUTED)
    y = BOTTOM - 0.65
    drawing.write(point(now, 0)[0], y, f"N = {now:,}", SIZE, weight="bold")
    drawing.write(point(end, 0)[0], y, f"{end:,}", 0.5, color=MUTED)
    if now > end / 6:
        drawing.write(RIGHT[0], y, "0", 0.5, color=MUTED)


def _name_curves(drawing: Drawing, choice: Choice, ends: Mapping[int, float], top: float) -> None:
    """Write the index of each move at the right end of its curve, whose height is in `ends`, without overlaps."""
    ordered = sorted(ends, key=lambda move: (ends[move], move))
    apart = min(0.75, (top - BOTTOM) / len(ends))
    heights = [ends[move] for move in ordered]
    for index in range(1, len(heights)):
        heights[index] = max(heights[index], heights[index - 1] + apart)
    for index in range(len(heights)):  # from the highest down, in case the top is passed
        heights[-1 - index] = min(heights[-1 - index], top - 0.2 - index * apart)
    for move, y in zip(ordered, heights):
        colour = HIGHLIGHT if move in choice.chosen else TEXT
        drawing.write(RIGHT[1] + 0.5, y, f"{move}", 0.9 * apart, weight="bold", color=colour)


# -------------------------------------------------------------------- the laboratory for UCB1


MOST_VISITS = 100  # on a slider, if no move has more to begin with
PICTURE, FLAT_PICTURE = (11, 3.7), (11, 2.7)  # width and height in inches; the other if there are many moves


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
        self.sentence, self.picture = HTML(), Picture("c4-terms")
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
        self.fill(self.sentence, self.picture, top, self._list)
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
        self.picture.show(lambda ax: draw_choice(ax, choice), *size)

    def static_picture(self) -> bytes:
        width, height = PICTURE[0], PICTURE[1] + 0.4
        parts = {(0, 0, 1, PICTURE[1] / height): lambda ax: draw_choice(ax, self.choice)}
        return still_picture(width, height, parts, [(1.5, 10 * height - 2.3, 1.6, self.choice.sentence)])

    def __repr__(self) -> str:
        moves = ", ".join(f"({wins:g}, {visits})" for wins, visits in self.choice.moves)
        return f"Ucb1Lab(moves=({moves}), c={self.choice.c:.4g}, T={self.choice.prior})"
