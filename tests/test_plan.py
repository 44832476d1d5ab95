"""The lecturers' plans: their minutes add up, homework is looked at, and what they name is there."""

import re
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pytest

from editions.handouts.command import HANDOUTS
from editions.lessons import ROOT
from tools.notebooks import find, read, tags

TEXT = (ROOT / "docs" / "lecturers.md").read_text("utf-8")
PLANS = {"Ten": 10, "Five": 5, "Four": 4}
EXERCISES = r"lesson (\d\d), exercises? (\d)(?: and (\d))?"


class Session(NamedTuple):
    """A session of a plan: its lessons, its rows as (begin, end, what happens, what to show), and the rest as text."""

    name: str
    lessons: str
    rows: list
    text: str


def session_of(name, text):
    rows = re.findall(r"^\| (\d+)–(\d+) \| (.+?) \| (.*?) ?\|$", text, re.MULTILINE)
    lessons = " ".join(re.search(r"\*\*Lessons:\*\* (.+?)\n\n", text, re.DOTALL)[1].split())
    return Session(name, lessons, [(int(begin), int(end), *words) for begin, end, *words in rows], text)


def sessions_of(plan):
    part = re.search(rf"^## {plan} sessions\n(.+?)^## ", TEXT, re.DOTALL | re.MULTILINE)[1]
    texts = re.split(r"^### (\d+)\. .+\n", part, flags=re.MULTILINE)[1:]
    return [session_of(f"{plan} {number}", text) for number, text in zip(texts[::2], texts[1::2])]


BY_PLAN = {plan: sessions_of(plan) for plan in PLANS}
SESSIONS = [session for sessions in BY_PLAN.values() for session in sessions]
every_session = pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.name)
each_of_ten = pytest.mark.parametrize("session", BY_PLAN["Ten"], ids=lambda session: session.name)


def test_plans_have_as_many_sessions_as_they_say():
    assert {plan: len(sessions) for plan, sessions in BY_PLAN.items()} == PLANS


@every_session
def test_minutes_go_from_0_to_90_without_a_gap(session):
    begins, ends = ([row[k] for row in session.rows] for k in (0, 1))
    assert [0, *ends] == [*begins, 90]
    assert min(end - begin for begin, end in zip(begins, ends)) > 0
    assert sum(end - begin for begin, end in zip(begins, ends)) == 90


@every_session
def test_every_line_of_a_table_is_read(session):
    assert len(session.rows) + 2 == len(re.findall(r"^\|", session.text, re.MULTILINE))  # and the head of it


# ---------------------------------------------------------------- what is asked


def numbers(words):
    """`"Questions 5, 6 and 7"` is 5, 6, 7."""
    named = re.findall(r"[Qq]uestions? (\d(?:(?:, | and )\d)*)", words)
    return [int(number) for one in named for number in re.findall(r"\d", one)]


@each_of_ten
def test_each_question_is_asked_in_its_turn_and_has_an_answer(session):
    questions, answers = (re.findall(r"^(\d)\.", part, re.MULTILINE) for part in session.text.split("<details>"))
    assert questions == answers
    assert len(questions) >= 4
    asked = [number for row in session.rows for number in numbers(row[2])]
    assert sorted(asked) == list(map(int, questions)) == [*range(1, len(questions) + 1)]


def test_short_plans_ask_questions_of_the_long_one():
    known = {(k, n) for k, session in enumerate(BY_PLAN["Ten"], 1) for row in session.rows for n in numbers(row[2])}
    for session in BY_PLAN["Five"] + BY_PLAN["Four"]:
        words = " ".join(row[2] for row in session.rows)
        for one, k in re.findall(r"([Qq]uestions? [\d, and]+) of session (\d)", words):
            assert {(int(k), number) for number in numbers(one)} <= known
        assert len(re.findall("[Qq]uestions?", words)) == len(re.findall(r" of session \d", words))


# ---------------------------------------------------------------- homework


def exercises(words):
    """The exercises that a text names, each as (lesson, number)."""
    return {(lesson, number) for lesson, *those in re.findall(EXERCISES, words) for number in those if number}


