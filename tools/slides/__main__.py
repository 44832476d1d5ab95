"""`python tools/slides`: see `command.py`."""

import sys
from pathlib import Path

sys.path[:1] = [str(Path(__file__).resolve().parents[1])]

from slides.command import main  # noqa: E402

main()
