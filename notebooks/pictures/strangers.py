"""What the four strangers' programs of lesson 22 have in common: a node, and the loop around it."""

from c4lib import ucb1

FOR_X = {1: 1, 2: -1, None: 0}  # what a result is worth to X


class Node:
    """A position of the tree; each program says what `add` does, and may have a `value` of its own."""

    def __init__(self, game, parent=None):
        self.game, self.parent = game, parent
        self.mover = 3 - game.to_move  # who moved here
        self.depth = parent.depth + 1 if parent else 0
        self.children, self.visits, self.wins, self.mean = {}, 0, 0, 0

    def value(self):
        """What its parent goes by."""
        return ucb1(self.wins, self.visits, self.parent.visits)

    def add(self, winner):
        """Count the result of a playout."""
        raise NotImplementedError


def grow_with(program):
    """A search, `grow(game, rng, iterations)`, whose tree consists of nodes of this kind."""

    def grow(game, rng, iterations):
        root = program(game)
        for _ in range(iterations):
            node = root
            while node.children:
                node = max(node.children.values(), key=program.value)
            for move in node.game.legal_moves():
                node.children[move] = program(node.game.play(move), node)
            node = next(iter(node.children.values()), node)
            end = node.game
            while not end.is_terminal:
                end = end.play(int(rng.choice(end.legal_moves())))
            while node:
                node.visits += 1
                node.add(end.winner)
                node = node.parent
        return root

    grow.__name__ = program.__name__
    return grow