def tasks(words):
    """What is to be done at home besides exercises: it is written in bold."""
    return {one.strip(":.") for one in re.findall(r"\*\*([^*]+)\*\*", words)} - {"Homework"}


def home(session):
    found = re.search(r"\*\*Home:\*\* (.+?)\n\n", session.text, re.DOTALL)
    return " ".join(found[1].split()) if found else ""


@pytest.mark.parametrize(
    ("before", "after"), [pair for sessions in BY_PLAN.values() for pair in pairwise(sessions)], ids=lambda one: one.name
)
def test_homework_is_looked_at_in_the_next_session_and_nothing_else_is(before, after):
    _, _, words, shown = after.rows[0]
    assert words.startswith("**Homework.**")
    assert exercises(home(before)) == exercises(shown) != set()
    assert {one.lower() for one in tasks(home(before))} == {one.lower() for one in tasks(words)}


def test_nothing_is_set_where_nobody_looks_at_it():
    for sessions in BY_PLAN.values():
        assert not home(sessions[-1])
        assert "**Afterwards:**" in sessions[-1].text


@cache
def exercises_in(lesson):
    (path,) = find([lesson])
    return len([cell for cell in read(path).cells if "exercise" in tags(cell)])


def test_exercises_that_the_plan_names_are_in_the_lessons():
    named = exercises(TEXT)
    assert len(named) >= 20
    assert not [(lesson, number) for lesson, number in named if int(number) > exercises_in(lesson)]


# ---------------------------------------------------------------- what is shown and printed


@cache
def headings(name):
    """The headings of a notebook, those of the classroom without the numbers of their lessons."""
    (path,) = find([name])
    lines = [line for cell in read(path).cells if cell.cell_type == "markdown" for line in cell.source.splitlines()]
    found = {line.lstrip("# ").strip() for line in lines if line.startswith(("## ", "### "))}
    return {re.sub(r" \(.*\d\)$", "", heading) for heading in found} if name == "classroom" else found


def sections_of(session):
    """(notebook, section) of each section that a session names."""
    for name, words in re.findall(r"\(\.\./notebooks/([\w-]+)\.ipynb\)([^[]*)", session.lessons):
        yield from ((name, section) for section in re.findall(r"\*(.+?)\*", words))
    for *_, shown in session.rows:
        for name, words in re.findall(r"(lesson \d\d|classroom), ((?:(?!lesson \d\d|classroom).)*)", shown):
            yield from ((name.removeprefix("lesson "), section) for section in re.findall(r"\*(.+?)\*", words))


@every_session
def test_sections_that_a_session_names_are_in_its_notebooks(session):
    named = [*sections_of(session)]
    assert len(named) >= 4
    assert not [(name, section) for name, section in named if section not in headings(name)]


@every_session
def test_each_section_in_italics_belongs_to_a_notebook(session):
    shown = " ".join(row[3] for row in session.rows)
    inside = [section for name, section in sections_of(session)]
    assert all(section in inside for section in re.findall(r"\*(.+?)\*", shown))


def printed(session):
    """The names of the handouts that a session tells to print."""
    shown = " ".join(row[3] for row in session.rows)
    return re.findall(r"print: handout (\d\d(?:-code)?)", shown)


def test_everything_to_print_is_a_handout_and_each_is_printed_in_the_ten_sessions():
    assert {name for session in SESSIONS for name in printed(session)} <= set(HANDOUTS)
    assert {name for session in BY_PLAN["Ten"] for name in printed(session)} == set(HANDOUTS)
    assert sum(TEXT.count(word) for word in ("print:", "Print:")) == sum(len(printed(session)) for session in SESSIONS)


def test_page_on_the_plan_lists_every_handout_to_download():
    assert re.findall(r"^\| \{download\}`([\w-]+) <handouts/\1\.pdf>`", TEXT, re.MULTILINE) == list(HANDOUTS)


def test_every_plan_has_T_wins_in_2T_visits():
    for sessions in BY_PLAN.values():
        assert any("09-start-with-T-wins" in session.lessons and "lesson 09" in str(session.rows) for session in sessions)
