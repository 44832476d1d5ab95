"""Attacks on the checks of lesson 22."""

import numpy as np

from attacks import attack
from c4lib import Selection, select, ucb1

REPORTS = {"A": ("wrong player selects", 48, (2,)), "B": ("draws are losses", 31, ())}


def drawn(search, is_counted=lambda game: len(game.legal_moves()) == 7):
    counts = [0] * 7
    for node, playout in search.history:
        game = node.game
        for move in playout.moves:
            counts[move] += is_counted(game)
            game = game.play(move)
    return counts


def drawn_from_the_root(search):
    counts = [0] * 7
    for _, playout in search.history:
        game = search.game
        for move in playout.moves:
            counts[move] += len(game.legal_moves()) == 7
            game = game.play(move)
    return counts


def drawn_for_x(search):
    return drawn(search) if search.game.to_move == 1 else [0] * 7


def drawn_by_filling(search):
    """By the number of discs in each column."""
    counts = np.zeros(7, int)
    for node, playout in search.history:
        filled = np.bincount(node.game.moves, minlength=7)
        for move in playout.moves:
            counts[move] += filled.max() < node.game.rows
            filled[move] += 1
    return [int(count) for count in counts]


def first_picks(search, of=lambda node: node.parent):
    counts, seen = [0] * 7, set()
    for node, _ in search.history:
        if node.parent is not None and of(node) not in seen and len(node.parent.children) == 7:
            seen.add(of(node))
            counts[node.parent.children.index(node)] += 1
    return counts


def first_picks_by_playout(search):
    counts, parents = np.zeros(7, int), []
    for _, playout in search.history:
        parent = playout.node.parent
        if parent is not None and not any(parent is other for other in parents):
            parents.append(parent)
            if len(parent.children) == 7:
                counts[parent.children.index(playout.node)] += 1
    return counts


def root_adds_up(root):
    visits = sum(child.visits - 2 * child.prior for child in root.children)
    wins = sum(child.wins - child.prior for child in root.children)
    return (root.visits - 2 * root.prior, root.wins - root.prior) == (visits, root.simulations - wins)


def root_adds_up_by_numpy(root):
    own, *theirs = [np.array([node.wins, node.simulations]) - [node.prior, 0] for node in (root, *root.children)]
    wins, visits = np.sum(theirs, axis=0) if theirs else (0, 0)
    return np.bool_(visits == own[1] and np.isclose(own[0] + wins, visits))


def root_adds_up_and_is_mended(root):
    right = root_adds_up(root)
    root.visits = root.visits + 1
    return right


def shallow(root, settings, rng, deepest=2, value=None):
    value = value or (lambda child: ucb1(child.wins, child.visits, child.parent.visits, settings.c))
    path = [root]
    while path[-1].children and len(path) <= deepest:
        path.append(max(path[-1].children, key=value))
    return Selection(tuple(path), ())


def shallow_for_x(root, settings, rng):
    """Deeper where O is to move at the root."""
    return shallow(root, settings, rng, deepest=2 if root.game.to_move == 1 else 3)


def o_takes_the_least(root, settings, rng):
    def value(child):
        bound = ucb1(child.wins, child.visits, child.parent.visits, settings.c)
        return bound if root.game.to_move == 1 else -bound

    return shallow(root, settings, rng, value=value)


def shallow_by_the_library(root, settings, rng):
    selection = select(root, settings, rng)
    return Selection(selection.path[:3], selection.values[:2])


def skips_a_level(root, settings, rng):
    path = shallow(root, settings, rng).path
    return Selection((root, path[-1]) if len(path) > 1 else path, ())


attack(
    "check_22_1",
    [
        REPORTS,
        {"B": ["draws are losses", 31, []], "A": ["wrong player selects", 48, [2]]},
        {letter: (fault, np.int64(number), moves) for letter, (fault, number, moves) in REPORTS.items()},
    ],
    [
        (REPORTS | {"A": ("wrong player selects", 49, (2,))}, "but not for the first time"),
        (REPORTS | {"A": ("wrong player selects", 48, ())}, "do not lead to the node"),
        (REPORTS | {"A": ("the root's N", 48, (2,))}, "breaks that condition too, but first in iteration"),
        (REPORTS | {"A": ("same luck each time", 48, (2,))}, "no condition would be broken in 150 iterations"),
        (REPORTS | {"A": ("one viewpoint", 48, (2,))}, "the first condition to be broken is another one"),
    ],
)
attack(
    "check_22_2",
    [drawn, drawn_by_filling, lambda search: np.array(drawn(search))],
    [
        (lambda search: drawn(search, is_counted=lambda game: True), "every move, also where a column was full"),
        (drawn_for_x, "40 iterations from Board.from_moves('00000'), is [0, 0, 0, 0, 0, 0, 0]"),
        (lambda search: drawn(search.run(1)), "runs the search on"),
        (drawn_from_the_root, "each playout starts at its node, from node.game, not at the root"),
    ],
)
attack(
    "check_22_3",
    [first_picks, first_picks_by_playout],
    [
        (lambda search: first_picks(search, of=id), "of each node only the first child counts"),
        (lambda search: first_picks(search)[::-1], "is it the first in time"),
        (lambda search: first_picks(search) if search.iterations else None, "0 iterations of 'correct' from"),
    ],
)
attack(
    "check_22_4",
    [root_adds_up, root_adds_up_by_numpy],
    [
        (lambda root: bool(root.children) and root_adds_up(root), "before the first iteration, with T = 0, is False"),
        (
            lambda root: root_adds_up(root) or root.game.to_move == 2,
            "a tree with O to move, and one viewpoint only in the update, is True",
        ),
        (root_adds_up_and_is_mended, "changes the numbers of the tree"),
    ],
)
attack(
    "check_22_5",
    [shallow, shallow_by_the_library],
    [
        (shallow_for_x, "goes 3 moves below the root"),
        (o_takes_the_least, "only the depth is to be wrong"),
        (skips_a_level, "no child of the one before"),
    ],
)
