"""All moves of a playout become nodes; with `shared`, a position has one node, however it is reached. A draw is half a win."""

import math
from functools import partial


class Node:
    def __init__(self):
        self.children, self.is_expanded, self.w, self.n = {}, False, 0.0, 0

    def best(self):
        def value(move):
            child = self.children[move]
            return child.w / child.n + math.sqrt(2 * math.log(self.n) / child.n) if child.n else math.inf

        return max(self.children, key=value)


class Search:
    def __init__(self, board, rng, shared):
        self.board, self.rng, self.shared = board, rng, shared
        self.table, self.root = {}, Node()

    def child(self, node, state, move):
        if move not in node.children:
            after = state.play(move)
            node.children[move] = self.table.setdefault(after, Node()) if self.shared else Node()
        return node.children[move]

    def step(self):
        path, players, state, is_inside = [self.root], [], self.board, True
        while not state.is_terminal:
            node = path[-1]
            move = int(self.rng.choice(state.legal_moves()))
            if is_inside and node.is_expanded:
                move = node.best()
            elif is_inside:
                for one in state.legal_moves():
                    self.child(node, state, one)
                node.is_expanded, is_inside = True, False
            path.append(self.child(node, state, move))
            players.append(state.to_move)
            state = state.play(move)
        self.root.n += 1
        for node, player in zip(path[1:], players):
            node.n += 1
            node.w += 0.5 if state.winner is None else float(state.winner == player)


def grow(board, rng, iterations, shared):
    search = Search(board, rng, shared)
    for _ in range(iterations):
        search.step()
    return search.root


NAMES = {"visits": "n", "wins": "w"}
grow_shared = partial(grow, shared=True)
grow = partial(grow, shared=False)
