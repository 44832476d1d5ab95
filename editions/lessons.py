"""The list of lessons, part by part, and the pages that have it: what all editions of the notebooks begin with."""

import re
from pathlib import Path

import nbformat

from tools.notebooks import number, read, title
from tools.project_files import notebooks_in

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"

# The lesson with which each part begins; the others belong to the part they stand in.
PARTS = {
    "Build it": "a-search-in-thirty-lines",
    "Doubt it": "know-how-sure-you-are",
    "Extend it": "make-it-fast",
}
SOLUTION_NOTE = r"\s*The solution is (folded|hidden|collapsed)\b"  # of a cell that the editions have no use for
LESSONS = "<!-- lessons -->"  # stands for the list of lessons, in the pages that have one


def parts(folder=NOTEBOOKS):
    """The lessons in `folder`, by the name of their part."""
    found, names, current = {}, list(PARTS), 0
    for path in notebooks_in(folder):
        if number(path):
            begun = (place for place, name in enumerate(names) if path.stem[3:] == PARTS[name])
            current = max(current, next(begun, 0))
            found.setdefault(names[current], []).append(path)
    return found


def afterwards():
    """What the learner can do after each lesson, by the name of its file: the table of the README."""
    readme = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| \[.+?\]\(notebooks/(.+?)\.ipynb\) \| (.+?) \|$", readme, re.MULTILINE)
    return dict(rows)


def lessons(folder):
    """The list of lessons, part by part, in Markdown."""
    able, lines = afterwards(), []
    for part, paths in parts(folder).items():
        lines += [f"**{part}**", ""]
        for path in paths:
            words = f": {able[path.stem]}" if path.stem in able else ""
            lines.append(f"- [{number(path)} {title(read(path))}](notebooks/{path.name}){words}")
        lines.append("")
    return "\n".join(lines)


def page(path, folder=NOTEBOOKS):
    """The text of a page, with the list of lessons where it belongs, and with links from above the notebooks."""
    text = re.sub(r"\]\((\.\./)+notebooks/", "](notebooks/", path.read_text("utf-8"))
    return text.replace(LESSONS, lessons(folder))


def preprocessed(notebook, *preprocessors):
    """The notebook after each of nbconvert's preprocessors."""
    for preprocessor in preprocessors:
        notebook, _ = preprocessor.preprocess(notebook, {})
    return nbformat.from_dict(notebook)
