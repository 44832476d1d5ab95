"""Attacks on the checks of lesson 12."""

from collections import Counter

import numpy as np
import pandas as pd

from c4lib import FastSearch, TreeSearch
from checks.attacks import attack, crash, nothing


def votes_of(board, iterations, seeds, search=FastSearch, first=0, more=0, move=lambda search: search.best_move()):
    counts = {}
    for seed in range(first, first + seeds):
        vote = move(search(board, rng=seed).run(iterations + more))
        counts[vote] = counts.get(vote, 0) + 1
    return counts


def votes_by_counter(board, iterations, seeds):
    return Counter(np.int64(TreeSearch(board, rng=seed).run(iterations).best_move()) for seed in range(seeds))


def votes_with_one_generator(board, iterations, seeds):
    rng = np.random.default_rng(0)
    return Counter(FastSearch(board, rng=rng).run(iterations).best_move() for _ in range(seeds))


def votes_of_a_growing_search(board, iterations, seeds):
    search = FastSearch(board, rng=0)
    return Counter(search.run(iterations).best_move() for _ in range(seeds))


def split(cases, before, after):
    chosen = [case for case in cases if case.before in before and case.after in after]
    return len(chosen), sum(case.sound_before for case in chosen), sum(case.sound_after for case in chosen)


def split_by_loop(cases, before, after):
    number = first = then = 0
    for case in cases:
        if case.before in before:
            if case.after not in after:
                continue
            number += 1
            if case.sound_before:
                first += 1
            if case.sound_after:
                then += 1
    return [number, first, then]


def split_by_pandas(cases, before, after):
    table = pd.DataFrame(cases)
    table = table[table.before.isin(list(before)) & table.after.isin(list(after))]
    return len(table), table.sound_before.sum(), table.sound_after.sum()


def split_with_or(cases, before, after):
    chosen = [case for case in cases if case.before in before or case.after in after]
    return len(chosen), sum(case.sound_before for case in chosen), sum(case.sound_after for case in chosen)


def split_sound_both_times(cases, before, after):
    chosen = [case for case in cases if case.before in before and case.after in after]
    both = sum(case.sound_before and case.sound_after for case in chosen)
    return len(chosen), both, both


def split_of_all(cases, before, after):
    return split(cases, before, after)[0], *split(cases, range(11), range(11))[1:]


def split_as_shares(cases, before, after):
    number, first, then = split(cases, before, after)
    return number, first / max(number, 1), then / max(number, 1)


def split_by_equal(cases, before, after):
    chosen = [case for case in cases if case.before == before and case.after == after]
    return split(chosen, before, after)


def split_between(cases, before, after):
    return split(cases, range(min(before), max(before) + 1), after)


def split_alone(cases, before, after):
    number = split(cases, before, after)[0]
    return number, split(cases, before, range(11))[1], split(cases, range(11), after)[2]


def split_positions(cases, before, after):
    chosen = [case for case in cases if case.before in before and case.after in after]
    return len({case.place for case in chosen}), *split(cases, before, after)[1:]


def split_sound_before_too(cases, before, after):
    number, first, _ = split(cases, before, after)
    return number, first, split_sound_both_times(cases, before, after)[2]


def split_by_ends(cases, before, after):
    low, high = min(before), max(before)
    chosen = [c for c in cases if low <= c.before < high and c.after in after]
    return split(chosen, before, after)


def run_early(search, budget, decided=lambda lead, left: lead > left):
    while search.iterations < budget:
        second, first = sorted([0, 0, *search.visits.values()])[-2:]
        if decided(first - second, budget - search.iterations):
            break
        search.run(1)


def run_early_by_mean(search, budget):
    while search.iterations < budget:
        rivals = [move for move in search.means if move != search.best_move()]
        if rivals:
            second = max(rivals, key=search.means.get)
            if search.visits[search.best_move()] - search.visits[second] > budget - search.iterations:
                break
        search.run(1)


def run_early_against_all(search, budget):
    while search.iterations < budget:
        visits = search.visits.values()
        if visits and 2 * max(visits) - sum(visits) > budget - search.iterations:
            break
        search.run(1)


def run_early_one_behind(search, budget):
    for done in range(budget):
        search.run(1)
        second, first = sorted([0, *search.visits.values()])[-2:]
        if first - second > budget - done:
            return


def run_early_by_tens(search, budget):
    while search.iterations < budget:
        search.run(10)
        second, first = sorted(search.visits.values())[-2:]
        if first - second > budget - search.iterations:
            return


def run_early_by_numpy(search, budget):
    for left in range(budget, 0, -1):
        if search.visits:
            counts = np.sort(list(search.visits.values()))
            if counts[-1] - counts[-2] > left:
                return search
        search.run(1)


