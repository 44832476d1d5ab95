"""`python tools/handouts`: see `command.py`."""

import sys
from pathlib import Path

sys.path[:1] = [str(Path(__file__).resolve().parents[1])]

from handouts.command import main  # noqa: E402

main()
