"""Attacks on the checks of lesson 09."""

from dataclasses import replace

import numpy as np

from attacks import attack
from c4lib import SearchNode
from mctslab.course.library_phases import expand


def belief_mean(w, n, wins, losses):
    return (w + wins) / (n + wins + losses)


def belief_mean_by_weights(w, n, wins, losses):
    weight = wins + losses
    played = w / n if n else 0
    return np.average([played, wins / weight], weights=[n, weight])


def expand_with_T(leaf, settings, rng, T, more=2, visits=2):
    """As the solution, with two things that can be spoilt: how long a leaf waits, and what a child starts with."""
    node = expand(leaf, replace(settings, expand_at=settings.expand_at + more * T), rng)
    if node is not leaf:
        for child in leaf.children:
            child.wins, child.visits = T, visits * T
    return node


def written_anew(leaf, settings, rng, T):
    waits = leaf.parent and leaf.visits - 2 * T < settings.expand_at
    if waits or leaf.game.winner or leaf.game.is_terminal:
        return leaf
    children = [SearchNode(move=move, parent=leaf, prior=T) for move in leaf.game.legal_moves()]
    return children[int(rng.random() * len(children))] if len(children) > 1 else children[0]


def counts_the_leaf(leaf, settings, rng, T):
    node = expand_with_T(leaf, settings, rng, T)
    leaf.wins, leaf.visits = leaf.wins + T, leaf.visits + 2 * T
    return node


def until_somebody_has_won(leaf, settings, rng, T):
    if leaf.game.is_terminal and not leaf.game.winner:
        return leaf.game.legal_moves()[0]
    return written_anew(leaf, settings, rng, T)


def nothing_for_x(leaf, settings, rng, T):
    """The children that X moves into start without anything."""
    return expand_with_T(leaf, settings, rng, T, visits=2 if leaf.game.to_move == 2 else 0)


def always_draws(leaf, settings, rng, T):
    node = written_anew(leaf, settings, rng, T)
    if len(leaf.children) == 1:
        rng.random()
    return node


def with_prior(leaf, settings, rng, T):
    return expand(leaf, replace(settings, prior=T), rng)


def with_prior_and_patience(leaf, settings, rng, T):
    return expand(leaf, replace(settings, prior=T, expand_at=settings.expand_at + T), rng)


def patient_below_the_root_only(leaf, settings, rng, T):
    return expand_with_T(leaf, settings, rng, T, more=2 if leaf.depth < 2 else 0)


attack(
    "check_09_1",
    [expand_with_T, written_anew, with_prior],
    [
        (lambda *given: expand_with_T(*given, visits=1), "how many are 2T visits?"),
        (counts_the_leaf, "only children are new"),
        (until_somebody_has_won, "of a full board, with T = 1 and expand_at = 0, stops with IndexError"),
        (nothing_for_x, "it starts without anything"),
        (always_draws, "draws too many or too few"),
        (with_prior_and_patience, "it has waited long enough"),
        (patient_below_the_root_only, "is every level of it treated alike?"),
    ],
)
attack(
    "check_09_2",
    [belief_mean, belief_mean_by_weights],
    [
        (lambda w, n, wins, losses: w / n if n else 0.5, "without playouts the belief is all there is"),
        (lambda w, n, wins, losses: belief_mean(w, n + 1, wins, losses), "too small"),
        (lambda w, n, wins, losses: belief_mean(w, n, losses, wins), "are exchanged"),
    ],
)
attack(
    "check_09_3",
    [1.9, np.float64(1.8)],
    [
        (float("inf"), "is not finite"),
        (0.5, "too small"),
        (100, "too large"),
    ],
)
