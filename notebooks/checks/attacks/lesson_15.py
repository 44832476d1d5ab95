"""Attacks on the checks of lesson 15."""

import copy

import numpy as np

from c4lib import FastSearch, TreeSearch
from checks.attacks import attack, crash, nothing


def kept_share(search, move, reply):
    child = next(node for node in search.root.children if node.move == move)
    return sum(node.visits for node in child.children if node.move == reply) / search.iterations


def kept_share_of_a_copy(search, move, reply):
    moved = copy.deepcopy(search)
    moved.move_root(move)
    moved.move_root(reply)
    return np.float64(moved.iterations) / search.iterations


def kept_share_by_moving(search, move, reply):
    had = search.iterations
    search.move_root(move)
    search.move_root(reply)
    return search.iterations / had


def kept_share_if_looked_at(search, move, reply):
    child = next(node for node in search.root.children if node.move == move)
    return next(node for node in child.children if node.move == reply).visits / search.iterations


def kept_share_by_place(search, move, reply):
    below = search.root.children[move].children
    return below[reply].visits / search.iterations if below else 0


def top_up(search, total, more=0):
    if search.iterations < total:
        search.run(total - search.iterations + more)


def top_up_one_by_one(search, total):
    while search.iterations < total:
        search.run(1)


def catch_up(search, board, fresh=lambda search, board: FastSearch(board, search.settings, search.rng)):
    for move in search.game.legal_moves():
        after = search.game.play(move)
        for reply in after.legal_moves():
            if after.play(reply) == board:
                search.move_root(move)
                search.move_root(reply)
                return search
    return fresh(search, board)


def catch_up_by_cells(search, board):
    new = board.cells != search.game.cells
    ours, theirs = ([column for _, column in np.argwhere(new & (board.cells == player))] for player in (1, 2))
    kept = not np.any(new & (search.game.cells > 0)) and len(ours) == len(theirs) == 1
    if not kept:
        return FastSearch(board, search.settings, search.rng)
    moves = (ours + theirs)[:: 1 if search.game.to_move == 1 else -1]
    for move in moves if search.game.play(moves[0]).play(moves[1]) == board else moves[::-1]:
        search.move_root(int(move))
    return search


def catch_up_in_the_tree(search, board):
    for child in search.root.children:
        for node in child.children:
            if node.game == board:
                search.move_root(child.move)
                search.move_root(node.move)
                return search
    return None


def catch_up_by_one(search, board):
    for move in search.game.legal_moves():
        if search.game.play(move) == board:
            search.move_root(move)
            return search
    return catch_up(search, board)


def catch_up_past_the_end(search, board):
    for move in search.game.legal_moves():
        for reply in range(7):
            if search.game.play(move).play(reply) == board:
                search.move_root(move)
                search.move_root(reply)
                return search
    return FastSearch(board, search.settings, search.rng)


