"""A full board is left without counting; while one child is untried any child is taken; playouts take wins; draws are nothing."""

import math


class Node:
    def __init__(self, state, move=None, parent=None):
        self.state, self.move, self.parent = state, move, parent
        self.children, self.win, self.games = None, 0, 0

    def uct(self):
        return self.win / self.games + math.sqrt(2 * math.log(self.parent.games) / self.games)


def pick(moves, rng):
    return moves[int(rng.integers(len(moves)))]


def playout(state, rng):
    while not state.is_terminal:
        moves = state.legal_moves()
        wins = [move for move in moves if state.play(move).winner]
        state = state.play(wins[0] if wins else pick(moves, rng))
    return state.winner


def grow(board, rng, iterations):
    root = Node(board)
    for _ in range(iterations):
        node = root
        while node.children:
            is_tried = all(child.games for child in node.children)
            node = max(node.children, key=Node.uct) if is_tried else pick(node.children, rng)
        if node.state.cells.all():
            continue
        if not node.state.is_terminal:
            node.children = [Node(node.state.play(move), move, node) for move in node.state.legal_moves()]
            node = pick(node.children, rng)
        winner = playout(node.state, rng)
        while node:
            node.games += 1
            node.win += winner is not None and winner != node.state.to_move
            node = node.parent
    return root


NAMES = {"visits": "games", "wins": "win"}
