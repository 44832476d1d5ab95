"""Attacks on the checks of lesson 24."""

import math

from attacks import attack
from mctslab.guided import rave_value, update_amaf


def share_playout(amaf, path, moves, winner, weight):
    line = [node.move for node in path[1:]] + list(moves)
    for depth, node in enumerate(path):
        counts = 1
        for move in line[depth::2]:
            wins, visits = amaf.get((node, move), (0, 0))
            amaf[node, move] = wins + counts * (winner == node.game.to_move), visits + counts
            counts *= weight


def share_upwards(amaf, path, moves, winner, weight):
    later, others = list(moves[::2]), list(moves[1::2])
    for node in reversed(path):
        for turn, move in enumerate(later):
            pair = amaf.setdefault((node, move), [0.0, 0])
            pair[0] += weight**turn if node.game.to_move == winner else 0
            pair[1] += weight**turn
        later, others = [node.move, *others], later


def the_line_from_the_root(amaf, path, moves, winner, weight):
    line = [node.move for node in path[1:]] + list(moves)
    for depth, node in enumerate(path):
        for move in line[depth % 2 :: 2]:
            amaf[node, move] = float(winner == node.game.to_move), 1


def forgets_what_was(amaf, path, moves, winner, weight):
    amaf.update(shares_of(path, moves, winner, weight))


def only_where_it_is_won(amaf, path, moves, winner, weight):
    shares = shares_of(path, moves, winner, weight)
    amaf.update({key: (wins, visits) for key, (wins, visits) in shares.items() if wins})


def shares_of(*playout):
    """What one playout alone gives."""
    amaf = {}
    share_playout(amaf, *playout)
    return amaf


def nothing_after_the_end(amaf, path, moves, winner, weight):
    if moves:
        share_playout(amaf, path, moves, winner, weight)


def with_whole_visits(amaf, path, moves, winner, weight):
    line = [node.move for node in path[1:]] + list(moves)
    for depth, node in enumerate(path):
        for turn, move in enumerate(line[depth::2]):
            wins, visits = amaf.get((node, move), (0, 0))
            amaf[node, move] = wins + weight**turn * (winner == node.game.to_move), visits + 1


attack(
    "check_24_1",
    [share_playout, share_upwards],
    [
        (lambda amaf, path, moves, winner, weight: update_amaf(amaf, path, moves, winner), "every move counts 1"),
        (with_whole_visits, "the visits are so, too"),
        (the_line_from_the_root, "is counted; the player to move there does not play it from there on"),
        (only_where_it_is_won, "a playout that is lost counts as a visit"),
        (forgets_what_was, "must double wins and visits"),
        (nothing_after_the_end, "playout: none, as the game is over, winner: 1, weight: 1: amaf is still empty"),
    ],
)


def by_beta(beta, none=math.inf):
    """RAVE's value with this weight, and what it is where nobody knows anything."""

    def value(own, shared, N, k):
        if not own[1] and not shared[1]:
            return none
        if not own[1] or not shared[1]:
            return (own[0] + shared[0]) / (own[1] + shared[1])
        weight = beta(own, shared, N, k)
        return (1 - weight) * own[0] / own[1] + weight * shared[0] / shared[1]

    return value


def root_of(own, shared, N, k):
    return math.sqrt(k / (3 * N + k))


attack(
    "check_24_2",
    [by_beta(root_of), rave_value, by_beta(lambda own, shared, N, k: (1 + 3 * N / k) ** -0.5)],
    [
        (by_beta(lambda own, shared, N, k: math.sqrt(k / (N + k))), "where is the 3"),
        (by_beta(lambda own, shared, N, k: root_of(own, shared, own[1], k)), "not the child's"),
        (by_beta(lambda own, shared, N, k: math.sqrt(k / (N + k) / 3)), "the 3 belongs to N alone"),
        (by_beta(root_of, none=0), "nobody knows anything of this move"),
        (lambda own, shared, N, k: rave_value(own, shared, N, k) if own[1] else math.inf, "AMAF knows this move already"),
        (lambda own, shared, N, k: rave_value(own, shared, N, k) if shared[1] else math.inf, "has visits of its own"),
    ],
)


def start_wins(shares, T):
    m = len(shares)
    return {move: 2 * T * m * share / (1 + m * share) for move, share in shares.items()}


def start_wins_by_losses(shares, T):
    even, wins = 1 / len(shares), {}
    for move in shares:
        losses = 2 * T * even / (even + shares[move])
        wins[move] = 2 * T - losses
    return wins


def by_share(wins):
    return lambda shares, T: {move: wins(share, len(shares), T) for move, share in shares.items()}


attack(
    "check_24_3",
    [start_wins, start_wins_by_losses],
    [
        (lambda shares, T: dict(enumerate(start_wins(shares, T).values())), "has the moves"),
        (by_share(lambda share, m, T: 2 * T * share), "the share is taken as the mean"),
        (by_share(lambda share, m, T: round(2 * T * m * share / (1 + m * share))), "nothing is rounded"),
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
    "check_24_4",
    [
        first_look,
        first_look_by_trying,
        lambda share, best, c: math.ceil((best - 0.5) ** 2 / (c * share) ** 2),
        lambda share, best, c: math.ceil(((best - 0.5) / c / share) ** 2),
    ],
    [
        (lambda share, best, c: math.ceil((best / (c * share)) ** 2 - 1e-9), "has Q = 1/2 already"),
        (lambda share, best, c: first_look(share / 2, best, c), "what is n?"),
        (lambda share, best, c: first_look(share, best, c) - 1, "too early"),
        (lambda share, best, c: first_look(share, best, c) + 1, "too late"),
    ],
)
