"""Negamax with utilities 1, 0, -1, of which only the positive are added: a draw credits nobody. Children by node, not by move."""

import math


class Node:
    def __init__(self, state, parent=None):
        self.state, self.parent, self.children = state, parent, {}
        self.U, self.N = 0, 0


def ucb(node):
    return math.inf if not node.N else node.U / node.N + 1.4 * math.sqrt(math.log(node.parent.N) / node.N)


def utility(state, player):
    return 0 if state.winner is None else 1 if state.winner == player else -1


def simulate(state, rng):
    player = state.to_move
    while not state.is_terminal:
        state = state.play(int(rng.choice(state.legal_moves())))
    return -utility(state, player)


def backprop(node, value):
    if value > 0:
        node.U += value
    node.N += 1
    if node.parent:
        backprop(node.parent, -value)


def grow(board, rng, iterations):
    root = Node(board)
    for _ in range(iterations):
        node = root
        while node.children:
            node = max(node.children, key=ucb)
        if not node.state.is_terminal:
            node.children = {Node(node.state.play(move), node): move for move in node.state.legal_moves()}
            node = list(node.children)[int(rng.integers(len(node.children)))]
        backprop(node, simulate(node.state, rng))
    return root


NAMES = {"visits": "N", "wins": "U", "children": lambda node: [(move, child) for child, move in node.children.items()]}
