"""Writes the students' edition: the lessons to work through, with all they need, and without solutions and outputs.

    python -m editions.students_edition    build/student and student.zip

It goes by the tags of the cells; REMOVED says what goes. The files have the date of the last commit.

The lessons are releases of nbgrader, with the metadata that it knows its cells by: docs/marking.md.
"""

import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import time
import tomllib
import zipfile
from contextlib import suppress

import nbformat
from nbconvert.preprocessors import (
    ClearMetadataPreprocessor,
    ClearOutputPreprocessor,
    RegexRemovePreprocessor,
    TagRemovePreprocessor,
)

from editions.lessons import NOTEBOOKS, ROOT, SOLUTION_NOTE, page, preprocessed
from editions.update import EDITION, digests
from tools.environment import NO_NEWS
from tools.notebooks import read, tags, write
from tools.project_files import copy_project_files, notebooks_in

REMOVED = {"solution", "claims"}
# Metadata that stay. An answer is no longer folded: it is not there until the student runs its cell.
NOTEBOOK_METADATA = {"kernelspec", ("language_info", "name")}
CELL_METADATA = {"tags", ("jupyter", "source_hidden")}
CHECK = r"\bcheck_(\d\d_\d+)\("  # the call in a cell with the tag `check`
POINTS = 1  # of each exercise
PACKAGES = "c4lib", "mctslab"
PROGRAMS = {"editions/start.py": "start.py", "editions/update.py": "update.py", "tools/environment.py": "tools/environment.py"}
# Not setuptools: it leaves `build` and `c4lib.egg-info` in the folder that it installs.
PYPROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "{version}"
requires-python = "{requires-python}"
dependencies = {dependencies}

[project.optional-dependencies]
lab = {lab}

[tool.hatch.build.targets.wheel]
packages = {packages}
"""


class ClearAnswers(ClearOutputPreprocessor):
    """Clears every output but the questions, which stand there until the student runs them."""

    def preprocess_cell(self, cell, resources, index):
        if "predict" in tags(cell):
            cell.execution_count = None
            return cell, resources
        return super().preprocess_cell(cell, resources, index)


def for_students(notebook):
    """The notebook as a student gets it: stubs and checks; no solution, no claim, no output."""
    return preprocessed(
        notebook,
        TagRemovePreprocessor(remove_cell_tags=REMOVED),
        RegexRemovePreprocessor(patterns=[SOLUTION_NOTE]),
        ClearAnswers(),
        ClearMetadataPreprocessor(
            preserve_nb_metadata_mask=NOTEBOOK_METADATA, preserve_cell_metadata_mask=CELL_METADATA
        ),
    )


def released(path):
    """The lesson in this file as a student gets it, with what nbgrader knows it by."""
    return for_nbgrader(for_students(read(path)), path.stem)


def exercises(notebook):
    """(number, stub, check) of each exercise, as `("04_2", cell, cell)`; the stub is the last one above the check."""
    stub = None
    for cell in notebook.cells:
        if "exercise" in tags(cell):
            stub = cell
        elif "check" in tags(cell) and (call := re.search(CHECK, cell.source)):
            yield call[1], stub, cell


def solutions(notebook):
    """The source of each folded solution of a full lesson, as `{"04_2": source}`."""
    found = [cell.source for cell in notebook.cells if "solution" in tags(cell)]
    return {re.findall(CHECK, source)[-1]: source for source in found}


def above_check(source):
    """A solution without its last statement, which is the call of its check."""
    *body, _ = ast.parse(source).body
    return "\n".join(source.splitlines()[: body[-1].end_lineno])


def checked(source):
    """The arguments of the check that a cell ends with, called or asserted, as syntax."""
    statement = ast.parse(source).body[-1]
    call = statement.test if isinstance(statement, ast.Assert) else statement.value
    return call.args


def for_nbgrader(notebook, lesson):
    """Adds what nbgrader 0.9 knows a released lesson by: a check is locked and gives points, a stub is to be changed."""
    notebook.metadata["c4lib"] = {"lesson": lesson}
    for number, stub, check in exercises(notebook):
        check.metadata |= {"editable": False, "deletable": False}
        check.metadata["nbgrader"] = cell_of_nbgrader(check, f"check_{number}", grade=True)
        stub.metadata["deletable"] = False
        stub.metadata["nbgrader"] = cell_of_nbgrader(stub, f"exercise_{number}", grade=False)
    return notebook


def cell_of_nbgrader(cell, name, grade):
    """The metadata of one cell, with the digest by which nbgrader sees that it was changed (its `compute_checksum`)."""
    parts = [cell.source, cell.cell_type, str(grade), str(not grade), str(grade), name]
    parts += [str(float(POINTS))] if grade else []
    digest = hashlib.md5("".join(parts).encode(), usedforsecurity=False).hexdigest()
    kind = {"grade": grade, "solution": not grade, "locked": grade, "task": False, "schema_version": 3}
    points = {"points": POINTS} if grade else {}
    return nbformat.from_dict({"grade_id": name, "checksum": digest, "cell_type": cell.cell_type} | kind | points)


def files_read(notebook):
    """The files of the project outside notebooks/ that the code names, as `"../folder/file"`."""
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    return set(re.findall(r"""["']\.\./([\w./-]+)["']""", code))


def last_change():
    """When the project was last changed, in seconds since 1970: SOURCE_DATE_EPOCH, else the last commit, else the newest file."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    command = ["git", "log", "-1", "--format=%ct"]
    with suppress(OSError, subprocess.CalledProcessError):
        return int(subprocess.check_output(command, cwd=ROOT, stderr=subprocess.DEVNULL))
    folders = (ROOT / name for name in ("notebooks", "docs", *PACKAGES))
    return max(int(path.stat().st_mtime) for folder in folders for path in folder.rglob("*") if path.is_file())


def pyproject():
    """What pip has to know of the students' edition: the two packages, and what they need for the lessons."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lists = {
        "dependencies": project["dependencies"],
        "lab": project["optional-dependencies"]["lab"],
        "packages": list(PACKAGES),
    }
    return PYPROJECT.format(**project | {name: json.dumps(each, indent=4) for name, each in lists.items()})


