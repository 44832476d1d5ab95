"""Arrays in a file: written whole or not at all, read without unpickling anything."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import numpy as np
from numpy.lib.format import read_array

from c4lib._tools.files import plain_file, written_whole

Arrays = Mapping[str, np.ndarray]

# What a file may unpack to: so many bytes, or so many times its size. Tables have 8 times theirs.
MOST_BYTES = 2**22
MOST_TIMES = 20


def write_arrays(path: str | os.PathLike, head: Mapping[str, object], arrays: Arrays) -> None:
    """Write a head and arrays to a file (.npz), whole or not at all.

    Args:
        path: where.
        head: what JSON can write; its "format" says what the file is.
        arrays: of numbers.

    Raises:
        OSError: the file cannot be written.
    """
    with written_whole(path) as file:
        np.savez_compressed(file, head=np.array(json.dumps(head)), **arrays)


def read_arrays(
    path: str | os.PathLike,
    what: str,
    kind: str,
    names: Sequence[str],
    restore: Callable[[dict, Arrays], object],
) -> object:
    """What `restore` makes of the head and the arrays in the file.

    Args:
        path: of a file that `write_arrays` wrote.
        what: the file should hold, for the message.
        kind: what the head's "format" has to be.
        names: of the arrays; no others may be there.
        restore: raises any error if the contents are not what they should be.

    Raises:
        ValueError: the file holds something else, or is damaged, or unpacks to far more than it is.
        OSError: it cannot be read.
    """
    with open(plain_file(path), "rb") as file:
        try:
            arrays = _unpacked(ZipFile(file), os.path.getsize(path), ("head", *names))
            head = json.loads(str(arrays.pop("head")))
            if head["format"] != kind:
                raise ValueError(f"its format is {head['format']!r}, and this is for {kind!r}")
            return restore(head, arrays)
        except Exception as error:  # there is hardly an error that a damaged archive does not raise
            raise ValueError(f"{path} holds no {what}, or a damaged one: {error}") from error


def _unpacked(archive: ZipFile, size: int, names: Sequence[str]) -> dict[str, np.ndarray]:
    """The arrays by name. Nothing is unpacked before the archive's directory has said that it is
    little, and no more than that comes out: a few bytes can stand for gigabytes.
    """
    if sorted(archive.namelist()) != sorted(f"{name}.npy" for name in names):
        raise ValueError(f"it has to hold {', '.join(names)}, each once, and nothing else")
    entries = archive.infolist()
    total = sum(entry.file_size for entry in entries)
    most = max(MOST_BYTES, MOST_TIMES * size)
    if total > most:
        raise ValueError(f"it would unpack to {total:,} bytes, and may to {most:,}")
    if not {entry.compress_type for entry in entries} <= {ZIP_STORED, ZIP_DEFLATED}:
        raise ValueError("it is packed as NumPy packs nothing")  # what comes out has no limit then
    arrays = {}
    for name in names:
        with archive.open(f"{name}.npy") as file:
            arrays[name] = read_array(BytesIO(file.read(most)))
    return arrays
