"""The students' lessons, as they are handed out, where no process and no new thread can be started, as in a browser's Python.

Every cell runs: of 01 to 11 also without numba; where fewer games or searches can be waited for, or none, a line says so.
"""

import re
import shutil

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from tools.notebooks import find, number, read, runner, tags

pytestmark = pytest.mark.check

# In the kernel, before the first cell. Threads of the kernel itself have no part in it.
LIMITS = """
def _limit(absent):
    import os, subprocess, sys, threading

    def start(thread, start=threading.Thread.start):
        if not type(thread).__module__.startswith(("ipykernel.", "zmq.")):
            raise RuntimeError("can't start new thread")
        start(thread)

    def refuse(*_, **__):
        raise OSError("emscripten does not support processes")

    sys.modules |= dict.fromkeys(absent)
    threading.Thread.start = start
    subprocess.Popen.__init__ = os.fork = refuse

_limit({absent})
"""
WITHOUT_NUMBA = ["numba", "llvmlite", "loky"]
WITH_NUMBA = ["loky", "distributed", "psutil"]  # JupyterLite may have numba

HEX = "10"  # it searches Hex alone, where nothing is compiled in any case
LESSONS = [path for path in find([]) if "01" <= number(path) <= "11" and number(path) != HEX]

SAID = {
    "01": ["2 of 100 games", "40 of 200 searches"],
    "02": ["this needs numba", "54 of 300 searches", "8 of 100 searches"],
    "05": ["100 of 300 searches", "10 of 300 searches", "10 of 100 searches"],
    "08": [
        *("2 of 20 searches", "200,000 playouts need numba"),
        *("16 of 20 searches", "25,000 playouts need numba"),
        *("8 of 10 searches", "50,000 playouts need numba", "50 of 200 searches"),
    ],
    "09": ["132 of 400 searches", "4 of 20 searches"],
    "11": [f"{games} games" for games in ("12 of 20", "12 of 400", "2 of 40", "44 of 200")],
}
LINE = re.compile(r"^Without numba: (.+)$|^.*?(\S+ (?:playouts )?needs? numba)", re.MULTILINE)


def run_within_limits(notebook, folder, absent=WITHOUT_NUMBA):
    notebook.cells.insert(0, nbformat.v4.new_code_cell(LIMITS.replace("{absent}", str(absent))))
    runner(notebook, folder, timeout=300).execute()


def printed(notebook, only=None):
    """What the code cells of a notebook have printed, or only those with a tag."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and (only is None or only in tags(cell))]
    streams = [output for cell in cells for output in cell.outputs if output.output_type == "stream"]
    return "".join(output.text for output in streams)


@pytest.fixture(scope="module")
def folder(student, tmp_path_factory):
    """The notebooks of a copy, because what numba compiles is written beside the code."""
    return shutil.copytree(student, tmp_path_factory.mktemp("a student") / "student") / "notebooks"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_cell_runs_without_numba_and_says_what_it_leaves_out(folder, monkeypatch, path):
    monkeypatch.setenv("PYTHONPATH", str(folder.parent))
    notebook = read(folder / path.name)
    run_within_limits(notebook, folder)
    said = ["".join(match.groups(default="")) for match in LINE.finditer(printed(notebook))]
    assert said == SAID.get(number(path), [])
    assert printed(notebook, "check") == printed(read(path), "check"), "the checks judge as they do elsewhere"


# Lessons that would start some: 13 plays games in processes, 21 looks at a lock.
@pytest.mark.parametrize("path", find(["13", "21"]), ids=lambda path: path.stem)
def test_with_numba_every_cell_runs_without_threads_and_processes(folder, monkeypatch, path):
    monkeypatch.setenv("PYTHONPATH", str(folder.parent))
    notebook = read(folder / path.name)
    run_within_limits(notebook, folder, WITH_NUMBA)
    assert printed(notebook, "check") == printed(read(path), "check")


@pytest.mark.parametrize("code", ["import numba", "import threading; threading.Thread().start()", "import os; os.fork()"])
def test_a_cell_that_needs_numba_a_thread_or_a_process_fails(tmp_path, code):
    with pytest.raises(CellExecutionError):
        run_within_limits(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)]), tmp_path)
