"""P4's own game in a terminal: its questions, its columns from 1 to 7, its thinking ahead, and another game if wanted."""

from __future__ import annotations

import re
from typing import TextIO

import numpy as np

from c4lib.board import SYMBOLS, Board
from c4lib.fast.search import FastSearch
from c4lib.published.cpp_program import PROGRAM, is_drawn

FEWEST, MOST = 10, 100_000  # iterations


class ProgramGame:
    """The course of the program's games, on two streams of text.

    It asks for the side and the iterations, searches once before the game and once for every turn, the human's too,
    shows the rating of every column before its own move, calls every full board a draw, and asks for another game.
    (The search is `FastSearch`: ties within the tree are broken at random.)

    Args:
        rng: where all random choices come from.
        source: where the human's answers come from.
        output: where everything is written.

    >>> import io
    >>> output = io.StringIO()
    >>> answers = io.StringIO("O\\n1000\\n4\\n")
    >>> ProgramGame(np.random.default_rng(1), answers, output).run()
    >>> print(*output.getvalue().splitlines()[3:14], sep="\\n")
    Move ratings: 1: 0.43, 2: 0.54, 3: 0.55, 4: 0.65, 5: 0.58, 6: 0.51, 7: 0.47
    The program plays column 4.
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . X . . .
    1 2 3 4 5 6 7
    """

    def __init__(self, rng: np.random.Generator, source: TextIO, output: TextIO) -> None:
        self.rng, self.source, self.output = rng, source, output

    def run(self) -> None:
        """Play games until the human wants no other one, or leaves (end of input, Ctrl-C)."""
        another = "Y"
        try:
            while another == "Y":
                human = 1 + "XO".index(self._ask("Which player are you, X or O? ", "[XO]"))
                self._play(human, self._iterations())
                another = self._ask("Play again? Y or N: ", ".*")
        except (EOFError, KeyboardInterrupt):
            self._say("\nGoodbye.")

    def _play(self, human: int, iterations: int) -> None:
        search = FastSearch(Board(), PROGRAM, self.rng).run(iterations)  # once before the game
        if human == 1:
            self._say(picture(search.game))
        while True:
            is_human = search.game.to_move == human
            if search.game.moves or not is_human:
                search.run(iterations)  # at every turn, the human's too, but for a first move of the human's
            move = self._column(search.game) if is_human else search.best_move()
            if not is_human:
                ratings = ", ".join(f"{column + 1}: {mean:.2f}" for column, mean in search.means.items())
                self._say(f"Move ratings: {ratings}\nThe program plays column {move + 1}.")
            after = search.game.play(move)
            self._say(picture(after))
            if after.is_terminal:
                break
            search.move_root(move)
        self._say("The game is drawn." if is_drawn(after) else f"Player {SYMBOLS[after.winner]} wins.")

    def _iterations(self) -> int:
        question = f"How many search iterations per turn ({FEWEST} to {MOST})? "
        while not FEWEST <= (number := int(self._ask(question, "[0-9]{1,9}"))) <= MOST:
            pass
        return number

    def _column(self, board: Board) -> int:
        columns = "".join(str(move + 1) for move in board.legal_moves())
        return int(self._ask(f"Player {SYMBOLS[board.to_move]}, choose a column [1-7]: ", f"[{columns}]")) - 1

    def _ask(self, question: str, pattern: str) -> str:
        """The first answer that matches the `pattern`; the question comes again until there is one."""
        while True:
            self.output.write(question)
            self.output.flush()
            try:
                line = self.source.readline()
            except (OSError, ValueError):  # a stream that is closed, or not for reading
                line = ""
            if not line:
                raise EOFError
            if re.fullmatch(pattern, answer := line.strip().upper()):
                return answer

    def _say(self, text: str) -> None:
        self.output.write(text + "\n")
        self.output.flush()


def picture(board: Board) -> str:
    """The text board with its columns counted from 1.

    >>> print(picture(Board.from_moves("0", rows=1, columns=4)))
    X . . .
    1 2 3 4
    """
    rows = str(board).splitlines()[: board.rows]
    return "\n".join([*rows, " ".join(str(column + 1) for column in range(board.columns))])
