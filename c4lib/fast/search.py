"""The fast search: the same tree as `TreeSearch` for the same seed, grown by compiled phases."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Sequence
from heapq import heappop, heappush
from operator import attrgetter

import numpy as np

from c4lib._tools.arguments import whole_number
from c4lib._tools.budget import Budget
from c4lib._tools.interrupts import interrupts_held
from c4lib._tools.threads import thread_pool
from c4lib.board import Board
from c4lib.fast.arrays import ArrayNode, Nodes, kernel_settings
from c4lib.fast.bitboard import check_fits, rules_of
from c4lib.fast.jit import note_if_compiling
from c4lib.fast.kernel import MOST_COUNTED, KernelSearch, iterate
from c4lib.fast.pcg64 import drawn_from
from c4lib.node import Game, Move, SearchNode
from c4lib.search import Search
from c4lib.settings import SearchSettings

PLACES = 2**27  # that a tree may have if nobody says how many nodes: 2.3 GB
MOST_PLACES = 2**31  # that a tree can have
GROWTH = 4  # times the room that there was: room that is not used yet costs no memory

MOST_THREADS = 256
FIRST_BATCH = 500  # iterations, when the speed is not known yet
BATCH_SECONDS = 0.05  # between two looks at the clock and at Ctrl-C

# ln n at place n. (The place of ln 0 is only read along with children that have no visits, and do
# not use it.) NumPy's logarithm would not do: its last bit is not always that of `math.log`, which
# the readable search uses.
LOGARITHMS = np.array([0.0, *map(math.log, range(1, 2**16))])


class _BatchedSearch(Search):
    """A search that cannot be interrupted while it runs, and so runs in short batches.

    Its `_run_batch(count)` runs so many iterations, or fewer if the search cannot go on, and
    returns how many there were. Whatever happens, `iterations` and the tree go together.
    """

    _speed = 0.0  # iterations a second in the last batch; 0: not known yet

    def _grow(self, budget: Budget) -> None:
        while budget.lasts():
            wanted = FIRST_BATCH
            if self._speed:
                wanted = self._speed * min(budget.seconds, BATCH_SECONDS)
            count = int(min(max(wanted, 1), budget.playouts))
            done = self._timed_batch(count)
            budget.spend(done)
            if done < count:  # there is nothing left to search, or no room
                return

    def _timed_batch(self, count: int) -> int:
        start = time.perf_counter()
        try:
            with interrupts_held(all_of_them=True):  # counts and tree go together
                done = self._run_batch(count)
        except MemoryError:
            raise MemoryError(
                f"no memory is left to go on after {self.iterations:,} iterations, with "
                f"{self.node_count:,} nodes; what was found is kept, and "
                f"{type(self).__name__}(..., max_nodes=...) sets a limit"
            ) from None
        self._speed = done / max(time.perf_counter() - start, 1e-6)
        return done


class FastSearch(_BatchedSearch):
    """The fast search: bit for bit the tree of `TreeSearch`, at hundreds of times its speed.

    The first search on a computer compiles the phases, which takes some seconds; the result is kept
    on disk.

    Args:
        game: a `Board` with (rows + 1) * columns <= 64, which is what fits into a bitboard.
        settings: the choices, by default UCT with c = sqrt(2).
        rng: a `numpy.random.Generator` or an int seed; the same seed gives the same tree.
        max_nodes: how many nodes the tree may have; when the next iteration might make more, `run`
            ends with a warning. None: as many as fit into 2.3 GB of memory, on 6 x 7 about 110
            million.

    Raises:
        ValueError: the game is over, too large or not a `Board`, or an argument is none of these.
        MemoryError: `run` found no memory for more nodes; the tree is whole, and the message says
            how far it came.

    Attributes:
        root: the root of the tree, an anytree node; the nodes below are made when first looked at.
            Do not look at all of a large tree: a million of these nodes take several seconds and a
            gigabyte (see `tree`).

    >>> from c4lib import Board, FastSearch
    >>> search = FastSearch(Board(), rng=1).run(25_000)
    >>> search
    FastSearch(25000 iterations, 55007 nodes, best move 3)
    >>> search.root
    SearchNode(move=None, wins=9734, visits=25000)
    """

    iterate = staticmethod(iterate)  # the compiled loop; a subclass may have one with other phases

    def __init__(
        self,
        game: Game,
        settings: SearchSettings = SearchSettings(),
        rng: np.random.Generator | int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        super().__init__(game, settings, rng)
        if not isinstance(game, Board):
            raise ValueError(
                f"FastSearch searches a Board, not {game!r}: TreeSearch searches every game"
            )
        check_fits(game, "FastSearch", instead=": TreeSearch searches boards of every size")
        if type(self.rng) is not np.random.Generator:  # its `random` would not be asked
            raise ValueError(f"FastSearch draws from NumPy's own Generator, not from {self.rng!r}")
        if max_nodes is not None:
            max_nodes = whole_number("max_nodes", max_nodes, at_least=game.columns + 1)
        self.max_nodes = max_nodes
        rules = rules_of(game.rows, game.columns, game.connect)
        numbers = kernel_settings(settings, viewpoint=game.to_move)
        self._fixed = rules, numbers, LOGARITHMS
        self._start(Nodes(game, settings.prior, numbers.viewpoint))
        # (A plain function without `overloads`, if numba is told not to compile.)
        if not getattr(self.iterate, "overloads", True):
            with note_if_compiling():
                self._call_kernel(0)

    def _start(self, nodes: Nodes) -> None:
        self.game = nodes.board
        self._nodes = nodes
        self.root = ArrayNode(nodes)
        self.iterations = self.root.simulations

    def _call_kernel(self, count: int) -> int:
        nodes = self._nodes
        most_nodes = np.uint64(self.max_nodes or MOST_PLACES)
        blocks = nodes.blocks.view(np.recarray)
        search = KernelSearch(blocks, nodes.proof, nodes.notes, *self._fixed)
        with drawn_from(self.rng) as source:
            done = self.iterate(search, source, count, most_nodes)
        self.iterations += done
        return done

    def _run_batch(self, count: int) -> int:
        wanted = min(count, MOST_COUNTED - self.iterations)
        done = self._call_kernel(wanted)
        while done < wanted and self.root.proof is None and self._make_room():
            done += self._call_kernel(wanted - done)
        if done < count and self.root.proof is None:
            warnings.warn(
                f"the search stopped after {self.iterations:,} iterations, with {self.node_count:,} "
                f"nodes: the limits are max_nodes={self.max_nodes} (None: 2.3 GB of memory) and "
                f"{MOST_COUNTED:,} visits of a node",
                stacklevel=5,  # the line that called `run`
            )
        return done

    def _make_room(self) -> bool:
        """Let the arrays grow if they may; whether there is room for another block now."""
        capacity, width = self._nodes.proof.shape
        most = (PLACES if self.max_nodes is None else MOST_PLACES) // width
        if self._nodes.notes["end"] < capacity or capacity >= most:
            return False
        self._nodes.grow(min(GROWTH * capacity, most))
        return True

    @property
    def node_count(self) -> int:
        """How many nodes the tree has, the root included.

        >>> from c4lib import Board, FastSearch
        >>> FastSearch(Board(), rng=1).run(1).node_count
        8
        """
        return int(self._nodes.notes["nodes"][0])

    def tree(self, max_nodes: int = 100, min_visits: int = 1) -> SearchNode:
        """The part of the tree that is worth looking at: a copy of the nodes with most visits.

        Args:
            max_nodes: how many at most, the root included; of equal ones the older.
            min_visits: nodes with fewer visits are left out (never the root).

        Raises:
            ValueError: an argument is not a whole number, or too small.

        >>> from anytree import RenderTree
        >>> from c4lib import Board, FastSearch
        >>> search = FastSearch(Board(), rng=1).run(1000)
        >>> print(RenderTree(search.tree(max_nodes=5)).by_attr("visits"))
        1000
        ├── 217
        ├── 180
        ├── 162
        └── 137
        """
        max_nodes = whole_number("max_nodes", max_nodes, at_least=1)
        min_visits = whole_number("min_visits", min_visits, at_least=0)
        root = ArrayNode(self._nodes)  # self.root would keep all the nodes that are made here
        chosen = []
        candidates = [(0, root.place, root)]
        while candidates and len(chosen) < max_nodes:
            *_, node = heappop(candidates)
            chosen.append(node)
            for child in node.children:
                if child.visits >= min_visits:
                    heappush(candidates, (-child.visits, child.place, child))
        copies = {None: None}
        for node in sorted(chosen, key=attrgetter("place")):  # the older, and so the parents, first
            parent = copies[node.parent]
            game = None if parent else self.game
            copy = SearchNode(game, node.move, parent, node.prior, node.viewpoint)
            copy.wins = node.wins
            copy.visits = node.visits
            copy.proof = node.proof
            copies[node] = copy
        return copies[root]

    def move_root(self, move: Move) -> None:
        """Play `move`: the node it leads to becomes the root and keeps its subtree.

        The rest is forgotten. With `viewpoint="root"` the nodes go on counting for the player they
        were created for.

        Raises:
            ValueError: the move cannot be played; the tree is unchanged.

        >>> from c4lib import Board, FastSearch
        >>> search = FastSearch(Board(), rng=1).run(100)
        >>> search.move_root(3)
        >>> search
        FastSearch(24 iterations, 57 nodes, best move 4)
        """
        kept = self._nodes.after(move, self.game.play(move))
        with interrupts_held(all_of_them=True):
            self._start(kept)


# -------------------------------------------------------------------- several threads


class ParallelSearch(_BatchedSearch):
    """Several `FastSearch`es of the same position at once, a thread each, with their counts added.

    Known as root parallelization (Chaslot, Winands and van den Herik 2008). The same seed, number
    of threads and number of playouts give the same result, however busy the computer is: every
    search has its own generator, spawned from `rng`, and a fixed share of the playouts.

    As in one long search, every number at the root is a sum over all playouts. But each of the
    trees has seen only its own share of them, so it is less deep, and no single search would have
    grown it. That is why there is nothing to show below the moves at the root; `searches` has the
    trees.

    Args:
        game, settings, rng, max_nodes: as for `FastSearch`; `max_nodes` is for each of the trees.
        threads: how many, at most 256.

    Attributes:
        searches: the searches, one for each thread.

    >>> from c4lib import Board
    >>> search = ParallelSearch(Board(), rng=1, threads=2).run(2000)
    >>> search.best_move(), sum(search.visits.values()), [tree.iterations for tree in search.searches]
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
        threads = whole_number("threads", threads, at_least=1, at_most=MOST_THREADS)
        generators = self.rng.spawn(threads)
        self.searches = [FastSearch(game, settings, child, max_nodes) for child in generators]

    def _run_batch(self, count: int) -> int:
        threads = len(self.searches)
        before = self.iterations
        futures = []
        with thread_pool(threads) as pool:  # waits for all of them, even if one has failed
            for place, search in enumerate(self.searches):
                share = (before + count + place) // threads - (before + place) // threads
                futures.append(pool.submit(search._run_batch, share))
        self.iterations = sum(search.iterations for search in self.searches)
        for future in futures:
            future.result()
        return self.iterations - before

    @property
    def root(self) -> SearchNode:
        """The root and its moves with the added counts, as anytree nodes."""
        roots = [search.root for search in self.searches]
        total = _sum_of(roots, game=self.game)
        expanded = [root.children for root in roots if root.children]
        for same in zip(*expanded):
            _sum_of(same, move=same[0].move, parent=total)
        return total

    @property
    def node_count(self) -> int:
        """How many nodes the trees have, all together."""
        return sum(search.node_count for search in self.searches)

    def move_root(self, move: Move) -> None:
        """Play `move` in all searches."""
        game = self.game.play(move)
        # First all subtrees: if one fails, no search has moved yet.
        kept = [search._nodes.after(move, game) for search in self.searches]
        with interrupts_held(all_of_them=True):
            for search, nodes in zip(self.searches, kept):
                search._start(nodes)
            self.game = game
            self.iterations = sum(search.iterations for search in self.searches)


def _sum_of(nodes: Sequence[SearchNode], **place: object) -> SearchNode:
    """A node with the counts of all `nodes`; what one of them has proven holds for all."""
    first = nodes[0]
    total = SearchNode(prior=first.prior, viewpoint=first.viewpoint, **place)
    total.wins += sum(node.wins - node.prior for node in nodes)
    total.visits += sum(node.simulations for node in nodes)
    total.proof = next((node.proof for node in nodes if node.proof is not None), None)
    return total
