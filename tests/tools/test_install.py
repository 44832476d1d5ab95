"""The project from nothing, as those without `make` install it: its wheel, its extras, and the lines of the README.

Needs a package registry, and some minutes; with C4LIB_REQUIRE_INSTALL only.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tools.lab import ROOT, free_port, wait_for

pytestmark = [
    pytest.mark.check,
    pytest.mark.skipif(not os.environ.get("C4LIB_REQUIRE_INSTALL"), reason="C4LIB_REQUIRE_INSTALL is not set"),
]

BIN = Path("Scripts" if os.name == "nt" else "bin")
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "IPYTHON", "PYTHON"))}
CLEAN["PIP_COMPILE"] = "0"  # Python compiles what is imported, a fifth of what pip would


def run(*command, folder, env=CLEAN):
    """What the command prints; its errors are seen where the test fails."""
    return subprocess.run([*map(str, command)], cwd=folder, env=env, stdout=subprocess.PIPE, text=True, check=True).stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the files of the project, in a folder with a space in its name."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    copy = tmp_path_factory.mktemp("two words") / "project"
    for name in run(*listed, folder=ROOT).strip("\0").split("\0"):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    return copy


@pytest.fixture(scope="module")
def wheel(project, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, project, folder=folder)
    (path,) = folder.glob("*.whl")
    return path


def test_wheel_has_every_file_of_both_packages(project, wheel):
    files = {
        path.relative_to(project).as_posix()
        for package in ("c4lib", "mctslab")
        for path in (project / package).rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert inside == files


def test_a_browser_installs_it_without_what_a_browser_cannot_have(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("METADATA")]
        metadata = archive.read(name).decode()
    needed = [Requirement(line) for line in re.findall("^Requires-Dist: (.*)$", metadata, re.M)]
    browser = {"sys_platform": "emscripten", "extra": ""}
    names = {one.name for one in needed if one.marker is None or one.marker.evaluate(browser)}
    assert names == {"anytree", "anywidget", "ipywidgets", "lazy-loader", "matplotlib", "numpy", "tqdm"}


USE = """
import sys
from c4lib import Board, FastSearch, PlayBoard, TreeSearch, plot_tree
search = TreeSearch(Board(), rng=1).run(50)
assert FastSearch(Board(), rng=1).run(50).visits == search.visits
plot_tree(search).figure.savefig("tree.png")
assert PlayBoard(playouts=10, seed=1)
import mctslab
"""
NO_EXTRAS = """
assert not {"pandas", "scipy", "loky", "jupyterlab", "pytest"} & sys.modules.keys()
"""

ALL_NAMES = """
import c4lib, mctslab, mctslab.experiments, mctslab.lecture, mctslab.plots, mctslab.published
for package in (c4lib, mctslab):
    for name in package.__all__:
        assert getattr(package, name) is not None
print(len(c4lib.__all__))
"""


def test_wheel_works_without_extras(wheel, tmp_path):
    run(sys.executable, "-m", "venv", "fresh", folder=tmp_path)
    run(tmp_path / "fresh" / BIN / "pip", "install", "--quiet", wheel, folder=tmp_path)
    run(tmp_path / "fresh" / BIN / "python", "-c", USE + NO_EXTRAS, folder=tmp_path)
    assert (tmp_path / "tree.png").stat().st_size > 1000


SLICE = "tests/test_phases.py tests/test_board.py tests/fast/test_solver.py tests/plots/test_terms.py"


@pytest.fixture(scope="module")
def installed(project):
    """What `make wheel` says of a part of the tests, and the Python that it has installed the wheel for."""
    said = run("make", "wheel", f"PYTHON={sys.executable}", f"TEST_ARGS={SLICE}", folder=project)
    return said, project / "build" / "installed" / "wheel" / BIN / "python"


def test_the_installed_packages_pass_the_tests_with_the_versions_of_the_lock(installed):
    said, _ = installed
    assert int(re.search(r"(\d+) passed", said)[1]) > 100


# With the extras: a search, a picture, a widget, a match, and what is printed.
USE_ALL = USE + """
from mctslab import play_match
from mctslab.players import mcts_player, random_player
print(Board(), play_match(mcts_player(playouts=20), random_player, games=4, seed=1, jobs=int(sys.argv[1])))
"""
NO_SHM = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o ro,mode=0555 none /dev/shm && exec "$@"', "sh"]
PLACES = {  # what the command begins with, the variables, and in how many processes a match is played
    "no home": ([], {"HOME": None, "XDG_CACHE_HOME": None}, 2),
    "no language": ([], {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, 2),
    "no shared memory": (NO_SHM, {}, 1),  # processes need it
}


@pytest.mark.parametrize("place", PLACES)
def test_the_installed_packages_work_where_something_is_missing(installed, tmp_path, place):
    _, python = installed
    before, variables, jobs = PLACES[place]
    if before and subprocess.run([*before, "true"], stderr=subprocess.DEVNULL).returncode:
        pytest.skip("the system does not let us take it away")
    env = {name: value for name, value in (CLEAN | variables).items() if value is not None}
    assert "score" in run(*before, python, "-c", USE_ALL, jobs, folder=tmp_path, env=env)


def test_what_the_extra_that_nothing_else_installs_needs_is_found(wheel, tmp_path):
    """Of the others, `lab` and `cluster` are installed below, `test` and `site` by `make check` itself."""
    command = ["-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", f"{wheel}[bench]"]
    run(sys.executable, *command, folder=tmp_path)


def lines_for_windows():
    """The README's lines for those without `make`, as words for this system."""
    (block,) = re.findall(r"```\n(py -m venv .*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    for line in block.splitlines():
        first, *others = shlex.split(line.replace("\\", "/"))
        first = sys.executable if first == "py" else first.replace("Scripts", BIN.name)
        yield [first, *others]


@pytest.fixture(scope="module")
def as_in_the_readme(project):
    """The project with the environment that the README's lines make, and the command that starts JupyterLab."""
    make_it, install, start = lines_for_windows()
    run(*make_it, folder=project)
    run(*install, "--quiet", folder=project)
    return project, start


def test_lines_of_the_readme_lead_to_the_first_notebook(as_in_the_readme, tmp_path):
    project, start = as_in_the_readme
    assert int(run(project / ".venv" / BIN / "python", "-c", ALL_NAMES, folder=tmp_path)) > 30
    port = free_port()
    options = ["--no-browser", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
    options += ["--IdentityProvider.token=test"]
    options += ["--allow-root"] * (hasattr(os, "getuid") and os.getuid() == 0)
    with subprocess.Popen([*start, *options], cwd=project, env=CLEAN, start_new_session=True) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/api/contents/01-meet-the-game.ipynb?token=test", process)
        finally:
            os.killpg(process.pid, signal.SIGTERM)


@pytest.mark.parametrize(
    ("folder", "notebook"),
    [(".", "notebooks/23-leave-one-machine.ipynb"), ("notebooks", "05-expand.ipynb")],
)
def test_plain_nbval_tests_a_lesson_where_only_the_lessons_needs_are_installed(as_in_the_readme, folder, notebook):
    project, _ = as_in_the_readme
    command = [project / ".venv" / BIN / "pytest", "--nbval", notebook]
    done = subprocess.run(command, cwd=project / folder, env=CLEAN, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stdout
