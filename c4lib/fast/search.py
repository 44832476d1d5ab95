"""The fast search: the same tree as `TreeSearch` for the same seed, grown by the compiled phases of
`fast/kernel.py`.
"""

from __future__ import annotations

import math
import os
import time
import warnings
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from heapq import heappop, heappush

import numpy as np
from numba import config
from numba.core import event

from c4lib._tools import ANNOUNCE, whole_number
from c4lib.board import Board
from c4lib.fast.arrays import ArrayNode, Nodes, kernel_settings
from c4lib.fast.bitboard import check_fits, rules_of
from c4lib.fast.kernel import MOST_COUNTED, PCG64, ROOT, iterate
from c4lib.node import Game, Move, SearchNode
from c4lib.search import Search
from c4lib.settings import SearchSettings

PLACES = 2**27  # that a tree may have if nobody says how many nodes: 2.3 GB
MOST_PLACES = 2**31  # that a tree can have
LARGEST = 1e290  # of c and rewards: so far from the largest float that no sum of them overflows
MOST_PRIOR = 2**50  # visits are counted exactly up to 2**53

MOST_THREADS = 256
FIRST_BATCH = 500  # iterations, when the speed is not known yet
BATCH_SECONDS = 0.05  # between two looks at the clock and at Ctrl-C

# ln n at place n. (The place of ln 0 is only read along with children that have no visits, and do
# not use it.) NumPy's logarithm would not do: its last bit is not always that of `math.log`, which
# the readable search uses.
LOGARITHMS = np.array([0.0, *map(math.log, range(1, 2**16))])


@contextmanager
def drawn_from(rng: np.random.Generator) -> Iterator[np.random.Generator | np.ndarray]:
    """What the kernel draws from: the state of a PCG64 in a record, from which the generator goes
    on; others as they are.
    """
    generator = rng.bit_generator
    if type(generator) is not np.random.PCG64 or config.DISABLE_JIT:
        yield rng
        return
    state, source = generator.state, np.empty(1, PCG64)
    for name, number in zip(PCG64.names, (state["state"]["state"], state["state"]["inc"])):
        source[name] = number & 2**64 - 1, number >> 64
    try:
        yield source
    finally:
        low, high = source["state"][0].tolist()
        state["state"]["state"] = low | high << 64
        generator.state = state


class _BatchedSearch(Search):
    """A search that cannot be interrupted while it runs, and so runs in batches of a twentieth of a
    second.
    """

    _speed = 0.0  # iterations a second in the last batch; 0: not known yet

    @abstractmethod
    def _run_batch(self, count: int) -> int:
        """Run `count` iterations, or fewer if the search cannot go on; how many there were.

        Whatever happens, `iterations` and the tree go together.
        """

    def _iterate(self, most: float, seconds: float) -> tuple[int, bool]:
        wanted = self._speed * min(seconds, BATCH_SECONDS) if self._speed else FIRST_BATCH
        count, start = int(min(max(wanted, 1), most)), time.perf_counter()
        try:
            done = self._run_batch(count)
        except MemoryError:
            raise MemoryError(
                f"no memory is left to go on after {self.iterations:,} iterations, with {self.node_count:,} nodes; what "
                f"was found is kept, and {type(self).__name__}(..., max_nodes=...) sets a limit"
            ) from None
        self._speed = done / max(time.perf_counter() - start, 1e-6)
        return done, done == count


