"""Lesson 03: UCB1 at seven levers."""

import math

import numpy as np

from c4lib import ucb1
from mctslab.experiments.bandits import PAYS

from .base import ask, check, expect, keeps, real, slip_behind, too, whole

# Wins, visits, total, c.
NEVER_PULLED = [(0, 0, 10, 1.4), (0, 0, 0, 1.0)]
PULLED = [
    (2, 3, 50, 0.0),
    (7, 7, 7, 2.0),
    (3, 5, 20, 1.0),
    (0, 4, 9, 0.5),
    (40, 90, 1_000, 1.5),
    (0, 1, 1, 1.0),
    (1, 1, 1, 1.0),
]


def bonus(n, total, c):
    return c * math.sqrt(math.log(total) / n)


def slips(w, n, total, c):
    """What students write for a lever with visits, and what is wrong with it."""
    mean, right = w / n, bonus(n, total, c)
    for wrong, words in _wrong_bonuses(n, total, c):
        yield mean + wrong, words
    for wrong, words in _wrong_means(w, n, total, c):
        yield wrong + right, words
    yield mean, "that is the mean alone; the bonus is missing"
    yield right, "that is the bonus alone; the mean is missing"
    yield mean - right, "the bonus is added, not subtracted"
    yield mean * right, "the bonus is added to the mean; it does not multiply it"
    no_wins = mean + right if w else math.inf
    yield no_wins, "infinity is for a lever without visits, not for one without wins"
    one_visit = mean + right if n > 1 else math.inf
    yield one_visit, "infinity is for a lever without visits, not for one with a single visit"


def _wrong_means(w, n, total, c):
    yield (n - w) / n, "that counts the pulls that paid nothing"
    yield w, "the first term is the mean, not the number of wins"
    yield w / total, "the mean is over the visits of this lever, not of all"
    yield w // n, "`//` rounds down"
    yield c * w / n, "c multiplies only the second term"
    yield (w + 1) / (n + 1), "the mean is of the pulls that were made"


def _wrong_bonuses(n, total, c):
    log = math.log(total)
    root = math.sqrt(log / n)
    yield c * math.sqrt(math.log10(total) / n), "is the logarithm natural?"
    yield c * math.sqrt(math.log2(total) / n), "is the logarithm natural?"
    yield c * math.sqrt(math.log(n) / n), "the logarithm is of the visits of all levers"
    yield c * math.sqrt(log) / n, "the root is over all of the fraction"
    yield c * log / n, "where is the root?"
    yield c * log / math.sqrt(n), "the root is over the logarithm, too"
    yield c * math.sqrt(math.log(total / n)), "the logarithm is of N alone, not of N/n"
    yield c * math.sqrt(log), "divide by the visits under the root"
    yield bonus(total, n, c), "N and n have changed places"
    yield c * math.sqrt(total / n), "where is the logarithm?"
    yield math.sqrt(c) * root, "c stands before the root, not under it"
    yield root, "where is c?"
    yield bonus(n, math.e * total, c), "nothing is added to the logarithm"
    yield bonus(n, total + 1, c), "the logarithm is of N, not of N + 1"
    yield bonus(n + 1, total, c), "the visits are n, not n + 1"
    yield math.sqrt(2) * root, "c is an argument, not always √2"
    yield math.sqrt(2) * c * root, "there is no 2 under our root"


@keeps("ucb1")
@check
def check_03_1(my_ucb1):
    cases = NEVER_PULLED + PULLED
    answers = [_value(my_ucb1, case) for case in cases]
    slip = slip_behind(answers[len(NEVER_PULLED) :], PULLED, slips, close)
    for case, got in zip(cases, answers, strict=True):
        hint = "a lever without visits has the value infinity"
        if case in PULLED:
            hint = slip or "compare both terms with pencil and paper"
        right = ucb1(*case)
        expect(close(got, right), f"ucb1{case} is {got:.4f}, {too(got, right)}: {hint}")
    return "your estimate, plus a bonus for what you do not know yet."


