"""Pictures of what a search knows about moves: the two terms of UCB1, and the table of ratings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.axes import Axes

from c4lib.node import Move, SearchNode
from c4lib.phases import ucb1_values
from c4lib.plots.board import draw_mark
from c4lib.plots.canvas import (
    EDGE,
    EXPLOITATION,
    EXPLORATION,
    HIGHLIGHT,
    MUTED,
    OUTSIDE,
    VISITS,
    Drawing,
    text_on,
    width_of,
)
from c4lib.plots.words import (
    exploration_constant,
    move_text,
    number,
    percent,
    side_name,
    terms_text,
)
from c4lib.settings import SearchSettings

if TYPE_CHECKING:  # the laboratory of UCB1 needs no search
    from c4lib.search import Search

# -------------------------------------------------------------------- the two terms as a bar

BAR = 0.72  # thickness of a bar, of the room there is for each


class BarPart(NamedTuple):
    """A part of a bar: its colour, where it starts and ends, and the term that it stands for."""

    colour: str
    start: float
    end: float
    term: float


class Bars(NamedTuple):
    """How values are drawn as bars.

    Attributes:
        start: where the bars begin.
        unit: the length of a value of 1.
        low, high: bars are cut off there.
        thickness: of a bar.
        is_upright: whether they rise; by default they go to the right.
    """

    start: float
    unit: float
    low: float
    high: float
    thickness: float = BAR
    is_upright: bool = False

    def parts(self, mean: float, value: float) -> list[BarPart]:
        """The parts of the bar of a `value`: the mean, and on top of it the exploration.

        An unvisited move (its mean is NaN) has one part, and a proven one (its value is -∞) none.

        >>> bars = Bars(0, 1, 0, 2)
        >>> [(part.start, part.end) for part in bars.parts(0.5, 1.25)], bars.parts(0.5, -math.inf)
        ([(0.0, 0.5), (0.5, 1.25)], [])
        """
        end = min(max(value, self.low), self.high)
        if math.isnan(mean):
            return [BarPart(VISITS, 0.0, end, value)]
        if value == -math.inf:
            return []
        split = min(max(mean, self.low), end)
        exploration = BarPart(EXPLORATION, split, end, value - mean)
        return [BarPart(EXPLOITATION, 0.0, split, mean), exploration]

    def draw(
        self, drawing: Drawing, middle: float, mean: float, value: float, key: object = None
    ) -> None:
        """Draw the two terms of a move as a stacked bar, its middle at this height (or width)."""
        for part in self.parts(mean, value):
            # Over a mean below 0 the second term is thinner, to show both.
            thickness = self.thickness / 2 if part.start < 0 else self.thickness
            side = middle - thickness / 2
            start = self.at(part.start)
            length = (part.end - part.start) * self.unit
            box = start, side, length, thickness
            if self.is_upright:
                box = side, start, thickness, length
            keys = None if key is None else [f"{part.colour} {key}"]
            drawing.boxes([box], part.colour, keys=keys)

    def at(self, value: float) -> float:
        """Where a value lies."""
        return self.start + value * self.unit


def largest_finite(values: Iterable[float]) -> float:
    """The value of the longest bar: the largest one that is finite; 1 if none is above 0.

    >>> largest_finite([0.5, 1.2, math.inf]), largest_finite([0.0, -1.0, math.inf])
    (1.2, 1.0)
    """
    return max((value for value in values if 0 < value < math.inf), default=1.0)


def lying_bars(left: float, right: float, values: Iterable[float]) -> Bars:
    """Bars of these `values` that go to the right, the longest up to `right`."""
    largest = largest_finite(values)
    return Bars(left, (right - left) / largest, 0, largest)


LEGEND = (("mean", EXPLOITATION), ("+ exploration", EXPLORATION))


def draw_legend(
    drawing: Drawing, x: float, y: float, size: float, words: Sequence = LEGEND, **look: str
) -> None:
    """Write (text, colour) pairs in a line, after a square of the colour if it is not None.

    It is smaller where it would not end within the drawing.
    """
    weight = look.get("weight", "normal")
    widths = [width_of(text, weight) + (1.9 if colour else 0.6) for text, colour in words]
    size = min(size, (drawing.right - x) / sum(widths))
    for text, colour in words:
        if colour:
            side = 0.96 * size
            drawing.boxes([(x, y - side / 2, side, side)], colour)
            x += 1.3 * size
        drawing.write(x, y, text, size, ha="left", **look)
        x += (width_of(text, weight) + 0.6) * size


def room_of_moves(moves: Iterable[Move]) -> float:
    """The room that `draw_move` needs for the longest text of these moves, from 1 to 3.3.

    >>> room_of_moves([3, "a1"]), room_of_moves([("take", 2)])
    (1, 3.3)
    """
    widest = 0.85 * max(width_of(move_text(move)) for move in moves)
    return min(1.1 * widest, 3.3) if widest > 1.3 else 1


def draw_move(
    drawing: Drawing,
    left: float,
    y: float,
    width: float,
    move: Move,
    is_marked: bool,
    room: float = 1,
) -> dict[str, str]:
    """Write a `move` at the left end of its row, and return the look for the row's numbers."""
    look = {}
    if is_marked:
        look = {"color": HIGHLIGHT, "weight": "bold"}
        drawing.boxes([(left, y - 0.5, width, 1)], OUTSIDE, 1, rounding=0.3)
        drawing.write(left + 0.25, y, "›", 0.95, **look)
    middle = left + 0.45 + room / 2  # between the mark and the bars
    drawing.write(middle, y, move_text(move), 0.85, room=0.92 * room, **{"weight": "bold"} | look)
    return look


