"""Wins are a property that asks the parent, so that it raises at the root; moves are tried from the right."""

import math
from collections import Counter


class Node:
    def __init__(self, state, action=None, parent=None):
        self.state, self.action, self.parent = state, action, parent
        self.children, self.n, self.results = [], 0, Counter()
        self.untried = list(state.legal_moves())

    @property
    def q(self):
        player = self.parent.state.to_move
        return self.results[player] - self.results[3 - player]

    def best_child(self):
        return max(self.children, key=lambda c: c.q / c.n + 1.4 * math.sqrt(2 * math.log(self.n) / c.n))


def grow(board, rng, iterations):
    root = Node(board)
    for _ in range(iterations):
        node = root
        while not node.untried and node.children:
            node = node.best_child()
        if node.untried:
            move = node.untried.pop()
            node.children.append(Node(node.state.play(move), move, node))
            node = node.children[-1]
        end = node.state
        while not end.is_terminal:
            end = end.play(int(rng.choice(end.legal_moves())))
        while node:
            node.n += 1
            node.results[end.winner] += 1
            node = node.parent
    return root


NAMES = {"visits": "n", "wins": "q", "move": "action"}
