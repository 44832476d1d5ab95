"""Builds the other editions of the notebooks.

    python tools/editions.py student    build/student and student.zip: the lessons to work through, with all they need

It goes by the tags of the cells.
"""

import argparse
import re
import shutil
import zipfile
from pathlib import Path

import nbformat
from nbconvert.preprocessors import (
    ClearMetadataPreprocessor,
    ClearOutputPreprocessor,
    RegexRemovePreprocessor,
    TagRemovePreprocessor,
)

from notebooks import number, read, title, write

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"

# A part begins at the first of these lessons that is there; a lesson that is not named belongs to the part it stands in.
PARTS = {
    "Before the tree": {"meet-the-board", "meet-the-game"},
    "The four phases": {"select"},
    "How good is it?": {"know-how-sure-you-are", "tune-c-and-playouts"},
    "Engineering": {"make-it-fast"},
}
LESSONS = "<!-- lessons -->"  # stands for the list of lessons, in the pages that have one

# ---------------------------------------------------------------- the series


def parts(folder=NOTEBOOKS):
    """The lessons in `folder`, by the name of their part."""
    found, names, current = {}, list(PARTS), 0
    for path in sorted(folder.glob("*.ipynb")):
        if number(path):
            begun = (place for place, name in enumerate(names) if path.stem[3:] in PARTS[name])
            current = max(current, next(begun, 0))
            found.setdefault(names[current], []).append(path)
    return found


def afterwards(readme=ROOT / "README.md"):
    """What the learner can do after each lesson, by the name of its file: the table of the README."""
    rows = re.findall(r"^\| \[.+?\]\(notebooks/(.+?)\.ipynb\) \| (.+?) \|$", readme.read_text("utf-8"), re.MULTILINE)
    return dict(rows)


def lessons(folder=NOTEBOOKS):
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
    """The text of a page, with the list of lessons where it belongs."""
    return path.read_text("utf-8").replace(LESSONS, lessons(folder))


def preprocessed(notebook, *preprocessors):
    """The notebook after each of nbconvert's preprocessors."""
    for preprocessor in preprocessors:
        notebook, _ = preprocessor.preprocess(notebook, {})
    return nbformat.from_dict(notebook)


# ---------------------------------------------------------------- for students

REMOVED = {"solution", "claims"}
# "The solution is folded below": there is none.
SOLUTION_NOTE = r"\s*The solution is (folded|hidden|collapsed)\b"
# Metadata that stay. An answer is no longer folded: it is not there until the student runs its cell.
NOTEBOOK_METADATA = {"kernelspec", ("language_info", "name")}
CELL_METADATA = {"tags", ("jupyter", "source_hidden")}
NOT_FOR_STUDENTS = shutil.ignore_patterns("*.ipynb", ".*", "__pycache__", "*.unfinished")
EXTRAS = "cluster,lab"


def for_students(notebook):
    """The notebook as a student gets it: stubs and checks; no solution, no claim, no output."""
    return preprocessed(
        notebook,
        TagRemovePreprocessor(remove_cell_tags=REMOVED),
        RegexRemovePreprocessor(patterns=[SOLUTION_NOTE]),
        ClearOutputPreprocessor(),
        ClearMetadataPreprocessor(
            preserve_nb_metadata_mask=NOTEBOOK_METADATA, preserve_cell_metadata_mask=CELL_METADATA
        ),
    )


def files_read(notebook):
    """The files of the project outside notebooks/ that the code names, as `"../folder/file"`."""
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    return set(re.findall(r"""["']\.\./([\w./-]+)["']""", code))


def student(target=ROOT / "build" / "student", folder=NOTEBOOKS):
    """Writes the students' edition: the folder `target`, and a zip file of it beside it."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target / "notebooks", ignore=NOT_FOR_STUDENTS)  # the checks, and other modules of the lessons
    shutil.copytree(ROOT / "c4lib", target / "c4lib", ignore=NOT_FOR_STUDENTS)
    needed = {"LICENSE", "pyproject.toml"}
    for path in sorted(folder.glob("*.ipynb")):
        notebook = for_students(read(path))
        needed |= files_read(notebook)
        write(target / "notebooks" / path.name, notebook)
    for name in needed:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target / name)
    conda = (ROOT / "environment.yml").read_text("utf-8")
    texts = {
        "README.md": page(ROOT / "docs" / "student" / "README.md", folder),
        "requirements.txt": f".[{EXTRAS}]\n",
        "environment.yml": conda[conda.index("name:") :].replace('-e ".[test]"', f'".[{EXTRAS}]"'),
    }
    for name, text in texts.items():
        (target / name).write_text(text, "utf-8")
    zip_folder(target)


def zip_folder(folder):
    """Writes a zip file of the folder beside it, the same bytes for the same files."""
    with zipfile.ZipFile(folder.with_suffix(".zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # Unix, whatever the system
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", choices=["student"])
    {"student": student}[parser.parse_args().edition]()


if __name__ == "__main__":
    main()
