"""Builds the web site: the lessons to read, with what moves in them.

    python -m editions.web_site              build/site
    python -m editions.web_site --student    build/site-student: without solutions, and without the pages for lecturers

What the tag of a cell means here is said in FOLDED.
"""

import argparse
import base64
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from importlib import import_module
from inspect import ismodule

import nbformat
from nbconvert.preprocessors import Preprocessor, RegexRemovePreprocessor, TagRemovePreprocessor

from editions import fonts, recorded
from editions.figures import all_drawn, inline
from editions.handouts.command import write_handouts
from editions.lessons import NOTEBOOKS, ROOT, SOLUTION_NOTE, page, parts, preprocessed
from editions.students_edition import REMOVED, released, student
from tools.alternative_text import FIRST_LOOK
from tools.notebooks import NAVIGATION, number, read, title
from tools.project_files import notebooks_in
from web import build as live_pages

TEACHERS = ("lecturers", "marking", "hosting", "writing-a-lesson")  # the pages that students have no use for

# -------------------------------------------------------------------- lessons as pages

# What each tag folds on the site, by MyST-NB's name for it, and what the reader is offered to see.
FOLDED = {
    "predict": ("remove-input", "the question"),
    "solution": ("hide-cell", "the solution"),
    "answer": ("hide-output", "the answer"),
    "check": ("hide-cell", "the check"),
}
WAYS = {*NAVIGATION, "class-contents"}  # cells of links to the neighbours, and to the panels of the classroom
HIDDEN_SOURCE = ("hide-input", "the code")  # of any other cell whose source is collapsed in JupyterLab


class SiteCells(Preprocessor):
    """Says to MyST-NB, in its own words, what our tags and collapsed cells mean."""

    def preprocess(self, notebook, resources):
        notebook.cells = [cell for cell in notebook.cells if cell.id not in WAYS]  # the site has its own
        return super().preprocess(notebook, resources)

    def preprocess_cell(self, cell, resources, index):
        if cell.cell_type == "code":
            tags = cell.metadata.get("tags", [])
            known = [FOLDED[tag] for tag in tags if tag in FOLDED]
            if cell.metadata.get("jupyter", {}).get("source_hidden"):
                known = [("hide-cell", "the answer")] if "answer" in tags else known or [HIDDEN_SOURCE]
            for fold, what in known:
                cell.metadata.tags = [*tags, fold]
                cell.metadata.mystnb = {"code_prompt_show": f"Show {what}", "code_prompt_hide": f"Hide {what}"}
        return cell, resources


def for_site(text):
    """The notebook as Sphinx reads it, from the text of its file."""
    return preprocessed(
        nbformat.reads(text, as_version=4),
        TagRemovePreprocessor(remove_cell_tags={"claims"}),
        RegexRemovePreprocessor(patterns=[SOLUTION_NOTE]),
        SiteCells(),
    )


def alternative_texts(notebook):
    """The alternative texts of the stored pictures, by the bytes of their files, in order: one picture may come again."""
    found = defaultdict(list)
    for output in (output for cell in notebook.cells for output in cell.get("outputs", [])):
        data, words = output.get("data", {}), output.get("metadata", {}).get("image/png", {}).get("alt", "")
        if "image/png" in data:
            found[base64.b64decode(data["image/png"])].append(words)
        if "image/svg+xml" in data:  # the site prefers it
            found[os.linesep.join(data["image/svg+xml"].splitlines()).encode()].append(words)
    return found


def repository():
    """The public address of the project: `Repository` in [project.urls] of pyproject.toml; empty, if there is none.

    Without one, the pages have no links to it, nor to Binder. The variable C4LIB_REPOSITORY goes before it.
    """
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"].get("urls", {})
    return os.environ.get("C4LIB_REPOSITORY", urls.get("Repository", ""))


def toctrees(folder, pages, teaching):
    """The parts and their lessons, as the margin of every page has them; the pages for teachers; those to look things up."""
    entries = {
        part: [f"{number(path)} {title(read(path))} <notebooks/{path.stem}>" for path in paths]
        for part, paths in parts(folder).items()
    }
    others = [f"notebooks/{path.stem}" for path in notebooks_in(folder) if not number(path)]
    for_teachers = [name for name in TEACHERS if (pages / f"{name}.md").exists()]
    others = [*for_teachers, *others] if teaching else others
    found = sorted(path.stem for path in pages.glob("*.md") if path.stem not in ("lessons", *TEACHERS))
    entries |= {"Teaching": others, "Looking up": [*found, "library"]}
    return "\n\n".join(
        "\n".join([":::{toctree}", ":hidden:", f":caption: {caption}", "", *lines, ":::"])
        for caption, lines in entries.items()
        if lines
    )


