"""Pictures of what a search knows about moves: the two terms of UCB1, the visits, and the table of
ratings.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from c4lib.node import Move, SearchNode
from c4lib.phases import ucb1
from c4lib.plots.board import draw_mark
from c4lib.plots.canvas import (
    EDGE,
    EXPLOITATION,
    EXPLORATION,
    HIGHLIGHT,
    MUTED,
    OUTSIDE,
    TEXT,
    VISITS,
    Drawing,
    Keys,
    checked_axes,
    glyphs,
    text_on,
    write_title,
)
from c4lib.plots.hex import side_name
from c4lib.search import Search
from c4lib.settings import SearchSettings

# -------------------------------------------------------------------- numbers as text


def number(value: float, decimals: int = 2) -> str:
    """A value with two decimals, ∞, or – for NaN. (In a `Selection` the lowest float stands for
    `unvisited=-inf`.)

    >>> number(0.625), number(-math.inf), number(math.nan), number(1.4536, 3)
    ('0.62', '-∞', '–', '1.454')
    """
    if math.isnan(value):
        return "–"
    if abs(value) >= sys.float_info.max:
        return "∞" if value > 0 else "-∞"
    return f"{value:.{decimals}f}"


def percent(share: float) -> str:
    """A share in percent, without decimals.

    >>> percent(0.217), percent(0.001), percent(0)
    ('22%', '<1%', '0%')
    """
    return "<1%" if 0 < share < 0.005 else f"{share:.0%}"


def write_c(c: float, style: str = "g") -> str:
    """The exploration constant as text: √2, or a number in this format.

    >>> write_c(math.sqrt(2)), write_c(0.5), write_c(0.5, ".2f")
    ('√2', '0.5', '0.50')
    """
    return "√2" if c == math.sqrt(2) else f"{c:{style}}"


def terms_text(mean: float, value: float) -> str:
    """The two terms of a `value` and their sum, or why it has none.

    >>> terms_text(0.625, 1.035), terms_text(math.nan, math.inf), terms_text(0.625, -math.inf)
    ('0.62 + 0.41 = 1.03', 'unvisited: ∞', 'proven')
    """
    if math.isnan(mean):
        return f"unvisited: {number(value)}"
    if value == -math.inf:
        return "proven"
    return f"{number(mean)} + {number(value - mean)} = {number(value)}"


# -------------------------------------------------------------------- the two terms as a bar

LEGEND = (("mean", EXPLOITATION), ("+ exploration", EXPLORATION))


class BarPart(NamedTuple):
    """A part of a bar: its colour, where it starts and ends, and the term that it stands for."""

    colour: str
    start: float
    end: float
    term: float


def bar_parts(mean: float, value: float, low: float = 0, high: float = math.inf) -> list[BarPart]:
    """The parts of the bar of a `value`: the mean, and on top of it the exploration, cut off at
    `low` and `high`.

    An unvisited move (its mean is NaN) has one part, and a proven one (its value is -∞) has none.

    >>> [(part.start, part.end) for part in bar_parts(0.5, 1.25)], bar_parts(0.5, -math.inf)
    ([(0.0, 0.5), (0.5, 1.25)], [])
    """
    end = min(max(value, low), high)
    if math.isnan(mean):
        return [BarPart(VISITS, 0.0, end, value)]
    if value == -math.inf:
        return []
    split = min(max(mean, low), end)
    return [BarPart(EXPLOITATION, 0.0, split, mean), BarPart(EXPLORATION, split, end, value - mean)]


def largest_finite(values: Iterable[float]) -> float:
    """The value of the longest bar: the largest one that is finite; 1 if none is above 0.

    >>> largest_finite([0.5, 1.2, math.inf]), largest_finite([0.0, -1.0, math.inf])
    (1.2, 1.0)
    """
    return max((value for value in values if 0 < value < math.inf), default=1.0)


def draw_bars(
    drawing: Drawing,
    bars: Mapping[float, tuple[float, float]],
    start: float,
    length: float,
    largest: float,
    thickness: float = 0.72,
    upright: bool = False,
    keys: Keys = None,
) -> None:
    """Draw the two terms of each move as a stacked bar, to the right or `upright`.

    Args:
        bars: the (mean, value) of each move, by the y (`upright`: the x) of the middle of its bar.
        start: where the bars start.
        length: the length of the bar of `largest`, and of that of an infinite value.
        keys: names of the bars, see `Keys`.
    """
    shapes, names = ({EXPLOITATION: [], EXPLORATION: [], VISITS: []} for _ in range(2))
    for key, (middle, (mean, value)) in zip(keys or bars, bars.items()):
        for part in bar_parts(mean, value, high=largest):
            along = (
                start + part.start / largest * length,
                (part.end - part.start) / largest * length,
            )
            across = middle - thickness / 2, thickness
            (x, width), (y, height) = (across, along) if upright else (along, across)
            shapes[part.colour].append((x, y, width, height))
            names[part.colour].append(f"{part.colour} {key}")
    for colour, rectangles in shapes.items():
        drawing.boxes(rectangles, colour, keys=names[colour] if keys else None)


def draw_legend(
    drawing: Drawing, x: float, y: float, size: float, words: Iterable = LEGEND, **look: str
) -> None:
    """Write (text, colour) pairs in a line, with a square of the colour, if it is not None, before
    the text.
    """
    for text, colour in words:
        if colour:
            drawing.boxes([(x, y - 0.48 * size, 0.96 * size, 0.96 * size)], colour)
            x += 1.3 * size
        drawing.write(x, y, text, size, ha="left", **look)
        x += (glyphs(text, look.get("weight", "normal"))[1] + 0.6) * size


def draw_move(
    drawing: Drawing, left: float, y: float, width: float, move: Move, is_marked: bool
) -> dict[str, str]:
    """Write a `move` at the left end of its row, which is marked or not, and return the look for
    the row's numbers.
    """
    look = {"color": HIGHLIGHT, "weight": "bold"} if is_marked else {}
    if is_marked:
        drawing.boxes([(left, y - 0.5, width, 1)], OUTSIDE, 1, rounding=0.3)
        drawing.write(left + 0.25, y, "›", 0.95, **look)
    size = min(0.85, 1 / glyphs(f"{move}", "bold")[1])  # beside the mark and the bars
    drawing.write(left + 0.95, y, f"{move}", size, **{"weight": "bold", **look})
    return look


# -------------------------------------------------------------------- pictures on axes with a scale

SIZE = 14  # of texts, in points
BAR = 0.72  # width of a bar
BAR_LOOKS = {
    EXPLOITATION: {"color": EXPLOITATION, "label": "mean (exploitation)"},
    EXPLORATION: {"color": EXPLORATION, "label": "exploration"},
    VISITS: {
        "color": "white",
        "edgecolor": VISITS,
        "hatch": "//",
        "linewidth": 1,
        "label": "not visited yet",
    },
}


def plot_ucb1(
    node_or_search: SearchNode | Search,
    settings: SearchSettings | None = None,
    *,
    values: Sequence[float] | Mapping | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """A stacked bar of the two terms of UCB1 for every child of a node; the highest, which is
    chosen, is marked.

    Args:
        node_or_search: the parent; of a search the root.
        settings: where c and the value of unvisited children come from; by default those of the
            search, or `SearchSettings()` for a node.
        values: the values of the children by a selection rule of your own, in order or by move. The
            second term is then what they exceed the mean by.
        ax: the Axes to draw on; by default those of a new figure.
        title: written above, instead of the formula.

    Returns:
        The Axes.

    Raises:
        ValueError: an argument is of the wrong type, the node has no children, or the numbers do
            not fit together.

    >>> from c4lib import Board, TreeSearch
    >>> ax = plot_ucb1(TreeSearch(Board(), rng=1).run(100))
    >>> ax.get_xticklabels()[3].get_text()
    '3\\nn = 24'
    """
    node, settings = _node_and_settings(node_or_search, settings)
    children = node.children
    if not children:
        raise ValueError(f"{node!r} has no children to choose from")
    totals = _totals(node, settings, values)
    ax = checked_axes(ax, max(6.5, 1.2 * len(children) + 1.5), 5)
    _draw_values(ax, children, totals)
    ax.set_xticks(
        range(len(children)), [f"{child.move}\nn = {child.visits:,}" for child in children]
    )
    formula = rf"UCB1 = mean + {settings.c:.3g} $\sqrt{{\ln{{N}}\,/\,n}}$,  N = {node.visits:,}"
    _finish(ax, title or ("value of each child" if values is not None else formula))
    return ax


def _node_and_settings(given: object, settings: object) -> tuple[SearchNode, SearchSettings]:
    if isinstance(given, Search):
        node, settings = given.root, given.settings if settings is None else settings
    elif isinstance(given, SearchNode):
        node, settings = given, SearchSettings() if settings is None else settings
    else:
        raise ValueError(f"this draws a SearchNode or a search, not {given!r}")
    if not isinstance(settings, SearchSettings):
        raise ValueError(f"settings must be a SearchSettings, not {settings!r}")
    return node, settings


def _totals(node: SearchNode, settings: SearchSettings, values: object) -> list[float]:
    """The value of each child: by UCB1, or as given in `values`."""
    children = node.children
    if values is None:
        if not node.visits and any(child.visits for child in children):
            raise ValueError(f"{node!r} has no visits, but its children have: ln 0 has no value")
        return [
            ucb1(child.wins, child.visits, node.visits, settings.c, settings.unvisited)
            for child in children
        ]
    moves = [child.move for child in children]
    if isinstance(values, Mapping):
        if set(values) != set(moves):
            raise ValueError(f"values must be given for the moves {moves}, not for {list(values)}")
        values = [values[move] for move in moves]
    values = [float(value) for value in values]
    if len(values) != len(moves) or any(math.isnan(value) for value in values):
        raise ValueError(f"values must be {len(moves)} numbers, one for each child, not {values}")
    return values


def _draw_values(ax: Axes, children: Sequence[SearchNode], totals: Sequence[float]) -> None:
    finite = [0.0, *(total for total in totals if math.isfinite(total))]
    finite += [child.mean for child in children if child.visits]
    low, high = min(finite), max(*finite, 0.5)
    top = high + (
        0.2 * (high - low) if math.inf in totals else 0
    )  # the height of the bars of infinite value
    best, decimals = max(totals), _decimals(totals)
    chosen = "chosen" if totals.count(best) == 1 else "highest: one of these is chosen"
    for index, (child, total) in enumerate(zip(children, totals)):
        height = min(max(total, low), top)
        _draw_parts(ax, index, child.mean, total, low, top)
        look = {"fontsize": SIZE if math.isfinite(total) else SIZE + 8, "color": TEXT}
        if total == best:
            _mark(ax, index, height, chosen)
            look |= {"color": HIGHLIGHT, "weight": "bold"}
        above = index, max(height, 0)
        ax.annotate(
            number(total, decimals), above, (0, 6), textcoords="offset points", ha="center", **look
        )
    ax.set_ylim(low - 0.02 * (top - low) if low < 0 else 0, top + 0.13 * (top - low))


def _draw_parts(ax: Axes, x: float, mean: float, total: float, low: float, top: float) -> None:
    for part in bar_parts(mean, total, low, top):
        # Over a mean below 0, the second term is narrower, to show both.
        width = BAR / 2 if mean < 0 and part.colour == EXPLORATION else BAR
        ax.bar(x, part.end - part.start, width, bottom=part.start, **BAR_LOOKS[part.colour])
        if mean >= 0 and part.end - part.start > 0.06 * (top - low):  # there is room for the number
            middle = {"ha": "center", "va": "center", "color": text_on(part.colour)}
            ax.text(x, (part.start + part.end) / 2, number(part.term), fontsize=SIZE, **middle)


def _mark(ax: Axes, x: float, height: float, label: str) -> None:
    ax.bar(x, height, BAR, fill=False, edgecolor=HIGHLIGHT, linewidth=4, label=label, zorder=3)


def _decimals(totals: Sequence[float]) -> int:
    """How many decimals it takes to tell the highest from the lower ones: 2 to 4."""
    best = max(totals)
    for decimals in (2, 3):
        if not any(
            f"{total:.{decimals}f}" == f"{best:.{decimals}f}" for total in totals if total != best
        ):
            return decimals
    return 4


def plot_visits(search: Search, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Bars of each move's share of the visits at the root, with a dot for its mean; the best move
    is marked.

    Args:
        search: anything that has `visits`, `means` and `best_move()`.
        ax: the Axes to draw on; by default those of a new figure.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: `search` is something else, or there was no iteration yet.

    >>> from c4lib import Board, TreeSearch
    >>> ax = plot_visits(TreeSearch(Board(), rng=1).run(100))
    >>> [text.get_text() for text in ax.texts][:4]
    ['visits', '14%', '8%', '8%']
    """
    if not all(hasattr(search, name) for name in ("visits", "means", "best_move")):
        raise ValueError(
            f"this draws a search, with `visits`, `means` and `best_move()`, not {search!r}"
        )
    visits, means = search.visits, search.means
    if not any(visits.values()):
        raise ValueError("nothing is known about any move yet: call run() first")
    shares = [count / sum(visits.values()) for count in visits.values()]
    known = {index: mean for index, mean in enumerate(means.values()) if not math.isnan(mean)}
    best = list(visits).index(search.best_move())
    ax = checked_axes(ax, max(6.5, 1.1 * len(visits) + 1.5), 4.8)
    ax.bar(range(len(visits)), shares, BAR, color=VISITS, label="share of visits")
    _mark(ax, best, shares[best], "best move")
    dot = {
        "color": EXPLOITATION,
        "markersize": 12,
        "markeredgecolor": "white",
        "clip_on": False,
        "zorder": 4,
    }
    for index, mean in known.items():
        ax.plot(index, mean, "D", label="mean", **dot)
    ax.set_xticks(range(len(visits)), [str(move) for move in visits])
    ax.tick_params(axis="x", pad=8)
    _write_below(ax, {"visits": map(percent, shares), "mean": map(number, means.values())}, best)
    ax.set(ylim=(min(0, *known.values()), 1.05), xlim=(-0.6, len(visits) - 0.4))
    _finish(ax, title)
    return ax


