"""The audit of a file: `python -m mctslab audit my_search.py`."""

from __future__ import annotations

import argparse

from mctslab.audit.auditing import audit


def main(arguments: list[str] | None = None) -> int:
    """Audit a file; 0 if nothing was found, 1 if something was, 2 if it cannot be run.

    Args:
        arguments: by default those of the process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m mctslab audit",
        description="Look for what is wrong with a search. The file is run.",
    )
    parser.add_argument("file", help="with select, expand, simulate, backpropagate, or grow")
    file = parser.parse_args(arguments).file
    try:
        report = audit(file)
    except ValueError as error:
        print(error)
        return 2
    print(report)
    return int(bool(report.faults))