# The chapters of the page on the library: of c4lib, what its modules and folders define; of the laboratory, whole modules.
CHAPTERS = {
    "Games": {"board", "hex", "text"},
    "The search": {"node", "settings", "phases", "search", "proofs"},
    "The compiled search, and exact results": {"fast"},
    "Looking inside": {"study", "_tools"},
    "Pictures": {"plots"},
    "Widgets": {"widgets"},
}
LABORATORY = {
    "Matches, learning, perfect play": "mctslab",
    "Players": "mctslab.players",
    "Pictures of matches": "mctslab.plots",
    "The searches of published sources": "mctslab.published",
}
LIBRARY = """# The library

What `from c4lib import ...` gives, and below it the laboratory, `mctslab`, with an example of each. The lessons show how it
works; this page is for looking up.
"""


def defined_in(thing):
    """The module or folder of c4lib that defines it."""
    return getattr(thing, "__module__", type(thing).__module__).split(".")[1]


def public_names(module):
    """What a module offers, by its `__all__` or else by what it defines; modules inside it have their own chapter."""
    own = [name for name, thing in vars(module).items() if getattr(thing, "__module__", "").startswith(module.__name__)]
    names = getattr(module, "__all__", None) or [name for name in own if not name.startswith("_")]
    return sorted((name for name in names if not ismodule(getattr(module, name))), key=str.lower)


def chapters():
    """(title, module, names) of each chapter of the page on the library."""
    import c4lib

    for chapter, rooms in CHAPTERS.items():
        yield chapter, c4lib, [name for name in public_names(c4lib) if defined_in(getattr(c4lib, name)) in rooms]
    for chapter, name in LABORATORY.items():
        module = import_module(name)
        yield chapter, module, public_names(module)


def library():
    """The page on the public names: an index, then their docstrings."""
    index, text = [], []
    for chapter, module, names in chapters():
        index += [f".. rubric:: {chapter}", "", f".. currentmodule:: {module.__name__}", ""]
        index += [".. autosummary::", "   :nosignatures:", "", *(f"   {name}" for name in names), ""]
        lines = [line for name in names for line in documented(name, getattr(module, name))]
        text += [f"## {chapter}\n", rst([f".. currentmodule:: {module.__name__}", "", *lines])]
    return "\n".join([LIBRARY, rst(index), *text])


def documented(name, thing):
    """The lines that have Sphinx show the docstring of a name; of a class, also those of its methods."""
    if isinstance(thing, type):
        return [f".. autoclass:: {name}", "   :members:", ""]
    return [f".. autofunction:: {name}", ""]


def rst(lines):
    """These lines in reStructuredText, inside a page of Markdown."""
    return "\n".join(["```{eval-rst}", *lines, "```", ""])


# -------------------------------------------------------------------- what moves in the lessons

