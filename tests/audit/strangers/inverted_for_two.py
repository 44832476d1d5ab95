"""Results are turned round if player 2 is to move at the root."""

import math


class Node:
    def __init__(self, game, move=None, parent=None):
        self.game, self.move, self.parent = game, move, parent
        self.children, self.visits, self.wins = [], 0, 0.0
        self.untried = list(game.legal_moves())

    def value(self):
        return self.wins / self.visits + math.sqrt(2 * math.log(self.parent.visits) / self.visits)


def grow(board, rng, iterations):
    root = Node(board)
    for _ in range(iterations):
        node = root
        while not node.untried and node.children:
            node = max(node.children, key=Node.value)
        if node.untried:
            move = node.untried.pop(0)
            node.children.append(Node(node.game.play(move), move, node))
            node = node.children[-1]
        end = node.game
        while not end.is_terminal:
            end = end.play(int(rng.choice(end.legal_moves())))
        while node:
            mover = 3 - node.game.to_move
            good = mover if board.to_move == 1 else 3 - mover  # the fault
            node.visits += 1
            node.wins += 0.5 if end.winner is None else float(end.winner == good)
            node = node.parent
    return root


NAMES = {}
