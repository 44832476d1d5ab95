"""Lesson 12: the votes of several seeds, where they come from, and when a search is decided."""

from collections import Counter
from heapq import nlargest
from typing import NamedTuple

import numpy as np

from c4lib import Board, FastSearch, TreeSearch, simulate

from .base import an, anything, ask, check, expect, shown, whole

VOTES = [  # moves, iterations and seeds; where O is to move there, and where O can win at once
    ("", 25, 40),
    ("062413", 100, 10),
    ("1322462435011661", 40, 15),
    ("3342", 25, 1),
    ("0624133", 40, 15),
    ("6010101", 7, 12),
]


def _voted(board, iterations, seeds):
    return Counter(FastSearch(board, rng=seed).run(iterations).best_move() for seed in seeds)


def _by_mean(search):
    return max(search.means, key=search.means.get)


def _first_of_most(visits):
    return max(visits, key=visits.get)


def _mistaken_votes(board, iterations, seeds):
    """What is wrong, and the votes to which it leads."""
    yield "the first seed is 0, not 1", _voted(board, iterations, range(1, seeds + 1))
    one_generator = [np.random.default_rng(0)] * seeds
    yield "one generator for all of them: each search has a seed of its own", _voted(board, iterations, one_generator)
    growing = FastSearch(board, rng=0)
    going_on = Counter(growing.run(iterations).best_move() for _ in range(seeds))
    yield "one search that goes on: each seed has a new search", going_on
    searches = [FastSearch(board, rng=seed).run(iterations) for seed in range(seeds)]
    by_mean = Counter(_by_mean(search) for search in searches)
    yield "the move with the highest mean: `best_move()` is the one with the most visits", by_mean
    words = "the move with the most visits, of equal ones the first: `best_move()` takes the one with the higher mean"
    yield words, Counter(_first_of_most(search.visits) for search in searches)
    yield "one iteration more than asked for", _voted(board, iterations + 1, range(seeds))


@check
def check_12_1(votes_of):
    for moves, iterations, seeds in VOTES:
        board = Board.from_moves(moves)
        right = _voted(board, iterations, range(seeds))
        call = f"votes_of({shown(board)}, {iterations}, {seeds})"
        got = ask(votes_of, board, iterations, seeds, kind=an(dict), said=call)
        for move, count in got.items():
            whole(move, f"{call} has the key {shown(move)}; a key")
            expect(move in range(7), f"{call} has the key {move}: a key is a column, its value the number of votes")
            whole(count, f"the votes for column {move} in {call}")
        got = Counter({int(move): int(count) for move, count in got.items() if count})
        total = sum(got.values())
        expect(total == seeds, f"{call} counts {total} votes: each of the {seeds} seeds has one")
        expect(
            got == right or len(got) > 1 or len(right) == 1,
            f"{call} gives all votes to one move: is it a new search with another seed each time?",
        )
        for what, votes in _mistaken_votes(board, iterations, seeds):
            expect(got == right or got != votes, f"{call} looks like {what}")
        expect(
            got == right,
            f"{call} has other votes than {seeds} new searches: each has its own seed, from 0 on, and {iterations} iterations",
        )
    return f"one vote for each seed, in {len(VOTES)} cases."


class _Case(NamedTuple):
    """As in the lesson: of ten seeds."""

    place: int
    before: int
    sound_before: bool
    after: int
    sound_after: bool


ANY = range(1, 11)
SPLITS = [
    (range(6, 10), {8, 9, 10}),  # the first: every mistake below gives other numbers there
    (ANY, {8, 9}),
    ({8, 9}, ANY),
    (range(1, 6), range(6, 8)),
    (ANY, ANY),
    ({2, 9}, ANY),
    ({10}, {1}),
]


