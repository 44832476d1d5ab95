"""Has nbgrader mark the notebooks that were handed in: `make mark FOLDER=path/to/folder` writes marks.csv into it.

They are programs of strangers: docs/marking.md first. The path below FOLDER says whose and which lesson: anna/04-select.ipynb.
"""

import csv
import re
import shutil
import sys
from pathlib import Path
from tempfile import mkdtemp

from c4lib._tools.files import written_whole
from editions.lessons import NOTEBOOKS
from editions.nbgrader_course import LOG, course, lessons_in, nbgrader

MARKS = "marks.csv"


def papers_in(folder, lessons):
    """The paths of the notebooks in a folder and in those below it, by student and lesson."""
    papers = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        is_hidden = "/." in f"/{name}"  # a checkpoint of Jupyter's
        if is_hidden or ".ipynb" not in path.name.lower():
            continue
        lesson = max(lessons, key=name.rfind)
        if lesson in name and path.suffix == ".ipynb" and path.is_file():
            student = student_of(name, lesson) or folder.name
            if (student, lesson) in papers:
                student = name
            papers[student, lesson] = path
        else:
            print(f"  {name} is left out: it is no file with a name like {lessons[0]}.ipynb")
    return papers


def student_of(name, lesson):
    """The path without the lesson: `monday/anna` of `monday/anna/04-select.ipynb`, `anna` of `anna_04-select.ipynb`."""
    rest = name.removesuffix(".ipynb").replace(lesson, "")
    parts = [part.strip(" -_") for part in rest.split("/")]
    return "/".join(filter(None, parts))


def safe_names(students):
    """The name of each student's folder: a number that tells all apart, and what is plain in the student's own."""
    plain = {student: re.sub("[^A-Za-z0-9]+", "-", student)[:50] for student in sorted(students)}
    numbered = enumerate(plain.items(), 1)
    return {student: f"{place:03}-{name}" for place, (student, name) in numbered}


def autograde(papers, names, built):
    """Has nbgrader mark the notebooks in the course that was built, and write its export."""
    for (student, lesson), path in papers.items():
        submitted = built / "submitted" / names[student] / lesson
        submitted.mkdir(parents=True)
        shutil.copyfile(path, submitted / f"{lesson}.ipynb")
    for lesson in sorted({lesson for _, lesson in papers}):
        nbgrader(built, "autograde", lesson)
    nbgrader(built, "export", "--to=export.csv")


def write_table(papers, names, built):
    """Writes nbgrader's export with the students' own names; what could not be marked has no points in it."""
    with open(built / "export.csv", newline="") as file:
        exported = csv.DictReader(file)
        rows = {(row["student_id"], row["assignment"]): row for row in exported}
    with open(built / MARKS, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, exported.fieldnames, lineterminator="\n")
        writer.writeheader()
        for student, lesson in sorted(papers):
            row = {"assignment": lesson}
            if (built / "autograded" / names[student] / lesson).exists():
                row = rows[names[student], lesson]
            else:
                print(f"  {lesson} of {student} could not be marked: {built / LOG} says why")
            is_plain = student[:1].isalnum()  # anything else may be a formula to a spreadsheet
            row["student_id"] = student if is_plain else f"'{student}"
            writer.writerow(row)


def mark(folder, built, lessons=NOTEBOOKS):
    """Writes the table of the notebooks in a folder and in those below it; nbgrader's course is built in another."""
    papers = papers_in(folder, [*lessons_in(lessons)])
    if not papers:
        sys.exit(f"whose notebooks? there is none with a lesson in its name in {folder}: make mark FOLDER=path/to/them")
    with written_whole(folder / MARKS) as marks:  # an error now, not after an hour, if it cannot be written
        course(built, lessons, {lesson for _, lesson in papers})
        names = safe_names({student for student, _ in papers})
        autograde(papers, names, built)
        write_table(papers, names, built)
        marks.write((built / MARKS).read_bytes())
        print(f"{len(papers)} notebooks; the table, and all that nbgrader has made of them: {built}")


if __name__ == "__main__":
    try:
        mark(Path(sys.argv[-1]).resolve(), Path(mkdtemp(prefix="marks-")) / "course")
    except (OSError, KeyboardInterrupt) as error:
        sys.exit(f"{MARKS} was not written: {str(error) or 'stopped'}")
