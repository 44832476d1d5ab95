"""Pictures of what a search knows about moves: the two terms of UCB1, and the table of ratings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.axes import Axes

from c4lib._tools.arguments import instance_of
from c4lib._tools.intervals import wilson_interval
from c4lib.node import Move, SearchNode
from c4lib.phases import ucb1_values
from c4lib.plots.board import draw_mark
from c4lib.plots.canvas import (
    AT_LEFT,
    BOLD,
    BOLD_LEFT,
    EDGE,
    EXPLOITATION,
    EXPLORATION,
    HIGHLIGHT,
    MUTED,
    MUTED_LEFT,
    OUTSIDE,
    VISITS,
    Box,
    Drawing,
    Style,
    text_on,
    width_of,
)
from c4lib.settings import SearchSettings
from c4lib.text import (
    exploration_constant,
    move_text,
    number,
    percent,
    side_name,
    terms_text,
)

if TYPE_CHECKING:  # the laboratory of UCB1 needs no search
    from c4lib.search import Search

BAR = 0.72  # thickness of a bar, of the room there is for each
SIZE = 0.58  # of most texts


class Candidate(NamedTuple):
    """A move to choose, and what a search knows about it.

    Attributes:
        move: the move.
        mean: wins / visits, NaN if there are none.
        value: UCB1.
        visits: of the node it leads to.
    """

    move: Move
    mean: float
    value: float
    visits: int


def candidates_of(children: Sequence[SearchNode], values: Sequence[float]) -> list[Candidate]:
    """The moves to these children, with their values."""
    candidates = []
    for child, value in zip(children, values):
        candidates.append(Candidate(child.move, child.mean, value, child.visits))
    return candidates


# -------------------------------------------------------------------- the two terms as a bar


class Bars:
    """Bars of the terms of UCB1: the mean, and on top of it the exploration.

    An unvisited move has a bar of one part, and a proven one (its value is -∞) none. Nothing is
    drawn below 0.

    Args:
        values: of all moves. The largest that is finite has the longest bar; others end there too.
        start: where the bars begin.
        room: the length of the longest bar.
        thickness: of a bar.
        is_upright: whether they rise, with numbers in them; by default they go to the right.
    """

    def __init__(
        self,
        values: Iterable[float],
        start: float,
        room: float,
        thickness: float = BAR,
        is_upright: bool = False,
    ) -> None:
        drawn = [value for value in values if 0 < value < math.inf]
        self.longest = max(drawn, default=1.0)
        self.start = start
        self.unit = room / self.longest
        self.thickness = thickness
        self.is_upright = is_upright

    def draw(self, drawing: Drawing, middle: float, candidate: Candidate) -> float:
        """Draw the bar of a move, its middle at this height (or width), and return its end."""
        end = min(max(candidate.value, 0), self.longest)
        split = min(max(candidate.mean, 0), end)
        parts = [
            (EXPLOITATION, 0, split, candidate.mean),
            (EXPLORATION, split, end, candidate.value - candidate.mean),
        ]
        if math.isnan(candidate.mean):
            parts = [(VISITS, 0, end, math.nan)]
        elif candidate.value == -math.inf:
            parts = []
        for colour, first, last, term in parts:
            key = f"{colour} {candidate.move}"
            start = self.start + first * self.unit
            length = (last - first) * self.unit
            side = middle - self.thickness / 2
            box = start, side, length, self.thickness
            if self.is_upright:
                box = side, start, self.thickness, length
                self._write(drawing, box, term, key, text_on(colour))
            drawing.boxes([box], colour, keys=[key])
        return self.start + end * self.unit

    def _write(self, drawing, box, term, key, ink):
        """Write a term into its part of a bar, if there is room."""
        left, bottom, width, height = box
        if height > 0.7 and not math.isnan(term):
            size = min(SIZE, width / 2.5)
            middle = bottom + height / 2
            drawing.write(left + width / 2, middle, number(term), size, Style(color=ink), key=key)


LEGEND = (("mean", EXPLOITATION), ("+ exploration", EXPLORATION))


def draw_legend(
    drawing: Drawing,
    x: float,
    y: float,
    size: float,
    words: Sequence = LEGEND,
    style: Style = AT_LEFT,
) -> None:
    """Write (text, colour) pairs in a line, after a square of the colour if it is not None.

    It is smaller where it would not end within the drawing.
    """
    widths = [width_of(text, style.weight) + (1.9 if colour else 0.6) for text, colour in words]
    room = drawing.right - x
    size = min(size, room / sum(widths))
    for (text, colour), width in zip(words, widths):
        end = x + width * size
        if colour:
            side = 0.96 * size
            square = x, y - side / 2, side, side
            drawing.boxes([square], colour)
            x += 1.3 * size
        drawing.write(x, y, text, size, style)
        x = end


def draw_move(drawing: Drawing, y: float, move: Move, is_marked: bool, room: float) -> Style:
    """Write a `move` at the left end of its row, and return the style of the row's numbers."""
    left = drawing.left + 0.1
    style = AT_LEFT
    if is_marked:
        style = Style("bold", HIGHLIGHT, "left")
        row = left, y - 0.5, drawing.right - 0.1 - left, 1
        drawing.boxes([row], OUTSIDE, 1, rounding=0.3)
        drawing.write(left + 0.25, y, "›", 0.95, Style("bold", HIGHLIGHT))
    middle = left + 0.45 + room / 2  # between the mark and the bars
    name = move_text(move)
    drawing.write(middle, y, name, 0.85, Style("bold", style.color), room=0.92 * room)
    return style


