"""The search tree as a tidy drawing."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from c4lib._tools import whole_number
from c4lib.board import Board
from c4lib.hex import HexBoard
from c4lib.node import Game, Move, SearchNode
from c4lib.plots import hex as hex_plots
from c4lib.plots.board import draw_boards, draw_discs
from c4lib.plots.canvas import (
    EDGE,
    EMPTY,
    HIGHLIGHT,
    MEAN,
    MUTED,
    TEXT,
    UNVISITED,
    Drawing,
    glyphs,
    text_on,
)
from c4lib.plots.layout import (
    DROP,
    ROW_HEIGHT,
    SLOT,
    STUB,
    FixedLayout,
    Layout,
    Size,
    fixed_layout,
    most_visited,
    tidy_layout,
)
from c4lib.search import Search

MOVE_SIZE = 0.3  # of the moves on the edges, in units
MARK_SIZE = 0.2  # of the marks of hidden children
BOARD_SIZE = 1.5  # the longer side of a board
BADGE = 0.15  # radius of the mark of a proven node
BORDER, PATH_BORDER = 0.025, 0.08  # width of the borders of nodes, and of those on the path


def plot_tree(
    tree: SearchNode | Search,
    *,
    path: Iterable[SearchNode] = (),
    max_nodes: int = 60,
    min_visits: int = 0,
    max_depth: int | None = None,
    boards: bool = False,
    fixed: bool = False,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """The search tree: wins/visits in every node, the move on every edge; large nodes and wide
    edges have many visits.

    The colour of a node is its mean, for the player whose wins it counts. Only the most visited
    nodes of a big tree are drawn, with a note of how many are not; `+3` below a node means that
    three of its children are not drawn. A proven node has a disc of the player who wins, or `=` for
    a draw.

    Args:
        tree: the root of the tree to draw, or a search.
        path: nodes to mark, such as the path of a `Selection`; they are always drawn.
        max_nodes: the most nodes to draw.
        min_visits: leave out nodes with fewer visits.
        max_depth: leave out nodes that are further below the root.
        boards: draw the positions.
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
    min_visits = whole_number("min_visits", min_visits, at_least=0)
    deepest = math.inf if max_depth is None else whole_number("max_depth", max_depth, at_least=0)
    if boards and not isinstance(root.game, (Board, HexBoard)):
        raise ValueError(f"boards=True draws Connect Four and Hex, not {root.game!r}")
    if fixed:
        opened = max(path, key=lambda node: node.depth, default=root).path[root.depth :]
        low = min(
            [low, *(below.mean for node in opened for below in node.children if below.visits)]
        )
        return draw_fixed_tree(ax, opened, path, low, max(2, min(deepest, 3)), title).ax
    shown = most_visited(root, path, max_nodes, min_visits, deepest)
    return _draw_tidy_tree(ax, root, shown, path, low, boards, count - len(shown), title).ax


def _draw_tidy_tree(
    ax: object,
    root: SearchNode,
    shown: Mapping,
    path: Collection,
    low: float,
    boards: bool,
    hidden: int,
    title: str | None,
) -> Drawing:
    low = min([low, *(node.mean for node in shown if node.visits)])
    layout = tidy_layout(
        root, shown, _board_sizes(shown, root.game) if boards else _circle_sizes(shown)
    )
    captions = _captions(shown, hidden)
    drawing, caption_size = _drawing(ax, layout, 1 + len(captions), title)
    _draw_edges(drawing, layout, path)
    (_draw_boards if boards else _draw_circles)(
        drawing, layout, path, {node: _colour(node, low) for node in shown}
    )
    _draw_hidden_marks(drawing, layout)
    _draw_players(drawing, layout)
    _draw_proofs(drawing, layout)
    _draw_captions(drawing, layout, captions, low, caption_size)
    return drawing


# -------------------------------------------------------------------- a tree that stays put

FIXED_RADIUS, FIXED_GROWTH = (
    0.36,
    0.05,
)  # of a node that was never visited, and what is added for all visits
LEFT, RIGHT, LEGEND = 1.18, 0.16, 6.3  # room beside the moves; for the scale of the means
TOP, BOTTOM = 0.95, 0.85  # room above the middle of the root, and below that of the last row
SMALL = 0.22  # the smallest text
CURVE = (
    0.66,
    0.35,
)  # above a node, where the edge to it begins and ends to bend: below the marks of the upper row


