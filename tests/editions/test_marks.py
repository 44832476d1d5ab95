"""Handing in and marking: what nbgrader makes of the lessons, and of notebooks that are right, wrong, broken, or that cheat.

The lesson is a short one, with two exercises of lesson 04 and their checks. All notebooks are marked once, by nbgrader.
"""

import csv
import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from students_edition import exercises, for_nbgrader, for_students, student

from notebooks import find, read, tags, write

if not find_spec("nbgrader"):
    pytest.skip("the extra `mark` is not installed: `make check` does it", allow_module_level=True)

import mark
import nbgrader_course
from nbgrader.api import Gradebook
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.utils import compute_checksum

PATH = find(["04"])[0]
LESSON = PATH.stem
NAMES = ("04_2", "04_3")
LIMITS = mark.Limits(seconds=180, cell_seconds=8, workers=2)
IMPORTS = "import math\n\nimport numpy as np\n\nfrom c4lib import ucb1"

# -------------------------------------------------------------------- the lesson, and what is handed in


def short_lesson():
    """Two exercises of the lesson, as they stand there."""
    cells = read(PATH).cells
    wanted = [cell for cell in cells if {"exercise", "check", "solution"} & tags(cell)]
    kept = [new_markdown_cell("# Select a leaf", id="title"), new_code_cell(IMPORTS, id="imports")]
    for place, cell in enumerate(wanted):
        group = wanted[place - place % 3 : place - place % 3 + 3]
        if any(f"check_{name}(" in group[1].source for name in NAMES):
            kept.append(cell)
    return new_notebook(cells=kept, metadata=read(PATH).metadata)


