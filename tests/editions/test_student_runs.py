"""The students' edition is taken as a student takes it: in order, in one folder, nothing under test, every exercise solved.

What is kept on the way (functions, decisions, a game) is what the next lessons use, so these tests stay in their order. Lessons 01 to
11 run without numba: `test_lessons_without_numba.py`.
"""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from nbformat.v4 import new_notebook

from editions import course, update
from editions.lessons import ROOT
from tools.notebooks import find, number, write
from tools.project_files import project_files

LESSONS = [path.name for path in find([]) if number(path)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return course.new_folder("students", tmp_path_factory.mktemp("a student") / "student")


@pytest.mark.parametrize("name", [*LESSONS, "classroom.ipynb"])
def test_every_cell_runs_and_every_typed_solution_is_right(folder, name):
    assert [*course.failures(course.take_lesson(folder / name, "solved"), is_solved=True)] == []


def test_at_the_end_the_program_the_player_and_the_game_are_kept(folder):
    assert course.left_out(folder, "solved") == []


# ---------------------------------------------------------------- what a student keeps is nobody else's

KEPT = {*course.KEPT, "predictions.json", "Untitled.ipynb"}
PREDICTS = """
from mctslab.course.predictions import predict
predict("04-sums", "Which column?", "word").fields["answer"].value = "3"
"""
BUILDS = """
from editions import nbgrader_course, students_edition, web_site
from editions.lessons import NOTEBOOKS, ROOT
target = ROOT / "build"
students_edition.student(target / "student")
for lesson, path in nbgrader_course.lessons_in(NOTEBOOKS).items():
    nbgrader_course.write_source(path, target / "nbgrader" / lesson)
web_site.all_drawn = lambda paths: {}
web_site.write_lessons(target / "site", NOTEBOOKS, teaching=True)
"""


@pytest.fixture(scope="module")
def worked_in(folder, tmp_path_factory):
    """The student's folder after the last lesson (so these tests need those above), with a prediction and a notebook made in JupyterLab."""
    copy = shutil.copytree(folder.parent, tmp_path_factory.mktemp("a copy") / "student")
    home = course.at_home(copy)
    subprocess.run([sys.executable, "-c", PREDICTS], cwd=copy / "notebooks", env=home, check=True)
    write(copy / "notebooks" / "Untitled.ipynb", new_notebook())
    return copy


@pytest.fixture(scope="module")
def own(worked_in):
    """All files there that the edition has not brought, by name, with what is in them."""
    names = update.digests(worked_in).keys() - update.handed_out(worked_in).keys() - {update.EDITION}
    return {name: (worked_in / name).read_bytes() for name in names}


@pytest.fixture(scope="module")
def archives(worked_in, own, tmp_path_factory):
    """What is handed out of a project, without git, in which all these files lie, too."""
    project = tmp_path_factory.mktemp("a lecturer") / "project"
    for path in project_files(ROOT):
        (project / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, project / path.relative_to(ROOT))
    for name, data in own.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_bytes(data)
    home = course.at_home(project) | {"PYTHONPATH": str(project)}
    subprocess.run([sys.executable, "-c", BUILDS], cwd=project, env=home, check=True)
    return project / "build"


def test_what_a_student_keeps_is_in_nothing_that_is_handed_out(own, archives):
    kept = {Path(name).name for name in own}
    assert kept >= KEPT
    with zipfile.ZipFile(archives / "student.zip") as archive:
        found = {Path(name).name for name in archive.namelist()}
    found |= {path.name for path in archives.rglob("*")}
    assert {LESSONS[0], "student.zip"} <= found
    assert found.isdisjoint(kept)


def test_an_update_leaves_what_a_student_keeps_as_it_is(own, worked_in, archives, tmp_path):
    updated = shutil.copytree(worked_in, tmp_path / "student")
    subprocess.run([sys.executable, updated / "update.py", archives / "student.zip"], check=True)
    assert {name: (updated / name).read_bytes() for name in own} == own
