"""What all tests share: the same examples each time, pictures without a display, and the browser."""

import os
import shutil

import matplotlib
import pytest
from hypothesis import settings

# The same examples each time; `--hypothesis-profile=random` looks further.
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("random", max_examples=1000, deadline=None)
settings.load_profile("fixed")

# Not through MPLBACKEND: the notebooks' kernels would inherit it, and no longer show their figures.
os.environ.pop("MPLBACKEND", None)
matplotlib.use("agg")

# The Matplotlib that drew tests/baseline. Another draws text differently, by more than one wrong disc comes to: there
# the figures are still drawn, and not compared.
BASELINE_MATPLOTLIB = "3.11"

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    if not matplotlib.__version__.startswith(f"{BASELINE_MATPLOTLIB}.") and not config.option.mpl_generate_path:
        config.option.mpl = False


def pytest_report_header(config):
    if not config.option.mpl:
        return f"pictures are not compared: Matplotlib is {matplotlib.__version__}, and they need {BASELINE_MATPLOTLIB}"


def pytest_runtest_setup(item):
    if item.get_closest_marker("browser") and not CHROMIUM:
        without = pytest.fail if os.environ.get("C4LIB_REQUIRE_BROWSER") else pytest.skip
        without("no chromium on the PATH (Debian: apt install chromium)")


@pytest.fixture(scope="session")
def chromium():
    """Path of the system's browser, for playwright's `executable_path`; for tests marked `browser`."""
    return CHROMIUM
