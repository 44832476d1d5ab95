"""Lesson 14: T wins in 2T visits, what they do to UCB1, and which T is worth it."""

import math

import numpy as np

from c4lib import Board, FastSearch, SearchSettings
from mctslab.arena import difference

from .base import Wrong, an, ask, check, expect, name_of, real, shown, slip_behind

PAIRS = [  # leader, other, N, T
    ((36, 60), (0, 1), 71, 0),
    ((36, 60), (0, 1), 71, 1),
    ((36, 60), (4, 10), 71, 20),
    ((30, 40), (5, 20), 200, 5),
    ((7, 9), (1, 3), 20, 2),
]


@check
def check_14_1(overtakes_from):
    name = name_of(overtakes_from)
    calls = [f"{name}({leader}, {other}, {N}, {T})" for leader, other, N, T in PAIRS]
    answers = [ask(overtakes_from, *pair, kind=real, said=call) for pair, call in zip(PAIRS, calls)]
    rights = [_needed(*pair) for pair in PAIRS]
    coarse = all(map(_nearly, answers, rights))
    for pair, call, c, right in zip(PAIRS, calls, answers, rights):
        if _near(c, right):
            continue
        told = f"{call} is {c:.4g}"
        if slip := slip_behind(answers, PAIRS, _slips, _near):
            raise Wrong(f"{told}: {slip}")
        expect(not coarse, f"{told}; nearly, but steps of 0.01 are too coarse: three decimals are asked for")
        leader, other, N, T = pair
        first, second = _value(*leader, N, T, c), _value(*other, N, T, c)
        where = f"with that c the leader's value is {first:.4g} and the other's {second:.4g}"
        raise Wrong(f"{told}; {where}: they should be equal")
    return f"above that c the other is ahead, in {len(PAIRS)} cases, with T = 0 and with more."


def _near(got, value):
    return abs(got - value) < 0.0011  # it may have been found by trying steps of 0.001


def _nearly(got, value):
    return abs(got - value) < 0.0101


def _mean(w, n, T):
    return (w + T) / (n + 2 * T)


def _bonus(n, N, T):
    return math.sqrt(math.log(N) / (n + 2 * T))


def _value(w, n, N, T, c):
    return _mean(w, n, T) + c * _bonus(n, N + 2 * T, T)


def _leads(leader, other, N, T):
    """How far the leader is ahead in the mean, and the other in the bonus, where the node has N visits."""
    mean = _mean(*leader, T) - _mean(*other, T)
    bonus = _bonus(other[1], N, T) - _bonus(leader[1], N, T)
    return mean, bonus


def _needed(leader, other, N, T):
    """The c above which the other overtakes."""
    mean, bonus = _leads(leader, other, N + 2 * T, T)
    return mean / bonus


def _slips(leader, other, N, T):
    """What common mistakes lead to, and what is wrong in them."""
    yield from _slips_with_T(leader, other, N, T)
    mean, bonus = _leads(leader, other, N + 2 * T, T)
    right = mean / bonus
    yield -right, "a c is not negative: you took one of the two differences the wrong way round"
    yield 1 / right, "that is 1 / c: what is divided by what?"
    yield mean, "that is the leader's lead in the mean; how much c makes up for it?"
    yield bonus, "that is the other's lead in the bonus; how much c does the mean need?"
    of_both = _needed(leader, other, leader[1] + other[1], T)
    yield of_both, "the node has N playouts, not only those of these two moves"
    of_leader, of_other = (_bonus(n, N + 2 * T, T) for _, n in (leader, other))
    squares = of_other**2 - of_leader**2
    yield mean / math.sqrt(squares), "take each root first, and then the difference"
    yield mean / squares, "the root is missing in the bonus"
    yield right * math.sqrt(math.log(10)), "the logarithm is the natural one, `math.log`"
    yield right / math.sqrt(2), "there is no 2 under the root in our formula"
    yield mean / of_other, "the leader has a bonus, too; what counts is the difference of the two"


