"""The game in a terminal: a conversation over two streams, as a process, and on a pseudo-terminal."""

import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial

import numpy as np
import pytest

import mctslab.terminal as terminal
from c4lib import Board
from mctslab.players import mcts_player

SMALL = ["--rows", "4", "--columns", "5", "--playouts", "50", "--seed", "1"]
COMMAND = [sys.executable, "-m", "mctslab", "play", *SMALL]
NUMBERS = "0 1 2 3 4"


def talk(answers, *arguments):
    """What the game writes when it gets these answers, then the end of input."""
    output = io.StringIO()
    text = "".join(f"{answer}\n" for answer in answers)
    assert terminal.main(["play", *SMALL, *arguments], io.StringIO(text), output) == 0
    return output.getvalue()


def boards(text, numbers=NUMBERS):
    """The positions that were shown, the last one last."""
    lines = text.splitlines()
    ends = [number for number, line in enumerate(lines) if line == numbers]
    return [Board.from_text("\n".join(lines[end - 4 : end + 1])) for end in ends]


def discs(board):
    return np.count_nonzero(board.cells)


# ---------------------------------------------------------------- a conversation


def test_a_move_is_answered_with_ratings_of_every_column_and_a_move():
    text = talk(["2"])
    empty, after = boards(text)
    assert empty == Board(4, 5)
    assert after.cells[3, 2] == 1
    assert discs(after) == 2
    assert re.search(
        r"^column( +\d+){5}\nrating( +\d+%){5}\nvisits( +\d+){5}\nThe search \(O\) plays column \d\.$", text, re.M
    )


def test_the_answer_is_the_move_of_the_search():
    move = mcts_player(50)(Board(4, 5).play(2), np.random.default_rng(1))
    assert f"plays column {move}." in talk(["2"])


@pytest.mark.parametrize("arguments", [[], ["--side", "neither"]])
def test_the_same_seed_and_the_same_moves_are_the_same_game(arguments):
    assert talk("2130", *arguments) == talk("2130", *arguments)
    assert talk("2130", *arguments) != talk("2130", *arguments, "--seed", "2")


def test_a_hint_changes_nothing_in_the_game():
    with_hints, without = talk(["h", "2", "h", "1"]), talk(["2", "1"])
    assert boards(with_hints) == boards(without)
    assert re.findall("visits.*", with_hints)[-1] == re.findall("visits.*", without)[-1]


def test_the_computer_can_begin():
    text = talk([], "--side", "second")
    assert "You are O, the second player." in text
    assert text.index("The search (X) plays") < text.index(NUMBERS)
    assert discs(boards(text)[0]) == 1


@pytest.mark.parametrize("answer", ["", "x", "5", "-1", "1.5", "2 3", "undo", "٣", "\x00", "9" * 400])
def test_wrong_input_gets_a_line_and_the_question_again(answer):
    text = talk([answer, "2"])
    assert re.search(
        r"Your column \(X\): (there is no column|a column is a whole number).*open columns: 0, 1, 2, 3, 4", text
    )
    assert text.count("Your column") == 3
    assert boards(text) == boards(talk(["2"]))


def test_undo_takes_back_the_move_and_its_answer_to_the_start_and_no_further():
    text = talk("21uuu2")
    shown = boards(text)
    assert text.count("there is no move of yours to take back") == 1
    assert [discs(board) for board in shown] == [0, 2, 4, 2, 0, 2]
    assert shown[1] == shown[3]


def test_undo_leaves_the_first_move_of_the_computer():
    text = talk("2uu", "--side", "second")
    assert "no move of yours" in text
    assert [discs(board) for board in boards(text)] == [1, 3, 1]


def test_a_hint_has_ratings_and_a_move():
    text = talk(["h"])
    assert re.search(r"rating( +\d+%){5}\nvisits( +\d+){5}\nThe search would play column \d\.\nYour column", text)


@pytest.mark.parametrize("answer", ["q", "Q", "  q "])
def test_q_leaves(answer):
    assert talk([answer, "2"]).endswith("Your column (X): Goodbye.\n")


