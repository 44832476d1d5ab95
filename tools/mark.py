"""Marks the notebooks that were handed in: `make mark FOLDER=path/to/folder` writes marks.csv into it.

    python tools/mark.py FOLDER [--workers 2] [--seconds 900] [--cell-seconds 120]

It runs programs of strangers: docs/marking.md first. Every notebook is run by nbgrader's autograde in a process and a folder of its
own. The lesson is known from the metadata of the notebook; the student is the name of the file without that of the lesson, or if nothing
is left then the name of its folder. The table has one row for each exercise; a notebook that cannot be marked has one row that says why.
"""

import argparse
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import nbformat
import psutil
from editions import NOTEBOOKS
from nbgrader.utils import determine_grade
from nbgrader_course import course
from students_edition import CHECK

from c4lib._tools import written_whole
from notebooks import number, read, write

COLUMNS = "student", "lesson", "exercise", "points", "of", "reply"
MARKS = "marks.csv"
MOST_BYTES = 50_000_000  # of a notebook: the largest lesson has two million, with its outputs
MOST_WORDS = 1_000_000  # bytes, of what checks have judged and of what nbgrader says
# What of the environment the strangers' code gets; nothing else that a shell may hold, passwords least of all.
HANDED_ON = {"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ", "MPLCONFIGDIR", "SYSTEMROOT", "TEMP", "TMP"}


