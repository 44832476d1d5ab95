"""Statistics in a table by position: an untried move counts as 0 wins in 1 visit, so it may wait. The root is not counted."""

import math


class Stat:
    def __init__(self):
        self.value, self.visits = 0.0, 0


def _grow(board, rng, iterations):
    stats = {}
    for _ in range(iterations):
        state, visited, is_inside = board, [], True
        while not state.is_terminal:
            after = [state.play(move) for move in state.legal_moves()]
            if is_inside and not all(one in stats for one in after):
                for one in after:
                    stats.setdefault(one, Stat())
                is_inside = False
            elif is_inside:
                log = math.log(sum(stats[one].visits for one in after) or 1)

                def ucb(one, log=log):
                    n = stats[one].visits or 1
                    return stats[one].value / n + 1.4 * math.sqrt(log / n)

                after = [one for one in after if ucb(one) == max(map(ucb, after))]
            state = after[int(rng.integers(len(after)))]
            visited.append(state)
        for one in visited:
            if one in stats:
                stats[one].visits += 1
                stats[one].value += 0.5 if state.winner is None else float(state.winner != one.to_move)
    return stats, board


def children(node):
    stats, state = node
    below = [(move, (stats, state.play(move))) for move in state.legal_moves()]
    return [(move, child) for move, child in below if child[1] in stats]


def grow(board, rng, iterations):
    return _grow(board, rng, iterations), None


NAMES = {
    "visits": lambda node: node[0][node[1]].visits if node[1] in node[0] else 0,
    "wins": lambda node: node[0][node[1]].value,
    "children": children,
}
