"""Every check of the exercises is attacked: wrong answers with the words that must be in the reply, and right ones."""

import importlib
import re
import threading
from pathlib import Path

import numpy as np
import pytest
from attacks import ATTACKS, RIGHT

import checks
from c4lib import Board
from checks import base

# Those that search for a second or more, or play. A right answer to each is in its lesson, which `make test` runs.
SLOW = (
    "check_00_1", "check_02_3", "check_04_2", "check_06_2", "check_06_3", "check_08_1", "check_08_3", "check_08_4",
    "check_10_1", "check_12_1", "check_12_3", "check_15_1", "check_15_4", "check_16_2", "check_17_3", "check_18",
    "check_20_1", "check_20_3", "check_21", "check_22", "check_23_1", "check_26",
)  # fmt: skip
FOLDER = Path(__file__).parent / "attacks"
LESSONS = sorted(path.stem for path in FOLDER.glob("lesson_*.py"))
for lesson in LESSONS:
    importlib.import_module(f"attacks.{lesson}")

# ---------------------------------------------------------------- the base


@base.check
def double(answer):
    for number in (1, 3):
        base.expect(base.ask(answer, number, kind=base.whole) == 2 * number, f"twice {number} is more\nthan that")
    return "so it is\ndoubled."


def crash(number):
    raise KeyError("a typo")


def forever_in_spite_of_exceptions(number):
    while True:
        try:
            while True:
                pass
        except Exception:
            continue


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "None is no function"),
        (lambda number: None, "<lambda>(1) is None"),
        (crash, "crash(1) stops with KeyError: 'a typo'"),
        (lambda: 2, "stops with TypeError"),
        (lambda number: exit(), "stops with SystemExit"),
        (lambda number: "2", "of type str; expected a number"),
        (lambda number: 2.0, "is 2.0, of type float; expected a whole number"),
        (lambda number: np.array([2]), "of type ndarray"),
        (lambda number: number + 1, "twice 3 is more than that"),
    ],
)
def test_a_check_says_in_one_line_what_is_wrong(capsys, answer, words):
    assert double(answer) == False  # noqa: E712
    reply = capsys.readouterr().out
    assert reply.startswith("Not yet: ")
    assert words in reply
    assert reply.count("\n") == 1


@pytest.mark.parametrize("answer", [lambda number: 2 * number, lambda number: np.int64(number) + number])
def test_a_check_says_why_a_right_answer_is_right(capsys, answer):
    assert double(answer) == True  # noqa: E712
    assert capsys.readouterr().out == "Right: so it is doubled.\n"


def test_an_endless_loop_is_ended_and_leaves_no_thread(capsys):
    @base.check
    def impatient(answer):
        base.ask(answer, 1, kind=base.whole, seconds=0.3)
        return "it ends."

    before = threading.active_count()
    assert not impatient(forever_in_spite_of_exceptions)
    assert "does not come to an end; it was stopped after 0.3 seconds" in capsys.readouterr().out
    assert threading.active_count() == before


def test_an_answer_that_catches_whatever_ends_it_is_ended_all_the_same():
    def twice(number):
        for _ in range(2):
            try:
                forever_in_spite_of_exceptions(number)
            except BaseException:
                continue

    before = threading.active_count()
    assert base.limited(lambda: twice(1), seconds=0.05) == {}
    assert threading.active_count() == before


def test_an_endless_loop_of_a_cell_is_ended_also_where_no_thread_can_be_started(monkeypatch):
    monkeypatch.setattr(threading.Thread, "start", lambda thread: (_ for _ in ()).throw(RuntimeError("no thread")))
    cell = {"__name__": "__main__"}
    exec("def forever():\n    while True:\n        pass", cell)
    assert base.limited(cell["forever"], seconds=0.2) == {}
    assert base.limited(lambda: 3, seconds=0.2) == {"value": 3}


def test_an_answer_that_cannot_be_compared_gives_no_traceback(capsys):
    @base.check
    def compares(answer):
        base.expect(answer == 3, "not three")
        return "three."

    assert not compares(np.array([3, 3]))
    assert "cannot be judged; looking at it stops with ValueError" in capsys.readouterr().out


def test_a_verdict_shows_nothing_as_the_value_of_a_cell():
    from IPython.core.formatters import DisplayFormatter

    assert DisplayFormatter().format(base.Verdict(True)) == ({}, {})
    assert [bool(base.Verdict(right)) for right in (True, False)] == [True, False]


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (base.real, float("nan"), "is NaN"),
        (base.real, "1", "expected a number"),
        (base.yes_or_no, 1, "expected True or False"),
        (base.text, 3, "expected a text"),
        (base.tuple_of(base.whole), [1, 2], "is of type list; expected a tuple"),
        (base.tuple_of(base.whole), (1, None), "at place 1, is None"),
        (base.an(Board), "Board()", "expected a Board"),
    ],
)
def test_a_kind_refuses_what_is_of_another(kind, value, words):
    with pytest.raises(base.Wrong, match=re.escape(words)):
        kind(value)


@pytest.mark.parametrize(
    ("kind", "value", "kept"),
    [
        (base.whole, np.int8(3), 3),
        (base.real, np.float32(0.5), 0.5),
        (base.yes_or_no, np.True_, True),
        (base.tuple_of(base.whole), (np.int64(1), 2), (1, 2)),
        (base.or_none(base.whole), None, None),
    ],
)
def test_a_kind_takes_what_numpy_makes(kind, value, kept):
    assert kind(value) == kept


def test_there_is_no_other_check():
    with pytest.raises(AttributeError, match="there is no check_99 among the checks"):
        _ = checks.check_99


def test_a_board_that_does_not_know_its_moves_is_shown_too():
    assert base.shown(Board.from_cells(Board.from_moves("33").cells)).startswith("Board.from_text(")


# ---------------------------------------------------------------- all of them


def places(answers):
    """(name, place) of each answer; those of lessons whose checks search for seconds are of the second tier."""
    for name, given in answers.items():
        marks = [pytest.mark.check] if name.startswith(SLOW) else []
        yield from (pytest.param(name, place, marks=marks) for place in range(len(given)))


@pytest.mark.parametrize(("name", "place"), [*places(ATTACKS)])
def test_a_wrong_answer_is_told_what_is_wrong_with_it(capsys, name, place):
    answer, words = ATTACKS[name][place]
    assert not getattr(checks, name)(answer)
    reply = capsys.readouterr().out
    assert reply.startswith("Not yet: ")
    assert reply.count("\n") == 1
    assert words in reply


@pytest.mark.parametrize(("name", "place"), [*places(RIGHT)])
def test_a_right_answer_is_told_why(capsys, name, place):
    assert getattr(checks, name)(RIGHT[name][place])
    assert re.fullmatch(r"Right: \S.{10,}\.\n", capsys.readouterr().out)


def test_every_check_is_attacked():
    found = {
        name
        for path in Path(checks.__file__).parent.glob("lesson_*.py")
        for name in re.findall(r"^def (check_\d\d_\d)\(", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    }
    assert found == set(ATTACKS)


@pytest.mark.parametrize("name", list(ATTACKS))
def test_an_exercise_that_is_not_done_yet_is_told_so(capsys, name):
    assert not getattr(checks, name)(None)
    assert re.fullmatch(r"Not yet: .*None.*\n", capsys.readouterr().out)


@pytest.mark.parametrize("name", list(ATTACKS))
def test_an_attack_has_three_wrong_answers_and_two_right_ones(name):
    assert len(ATTACKS[name]) >= 3
    assert len(RIGHT[name]) >= 2