def _write_below(ax: Axes, rows: Mapping[str, Iterable[str]], best: int) -> None:
    """Write rows of texts, each with its name, below the numbers of the columns; those of the best
    one marked.
    """
    for row, (name, texts) in enumerate(rows.items()):
        colour = EXPLOITATION if name == "mean" else TEXT
        below = {
            "xytext": (0, -31 - 21 * row), "xycoords": ("data", "axes fraction"), "textcoords": "offset points",
            "va": "top", "fontsize": SIZE,
        }  # fmt: skip
        ax.annotate(name, (-0.62, 0), ha="right", color=colour, **below)
        for x, text in enumerate(texts):
            look = {"color": HIGHLIGHT, "weight": "bold"} if x == best else {"color": colour}
            ax.annotate(text, (x, 0), ha="center", **look, **below)


def _finish(ax: Axes, title: str | None) -> None:
    """Large texts, a legend between the title and the bars, nothing that is not needed."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(axis="x", labelsize=SIZE, length=0)
    ax.tick_params(axis="y", labelsize=SIZE - 2)
    handles = dict(zip(*ax.get_legend_handles_labels()[::-1]))  # one for each label
    order = ["mean (exploitation)", "exploration", "not visited yet", "share of visits", "mean"]
    labels = sorted(handles, key=lambda label: order.index(label) if label in order else len(order))
    ax.legend(
        [handles[label] for label in labels], labels, ncols=len(labels), fontsize=SIZE - 2, frameon=False,
        loc="lower center", bbox_to_anchor=(0.5, 1), borderaxespad=0.2, columnspacing=1.4, handlelength=1.5,
    )  # fmt: skip
    write_title(ax, title, pad=34)


# -------------------------------------------------------------------- the table of ratings

# Where things stand in it, in heights of a row.
VISITS_LEFT, VISITS_RIGHT = 1.7, 6.7
MEAN_LEFT, MEAN_RIGHT, MEAN_NUMBER = 7.4, 11.7, 12.1
VALUE_LEFT, VALUE_RIGHT, VALUE_NUMBERS = 14.4, 18, 18.3
TABLE, EXACT = 23.6, 2.2  # width without the column of exact results, and width of that column
TEXT_SIZE = 0.64
MOST_ROWS = 7  # that can be read from the back of a room
INTERVAL = "#8CC0E6"  # a light tone of the mean's colour


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
    """A table with a row for each move: share of visits, mean with its interval, and the two terms
    of UCB1.

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
    drawing = Drawing.within(ax, 0, TABLE if marks is None else TABLE + EXACT, -height, 0)
    if not ratings:
        drawing.write(TABLE / 2, -height / 2, "no move to rate", 1, color=MUTED)
        return
    rows = {-2.5 - row: one for row, one in enumerate(rated_page(ratings, best_move, page))}
    _write_header(drawing, side_name(node.game, node.game.to_move), node.visits)
    _draw_visits(drawing, rows, best_move)
    _draw_means(drawing, rows, low)
    _draw_terms(drawing, rows, [one.value for one in ratings])
    _write_hidden(drawing, min(rows) - 0.95, len(ratings) - len(rows))
    note = "* Wilson, as if the playouts were independent: only the luck of the playouts"
    drawing.write(0.4, min(rows) - 1.6, note, 0.6, ha="left", color=MUTED)
    if marks is not None:
        drawing.write(TABLE + EXACT / 2, -0.6, "exact", 0.72, weight="bold")
        for y, one in rows.items():
            if marks.get(one.move):
                draw_mark(drawing, TABLE + EXACT / 2, y, marks[one.move], 2)


