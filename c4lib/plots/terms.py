"""Pictures of the numbers at one node: the two terms of UCB1, and the visits of a search."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from c4lib.node import SearchNode
from c4lib.phases import ucb1
from c4lib.plots.canvas import (
    EXPLOITATION,
    EXPLORATION,
    HIGHLIGHT,
    TEXT,
    TITLE_SIZE,
    VISITS,
    checked_axes,
    new_axes,
    text_on,
)
from c4lib.search import Search
from c4lib.settings import SearchSettings

SIZE = 14  # of texts, in points
BAR = 0.72  # width of a bar


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
        values: the values of the children, in order or by move, where they are not those of `ucb1`: those of a
            selection rule of your own. The second term is then what they exceed the mean by.
        ax: the Axes to draw on; by default those of a new figure.
        title: written above, instead of the formula.

    Returns:
        The Axes.

    Raises:
        ValueError: an argument is of the wrong type, the node has no children, or the numbers do not fit together.

    >>> from c4lib import Board, TreeSearch
    >>> ax = plot_ucb1(TreeSearch(Board(), rng=1).run(100))
    >>> ax.get_xticklabels()[3].get_text()
    '3\\nn = 24'
    """
    node, settings = _node_and_settings(node_or_search, settings)
    ax = checked_axes(ax)
    children = node.children
    if not children:
        raise ValueError(f"{node!r} has no children to choose from")
    totals = _totals(node, settings, values)
    if ax is None:
        ax = new_axes(max(6.5, 1.2 * len(children) + 1.5), 5)
    _draw_terms(ax, children, totals)
    ax.set_xticks(range(len(children)), [f"{child.move}\nn = {child.visits:,}" for child in children])
    formula = rf"UCB1 = mean + {settings.c:.3g} $\sqrt{{\ln N\,/\,n}}$,  N = {node.visits:,}"
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
        return [ucb1(child.wins, child.visits, node.visits, settings.c, settings.unvisited) for child in children]
    moves = [child.move for child in children]
    if isinstance(values, Mapping):
        if set(values) != set(moves):
            raise ValueError(f"values must be given for the moves {moves}, not for {list(values)}")
        values = [values[move] for move in moves]
    values = [float(value) for value in values]
    if len(values) != len(moves) or any(math.isnan(value) for value in values):
        raise ValueError(f"values must be {len(moves)} numbers, one for each child, not {values}")
    return values


def _draw_terms(ax: Axes, children: Sequence[SearchNode], totals: Sequence[float]) -> None:
    finite = [0.0, *(total for total in totals if math.isfinite(total))]
    finite += [child.mean for child in children if child.visits]
    low, high = min(finite), max(*finite, 0.5)
    top = high + (0.2 * (high - low) if math.inf in totals else 0)  # so high are the bars of infinite value
    best = max(totals)
    chosen = "chosen" if totals.count(best) == 1 else "highest: one of these is chosen"
    decimals = _decimals(totals)
    for place, (child, total) in enumerate(zip(children, totals)):
        height = min(max(total, low), top)
        if child.visits:
            second = height - child.mean
            ax.bar(place, child.mean, BAR, color=EXPLOITATION, label="mean (exploitation)")
            # Over a mean below 0, the second term is narrower, to show both.
            width = BAR if child.mean >= 0 else BAR / 2
            ax.bar(place, second, width, bottom=child.mean, color=EXPLORATION, label="exploration")
            for value, middle, colour in (
                (child.mean, child.mean / 2, EXPLOITATION),
                (total - child.mean, child.mean + second / 2, EXPLORATION),
            ):
                if child.mean >= 0 and value > 0.06 * (top - low):  # there is room for the number
                    text = "∞" if math.isinf(value) else f"{value:.2f}"
                    ax.text(place, middle, text, ha="center", va="center", fontsize=SIZE, color=text_on(colour))
        else:
            hatched = {"color": "white", "edgecolor": VISITS, "hatch": "//", "linewidth": 1}
            ax.bar(place, height, BAR, label="not visited yet", **hatched)
        if total == best:
            ax.bar(place, height, BAR, fill=False, edgecolor=HIGHLIGHT, linewidth=4, label=chosen, zorder=3)
        ax.annotate(
            ("∞" if total > 0 else "-∞") if math.isinf(total) else f"{total:.{decimals}f}",
            (place, max(height, 0)),
            (0, 6),
            textcoords="offset points",
            ha="center",
            fontsize=SIZE if math.isfinite(total) else SIZE + 8,
            weight="bold" if total == best else "normal",
            color=HIGHLIGHT if total == best else TEXT,
        )
    ax.set_ylim(low - 0.02 * (top - low) if low < 0 else 0, top + 0.13 * (top - low))


