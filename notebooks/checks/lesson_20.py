"""Lesson 20: exact results, and what a search does with them."""

from itertools import product

import numpy as np

from c4lib import Board, SearchSettings, TreeSearch, violations
from c4lib.phases import Selection
from mctslab import sound_moves
from mctslab.arena.solved import solved_positions
from mctslab.experiments.accuracy import DEFAULT_C
from mctslab.players import mcts_player

from .base import an, ask, attempt, check, expect, name_of, or_none, shown, text, whole

EXACT = 24  # discs, from which on no mistake is allowed
HARD = (  # with 24 discs or more, from games of searches with 100 playouts: there searches with 10,000 err, too
    "461132332136211422650100",
    "1312533661135526653150100",
    "151644112334244300322243",
    "531233101102063500531645",
)
TRAPS = [(1060, 12), (1035, 5), (1020, 28), (1018, 22)]  # place and seed: 24 discs, and 100 playouts err
LATER_TRAPS = [1078, 1085, 1177, 1225, 1534]  # places: more discs, and with seed 1 100 playouts err


def _late():
    """Positions in which no mistake is allowed, those where something may be lost among them; each with a seed."""
    solved = solved_positions()
    some = np.flatnonzero(solved.plies >= EXACT)[::24]
    for place in [*LATER_TRAPS, *some]:
        yield solved.board(int(place)), 1
    for place, seed in TRAPS:
        yield solved.board(place), seed
    for moves in HARD:
        yield Board.from_moves(moves), 1


def _early():
    """Positions with fewer discs, many of them with one disc less."""
    solved = solved_positions()
    early = np.flatnonzero(solved.plies < EXACT - 1)[::24]
    just_before = np.flatnonzero(solved.plies == EXACT - 1)[::2]
    return [solved.board(int(place)) for place in (*early, *just_before)]


@check
def check_20_1(late_solver):
    name, plain = name_of(late_solver), mcts_player(100)
    late, early = [*_late()], _early()
    played = [plain(board, np.random.default_rng(1)) for board in early]  # compiles it, too

    def move_at(board, seed=1):
        call = f"{name} at {shown(board)}, with {len(board.moves)} discs,"
        move = ask(late_solver, board, np.random.default_rng(seed), kind=whole, said=call)
        expect(move in board.legal_moves(), f"{call} plays {move}, which is not legal")
        return move, call

    for board, seed in late:
        move, call = move_at(board, seed)
        just = f"; {EXACT} discs are enough for the solver" if len(board.moves) == EXACT else ""
        is_hard = "".join(map(str, board.moves)) in HARD
        why = "; a search of 10,000 playouts errs there, too, and only the solver is certain" if is_hard else just
        expect(move in sound_moves(board), f"{call} plays {move}, which is a mistake{why}")
    for board, usual in zip(early, played, strict=True):
        move, call = move_at(board)
        told = f"{call} plays {move}, and mcts_player(100) plays {usual} with the same rng"
        expect(move == usual, f"{told}; with fewer than {EXACT} discs it should play as before")
    return f"no mistake in {len(late)} late positions, and the moves of mcts_player(100) in {len(early)} earlier ones."


WORDS = ("win", "draw", "loss")
CHILDREN = [  # what the moves lead to: first what is easy to understand, then all that three moves or fewer can be
    ("loss", "win", "draw"),
    ("loss", "loss"),
    ("draw", "loss", "draw"),
    ("loss", None, "draw"),
    (None, "loss", "win"),
    (None, None),
    *(results for count in (1, 2, 3) for results in product((*WORDS, None), repeat=count)),
]


@check
def check_20_2(proven):
    for results in CHILDREN:
        call = f"proven({list(results)})"
        got = ask(proven, list(results), kind=or_none(text), said=call)
        expect(got is None or got in WORDS, f"{call} is {shown(got)}, none of {', '.join(map(repr, WORDS))} and None")
        if "win" in results:
            right, why = "win", "one winning move is enough for the player to move"
        elif None in results:
            right, why = None, "a move that is not known yet may be better than all the others"
        elif "draw" in results:
            right, why = "draw", "all moves are known, and the player to move takes the best of them"
        else:
            right, why = "loss", "all moves are known, and the player to move loses with each of them"
            why += "; the results are already those for the player to move" if got == "win" else ""
        expect(got == right, f"{call} is {shown(got)}, but {why}")
    return f"for {len(set(CHILDREN))} combinations of results, known and unknown."


# Places of solved positions, and c; in the last position 400 iterations are enough for a proof.
SEARCHED = [(300, DEFAULT_C), (900, DEFAULT_C), (1100, 0.5), (1603, DEFAULT_C)]


def _watched(my_select):
    """The student's function, which stops with a sentence of its own when it hands on something else."""

    def watched(root, settings, rng):
        expect(settings.solve, "the settings of the search have been changed: nothing is proven any more")
        return an(Selection)(my_select(root, settings, rng), name_of(my_select))

    return watched


@check
def check_20_3(my_select):
    expect(callable(my_select), f"{shown(my_select)} is no function; the check wants the function itself")
    for place, c in SEARCHED:
        board, settings = solved_positions().board(place), SearchSettings(c=c, solve=True)
        which = name_of(my_select) if c == DEFAULT_C else f"{name_of(my_select)} and c = {c}"
        call = f"a search from {shown(board)} with {which}"
        search = TreeSearch(board, settings, 1, select=_watched(my_select))
        attempt(lambda search=search: search.run(400), call, seconds=20)
        broken = [violation for violation in violations(search) if violation.name == "proofs follow from the tree"]
        expect(not broken, f"{call} loses proofs: {broken[0] if broken else ''}")
        plain = TreeSearch(board, SearchSettings(c=c), 1).run(search.iterations)
        usual = TreeSearch(board, settings, 1).run(search.iterations)
        told = f"{call} has the visits {search.visits}"
        expect(
            search.visits == plain.visits or search.visits != usual.visits,
            f"{told}, those of the library's `select`: proven nodes are still skipped",
        )
        if c != DEFAULT_C:
            forgetful = TreeSearch(board, SearchSettings(), 1).run(search.iterations)
            expect(
                search.visits != forgetful.visits, f"{told}, those with c = √2: the c of `settings` is lost on the way"
            )
        expect(search.visits == plain.visits, f"{told}; without proofs they are {plain.visits}")
    expect(search.root.proof is not None, f"{call} proves nothing")
    return f"the same visits. The last search stops after {search.iterations} iterations, with {search.root.proof}."
