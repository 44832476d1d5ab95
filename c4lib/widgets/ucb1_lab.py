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
from c4lib.plots.canvas import (
    EXPLOITATION,
    EXPLORATION,
    HIGHLIGHT,
    MUTED,
    TEXT,
    VISITS,
    circles,
    drawing_axes,
    glyphs,
    polygons,
    rectangle,
    text_on,
    write,
)
from c4lib.settings import SearchSettings
from c4lib.widgets.panel import Panel, Picture, c_slider, still_picture

# -------------------------------------------------------------------- a choice among moves by UCB1, and the pictures of it


FEWEST_MOVES, MOST_MOVES = 2, 7
FAR = 10_000  # visits to look ahead for the choice of another move


@dataclass(frozen=True)
class Choice:
    """Some moves of one position and how UCB1 chooses among them; never changed (`dataclasses.replace` makes a variant).

    With T > 0 every node has T wins in 2T visits extra, the parent as well: `means` are (w + T) / (n + 2T), and N is the
    sum of the moves' own visits plus 2T, just as at the root of a search. (A node further down a tree may have one more:
    the playout that it was a leaf for.)

    Attributes:
        moves: for each move its wins (a draw is half a win) in its visits, those of T not included.
        c: exploration constant.
        prior: T.

    Raises:
        ValueError: there are too few moves or too many, one has more wins than visits, or a number means nothing.

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
        moves = tuple(_checked(number, move) for number, move in enumerate(self.moves))
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
        """The wins of each move's node, those of T included."""
        return tuple(wins + self.prior for wins, _ in self.moves)

    @property
    def visits(self) -> tuple[int, ...]:
        """The visits of each move's node, those of T included: the n of UCB1."""
        return tuple(visits + 2 * self.prior for _, visits in self.moves)

    @property
    def means(self) -> tuple[float, ...]:
        """Wins / visits of each node; NaN without visits."""
        return tuple(wins / visits if visits else math.nan for wins, visits in zip(self.wins, self.visits))

    @property
    def values(self) -> tuple[float, ...]:
        """The value of each move by UCB1; infinite without visits."""
        N = self.parent_visits
        return tuple(ucb1(wins, visits, N, self.c) for wins, visits in zip(self.wins, self.visits))

    @property
    def chosen(self) -> tuple[int, ...]:
        """The number of the move of highest value; several if they share it: then one of them is drawn at random."""
        values = self.values
        return tuple(number for number, value in enumerate(values) if value == max(values))

    @property
    def change(self) -> tuple[int, int] | None:
        """If the one chosen is visited again and again, its mean unchanged: at which N another is chosen, and which.

        None if it is more than one now, or no other within the next 10,000 visits.

        >>> Choice(((14, 20), (5, 10))).change
        (32, 0)
        """
        if len(self.chosen) > 1 or math.isinf(max(self.values)):
            return None
        (chosen,), parent_visits = self.chosen, self.parent_visits + np.arange(1, FAR + 1)
        others = [number for number in range(len(self.moves)) if number != chosen]
        rising = np.array([self.rising(other, parent_visits) for other in others])
        overtaken = rising.max(axis=0) > self.falling(chosen, parent_visits)
        first = int(np.argmax(overtaken))
        return (int(parent_visits[first]), others[int(np.argmax(rising[:, first]))]) if overtaken[first] else None

    def rising(self, move: int, parent_visits: np.ndarray) -> np.ndarray:
        """The value of a move, by the visits of the parent, if the move itself gets no more: shape (n,)."""
        return self.means[move] + self.c * np.sqrt(np.log(parent_visits) / self.visits[move])

    def falling(self, move: int, parent_visits: np.ndarray) -> np.ndarray:
        """The same if all visits are the move's, with the mean that it has now: shape (n,)."""
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
        return f"Move {names} is chosen: {self.terms(self.chosen[0])} is the largest.{then}"

    def terms(self, move: int) -> str:
        """The terms of a move's value.

        >>> Choice(((14, 20), (5, 10))).terms(0), Choice(((0, 0), (1, 1))).terms(0)
        ('0.70 + 0.58 = 1.28', '∞')
        """
        mean, value = self.means[move], self.values[move]
        return f"{mean:.2f} + {value - mean:.2f} = {value:.2f}" if math.isfinite(value) else "∞"