def _cases():
    rng = np.random.default_rng(12)
    votes = rng.integers(2, 11, (2, 300)).tolist()
    sound = rng.integers(0, 2, (2, 300)).astype(bool).tolist()
    both_times = zip(votes[0], sound[0], votes[1], sound[1])
    return [_Case(number // 10, *case) for number, case in enumerate(both_times)]


def _chosen(cases, before=ANY, after=ANY):
    return [case for case in cases if case.before in before and case.after in after]


def _counted(cases):
    return len(cases), sum(case.sound_before for case in cases), sum(case.sound_after for case in cases)


def _mistaken_splits(cases, before, after):
    right, by_before, by_after = _chosen(cases, before, after), _chosen(cases, before), _chosen(cases, after=after)
    number, first, then = _counted(right)
    either = [case for case in cases if case.before in before or case.after in after]
    yield "the cases with so many votes before *or* after", _counted(either)
    yield "`before` and `after` mixed up", _counted(_chosen(cases, after, before))
    yield "`after` is not looked at", _counted(by_before)
    yield "`before` is not looked at", _counted(by_after)
    yield "sound after comes before sound before", (number, then, first)
    yield "the sound ones of all cases, not only of those chosen", (number, *_counted(cases)[1:])
    both = sum(case.sound_before and case.sound_after for case in right)
    yield "only the cases that are sound both times are counted as sound", (number, both, both)
    yield "sound after counts only the cases that were sound before, too", (number, first, both)
    yield "sound before stands there twice", (number, first, first)
    alone = number, _counted(by_before)[1], _counted(by_after)[2]
    yield "the sound ones are counted without the other condition", alone
    each_alone = _counted(by_before)[0], *alone[1:]
    yield "a case counts only if it fulfils *both* conditions: one `if` with `and`", each_alone
    yield "sound after counts only the cases that were not sound before", (number, first, then - both)
    yield "positions, not cases: a position has several", (len({case.place for case in right}), first, then)
    between = _chosen(cases, range(min(before), max(before) + 1), after)
    yield "a set like {2, 9} is only these two numbers, without those between", _counted(between)
    yield "the cases that are not sound are counted", (number, number - first, number - then)
    if number:
        yield "shares, where numbers of cases are wanted", (number, first / number, then / number)
        yield "no case is found: ask by `in`, and `return` only behind the loop", (0, 0, 0)


@check
def check_12_2(split):
    cases = _cases()
    for before, after in SPLITS:
        call = f"split(cases, {before}, {after})"
        got = ask(split, list(cases), before, after, kind=anything, said=f"{call}, with made-up cases,")
        expect(got is not None, f"{call} gives None: is there a `return`?")
        expect(
            isinstance(got, (tuple, list, np.ndarray)) and len(got) == 3,
            f"{call} gives {shown(got)}; it should be three numbers: how many cases, how many sound before, how many after",
        )
        numbers = tuple(got)
        right = _counted(_chosen(cases, before, after))
        all_of_them = isinstance(numbers[0], int) and numbers[0] == len(cases) != right[0]
        expect(
            not all_of_them,
            f"{call} counts all {len(cases)} made-up cases; most do not have such votes before and after",
        )
        for what, mistaken in _mistaken_splits(cases, before, after):
            expect(
                numbers == right or numbers != mistaken, f"{call}, with made-up cases, gives {shown(numbers)}: {what}"
            )
        for name, one, wanted in zip(("cases", "sound before", "sound after"), numbers, right):
            expect(one == wanted, f"{call}, with made-up cases, counts {shown(one)} for {name}, not {wanted}")
    return f"counted right in {len(SPLITS)} groups of 300 made-up cases."


def _stopped_at(search, limit, call):
    """The search, which stops with a sentence of its own when it goes on past the limit."""

    def watched(*given):
        expect(search.iterations < limit, f"{call} goes on after {limit} iterations: is the limit looked at?")
        return simulate(*given)

    search.simulate = watched
    return search


BUDGETS = [  # moves, seed and budget; where O is to move there, and where O can win at once
    ("060606", 1, 200),
    ("062413", 3, 300),
    ("", 3, 400),
    ("", 2, 8),
    ("062413", 2, 120),
    ("", 4, 200),
    ("0624133", 1, 200),
    ("6010101", 2, 150),
]


def _two(search, by):
    """The visits of the two moves that are best by visits, or by mean; the leader always by visits."""
    visits = search.visits
    if len(visits) < 2:
        return max(visits.values(), default=0), 0
    leader = search.best_move()
    rivals = nlargest(2, visits, key=getattr(search, by).get)
    second = rivals[0] if by == "means" and rivals[0] != leader else rivals[1]
    return nlargest(2, visits.values()) if by == "visits" else (visits[leader], visits[second])


def _stop(moves, seed, budget, by="visits"):
    """After how many iterations a search stops that looks at the leader and this rival."""
    search = TreeSearch(Board.from_moves(moves), rng=seed)
    while search.iterations < budget:
        first, second = _two(search, by)
        still_to_come = budget - search.iterations
        if first > second + still_to_come:
            break
        search.run(1)
    return search.iterations


@check
def check_12_3(run_early):
    for moves, seed, budget in BUDGETS:
        board = Board.from_moves(moves)
        call = f"run_early(TreeSearch({shown(board)}, rng={seed}), {budget})"
        right = _stop(moves, seed, budget)
        search = _stopped_at(TreeSearch(board, rng=seed), budget, call)
        ask(run_early, search, budget, kind=anything, said=call, seconds=20)
        done = search.iterations
        told = f"{call} stops after {done} iterations"
        first, second = _two(search, "visits")
        stand = f"it stands {first} to {second}, and {budget - done} are left"
        expect(
            done == right or done != _stop(moves, seed, budget, "means"),
            f"{told}, where the move with the second-highest *mean* cannot catch up; the one with the second-most visits counts",
        )
        equal = (
            "; with as many visits left as it is ahead, the second can draw level"
            if first - second == budget - done
            else ""
        )
        expect(done >= right, f"{told}, when {stand}: the second can still catch up{equal}")
        expect(done == right, f"{told}; it was decided before that, after {right}")
    return f"no iteration too many or too few in {len(BUDGETS)} searches."
