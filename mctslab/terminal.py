"""The game in a terminal: `python -m mctslab play`."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from copy import copy
from typing import TYPE_CHECKING, TextIO

import numpy as np

from c4lib.board import Board
from c4lib.text import SYMBOLS
from mctslab.dialogue import Dialogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from c4lib.search import Search
    from mctslab.players import MCTSPlayer

PLAYOUTS = 5000  # for a move, if nothing else is said: far less than a second
LARGEST = 1000  # number of rows or columns

COLOURS = {"X": "\033[31m", "O": "\033[33m"}
REVERSED, PLAIN = "\033[7m", "\033[0m"

DRAWN = "A draw: the board is full."
COMMANDS = "a column number plays there; h: hint, u: undo your last move, q: quit, ?: this help"
EXAMPLES = f"""during the game: {COMMANDS}

examples:
  python -m mctslab play                                 you begin, on 6 x 7
  python -m mctslab play --side second --seconds 2       the computer begins, and thinks for 2 seconds
  python -m mctslab play --rows 4 --columns 5 --seed 1   a small board, and the same game again for the same moves
  python -m mctslab play --side neither --second 100     the computer against itself, with 100 playouts for the second
  python -m mctslab play --program                       the game of a published C++ program, with its questions
"""

# Default and help of the options that are numbers.
WHOLE_NUMBERS = {
    "playouts": (None, f"for every move (default: {PLAYOUTS}, without --seconds)"),
    "second": (None, "playouts of the second player, with --side neither (default: the same)"),
    "rows": (6, "of the board (default: 6)"),
    "columns": (7, "of the board (default: 7)"),
    "connect": (4, "how many in a line win (default: 4)"),
    "seed": (None, "of the random numbers (default: new ones every time)"),
}
NUMBERS = {
    "seconds": (None, "how long the search thinks about every move"),
    "c": (math.sqrt(2), "exploration constant (default: 1.414)"),
}


# -------------------------------------------------------------------- the command line


def main(
    arguments: list[str] | None = None, source: TextIO | None = None, output: TextIO | None = None
) -> int:
    """Play a game as the command line says; the exit status.

    Args:
        arguments: by default those of the process.
        source: where the human's answers come from, by default the standard input.
        output: where everything is written, by default the standard output.

    >>> import io
    >>> output = io.StringIO()
    >>> main(["play", "--rows=2", "--columns=3", "--connect=2", "--seed=1"], io.StringIO("1\\n2\\n"), output)
    0
    >>> output.getvalue().splitlines()[-1]
    'You have won, with the line row 1 column 1, row 1 column 2.'
    """
    parser = _parser()
    given = parser.parse_args(arguments)
    source, output = source or sys.stdin, output or sys.stdout
    if source is None or output is None:
        streams = "a standard input and a standard output"
        parser.error(f"the game needs {streams}, and one of them is closed")
    try:
        board, players, rng = _start_of(given)
    except ValueError as error:
        parser.error(str(error))
    if given.program:
        from mctslab.published import ProgramGame

        ProgramGame(rng, source, output).run()
    elif given.side == "neither":
        watch(board, players, rng, output)
    else:
        human = 1 if given.side == "first" else 2
        TerminalGame(board, human, players[0], rng, source, output).run()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m mctslab",
        description="Monte Carlo Tree Search on Connect Four.",
        epilog="audit FILE says what is wrong with a search of your own: see audit --help",
    )
    play = parser.add_subparsers(dest="command", required=True, metavar="play | audit").add_parser(
        "play",
        help="play against the search, in the terminal",
        description="Play against the search. X is player 1, who begins; O is player 2.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    text = "whether you begin; neither: the computer plays both sides (default: first)"
    play.add_argument("--side", choices=("first", "second", "neither"), default="first", help=text)
    text = "play the published C++ program's own game: it asks for everything (only --seed counts)"
    play.add_argument("--program", action="store_true", help=text)
    for name, (default, text) in WHOLE_NUMBERS.items():
        play.add_argument(f"--{name}", type=int, metavar="N", default=default, help=text)
    for name, (default, text) in NUMBERS.items():
        play.add_argument(f"--{name}", type=float, metavar="X", default=default, help=text)
    return parser


def _start_of(
    given: argparse.Namespace,
) -> tuple[Board, tuple[MCTSPlayer, MCTSPlayer], np.random.Generator]:
    """The empty board, the computer's players and their random generator.

    The first of the players meets a human; both play if there is none. A ValueError says what
    cannot be.
    """
    if max(given.rows, given.columns) > LARGEST:
        what = f"a board to be shown has at most {LARGEST} rows and columns"
        raise ValueError(f"{what}, not {given.rows} and {given.columns}")
    board = Board(given.rows, given.columns, given.connect)
    if given.seed is not None and given.seed < 0:
        raise ValueError(f"seed must be a whole number, at least 0, not {given.seed}")
    # Only now, because they take a moment to load.
    from c4lib.fast import any_search
    from mctslab.players import mcts_player

    first = given.playouts, given.seconds
    if first == (None, None):
        first = PLAYOUTS, None
    second = first if given.second is None else (given.second, None)
    players = tuple(mcts_player(*limits, keep_tree=True, c=given.c) for limits in (first, second))
    any_search(board, players[0].settings)  # says now if there can be none with this c
    return board, players, np.random.default_rng(given.seed)


# -------------------------------------------------------------------- computer against computer


def watch(
    board: Board, players: Sequence[MCTSPlayer], rng: np.random.Generator, output: TextIO
) -> None:
    """A game of one player against the other; every turn shows the ratings, the move and the board.

    >>> from mctslab.players import mcts_player
    >>> import io
    >>> output = io.StringIO()
    >>> watch(Board(1, 4, 2), [mcts_player(50)] * 2, np.random.default_rng(1), output)
    >>> print(*output.getvalue().splitlines()[-6:], sep="\\n")
    X plays column 2, value 100%.
    O X X .
    0 1 2 3
    connect 2
    <BLANKLINE>
    X has won.
    """
    try:
        while not board.is_terminal:
            symbol = SYMBOLS[board.to_move]
            player = players[board.to_move - 1]
            move = player(board, rng)
            search = player.last_search
            board = board.play(move)
            text = f"{symbol} plays column {move}, value {search.means[move]:.0%}."
            print(ratings(search), text, f"{board}\n", sep="\n", file=output, flush=True)
        print(f"{SYMBOLS[board.winner]} has won." if board.winner else DRAWN, file=output)
    except KeyboardInterrupt:
        print("\nGoodbye.", file=output)


# -------------------------------------------------------------------- the game


class Quit(Exception):
    """The human leaves."""


class TerminalGame(Dialogue):
    """A game of a human against a search, on two streams of text.

    Args:
        board: the position to start from.
        human: which player the human is, 1 or 2.
        player: the computer.
        rng: its random generator.
        source, output: where answers come from, and where everything is written.
    """

    def __init__(
        self,
        board: Board,
        human: int,
        player: MCTSPlayer,
        rng: np.random.Generator,
        source: TextIO,
        output: TextIO,
    ) -> None:
        super().__init__(source, output)
        self.boards = [board]
        self.human = human
        self.player = player
        self.rng = rng
        are_wanted = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.has_colours = output.isatty() and are_wanted

    @property
    def board(self) -> Board:
        """The position now."""
        return self.boards[-1]

    def run(self) -> None:
        """Play until the game is over, or the human leaves (q, end of input, Ctrl-C)."""
        number = {1: "first", 2: "second"}[self.human]
        self.say(f"You are {SYMBOLS[self.human]}, the {number} player.\n{COMMANDS}")
        try:
            while not self.board.is_terminal:
                if self.board.to_move == self.human:
                    self._human_turn()
                else:
                    self._computer_turn()
            self.say(f"\n{self._picture()}\n{self._result()}")
        except (Quit, EOFError, KeyboardInterrupt) as end:
            self.say("Goodbye." if isinstance(end, Quit) else "\nGoodbye.")

    # The turns

    def _computer_turn(self) -> None:
        move = self.player(self.board, self.rng)
        symbol = SYMBOLS[self.board.to_move]
        self.say(f"\n{ratings(self.player.last_search)}")
        self.say(f"The search ({symbol}) plays column {move}.")
        self.boards.append(self.board.play(move))

    def _human_turn(self) -> None:
        """Show the position, and ask until there is a move, or one taken back."""
        from mctslab.players import typed_move

        self.say(f"\n{self._picture()}")
        before = self.board
        question = f"Your column ({SYMBOLS[self.human]}): "
        while self.board is before:
            match self.ask(question).lower():
                case "h":
                    self._hint()
                case "u":
                    self._undo()
                case "q":
                    raise Quit
                case "?":
                    self.say(COMMANDS)
                case answer:
                    try:
                        self.boards.append(self.board.play(typed_move(answer, self.board)))
                    except ValueError as error:
                        self.say(f"{error} (or h, u, q, ?)")

    def _hint(self) -> None:
        """What the search would play for the human."""
        # With a tree and random numbers of its own: the game goes on as without the hint.
        adviser = copy(self.player)
        move = adviser(self.board, np.random.default_rng(0))
        self.say(ratings(adviser.last_search))
        self.say(f"The search would play column {move}.")

    def _undo(self) -> None:
        """Back to where the human moved last."""
        if len(self.boards) > 2:
            del self.boards[-2:]  # the answer, and the move
        else:
            self.say("there is no move of yours to take back")

    # What is shown

    def _picture(self) -> str:
        """The text board; on a terminal with colours, a completed line reversed."""
        if not self.has_colours:
            return str(self.board)
        discs = iter(np.argwhere(self.board.cells).tolist())  # in the order of the text

        def coloured(symbol: re.Match) -> str:
            is_winning = tuple(next(discs)) in self.board.winning_cells
            colour = COLOURS[symbol.group()] + (REVERSED if is_winning else "")
            return colour + symbol.group() + PLAIN

        return re.sub("[XO]", coloured, str(self.board))

    def _result(self) -> str:
        if self.board.winner is None:
            return DRAWN
        who = "You have won" if self.board.winner == self.human else "The search has won"
        cells = ", ".join(f"row {row} column {column}" for row, column in self.board.winning_cells)
        return f"{who}, with the line {cells}."


def ratings(search: Search) -> str:
    """What the search thinks of every move, as a small table.

    The rating is the mean for the player to move.

    >>> from c4lib import Board, TreeSearch
    >>> print(ratings(TreeSearch(Board(), rng=1).run(100)))
    column      0    1    2    3    4    5    6
    rating    64%  38%  38%  83%  50%  67%  74%
    visits     14    8    8   24   12   15   19
    """
    means = search.means.values()
    rows = {
        "column": [str(move) for move in search.visits],
        "rating": ["-" if math.isnan(mean) else f"{mean:.0%}" for mean in means],
        "visits": [f"{count:,}" for count in search.visits.values()],
    }
    width = 2 + max(len(text) for texts in rows.values() for text in texts)
    lines = [name.ljust(8) + "".join(text.rjust(width) for text in rows[name]) for name in rows]
    return "\n".join(lines)
