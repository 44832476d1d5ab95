"""The students' edition: what is in it, and what must not be."""

import ast
import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path

import nbformat
import pytest
import yaml
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from editions import students_edition, update
from editions.lessons import LESSONS, ROOT
from tools.lab import free_port, wait_for
from tools.notebooks import find, tags, write
from tools.notebooks import read as read_anew

read = functools.cache(read_anew)  # not to be changed
PATHS = find([])
every_notebook = pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])


def tagged(notebook, *wanted):
    return [cell for cell in notebook.cells if {*cell.metadata.get("tags", [])} & {*wanted}]


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


# ---------------------------------------------------------------- every notebook


@every_notebook
def test_nothing_has_been_run(student, path):
    for cell in read(student / "notebooks" / path.name).cells:
        assert cell.get("execution_count") is None, cell.source
        if "predict" in tags(cell):
            assert "Predict:" in cell.outputs[0].data["text/html"], "the question is there before it is run"
        else:
            assert not cell.get("outputs"), cell.source


@every_notebook
def test_no_solution_and_no_claim_is_left(student, path):
    notebook = read(student / "notebooks" / path.name)
    assert not tagged(notebook, "solution", "claims")
    assert not [cell.source for cell in notebook.cells if re.search(r"solution is|three dots", cell.source)]


@every_notebook
def test_every_other_cell_stays_as_it_is(student, path):
    gone = tagged(read(path), "solution", "claims")
    kept = [cell.source for cell in read(path).cells if cell not in gone]
    notes = [source for source in kept if source.startswith("The solution is")]
    assert [cell.source for cell in read(student / "notebooks" / path.name).cells] == [
        source for source in kept if source not in notes
    ]


@every_notebook
def test_every_check_is_locked_and_gives_points_every_stub_is_open_and_the_lesson_is_named(student, path):
    notebook = read(student / "notebooks" / path.name)
    checks, stubs = tagged(notebook, "check"), tagged(notebook, "exercise")
    assert all(cell.metadata.nbgrader.locked and cell.metadata.nbgrader.points == 1 for cell in checks)
    assert [cell.metadata.nbgrader.locked for cell in stubs] == [False] * len(checks)
    assert [cell.id for cell in checks + stubs] == [
        cell.id for cell in tagged(read(path), "check") + tagged(read(path), "exercise")
    ]
    assert notebook.metadata.c4lib.lesson == path.stem


def solution_lines(path):
    """The lines of the solutions, without those that the notebook has elsewhere, too."""
    notebook = read(path)
    solutions = tagged(notebook, "solution")
    others = {line.strip() for cell in notebook.cells if cell not in solutions for line in cell.source.splitlines()}
    return {line.strip() for cell in solutions for line in cell.source.splitlines()} - others


def lines_of(path):
    """What a student can read in a file, line by line."""
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        text = "\n".join(cell.source for cell in read(path).cells)
    return {line.strip() for line in text.splitlines()}


def test_no_telling_line_of_a_solution_is_in_a_check_or_in_a_lesson_that_comes_no_later(student):
    telling = {path: {line for line in solution_lines(path) if len(line) > 40} for path in PATHS}
    found = {
        name: {line for path, lines in telling.items() if name[:2] <= path.stem[:2] or "/" in name for line in lines}
        & lines_of(student / "notebooks" / name)
        for name in files(student / "notebooks")
    }
    assert not {name: hits for name, hits in found.items() if hits}


def test_no_name_that_a_solution_defines_is_in_any_file_of_the_lessons(student):
    sources = "\n".join(cell.source for path in PATHS for cell in tagged(read(path), "solution"))
    names = {node.name for node in ast.walk(ast.parse(sources)) if isinstance(node, ast.FunctionDef)}
    names = {name for name in names if name.endswith("_solution")}
    assert names, "the names of the solutions are found"
    texts = {name: "\n".join(lines_of(student / "notebooks" / name)) for name in files(student / "notebooks")}
    assert not [(word, name) for word in names for name, text in texts.items() if re.search(rf"\b{word}\b", text)]


@every_notebook
def test_local_links_lead_to_a_file_of_the_edition(student, path):
    copy = student / "notebooks" / path.name
    prose = "\n".join(cell.source for cell in read(copy).cells if cell.cell_type == "markdown")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", prose) if "://" not in link]
    assert "../README.md" in links
    assert not [link for link in links if not (copy.parent / link).is_file()]


@every_notebook
def test_files_that_the_code_reads_are_there(student, path):
    notebook = read(student / "notebooks" / path.name)
    assert not [name for name in students_edition.files_read(notebook) if not (student / name).is_file()]


