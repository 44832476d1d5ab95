"""The program of lesson 00 once more, line by line: lesson 08 puts the reader's own beside it."""

import math

from c4lib import SearchNode


def ucb1(wins, visits, total, c):                                                  # 03
    if visits == 0:                                                                # 03
        return math.inf                                                            # 03
    return wins / visits + c * math.sqrt(math.log(total) / visits)                 # 03

def select(root, settings, rng):                                                   # 04
    node, c = root, settings.c                                                     # 04
    while children := node.children:                                               # 04
        values = [ucb1(one.wins, one.visits, node.visits, c) for one in children]  # 04
        best = [k for k, value in enumerate(values) if value == max(values)]       # 04
        k = best[int(rng.random() * len(best))] if len(best) > 1 else best[0]      # 04
        node = children[k]                                                         # 04
    return node                                                                    # 04

def expand(leaf, settings, rng):                                                   # 05
    if leaf.game.is_terminal or leaf.parent and leaf.visits < settings.expand_at:  # 05
        return leaf                                                                # 05
    for move in leaf.game.legal_moves():                                           # 05
        SearchNode(move=move, parent=leaf)                                         # 05
    added = leaf.children                                                          # 05
    return added[int(rng.random() * len(added))] if len(added) > 1 else added[0]   # 05

def simulate(node, rng):                                                           # 06
    game = node.game                                                               # 06
    while moves := game.legal_moves():                                             # 06
        game = game.play(moves[int(rng.random() * len(moves))])                    # 06
    return game.winner                                                             # 06

def backpropagate(node, winner):                                                   # 07
    for above in node.path:                                                        # 07
        above.visits += 1                                                          # 07
        above.wins += 0.5 if winner is None else winner == above.viewpoint         # 07

def grow(game, settings, rng, iterations):                                         # 08
    root = SearchNode(game)                                                        # 08
    for _ in range(iterations):                                                    # 08
        leaf = select(root, settings, rng)                                         # 08
        node = expand(leaf, settings, rng)                                         # 08
        winner = simulate(node, rng)                                               # 08
        backpropagate(node, winner)                                                # 08
    return root                                                                    # 08
