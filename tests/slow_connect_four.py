"""Connect Four a second time, slow and unlike `c4lib.board`, as an oracle: columns are strings, lines are found in text."""


class SlowGame:
    """A game as one string a column, bottom first, of the letters "1" and "2"."""

    def __init__(self, rows, columns, connect):
        self.rows, self.connect = rows, connect
        self.stacks = [""] * columns
        self.played = 0

    @property
    def to_move(self):
        return self.played % 2 + 1

    def play(self, column):
        self.stacks[column] += str(self.to_move)
        self.played += 1

    def text_rows(self):
        """The board as text, top row first, with blanks for empty cells."""
        grid = [stack.ljust(self.rows) for stack in self.stacks]
        return ["".join(column[row] for column in grid) for row in reversed(range(self.rows))]

    def all_lines_as_text(self):
        grid = self.text_rows()
        yield from grid
        yield from ("".join(column) for column in zip(*grid))
        for shift in (1, -1):  # a diagonal becomes a column when each row is moved by one more than the row above
            width = len(grid[0])
            padded = [" " * (row if shift == 1 else len(grid) - row) + line for row, line in enumerate(grid)]
            sheared = [line.ljust(width + len(grid) + 1) for line in padded]
            yield from ("".join(column) for column in zip(*sheared))

    @property
    def winner(self):
        winners = [player for player in "12" if any(player * self.connect in line for line in self.all_lines_as_text())]
        return int(winners[0]) if winners else None

    @property
    def legal_moves(self):
        if self.winner:
            return ()
        return tuple(column for column, stack in enumerate(self.stacks) if len(stack) < self.rows)
