"""Lesson 14: T wins in 2T visits, what they do to UCB1, and which T is worth it."""

import math

import numpy as np

from c4lib import Board, FastSearch, SearchSettings
from mctslab.arena import difference

from .base import an, ask, check, expect, name_of, real, shown

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
    for pair, call, got, right in zip(PAIRS, calls, answers, rights):
        if _near(got, right):
            continue
        told = f"{call} is {got:.4g}"
        for words, slips in _slips_in_all().items():
            expect(not all(map(_near, answers, slips)), f"{told}: {words}")
        coarse = all(map(_nearly, answers, rights))
        expect(not coarse, f"{told}; nearly, but steps of 0.01 are too coarse: three decimals are asked for")
        *moves, N, T = pair
        at = [_value(*move, N, T, got) for move in moves]
        where = f"with that c the leader's value is {at[0]:.4g} and the other's {at[1]:.4g}"
        expect(False, f"{told}; {where}: they should be equal")
    return f"above that c the other is ahead, in {len(PAIRS)} cases, with T = 0 and with more."


def _near(got, value):
    return abs(got - value) < 0.0011  # it may have been found by trying steps of 0.001


def _nearly(got, value):
    return abs(got - value) < 0.0101


def _slips_in_all():
    """What each common mistake leads to in all the cases, by what is wrong in it."""
    cases = [_slips(*pair) for pair in PAIRS]
    return {words: [slips[words] for slips in cases] for words in cases[0]}


def _value(w, n, N, T, c):
    return (w + T) / (n + 2 * T) + c * math.sqrt(math.log(N + 2 * T) / (n + 2 * T))


def _needed(leader, other, N, T, mean_T=None, N_T=None):
    """The c above which the other overtakes; with another T in the means, or other visits of T for the node."""
    mean_T = T if mean_T is None else mean_T
    means = [(w + mean_T) / (n + 2 * mean_T) for w, n in (leader, other)]
    N += 2 * T if N_T is None else N_T
    bonuses = [math.sqrt(math.log(N) / (n + 2 * T)) for _, n in (leader, other)]
    return (means[0] - means[1]) / (bonuses[1] - bonuses[0])


def _slips(leader, other, N, T):
    """What common mistakes lead to, by what is wrong in them."""
    right, visits = _needed(leader, other, N, T), [n + 2 * T for _, n in (leader, other)]
    means = [(w + T) / n for (w, _), n in zip((leader, other), visits)]
    bonuses = [math.sqrt(math.log(N + 2 * T) / n) for n in visits]
    half = [(w + T) / (n + T) for w, n in (leader, other)]
    bonus_T = [math.sqrt(math.log(N + T) / (n + T)) for _, n in (leader, other)]
    squares = [math.log(N + 2 * T) / n for n in visits]
    return {
        "T is missing: every move starts with T wins in 2T visits": _needed(leader, other, N, 0),
        "T is in the means only; its visits count in the bonus, too": _needed(leader, other, N, 0, mean_T=T),
        "T is in the bonus only; the means need it, too": _needed(leader, other, N, T, mean_T=0),
        "the node itself was created with 2T visits as well, so under the logarithm stands N + 2T": _needed(
            leader, other, N, T, N_T=0
        ),
        "under the logarithm stand the node's own visits, with its one T": _needed(leader, other, N, T, N_T=14 * T),
        "the node starts with 2T visits, too, not with T": _needed(leader, other, N, T, N_T=T),
        "T wins in 2T visits: that many visits, not T": (half[0] - half[1]) / (bonus_T[1] - bonus_T[0]),
        "a c is not negative: you took one of the two differences the wrong way round": -right,
        "that is 1 / c: what is divided by what?": 1 / right,
        "that is the leader's lead in the mean; how much c makes up for it?": means[0] - means[1],
        "that is the other's lead in the bonus; how much c does the mean need?": bonuses[1] - bonuses[0],
        "the node has N playouts, not only those of these two moves": _needed(leader, other, leader[1] + other[1], T),
        "take each root first, and then the difference": (means[0] - means[1]) / math.sqrt(squares[1] - squares[0]),
        "the root is missing in the bonus": (means[0] - means[1]) / (squares[1] - squares[0]),
        "the logarithm is the natural one, `math.log`": right * math.sqrt(math.log(10)),
        "there is no 2 under the root in our formula": right / math.sqrt(2),
        "the leader has a bonus, too; what counts is the difference of the two": (means[0] - means[1]) / bonuses[1],
    }


STEP = 0.011  # so far off may a T be that was found by trying steps of 0.01