def draw_fixed_tree(
    ax: Axes | Drawing | None,
    opened: Sequence[SearchNode],
    path: Collection[SearchNode] = (),
    low: float = 0,
    rows: int = 3,
    title: str | None = None,
    first: Iterable[Move] = (),
) -> Drawing:
    """A tree in which every move has its column and every depth its row, so that nothing moves when
    the search goes on.

    Of more moves than can be read, only some are drawn, and how many are not.

    Args:
        ax: what to draw on.
        opened: a path from the root of the picture down; their children are drawn, each of them
            below its column. In a live picture a click on a node is told as the list of its moves
            from the root of the tree.
        path: nodes to mark.
        low: the lowest mean there can be.
        rows: how many below the root, at least 2; a path that goes further is shortened in the
            middle.
        first: of many moves, those to be drawn before the most visited ones.

    >>> from c4lib import Board, TreeSearch
    >>> from c4lib.plots.canvas import Scene
    >>> scene, root = Scene(), TreeSearch(Board(), rng=1).run(100).root
    >>> _ = draw_fixed_tree(scene, [root])
    >>> [words[1] for _, kind, _, words in scene.elements.values() if kind == "spot"][:2]
    ['the root: 35 wins in 100 visits', 'after 0: 9 wins in 14 visits']
    """
    layout = fixed_layout(opened, rows, first)
    left = min(layout.slots.values()) - SLOT / 2 - LEFT
    right = max(max(layout.slots.values()) + SLOT / 2 + RIGHT, left + LEGEND)
    bottom = -(rows + 0.5 * (rows > 2)) * ROW_HEIGHT - BOTTOM
    drawing = Drawing.within(ax, left, right, bottom, TOP, title, inches=1.2, most=(12, 9))
    for move, x in layout.slots.items():
        drawing.write(x, 0.7, str(move), 0.27, weight="bold")
    middle = {
        node: (layout.slots.get(node.move, 0), y)
        for row, y in zip(layout.rows, layout.heights)
        for node in row
    }
    middle[opened[0]] = 0, 0
    for node in opened[1:]:
        middle.setdefault(node, (layout.slots.get(node.move, 0), layout.gap))
    _draw_fixed_edges(drawing, layout, opened, path, middle)
    nodes = [node for row in layout.rows for node in row]
    _draw_fixed_nodes(drawing, nodes, middle, set(path), low)
    _draw_fixed_words(drawing, layout, opened, middle)
    _draw_scale(drawing, left + 0.1, drawing.bottom + 0.2, SMALL, low, nodes)
    return drawing


def _draw_fixed_edges(
    drawing: Drawing,
    layout: FixedLayout,
    opened: Sequence[SearchNode],
    path: Collection[SearchNode],
    middle: Mapping[SearchNode, tuple[float, float]],
) -> None:
    for marked, colour, zorder in ((False, EDGE, 2), (True, HIGHLIGHT, 2.1)):
        edges, widths, keys = [], [], []
        for row in layout.rows[1:]:
            for node in row:
                if (node in path and node.parent in path) is marked:
                    (x, y), (x_below, y_below) = middle[node.parent], middle[node]
                    start, end = CURVE
                    edges.append((x, y, y_below + start, y_below + end, x_below, y_below))
                    share = node.visits / max(node.parent.visits, 1)
                    widths.append(max(0.02 + 0.12 * share, 0.08 if marked else 0))
                    keys.append(_name(node))
        drawing.edges(edges, widths, colour, zorder, 0.5, keys=keys)
    if layout.left_out:
        first, last = opened[1], opened[layout.left_out]
        (x, y), (x_below, y_below) = middle[first], middle[opened[layout.left_out + 1]]
        bend = y - ROW_HEIGHT + CURVE[0]
        drawing.line(
            [x, x, x_below], [y, bend, y_below], HIGHLIGHT if last in path else EDGE, 3, ":"
        )


