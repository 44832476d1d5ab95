"""Lesson 08: a whole search, and what to read in it."""

import math
from itertools import count, repeat

import numpy as np

from c4lib import Board, SearchNode, SearchSettings, TreeSearch, backpropagate, expand, select, simulate

from .base import DRAWN, Wrong, an, ask, check, expect, keeps, real, rows_of, shown, tuple_of, whole

GROWN = [  # the moves to the root, the settings changed, seed and iterations
    ("", {}, 1, 60),
    ("3342", {"c": 0.5}, 2, 120),
    ("060606", {"expand_at": 3}, 3, 80),
    ("3", {}, 4, 80),
    ("6010101", {}, 5, 60),  # O can win at once
    (DRAWN[:-3], {}, 6, 60),  # draws are near
]


def _grown_wrongly(game, settings, seed, iterations, fault):
    """The tree of a loop in which one thing is handed on wrongly."""
    rng, root = np.random.default_rng(seed), SearchNode(game)
    for _ in range(iterations):
        leaf = root if fault == "not selected" else select(root, settings, rng).leaf
        node = leaf if fault == "not expanded" else expand(leaf, settings, rng).node
        played = root if fault == "simulated root" else leaf if fault in ("simulated leaf", "unused node") else node
        winner = simulate(played, settings, rng).winner
        updated = {"updated root": root, "updated leaf": leaf, "unused node": leaf}.get(fault, node)
        backpropagate(updated, winner, settings)
    return rows_of(root)


FAULTS = {
    "not expanded": "nothing is ever expanded: a root without children is all there is",
    "unused node": "what expand returns is not used: it is the node to simulate from, and to update from",
    "simulated root": "every playout starts from the root, not from the node that expand has picked",
    "simulated leaf": "the playouts start from the leaf, not from the node that expand has picked",
    "updated root": "the update starts from the root: start it from the node that was simulated",
    "not selected": "select is not used: every expansion and playout starts at the root",
    "updated leaf": "the update starts from the leaf, so that the node that expand has picked never gets a visit",
}


ORDER = "does each of the four functions get its arguments in the order in which the text names them?"


@keeps("grow")
@check
def check_08_1(grow):
    for moves, changed, seed, iterations in GROWN:
        board, settings = Board.from_moves(moves), SearchSettings(**changed)
        rng = np.random.default_rng(seed)
        right = TreeSearch(board, settings, rng=seed).run(iterations)
        said = ", ".join(f"{name}={value}" for name, value in changed.items())
        call = f"grow({shown(board)}, SearchSettings({said}), np.random.default_rng({seed}), {iterations})"
        root = ask(grow, board, settings, rng, iterations, kind=an(SearchNode), said=call, if_it_stops=ORDER)
        expect(root.parent is None, f"{call} is a node inside the tree; expected the root")
        expect(root.game == board, f"the root of {call} has another position than the one that was given")
        given, wanted = rows_of(root), rows_of(right.root)
        for fault, words in FAULTS.items():
            wrong = _grown_wrongly(board, settings, seed, iterations, fault)
            expect(given == wanted or given != wrong, f"{call}: {words}")
        expect(
            root.visits == iterations,
            f"the root of {call} has {shown(root.visits)} visits: each of the iterations gives it one",
        )
        fresh = np.random.default_rng(seed).bit_generator.state
        expect(
            rng.bit_generator.state != fresh, f"{call} draws nothing from rng: it goes to select, expand and simulate"
        )
        usual = given != wanted and given == rows_of(TreeSearch(board, rng=seed).run(iterations).root)
        expect(not usual, f"{call} is the tree of the settings by default; those that were given are not handed on")
        expect(
            given == wanted,
            f"{call} is another tree than the library's: is every phase called once, in their order, with what the "
            "one before has returned? And are the five functions those of the solutions?",
        )
    return f"the library's tree, node by node, in {len(GROWN)} searches."


LEVELS = [  # level, mean, N, c
    (1.6, 1.0, 200, math.sqrt(2)),
    (1.5, 0.25, 200, math.sqrt(2)),  # a lower mean
    (0.8, 0.5, 1000, 0.5),  # another c
    (2.0, 0.0, 50, 1.0),  # no win yet
]


def _slips(level, mean, total, c):
    """What common mistakes lead to, by what is wrong in them."""
    gap, log = level - mean, math.log(total)
    return {
        "the gap from the mean to the level is what the bonus fills; the level alone is more": log * (c / level) ** 2,
        "under the root in UCB1 is n, so that n goes with the square of the gap": log * c / gap,
        "c belongs to the square, too": log * c / gap**2,
        "the gap belongs to the square, too": log * c**2 / gap,
        "the logarithm stays outside the square: it stands under the root, c does not": (log * c / gap) ** 2,
        "where is c?": log / gap**2,
        "level - mean is one thing: put it into brackets": log * (c / level - mean) ** 2,
        "c is given: it need not be the square root of 2": log * 2 / gap**2,
        "the square is missing, or a root in its place": log * math.sqrt(c / gap),
        "the logarithm is the natural one, `math.log`": math.log10(total) * (c / gap) ** 2,
        "the logarithm is the natural one, not that of base 2": math.log2(total) * (c / gap) ** 2,
        "the logarithm loses its root when you square": math.sqrt(log) * (c / gap) ** 2,
        "upside down: the visits are what stands under the fraction": (gap / c) ** 2 / log,
        "both sides must be squared; the right side was forgotten": math.sqrt(log) * c / gap,
        "it is ln N that counts, not N": total * (c / gap) ** 2,
        "a larger gap needs a larger bonus, and so fewer visits": log * (gap / c) ** 2,
    }


