"""What the lecturers' plan tells to print, as A4 pages in black and white (`make handouts`)."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "notebooks"))  # where the pictures beside the lessons are
