"""Takes the whole course as a student does: one folder, the lessons in order, a new kernel each, nothing under test.

    python -m editions.course                                   six times, and a table of what came of it
    python -m editions.course --edition students --as solved    one of the six
    python -m editions.course ... 11 12 13                      only these lessons

An edition is `full`, these notebooks, or `students`, as they are handed out. They are taken `as`

    printed    every cell as it stands;
    solved     with each folded solution typed into its exercise, under the asked name;
    other      the same, with OTHER decisions than the printed ones.

What a student keeps (my_search.py, my_player.json, my_game.html) stays in build/course/EDITION-WAY/notebooks.
"""

import argparse
import ast
import json
import os
import re
import shutil
import sys
import time
from itertools import product

from jupyter_core.utils import run_sync

from editions.lessons import NOTEBOOKS, ROOT
from editions.students_edition import above_check, checked, exercises, solutions, student
from mctslab.course.own_search import LESSONS
from tools.notebooks import number, read, runner, tags
from tools.project_files import copy_project_files, notebooks_in

PLACE = ROOT / "build" / "course"
EDITIONS = "full", "students"
WAYS = "printed", "solved", "other"
UNDER_TEST = "C4LIB_TEST", "PYTEST_CURRENT_TEST"
SECONDS = 300  # of one cell
KEPT = SEARCH, PLAYER, GAME = "my_search.py", "my_player.json", "my_game.html"
DECIDING = "12", "13", "14", "15", "18", "20"  # the lessons that ask for a decision
OTHER = {  # what a cell of the lesson says, and what this student decides instead
    "12": ("my_playouts = 1_000", "my_playouts = 200"),
    "13": ("my_c = 0.7", "my_c = 2.0"),
    "14": ("my_T = 1", "my_T = 3"),
    "15": ("keep_tree=True", "keep_tree=False"),
    "18": ("table=[4, 5, 2]", "table=None"),
    "20": ("solve=True", "solve=False"),
}


# -------------------------------------------------------------------- what the student types


def names_checked(source):
    """The names of what a cell gives to the check that it ends with."""
    return [node.id for argument in checked(source) for node in ast.walk(argument) if isinstance(node, ast.Name)]


def typed(solution, check):
    """The solution as a student types it: under the names that the check asks for, without the call of the check.

    >>> typed("# Solution\\nhalf_solution = 1 / 2\\ncheck_99_1(half_solution)", "check_99_1(half)")
    'half = 1 / 2'
    """
    source = above_check(solution).removeprefix("# Solution\n")
    for theirs, asked in zip(names_checked(solution), names_checked(check), strict=True):
        source = re.sub(rf"\b{theirs}\b", asked, source)
    return source.replace("_solution", "")  # of names that the check does not ask for


def answer(notebook, full):
    """Type the solution that the full lesson has below the stub of every exercise."""
    solved = solutions(full)
    for name, stub, check in exercises(notebook):
        stub.source = f"{stub.source}\n\n\n{typed(solved[name], check.source)}"


def decide_otherwise(notebook, lesson):
    """Put OTHER decisions into the cell where the lesson asks for one."""
    if lesson not in OTHER:
        return
    printed, mine = OTHER[lesson]
    cells = [cell for cell in notebook.cells if "decide(" in cell.source and printed in cell.source]
    if len(cells) != 1:
        sys.exit(f"lesson {lesson}: one cell should decide with {printed!r}, and {len(cells)} do: change OTHER")
    cells[0].source = cells[0].source.replace(printed, mine)


# -------------------------------------------------------------------- one lesson


def take_lesson(path, way):
    """The lesson in this file after a run of all its cells, whatever happens in them."""
    notebook = read(path)
    if way != "printed":
        answer(notebook, read(NOTEBOOKS / path.name))
    if way == "other":
        decide_otherwise(notebook, number(path))
    client = runner(notebook, path.parent, timeout=SECONDS, allow_errors=True)
    run_sync(client.async_execute)(env=at_home(path.parent.parent))
    return notebook


