"""What must agree, part by part, for `fuzz.py`: each draws one random case, and compares.

A case is a function of a random generator and an empty folder. It returns how many things it has compared, and raises an
exception if two of them differ.
"""

import importlib.util
import math
import signal
import sys
import warnings
from collections.abc import Callable
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from anytree import PreOrderIter
from nim import Nim
from slow_connect_four import SlowGame
from slow_hex import winners
from slow_puct import Table, assert_same, plain_search
from slow_search import slow_search
from slow_solver import slow_scores

from c4lib import (
    Board,
    FastSearch,
    HexBoard,
    ParallelSearch,
    SearchSettings,
    TreeSearch,
    solve,
    solve_moves,
    violations,
)
from c4lib.fast.bitboard import rules_of
from mctslab import accuracy, play_match, round_robin
from mctslab.players import mcts_player, random_player, rule_based_player
from mctslab.selfplay.network import positions_of
from mctslab.selfplay.search import grow_trees

GENERATORS = [np.random.PCG64] * 3 + [np.random.PCG64DXSM, np.random.MT19937, np.random.Philox, np.random.SFC64]
EXTREME = [(7, 8, 4), (6, 9, 4), (63, 1, 4), (62, 1, 5), (31, 2, 4), (1, 32, 3), (2, 21, 2), (3, 16, 4), (15, 4, 6)]


def check(name, one, other):
    """AssertionError, which says where they first differ, unless the two are equal."""
    if one == other:
        return
    if isinstance(one, list) and isinstance(other, list):
        place = next((k for k, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other)))
        one, other, name = one[place : place + 1], other[place : place + 1], f"{name}, number {place}"
    raise AssertionError(f"{name}: {one!r} is not {other!r}")


# -------------------------------------------------------------------- drawing a case


def pick(rng, values):
    return values[int(rng.integers(len(values)))]


def about(rng, most):
    """A whole number from 1 to `most`, of each order of magnitude as often."""
    return int(math.exp(rng.uniform(0, math.log(most + 0.99))))


def random_settings(rng, **fixed):
    loss = pick(rng, [0, 0, 0, -1, rng.uniform(-3, 1)])
    drawn = {
        "c": pick(rng, [0, 0.3, 1, 2**0.5, 5, rng.uniform(0, 3), 10 ** rng.uniform(-6, 6)]),
        "prior": pick(rng, [0, 0, 0, 1, 2, 3, about(rng, 1000)]),
        "unvisited": pick(rng, [math.inf, math.inf, -math.inf, 0, 0.5, 1.2, rng.uniform(-2, 3)]),
        "expand_at": pick(rng, [1, 1, 0, 2, 3, about(rng, 30)]),
        "loss": loss,
        "draw": pick(rng, [(1 + loss) / 2, loss, 1, rng.uniform(loss, 1)]),
        "viewpoint": pick(rng, ["mover", "root"]),
        "distinct": pick(rng, [True, False]),
        "choose": pick(rng, ["visits", "mean"]),
        "solve": pick(rng, [True, False]),
    }
    return SearchSettings(**(drawn | fixed))


