"""What is handed out is made of the project's files alone: nothing that somebody keeps beside them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from editions import update
from tools.project_files import ROOT, left_out, notebooks_in, project_files

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


def test_what_an_update_leaves_alone_is_what_gitignore_says_a_student_keeps():
    assert {Path(name).name for name in update.OWN} == {*left_out()[left_out().index("predictions.*") :]} - {"Untitled*"}
