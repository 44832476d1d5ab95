"""Writes the students' edition: the lessons to work through, with all they need, and without solutions and outputs.

    python tools/students_edition.py    build/student and student.zip

It goes by the tags of the cells; REMOVED says what goes.
"""

import re
import shutil
import zipfile

from editions import NOTEBOOKS, ROOT, SOLUTION_NOTE, page, preprocessed
from nbconvert.preprocessors import (
    ClearMetadataPreprocessor,
    ClearOutputPreprocessor,
    RegexRemovePreprocessor,
    TagRemovePreprocessor,
)

from notebooks import read, write

REMOVED = {"solution", "claims"}
# Metadata that stay. An answer is no longer folded: it is not there until the student runs its cell.
NOTEBOOK_METADATA = {"kernelspec", ("language_info", "name")}
CELL_METADATA = {"tags", ("jupyter", "source_hidden")}
NOT_FOR_STUDENTS = shutil.ignore_patterns("attacks", "*.ipynb", ".*", "__pycache__", "*.unfinished")
PACKAGES = "c4lib", "mctslab"
EXTRAS = "lab,cluster"


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
    shutil.copytree(folder, target / "notebooks", ignore=NOT_FOR_STUDENTS)  # checks/ and pictures/
    for package in PACKAGES:
        shutil.copytree(ROOT / package, target / package, ignore=NOT_FOR_STUDENTS)
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
        "environment.yml": conda[conda.index("name:") :].replace(f'-e ".[{EXTRAS}]"', f'".[{EXTRAS}]"'),
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


if __name__ == "__main__":
    student()
