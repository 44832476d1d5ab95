"""The search in a browser beside `FastSearch`, in one run. `python -m benchmarks.live`"""

from __future__ import annotations

import shutil
import statistics

from playwright.sync_api import Page, sync_playwright

from benchmarks.searches import fast
from c4lib import Board
from tools.lab import CHROMIUM_FLAGS
from web.build import SEARCH, joined

ROUNDS = 7
POSITIONS = {"empty board": "", "the threat of lesson 08": "2432614534125"}
PLAYOUTS = 25_000, 100_000, 1_000_000

SECONDS = """([moves, playouts, seed]) => {
    globalThis.kernel ??= new Kernel(Uint8Array.from(atob(KERNEL), sign => sign.charCodeAt(0)));
    const board = Board.fromMoves(moves), start = performance.now();
    new Search(kernel, board, {}, seed).run(playouts);
    return (performance.now() - start) / 1000;
}"""


def speeds(page: Page) -> list[str]:
    """The rows of the table: the searches take turns, and a ratio is the median of those of the rounds."""
    page.add_script_tag(content=joined(("tables", "game.js", *SEARCH)))
    rows = []
    for name, moves in POSITIONS.items():
        board = Board.from_moves(moves)
        for playouts in PLAYOUTS:
            native, live = [], []
            for seed in range(ROUNDS):
                native.append(fast(playouts, seed, board))
                live.append(page.evaluate(SECONDS, [list(board.moves), playouts, seed]))
            ratio = statistics.median(one / other for one, other in zip(native, live))
            per_second = [f"{playouts / statistics.median(seconds):,.0f}" for seconds in (native, live)]
            rows.append(f"| {name} | {playouts:,} | {' | '.join(per_second)} | {ratio:.2f} x |")
    return rows


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        print("| position | playouts | `FastSearch`, iterations/s | in Chromium | ratio |\n|---|---|---|---|---|")
        print("\n".join(speeds(browser.new_page())))
        browser.close()


if __name__ == "__main__":
    main()