def test_the_end_of_input_leaves():
    assert talk([]).endswith("Your column (X): \nGoodbye.\n")


def test_a_question_mark_explains():
    assert talk(["?"]).count(terminal.COMMANDS) == 2


def test_the_end_tells_that_the_search_has_won_and_how():
    """On a single row, where two in a line win."""
    text = talk("0", "--rows=1", "--columns=4", "--connect=2", "--side=second")
    assert re.search(r"\nThe search has won, with the line row 0 column \d, row 0 column \d\.\n$", text)


def test_a_draw_is_told():
    assert talk("0123" * 3, "--rows=1", "--columns=4").endswith("A draw: the board is full.\n")


def test_boards_too_large_for_the_fast_search_are_played_too():
    assert "The search (O) plays" in talk("4", "--rows=9", "--columns=9")


# ---------------------------------------------------------------- computer against computer, and the program's game


def test_the_computer_against_itself_shows_move_value_and_board_at_every_turn():
    text = talk([], "--side", "neither")
    shown = boards(text)
    assert [discs(board) for board in shown] == list(range(1, len(shown) + 1))
    turns = re.findall(r"^column( +\d+)+\nrating.*\nvisits.*\n([XO]) plays column \d, value \d+%\.$", text, re.M)
    assert "".join(symbol for _, symbol in turns) == ("XO" * 20)[: len(shown)]
    assert re.search(r"\n([XO] has won|A draw: the board is full)\.\n$", text)


def test_the_value_shown_is_that_of_the_move_played():
    text = talk([], "--side", "neither")
    for columns, ratings, move, value in re.findall(
        r"^column(.*)\nrating(.*)\nvisits.*\n. plays column (\d), value (\d+%)", text, re.M
    ):
        assert dict(zip(columns.split(), ratings.split()))[move] == value


def test_the_second_player_has_playouts_of_its_own():
    text = talk([], "--side", "neither", "--second", "7")
    assert len(re.findall(r"^visits", text, re.M)) > 4
    totals = [sum(map(int, visits.split())) for visits in re.findall(r"^visits(.*)$", text, re.M)]
    assert totals[0] == 50
    assert totals[1] == 7


def test_with_program_the_published_program_asks_its_questions():
    text = talk(["O", "60"], "--program")
    assert text.startswith(
        "Which player are you, X or O? How many search iterations per turn (10 to 100000)? Agent Move Ratings"
    )


# ---------------------------------------------------------------- the command line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "--playouts", "0"], "playouts must be a whole number, at least 1, not 0"),
        (["play", "--seconds", "-1"], "seconds must be a number from"),
        (["play", "--c", "nan"], "c must be a number from 0 to 1e290, not nan"),
        (["play", "--rows", "2", "--columns", "3"], "no line of 4 fits"),
        (["play", "--rows", "1001"], "at most 1000 rows and columns, not 1001 and 7"),
        (["play", "--columns", "1001"], "at most 1000 rows and columns, not 6 and 1001"),
        (["play", "--seed", "-1"], "seed must be a whole number, at least 0, not -1"),
        ([], "required: play"),
    ],
)
def test_a_bad_command_line_is_told(arguments, message, capsys):
    with pytest.raises(SystemExit) as caught:
        terminal.main(arguments, io.StringIO(), io.StringIO())
    assert caught.value.code == 2
    assert message in capsys.readouterr().err


def test_help_says_it_all(capsys):
    with pytest.raises(SystemExit):
        terminal.main(["play", "--help"])
    text = capsys.readouterr().out
    for word in ("side", "program", "playouts", "second", "seconds", "c", "rows", "columns", "connect", "seed"):
        assert f"--{word}" in text
    for word in ("hint", "undo", "quit"):
        assert word in text


def test_both_limits_or_one_can_be_given():
    def limits(*arguments):
        players = terminal._start_of(terminal._parser().parse_args(["play", *arguments]))[1]
        return [(player.playouts, player.seconds) for player in players]

    assert limits() == [(terminal.PLAYOUTS, None)] * 2
    assert limits("--seconds", "0.5") == [(None, 0.5)] * 2
    assert limits("--seconds", "0.5", "--playouts", "7") == [(7, 0.5)] * 2
    assert limits("--playouts", "7", "--second", "9") == [(7, None), (9, None)]


