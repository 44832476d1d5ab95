"""Attacks on the checks of lesson 07."""

import numpy as np

from attacks import attack

LABELS = {
    "root": (3.5, 5),
    "X 0": (1, 3),
    "X 1": (0.5, 2),
    "X 0, O 0": (0, 1),
    "X 0, O 1": (2, 2),
    "X 1, O 0": (1, 1),
    "X 1, O 1": (0.5, 1),
}
OF_THE_OTHER = {name: (visits - wins, visits) for name, (wins, visits) in LABELS.items()}
FOR_X = {name: label if name in ("X 0", "X 1") else OF_THE_OTHER[name] for name, label in LABELS.items()}


def my_update(node, winner, whose=lambda node: node.viewpoint, draw=0.5):
    while node is not None:
        node.visits += 1
        node.wins += draw if winner is None else float(winner == whose(node))
        node = node.parent


def my_update_with_minus_one(node, winner):
    my_update(node, winner)
    for passed in node.path:
        passed.wins -= winner == 3 - passed.viewpoint


def my_update_by_path(node, winner):
    for passed in node.path:
        passed.visits = passed.visits + 1
        if winner is None:
            passed.wins += 1 / 2
        elif winner == passed.viewpoint:
            passed.wins += 1


def from_the_bottom(first):
    """An update that counts the wins of the player `first(node)` at the bottom, and changes sides at every level."""

    def update(node, winner):
        reward = 0.5 if winner is None else float(winner == first(node))
        while node is not None:
            node.visits, node.wins = node.visits + 1, node.wins + reward
            node, reward = node.parent, 1 - reward

    return update


def one_side_all_the_way(node, winner):
    mover = node.viewpoint
    my_update(node, winner, whose=lambda passed: mover)


def past_finished_games(node, winner):
    my_update(node.parent if node.game.is_terminal and node.parent else node, winner)


def from_the_mean(node, winner):
    means = [(passed, passed.mean * passed.visits) for passed in node.path]
    my_update(node, winner)
    for passed, wins in means:
        passed.wins = wins + (0.5 if winner is None else winner == passed.viewpoint)


def my_update_and_siblings(node, winner):
    for beside in node.siblings:
        beside.visits += 1
    my_update(node, winner)


attack(
    "check_07_1",
    [LABELS, {name: [float(wins), visits] for name, (wins, visits) in LABELS.items()}],
    [
        ({}, "no label for 'X 0, O 0'"),
        (dict.fromkeys(LABELS, (0, 0)), "one visit for each playout that passes it"),
        (FOR_X, "X 0, O 0: 1/1; it counts the wins of O, and these are the other player's"),
        ({**LABELS, "X 0": (2.5, 3)}, "it counts the wins of X, who moved into it"),
    ],
)
attack(
    "check_07_2",
    [my_update, my_update_by_path, from_the_bottom(lambda node: node.viewpoint)],
    [
        (lambda node, winner: my_update(node, winner, draw=0.0), "half a win for either player"),
        (my_update_with_minus_one, "a loss is worth 0, not less"),
        (from_the_bottom(lambda node: node.game.to_move), "the root goes from 4/10 to 5/11; it counts for O"),
        (one_side_all_the_way, "it counts for X, who moved into it: did that player win?"),
        (past_finished_games, "with winner 1: column 0 goes from 3.5/5 to 3.5/5; every node of the path gets one visit"),
        (from_the_mean, "in a new tree with winner 1: the number of wins of the root is NaN"),
        (my_update_and_siblings, "changes column 6 below column 3, a sibling of the node simulated"),
    ],
)


def choose(player, x_wins, visits, parent_visits):
    wins = x_wins if player == 1 else [n - w for w, n in zip(x_wins, visits, strict=True)]
    values = [w / n + (2 * np.log(parent_visits) / n) ** 0.5 for w, n in zip(wins, visits, strict=True)]
    return values.index(max(values))


def choose_by_numpy(player, x_wins, visits, parent_visits):
    rates = np.array(x_wins) / visits
    bonus = np.sqrt(2 * np.log(parent_visits) / np.array(visits))
    return np.argmax(rates + bonus) if player == 1 else np.argmin(rates - bonus)


attack(
    "check_07_3",
    [choose, choose_by_numpy],
    [
        (lambda *case: -1, "is -1; the places are counted from 0"),
        (lambda player, wins, visits, N: choose(player, wins, visits, N - 1), "nothing added and nothing taken off"),
        (lambda player, wins, visits, N: choose(player, wins, visits, N + 1), "nothing added and nothing taken off"),
    ],
)