# -------------------------------------------------------------------- a choice by UCB1

WIDTH = 15  # of the picture of a choice, in units
LEFT, BOTTOM, HEADER = 1.9, 1.9, 1.5  # room around the bars
SIZE = 0.58  # of most texts


def ucb1_words(c: float, parent_visits: object = "N") -> tuple[tuple[str, str | None], ...]:
    """The formula of UCB1, with the colours of its terms."""
    second = f"{exploration_constant(c, '.3g')} · √(ln {parent_visits} / n)"
    return ("UCB1 =", None), ("mean", EXPLOITATION), ("+", None), (second, EXPLORATION)


class Candidate(NamedTuple):
    """A move to choose: its mean (NaN without visits), its value, and its visits."""

    move: Move
    mean: float
    value: float
    visits: int


def draw_choice(
    drawing: Drawing, candidates: Sequence[Candidate], words: Sequence
) -> list[tuple[float, float, float, float]]:
    """An upright bar for each move, with its value above, and its name and n below.

    The bars of the highest value are framed. `words` are those of the legend. Returned is the place
    of each move: (left, bottom, width, height).
    """
    draw_legend(drawing, 0.4, drawing.top - 0.7, SIZE, words, weight="bold")
    look = {"ha": "right", "color": MUTED}
    drawing.write(LEFT - 0.1, BOTTOM - 0.65, "move", SIZE, weight="bold", **look)
    drawing.write(LEFT - 0.1, BOTTOM - 1.4, "n", SIZE, **look)
    slot = (drawing.right - 0.3 - LEFT) / len(candidates)
    bars = _upright_bars(candidates, drawing.top - HEADER - BOTTOM - 0.9, BAR * slot)
    values = [one.value for one in candidates]
    decimals = _decimals(values)
    chosen = 0
    places = []
    for index, one in enumerate(candidates):
        x = LEFT + (index + 0.5) * slot
        top = _draw_bar(drawing, bars, x, one)
        look = {}
        if one.value == max(values):
            look = {"color": HIGHLIGHT, "weight": "bold"}
            width = bars.thickness + 0.24
            height = top - bars.start + 0.24
            frame = x - width / 2, bars.start - 0.12, width, height
            drawing.boxes([frame], HIGHLIGHT, 2, keys=[chosen])
            chosen += 1
        _write_around(drawing, x, top, slot, one, number(one.value, decimals), look)
        places.append((x - slot / 2, 0, slot, drawing.top - HEADER))
    return places