def _draw_fixed_nodes(
    drawing: Drawing,
    nodes: Sequence[SearchNode],
    middle: Mapping[SearchNode, tuple[float, float]],
    path: Collection[SearchNode],
    low: float,
) -> None:
    most, names, centres = (
        max(nodes[0].visits, 1),
        [_name(node) for node in nodes],
        [middle[node] for node in nodes],
    )
    radii = np.array(
        [FIXED_RADIUS + FIXED_GROWTH * math.sqrt(node.visits / most) for node in nodes]
    )
    rims = [HIGHLIGHT if node in path else MUTED if node.visits else EDGE for node in nodes]
    borders = [0.05 if node in path else 0.02 for node in nodes]
    colours = [_colour(node, low) for node in nodes]
    drawing.circles(centres, radii + borders, rims, 3, keys=names)
    drawing.circles(centres, radii, colours, 3.1, gid="nodes", keys=names)
    bars, inks = [], [_ink(node, colour) for node, colour in zip(nodes, colours)]
    for name, node, (x, y), radius, ink in zip(names, nodes, centres, radii, inks):
        bars.append(
            _write_fraction(
                drawing, x, y, 1.05 * radius, (_short(node.wins), _short(node.visits)), ink, name
            )
        )
    drawing.boxes(bars, inks, 4, outline=0.5, keys=names)
    spots = [
        (x - radius, y - radius, 2 * radius, 2 * radius) for (x, y), radius in zip(centres, radii)
    ]
    moves = [[above.move for above in node.path[1:]] for node in nodes]
    drawing.spots(spots, moves, [_in_words(node) for node in nodes])


def _short(count: float) -> str:
    """A number in four characters: 7, 7.5, 399.5 as 400, 1235, 12k."""
    if count < 10_000:
        return f"{round(count, 1):g}" if count < 99.95 else f"{count:.0f}"
    return f"{count / 1000:.0f}k" if count < 999_500 else f"{count / 1e6:.1f}M"


def _draw_fixed_words(
    drawing: Drawing,
    layout: FixedLayout,
    opened: Sequence[SearchNode],
    middle: Mapping[SearchNode, tuple[float, float]],
) -> None:
    """Who plays in each row, what is not shown, and where the root of the picture is."""
    left, root = drawing.left, opened[0]
    for y, row, hidden in zip(layout.heights[1:], layout.rows[1:], layout.hidden[1:]):
        game = row[0].parent.game
        draw_pieces(drawing, game, game.to_move, [np.array((left + 0.28, y))], 0.19, 3)
        drawing.write(left + 0.55, y, "plays", SMALL, color=MUTED, ha="left")
        if hidden:
            drawing.write(left + 0.1, y - 0.39, f"+{hidden} hidden", SMALL, color=MUTED, ha="left")
        for node in row:
            if node.children and node not in opened:
                x, height = middle[node]
                drawing.write(
                    x + 0.38,
                    height - 0.39,
                    f"+{len(node.children)}",
                    SMALL,
                    color=MUTED,
                    key=_name(node),
                )
    if layout.left_out:
        moves = ", ".join(str(node.move) for node in opened[2 : layout.left_out + 2])
        drawing.write(
            left + 0.1, layout.gap, f"⋯ {moves}", SMALL, color=HIGHLIGHT, ha="left", weight="bold"
        )
    where = (
        "root" if root.is_root else f"after {' '.join(str(node.move) for node in root.path[1:])}"
    )
    drawing.write(left + 0.1, 0.6, where, 0.27, ha="left", weight="bold")
    if not root.is_root:
        drawing.write(left + 0.1, 0.15, "‹ back", 0.25, ha="left", color=HIGHLIGHT)
        drawing.spots(
            [(left, -0.1, 1.2, 0.5)],
            [[above.move for above in root.parent.path[1:]]],
            ["back to the parent"],
        )


def _name(node: SearchNode) -> str:
    return "/".join(str(above.move) for above in node.path)


def _in_words(node: SearchNode) -> str:
    moves = " ".join(str(above.move) for above in node.path[1:])
    where = f"after {moves}" if moves else "the root"
    return f"{where}: {counts_in_words(node)}"


