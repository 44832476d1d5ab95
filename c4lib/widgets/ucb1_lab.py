"""The laboratory for UCB1: a few moves, their wins and visits on sliders, and which is chosen."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from ipywidgets import Box, FloatSlider, IntSlider

from c4lib._tools.arguments import real_number, whole_number
from c4lib.phases import ucb1
from c4lib.plots.canvas import BOLD, BOLD_LEFT, EMPTY, HIGHLIGHT, MUTED, TEXT, Style
from c4lib.plots.terms import BOTTOM, HEADER, SIZE, WIDTH, Candidate, draw_choice, ucb1_words
from c4lib.text import number, terms_text
from c4lib.widgets.controls import button, hide, line
from c4lib.widgets.panel import Panel
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.sliders import LARGEST_C, c_slider, prior_slider
from c4lib.widgets.stills import still_picture

# -------------------------------------------------------------------- a choice among moves by UCB1

FEWEST_MOVES, MOST_MOVES = 2, 7
FAR = 10_000  # how many visits to look ahead for the choice of another move

Counts = tuple[tuple[float, int], ...]  # wins and visits of each move


@dataclass(frozen=True)
class Choice:
    """Some moves of one position, and how UCB1 chooses among them.

    With T > 0 every node, the parent too, has T extra wins in 2T extra visits: `means` are (w + T)
    / (n + 2T), and N is the sum of the moves' own visits plus 2T, just as at the root of a search.
    (A node further down may have one more visit, from the playout that started there when it was a
    leaf.)

    Attributes:
        moves: (wins, visits) of each move, without those of T; a draw is half a win.
        c: exploration constant.
        prior: T.

    >>> choice = Choice(((14, 20), (5, 10)))
    >>> choice.parent_visits, [round(one.value, 2) for one in choice.candidates], choice.chosen
    (30, [1.28, 1.32], (1,))
    >>> [round(one.mean, 2) for one in Choice(choice.moves, prior=1).candidates]
    [0.68, 0.5]
    """

    moves: Counts
    c: float = math.sqrt(2)
    prior: int = 0

    @property
    def parent_visits(self) -> int:
        """N: the visits of the parent."""
        return sum(visits for _, visits in self.moves) + 2 * self.prior

    @cached_property
    def candidates(self) -> list[Candidate]:
        """What UCB1 says of each move: its mean, its value and n, with the wins and visits of T."""
        candidates = []
        for move, (wins, visits) in enumerate(self.moves):
            wins = wins + self.prior
            visits = visits + 2 * self.prior
            mean = wins / visits if visits else math.nan
            value = ucb1(wins, visits, self.parent_visits, self.c)
            candidates.append(Candidate(move, mean, value, visits))
        return candidates

    @cached_property
    def chosen(self) -> tuple[int, ...]:
        """The move with the highest value; all that share it: ties are broken at random."""
        values = [candidate.value for candidate in self.candidates]
        return tuple(move for move, value in enumerate(values) if value == max(values))

    def later_values(
        self, candidate: Candidate, is_visited: bool, parent_visits: np.ndarray
    ) -> np.ndarray:
        """The value of a move at these visits of the parent, now or later: shape (n,).

        It gets none of the new ones, or, if it `is_visited`, all of them, and keeps its mean.
        """
        visits = candidate.visits
        if is_visited:
            visits = visits + parent_visits - self.parent_visits
        return candidate.mean + self.c * np.sqrt(np.log(parent_visits) / visits)

    @property
    def change(self) -> tuple[int, int] | None:
        """The N at which another move is chosen, and which, if the chosen one keeps its mean and
        gets all visits.

        None if several are chosen now, or no other is within the next 10,000 visits.

        >>> Choice(((14, 20), (5, 10))).change
        (32, 0)
        """
        chosen = self.chosen[0]
        if len(self.chosen) > 1 or self.candidates[chosen].value == math.inf:
            return None
        later = self.parent_visits + np.arange(1, FAR + 1)
        curves = []
        for candidate in self.candidates:
            is_visited = candidate.move == chosen
            curves.append(self.later_values(candidate, is_visited, later))
        best = np.argmax(curves, axis=0)
        places = np.flatnonzero(np.max(curves, axis=0) > curves[chosen])
        if not len(places):
            return None
        first = places[0]
        return int(later[first]), int(best[first])

    @property
    def sentence(self) -> str:
        """Which move is chosen, and why.

        >>> Choice(((14, 20), (5, 10))).sentence
        'Move 1 is chosen: 0.50 + 0.82 = 1.32 is the largest. If its mean stays, move 0 is chosen at N = 32.'
        """
        *others, last = map(str, self.chosen)
        best = self.candidates[self.chosen[0]]
        if others:
            names = f"{', '.join(others)} and {last}"
            shared = f"share the largest value, {best.value:.2f}"
            if best.value == math.inf:
                shared = "have no visit yet, so their value is ∞"
            return f"Moves {names} {shared}: one of them is drawn at random."
        if best.value == math.inf:
            return f"Move {last} is chosen: it has no visit yet, so its value is ∞."
        words = f"Move {last} is chosen: {terms_text(best.mean, best.value)} is the largest."
        change = self.change
        if change is None:
            return words
        parent_visits, other = change
        return f"{words} If its mean stays, move {other} is chosen at N = {parent_visits:,}."


def _checked_moves(moves):
    """The wins and visits of moves that can be chosen from; else a ValueError says what is wrong.

    >>> _checked_moves([(1, 2), (0.5, 4)])
    ((1.0, 2), (0.5, 4))
    """
    if not isinstance(moves, Iterable):
        raise ValueError(f"moves must be (wins, visits) of each move, not {moves!r}")
    counts = tuple(_checked(index, move) for index, move in enumerate(moves))
    if not FEWEST_MOVES <= len(counts) <= MOST_MOVES:
        raise ValueError(f"there must be {FEWEST_MOVES} to {MOST_MOVES} moves, not {len(counts)}")
    return counts


def _checked(index, move):
    try:
        wins, visits = move
    except (TypeError, ValueError):
        raise ValueError(f"move {index} must be (wins, visits), not {move!r}") from None
    visits = whole_number(f"visits of move {index}", visits, at_least=0)
    allowed = f"a number from 0 to its visits, {visits}"
    return real_number(f"wins of move {index}", wins, allowed, 0, visits), visits


# -------------------------------------------------------------------- its pictures

HEIGHT = 10  # of the pictures, if there is room
LEFT, RIGHT = 2.2, 13.7  # where the curves begin and end


def _draw_terms(drawing, choice, height=HEIGHT):
    """A stacked bar of mean and exploration for each move.

    In a live picture a click on a bar gives the index of its move.
    """
    drawing.limit(0, WIDTH, 0, height)
    places = draw_choice(drawing, choice.candidates, ucb1_words(choice.c))
    moves = range(len(places))
    labels = [f"move {move}: one more visit, without a win" for move in moves]
    drawing.spots(places, moves, labels)


def _draw_curves(drawing, choice, height=HEIGHT):
    """The value of every visited move over N, from the present N on.

    It is drawn as if the move got none of the new visits; of the one that is chosen, dashed, also
    as if it got all of them.
    """
    drawing.limit(0, WIDTH, 0, height)
    drawing.write(0.9, height - 0.7, "UCB1 over N", 0.68, BOLD_LEFT)
    text = "— not visited, - - visited"
    drawing.write(WIDTH - 0.5, height - 0.7, text, 0.52, Style(color=MUTED, ha="right"))
    curves = [(candidate, False) for candidate in choice.candidates if candidate.visits]
    if len(curves) < len(choice.moves):
        text = f"∞: move {', '.join(map(str, choice.chosen))}"
        drawing.write(WIDTH / 2, height - HEADER, text, SIZE, Style("bold", HIGHLIGHT))
    elif len(choice.chosen) == 1:
        best = choice.candidates[choice.chosen[0]]
        curves.append((best, True))
    if curves:
        _draw_lines(drawing, choice, curves)


def _draw_lines(drawing, choice, curves):
    """The curves of these candidates, whether they are visited or not, and their scales."""
    now = choice.parent_visits
    later = np.linspace(now, max(20, 2 * now))
    values = np.array([choice.later_values(*curve, later) for curve in curves])
    margin = 0.1 * np.ptp(values) or 0.5
    scale = values.min() - margin, values.max() + margin
    room = BOTTOM, drawing.top - HEADER - 0.2
    ticks, decimals = _round_numbers(*scale)
    for value, y in zip(ticks, np.interp(ticks, scale, room)):
        drawing.write(LEFT - 0.3, y, f"{value:.{decimals}f}", 0.52, Style(color=MUTED, ha="right"))
    drawing.line([LEFT, LEFT, RIGHT], [drawing.top - HEADER, BOTTOM, BOTTOM], MUTED, 1.5)
    y = BOTTOM - 0.65
    drawing.write(LEFT, y, f"N = {now:,}", SIZE, BOLD, key="N", room=4)
    drawing.write(RIGHT, y, f"{later[-1]:,.0f}", 0.52, Style(color=MUTED))
    x = np.linspace(LEFT, RIGHT)
    for (candidate, is_visited), y in zip(curves, np.interp(values, scale, room)):
        move = candidate.move
        colour = HIGHLIGHT if move in choice.chosen else TEXT
        drawing.line(x, y, colour, 3, "--" if is_visited else "-")
        if not is_visited:
            # Beside one another, so that equal curves can be told.
            place = len(x) * (move + 1) // (len(choice.moves) + 1)
            at = x[place], y[place]
            drawing.circles([at], 0.42, colour, 4, keys=[move])
            drawing.write(*at, f"{move}", SIZE, Style("bold", EMPTY), key=f"move {move}")


def _round_numbers(low, high):
    """Some round numbers from `low` to `high`, two to six, and how many decimals they have.

    >>> _round_numbers(0.91, 1.45)
    ([1.0, 1.2, 1.4], 1)
    """
    least = (high - low) / 5  # between two of them
    power = math.floor(math.log10(least))
    size = next(size for size in (1, 2, 5, 10) if size * 10.0**power >= least)
    decimals = max(0, -power)
    step = size * 10.0**power
    numbers = []
    for count in range(math.ceil(low / step), math.floor(high / step) + 1):
        numbers.append(round(count * step, decimals))
    return numbers, decimals


# -------------------------------------------------------------------- the laboratory for UCB1


class MoveRow(Box):
    """The controls for one move, side by side.

    Attributes:
        remove: the button that takes it away.
        fraction: its mean.
        wins, visits: the sliders; that of the wins ends at the visits.
    """

    def __init__(self, move: int) -> None:
        self.remove = button("×", f"Take move {move} away")
        self.fraction = line()
        tooltip = f"wins of move {move}; a draw is half a win"
        self.wins = FloatSlider(step=0.5, readout_format="", description="wins", tooltip=tooltip)
        self.visits = IntSlider(description="visits", tooltip=f"visits of move {move}")
        name = line(f"move {move}")
        super().__init__([name, self.remove, self.fraction, self.wins, self.visits])
        self.add_class("c4-row")


class Ucb1Lab(Panel):
    """A widget that shows how UCB1 chooses among moves whose wins and visits are set by sliders.

    It shows both terms as stacked bars, which move is chosen, and how the value of every move goes
    on if the parent gets more visits and the move does not. A click on a bar gives the move one
    more visit, without a win.

    Args:
        moves: for each move its wins (a draw is half a win) in its visits; 2 to 7 moves.
        c: exploration constant.
        prior: T; every node has T wins in 2T visits extra; see `Choice`.

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
        prior: int = 0,
    ) -> None:
        moves = _checked_moves(moves)
        self.sentence = line(status=True)
        self.bars = LivePicture(action=self._visit)
        self.curves = LivePicture()
        allowed = f"a number from 0 to {LARGEST_C:,}"
        self.c = c_slider(real_number("c", c, allowed, 0, LARGEST_C))
        self.prior = prior_slider(whole_number("prior", prior, at_least=0))
        self.add = button("Add a move", "Add a move without visits")
        rows = Box()  # hidden ones too
        super().__init__("lab", self._own_parts() | {"rows": rows})
        self._all_rows = rows
        for slider in (self.c, self.prior):
            self.on(slider, lambda: self._show(self.choice.moves))
        self.on(self.add, lambda: self._show((*self.choice.moves, (0, 0))))
        self._show(moves)

    def _new_row(self, move):
        row = MoveRow(move)
        self.on(row.remove, lambda: self._remove(move))
        for slider in (row.wins, row.visits):
            self.on(slider, lambda: self._set(move, row.wins.value, row.visits.value))
        return row

    def _visit(self, move):
        """Give a move one more visit, without a win."""
        wins, visits = self.choice.moves[move]
        self._set(move, wins, visits + 1)

    def _set(self, move, wins, visits):
        """Give a move these wins and visits, but no more wins than visits."""
        moves = self.choice.moves
        counts = min(wins, visits), visits
        self._show((*moves[:move], counts, *moves[move + 1 :]))

    def _remove(self, move):
        moves = self.choice.moves
        self._show((*moves[:move], *moves[move + 1 :]))

    def _show(self, moves):
        choice = self.choice = Choice(moves, self.c.value, self.prior.value)
        with self.together():
            self._show_rows()
            self.add.disabled = len(moves) == MOST_MOVES
            self.sentence.value = choice.sentence
            # So that the panel is never higher than the screen.
            height = min(HEIGHT, 14.2 - len(moves))
            terms = [terms_text(each.mean, each.value) for each in choice.candidates]
            label = f"mean + exploration of each move: {', '.join(terms)}"
            self.bars.show(lambda drawing: _draw_terms(drawing, choice, height), label)
            label = "how the value of each move rises with N while it is not visited"
            self.curves.show(lambda drawing: _draw_curves(drawing, choice, height), label)

    def _show_rows(self):
        candidates = self.choice.candidates
        T = self.choice.prior
        new = range(len(self._all_rows.children), len(candidates))
        self._all_rows.children += tuple(map(self._new_row, new))
        self.rows = self._all_rows.children[: len(candidates)]
        for row in self._all_rows.children:
            hide(row, row not in self.rows)
        for candidate, (wins, visits), row in zip(candidates, self.choice.moves, self.rows):
            fraction = f"({wins:g} + {T}) / ({visits} + {2 * T})" if T else f"{wins:g} / {visits}"
            row.fraction.value = f"{fraction} = {number(candidate.mean)}"
            row.remove.disabled = len(candidates) == FEWEST_MOVES
            self.put(row.wins, wins, max=max(visits, 1), disabled=not visits)
            # It does not shrink while it is dragged.
            self.put(row.visits, visits, max=max(visits, row.visits.max))

    def static_picture(self) -> bytes:
        width = 11
        height = width * HEIGHT / (2 * WIDTH)
        share = height / (height + 0.4)
        parts = {
            (0, 0, 0.5, share): lambda drawing: _draw_terms(drawing, self.choice),
            (0.5, 0, 0.5, share): lambda drawing: _draw_curves(drawing, self.choice),
        }
        sentence = 1.5, 10 * height + 1.7, 1.6, self.choice.sentence
        return still_picture(width, height + 0.4, parts, [sentence])

    def __repr__(self) -> str:
        moves = ", ".join(f"({wins:g}, {visits})" for wins, visits in self.choice.moves)
        return f"Ucb1Lab(moves=({moves}), c={self.choice.c:.4g}, T={self.choice.prior})"
