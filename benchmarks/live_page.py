"""The live pages: their first picture, and how soon they answer a dragged c. `python -m benchmarks.live_page`"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tools.lab import CHROMIUM_FLAGS
from web.build import page, script

SLOWED = 1, 6  # times
STEPS = 60  # of the slider for c, at 1,000 playouts

# The milliseconds until each step is answered, by the place of the slider: a step is taken in a frame of its own.
ANSWERED = """async ([steps, sliderOf, isAnsweredOf]) => {
    const slider = document.querySelector(sliderOf), isAnswered = eval(isAnsweredOf), times = [];
    const places = Number(slider.max) + 1;
    for (let step = 0; step < steps; step++) {
        await new Promise(requestAnimationFrame);
        const start = performance.now();
        slider.value = (10 + step) % places;
        slider.dispatchEvent(new Event("input"));
        while (!isAnswered()) await new Promise(done => setTimeout(done));
        times.push(performance.now() - start);
    }
    return times;
}"""


class Dragged(NamedTuple):
    """What is dragged on a page: by selectors the slider for c, and what is there with the first picture."""

    slider: str
    first: str
    is_answered: str  # a function of JavaScript


PAGES = {
    "explore": Dragged(
        "#c4-c-slider",
        ".c4-is-line[aria-busy=false]",
        "() => document.querySelector('.c4-is-line').getAttribute('aria-busy') === 'false'",
    ),
    # A hundred searches a step: the first of them have answered, the others follow.
    "story": Dragged(
        "#act-5 [data-knob=c]",
        "#act-5 .tile.blocks",
        "() => document.querySelector('#act-5 .tile:not(.waits)') !== null",
    ),
}


@contextmanager
def opened(browser: Browser, path: Path, first: str, slowed: int) -> Iterator[tuple[Page, float]]:
    """The page in a new window, and the seconds until its first pictures were there."""
    window = browser.new_page()
    window.context.new_cdp_session(window).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    start = time.perf_counter()
    window.goto(path.as_uri())
    window.locator(first).first.wait_for()
    yield window, time.perf_counter() - start
    window.close()


def main() -> None:
    bytes_of_scores = len(script("scores"))
    sizes = {name: len(page(name).encode()) for name in PAGES}
    print(f"explore: {(sizes['explore'] - bytes_of_scores) / 1000:.0f} KB, and {bytes_of_scores / 1000:.0f} KB of stored scores")
    print(f"story: {sizes['story'] / 1000:.0f} KB, its typeface included\n")
    print("| page | CPU | first picture | steps of c answered | median | slowest |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        for name, dragged in PAGES.items():
            path = Path(folder) / f"{name}.html"
            path.write_text(page(name), encoding="utf-8")
            for slowed in SLOWED:
                print(row(browser, name, path, dragged, slowed), flush=True)
        browser.close()


def row(browser: Browser, name: str, path: Path, dragged: Dragged, slowed: int) -> str:
    """The row of the table: a page, dragged."""
    with opened(browser, path, dragged.first, slowed) as (window, seconds):
        times = window.evaluate(ANSWERED, [STEPS, dragged.slider, dragged.is_answered])
    median = statistics.median(times)
    speed = f"{slowed} times slower" if slowed > 1 else "as it is"
    return f"| {name} | {speed} | {seconds:.2f} s | {len(times)} of {STEPS} | {median:.0f} ms | {max(times):.0f} ms |"


if __name__ == "__main__":
    main()