def _checked(number: int, move: object) -> tuple[float, int]:
    try:
        wins, visits = move
    except (TypeError, ValueError):
        raise ValueError(f"move {number} must be (wins, visits), not {move!r}") from None
    visits = whole_number(f"visits of move {number}", visits, at_least=0)
    wins = real_number(f"wins of move {number}", wins, f"a number from 0 to its visits, {visits}", 0, visits)
    if wins * 2 != int(wins * 2):
        raise ValueError(f"wins of move {number} must be whole or a half (a draw), not {wins}")
    return wins, visits


# -------------------------------------------------------------------- pictures

WIDTH = 30  # of the picture, in units
LEFT, RIGHT = (1.9, 13.6), (17.2, 28.6)  # where the bars stand, and the curves
BOTTOM, HEADER = 1.9, 1.5  # room below and above them
BAR = 0.72  # width of a bar, of the room there is for each
SIZE = 0.58  # of most texts


def draw_choice(ax: Axes, choice: Choice) -> None:
    """The two terms as stacked bars, and beside them the value of each move over N; fills the room of `ax`."""
    box, (width, height) = ax.get_position(), ax.figure.get_size_inches()
    top = WIDTH * box.height * height / (box.width * width)
    drawing_axes(ax, 0, WIDTH, 0, top, None, 1)
    _draw_formula(ax, choice, top)
    _draw_bars(ax, choice, top - HEADER)
    _draw_curves(ax, choice, top - HEADER)


def _draw_formula(ax: Axes, choice: Choice, top: float) -> None:
    """Above the bars, with the colours of the terms."""
    x, y = 0.4, top - 0.7
    c = "√2" if choice.c == math.sqrt(2) else f"{choice.c:.2f}"
    for colour, text in ((TEXT, "UCB1 ="), (EXPLOITATION, "mean"), (TEXT, "+"), (EXPLORATION, f"{c} · √(ln N / n)")):
        if colour != TEXT:
            polygons(ax, [rectangle(x, y - 0.3, 0.6, 0.6)], colour, 3)
            x += 0.8
        write(ax, x, y, text, 0.68, ha="left", weight="bold")
        x += 0.68 * glyphs(text, "bold")[1] + 0.4
    write(ax, RIGHT[0] - 1.3, y, "UCB1 over N", 0.68, ha="left", weight="bold")
    _draw_legend(ax, RIGHT[0] + 4.4, y)


def _draw_legend(ax: Axes, x: float, y: float) -> None:
    for style, text in (("-", "not visited"), ("--", "visited")):
        ax.plot([x, x + 1], [y, y], style, color=TEXT, linewidth=2.5)
        write(ax, x + 1.2, y, text, 0.5, ha="left", color=MUTED)
        x += 1.7 + 0.5 * glyphs(text)[1]


def _draw_bars(ax: Axes, choice: Choice, top: float) -> None:
    """A bar of the mean and the exploration for each move, its value above, its number and n below."""
    finite = [value for value in choice.values if math.isfinite(value)]
    scale = (top - BOTTOM - 0.9) / (max(finite, default=0) or 1)
    slot = (LEFT[1] - LEFT[0]) / len(choice.moves)
    bars = {HIGHLIGHT: [], EXPLOITATION: [], EXPLORATION: [], VISITS: []}
    for move, (mean, value, visits) in enumerate(zip(choice.means, choice.values, choice.visits)):
        middle, left = LEFT[0] + (move + 0.5) * slot, LEFT[0] + (move + 0.5 - BAR / 2) * slot
        height = value * scale if visits else top - BOTTOM - 0.9
        marked = {"color": HIGHLIGHT, "weight": "bold"} if move in choice.chosen else {}
        if marked:
            bars[HIGHLIGHT].append(rectangle(left - 0.12, BOTTOM - 0.12, BAR * slot + 0.24, height + 0.24))
        parts = {EXPLOITATION: mean, EXPLORATION: value - mean} if visits else {VISITS: value}
        bottom = BOTTOM
        for colour, part in parts.items():
            length = part * scale if visits else height
            bars[colour].append(rectangle(left, bottom, BAR * slot, length))
            if visits and length > 0.7:
                write(
                    ax, middle, bottom + length / 2, f"{part:.2f}", min(SIZE, BAR * slot / 2.5), color=text_on(colour)
                )
            bottom += length
        write(ax, middle, BOTTOM + height + 0.5, f"{value:.2f}" if visits else "∞", SIZE if visits else 0.9, **marked)
        write(ax, middle, BOTTOM - 0.65, f"{move}", 0.68, **{"weight": "bold", **marked})
        write(ax, middle, BOTTOM - 1.4, f"{visits}", SIZE)
    for text, y, weight in (("move", BOTTOM - 0.65, "bold"), ("n", BOTTOM - 1.4, "normal")):
        write(ax, LEFT[0] - 0.1, y, text, SIZE, ha="right", weight=weight, color=MUTED)
    for order, (colour, shapes) in enumerate(bars.items()):
        polygons(ax, shapes, colour, 2 + order / 10)


