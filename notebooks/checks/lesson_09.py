"""Lesson 09: what a node is worth before its first playout."""

import math

from c4lib import Board, SearchSettings, TreeSearch
from c4lib.lecture.example import first_refusal, worked_example

from .base import an, ask, check, expect, real, shown


@check
def check_09_1(label):
    pair = isinstance(label, (tuple, list)) and len(label) == 2
    expect(pair, f"{shown(label)} is no pair of wins and visits")
    wins, visits = (real(part, name) for part, name in zip(label, ("the wins", "the visits"), strict=True))
    told = f"{wins:g}/{visits:g}"
    expect((wins, visits) != (1, 2), f"{told} are the playouts alone, as with T = 0")
    expect((wins, visits) != (2, 4), f"{told} is the label with T = 1" + ", or what stands there before any playout")
    expect(visits == 6, f"{told}: 2T visits stand there before any playout, and every playout adds one")
    expect(wins == 3, f"{told}: T wins stand there before any playout; how many of the two playouts did white win?")
    return "T wins in 2T visits to begin with, and one win in two by playouts."


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
def check_09_3(settings):
    settings = an(SearchSettings)(settings)
    lecture = worked_example().variants["T = 0"].settings
    changed = [name for name in vars(lecture) if getattr(settings, name) != getattr(lecture, name)]
    expect(changed, "nothing is changed: these are the settings of the lecture")
    expect(len(changed) == 1, f"{len(changed)} fields are changed, {' and '.join(changed)}; change only one")
    expect(changed != ["viewpoint"], "that is the viewpoint, which the lesson has changed already; find another field")
    refused = first_refusal(settings)
    expect(refused is not None, f"with {changed[0]} = {getattr(settings, changed[0])} all four iterations are possible")
    expect(refused[0] < 4, f"that is refused at iteration {refused[0]}, like the other viewpoint; earlier is asked for")
    return f"it is refused at iteration {refused[0]}: {refused[1].rstrip('.')}."


@check
def check_09_4(unvisited):
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
    return f"{told}."
