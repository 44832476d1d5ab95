"""The game in a terminal: a conversation of questions and answers, and once as a process."""

import re
import subprocess
import sys

import numpy as np
import pytest

from c4lib import Board, FastSearch
from mctslab.players import mcts_player
from mctslab.published import PROGRAM
from mctslab.terminal import COMMANDS, main

SMALL = ["--rows=4", "--columns=5", "--playouts=50", "--seed=1"]
TINY = ["--rows=1", "--columns=4", "--connect=2", "--playouts=50", "--seed=1"]  # two in a row win


@pytest.fixture
def talk(capsys):
    """A conversation: what the game shows if it gets these answers, and then the end of input."""

    def show(answers, *options):
        given = iter(answers)

        def ask(question):
            print(question)
            try:
                return next(given)
            except StopIteration:
                raise EOFError from None

        assert main(options or SMALL, ask) == 0
        return capsys.readouterr().out

    return show


def boards(text):
    """The positions of 4 x 5 that were shown, the last one last."""
    lines = text.splitlines()
    ends = [number for number, line in enumerate(lines) if line == "0 1 2 3 4"]
    return [Board.from_text("\n".join(lines[end - 4 : end + 1])) for end in ends]


def discs(text):
    return [np.count_nonzero(board.cells) for board in boards(text)]


# ---------------------------------------------------------------- the turns


def test_a_move_is_answered_with_ratings_of_every_column_and_a_move(talk):
    shape = r"^column( +\d+){5}\nrating( +\d+%){5}\nvisits( +\d+){5}\nThe search \(O\) plays column \d\.$"
    text = talk("2")
    assert re.search(shape, text, re.M)
    assert discs(text) == [0, 2]


def test_the_answer_is_the_move_of_the_search(talk):
    move = mcts_player(50)(Board(4, 5).play(2), np.random.default_rng(1))
    assert f"plays column {move}." in talk("2")


def test_the_computer_can_begin(talk):
    text = talk("", *SMALL, "--side=second")
    assert "You are O, the second player." in text
    assert discs(text) == [1]


def test_another_seed_is_another_game(talk):
    games = [talk("2130"), talk("2130"), talk("2130", *SMALL, "--seed=2")]
    assert games[0] == games[1] != games[2]


# ---------------------------------------------------------------- what else can be typed


@pytest.mark.parametrize("answer", ["", "x", "5", "-1", "1.5", "2 3", "undo", "٣", "\x00", "9" * 400])
def test_a_wrong_column_is_told_and_asked_for_again(talk, answer):
    text = talk([answer, "2"])
    assert re.search(r"(there is no column|a column is a whole number).*open columns: 0, 1, 2, 3, 4", text)
    assert boards(text) == boards(talk("2"))


def test_a_hint_has_ratings_and_a_move(talk):
    assert re.search(r"rating( +\d+%){5}\nvisits( +\d+){5}\nThe search would play column \d\.\n", talk("h"))


def test_a_hint_changes_nothing_in_the_game(talk):
    asked, not_asked = talk("h2h1"), talk("21")
    assert boards(asked) == boards(not_asked)
    assert re.findall("visits.*", asked)[-1] == re.findall("visits.*", not_asked)[-1]


def test_undo_takes_back_the_move_and_its_answer_to_the_start_and_no_further(talk):
    text = talk("21uuu2")
    assert discs(text) == [0, 2, 4, 2, 0, 2]
    assert text.count("there is no move of yours to take back") == 1


def test_undo_leaves_the_first_move_of_the_computer(talk):
    assert discs(talk("2uu", *SMALL, "--side=second")) == [1, 3, 1]


def test_a_question_mark_explains(talk):
    assert talk("?").count(COMMANDS) == 2


# ---------------------------------------------------------------- the end


def test_q_leaves(talk):
    assert talk(["  Q "]).endswith("Your column (X): \nGoodbye.\n")


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_the_end_of_input_and_ctrl_c_leave(capsys, end):
    def ask(question):
        raise end

    assert main(SMALL, ask) == 0
    assert capsys.readouterr().out.endswith("\nGoodbye.\n")


def test_the_end_tells_who_has_won_and_how(talk):
    text = talk("0", *TINY, "--side=second")
    assert re.search(r"\nX has won, with the line row 0 column \d, row 0 column \d\.\n", text)


def test_a_draw_is_told(talk):
    assert "\nA draw: the board is full.\n" in talk("0123" * 3, "--rows=1", "--columns=4")


@pytest.mark.parametrize(("answers", "games"), [("0N", 1), ("0y0n", 2), (["0", "perhaps", "Y", "0"], 2)])
def test_another_game_is_played_if_wanted(talk, answers, games):
    text = talk(answers, *TINY, "--side=second")
    assert text.count("You are O") == games
    assert text.count("the answer must be Y or N, not 'PERHAPS'") == answers.count("perhaps")


# ---------------------------------------------------------------- the published program


def test_the_program_asks_for_the_side_and_the_iterations(talk):
    text = talk(["o", "60"], "--program")
    assert text.startswith("Which player are you, X or O? \nHow many search iterations per turn (10 to 100000)? \n")
    assert "You are O" in text


@pytest.mark.parametrize(
    ("answers", "told"), [(["Z", "", "1"], 3), (["X", "9", "100001", "ten", "1e3"], 4), (["X", "10"], 0), (["X", "100000"], 0)]
)
def test_what_the_program_does_not_offer_is_told_and_asked_for_again(talk, answers, told):
    assert talk(answers, "--program").count("the answer must be") == told


def test_the_program_searches_twice_before_its_first_move(talk):
    move = FastSearch(Board(), PROGRAM, 5).run(120).best_move()
    assert f"The search (X) plays column {move}." in talk(["O", "60"], "--program", "--seed=5")


# ---------------------------------------------------------------- the command line


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--playouts=0", "playouts must be a whole number, at least 1, not 0"),
        ("--connect=8", "no line of 8 fits"),
        ("--rows=10000", "10000 rows"),
        ("--seed=-1", "at least 0, not -1"),
        ("--side=third", "'first', 'second'"),
    ],
)
def test_a_bad_command_line_is_told(option, message, capsys):
    with pytest.raises(SystemExit, match="2"):
        main([option])
    assert message in capsys.readouterr().err


@pytest.mark.check  # starts a process
def test_as_a_process_it_asks_again_about_bytes_that_are_no_text():
    command = [sys.executable, "-m", "mctslab", "play", *SMALL]
    result = subprocess.run(command, input=b"\xff\xfe\n2\nq\n", capture_output=True, timeout=60)
    assert result.returncode == 0
    assert b"a column is a whole number" in result.stdout
    assert result.stdout.endswith(b"Goodbye.\n")
