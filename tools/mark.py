"""Has nbgrader mark the notebooks that were handed in: `make mark FOLDER=path/to/folder` writes marks.csv into it.

They are programs of strangers: docs/marking.md first. The path below FOLDER says whose and which lesson: anna/04-select.ipynb.
"""

import csv
import re
import shutil
import sys
from pathlib import Path
from tempfile import mkdtemp

from editions import NOTEBOOKS
from nbgrader_course import LOG, course, nbgrader

from c4lib._tools import written_whole
from notebooks import number

MARKS = "marks.csv"
FORMULA = ("=", "+", "-", "@")  # a spreadsheet computes what begins with one of these


def papers_in(folder, lessons):
    """The paths of the notebooks in a folder and in those below it, by student and lesson."""
    papers = {}
    for path in sorted(folder.rglob("*.ipynb")):
        name = path.relative_to(folder).as_posix()
        lesson = max(lessons, key=name.rfind)
        if "/." in f"/{name}" or not path.is_file():
            continue  # a checkpoint of Jupyter's, or a folder
        if lesson not in name:
            print(f"  {name} is left out: no lesson is in its name, as in {lessons[0]}.ipynb")
            continue
        student = student_of(name, lesson) or folder.name
        papers[name if (student, lesson) in papers else student, lesson] = path
    return papers


def student_of(name, lesson):
    """The path without the lesson: `monday/anna` of `monday/anna/04-select.ipynb`, `anna` of `anna_04-select.ipynb`."""
    parts = name.removesuffix(".ipynb").replace(lesson, "").split("/")
    return "/".join(filter(None, (part.strip(" -_") for part in parts)))


def safe_name(place, student):
    """The name of a student's folder: a number that tells all apart, and what is plain in the student's own."""
    return f"{place:03}-" + re.sub(r"\W+", "-", student, flags=re.ASCII)[:50]


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
            is_marked = (built / "autograded" / names[student] / lesson).exists()
            row = rows[names[student], lesson] if is_marked else {"assignment": lesson}
            row["student_id"] = f"'{student}" if student.startswith(FORMULA) else student
            writer.writerow(row)
            if not is_marked:
                print(f"  {lesson} of {student} could not be marked: {built / LOG} says why")


def mark(folder, built, lessons=NOTEBOOKS):
    """Writes the table of the notebooks in a folder and in those below it; nbgrader's course is built in another."""
    with written_whole(folder / MARKS) as marks:  # an error now, not after an hour, if it cannot be written
        papers = papers_in(folder, [path.stem for path in sorted(lessons.glob("*.ipynb")) if number(path)])
        if not papers:
            sys.exit(f"there is no notebook (*.ipynb) with a lesson in its name in {folder}")
        course(built, lessons, {lesson for _, lesson in papers})
        students = sorted({student for student, _ in papers})
        names = {student: safe_name(place, student) for place, student in enumerate(students, 1)}
        autograde(papers, names, built)
        write_table(papers, names, built)
        marks.write((built / MARKS).read_bytes())
        print(f"{len(papers)} notebooks; the table, and all that nbgrader has made of them: {built}")


if __name__ == "__main__":
    folder = Path(sys.argv[-1]).resolve()
    if not folder.is_dir():
        sys.exit("whose notebooks? make mark FOLDER=path/to/their/folder")
    try:
        mark(folder, Path(mkdtemp(prefix="marks-")) / "course")
    except (OSError, KeyboardInterrupt) as error:
        sys.exit(f"{MARKS} was not written: {str(error) or 'stopped'}")
