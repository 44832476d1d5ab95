"""Attacks on the checks of lesson 02."""

from math import ceil

import numpy as np

from attacks import attack
from checks.lesson_02 import CAREFUL
from mctslab.players import random_player, rule_based_player, winning_moves


def playouts_needed(s, width):
    return ceil((2 * 1.96 * s / width) ** 2)


def playouts_needed_by_halves(s, width):
    few, many = 0, 1_000_000
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if 2 * 1.959964 * s / middle**0.5 <= width else (middle, many)
    return np.int64(many)


def by_best_reply(replies):
    return min(replies, key=lambda move: max(replies[move].values()))


def by_best_reply_in_loops(replies):
    best, least = None, 2.0
    for move, after in replies.items():
        worth = 0.0
        for reply in after:
            worth = max(worth, after[reply])
        if worth < least:
            best, least = move, worth
    return np.int64(best)


def by_average_reply(replies):
    return min(replies, key=lambda move: np.mean([*replies[move].values()]))


def spoils(replies):
    move = by_best_reply(replies)
    replies.clear()
    return move


def careful_player(board, rng):
    safe = [move for move in board.legal_moves() if not winning_moves(board.play(move))]
    move = rule_based_player(board, rng)
    return move if winning_moves(board) or not safe or move in safe else safe[int(rng.random() * len(safe))]


def careful_player_by_luck(board, rng):
    safe = [move for move in board.legal_moves() if not winning_moves(board.play(move))]
    while True:
        move = rule_based_player(board, rng)
        if winning_moves(board) or not safe or move in safe:
            return move


def careful_by_heart(board, rng):
    """Knows the positions of the check; elsewhere it moves at random."""
    known = [moves for moves, _, _ in CAREFUL]
    return (careful_player if "".join(map(str, board.moves)) in known else random_player)(board, rng)


def careful_without_luck(board, rng):
    return careful_player(board, np.random.default_rng(1))


def careful_without_block(board, rng):
    """Where no move is safe, it does not block either."""
    if winning_moves(board):
        return winning_moves(board)[0]
    legal = board.legal_moves()
    safe = [move for move in legal if not winning_moves(board.play(move))] or legal
    return safe[int(rng.random() * len(safe))]


def careful_until_none_is_safe(board, rng):
    if winning_moves(board):
        return rule_based_player(board, rng)
    safe = [move for move in board.legal_moves() if not winning_moves(board.play(move))]
    return safe[int(rng.random() * len(safe))]


def halving(moves, sample, budget, this_round=False, half=lambda left: (left + 1) // 2, last_all=True):
    rounds, rewards = int(np.ceil(np.log2(len(moves)))), {move: [] for move in moves}
    while len(moves) > 1:
        for move in moves:
            if this_round or not last_all and len(moves) == 2:
                rewards[move] = []
            rewards[move] += [sample(move) for _ in range(budget // rounds // len(moves))]
        moves = sorted(moves, key=lambda move: -np.mean(rewards[move]))[: half(len(moves))]
    return moves[0]


def halving_by_sums(moves, sample, budget):
    left, sums, counts = list(moves), dict.fromkeys(moves, 0.0), dict.fromkeys(moves, 0)
    rounds = {7: 3, 3: 2, 2: 1}[len(left)]
    for _ in range(rounds):
        share = budget // rounds // len(left)
        for move in left:
            for _ in range(share):
                sums[move] += sample(move)
            counts[move] += share
        left.sort(key=lambda move: sums[move] / counts[move], reverse=True)
        left = left[: ceil(len(left) / 2)]
    return np.int64(left[0])


attack(
    "check_02_1",
    [playouts_needed, playouts_needed_by_halves],
    [
        (lambda s, width: playouts_needed(s, 2 * width), "to either side of the mean"),
        (lambda s, width: int(1 / width), "too few playouts"),
        (lambda s, width: playouts_needed(0.5, width), "s is an argument, not always 0.5"),
        (lambda s, width: int((2 * 1.96 * s / width) ** 2), "just too wide, so round up"),
        (lambda s, width: playouts_needed(s, width) + 1, "fewer would do"),
    ],
)
attack(
    "check_02_2",
    [by_best_reply, by_best_reply_in_loops],
    [
        (by_average_reply, "plays the best one (the replies to 4: 0.3, 0.9, 0.1, 0.2, 0.15)"),
        (lambda replies: [*replies].index(by_best_reply(replies)), "that is its place"),
        (spoils, "changes what it is given"),
    ],
)
attack(
    "check_02_3",
    [careful_player, careful_player_by_luck, careful_without_luck],
    [
        (careful_until_none_is_safe, "stops with IndexError"),
        (careful_without_block, "column 5 must be blocked"),
        (careful_by_heart, ", but "),
    ],
)
attack(
    "check_02_4",
    [halving, halving_by_sums],
    [
        (lambda *given: halving(*given, this_round=True), "the mean of all rewards decides who stays in"),
        (lambda *given: halving(*given, last_all=False), "decides the last round, too"),
        (lambda moves, sample, budget: moves.index(halving(moves, sample, budget)), "not its position"),
        (lambda *given: halving(*given, half=lambda left: left // 2), "of seven moves four stay in"),
    ],
)
