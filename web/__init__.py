"""The pages without Python, a program of its own in JavaScript: see README.md."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "notebooks"))  # for `pictures`, beside the lessons
