"""Lesson 03: UCB1 at seven levers."""

import math

import numpy as np

from c4lib import ucb1
from mctslab.experiments.bandits import PAYS

from .base import ask, check, expect, keeps, real, whole

CASES = [  # wins, visits, total, c
    (0, 0, 10, 1.4),
    (0, 0, 0, 1.0),
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


# What students write, and what is wrong with it; of the arguments of UCB1, for a lever with visits.
SLIPS = [
    (lambda w, n, total, c: w / n, "that is the mean alone; the bonus is missing"),
    (lambda w, n, total, c: bonus(n, total, c), "that is the bonus alone; the mean is missing"),
    (lambda w, n, total, c: w / n - bonus(n, total, c), "the bonus is added, not subtracted"),
    (lambda w, n, total, c: (n - w) / n + bonus(n, total, c), "that counts the pulls that paid nothing"),
    (lambda w, n, total, c: w + bonus(n, total, c), "the first term is the mean, not the number of wins"),
    (lambda w, n, total, c: w / total + bonus(n, total, c), "the mean is over the visits of this lever, not of all"),
    (lambda w, n, total, c: w / n + c * math.sqrt(math.log10(total) / n), "is the logarithm natural?"),
    (lambda w, n, total, c: w / n + c * math.sqrt(math.log2(total) / n), "is the logarithm natural?"),
    (lambda w, n, total, c: w / n + c * math.sqrt(math.log(n) / n), "the logarithm is of the visits of all levers"),
    (lambda w, n, total, c: w / n + c * math.sqrt(math.log(total)) / n, "the root is over all of the fraction"),
    (lambda w, n, total, c: w / n + c * math.log(total) / n, "where is the root?"),
    (lambda w, n, total, c: w / n + c * math.sqrt(math.log(total / n)), "the logarithm is of N alone, not of N/n"),
    (lambda w, n, total, c: w // n + bonus(n, total, c), "`//` rounds down"),
    (lambda w, n, total, c: c * (w / n) + bonus(n, total, c), "c multiplies only the second term"),
    (lambda w, n, total, c: w / n + c * math.sqrt(math.log(total)), "divide by the visits under the root"),
    (
        lambda w, n, total, c: w / n + bonus(n, total, c) if w else math.inf,
        "infinity is for a lever without visits, not for one without wins",
    ),
    (
        lambda w, n, total, c: w / n + bonus(n, total, c) if n > 1 else math.inf,
        "infinity is for a lever without visits, not for one with a single visit",
    ),
    (lambda w, n, total, c: w / n + bonus(total, n, c), "N and n have changed places"),
    (lambda w, n, total, c: w / n * bonus(n, total, c), "the bonus is added to the mean; it does not multiply it"),
    (lambda w, n, total, c: w / n + c * math.sqrt(total / n), "where is the logarithm?"),
    (lambda w, n, total, c: w / n + math.sqrt(c * math.log(total) / n), "c stands before the root, not under it"),
    (lambda w, n, total, c: w / n + math.sqrt(math.log(total) / n), "where is c?"),
    (lambda w, n, total, c: w / n + bonus(n, math.e * total, c), "nothing is added to the logarithm"),
    (lambda w, n, total, c: w / n + bonus(n, total + 1, c), "the logarithm is of N, not of N + 1"),
    (lambda w, n, total, c: w / n + bonus(n + 1, total, c), "the visits are n, not n + 1"),
    (lambda w, n, total, c: (w + 1) / (n + 1) + bonus(n, total, c), "the mean is of the pulls that were made"),
    (lambda w, n, total, c: w / n + bonus(n, total, math.sqrt(2)), "c is an argument, not always √2"),
    (lambda w, n, total, c: w / n + math.sqrt(2) * bonus(n, total, c), "there is no 2 under our root"),
]


@keeps("ucb1")
@check
def check_03_1(my_ucb1):
    told = []
    for case in CASES:
        told.append((case, _value(my_ucb1, case), ucb1(*case)))
    slips = [words for slip, words in SLIPS if all(close(got, slip(*case)) for case, got, _ in told if case[1])]
    for case, got, right in told:
        hint = "a lever without visits has the value infinity"
        if case[1]:
            hint = slips[0] if slips else "compare both terms with pencil and paper"
        expect(close(got, right), f"ucb1{case} is {got:.4f}, too {'large' if got > right else 'small'}: {hint}")
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


def needed(c, gap, total):
    times = c / gap  # that the bonus of one pull is too large for the gap
    return math.ceil(times * times * math.log(total))


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
        here, before = bonus(n, total, c), bonus(max(n - 1, 1), total, c)
        hint = ""
        if n in (math.ceil(c * math.log(total) / gap**2), math.ceil(c**2 * math.log(total) / gap)):
            hint = "; both c and the gap are squared"
        elif abs(n - math.log10(total) * (c / gap) ** 2) <= 1:
            hint = "; is the logarithm natural?"
        elif n in (math.floor(exact := math.log(total) * (c / gap) ** 2), round(exact)) and here > gap:
            hint = "; round up"
        elif n == math.ceil((c / gap) ** 2):
            hint = "; where is the logarithm?"
        elif n == math.ceil(math.log(total) * 2 / gap**2):
            hint = "; c is an argument, not always √2"
        elif n == math.ceil(c * math.sqrt(math.log(total)) / gap):
            hint = "; square both sides: the root covers n as well"
        elif n == math.ceil(math.log(total) * (gap / c) ** 2):
            hint = "; c and the gap have changed places"
        expect(here <= gap, f"{call} is {n}, too few: the bonus is {here:.6f} then, still above the gap{hint}")
        expect(
            n == 1 or before > gap,
            f"{call} is {n}, too many: after {n - 1} pulls the bonus was {before:.6f} already{hint}",
        )
    return (
        "the bonus falls to the gap after c² ln N / gap² pulls; at N = 5,000 and a gap of 0.0669 that is 476 with c = 0.5, and 3,807 "
        "with √2."
    )


def choices(c, low, inside, pulls=800):
    """The levers that a gambler of this convention pulls."""
    rng, chosen = np.random.default_rng(11), []
    rewards, visits = np.zeros(7), np.zeros(7)
    for total in range(pulls):
        unvisited = np.flatnonzero(visits == 0)
        if len(unvisited):
            lever = unvisited[0]
        else:
            lever = (rewards / visits + c * np.sqrt(inside * np.log(total) / visits)).argmax()
        rewards[lever] += 1 if rng.random() < PAYS[lever] else low
        visits[lever] += 1
        chosen.append(int(lever))
    return chosen


@check
def check_03_3(ours_from):
    for c, low, inside in [(0.7, 0, 1), (1.4, -1, 1), (1.0, 0, 2), (1.0, -1, 2), (0.3, -1, 1)]:
        call = f"ours_from({c}, {low}, {inside})"
        got = ask(ours_from, c, low, inside, kind=real)
        expect(got > 0, f"{call} is {got:g}; an exploration constant is positive here")
        direction = "too large" if got > c * inside**0.5 / (1 - low) else "too small"
        hints = ["the scale from -1 to 1 is twice as wide"] * (low < 0) + [
            "a 2 under the root is a factor before it"
        ] * (inside > 1)
        hint = "; ".join(hints) or "this is our own convention"
        same = choices(got, 0, 1) == choices(c, low, inside)
        expect(same, f"{call} is {got:.3f}, {direction}: that gambler makes other choices than theirs; {hint}")
    return "the same choices in all four conventions."
