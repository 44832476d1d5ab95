"""Which nodes of a tree to draw, and where: a tidy layout, and one in which nothing moves."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from itertools import count, groupby, pairwise, zip_longest
from typing import NamedTuple

from c4lib.node import Game, Move, SearchNode
from c4lib.plots.canvas import width_of
from c4lib.plots.words import move_text

MOVE_SIZE = 0.3  # font size of the moves on the edges
# All in units of the drawing; the node with the most visits is one unit wide.
GAP = 0.14  # between neighbours
LINE = 0.12  # room for an edge that passes a node
DROP = 0.5  # height of the row of moves above the nodes
STUB = 0.34  # height of the row below the nodes, for the marks of hidden children
# Of a tree whose leaves stand in one line; in a wider one they alternate between two lines.
MOST_WIDTH = 15

Point = tuple[float, float]
Row = Sequence[SearchNode]
Children = Mapping[SearchNode, Row]  # of each node those that are drawn
Room = dict[SearchNode, Point]  # what each node needs to its left and to its right


class Layout(NamedTuple):
    """Where everything is drawn.

    Attributes:
        centres: the middle of each node, parents before their children.
        radii: of each node.
        edges: the edge to each node, see `Drawing.edges`.
        shares: how wide it is, from 0 to 1.
        hidden: how many children of a node are not drawn, and where that is said, as (count, x, y).
        turns: the rows of moves: a position with the same player to move, by the height of the row.
    """

    centres: dict[SearchNode, Point]
    radii: Mapping[SearchNode, float]
    edges: dict[SearchNode, tuple[float, ...]]
    shares: dict[SearchNode, float]
    hidden: dict[SearchNode, tuple[int, float, float]]
    turns: dict[float, Game]


def most_visited(
    root: SearchNode, path: Iterable[SearchNode], max_nodes: int, deepest: float
) -> dict[SearchNode, int]:
    """The nodes to draw, each with its depth below the `root`.

    They are the path and the most visited others, all connected.

    >>> from c4lib import Board, TreeSearch
    >>> search = TreeSearch(Board(), rng=1).run(100)
    >>> len(most_visited(search.root, (), 60, 9)), len(most_visited(search.root, (), 60, 1))
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
    number = count()  # among equally visited nodes, the first one found comes first
    waiting: list[tuple[int, int, SearchNode]] = []

    def add_children(node: SearchNode) -> None:
        for child in node.children:
            if child not in shown and shown[node] < deepest:
                heapq.heappush(waiting, (-child.visits, next(number), child))

    for node in tuple(shown):
        add_children(node)
    while waiting and len(shown) < max_nodes:
        node = heapq.heappop(waiting)[-1]
        shown[node] = shown[node.parent] + 1
        add_children(node)
    return shown


# -------------------------------------------------------------------- a tree that stays put

ROW_HEIGHT = 1.16  # height of a row of a fixed layout
SLOT = 0.92  # width of the place of a move in it
MOST_SLOTS = 9  # that can be read from the back of a room
# Above a node, where the edge to it begins and ends to bend: below the marks of the upper row.
CURVE = 0.66, 0.35


class FixedLayout(NamedTuple):
    """Where everything is drawn in a tree that stays put.

    Attributes:
        slots: the x of every move.
        rows: the nodes that are drawn, one row for each depth.
        hidden: how many of each row are not drawn.
        left_out: how many depths there are between the first and the second row that are not drawn.
        heights: the y of each row.
        gap: the y of what stands for the depths that are left out.
    """

    slots: dict[Move, float]
    rows: list[tuple[SearchNode, ...]]
    hidden: list[int]
    left_out: int
    heights: list[float]
    gap: float

    def place(self, opened: Sequence[SearchNode], radii: Mapping[SearchNode, float]) -> Layout:
        """The layout of the nodes, the `opened` ones among them."""
        # Of those that are left out, edges come from where their stand-ins are.
        places = {node: (self.slots.get(node.move, 0), self.gap) for node in opened}
        places[opened[0]] = 0, 0
        layout = Layout({}, radii, {}, {}, {}, {})
        for row, y in zip(self.rows, self.heights):
            for node in row:
                if node is not opened[0]:
                    x = self.slots[node.move]
                    places[node] = x, y
                    above = places[node.parent]
                    start, end = CURVE
                    layout.edges[node] = *above, y + start, y + end, x, y
                    layout.shares[node] = node.visits / max(node.parent.visits, 1)
                    layout.turns[y] = node.parent.game
                    if node.children and node not in opened:
                        layout.hidden[node] = len(node.children), x + 0.38, y - 0.39
                layout.centres[node] = places[node]
        return layout


