"""Lesson 19: exact results, and what a search does with them."""

import numpy as np

from c4lib import SearchSettings, TreeSearch, violations
from c4lib.arena.perfect import judged, solved_positions
from c4lib.phases import Selection
from c4lib.players import mcts_player

from .base import an, ask, attempt, check, expect, name_of, or_none, shown, text, whole

WORDS = ("win", "draw", "loss")
CHILDREN = [  # what the moves lead to, and what follows from it
    (("loss", "win", "draw"), "win"),
    (("loss", "loss"), "loss"),
    (("draw", "loss", "draw"), "draw"),
    (("loss", None, "draw"), None),
    ((None, "loss", "win"), "win"),
    (("loss", None), None),
    ((None, None), None),
    (("win",), "win"),
]


@check
def check_19_1(proven):
    for results, right in CHILDREN:
        call = f"proven({list(results)})"
        got = ask(proven, list(results), kind=or_none(text), said=call)
        expect(got is None or got in WORDS, f"{call} is {shown(got)}, none of {', '.join(map(repr, WORDS))} and None")
        if "win" in results:
            why = "one winning move is enough for the player to move"
        elif None in results:
            why = "the move that is not known may still be better than all the others"
        elif right == "draw":
            why = "the player to move takes the best that there is"
        else:
            why = "every move is known, and none is better"
        expect(got == right, f"{call} is {shown(got)}, but {why}")
    return f"in {len(CHILDREN)} families of moves, known and unknown."


EXACT = 24  # discs, from which on no mistake is allowed
TRAPS = [(1060, 12), (1035, 5), (1020, 28), (1018, 22)]  # place and seed: 24 discs, and 100 playouts err
LATER_TRAPS = [(place, 1) for place in (1078, 1085, 1177, 1225, 1534)]  # more discs, and 100 playouts err


def _asked():
    """Place and seed of the positions: those where something may be lost, and some of all the others."""
    plies = solved_positions().plies
    late = [(int(place), 1) for place in np.flatnonzero(plies >= EXACT)[::24]]
    just_before, early = np.flatnonzero(plies == EXACT - 1)[::2], np.flatnonzero(plies < EXACT - 1)[::24]
    return LATER_TRAPS + late + TRAPS, [(int(place), 1) for place in (*early, *just_before)]


@check
def check_19_2(my_player):
    solved, name, plain = solved_positions(), name_of(my_player), mcts_player(100)
    late, early = _asked()
    played = [plain(solved.board(place), np.random.default_rng(seed)) for place, seed in early]  # compiles it, too

    def move_at(place, seed):
        board = solved.board(place)
        call = f"{name} at {shown(board)}, with {len(board.moves)} discs,"
        move = ask(my_player, board, np.random.default_rng(seed), kind=whole, said=call)
        expect(move in board.legal_moves(), f"{call} plays {move}, which is not legal")
        return move, call

    for place, seed in late:
        move, call = move_at(place, seed)
        just = f"; {EXACT} discs are enough" if solved.plies[place] == EXACT else ""
        expect(judged(place, move).sound, f"{call} plays {move}, which is a mistake{just}")
    for (place, seed), usual in zip(early, played, strict=True):
        move, call = move_at(place, seed)
        told = f"{call} plays {move}, and mcts_player(100) plays {usual} with the same rng"
        expect(move == usual, f"{told}; with fewer than {EXACT} discs nothing is to change")
    return f"no mistake in {len(late)} late positions, and the old player in {len(early)} before."


SEARCHED = (300, 900, 1100, 1603)  # places of solved positions; from the last, 400 iterations are enough for a proof


def _watched(my_select):
    """The student's function, which stops with a sentence of its own when it hands on something else."""

    def watched(root, settings, rng):
        expect(settings.solve, "the settings of the search have been changed: nothing is proven any more")
        return an(Selection)(my_select(root, settings, rng), name_of(my_select))

    return watched


@check
def check_19_3(my_select):
    expect(callable(my_select), f"{shown(my_select)} is no function; the check wants the function itself")
    for place in SEARCHED:
        board, settings = solved_positions().board(place), SearchSettings(solve=True)
        call = f"a search from {shown(board)} with {name_of(my_select)}"
        search = TreeSearch(board, settings, 1, select=_watched(my_select))
        attempt(lambda search=search: search.run(400), call, seconds=20)
        broken = [violation for violation in violations(search) if violation.name == "proofs follow from the tree"]
        expect(not broken, f"{call} loses proofs: {broken[0] if broken else ''}")
        plain = TreeSearch(board, SearchSettings(), 1).run(search.iterations)
        usual = TreeSearch(board, settings, 1).run(search.iterations)
        told = f"{call} has the visits {search.visits}"
        expect(
            search.visits == plain.visits or search.visits != usual.visits,
            f"{told}, those of the library's `select`: proven nodes are still skipped",
        )
        expect(search.visits == plain.visits, f"{told}; without proofs they are {plain.visits}")
    expect(search.root.proof is not None, f"{call} proves nothing")
    return f"the same visits. The last search stops after {search.iterations} iterations, with {search.root.proof}."
