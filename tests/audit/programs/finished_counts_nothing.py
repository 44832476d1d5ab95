"""An expansion gives every new child a playout; below a finished game there is no child, and nothing is counted."""

import math


class Node:
    def __init__(self, state, move=None, parent=None):
        self.state, self.move, self.parent = state, move, parent
        self.children, self.win_value, self.visits = [], 0, 0

    def update(self, value):
        self.win_value += value
        self.visits += 1
        if self.parent:
            self.parent.update(value)

    def score(self, first):
        sign = 1 if self.parent.state.to_move == first else -1
        bonus = 0.35 * math.sqrt(math.log(self.parent.visits) / (self.visits or 1))
        return sign * self.win_value / (self.visits or 1) + bonus


def grow(board, rng, iterations):
    root = Node(board)
    for _ in range(iterations):
        node = root
        while node.children:
            best = max(child.score(board.to_move) for child in node.children)
            ties = [child for child in node.children if child.score(board.to_move) == best]
            node = ties[int(rng.integers(len(ties)))]
        for move in node.state.legal_moves():
            node.children.append(Node(node.state.play(move), move, node))
        for child in node.children:
            end = child.state
            while not end.is_terminal:
                end = end.play(int(rng.choice(end.legal_moves())))
            child.update(0 if end.winner is None else 1 if end.winner == board.to_move else -1)
    return root


NAMES = {"wins": "win_value"}
