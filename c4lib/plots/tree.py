"""The search tree, as a tidy drawing or as one in which nothing moves."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes

from c4lib._tools import whole_number
from c4lib.node import Move, SearchNode
from c4lib.plots.board import draw_piece
from c4lib.plots.canvas import (
    EDGE,
    EMPTY,
    HIGHLIGHT,
    MEAN,
    MUTED,
    TEXT,
    UNVISITED,
    Drawing,
    text_on,
    width_of,
)
from c4lib.plots.layout import (
    CURVE,
    DROP,
    MOVE_SIZE,
    ROW_HEIGHT,
    SLOT,
    STUB,
    FixedLayout,
    Layout,
    fixed_layout,
    most_visited,
    tidy_layout,
)
from c4lib.plots.words import (
    counted,
    counts_in_words,
    move_text,
    moves_text,
    place_in_words,
    short,
    side_name,
)
from c4lib.search import Search

SMALL = 0.22  # the smallest text
BADGE = 0.15  # radius of the mark of a proven node
BORDER, PATH_BORDER = 0.025, 0.08  # width of the borders of nodes, and of those on the path


def plot_tree(
    tree: SearchNode | Search,
    *,
    path: Iterable[SearchNode] = (),
    max_nodes: int = 60,
    max_depth: int | None = None,
    fixed: bool = False,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """The search tree: wins over visits in every node, the move above it.

    Large nodes and wide edges have many visits. The colour of a node is its mean, for the player
    whose wins it counts. Only the most visited nodes of a big tree are drawn, with a note of how
    many are not; `+3` below a node means that three of its children are not drawn. A proven node
    has a disc of the player who wins, or `=` for a draw.

    Args:
        tree: the root of the tree to draw, or a search.
        path: nodes to mark, such as the path of a `Selection`; they are always drawn.
        max_nodes: the most nodes to draw.
        max_depth: leave out nodes that are further below the root.
        fixed: give every move a column and every depth a row, so that nothing moves from picture to
            picture of one search. Drawn are the root's children and those of the nodes on the
            longest line of the `path`, all of them; `max_depth` is then the number of rows below
            the root, 3 by default.
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
    root, count, low = _root_of(tree)
    path = _checked_path(root, path)
    max_nodes = whole_number("max_nodes", max_nodes, at_least=1)
    deepest = math.inf if max_depth is None else whole_number("max_depth", max_depth, at_least=0)
    if fixed:
        last = max(path, key=lambda node: node.depth, default=root)
        opened = last.path[root.depth :]
        shown = [below for node in opened for below in node.children]
        low = _lowest(low, shown)
        rows = max(2, min(deepest, 3))
        return draw_fixed_tree(ax, opened, path, low, rows, title).ax
    shown = most_visited(root, path, max_nodes, deepest)
    low = _lowest(low, shown)
    most = max(node.visits for node in shown) or 1
    radii = {node: 0.28 + 0.22 * math.sqrt(node.visits / most) for node in shown}
    captions = _captions(shown, count - len(shown))
    return _draw_tidy_tree(ax, tidy_layout(root, radii), path, low, captions, title).ax


def _root_of(tree: object) -> tuple[SearchNode, int, float]:
    """The root, how many nodes there are, and the lowest mean there can be."""
    if isinstance(tree, Search):
        return tree.root, tree.node_count, min(0.0, tree.settings.loss)
    if isinstance(tree, SearchNode):
        return tree, 1 + len(tree.descendants), 0.0
    raise ValueError(f"this draws a tree: the SearchNode at its root, or a search, not {tree!r}")


def _checked_path(root: SearchNode, path: object) -> tuple[SearchNode, ...]:
    if not isinstance(path, Iterable):
        raise ValueError(f"path must be nodes of the tree, not {path!r}")
    path = tuple(path)
    for node in path:
        if not isinstance(node, SearchNode) or root not in node.path:
            raise ValueError(f"path: {node!r} is not a node of this tree")
    return path


def _lowest(low: float, nodes: Iterable[SearchNode]) -> float:
    return min([low, *(node.mean for node in nodes if node.visits)])


# -------------------------------------------------------------------- a tidy tree