# The page of `recorded` or web and where it starts, the words above it, and what is in the cell that it stands behind.
PLAY = "Press *Play* here:"
AGAINST = "Play against the search here:"
COUNTS = "Drag c, T, wins and visits here:"
PHASES = "live/step.html#moves=3130234131&rows=4&columns=5&seed=2"  # the position of the lessons on the four phases
EXPLORE = "Drag c, the playouts and T here; a click on a column leads to another position:"
STEP = "Step through it here, with the buttons or, after a click, with the arrow keys:"
MOVING = {
    "00": [
        ("live/play.html#playouts=300&ratings=off", AGAINST, "PlayBoard("),
        (f"{PHASES}&step=1", STEP, "SearchStepper("),
    ],
    "01": [
        ("live/play.html#playouts=1000&ratings=off", AGAINST, "PlayBoard("),
        ("game-rules.html", "The same game, move by move:", "play_game(rule_based_player, program"),
    ],
    "02": [("game-random.html", "The same game, disc by disc:", "default_rng(67)")],
    "03": [
        (
            "levers.html#rule=greedy&step=0",
            "In the notebook you pull the levers yourself. Here a rule does, pull by pull:",
            "LeverGame(seed=5)",
        ),
        (
            "levers.html#rule=UCB1&step=7",
            "The bars shrink with every pull. Step through it here:",
            "LeverGame(seed=10, c=0.5)",
        ),
        ("levers.html#rule=UCB1&step=70", "Two rules on the same levers, up to 700 pulls:", "LeverGame(rules, seed=11"),
        ("live/lab.html#c=0.5", COUNTS, "Ucb1Lab("),
    ],
    "04": [(f"{PHASES}&step=161", STEP, "SearchStepper(")],
    "05": [(f"{PHASES}&step=161", STEP, "SearchStepper(")],
    "06": [(f"{PHASES}&step=162", f"*phase ›* drops the discs of the playout. {STEP}", "SearchStepper(")],
    "07": [(f"{PHASES}&step=164", STEP, "SearchStepper(")],
    "08": [
        ("poured.html#step=0", PLAY, "poured("),
        ("live/explore.html#moves=2432614534125&playouts=10&seed=1", "The threat in the tree: drag the playouts.", "plot_threat("),
        ("live/explore.html#moves=36611264664534&playouts=200&seed=14", EXPLORE, "SearchExplorer("),
    ],
    "09": [("live/lab.html#moves=1/1+4/5+0/0&c=1&T=1", COUNTS, "Ucb1Lab(")],
    "10": [
        ("lecture.html#step=4", STEP, "SearchStepper("),
        ("lecture-searches.html#c=1&T=1&playouts=300", "Drag c, the playouts and T here:", "SearchExplorer("),
    ],
    "11": [
        ("hill.html#step=0", PLAY, "slid("),
        (
            "live/explore.html#playouts=50&seed=1",
            "The means of a search have such intervals, too. Drag the playouts, and watch them shrink:",
            'plot_intervals(scores, titles["fitting"])',
        ),
    ],
    "12": [
        ("votes.html#step=0", PLAY, "voting(fooled, last=1_000)"),
        ("live/explore.html#moves=1322462435011661&seed=1", "The position that fooled ten seeds: drag the playouts.", "def kept("),
    ],
    "13": [("live/explore.html#seed=1", EXPLORE, "SearchExplorer(")],
    "14": [
        (
            "live/explore.html#moves=2432614534125&seed=1",
            "The threat with other T: drag it here.",
            "T = 5 at √2 does what a smaller c does there",
        ),
    ],
    "15": [
        ("funnel.html#step=0", PLAY, "funnel(1_000, seed=2)"),
        (
            "live/step.html#rows=4&columns=4&seed=1",
            f"How the tree grows that is kept. {STEP}",
            "TreeSearch(Board(4, 4), rng=1).run(150)",
        ),
    ],
    "16": [
        (
            "live/play.html#moves=343343340114466&from=15&playouts=3000&ratings=on",
            "Play on from here, with the ratings as advice (*Exact* is in the notebook):",
            "PlayBoard(",
        )
    ],
    "17": [("live/step.html#moves=041424&rows=6&columns=5&seed=1", f"What the search of this series does here. {STEP}", "state[5, :3] = 1")],
    "18": [("spreading.html#step=0", PLAY, "spreading(")],
    "19": [("live/explore.html#moves=5366555122&playouts=10&seed=1", "The trap: drag the playouts and c here.", "TrapThinking(thinking")],
    "20": [("proof.html#step=0", PLAY, "climbing(")],
    "21": [("shifts.html#step=0", PLAY, "Shifts([")],
    "22": [
        (
            f"{PHASES}&step=164",
            f"A search without faults: do the sums hold after each phase? {STEP}",
            "def broken(name)",
        )
    ],
    "23": [("batches.html#step=0", PLAY, "handed_out()")],
    "24": [("filling.html#step=0", PLAY, "filling(game, win")],
    "25": [("learning.html#step=0", PLAY, "LearningLive(")],
    "26": [
        ("own-steps.html#step=97", STEP, "SearchStepper(game"),
        ("own-searches.html#playouts=1000", "Drag the playouts and c here:", "SearchExplorer(game"),
    ],
    "classroom": [
        ("live/step.html#seed=1", STEP, "SearchStepper(Board()"),
        ("live/explore.html#playouts=10&seed=1", EXPLORE, "SearchExplorer(Board(),"),
        ("live/lab.html#moves=14/20+5/10+1/3", COUNTS, "Ucb1Lab(moves=((14, 20)"),
        ("live/lab.html#moves=0/1+0/0+1/1&c=0&T=1", COUNTS, "Ucb1Lab(moves=((0, 1)"),
        ("live/play.html#playouts=1000&ratings=off", AGAINST, "PlayBoard("),
        ("live/explore.html#moves=2432614534125&playouts=10&seed=1", "Drag the playouts here:", "2432614534125"),
        (
            "levers.html#rule=greedy&step=0",
            "Two rules on the same levers. In the notebook you play, too.",
            "LeverGame(",
        ),
        ("hex.html", "Drag c, the playouts and T here:", "SearchExplorer(HexBoard(3)"),
        ("hill.html#step=0", PLAY, "slid("),
        ("votes.html#step=0", PLAY, "voting("),
        ("funnel.html#step=0", PLAY, "funnel("),
        ("live/explore.html#moves=5366555122&playouts=10&seed=1", "Drag the playouts here:", 'Board.from_moves("5366555122")'),
        ("spreading.html#step=0", PLAY, "spreading("),
        ("proofs-hex.html", STEP, 'HexBoard.from_moves("b1 a1 a2")'),
        ("proof.html#step=0", PLAY, "climbing("),
        ("shifts.html#step=0", PLAY, "Shifts("),
        ("batches.html#step=0", PLAY, "handed_out("),
        ("filling.html#step=0", PLAY, "filling("),
    ],
}

