"""Attacks on the checks of lesson 19."""

import numpy as np

from checks.attacks import attack, crash, nothing


def judge(scores, move):
    best = max(scores.values())
    if scores[move] == best:
        return "optimal"
    return "sound" if np.sign(scores[move]) == np.sign(best) else "mistake"


def judge_by_rank(scores, move):
    ranking = sorted(scores.values())
    outcomes = [(score > 0) - (score < 0) for score in (scores[move], ranking[-1])]
    return np.str_("mistake" if outcomes[0] < outcomes[1] else "optimal" if ranking[-1] == scores[move] else "sound")


def judge_for_the_other(scores, move):
    return judge({column: -score for column, score in scores.items()}, move)


def judge_without_draws(scores, move):
    best = max(scores.values())
    return "optimal" if scores[move] == best else "sound" if (scores[move] < 0) == (best < 0) else "mistake"


def judge_by_distance(scores, move):
    """In lost positions the fastest loss."""
    best = max(scores.values(), key=lambda score: (np.sign(score), abs(score)))
    return "optimal" if scores[move] == best else judge({**scores, -1: 99 * int(np.sign(best))}, move)


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
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda scores, move: scores[move] > 0, "of type bool; expected a text"),
        (lambda scores, move: judge(scores, move).title(), "none of the three words"),
        (lambda scores, move: "optimal" if scores[move] > 0 else "mistake", "column 1 has a higher score: 5, not 2"),
        (
            lambda scores, move: "optimal" if scores[move] == max(scores.values()) else "mistake",
            "nothing is given away",
        ),
        (lambda scores, move: "mistake" if scores[move] < 0 else judge(scores, move), "this move is a loss, too"),
        (judge_for_the_other, "the best result here is a win, and this move is a win, too"),
        (judge_without_draws, "the best result here is a win, and this move is only a draw"),
        (judge_by_distance, "column 6 has a higher score: -2, not -7"),
        (judge_by_first, "no other move has a higher score than 4"),
    ],
)
attack(
    "check_19_2",
    [chance, chance_by_mean, lambda scores: np.float32(chance(scores))],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda scores: str(chance(scores)), "of type str; expected a number"),
        (lambda scores: sum(score > 0 for score in scores.values()) / 7, "there are only 4 columns"),
        (lambda scores: chance(scores) * len(scores) / 7, "there are only 4 columns to draw from"),
        (lambda scores: chance(scores) * (len(scores) + 1), "which is no probability"),
        (lambda scores: np.mean(np.array([*scores.values()]) == max(scores.values())), "that counts optimal moves"),
        (
            lambda scores: chance({move: -score for move, score in scores.items()}),
            "the best result here is a win",
        ),  # viewpoint
        (lambda scores: chance(scores) if max(scores.values()) >= 0 else 0, "no move gives anything away"),
        (lambda scores: np.mean([score >= 0 for score in scores.values()]), "the best result here is a win"),
        (lambda scores: round(chance(scores), 2), "do not round"),
        (lambda scores: chance(scores) * len(scores), "divide it by the number of moves"),
    ],
)
attack(
    "check_19_3",
    [kept_from, kept_from_behind],
    [
        (None, "no function"),
        (nothing, "at 10,000, the last number, the move is sound"),
        (crash, "stops with KeyError"),
        (lambda right: str(kept_from(right)), "of type str; expected a number"),
        (lambda right: next((n for n, is_sound in right.items() if is_sound), None), "at 100 playouts it is no longer"),
        (lambda right: next((n for n in sorted(right)[::-1] if right[n]), None), "is not the smallest"),
        (lambda right: max([n for n in right if not right[n]], default=10), "at 100 playouts the move is not sound"),
        (lambda right: list(right).index(kept_from(right) or 10), "none of the numbers of playouts"),
        (lambda right: kept_from(right) or 10_000, "at 10,000 playouts the move is not sound"),
        (lambda right: kept_from({n: right.get(n, False) for n in (10, 100, 1_000, 10_000)}), "None, but at 300,000"),
        (lambda right: kept_from(right) if right.get(100) in (False, None) else 10, "at 1000 playouts it is no longer"),
    ],
)
