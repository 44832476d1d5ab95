"""How long the class waits: from a key or a click in a real browser to the new picture. `python -m benchmarks.latency`

Measured inside the page of `classroom.ipynb` in JupyterLab: from the event to the frame in which the new picture has been
decoded. Each is done again and again, with a pause between, after two that are not counted.
"""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Iterator

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


LEFT, RIGHT, CLICK = "ArrowLeft", "ArrowRight", ""


def main() -> None:
    with jupyterlab() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        width, height = SIZES["1280x720"]
        notebook = NotebookPage(browser.new_page(viewport={"width": width, "height": height}), address, "classroom")
        notebook.run_all()
        panels = notebook.page.locator(".c4-panel")
        panels.nth(4).wait_for(state="attached")
        print("| from | to the new picture of | median, ms | worst of 20, ms |\n|---|---|---|---|")
        for name, element, keys, shows, picture in what_is_done(*(panels.nth(place) for place in range(3))):
            taken = measured(element, keys, picture)
            print(f"| {name} | {shows} | {statistics.median(taken):.0f} | {max(taken):.0f} |", flush=True)
        browser.close()


def what_is_done(stepper: Locator, explorer: Locator, lab: Locator) -> Iterator[tuple]:
    """What is pressed, with which keys in turns, what is seen, and the name of that picture."""
    c, playouts, prior, seed = (explorer.locator(".c4-left .noUi-handle").nth(place) for place in range(4))
    on, back = (stepper.get_by_role("button", name=name, exact=True) for name in ("phase ›", "‹ phase"))
    yield "explorer, 10,000 playouts: c", c, (LEFT, RIGHT), "ratings", "c4-ratings"
    yield "explorer, 10,000 playouts: c", c, (LEFT, RIGHT), "the tree, which comes last", "c4-top"
    yield "explorer, 10,000 playouts: T", prior, (RIGHT, LEFT), "ratings", "c4-ratings"
    yield "explorer, 10,000 playouts: seed", seed, (RIGHT,), "ratings", "c4-ratings"
    yield "explorer, 10,000 or 7,000 playouts", playouts, (LEFT, RIGHT), "ratings", "c4-ratings"
    yield "stepper: on by a phase", on, (CLICK,), "the phase, which comes last", "c4-details"
    yield "stepper: back by a phase", back, (CLICK,), "the phase, which comes last", "c4-details"
    yield "UCB1: visits of a move", lab.locator(".c4-move .noUi-handle").nth(1), (RIGHT,), "both terms", "c4-terms"


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