def _upright_bars(candidates: Sequence[Candidate], room: float, thickness: float) -> Bars:
    """Bars from the lowest mean or value below 0, if there is one, to the highest value."""
    numbers = [number for one in candidates for number in (one.mean, one.value)]
    low = min([0.0, *filter(math.isfinite, numbers)])
    high = largest_finite(one.value for one in candidates)
    unit = room / (high - low)
    return Bars(BOTTOM - low * unit, unit, low, high, thickness, is_upright=True)


def _draw_bar(drawing: Drawing, bars: Bars, x: float, one: Candidate) -> float:
    """Draw a bar with its terms as numbers, where there is room for them, and return its top."""
    bars.draw(drawing, x, one.mean, one.value, one.move)
    parts = bars.parts(one.mean, one.value)
    for part in parts:
        is_long = (part.end - part.start) * bars.unit > 0.7
        if is_long and part.colour != VISITS and one.mean >= 0:
            y = bars.at((part.start + part.end) / 2)
            size = min(SIZE, bars.thickness / 2.5)
            key = f"{part.colour} {one.move}"
            ink = text_on(part.colour)
            drawing.write(x, y, number(part.term), size, key, color=ink)
    return bars.at(max([0, *(part.end for part in parts)]))


def _write_around(
    drawing: Drawing,
    x: float,
    top: float,
    room: float,
    one: Candidate,
    value: str,
    look: dict[str, str],
) -> None:
    """Write the value above a bar, and the move and its visits below it."""
    size = SIZE if math.isfinite(one.value) else 0.9
    drawing.write(x, top + 0.5, value, size, f"value {one.move}", 0.95 * room, **look)
    look = {"weight": "bold"} | look
    drawing.write(
        x, BOTTOM - 0.65, move_text(one.move), 0.68, f"move {one.move}", 0.9 * room, **look
    )
    drawing.write(x, BOTTOM - 1.4, f"{one.visits}", SIZE, f"n {one.move}", room)


def _decimals(values: Sequence[float]) -> int:
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
    children = node.children
    values = ucb1_values(node, children, settings)
    rows = [
        Candidate(one.move, one.mean, value, one.visits) for one, value in zip(children, values)
    ]
    drawing = Drawing.within(ax, 0, WIDTH, 0, 8, title, inches=0.66)
    draw_choice(drawing, rows, ucb1_words(settings.c, f"{node.visits:,}"))
    words = [
        f"move {move_text(one.move)}: mean {one.mean:.2f}, UCB1 {one.value:.3g}" for one in rows
    ]
    drawing.ax.set_label("; ".join(words))  # for those who cannot see it
    return drawing.ax


def _checked_choice(
    node_or_search: object, settings: SearchSettings | None
) -> tuple[SearchNode, SearchSettings]:
    """The node whose children are to be drawn, and the settings."""
    node = node_or_search
    if not isinstance(node, SearchNode):
        node = getattr(node_or_search, "root", None)
    if not isinstance(node, SearchNode):
        raise ValueError(f"this draws a SearchNode or a search, not {node_or_search!r}")
    if settings is None:
        settings = getattr(node_or_search, "settings", SearchSettings())
    if not isinstance(settings, SearchSettings):
        raise ValueError(f"settings must be a SearchSettings, not {settings!r}")
    if not node.children:
        raise ValueError(f"{node!r} has no children to choose from")
    if not node.visits and any(child.visits for child in node.children):
        raise ValueError(f"{node!r} has no visits, but its children have: ln 0 has no value")
    return node, settings


# -------------------------------------------------------------------- the table of ratings