def counts_in_words(node: SearchNode) -> str:
    """Wins and visits in words.

    >>> from c4lib import Board, TreeSearch
    >>> counts_in_words(TreeSearch(Board(), rng=1).run(5).root)
    '1 win in 5 visits'
    """
    if not node.visits:
        return "not visited"
    wins, visits = "" if node.wins == 1 else "s", "" if node.visits == 1 else "s"
    return f"{node.wins:g} win{wins} in {node.visits} visit{visits}"


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
        above = node
        while isinstance(above, SearchNode) and above is not root:
            above = above.parent
        if above is not root:
            raise ValueError(f"path: {node!r} is not a node of this tree")
    return path


def _captions(shown: Iterable[SearchNode], hidden: int) -> list[str]:
    captions = [f"+ {hidden:,} {'node' if hidden == 1 else 'nodes'} not shown"] if hidden else []
    proven = {node.proof.winner for node in shown if node.proof is not None}
    if proven - {None}:
        captions.append("a disc at a node: proven won by that player")
    if None in proven:
        captions.append("=  proven to be a draw")
    return captions


def _circle_sizes(shown: Iterable[SearchNode]) -> dict[SearchNode, Size]:
    most = max(node.visits for node in shown) or 1
    radii = {node: 0.28 + 0.22 * math.sqrt(node.visits / most) for node in shown}
    return {node: Size(radius, radius) for node, radius in radii.items()}


def _board_sizes(shown: Iterable[SearchNode], game: Board | HexBoard) -> dict[SearchNode, Size]:
    width, height, _ = _board_size(game)
    return dict.fromkeys(shown, Size(max(width / 2 + 0.12, 0.6), height / 2 + 0.32))


def _board_size(game: Board | HexBoard) -> tuple[float, float, float]:
    """Width and height of a board that is drawn in a node, and the width of its cells."""
    width, height = (
        hex_plots.extent(game.size) if isinstance(game, HexBoard) else (game.columns, game.rows)
    )
    cell = BOARD_SIZE / max(width, height)
    return width * cell, height * cell, cell


# -------------------------------------------------------------------- drawing


def _drawing(ax: object, layout: Layout, lines: int, title: str | None) -> tuple[Drawing, float]:
    """The drawing, with room for the players at the left and `lines` of caption below, and the size
    of the captions.
    """
    left = min(x - layout.sizes[node].x for node, (x, _) in layout.centres.items()) - 1.9
    right = max(x + layout.sizes[node].x for node, (x, _) in layout.centres.items()) + 0.6
    bottom = min(bottom for _, bottom in layout.rows.values()) - STUB
    too_narrow = max(0, 9 - (right - left))
    left, right = left - too_narrow / 2, right + too_narrow / 2
    size = min(max(0.28, (right - left) / 50), 0.5)
    bottom -= (1.4 * lines - 0.2) * size
    return Drawing.within(ax, left, right, bottom, 0.15, title, inches=1.2, most=(16, 11)), size


def _colour(node: SearchNode, low: float) -> object:
    return MEAN((node.mean - low) / (1 - low)) if node.visits else UNVISITED


def _draw_edges(drawing: Drawing, layout: Layout, path: Collection[SearchNode]) -> None:
    most = max(node.visits for node in layout.centres) or 1
    plain, marked, gaps = {}, {}, []
    for node, below in layout.children.items():
        for child in below:
            x, y, move = layout.centres[child][0], layout.rows[child][0] + DROP / 2, str(child.move)
            on_path = node in path and child in path
            width = max(0.03 + 0.16 * child.visits / most, 0.1 if on_path else 0)
            (marked if on_path else plain)[child] = _edge(layout, node, child), width
            gaps.append(_gap(x, y, max(glyphs(move, "bold")[1] * MOVE_SIZE, width), MOVE_SIZE))
            drawing.write(
                x, y, move, MOVE_SIZE, color=HIGHLIGHT if on_path else TEXT, weight="bold"
            )
    for group, *look in (plain, EDGE, 2, 0.5), (marked, HIGHLIGHT, 2.1, 0):
        drawing.edges(
            [edge for edge, _ in group.values()], [width for _, width in group.values()], *look
        )
    drawing.boxes(gaps, EMPTY, 2.2)


