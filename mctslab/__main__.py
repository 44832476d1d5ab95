"""`python -m mctslab play`: the game in a terminal; `audit my_search.py`: what is wrong with a search."""

import argparse
import sys

from mctslab.audit.command import main as audit_file
from mctslab.terminal import main as play_games

COMMANDS = {"play": play_games, "audit": audit_file}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        "python -m mctslab",
        description="Monte Carlo Tree Search on Connect Four.",
        epilog="COMMAND --help says what a command can do.",
    )
    parser.add_argument(
        "command",
        choices=COMMANDS,
        help="play: a game in the terminal; audit: what is wrong with a search of your own",
    )
    command = parser.parse_args(sys.argv[1:2]).command
    for stream in filter(None, (sys.stdin, sys.stdout)):
        stream.reconfigure(errors="replace")  # whatever was typed, the game asks again
    sys.exit(COMMANDS[command](sys.argv[2:]))