def _decimals(totals: Sequence[float]) -> int:
    """How many decimals tell the highest from all that are lower: 2 to 4."""
    best = max(totals)
    for decimals in (2, 3):
        if not any(f"{total:.{decimals}f}" == f"{best:.{decimals}f}" for total in totals if total != best):
            return decimals
    return 4


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
    >>> [text.get_text() for text in ax.texts][:4]
    ['visits', '14%', '8%', '8%']
    """
    ax = checked_axes(ax)
    if not all(hasattr(search, name) for name in ("visits", "means", "best_move")):
        raise ValueError(f"this draws a search, with `visits`, `means` and `best_move()`, not {search!r}")
    visits, means = search.visits, search.means
    total = sum(visits.values())
    if not total:
        raise ValueError("nothing is known about any move yet: call run() first")
    if ax is None:
        ax = new_axes(max(6.5, 1.1 * len(visits) + 1.5), 4.8)
    best = search.best_move()
    for place, (move, count) in enumerate(visits.items()):
        ax.bar(place, count / total, BAR, color=VISITS, label="share of visits")
        if move == best:
            ax.bar(place, count / total, BAR, fill=False, edgecolor=HIGHLIGHT, linewidth=4, label="best move", zorder=3)
        if not math.isnan(means[move]):
            dot = {"color": EXPLOITATION, "markersize": 12, "markeredgecolor": "white", "clip_on": False, "zorder": 4}
            ax.plot(place, means[move], "D", label="mean", **dot)
    ax.set_xticks(range(len(visits)), [str(move) for move in visits])
    ax.tick_params(axis="x", pad=8)
    rows = {
        "visits": [_percent(count / total) for count in visits.values()],
        "mean": ["–" if math.isnan(mean) else f"{mean:.2f}" for mean in means.values()],
    }
    _write_below(ax, rows, list(visits).index(best))
    lowest = min(0, *(mean for mean in means.values() if not math.isnan(mean)))
    ax.set(ylim=(lowest, 1.05), xlim=(-0.6, len(visits) - 0.4))
    _finish(ax, title)
    return ax


def _write_below(ax: Axes, rows: Mapping[str, Sequence[str]], best: int) -> None:
    """Write rows of texts, each with its name, below the numbers of the columns; those of the best one marked."""
    for number, (name, texts) in enumerate(rows.items()):
        colour = EXPLOITATION if name == "mean" else TEXT
        place = {
            "xytext": (0, -31 - 21 * number), "xycoords": ("data", "axes fraction"), "textcoords": "offset points",
            "va": "top", "fontsize": SIZE,
        }  # fmt: skip
        ax.annotate(name, (-0.62, 0), ha="right", color=colour, **place)
        for x, text in enumerate(texts):
            marked = {"color": HIGHLIGHT, "weight": "bold"} if x == best else {"color": colour}
            ax.annotate(text, (x, 0), ha="center", **marked, **place)


def _percent(share: float) -> str:
    return "<1%" if 0 < share < 0.005 else f"{share:.0%}"


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
    if title:
        ax.set_title(title, fontsize=TITLE_SIZE, color=TEXT, pad=34)