class FastSearch(_BatchedSearch):
    """The fast search: hundreds of times the speed of `TreeSearch`, and bit for bit the same tree
    for the same seed.

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
        if not isinstance(game, Board):
            raise ValueError(
                f"FastSearch searches a Board, not {game!r}: TreeSearch searches every game"
            )
        check_fits(game, "FastSearch", instead=": TreeSearch searches boards of every size")
        if (
            settings.prior > MOST_PRIOR
            or max(settings.c, abs(settings.loss), abs(settings.draw)) > LARGEST
        ):
            raise ValueError(
                f"FastSearch cannot count that far: prior must be at most {MOST_PRIOR}, c and rewards at most "
                f"{LARGEST:g} (TreeSearch takes all): {settings}"
            )
        if max_nodes is not None:
            max_nodes = whole_number(
                "max_nodes", max_nodes, at_least=game.columns + 1, at_most=2**63
            )
        self.max_nodes = max_nodes
        self._kernel_settings = kernel_settings(settings, viewpoint=game.to_move)
        self._rules = rules_of(game.rows, game.columns, game.connect)
        self._go_on_from(game, Nodes(game, settings.prior, self._kernel_settings.viewpoint))
        if not getattr(
            iterate, "overloads", True
        ):  # a plain function, if numba is told not to compile
            with note_if_compiling():
                self._call_kernel(0)

    def _go_on_from(self, game: Board, nodes: Nodes) -> None:
        self.game, self._nodes = game, nodes
        self._root = ArrayNode(nodes, int(ROOT), nodes.viewpoint or 3 - game.to_move, game=game)
        self.iterations = self._root.simulations

    def _call_kernel(self, count: int) -> int:
        most_nodes, nodes = np.uint64(self.max_nodes or MOST_PLACES), self._nodes
        numbers = self._rules, self._kernel_settings, LOGARITHMS
        with drawn_from(self.rng) as source:
            done = iterate(nodes.tree, nodes.notes, *numbers, source, count, most_nodes)
        self.iterations += done
        return done

    def _run_batch(self, count: int) -> int:
        wanted = min(count, MOST_COUNTED - self.iterations)
        done = self._call_kernel(wanted)
        while done < wanted and self._root.proof is None and self._make_room():
            done += self._call_kernel(wanted - done)
        if done < count and self._root.proof is None:
            limit = "2.3 GB of memory" if self.max_nodes is None else f"max_nodes={self.max_nodes}"
            reason = f"the tree has {self.node_count:,} nodes and the limit is {limit}; FastSearch(..., max_nodes=...) sets another"
            if done == wanted:
                reason = "a node cannot count more"
            warnings.warn(
                f"the search stopped after {self.iterations:,} iterations, because {reason}",
                stacklevel=4,
            )
        return done

    def _make_room(self) -> bool:
        """Let the arrays grow if they may; whether there is room for another block now."""
        blocks, most = (
            self._nodes.capacity,
            (PLACES if self.max_nodes is None else MOST_PLACES) // self._nodes.width,
        )
        if blocks < most and (
            self.max_nodes is None or self.node_count + self.game.columns <= self.max_nodes
        ):
            self._nodes.grow(min(2 * blocks, most))
            return True
        return False

    @property
    def root(self) -> SearchNode:
        """The root of the tree, an anytree node; the nodes below are made when first looked at.

        Do not look at all of a large tree: a million of these nodes take several seconds and a
            gigabyte (see `tree`).

        >>> from c4lib import Board, FastSearch
        >>> FastSearch(Board(), rng=1).run(10).root
        SearchNode(move=None, wins=2, visits=10)
        """
        return self._root

    @property
    def node_count(self) -> int:
        """How many nodes the tree has, the root included.

        >>> from c4lib import Board, FastSearch
        >>> FastSearch(Board(), rng=1).run(1).node_count
        8
        """
        return self._nodes.count

    def tree(self, max_nodes: int = 100, min_visits: int = 1) -> SearchNode:
        """The part of the tree that is worth looking at: a copy of the nodes with most visits, as
        an anytree of its own.

        Args:
            max_nodes: how many at most, the root included; of equal ones the older.
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
        # Not self.root, which would keep all the nodes that are made here.
        root = ArrayNode(self._nodes, int(ROOT), self._root.viewpoint, game=self.game)
        chosen, candidates = set(), [(0, 0, root)]
        while candidates and len(chosen) < max_nodes:
            node = heappop(candidates)[-1]
            chosen.add(node)
            for child in node.children:
                if child.visits >= min_visits:
                    heappush(candidates, (-child.visits, child.number, child))
        return _copy(root, chosen)

    def move_root(self, move: Move) -> None:
        """Play `move`: the node it leads to becomes the root and keeps its subtree; the rest is
        forgotten.

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
        self._go_on_from(game, self._nodes_below(move, game))

    def _nodes_below(self, move: Move, game: Board) -> Nodes:
        number = dict(self._nodes.children(int(ROOT))).get(move)
        if number is None:
            return Nodes(game, self.settings.prior, self._nodes.viewpoint)
        return self._nodes.subtree(number, game)


def _copy(
    node: SearchNode, chosen: set[SearchNode], parent: SearchNode | None = None
) -> SearchNode:
    """A copy of the `node` and of all below it that are `chosen`."""
    copy = SearchNode(None if parent else node.game, node.move, parent, node.prior, node.viewpoint)
    copy.wins, copy.visits, copy.proof = node.wins, node.visits, node.proof
    for child in node.children:
        if child in chosen:
            _copy(child, chosen, parent=copy)
    return copy


# -------------------------------------------------------------------- several threads


class ParallelSearch(_BatchedSearch):
    """Several `FastSearch`es of the same position at once, a thread each, whose counts are added up
    move by move.

    Known as root parallelisation (Chaslot, Winands and van den Herik 2008). The same seed, number
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
        threads = whole_number("threads", threads, at_least=1, at_most=MOST_THREADS)
        self.searches = [
            FastSearch(game, settings, child, max_nodes) for child in self.rng.spawn(threads)
        ]
        self._pool = ThreadPoolExecutor(threads)

    def _run_batch(self, count: int) -> int:
        threads, before = len(self.searches), self.iterations
        shares = [(before + count + k) // threads - (before + k) // threads for k in range(threads)]
        futures = [
            self._pool.submit(search._run_batch, share)
            for search, share in zip(self.searches, shares)
        ]
        wait(futures)  # all of them, even if one has failed
        self.iterations = sum(search.iterations for search in self.searches)
        for future in futures:
            future.result()
        return self.iterations - before

    @property
    def root(self) -> SearchNode:
        """The root and its moves with the added counts, as anytree nodes."""
        roots = [search.root for search in self.searches]
        root = SearchNode(self.game, prior=self.settings.prior, viewpoint=roots[0].viewpoint)
        _add_up(roots, root)
        below = [child for root in roots for child in root.children]
        for move in sorted({child.move for child in below}):
            same = [child for child in below if child.move == move]
            _add_up(
                same,
                SearchNode(move=move, parent=root, prior=root.prior, viewpoint=same[0].viewpoint),
            )
        return root

    @property
    def node_count(self) -> int:
        """How many nodes the trees have, all together."""
        return sum(search.node_count for search in self.searches)

    def move_root(self, move: Move) -> None:
        """Play `move` in all searches."""
        game = self.game.play(move)
        kept = [
            search._nodes_below(move, game) for search in self.searches
        ]  # if one fails, none has moved yet
        for search, nodes in zip(self.searches, kept):
            search._go_on_from(game, nodes)
        self.game, self.iterations = game, sum(search.iterations for search in self.searches)


def _add_up(nodes: Iterable[SearchNode], total: SearchNode) -> None:
    """Add the counts of the `nodes`, without their prior ones, to `total`; what one has proven
    holds for all.
    """
    total.wins += sum(node.wins - node.prior for node in nodes)
    total.visits += sum(node.simulations for node in nodes)
    total.proof = next((node.proof for node in nodes if node.proof is not None), None)


# -------------------------------------------------------------------- a word while it compiles


class _Note(event.Listener):
    """Says once that numba compiles."""

    def __init__(self, announce: Callable[[str], object]) -> None:
        self.announce, self.is_said = announce, False

    def on_start(self, event: event.Event) -> None:
        if not self.is_said:
            self.announce("c4lib: compiling the fast search, which takes some seconds ...")
        self.is_said = True

    def on_end(self, event: event.Event) -> None:
        pass


@contextmanager
def note_if_compiling() -> Iterator[None]:
    """Announces if numba has to compile, because the result is not on disk yet.

    Not in a kernel without a person in front of it (nbval, `jupyter execute`), where the line would
    count as output of the cell. JPY_PARENT_PID is set in every kernel, JPY_SESSION_NAME by
    JupyterLab and Jupyter Notebook.
    """
    if "JPY_PARENT_PID" in os.environ and "JPY_SESSION_NAME" not in os.environ:
        yield
        return
    note = _Note(ANNOUNCE.get())
    with event.install_listener("numba:compile", note):
        yield
    if note.is_said:
        note.announce("")
