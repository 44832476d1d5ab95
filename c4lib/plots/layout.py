"""Which nodes of a tree to draw, and where: a tidy layout."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from itertools import count, groupby, pairwise, zip_longest
from typing import NamedTuple

from c4lib.node import Move, SearchNode

# All in units of the drawing; the node with the most visits is one unit wide.
GAP = 0.14  # between neighbours
LINE = 0.12  # room for an edge that passes a node
DROP = 0.5  # height of the row of moves above the nodes
STUB = 0.34  # height of the row below the nodes, for the marks of hidden children
MOST_WIDTH = (
    15  # of a tree whose leaves stand in one line; in a wider one they alternate between two lines
)


def most_visited(
    root: SearchNode, path: Iterable[SearchNode], max_nodes: int, min_visits: int, deepest: float
) -> dict[SearchNode, int]:
    """The nodes to draw, each with its depth below the `root`: the path and the most visited
    others, all connected.

    >>> from c4lib import Board, TreeSearch
    >>> search = TreeSearch(Board(), rng=1).run(100)
    >>> len(most_visited(search.root, (), 60, 0, 9)), len(most_visited(search.root, (), 60, 0, 1))
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
            if child not in shown and child.visits >= min_visits and shown[node] < deepest:
                heapq.heappush(waiting, (-child.visits, next(number), child))

    for node in tuple(shown):
        add_children(node)
    while waiting and len(shown) < max_nodes:
        node = heapq.heappop(waiting)[-1]
        shown[node] = shown[node.parent] + 1
        add_children(node)
    return shown


Children = Mapping[SearchNode, list[SearchNode]]  # of each node those that are drawn
Room = dict[SearchNode, tuple[float, float]]  # what each node needs to its left and to its right


class Size(NamedTuple):
    """Half the width and half the height of a node."""

    x: float
    y: float


class Layout(NamedTuple):
    """Where everything is drawn.

    Attributes:
        centres: the middle of each node, parents before their children.
        sizes: the half width and half height of each node.
        children: the drawn children of each node.
        rows: the top and the bottom of the row that each node stands in.
    """

    centres: dict[SearchNode, tuple[float, float]]
    sizes: Mapping[SearchNode, Size]
    children: Children
    rows: dict[SearchNode, tuple[float, float]]


ROW_HEIGHT = 1.16  # height of a row of a fixed layout
SLOT = 0.92  # width of the place of a move in it
MOST_SLOTS = 9  # that can be read from the back of a room


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
    moves |= dict.fromkeys(child.move for node in opened for child in node.children)
    below = [node.children for node in opened if node.children]
    left_out = max(len(below) - rows, 0)
    whole = [(root,), *below[:1], *below[1 + left_out :]]
    if len(moves) > MOST_SLOTS:
        wanted = _most_wanted([*opened[1:2], *opened[1 + left_out :]], whole[1:], first, moves)
        moves = [move for move in moves if move in wanted]
    slots = {move: (index - (len(moves) - 1) / 2) * SLOT for index, move in enumerate(moves)}
    drawn = [(root,), *(tuple(node for node in row if node.move in slots) for row in whole[1:])]
    hidden = [len(row) - len(shown) for row, shown in zip(whole, drawn)]
    gap = ROW_HEIGHT / 2 if left_out else 0
    heights = [-ROW_HEIGHT * depth - (gap if depth > 1 else 0) for depth in range(len(drawn))]
    return FixedLayout(slots, drawn, hidden, left_out, heights, -1.75 * ROW_HEIGHT)


def _most_wanted(
    path: list[SearchNode], rows: list[tuple], first: Iterable[Move], moves: Iterable[Move]
) -> set[Move]:
    """As many of the `moves` as can be read: of the path, the most visited one of each row,
    `first`, by their visits.
    """
    by_visits = [sorted(row, key=lambda node: -node.visits) for row in rows]
    needed = (*path, *(row[0] for row in by_visits))
    others = (node for rank in zip_longest(*by_visits) for node in rank if node)
    wanted = [*(node.move for node in needed), *first, *(node.move for node in others), *moves]
    return {*[*dict.fromkeys(wanted)][:MOST_SLOTS]}


