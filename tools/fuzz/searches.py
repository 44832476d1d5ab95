"""Searches against their twins, the slow oracles, the sum of their parts, and themselves when nobody pressed Ctrl-C."""

import math
import signal
import sys
import warnings
from contextlib import contextmanager

import numpy as np
from anytree import PreOrderIter
from nim import Nim
from slow_puct import Table, assert_same, plain_search
from slow_search import slow_search

from c4lib import Board, FastSearch, HexBoard, ParallelSearch, TreeSearch, violations
from c4lib.fast.bitboard import rules_of
from fuzz.drawing import (
    about,
    check,
    pick,
    random_board,
    random_generator,
    random_position,
    random_settings,
    random_size,
)
from mctslab.selfplay.network import positions_of
from mctslab.selfplay.search import grow_trees

LARGE = 5000  # iterations at once; there are 8,192 blocks before the arrays grow
INTERRUPTED = {"c4lib", "anytree", "concurrent", "contextlib", "signal", "threading"}  # what a search runs in


def rows(search):
    """Every node, in the order of the tree."""
    nodes = [search.root, *search.root.descendants]
    return [(node.name, node.wins, node.visits, node.prior, node.viewpoint, node.proof) for node in nodes]


def state_of(generator):
    """The state of a random generator, as text (in some kinds it holds arrays)."""
    with np.printoptions(threshold=10**6):
        return repr(generator.bit_generator.state)


def check_searches(one, other):
    """How many nodes two searches have, which agree in everything that can be asked."""
    check("node", rows(one), rows(other))
    check("generator", state_of(one.rng), state_of(other.rng))
    for name in ("iterations", "node_count", "game", "visits", "ucb1"):
        check(name, getattr(one, name), getattr(other, name))
    check("means", repr(one.means), repr(other.means))  # NaN where there were no visits
    if one.root.children:
        check("best move", one.best_move(), other.best_move())
        check("principal variation", one.principal_variation(), other.principal_variation())
    return one.node_count


def check_sound(search):
    check("violations", [str(violation) for violation in violations(search)], [])


def random_start(rng):
    """A position, the search to compare with the readable one, and settings that both can do."""
    kind = rng.random()
    if kind < 0.8:
        return random_board(rng), FastSearch, random_settings(rng)
    if kind < 0.95:
        return random_position(rng, HexBoard(int(rng.integers(1, 8)))), TreeSearch, random_settings(rng)
    return Nim(int(rng.integers(1, 40))), TreeSearch, random_settings(rng, distinct=False)


def twins(rng, folder):
    """The readable search, in one go, and its twin in pieces; in between the root may move."""
    game, kind, settings = random_start(rng)
    made, compared = random_generator(rng), 0
    readable, other = TreeSearch(game, settings, made()), kind(game, settings, made())
    for _ in range(rng.integers(1, 6)):
        if readable.game.is_terminal:
            break
        if rng.random() < 0.3:
            move = pick(rng, readable.game.legal_moves())
            readable.move_root(move)
            other.move_root(move)
        else:
            pieces = [about(rng, 150) for _ in range(rng.integers(1, 4))]
            readable.run(sum(pieces))
            for playouts in pieces:
                other.run(playouts)
        compared += check_searches(readable, other)
    check_sound(pick(rng, [readable, other]))  # only one, and only in the end: it takes longer than the searches
    return compared


def bounded(rng, folder):
    """A tree that is full, at whatever number of nodes, is that of the readable search when it had so many iterations."""
    board, settings, made = random_board(rng), random_settings(rng), random_generator(rng)
    most = board.columns + 1 + about(rng, 1000)
    fast = FastSearch(board, settings, made(), max_nodes=most)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = about(rng, 600)
        fast.run(wanted)
    check("the bound is kept", fast.node_count <= most, True)
    if fast.iterations < wanted and fast.root.proof is None:
        check("it ends only where the next iteration might be one too many", fast.node_count > most - board.columns, True)
    return check_searches(TreeSearch(board, settings, made()).run(fast.iterations), fast) if fast.iterations else 0


def large(rng, folder):
    """Trees so large that the arrays of the fast search have to grow, which it does between two pieces or in one."""
    board, made = random_position(rng, Board(*pick(rng, [(6, 7, 4), (5, 6, 4), (6, 9, 5)]))), random_generator(rng)
    settings = random_settings(rng, expand_at=int(rng.integers(3)))
    pieces = [int(number) for number in rng.integers(1, LARGE, 4)]
    fast = FastSearch(board, settings, made())
    for playouts in pieces:
        fast.run(playouts)
    readable = TreeSearch(board, settings, made()).run(sum(pieces))
    found = [
        [(node.move, node.wins, node.visits, node.proof) for node in PreOrderIter(search.root)]
        for search in (readable, fast)
    ]
    check("node", *found)
    check("generator", state_of(fast.rng), state_of(readable.rng))
    return fast.node_count


# -------------------------------------------------------------------- slow oracles


def oracle(rng, folder):
    """The plain search of the tests, on Connect Four, Hex and Nim."""
    made, playouts = random_generator(rng), about(rng, 60)
    game = random_position(rng, Board(*random_size(rng, 6, 7)))
    if rng.random() < 0.4:
        game = pick(rng, [random_position(rng, HexBoard(int(rng.integers(1, 5)))), Nim(about(rng, 30))])
    settings = random_settings(rng, **({"distinct": False} if isinstance(game, Nim) else {}))
    generator = made()
    expected = slow_search(game, settings, generator, playouts)
    kinds = [TreeSearch, FastSearch] if isinstance(game, Board) else [TreeSearch]
    for kind in kinds:
        search = kind(game, settings, made()).run(playouts)
        found = {node.moves: [node.wins, node.visits] for node in [search.root, *search.root.descendants]}
        check("node", sorted(found.items()), sorted(expected.items()))
        check("generator", state_of(search.rng), state_of(generator))
    return len(expected) * len(kinds)