def _value(my_ucb1, case):
    """The student's value; where the function stops, the sentence adds what is special about the case."""
    _, visits, total, _ = case
    hint = ""
    if not visits:
        nobody = "this lever has not been pulled yet" if total else "no lever has been pulled yet"
        hint = f"{nobody}, so ask for its visits before anything else"
    return ask(my_ucb1, *case, kind=real, said=f"ucb1{case}", if_it_stops=hint)


def close(a, b):
    return a == b or abs(a - b) < 1e-9


COUNTS = [
    (1.0, 0.1, 1_000),
    (2.0, 0.5, 100),
    (0.5, 0.0669, 5_000),
    (2**0.5, 0.0669, 5_000),
    (2**0.5, 0.0669, 100_000),
    (1.4, 0.05, 1_000),
]


@check
def check_03_2(pulls_needed):
    for c, gap, total in COUNTS:
        call = f"pulls_needed({c:.4g}, {gap}, {total:,})"
        n = ask(pulls_needed, c, gap, total, kind=whole, said=call)
        expect(n > 0, f"{call} is {n}; a bonus needs at least one pull")
        here, hint = bonus(n, total, c), _why_other_pulls(n, c, gap, total)
        expect(here <= gap, f"{call} is {n}, too few: the bonus is {here:.6f} then, still above the gap{hint}")
        if n > 1:
            before = bonus(n - 1, total, c)
            told = f"{call} is {n}, too many: after {n - 1} pulls the bonus was {before:.6f} already{hint}"
            expect(before > gap, told)
    return (
        "the bonus falls to the gap after c² ln N / gap² pulls; at N = 5,000 and a gap of 0.0669 that is 476 with c = 0.5, and 3,807 "
        "with √2."
    )


def _why_other_pulls(n, c, gap, total):
    """What may lead to so many pulls, to be added to a sentence; nothing if no slip does."""
    log, times = math.log(total), (c / gap) ** 2
    exact = log * times
    if n == 1:  # several slips lead there
        return "; is the logarithm of N, the visits of all, and is it c / gap, not gap / c?"
    if n in (math.ceil(c * log / gap**2), math.ceil(c**2 * log / gap)):
        return "; both c and the gap are squared"
    if abs(n - math.log10(total) * times) <= 1:
        return "; is the logarithm natural?"
    if n in (math.floor(exact), round(exact)) and bonus(n, total, c) > gap:
        return "; round up"
    return {
        math.ceil(c * math.sqrt(log) / gap): "; square both sides: the root covers n as well",
        math.ceil(log * 2 / gap**2): "; c is an argument, not always √2",
        math.ceil(times): "; where is the logarithm?",
    }.get(n, "")


def choices(c, low, inside, pulls=800):
    """The levers that a gambler of this convention pulls."""
    rng = np.random.default_rng(11)
    rewards, visits = np.zeros(7), np.zeros(7)
    chosen = []
    for total in range(pulls):
        unvisited = np.flatnonzero(visits == 0)
        if len(unvisited):
            lever = int(unvisited[0])
        else:
            bonuses = c * np.sqrt(inside * np.log(total) / visits)
            lever = int((rewards / visits + bonuses).argmax())
        rewards[lever] += 1 if rng.random() < PAYS[lever] else low
        visits[lever] += 1
        chosen.append(lever)
    return chosen


CONVENTIONS = [  # c, what a loss pays, the factor under the root
    (0.7, 0, 1),  # our own
    (1.4, -1, 1),
    (1.0, 0, 2),
    (1.0, -1, 2),
    (0.3, -1, 1),
]


@check
def check_03_3(ours_from):
    for c, low, inside in CONVENTIONS:
        call = f"ours_from({c}, {low}, {inside})"
        got = ask(ours_from, c, low, inside, kind=real)
        expect(got > 0, f"{call} is {got:g}; an exploration constant is positive here")
        hints = []
        if low < 0:
            hints.append("the scale from -1 to 1 is twice as wide")
        if inside > 1:
            hints.append("a 2 under the root is a factor before it")
        hint = "; ".join(hints) or "this is our own convention"
        direction = too(got, c * inside**0.5 / (1 - low))
        same = choices(got, 0, 1) == choices(c, low, inside)
        expect(same, f"{call} is {got:.3f}, {direction}: that gambler makes other choices than theirs; {hint}")
    return "the same choices in all four conventions."
