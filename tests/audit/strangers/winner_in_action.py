"""An action is (player, column), and `winner in action` is also true where the column has the winner's number."""

import math


class Node:
    def __init__(self, state, action=None, parent=None):
        self.state, self.action, self.parent = state, action, parent
        self.children, self.wins, self.plays = [], 0.0, 0
        self.untried = list(state.legal_moves())

    def ucb(self):
        return self.wins / self.plays + math.sqrt(1.96 * math.log(self.parent.plays) / self.plays)


def grow(board, rng, iterations):
    root = Node(board)
    for _ in range(iterations):
        node = root
        while not node.untried and node.children:
            node = max(node.children, key=Node.ucb)
        if node.untried:
            move = node.untried.pop(int(rng.integers(len(node.untried))))
            node.children.append(Node(node.state.play(move), (node.state.to_move, move), node))
            node = node.children[-1]
        end = node.state
        while not end.is_terminal:
            end = end.play(int(rng.choice(end.legal_moves())))
        while node:
            node.plays += 1
            if node.action and end.winner is not None and end.winner in node.action:
                node.wins += 1
            node = node.parent
    return root


NAMES = {"visits": "plays", "move": lambda node: node.action[1]}
