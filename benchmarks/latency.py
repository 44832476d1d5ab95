"""How long the class waits: from a key or a click in a real browser to the new picture. `python -m benchmarks.latency`

Measured inside the page of `classroom.ipynb` in JupyterLab: from the event to the frame in which the new picture has been
decoded. Each is done again and again, with a pause between, after two that are not counted.
"""

from __future__ import annotations

import shutil
import statistics

from playwright.sync_api import Locator, sync_playwright

from tools.lab import CHROMIUM_FLAGS, SIZES, NotebookPage, jupyterlab

TIMES, PAUSE = 20, 400  # milliseconds
MEASURE = """(element, [key, picture]) => new Promise((done, fail) => {
    setTimeout(() => fail("no new picture in 20 s"), 20000);
    const image = element.closest(".c4-panel").querySelector("img." + picture), start = performance.now();
    const seen = new MutationObserver(() => {
        seen.disconnect();
        image.decode().finally(() => requestAnimationFrame(() => done(performance.now() - start)));
    });
    seen.observe(image, {attributes: true, attributeFilter: ["src"]});
    if (key) element.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
    else element.click();
})"""


def main() -> None:
    with jupyterlab() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        width, height = SIZES["1280x720"]
        notebook = NotebookPage(browser.new_page(viewport={"width": width, "height": height}), address, "classroom")
        notebook.run_all()
        panels = notebook.page.locator(".c4-panel")
        panels.nth(4).wait_for(state="attached")
        stepper, explorer, lab = panels.nth(0), panels.nth(1), panels.nth(2)
        explorer_handles, lab_handles = explorer.locator(".c4-left .noUi-handle"), lab.locator(".c4-move .noUi-handle")
        print("| from | to the new picture of | median, ms | worst of 20, ms |\n|---|---|---|---|")
        for name, element, keys, picture, shows in (
            (
                "explorer, 10,000 playouts: c",
                explorer_handles.nth(0),
                ("ArrowLeft", "ArrowRight"),
                "c4-ratings",
                "ratings",
            ),
            (
                "explorer, 10,000 playouts: c",
                explorer_handles.nth(0),
                ("ArrowLeft", "ArrowRight"),
                "c4-top",
                "the tree",
            ),
            (
                "explorer, 10,000 playouts: T",
                explorer_handles.nth(2),
                ("ArrowRight", "ArrowLeft"),
                "c4-ratings",
                "ratings",
            ),
            ("explorer, 10,000 playouts: seed", explorer_handles.nth(3), ("ArrowRight",), "c4-ratings", "ratings"),
            (
                "explorer, 10,000 to 7,000 playouts",
                explorer_handles.nth(1),
                ("ArrowLeft", "ArrowRight"),
                "c4-top",
                "the tree",
            ),
            (
                "stepper: on by a phase",
                stepper.get_by_role("button", name="phase ›", exact=True),
                ("",),
                "c4-details",
                "the phase",
            ),
            (
                "stepper: back by a phase",
                stepper.get_by_role("button", name="‹ phase", exact=True),
                ("",),
                "c4-tree",
                "the tree",
            ),
            ("UCB1: visits of a move", lab_handles.nth(1), ("ArrowRight",), "c4-terms", "both terms"),
        ):
            taken = measured(element, keys, picture)
            print(f"| {name} | {shows} | {statistics.median(taken):.0f} | {max(taken):.0f} |", flush=True)
        browser.close()


def measured(element: Locator, keys: tuple[str, ...], picture: str) -> list[float]:
    """Milliseconds from each key (the empty one is a click) to the next picture."""
    element.evaluate("element => element.closest('.jp-Cell').scrollIntoView()")
    element.focus()
    taken = []
    for time in range(TIMES + 2):
        taken.append(element.evaluate(MEASURE, [keys[time % len(keys)], picture]))
        element.page.wait_for_timeout(PAUSE)
    return taken[2:]


if __name__ == "__main__":
    main()