# Where things stand in it, in heights of a row.
VISITS_LEFT, VISITS_RIGHT = 1.7, 6.7
MEAN_LEFT, MEAN_RIGHT, MEAN_NUMBER = 7.4, 11.7, 12.1
VALUE_LEFT, VALUE_RIGHT, VALUE_NUMBERS = 14.4, 18, 18.3
TABLE, EXACT = 23.6, 2.2  # width without the column of exact results, and width of that column
TEXT_SIZE = 0.64
MOST_ROWS = 7  # that can be read from the back of a room
INTERVAL = "#8CC0E6"  # a light tone of the mean's colour
NOTE = "* Wilson, as if the playouts were independent: only the luck of the playouts"


class Rating(NamedTuple):
    """What a search says about one move: a row of the table.

    Attributes:
        move: the move.
        visits: of the node it leads to.
        share: of the visits of all moves.
        mean: wins / visits, NaN if there are none.
        interval: the lower and upper bound of the mean.
        value: UCB1.
    """

    move: Move
    visits: int
    share: float
    mean: float
    interval: tuple[float, float]
    value: float


def draw_ratings(
    ax: Axes | Drawing,
    ratings: Sequence[Rating],
    node: SearchNode | None,
    best_move: Move | None,
    low: float = 0,
    marks: Mapping[Move, str] | None = None,
    page: int = 0,
) -> None:
    """A table with a row for each move: share of visits, mean with its interval, terms of UCB1.

    Of more moves than can be read, the best are shown first, and how many are not; a click there
    shows the next page.

    Args:
        ratings: the rows; none if the game is over.
        node: whose moves they are; None if the game is over.
        best_move: is marked.
        low: the lowest mean there can be.
        marks: "win", "draw", "loss" or another short text by move: what is exactly true, beside the
            estimates.
        page: which of the pages, if there are several; after the last comes the first again.
    """
    height = min(max(len(ratings), 5), MOST_ROWS) + 3.5
    room = room_of_moves(one.move for one in ratings) if ratings else 1
    right = TABLE if marks is None else TABLE + EXACT
    drawing = Drawing.within(ax, 1 - room, right, -height, 0)
    if not ratings:
        drawing.write(TABLE / 2, -height / 2, "no move to rate", 1, color=MUTED)
        return
    shown = rated_page(ratings, best_move, page)
    rows = {-2.5 - row: one for row, one in enumerate(shown)}
    _write_header(drawing, side_name(node.game, node.game.to_move), node.visits)
    _draw_visits(drawing, rows, best_move, room)
    _draw_means(drawing, rows, low)
    _draw_values(drawing, rows, [one.value for one in ratings])
    bottom = min(rows)
    _write_hidden(drawing, bottom - 0.95, len(ratings) - len(rows))
    drawing.write(0.4, bottom - 1.6, NOTE, 0.6, ha="left", color=MUTED)
    if marks is not None:
        drawing.write(TABLE + EXACT / 2, -0.6, "exact", 0.72, weight="bold")
        for y, one in rows.items():
            if marks.get(one.move):
                draw_mark(drawing, TABLE + EXACT / 2, y, marks[one.move], 1.08)


def rated_page(ratings: Sequence[Rating], best_move: Move | None, page: int) -> Sequence[Rating]:
    """All ratings if they can be read, in the order of the moves; else those of a page.

    The best move comes first then, and the others follow by their visits.

    >>> ratings = [Rating(move, move, 0.1, 0.5, (0.4, 0.6), 0.7) for move in range(9)]
    >>> [[one.move for one in rated_page(ratings, 5, page)] for page in (0, 1)]
    [[5, 8, 7, 6, 4, 3, 2], [1, 0]]
    """
    if len(ratings) <= MOST_ROWS:
        return ratings
    ordered = sorted(ratings, key=lambda one: (one.move != best_move, -one.visits))
    pages = math.ceil(len(ratings) / MOST_ROWS)
    first = page % pages * MOST_ROWS
    return ordered[first : first + MOST_ROWS]