def _same(one, other):
    return math.isclose(one, other, rel_tol=1e-6)


@check
def check_08_2(visits_at):
    for level, mean, total, c in LEVELS:
        call = f"visits_at({level:g}, {mean:g}, {total}, {c:.3f})"
        got = ask(visits_at, level, mean, total, c, kind=real, said=call)
        told = f"{call} gives {got:.4g}"
        expect(got > 0, f"{told}: a number of visits is greater than 0")
        right = math.log(total) * (c / (level - mean)) ** 2
        if _same(got, right):
            continue
        for words, slip in _slips(level, mean, total, c).items():
            expect(not _same(got, slip), f"{told}: {words}")
        rounded = [round(right, digits) for digits in range(4)]
        is_rounded = got in (math.floor(right), math.ceil(right), *rounded)
        expect(not is_rounded, f"{told}, rounded: the number itself is asked for")
        reached = mean + c * math.sqrt(math.log(total) / got)
        expect(False, f"{told}; with so many visits UCB1 is {reached:.3f}, not {level:g}")
    return f"put back into UCB1, they reach the level in {len(LEVELS)} cases."


CASES = [  # the moves to a position, and a move
    ("062413", 5),
    ("051525", 3),
    ("05152", 3),
    ("001122", 3),
    ("2432614534125", 6),
    ("6051434136", 2),
    ("", 3),
    ("3", 3),
]
TRIALS = [{}, {"c": 0.1}, {"c": 5.0}, {"draw": 0.0}]  # the settings changed


@check
def check_08_3(missed_by):
    cases = [(Board.from_moves(moves), move) for moves, move in CASES]
    for changed in TRIALS:
        for playouts in (10, 40):
            for some in (cases, cases[:3], []):
                _judge_misses(missed_by, changed, some, playouts)
    return "a miss is a search that would play another move, whatever a draw is worth."


def _judge_misses(missed_by, changed, cases, playouts):
    settings = SearchSettings(**changed)
    said = ", ".join(f"{name}={value:g}" for name, value in changed.items())
    call = f"missed_by(SearchSettings({said}), {len(cases)} cases, {playouts})"
    got = ask(missed_by, settings, list(cases), playouts, kind=whole, said=call)
    right = _missed(settings, cases, playouts)
    if got == right:
        return
    hint = _slip_of_misses(got, right, settings, cases, playouts)
    raise Wrong(f"{call} is {got}, not {right}: {hint}")


def _slip_of_misses(got, right, settings, cases, playouts):
    """What is wrong with a wrong number of misses, in words."""
    one_generator = repeat(np.random.default_rng(0))
    own_generators = "every search has rng=0, each a generator of its own"
    for wrong, words in (
        (len(cases) - right, "that is how many are found, not missed"),
        (_missed(SearchSettings(), cases, playouts), "are the settings handed on?"),
        (_missed(settings, cases, 100), "is the number of playouts handed on?"),
        (_missed(settings, cases, playouts, one_generator), own_generators),
        (_missed(settings, cases, playouts, count()), own_generators),
        (_missed(settings, cases, playouts, repeat(1)), "every search has rng=0"),
    ):
        if got == wrong:
            return words
    return "a case counts once, if `best_move()` is another move"


def _missed(settings, cases, playouts, seeds=repeat(0)):
    misses = 0
    for (board, move), seed in zip(cases, seeds):
        search = TreeSearch(board, settings, rng=seed).run(playouts)
        misses += search.best_move() != move
    return misses


SEARCHES = [  # the moves to the root, seed and iterations; without iterations there is no line yet
    ("060606", 1, 50),
    ("", 1, 100),
    ("", 1, 1000),
    ("062413", 3, 20),
    ("3342", 5, 60),
    ("3342", 1, 150),
    ("3", 2, 60),
    ("6010101", 2, 80),
    ("", 1, 0),
    ("3", 1, 0),
]


@check
def check_08_4(my_variation):
    for moves, seed, iterations in SEARCHES:
        search = TreeSearch(Board.from_moves(moves), rng=seed)
        call = f"my_variation of TreeSearch({shown(search.game)}, rng={seed})"
        if iterations:
            search.run(iterations)
            call = f"{call}.run({iterations})"
        right = search.principal_variation()
        got = ask(my_variation, search, kind=tuple_of(whole), said=call)
        node = search.root
        for place, move in enumerate(got):
            children = {child.move: child for child in node.children}
            expect(
                children, f"{call} has {len(got)} moves, but after {place} of them a node without children is reached"
            )
            told = f"{call}: after {got[:place]} comes {move}"
            expect(move in children, f"{told}, but the node there has no such child")
            taken, most = children[move], max(child.visits for child in node.children)
            expect(taken.visits == most, f"{told}, with {taken.visits} visits; another child has {most}")
            equal = max(child.mean for child in node.children if child.visits == most)
            expect(taken.mean == equal, f"{told}; another has as many visits, and the higher mean")
            expect(move == right[place], f"{told}; of children that are equal in both the first is taken")
            node = taken
        expect(not node.children, f"{call} is {shown(got)}, but the node reached has children: the line goes on")
    return f"the same line in {len(SEARCHES)} searches, down to a node without children."