FRAME = """<div class="moving full-width">
<p>{words}</p>
<iframe src="{page}" title="{title}" loading="lazy" allow="fullscreen; clipboard-write"></iframe>
<p><a href="{page}" target="_blank">Open large</a></p>
</div>
"""


def frame(page, words):
    """The HTML of a page that stands in a lesson; site.js gives it its height."""
    title = re.sub(r"[*]", "", words).rstrip(":")
    address = f"../{page}" if page.startswith("live/") else f"../recorded/{page}"
    return FRAME.format(page=address, words=re.sub(r"[*](.+?)[*]", r"<em>\1</em>", words), title=title)


def with_moving(notebook, lesson):
    """The notebook with the pages on which something moves; where it has a widget they take the place of its picture."""
    for address, words, cell_text in MOVING.get(lesson, ()):
        place = next(place for place, cell in enumerate(notebook.cells) if cell_text in cell.source)
        notebook.cells.insert(place + 1, nbformat.v4.new_markdown_cell(frame(address, words)))
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if not is_of_widget(output)]
        elif cell.cell_type == "markdown":
            cell.source = re.sub(
                r"^Click (?=a column|into the panel)", "In the notebook, click ", cell.source, flags=re.M
            )
    return notebook


def is_of_widget(output):
    """Whether a widget has left it: its picture, or the nothing that stands around it."""
    data, described = output.get("data", {}), output.get("metadata", {}).get("image/png", {}).get("alt", "")
    is_empty = "".join(data.get("text/plain", "-")) == ""
    return "c4-still" in data.get("text/html", "") or described.startswith(FIRST_LOOK) or is_empty


# -------------------------------------------------------------------- figures


def with_drawings(notebook, drawings):
    """The notebook with its figures as drawings, which the page shows as they are."""
    for cell in notebook.cells:
        for place, output in enumerate(cell.get("outputs", ())):
            data = output.get("data", {})
            svg = drawings.get(cell.id, {}).get(str(place)) or data.get("image/svg+xml")
            if svg and "image/png" in data:
                words = output.metadata.get("image/png", {}).get("alt", "")
                output.data = nbformat.from_dict({"text/html": inline(svg, words, f"{cell.id}-{place}")})
    return notebook


# -------------------------------------------------------------------- the site


