"""Builds the live pages: HTML files in which the search runs as WebAssembly, without Python and without a network.

    python tools/live/build.py build/live
"""

import base64
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT / "notebooks"), str(ROOT / "tools")]

from live.kernel import kernel_wasm  # noqa: E402
from live.tables import tables  # noqa: E402

from pictures.pages import WINDOW, in_module, page_of  # noqa: E402

DRAWING = ("tables", "numbers.js", "game.js", "scene.js", "board.js")
SEARCH = ("kernel", "random.js", "logarithms.js", "search.js")


class Page(NamedTuple):
    """What a page is made of, each in the order in which it is read.

    Attributes:
        title: what it is called.
        library: the files that the page and its worker share.
        worker: the files of the worker alone.
        script: the files of the page alone.
    """

    title: str
    library: tuple[str, ...]
    worker: tuple[str, ...]
    script: tuple[str, ...]


PAGES = {
    "explore": Page(
        "Any position, searched here",
        (*DRAWING, *SEARCH, "tree_nodes.js", "ratings.js", "tree.js", "words.js"),
        ("explore_worker.js",),
        ("position.js", "sliders.js", "explore.js"),
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
    return page_of(made.title, "\n".join(scripts), text_of("live.css"))


def joined(names: tuple[str, ...]) -> str:
    """The files of these names as one script."""
    return "\n".join(script(name) for name in names)


def script(name: str) -> str:
    """A file without `import` and `export`; of "tables" and "kernel" what Python writes into the page."""
    if name == "tables":
        return tables()
    if name == "kernel":
        return f'const KERNEL = "{base64.b64encode(kernel_wasm()).decode()}";\n'
    without_imports = re.sub(r"^import [^;]*;\n", "", text_of(name), flags=re.MULTILINE)
    return re.sub("^export ", "", without_imports, flags=re.MULTILINE)


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