# -------------------------------------------------------------------- a choice by UCB1

WIDTH = 15  # of the picture of a choice, in units
LEFT = 1.9  # room around the bars
BOTTOM = 1.9
HEADER = 1.5


def ucb1_words(c: float, parent_visits: object = "N") -> Sequence:
    """The formula of UCB1, with the colours of its terms."""
    second = f"{exploration_constant(c, '.3g')} · √(ln {parent_visits} / n)"
    return ("UCB1 =", None), ("mean", EXPLOITATION), ("+", None), (second, EXPLORATION)


def draw_choice(drawing: Drawing, candidates: Sequence[Candidate], words: Sequence) -> list[Box]:
    """An upright bar for each move, with its value above, and its name and n below.

    The bars of the highest value are framed. `words` are those of the legend. Returned is the place
    of each move: (left, bottom, width, height).
    """
    draw_legend(drawing, 0.4, drawing.top - 0.7, SIZE, words, BOLD_LEFT)
    drawing.write(LEFT - 0.1, BOTTOM - 0.65, "move", SIZE, Style("bold", MUTED, "right"))
    drawing.write(LEFT - 0.1, BOTTOM - 1.4, "n", SIZE, Style(color=MUTED, ha="right"))
    slot = (drawing.right - 0.3 - LEFT) / len(candidates)
    room = drawing.top - HEADER - BOTTOM - 0.9
    values = [candidate.value for candidate in candidates]
    bars = Bars(values, BOTTOM, room, BAR * slot, is_upright=True)
    best = max(values)
    decimals = _decimals(values)
    places = []
    frames = []
    for index, candidate in enumerate(candidates):
        left = LEFT + index * slot
        middle = left + slot / 2
        top = bars.draw(drawing, middle, candidate)
        style = Style()
        if candidate.value == best:
            style = Style("bold", HIGHLIGHT)
            width = bars.thickness + 0.24
            frame = middle - width / 2, BOTTOM - 0.12, width, top - BOTTOM + 0.24
            frames.append(frame)
        size = SIZE if math.isfinite(candidate.value) else 0.9
        value = number(candidate.value, decimals)
        key = f"value {candidate.move}"
        drawing.write(middle, top + 0.5, value, size, style, key, 0.95 * slot)
        _write_below(drawing, middle, candidate, slot, style.color)
        places.append((left, 0, slot, drawing.top - HEADER))
    drawing.boxes(frames, HIGHLIGHT, 2, keys=range(len(frames)))
    return places


def _write_below(drawing, x, candidate, room, colour):
    """Write a move and its visits below its bar."""
    name = move_text(candidate.move)
    key = f"move {candidate.move}"
    y = BOTTOM - 0.65
    drawing.write(x, y, name, 0.68, Style("bold", colour), key=key, room=0.9 * room)
    drawing.write(
        x, BOTTOM - 1.4, f"{candidate.visits}", SIZE, key=f"n {candidate.move}", room=room
    )


def _decimals(values):
    """How many decimals it takes to tell the highest from the others: 2 or 3."""
    best = max(values)
    others = {f"{value:.2f}" for value in values if value != best}
    return 3 if f"{best:.2f}" in others else 2


