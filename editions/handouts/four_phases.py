"""The search that lessons 04 to 07 go through."""

from c4lib import Board, TreeSearch

BOARD = Board.from_moves("3130234131", rows=4, columns=5)


def lessons_search():
    """The search of these lessons, after 40 iterations."""
    return TreeSearch(BOARD, rng=2).run(40)
