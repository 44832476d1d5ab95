"""`make lab` in a real browser: JupyterLab comes up on a notebook, and its cells run."""

import pytest


@pytest.mark.browser
def test_a_cell_of_the_search_notebook_runs_in_jupyterlab(notebook_page):
    page = notebook_page("08-search")
    page.run("import c4lib; print(c4lib.TreeSearch(c4lib.Board(), rng=1).run(100).best_move() + 4200)", shows="4203")