@pytest.fixture(scope="session")
def lessons(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two words") / "lessons"
    shutil.copytree(PATH.parent / "checks", folder / "checks", ignore=shutil.ignore_patterns("attacks", "__pycache__"))
    write(folder / PATH.name, short_lesson())
    return folder


@pytest.fixture(scope="session")
def course(lessons, tmp_path_factory):
    folder = tmp_path_factory.mktemp("two words") / "course"
    nbgrader_course.course(folder, lessons)
    return folder


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
def waiting(mean, visits, rival, c=math.sqrt(2)):
    return math.ceil(math.exp(visits * (max(rival - mean, 0) / c) ** 2))
"""
PEEK = """
def select(root, settings, rng):
    {frame}
    names = frame.f_locals
    rng.bit_generator.state = names["same"].bit_generator.state
    for move in names["right"].moves:
        root = next(child for child in root.children if child.move == move)
    return root
"""
OUTWARD = 'while frame and "right" not in frame.f_locals:\n        frame = frame.f_back'
CURRENT = f"import sys, threading\n    frame = sys._current_frames()[threading.main_thread().ident]\n    {OUTWARD}"
THREAD = """
import sys, threading
seen = []
def look(frame, event, argument):
    seen.append(frame)
threading.setprofile(look)
"""
RAISED = "try:\n        1 / 0\n    except ZeroDivisionError as error:\n        frame = error.__traceback__.tb_frame"
INNOCENT = """
import collections, dataclasses, enum, inspect, logging, traceback, typing, warnings

Pair = collections.namedtuple("Pair", "a b")
Other = typing.NamedTuple("Other", [("a", int)])

@dataclasses.dataclass
class Same:
    a: int

class Colour(enum.Enum):
    RED = 1

logging.getLogger("mine").warning("a line")
warnings.warn("slow")
inspect.signature(ucb1), inspect.getsource(ucb1)
try:
    1 / 0
except ZeroDivisionError:
    traceback.print_exc()
%timeit -n 1 -r 1 Same(1) == Pair(1, 2)
%prun -q Same(1)
undefined
"""
LIAR = """
class Yes(float):
    def __eq__(self, other):
        return True
    __ge__ = __le__ = __eq__
    __hash__ = float.__hash__

def waiting(mean, visits, rival, c=math.sqrt(2)):
    return Yes(3)
"""
NODE = """
class Yes:
    __class__ = property(lambda self: type(self.root))
    def __init__(self, root):
        self.root, self.children, self.moves = root, (), ()

def select(root, settings, rng):
    return Yes(root)
"""
BASE = """
import checks.base
from checks import lesson_04

checks.base.expect = lesson_04.expect = lambda *words: None
checks.base.real.__code__ = (lambda value, name: 3).__code__
lesson_04.TREES.clear()
lesson_04.WAITING.clear()
"""
ITS_OWN = """
import builtins

def check_04_2(answer):
    print("Right: I say so.")

check_04_3 = check_04_2
builtins.print = lambda *words: None
print = len
"""
ENDLESS = SELECT.replace("node = root", "while True: pass")
ASKING = SELECT.replace(
    "node = root", f"node = root\n    import gc, sys\n    gc.get_objects(), sys._getframe()\n    {RAISED}"
)
TALKING = """
import os

for _ in range(40):
    os.write(1, b"talk, talk, talk\\n" * 100_000)
"""
FLOOD = "while True:\n    print('again and again' * 100)"
IN_THEIR_PLACE = """
import os
from pathlib import Path

for folder in Path.cwd().parents:
    for name in ("log", "judged"):
        if (folder / name).is_file() and "marks-" in str(folder):
            (folder / name).unlink()
            os.mkfifo(folder / name)
"""
WARNING = "import warnings\n" + WAITING.replace("return", "warnings.warn('slow')\n    return")
NO_LEAF = "lambda root, settings, rng: types.SimpleNamespace(leaf=root)"
# What stands in the stubs, and a code cell that is added: (exercise 2, exercise 3, above both). None: left as released.
ANSWERS = {
    "right": (SELECT, WAITING, ""),
    "innocent": (SELECT, WARNING, INNOCENT),
    "half": (SELECT, None, ""),
    "empty": (None, None, ""),
    "misspelt": (SELECT, "def waiting(:", ""),
    "endless answer": (ENDLESS, WAITING, ""),
    "endless cell": (SELECT, WAITING, "while True:\n    pass"),
    "talking": (SELECT, WAITING, TALKING),
    "flood": (SELECT, WAITING, FLOOD),
    "in their place": (SELECT, WAITING, IN_THEIR_PLACE),
    "talking and dead": (SELECT, WAITING, f"{TALKING}os._exit(1)"),
    "dead": (SELECT, WAITING, "import os\nos._exit(1)"),
    "its own": (None, None, ITS_OWN),
    "base": (None, None, BASE),
    "door": (None, None, "import checks\nchecks.check_04_2 = checks.check_04_3 = lambda answer: None"),
    "modules": (None, None, "import sys, types\nsys.modules['checks'] = types.SimpleNamespace(check_04_2=len)"),
    "library": (None, WAITING, f"import c4lib, types\nc4lib.select = c4lib.phases.select = {NO_LEAF}"),
    "during": ("import c4lib\ndef select(*given):\n    c4lib.phases.best_child = None\n    return given[0]", None, ""),
    "current frames": (PEEK.format(frame=CURRENT), WAITING, ""),
    "asking": (ASKING, None, ""),
    "inspect": (SELECT.replace("node = root", "import inspect; inspect.stack(); node = root"), None, ""),
    "profile": (SELECT, None, THREAD),
    "equal": (None, LIAR, ""),
    "pretending": (NODE, None, ""),
    "result": (None, None, "get_ipython().display_formatter.ipython_display_formatter.enabled = False"),
}


def handed_in(released, first, second, above):
    notebook = nbformat.from_dict(released)
    for cell in notebook.cells:
        for name, answer in zip(NAMES, (first, second), strict=True):
            if cell.metadata.get("nbgrader", {}).get("grade_id") == f"exercise_{name}" and answer is not None:
                cell.source = answer
    if above:
        notebook.cells.insert(2, new_code_cell(above))
    return notebook


def cells_of(notebook, kind):
    return [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id", "").startswith(kind)]


def changed(notebook):
    for cell in cells_of(notebook, "check"):
        cell.source = "print('Right: I say so.')"


def deleted(notebook):
    notebook.cells = [cell for cell in notebook.cells if cell not in cells_of(notebook, "check")]


def worth_more_and_twice(notebook):
    for cell in cells_of(notebook, "check"):
        cell.metadata.nbgrader |= {"points": 100, "grade": False, "locked": False, "schema_version": 1}
    notebook.cells += [nbformat.from_dict({**cell, "id": f"again-{cell.id}"}) for cell in cells_of(notebook, "check")]


def as_text(notebook):
    for cell in cells_of(notebook, "check"):
        cell.cell_type = "markdown"


def without_metadata(notebook):
    notebook.metadata = {}
    for cell in notebook.cells:
        cell.metadata = {}


CHANGES = {  # what is done to a notebook, and what to the one with the right answers
    "changed": (changed, (None, None, "")),
    "changed and right": (changed, ANSWERS["right"]),
    "deleted": (deleted, ANSWERS["half"]),
    "as text": (as_text, ANSWERS["half"]),
    "worth more, twice": (worth_more_and_twice, ANSWERS["half"]),
    "bare": (without_metadata, ANSWERS["half"]),
}


@pytest.fixture(scope="session")
def table(lessons, course, tmp_path_factory):
    """(points, reply) of each exercise, by student; all of them marked in one folder."""
    folder = tmp_path_factory.mktemp("two words") / "handed in"
    (folder / "frida").mkdir(parents=True)
    released = read(course / "release" / LESSON / PATH.name)
    for name, answers in ANSWERS.items():
        path = folder / ("frida/04-select.ipynb" if name == "half" else f"{name}_{LESSON}.ipynb")
        write(path, handed_in(released, *answers))
    for name, (change, answers) in CHANGES.items():
        notebook = handed_in(released, *answers)
        change(notebook)
        (folder / f"{name}.ipynb").write_text(nbformat.writes(notebook), "utf-8")
    shutil.copy(course / "source" / LESSON / PATH.name, folder / f"{LESSON} (solved).ipynb")
    (folder / f"torn_{LESSON}.ipynb").write_text(nbformat.writes(released)[:-100], "utf-8")
    (folder / "list.ipynb").write_text("[]", "utf-8")
    write(folder / "elsewhere.ipynb", new_notebook(cells=[new_code_cell("1 + 1")]))
    mark.mark(folder, LIMITS, lessons)
    found = {}
    with open(folder / mark.MARKS, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["student"], {})[row["exercise"]] = row["points"], row["reply"]
            assert row["lesson"] == LESSON or row["student"] in ("elsewhere", "list")
            assert row["of"] == ("1" if row["exercise"] else "")
    assert nothing_runs()
    return found


def nothing_runs():
    """Whether no process is left in a folder of those that were marked, which are gone."""
    folders = [process.info["cwd"] or "" for process in psutil.process_iter(["cwd"])]
    return not [folder for folder in folders if "/marks-" in folder and not Path(folder).exists()]


# -------------------------------------------------------------------- marks


def points(marks):
    return [marks[exercise][0] for exercise in ("2", "3")]


def test_right_answers_get_all_points_and_those_left_as_they_were_none(table):
    assert points(table["right"]) == points(table["(solved)"]) == ["1", "1"]
    assert points(table["frida"]) == ["1", "0"]
    assert points(table["empty"]) == ["0", "0"]


def test_nobody_is_suspected_for_what_asks_for_frames_without_handing_them_on(table):
    assert table["innocent"] == table["right"]


def test_the_reply_is_the_line_of_the_check(table):
    assert all(reply.startswith("Right: ") and reply.count(":") == 1 for _, reply in table["right"].values())
    assert all(reply.startswith("Not yet: ") for _, reply in table["empty"].values())
    assert table["misspelt"]["3"] == ("0", "The check could not judge: NameError: name 'waiting' is not defined")


def test_an_endless_answer_loses_its_own_points_alone(table):
    assert points(table["endless answer"]) == ["0", "1"]
    assert "does not come to an end" in table["endless answer"]["2"][1]


@pytest.mark.parametrize("student", ["endless cell", "talking", "flood", "in their place"])
def test_after_a_cell_that_goes_too_far_the_others_are_marked(table, student):
    """It does not end, talks without end, or puts something else into the place of what is read afterwards."""
    assert points(table[student]) == ["1", "1"]


@pytest.mark.parametrize(
    ("student", "words"),
    [
        ("dead", "DeadKernelError"),
        ("talking and dead", "DeadKernelError"),
        ("torn", "no notebook that can be read"),
        ("list", "no notebook that can be read"),
        ("elsewhere", "Nothing in the notebook says which lesson it is"),
    ],
)
def test_a_notebook_that_cannot_be_marked_has_one_row_that_says_why(table, student, words):
    ((exercise, (given, reply)),) = table[student].items()
    assert (exercise, given) == ("", "")
    assert words in reply


def test_a_notebook_that_cannot_be_stopped_is_ended_with_all_that_it_has_started(lessons, tmp_path):
    stubborn = "import signal, subprocess\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    stubborn += "subprocess.Popen(['sleep', '1000'], start_new_session=True)\nwhile True: pass"
    notebook = handed_in(for_nbgrader(for_students(short_lesson()), LESSON), None, None, stubborn)
    write(tmp_path / f"anna_{LESSON}.ipynb", notebook)
    ((*_, reply),) = mark.mark(tmp_path, LIMITS._replace(seconds=10), lessons)
    assert reply == "The notebook did not come to an end; it was stopped after 10 seconds."
    assert nothing_runs()


@pytest.mark.parametrize("student", ["changed", "as text"])
def test_a_changed_check_is_put_back_and_the_row_says_so(table, student):
    assert points(table[student]) == (["0", "0"] if student == "changed" else ["1", "0"])
    assert all(reply.startswith("The check was changed; it was put back. ") for _, reply in table[student].values())


def test_who_changed_a_check_and_has_it_right_gets_the_points(table):
    assert points(table["changed and right"]) == ["1", "1"]


def test_a_deleted_check_is_put_back_and_the_row_says_so(table):
    assert points(table["deleted"]) == ["1", "0"]
    assert all("The check was deleted; it was put back. " in reply for _, reply in table["deleted"].values())


@pytest.mark.parametrize("student", ["worth more, twice", "bare"])
def test_metadata_that_were_changed_doubled_or_lost_change_no_mark(table, student):
    assert table[student] == table["frida"]


@pytest.mark.parametrize(
    ("student", "words"),
    [
        ("its own", "builtins.print"),
        ("base", "checks.base.expect"),
        ("base", "checks.base.real.__code__"),
        ("door", "checks.check_04_2"),
        ("modules", "checks"),
        ("result", ""),
    ],
)
def test_what_is_put_in_place_of_a_check_gives_no_points(table, student, words):
    assert points(table[student]) == ["0", "0"]
    assert words in table[student]["2"][1]
    assert table[student]["2"][1].startswith(table["empty"]["2"][1])


def test_what_is_replaced_in_the_library_is_put_back_and_said(table):
    assert points(table["library"]) == ["0", "1"]
    assert "c4lib.select" in table["library"]["2"][1]
    assert table["during"]["2"][1].startswith("Not counted")
    assert "c4lib.phases.best_child was replaced during the check" in table["during"]["2"][1]


@pytest.mark.parametrize(
    ("student", "words"),
    [
        ("current frames", "sys._current_frames"),
        ("asking", "gc.get_objects"),
        ("asking", "sys._getframe"),
        ("asking", "tb_frame"),
        ("inspect", "sys._getframe"),
        ("profile", "sys.setprofile"),
    ],
)
def test_who_asks_for_frames_gets_no_points_and_the_reply_says_it(table, student, words):
    given, reply = table[student]["2"]
    assert given == "0"
    assert reply.startswith("Not counted, somebody has to look at it: the notebook asked for frames")
    assert words in reply
    assert "The check said: Right: " in reply, "the peek would have worked"


@pytest.mark.parametrize(
    ("student", "exercise", "words"), [("equal", "3", "equal to everything"), ("pretending", "2", "another class")]
)
def test_an_answer_that_lies_gets_no_points_and_the_reply_says_it(table, student, exercise, words):
    given, reply = table[student][exercise]
    assert given == "0"
    assert words in reply


# -------------------------------------------------------------------- the course, and the table


def test_the_students_edition_is_the_release_of_nbgrader(course, lessons, tmp_path):
    student(tmp_path / "student", lessons)
    handed_out, released = tmp_path / "student" / "notebooks" / PATH.name, course / "release" / LESSON / PATH.name
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


def test_in_the_course_nbgrader_marks_by_itself(course, lessons, tmp_path):
    copied = shutil.copytree(course, tmp_path / "course")
    place = copied / "submitted" / "anna" / LESSON
    place.mkdir(parents=True)
    write(place / PATH.name, handed_in(read(course / "release" / LESSON / PATH.name), *ANSWERS["half"]))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = [sys.executable, "-m", "nbgrader", "autograde", LESSON, "--log-level=WARN"]
    subprocess.run(command, cwd=copied, env=os.environ | {"PATH": path}, check=True)
    with Gradebook(f"sqlite:///{copied}/gradebook.db") as book:
        assert [
            (grade.name, grade.score) for grade in book.find_submission_notebook(LESSON, LESSON, "anna").grades
        ] == [
            ("check_04_2", 1),
            ("check_04_3", 0),
        ]


def test_an_error_leaves_the_old_table(lessons, tmp_path, monkeypatch):
    write(tmp_path / f"anna_{LESSON}.ipynb", short_lesson())
    (tmp_path / mark.MARKS).write_text("old")
    monkeypatch.setattr(mark, "course", lambda *arguments: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        mark.mark(tmp_path, LIMITS, lessons)
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".csv"] == [mark.MARKS]
    assert (tmp_path / mark.MARKS).read_text() == "old"


def test_a_folder_without_notebooks_is_said(tmp_path):
    with pytest.raises(ValueError, match="there is no notebook"):
        mark.mark(tmp_path)


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("anna_04-select.ipynb", "anna"),
        ("04-select-Anna Lena.ipynb", "Anna Lena"),
        ("04-SELECT.anna.ipynb", "anna"),
        ("anna.ipynb", "anna"),
        ("anna/04-select.ipynb", "anna"),
        ("04-select.ipynb", "04-select"),
    ],
)
def test_the_student_is_the_name_without_the_lesson(tmp_path, name, student):
    assert mark.student_of(tmp_path / name, tmp_path, "04-select") == student


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: (path.touch(), os.truncate(path, 10**10))])
def test_what_is_no_plain_file_or_far_too_large_is_not_read(tmp_path, make):
    make(tmp_path / "04-select-anna.ipynb")
    (paper,) = mark.papers_in(tmp_path, ["04-select"])
    assert (paper.student, paper.notebook) == ("anna", None)
    assert "it is no plain file, or larger than 50,000,000 bytes" in paper.fault


def test_two_notebooks_of_one_student_are_told_apart(tmp_path):
    for name in ("anna_04-select.ipynb", "04-select-anna.ipynb"):
        (tmp_path / name).write_text(
            json.dumps(
                {"cells": [], "metadata": {"c4lib": {"lesson": "04-select"}}, "nbformat": 4, "nbformat_minor": 5}
            )
        )
    papers = mark.papers_in(tmp_path, ["04-select"])
    assert {paper.student for paper in papers} == {"anna (anna_04-select.ipynb)", "anna (04-select-anna.ipynb)"}
