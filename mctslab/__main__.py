"""`python -m mctslab play`: the game in a terminal."""

import sys

from mctslab.dialogue import as_command
from mctslab.terminal import main

if __name__ == "__main__":
    for stream in filter(None, (sys.stdin, sys.stdout)):
        stream.reconfigure(errors="replace")  # whatever was typed, the game asks again
    as_command("python -m mctslab", main)
