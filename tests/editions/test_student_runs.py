"""Every notebook of the students' edition runs from top to bottom as it is handed out, with the library that comes along."""

import shutil

import pytest

from notebooks import find, run


@pytest.fixture(scope="module")
def copy(student, tmp_path_factory):
    return shutil.copytree(student, tmp_path_factory.mktemp("a student") / "student")


@pytest.mark.parametrize("name", [path.name for path in find([])])
def test_runs_without_solutions(copy, monkeypatch, name):
    monkeypatch.setenv("PYTHONPATH", str(copy))
    try:
        run(copy / "notebooks" / name)
    except SystemExit as error:
        pytest.fail(str(error))
