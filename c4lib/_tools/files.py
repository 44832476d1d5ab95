"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copymode
from typing import BinaryIO
from uuid import uuid4


def plain_file(path: str | os.PathLike) -> Path:
    """Where the `path` leads, if a plain file is there, or nothing.

    Raises:
        OSError: something else is there.

    >>> plain_file("/dev/null")
    Traceback (most recent call last):
        ...
    OSError: /dev/null is no plain file, but a folder, a pipe or a device: it stays as it is
    """
    path = Path(os.path.realpath(path))  # also of a link to itself
    if path.exists() and not path.is_file():
        what = "no plain file, but a folder, a pipe or a device"
        raise OSError(f"{path} is {what}: it stays as it is")
    return path


@contextmanager
def written_whole(path: str | os.PathLike) -> Iterator[BinaryIO]:
    """A file to write to, which takes its place at `path` when the block ends without an error.

    Until then, and after an error, whatever was there is as it was. A file that is replaced hands
    on its permissions, but not its owner: the new one belongs to whoever writes it. Where `path` is
    a symbolic link, what it leads to is replaced.

    Raises:
        OSError: it cannot be written; or what is there is no plain file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with written_whole(Path(folder) / "a.txt") as file:
    ...         _ = file.write(b"all of it")
    ...     (Path(folder) / "a.txt").read_text()
    'all of it'
    """
    path = plain_file(path)
    is_there = path.exists()
    part = path.with_name(f".{uuid4().hex}.part")  # a name may be as long as the system allows
    try:
        with open(part, "xb") as file:
            if is_there:
                copymode(path, part)
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
