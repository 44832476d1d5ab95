"""Builds the live pages: HTML files in which the search runs as WebAssembly, without Python and without a network.

    python -m web.build build/live
"""

import base64
import gzip
import re
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from c4lib.study.perfect import FILE
from pictures.pages import WINDOW, in_module, page_of
from web.kernel import kernel_wasm
from web.tables import tables

DRAWING = ("tables", "numbers.js", "text.js", "game.js", "scene.js", "changes.js", "board.js")
STEPS = ("steps.js", "step_words.js", "phases.js", "stepper.js")
SEARCH = ("bytes.js", "kernel", "random.js", "logarithms.js", "search.js")

# What the page does not need of a file.
IMPORT = r"^import [^;]*;\n"
EXPORT = r"^export "
COMMENT = r"^ *(//|/\*\*|\*).*\n"


class Page(NamedTuple):
    """What a page is made of, each in the order in which it is read.

    Attributes:
        title: what it is called.
        library: the files that the page and its worker share.
        worker: the files of the worker alone.
        script: the files of the page alone.
        style: the style sheets that it has besides those of all pages.
    """

    title: str
    library: tuple[str, ...]
    worker: tuple[str, ...]
    script: tuple[str, ...]
    style: tuple[str, ...] = ("live.css",)


PAGES = {
    "explore": Page(
        "Any position, searched here",
        (*DRAWING, *SEARCH, "nodes.js", "ratings.js", "tree.js", "analysis.js"),
        ("scores", "exact.js", "explore_worker.js"),
        ("view.js", "sliders.js", "fields.js", "page_worker.js", "explore.js"),
        ("live.css", "explore.css"),
    ),
    "step": Page(
        "A search, step by step",
        (*DRAWING, *SEARCH, "nodes.js", "ratings.js", "tree.js", *STEPS),
        (),
        ("view.js", "sliders.js", "fields.js", "step.js"),
        ("live.css", "step.css"),
    ),
    "play": Page(
        "A game against the search",
        (*DRAWING, *SEARCH, "nodes.js", "analysis.js", "game_state.js"),
        ("play_worker.js",),
        ("view.js", "sliders.js", "page_worker.js", "play.js"),
        ("live.css", "play.css"),
    ),
    "lab": Page(
        "The two terms of UCB1",
        (*DRAWING, "logarithms.js", "ratings.js", "choice.js", "choice_pictures.js"),
        (),
        ("view.js", "sliders.js", "lab.js"),
        ("live.css", "lab.css"),
    ),
}


def page(name: str) -> str:
    """The HTML of one of the `PAGES`: a file of its own, which opens from the disk.

    The library is a script of the page; the text of the same element begins the worker's.
    """
    made = PAGES[name]
    scripts = [f'<script id="library">\n{joined(made.library)}</script>']
    if made.worker:
        scripts.append(f'<script id="worker" type="text/plain">\n{joined(made.worker)}</script>')
    scripts.append(in_module(WINDOW, joined(made.script)))
    return page_of(made.title, "\n".join(scripts), joined(made.style))


def joined(names: tuple[str, ...]) -> str:
    """The files of these names as one script."""
    return "\n".join(script(name) for name in names)


@cache
def script(name: str) -> str:
    """A file without comments, `import` and `export`; of "tables", "kernel" and "scores" what Python writes into the page."""
    if name == "tables":
        return tables()
    if name == "kernel":
        return constant("KERNEL", kernel_wasm())
    if name == "scores":
        return constant("SCORES", gzip.compress(FILE.read_bytes(), mtime=0))
    return without(COMMENT, without(IMPORT, without(EXPORT, text_of(name))))


def without(pattern: str, text: str) -> str:
    """A text without what the pattern finds."""
    return re.sub(pattern, "", text, flags=re.MULTILINE)


def constant(name: str, data: bytes) -> str:
    """A line that gives these bytes a name."""
    return f'const {name} = "{base64.b64encode(data).decode()}";\n'


def text_of(name: str) -> str:
    """The text of a file beside this one."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def write_all(folder: Path) -> None:
    """Write all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PAGES:
        (folder / f"{name}.html").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
