"""Pictures of the numbers at one node: the two terms of UCB1, and the visits of a search."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from c4lib.node import SearchNode
from c4lib.phases import ucb1
from c4lib.plots.canvas import TITLE_SIZE, checked_axes, new_axes
from c4lib.plots.palette import EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED, TEXT, VISITS, text_on
from c4lib.search import Search
from c4lib.settings import SearchSettings

LABEL_SIZE = 14  # points
NUMBER_SIZE = 12


def plot_ucb1(
    node_or_search: SearchNode | Search,
    settings: SearchSettings | None = None,
    *,
    values: Sequence[float] | Mapping | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Bars of the two terms of UCB1, stacked, for every child of a node; the highest, which is chosen, is marked.

    Args:
        node_or_search: the parent; of a search the root.
        settings: where c and the value of unvisited children come from; by default those of the search, or
            `SearchSettings()` for a node.
        values: the values of the children, in order or by move, if they are not those of `ucb1`: those of a selection
            rule of your own. The second term is then what they exceed the mean by.
        ax: the Axes to draw on; by default those of a new figure.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: an argument is of the wrong type, the node has no children, or the numbers do not fit together.

    >>> from c4lib import Board, TreeSearch
    >>> search = TreeSearch(Board(), rng=1).run(100)
    >>> plot_ucb1(search, title="At the root").get_title()
    'At the root'
    """
    node, settings = _node_and_settings(node_or_search, settings)
    ax = checked_axes(ax)
    children = node.children
    if not children:
        raise ValueError(f"{node!r} has no children to choose from")
    totals = _values(node, children, settings, values)
    if ax is None:
        ax = new_axes(max(6.0, 1.15 * len(children) + 2), 5)
    _draw_ucb1(ax, children, totals)
    ax.set_xticks(range(len(children)), [f"{child.move}\nn = {child.visits:,}" for child in children])
    ax.set_xlabel("move, and its visits n", fontsize=LABEL_SIZE)
    formula = "" if values is not None else rf"  =  mean + {settings.c:.3g} $\sqrt{{\ln N\,/\,n}}$,  N = {node.visits:,}"
    ax.set_ylabel("value" if values is not None else "UCB1", fontsize=LABEL_SIZE)
    ax.set_title(title or ("value" if values is not None else "UCB1" + formula), fontsize=TITLE_SIZE)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=4, fontsize=NUMBER_SIZE, frameon=False)
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


def _values(node: SearchNode, children: Sequence, settings: SearchSettings, values: object) -> list[float]:
    """The value of each child, from `values` or by UCB1."""
    moves = [child.move for child in children]
    if values is None:
        if not node.visits and any(child.visits for child in children):
            raise ValueError(f"{node!r} has no visits, but its children have: ln 0 has no value")
        return [ucb1(child.wins, child.visits, node.visits, settings.c, settings.unvisited) for child in children]
    if isinstance(values, Mapping):
        if set(values) != set(moves):
            raise ValueError(f"values must be given for the moves {moves}, not for {list(values)}")
        values = [values[move] for move in moves]
    values = [float(value) for value in values]
    if len(values) != len(children) or any(math.isnan(value) for value in values):
        raise ValueError(f"values must be {len(children)} numbers, one for each child, not {values}")
    return values


def _draw_ucb1(ax: Axes, children: Sequence[SearchNode], totals: list[float]) -> None:
    finite = [total for total in totals if math.isfinite(total)] + [1.0]
    top = 1.22 * max(finite)
    best = max(totals)
    label = {"mean": "mean (exploitation)", "second": "exploration", "unvisited": "not visited yet", "best": "chosen"}
    for place, (child, total) in enumerate(zip(children, totals)):
        height = min(total, 0.93 * top)
        if child.visits:
            second = height - child.mean
            ax.bar(place, child.mean, 0.7, color=EXPLOITATION, label=label.pop("mean", None))
            ax.bar(place, second, 0.7, bottom=child.mean, color=EXPLORATION, label=label.pop("second", None))
            _number(ax, place, child.mean / 2, child.mean, EXPLOITATION, child.mean / top)
            _number(ax, place, child.mean + second / 2, second, EXPLORATION, second / top)
        else:
            style = {"color": "white", "edgecolor": VISITS, "hatch": "//", "linewidth": 1}
            ax.bar(place, height, 0.7, label=label.pop("unvisited", None), **style)
        if total == best:
            style = {"color": "none", "edgecolor": HIGHLIGHT, "linewidth": 4}
            ax.bar(place, height, 0.7, label=label.pop("best", None), zorder=3, **style)
        text = "∞" if total == math.inf else f"{total:.2f}"
        weight, colour = ("bold", HIGHLIGHT) if total == best else ("normal", TEXT)
        size = NUMBER_SIZE + 2 if math.isfinite(total) else NUMBER_SIZE + 8
        ax.annotate(text, (place, height), (0, 5), textcoords="offset points", ha="center", fontsize=size, weight=weight, color=colour)
    ax.set_ylim(min(0, *totals), top)
    _plain(ax)


def _number(ax: Axes, x: float, y: float, value: float, colour: str, share: float) -> None:
    """The number in the middle of a bar, if the bar is high enough for it."""
    if share > 0.05:
        ax.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=NUMBER_SIZE, color=text_on(colour))


def _plain(ax: Axes) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=NUMBER_SIZE, length=0, axis="x")
    ax.tick_params(labelsize=NUMBER_SIZE, axis="y")


def plot_visits(search: Search, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Bars of each move's share of the visits at the root, with a dot for its mean; the best move is marked.

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
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['0', '1', '2', '3', '4', '5', '6']
    """
    ax = checked_axes(ax)
    if not all(hasattr(search, name) for name in ("visits", "means", "best_move")):
        raise ValueError(f"this draws a search, with `visits`, `means` and `best_move()`, not {search!r}")
    visits, means = search.visits, search.means
    if not sum(visits.values()):
        raise ValueError("nothing is known about any move yet: call run() first")
    total, best = sum(visits.values()), search.best_move()
    if ax is None:
        ax = new_axes(max(6.0, 1.0 * len(visits) + 1.5), 4.5)
    for place, (move, count) in enumerate(visits.items()):
        share, mean = count / total, means[move]
        ax.bar(place, share, 0.7, color=VISITS, label="share of visits" if place == 0 else None)
        if move == best:
            ax.bar(place, share, 0.7, color="none", edgecolor=HIGHLIGHT, linewidth=4, label="best move", zorder=3)
        colour = HIGHLIGHT if move == best else TEXT
        below = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "ha": "center", "va": "top"}
        weight = "bold" if move == best else "normal"
        ax.annotate(f"{share:.0%}", (place, 0), (0, -24), fontsize=NUMBER_SIZE, color=colour, weight=weight, **below)
        text = "–" if math.isnan(mean) else f"{mean:.2f}"
        ax.annotate(text, (place, 0), (0, -42), fontsize=NUMBER_SIZE, color=EXPLOITATION, **below)
    known = [place for place, move in enumerate(visits) if not math.isnan(means[move])]
    moves = list(visits)
    ax.plot(known, [means[moves[place]] for place in known], "D", color=EXPLOITATION, markersize=10, label="mean", zorder=4, markeredgecolor="white")
    ax.set_xticks(range(len(visits)), [str(move) for move in visits])
    ax.set_ylim(min(0, *(means[moves[place]] for place in known)), 1.02)
    _plain(ax)
    ax.legend(fontsize=NUMBER_SIZE, frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1))
    if title:
        ax.set_title(title, fontsize=TITLE_SIZE, pad=34)
    return ax