def tidy_layout(
    root: SearchNode, shown: Iterable[SearchNode], sizes: Mapping[SearchNode, Size]
) -> Layout:
    """The position of every node: one row per depth, parents above the middle of their children, no
    overlaps.

    After Reingold and Tilford (1981): subtrees are pushed together until their outlines touch, once
    from the left and once from the right. The average of the two has no overlaps either, and is
    symmetric where the tree is. If the tree would be too wide, neighbouring leaves alternate
    between two lines of their row.
    """
    shown = dict.fromkeys(shown)  # a set whose order is not left to chance
    children = {node: [child for child in node.children if child in shown] for node in shown}
    rows = [[root]]
    while below := [child for node in rows[-1] for child in children[node]]:
        rows.append(below)
    x, lower = _across(rows, children, sizes)
    centres, extents, top = {}, {}, 0.0
    for row in rows:
        reach = max(sizes[node].y for node in row)
        second = 2 * reach + STUB if lower & set(row) else 0
        for node in row:
            centres[node] = (x[node], top - reach - (second if node in lower else 0))
            extents[node] = (top, top - 2 * reach - second)
        widest = max(
            (x[below[-1]] - x[below[0]] for node in row if (below := children[node])), default=0
        )
        top -= 2 * reach + second + STUB + DROP + min(0.3 + 0.08 * widest, 2)
    return Layout(centres, sizes, children, extents)


def _across(
    rows: list[list[SearchNode]], children: Children, sizes: Mapping[SearchNode, Size]
) -> tuple[dict[SearchNode, float], set[SearchNode]]:
    """The x of every node, and the leaves that stand in the lower line of their row."""
    room = {node: (size.x + GAP / 2, size.x + GAP / 2) for node, size in sizes.items()}
    x, lower = _columns(rows, children, room), set()
    if max(x.values()) - min(x.values()) > MOST_WIDTH:
        for row in rows:
            lower |= _alternate(row, children, sizes, room)
        x = _columns(rows, children, room)
        lower -= {node for row in rows for node in _free(row, x, sizes)}
    return x, lower


def _alternate(
    row: list[SearchNode], children: Children, sizes: Mapping[SearchNode, Size], room: Room
) -> set[SearchNode]:
    """Every other leaf of a row, to go to its lower line; `room` shrinks to what each leaf now
    needs.

    A leaf of the upper line needs room for itself and for the edges that pass it on both sides.
    """
    lower = set()
    widest = max((sizes[node].x for node in row if not children[node]), default=0)
    side = (
        widest + LINE
    ) / 2  # so that next neighbours, in the same line, are 2 * (widest + LINE) apart
    for inner, group in groupby(row, key=lambda node: bool(children[node])):
        run = list(group)
        if inner or len(run) < 4:
            continue
        lower |= set(run[1::2])
        for node in run:
            left, right = room[node]
            room[node] = (left if node is run[0] else side, right if node is run[-1] else side)
    return lower


def _free(
    row: list[SearchNode], x: Mapping[SearchNode, float], sizes: Mapping[SearchNode, Size]
) -> list[SearchNode]:
    """The nodes of a row that touch neither neighbour in the same line."""
    fits = [x[b] - x[a] >= sizes[a].x + sizes[b].x + GAP for a, b in pairwise(row)]
    return [
        node for node, before, after in zip(row, [True, *fits], [*fits, True]) if before and after
    ]


def _columns(
    rows: list[list[SearchNode]], children: Children, room: Room
) -> dict[SearchNode, float]:
    """The x of every node."""
    from_left = _pushed_together(rows, children, room)
    mirrored_children = {node: below[::-1] for node, below in children.items()}
    mirrored_room = {node: (right, left) for node, (left, right) in room.items()}
    from_right = _pushed_together(rows, mirrored_children, mirrored_room)
    return {node: (from_left[node] - from_right[node]) / 2 for row in rows for node in row}


def _pushed_together(
    rows: list[list[SearchNode]], children: Children, room: Room
) -> dict[SearchNode, float]:
    """The x of every node, with each subtree as far to the left as those before it allow."""
    offset: dict[SearchNode, float] = {}  # of each node from its parent
    outline: dict[
        SearchNode, tuple[list[float], list[float]]
    ] = {}  # borders of its subtree, row by row, from its x
    for node in (node for row in reversed(rows) for node in row):
        lefts, rights = _join(children[node], offset, outline)
        outline[node] = [-room[node][0], *lefts], [room[node][1], *rights]
    x = {rows[0][0]: 0.0}
    for node in (node for row in rows for node in row):
        for child in children[node]:
            x[child] = x[node] + offset[child]
    return x


def _join(
    siblings: list[SearchNode], offset: dict[SearchNode, float], outline: dict[SearchNode, tuple]
) -> tuple[list[float], list[float]]:
    """Put the subtrees of `siblings` side by side: set their `offset`, and return the outline of
    all together.
    """
    lefts: list[float] = []
    rights: list[float] = []
    for node in siblings:
        its_lefts, its_rights = outline.pop(node)
        offset[node] = max((right - left for right, left in zip(rights, its_lefts)), default=0.0)
        lefts += [left + offset[node] for left in its_lefts[len(lefts) :]]
        rights[: len(its_rights)] = [right + offset[node] for right in its_rights]
    middle = (offset[siblings[0]] + offset[siblings[-1]]) / 2 if siblings else 0
    for node in siblings:
        offset[node] -= middle
    return [left - middle for left in lefts], [right - middle for right in rights]