# ---------------------------------------------------------------- the folder


def links_of(page):
    return set(re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")))


def test_readme_lists_all_lessons_and_the_links_of_both_pages_lead_somewhere(student):
    links = links_of(student / "README.md")
    assert {"notation.md", *(f"notebooks/{path.name}" for path in PATHS)} <= links
    links |= links_of(student / "notation.md")
    assert not [link for link in links if "://" not in link and not (student / link).is_file()]
    assert LESSONS not in (student / "README.md").read_text("utf-8")


@pytest.mark.parametrize("package", students_edition.PACKAGES)
def test_packages_are_those_of_the_project(student, package):
    tracked = subprocess.run(["git", "ls-files", "-z", package], cwd=ROOT, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    names = [name for name in tracked.stdout.split("\0") if name and not Path(name).name.startswith(".")]
    there = {name for name in names if (ROOT / name).is_file()}
    assert there <= {f"{package}/{name}" for name in files(student / package)}


def test_pip_and_conda_install_what_the_lessons_need_and_no_cluster(student):
    ours, theirs = (tomllib.loads((root / "pyproject.toml").read_text("utf-8")) for root in (ROOT, student))
    assert theirs["project"]["dependencies"] == ours["project"]["dependencies"]
    assert theirs["project"]["optional-dependencies"] == {"lab": ours["project"]["optional-dependencies"]["lab"]}
    *ours, _ = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))["dependencies"]
    *theirs, last = yaml.safe_load((student / "environment.yml").read_text("utf-8"))["dependencies"]
    assert theirs == [name for name in ours if not name.startswith(("bokeh", "distributed"))]
    assert last == {"pip": ['-e ".[lab]"']}


def test_zip_is_the_folder(student):
    with zipfile.ZipFile(student.with_suffix(".zip")) as archive:
        assert archive.namelist() == [f"student/{name}" for name in files(student)]
        assert all(archive.read(f"student/{name}") == (student / name).read_bytes() for name in files(student))


def test_building_again_gives_the_same_bytes_and_leaves_nothing_old(student, tmp_path):
    first = student.with_suffix(".zip").read_bytes()
    (tmp_path / "student" / "notebooks").mkdir(parents=True)
    (tmp_path / "student" / "notebooks" / "99-gone.ipynb").write_text("{}")
    students_edition.student(tmp_path / "student")
    assert (tmp_path / "student.zip").read_bytes() == first


def test_nothing_of_this_machine_and_no_attack_on_a_check_is_in_it(student):
    unwanted = r"__pycache__|\.ipynb_checkpoints|\.py[co]$|\.git|attack"
    assert not [name for name in files(student) if re.search(unwanted, name)]


# ---------------------------------------------------------------- made-up lessons


def lesson(*cells):
    """A series of one lesson with these cells."""
    navigation = new_markdown_cell("[Contents](../README.md)", id="navigation-top")
    return new_notebook(cells=[new_markdown_cell("# Try it"), navigation, *cells])


def student_of(notebook, tmp_path):
    (tmp_path / "lessons").mkdir()
    write(tmp_path / "lessons" / "01-try-it.ipynb", notebook)
    students_edition.student(tmp_path / "student", tmp_path / "lessons")
    return read(tmp_path / "student" / "notebooks" / "01-try-it.ipynb")


def test_claims_go_an_answer_is_no_longer_folded_and_a_check_stays_folded(tmp_path):
    folded = {"source_hidden": True, "outputs_hidden": True}
    output = new_output("stream", text="42")
    cells = [
        new_code_cell(tag, metadata={"tags": [tag], "jupyter": folded}, outputs=[output], execution_count=1)
        for tag in ("claims", "answer", "check")
    ]
    _, _, answer, check = student_of(lesson(*cells), tmp_path).cells
    assert [answer.source, check.source] == [*answer.metadata.tags, *check.metadata.tags] == ["answer", "check"]
    assert [answer.outputs, check.outputs] == [[], []]
    assert answer.metadata.jupyter == check.metadata.jupyter == {"source_hidden": True}


def test_checks_and_modules_beside_the_notebooks_come_along(tmp_path):
    for name in ("pictures/titles.py", "checks/base.py", "checks/__pycache__/base.pyc"):
        (tmp_path / "lessons" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "lessons" / name).touch()
    nbformat.write(lesson(), tmp_path / "lessons" / "01-try-it.ipynb")
    students_edition.student(tmp_path / "student", tmp_path / "lessons")
    assert files(tmp_path / "student" / "notebooks") == ["01-try-it.ipynb", "checks/base.py", "pictures/titles.py"]


