"""Lesson 18: what is exactly true of a move."""

import numpy as np

from c4lib import SearchSettings, TreeSearch, violations
from c4lib.arena.perfect import judged, solved_positions
from c4lib.phases import Selection
from c4lib.players import mcts_player

from .base import an, ask, attempt, check, expect, name_of, or_none, shown, text, whole

WORDS = ("optimal", "sound", "mistake")
MADE_UP = [
    ({0: 2, 1: 5, 2: 0}, {0: "sound", 1: "optimal", 2: "mistake"}),
    ({3: 0, 4: -1}, {3: "optimal", 4: "mistake"}),
    ({5: -7, 6: -2}, {5: "sound", 6: "optimal"}),
    ({0: 4, 2: 1, 3: 4}, {0: "optimal", 2: "sound", 3: "optimal"}),
]


def _judgements():
    """Scores, a move, and what it is: made up, and from the table of solved positions."""
    for scores, words in MADE_UP:
        yield from ((scores, move, word) for move, word in words.items())
    solved = solved_positions()
    for place in range(0, len(solved), 60):
        moves = [int(move) for move in np.flatnonzero(~np.isnan(solved.scores[place]))]
        scores = {move: int(solved.scores[place, move]) for move in moves}
        for answer in (judged(place, move) for move in moves):
            yield scores, answer.move, WORDS[0] if answer.optimal else WORDS[1] if answer.sound else WORDS[2]


def _outcome(score):
    return "a draw" if score == 0 else "a win" if score > 0 else "a loss"


@check
def check_18_1(judge):
    for scores, move, right in _judgements():
        call = f"judge({scores}, {move})"
        got = ask(judge, dict(scores), move, kind=text, said=call)
        expect(got in WORDS, f"{call} is {shown(got)}, none of the three words {', '.join(map(repr, WORDS))}")
        top = max(scores, key=scores.get)
        best, this = _outcome(scores[top]), _outcome(scores[move])
        if right == "optimal":
            why = f"no other move has a higher score than {scores[move]}"
        elif got == "optimal":
            why = f"column {top} has a higher score: {scores[top]}, not {scores[move]}"
        elif got == "mistake":
            why = f"at best there is {best} to be had, and this move is {this}, too: nothing is given away"
        else:
            why = f"at best there is {best} to be had, and this move is only {this}"
        expect(got == right, f"{call} is {got!r}, but {why}")
    return "in won, drawn and lost positions, whatever the scores are."


FEW, MANY = (10, 100, 1_000, 10_000), (30, 300, 3_000, 30_000, 300_000)
COURSES = [  # of how many playouts, sound or not, and from which place on always
    (FEW, "..XX", 2),
    (FEW, "X.XX", 2),
    (FEW, "XX..", None),
    (FEW, "....", None),
    (FEW, "XXXX", 0),
    (FEW, "XXX.", None),
    (FEW, "...X", 3),
    (MANY, "X.X.X", 4),
    (MANY, "XX.XX", 3),
    (MANY, ".XXXX", 1),
]


@check
def check_18_2(kept_from):
    for numbers, course, place in COURSES:
        right = dict(zip(numbers, (sign == "X" for sign in course), strict=True))
        call = f"kept_from({right})"
        got = ask(kept_from, dict(right), kind=or_none(whole), said=call)
        if got is None:
            expect(place is None, f"{call} is None, but at {numbers[-1]:,}, the last number, the move is sound")
            continue
        expect(got in right, f"{call} is {got}, which is none of the numbers of playouts in it")
        later = [number for number in numbers if number > got and not right[number]]
        expect(right[got], f"{call} is {got}, but at {got:,} playouts the move is not sound")
        expect(not later, f"{call} is {got}, but at {later[0] if later else ''} playouts it is no longer sound")
        expect(got == numbers[place], f"{call} is {got}, which is not the smallest: the move stays sound from fewer on")
    return "sound at one number may be luck; it must stay so."


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
def check_18_3(my_player):
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
def check_18_4(my_select):
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
