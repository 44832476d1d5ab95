"""Begins a lesson with the example of docs/writing-a-lesson.md: the notebook, its check, and the attacks on the check.

    python -m tools.new_lesson 27-count-the-discs
"""

import re
import sys
from pathlib import Path

import nbformat

from tools.notebooks import normalise, number, write

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "writing-a-lesson.md"
EXAMPLE = "99"  # the number of the lesson on the page
BLOCK = r"^```(markdown|python) ?(.*)\n((?s:.*?))^```$"
COLLAPSED = {
    "predict": ["source"],
    "answer": ["outputs"],
    "solution": ["source", "outputs"],
    "claims": ["source"],
}


def example(lesson: str) -> tuple[nbformat.NotebookNode, dict[str, str]]:
    """The example as the lesson of this number: its notebook, not run yet, and the text of other files by their path."""
    _, text = PAGE.read_text("utf-8").split("## The example\n")
    cells = []
    files = {}
    for kind, name, source in re.findall(BLOCK, numbered(text, lesson), re.MULTILINE):
        if "/" in name:
            files[name] = source
        else:
            cells.append(cell(kind, name, source.strip()))
    for place, made in enumerate(cells):
        made.id = f"cell-{place}"
    notebook = nbformat.v4.new_notebook(cells=cells)
    normalise(notebook)
    return notebook, files


def numbered(text: str, lesson: str) -> str:
    """The text with the number of the lesson wherever it names one: `check_99_1`, `"99-length"`, `lesson_99`."""
    return re.sub(rf"(?<=_){EXAMPLE}|\b{EXAMPLE}(?=-)|(?<=[Ll]esson ){EXAMPLE}", lesson, text)


def cell(kind: str, tag: str, source: str) -> nbformat.NotebookNode:
    """A cell of text, or one of code with its tag, collapsed as the tag asks for it."""
    if kind == "markdown":
        return nbformat.v4.new_markdown_cell(source)
    made = nbformat.v4.new_code_cell(source)
    if tag:
        made.metadata.tags = [tag]
    if tag in COLLAPSED:
        made.metadata.jupyter = {f"{part}_hidden": True for part in COLLAPSED[tag]}
    return made


def begin(name: str, root: Path = ROOT) -> None:
    """Write the lesson of this name, for example `27-count-the-discs`.

    Raises:
        SystemExit: the name is none of a lesson, or one of the files is there.
    """
    if not re.fullmatch(r"\d\d(-\w+)+", name):
        raise SystemExit(f"a lesson is named like 27-count-the-discs, not {name}")
    path = root / "notebooks" / f"{name}.ipynb"
    notebook, files = example(number(path))
    for there in (path, *map(root.joinpath, files)):
        if there.exists():
            raise SystemExit(f"{there.relative_to(root)} is there already")
    write(path, notebook)
    for file, text in files.items():
        (root / file).write_text(text, "utf-8")


if __name__ == "__main__":
    begin(*sys.argv[1:])