def _draw_tidy_tree(
    ax: object,
    layout: Layout,
    path: Collection[SearchNode],
    low: float,
    captions: Sequence[str],
    title: str | None,
) -> Drawing:
    x, y = np.transpose(list(layout.centres.values()))
    reach = np.array([layout.radii[node] for node in layout.centres])
    left = min(x - reach) - 1.9
    right = max(x + reach) + 0.6
    too_narrow = max(0, 9 - (right - left))
    left -= too_narrow / 2
    right += too_narrow / 2
    size = min(max(0.28, (right - left) / 50), 0.5)  # of the captions
    bottom = min(y - reach) - STUB - (1.4 * len(captions) + 1.2) * size
    drawing = Drawing.within(ax, left, right, bottom, 0.15, title, inches=1.2)
    _write_moves(drawing, layout, path)
    _draw_tree(drawing, layout, path, low, 0.28)
    y = bottom + 0.55 * size
    for text in reversed(captions):
        drawing.write(left + 0.1, y, text, size, ha="left", weight="bold")
        y += 1.4 * size
    _draw_scale(drawing, y, size, low, layout.centres)
    return drawing


def _captions(shown: Iterable[SearchNode], hidden: int) -> list[str]:
    captions = [f"+ {counted(hidden, 'node')} not shown"] if hidden else []
    proven = {node.proof.winner for node in shown if node.proof is not None}
    if proven - {None}:
        captions.append("a disc at a node: proven won by that player")
    if None in proven:
        captions.append("=  proven to be a draw")
    return captions


def _write_moves(drawing: Drawing, layout: Layout, path: Collection[SearchNode]) -> None:
    """Write the moves on the edges."""
    for node, (*_, end, x, _) in layout.edges.items():
        is_marked = node in path and node.parent in path
        colour = HIGHLIGHT if is_marked else TEXT
        look = {"color": colour, "weight": "bold"}
        y = end - DROP / 2
        _write_over(drawing, x, y, move_text(node.move), MOVE_SIZE, **look)


# -------------------------------------------------------------------- a tree that stays put

RADIUS, GROWTH = 0.36, 0.05  # of a node that was never visited, and what is added for all visits
LEFT, RIGHT, LEGEND = 1.18, 0.16, 6.3  # room beside the moves; for the scale of the means
TOP, BOTTOM = 0.95, 0.85  # room above the middle of the root, and below that of the last row


def draw_fixed_tree(
    ax: Axes | Drawing | None,
    opened: Sequence[SearchNode],
    path: Collection[SearchNode] = (),
    low: float = 0,
    rows: int = 3,
    title: str | None = None,
    first: Iterable[Move] = (),
) -> Drawing:
    """A tree in which every move has its column and every depth its row.

    So nothing moves when the search goes on. Of more moves than can be read, only some are drawn,
    and how many are not.

    Args:
        ax: what to draw on.
        opened: a path from the root of the picture down; their children are drawn, each of them
            below its column. In a live picture the name of a node is the tuple of its moves from
            the root of the tree.
        path: nodes to mark.
        low: the lowest mean there can be.
        rows: how many below the root, at least 2; a path that goes further is shortened in the
            middle.
        title: written above.
        first: of many moves, those to be drawn before the most visited ones.

    >>> from c4lib import Board, TreeSearch
    >>> from c4lib.plots.canvas import Scene
    >>> scene, root = Scene(), TreeSearch(Board(), rng=1).run(100).root
    >>> _ = draw_fixed_tree(scene, [root])
    >>> [words[1] for _, kind, _, words in scene.elements.values() if kind == "spot"][:2]
    ['the root: 35 wins in 100 visits', 'after 0: 9 wins in 14 visits']
    """
    fixed = fixed_layout(opened, rows, first)
    most = max(opened[0].visits, 1)
    nodes = [node for row in fixed.rows for node in row]
    radii = {node: RADIUS + GROWTH * math.sqrt(node.visits / most) for node in nodes}
    places = fixed.slots.values()
    left = min(places) - SLOT / 2 - LEFT
    right = max(max(places) + SLOT / 2 + RIGHT, left + LEGEND)
    bottom = -(rows + 0.5 * (rows > 2)) * ROW_HEIGHT - BOTTOM
    drawing = Drawing.within(ax, left, right, bottom, TOP, title, inches=1.2)
    for move, x in fixed.slots.items():
        drawing.write(x, 0.7, move_text(move), 0.27, room=SLOT - 0.06, weight="bold")
    _write_place(drawing, opened[0])
    _write_left_out(drawing, fixed, opened, path)
    layout = fixed.place(opened, radii)
    _draw_tree(drawing, layout, path, low, SMALL)
    for node, (x, y) in layout.centres.items():
        radius = radii[node]
        box = x - radius, y - radius, 2 * radius, 2 * radius
        drawing.spots([box], [node.moves], [_in_words(node)])
    _draw_scale(drawing, bottom + 0.2, SMALL, low, nodes)
    return drawing


