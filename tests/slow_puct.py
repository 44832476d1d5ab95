"""PUCT a second time, unlike `mctslab.selfplay.search`, as an oracle: one evaluation a leaf, node by node."""

import math

import numpy as np

from c4lib import SearchNode
from c4lib.fast.bitboard import bits_of


class Table:
    """What positions are worth: random numbers, drawn when a position is first asked for."""

    def __init__(self, seed, columns):
        self.rng, self.columns, self.known = np.random.default_rng(seed), columns, {}

    def __call__(self, positions):
        for position in map(tuple, positions.tolist()):
            if position not in self.known:
                self.known[position] = self.rng.random(self.columns + 1)
        answers = [self.known[position] for position in map(tuple, positions.tolist())]
        rows = np.reshape(answers, (-1, self.columns + 1))
        return rows[:, :-1], rows[:, -1]

    def of(self, board):
        policies, values = self(np.array([bits_of(board)], np.uint64))
        return policies[0], values[0]


def plain_search(table, board, simulations, c, noise=None):
    """PUCT with one evaluation a leaf, node by node."""
    root, share = SearchNode(board), {}
    for simulation in range(simulations):
        node = root
        while node.children:
            total = node.visits

            def puct(child, total=total):
                mean = child.wins / child.visits if child.visits else 0.5
                return mean + c * math.sqrt(total) * share[child] / (1 + child.visits)

            node = max(node.children, key=puct)
        if node.game.is_terminal:
            value = 0.5 if node.game.winner is None else 0.0
        else:
            policy, value = table.of(node.game)
            if simulation == 0 and noise is not None:
                policy = noise + (1 - noise.sum()) * policy
            for move in node.game.legal_moves():
                share[SearchNode(move=move, parent=node)] = policy[move]
        while node is not None:
            value = 1 - value
            node.visits += 1
            node.wins += value
            node = node.parent
    return root


def assert_same(root, trees, tree):
    """Every node has the same statistics and the same children."""
    columns = int(trees.rules.columns)
    pairs = [(root, 0)]
    while pairs:
        node, number = pairs.pop()
        assert (trees.visits[tree, number], trees.wins[tree, number]) == (node.visits, node.wins)
        first = trees.below[tree, number]
        moves = [k for k in range(columns) if first and trees.share[tree, first + k] >= 0]
        assert moves == [child.move for child in node.children]
        pairs += [(child, first + child.move) for child in node.children]