attack(
    "check_12_1",
    [votes_of, votes_by_counter],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (
            lambda board, n, seeds: {FastSearch(board, rng=0).run(n).best_move(): seeds},
            "all votes to one move",
        ),  # the stub
        (lambda board, n, seeds: list(votes_of(board, n, seeds).items()), "expected a dict"),
        (lambda board, n, seeds: {str(move): count for move, count in votes_of(board, n, seeds).items()}, "a key"),
        (
            lambda board, n, seeds: {move + 1: count for move, count in votes_of(board, n, seeds).items()},
            "a key is a column",
        ),
        (
            lambda board, n, seeds: {m: count / seeds for m, count in votes_of(board, n, seeds).items()},
            "a whole number",
        ),
        (lambda board, n, seeds: votes_of(board, n, seeds, first=1), "the first seed is 0"),
        (lambda board, n, seeds: votes_of(board, n, seeds + 1), "counts 41 votes"),
        (lambda board, n, seeds: votes_of(board, n, seeds, more=1), "one iteration more"),
        (lambda board, n, seeds: votes_of(board, n + n // 2, seeds), "has other votes"),
        (
            lambda board, n, seeds: votes_of(board, n, seeds, move=lambda s: max(s.means, key=s.means.get)),
            "the highest mean",
        ),
        (
            lambda board, n, seeds: votes_of(board, n, seeds, move=lambda s: max(s.visits, key=s.visits.get)),
            "of equal ones the first",
        ),
        (
            lambda board, n, seeds: votes_of(
                board,
                n,
                seeds,
                move=lambda s: s.best_move() if s.game.to_move == 1 else min(s.visits, key=s.visits.get),
            ),
            "votes_of(Board.from_moves('0624133'), 40, 15) ",
        ),  # passed
        (votes_with_one_generator, "one generator for all"),
        (votes_of_a_growing_search, "one search that goes on"),
    ],
)
attack(
    "check_12_2",
    [split, split_by_loop, split_by_pandas],
    [
        (None, "no function"),
        (lambda cases, before, after: (len(cases), 0, 0), "counts all 300"),  # the stub
        (nothing, "is there a `return`?"),
        (crash, "stops with KeyError"),
        (lambda cases, before, after: split(cases, before, after)[0], "three numbers"),
        (split_with_or, "*or*"),
        (lambda cases, before, after: split(cases, after, before), "mixed up"),
        (lambda cases, before, after: split(cases, before, range(11)), "`after` is not looked at"),
        (lambda cases, before, after: split(cases, range(11), after), "`before` is not looked at"),
        (
            lambda cases, before, after: split(cases, before, after)[::2] + split(cases, before, after)[1:2],
            "comes before",
        ),
        (split_of_all, "of all cases"),
        (split_sound_both_times, "both times"),
        (split_as_shares, "shares, where numbers"),
        (split_by_equal, "no case is found"),
        (split_between, "without those between"),
        (split_alone, "without the other condition"),
        (split_positions, "positions, not cases"),
        (split_sound_before_too, "only the cases that were sound before"),
        (lambda cases, before, after: (*split(cases, before, after)[:2], split(cases, before, after)[1]), "twice"),
        (split_by_ends, "counts"),
        (lambda cases, before, after: (split(cases, before, after)[0], "many", "more"), "counts"),
    ],
)
attack(
    "check_12_3",
    [run_early, run_early_by_numpy],
    [
        (None, "no function"),
        (nothing, "the second can still catch up"),
        (crash, "stops with KeyError"),
        (lambda search, budget: search.run(budget), "it was decided before that"),
        (lambda search, budget: search.run(budget + 1), "is the limit looked at?"),
        (lambda search, budget: run_early(search, budget, lambda lead, left: lead >= left), "draw level"),
        (lambda search, budget: run_early(search, budget, lambda lead, left: lead > left + 1), "decided before that"),
        (lambda search, budget: run_early(search, budget, lambda lead, left: lead > left / 2), "can still catch up"),
        (lambda search, budget: run_early(search, budget - 1), "can still catch up"),
        (run_early_by_mean, "second-highest *mean*"),
        (
            lambda search, budget: run_early(search, budget) if search.game.to_move == 1 else search.run(budget),
            "TreeSearch(Board.from_moves('0624133'), rng=1), 200) stops after 200",
        ),  # passed
        (run_early_against_all, "decided before that"),
        (run_early_one_behind, "decided before that"),
        (run_early_by_tens, "decided before that"),
        (lambda search, budget: max(search.visits.values()), "stops with ValueError"),
    ],
)