def fixed_layout(
    opened: Sequence[SearchNode], rows: int = 3, first: Iterable[Move] = ()
) -> FixedLayout:
    """The place of every node of a tree in which each move has a column, and each depth a row.

    If there are more moves than can be read, those of the path are drawn, and the most visited
    others.

    Args:
        opened: a path from the root of the picture down; their children are drawn.
        rows: how many below the root, at least 2; of a longer path the first row is drawn, and the
            last ones.
        first: moves to be drawn before the most visited ones.

    >>> from c4lib import Board, TreeSearch
    >>> root = TreeSearch(Board(), rng=1).run(100).root
    >>> layout = fixed_layout([root, root.children[3]])
    >>> [len(row) for row in layout.rows], layout.slots[3], layout.slots[4]
    ([1, 7, 7], 0.0, 0.92)
    """
    root = opened[0]
    moves = dict.fromkeys(root.game.legal_moves())
    for node in opened:
        moves |= dict.fromkeys(child.move for child in node.children)
    below = [node.children for node in opened if node.children]
    left_out = max(len(below) - rows, 0)
    whole = [*below[:1], *below[1 + left_out :]]
    if len(moves) > MOST_SLOTS:
        path = [*opened[1:2], *opened[1 + left_out :]]
        wanted = _most_wanted(path, whole, first, moves)
        moves = [move for move in moves if move in wanted]
    left = -(len(moves) - 1) / 2
    slots = {}
    for index, move in enumerate(moves):
        slots[move] = (left + index) * SLOT
    drawn = [(root,)]
    hidden = [0]
    heights = [0.0]
    for depth, row in enumerate(whole, 1):
        drawn.append(tuple(node for node in row if node.move in slots))
        hidden.append(len(row) - len(drawn[-1]))
        is_below_gap = left_out and depth > 1
        heights.append(-ROW_HEIGHT * (depth + 0.5 * bool(is_below_gap)))
    return FixedLayout(slots, drawn, hidden, left_out, heights, -1.75 * ROW_HEIGHT)


def _most_wanted(
    path: Row, rows: list[Row], first: Iterable[Move], moves: Iterable[Move]
) -> set[Move]:
    """As many of the `moves` as can be read: of the path, the most visited of each row, `first`."""
    by_visits = [sorted(row, key=lambda node: -node.visits) for row in rows]
    wanted = [node.move for node in path]
    wanted += [row[0].move for row in by_visits]
    wanted += first
    for rank in zip_longest(*by_visits):
        wanted += [node.move for node in rank if node]
    wanted += moves
    return set(list(dict.fromkeys(wanted))[:MOST_SLOTS])


# -------------------------------------------------------------------- a tidy tree


def tidy_layout(root: SearchNode, radii: Mapping[SearchNode, float]) -> Layout:
    """The position of every node that has a radius: one row per depth, no overlaps.

    After Reingold and Tilford (1981): subtrees are pushed together until their outlines touch, once
    from the left and once from the right. The average of the two has no overlaps either, and is
    symmetric where the tree is. Parents stand above the middle of their children. If the tree would
    be too wide, neighbouring leaves alternate between two lines of their row.
    """
    children = {node: [child for child in node.children if child in radii] for node in radii}
    rows = [[root]]
    while below := [child for node in rows[-1] for child in children[node]]:
        rows.append(below)
    x, lower = _across(rows, children, radii)
    most = max(node.visits for node in radii) or 1
    layout = Layout({}, radii, {}, {}, {}, {})
    top, start = 0.0, 0.0  # of the row, and where the edges to it begin to bend
    for row in rows:
        reach = max(radii[node] for node in row)
        second = 2 * reach + STUB if lower & set(row) else 0
        for node in row:
            y = top - reach
            if node in lower:
                y -= second
            layout.centres[node] = x[node], y
            if node is not root:
                above = layout.centres[node.parent]
                end = top + DROP
                layout.edges[node] = *above, start, end, x[node], y
                layout.shares[node] = node.visits / most
                layout.turns[top + DROP / 2] = node.parent.game
            if missing := len(node.children) - len(children[node]):
                layout.hidden[node] = missing, x[node], y - radii[node] - 0.2
        families = [children[node] for node in row if children[node]]
        widest = max((x[below[-1]] - x[below[0]] for below in families), default=0)
        start = top - 2 * reach - second - STUB
        top = start - DROP - min(0.3 + 0.08 * widest, 2)
    return layout


