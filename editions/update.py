"""Makes this folder a newer edition, and keeps what you have written: `python update.py path/to/student.zip`.

A lesson that you have changed stays as it is if the newer edition has it as before. If both have changed, the new lesson takes its
place, and yours stands beside it: `04-select.mine.ipynb`. So it is with every other file. A lesson that has only been run has
not changed. Files of your own are not touched.
"""

import hashlib
import json
import shutil
import sys
import zipfile
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

# What a student keeps beside the lessons; no edition has it.
OWN = ("notebooks/predictions.*", "notebooks/my_search*.py", "notebooks/my_game*.html", "notebooks/my_player.json")
EDITION = "tools/edition.json"  # what was handed out: the digest of each file, by its name


def digest(path):
    """What stands in a file, in a few characters; of a notebook its cells only, without what running them left behind."""
    data = path.read_bytes()
    if path.suffix == ".ipynb":
        with suppress(ValueError, KeyError, TypeError):  # else it is no notebook any more, and a file like any other
            cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(data)["cells"]]
            data = json.dumps(cells).encode()
    return hashlib.sha256(data).hexdigest()[:16]


def digests(folder):
    """The digest of every file in a folder, by its name."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): digest(path) for path in paths}


def handed_out(folder):
    """The digests of the files of an edition, as they were when it was made."""
    try:
        return json.loads((folder / EDITION).read_text("utf-8"))
    except OSError:
        sys.exit(f"{folder} is no students' edition: {EDITION} is missing there")


def aside(path):
    """A name beside `path` that is free: `04-select.mine.ipynb`, then `04-select.mine-2.ipynb`."""
    words = ["mine", *(f"mine-{number}" for number in range(2, 1000))]
    names = (path.with_name(f"{path.stem}.{word}{path.suffix}") for word in words)
    return next(name for name in names if not name.exists())


def update(folder, newer):
    """Make `folder` the edition in the folder `newer`; two lists: the files that stayed, and the new names of those set aside."""
    before, after = handed_out(folder), handed_out(newer)
    stayed, put_aside = [], []
    for name in sorted(before.keys() | after.keys()):
        if any(fnmatch(name, own) for own in OWN):
            continue
        path = folder / name
        has = digest(path) if path.is_file() else None
        if has == after.get(name):
            continue
        if has not in (None, before.get(name)):
            if after.get(name) == before.get(name):
                stayed.append(name)
                continue
            free = aside(path)
            path.rename(free)
            put_aside.append(free.relative_to(folder).as_posix())
        elif has:
            path.unlink()
        if name in after:
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(newer / name, path)
    shutil.copy2(newer / EDITION, folder / EDITION)
    return stayed, put_aside


def main(words):
    if len(words) != 1:
        sys.exit("say where the newer edition is: python update.py path/to/student.zip")
    newer, folder = Path(words[0]), Path(__file__).resolve().parent
    with TemporaryDirectory() as temporary:
        if zipfile.is_zipfile(newer):
            with zipfile.ZipFile(newer) as archive:
                archive.extractall(temporary)
            newer = next((path.parents[1] for path in Path(temporary).glob(f"*/{EDITION}")), newer)
        stayed, put_aside = update(folder, newer)
    print("This folder is the newer edition now.")
    for name in stayed:
        print(f"  as you left it: {name}")
    for name in put_aside:
        print(f"  yours is now {name}, beside the new one")


if __name__ == "__main__":
    main(sys.argv[1:])