def _edge(layout: Layout, node: SearchNode, child: SearchNode) -> tuple[float, ...]:
    """An edge whose curve keeps to the space between the two rows, so that it meets no node; see
    `Drawing.edges`.
    """
    (x, y), (x_below, y_below) = layout.centres[node], layout.centres[child]
    return x, y, layout.rows[node][1] - STUB, layout.rows[child][0] + DROP, x_below, y_below


def _gap(x: float, y: float, width: float, size: float) -> tuple[float, float, float, float]:
    """The box that covers a part of an edge, to make room for a text of this width and font size."""
    return x - width / 2 - 0.04, y - 0.5 * size, width + 0.08, size


def _draw_circles(
    drawing: Drawing, layout: Layout, path: Collection[SearchNode], colours: Mapping
) -> None:
    nodes, centres = list(layout.centres), list(layout.centres.values())
    radii = np.array([layout.sizes[node].x for node in nodes])
    borders = [PATH_BORDER if node in path else BORDER for node in nodes]
    rims = [HIGHLIGHT if node in path else MUTED if node.visits else EDGE for node in nodes]
    drawing.circles(centres, radii + borders, rims, 3)
    drawing.circles(centres, radii, [colours[node] for node in nodes], 3.1, gid="nodes")
    labels = [_label(node) for node in nodes]
    stacked = max(len(wins) + len(visits) for wins, visits in labels) > 4
    bars, inks = [], [_ink(node, colours[node]) for node in nodes]
    for (x, y), radius, label, ink in zip(centres, radii, labels, inks):
        if stacked:
            bars.append(_write_fraction(drawing, x, y, radius, label, ink))
        else:
            text = "/".join(label)
            drawing.write(x, y, text, min(0.34, 1.8 * radius / glyphs(text)[1]), color=ink)
    drawing.boxes(bars, inks, 4, outline=0.5)


def _ink(node: SearchNode, colour: object) -> str:
    """The colour of the text on a node of this colour."""
    return text_on(colour) if node.visits else MUTED


def _label(node: SearchNode) -> tuple[str, str]:
    """Wins and visits in few characters: 7, 7.5, 1235, 12.3k."""
    if node.visits < 1000:
        return f"{round(node.wins, 1):g}", f"{node.visits}"
    if node.visits < 10_000:
        return f"{node.wins:.0f}", f"{node.visits}"
    return f"{node.wins / 1000:.3g}k", f"{node.visits / 1000:.3g}k"


def _write_fraction(
    drawing: Drawing,
    x: float,
    y: float,
    radius: float,
    label: tuple[str, str],
    colour: str,
    name: str = "",
) -> tuple:
    """Write wins over visits, as large as the circle allows, and return the box of the bar between
    them.
    """
    width = max(glyphs(text)[1] for text in label)
    size = min(0.3, 1.9 * radius / math.hypot(width, 1.9))
    drawing.write(x, y + 0.53 * size, label[0], size, color=colour, key=f"{name} wins")
    drawing.write(x, y - 0.53 * size, label[1], size, color=colour, key=f"{name} visits")
    return x - width * size / 2, y - 0.03 * size, width * size, 0.06 * size


def _draw_boards(
    drawing: Drawing, layout: Layout, path: Collection[SearchNode], colours: Mapping
) -> None:
    """A card for each node: its board, and below it wins/visits; the card has the colour of the
    mean.
    """
    nodes, centres = list(layout.centres), np.array(list(layout.centres.values()))
    width, height, cell = _board_size(nodes[0].game)
    inner = np.array([layout.sizes[node] for node in nodes])
    borders = np.array([PATH_BORDER if node in path else BORDER for node in nodes])
    outer = inner + borders[:, None]
    rims = [HIGHLIGHT if node in path else MUTED for node in nodes]
    drawing.boxes(np.hstack([centres - outer, 2 * outer]), rims, 3, rounding=0.12 + borders)
    drawing.boxes(
        np.hstack([centres - inner, 2 * inner]),
        [colours[node] for node in nodes],
        3.1,
        rounding=0.12,
    )
    half_width, half_height = inner[0]
    for node, (x, y) in zip(nodes, centres):
        text = "/".join(_label(node))
        size = min(0.34, 2 * (half_width - 0.05) / glyphs(text)[1])
        drawing.write(x, y - half_height + 0.25, text, size, color=_ink(node, colours[node]))
    draw = hex_plots.draw_hex_boards if isinstance(nodes[0].game, HexBoard) else draw_boards
    draw(
        drawing,
        [node.game for node in nodes],
        centres + (-width / 2, half_height - 0.12 - height),
        cell,
        zorder=3.2,
    )


