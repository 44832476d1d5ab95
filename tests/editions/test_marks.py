"""The course of nbgrader, and the marks that it gives to a class of four: two exercises of lesson 04, all marked once."""

import csv
import shutil
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from editions.students_edition import exercises, for_nbgrader, for_students, student
from tools.notebooks import find, read, tags, write

if not find_spec("nbgrader"):
    pytest.skip("the extra `mark` is not installed: `make check` does it", allow_module_level=True)

from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.utils import compute_checksum

from editions import mark, nbgrader_course

PATH = find(["04"])[0]
LESSON = PATH.stem
NAMES = ("04_2", "04_3")
SELECT = """
def select(root, settings, rng):
    node = root
    while node.children:
        values = [
            math.inf if child.visits == 0 else ucb1(child.wins, child.visits, node.visits, settings.c)
            for child in node.children
        ]
        best = [child for child, value in zip(node.children, values) if value == max(values)]
        node = best[int(rng.random() * len(best))] if len(best) > 1 else best[0]
    return node
"""
WAITING = """
import warnings

def waiting(mean, visits, rival, c=math.sqrt(2)):
    warnings.warn("slow")
    return math.ceil(math.exp(visits * (max(rival - mean, 0) / c) ** 2))
"""


def short_lesson():
    """Two exercises of the lesson, as they stand there."""
    lesson = read(PATH)
    cells = [new_markdown_cell("# Select a leaf"), new_code_cell("import math\nimport numpy as np\nfrom c4lib import ucb1")]
    wanted = [cell for cell in lesson.cells if {"exercise", "check", "solution"} & tags(cell)]
    for stub, check, solution in zip(*[iter(wanted)] * 3, strict=True):
        if any(f"check_{name}(" in check.source for name in NAMES):
            cells += [stub, check, solution]
    return new_notebook(cells=cells, metadata=lesson.metadata)


@pytest.fixture(scope="module")
def lessons(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two words") / "lessons"
    shutil.copytree(PATH.parent / "checks", folder / "checks", ignore=shutil.ignore_patterns("__pycache__"))
    write(folder / PATH.name, short_lesson())
    return folder


def answered(select, waiting, above=""):
    """The released lesson with answers in its stubs, and a code cell above them; None: left as released."""
    notebook = for_nbgrader(for_students(short_lesson()), LESSON)
    for (_, stub, _), answer in zip(exercises(notebook), (select, waiting), strict=True):
        stub.source = answer or stub.source
    notebook.cells.insert(2, new_code_cell(above))
    return notebook


def without_checks(notebook):
    return nbformat.from_dict(notebook | {"cells": [cell for cell in notebook.cells if "check" not in tags(cell)]})


@pytest.fixture(scope="module")
def built(lessons, tmp_path_factory):
    """The folder in which nbgrader has marked the class."""
    top = tmp_path_factory.mktemp("two words")
    class_of_four = {
        f"monday/Zoë/{PATH.name}": answered(SELECT, WAITING),
        f"tuesday/Zoë/{PATH.name}": without_checks(answered(SELECT, None)),
        f"=1+1/{PATH.name}": answered(SELECT, WAITING, "while True:\n    pass"),
        f"dead_{PATH.name}": answered(SELECT, WAITING, "import os\nos._exit(1)"),
    }
    for name, notebook in class_of_four.items():
        (top / "handed in" / name).parent.mkdir(parents=True, exist_ok=True)
        write(top / "handed in" / name, notebook)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nbgrader_course, "CONFIG", nbgrader_course.CONFIG.replace("timeout = 120", "timeout = 15"))
        mark.mark(top / "handed in", top / "built", lessons)
    return top / "built"


