"""Writes the handouts, a PDF each.

    python -m editions.handouts    build/handouts/00.pdf, 04.pdf and so on

Every number on them comes from the library or from the lessons.
"""

from pathlib import Path

from matplotlib.backends.backend_pdf import PdfPages

from editions.handouts.bits import empty_boards
from editions.handouts.claims import claim_cards
from editions.handouts.code import long_cell, pseudo_code
from editions.handouts.lecture import worked_example_by_hand
from editions.handouts.patient import one_node
from editions.handouts.positions import five_positions
from editions.handouts.replies import three_replies
from editions.handouts.selection import selection_by_hand
from editions.handouts.sweep import heat_map
from editions.handouts.update import update_by_hand

FOLDER = Path(__file__).resolve().parents[2] / "build" / "handouts"

# By the name of the file: the number of the lesson, and what it is if the lesson has two.
HANDOUTS = {
    "00": long_cell,
    "04": selection_by_hand,
    "06": three_replies,
    "07": update_by_hand,
    "10": worked_example_by_hand,
    "10-code": pseudo_code,
    "13": heat_map,
    "17": claim_cards,
    "19": five_positions,
    "21": empty_boards,
    "22": one_node,
}


def write_handouts(folder=FOLDER):
    """Writes the handouts into a folder, the same bytes each time."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, pages in HANDOUTS.items():
        about = {"CreationDate": None, "Title": f"Handout {name}"}
        with PdfPages(folder / f"{name}.pdf", metadata=about) as pdf:
            for figure in pages():
                pdf.savefig(figure)


def main():
    write_handouts()
    print(f"The handouts are in {FOLDER}: {', '.join(HANDOUTS)}, A4; a solution is on a page of its own.")
