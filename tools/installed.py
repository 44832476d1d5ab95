"""Test the installed wheel instead of the files that are here: `make wheel`, `make lowest`, `make newest`.

The wheel is installed with its extras in a virtual environment under build/installed. Then the tests of `make test` run there beside a
copy of the files that are in neither package, where c4lib and mctslab can only be the installed ones.

Needs uv, which `make` puts into build/uv, and a package registry.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "installed"
BIN = "Scripts" if os.name == "nt" else "bin"
UV = ROOT / "build" / "uv" / BIN / "uv"
EXTRAS = ("lab", "cluster", "test")
VERSIONS = {  # of the packages: of the lock, the lowest that pyproject.toml allows, the newest of today
    "wheel": None,
    "lowest": "lowest-direct",
    "newest": "highest",
}
COPIED = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile", "pyproject.toml", "environment.yml")
COPIED += ("benchmarks", "docs", "editions", "notebooks", "tests", "tools", "web")
TESTED = ("tests", "c4lib", "mctslab", "README.md", "notebooks")
OF_THE_FILES = ("house", "project")  # tests that look at the files of the packages, not at what they do
OPTIONS = (
    *("-q", "-m", "not check", "--pyargs", "--dist", "loadfile"),
    *("--nbval", "--nbval-current-env", "--nbval-cell-timeout=300"),
    *(f"--ignore=tests/test_{name}.py" for name in OF_THE_FILES),
)
USED = "import c4lib, mctslab; print(c4lib.__file__, mctslab.__file__, sep='\\n')"


def run(*command, folder=ROOT, **others):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "JUPYTER", "IPYTHON"))}
    return subprocess.run([*map(str, command)], cwd=folder, env=clean, check=True, text=True, **others)


def wheel(folder):
    """The path of the wheel that is built of the files that are here."""
    shutil.rmtree(folder, ignore_errors=True)
    run(UV, "build", "--quiet", "--wheel", "--python", sys.executable, "--out-dir", folder)
    (path,) = folder.glob("*.whl")
    return path


def versions(which):
    """The path of a file with one version of each package."""
    if not VERSIONS[which]:
        return ROOT / "requirements.lock"
    path = PLACE / f"{which}.txt"
    options = ["--quiet", "--no-annotate", "--python", sys.executable, "--resolution", VERSIONS[which], "--upgrade"]
    options += [f"--extra={extra}" for extra in EXTRAS]
    run(UV, "pip", "compile", *options, "--output-file", path, "pyproject.toml", stdout=subprocess.DEVNULL)
    return path


def install(which):
    """The Python of a new virtual environment that has the wheel, its extras and the versions asked for."""
    PLACE.mkdir(parents=True, exist_ok=True)
    environment = PLACE / which
    python = environment / BIN / "python"
    run(UV, "venv", "--quiet", "--clear", "--python", sys.executable, environment)
    what = f"c4lib[{','.join(EXTRAS)}] @ {wheel(PLACE / 'dist').as_uri()}"
    run(UV, "pip", "install", "--quiet", "--python", python, "--constraint", versions(which), what)
    return python


def copy(folder):
    """Copy what is in neither package. The folder is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    unwanted = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", "artifacts")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=unwanted)
        else:
            shutil.copy(ROOT / name, folder / name)


def main(which, *arguments):
    """Install and test. Files and folders among the arguments take the place of the usual ones; options are added to them."""
    python = install(which)
    project = PLACE / "project"
    copy(project)
    used = run(python, "-c", USED, folder=project, stdout=subprocess.PIPE).stdout.split("\n")[:2]
    if not all(Path(path).is_relative_to(PLACE / which) for path in used):
        sys.exit(f"not the installed packages would be tested, but {used}")
    tests = [] if any((project / argument.partition(":")[0]).exists() for argument in arguments) else TESTED
    options = [*OPTIONS, "-n", os.environ.get("WORKERS", "2")]
    done = subprocess.run([python, "-m", "pytest", *options, *tests, *arguments], cwd=project)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main(*sys.argv[1:])
