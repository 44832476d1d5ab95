"""Nothing is wrong: one child at a time in a fixed list, scores of 1, 0, -1 for who moved into the node."""

import math


class Node:
    def __init__(self, board, parent=None):
        self.board, self.parent = board, parent
        self.actions = board.legal_moves()
        self.children = [None for _ in self.actions]
        self.total_score, self.num_visits = 0, 0

    def score(self):
        return self.total_score / self.num_visits + math.sqrt(2 * math.log(self.parent.num_visits) / self.num_visits)

    def descend(self, rng):
        if not self.actions:
            return self
        missing = [place for place, child in enumerate(self.children) if child is None]
        if missing:
            place = int(rng.choice(missing))
            self.children[place] = Node(self.board.play(self.actions[place]), self)
            return self.children[place]
        return max(filter(None, self.children), key=Node.score).descend(rng)


def grow(board, rng, iterations):
    root = Node(board)
    for _ in range(iterations):
        node = root.descend(rng)
        end = node.board
        while not end.is_terminal:
            end = end.play(int(rng.choice(end.legal_moves())))
        while node:
            node.num_visits += 1
            node.total_score += 0 if end.winner is None else -1 if end.winner == node.board.to_move else 1
            node = node.parent
    best = max(filter(None, root.children), key=lambda child: child.num_visits)
    return root, root.actions[root.children.index(best)]


NAMES = {
    "visits": "num_visits",
    "wins": "total_score",
    "children": lambda node: [pair for pair in zip(node.actions, node.children) if pair[1]],
}
