"""Who has just moved moves again in the playout; the opponent chooses what is good for the root; ln of all iterations."""

import math

import numpy as np

from c4lib.board import completes_line


def playout(board, rng):
    if board.is_terminal:
        return board.winner
    cells, player = board.cells.copy(), 3 - board.to_move
    while not cells.all():
        column = int(rng.choice(np.flatnonzero(cells[0] == 0)))
        row = int(np.flatnonzero(cells[:, column] == 0)[-1])
        cells[row, column] = player
        if completes_line(cells.tobytes(), row * 7 + column, 6, 7, 4):
            return player
        player = 3 - player
    return None


def _grow(board, rng, iterations):
    tree = {(): {"state": board, "child": [], "n": 0, "w": 0}}
    for total in range(iterations):
        path = ()
        while tree[path]["child"]:

            def value(move, path=path, total=total):
                child = tree[(*path, move)]
                n = child["n"] or 1e-4
                return child["w"] / n + 1.4 * math.sqrt(math.log(total) / n)

            path = (*path, max(tree[path]["child"], key=value))
        state = tree[path]["state"]
        if not state.is_terminal:
            for move in state.legal_moves():
                tree[(*path, move)] = {"state": state.play(move), "child": [], "n": 0, "w": 0}
                tree[path]["child"].append(move)
            path = (*path, int(rng.choice(tree[path]["child"])))
        winner = playout(tree[path]["state"], rng)
        for depth in range(len(path) + 1):
            tree[path[:depth]]["n"] += 1
            tree[path[:depth]]["w"] += 0 if winner is None else 1 if winner == board.to_move else -1
    return tree, ()


def children(node):
    tree, path = node
    return [(move, (tree, (*path, move))) for move in tree[path]["child"]]


def grow(board, rng, iterations):
    return _grow(board, rng, iterations), None


NAMES = {"visits": lambda node: node[0][node[1]]["n"], "wins": lambda node: node[0][node[1]]["w"], "children": children}
