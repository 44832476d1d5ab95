"""Lesson 06: playing to the end."""

from collections import Counter
from functools import partial

import numpy as np

from c4lib import Board, HexBoard, SearchNode, SearchSettings, Simulation, TreeSearch, simulate, violations

from .base import DRAWN, an, anything, ask, attempt, check, expect, keeps, name_of, real, shown

BY_THEIR_MISTAKE = {
    50: "0.5 / 0.01 is the square root of n",
    1_000: "that is what the plot shows for this position; the rule is for any",
    5_000: "square the 0.5 as well",
    10_000: "the rule has 0.5, not 1, above the root",
}


@check
def check_06_1(playouts):
    playouts = real(playouts)
    expect(playouts > 0, f"{playouts:g} is no number of playouts")
    off = 0.5 / playouts**0.5
    wrong = "more than" if off > 0.01 else "less than"
    hint = BY_THEIR_MISTAKE.get(playouts, "solve the rule for n")
    spread = 0.01 * playouts**0.5
    if 0.375 < spread < 0.39:  # 0.38, or as printed, 0.384
        hint = "0.38 is the spread in this position; the rule has 0.5, for any"
    expect(
        abs(off - 0.01) < 1e-9,
        f"with {playouts:,g} playouts you are typically {off:.6g} off, {wrong} 0.01: {hint}",
    )
    return "to be ten times closer would take a hundred times as many."


WON_LAST = "550336626334204326050326650012414412554111"  # a full board, and the last disc has won
OTHER_GAME = "simulate from another game, Hex, whose moves are a1, b1, a2 and b2,"  # lesson 10 plays it
STARTS = [  # the moves, and how many of them are nodes below the root
    ("", 0),
    ("3", 0),
    ("33", 1),
    ("334", 2),
    ("0101010", 0),
    ("60101010", 0),
    ("60101010", 1),
    ("3333", 0),
    ("012345", 0),
    (DRAWN, 0),
    (DRAWN, 1),
    (DRAWN[:-3], 0),
    ("33442", 0),
    ("33442", 3),
    (WON_LAST[:-1], 0),
]


def _node(moves, below):
    """The node after these moves, of which the last `below` are moves from the root."""
    known = len(moves) - below
    node = SearchNode(Board.from_moves(moves[:known]))
    for move in moves[known:]:
        node = SearchNode(move=int(move), parent=node)
    return node


def _starts():
    """Where a playout starts, in words, and what makes its node."""
    for moves, below in STARTS:
        where = " as a node below the root" if below else ""
        yield f"simulate from {shown(Board.from_moves(moves))}{where}", partial(_node, moves, below)
    yield OTHER_GAME, lambda: SearchNode(HexBoard(2))


@keeps("simulate")
@check
def check_06_2(simulated):
    miscounted = None
    for start, make in _starts():
        for seed in range(20):
            node, rng = make(), np.random.default_rng(seed)
            call = f"{start} with seed {seed}"
            _judge_winner(_winner(simulated, node, rng, call), node, rng, seed, call)
            if not _drawn_alike(rng, _played(node, seed)[1]):
                miscounted = miscounted or call
    drawn = "has the right winner, but has not drawn one random number for each move"
    expect(not miscounted, f"{miscounted} {drawn}: one each, also where only one move is left")
    return "the same winners as the library's, with the same random numbers."


def _played(node, seed):
    """The winner of the library's playout, and the generator after it."""
    rng = np.random.default_rng(seed)
    return simulate(node, SearchSettings(), rng).winner, rng


def _drawn_alike(rng, same):
    return rng.bit_generator.state == same.bit_generator.state


def _winner(simulated, node, rng, call):
    """The student's winner, of the right kind, from a node that is left as it was."""
    board = node.game
    hint = "that game is over, and has no move left" if board.is_terminal else ""
    got = ask(simulated, node, rng, kind=anything, said=call, if_it_stops=hint)
    is_player = isinstance(got, (int, np.integer)) and not isinstance(got, bool) and got in (1, 2)
    expect(got is None or is_player, f"{call} is {shown(got)}; expected the winner: 1, 2 or None")
    added = node.children or node.visits or node.wins or node.game != board
    expect(not added, f"{call} leaves traces in the node: a playout adds no children and counts nothing")
    return got


