"""Nodes keep the mean of their results, not the sum; PUCT with c = 5; a leaf gets its children and its playout at once."""

import math


class TreeNode:
    def __init__(self, parent, prior):
        self._parent, self._P, self._children = parent, prior, {}
        self._n_visits, self._Q = 0, 0

    def value(self):
        return self._Q + 5 * self._P * math.sqrt(self._parent._n_visits) / (1 + self._n_visits)

    def update(self, value):
        if self._parent:
            self._parent.update(-value)
        self._n_visits += 1
        self._Q += (value - self._Q) / self._n_visits


def grow(board, rng, iterations):
    root = TreeNode(None, 1)
    for _ in range(iterations):
        node, state = root, board
        while node._children:
            move = max(node._children, key=lambda move: node._children[move].value())
            node, state = node._children[move], state.play(move)
        legal = state.legal_moves()
        node._children = {move: TreeNode(node, 1 / len(legal)) for move in legal}
        end = state
        while not end.is_terminal:
            moves = end.legal_moves()
            end = end.play(max(zip(rng.random(len(moves)), moves))[1])
        node.update(0 if end.winner is None else -1 if end.winner == state.to_move else 1)
    return root, max(root._children.items(), key=lambda pair: pair[1]._n_visits)[0]


NAMES = {"visits": "_n_visits", "mean": "_Q", "children": "_children"}
