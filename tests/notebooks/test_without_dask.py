"""Lesson 23 where Dask is not installed: it says so, and goes on with two processes of this machine."""

import nbformat
import pytest

from tools.notebooks import FOLDER, find, read, runner, tags

pytestmark = pytest.mark.check

WITHOUT = "import sys\n\nsys.modules['distributed'] = None"


@pytest.fixture(scope="module")
def cells():
    """Those of the lesson after a run; its claims are among them."""
    notebook = read(*find(["23"]))
    notebook.cells.insert(0, nbformat.v4.new_code_cell(WITHOUT))
    runner(notebook, FOLDER, timeout=300).execute()
    return notebook.cells[1:]


def printed(cell):
    streams = [output for output in cell.get("outputs", ()) if output.output_type == "stream"]
    return "".join(output.text for output in streams if output.name == "stdout")


def test_it_says_so_and_goes_on(cells):
    said = [line for cell in cells for line in printed(cell).splitlines() if "Dask" in line]
    assert said == ["Without Dask: two processes of this machine play instead."]


def test_what_is_played_is_the_same_also_when_a_worker_is_killed(cells):
    played = {cell.id: printed(cell) for cell in cells if "nbval-ignore-output" not in tags(cell)}
    assert played == {cell.id: printed(cell) for cell in read(*find(["23"])).cells if cell.id in played}
    assert any("workers killed: 1, games that are different: 0" in text for text in played.values())
