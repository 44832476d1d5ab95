"""How long the class waits: from a slider or a click in a real browser to the new picture. `python -m benchmarks.latency`

Measured inside a page of JupyterLab, at 1280 x 720: from the event to the end of the frame in which the picture that is
told last has changed. Each is done 30 times, with a pause between, after two that are not counted: a slider by the arrow keys, a place in
a picture and a button by a click. A drag moves the handle of a slider by the mouse in every frame for three seconds; told is how many
pictures were shown in a second, and whether in the end all of them are those of the last value.
"""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from playwright.sync_api import Locator, sync_playwright

from c4lib.board import Board
from c4lib.widgets.explorer import SearchExplorer
from tools.lab import CHROMIUM_FLAGS, SIZES, NotebookPage, jupyterlab

TIMES, PAUSE, DRAG = 30, 400, 3000  # milliseconds

MEASURE = """(panel, [target, key, picture]) => new Promise((done, fail) => {
    setTimeout(() => fail(`no new picture of ${target} in 20 s`), 20000);
    const shown = panel.querySelector(picture), element = panel.querySelector(target);
    const seen = new MutationObserver(records => {
        if (records.every(record => record.target === shown)) return;  // only marked as old
        seen.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
    });
    seen.observe(shown, {attributes: true, childList: true, subtree: true});
    const start = performance.now();
    if (key === null) element.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
    else element.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
})"""

DRAGGING = """(panel, [target, picture, milliseconds]) => new Promise(done => {
    const handle = panel.querySelector(target), base = panel.querySelector(target).closest(".noUi-base").getBoundingClientRect();
    const start = performance.now(), y = base.y + base.height / 2;
    let changes = 0, frames = 0;
    const shown = panel.querySelector(picture);
    const seen = new MutationObserver(records => { changes += records.some(record => record.target !== shown); });
    seen.observe(shown, {attributes: true, childList: true, subtree: true});
    const send = (to, type, share) => to.dispatchEvent(
        new MouseEvent(type, {bubbles: true, cancelable: true, buttons: 1, clientX: base.x + base.width * share, clientY: y}));
    const box = handle.getBoundingClientRect();
    send(handle.firstElementChild, "mousedown", (box.x + box.width / 2 - base.x) / base.width);
    (function move(now) {
        const share = 0.5 + 0.4 * Math.sin((now - start) / 300);
        if (now - start > milliseconds) {
            send(document.documentElement, "mouseup", share);
            return setTimeout(() => done([changes, frames]), 2000);
        }
        frames++;
        send(document.documentElement, "mousemove", share);
        requestAnimationFrame(move);
    })(start);
})"""

TEXTS = "picture => [...picture.querySelectorAll('[data-text]')].map(text => text.dataset.text)"


class Action(NamedTuple):
    """Something that is done again and again, in turns: a click, or a key, on the first that CSS finds.

    Attributes:
        name: for the table.
        widget: what is shown, as Python.
        turns: (selector, key or None for a click) each.
        last: the picture that is told last.
        before: selectors of what is clicked before all that, without being measured.
    """

    name: str
    widget: str
    turns: tuple[tuple[str, str | None], ...]
    last: str
    before: tuple[str, ...] = ()


def explorer(playouts: int) -> str:
    return f"SearchExplorer(Board(), playouts={playouts}, seed=1)"


HANDLE = ".c4-is-c .noUi-handle"
C = ((HANDLE, "ArrowRight"), (HANDLE, "ArrowRight"), (HANDLE, "ArrowLeft"))
NODES = tuple((f".c4-is-tree [data-name='{name}']", None) for name in ("(3,)", "()"))
COLUMN = ((".c4-is-board [data-name='3']", None), (".c4-is-undo", None))

