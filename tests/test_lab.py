"""`make lab` in a real browser: JupyterLab comes up on a notebook, and its cells run."""

import os
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def lab():
    """The address of a JupyterLab started by `make lab`, with a place for {path}."""
    if not (ROOT / ".venv" / ".ready").exists():
        pytest.skip("make lab would first set up .venv; make test has done that")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = f"--no-browser --ip=127.0.0.1 --port={port} --ServerApp.port_retries=0 --IdentityProvider.token=test"
    with subprocess.Popen(
        ["make", "lab", f"LAB_ARGS={arguments}"], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/api?token=test", process)
            yield f"http://127.0.0.1:{port}/{{path}}?token=test"
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # make, and the server under it


def wait_for(address, process, seconds=60):
    for _ in range(seconds * 5):
        assert process.poll() is None, "make lab ended before the server was up"
        try:
            return urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"no answer from {address}")


@pytest.mark.browser
def test_a_cell_of_the_search_notebook_runs_in_jupyterlab(lab, chromium):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(lab.format(path="lab/tree/notebooks/08-search.ipynb"))
        cell = page.locator(".jp-Notebook .jp-CodeCell").first
        cell.wait_for(timeout=60_000)
        page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").first.wait_for(timeout=120_000)
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+A")
        page.keyboard.insert_text("import c4lib; print(c4lib.TreeSearch(c4lib.Board(), rng=1).run(100).best_move() + 4200)")
        page.keyboard.press("Shift+Enter")
        page.get_by_text("4203", exact=True).first.wait_for(timeout=120_000)
        browser.close()
