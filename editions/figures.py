"""The figures of the notebooks as drawings (SVG), which follow the reader's light or dark scheme: for the web site.

A notebook stores its figures as pictures (PNG). Here it runs once more, in a copy, and what it draws then takes their place,
in cells that print the same as before. What was run is kept by what it depends on, so that a second time is quick.
"""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from html import escape

import nbformat
import numpy as np
from matplotlib.colors import to_hex, to_rgb
from tqdm import tqdm

from c4lib.plots.canvas import INK, WHITE, luminance
from c4lib.widgets.picture import LivePicture
from editions.kept import code_digest, kept
from editions.lessons import ROOT
from tools.notebooks import client_of

CACHE = ROOT / "build" / "figures"
MOST = 400_000  # characters of a drawing; beyond it a picture takes less
AT_ONCE = 2  # notebooks that are run

# In the kernel, before the first cell: figures are drawings without a ground, in colours of ours.
AS_DRAWINGS = """(lambda names: exec('''
from matplotlib import rcParams
from matplotlib_inline.config import InlineBackend
InlineBackend.instance(parent=get_ipython()).figure_formats = {"svg"}
dark = "#1a1a1a"
rcParams.update({"svg.hashsalt": "c4lib", "axes.facecolor": "none", "figure.facecolor": "none", "legend.facecolor": "#fefefe"})
rcParams.update(dict.fromkeys(["text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"], dark))
''', names))({"get_ipython": get_ipython})"""


def drawn(path, text):
    """The drawings of a notebook, as SVG by the name of the cell and the place of the output in it; run, if need be."""

    def make(file):
        stored, made = (nbformat.reads(text, as_version=4) for _ in range(2))
        file.write_text(json.dumps(_drawings(stored, _run(made, path))), "utf-8")

    depends_on = code_digest("c4lib", "mctslab", "notebooks", "editions/figures.py", "tools/notebooks.py") + text
    return json.loads(kept(CACHE, path.stem, ".json", depends_on, make).read_text("utf-8"))


def all_drawn(paths):
    """The same of several notebooks, by their paths."""
    found = {}
    with ThreadPoolExecutor(AT_ONCE) as several, tqdm(total=len(paths), unit="notebook") as bar:
        for path, drawings in zip(
            paths, several.map(lambda path: drawn(path, path.read_text("utf-8")), paths), strict=True
        ):
            bar.set_description(f"figures: {path.stem}")
            bar.update()
            found[path] = drawings
    return found


def _run(notebook, path):
    """The notebook, run in the folder of its file but for its claims; after an error it goes on.

    A machine that is busy breaks claims about time, which concern no drawing.
    """
    for cell in notebook.cells:
        if "claims" in cell.metadata.get("tags", []):
            cell.source = ""
    asyncio.run(client_of(notebook, path, AS_DRAWINGS, timeout=600, allow_errors=True).async_execute())
    return notebook


def _drawings(stored, made):
    """The drawings in the cells whose texts are the same in both."""
    found = {}
    for before, after in zip(stored.cells, made.cells, strict=True):
        is_timed = "nbval-ignore-output" in before.metadata.get("tags", [])
        if before.cell_type == "code" and not is_timed and _texts(before) == _texts(after):
            for place, output in enumerate(after.outputs):
                svg = output.get("data", {}).get("image/svg+xml")
                if svg and "Figure" in output.data["text/plain"] and len(svg := lighter(svg)) < MOST:
                    found.setdefault(before.id, {})[str(place)] = svg
    return found


def _texts(cell):
    """What a cell prints, and for each other output its kind; without what differs between a picture and a drawing."""
    return [
        (output.output_type, output.get("text", output.get("data", {}).get("text/plain", "")))
        for output in cell.outputs
    ]


def lighter(svg):
    """The drawing without what a page has no use for, and with two decimals of a point."""
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r"\n\s*(?=<)", "", svg.strip())
    return re.sub(r'\bd="[^"]+"', lambda path: _lighter_path(path[0]), svg)


def _lighter_path(path):
    """The path with two decimals, and a command only where it is another one than before."""
    path = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), path)
    lines, before = [], ""
    for line in path.split("\n"):
        command = line[:1]
        repeats = command == before == "L" or (command == "L" and before == "M")
        lines.append(line[2:].strip() if repeats else line.strip())
        before = command
    return " ".join(lines)


# -------------------------------------------------------------------- in a page

# Colours that follow the page's theme: those of live pictures (c4lib/widgets/picture.js), and what Matplotlib and lessons draw with.
THEMED = dict(re.findall(r'"(#[0-9a-f]{6})": "(\w+)"', LivePicture._esm))
THEMED |= {"#000000": "text", "#666666": "muted", "#cccccc": "edge"}
DARK = "#29313d"  # the lightest ground of a figure on a dark page
ON_COLOURS = {INK.lower(), WHITE.lower()}


def inline(svg, words, name):
    """The drawing as a part of a page: in colours of the theme, with its words; no `name` of another drawing in it."""
    name = re.sub(r"[^a-z0-9]", "-", name.lower())
    svg = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{name}-", svg)
    svg = re.sub(r"<style.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bfill="(#\w+)"', r'style="fill: \1"', svg)  # a variable is understood in a style only
    svg = re.sub(r"(?<=stroke: )#[0-9a-f]{6}\b", lambda found: themed(found[0], at_least=3), svg)
    svg = re.sub(r'(?<=<g style="fill: )#[0-9a-f]{6}(?=" transform)', lambda found: themed(found[0], at_least=4.5), svg)
    svg = re.sub(r"(?<=fill: )#[0-9a-f]{6}\b", lambda found: themed(found[0]), svg)
    width, height = (re.search(rf'\b{side}="([\d.]+)(pt)?"', svg) for side in ("width", "height"))
    pixels = float(width[1]) * (4 / 3 if width[2] else 1)
    box = re.search(r'viewBox="[^"]+"', svg)
    box = box[0] if box else f'viewBox="0 0 {width[1]} {height[1]}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {box}'
    body = svg[svg.index(">") + 1 :]
    role = f'role="img" aria-label="{escape(words)}"'
    style = "stroke-linejoin: round; stroke-linecap: butt"
    return (
        f'<div class="c4-picture drawing" style="max-width: {pixels:.0f}px">{head} {role} style="{style}">{body}</div>'
    )


def themed(colour, at_least=0):
    """The colour as CSS, which changes with the page's theme if it is one of those that do.

    Any other is lighter in the dark if its contrast there would not be `at_least` this; but for what is written on a colour.
    """
    if colour in THEMED:
        return f"var(--c4-{THEMED[colour]}, {colour})"
    lighter_one = np.array(to_rgb(colour))
    while at_least and colour not in ON_COLOURS and contrast(lighter_one, DARK) < at_least:
        lighter_one += (1 - lighter_one) / 10
    found = to_hex(lighter_one)
    return colour if found == colour else f"light-dark({colour}, {found})"


def contrast(colour, other):
    """That of two colours, from 1 to 21 (WCAG 2)."""
    light, dark = sorted((luminance(colour), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
