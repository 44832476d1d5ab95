"""Attacks on the checks of lesson 21."""

import numpy as np

from attacks import attack, crash, nothing
from c4lib import Selection, backpropagate, select, ucb1

FAULTS = ["the child's logarithm", "one viewpoint", "the prior twice"]  # of mystery(1), mystery(2), mystery(3)


def update(
    node, winner, settings, reward=lambda winner, node: 0.5 if winner is None else float(winner == node.viewpoint)
):
    made = backpropagate(node, winner, settings)
    for passed, before in zip(made.path, made.before, strict=True):
        passed.wins = before[0] + reward(winner, passed)
    return made


def update_again(node, winner, settings):
    made = update(node, winner, settings)
    for passed in made.path:
        passed.wins += winner == passed.viewpoint
    return made


def update_with_visits(node, winner, settings):
    made = update(node, winner, settings)
    for passed in made.path:
        passed.visits += 1
    return made


def update_that_forgets(node, winner, settings):
    made = update(node, winner, settings)
    for passed in made.path:
        passed.wins = float(winner == passed.viewpoint)
    return made


def update_of_the_leaf(node, winner, settings):
    made = backpropagate(node, winner, settings)
    for passed, before in zip(made.path[1:], made.before[1:], strict=True):
        passed.wins = before[0]
    return made


def visits_add_up(root, prior=True):
    return root.visits - 2 * prior * root.prior == sum(
        child.visits - 2 * prior * child.prior for child in root.children
    )


def wins_add_up(root, complement=True):
    wins = sum(child.wins - child.prior for child in root.children)
    return root.wins - root.prior == (root.simulations - wins if complement else wins)


def root_adds_up(root):
    return visits_add_up(root) and wins_add_up(root)


def root_adds_up_by_numpy(root):
    own, *theirs = [np.array([node.wins, node.simulations]) - [node.prior, 0] for node in (root, *root.children)]
    wins, visits = np.sum(theirs, axis=0)
    return np.bool_(visits == own[1] and np.isclose(own[0] + wins, visits))


def root_adds_up_for_one_prior(root):
    """As if T were 1."""
    wins = sum(child.wins - 1 for child in root.children)
    return sum(child.visits - 2 for child in root.children) == root.visits - 2 == wins + root.wins - 1


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


def shallow_by_the_library(root, settings, rng):
    selection = select(root, settings, rng)
    return Selection(selection.path[:3], selection.values[:2])


def skips_a_level(root, settings, rng):
    path = shallow(root, settings, rng).path
    return Selection((root, path[-1]) if len(path) > 1 else path, ())


def shallow_at_first(root, settings, rng):
    """What is right in the searches, and deeper than that once a game has begun."""
    return (shallow if len(root.game.moves) in (0, 6) else select)(root, settings, rng)


attack(
    "check_21_1",
    [FAULTS, tuple(FAULTS)],
    [
        (None, "None is no list of names"),
        ("one viewpoint", "is no list of names"),
        ([], "there are 0 names in it, for three suspects"),
        (FAULTS[:2], "there are 2 names in it"),  # "Three names, please."
        ([1, 2, 3], "the name of mystery(1) is 1, of type int; asked for is a text"),
        (["One viewpoint", *FAULTS[1:]], "'One viewpoint' is no name in the museum"),
        (["correct"] * 3, "mystery(1) is not 'correct': it breaks the condition"),
        ([*FAULTS[:2], "correct"], "mystery(3) is not 'correct': it breaks the condition 'simulations add up'"),
        (["not simulated", *FAULTS[1:]], "which 'not simulated' keeps"),
        (
            [FAULTS[0], "the prior twice", "one viewpoint"],
            "mystery(2) is not 'the prior twice': it keeps the condition",
        ),
        (FAULTS[::-1], "mystery(1) is not 'the prior twice'"),
        ([FAULTS[0], FAULTS[0], FAULTS[2]], "mystery(2) is not"),
    ],
)
attack(
    "check_21_2",
    [update, backpropagate],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda *given: update(*given, lambda winner, node: float(winner == 1)), "the root, which counts for player 2"),
        (lambda *given: update(*given, lambda winner, node: float(winner == node.viewpoint)), "a draw is half a win"),
        (
            lambda *given: update(*given, lambda winner, node: float(winner in (None, node.viewpoint))),
            "a draw is half a win",
        ),
        (
            lambda *given: update(*given, lambda winner, node: 0.5 if winner is None else float(winner == 1)),
            "has that player won?",
        ),
        (
            lambda *given: update(*given, lambda winner, node: 0.5 if winner is None else winner == node.game.to_move),
            "the root, which counts for player 2",
        ),  # viewpoint
        (update_again, "adds one win at most"),
        (update_with_visits, "the visits were right before"),
        (update_that_forgets, "takes none away"),
        (update_of_the_leaf, "has that player won?"),
        (lambda *given: update(*given).path, "asked for is a Backpropagation"),
    ],
)
attack(
    "check_21_3",
    [root_adds_up, root_adds_up_by_numpy],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda root: True, "the update has one viewpoint only, is True"),
        (lambda root: False, "a false alarm"),
        (lambda root: int(root_adds_up(root)), "asked for is True or False"),
        (wins_add_up, "one visit too many, and the right wins, is True"),  # passed
        (visits_add_up, "the update has one viewpoint only, is True"),
        (lambda root: visits_add_up(root, prior=False) and wins_add_up(root), "are the priors left out"),
        (lambda root: visits_add_up(root) and wins_add_up(root, complement=False), "does a child's win count against"),
        (root_adds_up_for_one_prior, "on 6 x 7 with T = 0, is False; a false alarm"),
        (lambda root: visits_add_up(root) and root.wins == int(2 * root.wins) / 2, "one viewpoint only, is True"),
        (root_adds_up_and_is_mended, "changes the numbers of the tree"),
    ],
)
attack(
    "check_21_4",
    [shallow, shallow_by_the_library],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (select, "goes 3 moves below the root"),
        (lambda *given: shallow(*given, deepest=3), "goes 3 moves below the root"),
        (lambda *given: shallow(*given, deepest=0), "stops at depth 0, at a node with children"),  # passed
        (lambda *given: shallow(*given, deepest=1), "stops at depth 1, at a node with children"),  # passed
        (lambda *given: shallow(*given, value=lambda child: -child.visits), "where another is worth"),  # passed
        (lambda *given: shallow(*given, value=lambda child: child.mean), "only the depth is to be wrong"),
        (lambda *given: shallow(*given, value=lambda child: child.move), "only the depth is to be wrong"),
        (lambda *given: shallow(*given).leaf, "asked for is a Selection"),
        (lambda *given: Selection(shallow(*given).path[::-1], ()), "does not begin at the root"),
        (skips_a_level, "no child of the one before"),
        (shallow_at_first, "goes 3 moves below the root"),
    ],
)
