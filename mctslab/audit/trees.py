"""Search trees of any program, read by the names that its author gives."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from c4lib.node import Game, Move
from mctslab.audit.errors import RAISED, error_words

MOST_NODES = 20_000
FIRST, ITERATIONS = 2, 40  # after a single one, some have no children and no move

Path = tuple[Move, ...]
Counts = tuple[float, float]  # wins and visits
Tree = dict[Path, Counts]  # by the moves from the root
Name = str | Callable[[object], object]


class NotJudged(Exception):
    """Why a tree cannot be read or judged, in a sentence; its `kind` is that of the report."""

    def __init__(self, sentence: str, kind: str = "unknown") -> None:
        super().__init__(sentence)
        self.kind = kind


class Fields(NamedTuple):
    """How a program calls what its nodes have: names of attributes, or functions of a node."""

    visits: Name = "visits"
    wins: Name = "wins"
    mean: Name | None = None
    children: Name = "children"
    move: Name = "move"


class Run(NamedTuple):
    """The trees of one search after 2, 3, 4, ... iterations.

    Attributes:
        game, trees: the position, and its trees.
        rarer: the moves that it would have played, where others had more visits.
    """

    game: Game
    trees: list[Tree]
    rarer: list[Move]


def place(path: Path) -> str:
    """A node as students say it.

    >>> place(()), place((3, 2))
    ('the root', 'the node of moves 3, 2')
    """
    return f"the node of moves {', '.join(map(str, path))}" if path else "the root"


@lru_cache(100_000)
def position(game: Game, path: Path) -> Game:
    """The position at a node.

    >>> from c4lib import Board
    >>> position(Board(), (3, 3)).moves
    (3, 3)
    """
    return position(game, path[:-1]).play(path[-1]) if path else game


def run_of(grow: Callable, fields: Fields, game: Game, seed: int) -> Run:
    """The search again and again from the same seed, with 2, 3, 4, ... iterations.

    Raises:
        NotJudged: a tree cannot be read, or the same seed gives another one.
    """
    rarer = []

    def grown(iterations: int) -> Tree:
        where = f"after {iterations} iterations from {game!r}"
        try:
            made = grow(game, np.random.default_rng(seed), iterations)
            root, move = made if type(made) is tuple and len(made) == 2 else (made, None)
            tree = tree_of(root, game, fields)
            if move is not None and _is_rarer(move, tree):
                rarer.append(move)
            return tree
        except NotJudged as error:
            raise NotJudged(f"{where} {error}", error.kind) from None
        except RAISED as error:
            raise NotJudged(f"{where} it raises {error_words(error)}") from None

    trees = [grown(number) for number in range(FIRST, ITERATIONS + 1)]
    if grown(ITERATIONS) != trees[-1]:
        raise NotJudged(
            "the same rng gives another tree: draw all random numbers from it, or begin your own "
            "with `random.seed(int(rng.integers(2**32)))`"
        )
    if len(trees[-1]) == 1:
        raise NotJudged(f"the root has no children after {ITERATIONS} iterations")
    return Run(game, trees, rarer)


def _is_rarer(move: Move, tree: Tree) -> bool:
    """Whether another move at the root has more visits."""
    visits = {path[0]: counts[1] for path, counts in tree.items() if len(path) == 1}
    # What is played may be a list, which a dict cannot look up.
    own = sum(number for other, number in visits.items() if other == move)
    return own < max(visits.values(), default=0)


# -------------------------------------------------------------------- one tree


def part(node: object, name: Name) -> object:
    """What a node has under this name.

    Raises:
        NotJudged: there is no such name; the sentence lists those that there are.

    >>> from types import SimpleNamespace
    >>> part(SimpleNamespace(n=3, w=1), "n")
    3
    >>> part(SimpleNamespace(n=3, w=1), "visits")
    Traceback (most recent call last):
        ...
    mctslab.audit.trees.NotJudged: a SimpleNamespace has no 'visits'; it has n, w
    """
    if callable(name):
        return name(node)
    try:
        return getattr(node, name)
    except AttributeError:
        there = [known for known in dir(node) if not known.startswith("__")]
        if name in there:  # a property that fails itself
            raise
    names = ", ".join(there) or "nothing"
    raise NotJudged(f"a {type(node).__name__} has no {name!r}; it has {names}")


def tree_of(root: object, game: Game, fields: Fields = Fields()) -> Tree:
    """The counts of the search tree of a position: children in order, the root without wins.

    Raises:
        NotJudged: it is no tree of counts, or has nodes for moves that cannot be played.

    >>> from c4lib import Board, TreeSearch
    >>> game = Board(2, 3, 3)
    >>> search = TreeSearch(game, rng=1).run(2)
    >>> for path, counts in tree_of(search.root, game).items():
    ...     print(path, counts)
    () (0.0, 2.0)
    (0,) (0.0, 0.0)
    (1,) (0.5, 1.0)
    (2,) (0.5, 1.0)
    """
    tree, waiting = {}, deque([((), root)])
    while waiting:
        path, node = waiting.popleft()
        counts = _counts(node, fields, is_root=not path)
        legal = position(game, path[:-1]).legal_moves()
        if path and path[-1] not in legal:
            if counts[1]:
                raise _impossible(tree, game, path, legal)
            continue
        if path in tree or len(tree) == MOST_NODES:
            raise NotJudged(f"no tree: {place(path)} comes up again, or there are too many nodes")
        tree[path] = counts
        waiting.extend(((*path, move), child) for move, child in _children(node, fields))
    return tree


def _impossible(tree: Tree, game: Game, path: Path, legal: Sequence[Move]) -> NotJudged:
    """Of a node that is visited and cannot be: a fault, where the moves of the root are right."""
    moves = ", ".join(map(repr, legal)) or "none, for the game is over"
    are_right = all((move,) in tree for move in game.legal_moves())
    words = f"{place(path)} is visited, where legal are {moves}"
    return NotJudged(words, "faults" if are_right else "unknown")


def _counts(node: object, fields: Fields, is_root: bool) -> Counts:
    visits = _number(node, fields.visits)
    if is_root:  # nobody has moved there, so some have no results
        return 0.0, visits
    if fields.mean is None:
        return _number(node, fields.wins), visits
    return (_number(node, fields.mean) * visits if visits else 0.0), visits


def _number(node: object, name: Name) -> float:
    value = part(node, name)
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = np.nan
    if not np.isfinite(number):
        raise NotJudged(f"{name!r} of a node is {value!r:.50}, and no number")
    return number


def _children(node: object, fields: Fields) -> Iterator[tuple[Move, object]]:
    children = part(node, fields.children)
    if isinstance(children, Mapping):
        children = children.items()
    for child in () if children is None else children:
        if child is None:
            continue
        is_pair = type(child) in (tuple, list) and len(child) == 2
        move, child = child if is_pair else (part(child, fields.move), child)
        yield (move.item() if isinstance(move, np.generic) else move), child