# ---------------------------------------------------------------- as a process


@pytest.mark.check  # starts processes
def test_a_process_plays_what_the_function_does():
    result = subprocess.run(COMMAND, input="2\nx\nq\n", capture_output=True, text=True, timeout=60)
    assert result.returncode == 0
    assert result.stdout == talk(["2", "x", "q"])


@pytest.mark.check  # starts processes
def test_bytes_that_are_no_text_are_asked_about_again():
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    result = subprocess.run(COMMAND, input=b"\xff\xfe\nq\n", capture_output=True, timeout=60, env=strict)
    assert result.returncode == 0
    assert result.stdout.endswith(b"Goodbye.\n")
    assert b"a column is a whole number" in result.stdout


@pytest.mark.check  # starts processes
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the redirections are those of Linux")
@pytest.mark.parametrize(
    ("redirect", "code", "end"),
    [
        ("<&-", 2, "one of them is closed\n"),
        ("</dev/null >&-", 2, "one of them is closed\n"),
        ("0>/dev/null", 0, "Goodbye.\n"),
        ("</dev/null >/dev/full", 2, "No space left on device\n"),
        ("</dev/null | true; exit ${PIPESTATUS[0]}", 2, "Broken pipe\n"),
    ],
)
def test_streams_that_cannot_be_used_end_the_game_with_a_sentence(redirect, code, end):
    command = ["bash", "-c", f'"$@" {redirect}', "bash", *COMMAND]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    assert (result.returncode, "Traceback" in result.stdout) == (code, False)
    assert result.stdout.endswith(end)


@pytest.mark.check  # starts processes
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
@pytest.mark.parametrize("no_colour", [False, True])
def test_on_a_terminal_there_are_colours_unless_unwanted_and_ctrl_c_leaves(no_colour):
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    environment |= {"NO_COLOR": "1"} if no_colour else {}
    ours, theirs = os.openpty()
    # Under `nohup ... &` SIGINT is ignored, and a child would inherit that.
    default = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        COMMAND, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, preexec_fn=default
    ) as process:
        try:
            os.close(theirs)
            read_until(ours, "Your column (X): ")
            os.write(ours, b"2\n")
            text = read_until(ours, "Your column (X): ")
            interrupt(process, ours)
            assert process.wait(timeout=20) == 0
        finally:
            process.kill()
    os.close(ours)
    assert ("\033[31mX\033[0m" in text) is ("\033[33mO\033[0m" in text) is not no_colour
    plain = re.sub(r"\033\[\d+m", "", text).replace("\r\n", "\n")
    assert discs(boards(plain)[-1]) == 2


def interrupt(process, terminal_end):
    """Press Ctrl-C, again if need be: between the question and the reading of the answer a signal can get lost."""
    for _ in range(10):
        process.send_signal(signal.SIGINT)
        with suppress(TimeoutError):
            return read_until(terminal_end, "Goodbye.", seconds=5)
    raise TimeoutError("ten signals did not end the game")


def read_until(terminal_end, wanted, seconds=60):
    """What the terminal shows up to the `wanted` text."""
    text, end = "", time.monotonic() + seconds
    while wanted not in text:
        if not select.select([terminal_end], [], [], max(end - time.monotonic(), 0))[0]:
            raise TimeoutError(f"no {wanted!r} within {seconds} s, but {text!r}")
        text += os.read(terminal_end, 1024).decode()
    return text


def test_colours_do_not_move_the_columns():
    """Every cell is where it is without colours, on a board with two-digit numbers too; the line is reversed."""

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    board = Board.from_moves([11, 0, 11, 1, 11, 5, 11], 5, 12)
    game = terminal.TerminalGame(board, 1, None, None, io.StringIO(), Terminal())
    game.has_colours = True
    assert re.sub(r"\033\[\d+m", "", game._picture()) == str(board)
    assert game._picture().count(terminal.REVERSED) == 4
