"""Connect Four as an immutable value: rules and looks. How it is written is in `text.py`."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from c4lib._tools.arguments import one_of, shown, whole_number
from c4lib.position import GridPosition
from c4lib.text import NAMES, SYMBOLS, read_board, write_board

MOST_CELLS = 10_000  # of a board
FROM_0 = "columns count from 0 (first=1 reads moves that count from 1)"
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # (row, column) steps: right, down, two diagonals


@lru_cache  # worked out once for each size
def winning_lines(rows: int, columns: int, connect: int) -> tuple[tuple[int, ...], ...]:
    """Every line that wins, as the numbers of its cells: cell (r, c) has number r * columns + c.

    >>> len(winning_lines(6, 7, 4))
    69
    """
    reach = connect - 1
    lines = [
        tuple((row + down * k) * columns + column + right * k for k in range(connect))
        for row in range(rows)
        for column in range(columns)
        for down, right in DIRECTIONS
        if row + down * reach < rows and 0 <= column + right * reach < columns
    ]
    return tuple(dict.fromkeys(lines))  # with connect=1 the four directions are the same line


@lru_cache
def lines_through(rows: int, columns: int, connect: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For every cell, by its number, the winning lines through it.

    >>> len(lines_through(6, 7, 4)[0])  # from the corner: right, down, and one diagonal
    3
    """
    through = [[] for _ in range(rows * columns)]
    for line in winning_lines(rows, columns, connect):
        for cell in line:
            through[cell].append(line)
    return tuple(map(tuple, through))


def completes_line(cells: bytes, landing: int, rows: int, columns: int, connect: int) -> bool:
    """Whether the disc on cell number `landing` stands in a line of `connect` of its player.

    >>> completes_line(bytes([1, 1, 2]), landing=0, rows=1, columns=3, connect=2)
    True
    """
    player = cells[landing]
    for line in lines_through(rows, columns, connect)[landing]:
        for cell in line:  # `any(all(...))` would slow the whole search by two thirds
            if cells[cell] != player:
                break
        else:  # no cell of the line is another's
            return True
    return False


