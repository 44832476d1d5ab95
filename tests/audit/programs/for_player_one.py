"""All nodes count for player 1, and who chooses turns the sign; moves are tried in order; children in a dict."""

import math


class Node:
    def __init__(self, state, parent=None):
        self.state, self.parent, self.children = state, parent, {}
        self.numVisits, self.totalReward = 0, 0

    def best(self):
        sign = 1 if self.state.to_move == 1 else -1

        def value(child):
            bonus = 2**-0.5 * math.sqrt(2 * math.log(self.numVisits) / child.numVisits)
            return sign * child.totalReward / child.numVisits + bonus

        return max(self.children.values(), key=value)


def grow(board, rng, iterations):
    root = Node(board)
    for _ in range(iterations):
        node = root
        while len(node.children) == len(node.state.legal_moves()) and node.children:
            node = node.best()
        for move in node.state.legal_moves():
            if move not in node.children:
                node.children[move] = Node(node.state.play(move), node)
                node = node.children[move]
                break
        end = node.state
        while not end.is_terminal:
            end = end.play(int(rng.choice(end.legal_moves())))
        while node:
            node.numVisits += 1
            node.totalReward += {None: 0, 1: 1, 2: -1}[end.winner]
            node = node.parent
    return root


NAMES = {"visits": "numVisits", "wins": "totalReward"}
