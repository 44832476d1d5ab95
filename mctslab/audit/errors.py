"""Errors in what somebody else has written, in words."""

from __future__ import annotations

import traceback
from pathlib import Path

import c4lib

RAISED = Exception, SystemExit  # what becomes words; Ctrl-C and the end of the time go through
OURS = str(Path(c4lib.__file__).parent), str(Path(__file__).parents[1]), "<frozen"


def error_words(error: BaseException) -> str:
    """An error, and the lines of the author's own files that raised it: the first and the last.

    >>> error_words(ValueError("no such place"))
    'ValueError: no such place'
    """
    words = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    lines = []
    for frame in traceback.extract_tb(error.__traceback__):
        if not frame.filename.startswith(OURS):
            name = Path(frame.filename).name
            lines.append(f"line {frame.lineno} of {name}: {frame.line}")
    shown = "; ".join(dict.fromkeys(lines[:1] + lines[-1:]))
    return f"{words} ({shown})" if shown else words
