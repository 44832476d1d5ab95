"""The fast search: the same tree as `TreeSearch` for the same seed, grown by the compiled phases of `fast/kernel.py`."""

from __future__ import annotations

import math
import os
import sys
import time
import warnings
from abc import abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from heapq import heappop, heappush

import numpy as np
from numba.core import event

from c4lib._tools import whole_number
from c4lib.board import Board
from c4lib.fast.arrays import ArrayNode, Nodes, choices_of, rules_of
from c4lib.fast.kernel import ROOT, iterate
from c4lib.node import Game, Move, SearchNode
from c4lib.search import MoveStatistics, Search
from c4lib.settings import SearchSettings

BITS = 64  # of a bitboard
PLACES = 2**27  # that a tree may have if nobody says how many nodes: 2.7 GB, and 4 GB while the arrays grow to that
MOST_PLACES = 2**30  # that a tree can have: places are numbered with 32 bits
LARGEST = 1e290  # of c and rewards: so far from the largest float that no sum of them overflows
MOST_PRIOR = 2**50  # visits are counted exactly up to 2**53

FIRST_CHUNK = 500  # iterations, when the speed is not known yet
CHUNK_SECONDS = 0.05  # between two looks at the clock and at Ctrl-C

# ln n at place n. (The place of ln 0 is only read along with children that have no visits, and do not use it.) NumPy's
# logarithm would not do: its last bit is not always that of `math.log`, which the readable search uses.
LOGARITHMS = np.array([0.0, *map(math.log, range(1, 2**16))])


class _ChunkedSearch(Search):
    """A search that cannot be interrupted while it runs, and so runs in chunks of a twentieth of a second."""

    _speed = 0.0  # iterations a second in the last chunk; 0: not known yet

    @abstractmethod
    def _iterate_at_once(self, count: int) -> int:
        """Run `count` iterations, or fewer; how many it were."""

    def _iterate(self, count: int) -> int:
        start = time.perf_counter()
        done = self._iterate_at_once(count)
        self._speed = done / max(time.perf_counter() - start, 1e-6)
        return done

    def _chunk(self, iterations_left: float, seconds_left: float) -> int:
        wanted = self._speed * min(seconds_left, CHUNK_SECONDS) if self._speed else FIRST_CHUNK
        return int(min(max(wanted, 1), iterations_left))