def _across(
    rows: list[Row], children: Children, radii: Mapping[SearchNode, float]
) -> tuple[dict[SearchNode, float], set[SearchNode]]:
    """The x of every node, and the leaves that stand in the lower line of their row."""
    moves = {node: MOVE_SIZE * width_of(move_text(node.move)) / 2 for node in radii}
    moves[rows[0][0]] = 0  # there is none above the root
    room = {}
    for node, radius in radii.items():
        side = max(radius, moves[node]) + GAP / 2
        room[node] = side, side
    x = _columns(rows, children, room)
    lower = set()
    if max(x.values()) - min(x.values()) > MOST_WIDTH:
        for row in rows:
            leaves = {node for node in row if not children[node]}
            # Next neighbours of a line, and an edge between them, are twice this apart.
            side = (max((radii[node] for node in leaves), default=0) + LINE) / 2
            side = max([side, *(moves[node] + GAP / 4 for node in leaves)])
            lower |= _alternate(row, leaves, room, side)
        x = _columns(rows, children, room)
        for row in rows:
            lower -= _free(row, x, radii)
    return x, lower


def _alternate(row: Row, leaves: set[SearchNode], room: Room, side: float) -> set[SearchNode]:
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


def _free(
    row: Row, x: Mapping[SearchNode, float], room: Mapping[SearchNode, float]
) -> set[SearchNode]:
    """The nodes of a row that would touch neither neighbour if all stood in one line."""
    free = set(row)
    for a, b in pairwise(row):
        if x[b] - x[a] < room[a] + room[b] + GAP:
            free -= {a, b}
    return free


def _columns(rows: list[Row], children: Children, room: Room) -> dict[SearchNode, float]:
    """The x of every node."""
    from_left = _pushed_together(rows, children, room)
    children = {node: below[::-1] for node, below in children.items()}
    room = {node: sides[::-1] for node, sides in room.items()}
    from_right = _pushed_together(rows, children, room)
    return {node: (from_left[node] - from_right[node]) / 2 for node in from_left}


def _pushed_together(rows: list[Row], children: Children, room: Room) -> dict[SearchNode, float]:
    """The x of every node, with each subtree as far to the left as those before it allow."""
    offset: dict[SearchNode, float] = {}  # of each node from its parent
    outline: dict[SearchNode, tuple] = {}  # borders of its subtree, row by row, from its x
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


def _join(
    siblings: Row, offset: dict[SearchNode, float], outline: dict[SearchNode, tuple]
) -> tuple[list[float], list[float]]:
    """Put the subtrees of `siblings` side by side, and return the outline of all together."""
    lefts: list[float] = []
    rights: list[float] = []
    for node in siblings:
        its_lefts, its_rights = outline.pop(node)
        shift = max((right - left for right, left in zip(rights, its_lefts)), default=0.0)
        deeper = its_lefts[len(lefts) :]
        lefts += [left + shift for left in deeper]
        rights[: len(its_rights)] = [right + shift for right in its_rights]
        offset[node] = shift
    if not siblings:
        return lefts, rights
    middle = (offset[siblings[0]] + offset[siblings[-1]]) / 2
    for node in siblings:
        offset[node] -= middle
    lefts = [left - middle for left in lefts]
    rights = [right - middle for right in rights]
    return lefts, rights
