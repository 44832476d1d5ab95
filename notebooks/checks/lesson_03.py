"""Lesson 03: UCB1 at seven levers."""

import numpy as np

from c4lib import ucb1

from .base import an, ask, check, expect, real, whole

PAYS = np.array([0.5107, 0.5418, 0.5725, 0.6395, 0.5726, 0.5418, 0.5110])  # of the levers, as in the lesson

VALUES = [
    ((0, 0, 10, 1.4), "a lever without visits has the value infinity"),
    ((2, 3, 50, 0.0), "with c = 0 the mean is left"),
    (
        (7, 7, 7, 2.0),
        "is the logarithm natural, the root over all of the fraction, and c before the root?",
    ),
    (
        (3, 5, 20, 1.0),
        "is the logarithm natural, the root over all of the fraction, and c before the root?",
    ),
    ((0, 4, 9, 0.5), "is the logarithm natural, the root over all of the fraction, and c before the root?"),
    ((0, 1, 1, 1.0), "the logarithm of 1 is 0, so that the bonus is 0"),
]


@check
def check_03_1(my_ucb1):
    for case, hint in VALUES:
        right, call = ucb1(*case), f"my_ucb1{case}"
        got = ask(my_ucb1, *case, kind=real, said=call)
        expect(
            got == right or abs(got - right) < 1e-9,
            f"{call} is {got:.4f}, too {'large' if got > right else 'small'}: {hint}",
        )
    return "what is known, plus what could still be."


@check
def check_03_2(pulls_before_b):
    pulls = ask(pulls_before_b, kind=whole)
    expect(pulls >= 0, f"pulls_before_b() is {pulls}; it is a number of pulls, 0 or more")

    def both(more):
        a, b = (mean + 0.5 * np.sqrt(np.log(110 + more) / n) for mean, n in ((0.6, 100 + more), (0.3, 10)))
        return a, b

    a, b = both(pulls)
    expect(a <= b, f"after {pulls} more pulls A still has the higher value, {a:.4f} against {b:.4f}: too few")
    if pulls:
        a, b = both(pulls - 1)
        expect(
            a > b, f"{pulls} is too many: B has the higher value before that, {b:.4f} against {a:.4f} one pull earlier"
        )
    return "the bonus of B has grown, and that of A has shrunk, until the sum favours B."


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


def play(choose, pulls=5000, gamblers=1000, seed=1):
    """How much each gambler has lost, as in the lesson."""
    rng = np.random.default_rng(seed)
    wins, visits = np.zeros((gamblers, 7)), np.zeros((gamblers, 7))
    everyone, lost = np.arange(gamblers), np.zeros(gamblers)
    for total in range(pulls):
        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.where(visits == 0, np.inf, choose(wins, visits, total, rng))
        highest = values == values.max(axis=1, keepdims=True)
        lever = (highest * rng.random(highest.shape)).argmax(axis=1)
        wins[everyone, lever] += rng.random(gamblers) < PAYS[lever]
        visits[everyone, lever] += 1
        lost += PAYS.max() - PAYS[lever]
    return lost


@check
def check_03_4(fading):
    with np.errstate(divide="ignore", invalid="ignore"):  # nothing is known of levers never pulled
        return _faded(fading)


def _faded(fading):
    rng = np.random.default_rng(0)
    wins, visits = np.ones((3, 7)), np.full((3, 7), 2.0)
    shape = ask(fading, wins, visits, 42, rng, kind=an(np.ndarray), said="fading(wins, visits, 42, rng)").shape
    expect(shape == (3, 7), f"fading gives an array of shape {shape}; a value for each lever of each gambler is (3, 7)")
    ask(fading, np.zeros((3, 7)), np.zeros((3, 7)), 0, rng, kind=an(np.ndarray), said="fading at the very first pull")
    wins = np.tile(np.arange(7) * 10.0, (4000, 1))
    visits = np.full((4000, 7), 100.0)

    def explores(total):
        return np.mean(fading(wins, visits, total, rng).argmax(axis=1) != 6) * 7 / 6

    early, late = explores(20), explores(4000)
    expect(early > 0.1, f"at pull 20 it explores in {early:.0%} of the cases; nothing is known yet, so more is needed")
    expect(late < early / 4, f"at pull 20 it explores in {early:.0%}, at pull 4,000 in {late:.0%}: it hardly fades")
    lost = ask(lambda: play(fading), kind=an(np.ndarray), said="fading over 5,000 pulls", seconds=60)
    mean, error = lost.mean(), 1.96 * lost.std() / len(lost) ** 0.5
    told = f"it loses {mean:.0f} ± {error:.0f} wins on average"
    expect(mean - error < 105, f"{told}: too many. A small k settles too soon, a large k explores too long")
    return f"{told}, and a constant epsilon of 0.1 loses about 120."