def _judge_winner(got, node, rng, seed, call):
    """Refuse another winner than the one to which the random numbers lead."""
    right, same = _played(node, seed)
    if got == right:
        return
    board = node.game
    expect(not board.is_terminal, f"{call} is {got}, but that game is over: it has its winner, or nobody has won")
    hint = "draw one number for each move, int(rng.random() * len(legal))"
    if _drawn_alike(rng, same):  # the same game was played
        hint = "the board that `play` returns knows its winner, when there is no legal move any more"
        if got is None and len(board.moves) == 41:
            hint = "a full board is no draw if its last disc completes a line"
        elif got is None:
            hint = "None means a draw: is there a `return` at the end, and of the last board's winner?"
        elif right is not None and got == 3 - right:
            hint = "that is the other player"
    for above in node.path[:-1]:
        winner, drawn = _played(above, seed)
        if got == winner and _drawn_alike(rng, drawn):
            hint = f"the game starts at the node's own position, not at {shown(above.game)}"
    expect(False, f"{call} is {got}, not the winner that these random numbers lead to: {hint}")


FULL_MIDDLE = Board.from_moves("333333")
CENTRED = [  # the moves, how many of them are nodes below the root, and how many seeds
    ("", 0, 10),
    ("0123", 0, 10),
    ("012", 1, 10),
    ("0123", 2, 10),
    ("0101010", 0, 2),
    ("60101010", 1, 2),
    (DRAWN, 1, 2),
    ("333333", 0, 600),
]
MOST_UNEVEN = 25.7  # chi-square of six equal chances, which luck alone exceeds once in 10,000 times


@check
def check_06_3(simulate_centred):
    name, first = name_of(simulate_centred), Counter()
    for moves, below, seeds in CENTRED:
        for seed in range(seeds):
            node = _node(moves, below)
            call = f"{name} from {shown(node.game)}"
            made = _centred(simulate_centred, node, seed, call)
            if node.game == FULL_MIDDLE:
                first[made.moves[0]] += 1
    often = [first[column] for column in FULL_MIDDLE.legal_moves()]
    expect(
        max(often) < 600,
        f"{name} begins 600 games with the same move; with column 3 full, the others are drawn at random",
    )
    uneven = sum((times - 100) ** 2 / 100 for times in often)
    expect(
        uneven < MOST_UNEVEN,
        f"{name}: with column 3 full, the others begin {often} of 600 games; all should have the same chance",
    )
    search = attempt(lambda: TreeSearch(Board(), rng=1, simulate=simulate_centred).run(60), f"a search with {name}", 30)
    broken = violations(search)
    expect(not broken, f"a search with {name} breaks a condition: {broken[0] if broken else ''}")
    return "every playout takes the middle while it can, and otherwise each open column with the same chance."


def _centred(simulate_centred, node, seed, call):
    """The student's Simulation from a node; Wrong if it is not one that the task allows."""
    settings = SearchSettings()
    made = ask(simulate_centred, node, settings, np.random.default_rng(seed), kind=an(Simulation), said=call)
    kind = type(made.moves).__name__
    expect(isinstance(made.moves, tuple), f"{call}: the `moves` are a {kind}; a Simulation has a tuple of them")
    again = simulate_centred(node, settings, np.random.default_rng(seed))
    expect(
        made.moves == again.moves,
        f"{call} plays {shown(made.moves)}, and from the same seed {shown(again.moves)}: "
        "draw from the `rng` that is given, from nothing else",
    )
    game = node.game
    for move in made.moves:
        legal = game.legal_moves()
        expect(legal, f"{call} goes on after the end of the game")
        expect(move in legal, f"{call} plays {shown(move)}, which is not legal there")
        expect(
            move == 3 or 3 not in legal,
            f"{call} plays {move} after {len(game.moves)} discs, although 3 is open",
        )
        game = game.play(move)
    expect(game.is_terminal, f"{call} stops before the game is over")
    expect(made.node is node, f"{call}: the `node` of the Simulation is not the one that was given")
    expect(made.final == game, f"{call}: `final` is not the position to which the moves lead from that node")
    return made
