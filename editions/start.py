"""Opens the lessons in JupyterLab, on the first one: `python start.py`; or on another one: `python start.py 04`.

What the lessons need is installed first, once: into the folder .venv here, or not at all if the Python that runs this
program has it already. What else is typed goes to JupyterLab: `python start.py --no-browser`.

Plain enough for Python 3.6, which is to say that it is too old.
"""

import os
import subprocess
import sys
from glob import glob

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(HERE, "tools")
PYTHON = os.path.join(HERE, ".venv", "Scripts" if os.name == "nt" else "bin", "python")
HIDDEN = ["checks", "pictures", "__pycache__", ".*"]  # in the list of files: a student looks for lessons there


def installed():
    """Does the Python that runs this have what the lessons need?"""
    try:
        from importlib.metadata import version

        return all(version(name) for name in ("c4lib", "jupyterlab"))
    except ImportError:  # one of them is missing, or Python is older than importlib.metadata
        return False


def lesson(number):
    """The name of the notebook with this number, such as `04`."""
    found = sorted(glob(os.path.join(HERE, "notebooks", f"{number:0>2}-*.ipynb")))
    if not found:
        sys.exit(f"there is no lesson {number}")
    return os.path.basename(found[0])


def main(words):
    number = words.pop(0) if words and words[0].isdigit() else "00"
    first = lesson(number)
    os.chdir(HERE)
    python = sys.executable
    if not installed():
        python = PYTHON
        subprocess.check_call([sys.executable, os.path.join(TOOLS, "environment.py"), "lab"])
    options = [
        "--ServerApp.root_dir=" + HERE,
        "--LabApp.default_url=/lab/tree/notebooks/" + first,
        "--LabApp.app_settings_dir=" + TOOLS,  # overrides.json there: no news, no question about them
        "--ContentsManager.hide_globs=" + repr(HIDDEN),
    ]
    sys.exit(subprocess.call([python, "-m", "jupyterlab"] + options + words))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as error:  # it has said why
        sys.exit(error.returncode)
    except KeyboardInterrupt:  # Ctrl-C ends JupyterLab, which has said so
        pass
