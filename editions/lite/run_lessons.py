"""Opens every notebook of a JupyterLite in headless Chromium and runs all of its cells; one that shows an error fails.

    python editions/lite/run_lessons.py build/lite
"""

import sys
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import sync_playwright

PATIENCE = 20 * 60 * 1000  # milliseconds: the first notebook also starts the kernel, and numba compiles in the browser
IDLE = ".jp-Notebook-ExecutionIndicator[data-status=idle]"
FAULT = '.jp-OutputArea-output[data-mime-type^="application/vnd.jupyter."]'
NEEDS_PROCESSES = "23"  # a lesson on several machines


@contextmanager
def served(folder):
    """The address under which the folder can be read."""
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def faults(page, address, name):
    """The errors that the notebook shows when all of its cells have run."""
    page.goto(f"{address}/lab/index.html?path={name}")
    page.locator(IDLE).first.wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.locator(".jp-Notebook .jp-CodeCell").last.locator(".jp-InputPrompt", has_text="*").wait_for(state="detached")
    page.locator(IDLE).first.wait_for()
    return page.locator(FAULT, has_text="Traceback").all_inner_texts()


def main(folder):
    found_names = sorted(path.name for path in (Path(folder) / "files").glob("*.ipynb"))
    names = [name for name in found_names if not name.startswith(NEEDS_PROCESSES)]
    failed = 0
    with served(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(args=["--no-sandbox"])
        for name in names:
            page = browser.new_page()
            page.set_default_timeout(PATIENCE)
            found = faults(page, address, name)
            page.close()
            print(f"{name}: {found or 'no cell fails'}", flush=True)
            failed += bool(found)
        browser.close()
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
