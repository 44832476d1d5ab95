"""The search tree as a tidy drawing."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping
from itertools import count
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from c4lib.board import Board
from c4lib.checks import whole_number
from c4lib.node import SearchNode
from c4lib.plots.board import draw_board, draw_discs
from c4lib.plots.canvas import circles, drawing_axes, polygons, rectangle, write
from c4lib.plots.palette import EDGE, HIGHLIGHT, MEAN, MUTED, TEXT, UNVISITED, text_on
from c4lib.search import Search

GAP = 0.14  # between neighbours, in units; the node with the most visits is one unit wide
DROP = 0.5  # height of the row of moves above the nodes
STUB = 0.32  # height of the row below the nodes, for the marks of hidden children


def plot_tree(
    tree: SearchNode | Search,
    *,
    path: Iterable[SearchNode] = (),
    max_nodes: int = 60,
    min_visits: int = 0,
    max_depth: int | None = None,
    boards: bool = False,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """The search tree: in every node wins/visits, on every edge its move; wide edges and nodes have many visits.

    The colour of a node is its mean, for the player whose wins it counts. Of a big tree the most visited nodes are
    drawn, and it is noted how many are not; `+3` below a node: three of its children are not drawn.

    Args:
        tree: the root of what is to be drawn, or a search.
        path: nodes to mark, such as the path of a `Selection`; they are drawn in any case.
        max_nodes: the most nodes to draw.
        min_visits: leave out nodes with fewer visits.
        max_depth: leave out nodes more than so many moves below the root.
        boards: draw the positions.
        ax: the Axes to draw on; by default those of a new figure.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: an argument is of the wrong type, or a node of the `path` is not in the tree.

    >>> from c4lib import Board, TreeSearch
    >>> search = TreeSearch(Board(), rng=1).run(10)
    >>> plot_tree(search, title="After ten iterations").get_title()
    'After ten iterations'
    """
    root, total, low = _root_of(tree)
    path = _checked_path(root, path)
    max_nodes = whole_number("max_nodes", max_nodes, at_least=1)
    min_visits = whole_number("min_visits", min_visits, at_least=0)
    deepest = math.inf if max_depth is None else whole_number("max_depth", max_depth, at_least=0)
    if boards and not isinstance(root.game, Board):
        raise ValueError(f"boards=True draws Connect Four, not {root.game!r}")
    shown = most_visited(root, path, max_nodes, min_visits, deepest)
    sizes = _board_sizes(shown, root.game) if boards else _circle_sizes(shown)
    layout = tidy_layout(root, shown, sizes)
    return _draw_tree(ax, root, layout, path, total - len(shown), low, boards, title)


def _root_of(tree: object) -> tuple[SearchNode, int, float]:
    """The root, how many nodes there are, and the lowest mean there can be."""
    if isinstance(tree, Search):
        return tree.root, tree.node_count, min(0.0, tree.settings.loss)
    if isinstance(tree, SearchNode):
        return tree, 1 + len(tree.descendants), 0.0
    raise ValueError(f"this draws a tree: the SearchNode at its root, or a search, not {tree!r}")


def _checked_path(root: SearchNode, path: object) -> dict[SearchNode, None]:
    """The nodes of the `path` and all between them and the root."""
    if not isinstance(path, Iterable):
        raise ValueError(f"path must be nodes of the tree, not {path!r}")
    checked = {}
    for node in path:
        above = node
        while isinstance(above, SearchNode) and above is not root:
            above = above.parent
        if above is not root:
            raise ValueError(f"path: {node!r} is not a node of this tree")
        checked[node] = None
    return checked


# -------------------------------------------------------------------- which nodes, and where


def most_visited(
    root: SearchNode, path: Iterable[SearchNode], max_nodes: int, min_visits: int, deepest: float
) -> dict[SearchNode, int]:
    """The nodes to draw, with their depth below the `root`: the path, and the most visited others; always connected.

    >>> from c4lib import Board, TreeSearch
    >>> search = TreeSearch(Board(), rng=1).run(100)
    >>> len(most_visited(search.root, (), 60, 0, math.inf)), len(most_visited(search.root, (), 60, 0, 1))
    (60, 8)
    """
    shown = {root: 0}
    for node in path:
        missing = []
        while node not in shown:
            missing.append(node)
            node = node.parent
        for below in reversed(missing):
            shown[below] = shown[below.parent] + 1
    number = count()  # of equally visited nodes, the first one found comes first
    waiting: list[tuple[int, int, SearchNode]] = []

    def add_children(node: SearchNode) -> None:
        for child in node.children:
            if child not in shown and child.visits >= min_visits and shown[node] < deepest:
                heapq.heappush(waiting, (-child.visits, next(number), child))

    for node in tuple(shown):
        add_children(node)
    while waiting and len(shown) < max_nodes:
        node = heapq.heappop(waiting)[-1]
        shown[node] = shown[node.parent] + 1
        add_children(node)
    return shown


class Size(NamedTuple):
    """Half the width and half the height of a node."""

    x: float
    y: float


class Layout(NamedTuple):
    """Where everything is drawn.

    Attributes:
        centres: the middle of each node.
        sizes: the half widths and heights of each node.
        children: the drawn children of each node.
        reach: half the height of the highest node: rows are the same height.
    """

    centres: dict[SearchNode, tuple[float, float]]
    sizes: Mapping[SearchNode, Size]
    children: dict[SearchNode, list[SearchNode]]
    reach: float


def tidy_layout(root: SearchNode, shown: Mapping[SearchNode, int], sizes: Mapping[SearchNode, Size]) -> Layout:
    """A place for every node: one row per depth, parents above the middle of their children, no overlaps.

    After Reingold and Tilford (1981): subtrees are pushed together until their outlines touch. That is done from the
    left and from the right; the average of the two is free of overlaps, too, and symmetric where the tree is.
    """
    children = {node: [child for child in node.children if child in shown] for node in shown}
    width = {node: sizes[node].x + GAP / 2 for node in shown}
    from_left = _pushed_together(root, children, width)
    mirrored = {node: below[::-1] for node, below in children.items()}
    from_right = _pushed_together(root, mirrored, width)
    x = {node: (from_left[node] - from_right[node]) / 2 for node in shown}
    widest = max((x[below[-1]] - x[below[0]] for below in children.values() if below), default=0)
    reach = max(size.y for size in sizes.values())
    step = 2 * reach + STUB + DROP + min(max(0.7, 0.09 * widest), 2)
    centres = {node: (x[node], -depth * step) for node, depth in shown.items()}
    return Layout(centres, sizes, children, reach)


def _pushed_together(
    root: SearchNode, children: Mapping[SearchNode, list[SearchNode]], width: Mapping[SearchNode, float]
) -> dict[SearchNode, float]:
    """The x of every node when each subtree stands as far to the left as those before it allow."""
    offset = {root: 0.0}  # of each node from its parent

    def outline(node: SearchNode) -> tuple[list[float], list[float]]:
        """The left and right borders of the subtree, row by row, with the node at 0."""
        lefts: list[float] = []
        rights: list[float] = []
        for child in children[node]:
            child_lefts, child_rights = outline(child)
            offset[child] = max((right - left for right, left in zip(rights, child_lefts)), default=0.0)
            lefts += [left + offset[child] for left in child_lefts[len(lefts) :]]
            rights[: len(child_rights)] = [right + offset[child] for right in child_rights]
        if children[node]:
            middle = (offset[children[node][0]] + offset[children[node][-1]]) / 2
            for child in children[node]:
                offset[child] -= middle
            lefts, rights = [left - middle for left in lefts], [right - middle for right in rights]
        return [-width[node], *lefts], [width[node], *rights]

    outline(root)
    x = {root: 0.0}
    for node in children:  # parents come before their children
        for child in children[node]:
            x[child] = x[node] + offset[child]
    return x


def _circle_sizes(shown: Iterable[SearchNode]) -> dict[SearchNode, Size]:
    most = max(node.visits for node in shown) or 1
    radius = {node: 0.28 + 0.22 * math.sqrt(node.visits / most) for node in shown}
    return {node: Size(radius[node], radius[node]) for node in shown}


def _board_sizes(shown: Iterable[SearchNode], board: Board) -> dict[SearchNode, Size]:
    cell = 1.5 / max(board.columns, board.rows)
    size = Size(board.columns * cell / 2 + 0.15, board.rows * cell / 2 + 0.35)
    return {node: size for node in shown}


# -------------------------------------------------------------------- drawing


def _draw_tree(
    ax: object,
    root: SearchNode,
    layout: Layout,
    path: Mapping[SearchNode, None],
    hidden: int,
    low: float,
    boards: bool,
    title: str | None,
) -> Axes:
    x, y = np.array(list(layout.centres.values())).T
    left, right = x.min() - 2.2, x.max() + 0.8
    bottom, top = y.min() - layout.reach - STUB, y.max() + layout.reach + 0.15
    if right - left < 9:
        left, right = (left + right - 9) / 2, (left + right + 9) / 2
    caption = min(max(0.28, (right - left) / 50), 0.5)
    ax = drawing_axes(ax, left, right, bottom - 2.6 * caption, top, title, inches=1.2, most=(16, 11))
    _draw_edges(ax, layout, path)
    _draw_players(ax, layout, left)
    colours = {node: _colour(node, low) for node in layout.centres}
    _draw_nodes(ax, layout, path, colours, boards)
    _draw_hidden_marks(ax, layout)
    _draw_caption(ax, layout, hidden, low, (left, right, bottom), caption)
    return ax


def _colour(node: SearchNode, low: float) -> object:
    return MEAN((node.mean - low) / (1 - low)) if node.visits else UNVISITED


def _draw_edges(ax: Axes, layout: Layout, path: Mapping[SearchNode, None]) -> None:
    most = max(node.visits for node in layout.centres) or 1
    for node, below in layout.children.items():
        for child in below:
            marked = node in path and child in path
            width = 0.03 + 0.22 * child.visits / most
            line = _edge(layout, node, child)
            polygons(ax, [_ribbon(line, max(width, 0.1) if marked else width)], HIGHLIGHT if marked else EDGE, 2.5 if marked else 2, 0.5)
            x, y = layout.centres[child]
            background = {"boxstyle": "round,pad=0.08", "facecolor": "white", "edgecolor": "none"}
            write(ax, x, y + layout.reach + 0.26, str(child.move), 0.3, color=HIGHLIGHT if marked else TEXT, weight="bold", zorder=3, bbox=background)


def _edge(layout: Layout, node: SearchNode, child: SearchNode) -> np.ndarray:
    """Points from the parent straight down, in a curve to above the child, straight down: between the rows of nodes."""
    (x0, y0), (x1, y1) = layout.centres[node], layout.centres[child]
    start, end = y0 - layout.reach - STUB / 2, y1 + layout.reach + DROP
    t = np.linspace(0, 1, 25)
    ease = t * t * (3 - 2 * t)
    curve = np.column_stack([x0 + (x1 - x0) * ease, start + (end - start) * t])
    return np.vstack([(x0, y0), curve, (x1, y1)])


def _ribbon(line: np.ndarray, width: float) -> np.ndarray:
    """The outline of a line of this width, as a polygon."""
    direction = np.gradient(line, axis=0)
    normal = np.column_stack([-direction[:, 1], direction[:, 0]]) / np.hypot(*direction.T)[:, None]
    return np.vstack([line + normal * width / 2, (line - normal * width / 2)[::-1]])


def _draw_nodes(
    ax: Axes, layout: Layout, path: Mapping[SearchNode, None], colours: Mapping[SearchNode, object], boards: bool
) -> None:
    labels = {node: (_short(node.wins, node.visits), _short(node.visits, node.visits)) for node in layout.centres}
    stacked = not boards and max(len(wins) + len(visits) for wins, visits in labels.values()) > 4
    for node, centre in layout.centres.items():
        size = layout.sizes[node]
        border = 0.1 if node in path else 0.025
        border_colour = HIGHLIGHT if node in path else MUTED
        if boards:
            for grow, colour, zorder in ((border, border_colour, 3), (0, colours[node], 3.1)):
                shape = rectangle(
                    centre[0] - size.x - grow, centre[1] - size.y - grow, 2 * (size.x + grow), 2 * (size.y + grow), 0.15
                )
                polygons(ax, [shape], colour, zorder)
            cell = 1.5 / max(node.game.columns, node.game.rows)
            draw_board(ax, node.game, (centre[0] - size.x + 0.15, centre[1] - size.y + 0.5), cell, zorder=3.2)
            write(ax, centre[0], centre[1] - size.y + 0.24, "/".join(labels[node]), 0.3, color=text_on(colours[node]))
        else:
            circles(ax, [centre], size.x + border, border_colour, 3)
            circles(ax, [centre], size.x, colours[node], 3.1)
            _draw_label(ax, centre, size.x, labels[node], stacked, text_on(colours[node]))


def _draw_label(
    ax: Axes, centre: tuple[float, float], radius: float, label: tuple[str, str], stacked: bool, colour: str
) -> None:
    """Wins/visits, as large as the circle allows."""
    x, y = centre
    widths = [sum(0.34 if sign in "./" else 0.64 for sign in text) for text in label]
    if not stacked:
        size = min(0.34, 1.8 * radius / (sum(widths) + 0.34))
        write(ax, x, y - 0.02, "/".join(label), size, color=colour)
        return
    size = min(0.3, 1.86 * radius / math.hypot(max(widths), 2.05))
    write(ax, x, y + 0.53 * size, label[0], size, color=colour, va="center_baseline")
    write(ax, x, y - 0.58 * size, label[1], size, color=colour, va="center_baseline")
    polygons(ax, [rectangle(x - max(widths) * size / 2, y - 0.03 * size, max(widths) * size, 0.06 * size)], colour, 4)


def _short(number: float, visits: int) -> str:
    """The number in few characters: 7, 7.5, 1235, 12.3k."""
    if visits < 1000:
        return f"{round(number, 1):g}"
    return f"{number:.0f}" if visits < 10_000 else f"{number / 1000:.3g}k"


def _draw_hidden_marks(ax: Axes, layout: Layout) -> None:
    for node, (x, y) in layout.centres.items():
        if missing := len(node.children) - len(layout.children[node]):
            background = {"boxstyle": "round,pad=0.05", "facecolor": "white", "edgecolor": "none"}
            write(ax, x, y - layout.sizes[node].y - 0.18, f"+{missing}", 0.2, color=MUTED, zorder=3, bbox=background)


def _draw_players(ax: Axes, layout: Layout, left: float) -> None:
    """At the left end of each row of moves, whose moves they are."""
    rows = {}
    for node, below in layout.children.items():
        if below:
            rows[layout.centres[below[0]][1]] = node.game.to_move
    for y, player in rows.items():
        height = y + layout.reach + 0.26
        draw_discs(ax, player, np.array([(left + 0.3, height)]), 0.2)
        write(ax, left + 0.6, height, "plays", 0.28, color=MUTED, ha="left")


def _draw_caption(
    ax: Axes, layout: Layout, hidden: int, low: float, limits: tuple[float, float, float], size: float
) -> None:
    left, right, bottom = limits
    viewpoints = {node.viewpoint for node in layout.centres}
    whose = f"player {viewpoints.pop()}" if len(viewpoints) == 1 and len(layout.centres) > 1 else "the player who moved there"
    y = bottom - 0.7 * size
    steps = np.linspace(0, 1, 40)
    start = left + 0.3 + 1.2 * size
    bar = [rectangle(start + 4 * size * t, y - 0.35 * size, 4.1 * size / 39, 0.7 * size) for t in steps]
    polygons(ax, bar, MEAN(steps), 3)
    write(ax, start - 0.3 * size, y, f"{low:g}", size, ha="right", color=MUTED)
    write(ax, start + 4.5 * size, y, f"1  wins/visits of {whose}", size, ha="left", color=MUTED)
    if hidden:
        nodes = "node" if hidden == 1 else "nodes"
        write(ax, left + 0.3, y - 1.3 * size, f"+ {hidden:,} {nodes} not shown", size, ha="left", color=TEXT, weight="bold")
