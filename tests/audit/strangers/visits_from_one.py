"""Every node begins with one visit; moves are tried in order; the logarithm is that of twice the visits."""

import math


class Node:
    def __init__(self, state, parent=None):
        self.state, self.parent = state, parent
        self.children, self.moves, self.visits, self.reward = [], [], 1, 0.0

    def best(self, rng):
        def score(child):
            return child.reward / child.visits + math.sqrt(math.log(2 * self.visits) / child.visits)

        top = max(map(score, self.children))
        ties = [child for child in self.children if score(child) == top]
        return ties[int(rng.integers(len(ties)))]


def grow(board, rng, iterations):
    root = Node(board)
    for _ in range(iterations):
        node = root
        while node.moves == list(node.state.legal_moves()) and node.moves:
            node = node.best(rng)
        if not node.state.is_terminal:
            move = node.state.legal_moves()[len(node.moves)]
            node.moves.append(move)
            node.children.append(Node(node.state.play(move), node))
            node = node.children[-1]
        end = node.state
        while not end.is_terminal:
            end = end.play(int(rng.choice(end.legal_moves())))
        while node:
            node.visits += 1
            node.reward += 0 if end.winner is None else 1 if end.winner != node.state.to_move else -1
            node = node.parent
    return root


NAMES = {"wins": "reward", "children": lambda node: list(zip(node.moves, node.children))}
