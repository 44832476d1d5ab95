"""Attacks on the checks of lesson 24."""

import math

from checks.attacks import attack, crash, nothing


def update_amaf(amaf, path, moves, winner, start=0, step=2, viewpoint=lambda player: player, nodes=slice(None)):
    line = [node.move for node in path[1:]] + list(moves)
    for depth, node in [*enumerate(path)][nodes]:
        for move in line[depth + start :: step]:
            wins, visits = amaf.get((node, move), (0, 0))
            amaf[node, move] = wins + (winner == viewpoint(node.game.to_move)), visits + 1


def update_amaf_upwards(amaf, path, moves, winner):
    later, others = list(moves[::2]), list(moves[1::2])
    for node in reversed(path):
        for move in later:
            pair = amaf.setdefault((node, move), [0.0, 0])
            pair[0] += node.game.to_move == winner
            pair[1] += 1
        later, others = [node.move, *others], later


def with_other(**fault):
    return lambda amaf, path, moves, winner: update_amaf(amaf, path, moves, winner, **fault)


def without_the_tree(amaf, path, moves, winner):
    for up, node in enumerate(reversed(path)):
        for move in moves[up % 2 :: 2]:
            amaf[node, move] = float(winner == node.game.to_move), 1


def the_line_from_the_root(amaf, path, moves, winner):
    line = [node.move for node in path[1:]] + list(moves)
    for depth, node in enumerate(path):
        for move in line[depth % 2 :: 2]:
            amaf[node, move] = float(winner == node.game.to_move), 1


def with_the_move_of_the_root(amaf, path, moves, winner):
    line = [node.move for node in path] + list(moves)
    for depth, node in enumerate(path):
        for move in line[depth::2]:
            amaf[node, move] = float(winner == node.game.to_move), 1


def visits_first(amaf, path, moves, winner):
    update_amaf(amaf, path, moves, winner)
    amaf.update({key: pair[::-1] for key, pair in amaf.items()})


def wins_only(amaf, path, moves, winner):
    update_amaf(amaf, path, moves, winner)
    for key in [key for key, pair in amaf.items() if not pair[0]]:
        del amaf[key]


def losses_below_zero(amaf, path, moves, winner):
    update_amaf(amaf, path, moves, winner)
    amaf.update({key: (2 * wins - visits, visits) for key, (wins, visits) in amaf.items()})


def forgets_the_old_pair(amaf, path, moves, winner):
    fresh = {}
    update_amaf(fresh, path, moves, winner)
    amaf.update(fresh)


def two_visits(amaf, path, moves, winner):
    update_amaf(amaf, path, moves, winner)
    update_amaf(amaf, path, moves, winner)


def moves_as_keys(amaf, path, moves, winner):
    for move in moves[::2]:
        amaf[move] = (1, 1)


def shares_as_values(amaf, path, moves, winner):
    for move in moves[::2]:
        amaf[path[-1], move] = 0.5


attack(
    "check_24_1",
    [update_amaf, update_amaf_upwards],
    [
        (None, "no function"),
        (nothing, "amaf is still empty"),
        (crash, "stops with KeyError"),
        (lambda amaf, path, moves, winner: {}, "amaf is still empty"),
        (with_other(step=1), "the moves of both players are counted"),
        (with_other(start=1), "the player who is not to move"),
        (with_other(viewpoint=lambda player: 3 - player), "the wins are those of the other player"),
        (with_other(viewpoint=lambda player: 1), "the wins are Black's at every node"),
        (without_the_tree, "the moves in the tree"),
        (with_other(nodes=slice(0, 1)), "only the root is updated"),
        (with_other(nodes=slice(0, -1)), "the node where the playout starts is missing"),
        (with_other(nodes=slice(1, None)), "the root is missing"),
        (with_other(step=100), "only the first move of each node"),
        (the_line_from_the_root, "is counted; the player to move there does not play it from there on"),
        (with_the_move_of_the_root, "None is counted as a move"),
        (visits_first, "first the wins, then the visits"),
        (wins_only, "a playout that is lost counts as a visit"),
        (losses_below_zero, "has the pair (-1, 1): who won"),
        (forgets_the_old_pair, "must double wins and visits"),
        (two_visits, "each adds one visit"),
        (moves_as_keys, "is no key of amaf"),
        (shares_as_values, "is no pair (wins, visits)"),
    ],
)


def puct(q, share, visits, parent_visits, c):
    return q + c * share * math.sqrt(parent_visits) / (1 + visits)


attack(
    "check_24_2",
    [puct, lambda q, p, n, total, c: (q * (1 + n) + c * p * total**0.5) / (n + 1)],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda q, p, n, total, c: str(q), "expected a number"),
        (lambda q, p, n, total, c: q + c * math.sqrt(total) / (1 + n), "where is the policy's share?"),
        (lambda q, p, n, total, c: q + p * math.sqrt(total) / (1 + n), "where is c?"),
        (lambda q, p, n, total, c: c * p * math.sqrt(total) / (1 + n), "where is Q?"),
        (lambda q, p, n, total, c: q + c * p * math.sqrt(math.log(total)) / (1 + n), "there is no logarithm"),
        (lambda q, p, n, total, c: q + c * p * math.sqrt(total / (1 + n)), "of the parent's visits alone"),
        (lambda q, p, n, total, c: q + c * p * total / (1 + n), "the root of the parent's visits is missing"),
        (lambda q, p, n, total, c: q + c * p * math.sqrt(total) / n, "the 1 in 1 + n is missing"),
        (lambda q, p, n, total, c: q + c * p * math.sqrt(n) / (1 + total), "changed places"),
        (lambda q, p, n, total, c: q * puct(0, p, n, total, c), "added, not multiplied"),
        (lambda q, p, n, total, c: q + c * math.sqrt(math.log(total) / (1 + n)), "which is too"),  # UCB1
        (lambda q, p, n, total, c: (1 - q) + puct(0, p, n, total, c), "which is too"),  # the other player's
    ],
)


def first_look(share, best, c):
    return math.ceil(((best - 0.5) / (c * share)) ** 2)


def first_look_by_trying(share, best, c):
    visits = 0
    while 0.5 + c * share * math.sqrt(visits) < best:
        visits += 1
    return visits


attack(
    "check_24_3",
    [
        first_look,
        first_look_by_trying,
        lambda share, best, c: math.ceil((best - 0.5) ** 2 / (c * share) ** 2),  # was refused: 401 for 400
        lambda share, best, c: math.ceil(((best - 0.5) / c / share) ** 2),
    ],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda share, best, c: ((best - 0.5) / (c * share)) ** 2, "expected a whole number"),
        (lambda share, best, c: math.ceil((best - 0.5) / (c * share) - 1e-9), "the root of N must be so large"),
        (lambda share, best, c: math.ceil((best / (c * share)) ** 2 - 1e-9), "has Q = 1/2 already"),
        (lambda share, best, c: first_look(share, best, c) - 1, "too early"),
        (lambda share, best, c: first_look(share, best, c) + 1, "too late"),
        (lambda share, best, c: first_look(share, best, 1), "too late"),
        (lambda share, best, c: int(((best - 0.5) / (c * share)) ** 2), "too early"),
        (lambda share, best, c: int(((best - 0.5) / (c * share)) ** 2) + 1, "one visit fewer would be enough"),
        (lambda share, best, c: round(((best - 0.5) / (c * share)) ** 2), "too early"),
        (lambda share, best, c: -1, "not negative"),
    ],
)
