"""The search tree, as a tidy drawing or as one in which nothing moves."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby, pairwise, zip_longest
from typing import NamedTuple

import numpy as np
from anytree import LevelOrderGroupIter
from matplotlib.axes import Axes

from c4lib._tools.arguments import whole_number
from c4lib.node import Game, Move, SearchNode
from c4lib.plots.board import draw_piece
from c4lib.plots.canvas import (
    BOLD,
    BOLD_LEFT,
    EDGE,
    EMPTY,
    HIGHLIGHT,
    MEAN,
    MUTED,
    MUTED_LEFT,
    TEXT,
    Drawing,
    Edge,
    Style,
    text_on,
    width_of,
)
from c4lib.search import Search
from c4lib.text import (
    counted,
    counts_in_words,
    move_text,
    moves_text,
    place_in_words,
    short,
    side_name,
)

# All in units of the drawing.
MOVE_SIZE = 0.3  # font size of the moves on the edges
BADGE = 0.15  # radius of the mark of a proven node
BORDER = 0.025  # width of the border of a node
PATH_BORDER = 0.08  # of one on the path
OVER_PATH = 2.2  # layer of what is behind a text on an edge, also on one of the path


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
    tree = _tree_to_draw(tree)
    path = _checked_path(tree.root, path)
    max_nodes = whole_number("max_nodes", max_nodes, at_least=1)
    deepest = math.inf if max_depth is None else whole_number("max_depth", max_depth, at_least=0)
    drawing = Drawing(ax, title, inches=1.2)
    if fixed:
        _draw_longest_line(drawing, tree, path, max(2, min(deepest, 3)))
    else:
        _draw_most_visited(drawing, tree, path, max_nodes, deepest)
    return drawing.ax


class TreeToDraw(NamedTuple):
    """The tree to draw a part of: its root, how many nodes it has, and the lowest mean there can be."""

    root: SearchNode
    node_count: int
    lowest_mean: float


def _tree_to_draw(tree):
    if isinstance(tree, Search):
        return TreeToDraw(tree.root, tree.node_count, min(0.0, tree.settings.loss))
    if not isinstance(tree, SearchNode):
        given = "the SearchNode at its root, or a search"
        raise ValueError(f"this draws a tree: {given}, not {tree!r}")
    nodes = [tree, *tree.descendants]
    means = [node.mean for node in nodes if node.visits]
    return TreeToDraw(tree, len(nodes), min([0.0, *means]))


def _draw_longest_line(drawing, tree, path, rows):
    """A tree that stays put, opened along the longest line of the path."""
    last = max(path, key=lambda node: node.depth, default=tree.root)
    opened = last.path[tree.root.depth :]
    draw_fixed_tree(drawing, opened, path, tree.lowest_mean, rows)


def _draw_most_visited(drawing, tree, path, max_nodes, deepest):
    """A tidy tree of the path and the most visited nodes."""
    shown = _most_visited(tree.root, path, max_nodes, deepest)
    most = max(node.visits for node in shown) or 1
    radii = {node: 0.28 + 0.22 * math.sqrt(node.visits / most) for node in shown}
    captions = []
    if len(shown) < tree.node_count:
        captions.append(f"+ {counted(tree.node_count - len(shown), 'node')} not shown")
    if any(node.proof for node in shown):
        captions.append("proven: a disc of the player who wins, = for a draw")
    layout = tidy_layout(tree.root, radii)
    _draw_tidy_tree(drawing, layout, path, tree.lowest_mean, captions)


def _checked_path(root, path):
    if not isinstance(path, Iterable):
        raise ValueError(f"path must be nodes of the tree, not {path!r}")
    path = tuple(path)
    for node in path:
        if not isinstance(node, SearchNode) or root not in node.path:
            raise ValueError(f"path: {node!r} is not a node of this tree")
    return path


class Layout(NamedTuple):
    """Where everything is drawn.

    Attributes:
        centres: the middle of each node, parents before their children.
        radii: of each node.
        edges: the edge to each node.
        shares: how wide it is, from 0 to 1.
        hidden: the mark below a node of which not all children are drawn.
        turns: the rows of moves: a position with the same player to move, by the height of the row.
    """

    centres: dict[SearchNode, tuple[float, float]]
    radii: Mapping[SearchNode, float]
    edges: dict[SearchNode, Edge]
    shares: dict[SearchNode, float]
    hidden: dict[SearchNode, HiddenMark]
    turns: dict[float, Game]


class HiddenMark(NamedTuple):
    """How many children of a node are not drawn, and how that is written.

    Attributes:
        count: of the children.
        x, y: the middle of the text.
        size: of the text.
        layer: of what is behind the text.
    """

    count: int
    x: float
    y: float
    size: float
    layer: float


def _most_visited(root, path, max_nodes, deepest):
    """The nodes to draw: the path and the most visited others, all connected.

    >>> from c4lib import Board, TreeSearch
    >>> search = TreeSearch(Board(), rng=1).run(100)
    >>> len(_most_visited(search.root, (), 60, 9)), len(_most_visited(search.root, (), 60, 1))
    (60, 8)
    """
    shown = {root: None}  # in the order in which they were found
    for node in path:
        shown |= dict.fromkeys(node.path[root.depth :])
    deepest += root.depth
    waiting = []

    def add_children(node):
        if node.depth < deepest:
            waiting.extend(child for child in node.children if child not in shown)

    for node in shown:
        add_children(node)
    while waiting and len(shown) < max_nodes:
        node = max(waiting, key=lambda node: node.visits)  # of several the first one found
        waiting.remove(node)
        shown[node] = None
        add_children(node)
    return [*shown]


# -------------------------------------------------------------------- a tidy tree

# The node with the most visits is one unit wide.
GAP = 0.14  # between neighbours
LINE = 0.12  # room for an edge that passes a node
DROP = 0.5  # height of the row of moves above the nodes
STUB = 0.34  # height of the row below the nodes, for the marks of hidden children
MARK_SIZE = 0.22  # of these marks
# Of a tree whose leaves stand in one line; in a wider one they alternate between two lines.
MOST_WIDTH = 15


def tidy_layout(root: SearchNode, radii: Mapping[SearchNode, float]) -> Layout:
    """The position of every node that has a radius: one row per depth, no overlaps.

    After Reingold and Tilford (1981): subtrees are pushed together until their outlines touch, once
    from the left and once from the right. The average of the two has no overlaps either, and is
    symmetric where the tree is. Parents stand above the middle of their children. If the tree would
    be too wide, neighbouring leaves alternate between two lines of their row.
    """
    children = {node: _drawn_children(node, radii) for node in radii}
    rows = [*LevelOrderGroupIter(root, stop=lambda node: node not in radii)]
    x, lower = _across(rows, children, radii)
    most = max(node.visits for node in radii) or 1
    layout = Layout({}, radii, {}, {}, {}, {})
    top = 0.0
    start = 0.0  # where the edges to the row begin to bend
    for row in rows:
        reach = max(radii[node] for node in row)
        second = 2 * reach + STUB if lower & set(row) else 0
        end = top + DROP
        widest = 0
        for node in row:
            y = top - reach - (second if node in lower else 0)
            layout.centres[node] = x[node], y
            if node is not root:
                above = layout.centres[node.parent]
                layout.edges[node] = Edge(*above, start, end, x[node], y)
                layout.shares[node] = node.visits / most
                layout.turns[top + DROP / 2] = node.parent.game
            family = children[node]
            if family:
                widest = max(widest, x[family[-1]] - x[family[0]])
        start = top - 2 * reach - second - STUB
        top = start - DROP - min(0.3 + 0.08 * widest, 2)
    _mark_hidden(layout, children)
    return layout


def _drawn_children(node, drawn):
    return [child for child in node.children if child in drawn]


def _mark_hidden(layout, children):
    """Say below each node how many of its children are not among these."""
    for node, (x, y) in layout.centres.items():
        missing = len(node.children) - len(children[node])
        if missing:
            below = y - layout.radii[node] - 0.2
            layout.hidden[node] = HiddenMark(missing, x, below, MARK_SIZE, OVER_PATH)


def _across(rows, children, radii):
    """The x of every node, and the leaves that stand in the lower line of their row."""
    (root,) = rows[0]
    moves = {}  # half the width of the move above each node
    room = {}
    for node, radius in radii.items():
        text = "" if node is root else move_text(node.move)
        moves[node] = MOVE_SIZE * width_of(text) / 2
        side = max(radius, moves[node]) + GAP / 2
        room[node] = side, side
    x = _columns(rows, children, room)
    lower = set()
    if max(x.values()) - min(x.values()) > MOST_WIDTH:
        for row in rows:
            leaves = {node for node in row if not children[node]}
            side = 0  # next neighbours of a line, and an edge between them, are twice this apart
            for leaf in leaves:
                side = max(side, (radii[leaf] + LINE) / 2, moves[leaf] + GAP / 4)
            lower |= _alternate(row, leaves, room, side)
        x = _columns(rows, children, room)
        for row in rows:
            lower -= _free(row, x, radii)
    return x, lower


def _alternate(row, leaves, room, side):
    """Every other leaf of a row, to go to its lower line; between two of them `room` is `side`."""
    lower = set()
    for is_leaf, group in groupby(row, key=leaves.__contains__):
        line = list(group)
        if not is_leaf or len(line) < 4:
            continue
        lower.update(line[1::2])
        left, _ = room[line[0]]
        _, right = room[line[-1]]
        room.update(dict.fromkeys(line, (side, side)))
        room[line[0]] = left, side
        room[line[-1]] = side, right
    return lower


def _free(row, x, room):
    """The nodes of a row that would touch neither neighbour if all stood in one line."""
    free = set(row)
    for a, b in pairwise(row):
        if x[b] - x[a] < room[a] + room[b] + GAP:
            free -= {a, b}
    return free


def _columns(rows, children, room):
    """The x of every node."""
    from_left = _pushed_together(rows, children, room)
    mirrored_children = {}
    mirrored_room = {}
    for node in room:
        mirrored_children[node] = children[node][::-1]
        mirrored_room[node] = room[node][::-1]
    from_right = _pushed_together(rows, mirrored_children, mirrored_room)
    x = {}
    for node in from_left:
        x[node] = (from_left[node] - from_right[node]) / 2
    return x


def _pushed_together(rows, children, room):
    """The x of every node, with each subtree as far to the left as those before it allow."""
    offset = {}  # of each node from its parent
    outline = {}  # borders of its subtree, row by row, from its x
    for row in reversed(rows):
        for node in row:
            lefts, rights = _join(children[node], offset, outline)
            left, right = room[node]
            outline[node] = [-left, *lefts], [right, *rights]
    x = {rows[0][0]: 0.0}
    for row in rows[1:]:
        for node in row:
            x[node] = x[node.parent] + offset[node]
    return x


def _join(siblings, offset, outline):
    """Put the subtrees of `siblings` side by side, and return the outline of all together."""
    lefts = []
    rights = []
    for node in siblings:
        subtree_lefts, subtree_rights = outline.pop(node)
        overlaps = [right - left for right, left in zip(rights, subtree_lefts)]
        shift = max(overlaps, default=0.0)
        deeper = subtree_lefts[len(lefts) :]
        lefts += [left + shift for left in deeper]
        rights[: len(subtree_rights)] = [right + shift for right in subtree_rights]
        offset[node] = shift
    if not siblings:
        return lefts, rights
    middle = (offset[siblings[0]] + offset[siblings[-1]]) / 2
    for node in siblings:
        offset[node] -= middle
    lefts = [left - middle for left in lefts]
    rights = [right - middle for right in rights]
    return lefts, rights


def _draw_tidy_tree(drawing, layout, path, lowest_mean, captions):
    x, y = np.transpose([*layout.centres.values()])
    radii = np.array([layout.radii[node] for node in layout.centres])
    left = min(x - radii) - 1.9
    right = max(x + radii) + 0.6
    too_narrow = max(0, 9 - (right - left))
    left -= too_narrow / 2
    right += too_narrow / 2
    size = min(max(0.28, (right - left) / 50), 0.5)  # of the captions
    below = (1.4 * len(captions) + 1.2) * size
    bottom = min(y - radii) - STUB - below
    drawing.limit(left, right, bottom, 0.15)
    _write_moves(drawing, layout, path)
    _draw_tree(drawing, layout, path, lowest_mean, 0.28)
    y = bottom + 0.55 * size
    for text in reversed(captions):
        drawing.write(left + 0.1, y, text, size, BOLD_LEFT)
        y += 1.4 * size
    _draw_scale(drawing, y, size, lowest_mean, layout.centres)


def _write_moves(drawing, layout, path):
    """Write the moves on the edges."""
    for node, edge in layout.edges.items():
        colour = HIGHLIGHT if _is_marked(node, path) else TEXT
        y = edge.end - DROP / 2
        text = move_text(node.move)
        _write_over(drawing, edge.x_below, y, text, MOVE_SIZE, Style("bold", colour))


# -------------------------------------------------------------------- a tree that stays put

MOST_SLOTS = 9  # moves that can be read from the back of a room
WIDTH = 7.5  # of the picture
HEIGHT = 1.7  # of it, for each row that there may be
LEFT = 1.18  # room beside the moves
RIGHT = 0.28
TOP = 0.45  # room above the root
BOTTOM = 0.62  # room below the last row
REACH = 0.33  # radius of a node, in rows; less if it would touch its neighbours
LARGEST = 0.6  # radius of the root
NOTE = 0.25  # size of notes
TURN = 0.21  # and of who plays, beside as many moves as can be read: the smallest text
HALO = 2.05  # layer of what is behind a mark: above the edges, but not above those of the path


class FixedLayout(NamedTuple):
    """Where everything is drawn in a tree that stays put; the root is at (0, 0).

    Attributes:
        slots: the x of every move.
        rows: the nodes that are drawn, by the y of their row, without the root.
        left_out: how many rows are not drawn between the first and the second one.
        radius: of the nodes in the rows.
        root_radius: of the root.
        top: the upper end of the picture.
    """

    slots: dict[Move, float]
    rows: dict[float, tuple[SearchNode, ...]]
    left_out: int
    radius: float
    root_radius: float
    top: float

    @property
    def is_full(self) -> bool:
        """Whether there are as many moves as can be read."""
        return len(self.slots) == MOST_SLOTS


def fixed_layout(opened: Sequence[SearchNode], rows: int = 3) -> FixedLayout:
    """The place of every node of a tree in which each move has a column, and each depth a row.

    The fewer rows there are, the larger they are: they fill the picture. If there are more moves
    than can be read, those of the path are drawn, and the most visited others.

    Args:
        opened: a path from the root of the picture down; their children are drawn.
        rows: how many there may be below the root, at least 2; of a longer path the first row is
            drawn, and the last ones.

    >>> from c4lib import Board, TreeSearch
    >>> root = TreeSearch(Board(), rng=1).run(100).root
    >>> layout = fixed_layout([root, root.children[3]])
    >>> [len(row) for row in layout.rows.values()], layout.slots[3]
    ([7, 7], 0.0)
    """
    parents = [node for node in opened if node.children]
    skipped = max(len(parents) - rows, 0)
    drawn = [*parents[:1], *parents[1 + skipped :]]
    moves = _moves_to_draw(opened, drawn)
    slot = (WIDTH - LEFT - RIGHT) / len(moves)
    middle = (len(moves) - 1) / 2
    slots = {}
    for index, move in enumerate(moves):
        slots[move] = (index - middle) * slot
    free = HEIGHT * rows - TOP - BOTTOM
    share = free / (len(drawn) + 2 * REACH)
    radius = min(0.43 * slot, REACH * share)
    root_radius = max(1.15 * radius, min(0.24 * share, LARGEST))
    step = (free - root_radius - radius) / max(len(drawn), 1)
    placed = {}
    for depth, parent in enumerate(drawn, 1):
        row = tuple(child for child in parent.children if child.move in slots)
        placed[-step * depth] = row
    top = TOP + (root_radius if drawn else free / 2)
    return FixedLayout(slots, placed, skipped, radius, root_radius, top)


def _moves_to_draw(opened, drawn):
    """The moves that have a column, in their order."""
    moves = dict.fromkeys(opened[0].game.legal_moves())
    for node in drawn:
        moves |= dict.fromkeys(child.move for child in node.children)
    wanted = [*_most_wanted(drawn, opened), *moves]
    wanted = [*dict.fromkeys(wanted)][:MOST_SLOTS]
    return [move for move in moves if move in wanted]


def _most_wanted(parents, opened):
    """The moves of the children of `parents`, first those of the path, then the most visited."""
    rows = []
    for parent in parents:
        row = sorted(parent.children, key=lambda child: (child not in opened, -child.visits))
        rows.append(row)
    moves = []
    for rank in zip_longest(*rows):
        moves += [child.move for child in rank if child]
    return moves


def draw_fixed_tree(
    drawing: Drawing,
    opened: Sequence[SearchNode],
    path: Collection[SearchNode] = (),
    lowest_mean: float = 0,
    rows: int = 3,
) -> None:
    """Draw a tree in which every move has its column and every depth its row.

    So nothing moves when the search goes on, unless a row is added. Of more moves than can be read,
    only some are drawn, and how many are not.

    Args:
        drawing: what to draw on.
        opened: a path from the root of the picture down; their children are drawn, each of them
            below its column. In a live picture the name of a node is the tuple of its moves from
            the root of the tree.
        path: nodes to mark.
        lowest_mean: that a node can have; its colour is the darkest brown.
        rows: how many there may be below the root, at least 2; a path that goes further is
            shortened in the middle.

    >>> from c4lib import Board, TreeSearch
    >>> from c4lib.plots.canvas import Scene
    >>> scene, root = Scene(), TreeSearch(Board(), rng=1).run(100).root
    >>> draw_fixed_tree(scene, [root])
    >>> [words[1] for _, kind, _, words in scene.elements.values() if kind == "spot"][:2]
    ['the root: 35 wins in 100 visits', 'after 0: 9 wins in 14 visits']
    """
    fixed = fixed_layout(opened, rows)
    middle = (RIGHT - LEFT) / 2
    left = middle - WIDTH / 2
    bottom = fixed.top - HEIGHT * rows
    drawing.limit(left, left + WIDTH, bottom, fixed.top)
    _write_around(drawing, fixed, opened[0])
    layout = _placed(fixed, opened)
    _draw_tree(drawing, layout, path, lowest_mean, TURN if fixed.is_full else NOTE)
    beside = fixed.root_radius + PATH_BORDER + 0.1
    drawing.write(beside, 0.18, "wins", NOTE, MUTED_LEFT)
    drawing.write(beside, -0.18, "visits", NOTE, MUTED_LEFT)
    _make_clickable(drawing, layout)
    _draw_scale(drawing, bottom + 0.2, NOTE, lowest_mean, layout.centres)


def _write_around(drawing, fixed, root):
    """The moves above their columns, where the root is, and what is not drawn."""
    left = drawing.left + 0.1
    room = (WIDTH - LEFT - RIGHT) / len(fixed.slots) - 0.06
    y = fixed.top - 0.24
    for move, x in fixed.slots.items():
        drawing.write(x, y, move_text(move), 0.27, BOLD, room=room)
    where = place_in_words(root.moves, 5)
    drawing.write(left, y, "move", 0.27, BOLD_LEFT, room=1.3)
    drawing.write(left, 0, where, 0.27, BOLD_LEFT, room=1.3)
    _write_left_out(drawing, fixed)


def _make_clickable(drawing, layout):
    for node, (x, y) in layout.centres.items():
        radius = layout.radii[node]
        box = x - radius, y - radius, 2 * radius, 2 * radius
        moves = node.moves
        where = f"after {moves_text(moves)}" if moves else "the root"
        label = f"{where}: {counts_in_words(node)}"
        drawing.spots([box], [moves], [label])


def _placed(fixed, opened):
    """The layout of the nodes, the `opened` ones among them."""
    root = opened[0]
    layout = Layout({root: (0, 0)}, {root: fixed.root_radius}, {}, {}, {}, {})
    for y, row in fixed.rows.items():
        parent = row[0].parent
        layout.turns[y] = parent.game
        # Below the depths that are left out, edges come from the last node above them.
        above = parent if parent in layout.centres else opened[1]
        _, height = layout.centres[above]
        start = height - layout.radii[above] - 0.2  # below the marks of the upper row
        for node in row:
            x = fixed.slots[node.move]
            layout.centres[node] = x, y
            layout.radii[node] = fixed.radius
            layout.edges[node] = Edge(*layout.centres[above], start, y + fixed.radius, x, y)
            layout.shares[node] = node.visits / max(parent.visits, 1)
            if node.children and node not in opened and not fixed.is_full:
                right = x + fixed.radius + 0.06
                lower = y - max(fixed.radius + 0.045, 0.37)
                layout.hidden[node] = HiddenMark(len(node.children), right, lower, NOTE, HALO)
    return layout


def _write_left_out(drawing, fixed):
    """How many nodes of each row are not drawn, and how many rows."""
    left = drawing.left + 0.1
    for y, row in fixed.rows.items():
        hidden = len(row[0].parent.children) - len(row)
        if hidden:
            y -= fixed.radius + 0.06
            drawing.write(left, y, f"+{hidden} more", NOTE, MUTED_LEFT)
    if fixed.left_out:
        first, second, *_ = fixed.rows
        y = (first + second) / 2
        text = f"⋯ {fixed.left_out} more"
        drawing.write(left, y, text, NOTE, Style("bold", HIGHLIGHT, "left"))


# -------------------------------------------------------------------- what both have in common


def _draw_tree(drawing, layout, path, lowest_mean, size):
    """Draw edges, nodes, and who plays in each row, in letters of this size."""
    _draw_edges(drawing, layout, path)
    for node, mark in layout.hidden.items():
        text = f"+{mark.count}"
        style = Style(color=MUTED)
        _write_over(drawing, mark.x, mark.y, text, mark.size, style, mark.layer, node.name)
    left = drawing.left
    for y, game in layout.turns.items():
        draw_piece(drawing, game, game.to_move, (left + 0.22, y), 0.2, 4)
        drawing.write(left + 0.52, y, "plays", size, MUTED_LEFT)
    _draw_proofs(drawing, layout)
    _draw_nodes(drawing, layout, path, lowest_mean)


def _is_marked(node, path):
    """Whether the edge to a node is on the path."""
    return node in path and node.parent in path


def _draw_edges(drawing, layout, path):
    for node, edge in layout.edges.items():
        width = 0.03 + 0.16 * layout.shares[node]
        colour = EDGE
        zorder = 2
        if _is_marked(node, path):
            width = max(width, 0.1)
            colour = HIGHLIGHT
            zorder = 2.1
        drawing.edges([edge], [width], colour, zorder, keys=[node.name], linewidth=0.5)


def _write_over(drawing, x, y, text, size, style, layer=OVER_PATH, key=None):
    """Write a text that covers what is behind it, such as an edge, up to this layer."""
    width = max(width_of(text) * size, 0.2) + 0.08
    box = x - width / 2, y - size / 2, width, size
    drawing.boxes([box], EMPTY, layer)
    drawing.write(x, y, text, size, style, key)


def _draw_proofs(drawing, layout):
    """Show at the upper right of each proven node what it is proven to be."""
    for node, centre in layout.centres.items():
        if node.proof is not None:
            out = 0.71 * layout.radii[node] + 0.6 * BADGE
            corner = np.array(centre) + out
            drawing.circles([corner], BADGE + 0.05, EMPTY, 4.5)
            winner = node.proof.winner
            if winner:
                draw_piece(drawing, node.game, winner, corner, BADGE, 4.6)
            else:
                drawing.circles([corner], BADGE, MUTED, 4.6)
                drawing.write(*corner, "=", 1.6 * BADGE, Style("bold", EMPTY))


def _draw_nodes(drawing, layout, path, lowest_mean):
    names = []
    radii = []
    outer = []  # radii, with the borders
    rims = []
    colours = []
    for node in layout.centres:
        names.append(node.name)
        radius = layout.radii[node]
        radii.append(radius)
        outer.append(radius + (PATH_BORDER if node in path else BORDER))
        rims.append(_rim(node, path))
        share = (node.mean - lowest_mean) / (1 - lowest_mean)
        colours.append(MEAN(share) if node.visits else EMPTY)
    centres = [*layout.centres.values()]
    drawing.circles(centres, outer, rims, 3, keys=names)
    drawing.circles(centres, radii, colours, 3.1, keys=names, gid="nodes")
    for node, colour in zip(layout.centres, colours):
        ink = text_on(colour) if node.visits else MUTED
        _write_fraction(drawing, node, layout, ink)


def _rim(node, path):
    """The colour of its border."""
    if node in path:
        return HIGHLIGHT
    return MUTED if node.visits else EDGE


def _write_fraction(drawing, node, layout, ink):
    """Write wins over visits, as large as the circle allows."""
    x, y = layout.centres[node]
    radius = layout.radii[node]
    name = node.name
    wins = short(node.wins)
    visits = short(node.visits)
    width = max(width_of(wins, "normal"), width_of(visits, "normal"))
    largest = 2 * radius / math.hypot(width, 1.9)
    size = min(max(0.3, 0.55 * radius), largest)
    width *= size
    drawing.write(x, y + 0.53 * size, wins, size, Style(color=ink), key=f"{name} wins")
    drawing.write(x, y - 0.53 * size, visits, size, Style(color=ink), key=f"{name} visits")
    bar = x - width / 2, y - 0.03 * size, width, 0.06 * size
    drawing.boxes([bar], ink, 4, keys=[name], linewidth=0.5)


def _draw_scale(drawing, y, size, lowest_mean, nodes):
    """The colours of the means of `nodes`, from the lowest to 1, and whose they are."""
    root = next(iter(nodes))
    viewpoints = {node.viewpoint for node in nodes}
    whose = "the player who moved there"
    if len(viewpoints) == 1 and len(nodes) > 1:
        whose = side_name(root.game, root.viewpoint)
    start = drawing.left + 0.1 + 1.2 * size
    bottom = y - 0.35 * size
    width = 4.1 * size / 39
    steps = np.linspace(0, 1, 40)
    strip = []
    for step in steps:
        left = start + 4 * size * step
        strip.append((left, bottom, width, 0.7 * size))
    drawing.boxes(strip, MEAN(steps))
    drawing.write(start - 0.3 * size, y, f"{lowest_mean:.2g}", size, Style(color=MUTED, ha="right"))
    text = f"1  wins/visits of {whose}"
    drawing.write(start + 4.5 * size, y, text, size, MUTED_LEFT)