class Limits(NamedTuple):
    """How long a notebook may take, and one of its cells, in seconds; and how many notebooks run at once."""

    seconds: int = 900
    cell_seconds: int = 120
    workers: int = max(1, (os.cpu_count() or 1) // 2)


class Paper(NamedTuple):
    """One notebook that was handed in; `fault` says why it cannot be marked."""

    student: str
    lesson: str
    notebook: nbformat.NotebookNode | None
    fault: str = ""


# -------------------------------------------------------------------- what was handed in


def papers_in(folder, lessons):
    """The notebooks of a folder and of the folders in it."""
    paths = sorted(path for path in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
    papers = [paper_of(path, folder, lessons) for path in paths]
    times = Counter((paper.student, paper.lesson) for paper in papers)
    return [
        paper if times[paper.student, paper.lesson] == 1 else paper._replace(student=f"{paper.student} ({path.name})")
        for path, paper in zip(paths, papers, strict=True)
    ]


def paper_of(path, folder, lessons):
    try:
        notebook = read(moderate(path))
        lesson = lesson_of(notebook, lessons)
    except Exception as error:  # nbformat says it in many ways
        named = next((name for name in lessons if name in path.stem), "")
        words = " ".join(f"{type(error).__name__}: {error}".split())[:150]
        return Paper(student_of(path, folder, named), named, None, f"The file is no notebook that can be read: {words}")
    fault = "" if lesson else "Nothing in the notebook says which lesson it is."
    return Paper(student_of(path, folder, lesson), lesson, notebook, fault)


def moderate(path):
    """The path of a notebook that a stranger, or a stranger's program, has made: ValueError if it is too large."""
    if not path.is_file() or path.stat().st_size > MOST_BYTES:
        raise ValueError(f"it is no plain file, or larger than {MOST_BYTES:,} bytes")
    return path


def lesson_of(notebook, lessons):
    """The lesson that the metadata name; without them, that of most of the checks; "" if there is none either."""
    named = notebook.metadata.get("c4lib", {}).get("lesson")
    if named in lessons:
        return named
    numbers = Counter(call[:2] for cell in notebook.cells for call in re.findall(CHECK, cell.source)).most_common(1)
    return next((name for name in lessons if numbers and name[:2] == numbers[0][0]), "")


def student_of(path, folder, lesson):
    rest = re.sub(re.escape(lesson), "", path.stem, flags=re.IGNORECASE).strip(" -_.+=@")
    return rest or (path.stem if path.parent == folder else path.parent.name)


def repaired(notebook, release):
    """What is wrong with the checks, by their names in nbgrader; the notebook gets the metadata and the cells that it lacks.

    A cell is known by its name in nbgrader, else by its id, else by what stands in it. A changed check is left to nbgrader, which
    puts it back.
    """
    remarks, place = {}, len(notebook.cells)
    names = [cell.metadata.pop("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    for original in release.cells:
        metadata = original.metadata.get("nbgrader")
        if not metadata:
            continue
        cell = cell_like(original, notebook.cells, names)
        if cell is None and metadata.grade:
            remarks[metadata.grade_id] = "The check was deleted; it was put back."
            cell = nbformat.from_dict(original)
            notebook.cells.insert(place, cell)
            names.insert(place, metadata.grade_id)
        if cell is not None:
            place = notebook.cells.index(cell) + 1
            cell.metadata["nbgrader"] = metadata
            same = (cell.cell_type, cell.source.strip()) == (original.cell_type, original.source.strip())
            if metadata.grade and not same:
                remarks[metadata.grade_id] = "The check was changed; it was put back."
    return remarks


def cell_like(original, cells, names):
    """The cell of a handed-in notebook that was the `original`; None if it is not there."""
    name = original.metadata.nbgrader.grade_id
    free = [(cell, its_name) for cell, its_name in zip(cells, names, strict=True) if "nbgrader" not in cell.metadata]
    by_name = [cell for cell, its_name in free if its_name == name]
    by_id = [cell for cell, its_name in free if its_name is None and cell.id == original.id]
    by_source = [cell for cell, its_name in free if its_name is None and cell.source.strip() == original.source.strip()]
    return next(iter([*by_name[::-1], *by_id, *by_source]), None)


# -------------------------------------------------------------------- one notebook


def rows_of(paper, place, ready, limits):
    """The rows of one notebook, which is marked in the folder `place`; `ready` is the course."""
    if paper.fault:
        return [(paper.student, paper.lesson, "", "", "", paper.fault)]
    lesson = paper.lesson
    for name in ("nbgrader_config.py", "marking.py", "gradebook.db"):
        place.mkdir(exist_ok=True)
        shutil.copy(ready / name, place)
    shutil.copytree(ready / "source" / lesson, place / "source" / lesson)
    release = read(ready / "release" / lesson / f"{lesson}.ipynb")
    remarks = repaired(paper.notebook, release)
    submitted = place / "submitted" / "student" / lesson
    submitted.mkdir(parents=True)
    write(submitted / f"{lesson}.ipynb", paper.notebook)
    # Opened before any of the student's code runs: what it may put in their places is not read.
    with open(place / "log", "w+b") as log, open(place / "judged", "w+b") as lines:
        fault = autograded(place, lesson, limits, log)
        if fault:
            return [(paper.student, lesson, "", "", "", fault)]
        judged = {line["check"]: line for line in map(json.loads, words_in(lines))}
    marked = read(moderate(place / "autograded" / "student" / lesson / f"{lesson}.ipynb"))
    return [(paper.student, lesson, *mark) for mark in marks_of(release, marked, judged, remarks)]


def words_in(file):
    """The lines of a file that is open; of a long one those at its end."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - MOST_WORDS))
    return file.read(MOST_WORDS).decode("utf-8", "replace").splitlines()


def marks_of(release, marked, judged, remarks):
    """(exercise, points, of, reply) of each check of the release."""
    cells = {cell.metadata.nbgrader.get("grade_id"): cell for cell in marked.cells if "nbgrader" in cell.metadata}
    for original in release.cells:
        metadata = original.metadata.get("nbgrader", {})
        if not metadata.get("grade"):
            continue
        name = metadata.grade_id
        points, of = determine_grade(cells[name])
        line = judged.get(name)
        if line is None or not line["right"]:
            points = 0
        reply = line["reply"] if line else without_reply(cells[name])
        words = " ".join(filter(None, (remarks.get(name), reply)))
        yield name.rpartition("_")[2], f"{points:g}", f"{of:g}", words


def without_reply(cell):
    """Why a check has judged nothing."""
    errors = [output for output in cell.outputs if output.output_type == "error"]
    if not errors:
        return "The check has judged nothing, and somebody has to look at it."
    if errors[-1].ename == "CellTimeoutError":
        return "The cell of the check took too long, and was stopped."
    return f"The check could not judge: {errors[-1].ename}: {errors[-1].evalue}"[:200]


def autograded(place, lesson, limits, log):
    """Has nbgrader mark the only notebook of the course in `place`, and write to `log`; what went wrong, or ""."""
    command = [sys.executable, "-m", "nbgrader", "autograde", lesson, "--student=student", "--log-level=WARN"]
    process = subprocess.Popen(
        command,
        cwd=place,
        env=environment(place, limits),
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        start_new_session=True,
    )
    try:
        process.wait(limits.seconds)
    except subprocess.TimeoutExpired:
        return f"The notebook did not come to an end; it was stopped after {limits.seconds} seconds."
    finally:
        end_all(process, place)
    if process.returncode:
        lines = [line.strip() for line in words_in(log)]
        errors = [line for line in lines if re.match(r"[\w.]+(Error|Exception|Died)\b", line)]
        return f"nbgrader could not mark it: {(errors or lines or ['it says nothing'])[-1]}"[:250]
    return ""


def environment(place, limits):
    """The variables of the process that marks."""
    kept = {name: value for name, value in os.environ.items() if name in HANDED_ON}
    own = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{kept.get('PATH', '')}",  # nbgrader calls a program of its own
        "C4LIB_TEST": "1",
        "C4LIB_MARKS": place / "judged",
        "C4LIB_CELL_SECONDS": limits.cell_seconds,
        "JUPYTER_DATA_DIR": Path(sys.prefix) / "share" / "jupyter",
        "JUPYTER_CONFIG_DIR": place / "etc",
        "JUPYTER_RUNTIME_DIR": place / "runtime",
        "IPYTHONDIR": place / "ipython",
    }
    return kept | {name: str(value) for name, value in own.items()}


def end_all(process, place):
    """Ends a process, all that it has started, and whatever else still runs in its folder."""
    ours = [process_of(process.pid)] if process.poll() is None else []
    ours = [*ours, *(child for one in ours if one for child in one.children(recursive=True))]
    ours += [one for one in psutil.process_iter() if runs_in(one, place)]
    for one in filter(None, ours):
        with suppress(psutil.Error):
            one.kill()
    process.wait()


def process_of(pid):
    try:
        return psutil.Process(pid)
    except psutil.Error:
        return None


def runs_in(process, place):
    try:
        return Path(process.cwd()).is_relative_to(place)
    except (psutil.Error, OSError):
        return False


# -------------------------------------------------------------------- all of them


def mark(folder, limits=Limits(), lessons=NOTEBOOKS):
    """Marks all notebooks in `folder` with the lessons in another, and writes the table; the rows."""
    names = [path.stem for path in sorted(lessons.glob("*.ipynb")) if number(path)]
    papers = papers_in(folder, names)
    if not papers:
        raise ValueError(f"there is no notebook (*.ipynb) in {folder}")
    with TemporaryDirectory(prefix="marks-") as temporary:
        temporary = Path(temporary).resolve()
        ready = temporary / "course"
        course(ready, lessons, {paper.lesson for paper in papers if not paper.fault})
        with ThreadPoolExecutor(limits.workers) as pool:
            tasks = [
                pool.submit(told, paper, temporary / str(place), ready, limits) for place, paper in enumerate(papers)
            ]
            try:
                rows = [row for task in tasks for row in task.result()]
            except BaseException:  # the user stops it
                pool.shutdown(wait=False, cancel_futures=True)
                while any(task.running() for task in tasks):
                    for one in psutil.Process().children(recursive=True):
                        with suppress(psutil.Error):
                            one.kill()
                    time.sleep(0.1)
                raise
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([COLUMNS, *sorted(rows)])
    with written_whole(folder / MARKS) as file:
        file.write(text.getvalue().encode("utf-8"))
    return rows


def told(paper, place, ready, limits):
    """The rows of a notebook, and a line about them on the screen."""
    start = time.monotonic()
    try:
        rows = rows_of(paper, place, ready, limits)
    except Exception as error:  # one notebook does not take the marks of the others with it
        words = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        rows = [(paper.student, paper.lesson, "", "", "", f"It could not be marked: {words}")]
    points = sum(float(row[3] or 0) for row in rows)
    told = rows[0][5] if not rows[0][2] else f"{points:g} of {sum(float(row[4]) for row in rows):g}"
    print(
        f"  {paper.student}, {paper.lesson or 'unknown lesson'}: {told} ({time.monotonic() - start:.0f} s)", flush=True
    )
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    for name, default in Limits()._asdict().items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=default)
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        sys.exit(f"{arguments.folder} is no folder: make mark FOLDER=path/to/the/notebooks")
    limits = Limits(arguments.seconds, arguments.cell_seconds, arguments.workers)
    if min(limits) < 1:
        sys.exit("seconds, cell-seconds and workers are whole numbers from 1 on")
    try:
        rows = mark(arguments.folder, limits)
    except ValueError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(f"stopped; no {MARKS} was written")
    print(f"{len(rows)} rows: {arguments.folder / MARKS}")


if __name__ == "__main__":
    main()