def random_size(rng, most_rows=7, most_columns=8):
    """(rows, columns, connect) of a board that fits into 64 bits, and on which a line fits; one in four is 6 x 7."""
    if most_rows >= 6 and most_columns >= 7 and rng.random() < 0.25:
        return 6, 7, 4
    columns = int(rng.integers(1, most_columns + 1))
    rows = int(rng.integers(1, min(most_rows, 64 // columns - 1) + 1))
    return rows, columns, int(rng.integers(1, min(6, max(rows, columns)) + 1))


def random_game(rng, game, plies=10**6):
    """The positions of a random game, from this one on, as far as the end or so many plies."""
    games = [game]
    while not games[-1].is_terminal and len(games) <= plies:
        games.append(games[-1].play(pick(rng, games[-1].legal_moves())))
    return games


def random_position(rng, game):
    """One in which the game goes on."""
    going_on = [one for one in random_game(rng, game) if not one.is_terminal]
    return pick(rng, going_on)


def random_board(rng):
    size = pick(rng, EXTREME) if rng.random() < 0.1 else random_size(rng)
    return random_position(rng, Board(*size))


def random_generator(rng):
    """A maker of equal generators, of any kind, some of which have half a number left."""
    kind, seed, is_used = pick(rng, GENERATORS), int(rng.integers(2**62)), rng.random() < 0.3

    def made():
        generator = np.random.Generator(kind(seed))
        if is_used:
            generator.integers(10, dtype=np.uint32)
        return generator

    return made


# -------------------------------------------------------------------- the twins


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
    for search in (one, other):
        check("violations", [str(violation) for violation in violations(search)], [])
    return one.node_count


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
    return compared


def bounded(rng, folder):
    """A tree that is full, at whatever number of nodes, is that of the readable search when it had so many iterations."""
    board, settings, made = random_board(rng), random_settings(rng), random_generator(rng)
    fast = FastSearch(board, settings, made(), max_nodes=board.columns + 1 + about(rng, 1000))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fast.run(about(rng, 600))
    check("the bound is kept", fast.node_count <= fast.max_nodes, True)
    return check_searches(TreeSearch(board, settings, made()).run(fast.iterations), fast) if fast.iterations else 0


def large(rng, folder):
    """Trees so large that the arrays of the fast search have to grow, which it does between two pieces or in one."""
    board, made = random_position(rng, Board(*pick(rng, [(6, 7, 4), (5, 6, 4), (6, 9, 5)]))), random_generator(rng)
    settings = random_settings(rng, expand_at=int(rng.integers(3)))
    pieces = [int(number) for number in rng.integers(1, 5000, 4)]
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
    """The plain search of the tests, on both games and Nim."""
    settings, made, playouts = random_settings(rng), random_generator(rng), about(rng, 60)
    game = random_position(rng, Board(*random_size(rng, 6, 7)))
    if rng.random() < 0.4:
        game = random_position(rng, HexBoard(int(rng.integers(1, 5))))
    generator = made()
    expected = slow_search(game, settings, generator, playouts)
    kinds = [TreeSearch, FastSearch] if isinstance(game, Board) else [TreeSearch]
    for kind in kinds:
        search = kind(game, settings, made()).run(playouts)
        found = {node.moves: [node.wins, node.visits] for node in [search.root, *search.root.descendants]}
        check("node", sorted(found.items()), sorted(expected.items()))
        check("generator", state_of(search.rng), state_of(generator))
    return len(expected) * len(kinds)


def rules(rng, folder):
    """A random game as in the slow one, and each position back from its text, cells and moves."""
    if rng.random() < 0.3:
        return hex_rules(rng)
    size = tuple(int(number) for number in rng.integers(1, 10, 3))
    size = (*size[:2], min(size[2], max(size[:2])))
    slow, boards = SlowGame(*size), random_game(rng, Board(*size))
    for board in boards:
        if board.moves:
            slow.play(board.moves[-1])
        text = ["".join(" 12"[cell] for cell in row) for row in board.cells]
        check("cells", text, slow.text_rows())
        check("winner", board.winner, slow.winner)
        check("legal moves", board.legal_moves(), slow.legal_moves)
        check("to move", board.to_move, slow.to_move)
        check("is over", board.is_terminal, not slow.legal_moves)
        check("from cells", Board.from_cells(board.cells, connect=size[2]), board)
        check("from text", Board.from_text(str(board)), board)
    check("from moves", Board.from_moves(boards[-1].moves, *size), boards[-1])
    return len(boards)


def hex_rules(rng):
    size = int(rng.integers(1, 9))
    boards = random_game(rng, HexBoard(size))
    for board in boards:
        stones = board.moves[::2], board.moves[1::2]
        check("winner", [board.winner] if board.winner else [], winners(*stones, size))
        check("empty cells", set(board._empty), set(HexBoard(size).legal_moves()) - set(board.moves))
        check("is over", board.is_terminal, not board.legal_moves())
    check("from moves", HexBoard.from_moves(boards[-1].moves, size), boards[-1])
    return len(boards)


def no_open_spiel():
    return "" if importlib.util.find_spec("pyspiel") else "no OpenSpiel"


def open_spiel(rng, folder):
    """A random game as in OpenSpiel: who is to move, what is legal, the cells, and who has won."""
    import pyspiel

    if rng.random() < 0.3:
        size = int(rng.integers(2, 12))  # OpenSpiel's game on the only cell of 1 x 1 never ends
        game, name = HexBoard(size), f"hex(num_rows={size},num_cols={size})"
        numbered = {move: number for number, move in enumerate(game.legal_moves())}
    else:
        rows, columns = (int(number) for number in rng.integers(4, 10, 2))
        rows, columns, connect = pick(rng, [(6, 7, 4), (rows, columns, int(rng.integers(3, 6)))])
        connect = min(connect, max(rows, columns))
        game, name = Board(rows, columns, connect), f"connect_four(rows={rows},columns={columns},x_in_row={connect})"
        numbered = {move: move for move in range(columns)}
    state = pyspiel.load_game(name).new_initial_state()
    games = random_game(rng, game)
    for before, position in pairwise([None, *games]):
        if before is not None:
            state.apply_action(numbered[position.moves[-1]])
        check("is over", position.is_terminal, state.is_terminal())
        check("legal moves", [numbered[move] for move in position.legal_moves()], state.legal_actions())
        if not position.is_terminal:
            check("to move", position.to_move - 1, state.current_player())
        if isinstance(position, Board):
            check("cells", ["".join(".xo"[cell] for cell in row) for row in position.cells], str(state).split())
    winner = {1: 1, -1: 2, 0: None}[int(state.returns()[0])]
    check("winner", games[-1].winner, winner)
    return len(games)


# -------------------------------------------------------------------- the solver


def few_left(rng):
    """A position with so few empty cells that every continuation can be looked at."""
    while True:
        size = random_size(rng, 5, 5) if rng.random() < 0.5 else random_size(rng)
        board = Board(*size)
        games = [one for one in random_game(rng, board) if not one.is_terminal]
        near = [one for one in games if np.count_nonzero(one.cells == 0) <= 11]
        if near:
            return pick(rng, near)


def solver(rng, folder):
    """The solver and brute force; and what a search has proven."""
    board = few_left(rng)
    scores = slow_scores(board.moves, board.rows, board.columns, board.connect)
    check("scores", dict(solve_moves(board)), dict(sorted(scores.items())))
    check("score", solve(board), max(scores.values()))
    compared = 1
    settings = random_settings(rng, solve=True)
    search = pick(rng, [TreeSearch, FastSearch])(board, settings, random_generator(rng)()).run(about(rng, 2000))
    proven = [node for node in [search.root, *search.root.descendants] if node.proof is not None]
    for node in proven:
        check(f"proof after {node.moves}", node.proof.winner, perfect_winner(node.game))
    return compared + len(proven)


def perfect_winner(board):
    if board.is_terminal:
        return board.winner
    score = solve(board)
    return None if not score else board.to_move if score > 0 else 3 - board.to_move


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
    search._pool.shutdown()
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


# -------------------------------------------------------------------- journals


def random_experiment(rng):
    """A function of a journal: a small experiment, the same each time."""
    seed, games = int(rng.integers(1000)), int(rng.integers(2, 15))
    board = random_position(rng, pick(rng, [Board(4, 4), Board(3, 5, 3), HexBoard(3)]))
    players = [random_player, rule_based_player if isinstance(board, Board) else random_player, mcts_player(3)]
    one, other = pick(rng, players), pick(rng, players)
    return pick(
        rng,
        [
            lambda journal: play_match(one, other, 2 * games, seed=seed, board=board, journal=journal),
            lambda journal: round_robin(
                {"a": one, "b": other, "c": random_player}, 2, seed=seed, board=board, journal=journal
            ),
            lambda journal: accuracy(one if isinstance(board, Board) else random_player, games, seed, journal=journal),
        ],
    )


def damaged(rng, written):
    """The journal as it should not be: torn, a bit flipped, two lines swapped, one left out or there twice."""
    kind, place = pick(rng, ["torn", "bit", "swapped", "missing", "twice", "both"]), int(rng.integers(len(written)))
    if kind == "torn":
        return written[:place]
    if kind in ("bit", "both"):
        changed = bytes([written[place] ^ 1 << int(rng.integers(8))])
        whole = written[:place] + changed + written[place + 1 :]
        return whole if kind == "bit" else whole[: int(rng.integers(len(whole)))]
    lines = written.splitlines(keepends=True)
    first, second = (int(number) for number in rng.integers(len(lines), size=2))
    if kind == "swapped":
        lines[first], lines[second] = lines[second], lines[first]
    elif kind == "missing":
        del lines[first]
    else:
        lines.insert(second, lines[first])
    return b"".join(lines)


def journals(rng, folder):
    """An experiment that goes on from a damaged journal: the same result, or a refusal in words."""
    experiment, path = random_experiment(rng), folder / "journal"
    whole = experiment(path)
    written = path.read_bytes()
    for attempt in range(10):
        changed = damaged(rng, written)
        path.write_bytes(changed)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of a last line that is not whole
                again = experiment(path)
        except ValueError as error:
            told = type(error) is ValueError and path.name in str(error)
            check(f"attempt {attempt} is refused in words", told or str(error), True)
            check(f"attempt {attempt}, refused, is left alone", path.read_bytes(), changed)
            continue
        check(f"attempt {attempt}", again, whole)
        check(f"attempt {attempt}, once more", experiment(path), whole)
    return 10


# -------------------------------------------------------------------- Ctrl-C


@contextmanager
def ctrl_c_at(line):
    """Ctrl-C is pressed when so many lines of Python have run; gives a list, not empty when it was."""
    pressed = []

    def trace(frame, event, argument):
        nonlocal line
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
    search, hits = kind(board, settings, seed), 0
    playouts, lines = (120, 30_000) if kind is TreeSearch else (5000, 300)
    for _ in range(rng.integers(1, 5)):
        try:
            with ctrl_c_at(about(rng, lines)) as pressed:
                search.run(about(rng, playouts))
        except KeyboardInterrupt:
            if not pressed:
                raise  # not ours
        hits += len(pressed)
        check("violations", [str(one) for one in violations(search)], [])
        check("iterations", search.root.simulations, search.iterations)
    search.run(10)
    same = kind(board, settings, seed).run(search.iterations)
    check("node", rows(search), rows(same))
    if kind is ParallelSearch:
        check("nodes", *[[rows(part) for part in one.searches] for one in (search, same)])
        search._pool.shutdown()
        same._pool.shutdown()
    else:
        check("generator", state_of(search.rng), state_of(same.rng))
    return hits


# -------------------------------------------------------------------- self-play


def puct(rng, folder):
    """The compiled search of self-play and the plain one, for several positions at once, with and without noise."""
    size = random_size(rng, 6, 7)
    boards = [random_position(rng, Board(*size)) for _ in range(rng.integers(1, 4))]
    simulations, c, columns = about(rng, 120), float(rng.uniform(0.1, 4)), size[1]
    table = Table(int(rng.integers(2**62)), columns)
    noise = rng.dirichlet(np.ones(columns), len(boards)) / 4 if rng.random() < 0.5 else None
    trees = grow_trees(table, positions_of(boards), rules_of(*size), simulations, c, deepcopy(noise))
    for number, board in enumerate(boards):
        root = plain_search(table, board, simulations, c, None if noise is None else noise[number])
        assert_same(root, trees, number)
    return int((trees.visits > 0).sum())


# -------------------------------------------------------------------- all of them


@dataclass(frozen=True)
class Part:
    """What is compared, how many of what it counts, its share of the time, and what it lacks to run, in words."""

    compare: Callable
    unit: str
    share: float = 1
    missing: Callable = lambda: ""


PARTS = {
    "twins": Part(twins, "nodes", 3),
    "bounded": Part(bounded, "nodes", 0.5),
    "large": Part(large, "nodes"),
    "oracle": Part(oracle, "nodes", 2),
    "rules": Part(rules, "positions"),
    "openspiel": Part(open_spiel, "positions", missing=no_open_spiel),
    "solver": Part(solver, "positions, proofs", 1.5),
    "parallel": Part(parallel, "nodes"),
    "journals": Part(journals, "journals"),
    "interrupts": Part(interrupts, "interruptions", 1.5),
    "puct": Part(puct, "nodes"),
}
