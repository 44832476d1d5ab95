"""What was made is kept, so that a second time is quick."""

import hashlib
from functools import cache

from editions.lessons import ROOT


@cache
def code_digest(*names):
    """What the code in these files and folders of the project comes to, in a few characters."""
    found = hashlib.sha256()
    for place in (ROOT / name for name in names):
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.suffix in (".py", ".js", ".css", ".html"):
                found.update(path.read_bytes())
    return found.hexdigest()


def kept(folder, name, suffix, depends_on, make):
    """The file in `folder` that `make(path)` writes, which is made if there is none for this text; older ones go."""
    digest = hashlib.sha256(depends_on.encode()).hexdigest()[:16]
    path = folder / f"{name}-{digest}{suffix}"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{name}-{16 * '[0-9a-f]'}{suffix}"):
            old.unlink(missing_ok=True)
        part = path.with_name(f"{path.name}.part")
        make(part)
        part.replace(path)
    return path
