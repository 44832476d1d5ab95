"""Draws docs/one-iteration.gif, the README's picture: `.venv/bin/python -m tools.one_iteration`."""

import io
from pathlib import Path

from PIL import Image

from c4lib import Board
from c4lib.plots.canvas import BOLD_LEFT, Drawing, render_png
from c4lib.plots.phases import draw_details, draw_place, draw_tree, sentence
from c4lib.study.recording import PHASES, Step, Trace

THREAT = "2432614534125"  # O must play column 6: the position of lessons 02 to 08
SEED = 2
ITERATION = 56  # two choices on the way down, each with one best child
WIDTH, HEIGHT = 10, 4.5  # inches
DPI = 160  # twice what a page shows: sharp on a fine screen, and on a wall
WHOLE = 3000  # milliseconds for a phase
PART = {"select": 2500, "simulate": 700}  # and for an edge or a move before its last
BOXES = {  # of the parts: left, bottom, width, height, as shares of the picture
    draw_tree: (0, 0, 0.6, 0.9),
    draw_place: (0.62, 0.5, 0.37, 0.39),
    draw_details: (0.61, 0.02, 0.385, 0.45),
}


def draw(path: Path) -> None:
    """The stepper on one iteration, as a file that begins again at its end, written to `path`."""
    trace = Trace(Board.from_moves(THREAT), seed=SEED)
    frames = []
    durations = []
    for phase in PHASES:
        whole = trace.at(ITERATION, phase)
        for part in range(1, whole.parts):
            frames.append(frame(whole._replace(part=part)))
            durations.append(PART[phase])
        frames.append(frame(whole))
        durations.append(WHOLE)
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=durations, loop=0)


def frame(step: Step) -> Image.Image:
    """The stepper at this step, in 256 colours."""

    def draw_all(drawing: Drawing) -> None:
        drawing.limit(0, WIDTH, 0, HEIGHT)
        words = sentence(step)
        drawing.write(0.15, HEIGHT - 0.24, words, 0.21, BOLD_LEFT, room=WIDTH - 0.3)
        add_axes = drawing.ax.figure.add_axes
        for draw, box in BOXES.items():
            draw(Drawing(add_axes(box)), step)

    picture = Image.open(io.BytesIO(render_png(WIDTH, HEIGHT, draw_all, DPI)))
    return picture.convert("RGB").quantize()


if __name__ == "__main__":
    draw(Path(__file__).parent.parent / "docs" / "one-iteration.gif")
