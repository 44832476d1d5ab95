"""The game in a terminal: `python -m mctslab play`."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Sequence
from copy import copy

import numpy as np

from c4lib._tools.arguments import generator_of
from c4lib.board import Board
from c4lib.search import Search
from c4lib.text import NAMES
from mctslab.players import MCTSPlayer, mcts_player, typed_move
from mctslab.published import IN_THE_SEARCH, ProgramPlayer

COMMANDS = "a column number plays there; h: hint, u: undo your last move, q: quit, ?: this help"
SIDES = {"first": 1, "second": 2}  # which player the human is
NUMBERS = {
    "playouts": (5000, "of the search, for every move (default: 5000)"),
    "rows": (6, "of the board (default: 6)"),
    "columns": (7, "of the board (default: 7)"),
    "connect": (4, "how many in a line win (default: 4)"),
    "seed": (None, "of the random numbers (default: new ones every time)"),
}
Ask = Callable[[str], str]  # takes a question, and returns the human's answer


def main(options: Sequence[str] = (), ask: Ask = input) -> int:
    """Play games as the `options` say, until the human wants no other; the exit status."""
    parser = _parser()
    given = parser.parse_args(options)
    try:
        board = Board(given.rows, given.columns, given.connect)
        player = mcts_player(given.playouts, keep_tree=True)
        rng = generator_of(given.seed)
    except ValueError as error:
        parser.error(str(error))
    human = SIDES[given.side]
    again = "Y"
    try:
        while again == "Y":
            if given.program:
                human, player = _program(ask)
            play(board, human, player, rng, ask)
            again = _answer(ask, "Play again, Y or N? ", "[YN]", "Y or N")
    except Quit:
        print("Goodbye.")
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye.")
    return 0


def _parser() -> argparse.ArgumentParser:
    what = "Connect Four against Monte Carlo Tree Search: X is player 1, who begins."
    parser = argparse.ArgumentParser("python -m mctslab play", description=what, epilog=COMMANDS)
    parser.add_argument("--side", choices=SIDES, default="first", help="yours (default: first)")
    program = "play a published C++ program, which asks for your side and for its iterations"
    parser.add_argument("--program", action="store_true", help=program)
    for name, (default, text) in NUMBERS.items():
        parser.add_argument(f"--{name}", type=int, metavar="N", default=default, help=text)
    return parser


def _program(ask: Ask) -> tuple[int, ProgramPlayer]:
    """Which player the human is, and the published program, as it asks for them before a game."""
    side = _answer(ask, "Which player are you, X or O? ", "[XO]", "X or O")
    question = "How many search iterations per turn (10 to 100000)? "
    iterations = _answer(ask, question, "[1-9][0-9]{1,4}|100000", "a number from 10 to 100000")
    return "XO".index(side) + 1, ProgramPlayer(int(iterations), fixed=IN_THE_SEARCH)


def _answer(ask: Ask, question: str, pattern: str, allowed: str) -> str:
    """The first answer that matches, in capitals; until then it is said what is `allowed`."""
    while not re.fullmatch(pattern, answer := ask(question).strip().upper()):
        print(f"the answer must be {allowed}, not {answer!r}")
    return answer


class Quit(Exception):
    """The human leaves."""


def play(
    board: Board, human: int, player: MCTSPlayer, rng: np.random.Generator, ask: Ask
) -> None:
    """Play a game from `board`: the `human`, player 1 or 2, against the `player`."""
    boards = [board]
    number = "first" if human == 1 else "second"
    print(f"You are {NAMES[human]}, the {number} player.\n{COMMANDS}")
    while not boards[-1].is_terminal:
        board = boards[-1]
        if board.to_move == human:
            print(f"\n{board}")
            _human_turn(boards, player, ask)
        else:
            move = player(board, rng)
            print(f"\n{ratings(player.last_search)}")
            print(f"The search ({NAMES[board.to_move]}) plays column {move}.")
            boards.append(board.play(move))
    print(f"\n{boards[-1]}\n{_result(boards[-1])}")


def _human_turn(boards: list[Board], player: MCTSPlayer, ask: Ask) -> None:
    """Ask until there is a board more, or until two were taken back."""
    board = boards[-1]
    while boards[-1] is board:
        answer = ask(f"Your column ({NAMES[board.to_move]}): ").strip().lower()
        if answer == "q":
            raise Quit
        elif answer == "?":
            print(COMMANDS)
        elif answer == "h":
            adviser = copy(player)  # without the tree of the game, which goes on as if not asked
            move = adviser(board, np.random.default_rng(0))
            print(f"{ratings(adviser.last_search)}\nThe search would play column {move}.")
        elif answer == "u" and len(boards) > 2:
            del boards[-2:]  # the answer, and the move
        elif answer == "u":
            print("there is no move of yours to take back")
        else:
            try:
                boards.append(board.play(typed_move(answer, board)))
            except ValueError as error:
                print(f"{error} (or h, u, q, ?)")


def ratings(search: Search) -> str:
    """What the search thinks of every move: its mean for the player to move, and its visits."""
    rows = {
        "column": [str(move) for move in search.visits],
        "rating": ["-" if math.isnan(mean) else f"{mean:.0%}" for mean in search.means.values()],
        "visits": [f"{visits:,}" for visits in search.visits.values()],
    }
    width = 2 + max(len(text) for texts in rows.values() for text in texts)
    lines = [name.ljust(8) + "".join(text.rjust(width) for text in rows[name]) for name in rows]
    return "\n".join(lines)


def _result(board: Board) -> str:
    if board.winner is None:
        return "A draw: the board is full."
    cells = ", ".join(f"row {row} column {column}" for row, column in board.winning_cells)
    return f"{NAMES[board.winner]} has won, with the line {cells}."
