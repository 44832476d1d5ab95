"""The audit of a file: `python -m mctslab audit my_search.py`."""

from __future__ import annotations

import argparse
import subprocess
import sys

from mctslab.audit.auditing import LONGEST, audit

GRACE = 20  # seconds for loading, and for writing the report


def main(arguments: list[str] | None = None) -> int:
    """Audit a file in a process of its own; 0 if nothing was found, 1 if something was, else 2.

    Args:
        arguments: by default those of the process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m mctslab audit",
        description="Look for what is wrong with a search. The file is run, in a process of its own.",
    )
    parser.add_argument(
        "file", help="with select, expand, simulate, backpropagate, or grow"
    )
    parser.add_argument("--seeds", type=int, default=3, help="searches from each position")
    parser.add_argument("--seconds", type=float, default=60, help="after which it is stopped")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.here:
        return _here(given)
    return _apart(given, [*(arguments or sys.argv[2:]), "--here"])


def _here(given: argparse.Namespace) -> int:
    try:
        report = audit(given.file, seeds=given.seeds, seconds=given.seconds)
    except ValueError as error:
        print(error)
        return 2
    print(report)
    return int(bool(report.faults))


def _apart(given: argparse.Namespace, arguments: list[str]) -> int:
    command = [sys.executable, "-m", "mctslab", "audit", *arguments]
    limit = min(max(0, given.seconds), LONGEST) + GRACE
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=limit
        )
    except subprocess.TimeoutExpired:
        print(f"{given.file} does not come to an end, and was stopped after {limit:g} seconds.")
        return 1
    report = done.stdout.strip()
    print(report or f"{given.file} has ended Python (status {done.returncode}), without a report.")
    return done.returncode if report and done.returncode in (0, 1, 2) else 1
