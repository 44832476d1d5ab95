"""Walks and copies of trees of any depth: a function that calls itself comes to about 1,000 levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from anytree import NodeMixin


def every_node(
    root: NodeMixin, stop: Callable[[NodeMixin], bool] = lambda node: False
) -> Iterator[NodeMixin]:
    """The root and all nodes below, each before its children; none at or below one to `stop` at.

    >>> from anytree import Node
    >>> root = Node("a")
    >>> child, other = Node("b", root), Node("d", root)
    >>> _ = Node("c", child)
    >>> [node.name for node in every_node(root)]
    ['a', 'b', 'c', 'd']
    """
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if not stop(node):
            yield node
            waiting.extend(reversed(node.children))


class WholeTree:
    """The nodes of a tree, as `pickle` and `copy` are to take them: one after another.

    Left to themselves, these would go from a node to its children and on to theirs.
    """

    def __init__(self, root: NodeMixin | None = None) -> None:
        self.root = root
        self.nodes: list[NodeMixin] = []  # that were copied

    @staticmethod
    def state_of(node: NodeMixin) -> dict[str, object]:
        """The attributes of a node; in place of its parent and its children the whole tree.

        It is the same object for all nodes, so that it is copied once.
        """
        root = node.root
        whole = vars(root).get("_whole")
        if whole is None or whole.root is not root:
            root._whole = whole = WholeTree(root)
        own = {name: value for name, value in vars(node).items() if "NodeMixin" not in name}
        return own | {"_whole": whole}

    @staticmethod
    def restore(node: NodeMixin, state: dict[str, object]) -> None:
        """Give a copied node its attributes; the tree that comes with them has hung it up."""
        state.pop("_whole", None)  # it would keep all nodes, also those that leave the tree
        vars(node).update(state)

    def __reduce__(self) -> tuple:
        return WholeTree, (), None, self._entries()

    def _entries(self) -> Iterator[tuple[NodeMixin, int | None]]:
        """Each node, and the place of its parent among them."""
        places = {}
        for place, node in enumerate(every_node(self.root)):
            places[node] = place
            yield node, places.get(node.parent)

    def append(self, entry: tuple[NodeMixin, int | None]) -> None:
        """Take a copy of a node, and hang it below that of its parent."""
        node, parent = entry
        self.nodes.append(node)
        if parent is None:
            self.root = node
        else:
            node.parent = self.nodes[parent]
