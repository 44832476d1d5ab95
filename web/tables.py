"""What the live pages take from Python: widths of letters, colours, sizes and words, as constants of JavaScript."""

import json
import string
from types import ModuleType

import numpy as np
from ipywidgets import Label, Widget
from matplotlib.colors import to_hex

from c4lib import PlayBoard, SearchExplorer, SearchSettings, SearchStepper, Ucb1Lab, text
from c4lib._tools import intervals
from c4lib.plots import board, canvas, phases, terms, tree
from c4lib.widgets import analysis, explorer, play, stepper, ucb1_lab
from web.logarithms import rounded_otherwise

MODULES = {  # by the names that their constants have in the pages: CANVAS.EDGE
    "CANVAS": canvas,
    "BOARD": board,
    "TERMS": terms,
    "TREE": tree,
    "INTERVALS": intervals,
    "STEPS": phases,
    "TEXT": text,
    "ANALYSIS": analysis,
    "EXPLORER": explorer,
    "STEPPER": stepper,
    "PLAY": play,
    "LAB": ucb1_lab,
}
SIGNS = [*string.digits, *string.ascii_letters, *string.punctuation, *" √∞–—⋯…›·²"]
EXAMPLES = {  # positions to begin with, by what they are called: rows, columns, moves
    "the empty board": (6, 7, ""),
    "a threat": (6, 7, "2432614534125"),
    "a trap": (6, 7, "5366555122"),
    "one that fools": (6, 7, "1322462435011661"),
    "4 × 4": (4, 4, ""),
    "5 × 6": (5, 6, ""),
    "7 × 8": (7, 8, ""),
}
SHADES = 256  # of the colours of means
SLIDERS = ("c", "playouts", "prior", "seed")  # of the explorer
BUTTONS = ("undo", "clear", "exact", "stop", "info")
STEP_PARTS = (  # of the stepper
    "first", "back_iteration", "back_phase", "next_part", "next_phase", "next_iteration", "last",
    "play", "predict", "compare", "edit", "slider", "jump", "find", "expand_at",
)  # fmt: skip
PLAY_PARTS = ("undo", "ratings", "new_game", "you_start", "opponent_starts", "heading", "limit")


def tables() -> str:
    """The constants, one a line: `WIDTHS`, `MEANS`, and one object for each module.

    >>> [line.split()[1] for line in tables().splitlines()][:3]
    ['WIDTHS', 'MEANS', 'CANVAS']
    """
    shades = [to_hex(canvas.MEAN(shade)) for shade in range(SHADES)]
    found = {"WIDTHS": widths(), "MEANS": shades}
    for name, module in MODULES.items():
        found[name] = constants(module)
    panel = SearchExplorer()
    found["SLIDERS"] = {name: slider(getattr(panel, name)) for name in SLIDERS}
    found["BUTTONS"] = {name: button(panel, name) for name in BUTTONS}
    steps = SearchStepper()
    found["STEP_PARTS"] = {name: button(steps, name) for name in STEP_PARTS}
    game, laboratory = PlayBoard(ratings=False), Ucb1Lab()
    found["PLAY_PARTS"] = {name: words(getattr(game, name)) for name in PLAY_PARTS}
    found["LAB_PARTS"] = {"add": words(laboratory.add)}
    found["PROPORTIONS"] = {name: proportion for name, (_, proportion) in stepper.PICTURES.items()}
    found["EXAMPLES"] = EXAMPLES
    found["DRAW"] = SearchSettings().draw
    found["ROUNDED_OTHERWISE"] = rounded_otherwise()
    for widget in (panel, steps, game, laboratory):
        widget.close()
    lines = []
    for name, value in found.items():
        lines.append(f"const {name} = {written(value)};\n")
    return "".join(lines)


def constants(module: ModuleType) -> dict[str, object]:
    """What a module has under names in capitals, as far as JavaScript can have the same.

    >>> constants(tree)["WIDTH"]
    7.5
    """
    found = {}
    for name, value in vars(module).items():
        if name.isupper():
            try:
                written(value)
            except (TypeError, ValueError):  # a function, a class, infinity
                continue
            found[name] = value
    return found


def widths() -> dict[str, dict[str, float]]:
    """The width of every sign, by the face and the sign."""
    found = {}
    for weight in canvas.FONTS:
        found[weight] = {sign: canvas.width_of(sign, weight) for sign in SIGNS}
    return found


def slider(widget: Widget) -> dict[str, object]:
    """The words of a slider, and the numbers that it goes by."""
    steps = getattr(widget, "steps", None) or range(widget.min, widget.max + 1)
    return {"label": widget.description, "tooltip": widget.tooltip, "steps": [*steps]}


def button(panel: SearchExplorer | SearchStepper, name: str) -> dict[str, str]:
    """The words of a button, or another part of a panel."""
    return words(panel.editor.parts.get(name) or getattr(panel, name))


def words(widget: Widget) -> dict[str, str]:
    """What is written on a part of a panel, and its tooltip."""
    label = widget.value if isinstance(widget, Label) else widget.description
    return {"label": label, "tooltip": widget.tooltip}


def written(value: object) -> str:
    """A value as JavaScript writes it; TypeError or ValueError if that has none like it."""
    return json.dumps(value, default=_as_list, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def _as_list(value):
    if isinstance(value, np.ndarray) and value.dtype.kind in "iuf":
        return value.tolist()
    raise TypeError(f"{value!r} has no twin in JavaScript")