def _slips_with_T(leader, other, N, T):
    """What it leads to if T is left out in one place, or is too large or too small in another."""
    plain_mean, plain_bonus = _leads(leader, other, N, 0)
    yield plain_mean / plain_bonus, "T is missing: every move starts with T wins in 2T visits"
    mean, bonus = _leads(leader, other, N + 2 * T, T)
    yield mean / plain_bonus, "T is in the means only; its visits count in the bonus, too"
    yield plain_mean / bonus, "T is in the bonus only; the means need it, too"
    for visits, words in (
        (N, "the node itself was created with 2T visits as well, so under the logarithm stands N + 2T"),
        (N + 4 * T, "under the logarithm stand the node's own visits, with its one T"),
        (N + 14 * T, "under the logarithm stand the node's own visits, with its one T"),
        (N + T, "the node starts with 2T visits, too, not with T"),
    ):
        _, other_bonus = _leads(leader, other, visits, T)
        yield mean / other_bonus, words
    halves = [(w + T) / (n + T) for w, n in (leader, other)]
    lead = halves[0] - halves[1]
    yield lead / bonus, "T wins in 2T visits: in the means you count T visits"
    roots = [math.sqrt(math.log(N + T) / (n + T)) for _, n in (leader, other)]
    yield lead / (roots[1] - roots[0]), "T wins in 2T visits: that many visits, not T"


STEP = 0.011  # so far off may a T be that was found by trying steps of 0.01


def _slips_of_T(rates):
    """What common mistakes lead to, by what is wrong in them."""
    variance, spread = np.var(rates), np.std(rates)
    right = _matching(variance)
    return {
        "a standard deviation is no variance; square it": _matching(spread),
        "that is the weight of the belief in visits, 2T": 2 * right,
        "that is 2T + 1; go on from there": 2 * right + 1,
        "that is the variance, not the T that belongs to it": variance,
        "that is from the mean of the rates; the formula has their variance": _matching(np.mean(rates)),
        "in the formula stands 2T + 1, not 2T": 1 / (8 * variance),
        "in the formula stands 4 times (2T + 1)": (1 / variance - 1) / 2,
        "`1 / 4 * v` is a quarter of v; brackets are missing": (variance / 4 - 1) / 2,
    }


def _judge_T(got, rates, call, coarse):
    if _fits(got, rates):
        return
    told = f"{call} gives {got:.4g}"
    for words, slip in _slips_of_T(rates).items():
        expect(not math.isclose(got, slip, rel_tol=2e-3), f"{told}: {words}")
    expect(not coarse, f"{told}: nearly; T is asked for to within 0.01")
    wide = f"Beta with that T would have the variance {_variance(got)}"
    expect(False, f"{told}; {wide}, and the rates have {np.var(rates):.4f}")


@check
def check_14_2(fitted_T):
    name, rng = name_of(fitted_T), np.random.default_rng(13)
    priors = (1, 1, 3, 3, 20, 20)
    calls = [f"{name}(4,000 rates drawn from Beta({T}, {T}))" for T in priors]
    samples = [rng.beta(T, T, 4_000) for T in priors]
    answers = [ask(fitted_T, rates, kind=real, said=call) for rates, call in zip(samples, calls)]
    coarse = all(map(_roughly_fits, answers, samples))
    for got, rates, call in zip(answers, samples, calls):
        _judge_T(got, rates, call, coarse)
    skewed = np.array([0.5, 0.9, 0.7, 0.9, 0.5, 0.7])
    T = ask(fitted_T, skewed, kind=real)
    told = f"{name}({shown(skewed)}) gives {T:.4g}"
    around_half = np.mean((skewed - 0.5) ** 2)
    hint = f"the variance is about their own mean, {np.mean(skewed):.2f}"
    expect(abs(T - _matching(around_half)) > STEP, f"{told}: that is how far the rates lie from one half; {hint}")
    expect(_fits(T, skewed), f"{told}; from the variance {np.var(skewed):.4f} follows another T")
    return "the T whose belief is as wide as the rates are."


def _fits(got, rates):
    """Whether this T is that of the variance, whether it is divided by n or by n - 1."""
    rights = [_matching(np.var(rates, ddof=ddof)) for ddof in (0, 1)]
    return any(abs(got - right) <= STEP for right in rights)


