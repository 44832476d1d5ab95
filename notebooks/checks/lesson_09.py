"""Lesson 09: what a node is worth before its first playout."""

import math

from c4lib import Board, SearchSettings, TreeSearch
from mctslab.lecture import worked_example

from .base import an, ask, check, expect, real, shown

FIFTH = {"root": (2, 7), "a3": (1, 3), "a3 b2": (1, 3)}  # wins and visits after the fifth iteration
CELLS = {"c1", "b2", "c2", "a3", "b3", "c3"}


@check
def check_09_1(fifth):
    fifth = an(dict)(fifth)
    missing = [name for name in ("choices", *FIFTH) if name not in fifth]
    expect(not missing, f"there is no {' and no '.join(map(repr, missing))} in it")
    choices = fifth["choices"]
    expect(isinstance(choices, (set, frozenset, list, tuple)), f"the choices are {shown(choices)}; expected a set")
    expect(set(choices) <= CELLS, f"among the choices {shown(choices)} is one that is no empty cell")
    after = worked_example().variants["T = 1"].expected[-1]
    means = {move: wins / visits for move in CELLS for wins, visits in [after.get(move, (1, 2))]}
    low = [move for move in sorted(choices) if means[move] < max(means.values())]
    expect(not low, f"{' and '.join(low)} cannot be chosen: another move has a higher win rate")
    left = sum(means[move] == max(means.values()) for move in CELLS - set(choices))
    expect(not left, "a move is missing among the choices: others have the same rate as b3, visited or not")
    for name, right in FIFTH.items():
        _check_label(name, fifth[name], right)
    return "four moves tie, and Black's win adds a visit, but no win, to each node of the path."


def _check_label(name, label, right):
    pair = isinstance(label, (tuple, list)) and len(label) == 2
    expect(pair, f"{name}: {shown(label)} is no pair of wins and visits")
    wins, visits = (real(part, f"{name}: {word}") for part, word in zip(label, ("the wins", "the visits"), strict=True))
    said = f"{name}: {wins:g}/{visits:g}"
    before = {"root": (2, 6)}.get(name, (1, 2))
    expect((wins, visits) != before, f"{said} is the label before the fifth iteration")
    expect(visits != right[1] - 2, f"{said}: the 2T visits that stand there before any playout count too")
    expect(visits == right[1], f"{said}: every node of the path gets one visit, on top of {before[1]}")
    expect(wins != right[0] + 1, f"{said}: a win too many; whose wins are counted, at every depth?")
    expect(wins == right[0], f"{said}: the wins before the playout were {before[0]}; who won it?")


BELIEFS = [(0, 0, 5, 4), (6, 8, 5, 5), (3, 3, 1, 1), (0, 10, 2, 0), (2, 7, 0, 3)]


@check
def check_09_2(belief_mean):
    for w, n, wins, losses in BELIEFS:
        call = f"belief_mean({w}, {n}, {wins}, {losses})"
        got, right = ask(belief_mean, w, n, wins, losses, kind=real), (w + wins) / (n + wins + losses)
        hint = "a belief is worth so many wins, and so many playouts: the wins and the losses together"
        hint = "without playouts the belief is all there is" if n == 0 else hint
        expect(abs(got - right) < 1e-9, f"{call} is {got:.3f}, too {'large' if got > right else 'small'}: {hint}")
    return "a prior is playouts that you have not made."


@check
def check_09_3(unvisited):
    unvisited = real(unvisited)
    expect(
        math.isfinite(unvisited), f"{unvisited} is not finite: then every column comes first once, whatever it brings"
    )
    search = TreeSearch(Board(), SearchSettings(c=1.0, unvisited=unvisited), rng=3)
    early = sum(visits > 0 for visits in search.run(7).visits.values())
    late = sum(visits > 0 for visits in search.run(13).visits.values())
    told = f"with {unvisited:g}, {early} columns are visited in the first 7 iterations and {late} in the first 20"
    expect(late == 7, f"{told}: too small, a column that was never tried is worth less than the others' bonus")
    expect(early < 7, f"{told}: too large, a good first result is not followed up at once")
    return f"{told}: an untried column waits until the others' bonus has fallen."
