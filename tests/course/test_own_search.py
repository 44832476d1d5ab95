"""The reader's own search: what is kept in its file, and what is not."""

import linecache
import re
from pathlib import Path

import numpy as np
import pytest

import checks
from c4lib import Board, SearchNode, SearchSettings, TreeSearch
from checks import base
from mctslab.course import library_phases, own_search
from mctslab.course.own_search import keep_function, own


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where somebody works, not under test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(own_search, "is_kept", lambda: True)
    return tmp_path


def typed(source, **names):
    """The function that a cell defines, as in a notebook: its source can be asked."""
    place = f"<cell {abs(hash(source))}>"
    linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)
    exec(compile(source, place, "exec"), names)
    return names[source.split("(")[0].split()[-1]]


FIRST = "def select(root, settings, rng):\n    return root  # the first\n"
OTHER = "def select(root, settings, rng):\n    while root.children:\n        root = root.children[0]\n    return root\n"


def test_a_function_is_kept_as_typed_and_used_from_then_on(folder, capsys):
    assert keep_function("select", typed(FIRST)) == "Your select is kept in my_search.py."
    assert FIRST in (folder / "my_search.py").read_text()
    assert own("select")("the root", None, None) == "the root"
    assert capsys.readouterr().out == "select: yours, from my_search.py\n"


def test_a_new_version_replaces_the_old_one_and_nothing_else(folder):
    keep_function("select", typed(FIRST))
    keep_function("simulate", typed("def simulate(node, rng):\n    return 1\n"))
    mine = (folder / "my_search.py").read_text().replace("    return 1", "    return 1  # mine")
    (folder / "my_search.py").write_text(mine)
    keep_function("select", typed(OTHER))
    assert (folder / "my_search.py").read_text() == mine.replace(FIRST, OTHER)
    assert (folder / "my_search_before.py").read_text() == mine


def test_a_function_that_uses_a_name_of_the_notebook_is_not_kept(folder):
    said = keep_function("select", typed("def select(root, settings, rng):\n    return helper(best, root)\n"))
    assert said == (
        "It is not kept in my_search.py: select uses best, helper, which only this notebook knows. Put it inside select"
    )
    assert not (folder / "my_search.py").exists()


def test_a_function_of_another_name_is_not_kept(folder):
    said = keep_function("select", typed(FIRST.replace("select", "my_select")))
    assert said == "It is not kept in my_search.py: it is called my_select; a function called select is"


def test_it_may_use_a_phase_that_is_not_written_yet(folder):
    keep_function(
        "grow", typed("def grow(board, settings, rng, iterations):\n    return select(board, settings, rng)\n")
    )
    names = {}
    exec((folder / "my_search.py").read_text(), names)
    assert names["select"] is library_phases.select


def test_it_may_use_modules_builtins_and_what_is_kept_already(folder):
    keep_function("ucb1", typed("def ucb1(wins, visits, parent_visits, c):\n    return math.inf\n"))
    said = keep_function(
        "select", typed("def select(root, settings, rng):\n    return max([ucb1(1, 1, 1, 1), np.pi])\n")
    )
    assert said == "Your select is kept in my_search.py."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def select(root:\n", "my_search.py, line 1: "),
        (FIRST + OTHER, "my_search.py has two functions called select."),
    ],
)
def test_a_file_that_cannot_be_used_is_said_and_left_as_it_is(folder, capsys, text, why):
    (folder / "my_search.py").write_text(text)
    assert why in keep_function("select", typed(OTHER))
    own("select")
    assert f"select: the library's, because of {why}" in capsys.readouterr().out
    assert [path.read_text() for path in folder.iterdir()] == [text]


def test_a_file_that_fails_when_it_is_run_is_said(folder, capsys):
    (folder / "my_search.py").write_text("import nothing_of_this_name\n" + FIRST)
    own("select")
    assert "because of No module named 'nothing_of_this_name'" in capsys.readouterr().out


def test_under_test_nothing_is_kept_or_read(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert keep_function("select", typed(FIRST)) == ""
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "my_search.py").write_text(FIRST)
    own("select")
    assert "the library's" in capsys.readouterr().out


def test_the_librarys_functions_in_the_readers_form_grow_the_same_tree(capsys):
    select, expand, simulate, backpropagate = map(own, ("select", "expand", "simulate", "backpropagate"))
    root, settings, rng = SearchNode(Board()), SearchSettings(), np.random.default_rng(7)
    for _ in range(50):
        node = expand(select(root, settings, rng), settings, rng)
        backpropagate(node, simulate(node, rng))
    search = TreeSearch(Board(), settings, 7).run(50)
    assert [child.visits for child in root.children] == [*search.visits.values()]
    grown = own("grow")(Board(), settings, np.random.default_rng(7), 50)
    assert [child.wins for child in grown.children] == [child.wins for child in root.children]


# ---------------------------------------------------------------- when a check says "Right"

PHASE_CHECKS = {
    "ucb1": "03_1",
    "select": "04_2",
    "expand": "05_2",
    "simulate": "06_2",
    "backpropagate": "07_2",
    "grow": "08_1",
}


@pytest.mark.parametrize("name", PHASE_CHECKS)
def test_what_a_check_calls_right_is_kept_and_what_is_wrong_is_not(folder, monkeypatch, capsys, name):
    kept = []
    monkeypatch.setattr(base, "keep_function", lambda name, function: kept.append((name, function)) or "It is kept.")
    judge = getattr(checks, f"check_{PHASE_CHECKS[name]}")
    judge(lambda *arguments: None)
    assert kept == []
    right = library_phases.PHASES[name]
    judge(right)
    assert kept == [(name, right)]
    assert capsys.readouterr().out.splitlines()[-1] == "It is kept."


def test_no_other_check_keeps_anything(monkeypatch):
    sources = (path.read_text("utf-8") for path in Path(checks.__file__).parent.glob("lesson_*.py"))
    found = [place for text in sources for place in re.findall(r"^@keeps.*\n@check\ndef check_(\d\d_\d)", text, re.M)]
    assert sorted(found) == sorted(PHASE_CHECKS.values())