def site(target=ROOT / "build" / "site", folder=NOTEBOOKS, pages=ROOT / "docs", teaching=True):
    """Builds the web site in the folder `target`, which is replaced when all went well.

    Args:
        target: the folder.
        folder: that of the notebooks.
        pages: the folder of the other pages; their `lessons.md` leads to the lessons.
        teaching: whether it is the teacher's; that for students has no solutions, and no pages for lecturers.

    Raises:
        SystemExit: Sphinx has warned about something.
    """
    work = target.with_name(f"{target.name}-work")
    shutil.rmtree(work, ignore_errors=True)
    source, html = work / "source", work / "html"
    student(source / "student", folder)
    shutil.rmtree(source / "student")  # the zip file is left
    if folder == NOTEBOOKS:
        recorded.write(work / "recorded")
        live_pages.write_all(work / "live")
    lessons = write_lessons(source / "notebooks", folder, teaching)
    write_pages(source, folder, pages, teaching)
    run_sphinx(source, html, work / "doctrees")
    fonts.write(html / "_static" / "fonts")
    for name, text in lessons.items():  # to download
        (html / "_sources" / "notebooks" / name).write_text(text, "utf-8")
    for path in html.rglob("*.html"):
        if "_static" not in path.relative_to(html).parts:
            path.write_text(accessible(path.read_text("utf-8")), "utf-8")
    if folder == NOTEBOOKS:
        for name in ("recorded", "live"):
            in_site(work / name).rename(html / name)
    shutil.rmtree(target, ignore_errors=True)
    html.rename(target)
    shutil.rmtree(work)


def write_lessons(target, folder, teaching):
    """Writes the notebooks for Sphinx; the text of each as it is handed out, by the name of its file."""
    target.mkdir()
    paths = notebooks_in(folder)
    drawings = all_drawn(paths)
    handed_out = {}
    for path in paths:
        notebook = read(path)
        handed_out[path.name] = path.read_text("utf-8")
        if folder == NOTEBOOKS:
            notebook = with_moving(notebook, number(path) or path.stem)
        if not teaching:
            handed_out[path.name] = nbformat.writes(released(path))
            notebook = preprocessed(notebook, TagRemovePreprocessor(remove_cell_tags=REMOVED))
        nbformat.write(with_drawings(notebook, drawings.get(path, {})), target / path.name)
    return handed_out


def write_pages(source, folder, pages, teaching):
    """Writes the other pages for Sphinx."""
    for path in pages.glob("*.md"):
        text = page(path, folder)
        if not teaching:
            if path.stem in TEACHERS:
                continue
            text = re.sub(FOR_TEACHERS, "", text, flags=re.DOTALL)
        margin = f"\n{toctrees(folder, pages, teaching)}\n" if path.stem == "lessons" else ""
        (source / path.name).write_text(text + margin, "utf-8")
    if teaching:
        write_handouts(source / "handouts")
    (source / "library.md").write_text(library(), "utf-8")


def run_sphinx(source, target, doctrees):
    print("pages", flush=True)
    options = ["-q", "-W", "--keep-going", "-j", "auto", "-c", ROOT / "docs", "-d", doctrees]
    command = [sys.executable, "-m", "sphinx", *options, source, target]
    if subprocess.run(command).returncode:
        raise SystemExit("the site is not built: see above")


def in_site(folder):
    """The folder of pages that stand alone or in frames, once they have the letters of the site and lead to its lessons."""
    links = '<link rel="stylesheet" href="../_static/fonts.css">\n<link rel="contents" href="../lessons.html">'
    for path in folder.glob("*.html"):
        path.write_text(path.read_text("utf-8").replace("<style>", f"{links}\n<style>", 1), "utf-8")
    return folder


FOR_TEACHERS = r"<!-- for teachers -->.*?<!-- for all -->\n?"  # what students have no use for


def accessible(html):
    """The page with what a screen reader goes by, where the theme and Sphinx leave it out."""
    logo = r'<div class="sidebar-primary-item">(?=\s*<a class="navbar-brand)'
    html = re.sub(logo, '<div class="sidebar-primary-item" role="navigation" aria-label="Lessons">', html)
    html = re.sub(r"<th\b[^>]*>(<p></p>|\s)*</th>", "<td></td>", html)  # no heading
    return re.sub(r"<dl>\s*(<dd>.*?)</dl>", _parameters, html, flags=re.DOTALL)


def _parameters(definitions):
    """The parameters of a function, in lines: a list, but none of definitions."""
    lines = re.sub("(</?)dd>", r"\1li>", definitions[1])
    return f'<ul class="sig-params">{lines}</ul>'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--student", action="store_true", help="without solutions, in build/site-student")
    teaching = not parser.parse_args().student
    os.environ.pop("MPLBACKEND", None)  # else the kernels would not show their figures
    target = ROOT / "build" / ("site" if teaching else "site-student")
    site(target, teaching=teaching)
    whose = "The web site" if teaching else "The web site for students, without solutions,"
    print(f"{whose} is in {os.path.relpath(target)}. To read it, open this file in a browser:\n{target / 'index.html'}")


if __name__ == "__main__":
    main()