@pytest.fixture(scope="module")
def points(built):
    """The score of each student, as it stands in the table."""
    with open(built.parent / "handed in" / "marks.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["assignment"] for row in rows} == {LESSON}
    return {row["student_id"]: row["score"] for row in rows}


# -------------------------------------------------------------------- marks


def test_right_answers_get_all_points_even_if_they_warn(points):
    assert points["monday/Zoë"] == "2.0"


def test_a_wrong_answer_gets_no_point_a_deleted_check_is_put_back_and_the_path_tells_two_of_one_name_apart(points):
    assert points["tuesday/Zoë"] == "1.0"


def test_an_endless_cell_is_stopped_and_a_name_like_a_formula_is_quoted(points):
    assert points["'=1+1"] == "2.0"


def test_what_cannot_be_marked_has_no_points_and_the_log_says_why(points, built):
    assert points["dead"] == ""
    assert "DeadKernelError" in (built / nbgrader_course.LOG).read_text("utf-8")


# -------------------------------------------------------------------- the table, and the names


@pytest.fixture
def nothing_runs(monkeypatch):
    monkeypatch.setattr(mark, "course", lambda *arguments: pytest.fail("nbgrader was called"))


def test_a_table_that_cannot_be_written_is_refused_before_anything_runs(tmp_path, nothing_runs):
    write(tmp_path / f"anna_{PATH.name}", short_lesson())
    (tmp_path / "marks.csv").mkdir()
    with pytest.raises(OSError, match="is no plain file, but a folder"):
        mark.mark(tmp_path, tmp_path / "built")


def test_a_folder_without_notebooks_is_said_and_the_old_table_stays(tmp_path, nothing_runs):
    (tmp_path / "marks.csv").write_text("old")
    with pytest.raises(SystemExit, match="there is none with a lesson in its name"):
        mark.mark(tmp_path, tmp_path / "built")
    assert [path.name for path in tmp_path.iterdir()] == ["marks.csv"]
    assert (tmp_path / "marks.csv").read_text() == "old"


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("monday/anna/04-select.ipynb", "monday/anna"),
        ("04-select/anna/04-select.ipynb", "anna"),
        ("anna/04-select (1).ipynb", "anna/(1)"),
        ("04-select-Anna Lena.ipynb", "Anna Lena"),
        ("04-select.ipynb", "class"),
    ],
)
def test_the_student_is_the_path_without_the_lesson(tmp_path, name, student):
    path = tmp_path / "class" / name
    path.parent.mkdir(parents=True)
    path.touch()
    assert mark.papers_in(tmp_path / "class", ["04-select", "05-expand"]) == {(student, "04-select"): path}


def test_two_notebooks_of_one_student_are_both_marked(tmp_path):
    for name in ("anna_04-select.ipynb", "04-select-anna.ipynb"):
        (tmp_path / name).touch()
    assert [student for student, _ in mark.papers_in(tmp_path, ["04-select"])] == ["anna", "anna_04-select.ipynb"]


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("select.ipynb", Path.touch),
        ("04-select.IPYNB", Path.touch),
        ("04-select.ipynb.txt", Path.touch),
        ("04-select.ipynb", Path.mkdir),
        ("04-select.ipynb", lambda path: path.symlink_to("nowhere")),
    ],
)
def test_what_is_left_out_is_said(tmp_path, capsys, name, make):
    make(tmp_path / name)
    assert mark.papers_in(tmp_path, ["04-select"]) == {}
    assert f"{name} is left out" in capsys.readouterr().out


@pytest.mark.parametrize("above", [".", "anna"])
def test_a_checkpoint_is_no_paper(tmp_path, above):
    path = tmp_path / above / ".ipynb_checkpoints" / "04-select-checkpoint.ipynb"
    path.parent.mkdir(parents=True)
    path.touch()
    assert mark.papers_in(tmp_path, ["04-select"]) == {}


# -------------------------------------------------------------------- the course


def test_the_students_edition_is_the_release_of_nbgrader(built, lessons, tmp_path):
    student(tmp_path / "student", lessons)
    handed_out, released = tmp_path / "student" / "notebooks" / PATH.name, built / "release" / LESSON / PATH.name
    assert handed_out.read_text("utf-8") == released.read_text("utf-8")


@pytest.mark.parametrize("path", find([]), ids=lambda path: path.stem)
def test_the_metadata_are_those_that_nbgrader_would_write(path):
    notebook = for_nbgrader(for_students(read(path)), path.stem)
    MetadataValidator().validate_nb(notebook)
    for _, stub, check in exercises(notebook):
        assert compute_checksum(stub) == stub.metadata.nbgrader.checksum
        assert compute_checksum(check) == check.metadata.nbgrader.checksum


@pytest.mark.parametrize("path", [path for path in find([]) if path.stem != "classroom"], ids=lambda path: path.stem)
def test_the_source_has_a_solution_in_every_stub(path):
    for number, stub, check in exercises(nbgrader_course.source_of(path)):
        assert stub.source.count("### BEGIN SOLUTION") == stub.source.count("### END SOLUTION") == 1
        compile(stub.source, number, "exec")
        assert "SOLUTION" not in check.source
