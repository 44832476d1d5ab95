"""Files of the reader's own, beside the notebooks: whether they are used, and how they are read, written and shown."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from html import escape
from pathlib import Path

from c4lib._tools.files import plain_file, written_whole

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

MOST_LETTERS = 10**6  # of a file: nobody types more
HERE = Path.cwd()  # the folder of the notebook, in which its kernel was started


class Unreadable(ValueError):
    """A file is there, and is not what was written: `why`, in words. It is left as it is."""

    def __init__(self, name: str | Path, why: str) -> None:
        self.why = why
        super().__init__(f"{name} cannot be used: {why}. Mend it, or give it another name")


def may_keep() -> bool:
    """Whether what the reader does is kept: not under test, nor in a cell with a solution.

    >>> may_keep()  # examples are run as tests
    False
    """
    if os.environ.get("PYTEST_CURRENT_TEST") or os.environ.get("C4LIB_TEST"):
        return False
    return "solution" not in cell_tags()


def cell_tags() -> list[str]:
    """The tags of the cell that runs; none outside a notebook, and where the page does not tell."""
    from IPython import get_ipython

    parent_of = getattr(get_ipython(), "get_parent", dict)
    return parent_of().get("metadata", {}).get("tags") or []


def place_of(name: str | Path) -> Path:
    """Where the file is, or would be."""
    return HERE / name


def read_text(name: str | Path) -> str | None:
    """What the file holds; None without one, or where nothing is kept.

    Raises:
        Unreadable: it is no text in UTF-8, far too long a text, or no file.
    """
    if not (may_keep() and place_of(name).exists()):
        return None
    try:
        with open(plain_file(place_of(name)), encoding="utf-8-sig", newline="") as file:
            text = file.read(MOST_LETTERS + 1)
    except (OSError, ValueError) as error:
        raise Unreadable(name, f"{error}") from None
    if len(text) > MOST_LETTERS:
        raise Unreadable(name, f"it has more than {MOST_LETTERS:,} letters")
    return text


def read_record(name: str, what_is_wrong: Callable[[dict], str | None]) -> dict:
    """The record in a JSON file; an empty one without a file, or where nothing is kept.

    Raises:
        Unreadable: it holds something else, or what it holds is wrong.
    """
    text = read_text(name)
    return {} if text is None else record_in(name, text, what_is_wrong)


def record_in(name: str | Path, text: str, what_is_wrong: Callable[[dict], str | None]) -> dict:
    """The record that the text of a JSON file is.

    Raises:
        Unreadable: it is something else, or what it holds is wrong.
    """
    try:
        record = json.loads(text)
        _text_of(record).encode()  # what cannot be written again is refused
    except (ValueError, RecursionError):
        raise Unreadable(name, "it is no JSON in UTF-8") from None
    why = what_is_wrong(record) if isinstance(record, dict) else "it is no record in braces"
    if why:
        raise Unreadable(name, why)
    return record


def write_record(name: str, record: dict) -> None:
    """Write a record to a JSON file."""
    write_text(name, _text_of(record))


def _text_of(record: dict) -> str:
    return json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def write_text(name: str | Path, text: str) -> None:
    """Write a text to the file, whole or not at all; where the file is a link, to where it leads."""
    with written_whole(place_of(name)) as file:
        file.write(text.encode("utf-8"))


@contextmanager
def alone() -> Iterator[None]:
    """Within it no other notebook changes the files here, where the system can lock a folder."""
    if fcntl is None:
        yield
        return
    folder = os.open(HERE, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table for a page or a notebook.

    >>> html_table(["c"], [["1 < 2"]])
    "<table><tr><th scope='col'>c</th></tr>\\n<tr><td>1 &lt; 2</td></tr></table>"
    """
    lines = ["".join(f"<th scope='col'>{escape(head)}</th>" for head in heads)]
    lines += ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    return f"<table>{chr(10).join(f'<tr>{line}</tr>' for line in lines)}</table>"
