"""Which files belong to the project: what is handed out is made of them alone."""

import shutil
import subprocess
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def project_files(folder):
    """The paths of the files in a folder, sorted: those that git tracks; without git all that .gitignore does not name."""
    with suppress(OSError, subprocess.CalledProcessError):
        command = ["git", "ls-files", "-z"]
        names = subprocess.check_output(command, cwd=folder, stderr=subprocess.DEVNULL, encoding="utf-8").split("\0")
        found = [folder / name for name in names if name and (folder / name).is_file()]
        if found:
            return sorted(found)
    return sorted(path for path in folder.rglob("*") if path.is_file() and not is_left_out(path.relative_to(folder)))


def is_left_out(path):
    """Whether .gitignore names the file or a folder that it stands in."""
    return any(fnmatch(part, name) for part in path.parts for name in left_out())


def left_out():
    """The names in .gitignore, without the folders above them."""
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    return [Path(line).name for line in lines if line and not line.startswith("#")]


def notebooks_in(folder):
    """The notebooks of the project that stand in a folder."""
    return [path for path in project_files(folder) if path.suffix == ".ipynb" and path.parent == folder]


def copy_project_files(folder, target):
    """Copies the files of the project but its notebooks, and makes the folder for them."""
    target.mkdir(parents=True, exist_ok=True)
    for path in project_files(folder):
        if path.suffix != ".ipynb":
            copy = target / path.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
