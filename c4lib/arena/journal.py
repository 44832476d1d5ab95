"""A journal of finished work, one line each, so that a run which was stopped goes on where its journal ends."""

from __future__ import annotations

import json
import os
import re
import warnings
import zlib
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path


class Journal:
    """Results by number in a file; what was written once is never written again.

    The first line says which experiment it is, every other one holds a result. A line is JSON, with a checksum (CRC-32)
    of the rest of it as its first field.

    Args:
        path: of the file; what is in it already, from an earlier run of the same experiment, is read.
        experiment: all that has an influence on the results, as JSON can write it.

    Attributes:
        results: the fields of each line by its number.

    Raises:
        ValueError: the file is no journal, or that of another experiment, or one of its lines is damaged. Nothing in it
            has been changed then.
        OSError: it cannot be read or written.

    Warns:
        UserWarning: writing the last line was broken off; it is dropped.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "squares.jsonl"
    ...     with Journal(path, {"squares of": [3, 4]}) as journal:
    ...         journal.add({1: {"square": 16}})
    ...     with Journal(path, {"squares of": [3, 4]}) as journal:
    ...         print(journal.results)
    ...     print(path.read_text().splitlines()[1])
    {1: {'square': 16}}
    {"crc32": "bbaae787", "number": 1, "square": 16}
    """

    def __init__(self, path: str | os.PathLike, experiment: Mapping[str, object]) -> None:
        self.path = Path(path)
        self.results: dict[int, dict] = {}
        self._header = _line({"journal": 1} | dict(experiment))  # 1: of this layout
        self._file = open(self.path, "ab+", buffering=0)  # noqa: SIM115
        try:
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def add(self, results: Mapping[int, Mapping[str, object]]) -> None:
        """Writes a line for each result, and does not come back before they are on the disk.

        Raises:
            OSError: the disk is full, for example. None of them is in the file then, and all others are.
        """
        self._write(b"".join(_line({"number": number} | dict(fields)) for number, fields in results.items()))
        self.results |= {number: dict(fields) for number, fields in results.items()}

    def _write(self, data: bytes) -> None:
        try:
            rest = data
            while rest:
                rest = rest[self._file.write(rest) :]  # a disk that is nearly full takes a part of it
            os.fsync(self._file.fileno())
            self._end += len(data)
        except BaseException:
            self._file.truncate(self._end)
            raise

    def _read(self) -> None:
        self._file.seek(0)
        data = self._file.read()
        self._end = 0
        if self._header.startswith(data):  # new, or it got no further than that
            self._file.truncate(0)
            self._write(self._header)
            return
        lines = re.findall(rb"[^\n]*\n|[^\n]+", data)
        fields = [_fields(line) for line in lines]
        self._check_header(fields[0])
        is_torn = fields[-1] is None
        if is_torn:
            lines.pop()
            fields.pop()
        if None in fields:
            number = fields.index(None) + 1
            raise ValueError(f"line {number} of {self.path} is damaged: without that line, its work is done again")
        self.results = {line.pop("number"): line for line in fields[1:]}
        self._end = sum(map(len, lines))
        if is_torn:
            self._file.truncate(self._end)
            warnings.warn(
                f"the last line of {self.path} is not whole: it is dropped, its work is done again", stacklevel=4
            )

    def _check_header(self, fields: dict | None) -> None:
        if fields is None or "journal" not in fields:
            raise ValueError(f"{self.path} is no journal: choose another name, or remove the file")
        difference = _difference(fields, _fields(self._header))
        if difference:
            raise ValueError(f"{self.path} is the journal of another experiment: {difference}")


def _line(fields: Mapping[str, object]) -> bytes:
    text = json.dumps(fields)
    return f'{{"crc32": "{zlib.crc32(text.encode()):08x}", {text[1:]}\n'.encode()


def _fields(line: bytes) -> dict | None:
    """What the line says; None if it is not what was written."""
    try:
        fields = json.loads(line)
        del fields["crc32"]
        return fields if _line(fields) == line else None
    except (ValueError, AttributeError, TypeError, KeyError):  # no JSON, or no such field
        return None


def _difference(there: object, here: object, name: str = "") -> str | None:
    """Where two values first differ, and how, in words.

    >>> _difference({"board": "a", "seed": [1, 2]}, {"board": "a", "seed": [1, 3]})
    'seed[1] is 2 there and 3 here'
    """
    if isinstance(there, dict) and isinstance(here, dict):
        keys = [*here, *(key for key in there if key not in here)]
        pairs = ((f"{name}.{key}".lstrip("."), there.get(key), here.get(key)) for key in keys)
    elif isinstance(there, list) and isinstance(here, list):
        pairs = ((f"{name}[{place}]", *pair) for place, pair in enumerate(zip_longest(there, here)))
    else:
        return None if there == here else f"{name} is {there!r} there and {here!r} here"
    return next(filter(None, (_difference(old, new, where) for where, old, new in pairs)), None)