def texts(folder):
    """The files at the top, by their names."""
    conda = (ROOT / "environment.yml").read_text("utf-8")
    conda = re.sub(r"  - (bokeh|distributed).*\n", "", conda[conda.index("name:") :])
    docs = ROOT / "docs"
    pages = {"README.md": docs / "student" / "README.md"} | {name: docs / name for name in ("notation.md", "sources.md")}
    return {
        **{name: page(path, folder).replace("](../notation.md", "](notation.md") for name, path in pages.items()},
        "requirements.txt": "-e .[lab]\n",
        "environment.yml": conda.replace("[lab,cluster]", "[lab]"),
        "pyproject.toml": pyproject(),
        "tools/overrides.json": json.dumps(NO_NEWS),
    }


def student(target=ROOT / "build" / "student", folder=NOTEBOOKS):
    """Writes the students' edition: the folder `target`, and a zip file of it beside it."""
    shutil.rmtree(target, ignore_errors=True)
    copy_project_files(folder, target / "notebooks")  # checks/ and pictures/
    for package in PACKAGES:
        copy_project_files(ROOT / package, target / package)
    copies = {"LICENSE": "LICENSE"} | PROGRAMS
    for path in notebooks_in(folder):
        notebook = released(path)
        copies |= {name: name for name in files_read(notebook)}
        write(target / "notebooks" / path.name, notebook)
    for name, place in copies.items():
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target / place)
    for name, text in texts(folder).items():
        (target / name).write_text(text, "utf-8")
    (target / EDITION).write_text(json.dumps(digests(target), indent=1), "utf-8")
    date = last_change()
    for path in target.rglob("*"):
        os.utime(path, (date, date))
    zip_folder(target, date)


def zip_folder(folder, date):
    """Writes a zip file of the folder beside it, the same bytes for the same files and date."""
    with zipfile.ZipFile(folder.with_suffix(".zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), time.gmtime(date)[:6])
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # Unix, whatever the system
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    target = ROOT / "build" / "student"
    student(target)
    zipped = target.with_suffix(".zip")
    print(f"The students' edition: {zipped} ({zipped.stat().st_size / 1e6:.1f} MB), to hand out; unpacked: {target}")
    print("To open it, unpack it and type there: python3 start.py (Windows: py start.py). Its README.md says the same.")
