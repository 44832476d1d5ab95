"""Lesson 19: what is exactly true of a move."""

import numpy as np

from mctslab.arena.accuracy import judged
from mctslab.arena.solved import solved_positions

from .base import ask, check, expect, or_none, real, shown, text, whole

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
        row = enumerate(solved.scores[place])
        scores = {move: int(score) for move, score in row if not np.isnan(score)}
        for move in scores:
            yield scores, move, _word(judged(place, move))


def _word(answer):
    if answer.optimal:
        return "optimal"
    return "sound" if answer.sound else "mistake"


def _outcome(score):
    return "a draw" if score == 0 else "a win" if score > 0 else "a loss"


@check
def check_19_1(judge):
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
            why = f"the best result here is {best}, and this move is {this}, too: nothing is given away"
        else:
            why = f"the best result here is {best}, and this move is only {this}"
        expect(got == right, f"{call} is {got!r}, but {why}")
    return "in won, drawn and lost positions, whatever the scores are."


SCORES = [
    {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2},
    {0: 4, 2: 1, 3: 4, 5: -6},
    {1: 0, 2: -3, 4: 0, 5: -1, 6: 0},
    {0: -5, 3: -2, 6: -9},
    {2: 0},
    {0: -8, 1: 12, 2: -8, 3: 3, 4: -1, 5: 0, 6: 7},
]


@check
def check_19_2(chance):
    for scores in SCORES:
        call = f"chance({scores})"
        got = ask(chance, dict(scores), kind=real, said=call)
        best = max(scores.values())
        sound = sum(np.sign(score) == np.sign(best) for score in scores.values())
        optimal = sum(score == best for score in scores.values())
        expect(0 <= got <= 1 or got == sound, f"{call} is {got:g}, which is no probability")
        right = sound / len(scores)
        if abs(got - right) < 1e-6:  # a float32 is right, too
            continue
        if abs(got - right) < 0.01:
            why = "that is not exact: count the sound moves, and do not round"
        elif got == sound:
            why = "that is their number; divide it by the number of moves"
        elif abs(got - optimal / len(scores)) < 1e-6:
            why = "that counts optimal moves; a sound one may win later than the best"
        elif abs(got - sound / 7) < 1e-6:
            why = f"there are only {len(scores)} columns to draw from"
        elif best < 0:
            why = "every move loses here, so no move gives anything away"
        else:
            why = f"the best result here is {_outcome(best)}; count the moves that lead to it"
        expect(False, f"{call} is {got:g}, but {why}")
    return f"in {len(SCORES)} positions, won, drawn and lost ones."


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
def check_19_3(kept_from):
    for numbers, course, place in COURSES:
        right = dict(zip(numbers, (sign == "X" for sign in course), strict=True))
        call = f"kept_from({right})"
        got = ask(kept_from, dict(right), kind=or_none(whole), said=call)
        if got is None:
            expect(place is None, f"{call} is None, but at {numbers[-1]:,}, the last number, the move is sound")
            continue
        expect(got in right, f"{call} is {got}, which is none of the numbers of playouts in it")
        later = [number for number in numbers if number > got and not right[number]]
        told = f"{call} is {got}"
        expect(right[got], f"{told}, but at {got:,} playouts the move is not sound")
        expect(not later, f"{told}, but at {later[0] if later else ''} playouts it is no longer sound")
        expect(got == numbers[place], f"{told}, which is not the smallest: the move stays sound from fewer on")
    return "sound at one number may be luck; it must stay so."
