"""JupyterLab in a real browser, for the tests marked `browser`."""

import os
import signal
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
ARTIFACTS = ROOT / "tests" / "artifacts"
SIZES = {"1280x720": (1280, 720), "1920x1080": (1920, 1080)}
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 120_000  # milliseconds, for what takes a second or two on a machine that has nothing else to do


def free_port():
    """The number of a port that nobody listens to."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextmanager
def jupyterlab(folder=".", without=(), extension="jupyterlab"):
    """The address of a JupyterLab started by `make lab`.

    Args:
        folder: what is seen there; the project's.
        without: names that are not in its environment.
        extension: of its server, beside those of `make lab`: `notebook` is Notebook 7.
    """
    port = free_port()
    arguments = f"--no-browser --ip=127.0.0.1 --port={port} --ServerApp.port_retries=0 --IdentityProvider.token=test"
    arguments += f" --ServerApp.jpserver_extensions={extension}=True"
    with subprocess.Popen(
        ["make", "lab", f"LAB_ARGS={arguments}", f"LAB_ROOT={folder}"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name not in without},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/api?token=test", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # make, and the server under it


def wait_for(address, process, seconds=120):
    """Wait until there is an answer from the address, which the process is to give."""
    for _ in range(seconds * 5):
        assert process.poll() is None, "JupyterLab ended before it was up"
        try:
            return urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"no answer from {address}")


def unsaved(route):
    """Answer what a page wants to have saved as if it were, so that the notebooks stay as they are.

    A refusal would lie over the page as a dialog: JupyterLab saves every two minutes.
    """
    if route.request.method == "PUT":
        route.fulfill(response=route.fetch(method="GET", post_data=""))
    else:
        route.continue_()


class NotebookPage:
    """A notebook as it is open in a browser; nothing that is done there is saved.

    Args:
        page: a page of playwright.
        address: of the JupyterLab.
        name: of the notebook, for example `08-search`.

    Attributes:
        errors: what the page has written to its console as errors.
    """

    FOLDER = "doc/tree"
    # Before there is a kernel, its state is called "idle" too; what is run then asks which kernel it shall be.
    HAS_KERNEL = ".jp-KernelName:has-text('Python 3')"

    def __init__(self, page, address, name):
        self.page = page
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.set_default_timeout(PATIENCE)
        page.route("**/api/contents/**", unsaved)
        page.goto(f"{address}/{self.FOLDER}/notebooks/{name}.ipynb?token=test&reset")
        page.locator(self.HAS_KERNEL).first.wait_for(state="attached")  # a telephone hides it
        page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").first.wait_for(state="attached")

    @property
    def cells(self):
        return self.page.locator(".jp-Notebook .jp-CodeCell")

    def run(self, code, shows):
        """Put the code into the first cell, and run it until it shows a text."""
        self.cells.first.locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(code)
        self.page.keyboard.press("Control+Enter")
        self.page.get_by_text(shows, exact=True).first.wait_for()

    def run_all(self):
        """Run all cells, by the menu."""
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_text("Run All Cells", exact=True).click()

    def settle(self):
        """Wait until the kernel has nothing more to do; a thread of it still may."""
        self.page.wait_for_timeout(300)
        self.page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").first.wait_for()
        self.page.wait_for_timeout(700)

    def screenshot(self, name):
        """Keep a picture of what is to be seen, for people to look at."""
        ARTIFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=ARTIFACTS / f"{name}.png")


class Notebook7Page(NotebookPage):
    """The same in Notebook 7, which says only of a kernel that has started nothing of its state."""

    FOLDER = "notebooks"
    HAS_KERNEL = ".jp-NotebookKernelStatus-fade:empty"
