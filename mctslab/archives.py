"""Arrays in a file: written whole or not at all, read without unpickling anything."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from c4lib._tools import written_whole

Arrays = Mapping[str, np.ndarray]


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
    path: str | os.PathLike, what: str, kind: str, restore: Callable[[dict, Arrays], object]
) -> object:
    """What `restore` makes of the head and the arrays in the file.

    Args:
        path: of a file that `write_arrays` wrote.
        what: the file should hold, for the message.
        kind: what the head's "format" has to be.
        restore: raises any error if the contents are not what they should be.

    Raises:
        ValueError: the file holds something else, or is damaged.
        OSError: it cannot be read.
    """
    content = Path(path).read_bytes()
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            damaged = file.zip.testzip()  # NumPy reads no further than it needs
            if damaged:
                raise ValueError(f"the checksum of {damaged} is wrong")
            head = json.loads(str(file["head"]))
            if head["format"] != kind:
                raise ValueError(f"its format is {head['format']!r}, and this is for {kind!r}")
            return restore(head, file)
    except Exception as error:  # there is hardly an error that a damaged archive does not raise
        raise ValueError(f"{path} holds no {what}, or a damaged one: {error}") from error
