"""What holds of the project as a whole: its files, its dependencies, its public names."""

import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import c4lib

ROOT = Path(__file__).parents[1]

# conda-forge's `matplotlib` would bring Qt along.
CONDA_NAMES = {"matplotlib": "matplotlib-base"}


# ---------------------------------------------------------------- files


def git_files():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


def test_no_generated_file_is_tracked():
    generated = r"(^|/)(__pycache__|\.ipynb_checkpoints|\.venv|\.hypothesis|\.(pytest|ruff)_cache|build|dist)/"
    generated += r"|\.egg-info/|\.(pyc|nbi|nbc|part|log)$|-checkpoint\.|(^|/)\.(DS_Store|coverage)$"
    assert not [name for name in git_files() if re.search(generated, name)]


def test_no_tracked_text_names_a_path_of_someones_machine():
    path = re.compile(rb"(?<![\w.~>])/(?:work|root|home|Users)/\w+")
    found = {name: path.findall((ROOT / name).read_bytes()) for name in git_files() if not name.endswith(".png")}
    assert not {name: hits for name, hits in found.items() if hits}


# ---------------------------------------------------------------- dependencies


def conda_differences(pyproject, environment):
    """What stands in only one of the two texts: the Python, the dependencies and the `lab` extra, with their bounds."""
    project = tomllib.loads(pyproject)["project"]
    wanted = {"python" + project["requires-python"], "pip"}
    for requirement in project["dependencies"] + project["optional-dependencies"]["lab"]:
        name, bounds = re.fullmatch(r"([\w.-]+)(.*)", requirement).groups()
        wanted.add(CONDA_NAMES.get(name, name) + bounds)
    *conda, last = yaml.safe_load(environment)["dependencies"]
    return wanted ^ set(conda) | ({"pip:"} if last != {"pip": ['-e ".[test]"']} else set())


def both_files():
    return [(ROOT / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "environment.yml")]


def test_conda_environment_equals_pyproject():
    assert conda_differences(*both_files()) == set()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("numpy>=", "numpy>"),
        ("- tqdm", "- tdqm"),
        ("numba>=0.", "numba>=1."),
        ("python>=", "python<"),
        ("[test]", "[lab]"),
    ],
)
def test_a_change_in_the_conda_environment_alone_is_seen(old, new):
    pyproject, environment = both_files()
    assert conda_differences(pyproject, environment.replace(old, new))


# ---------------------------------------------------------------- the package


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, c4lib; print(*{'numba', 'pandas', 'matplotlib', 'ipywidgets', 'anywidget', 'tqdm'} & sys.modules.keys())"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == []


def test_all_is_sorted_and_every_name_is_there():
    assert c4lib.__all__ == sorted(set(c4lib.__all__))
    assert all(hasattr(c4lib, name) for name in c4lib.__all__)


@pytest.mark.parametrize("name", c4lib.__all__)
def test_public_function_or_class_has_an_example(name):
    thing = getattr(c4lib, name)
    if inspect.isclass(thing) or inspect.isroutine(thing):
        assert ">>> " in (thing.__doc__ or "")