ACTIONS = [
    Action("explorer, 1,000 playouts: c", explorer(1000), C, ".c4-is-ratings svg"),
    Action("explorer, 10,000: c", explorer(10_000), C, ".c4-is-ratings svg"),
    Action("explorer, 100,000: c", explorer(100_000), C, ".c4-is-ratings svg"),
    Action("explorer, 10,000: a column, undo", explorer(10_000), COLUMN, ".c4-is-ratings svg"),
    Action("explorer, 10,000: a node", explorer(10_000), NODES, ".c4-is-ratings svg"),
    Action(
        "stepper, at iteration 400: a phase on, back",
        "SearchStepper(Board(), iterations=401, seed=1)",
        ((".c4-is-next_phase", None), (".c4-is-back_phase", None)),
        ".c4-is-details svg",
        (".c4-is-start", ".c4-is-last", ".c4-is-back_iteration"),
    ),
    Action("laboratory: c", "Ucb1Lab(moves=((14, 20), (5, 10), (1, 3)))", C, ".c4-is-bars svg"),
]


def main() -> None:
    with jupyterlab() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        width, height = SIZES["1280x720"]
        page = browser.new_page(viewport={"width": width, "height": height})
        page.add_locator_handler(
            page.locator(".jp-Dialog"), lambda: page.keyboard.press("Escape")
        )  # nothing is saved here
        show = shower(NotebookPage(page, address, "01-meet-the-game"))
        print("| action | median, ms | worst of 30, ms |\n|---|---|---|")
        for action in ACTIONS:
            taken = measured(show(action.widget), action)
            print(f"| {action.name} | {statistics.median(taken):.0f} | {max(taken):.0f} |", flush=True)
        print("\n| fast drag of c | pictures/s | slider moved/s | the last value is shown |\n|---|---|---|---|")
        for playouts in (1000, 10_000, 100_000):
            changes, moves, is_last = dragged(show(explorer(playouts)), playouts)
            print(
                f"| explorer, {playouts:,} | {changes:.0f} | {moves:.0f} | {'yes' if is_last else 'NO'} |", flush=True
            )
        browser.close()


def shower(notebook: NotebookPage) -> Callable[[str], Locator]:
    """What shows a widget in the notebook's first cell, and gives its panel when it is there."""
    numbers = count()

    def show(widget: str) -> Locator:
        name, number = widget.partition("(")[0], next(numbers)
        notebook.page.locator(".jp-WindowedPanel-outer").first.evaluate("cells => { cells.scrollTop = 0; }")
        notebook.run(
            f"from c4lib import Board, {name}\ndisplay({widget})\nprint('sho' + 'wn {number}')", f"shown {number}"
        )
        panel = notebook.page.locator(".c4-panel").first
        panel.locator(".c4-picture svg").first.wait_for()
        panel.evaluate("panel => panel.scrollIntoView({block: 'start'})")
        notebook.settle()
        return panel

    return show


def measured(panel: Locator, action: Action) -> list[float]:
    """Milliseconds from each event to the last picture."""
    for selector in action.before:
        panel.locator(selector).click()
    taken = []
    for time in range(TIMES + 2):
        target, key = action.turns[time % len(action.turns)]
        taken.append(panel.evaluate(MEASURE, [target, key, action.last]))
        panel.page.wait_for_timeout(PAUSE)
    return taken[2:]


def dragged(panel: Locator, playouts: int) -> tuple[float, float, bool]:
    """Pictures and moves of the slider in a second, and whether the table is that of the last value."""
    changes, moves = panel.evaluate(DRAGGING, [HANDLE, ".c4-is-ratings svg", DRAG])
    shown = panel.locator(".c4-is-c .widget-readout").inner_text()
    expected = SearchExplorer(Board(), playouts=playouts, seed=1)
    expected.c.value = next(c for c in expected.c.steps if expected.c.name(c) == shown)
    expected.wait()
    texts = panel.locator(".c4-is-ratings svg").evaluate(TEXTS)
    return 1000 * changes / DRAG, 1000 * moves / DRAG, sorted(texts) == sorted(expected.ratings.texts)


if __name__ == "__main__":
    main()
