"""Attacks on the checks of lesson 18."""

import numpy as np

from attacks import attack, crash, nothing
from c4lib import SearchSettings, Selection, select, sound_moves, ucb1
from c4lib.arena.perfect import exact_scores, optimal_moves
from c4lib.players import mcts_player, random_player


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


def exact_late(board, rng, from_discs=24, before=None, after=sound_moves):
    if np.count_nonzero(board.cells) < from_discs:
        return (before or mcts_player(100))(board, rng)
    return after(board)[0]


def exact_late_by_moves(board, rng):
    late = len(board.moves) >= 24
    return int(rng.choice(optimal_moves(board))) if late else mcts_player(100)(board, rng)


def worst_moves(board):
    scores = exact_scores(board)
    return [min(scores, key=scores.get)]


def own_select(root, settings, rng, c=None, values=True):
    """As if there were no proofs: the highest UCB1, and a random number for a tie."""
    path = [root]
    while path[-1].children:
        node = path[-1]
        numbers = [ucb1(child.wins, child.visits, node.visits, c or settings.c) for child in node.children]
        best = [child for child, number in zip(node.children, numbers, strict=True) if number == max(numbers)]
        path.append(best[int(rng.random() * len(best))] if len(best) > 1 else best[0])
    return Selection(tuple(path), ())


def unproven(root, settings, rng):
    return select(root, SearchSettings(c=settings.c), rng)


def forgets_proofs(root, settings, rng):
    for node in root.descendants:
        node.proof = None
    return select(root, settings, rng)


def changes_the_settings(root, settings, rng):
    object.__setattr__(settings, "solve", False)
    return select(root, settings, rng)


attack(
    "check_18_1",
    [judge, judge_by_rank],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda scores, move: scores[move] > 0, "of type bool; asked for is a text"),
        (lambda scores, move: judge(scores, move).title(), "none of the three words"),
        (lambda scores, move: "optimal" if scores[move] > 0 else "mistake", "column 1 has a higher score: 5, not 2"),
        (
            lambda scores, move: "optimal" if scores[move] == max(scores.values()) else "mistake",
            "nothing is given away",
        ),
        (lambda scores, move: "mistake" if scores[move] < 0 else judge(scores, move), "this move is a loss, too"),
        (judge_for_the_other, "there is a win to be had, and this move is a win, too"),
        (judge_without_draws, "there is a win to be had, and this move is only a draw"),
        (judge_by_distance, "column 6 has a higher score: -2, not -7"),
        (judge_by_first, "no other move has a higher score than 4"),
    ],
)
attack(
    "check_18_2",
    [kept_from, kept_from_behind],
    [
        (None, "no function"),
        (nothing, "at 10,000, the last number, the move is sound"),
        (crash, "stops with KeyError"),
        (lambda right: str(kept_from(right)), "of type str; asked for is a number"),
        (lambda right: next((n for n, is_sound in right.items() if is_sound), None), "at 100 playouts it is no longer"),
        (lambda right: next((n for n in sorted(right)[::-1] if right[n]), None), "is not the smallest"),
        (lambda right: max([n for n in right if not right[n]], default=10), "at 100 playouts the move is not sound"),
        (lambda right: list(right).index(kept_from(right) or 10), "none of the numbers of playouts"),
        (lambda right: kept_from(right) or 10_000, "at 10,000 playouts the move is not sound"),
        (lambda right: kept_from({n: right.get(n, False) for n in (10, 100, 1_000, 10_000)}), "None, but at 300,000"),
        (lambda right: kept_from(right) if right.get(100) in (False, None) else 10, "at 1000 playouts it is no longer"),
    ],
)
attack(
    "check_18_3",
    [exact_late, exact_late_by_moves],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (random_player, "which is a mistake"),
        (mcts_player(100), "with 25 discs, plays"),
        (lambda board, rng: sound_moves(board), "of type tuple; asked for is a number"),
        (lambda board, rng: 7, "plays 7, which is not legal"),
        (lambda board, rng: exact_late(board, rng, 25), "with 24 discs, plays"),  # passed: > for >=
        (lambda board, rng: exact_late(board, rng, 25), "24 discs are enough"),
        (lambda board, rng: exact_late(board, rng, 23), "with 23 discs, plays"),
        (lambda board, rng: exact_late(board, rng, 0), "with fewer than 24 discs nothing is to change"),
        (lambda board, rng: exact_late(board, rng, before=mcts_player(1_000)), "mcts_player(100) plays"),
        (lambda board, rng: exact_late(board, np.random.default_rng(5)), "with the same rng"),
        (lambda board, rng: exact_late(board, rng, after=worst_moves), "which is a mistake"),  # viewpoint
        (lambda board, rng: exact_late(board, rng, 0 if board.cells.sum() >= 24 else 24), "nothing is to change"),
    ],
)
attack(
    "check_18_4",
    [unproven, own_select],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (select, "proven nodes are still skipped"),
        (lambda *given: unproven(*given).leaf, "asked for is a Selection"),
        (lambda root, settings, rng: own_select(root, settings, rng, c=1.0), "without proofs they are"),
        (lambda root, settings, rng: Selection((root,), ()), "without proofs they are"),
        (lambda root, settings, rng: unproven(root, settings, np.random.default_rng(1)), "without proofs they are"),
        (forgets_proofs, "loses proofs"),
        (changes_the_settings, "nothing is proven any more"),
    ],
)