def plot_ucb1(
    node_or_search: SearchNode | Search,
    settings: SearchSettings | None = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """A stacked bar of the two terms of UCB1 for every child of a node; the highest are framed.

    Args:
        node_or_search: the parent; of a search the root.
        settings: where c and the value of unvisited children come from; by default those of the
            search, or `SearchSettings()` for a node.
        ax: the Axes to draw on; by default those of a new figure.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: an argument is of the wrong type, the node has no children, or the children have
            visits and it has none.

    >>> from c4lib import Board, TreeSearch
    >>> ax = plot_ucb1(TreeSearch(Board(), rng=1).run(100))
    >>> [text.get_text() for text in ax.texts][:4]
    ['UCB1 =', 'mean', '+', '√2 · √(ln 100 / n)']
    """
    node, settings = _checked_choice(node_or_search, settings)
    candidates = candidates_of(node.children, ucb1_values(node, node.children, settings))
    drawing = Drawing(ax, title, inches=0.66).limit(0, WIDTH, 0, 8)
    draw_choice(drawing, candidates, ucb1_words(settings.c, f"{node.visits:,}"))
    words = []
    for candidate in candidates:
        move = move_text(candidate.move)
        words.append(f"move {move}: mean {candidate.mean:.2f}, UCB1 {candidate.value:.3g}")
    drawing.ax.set_label("; ".join(words))  # for those who cannot see it
    return drawing.ax


def _checked_choice(node_or_search, settings):
    """The node whose children are to be drawn, and the settings."""
    node = getattr(node_or_search, "root", None)
    if isinstance(node_or_search, SearchNode):
        node = node_or_search
    if not isinstance(node, SearchNode):
        raise ValueError(f"this draws a SearchNode or a search, not {node_or_search!r}")
    if settings is None:
        settings = getattr(node_or_search, "settings", SearchSettings())
    instance_of("settings", settings, SearchSettings)
    if not node.children:
        raise ValueError(f"{node!r} has no children to choose from")
    if not node.visits and any(child.visits for child in node.children):
        raise ValueError(f"{node!r} has no visits, but its children have: ln 0 has no value")
    return node, settings


# -------------------------------------------------------------------- the table of ratings

# Where things stand in it, in heights of a row.
VISITS_LEFT = 1.7
VISITS_NUMBER = 4.95  # the right end of the visits, which may be 999,978
VISITS_RIGHT = 7.35
MEAN_LEFT = 7.85
MEAN_RIGHT = 11.2
MEAN_NUMBER = 11.6
VALUE_LEFT = 13.7
VALUE_RIGHT = 16.6
VALUE_NUMBERS = 16.9
EXACT = 23.8  # the middle of the column of exact results, whose room is always kept
TABLE = 25  # width
TITLES = 1.75  # height of the two lines above the columns
TEXT_SIZE = 0.68
MOST_ROWS = 7  # that can be read from the back of a room
INTERVAL = "#8CC0E6"  # a light tone of the mean's colour


def draw_ratings(
    drawing: Drawing,
    ratings: Sequence[Candidate],
    node: SearchNode | None,
    best_move: Move | None,
    lowest_mean: float = 0,
    marks: Mapping[Move, str] | None = None,
) -> None:
    """Draw a table with a row for each move: share of visits, mean with its interval, terms of UCB1.

    Of more moves than can be read, the most visited are shown, and how many are not.

    Args:
        drawing: what to draw on.
        ratings: the rows; none if the game is over.
        node: whose moves they are; None if the game is over.
        best_move: is marked, and always shown.
        lowest_mean: that a move can have.
        marks: "win", "draw", "loss" or another short text by move: what is exactly true, beside the
            estimates.
    """
    rows = list(ratings)
    if len(rows) > MOST_ROWS:
        rows.sort(key=lambda candidate: (candidate.move != best_move, -candidate.visits))
    rows = rows[:MOST_ROWS]
    height = max(len(rows), 5) + TITLES + 0.7
    widths = [width_of(move_text(candidate.move)) for candidate in rows]
    widest = max(widths, default=0)
    room = min(max(0.9 * widest, 1), 2.8)
    drawing.limit(1 - room, TABLE, -height, 0)
    if not rows:
        drawing.write(TABLE / 2, -height / 2, "no move to rate", 1, Style(color=MUTED))
        return
    _write_titles(drawing, node)
    _draw_scale(drawing, lowest_mean, -TITLES - len(rows))
    _draw_rows(drawing, rows, ratings, best_move, lowest_mean, room)
    hidden = len(ratings) - len(rows)
    if hidden:
        text = f"+ {hidden} not shown"
        drawing.write(0.4, 0.35 - height, text, TEXT_SIZE, BOLD_LEFT)
    if marks is not None:
        _draw_exact(drawing, rows, marks)


def _draw_exact(drawing, rows, marks):
    """The column of exact results."""
    drawing.write(EXACT, -0.5, "exact", 0.72, BOLD)
    for row, candidate in enumerate(rows):
        mark = marks.get(candidate.move)
        if mark:
            draw_mark(drawing, EXACT, -TITLES - 0.5 - row, mark, 0.9)


def _draw_rows(drawing, rows, ratings, best_move, lowest_mean, room):
    """The moves and their numbers; all `ratings` say how long bars are."""
    total = sum(candidate.visits for candidate in ratings) or 1
    values = [candidate.value for candidate in ratings]
    highest = max(values)
    bars = Bars(values, VALUE_LEFT, VALUE_RIGHT - VALUE_LEFT)
    for row, candidate in enumerate(rows):
        y = -TITLES - 0.5 - row
        style = draw_move(drawing, y, candidate.move, candidate.move == best_move, room)
        _draw_visits(drawing, y, candidate.visits, candidate.visits / total, style.weight)
        _draw_mean(drawing, y, candidate, lowest_mean)
        bars.draw(drawing, y, candidate)
        _write_terms(drawing, y, candidate, candidate.value == highest)


def _write_titles(drawing, node):
    """Two lines above the columns."""
    side = side_name(node.game, node.game.to_move)
    titles = {
        VISITS_LEFT: ("visits", "and share", 5),
        MEAN_LEFT: (f"mean for {side}", "95% interval", 5.4),
        VALUE_LEFT: (f"UCB1, N = {node.visits:,}", "", 9),
    }
    for x, (title, more, room) in titles.items():
        drawing.write(x, -0.5, title, 0.72, BOLD_LEFT, room=room)
        drawing.write(x, -1.3, more, TEXT_SIZE, MUTED_LEFT)
    draw_legend(drawing, VALUE_LEFT, -1.3, TEXT_SIZE, style=MUTED_LEFT)


def _draw_visits(drawing, y, visits, share, weight):
    """The visits, on a bar as long as their share."""
    length = share * (VISITS_RIGHT - VISITS_LEFT)
    bar = VISITS_LEFT, y - BAR / 2, length, BAR
    drawing.boxes([bar], VISITS, 2)
    style = Style(weight, ha="right")
    drawing.write(VISITS_NUMBER, y, f"{visits:,}", TEXT_SIZE, style)
    drawing.write(VISITS_RIGHT, y, percent(share), TEXT_SIZE, style)


def _place_of_mean(mean, lowest_mean):
    """Where a mean lies on the scale from `lowest_mean` to 1."""
    scale = (1 - lowest_mean) or 1
    share = (mean - lowest_mean) / scale
    return MEAN_LEFT + share * (MEAN_RIGHT - MEAN_LEFT)


def _draw_scale(drawing, lowest_mean, bottom):
    """The lines of the means."""
    middle = (lowest_mean + 1) / 2
    for mean in (lowest_mean, middle, 1):
        x = _place_of_mean(mean, lowest_mean)
        line = x - 0.02, bottom - 0.05, 0.04, -TITLES - bottom + 0.1
        drawing.boxes([line], EDGE, 1.5)
        drawing.write(x, bottom - 0.35, f"{mean:g}", TEXT_SIZE, Style(color=MUTED))


def _interval_of_mean(mean, visits, low=0.0):
    """The 95 % interval of a `mean` of rewards from `low` to 1, after Wilson (1927).

    It covers the randomness of the playouts, as if they were independent; it does not say how far
    the mean is from perfect play. With draws the true interval is narrower. T wins in 2T visits
    count as if they had been seen.

    >>> [round(bound, 3) for bound in _interval_of_mean(0.5, 100)], _interval_of_mean(float("nan"), 0)
    ([0.404, 0.596], (0.0, 1.0))
    """
    if not visits or low == 1:
        return low, 1.0
    share = min(max((mean - low) / (1 - low), 0), 1)
    bounds = wilson_interval(share * visits, visits)
    return tuple(low + (1 - low) * bound for bound in bounds)


def _draw_mean(drawing, y, candidate, lowest_mean):
    """A tick on an interval."""
    lowest, highest = _interval_of_mean(candidate.mean, candidate.visits, lowest_mean)
    start = _place_of_mean(lowest, lowest_mean)
    end = _place_of_mean(highest, lowest_mean)
    interval = start, y - 0.2, end - start, 0.4
    drawing.boxes([interval], INTERVAL)
    if candidate.visits:
        x = _place_of_mean(candidate.mean, lowest_mean)
        tick = x - 0.06, y - 0.4, 0.12, 0.8
        drawing.boxes([tick], EXPLOITATION, 4)
    drawing.write(MEAN_NUMBER, y, number(candidate.mean), TEXT_SIZE, BOLD_LEFT)


def _write_terms(drawing, y, candidate, is_highest):
    """The numbers of UCB1; those of the highest value, which is selected next, are bold."""
    text = terms_text(candidate.mean, candidate.value)
    text = text.removeprefix(f"{number(candidate.mean)} ")  # it stands to the left of the bar
    weight = "bold" if is_highest else "normal"
    drawing.write(VALUE_NUMBERS, y, text, TEXT_SIZE, Style(weight, ha="left"))