def _roughly_fits(got, rates):
    """Whether it may have been rounded, or found in steps of 0.1."""
    return math.isclose(got, _matching(np.var(rates)), rel_tol=0.01, abs_tol=0.11)


def _matching(variance):
    return (1 / (4 * variance) - 1) / 2


def _variance(T):
    return f"{1 / (4 * (2 * T + 1)):.4f}" if T > -0.5 else "of no belief"


def _results(wins, draws, losses):
    return np.repeat([1, 0.5, 0], [wins, draws, losses])


TABLES = [
    {
        "T = 0": _results(190, 20, 190),
        "T = 1": _results(204, 16, 180),  # better, p = 0.3
        "T = 5": _results(226, 10, 164),  # p = 0.03, not after four comparisons
        "T = 20": _results(245, 10, 145),
        "T = 100": _results(120, 10, 270),  # worse, and sure of it
    },
    {
        "T = 0": _results(190, 20, 190),
        "T = 1": _results(226, 20, 154),  # p = 0.0087: below 0.05 / 4, above 0.05 / 10
        "T = 2": _results(192, 20, 188),
        "T = 5": _results(194, 20, 186),
        "T = 20": _results(180, 20, 200),
    },
    {"T = 0": _results(100, 0, 100), "T = 2": _results(121, 0, 79)},  # p = 0.036, one comparison
    {"T = 0": _results(50, 0, 50), "T = 1": _results(50, 2, 48), "T = 2": _results(40, 0, 60)},
]


@check
def check_14_3(surely_better):
    for table in TABLES:
        call = f"{name_of(surely_better)}(the results of {', '.join(table)}; 'T = 0')"
        got = ask(surely_better, dict(table), "T = 0", kind=an(list), said=call)
        are_settings = all(isinstance(name, str) and name in table for name in got)
        expect(are_settings, f"{call} has {shown(got)} in it: no setting")
        expect("T = 0" not in got, f"{call} names T = 0, which is what the others are compared with")
        expect(len(set(got)) == len(got), f"{call} names a setting twice")
        baseline, *others = table
        for name in others:
            test = difference(table[name], table[baseline])
            told = f"{call}: {name} scores {test.mean:+.3f} with p = {test.p:.3g}"
            _judge_test(test, name in got, len(others), told)
    return "better, and sure of it although several were tried."


def _judge_test(test, named, comparisons, told):
    """Refuse a setting that is named without being surely better, or the other way round."""
    better = test.mean > 0 and test.p < 0.05 / comparisons
    if named and not better:
        expect(test.mean > 0, f"{told}: that is a difference, but not to the better")
        expect(test.p < 0.05, f"{told}: no difference is shown")
        expect(False, f"{told}, one of {comparisons} comparisons: 0.05 is for all of them together")
    hint = f"each of {comparisons} is compared with T = 0, and with nothing else: the bound is 0.05 / {comparisons}"
    expect(named or not better, f"{told} is left out; {hint}")


SEEDS, PLAYOUTS = range(200), 200


def _most_visited(c, prior):
    """The share of the playouts that goes to the most visited column, on average."""
    settings, shares = SearchSettings(c=c, prior=prior), []
    for seed in SEEDS:
        visits = FastSearch(Board(), settings, seed).run(PLAYOUTS).visits
        playouts = max(visits.values()) - 2 * prior
        shares.append(playouts / PLAYOUTS)
    return np.mean(shares)


@check
def check_14_4(my_c):
    c = real(my_c)
    expect(0 <= c < math.inf, f"{shown(c)} is no exploration constant: it is finite, and at least 0")
    wanted, got = _most_visited(0.7, 0), _most_visited(min(c, 1e6), 20)
    of_20 = f"with T = 20 and c = {c:g} the most visited column has {got:.1%} of the playouts"
    told = f"{of_20}; T = 0 and c = 0.7 give {wanted:.1%}"
    expect(got <= wanted + 0.015, f"{told}: too small a c, it explores too little")
    expect(got >= wanted - 0.015, f"{told}: too large a c, it explores too much")
    return f"{told}."
