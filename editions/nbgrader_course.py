"""Writes the course of nbgrader around the students' edition: every lesson is an assignment with one notebook.

    python -m editions.nbgrader_course    build/nbgrader

There `nbgrader generate_assignment 04-select` and `nbgrader autograde 04-select` work (docs/marking.md):

    nbgrader_config.py   what this course needs
    source/LESSON/       the lesson with a solution in every stub, and checks/ and pictures/, which autograde puts beside it
    release/LESSON/      what nbgrader has made of it: the notebook of the students' edition
    gradebook.db         what nbgrader knows of the lessons
"""

import ast
import shutil
import subprocess
import sys

from editions.lessons import NOTEBOOKS, ROOT
from editions.students_edition import above_check, checked, exercises, files_read, released, solutions
from tools.notebooks import number, read, write
from tools.project_files import copy_project_files, notebooks_in

COURSE = ROOT / "build" / "nbgrader"
BESIDE = "checks", "pictures"  # folders that a lesson reads
LOG = "nbgrader.log"
CONFIG = '''"""What nbgrader needs to know of this course."""

import os
import sys
from pathlib import Path

from nbgrader.preprocessors import ClearSolutions

HERE = Path(__file__).resolve().parent
os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"  # nbgrader calls alembic
os.environ["C4LIB_TEST"] = "1"  # what a student keeps beside the notebooks is neither read nor written


class Stubs(ClearSolutions):
    """Leaves of a stub what stands above its solution, without an empty line for the solution."""

    def preprocess_cell(self, cell, resources, cell_index):
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        cell.source = cell.source.rstrip("\\n")
        return cell, resources


def say(assignment, student, notebooks):
    print(f"  {Path(notebooks[0]).parent.relative_to(HERE / 'submitted')}", flush=True)


c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "connect-four"
c.CourseDirectory.root = str(HERE)
c.ClearSolutions.code_stub = {"python": ""}
c.GenerateAssignment.preprocessors = [
    f"nbgrader.preprocessors.{name}" if name else Stubs
    for name in (
        "LockCells", "", "ClearOutput", "CheckCellMetadata", "ComputeChecksums", "SaveCells", "ComputeChecksums",
        "CheckCellMetadata",
    )
]  # fmt: skip
c.Autograde.pre_convert_hook = say
c.OverwriteCells.add_missing_cells = True  # a check that was deleted
c.Execute.timeout = 120  # seconds for one cell; then it is stopped, and the next one runs
'''


def assigned(cell, check, solution):
    """The stub with the solution below it, and with the solution's names put in place of the stub's."""
    given, asked = (", ".join(map(ast.unparse, checked(source))) for source in (solution, check.source))
    region = ["### BEGIN SOLUTION", above_check(solution), f"{asked} = {given}", "### END SOLUTION"]
    return "\n".join([cell.source, *region])


def source_of(path):
    """A lesson as nbgrader's source: the students' notebook with the solutions of the lesson in the stubs."""
    solved = solutions(read(path))
    notebook = released(path)
    for name, stub, check in exercises(notebook):
        stub.source = assigned(stub, check, solved[name])
    return notebook


def lessons_in(folder):
    """The paths of the lessons, by their names."""
    return {path.stem: path for path in notebooks_in(folder) if number(path)}


def course(target=COURSE, folder=NOTEBOOKS, lessons=None):
    """Writes the course with all lessons in `folder`, or with those named, and has nbgrader make the releases."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    (target / "nbgrader_config.py").write_text(CONFIG, "utf-8")
    for lesson, path in lessons_in(folder).items():
        if lessons is None or lesson in lessons:
            write_source(path, target / "source" / lesson)
    if (target / "source").is_dir() and not nbgrader(target, "generate_assignment", "*"):
        sys.exit(f"nbgrader could not make the releases: {target / LOG} says why")


def write_source(path, target):
    """Writes one lesson, and beside it what it reads."""
    target.mkdir(parents=True)
    for name in BESIDE:
        if (path.parent / name).is_dir():
            copy_project_files(path.parent / name, target / name)
    notebook = source_of(path)
    if outside := files_read(notebook):
        sys.exit(f"{path.name} reads {', '.join(sorted(outside))}: a lesson of nbgrader has only its own folder")
    write(target / path.name, notebook)


def nbgrader(folder, *arguments):
    """Runs nbgrader in the folder of a course, where its log is; whether all went well."""
    command = [sys.executable, "-m", "nbgrader", *arguments, "--log-level=WARN"]
    with open(folder / LOG, "a", encoding="utf-8") as log:
        return subprocess.run(command, cwd=folder, stderr=log).returncode == 0


if __name__ == "__main__":
    course()
    print(f"The course for nbgrader: {COURSE}")
