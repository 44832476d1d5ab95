"""Hex a second time, slow and unlike `c4lib.hex`, as an oracle: cells are points in the plane, and touch at distance 1."""

from math import dist, isclose


def points(size):
    """The middle of every cell, by name: each row is half a cell to the right of the row above."""
    return {
        f"{chr(97 + column)}{row + 1}": (column + row / 2, -row * 3**0.5 / 2)
        for row in range(size)
        for column in range(size)
    }


def joins(cells, size, player):
    """Whether a way over `cells` leads from top to bottom (player 1), or from left to right (player 2)."""
    middles, line = points(size), (lambda cell: cell[1:]) if player == 1 else (lambda cell: cell[0])
    first, last = ("1", str(size)) if player == 1 else ("a", chr(96 + size))
    flooded, grown = set(), {cell for cell in cells if line(cell) == first}
    while grown != flooded:
        flooded = grown
        near = {cell for cell in cells if any(isclose(dist(middles[cell], middles[other]), 1) for other in flooded)}
        grown = flooded | near
    return any(line(cell) == last for cell in flooded)


def winners(black, white, size):
    """The players whose stones join their two sides."""
    return [player for player, stones in ((1, black), (2, white)) if joins(stones, size, player)]
