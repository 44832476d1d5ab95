"""Every notebook of the students' edition runs from top to bottom as it is handed out, with the library that comes along."""

import shutil

import pytest

from notebooks import find, run

# Still to be mended, and why. A notebook that runs again fails here until it is taken out.
BROKEN: dict[str, str] = {}


def handed_out():
    for path in find([]):
        broken = [pytest.mark.xfail(reason=BROKEN[path.stem], strict=True)] if path.stem in BROKEN else []
        yield pytest.param(path.name, id=path.stem, marks=broken)


@pytest.fixture(scope="module")
def copy(student, tmp_path_factory):
    return shutil.copytree(student, tmp_path_factory.mktemp("a student") / "student")


@pytest.mark.parametrize("name", [*handed_out()])
def test_runs_without_solutions(copy, monkeypatch, name):
    monkeypatch.setenv("PYTHONPATH", str(copy))
    try:
        run(copy / "notebooks" / name)
    except SystemExit as error:
        pytest.fail(str(error))


def test_every_broken_notebook_is_one_of_the_series():
    assert BROKEN.keys() <= {path.stem for path in find([])}
