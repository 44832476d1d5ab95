"""What holds of the project as a whole: its files, its dependencies, its floors."""

import ast
import inspect
import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import yaml

import c4lib

ROOT = Path(__file__).parents[1]

# Imports point down: to a lower floor, or sideways without a circle. A new module or folder gets a floor here.
FLOORS = {
    "_tools": 1, "board": 1,
    "node": 2, "settings": 2,
    "phases": 3, "search": 3,
    "fast": 4, "study": 4, "lecture": 4,
    "players": 5,
    "published": 6, "arena": 6,
    "plots": 7, "experiments": 7,
    "widgets": 8, "__main__": 8,
    "__init__": 9,
}  # fmt: skip
FILES = sorted((ROOT / "c4lib").rglob("*.py"))


def module_of(path):
    """`"search"` for c4lib/search.py, `"plots"` for every file in c4lib/plots."""
    return path.relative_to(ROOT / "c4lib").with_suffix("").parts[0]


MODULES = sorted({module_of(path) for path in FILES})

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
    [("numpy>=", "numpy>"), ("- tqdm", "- tdqm"), ("numba>=0.", "numba>=1."), ("python>=", "python<"), ("[test]", "[lab]")],
)
def test_a_change_in_the_conda_environment_alone_is_seen(old, new):
    pyproject, environment = both_files()
    assert conda_differences(pyproject, environment.replace(old, new))


# ---------------------------------------------------------------- the package


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, c4lib; print(*{'numba', 'pandas', 'matplotlib', 'ipywidgets', 'tqdm'} & sys.modules.keys())"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == []


def test_all_is_sorted_and_every_name_is_there():
    assert c4lib.__all__ == sorted(set(c4lib.__all__))
    assert all(hasattr(c4lib, name) for name in c4lib.__all__)


@pytest.mark.parametrize("name", c4lib.__all__)
def test_public_function_or_class_has_an_example(name):
    thing = getattr(c4lib, name)
    if inspect.isclass(thing) or inspect.isroutine(thing):
        assert ">>> " in (thing.__doc__ or "")


# ---------------------------------------------------------------- floors


def imported_modules(node):
    """The modules of c4lib that a piece of code imports when it runs; what is allowed to look up is left out."""
    if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
        return
    if isinstance(node, ast.FunctionDef) and re.fullmatch(r"_repr_\w+_|__getattr__|replay", node.name):
        return
    if isinstance(node, ast.Import):
        yield from (alias.name.partition(".")[2] or "__init__" for alias in node.names if is_ours(alias.name))
    elif isinstance(node, ast.ImportFrom) and node.level:
        raise AssertionError(f"a relative import, line {node.lineno}: write `from c4lib.module import name`")
    elif isinstance(node, ast.ImportFrom) and node.module == "c4lib":
        yield from (alias.name if alias.name in MODULES else "__init__" for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and is_ours(node.module):
        yield node.module.split(".")[1]
    for child in ast.iter_child_nodes(node):
        yield from imported_modules(child)


def is_ours(module):
    return module.split(".")[0] == "c4lib"


def imports_of(module):
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in FILES if module_of(path) == module]
    return {other for tree in trees for other in imported_modules(tree)} - {module}


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_down(module):
    assert module in FLOORS, f"give {module}.py a floor in FLOORS"
    assert {other for other in imports_of(module) if FLOORS[other] > FLOORS[module]} == set()


def test_imports_have_no_circle():
    TopologicalSorter({module: imports_of(module) for module in MODULES}).prepare()


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ("import c4lib.plots", {"plots"}),
        ("from c4lib import board, Board", {"board", "__init__"}),
        ("def f():\n  from c4lib.plots import plot_board", {"plots"}),
        ("class A:\n  def _repr_html_(self):\n    from c4lib.plots import plot_board", set()),
        ("if TYPE_CHECKING:\n  from c4lib.plots import plot_board", set()),
        ("import numpy", set()),
    ],
)
def test_imports_are_seen_wherever_they_stand(code, seen):
    assert set(imported_modules(ast.parse(code))) == seen