def puct(rng, folder):
    """The compiled search of self-play and the plain one, for several positions at once, with and without noise."""
    size = random_size(rng, 6, 7)
    boards = [random_position(rng, Board(*size)) for _ in range(rng.integers(1, 4))]
    simulations, c, columns = about(rng, 120), float(rng.uniform(0.1, 4)), size[1]
    table = Table(int(rng.integers(2**62)), columns)
    noise = rng.dirichlet(np.ones(columns), len(boards)) / 4 if rng.random() < 0.5 else None
    trees = grow_trees(table, positions_of(boards), rules_of(*size), simulations, c, noise)
    for number, board in enumerate(boards):
        root = plain_search(table, board, simulations, c, None if noise is None else noise[number])
        assert_same(root, trees, number)
    return int((trees.visits > 0).sum())


# -------------------------------------------------------------------- several threads


def parallel(rng, folder):
    """Threads and the sum of their parts, each a search of its own."""
    board, settings, seed = random_board(rng), random_settings(rng), int(rng.integers(2**62))
    threads, compared = int(rng.integers(1, 5)), 0
    search = ParallelSearch(board, settings, np.random.default_rng(seed), threads=threads)
    generators = np.random.default_rng(seed).spawn(threads)
    alone = [FastSearch(board, settings, generator) for generator in generators]
    for _ in range(rng.integers(1, 4)):
        if search.game.is_terminal:
            break
        if search.iterations and rng.random() < 0.3:
            move = pick(rng, search.game.legal_moves())
            for one in (search, *alone):
                one.move_root(move)
        else:
            playouts, before = about(rng, 3000), search.iterations
            search.run(playouts)
            for place, (one, part) in enumerate(zip(alone, search.searches)):
                share = (before + playouts + place) // threads - (before + place) // threads
                if settings.solve:  # one that has proven the result ends the others, whenever that is
                    share = part.iterations - one.iterations
                if share:
                    one.run(share)
        compared += check_sum(search, alone)
    return compared


def check_sum(search, alone):
    for one, part in zip(alone, search.searches):
        check("node", rows(part), rows(one))
    prior = search.settings.prior
    for place, moves in enumerate([(), *((move,) for move in search.visits)]):
        nodes = [one.root.children[place - 1] if moves else one.root for one in alone if one.root.children or not moves]
        node = search.root.children[place - 1] if moves else search.root
        check("visits", node.visits, 2 * prior + sum(one.simulations for one in nodes))
        wins = prior + sum(one.wins - prior for one in nodes)
        check("wins are near", math.isclose(node.wins, wins, rel_tol=1e-9, abs_tol=1e-6), True)
    check("iterations", search.iterations, sum(one.iterations for one in alone))
    return sum(one.node_count for one in alone)


# -------------------------------------------------------------------- Ctrl-C


@contextmanager
def ctrl_c_at(line):
    """Ctrl-C is pressed when so many lines of a search have run; gives a list, not empty when it was."""
    pressed = []

    def trace(frame, event, argument):
        nonlocal line
        if frame.f_globals.get("__name__", "").partition(".")[0] not in INTERRUPTED:
            return None
        line -= event == "line"
        if line == 0 and not pressed:
            pressed.append(True)
            signal.raise_signal(signal.SIGINT)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield pressed
    finally:
        sys.settrace(before)


def interrupts(rng, folder):
    """A search that is interrupted at any line of Python, and goes on, is one that was not."""
    kind = pick(rng, [TreeSearch, TreeSearch, FastSearch, ParallelSearch])
    board, seed = random_board(rng), int(rng.integers(2**62))
    settings = random_settings(rng, **({"solve": False} if kind is ParallelSearch else {}))
    search, hits, steps = kind(board, settings, seed), 0, []
    for _ in range(rng.integers(1, 6)):
        if search.game.is_terminal:
            break
        step, pressed = interrupted_step(rng, search)
        steps.append(step)
        hits += pressed
        check_sound(search)
        check("iterations", search.root.simulations, search.iterations)
        check("game", search.root.game, search.game)
    same = kind(board, settings, seed)
    for move, playouts in steps:
        if move is not None:
            same.move_root(move)
        if playouts:
            same.run(playouts)
    check("node", rows(search), rows(same))
    if kind is ParallelSearch:
        check("nodes", *[[rows(part) for part in one.searches] for one in (search, same)])
    else:
        check("generator", state_of(search.rng), state_of(same.rng))
    return hits


def interrupted_step(rng, search):
    """A run or a move of the root, and Ctrl-C in it: (the move that was made or None, the iterations), and how often it was hit."""
    before, iterations, move = search.game, search.iterations, None
    playouts, lines = (120, 30_000) if isinstance(search, TreeSearch) else (5000, 300)
    if rng.random() < 0.3:
        move, lines = pick(rng, before.legal_moves()), 1000
    pressed = []
    try:
        with ctrl_c_at(about(rng, lines)) as pressed:
            if move is None:
                search.run(about(rng, playouts))
            else:
                search.move_root(move)
    except KeyboardInterrupt:
        if not pressed:
            raise  # not ours
    if move is None:
        return (None, search.iterations - iterations), len(pressed)
    return (move if search.game != before else None, 0), len(pressed)
