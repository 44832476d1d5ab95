"""`make lab`: it prints the address of the first notebook; in a real browser, JupyterLab comes up on a notebook, and its cells run."""

import os
import re
import signal
import subprocess

import pytest

from tools.lab import ROOT, free_port, wait_for


@pytest.mark.check
def test_make_lab_prints_the_address_of_the_first_notebook():
    arguments = f"--no-browser --ip=127.0.0.1 --port={free_port()}"
    command = ["make", "lab", f"LAB_ARGS={arguments}"]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True)
    with process:
        try:
            found = (
                re.search(r"http://127\S+/lab/tree/(notebooks/00-\S+)\?token=\w+", line) for line in process.stderr
            )
            address = next(filter(None, found))
            assert (ROOT / address[1]).is_file()
            wait_for(address[0], process)
        finally:
            os.killpg(process.pid, signal.SIGTERM)


@pytest.mark.browser
def test_a_cell_of_the_search_notebook_runs_in_jupyterlab(notebook_page):
    page = notebook_page("08-search")
    page.run("import c4lib; print(c4lib.TreeSearch(c4lib.Board(), rng=1).run(100).best_move() + 4200)", shows="4203")
