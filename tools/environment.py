"""Puts into .venv what `make`, or start.py of the students' edition, needs: `python3 tools/environment.py lab cluster`.

The words are extras of pyproject.toml; those that are there already cost no time. A .venv is made anew if it has been moved, if its
Python is gone, if the variable PYTHON asks for another one, and if pyproject.toml has changed. With the variable LOCKED every
package has the version of requirements.lock, and without it the newest that pyproject.toml allows; .venv is made anew for either.

Plain enough for Python 3.6, which is to say that it is too old.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import time

PYTHON = os.path.join(".venv", "Scripts" if os.name == "nt" else "bin", "python")
LOCK = "requirements.lock"
READY = os.path.join(".venv", ".ready")  # written last, so that a broken-off installation is done again
SETTINGS = os.path.join(".venv", "share", "jupyter", "lab", "settings")
NO_NEWS = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
# What nbgrader brings for JupyterLab stays off: no lesson needs it, and it makes the start slower.
SERVERS = [
    "nbgrader.server_extensions." + name
    for name in ("assignment_list", "course_list", "formgrader", "validate_assignment")
]
QUIET = {
    os.path.join("jupyter_server_config.d", "quiet.json"): {
        # Nobody but this machine gets in, unless the command line says so.
        "ServerApp": {"ip": "127.0.0.1", "jpserver_extensions": dict.fromkeys(SERVERS + ["notebook"], False)}
    },
    os.path.join("labconfig", "page_config.json"): {
        "disabledExtensions": {"@jupyter/nbgrader": True, "@jupyter-notebook/lab-extension": True}
    },
}
# Compiled once, here, instead of by each process that comes first.
# Ctrl-C ends it without a word, because `main` says one.
SEARCH = """import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
from c4lib import Board, FastSearch, solve
FastSearch(Board(), rng=1).run(1)
solve(Board(3, 5))
"""
EVERY = 10  # seconds between two lines that say how far the download is
TIDYING = 10  # seconds that pip has to tidy up after Ctrl-C
ANOTHER = "(another one: make PYTHON=/path/to/python3 lab, or /path/to/python3 start.py)"


def python_of(program):
    """Which Python a program is, or a virtual environment was made of; nothing if it does not run."""
    code = "import sys; print(sys.base_prefix, sys.version)"
    try:
        return subprocess.check_output(
            [program, "-c", code], stderr=subprocess.DEVNULL, universal_newlines=True
        ).strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def is_locked():
    return bool(os.environ.get("LOCKED"))


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def fitting():
    """What the stamp of a .venv says that can stay, apart from its extras."""
    asked = sys.executable if "PYTHON" in os.environ else PYTHON
    return {
        "folder": os.getcwd(),
        "python": python_of(asked),
        "pyproject.toml": digest("pyproject.toml"),
        LOCK: digest(LOCK) if is_locked() else "",
    }


def stamped():
    """What the stamp says; nothing if there is none, or if the Python of .venv is gone."""
    try:
        with open(READY) as file:
            stamp = json.load(file)
    except (OSError, ValueError):
        return {}
    return stamp if stamp["python"] == python_of(PYTHON) else {}


def make_anew():
    if sys.version_info < (3, 11):  # noqa: UP036
        found = "{}.{}".format(*sys.version_info)
        sys.exit(f"Python 3.11 or newer is needed, and {sys.executable} is {found} {ANOTHER}")
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        sys.exit(f"{sys.executable} lacks its venv module (on Debian and Ubuntu: apt install python3-venv)")
    print("Setting up .venv, once:")
    print("  a virtual environment of", sys.executable, "(a few seconds)", flush=True)
    if os.path.exists(READY):  # what is half removed is not ready
        os.remove(READY)
    venv.create(".venv", clear=True, with_pip=True, symlinks=os.name != "nt")
    put(os.path.join(SETTINGS, "overrides.json"), NO_NEWS)


def put(path, settings):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        json.dump(settings, file)


def unlocked(listed, lock):
    """Which lines `name==version` of pip are not in the text of a lock, whose lines may go on with a marker."""
    pinned = {line.split(";")[0].strip() for line in lock.splitlines()}
    names = [re.sub("[-_.]+", "-", line.partition("==")[0]).lower() for line in listed.splitlines()]
    versions = [line.partition("==")[2] for line in listed.splitlines()]
    return [found for found in map("{}=={}".format, names, versions) if found not in pinned]


def check_lock():
    """Stop if something is installed that the lock does not name, or in another version."""
    command = [PYTHON, "-m", "pip", "list", "--format=freeze", "--exclude-editable"]
    # The tools that every virtual environment comes with.
    command += ["--exclude=" + tool for tool in ("pip", "setuptools", "wheel")]
    listed = subprocess.check_output(command, universal_newlines=True)
    with open(LOCK) as file:
        others = unlocked(listed, file.read())
    if others:
        sys.exit("not as in {}: {} (make lock renews it)".format(LOCK, ", ".join(others)))


def say_how_far(lines):
    """Say every few seconds how many packages pip has found, of which it prints these lines."""
    packages, said = 0, time.time()
    for line in lines:
        found = line.startswith("Collecting ")
        packages += found
        if line.startswith("Installing collected packages:"):
            print("  installing", line.count(",") + 1, "packages (about a minute)", flush=True)
        elif found and time.time() - said > EVERY:
            print("  ...", packages, "packages so far", flush=True)
            said = time.time()


def let_end(process):
    """Give a program some seconds to end by itself, and then end it."""
    try:
        process.communicate(timeout=TIDYING)
    except subprocess.TimeoutExpired:
        process.terminate()


def install(extras):
    """Have pip install the project with these extras, and say every few seconds how far it is."""
    what = ".[{}]".format(",".join(extras))
    print("  downloading (one to five minutes, with a slow network more)", flush=True)
    command = [PYTHON, "-u", "-m", "pip", "install", "--progress-bar=off", "--editable", what]
    command += ["--constraint", LOCK] if is_locked() else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, universal_newlines=True) as pip:
        try:
            say_how_far(pip.stdout)
        except KeyboardInterrupt:  # pip hears of it too, and tidies up
            let_end(pip)
            raise
    if pip.returncode:
        sys.exit(f"pip could not install {what}: see above")
    if is_locked():
        check_lock()
    subprocess.call([PYTHON, "-c", SEARCH])
    if "mark" in extras:
        for name, settings in QUIET.items():
            put(os.path.join(".venv", "etc", "jupyter", name), settings)


def main(extras):
    """Sets up .venv; Ctrl-C ends that with a sentence."""
    try:
        set_up(extras)
    except KeyboardInterrupt:
        sys.exit("\nStopped before .venv was ready. The same command sets it up again.")


def set_up(extras):
    start = time.time()
    stamp, fits = stamped(), fitting()
    there = stamp.get("extras", [])
    stays = bool(stamp) and all(stamp.get(key) == value for key, value in fits.items())
    missing = [extra for extra in extras if not stays or extra not in there]
    if not missing:
        return
    if stays:
        print("Adding to .venv, once:", flush=True)
    else:
        make_anew()
    install(missing)
    with open(READY, "w") as file:
        json.dump(dict(fits, python=python_of(PYTHON), extras=missing + (there if stays else [])), file)
    print("  ready after", round(time.time() - start), "seconds")


if __name__ == "__main__":
    main(sys.argv[1:])