def draw_pieces(
    drawing: Drawing, game: Game, player: int, centres: Sequence, radius: float, zorder: float
) -> None:
    """Stones in Hex, discs in Connect Four."""
    draw = hex_plots.draw_stones if isinstance(game, HexBoard) else draw_discs
    draw(drawing, player, centres, radius, zorder)


def _draw_hidden_marks(drawing: Drawing, layout: Layout) -> None:
    """Write `+3` below a node if three of its children are not drawn."""
    gaps = []
    for node, (x, y) in layout.centres.items():
        if missing := len(node.children) - len(layout.children[node]):
            text, height = f"+{missing}", y - layout.sizes[node].y - 0.2
            gaps.append(_gap(x, height, glyphs(text)[1] * MARK_SIZE, MARK_SIZE))
            drawing.write(x, height, text, MARK_SIZE, color=MUTED)
    drawing.boxes(gaps, EMPTY, 2.2)


def _draw_players(drawing: Drawing, layout: Layout) -> None:
    """Say at the left end of each row of moves whose moves they are."""
    left = drawing.left
    rows = {
        layout.rows[below[0]][0] + DROP / 2: node
        for node, below in layout.children.items()
        if below
    }
    for height, node in rows.items():
        draw_pieces(drawing, node.game, node.game.to_move, [np.array((left + 0.3, height))], 0.2, 3)
        drawing.write(left + 0.6, height, "plays", 0.28, color=MUTED, ha="left")


def _draw_proofs(drawing: Drawing, layout: Layout) -> None:
    """Show at the upper right of each proven node what it is proven to be."""
    root, *_ = layout.centres
    badges = {1: [], 2: [], None: []}  # by winner
    for node, centre in layout.centres.items():
        if node.proof is not None:
            corner = np.array(centre) + 0.71 * np.array(layout.sizes[node])
            badges[node.proof.winner].append(corner + 0.6 * BADGE)
    for winner, centres in badges.items():
        drawing.circles(centres, BADGE + 0.05, EMPTY, 4.5)
        if winner:
            draw_pieces(drawing, root.game, winner, centres, BADGE, zorder=4.6)
        else:
            drawing.circles(centres, BADGE, MUTED, 4.6)
    for centre in badges[None]:
        drawing.write(*centre, "=", 1.6 * BADGE, color=EMPTY, weight="bold")


def _draw_captions(
    drawing: Drawing, layout: Layout, captions: Sequence[str], low: float, size: float
) -> None:
    """Say what the colours mean, and write the other `captions` below that."""
    left, y = drawing.left + 0.1, drawing.bottom + (0.55 + 1.4 * len(captions)) * size
    _draw_scale(drawing, left, y, size, low, layout.centres)
    for row, text in enumerate(captions, 1):
        drawing.write(left, y - 1.4 * row * size, text, size, ha="left", weight="bold")


def _draw_scale(
    drawing: Drawing, left: float, y: float, size: float, low: float, nodes: Collection[SearchNode]
) -> None:
    """The colours of the means of `nodes` from `low` to 1, and whose they are."""
    root, viewpoints = next(iter(nodes)), {node.viewpoint for node in nodes}
    one = len(viewpoints) == 1 and len(nodes) > 1
    whose = hex_plots.side_name(root.game, root.viewpoint) if one else "the player who moved there"
    start, steps = left + 1.2 * size, np.linspace(0, 1, 40)
    strip = [
        (start + 4 * size * step, y - 0.35 * size, 4.1 * size / 39, 0.7 * size) for step in steps
    ]
    drawing.boxes(strip, MEAN(steps))
    drawing.write(start - 0.3 * size, y, f"{low:.2g}", size, ha="right", color=MUTED)
    drawing.write(start + 4.5 * size, y, f"1  wins/visits of {whose}", size, ha="left", color=MUTED)