def allot(left, board, rounded=lambda empty: (empty + 1) // 2, least=1, forced=True):
    if forced and len(board.legal_moves()) == 1:
        return 1
    return max(least, left // rounded(int(np.sum(board.cells == 0))))


def allot_by_game(left, board):
    if len(board.legal_moves()) < 2:
        return np.int64(1)
    empty = list(board.cells.ravel()).count(0)
    return max(1, left // len(range(empty)[::2]))


attack(
    "check_15_1",
    [kept_share, kept_share_of_a_copy],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda search, move, reply: search.visits[move] / search.iterations, "before the reply"),  # the stub
        (lambda search, move, reply: f"{kept_share(search, move, reply):.4f}", "expected a number"),
        (kept_share_by_moving, "leaves another search"),
        (kept_share_if_looked_at, "stops with StopIteration"),
        (lambda search, move, reply: kept_share(search, move, reply) * search.iterations, "those are visits"),
        (
            lambda search, move, reply: search.visits[move] * search.visits[reply] / search.iterations**2,
            "too large; expected 0.0420: which visits are below both moves?",
        ),
        (
            lambda search, move, reply: kept_share(search, move, reply) * search.iterations / search.visits[move],
            "too large",
        ),
        (lambda search, move, reply: 0.042, "which visits are below both moves?"),  # right for one input
        (lambda search, move, reply: 100 * kept_share(search, move, reply), "that is in per cent"),
        (lambda search, move, reply: round(kept_share(search, move, reply), 2), "that is rounded"),
        (kept_share_by_place, "000000"),  # passed
        (lambda search, move, reply: kept_share(search, move, reply) or 1 / search.iterations, "never looked at"),
        (lambda search, move, reply: kept_share(search.run(1), move, reply), "leaves another search"),
    ],
)
attack(
    "check_15_2",
    [top_up, top_up_one_by_one],
    [
        (None, "no function"),
        (nothing, "leaves 0: too few"),
        (crash, "stops with KeyError"),
        (lambda search, total: search.run(total), "leaves 3500: too many"),  # the stub
        (lambda search, total: search.run(total - search.iterations), "stops with ValueError"),
        (lambda search, total: search.run(max(0, total - search.iterations)), "at least 1, not 0"),
        (lambda search, total: search.run(max(1, total - search.iterations)), "leaves 2001: too many"),
        (lambda search, total: top_up(search, total, more=1), "leaves 2001: too many"),
        (lambda search, total: top_up(search, total - 1), "leaves 1999: too few"),
        (lambda search, total: top_up(search, 2_000 if search.iterations else total - 1), "leaves 1999: too few"),
        (lambda search, total: top_up(search, total) or search.move_root(3), "moves the root"),
        (lambda search, total: search.iterations or search.run(total), "too few, the root is still short"),
    ],
)
attack(
    "check_15_3",
    [catch_up, catch_up_by_cells],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda search, board: search.move_root(board.moves[-1]), "(a board without its moves) stops with TypeError"),
        (lambda search, board: search, "gives a search of Board.from_moves('')"),
        (lambda search, board: FastSearch(board, search.settings, search.rng), "so the tree can be kept"),
        (lambda search, board: copy.deepcopy(catch_up(search, board)), "gives a new search"),
        (lambda search, board: catch_up(search, board).run(1), "keeps"),
        (catch_up_in_the_tree, "is None"),
        (catch_up_by_one, "no move and reply lead there"),  # passed
        (catch_up_past_the_end, "stops with ValueError"),  # passed
        (
            lambda search, board: catch_up(search, board, lambda search, board: FastSearch(board, rng=search.rng)),
            "needs the settings and the rng of the old one",
        ),
        (
            lambda search, board: catch_up(search, board, lambda search, board: FastSearch(board, search.settings, 1)),
            "needs the settings and the rng of the old one",
        ),  # passed
        (lambda search, board: TreeSearch(board, search.settings, search.rng), "expected a FastSearch"),
    ],
)
attack(
    "check_15_4",
    [allot, allot_by_game],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda left, board: left // 21, "of 40 moves half are your own"),  # the stub
        (lambda left, board: float(allot(left, board)), "expected a whole number"),  # passed
        (lambda left, board: allot(left, board) + 0.5, "expected a whole number"),  # passed
        (lambda left, board: allot(left, board, rounded=lambda empty: empty), "too few: half of the 42"),
        (lambda left, board: allot(left, board, rounded=lambda empty: empty // 2), "more than half are O's own"),
        (lambda left, board: allot(left, board, rounded=lambda empty: empty // 2 + 1), "too few: half of the 42"),
        (lambda left, board: allot(left, board, forced=False), "there is nothing to think about"),
        (lambda left, board: allot(left, board, least=0), "never less than 1"),
        (lambda left, board: max(1, left // (21 - np.sum(board.cells > 0) // 2)), "other sizes"),
        (lambda left, board: -(-left // ((np.sum(board.cells == 0) + 1) // 2)), "rounded down"),
        (
            lambda left, board: max(1, left // max(1, (np.sum(board.cells == 0) + 1) // 2) * (board.to_move == 1)),
            "O's own",
        ),
    ],
)