class FastSearch(_ChunkedSearch):
    """The fast search: hundreds of times the speed of `TreeSearch`, and bit for bit the same tree for the same seed.

    The first search on a computer compiles the phases, which takes some seconds; the result is kept on disk.

    Args:
        game: a `Board` with (rows + 1) * columns <= 64, which is what fits into a bitboard.
        settings: the choices, by default UCT with c = sqrt(2).
        rng: a `numpy.random.Generator` or an int seed; the same seed gives the same tree.
        max_nodes: how many nodes the tree may have; when the next iteration might make more, `run` ends with a warning.
            None: as many as fit into 2.7 GB of memory, on 6 x 7 about 110 million.

    Raises:
        ValueError: the game is over, too large or not a `Board`, or an argument is none of these.

    >>> from c4lib import Board, FastSearch
    >>> FastSearch(Board(), rng=1).run(25_000)
    FastSearch(25000 iterations, 55007 nodes, best move 3)
    """

    def __init__(
        self,
        game: Game,
        settings: SearchSettings = SearchSettings(),
        rng: np.random.Generator | int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        super().__init__(game, settings, rng)
        _check_game(game)
        _check_settings(settings)
        if max_nodes is not None:
            max_nodes = whole_number("max_nodes", max_nodes, at_least=game.columns + 1)
        self.max_nodes = max_nodes
        self._choices = choices_of(settings, viewpoint=game.to_move)
        self._rules = rules_of(game.rows, game.columns, game.connect)
        self._nodes = Nodes(game, settings.prior, self._choices.viewpoint)
        self._root = None
        if not getattr(iterate, "overloads", True):  # a plain function, if numba is told not to compile
            with _note_if_compiling():
                self._call_kernel(0)

    def _call_kernel(self, count: int) -> int:
        most_nodes = np.uint64(self.max_nodes or MOST_PLACES)
        nodes = self._nodes
        return iterate(nodes.tree, nodes.notes, self._rules, self._choices, LOGARITHMS, self.rng, count, most_nodes)

    def _iterate_at_once(self, count: int) -> int:
        done = self._call_kernel(count)
        while done < count and self.root.proof is None and self._make_room():
            done += self._call_kernel(count - done)
        self.iterations += done
        if done < count and self.root.proof is None:
            limit = "2.7 GB of memory" if self.max_nodes is None else f"max_nodes={self.max_nodes}"
            warnings.warn(
                f"the search stopped after {self.iterations:,} iterations, because the tree has {self.node_count:,} nodes "
                f"and the limit is {limit}; FastSearch(..., max_nodes=...) sets another",
                stacklevel=4,
            )
        return done

    def _make_room(self) -> bool:
        """Let the arrays grow if they may; whether there is room for another block now."""
        size, most = self._nodes.tree.first.size, PLACES if self.max_nodes is None else MOST_PLACES
        if size < most and (self.max_nodes is None or self.node_count + self.game.columns <= self.max_nodes):
            self._nodes.grow(min(2 * size, most))
            return True
        return False

    @property
    def root(self) -> SearchNode:
        """The root of the tree, an anytree node; the nodes below are made when first looked at.

        Do not look at all of a large tree: a million of these nodes take several seconds and a gigabyte (see `tree`).

        >>> from c4lib import Board, FastSearch
        >>> FastSearch(Board(), rng=1).run(10).root
        SearchNode(move=None, wins=2, visits=10)
        """
        if self._root is None:
            viewpoint = self._nodes.viewpoint or 3 - self.game.to_move
            self._root = ArrayNode(self._nodes, ROOT, viewpoint, game=self.game)
        return self._root

    def tree(self, max_nodes: int = 100, min_visits: int = 1) -> SearchNode:
        """The part of the tree that is worth looking at: a copy of the nodes with most visits, as an anytree of its own.

        Args:
            max_nodes: how many at most, the root included; of equal ones those that were born first.
            min_visits: nodes with fewer visits are left out (never the root).

        >>> from anytree import RenderTree
        >>> from c4lib import Board, FastSearch
        >>> print(RenderTree(FastSearch(Board(), rng=1).run(1000).tree(max_nodes=5)).by_attr("visits"))
        1000
        ├── 217
        ├── 180
        ├── 162
        └── 137
        """
        max_nodes = whole_number("max_nodes", max_nodes, at_least=1)
        min_visits = whole_number("min_visits", min_visits, at_least=0)
        chosen, candidates = set(), [(0, int(ROOT))]
        while candidates and len(chosen) < max_nodes:
            node = heappop(candidates)[1]
            chosen.add(node)
            for row in self._nodes.children(node):
                if row.visits >= min_visits:
                    heappush(candidates, (-row.visits, row.node))
        root = SearchNode(self.game, prior=self.settings.prior, viewpoint=self.root.viewpoint)
        root.wins, root.visits, root.proof = self.root.wins, self.root.visits, self.root.proof
        self._copy_children(ROOT, root, chosen)
        return root

    def _copy_children(self, node: int, copy: SearchNode, chosen: set[int]) -> None:
        viewpoint = self._nodes.viewpoint or 3 - copy.viewpoint
        for row in self._nodes.children(node):
            if row.node in chosen:
                child = SearchNode(move=row.move, parent=copy, prior=self.settings.prior, viewpoint=viewpoint)
                child.wins, child.visits, child.proof = row.wins, row.visits, row.proof
                self._copy_children(row.node, child, chosen)

    @property
    def node_count(self) -> int:
        """How many nodes the tree has, the root included.

        >>> from c4lib import Board, FastSearch
        >>> FastSearch(Board(), rng=1).run(1).node_count
        8
        """
        return self._nodes.count

    def move_root(self, move: Move) -> None:
        """Play `move`: the node it leads to becomes the root and keeps its subtree; the rest is forgotten.

        With `viewpoint="root"` the nodes go on counting for the player they were created for.

        Raises:
            ValueError: the move cannot be played; the tree is unchanged.

        >>> from c4lib import Board, FastSearch
        >>> search = FastSearch(Board(), rng=1).run(100)
        >>> search.move_root(3)
        >>> search
        FastSearch(24 iterations, 57 nodes, best move 4)
        """
        game = self.game.play(move)
        child = next((row.node for row in self._nodes.children(ROOT) if row.move == move), None)
        if child is None:
            self._nodes = Nodes(game, self.settings.prior, self._nodes.viewpoint)
        else:
            self._nodes = self._nodes.subtree(child, game)
        self.game, self._root = game, None
        self.iterations = self._root_visits() - 2 * self.settings.prior

    def _moves_below(self, node: int | None = None) -> list[MoveStatistics]:
        return self._nodes.children(ROOT if node is None else node)

    def _root_visits(self) -> int:
        return int(self._nodes.tree.visits[ROOT])


def _check_game(game: Game) -> None:
    if not isinstance(game, Board):
        raise ValueError(f"FastSearch searches a Board, not {game!r}: TreeSearch searches every game")
    bits = (game.rows + 1) * game.columns
    if bits > BITS:
        raise ValueError(
            f"FastSearch needs a board with (rows + 1) * columns <= {BITS}, but with {game.rows} rows and "
            f"{game.columns} columns that is {bits}: TreeSearch searches boards of every size"
        )


def _check_settings(settings: SearchSettings) -> None:
    if settings.prior > MOST_PRIOR or max(settings.c, abs(settings.loss), abs(settings.draw)) > LARGEST:
        raise ValueError(
            f"FastSearch cannot count that far: prior must be at most {MOST_PRIOR}, c and rewards at most {LARGEST:g} "
            f"(TreeSearch takes all): {settings}"
        )


# -------------------------------------------------------------------- several threads


class ParallelSearch(_ChunkedSearch):
    """Several `FastSearch`es of the same position at once, a thread each, whose counts are added up move by move.

    Known as root parallelisation (Chaslot, Winands and van den Herik 2008). The same seed, number of threads and number
    of playouts give the same result, however the computer deals out its cores: every search has its own generator,
    spawned from `rng`, and a fixed share of the playouts.

    What is the same as one long search: every number at the root is the sum over so many playouts from there. What is
    not: each of the k trees has seen only its own share, so it is less deep and less sure of the best replies, and no
    generator draws what that of a single search would draw; the sum is not the tree of any one search. Hence there is
    nothing to show below the moves at the root; `searches` has the trees.

    Args:
        game, settings, rng, max_nodes: as for `FastSearch`; `max_nodes` is for each of the trees.
        threads: how many.

    Attributes:
        searches: the searches, one for each thread.

    >>> from c4lib import Board
    >>> search = ParallelSearch(Board(), rng=1, threads=2).run(2000)
    >>> search.best_move(), sum(search.visits.values()), [one.iterations for one in search.searches]
    (3, 2000, [1000, 1000])
    """

    def __init__(
        self,
        game: Game,
        settings: SearchSettings = SearchSettings(),
        rng: np.random.Generator | int | None = None,
        threads: int = 2,
        max_nodes: int | None = None,
    ) -> None:
        super().__init__(game, settings, rng)
        threads = whole_number("threads", threads, at_least=1)
        self.searches = [FastSearch(game, settings, child, max_nodes) for child in self.rng.spawn(threads)]
        self._pool = ThreadPoolExecutor(threads)

    def _iterate_at_once(self, count: int) -> int:
        threads, after = len(self.searches), self.iterations + count
        shares = [(after + place) // threads - (self.iterations + place) // threads for place in range(threads)]
        self.iterations += sum(self._pool.map(FastSearch._iterate_at_once, self.searches, shares))
        return count - (after - self.iterations)

    @property
    def root(self) -> SearchNode:
        """The root and its moves with the added counts, as anytree nodes."""
        viewpoint = self.searches[0].root.viewpoint
        root = SearchNode(self.game, prior=self.settings.prior, viewpoint=viewpoint)
        root.visits = self._root_visits()
        root.wins = root.prior + sum(search.root.wins - root.prior for search in self.searches)
        for row in self._moves_below():
            child = SearchNode(move=row.move, parent=root, prior=root.prior)
            child.wins, child.visits, child.proof = row.wins, row.visits, row.proof
        root.proof = next((search.root.proof for search in self.searches if search.root.proof is not None), None)
        return root

    @property
    def node_count(self) -> int:
        """How many nodes the trees have, all together."""
        return sum(search.node_count for search in self.searches)

    def move_root(self, move: Move) -> None:
        """Play `move` in all searches."""
        for search in self.searches:
            search.move_root(move)
        self.game = self.searches[0].game
        self.iterations = sum(search.iterations for search in self.searches)

    def _moves_below(self, node: object | None = None) -> list[MoveStatistics]:
        if node is not None:
            return []
        prior, rows = self.settings.prior, {}
        for search in self.searches:
            for row in search._moves_below():
                rows.setdefault(row.move, []).append(row)
        merged = []
        for move, same in sorted(rows.items()):
            simulations = sum(row.simulations for row in same)
            wins = prior + sum(row.wins - prior for row in same)
            proof = next((row.proof for row in same if row.proof is not None), None)
            merged.append(MoveStatistics(move, wins, simulations + 2 * prior, simulations, move, proof))
        return merged

    def _root_visits(self) -> int:
        return 2 * self.settings.prior + self.iterations


# -------------------------------------------------------------------- a word while it compiles


class _Note(event.Listener):
    """Says once that numba compiles."""

    is_said = False

    def on_start(self, event: event.Event) -> None:
        if not self.is_said:
            print("c4lib: compiling the fast search, which takes some seconds ...", file=sys.stderr, flush=True)
        self.is_said = True

    def on_end(self, event: event.Event) -> None:
        pass


@contextmanager
def _note_if_compiling() -> Iterator[None]:
    """Shows a line on stderr if numba has to compile, which it has not if the result is on disk.

    Not in a kernel without a person in front of it (nbval, `jupyter execute`), where the line would count as output of
    the cell. JPY_PARENT_PID is set in every kernel, JPY_SESSION_NAME by JupyterLab and Jupyter Notebook.
    """
    if "JPY_PARENT_PID" in os.environ and "JPY_SESSION_NAME" not in os.environ:
        yield
        return
    with event.install_listener("numba:compile", _Note()):
        yield
