"""`python tools/fuzz`: see `command.py`."""

import sys
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[1]
sys.path[:1] = [str(TOOLS), str(TOOLS.parent / "tests")]  # the slow oracles are those of the tests

from fuzz.command import main  # noqa: E402

sys.exit(main())
