"""The page of the live explorer: its first picture, and how soon it answers a dragged c. `python -m benchmarks.live_page`"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tools.lab import CHROMIUM_FLAGS
from web.build import page, script

SLOWED = 1, 6  # times
STEPS = 60  # of the slider for c, at 1,000 playouts

# The milliseconds until each step is answered, by the place of the slider: a step is taken in a frame of its own.
ANSWERED = """async steps => {
    const slider = document.querySelector("#c4-c-slider"), line = document.querySelector(".c4-is-line"), times = [];
    for (let step = 0; step < steps; step++) {
        await new Promise(requestAnimationFrame);
        const start = performance.now();
        slider.value = 10 + step;
        slider.dispatchEvent(new Event("input"));
        while (line.getAttribute("aria-busy") === "true") await new Promise(done => setTimeout(done));
        times.push(performance.now() - start);
    }
    return times;
}"""


@contextmanager
def explorer(browser: Browser, path: Path, slowed: int) -> Iterator[tuple[Page, float]]:
    """The page in a new window, and the seconds until its first pictures were there."""
    window = browser.new_page()
    window.context.new_cdp_session(window).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    start = time.perf_counter()
    window.goto(path.as_uri())
    window.locator(".c4-is-line[aria-busy=false]").wait_for()
    yield window, time.perf_counter() - start
    window.close()


def main() -> None:
    text = page("explore")
    bytes_of_scores = len(script("scores"))
    print(f"{(len(text.encode()) - bytes_of_scores) / 1000:.0f} KB, and {bytes_of_scores / 1000:.0f} KB of stored scores\n")
    print("| CPU | first picture | steps of c answered | median | slowest |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "explore.html"
        path.write_text(text, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        for slowed in SLOWED:
            with explorer(browser, path, slowed) as (window, seconds):
                times = window.evaluate(ANSWERED, STEPS)
            median = statistics.median(times)
            name = f"{slowed} times slower" if slowed > 1 else "as it is"
            print(f"| {name} | {seconds:.2f} s | {len(times)} of {STEPS} | {median:.0f} ms | {max(times):.0f} ms |")
        browser.close()


if __name__ == "__main__":
    main()
