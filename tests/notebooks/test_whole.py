"""The thirty lines of lesson 00: they grow the library's tree, and each function is the one that a later lesson asks for."""

import ast
import inspect
import math
import re
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from anytree import PreOrderIter

import checks
from c4lib import Board, HexBoard, SearchSettings, TreeSearch
from mctslab.course.own_search import LESSONS
from pictures import thirty_lines
from pictures.side_by_side import NOT_YET, SideBySide
from tools.notebooks import find, read, tags

[LESSON] = find(["00"])
[WHOLE] = [cell for cell in read(LESSON).cells if "whole" in tags(cell)]
LINES = [line for line in WHOLE.source.splitlines() if line.strip()]
CHECKS = {
    "ucb1": checks.check_03_1,
    "select": checks.check_04_2,
    "expand": checks.check_05_2,
    "simulate": checks.check_06_2,
    "backpropagate": checks.check_07_2,
    "grow": checks.check_08_1,
}
each_function = pytest.mark.parametrize("name", LESSONS)


def program():
    names = {}
    imports = "import math\nfrom c4lib import SearchNode\n"
    exec(imports + WHOLE.source, names)
    return SimpleNamespace(**names)


@pytest.mark.parametrize("c", [0, math.sqrt(2)])
@pytest.mark.parametrize(
    "game",
    [Board(), Board.from_moves("2432614534125"), Board.from_moves("3130234131", rows=4, columns=5), HexBoard(3)],
    ids=["empty", "threat", "small", "hex"],
)
def test_thirty_lines_grow_the_tree_of_the_library(game, c):
    settings, rng = SearchSettings(c=c), np.random.default_rng(1)
    theirs = TreeSearch(game, settings, rng=1).run(150)
    trees = [
        [(node.move, node.depth, node.wins, node.visits) for node in PreOrderIter(root)]
        for root in (program().grow(game, settings, rng, 150), theirs.root)
    ]
    assert trees[0] == trees[1]
    assert rng.bit_generator.state == theirs.rng.bit_generator.state


def test_there_are_thirty_lines_without_the_names_of_the_functions():
    assert len([line for line in LINES if not line.startswith("def ")]) <= 30


def test_each_line_names_the_lesson_that_asks_for_its_function():
    for line in LINES:
        if line.startswith("def "):
            lesson = LESSONS[re.match(r"def (\w+)", line)[1]]
        assert re.fullmatch(rf".+  # {lesson}", line)


@each_function
def test_each_function_passes_the_check_of_the_exercise_that_asks_for_it(name):
    assert CHECKS[name](getattr(program(), name))


@each_function
def test_each_function_takes_the_arguments_of_the_exercise_that_asks_for_it(name):
    [path] = find([LESSONS[name]])
    stubs = [cell for cell in read(path).cells if "exercise" in tags(cell)]
    [stub] = [node for cell in stubs for node in ast.parse(cell.source).body if getattr(node, "name", "") == name]
    asked = [argument.arg for argument in stub.args.args]
    assert [*inspect.signature(getattr(program(), name)).parameters] == asked


def test_no_other_lesson_has_a_cell_as_long():
    assert [path for path in find([]) for cell in read(path).cells if "whole" in tags(cell)] == [LESSON]


# ---------------------------------------------------------------- at the end of lesson 08


def test_what_lesson_08_shows_of_the_program_is_the_program():
    assert Path(thirty_lines.__file__).read_text("utf-8").endswith(f"\n\n{WHOLE.source}\n")


def test_side_by_side_shows_what_is_kept_and_what_is_not(tmp_path):
    path = tmp_path / "my_search.py"
    path.write_text("def ucb1(wins, visits, total, c):\n    return wins < total\n", "utf-8")
    mine = ModuleType("my_search")
    exec(compile(path.read_text("utf-8"), str(path), "exec"), mine.__dict__)
    shown = SideBySide({"ucb1": mine.ucb1, "grow": thirty_lines.grow})
    html = shown._repr_html_()
    assert "return wins &lt; total" in html
    assert html.count(NOT_YET) == 1
    assert "    root = SearchNode(game)\n" in html
    assert repr(shown) == "SideBySide(1 of 2 functions are yours)"
