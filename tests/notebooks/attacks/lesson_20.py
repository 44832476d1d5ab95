"""Attacks on the checks of lesson 20."""

import numpy as np

from attacks import attack
from c4lib import SearchSettings, Selection, select, ucb1
from c4lib.study.perfect import exact_scores
from mctslab import optimal_moves, sound_moves
from mctslab.players import mcts_player


def proven(results):
    if "win" in results:
        return "win"
    if None in results:
        return None
    return "draw" if "draw" in results else "loss"


def proven_by_rank(results):
    rank = {"loss": 0, "draw": 1, "win": 2}
    best = max((result for result in results if result), key=rank.get, default=None)
    return np.str_(best) if best == "win" or best and all(results) else None


def proven_unless_a_draw(results):
    return "draw" if {*results} == {"draw", None} else proven(results)


def exact_late(board, rng, from_discs=24, after=sound_moves):
    if np.count_nonzero(board.cells) < from_discs:
        return mcts_player(100)(board, rng)
    return after(board)[0]


def exact_late_by_moves(board, rng):
    late = len(board.moves) >= 24
    return int(rng.choice(optimal_moves(board))) if late else mcts_player(100)(board, rng)


def searching_late(board, rng):
    """Without a solver: more playouts from 24 discs on."""
    playouts = 100 if np.count_nonzero(board.cells) < 24 else 500
    return mcts_player(playouts)(board, rng)


def worst_moves(board):
    scores = exact_scores(board)
    return [min(scores, key=scores.get)]


def own_select(root, settings, rng):
    """As if there were no proofs: the highest UCB1, and a random number for a tie."""
    path = [root]
    while path[-1].children:
        node = path[-1]
        numbers = [ucb1(child.wins, child.visits, node.visits, settings.c) for child in node.children]
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
    "check_20_2",
    [proven, proven_by_rank],
    [
        (lambda results: proven(results) or "unknown", "none of 'win', 'draw', 'loss' and None"),
        (lambda results: None if {*results} == {"loss"} else proven(results), "loses with each of them"),
        (proven_unless_a_draw, "['draw', None]) is 'draw', but a move that is not known yet may be better"),
    ],
)
attack(
    "check_20_1",
    [exact_late, exact_late_by_moves],
    [
        (searching_late, "only the solver is certain"),
        (lambda board, rng: exact_late(board, rng, 23), "with 23 discs, plays"),
        (lambda board, rng: exact_late(board, rng, after=worst_moves), "which is a mistake"),  # viewpoint
        (lambda board, rng: exact_late(board, rng, 0 if board.cells.sum() >= 24 else 24), "it should play as before"),
    ],
)
attack(
    "check_20_3",
    [unproven, own_select],
    [
        (select, "proven nodes are still skipped"),
        (forgets_proofs, "loses proofs"),
        (changes_the_settings, "nothing is proven any more"),
        (lambda root, settings, rng: select(root, SearchSettings(), rng), "the c of `settings` is lost"),
    ],
)
