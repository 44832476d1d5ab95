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
from web.solver import solver_wasm
from web.tables import tables

HERE = Path(__file__).parent
FONT = "fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2"

DRAWING = ("tables", "numbers.js", "text.js", "game.js", "scene.js", "changes.js", "board.js")
STEPS = ("steps.js", "step_words.js", "phases.js", "stepper.js")
PERFECT = ("scores", "solver", "solver.js", "exact.js", "perfect_worker.js")
SEARCH = ("bytes.js", "bits.js", "kernel", "random.js", "logarithms.js", "search.js")

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
        perfect: the files of the worker that knows perfect play.
    """

    title: str
    library: tuple[str, ...]
    worker: tuple[str, ...]
    script: tuple[str, ...]
    style: tuple[str, ...] = ("face.css", "live.css")
    perfect: tuple[str, ...] = ()


PAGES = {
    "explore": Page(
        "Any position, searched here",
        (*DRAWING, *SEARCH, "nodes.js", "ratings.js", "tree.js", "analysis.js"),
        ("explore_worker.js",),
        ("row.js", "view.js", "sliders.js", "fields.js", "page_worker.js", "perfect.js", "explore.js"),
        ("face.css", "live.css", "explore.css"),
        PERFECT,
    ),
    "step": Page(
        "A search, step by step",
        (*DRAWING, *SEARCH, "nodes.js", "ratings.js", "tree.js", *STEPS),
        (),
        ("row.js", "view.js", "sliders.js", "fields.js", "step.js"),
        ("face.css", "live.css", "step.css"),
    ),
    "play": Page(
        "A game against the search",
        (*DRAWING, *SEARCH, "nodes.js", "analysis.js", "game_state.js"),
        ("play_worker.js",),
        ("row.js", "view.js", "sliders.js", "page_worker.js", "perfect.js", "play.js"),
        ("face.css", "live.css", "play.css"),
        PERFECT,
    ),
    "lab": Page(
        "The two terms of UCB1",
        (*DRAWING, "logarithms.js", "ratings.js", "choice.js", "choice_pictures.js"),
        (),
        ("row.js", "view.js", "sliders.js", "lab.js"),
        ("face.css", "live.css", "lab.css"),
    ),
}


ACTS = tuple(f"story/act_{number}.js" for number in range(1, 8))
STORY = Page(
    "How does it know?",
    ("tables", "numbers.js", "text.js", "game.js", *SEARCH, "nodes.js"),
    ("story/story_worker.js",),
    (
        *("row.js", "page_worker.js", "steps.js", "story/dom.js", "story/positions.js", "story/pitch.js", "story/bars.js"),
        *("story/searches.js", "story/copies.js", "story/knobs.js", "story/hundred.js", "story/lanes.js", *ACTS, "story/story.js"),
    ),
    ("face.css", "story/story.css"),
)


def page(name: str) -> str:
    """The HTML of one of the `PAGES`, or of the story: a file of its own, which opens from the disk."""
    if name == "story":
        return story()
    made = PAGES[name]
    scripts = [*beside(made), in_module(WINDOW, joined(made.script))]
    return page_of(made.title, "\n".join(scripts), joined(made.style))


def beside(made: Page) -> list[str]:
    """The elements with the library, a script of the page whose text also begins the workers', and with these."""
    scripts = [f'<script id="library">\n{joined(made.library)}</script>']
    for name in ("worker", "perfect"):
        if files := getattr(made, name):
            scripts.append(f'<script id="{name}" type="text/plain">\n{joined(files)}</script>')
    return scripts


def story() -> str:
    """The HTML of the story: its words are in story/story.html."""
    scripts = "\n".join([*beside(STORY), in_module(joined(STORY.script))])
    page = text_of("story/story.html").replace("\nSTYLE\n", f"\n{joined(STORY.style)}\n")
    return page.replace("\nSCRIPTS\n", f"\n{scripts}\n")


def joined(names: tuple[str, ...]) -> str:
    """The files of these names as one script."""
    return "\n".join(script(name) for name in names)


@cache
def script(name: str) -> str:
    """A file without comments, `import` and `export`; of "tables", "kernel", "solver" and "scores" what Python writes into the page."""
    if name == "tables":
        return tables()
    if name == "kernel":
        return constant("KERNEL", kernel_wasm())
    if name == "solver":
        return constant("SOLVER", solver_wasm())
    if name == "face.css":
        font = base64.b64encode((HERE / FONT).read_bytes()).decode()
        return text_of(name).replace("FONT", f"data:font/woff2;base64,{font}")
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
    return (HERE / name).read_text(encoding="utf-8")


def write_all(folder: Path) -> None:
    """Write all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*PAGES, "story"):
        (folder / f"{name}.html").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
