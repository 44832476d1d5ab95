"""A search as students of the course bring it."""

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


def grow(game, settings, rng, iterations):
    root = SearchNode(game)
    for _ in range(iterations):
        node = expand(select(root, settings, rng), settings, rng)
        backpropagate(node, simulate(node, rng))
    return root
"""