def _write_hidden(drawing: Drawing, y: float, count: int) -> None:
    """Say how many moves are not shown, if any; that can be clicked."""
    if count:
        look = {"ha": "left", "weight": "bold", "color": HIGHLIGHT}
        drawing.write(0.4, y, f"+ {count} not shown ›", 0.6, **look)
        box = 0.1, y - 0.4, VISITS_RIGHT - 0.1, 0.8
        drawing.spots([box], ["more"], ["show the next moves, by their visits"])


def _write_header(drawing: Drawing, side: str, parent_visits: int) -> None:
    """Two lines above the columns."""
    titles = {
        VISITS_LEFT: ("visits", "and their share"),
        MEAN_LEFT: (f"mean for {side}", "with 95% interval*"),
        VALUE_LEFT: (f"UCB1, N = {parent_visits:,}", ""),
    }
    for x, (title, more) in titles.items():
        drawing.write(x, -0.6, title, 0.72, ha="left", weight="bold")
        drawing.write(x, -1.45, more, 0.6, ha="left", color=MUTED)
    draw_legend(drawing, VALUE_LEFT, -1.45, 0.6, color=MUTED)


def _draw_visits(
    drawing: Drawing, rows: Mapping[float, Rating], best_move: Move | None, room: float
) -> None:
    """The moves, and the visits on bars as long as their share; the best move is marked."""
    longest = VISITS_RIGHT - VISITS_LEFT
    for y, one in rows.items():
        bar = VISITS_LEFT, y - BAR / 2, longest * one.share, BAR
        drawing.boxes([bar], VISITS, 2)
        is_best = one.move == best_move
        left = drawing.left + 0.1
        draw_move(drawing, left, y, TABLE - 0.1 - left, one.move, is_best, room)
        look = {"ha": "right", "weight": "bold" if is_best else "normal"}
        drawing.write(VISITS_LEFT + 2.95, y, f"{one.visits:,}", TEXT_SIZE, **look)
        drawing.write(VISITS_RIGHT, y, percent(one.share), TEXT_SIZE, **look)


def _draw_means(drawing: Drawing, rows: Mapping[float, Rating], low: float) -> None:
    """Ticks on intervals, on a scale from `low` to 1."""
    unit = (MEAN_RIGHT - MEAN_LEFT) / ((1 - low) or 1)
    zero = MEAN_LEFT - low * unit
    bottom = min(rows) - 0.55
    height = -1.95 - bottom
    for mean in (low, (low + 1) / 2, 1):
        x = zero + mean * unit
        drawing.boxes([(x - 0.02, bottom, 0.04, height)], EDGE, 1.5)
        drawing.write(x, bottom - 0.3, f"{mean:g}", 0.6, color=MUTED)
    look = {"ha": "left", "weight": "bold"}
    for y, one in rows.items():
        start, end = one.interval
        interval = zero + start * unit, y - 0.2, (end - start) * unit, 0.4
        drawing.boxes([interval], INTERVAL)
        if one.visits:
            x = zero + one.mean * unit
            drawing.boxes([(x - 0.06, y - 0.4, 0.12, 0.8)], EXPLOITATION, 4)
        drawing.write(MEAN_NUMBER, y, number(one.mean), TEXT_SIZE, **look)


def _draw_values(drawing: Drawing, rows: Mapping[float, Rating], values: Sequence[float]) -> None:
    """Bars of the two terms; the numbers of the highest, which is selected next, are bold."""
    bars = lying_bars(VALUE_LEFT, VALUE_RIGHT, values)
    for y, one in rows.items():
        bars.draw(drawing, y, one.mean, one.value)
        text = terms_text(one.mean, one.value)
        text = text.removeprefix(f"{number(one.mean)} ")  # it stands to the left of the bar
        weight = "bold" if one.value == max(values) else "normal"
        drawing.write(VALUE_NUMBERS, y, text, TEXT_SIZE, ha="left", weight=weight)
