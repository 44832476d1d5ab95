"""What is made of the notebooks, and what comes back from a class: see README.md."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "notebooks"))  # for `pictures` and `checks`, beside the lessons
