"""The notebooks of the students' edition run from top to bottom as they are handed out, with the library that comes along.

Every cell of theirs was run in `make test`, after the same cells and those that are left out for students. So here are run those that
start processes, or read and write files; of the others it is enough that no cell needs a name of one that is left out. Lessons 01 to 11
run without numba: `test_lessons_without_numba.py`.
"""

import shutil
import symtable

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from notebooks import find, number, read, run

RUN = ("00", "18", "22", "23", "25", "26", "")  # the first, those with files and processes, and the classroom


@pytest.fixture(scope="module")
def copy(student, tmp_path_factory):
    return shutil.copytree(student, tmp_path_factory.mktemp("a student") / "student")


@pytest.mark.parametrize("name", [path.name for path in find([]) if number(path) in RUN])
def test_runs_without_solutions(copy, monkeypatch, name):
    monkeypatch.setenv("PYTHONPATH", str(copy))
    try:
        run(copy / "notebooks" / name)
    except SystemExit as error:
        pytest.fail(str(error))


def names(source):
    """What a cell gives a name to, and which names of its notebook it uses, also in functions."""
    given, used = set(), set()
    tables = [symtable.symtable(TransformerManager().transform_cell(source), "cell", "exec")]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for symbol in table.get_symbols():
            is_of_cell = table.get_type() == "module"
            if is_of_cell and (symbol.is_assigned() or symbol.is_imported()):
                given.add(symbol.get_name())
            if symbol.is_referenced() and (is_of_cell or symbol.is_global()):
                used.add(symbol.get_name())
    return given, used


def missing(whole, handed_out):
    """(cell, names) of cells that are handed out and use what only a cell before them gave a name to that is not."""
    kept = {cell.id for cell in handed_out}
    left_out, there = set(), set()
    for cell in whole:
        if cell.cell_type == "code":
            given, used = names(cell.source)
            if cell.id not in kept:
                left_out |= given
                continue
            there |= given
            if lost := used & left_out - there:
                yield cell.id, lost


@pytest.mark.parametrize("path", find([]), ids=lambda path: path.stem)
def test_no_cell_needs_a_name_of_a_cell_that_is_left_out(student, path):
    handed_out = read(student / "notebooks" / path.name).cells
    assert {cell.id for cell in handed_out} < {cell.id for cell in read(path).cells} or number(path) == ""
    assert [*missing(read(path).cells, handed_out)] == []


def test_a_name_of_a_cell_that_is_left_out_is_found():
    cells = read(find(["04"])[0]).cells
    one, other, third = [cell for cell in cells if cell.cell_type == "code"][:3]
    one.source, other.source, third.source = "x = 1\ny = 2", "x = 3", "print(x, y)"
    assert [*missing([one, other, third], [other, third])] == [(third.id, {"y"})]
