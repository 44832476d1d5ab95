"""Perfect play a second time, slow and unlike `c4lib.fast.solver`, as an oracle: every continuation is looked at.

A position is three frozensets of cells (column, height): the discs of the player to move, those of the other, and the
cells where the next disc can land.
"""

from functools import cache


@cache
def lines_through(rows, columns, connect):
    """For every cell of the board, the lines through it, as frozensets of cells."""
    cells = {(column, height) for column in range(columns) for height in range(rows)}
    lines = {
        frozenset((column + place * right, height + place * up) for place in range(connect))
        for column, height in cells
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    }
    return {cell: [line for line in lines if cell in line and line <= cells] for cell in cells}


def slow_scores(moves, rows=6, columns=7, connect=4):
    """{column: score} of the legal moves after these `moves` from the empty board."""
    lines = lines_through(rows, columns, connect)

    def after(landings, cell):
        column, height = cell
        return landings - {cell} | ({(column, height + 1)} if height + 1 < rows else set())

    def score_of(mine, theirs, landings, cell):
        mine = mine | {cell}
        if any(line <= mine for line in lines[cell]):
            discs_of_the_winner_still_to_come = (rows * columns - len(mine) - len(theirs)) // 2
            return discs_of_the_winner_still_to_come + 1
        return -best_score(theirs, mine, after(landings, cell))

    @cache
    def best_score(mine, theirs, landings):
        return max((score_of(mine, theirs, landings, cell) for cell in landings), default=0)

    mine, theirs = frozenset(), frozenset()
    landings = frozenset((column, 0) for column in range(columns))
    for move in moves:
        cell = next(cell for cell in landings if cell[0] == move)
        mine, theirs, landings = theirs, mine | {cell}, after(landings, cell)
    return {cell[0]: score_of(mine, theirs, landings, cell) for cell in landings}