# ---------------------------------------------------------------- a newer edition


def edition(folder, **files):
    """An edition with these files, whose names have no dot; a lesson is given by its cell and what it has printed."""
    (folder / "tools").mkdir(parents=True)
    for name, text in files.items():
        write_lesson(folder / f"{name}.ipynb", text)
    (folder / update.EDITION).write_text(json.dumps(update.digests(folder)))
    return folder


def write_lesson(path, text, printed=""):
    outputs = [new_output("stream", text=printed)] if printed else []
    nbformat.write(new_notebook(cells=[new_code_cell(text, id="one", outputs=outputs)]), path)


def cell(path):
    return nbformat.read(path, 4).cells[0].source


@pytest.fixture
def old(tmp_path):
    return edition(tmp_path / "old", renewed="before", same="same", gone="gone")


@pytest.fixture
def newer(tmp_path):
    return edition(tmp_path / "newer", renewed="after", same="same", added="added")


def test_what_nobody_has_changed_becomes_the_newer_edition(old, newer):
    write_lesson(old / "renewed.ipynb", "before", printed="only run")
    (old / "notes.txt").write_text("my own")
    assert update.update(old, newer) == ([], [])
    assert {*files(old)} == {*files(newer), "notes.txt"}
    assert cell(old / "renewed.ipynb") == "after"
    assert update.handed_out(old) == update.handed_out(newer)


def test_a_lesson_that_only_the_student_has_changed_stays_with_its_outputs(old, newer):
    write_lesson(old / "same.ipynb", "mine", printed="my result")
    before = (old / "same.ipynb").read_bytes()
    assert update.update(old, newer) == (["same.ipynb"], [])
    assert (old / "same.ipynb").read_bytes() == before


def test_a_lesson_that_both_have_changed_is_set_aside_and_overwrites_none_that_was_before(old, newer):
    for name in ("renewed", "renewed.mine", "gone", "added"):
        write_lesson(old / f"{name}.ipynb", f"my {name}")
    kept = ["added.mine.ipynb", "gone.mine.ipynb", "renewed.mine-2.ipynb"]
    assert update.update(old, newer) == ([], kept)
    assert [cell(old / name) for name in kept] == ["my added", "my gone", "my renewed"]
    assert cell(old / "renewed.mine.ipynb") == "my renewed.mine"
    assert [cell(old / f"{name}.ipynb") for name in ("renewed", "added")] == ["after", "added"]


def test_an_update_comes_out_of_the_zip_file(student, tmp_path):
    copy = shutil.copytree(student, tmp_path / "copy")
    (lesson := copy / "notebooks" / PATHS[0].name).unlink()
    subprocess.run([sys.executable, copy / "update.py", student.with_suffix(".zip")], check=True)
    assert lesson.read_bytes() == (student / "notebooks" / PATHS[0].name).read_bytes()


# ---------------------------------------------------------------- from nothing


def answer(address):
    return urllib.request.urlopen(urllib.request.Request(address, headers={"Authorization": "token test"}))


def test_unpacked_and_started_by_its_readme_it_opens_the_first_lesson(student, tmp_path):
    if not os.environ.get("C4LIB_REQUIRE_INSTALL"):
        pytest.skip("C4LIB_REQUIRE_INSTALL is not set: needs a package registry, and a minute")
    with zipfile.ZipFile(student.with_suffix(".zip")) as archive:
        archive.extractall(tmp_path)
    folder, port = tmp_path / "student", free_port()
    handed_out = {path.name for path in folder.iterdir()}
    own = ("JUPYTER", "IPYTHON", "PYTHON")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(own)}
    environment["PIP_COMPILE"] = "0"  # Python compiles what is imported, a fifth of what pip would
    options = ["--no-browser", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
    options += ["--IdentityProvider.token=test"]
    options += ["--allow-root"] * (hasattr(os, "getuid") and os.getuid() == 0)
    venv.create(tmp_path / "fresh")  # a Python without the lessons
    start = [tmp_path / "fresh" / "bin" / "python", "start.py", *options]
    with subprocess.Popen(start, cwd=folder, env=environment, start_new_session=True) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/api?token=test", process, seconds=600)
            opened = answer(address).url
            asked = answer(f"{address}/lab/api/settings/@jupyterlab/apputils-extension:notification")
            news = json.load(asked)["schema"]["properties"]["fetchNews"]["default"]
        finally:
            os.killpg(process.pid, signal.SIGTERM)
    assert opened.endswith(f"/lab/tree/notebooks/{PATHS[0].name}")
    assert news == "false"
    assert {path.name for path in folder.iterdir()} - handed_out == {".venv"}
