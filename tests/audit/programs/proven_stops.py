"""UCT that backs up proven results, chooses by them, and stops when the root is proven."""

import math


class Node:
    def __init__(self, action, player):
        self.action, self.player, self.outcome, self.children = action, player, None, []
        self.total_reward, self.explore_count = 0.0, 0

    def value(self, parent_count):
        if self.outcome is not None:
            return self.outcome[self.player]
        if not self.explore_count:
            return math.inf
        return self.total_reward / self.explore_count + 2 * math.sqrt(math.log(parent_count) / self.explore_count)


def returns(state):
    return {player: 0 if state.winner is None else 1 if state.winner == player else -1 for player in (1, 2)}


def grow(board, rng, iterations):
    root = Node(None, board.to_move)
    for _ in range(iterations):
        path, state = [root], board
        while not state.is_terminal and path[-1].explore_count:
            node = path[-1]
            if not node.children:
                node.children = [Node(int(move), state.to_move) for move in rng.permutation(state.legal_moves())]
            path.append(max(node.children, key=lambda child: child.value(node.explore_count)))
            state = state.play(path[-1].action)
        end = state
        while not end.is_terminal:
            end = end.play(int(rng.choice(end.legal_moves())))
        if state.is_terminal:
            path[-1].outcome = returns(state)
        for node in reversed(path):
            node.total_reward += returns(end)[node.player]
            node.explore_count += 1
            if node.children:
                mover = node.children[0].player
                known = [child.outcome for child in node.children if child.outcome]
                best = max(known, key=lambda outcome: outcome[mover], default=None)
                if best and (best[mover] == 1 or len(known) == len(node.children)):
                    node.outcome = best
        if root.outcome is not None:
            break
    return root


NAMES = {"visits": "explore_count", "wins": "total_reward", "move": "action"}
