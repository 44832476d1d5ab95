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
    found = []
    for output in cell.outputs:
        if not found or has_picture(found[-1].outputs[-1]):
            found.append(nbformat.v4.new_code_cell(cell.source, metadata=cell.metadata))
        found[-1].outputs.append(output)
    return found


def has_picture(output):
    data = output.get("data", {})
    return "image/png" in data or "drawing" in data.get("text/html", "")


def pages(text):
    """The paragraphs of a text, as many together as make a slide; a heading begins one."""
    found = []
    for paragraph in re.split(r"\n{2,}", re.sub(r"</?details>|<summary>.*?</summary>", "", text).strip()):
        together = f"{found[-1]}\n\n{paragraph}" if found else ""
        fits = not paragraph.startswith("#") and len(together.split()) <= MOST_WORDS
        if found and (fits or is_heading(found[-1])):  # no heading stands alone
            found[-1] = together
        else:
            found.append(paragraph)
    return found


def is_heading(text):
    """Whether the text is a heading and nothing else."""
    return text.startswith("#") and "\n" not in text


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


def write_slides(paths, folder):
    """Writes the slides of these notebooks, each into a folder of its own; what they share stands beside these.

    Args:
        paths: those of the notebooks.
        folder: where to.

    Raises:
        SystemExit: npm is missing, or does not get reveal.js.
    """
    folder.mkdir(parents=True, exist_ok=True)
    fetch_reveal(folder)
    for path in (HERE / "slides.css", HERE / "slides.js", ROOT / "c4lib" / "widgets" / "style.css"):
        shutil.copyfile(path, folder / path.name)
    live_pages.write_all(folder / "live")
    recorded.write(folder / "recorded", sorted(recorded_in(paths)))
    drawings = all_drawn(paths)
    for path in paths:
        notebook = read(path)
        name = title(notebook)
        notebook = with_moving(notebook, lesson_of(path))
        notebook = with_drawings(notebook, drawings.get(path, {}))
        target = folder / path.stem / "index.html"
        target.parent.mkdir(exist_ok=True)
        target.write_text(as_html(for_slides(notebook), name), "utf-8")


def lesson_of(path):
    """What `MOVING` calls a notebook."""
    return number(path) or path.stem


def recorded_in(paths):
    """The names of the recorded pages that stand in these notebooks."""
    frames = [frame for path in paths for frame in MOVING.get(lesson_of(path), ())]
    names = {re.match(r"[\w/-]+", address)[0] for address, *_ in frames}
    return names & recorded.PAGES.keys()


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
    if not names:
        raise SystemExit("make slides 04 08: name the lessons by their numbers")
    paths = find(names)
    folder = ROOT / "build" / "slides"
    write_slides(paths, folder)
    for path in paths:
        page = (folder / path.stem / "index.html").relative_to(ROOT)
        print(f"The slides are in {page}: open it in a browser; F is full screen")