def rated_page(ratings: Sequence[Rating], best_move: Move | None, page: int) -> Sequence[Rating]:
    """All ratings if they can be read, in the order of the moves; else those of a page, the best
    move first, then by visits.

    >>> ratings = [Rating(move, move, 0.1, 0.5, (0.4, 0.6), 0.7) for move in range(9)]
    >>> [[one.move for one in rated_page(ratings, 5, page)] for page in (0, 1)]
    [[5, 8, 7, 6, 4, 3, 2], [1, 0]]
    """
    if len(ratings) <= MOST_ROWS:
        return ratings
    ordered = sorted(ratings, key=lambda one: (one.move != best_move, -one.visits))
    first = page * MOST_ROWS % (math.ceil(len(ratings) / MOST_ROWS) * MOST_ROWS)
    return ordered[first : first + MOST_ROWS]


def _write_hidden(drawing: Drawing, y: float, count: int) -> None:
    """How many moves are not shown, if any; a click there is told."""
    if count:
        drawing.write(
            0.4, y, f"+ {count} not shown ›", 0.6, ha="left", weight="bold", color=HIGHLIGHT
        )
        drawing.spots(
            [(0.1, y - 0.4, VISITS_RIGHT - 0.1, 0.8)],
            ["more"],
            ["show the next moves, by their visits"],
        )


