"""The reader's own search: what is kept in its file, and what is not."""

import linecache
import re
from pathlib import Path

import numpy as np
import pytest

import checks
from c4lib import Board, SearchNode, SearchSettings, TreeSearch
from checks import base
from mctslab.course import library_phases
from mctslab.course.own_search import keep_function, own


def typed(source, **names):
    """The function that a cell defines, as in a notebook: its source can be asked."""
    place = f"<cell {abs(hash(source))}>"
    linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)
    exec(compile(source, place, "exec"), names)
    return names[source.split("(")[0].split()[-1]]


FIRST = "def select(root, settings, rng):\n    return root  # the first\n"
OTHER = "def select(root, settings, rng):\n    while root.children:\n        root = root.children[0]\n    return root\n"


def test_a_function_is_kept_as_typed_and_used_from_then_on(at_work, capsys):
    assert keep_function("select", typed(FIRST)) == "Your select is kept in my_search.py."
    assert FIRST in (at_work / "my_search.py").read_text()
    assert own("select")("the root", None, None) == "the root"
    assert capsys.readouterr().out == "select: yours, from my_search.py\n"


def test_a_new_version_replaces_the_old_one_and_nothing_else(at_work):
    keep_function("select", typed(FIRST))
    keep_function("simulate", typed("def simulate(node, rng):\n    return 1\n"))
    mine = (at_work / "my_search.py").read_text().replace("    return 1", "    return 1  # mine")
    (at_work / "my_search.py").write_text(mine)
    keep_function("select", typed(OTHER))
    assert (at_work / "my_search.py").read_text() == mine.replace(FIRST, OTHER)
    assert (at_work / "my_search_before_1.py").read_text() == mine


def test_a_function_that_uses_a_name_of_the_notebook_is_not_kept(at_work):
    said = keep_function("select", typed("def select(root, settings, rng):\n    return helper(best, root)\n"))
    assert said == (
        "It is not kept in my_search.py: select uses best, helper, which only this notebook knows; "
        "define or import it inside select."
    )
    assert not (at_work / "my_search.py").exists()


def test_a_function_of_another_name_is_not_kept(at_work):
    said = keep_function("select", typed(FIRST.replace("select", "my_select")))
    assert said == "It is not kept in my_search.py: write `def select(...)`; this one is called my_select."


def test_it_may_use_a_phase_that_is_not_written_yet(at_work):
    keep_function(
        "grow", typed("def grow(game, settings, rng, iterations):\n    return select(game, settings, rng)\n")
    )
    names = {}
    exec((at_work / "my_search.py").read_text(), names)
    assert names["select"] is library_phases.select


def test_it_may_use_modules_builtins_and_what_is_kept_already(at_work):
    keep_function("ucb1", typed("def ucb1(wins, visits, parent_visits, c):\n    return math.inf\n"))
    said = keep_function(
        "select", typed("def select(root, settings, rng):\n    return max([ucb1(1, 1, 1, 1), np.pi])\n")
    )
    assert said == "Your select is kept in my_search.py."


def test_a_file_that_is_no_python_is_said_and_left_as_it_is(at_work, capsys):
    text = "def select(root:\n"
    why = "my_search.py cannot be used: line 1: "
    (at_work / "my_search.py").write_text(text)
    assert why in keep_function("select", typed(OTHER))
    own("select")
    assert f"select: the library's, because {why}" in capsys.readouterr().out
    assert [path.read_text() for path in at_work.iterdir()] == [text]


def test_a_file_that_fails_when_it_is_run_is_said(at_work, capsys):
    (at_work / "my_search.py").write_text("import nothing_of_this_name\n" + FIRST)
    own("select")
    assert (
        "because my_search.py cannot be used: it stops with ModuleNotFoundError: No module named 'nothing_of_this_name'"
        in capsys.readouterr().out
    )


@pytest.mark.parametrize("stop", ["import sys\nsys.exit()\n", "raise KeyError\n"])
def test_a_file_that_stops_leaves_the_librarys_functions(at_work, stop):
    (at_work / "my_search.py").write_text(stop + FIRST)
    assert own("select") is library_phases.select


def test_what_was_there_before_is_kept_each_time(at_work):
    for source in (FIRST, OTHER, FIRST):
        keep_function("select", typed(source))
    copies = sorted(path.name for path in at_work.glob("my_search_before_*.py"))
    assert copies == ["my_search_before_1.py", "my_search_before_2.py"]


def test_a_function_whose_lines_are_no_longer_its_own_is_not_kept(at_work):
    keep_function("select", typed(FIRST))
    (at_work / "my_search.py").write_text(before := (at_work / "my_search.py").read_text())
    function = typed(OTHER)
    place = function.__code__.co_filename
    linecache.cache[place] = (1, None, ["x = 1\n", *OTHER.splitlines(keepends=True)], place)
    assert keep_function("select", function).endswith("the source of select is not known; run its cell again.")
    assert (at_work / "my_search.py").read_text() == before


def test_other_lines_stay_whatever_is_in_them(at_work):
    strange = "# a page \x0c break"
    (at_work / "my_search.py").write_text(f"{strange}\n{FIRST}\nlast = 1\n", "utf-8")
    keep_function("select", typed(OTHER))
    assert (at_work / "my_search.py").read_text("utf-8") == f"{strange}\n{OTHER}\nlast = 1\n"


def test_line_ends_of_windows_stay(at_work):
    (at_work / "my_search.py").write_bytes(f"x = 1\n{FIRST}".replace("\n", "\r\n").encode())
    keep_function("select", typed(OTHER))
    assert (at_work / "my_search.py").read_bytes() == f"x = 1\n{OTHER}".replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    "source",
    [
        "def select(root, settings, rng, c=MINE):\n    return root\n",
        "@MINE\ndef select(root, settings, rng):\n    return root\n",
        "def select(root: MINE, settings, rng):\n    return root\n",
    ],
)
def test_a_name_of_the_notebook_outside_the_body_is_seen_too(at_work, source):
    place = f"<cell {hash(source)}>"
    linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)
    names = {"MINE": lambda value: value}
    exec(compile(source, place, "exec"), names)
    assert "uses MINE, which only this notebook knows" in keep_function("select", names["select"])


def test_the_librarys_function_is_not_kept_as_the_readers(at_work):
    assert keep_function("select", library_phases.select) == ""
    assert not list(at_work.iterdir())


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


@pytest.mark.parametrize("name", ["select", "grow"])
def test_what_a_check_calls_right_is_kept_and_what_is_wrong_is_not(at_work, monkeypatch, capsys, name):
    kept = []
    monkeypatch.setattr(base, "keep_function", lambda name, function: kept.append((name, function)) or "It is kept.")
    judge = getattr(checks, f"check_{PHASE_CHECKS[name]}")
    judge(lambda *arguments: None)
    assert kept == []
    right = getattr(library_phases, name)
    judge(right)
    assert kept == [(name, right)]
    assert capsys.readouterr().out.splitlines()[-1] == "It is kept."


def test_no_other_check_keeps_anything(monkeypatch):
    sources = (path.read_text("utf-8") for path in Path(checks.__file__).parent.glob("lesson_*.py"))
    found = [place for text in sources for place in re.findall(r"^@keeps.*\n@check\ndef check_(\d\d_\d)", text, re.M)]
    assert sorted(found) == sorted(PHASE_CHECKS.values())
