"""Attacks on the checks of lesson 05."""

import numpy as np

from attacks import attack
from c4lib import SearchNode


def one_of_them(added, rng):
    return added[int(rng.random() * len(added))] if len(added) > 1 else added[0]


def expanded(leaf, settings, rng, moves=lambda game: game.legal_moves(), wait=0, pick=one_of_them):
    """The `expand` of the exercise, or one that looks for other moves, waits longer, or picks another child."""
    waits = leaf.parent is not None and leaf.visits < settings.expand_at + wait
    if leaf.game.is_terminal or waits:
        return leaf
    for move in moves(leaf.game):
        SearchNode(move=move, parent=leaf)
    return pick(leaf.children, rng)


def expanded_from_a_list(leaf, settings, rng):
    enough = leaf.is_root or leaf.visits >= settings.expand_at
    added = [SearchNode(move=move, parent=leaf) for move in leaf.game.legal_moves() if enough]
    if not added:
        return leaf
    return added[0 if len(added) == 1 else int(np.floor(rng.random() * len(added)))]


def open_columns(game):
    """The moves, as long as the game is Connect Four."""
    return [column for column in range(7) if column in game.legal_moves()]


def until_somebody_has_won(leaf, settings, rng):
    if leaf.game.is_terminal and not leaf.game.winner:
        return leaf.game.legal_moves()[0]
    return expanded(leaf, settings, rng)


def draws_in_vain(added, rng):
    one_of_them(added, rng)
    return added[0]


def o_waits(leaf, settings, rng):
    """A leaf that O has moved into waits one visit longer."""
    return expanded(leaf, settings, rng, wait=int(leaf.game.to_move == 1))


def two_visits_in_the_third_row(leaf, settings, rng):
    return expanded(leaf, settings, rng, wait=-1 if leaf.depth > 2 else 0)


def none_after_the_end(node):
    return 0 if node.game.is_terminal else own_playouts_by_loop(node)


def one_for_o(node):
    return own_playouts_by_loop(node) if node.game.to_move == 1 else min(1, own_playouts_by_loop(node))


def own_playouts_by_loop(node):
    own = node.visits
    for child in node.children:
        own -= child.visits
    return np.int64(own)


attack(
    "check_05_1",
    [13, np.int64(13), 13.0],
    [
        (7, "right after one iteration"),
        (14, "column 3 is full"),
        (37, "too many"),
    ],
)
attack(
    "check_05_2",
    [expanded, expanded_from_a_list],
    [
        (until_somebody_has_won, "also where nobody has won"),
        (o_waits, "it waits no longer than after X's"),
        (two_visits_in_the_third_row, "it waits for the third in every row"),
        (lambda *given: expanded(*given, moves=lambda game: range(game.columns)), "one for each legal move, in order"),
        (lambda *given: expanded(*given, moves=open_columns), "a1, b1, a2 and b2, with expand_at = 1 stops with"),
        (lambda *given: expanded(*given, pick=lambda added, rng: added[0]), "too many or too few random numbers"),
        (lambda *given: expanded(*given, pick=draws_in_vain), "another child than int(rng.random() * k)"),
    ],
)
attack(
    "check_05_3",
    [lambda node: node.visits - sum(child.visits for child in node.children), own_playouts_by_loop],
    [
        (lambda node: "1", "expected a number"),
        (none_after_the_end, "each time the search came there it went no further"),
        (one_for_o, "with O to move, whose children have [8, 4, 2] visits, is 1: what did not go on"),
    ],
)
