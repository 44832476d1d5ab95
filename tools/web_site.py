"""Builds the web site: the lessons to read, with what moves in them.

    python tools/web_site.py    build/site

What the tag of a cell means here is said in FOLDED.
"""

import base64
import os
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from importlib import import_module
from inspect import ismodule

import nbformat
from editions import NOTEBOOKS, ROOT, SOLUTION_NOTE, page, parts, preprocessed
from nbconvert.preprocessors import Preprocessor, RegexRemovePreprocessor, TagRemovePreprocessor
from students_edition import student

from notebooks import NAVIGATION, number, read, title

# -------------------------------------------------------------------- lessons as pages

# What each tag folds on the site, by MyST-NB's name for it, and what the reader is offered to see.
FOLDED = {
    "solution": ("hide-cell", "the solution"),
    "answer": ("hide-output", "the answer"),
    "check": ("hide-cell", "the check"),
}
HIDDEN_SOURCE = ("hide-input", "the code")  # of any other cell whose source is collapsed in JupyterLab


class SiteCells(Preprocessor):
    """Says to MyST-NB, in its own words, what our tags and collapsed cells mean."""

    def preprocess(self, notebook, resources):
        notebook.cells = [cell for cell in notebook.cells if cell.id not in NAVIGATION]  # the site has its own
        return super().preprocess(notebook, resources)

    def preprocess_cell(self, cell, resources, index):
        if cell.cell_type == "code":
            tags = cell.metadata.get("tags", [])
            known = [FOLDED[tag] for tag in tags if tag in FOLDED]
            if not known and cell.metadata.get("jupyter", {}).get("source_hidden"):
                known = [HIDDEN_SOURCE]
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


def toctrees(folder=NOTEBOOKS):
    """The parts and their lessons, as the margin of every page has them; the pages for teachers; the library."""
    entries = {
        part: [f"{number(path)} {title(read(path))} <notebooks/{path.stem}>" for path in paths]
        for part, paths in parts(folder).items()
    }
    others = [f"notebooks/{path.stem}" for path in sorted(folder.glob("*.ipynb")) if not number(path)]
    entries |= {"Teaching": ["lecturers", *others], "Looking up": ["library"]}
    return "\n\n".join(
        "\n".join([":::{toctree}", ":hidden:", f":caption: {caption}", "", *lines, ":::"])
        for caption, lines in entries.items()
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


# -------------------------------------------------------------------- searches to step through on the site


def stepped():
    """The searches that a lesson's page on the site steps through, by the number of the lesson."""
    from c4lib import Board, SearchStepper
    from mctslab.lecture import worked_example

    board = Board.from_moves("3130234131", rows=4, columns=5)  # that of the lessons on the four phases
    for lesson, phase in {"04": "select", "05": "expand", "06": "simulate", "07": "backpropagate"}.items():
        yield lesson, SearchStepper(board, seed=2, iterations=41, iteration=41, phase=phase)
    example = worked_example()
    yield "09", SearchStepper(example.position, example.variants["T = 1"].settings, seed=7128416, iterations=4)


STEPS = """**Step through it here**, with the buttons or, after a click, with the arrow keys:

<iframe src="../steps/{}.html" title="a search, step by step" loading="lazy" style="width: 100%; height: {}px; border: 1px solid #A9B0B8"></iframe>
"""
STEPS_HEIGHT = 640  # pixels


def with_steps(notebook, lesson):
    """The notebook with a cell for the search to step through, behind the one that shows it as a widget."""
    place = next(place for place, cell in enumerate(notebook.cells) if "SearchStepper(" in cell.source)
    notebook.cells.insert(place + 1, nbformat.v4.new_markdown_cell(STEPS.format(lesson, STEPS_HEIGHT)))
    return notebook


def site(target=ROOT / "build" / "site", folder=NOTEBOOKS, pages=ROOT / "docs", address=None):
    """Builds the web site in the folder `target`, which is replaced when all went well.

    Args:
        target: the folder.
        folder: that of the notebooks.
        pages: the folder of the other pages; their `index.md` is the first one.
        address: that of the repository, in place of `repository()`; empty for none.

    Raises:
        SystemExit: Sphinx has warned about something.
    """
    work = target.with_name(f"{target.name}-work")
    shutil.rmtree(work, ignore_errors=True)
    source = work / "source"
    student(source / "student", folder)
    shutil.rmtree(source / "student")  # the zip file is left
    shutil.copytree(folder, source / "notebooks", ignore=shutil.ignore_patterns(".*", "__pycache__", "*.py"))
    (work / "steps").mkdir()
    lessons = {}  # whose page has a search to step through
    for lesson, stepper in stepped() if folder == NOTEBOOKS else ():
        stepper.save_html(work / "steps" / f"{lesson}.html")
        (path,) = (source / "notebooks").glob(f"{lesson}-*.ipynb")
        lessons[path.name] = path.read_bytes()
        nbformat.write(with_steps(nbformat.read(path, 4), lesson), path)
    for path in pages.glob("*.png"):
        shutil.copyfile(path, source / path.name)
    for path in pages.glob("*.md"):
        margin = f"\n{toctrees(folder)}\n" if path.stem == "index" else ""
        (source / path.name).write_text(page(path, folder) + margin, "utf-8")
    (source / "library.md").write_text(library(), "utf-8")
    options = ["-q", "-W", "--keep-going", "-j", "auto", "-c", ROOT / "docs", "-d", work / "doctrees"]
    environment = os.environ | ({} if address is None else {"C4LIB_REPOSITORY": address})
    command = [sys.executable, "-m", "sphinx", *options, source, work / "html"]
    if subprocess.run(command, env=environment).returncode:
        raise SystemExit("the site is not built: see above")
    (work / "steps").rename(work / "html" / "steps")
    for name, contents in lessons.items():  # to download as it is
        (work / "html" / "_sources" / "notebooks" / name).write_bytes(contents)
    shutil.rmtree(target, ignore_errors=True)
    (work / "html").rename(target)
    shutil.rmtree(work)


if __name__ == "__main__":
    site()
