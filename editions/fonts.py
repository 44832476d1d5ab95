"""The letters of the web site: DejaVu, which Matplotlib draws with and brings along, as files that a browser loads quickly.

fontTools, which packs them, comes with Matplotlib, too.
"""

from functools import cache
from io import BytesIO
from pathlib import Path

from fontTools import subset
from matplotlib import get_data_path

FOLDER = Path(get_data_path()) / "fonts" / "ttf"
FACES = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSansMono", "DejaVuSansMono-Bold")
LICENCE = "LICENSE_DEJAVU"
LETTERS = [*range(0x20, 0x250), *range(0x370, 0x400), *range(0x2000, 0x2C00)]  # Latin, Greek; arrows, mathematics, shapes


def write(folder):
    """Writes the faces into a new folder, with the licence that goes with them."""
    folder.mkdir()
    for face in FACES:
        (folder / f"{face}.woff").write_bytes(packed(face))
    (folder / LICENCE).write_bytes((FOLDER / LICENCE).read_bytes())


@cache
def packed(face):
    """A face with the LETTERS only, as WOFF."""
    options = subset.Options(flavor="woff", layout_features=["kern", "mark"])
    options.drop_tables += ["FFTM"]  # of the program that the face was made with
    font = subset.load_font(FOLDER / f"{face}.ttf", options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    file = BytesIO()
    subset.save_font(font, file, options)
    return file.getvalue()