def _draw_curves(ax: Axes, choice: Choice, top: float) -> None:
    """The value of every visited move over the visits of the parent; N now is marked, and the curves go on from there."""
    visited = [move for move, visits in enumerate(choice.visits) if visits]
    if len(visited) < len(choice.moves):
        text = f"∞: move {', '.join(map(str, choice.chosen))}"
        write(ax, RIGHT[0] + 0.2, top + 0.2, text, SIZE, ha="left", color=HIGHLIGHT, weight="bold")
    if not visited:
        return
    now = choice.parent_visits
    end = max(20, 2 * now)
    ends = {move: float(choice.rising(move, end)) for move in visited}
    low, high = _limits([choice.values[move] for move in visited], ends.values())

    def place(parent_visits: object, value: object) -> tuple[np.ndarray, np.ndarray]:
        x = RIGHT[0] + (RIGHT[1] - RIGHT[0]) * np.asarray(parent_visits) / end
        return x, BOTTOM + (top - BOTTOM - 0.2) * (np.asarray(value) - low) / (high - low)

    def line(parent_visits: np.ndarray, values: np.ndarray, style: str, width: float, colour: str) -> None:
        inside = values >= low
        ax.plot(
            *place(parent_visits[inside], values[inside]), style, color=colour, linewidth=width, solid_capstyle="butt"
        )

    _draw_scales(ax, place, now, end, low, high)
    future = np.linspace(now, end, 60)
    for move in visited:
        colour, width = (HIGHLIGHT, 4) if move in choice.chosen else (TEXT, 2.5)
        past = np.linspace(choice.visits[move], now, 60)
        line(past, choice.rising(move, past), ":", 1.5, MUTED)
        line(future, choice.rising(move, future), "-", width, colour)
        if choice.chosen == (move,):
            line(future, choice.falling(move, future), "--", 2.5, colour)
        circles(ax, [place(now, choice.values[move])], 0.24, colour, 4)
    _name_curves(ax, choice, {move: float(place(end, value)[1]) for move, value in ends.items()}, top)


def _limits(values: Iterable[float], ends: Iterable[float]) -> tuple[float, float]:
    """From where to where the scale of values goes: so that the curves from now on fill most of it."""
    low, high = min(values), max(ends)
    margin = 0.3 * (high - low) or 0.5
    return low - margin, high + margin / 4


def _draw_scales(ax: Axes, place: Callable, now: int, end: int, low: float, high: float) -> None:
    bottom = float(place(0, low)[1])
    ax.plot(*place([0, 0, end], [high, low, low]), color=MUTED, linewidth=1.5)
    for value in MaxNLocator(4).tick_values(low, high):
        if low <= value <= high:
            x, y = place(0, value)
            write(ax, x - 0.25, y, f"{value:g}", 0.5, ha="right", color=MUTED)
    ax.plot(*place([now, now], [low, high]), color=MUTED, linewidth=1.5)
    write(ax, place(now, 0)[0], bottom - 0.65, f"N = {now:,}", SIZE, weight="bold")
    write(ax, place(end, 0)[0], bottom - 0.65, f"{end:,}", 0.5, color=MUTED)
    if now > end / 6:
        write(ax, RIGHT[0], bottom - 0.65, "0", 0.5, color=MUTED)


def _name_curves(ax: Axes, choice: Choice, ends: Mapping[int, float], top: float) -> None:
    """Write the number of each move at the right end of its curve, one above the other, `ends` being their heights."""
    ordered = sorted(ends, key=lambda move: (ends[move], move))
    apart = min(0.75, (top - BOTTOM) / len(ends))
    heights = np.array([ends[move] for move in ordered])
    for place in range(1, len(heights)):
        heights[place] = max(heights[place], heights[place - 1] + apart)
    for place in range(len(heights)):  # from the highest down, in case the top is passed
        heights[-1 - place] = min(heights[-1 - place], top - 0.2 - place * apart)
    for move, y in zip(ordered, heights):
        colour = HIGHLIGHT if move in choice.chosen else TEXT
        write(ax, RIGHT[1] + 0.5, y, f"{move}", 0.9 * apart, weight="bold", color=colour)


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
