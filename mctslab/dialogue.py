"""Questions and answers on two streams of text, and a program that is run as a command."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TextIO


class Dialogue:
    """Questions and answers on two streams of text.

    Args:
        source: where answers come from.
        output: where everything is written.

    >>> import io
    >>> Dialogue(io.StringIO("3\\n"), sys.stdout).ask("Your column: ")
    Your column: '3'
    """

    def __init__(self, source: TextIO, output: TextIO) -> None:
        self.source = source
        self.output = output

    def ask(self, question: str) -> str:
        """The next line, without the blanks around it.

        Raises:
            EOFError: there is none.
        """
        self._write(question)
        try:
            line = self.source.readline()
        except (OSError, ValueError):  # a stream that is closed, or not for reading
            line = ""
        if not line:
            raise EOFError
        return line.strip()

    def say(self, text: str) -> None:
        """Write a line."""
        self._write(text + "\n")

    def _write(self, text: str) -> None:
        self.output.write(text)
        self.output.flush()


def as_command(name: str, main: Callable[[], int | None]) -> None:
    """Run `main` as a process, which ends with the exit status that it returns.

    If a file or its output fails, the process ends with status 2 and a sentence.

    >>> as_command("greet", lambda: print("hello"))
    Traceback (most recent call last):
        ...
    SystemExit
    """
    try:
        status = main()
        print(end="", flush=True)
    except OSError as error:  # the output is full, or nobody reads it any more
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)  # where the rest of the buffer goes
        print(f"{name}: {error}", file=sys.stderr)
        status = 2
    sys.exit(status)