def at_home(folder):
    """The variables of a student's kernel: nothing is under test, and the library is the one in the folder, if one is there."""
    kept = {name: value for name, value in os.environ.items() if name not in UNDER_TEST}
    return kept | {"PYTHONPATH": str(folder)}


def failures(notebook, is_solved):
    """A line for each cell that shows an error, and for each check that does not find the typed solution right."""
    for place, cell in enumerate(notebook.cells):
        outputs = cell.get("outputs", [])
        errors = [f"{one.ename}: {one.evalue}" for one in outputs if one.output_type == "error"]
        if errors and "raises-exception" not in tags(cell):
            yield f"cell {place}: {errors[0]}"
        said = "".join(one.get("text", "") for one in outputs)
        if is_solved and "check" in tags(cell) and "Right" not in said:
            yield f"cell {place}, a check of the typed solution: {said.strip()}"


# -------------------------------------------------------------------- the whole course


def new_folder(edition, target):
    """Makes the edition anew in the folder `target`, as a student has it before the first lesson; the path of its notebooks."""
    shutil.rmtree(target, ignore_errors=True)
    if edition == "students":
        student(target)
    else:
        copy_project_files(NOTEBOOKS, target / "notebooks")
        for path in notebooks_in(NOTEBOOKS):
            shutil.copyfile(path, target / "notebooks" / path.name)
    return target / "notebooks"


def take(edition, way, chosen):
    """Take the course and print a line a lesson; the number of cells, and a line for all that went wrong."""
    folder = new_folder(edition, PLACE / f"{edition}-{way}")
    cells, wrong = 0, []
    for path in sorted(folder.glob("[0-9][0-9]-*.ipynb")):
        if chosen and number(path) not in chosen:
            continue
        start = time.time()
        notebook = take_lesson(path, way)
        found = [f"{edition}, {way}, {number(path)}, {line}" for line in failures(notebook, way != "printed")]
        print(f"{edition}, {way}, {number(path)}: {time.time() - start:.0f} s", flush=True)
        for line in found:
            print(line, flush=True)
        cells += sum(cell.cell_type == "code" for cell in notebook.cells)
        wrong += found
    return cells, wrong + ([] if chosen else left_out(folder, way))


def left_out(folder, way):
    """What should be kept in the folder after the last lesson, and is not."""
    wanted = (PLAYER, GAME) if way == "printed" else KEPT  # nobody keeps a stub
    kept = {name: (folder / name).read_text("utf-8") for name in wanted if (folder / name).exists()}
    missing = [f"{name} is not there" for name in wanted if name not in kept]
    if SEARCH in kept:
        defined = {node.name for node in ast.parse(kept[SEARCH]).body if isinstance(node, ast.FunctionDef)}
        missing += [f"{SEARCH} has no {name}" for name in LESSONS if name not in defined]
    if PLAYER in kept:
        decided = json.loads(kept[PLAYER])
        missing += [f"{PLAYER} has no decision of {lesson}" for lesson in DECIDING if lesson not in decided]
    if GAME in kept:
        missing += [f"{GAME} does not show {words!r}" for words in ("class Nim", "<img ") if words not in kept[GAME]]
    return missing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", choices=EDITIONS)
    parser.add_argument("--as", dest="way", choices=WAYS)
    parser.add_argument("lessons", nargs="*", metavar="LESSON", help="such as 04; all without one")
    arguments = parser.parse_args()
    editions = [arguments.edition] if arguments.edition else EDITIONS
    ways = [arguments.way] if arguments.way else WAYS
    rows, wrong = [], []
    for edition, way in product(editions, ways):
        start = time.time()
        cells, found = take(edition, way, arguments.lessons)
        minutes = (time.time() - start) / 60
        rows.append(f"{edition + ', ' + way:20} {cells:6,} cells {len(found):4} failed {minutes:6.1f} min")
        wrong += found
    print(*wrong, *rows, sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
