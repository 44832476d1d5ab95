"""PUCT with equal priors over nodes that sum the values of who is to move there; the root is expanded before it is searched."""

import math


class Node:
    def __init__(self, state, prior):
        self.state, self.prior, self.children = state, prior, {}
        self.value_sum, self.visit_count = 0, 0

    def expand(self):
        legal = self.state.legal_moves()
        self.children = {move: Node(self.state.play(move), 1 / len(legal)) for move in legal}

    def score(self, child):
        value = -child.value_sum / child.visit_count if child.visit_count else 0
        return value + child.prior * math.sqrt(self.visit_count) / (child.visit_count + 1)


def grow(board, rng, iterations):
    root = Node(board, 0)
    root.expand()
    for _ in range(iterations):
        path = [root]
        while path[-1].children:
            path.append(max(path[-1].children.values(), key=path[-1].score))
        end = path[-1].state
        if not end.is_terminal:
            path[-1].expand()
        while not end.is_terminal:
            end = end.play(int(rng.choice(end.legal_moves())))
        for node in path:
            node.visit_count += 1
            node.value_sum += 0 if end.winner is None else 1 if end.winner == node.state.to_move else -1
    return root


NAMES = {"visits": "visit_count", "wins": "value_sum"}
