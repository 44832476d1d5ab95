"""Alpha Zero's tables: N and Q of (position, move), PUCT, the first iteration counts nothing, a draw is worth 0.0001."""

import math
from types import SimpleNamespace


class Tables:
    def __init__(self, rng):
        self.rng, self.Q, self.Nsa, self.Ns = rng, {}, {}, {}

    def result(self, state, player):
        return 1e-4 if state.winner is None else 1 if state.winner == player else -1

    def search(self, state):
        if state.is_terminal:
            return -self.result(state, state.to_move)
        if state not in self.Ns:
            self.Ns[state] = 0
            end = state
            while not end.is_terminal:
                end = end.play(int(self.rng.choice(end.legal_moves())))
            return -self.result(end, state.to_move)
        legal = state.legal_moves()

        def u(move):
            bonus = math.sqrt(self.Ns[state] + 1e-8) / len(legal) / (1 + self.Nsa.get((state, move), 0))
            return self.Q.get((state, move), 0) + bonus

        edge = state, max(legal, key=u)
        value = self.search(state.play(edge[1]))
        n = self.Nsa.get(edge, 0)
        self.Q[edge] = (n * self.Q.get(edge, 0) + value) / (n + 1)
        self.Nsa[edge] = n + 1
        self.Ns[state] += 1
        return -value


def node(tables, state, n, q):
    moves = [move for move in state.legal_moves() if (state, move) in tables.Nsa]

    def below(move):
        return node(tables, state.play(move), tables.Nsa[state, move], tables.Q[state, move])

    return SimpleNamespace(n=n, q=q, edges=[(move, below(move)) for move in moves])


def grow(board, rng, iterations):
    tables = Tables(rng)
    for _ in range(iterations):
        tables.search(board)
    return node(tables, board, tables.Ns[board], 0)


NAMES = {"visits": "n", "mean": "q", "children": "edges"}