def _write_place(drawing: Drawing, root: SearchNode) -> None:
    """Where the root of the picture is, and the way back to its parent."""
    x = drawing.left + 0.1
    room = LEFT + SLOT / 2 - 0.25  # to the name of the first move
    where = place_in_words(root.moves, 5)
    drawing.write(x, 0.6, where, 0.27, room=room, ha="left", weight="bold")
    if not root.is_root:
        drawing.write(x, 0.15, "‹ back", 0.25, ha="left", color=HIGHLIGHT)
        box = drawing.left, -0.1, 1.2, 0.5
        drawing.spots([box], [root.parent.moves], ["back to the parent"])


def _write_left_out(
    drawing: Drawing,
    fixed: FixedLayout,
    opened: Sequence[SearchNode],
    path: Collection[SearchNode],
) -> None:
    """How many nodes of each row are not drawn, and which of the path."""
    left = drawing.left + 0.1
    for y, hidden in zip(fixed.heights, fixed.hidden):
        if hidden:
            text = f"+{hidden} hidden"
            drawing.write(left, y - 0.39, text, SMALL, ha="left", color=MUTED)
    if fixed.left_out:
        first, *between = opened[1 : fixed.left_out + 2]
        moves = ", ".join(move_text(node.move) for node in between)
        look = {"ha": "left", "color": HIGHLIGHT, "weight": "bold"}
        drawing.write(left, fixed.gap, f"⋯ {moves}", SMALL, **look)
        start = fixed.slots[first.move]
        end = fixed.slots[between[-1].move]
        top = fixed.heights[1]
        bend = top - ROW_HEIGHT + CURVE[0]
        colour = HIGHLIGHT if opened[fixed.left_out] in path else EDGE
        drawing.line([start, start, end], [top, bend, fixed.gap], colour, 3, ":")


def _in_words(node: SearchNode) -> str:
    where = "the root" if node.is_root else f"after {moves_text(node.moves)}"
    return f"{where}: {counts_in_words(node)}"


# -------------------------------------------------------------------- what both have in common


def _draw_tree(
    drawing: Drawing, layout: Layout, path: Collection[SearchNode], low: float, size: float
) -> None:
    """Draw edges, nodes, and who plays in each row, in letters of this size."""
    _draw_edges(drawing, layout, path)
    for node, (count, x, y) in layout.hidden.items():
        _write_over(drawing, x, y, f"+{count}", SMALL, key=_name(node), color=MUTED)
    for y, game in layout.turns.items():
        draw_piece(drawing, game, game.to_move, (drawing.left + 0.22, y), 0.2)
        drawing.write(drawing.left + 0.52, y, "plays", size, color=MUTED, ha="left")
    _draw_proofs(drawing, layout)
    _draw_nodes(drawing, layout, path, low)


def _draw_edges(drawing: Drawing, layout: Layout, path: Collection[SearchNode]) -> None:
    for node, edge in layout.edges.items():
        width = 0.03 + 0.16 * layout.shares[node]
        look = {"keys": [_name(node)], "linewidth": 0.5}
        if node in path and node.parent in path:
            drawing.edges([edge], [max(width, 0.1)], HIGHLIGHT, 2.1, **look)
        else:
            drawing.edges([edge], [width], EDGE, 2, **look)