def _write_header(drawing: Drawing, name: str, parent_visits: int) -> None:
    """Two lines above the columns."""
    for x, title, more in (
        (VISITS_LEFT, "visits", "and their share"),
        (MEAN_LEFT, f"mean for {name}", "with 95% interval*"),
        (VALUE_LEFT, f"UCB1, N = {parent_visits:,}", ""),
    ):
        drawing.write(x, -0.6, title, 0.72, ha="left", weight="bold")
        drawing.write(x, -1.45, more, 0.6, ha="left", color=MUTED)
    draw_legend(drawing, VALUE_LEFT, -1.45, 0.6, color=MUTED)


def _draw_visits(drawing: Drawing, rows: Mapping[float, Rating], best_move: Move | None) -> None:
    """The moves, and the visits on bars as long as their share; the best move is marked."""
    longest = VISITS_RIGHT - VISITS_LEFT
    drawing.boxes(
        [(VISITS_LEFT, y - 0.36, longest * one.share, 0.72) for y, one in rows.items()], VISITS, 2
    )
    for y, one in rows.items():
        draw_move(drawing, 0.1, y, TABLE - 0.2, one.move, one.move == best_move)
        weight = "bold" if one.move == best_move else "normal"
        drawing.write(
            VISITS_LEFT + 2.95, y, f"{one.visits:,}", TEXT_SIZE, ha="right", weight=weight
        )
        drawing.write(VISITS_RIGHT, y, percent(one.share), TEXT_SIZE, ha="right", weight=weight)