class Board(GridPosition):
    """A Connect Four position: a value that never changes.

    `Board(rows=6, columns=7, connect=4)` is the empty board; `play` gives the next position as a
    new board. Columns are numbered from 0, left to right; row 0 is the top row. Two boards are
    equal when size, line length and discs are; how a position came about (`moves`) does not count.

    Attributes:
        rows, columns, connect: the size (at most 10,000 cells), and how many in a line win.
        to_move: whose turn it is, 1 or 2 (after the end: whose turn it would be).
        winner: 1, 2, or None.
        moves: the columns played from the empty board; None if they are not known.

    Raises:
        ValueError: the size is not of whole numbers, has too many cells, or no line fits on it.

    >>> board = Board(rows=3, columns=5).play(3).play(3)
    >>> print(board)
    . . . . .
    . . . O .
    . . . X .
    0 1 2 3 4
    >>> board.to_move, board.winner, board.legal_moves()
    (1, None, (0, 1, 2, 3, 4))
    """

    def __init__(self, rows: int = 6, columns: int = 7, connect: int = 4) -> None:
        rows = whole_number("rows", rows, 1, MOST_CELLS)
        columns = whole_number("columns", columns, 1, MOST_CELLS)
        connect = whole_number("connect", connect, 1, MOST_CELLS)
        size = f"{rows} rows and {columns} columns"
        if rows * columns > MOST_CELLS:
            raise ValueError(f"a board has at most {MOST_CELLS:,} cells, not {size} of them")
        if connect > max(rows, columns):
            fits = f"one of the two must be at least {connect}"
            raise ValueError(f"no line of {connect} fits on {size}: {fits}")
        # Written here, because a position refuses to be changed.
        self.__dict__.update(
            rows=rows,
            columns=columns,
            connect=connect,
            to_move=1,
            winner=None,
            moves=(),
            # The cells row by row, 0, 1 or 2: `cells` is the NumPy view of this memory.
            _bytes=bytes(rows * columns),
            _open=tuple(range(columns)),  # the columns that are not full
        )

    @property
    def _key(self) -> tuple:
        return self._bytes, self.rows, self.connect

    @property
    def cells(self) -> np.ndarray:
        """The discs: read-only `int8` array of shape (rows, columns), row 0 on top.

        0 is an empty cell, 1 and 2 are the players' discs.

        >>> Board().play(3).cells[5]
        array([0, 0, 0, 1, 0, 0, 0], dtype=int8)
        """
        return np.frombuffer(self._bytes, dtype=np.int8).reshape(self.rows, self.columns)

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over: somebody has a line, or the board is full."""
        return self.winner is not None or not self._open

    def legal_moves(self) -> tuple[int, ...]:
        """The open columns, from left to right; empty when the game is over.

        >>> Board.from_moves("333333").legal_moves()
        (0, 1, 2, 4, 5, 6)
        """
        return self._open if self.winner is None else ()

    def distinct_moves(self) -> tuple[int, ...]:
        """The legal moves; of two that lead to mirror images of one another, only the left one.

        >>> Board().distinct_moves(), Board.from_moves("0").distinct_moves()
        ((0, 1, 2, 3), (0, 1, 2, 3, 4, 5, 6))
        """
        # Two different moves can lead to mirror images only from a symmetrical position.
        if not np.array_equal(self.cells, self.cells[:, ::-1]):
            return self.legal_moves()
        return tuple(column for column in self.legal_moves() if 2 * column < self.columns)

    def play(self, column: int) -> Board:
        """The position after a disc of the player to move falls into `column`.

        This board does not change.

        Raises:
            ValueError: the column is full or does not exist, or the game is over.

        >>> Board().play(7)
        Traceback (most recent call last):
            ...
        ValueError: there is no column 7; open columns: 0, 1, 2, 3, 4, 5, 6
        """
        if type(column) is not int or self.winner is not None or column not in self._open:
            column = self._checked_column(column)
        player, columns, cells = self.to_move, self.columns, self._bytes
        row = cells[column::columns].count(0) - 1  # the lowest empty cell of the column
        landing = row * columns + column
        cells = cells[:landing] + (b"\1" if player == 1 else b"\2") + cells[landing + 1 :]
        wins = completes_line(cells, landing, self.rows, columns, self.connect)
        is_full = row == 0
        board = object.__new__(Board)  # without `__init__`, which would make an empty board
        board.__dict__.update(
            rows=self.rows,
            columns=columns,
            connect=self.connect,
            to_move=3 - player,
            winner=player if wins else None,
            moves=None if self.moves is None else (*self.moves, column),
            _bytes=cells,
            _open=tuple(k for k in self._open if k != column) if is_full else self._open,
        )
        return board

    def _checked_column(self, column: object, first: int = 0) -> int:
        """The column counted from 0; in `column`, and in what an error says, from `first`.

        Raises:
            ValueError: no disc can be played there; the message says why, and what is allowed.
        """
        if self.is_terminal:
            result = f"{NAMES[self.winner]} has won" if self.winner else "the board is full"
            no_disc = f"no disc can be played in column {shown(column)}"
            raise ValueError(f"the game is over ({result}): {no_disc}")
        allowed = f"open columns: {', '.join(str(place + first) for place in self._open)}"
        try:
            place = whole_number("column", column, -math.inf, math.inf) - first
        except ValueError:
            found = reprlib.repr(column)
            raise ValueError(f"a column is a whole number, not {found}; {allowed}") from None
        if not 0 <= place < self.columns:
            raise ValueError(f"there is no column {shown(place + first)}; {allowed}")
        if place not in self._open:
            raise ValueError(f"column {place + first} is full; {allowed}")
        return place

    @property
    def winning_cells(self) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) of every completed line, sorted; empty while nobody has won.

        >>> Board.from_moves("0101010").winning_cells
        ((2, 0), (3, 0), (4, 0), (5, 0))
        """
        cells = set().union(*self._full_lines())
        return tuple(divmod(cell, self.columns) for cell in sorted(cells))

    def _full_lines(self) -> list[tuple[int, ...]]:
        """The winning lines whose cells all hold discs of the same player."""
        cells = self._bytes
        lines = winning_lines(self.rows, self.columns, self.connect)
        return [line for line in lines if cells[line[0]] and len({cells[k] for k in line}) == 1]

    # ---------------------------------------------------------------- from moves, cells and text, and back

    @classmethod
    def from_moves(
        cls,
        moves: str | Iterable[int],
        rows: int = 6,
        columns: int = 7,
        connect: int = 4,
        *,
        first: int = 0,
    ) -> Board:
        """The position after `moves`: a string of digits, or any iterable of column numbers.

        Args:
            moves: the columns, in the order in which they were played.
            rows, columns, connect: the size of the board, and how many in a line win.
            first: the number of the leftmost column in `moves`: 0, or 1, from which most solvers
                and papers count.

        Raises:
            ValueError: a move cannot be played; the message says which one, and why. Or `first` is
                neither 0 nor 1.

        >>> Board.from_moves("3342") == Board.from_moves([3, 3, 4, 2])
        True
        >>> Board.from_moves("4453", first=1) == Board.from_moves("3342")
        True
        >>> Board.from_moves("447")
        Traceback (most recent call last):
            ...
        ValueError: move 3 of '447': there is no column 7; open columns: 0, 1, 2, 3, 4, 5, 6; columns count from 0 (first=1 reads moves that count from 1)
        """
        one_of("first", first, (0, 1))
        if not isinstance(moves, Iterable):
            what = "a string of digits or a list of columns"
            raise ValueError(f"moves must be {what}, not {moves!r}")
        given = played = moves if isinstance(moves, str) else list(moves)
        if isinstance(moves, str):
            played = [int(move) if move in "0123456789" else move for move in moves]

        def play(board: Board, column: object) -> Board:
            return board.play(board._checked_column(column, first))

        empty = cls(rows, columns, connect)
        try:
            return empty._play_all(played, given, play)
        except ValueError as error:
            if first == 0 and str(columns) in map(str, played):  # they seem to count from 1
                raise ValueError(f"{error}; {FROM_0}") from None
            raise

    @classmethod
    def from_cells(cls, cells: object, connect: int = 4) -> Board:
        """The position with these `cells`: array-like of shape (rows, columns), row 0 on top.

        `moves` is None, but for the empty board.

        Raises:
            ValueError: no game leads to it, as far as one sees: values are 0, 1 and 2, no disc
                floats, the counts fit, and the last disc can have completed all lines.

        >>> Board.from_cells([[1, 0, 0, 0], [0, 0, 0, 0]])
        Traceback (most recent call last):
            ...
        ValueError: the disc at row 0, column 0 floats: the cell below it is empty
        """
        array = _cells_array(cells)
        board = cls(*array.shape, connect)
        first, second = _disc_counts(array)
        board.__dict__.update(
            to_move=1 if first == second else 2,
            moves=None if first else (),
            _bytes=array.tobytes(),
            _open=tuple(np.flatnonzero(array[0] == 0).tolist()),
        )
        board.__dict__.update(winner=_checked_winner(board))
        return board

    @classmethod
    def from_text(cls, text: str) -> Board:
        """The position that `str(board)` prints as `text`.

        One row a line, `.` empty, `X` player 1, `O` player 2. The line of column numbers may be
        left out; a last line `connect 5` gives another line length than 4.

        Raises:
            ValueError: it is not written so, or no game leads to the position.

        >>> Board.from_text(str(Board.from_moves("3342"))) == Board.from_moves("3342")
        True
        """
        return cls.from_cells(*read_board(text))

    def __str__(self) -> str:
        return write_board(self.cells, self.connect)

    def __repr__(self) -> str:
        if self.moves is None:
            return f"Board.from_text({str(self)!r})"
        arguments = []
        if (self.rows, self.columns) != (6, 7):
            arguments = [f"rows={self.rows}", f"columns={self.columns}"]
        if self.connect != 4:
            arguments.append(f"connect={self.connect}")
        if not self.moves:
            return f"Board({', '.join(arguments)})"
        moves = "".join(map(str, self.moves)) if self.columns <= 10 else self.moves
        return f"Board.from_moves({', '.join([repr(moves), *arguments])})"

    # ---------------------------------------------------------------- what its moves are called, and where they lie

    def place_of(self, move: int) -> tuple[float, float]:
        """The middle of the disc of the last move, as (x, y) in cells from the lower left corner."""
        return move + 0.5, np.count_nonzero(self.cells[:, move]) - 0.5

    def move_name(self, move: int) -> str:
        """A move in words."""
        return f"column {move}"

    def in_words(self) -> str:
        """The position for a screen reader: each column from the bottom.

        >>> Board.from_moves("334").in_words()
        'column 3: X O; column 4: X'
        """
        columns = []
        for column, cells in enumerate(self.cells[::-1].T):
            discs = [SYMBOLS[player] for player in cells if player]
            if discs:
                columns.append(f"{self.move_name(column)}: {' '.join(discs)}")
        return "; ".join(columns) or "empty"

    def empty_board(self) -> Board:
        """The position before the first move."""
        return Board(self.rows, self.columns, self.connect)


