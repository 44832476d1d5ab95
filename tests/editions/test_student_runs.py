"""Every notebook of the students' edition runs from top to bottom as it is handed out, with the library that comes along.

Lessons 01 to 11 do so without numba: `test_lessons_without_numba.py`.
"""

import shutil

import pytest

from notebooks import find, number, run


@pytest.fixture(scope="module")
def copy(student, tmp_path_factory):
    return shutil.copytree(student, tmp_path_factory.mktemp("a student") / "student")


@pytest.mark.parametrize("name", [path.name for path in find([]) if not "01" <= number(path) <= "11"])
def test_runs_without_solutions(copy, monkeypatch, name):
    monkeypatch.setenv("PYTHONPATH", str(copy))
    try:
        run(copy / "notebooks" / name)
    except SystemExit as error:
        pytest.fail(str(error))
