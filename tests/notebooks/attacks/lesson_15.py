"""Attacks on the checks of lesson 15."""

import copy
import math

import numpy as np

from attacks import attack
from c4lib import FastSearch


def node_after(root, *moves):
    for move in moves:
        root = next(node for node in root.children if node.move == move)
    return root


def kept_tree(root, move, reply):
    reached = node_after(root, move, reply)
    reached.parent = None
    return reached


def kept_tree_of_a_copy(root, move, reply):
    for node in root.descendants:
        if [one.move for one in node.path[1:]] == [move, reply]:
            copied = copy.deepcopy(node)
            copied.become_root(node.game)
            return copied


def kept_tree_by_place(root, move, reply):
    reached = root.children[move].children[reply]
    reached.parent = None
    return reached


def turned_for_o(root, move, reply):
    """The wins are turned into losses where O is to move."""
    reached = kept_tree(root, move, reply)
    if root.game.to_move == 2:
        for node in (reached, *reached.descendants):
            node.wins = node.visits - node.wins
    return reached


def without_the_end(root, move, reply):
    reached = node_after(root, move, reply)
    return reached.parent if reached.game.is_terminal else kept_tree(root, move, reply)


def mean_doublings(grown):
    return np.log2(grown).mean()


def mean_doublings_from_move_to_move(grown):
    return np.log2(grown[1:] / grown[:-1]).mean()


def promised(visits, playouts, elo, doublings=mean_doublings):
    return 1 / (1 + 10 ** (-elo * doublings(np.array(visits) / playouts) / 400))


def promised_move_by_move(visits, playouts, elo):
    points = [elo * (math.log(n) - math.log(playouts)) / math.log(2) for n in visits]
    odds = 10 ** (sum(points) / len(points) / 400)
    return odds / (1 + odds)


def top_up(search, total):
    if search.iterations < total:
        search.run(total - search.iterations)


def top_up_one_by_one(search, total):
    while search.iterations < total:
        search.run(1)


def fresh_search(search, board):
    return FastSearch(board, search.settings, search.rng)


def catch_up(search, board, fresh=fresh_search):
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
        return fresh_search(search, board)
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


def catch_up_after_the_first_iteration(search, board):
    return catch_up(search, board) if search.iterations else search


def catch_up_without_the_end(search, board):
    return fresh_search(search, board) if board.is_terminal else catch_up(search, board)


def with_another_rng(search, board):
    return FastSearch(board, search.settings, 1)


def catch_up_by_one(search, board):
    for move in search.game.legal_moves():
        if search.game.play(move) == board:
            search.move_root(move)
            return search
    return catch_up(search, board)


def allot(left, board):
    if len(board.legal_moves()) == 1:
        return 1
    return max(1, left // own_moves(board))


def own_moves(board):
    return (int(np.sum(board.cells == 0)) + 1) // 2


def allot_for_x(left, board):
    """Where O is to move there is one for each move."""
    return allot(left, board) if board.to_move == 1 else 1


def allot_by_game(left, board):
    if len(board.legal_moves()) < 2:
        return np.int64(1)
    empty = list(board.cells.ravel()).count(0)
    return max(1, left // len(range(empty)[::2]))


attack(
    "check_15_1",
    [kept_tree, kept_tree_of_a_copy],
    [
        (lambda root, move, reply: root.children[move].children[reply], "still hangs in the old tree"),
        (kept_tree_by_place, "another position"),
        (turned_for_o, "turned all wins into losses"),
        (without_the_end, "gives the node after 2, before the reply"),
    ],
)
attack(
    "check_15_2",
    [promised, promised_move_by_move],
    [
        (lambda *given: promised(*given, mean_doublings_from_move_to_move), "that of the move before"),
        (lambda *given: promised(*given, np.log2).mean(), "the mean of the moves' scores"),
        (lambda *given: round(promised(*given), 2), "rounded"),
        (lambda visits, playouts, elo: promised(visits, 100, elo), "too large"),
    ],
)
attack(
    "check_15_3",
    [catch_up, catch_up_by_cells],
    [
        (catch_up_in_the_tree, "is None"),
        (
            catch_up_after_the_first_iteration,
            ", before the first iteration gives a search of Board.from_moves(''), another position",
        ),
        (
            catch_up_without_the_end,
            "catch_up from 010161 to 01016121 (a board without its moves) stops with ValueError: the game is over",
        ),
        (catch_up_by_one, "no move and reply lead there"),
        (lambda *given: catch_up(*given, fresh=with_another_rng), "needs the settings and the rng of the old one"),
    ],
)
attack(
    "check_15_4",
    [top_up, top_up_one_by_one],
    [
        (lambda search, total: search.run(total), "leaves 3500: too many"),
        (lambda search, total: search.run(total - search.iterations), "stops with ValueError"),
        (lambda search, total: top_up(search, total - search.game.to_move + 1), "leaves 1999: too few"),
    ],
)
attack(
    "check_15_5",
    [allot, allot_by_game],
    [
        (lambda left, board: left // 21, "of 40 moves half are your own"),
        (lambda left, board: float(allot(left, board)), "expected a whole number"),
        (allot_for_x, "O's own"),
    ],
)
