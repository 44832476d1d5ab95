"""Lesson 14: T wins in 2T visits, what they do to UCB1, and which T is worth it."""

import math

import numpy as np

from c4lib import Board, FastSearch, SearchSettings
from mctslab.arena import difference

from .base import an, ask, check, expect, name_of, real, shown

VALUES = [(4, 10, 70, 20, 1.0), (36, 60, 70, 5, 0.6), (1, 1, 7, 1, math.sqrt(2)), (3, 5, 40, 0, 1.4), (0, 0, 3, 2, 0.7)]


@check
def check_14_1(value):
    for w, n, N, T, c in VALUES:
        call = f"{name_of(value)}({w}, {n}, {N}, {T}, {c:.3g})"
        got = ask(value, w, n, N, T, c, kind=real, said=call)
        mean, real_mean = (w + T) / (n + 2 * T), w / n if n else 0.5
        bonus = c * math.sqrt(math.log(N + 2 * T) / (n + 2 * T))
        slips = {
            "the prior is missing: it adds T wins and 2T visits": real_mean + c * math.sqrt(math.log(N) / max(n, 1)),
            "the prior is in the mean only; here it counts in the bonus, too": mean
            + c * math.sqrt(math.log(N) / max(n, 1)),
            "the parent was created with 2T visits as well": mean + c * math.sqrt(math.log(N) / (n + 2 * T)),
            "each child has 2T visits, but under the logarithm stand the parent's own, with its one prior": mean
            + c * math.sqrt(math.log(N + 14 * T) / (n + 2 * T)),
            "the prior is in the bonus only; the mean needs it, too": real_mean + bonus,
            "T wins in 2T visits: that many visits, not T": (w + T) / (n + T)
            + c * math.sqrt(math.log(N + T) / max(n + T, 1)),
            "these are the losses of the move, not its wins": 1 - mean + bonus,
            "T visits in the bonus are too few: a new node has 2T": mean
            + c * math.sqrt(math.log(N + T) / max(n + T, 1)),
            "where is c?": mean + bonus / c,
            "the logarithm is the natural one, `math.log`": mean + c * math.sqrt(math.log10(N + 2 * T) / (n + 2 * T)),
            "that is the mean alone: the bonus is missing": mean,
            "that is the bonus alone: the mean is missing": bonus,
            "the parent starts with T wins in 2T visits, too, not with T": mean
            + c * math.sqrt(math.log(N + T) / (n + 2 * T)),
            "there is no 2 under the root in our formula": mean + math.sqrt(2) * bonus,
            "c stands before the root, not under it": mean + bonus / math.sqrt(c),
            "the root is missing": mean + c * math.log(N + 2 * T) / (n + 2 * T),
            "brackets are missing: all of w + T is divided": w + T / (n + 2 * T) + bonus,
        }
        if T and not n:
            expect(math.isfinite(got), f"{call} is {got}: with T = {T} a move without playouts has {2 * T} visits")
        for words, slip in slips.items():
            is_slip = math.isclose(got, slip, rel_tol=1e-6) and not math.isclose(slip, mean + bonus, rel_tol=1e-6)
            expect(not is_slip, f"{call} is {got:.4g}: {words}")
        expect(
            math.isclose(got, mean + bonus, rel_tol=1e-6),
            f"{call} is {got:.4g}, too {'large' if got > mean + bonus else 'small'}; expected {mean + bonus:.4g}: put T "
            "wins and 2T visits wherever wins and visits stand",
        )
    return f"UCB1 with the prior counted everywhere, in {len(VALUES)} cases, and with T = 0 the old one."


@check
def check_14_2(fitted_T):
    rng = np.random.default_rng(13)
    for T in (1, 3, 20):
        for rates in (rng.beta(T, T, 4_000), rng.beta(T, T, 4_000)):
            call = f"{name_of(fitted_T)}(4,000 rates drawn from Beta({T}, {T}))"
            got = ask(fitted_T, rates, kind=real, said=call)
            variance, spread = np.var(rates), np.std(rates)
            slips = {
                "a standard deviation is no variance; square it": _matching(spread),
                "that is the weight of the belief in visits, 2T": 2 * _matching(variance),
                "that is 2T + 1; go on from there": 2 * _matching(variance) + 1,
                "that is the variance, not the T that belongs to it": variance,
                "in the formula stands 2T + 1, not 2T": 1 / (8 * variance),
                "in the formula stands 4 times (2T + 1)": (1 / variance - 1) / 2,
                "`1 / 4 * v` is a quarter of v; brackets are missing": (variance / 4 - 1) / 2,
            }
            for words, slip in slips.items():
                expect(not math.isclose(got, slip, rel_tol=2e-3), f"{call} gives {got:.4g}: {words}")
            right = _matching(variance)
            expect(
                math.isclose(got, right, rel_tol=0.01),
                f"{call} gives {got:.4g}; Beta with that T would have the variance {_variance(got)}, and the rates have "
                f"{variance:.4f}",
            )
    skewed = np.array([0.5, 0.9, 0.7, 0.9, 0.5, 0.7])
    got = ask(fitted_T, skewed, kind=real)
    about_half = _matching(np.mean((skewed - 0.5) ** 2))
    close = [_matching(np.var(skewed, ddof=ddof)) for ddof in (0, 1)] + [about_half]
    expect(
        any(math.isclose(got, right, rel_tol=1e-6) for right in close),
        f"{name_of(fitted_T)}({shown(skewed)}) gives {got:.4g}; from the variance {np.var(skewed):.4f} follows another T",
    )
    return "the T whose belief is as wide as the rates are."


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
            expect(name in got or name not in right, f"{told} is left out; 0.05 / {len(names)} is the bound here")
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
