"""What all tests share: the same examples each time, pictures without a display, the browser, and the two tiers.

`make test` runs what every change of code or text wants to know: the code, its examples, and each notebook once. `make check`
runs the rest, the tests with the mark `check`: those in `tests/editions`, those with the mark `browser` and those that ask for a
`kernel` have it by themselves; the others carry it where they stand (test_install.py, tests of processes and of tools, and tests
that make a part of a stored table again). What they need beside the Python packages (Chromium, a package registry) may be missing:
then they are skipped, unless C4LIB_REQUIRE_BROWSER, C4LIB_REQUIRE_SITE or C4LIB_REQUIRE_INSTALL is set, as in .ci/run.
"""

import os
import shutil
import signal

import matplotlib
import pytest
from hypothesis import HealthCheck, settings

from tools.lab import CHROMIUM_FLAGS, ROOT, NotebookPage, jupyterlab

# The same examples each time, and few; `make fuzz` draws more and others, on a computer that may be doing something else.
settings.register_profile("fixed", derandomize=True, max_examples=50, deadline=None)
settings.register_profile(
    "fuzz", derandomize=False, max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fixed")

# Not through MPLBACKEND: the notebooks' kernels would inherit it, and no longer show their figures.
os.environ.pop("MPLBACKEND", None)
os.environ["C4LIB_TEST"] = "1"  # kernels, too, keep nothing of what a reader keeps beside the notebooks
matplotlib.use("agg")

# The Matplotlib that drew tests/plots/baseline. Another draws text differently, by more than one wrong disc comes to: there
# the figures are still drawn, and not compared.
BASELINE_MATPLOTLIB = "3.11"

# The longest files of both tiers, in seconds: they are begun first, so that in the end no worker has a long one left.
LONGEST = {
    "test_student_runs.py": 900, "test_site.py": 500, "test_install.py": 200, "test_without_dask.py": 40, "24-go-further.ipynb": 30, "test_classroom.py": 100,
    "08-search.ipynb": 25,
    "test_student.py": 70, "test_checks.py": 60, "10-replay-a-lecture.ipynb": 50, "test_matches.py": 50, "test_panels_in_lab.py": 150,
    "test_parallel.py": 50, "test_fast_search.py": 40, "16-read-the-ratings.ipynb": 25, "15-keep-the-tree.ipynb": 35,
    "11-know-how-sure-you-are.ipynb": 35, "23-leave-one-machine.ipynb": 35, "test_experiments.py": 30, "test_literature.py": 30,
    "07-backpropagate.ipynb": 25, "test_marks.py": 60, "test_lessons_without_numba.py": 400,
    "test_explore.py": 100, "test_live_steps.py": 75, "test_live_play.py": 60, "test_pictures.py": 60, "test_step_page.py": 50,
    "test_any_program.py": 100,
}  # fmt: skip

EDITIONS = ROOT / "tests" / "editions"
NO_CHROMIUM = "no chromium on the PATH (Debian: apt install chromium)"
WITHOUT_BROWSER = pytest.StashKey()  # how many tests were skipped for want of it

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    if (
        signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    ):  # as under `nohup make test &`: some tests interrupt themselves
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Here and not on the command line: a test of a picture that is run by itself compares, too; and the notebooks are tested
    # where pytest-mpl is not installed.
    config.option.mpl = matplotlib.__version__.startswith(f"{BASELINE_MATPLOTLIB}.")


@pytest.hookimpl(tryfirst=True)  # before those are chosen that have the mark
def pytest_collection_modifyitems(items):
    for item in items:
        has_kernel = "kernel" in getattr(item, "fixturenames", ())
        if item.get_closest_marker("browser") or has_kernel or EDITIONS in item.path.parents:
            item.add_marker("check")
    notebook = {".ipynb": 15}  # seconds of one that is not named above
    items.sort(key=lambda item: -LONGEST.get(item.path.name, notebook.get(item.path.suffix, 0)))  # the others stay in their order


def pytest_report_header(config):
    if not config.option.mpl:
        return f"pictures are not compared: Matplotlib is {matplotlib.__version__}, and they need {BASELINE_MATPLOTLIB}"


def pytest_runtest_setup(item):
    if item.get_closest_marker("browser") and not CHROMIUM:
        without = pytest.fail if os.environ.get("C4LIB_REQUIRE_BROWSER") else pytest.skip
        without(NO_CHROMIUM)


def pytest_terminal_summary(terminalreporter, config):
    skipped = terminalreporter.stats.get("skipped", ())
    config.stash[WITHOUT_BROWSER] = sum(NO_CHROMIUM in str(report.longrepr) for report in skipped)


def pytest_unconfigure(config):
    if count := config.stash.get(WITHOUT_BROWSER, 0):
        print(f"{count} tests in a browser were skipped: {NO_CHROMIUM}")


@pytest.fixture
def at_work(tmp_path, monkeypatch):
    """The folder of somebody who works through the lessons, where nothing is under test."""
    from mctslab.course import own_files, own_player, own_search, predictions

    for module in (own_files, own_player, own_search, predictions):
        monkeypatch.setattr(module, "may_keep", lambda: True)
    monkeypatch.setattr(own_files, "HERE", tmp_path)
    monkeypatch.setattr(predictions, "asked", {})
    monkeypatch.setattr(predictions, "revealed", set())
    return tmp_path


@pytest.fixture(scope="session")
def lab():
    """The address of a JupyterLab; for tests marked `browser`."""
    if not (ROOT / ".venv" / ".ready").exists():
        pytest.skip("make lab would first set up .venv; make test has done that")
    with jupyterlab() as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def notebook_page(lab, browser):
    """Opens a notebook of the series in a browser window of some size, where nothing moves unless it is wanted."""
    pages = []

    def opened(name, size="1280x720", moves="reduce"):
        width, height = map(int, size.split("x"))
        pages.append(browser.new_page(viewport={"width": width, "height": height}, reduced_motion=moves))
        return NotebookPage(pages[-1], lab, name)

    yield opened
    for page in pages:
        page.close()
