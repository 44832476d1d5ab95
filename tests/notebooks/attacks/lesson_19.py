"""Attacks on the checks of lesson 19."""

import numpy as np

from attacks import attack


def judge(scores, move):
    best = max(scores.values())
    if scores[move] == best:
        return "optimal"
    return "sound" if np.sign(scores[move]) == np.sign(best) else "mistake"


def judge_by_rank(scores, move):
    ranking = sorted(scores.values())
    outcomes = [(score > 0) - (score < 0) for score in (scores[move], ranking[-1])]
    return np.str_("mistake" if outcomes[0] < outcomes[1] else "optimal" if ranking[-1] == scores[move] else "sound")


def judge_by_first(scores, move):
    """Of several best moves only the first is optimal."""
    tied = [column for column in scores if scores[column] == scores[move]]
    return judge(scores, move) if move == tied[0] else judge(scores, move).replace("optimal", "sound")


def kept_from(right):
    since = None
    for playouts, is_sound in right.items():
        since = (since or playouts) if is_sound else None
    return since


def kept_from_behind(right):
    kept = None
    for playouts in sorted(right, reverse=True):
        if not right[playouts]:
            break
        kept = np.int64(playouts)
    return kept


def chance(scores):
    best = np.sign(max(scores.values()))
    return sum(np.sign(score) == best for score in scores.values()) / len(scores)


def chance_by_mean(scores):
    signs = np.sign(list(scores.values()))
    return np.mean(signs == signs.max())


attack(
    "check_19_1",
    [judge, judge_by_rank],
    [
        (lambda scores, move: judge(scores, move).title(), "none of the three words"),
        (lambda scores, move: "optimal" if scores[move] > 0 else "mistake", "column 1 has a higher score: 5, not 2"),
        (judge_by_first, "no other move has a higher score than 4"),
    ],
)
attack(
    "check_19_2",
    [chance, chance_by_mean, lambda scores: np.float32(chance(scores))],
    [
        (lambda scores: sum(score > 0 for score in scores.values()) / 7, "there are only 4 columns"),
        (lambda scores: chance(scores) * (len(scores) + 1), "which is no probability"),
        (lambda scores: chance(scores) * len(scores), "divide it by the number of moves"),
    ],
)
attack(
    "check_19_3",
    [kept_from, kept_from_behind],
    [
        (lambda right: next((n for n, is_sound in right.items() if is_sound), None), "at 100 playouts it is no longer"),
        (lambda right: next((n for n in sorted(right)[::-1] if right[n]), None), "is not the smallest"),
        (lambda right: max([n for n in right if not right[n]], default=10), "at 100 playouts the move is not sound"),
        (lambda right: kept_from({n: right.get(n, False) for n in (10, 100, 1_000, 10_000)}), "None, but at 300,000"),
    ],
)