def _draw_means(drawing: Drawing, rows: Mapping[float, Rating], low: float) -> None:
    """Ticks on intervals, on a scale from `low` to 1."""

    def x(mean: float) -> float:
        return MEAN_LEFT + (MEAN_RIGHT - MEAN_LEFT) * (mean - low) / ((1 - low) or 1)

    bottom = min(rows) - 0.55
    for mean in (low, (low + 1) / 2, 1):
        drawing.boxes([(x(mean) - 0.02, bottom, 0.04, -1.95 - bottom)], EDGE, 1.5)
        drawing.write(x(mean), bottom - 0.3, f"{mean:g}", 0.6, color=MUTED)
    intervals = [
        (x(one.interval[0]), y - 0.2, x(one.interval[1]) - x(one.interval[0]), 0.4)
        for y, one in rows.items()
    ]
    drawing.boxes(intervals, INTERVAL)
    drawing.boxes(
        [(x(one.mean) - 0.06, y - 0.4, 0.12, 0.8) for y, one in rows.items() if one.visits],
        EXPLOITATION,
        4,
    )
    for y, one in rows.items():
        drawing.write(
            MEAN_NUMBER,
            y,
            number(one.mean),
            TEXT_SIZE,
            ha="left",
            color=EXPLOITATION,
            weight="bold",
        )


def _draw_terms(drawing: Drawing, rows: Mapping[float, Rating], values: Sequence[float]) -> None:
    """Bars of the two terms; the numbers of the highest of all values, which is selected next, are
    bold.
    """
    bars = {y: (one.mean, one.value) for y, one in rows.items()}
    draw_bars(drawing, bars, VALUE_LEFT, VALUE_RIGHT - VALUE_LEFT, largest_finite(values))
    for y, (mean, value) in bars.items():
        text = terms_text(mean, value).removeprefix(
            f"{number(mean)} "
        )  # the mean stands to the left of the bar
        drawing.write(
            VALUE_NUMBERS,
            y,
            text,
            TEXT_SIZE,
            ha="left",
            weight="bold" if value == max(values) else "normal",
        )
