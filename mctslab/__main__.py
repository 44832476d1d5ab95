"""`python -m mctslab play`: the game in a terminal; `audit my_search.py`: what is wrong with a search."""

import sys

from mctslab.audit.command import main as audit_file
from mctslab.dialogue import as_command
from mctslab.terminal import main

if __name__ == "__main__":
    for stream in filter(None, (sys.stdin, sys.stdout)):
        stream.reconfigure(errors="replace")  # whatever was typed, the game asks again
    is_audit = sys.argv[1:2] == ["audit"]
    as_command("python -m mctslab", (lambda: audit_file(sys.argv[2:])) if is_audit else main)