def _write_over(
    drawing: Drawing, x: float, y: float, text: str, size: float, **look: object
) -> None:
    """Write a text that covers what is behind it, such as an edge."""
    width = max(width_of(text) * size, 0.2) + 0.08
    box = x - width / 2, y - size / 2, width, size
    drawing.boxes([box], EMPTY, 2.2)
    drawing.write(x, y, text, size, **look)


def _draw_proofs(drawing: Drawing, layout: Layout) -> None:
    """Show at the upper right of each proven node what it is proven to be."""
    for node, centre in layout.centres.items():
        if node.proof is not None:
            out = 0.71 * layout.radii[node] + 0.6 * BADGE
            corner = np.array(centre) + out
            drawing.circles([corner], BADGE + 0.05, EMPTY, 4.5)
            if node.proof.winner:
                draw_piece(drawing, node.game, node.proof.winner, corner, BADGE, 4.6)
            else:
                drawing.circles([corner], BADGE, MUTED, 4.6)
                drawing.write(*corner, "=", 1.6 * BADGE, color=EMPTY, weight="bold")


def _draw_nodes(drawing: Drawing, layout: Layout, path: Collection[SearchNode], low: float) -> None:
    nodes = list(layout.centres)
    names = [_name(node) for node in nodes]
    centres = [*layout.centres.values()]
    radii = np.array([layout.radii[node] for node in nodes])
    borders = [PATH_BORDER if node in path else BORDER for node in nodes]
    rims = [_rim(node, path) for node in nodes]
    drawing.circles(centres, radii + borders, rims, 3, keys=names)
    colours = [_colour(node, low) for node in nodes]
    drawing.circles(centres, radii, colours, 3.1, keys=names, gid="nodes")
    for node, colour in zip(nodes, colours):
        ink = text_on(colour) if node.visits else MUTED
        _write_fraction(drawing, node, layout, ink)


def _rim(node: SearchNode, path: Collection[SearchNode]) -> str:
    if node in path:
        return HIGHLIGHT
    return MUTED if node.visits else EDGE


def _colour(node: SearchNode, low: float) -> object:
    return MEAN((node.mean - low) / (1 - low)) if node.visits else UNVISITED


def _write_fraction(drawing: Drawing, node: SearchNode, layout: Layout, ink: str) -> None:
    """Write wins over visits, as large as the circle allows."""
    x, y = layout.centres[node]
    wins, visits = short(node.wins), short(node.visits)
    widths = width_of(wins, "normal"), width_of(visits, "normal")
    size = min(0.3, 2 * layout.radii[node] / math.hypot(max(widths), 1.9))
    width = max(widths) * size
    name = _name(node)
    drawing.write(x, y + 0.53 * size, wins, size, f"{name} wins", color=ink)
    drawing.write(x, y - 0.53 * size, visits, size, f"{name} visits", color=ink)
    bar = x - width / 2, y - 0.03 * size, width, 0.06 * size
    drawing.boxes([bar], ink, 4, keys=[name], linewidth=0.5)


def _name(node: SearchNode) -> str:
    return "/".join(str(above.move) for above in node.path)


def _draw_scale(
    drawing: Drawing, y: float, size: float, low: float, nodes: Collection[SearchNode]
) -> None:
    """The colours of the means of `nodes` from `low` to 1, and whose they are."""
    root = next(iter(nodes))
    viewpoints = {node.viewpoint for node in nodes}
    whose = "the player who moved there"
    if len(viewpoints) == 1 and len(nodes) > 1:
        whose = side_name(root.game, root.viewpoint)
    start = drawing.left + 0.1 + 1.2 * size
    steps = np.linspace(0, 1, 40)
    bottom, width, height = y - 0.35 * size, 4.1 * size / 39, 0.7 * size
    strip = [(start + 4 * size * step, bottom, width, height) for step in steps]
    drawing.boxes(strip, MEAN(steps))
    drawing.write(start - 0.3 * size, y, f"{low:.2g}", size, ha="right", color=MUTED)
    text = f"1  wins/visits of {whose}"
    drawing.write(start + 4.5 * size, y, text, size, ha="left", color=MUTED)
