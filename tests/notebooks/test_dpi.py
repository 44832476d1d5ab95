"""A notebook's outputs are the same whatever density of dots somebody's matplotlibrc has."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.notebooks import find, read

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def figures_before(notebook, word):
    """Whether a stored figure comes before the first cell whose code has the word."""
    for cell in notebook.cells:
        if word in cell.source and cell.cell_type == "code":
            return False
        if any("<Figure size" in output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", [])):
            return True
    return False


@pytest.mark.parametrize("path", find([]), ids=lambda path: path.stem)
def test_the_pictures_are_imported_before_the_first_figure(path):
    assert not figures_before(read(path), "from pictures")


def test_a_figure_has_as_many_dots_as_elsewhere(tmp_path):
    (tmp_path / "matplotlibrc").write_text("figure.dpi: 144\nbackend: agg")
    code = "import pictures; from matplotlib import pyplot as plt; print(plt.figure(figsize=(5, 3)))"
    environment = os.environ | {"MATPLOTLIBRC": str(tmp_path), "PYTHONPATH": str(NOTEBOOKS)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == "Figure(500x300)\n"
