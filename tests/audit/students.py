"""Searches as students bring them: that of the course, and the shapes found everywhere."""

COURSE = """
import math

from c4lib import SearchNode


def ucb1(wins, visits, parent_visits, c):
    if visits == 0:
        return math.inf
    return wins / visits + c * math.sqrt(math.log(parent_visits) / visits)


def select(root, settings, rng):
    node = root
    while node.children:
        values = [ucb1(child.wins, child.visits, node.visits, settings.c) for child in node.children]
        best = [child for child, value in zip(node.children, values) if value == max(values)]
        node = best[int(rng.random() * len(best))] if len(best) > 1 else best[0]
    return node


def expand(leaf, settings, rng):
    waits = leaf.parent is not None and leaf.visits < settings.expand_at
    if leaf.game.is_terminal or waits:
        return leaf
    for move in leaf.game.legal_moves():
        SearchNode(move=move, parent=leaf)
    added = leaf.children
    return added[int(rng.random() * len(added))] if len(added) > 1 else added[0]


def simulate(node, rng):
    game = node.game
    while legal := game.legal_moves():
        game = game.play(legal[int(rng.random() * len(legal))])
    return game.winner


def backpropagate(node, winner):
    while node is not None:
        node.visits += 1
        if winner is None:
            node.wins += 0.5
        elif winner == 3 - node.game.to_move:
            node.wins += 1
        node = node.parent


def grow(board, settings, rng, iterations):
    root = SearchNode(board)
    for _ in range(iterations):
        node = expand(select(root, settings, rng), settings, rng)
        backpropagate(node, simulate(node, rng))
    return root
"""

# One child at a time from a list of untried moves, a position that is changed in place, Python's own random numbers.
UNTRIED = """
import math
import random


class Node:
    def __init__(self, state, move=None, parent=None):
        self.move = move
        self.parentNode = parent
        self.childNodes = []
        self.wins = 0
        self.visits = 0
        self.untriedMoves = state.GetMoves()
        self.player = state.playerJustMoved

    def value(self):
        return self.wins / self.visits + math.sqrt(2 * math.log(self.parentNode.visits) / self.visits)


def UCT(rootstate, itermax):
    root = Node(rootstate)
    for _ in range(itermax):
        node, state = root, rootstate.Clone()
        while not node.untriedMoves and node.childNodes:
            node = max(node.childNodes, key=Node.value)
            state.DoMove(node.move)
        if node.untriedMoves:
            move = node.untriedMoves.pop(random.randrange(len(node.untriedMoves)))
            state.DoMove(move)
            node.childNodes.append(Node(state, move, node))
            node = node.childNodes[-1]
        while state.GetMoves():
            state.DoMove(random.choice(state.GetMoves()))
        while node:
            node.visits += 1
            node.wins += state.GetResult(node.player)
            node = node.parentNode
    return max(root.childNodes, key=lambda child: child.visits).move
"""

# A class with a root; children in a dict; 1, 0 and -1 for the player to move; c = 1 on that scale.
NEGAMAX = """
import math


class Node:
    def __init__(self, state, parent=None):
        self.state, self.parent, self.children = state, parent, {}
        self.n, self.q = 0, 0.0


class MCTS:
    def __init__(self, game, rng, c=1.0):
        self.root, self.rng, self.c = Node(game), rng, c

    def value(self, node):
        return -node.q / node.n + self.c * math.sqrt(math.log(node.parent.n) / node.n)

    def run(self, n):
        for _ in range(n):
            self.step()

    def step(self):
        node = self.root
        while not node.state.is_terminal and len(node.children) == len(node.state.legal_moves()):
            node = max(node.children.values(), key=self.value)
        if not node.state.is_terminal:
            move = int(self.rng.choice([one for one in node.state.legal_moves() if one not in node.children]))
            node.children[move] = Node(node.state.play(move), node)
            node = node.children[move]
        game = node.state
        while not game.is_terminal:
            game = game.play(int(self.rng.choice(game.legal_moves())))
        while node:
            node.n += 1
            node.q += 0 if game.winner is None else 1 if game.winner == node.state.to_move else -1
            node = node.parent
"""
