"""Search trees of any program: read by the names that nodes have, and told again as a search."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from numbers import Real

import numpy as np

from c4lib.node import Game, Move, SearchNode
from c4lib.phases import Simulation
from c4lib.search import TreeSearch
from c4lib.settings import SearchSettings
from mctslab.audit.chances import Known, chances, witness

MOST_NODES = 100_000
CLOSE = 1e-9
NAMES = {
    "visits": "visits n numvisits nvisits nbvisit visitcount numberofvisits",
    "wins": "wins win w value totalvalue q totalreward reward score nbwin numwins nwins",
    "children": "children childnodes",
    "move": "move action lastmove parentaction reachedby column",
    "state": "state board",
    "parent": "parent parentnode",
    "root": "root rootnode tree",
}

Path = tuple[Move, ...]
Tree = dict[Path, tuple[float, int]]  # wins and visits, by the moves from the root


class Trouble(Exception):
    """What a search does that it should not, in a sentence; its `phase`, if that is known."""

    def __init__(self, sentence: str, phase: str = "") -> None:
        super().__init__(sentence)
        self.phase = phase


# -------------------------------------------------------------------- reading


def plain(name: str) -> str:
    """A name without underscores, in small letters, and without a "get" in front.

    >>> plain("get_legal_moves"), plain("childNodes"), plain("_N")
    ('legalmoves', 'childnodes', 'n')
    """
    return name.replace("_", "").lower().removeprefix("get")


def part(node: object, what: str, known: dict = {}) -> object:  # noqa: B006
    """A node's visits, wins, children, move, state or parent; None if it has none.

    >>> from types import SimpleNamespace
    >>> part(SimpleNamespace(childNodes=[], N=3), "visits")
    3
    """
    key = type(node), what
    if key not in known:
        names = {plain(name): name for name in dir(node) if not name.startswith("__")}
        found = [names[word] for word in NAMES[what].split() if word in names]
        known[key] = [name for name in found if not callable(getattr(node, name))][:1]
    return getattr(node, *known[key], None) if known[key] else None


def is_node(thing: object) -> bool:
    """Whether it has visits and children, and so can be read."""
    children = part(thing, "children")
    return isinstance(part(thing, "visits"), Real) and isinstance(children, (Sequence, Mapping))


def tree_of(root: object) -> Tree:
    """The counts of a search tree, whatever its nodes are like; children in their order.

    Raises:
        Trouble: it is no tree.

    >>> from c4lib import Board
    >>> tree_of(TreeSearch(Board(2, 3, 3), rng=1).run(2).root)
    {(): (1.0, 2), (0,): (0.0, 0), (1,): (0.5, 1), (2,): (0.5, 1)}
    """
    tree, waiting = {}, deque([((), root)])
    while waiting:
        path, node = waiting.popleft()
        counts = part(node, "wins"), part(node, "visits")
        if path in tree or len(tree) == MOST_NODES or not all(isinstance(n, Real) for n in counts):
            wrong = f"{counts[0]!r:.30} wins in {counts[1]!r:.30} visits at {place(path)}"
            raise Trouble(f"your tree is none: {wrong}, once or more, among {len(tree)} nodes")
        tree[path] = counts
        waiting.extend(((*path, move), child) for move, child in _children(node))
    return tree


def _children(node: object) -> Iterator[tuple[Move, object]]:
    children = part(node, "children")
    pairs = children.items() if isinstance(children, Mapping) else children
    for child in pairs:
        move = None
        if isinstance(child, tuple):
            move, child = child if is_node(child[1]) else child[::-1]
        if child is not None:
            yield _move(node, child) if move is None else move, child


def _move(parent: object, child: object) -> Move:
    """By its name; or else the column in which the two boards differ."""
    move = part(child, "move")
    before, after = part(parent, "state"), part(child, "state")
    if move is None and isinstance(after, np.ndarray):
        move = np.not_equal(before, after).any(axis=0).argmax()
    if isinstance(move, np.generic):
        return move.item()
    return getattr(child, "name", None) if move is None else move


def place(path: Path) -> str:
    """A node as students say it.

    >>> place(()), place((3, 2))
    ('the root', 'the node of moves 3, 2')
    """
    return f"the node of moves {', '.join(map(str, path))}" if path else "the root"


# -------------------------------------------------------------------- telling again


class Told(Simulation):
    """A playout of which only the winner is known, or not even that for sure."""

    winner = None
    is_sure = True


def told(node: SearchNode, winner: int | None, known: Known) -> Told:
    """A playout with this winner, by moves that lead there if there are any."""
    playout = Told(node, *witness(node.game, winner, known))
    playout.winner = winner
    return playout


Counting = tuple[float, float, int]
COUNTINGS = [
    (draw, loss, whose) for draw, loss in ((0.5, 0), (0, -1), (0, 0)) for whose in range(4)
]
"""How programs count: what a draw and a loss are worth, and for whom: 0 who moved into the node, 1
who is to move there, 2 who is to move at the root, 3 the opponent of that player."""


class Retold(TreeSearch):
    """A search as its `trees` tell it, with a history, so that `violations` can look at it.

    Args:
        game, settings: what was searched, and how.
        trees: after iterations 1, 2, 3, ...
        known: exact chances.
        counting: one of `COUNTINGS`, from which the wins are turned into those of the settings;
            children that are missing are added without visits. None: nothing is changed.
    """

    def __init__(
        self,
        game: Game,
        settings: SearchSettings,
        trees: list[Tree],
        known: Known,
        counting: Counting | None = None,
    ) -> None:
        super().__init__(game, settings, 0)
        self._counting = counting
        self._known = known
        self.explained = 0  # iterations whose new wins fit a possible result
        self.nodes = {(): self.root}
        for path, counts in trees[-1].items():
            self._add(path)
            self.nodes[path].visits = counts[1]
            self.nodes[path].wins = self._wins(self.nodes[path], counts)
        for before, after in zip([{}, *trees], trees):
            self._tell(before, after)
        if counting:  # nothing follows from the root's own wins
            rewards = [settings.reward(two.winner, self.root.viewpoint) for _, two in self.history]
            self.root.wins = sum(rewards)

    def _add(self, path: Path) -> None:
        parent = self.nodes[path[:-1]]
        moves = path[-1:]
        if self._counting and not parent.children:
            moves = (*parent.game.legal_moves(), *moves)
        for move in moves:
            if (*path[:-1], move) not in self.nodes:
                viewpoint = None if self.settings.viewpoint == "mover" else parent.viewpoint
                # Below a move that cannot be played there are no other positions.
                game = None if move in parent.game.legal_moves() else parent.game
                node = SearchNode(game, move, parent, self.settings.prior, viewpoint)
                self.nodes[(*path[:-1], move)] = node

    def _wins(self, node: SearchNode, counts: tuple[float, int]) -> float:
        """The wins for the node's own player."""
        if not self._counting:
            return counts[0]
        _, loss, whose = self._counting
        wins = (counts[0] - loss * counts[1]) / (1 - loss)
        mover, first = node.viewpoint, self.game.to_move
        player = (mover, 3 - mover, first, 3 - first)[whose]
        return wins if player == mover else counts[1] - wins

    def _tell(self, before: Tree, after: Tree) -> None:
        """Add an iteration to the history: the node that it simulated, and the winner."""
        new = self.settings.prior, 2 * self.settings.prior
        gained = [path for path in after if after[path][1] > before.get(path, new)[1]]
        node = self.nodes[max(gained, key=len, default=())]
        possible = chances(node.game, self._known)
        fitting = {1, 2, None}
        for passed in node.path[1 if self._counting else 0 :]:
            gain = self._wins(passed, after[passed.moves])
            gain -= self._wins(passed, before.get(passed.moves, new))
            fitting = {winner for winner in fitting if self._fits(winner, passed, gain)}
        self.explained += bool(fitting & possible.keys())
        winner = next(iter(fitting & possible.keys() or fitting or possible))
        playout = told(node, winner, self._known)
        playout.is_sure = len(fitting) == 1
        self.finish(node, playout)

    def _fits(self, winner: int | None, node: SearchNode, gain: float) -> bool:
        reward = self.settings.reward(winner, node.viewpoint)
        if self._counting and winner is None:
            draw, loss, _ = self._counting
            reward = (draw - loss) / (1 - loss)
        return math.isclose(gain, reward, abs_tol=CLOSE)


def fitting_c(search: TreeSearch, least: float = 0, most: float = math.inf) -> tuple[float, float]:
    """The least and the largest c for which every choice was one of the best; least > most if none.

    >>> from c4lib import Board
    >>> least, most = fitting_c(TreeSearch(Board(2, 3, 3), SearchSettings(c=1), rng=1).run(100))
    >>> 0.9 < least < 1 < most < 1.1
    True
    """
    wins, visits = Counter(), Counter()
    for node, playout in search.history:
        for chosen in node.path[1:]:
            others = chosen.parent.children
            for other in others if all(visits[one] for one in others) else ():
                gap = wins[other] / visits[other] - wins[chosen] / visits[chosen]
                gain = visits[chosen] ** -0.5 - visits[other] ** -0.5
                gain *= math.log(visits[chosen.parent]) ** 0.5
                if gain > CLOSE:
                    least = max(least, gap / gain)
                elif gain < -CLOSE:
                    most = min(most, gap / gain)
                elif gap > CLOSE:
                    most = -1.0
        for passed in node.path:
            wins[passed] += search.settings.reward(playout.winner, passed.viewpoint)
            visits[passed] += 1
    return least, most