# -------------------------------------------------------------------- what cells can be a position


def _cells_array(cells: object) -> np.ndarray:
    """The `cells` of a board as a new `int8` array of shape (rows, columns).

    Raises:
        ValueError: they are no table of numbers, or one is not 0, 1 or 2.

    >>> _cells_array([[0, 0], [1, 2]]).dtype
    dtype('int8')
    """
    try:
        array = np.asarray(cells)
    except ValueError:
        raise ValueError("the rows of the board have different lengths") from None
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"cells must have the shape (rows, columns), not {array.shape}")
    if array.dtype.kind not in "iuf":
        raise ValueError(f"cells must be numbers, not {array.dtype}")
    wrong = np.argwhere(~np.isin(array, (0, 1, 2)))
    if len(wrong):
        row, column = wrong[0]
        value = array[row, column]
        raise ValueError(f"row {row}, column {column} holds {value}: allowed are 0, 1 and 2")
    return array.astype(np.int8)


def _disc_counts(cells: np.ndarray) -> tuple[int, int]:
    """How many discs each player has in such cells.

    Raises:
        ValueError: a disc floats, or the counts do not fit.

    >>> _disc_counts(_cells_array([[0, 0], [1, 2]]))
    (1, 1)
    """
    floating = np.argwhere((cells[:-1] != 0) & (cells[1:] == 0))
    if len(floating):
        where = "row {}, column {}".format(*floating[0])
        raise ValueError(f"the disc at {where} floats: the cell below it is empty")
    first = int((cells == 1).sum())
    second = int((cells == 2).sum())
    if first - second not in (0, 1):
        counts = f"X has {first} discs and O has {second}"
        raise ValueError(f"{counts}: X starts, so has as many or one more")
    return first, second


def _checked_winner(board: Board) -> int | None:
    """The winner of the position, None if there is no line.

    Raises:
        ValueError: the last disc cannot have completed the lines that there are.
    """
    lines = board._full_lines()
    if not lines:
        return None
    winners = {board._bytes[line[0]] for line in lines}
    if len(winners) > 1:
        raise ValueError("both players have a completed line: the game ends with the first")
    (winner,) = winners
    where = "row {}, column {}".format(*board.winning_cells[0])
    if winner == board.to_move:
        raise ValueError(f"{NAMES[winner]} has the line at {where}, but did not move last")
    heights = (board.cells != 0).argmax(axis=0)  # the row of the highest disc, where there is one
    highest = [row * board.columns + column for column, row in enumerate(heights.tolist())]
    if not any(all(cell in line for line in lines) for cell in highest):
        one = f"the lines of {NAMES[winner]} (one is at {where})"
        raise ValueError(f"{one} cannot all have been completed by the last disc")
    return winner
