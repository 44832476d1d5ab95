"""The laboratory for UCB1: wins and visits of a few moves on sliders, both terms, and which move is
chosen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from c4lib._tools import real_number, whole_number
from c4lib.phases import ucb1
from c4lib.plots.canvas import HIGHLIGHT, MUTED, TEXT, Drawing, Scene
from c4lib.plots.terms import BOTTOM, HEADER, SIZE, WIDTH, Candidate, draw_choice, ucb1_words
from c4lib.plots.words import terms_text
from c4lib.widgets.panel import (
    Button,
    Panel,
    Picture,
    Slider,
    Text,
    c_slider,
    prior_slider,
    still_picture,
)

# -------------------------------------------------------------------- a choice among moves by UCB1

FEWEST_MOVES, MOST_MOVES = 2, 7
FAR = 10_000  # how many visits to look ahead for the choice of another move


@dataclass(frozen=True)
class Choice:
    """Some moves of one position, and how UCB1 chooses among them; frozen (`dataclasses.replace`
    makes a variant).

    With T > 0 every node, the parent too, has T extra wins in 2T extra visits: `means` are (w + T)
    / (n + 2T), and N is the sum of the moves' own visits plus 2T, just as at the root of a search.
    (A node further down may have one more visit, from the playout that started there when it was a
    leaf.)

    Attributes:
        moves: (wins, visits) of each move, without those of T; a draw is half a win.
        c: exploration constant.
        prior: T.

    Raises:
        ValueError: there are too few or too many moves, one has more wins than visits, or a number
            is out of range.

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
            raise ValueError(
                f"there must be {FEWEST_MOVES} to {MOST_MOVES} moves, not {len(moves)}"
            )
        object.__setattr__(self, "moves", moves)
        object.__setattr__(self, "prior", whole_number("T", self.prior, at_least=0))
        object.__setattr__(
            self, "c", real_number("c", self.c, "a number from 0 to 1,000,000", 0, 1e6)
        )

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
        return tuple(
            wins / visits if visits else math.nan for wins, visits in zip(self.wins, self.visits)
        )

    @property
    def values(self) -> tuple[float, ...]:
        """The value of each move by UCB1; infinite without visits."""
        N = self.parent_visits
        return tuple(ucb1(wins, visits, N, self.c) for wins, visits in zip(self.wins, self.visits))

    @property
    def chosen(self) -> tuple[int, ...]:
        """The index of the move with the highest value; if several share it, all of them: ties are
        broken at random.
        """
        values = self.values
        return tuple(index for index, value in enumerate(values) if value == max(values))

    @property
    def change(self) -> tuple[int, int] | None:
        """The N at which another move is chosen, and which, if the chosen one keeps its mean and
        gets all visits.

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
        if not overtaken.any():
            return None
        first = int(np.argmax(overtaken))
        return int(parent_visits[first]), others[int(np.argmax(rising[:, first]))]

    def rising(self, move: int, parent_visits: np.ndarray) -> np.ndarray:
        """The value of a move at these visits of the parent if it gets none of the new ones: shape
        (n,).
        """
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
        value = max(self.values)
        if len(self.chosen) > 1:
            shared = f"share the largest value, {value:.2f}"
            if math.isinf(value):
                shared = "have no visit yet, so their value is ∞"
            return f"Moves {names} {shared}: one of them is drawn at random."
        if math.isinf(value):
            return f"Move {names} is chosen: it has no visit yet, so its value is ∞."
        terms = terms_text(self.means[self.chosen[0]], value)
        words = f"Move {names} is chosen: {terms} is the largest."
        if self.change is None:
            return words
        parent_visits, other = self.change
        return f"{words} If its mean stays, move {other} is chosen at N = {parent_visits:,}."


def _checked(index: int, move: object) -> tuple[float, int]:
    try:
        wins, visits = move
    except (TypeError, ValueError):
        raise ValueError(f"move {index} must be (wins, visits), not {move!r}") from None
    visits = whole_number(f"visits of move {index}", visits, at_least=0)
    wins = real_number(
        f"wins of move {index}", wins, f"a number from 0 to its visits, {visits}", 0, visits
    )
    if wins * 2 != int(wins * 2):
        raise ValueError(f"wins of move {index} must be whole or a half (a draw), not {wins}")
    return wins, visits


# -------------------------------------------------------------------- its pictures

HEIGHT = 10  # of the pictures, if there is room
CURVES = 2.2, 13.7  # where they stand


def draw_terms(ax: Axes | Scene, choice: Choice, height: float = HEIGHT) -> None:
    """A stacked bar of mean and exploration for each move.

    In a live picture a click on a bar gives the index of its move.
    """
    drawing = Drawing.within(ax, 0, WIDTH, 0, height)
    moves = range(len(choice.moves))
    candidates = list(map(Candidate, moves, choice.means, choice.values, choice.visits))
    places = draw_choice(drawing, candidates, ucb1_words(choice.c))
    labels = [f"move {move}: one more visit, without a win" for move in moves]
    drawing.spots(places, moves, labels)


class Plane(NamedTuple):
    """Where the curves are drawn: N from 0 to `end`, values from `low` to `high`, below `top`."""

    end: int
    low: float
    high: float
    top: float

    def at(self, parent_visits: object, value: object) -> tuple[np.ndarray, np.ndarray]:
        """The x and y of points."""
        left, right = CURVES
        x = left + (right - left) * np.asarray(parent_visits) / self.end
        share = (np.asarray(value) - self.low) / (self.high - self.low)
        return x, BOTTOM + (self.top - BOTTOM - 0.2) * share


def draw_curves(ax: Axes | Scene, choice: Choice, height: float = HEIGHT) -> None:
    """The value of every visited move over N, before and after the present N, which is marked."""
    drawing = Drawing.within(ax, 0, WIDTH, 0, height)
    drawing.write(0.9, height - 0.7, "UCB1 over N", 0.68, ha="left", weight="bold")
    for x, style, text in ((6.6, "-", "not visited"), (11.4, "--", "visited")):
        drawing.line([x, x + 1], [height - 0.7] * 2, TEXT, 2.5, style)
        drawing.write(x + 1.2, height - 0.7, text, 0.5, ha="left", color=MUTED)
    top = height - HEADER
    visited = [move for move, visits in enumerate(choice.visits) if visits]
    if len(visited) < len(choice.moves):
        text = f"∞: move {', '.join(map(str, choice.chosen))}"
        look = {"ha": "left", "color": HIGHLIGHT, "weight": "bold"}
        drawing.write(CURVES[0] + 0.2, top + 0.05, text, SIZE, **look)
    if visited:
        end = max(20, 2 * choice.parent_visits)
        last = {move: float(choice.rising(move, end)) for move in visited}
        low = min(choice.values[move] for move in visited)
        high = max(last.values())
        margin = 0.3 * (high - low) or 0.5
        # So the curves from now on fill most of the scale.
        plane = Plane(end, low - margin, high + margin / 4, top)
        _draw_scales(drawing, plane, choice.parent_visits)
        for move in visited:
            _draw_curve(drawing, plane, choice, move)
        _name_curves(drawing, plane, choice, last)


def _draw_curve(drawing: Drawing, plane: Plane, choice: Choice, move: int) -> None:
    """The value of a move before now, and from now on."""
    now = choice.parent_visits
    past = np.linspace(choice.visits[move], now, 60)
    values = choice.rising(move, past)
    inside = values >= plane.low
    drawing.line(*plane.at(past[inside], values[inside]), MUTED, 1.5, ":")
    future = np.linspace(now, plane.end, 60)
    colour, width = (HIGHLIGHT, 4) if move in choice.chosen else (TEXT, 2.5)
    drawing.line(*plane.at(future, choice.rising(move, future)), colour, width)
    if choice.chosen == (move,):
        values = choice.falling(move, future)
        inside = values >= plane.low
        drawing.line(*plane.at(future[inside], values[inside]), colour, 2.5, "--")
    drawing.circles([plane.at(now, choice.values[move])], 0.24, colour, 4, keys=[move])


def _draw_scales(drawing: Drawing, plane: Plane, now: int) -> None:
    """The scale of values, that of N below it, and N now."""
    end, low, high, _ = plane
    drawing.line(*plane.at([0, 0, end], [high, low, low]), MUTED, 1.5)
    drawing.line(*plane.at([now, now], [low, high]), MUTED, 1.5)
    for value in MaxNLocator(4).tick_values(low, high):
        if low <= value <= high:
            x, y = plane.at(0, value)
            text = f"{value:g}"
            drawing.write(x - 0.25, y, text, 0.5, f"scale {text}", ha="right", color=MUTED)
    y = BOTTOM - 0.65
    drawing.write(plane.at(now, 0)[0], y, f"N = {now:,}", SIZE, "N", weight="bold")
    drawing.write(CURVES[1], y, f"{end:,}", 0.5, color=MUTED)


def _name_curves(drawing: Drawing, plane: Plane, choice: Choice, last: Mapping[int, float]) -> None:
    """Write the index of each move at the right end of its curve, without overlaps."""
    ordered = sorted(last, key=lambda move: (last[move], move))
    _, ends = plane.at(plane.end, [last[move] for move in ordered])
    apart = min(0.75, (plane.top - BOTTOM) / len(last))
    steps = apart * np.arange(len(last))
    heights = np.maximum.accumulate(ends - steps) + steps
    heights = np.minimum(heights, plane.top - 0.2 - steps[::-1])
    for move, y in zip(ordered, heights):
        look = {"weight": "bold", "color": HIGHLIGHT if move in choice.chosen else TEXT}
        drawing.write(CURVES[1] + 0.5, y, f"{move}", 0.9 * apart, f"move {move}", **look)


# -------------------------------------------------------------------- the laboratory for UCB1

MOST_VISITS = 100  # on a slider, if no move has more
FINEST = 1000  # how many places a slider has at most, or a few more


def _steps(values: Iterable[float]) -> list[tuple[str, float]]:
    return [(f"{value:g}", value) for value in sorted(set(values))]


class MoveRow(NamedTuple):
    """The parts of the panel for one move, by their places in it.

    Attributes:
        name: which move it is.
        remove: the button that takes it away.
        fraction: its mean.
        wins, visits: the sliders; that of the wins ends at the visits.
    """

    name: Text
    remove: Button
    fraction: Text
    wins: Slider
    visits: Slider

    def show(self, move: int, choice: Choice) -> None:
        """Show the numbers of this move, or nothing if there is no such move."""
        for part in self:
            part.set(hidden=move >= len(choice.moves))
        if move >= len(choice.moves):
            return
        (wins, visits), prior = choice.moves[move], choice.prior
        fraction = (
            f"({wins:g} + {prior}) / ({visits} + {2 * prior})" if prior else f"{wins:g} / {visits}"
        )
        self.fraction.value = (
            f"{fraction} = {choice.means[move]:.2f}" if choice.visits[move] else f"{fraction} = ?"
        )
        self.remove.set(disabled=len(choice.moves) == FEWEST_MOVES)
        halves = range(0, 2 * visits, max(1, 2 * visits // FINEST))
        self.wins.show(wins, _steps([*(half / 2 for half in halves), wins, visits]))
        self.wins.set(disabled=not visits)
        most = max(
            visits, MOST_VISITS, self.visits.options[-1][1]
        )  # it does not shrink while it is dragged
        self.visits.show(visits, _steps([*range(0, most, max(1, most // FINEST)), visits, most]))


class Ucb1Lab(Panel):
    """A widget that shows how UCB1 chooses among moves whose wins and visits are set by sliders.

    It shows both terms as stacked bars, which move is chosen, and how the value of every move goes
    on if the parent gets more visits and the move does not. A click on a bar gives the move one
    more visit, without a win.

    Args:
        moves: for each move its wins (a draw is half a win) in its visits; 2 to 7 moves.
        c: exploration constant.
        T: every node has T wins in 2T visits extra; see `Choice`.

    Attributes:
        choice: what is shown.
        rows: the sliders of each move, and the buttons to remove it.
        c, prior: the other sliders.
        add: the button for one more move.
        bars, curves: the pictures.

    Raises:
        ValueError: there are too few or too many moves, one has more wins than visits, or a number
            means nothing.

    >>> lab = Ucb1Lab(moves=((14, 20), (5, 10)))
    >>> lab.choice.chosen
    (1,)
    >>> lab.c.value = 0
    >>> lab.choice.chosen
    (0,)
    """

    def __init__(
        self,
        moves: Iterable[tuple[float, int]] = ((14, 20), (5, 10)),
        c: float = math.sqrt(2),
        T: int = 0,
    ) -> None:
        if not isinstance(moves, Iterable):
            raise ValueError(f"moves must be (wins, visits) of each move, not {moves!r}")
        self.choice = Choice(tuple(moves), c, T)
        self.sentence = Text(role="status")
        self.bars, self.curves = Picture(action=self._visit), Picture()
        self.c = c_slider(self.choice.c, lambda: self._show(self._counts))
        label = "every node has T wins in 2T visits extra"
        self.prior = prior_slider(self.choice.prior, lambda: self._show(self._counts), label)
        self.add = Button(
            "Add a move", "Add a move without visits", lambda: self._show((*self._counts, (0, 0)))
        )
        self._all_rows = [self._row(move) for move in range(MOST_MOVES)]
        parts = {}
        for move, row in enumerate(self._all_rows):
            parts |= {f"{name}{move}": part for name, part in row._asdict().items()}
        super().__init__("lab", parts)
        self._show(self.choice.moves)

    def _row(self, move: int) -> MoveRow:
        row = MoveRow(
            Text(f"move {move}"),
            Button(
                "×",
                f"Take move {move} away",
                lambda: self._show(self._counts[:move] + self._counts[move + 1 :]),
            ),
            Text(),
            Slider(
                "wins",
                f"wins of move {move}",
                _steps([0]),
                0,
                lambda: self._set(move, row.wins.value),
            ),
            Slider(
                "visits",
                f"visits of move {move}",
                _steps([0]),
                0,
                lambda: self._set(move, self._counts[move][0]),
            ),
        )
        return row

    def _set(self, move: int, wins: float) -> None:
        """Show these wins, and the visits of the slider."""
        counts = wins, self._all_rows[move].visits.value
        self._show((*self._counts[:move], counts, *self._counts[move + 1 :]))

    def _visit(self, move: int) -> None:
        """Give a move one more visit, without a win."""
        wins, visits = self.choice.moves[move]
        self._show((*self._counts[:move], (wins, visits + 1), *self._counts[move + 1 :]))

    def _show(self, counts: tuple[tuple[float, int], ...]) -> None:
        """Show moves with these wins and visits; where the wins are more, they come back when the
        visits rise again.
        """
        with self.message.shown(), self.together():
            moves = tuple((min(wins, visits), visits) for wins, visits in counts)
            choice = self.choice = Choice(moves, self.c.value, self.prior.value)
            self._counts, self.rows = counts, self._all_rows[: len(moves)]
            for move, row in enumerate(self._all_rows):
                row.show(move, choice)
            self.add.set(disabled=len(moves) == MOST_MOVES)
            self.sentence.value = choice.sentence
            height = min(
                HEIGHT, 14.3 - len(moves)
            )  # so that the panel is never higher than the screen
            terms = ", ".join(map(terms_text, choice.means, choice.values))
            self.bars.show(
                lambda ax: draw_terms(ax, choice, height),
                f"mean + exploration of each move: {terms}",
            )
            label = "how the value of each move rises with N while it is not visited"
            self.curves.show(lambda ax: draw_curves(ax, choice, height), label)

    def static_picture(self) -> bytes:
        width, height = 11, 11 * HEIGHT / (2 * WIDTH)
        share = height / (height + 0.4)
        parts = {
            (0, 0, 0.5, share): lambda ax: draw_terms(ax, self.choice),
            (0.5, 0, 0.5, share): lambda ax: draw_curves(ax, self.choice),
        }
        return still_picture(
            width, height + 0.4, parts, [(1.5, 10 * height + 1.7, 1.6, self.choice.sentence)]
        )

    def __repr__(self) -> str:
        moves = ", ".join(f"({wins:g}, {visits})" for wins, visits in self.choice.moves)
        return f"Ucb1Lab(moves=({moves}), c={self.choice.c:.4g}, T={self.choice.prior})"