def _slips_of_T(rates):
    """What common mistakes lead to, by what is wrong in them."""
    variance, spread = np.var(rates), np.std(rates)
    return {
        "a standard deviation is no variance; square it": _matching(spread),
        "that is the weight of the belief in visits, 2T": 2 * _matching(variance),
        "that is 2T + 1; go on from there": 2 * _matching(variance) + 1,
        "that is the variance, not the T that belongs to it": variance,
        "in the formula stands 2T + 1, not 2T": 1 / (8 * variance),
        "in the formula stands 4 times (2T + 1)": (1 / variance - 1) / 2,
        "`1 / 4 * v` is a quarter of v; brackets are missing": (variance / 4 - 1) / 2,
    }


def _judge_T(got, rates, call):
    if _fits(got, rates):
        return
    for words, slip in _slips_of_T(rates).items():
        expect(not math.isclose(got, slip, rel_tol=2e-3), f"{call} gives {got:.4g}: {words}")
    variance = np.var(rates)
    nearly = math.isclose(got, _matching(variance), rel_tol=0.01)
    expect(not nearly, f"{call} gives {got:.4g}: nearly; T is asked for to within 0.01")
    expect(
        False,
        f"{call} gives {got:.4g}; Beta with that T would have the variance {_variance(got)}, and the rates have "
        f"{variance:.4f}",
    )


@check
def check_14_2(fitted_T):
    rng = np.random.default_rng(13)
    for T in (1, 3, 20):
        for rates in (rng.beta(T, T, 4_000), rng.beta(T, T, 4_000)):
            call = f"{name_of(fitted_T)}(4,000 rates drawn from Beta({T}, {T}))"
            _judge_T(ask(fitted_T, rates, kind=real, said=call), rates, call)
    skewed = np.array([0.5, 0.9, 0.7, 0.9, 0.5, 0.7])
    call = f"{name_of(fitted_T)}({shown(skewed)})"
    got = ask(fitted_T, skewed, kind=real)
    about_half = _matching(np.mean((skewed - 0.5) ** 2))
    expect(
        abs(got - about_half) > STEP,
        f"{call} gives {got:.4g}: that is how far the rates lie from one half; the variance is about their own mean, "
        f"{np.mean(skewed):.2f}",
    )
    expect(
        _fits(got, skewed),
        f"{call} gives {got:.4g}; from the variance {np.var(skewed):.4f} follows another T",
    )
    return "the T whose belief is as wide as the rates are."


def _fits(got, rates):
    """Whether this T is that of the variance, whether it is divided by n or by n - 1."""
    rights = [_matching(np.var(rates, ddof=ddof)) for ddof in (0, 1)]
    return any(abs(got - right) <= STEP for right in rights)


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
        names = [name for name in table if name != "T = 0"]
        tests = {name: difference(table[name], table["T = 0"]) for name in names}
        right = {name for name in names if tests[name].mean > 0 and tests[name].p < 0.05 / len(names)}
        call = f"{name_of(surely_better)}(the results of {', '.join(table)}; 'T = 0')"
        got = ask(surely_better, dict(table), "T = 0", kind=an(list), said=call)
        expect(
            all(isinstance(name, str) and name in table for name in got), f"{call} has {shown(got)} in it: no setting"
        )
        expect("T = 0" not in got, f"{call} names T = 0, which is what the others are compared with")
        expect(len(set(got)) == len(got), f"{call} names a setting twice")
        for name in names:
            test = tests[name]
            told = f"{call}: {name} scores {test.mean:+.3f} with p = {test.p:.3g}"
            if name in got and name not in right:
                expect(test.mean > 0, f"{told}: that is a difference, but not to the better")
                expect(test.p < 0.05, f"{told}: no difference is shown")
                expect(False, f"{told}, one of {len(names)} comparisons: 0.05 is for all of them together")
            expect(
                name in got or name not in right,
                f"{told} is left out; each of {len(names)} is compared with T = 0, and with nothing else: the bound is "
                f"0.05 / {len(names)}",
            )
    return "better, and sure of it although several were tried."


SEEDS, PLAYOUTS = range(200), 200


def _most_visited(c, prior):
    searches = (FastSearch(Board(), SearchSettings(c=c, prior=prior), seed).run(PLAYOUTS) for seed in SEEDS)
    return np.mean([(max(search.visits.values()) - 2 * prior) / PLAYOUTS for search in searches])


@check
def check_14_4(my_c):
    my_c = real(my_c)
    expect(0 <= my_c < math.inf, f"{shown(my_c)} is no exploration constant: it is finite, and at least 0")
    wanted, got = _most_visited(0.7, 0), _most_visited(min(my_c, 1e6), 20)
    told = f"with T = 20 and c = {my_c:g} the most visited column has {got:.1%} of the playouts; T = 0 and c = 0.7 give"
    told = f"{told} {wanted:.1%}"
    expect(got <= wanted + 0.02, f"{told}: too small a c, it explores too little")
    expect(got >= wanted - 0.02, f"{told}: too large a c, it explores too much")
    return f"{told}."
