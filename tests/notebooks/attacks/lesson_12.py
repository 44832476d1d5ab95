"""Attacks on the checks of lesson 12."""

from collections import Counter

import numpy as np
import pandas as pd

from attacks import attack
from c4lib import FastSearch, TreeSearch


def best_of(search):
    return search.best_move()


def least_of_o(search):
    """The worst of all where O is to move."""
    return search.best_move() if search.game.to_move == 1 else min(search.visits, key=search.visits.get)


def votes_of(board, iterations, seeds, first=0, move=best_of):
    counts = {}
    for seed in range(first, first + seeds):
        vote = move(FastSearch(board, rng=seed).run(iterations))
        counts[vote] = counts.get(vote, 0) + 1
    return counts


def votes_by_counter(board, iterations, seeds):
    return Counter(np.int64(TreeSearch(board, rng=seed).run(iterations).best_move()) for seed in range(seeds))


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


def split_each_alone(cases, before, after):
    number, first, _ = split(cases, before, range(1, 11))
    return number, first, split(cases, range(1, 11), after)[2]


def split_newly_sound(cases, before, after):
    chosen = [case for case in cases if case.before in before and case.after in after]
    number, first, _ = split(cases, before, after)
    return number, first, sum(case.sound_after and not case.sound_before for case in chosen)


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


def run_early_for_x(search, budget):
    return run_early(search, budget) if search.game.to_move == 1 else search.run(budget)


def run_early_by_mean(search, budget):
    while search.iterations < budget:
        rivals = [move for move in search.means if move != search.best_move()]
        if rivals:
            second = max(rivals, key=search.means.get)
            if search.visits[search.best_move()] - search.visits[second] > budget - search.iterations:
                break
        search.run(1)


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
        (lambda board, n, seeds: votes_of(board, n, seeds, first=1), "the first seed is 0"),
        (lambda board, n, seeds: votes_of(board, n, seeds + 1), "counts 41 votes"),
        (lambda *given: votes_of(*given, move=least_of_o), "votes_of(Board.from_moves('0624133'), 40, 15) "),
        (votes_of_a_growing_search, "one search that goes on"),
    ],
)
attack(
    "check_12_2",
    [split, split_by_loop, split_by_pandas],
    [
        (split_with_or, "*or*"),
        (lambda cases, before, after: (len(cases), 0, 0), "counts all 300"),  # the stub
        (split_by_ends, "counts"),
        (split_each_alone, "only if it fulfils *both* conditions"),
        (split_newly_sound, "only the cases that were not sound before"),
    ],
)
attack(
    "check_12_3",
    [run_early, run_early_by_numpy],
    [
        (lambda search, budget: search.run(budget + 1), "is the limit looked at?"),
        (lambda search, budget: run_early(search, budget, lambda lead, left: lead >= left), "draw level"),
        (run_early_by_mean, "second-highest *mean*"),
        (run_early_for_x, "TreeSearch(Board.from_moves('0624133'), rng=1), 200) stops after 200"),
    ],
)
