"""Builds the slides of lessons: text, pictures and questions, for a projector that needs no network.

    python tools/slides 04 08        build/slides/04-select/index.html, ...

A code cell shows what it prints and draws. Its code is shown where the lesson is about it: in exercises, and in the program of
lesson 00. *Deeper* and the further reading are left out.
"""

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from importlib import import_module
from pathlib import Path

import nbformat
import recorded
from editions import ROOT, SOLUTION_NOTE, preprocessed
from figures import all_drawn
from live import build as live_pages
from nbconvert import SlidesExporter
from nbconvert.preprocessors import RegexRemovePreprocessor, TagRemovePreprocessor
from web_site import MOVING, with_drawings, with_moving

from notebooks import NAVIGATION, find, number, read, tags, title

sys.path.append(str(ROOT / "docs"))  # where Sphinx has the extension `formulas`

HERE = Path(__file__).resolve().parent
REVEAL = "reveal.js@6.0.2"
FORMULA_SIZE = 36  # pixels, as large as the text beside them
MOST_WORDS = 75  # of text on a slide
NOT_SHOWN = {"claims", "check", "solution"}
CODE_SHOWN = {"exercise", "whole"}
LEFT_OUT = ("## Deeper", "## Further reading")

# -------------------------------------------------------------------- one lesson


def for_slides(notebook):
    """The notebook with one cell a slide; a heading begins a group of them."""
    kept = preprocessed(
        notebook,
        TagRemovePreprocessor(remove_cell_tags=NOT_SHOWN),
        RegexRemovePreprocessor(patterns=[SOLUTION_NOTE]),
    )
    kept.cells = [slide for cell in without_the_end(kept.cells) for slide in slides_of(cell)]
    for slide in kept.cells:
        slide.metadata.slideshow = {"slide_type": slide_type(slide)}
    return kept


def slide_type(cell):
    """Where the cell goes, in nbconvert's words: a heading begins a group, and a stub stays with its exercise."""
    if cell.cell_type == "markdown":
        return "slide" if cell.source.startswith(("# ", "## ")) else "subslide"
    return "-" if "exercise" in tags(cell) else "subslide"


def without_the_end(cells):
    """The cells before those that are optional, without the links to the other lessons."""
    for cell in cells:
        if cell.cell_type == "markdown" and cell.source.startswith(LEFT_OUT):
            return
        if cell.id not in NAVIGATION:
            yield cell


def slides_of(cell):
    """The slides that a cell becomes: a text several; code one if there is something to see."""
    if cell.cell_type == "markdown":
        return [nbformat.v4.new_markdown_cell(with_formulas(text)) for text in pages(cell.source)]
    if not CODE_SHOWN & {*tags(cell)}:
        cell.metadata.transient = {"remove_source": True}
        is_for_the_keyboard = re.search(r"\bown\(", cell.source)  # whose functions are used
        return [] if is_for_the_keyboard else one_picture_each(cell)
    cell.outputs = []
    return [cell]


def one_picture_each(cell):
    """The cell several times, each with one picture of its outputs and the texts before it."""
    outputs, found = cell.pop("outputs"), []
    for output in outputs:
        if not found or has_picture(found[-1].outputs[-1]):
            found.append(nbformat.from_dict(cell | {"outputs": []}))
        found[-1].outputs.append(output)
    return found


def has_picture(output):
    data = output.get("data", {})
    return "image/png" in data or "drawing" in data.get("text/html", "")


def pages(text):
    """The paragraphs of a text, as many together as make a slide; a heading begins one."""
    found = []
    for paragraph in re.split(r"\n{2,}", re.sub(r"</?details>|<summary>.*?</summary>", "", text).strip()):
        is_heading = paragraph.startswith("#")
        if found and not is_heading and len(f"{found[-1]} {paragraph}".split()) <= MOST_WORDS:
            found[-1] += f"\n\n{paragraph}"
        elif found and found[-1].startswith("#") and "\n" not in found[-1]:
            found[-1] += f"\n\n{paragraph}"  # no heading stands alone
        else:
            found.append(paragraph)
    return found


def with_formulas(text):
    """The text with its formulas as drawings."""
    drawing = import_module("formulas").drawing  # not at the top: it needs what only the extra `site` has

    def drawn(found):
        block, inline = found.groups()
        if block:
            return f'<div class="formula">{drawing(block.strip(), False, FORMULA_SIZE)}</div>'
        return drawing(inline, True, FORMULA_SIZE) if inline else found[0]

    return re.sub(r"`[^`]*`|\$\$(.+?)\$\$|\$([^$]+)\$", drawn, text, flags=re.DOTALL)


# -------------------------------------------------------------------- the folder


def write_slides(paths, folder, redraw=True):
    """Writes the slides of these notebooks, each into a folder of its own; what they share stands beside these.

    Args:
        paths: those of the notebooks.
        folder: where to.
        redraw: whether the notebooks are run, to have their figures as drawings.

    Raises:
        SystemExit: npm is missing, or does not get reveal.js.
    """
    folder.mkdir(parents=True, exist_ok=True)
    fetch_reveal(folder)
    for path in (HERE / "slides.css", HERE / "slides.js", ROOT / "c4lib" / "widgets" / "style.css"):
        shutil.copyfile(path, folder / path.name)
    live_pages.write_all(folder / "live")
    drawings = all_drawn(paths) if redraw else {}
    for path in paths:
        lesson = number(path) or path.stem
        recorded.write(folder / "recorded", [name for name in framed(lesson) if name in recorded.PAGES])
        notebook = with_drawings(with_moving(read(path), lesson), drawings.get(path, {}))
        target = folder / path.stem / "index.html"
        target.parent.mkdir(exist_ok=True)
        target.write_text(as_html(for_slides(notebook), title(read(path))), "utf-8")


def framed(lesson):
    """The names of the pages that stand in a lesson."""
    return [re.match(r"[\w/-]+", address)[0] for address, *_ in MOVING.get(lesson, ())]


def as_html(notebook, name):
    exporter = SlidesExporter(template_name="template", extra_template_basedirs=[str(HERE)])
    exporter.reveal_url_prefix = "../reveal.js"
    exporter.reveal_theme = "../../../slides"  # slides.css stands beside reveal.js
    exporter.exclude_input_prompt = exporter.exclude_output_prompt = True
    notebook.metadata.pop("widgets", None)
    html, _ = exporter.from_notebook_node(notebook, {"metadata": {"name": name}})
    return html


def fetch_reveal(folder):
    """Puts reveal.js into the folder, from npm, unless it is there."""
    if (folder / "reveal.js").exists():
        return
    npm = shutil.which("npm")
    if not npm:
        raise SystemExit("make slides needs npm (it comes with Node.js), to fetch reveal.js once")
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run([npm, "pack", "--silent", REVEAL], cwd=place, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"npm does not get {REVEAL}: {done.stderr.strip()}")
        with tarfile.open(next(Path(place).glob("*.tgz"))) as archive:
            archive.extractall(place, filter="data")
        shutil.move(Path(place) / "package", folder / "reveal.js")


def main():
    names = sys.argv[1:]
    paths = find(names) if names else []
    if not paths:
        raise SystemExit("make slides 04 08: name the lessons by their numbers")
    folder = ROOT / "build" / "slides"
    write_slides(paths, folder)
    for path in paths:
        print(f"The slides are in {(folder / path.stem / 'index.html').relative_to(ROOT)}: open it in a browser; F is full screen")


if __name__ == "__main__":
    main()
