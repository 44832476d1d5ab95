"""What is handed out is made of the project's files alone: nothing that somebody keeps beside them."""

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
import update
from project_files import ROOT, left_out, notebooks_in, project_files
from students_edition import student

OWN = ["predictions.json", "my_search.py", "my_search.old.py", "my_game.html", "my_player.json", "Untitled.ipynb"]
LESSON = "05-expand.ipynb"


@pytest.fixture(params=["with git", "without git"])
def notebooks(request, tmp_path):
    """A folder of notebooks in which somebody has worked, in a project of its own."""
    folder = tmp_path / "project" / "notebooks"
    (folder / "checks").mkdir(parents=True)
    shutil.copyfile(ROOT / "notebooks" / LESSON, folder / LESSON)
    (folder / "checks" / "base.py").write_text("")
    if request.param == "with git":
        subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
        subprocess.run(["git", "add", "."], cwd=folder, check=True)
    for name in OWN:
        (folder / name).write_text("{}")
    (folder / "checks" / "__pycache__").mkdir()
    (folder / "checks" / "__pycache__" / "base.pyc").write_text("")
    return folder


def test_files_of_the_project_are_those_that_git_knows_or_gitignore_does_not(notebooks):
    found = [path.relative_to(notebooks).as_posix() for path in project_files(notebooks)]
    assert found == [LESSON, "checks/base.py"]
    assert notebooks_in(notebooks) == [notebooks / LESSON]


def test_the_students_edition_has_nothing_of_the_lecturers_own(notebooks, tmp_path):
    student(tmp_path / "student", notebooks)
    with zipfile.ZipFile(tmp_path / "student.zip") as archive:
        names = {Path(name).name for name in archive.namelist()}
    assert LESSON in names
    assert names.isdisjoint(OWN)


def test_an_update_touches_nothing_that_a_student_keeps(tmp_path):
    for edition in ("old", "new"):
        (tmp_path / edition / "notebooks").mkdir(parents=True)
        (tmp_path / edition / "tools").mkdir()
        for name in OWN[:-1]:
            (tmp_path / edition / "notebooks" / name).write_text(f"of the {edition} edition")
        digests = update.digests(tmp_path / edition)
        (tmp_path / edition / update.EDITION).write_text(update.json.dumps(digests))
    for name in OWN[:-1]:
        (tmp_path / "old" / "notebooks" / name).write_text("the student's")
    assert update.update(tmp_path / "old", tmp_path / "new") == ([], [])
    assert {path.read_text() for path in (tmp_path / "old" / "notebooks").iterdir()} == {"the student's"}


def test_what_an_update_leaves_alone_is_what_gitignore_says_a_student_keeps():
    assert {Path(name).name for name in update.OWN} == {*left_out()[left_out().index("predictions.*") :]} - {"Untitled*"}
