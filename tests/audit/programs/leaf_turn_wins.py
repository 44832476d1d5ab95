"""Whoever is to move at the leaf is counted as the loser of the playout, whoever has won."""

import math


class Noeud:
    def __init__(self, etat, coup=None, parent=None):
        self.etat, self.coup, self.parent = etat, coup, parent
        self.enfants, self.victoires, self.visites = [], 0, 0

    def valeur(self):
        if not self.visites:
            return math.inf
        return self.victoires / self.visites + math.sqrt(2 * math.log(self.parent.visites) / self.visites)


def grow(board, rng, iterations):
    root = Noeud(board)
    for _ in range(iterations):
        node = root
        while node.enfants:
            node = max(node.enfants, key=Noeud.valeur)
        if node.visites and not node.etat.is_terminal:
            node.enfants = [Noeud(node.etat.play(move), move, node) for move in node.etat.legal_moves()]
            node = node.enfants[int(rng.integers(len(node.enfants)))]
        end = node.etat
        while not end.is_terminal:
            end = end.play(int(rng.choice(end.legal_moves())))
        winner = 3 - node.etat.to_move if end.winner else None  # the fault
        while node:
            node.visites += 1
            node.victoires += 0.5 if winner is None else float(winner != node.etat.to_move)
            node = node.parent
    return root


NAMES = {"visits": "visites", "wins": "victoires", "children": "enfants", "move": "coup"}
