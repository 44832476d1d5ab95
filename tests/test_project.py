"""What holds of the project as a whole: its files, its dependencies, its public names."""

import inspect
import os
import re
import shutil
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


# ---------------------------------------------------------------- set-up

# A Python of this name that is new enough and has its venv module.
FAKE = '#!/bin/sh\ncase "$2" in *version_info* | *ensurepip*) echo True ;; *) echo {} ;; esac\n'


@pytest.fixture
def set_up(tmp_path):
    """A folder that `make` takes for one where everything is set up, with two Pythons beside .venv."""
    if not shutil.which("make"):
        pytest.skip("no make here")
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for path, name in ((".venv/bin/python", "one"), ("one", "one"), ("two", "two")):
        (tmp_path / path).write_text(FAKE.format(name))
        (tmp_path / path).chmod(0o755)
    (tmp_path / ".venv" / ".ready").write_text(f"{tmp_path}\n")
    return tmp_path


def made(folder, *arguments):
    """What `make` would do, or says."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "PYTHON"))}
    command = ["make", "-n", "test", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize(("arguments", "is_new"), [([], False), (["PYTHON=./one"], False), (["PYTHON=./two"], True)])
def test_another_python_is_set_up_anew(set_up, arguments, is_new):
    assert ("-m venv --clear .venv" in made(set_up, *arguments).stdout) is is_new


def test_a_python_that_does_not_run_is_told_although_there_is_another(set_up):
    assert '"./three" does not run' in made(set_up, "PYTHON=./three").stderr


def test_what_lost_its_python_is_set_up_anew(set_up):
    (set_up / ".venv/bin/python").unlink()
    (set_up / ".venv/bin/python").symlink_to("gone")
    assert "-m venv --clear .venv" in made(set_up).stdout


def test_in_a_read_only_folder_nothing_is_written_to_it(set_up):
    (set_up / ".venv").chmod(0o500)
    if os.access(set_up / ".venv", os.W_OK):
        pytest.skip("root writes everywhere")
    told = made(set_up, "--print-data-base").stdout
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR"):
        assert f"{name} := {set_up}" not in told
    assert "ruff check --quiet --no-cache ." in told


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
