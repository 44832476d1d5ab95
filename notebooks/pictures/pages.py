"""Pages without Python and without a network; and those that go through what was recorded."""

import base64
import gzip
import json
import os
from collections.abc import Iterable
from html import escape
from pathlib import Path

from c4lib._tools.files import written_whole
from c4lib.plots.canvas import Scene
from c4lib.plots.phases import sentence
from c4lib.widgets.picture import SCRIPT, STYLE
from c4lib.widgets.stepper import PICTURES, SearchStepper, settings_of

HERE = Path(__file__).parent


def text_of(name: str) -> str:
    """The text of a file beside this one."""
    return (HERE / name).read_text(encoding="utf-8")


WINDOW = f"{SCRIPT}\n{text_of('frame.js')}"  # what every page is made with


def in_module(*scripts: str) -> str:
    """The element that holds these scripts, one after the other."""
    lines = "\n".join(scripts)
    return f'<script type="module">\n{lines}\n</script>'


def page_of(title: str, scripts: str, style: str = "") -> str:
    """The HTML of a page that needs no network: its frame, with these scripts and a style of its own.

    >>> page_of("Hex & co", "").splitlines()[4]
    '<title>Hex &amp; co</title>'
    """
    texts = {
        "TITLE": escape(title),
        "\nSTYLE\n": f"\n{STYLE}\n{text_of('page.css')}\n{style}",
        "\nSCRIPTS\n": f"\n{scripts}\n",
    }
    page = text_of("page.html")
    for place, text in texts.items():
        page = page.replace(place, text)
    return page


def save_page(
    path: str | os.PathLike, title: str, states: Iterable[tuple], **about: object
) -> None:
    """Write a page that goes through recorded states without Python, whole or not at all; it needs
    no network either.

    Args:
        path: of the file.
        title: what it is called.
        states: for each its place, such as `{"step": 7}` or `{"c": 1.4, "T": 0}`, a sentence, its
            scenes by name, and perhaps, by name, what a screen reader says of them. Of several with
            one place the last is what is there, and the others lead to it; a scene that one lacks
            stays as it was.
        about: `start`, the first place, and what else recorded.js knows.

    Raises:
        OSError: the file cannot be written; one that was there is unchanged.
    """
    numbers: dict[tuple, int] = {}  # of the elements, each once

    def record(scene):
        elements = scene.elements.items()
        return scene.height, [numbers.setdefault(one, len(numbers)) for one in elements]

    lines = [json.dumps(state, default=record) for state in states]
    lines += [json.dumps([*numbers]), json.dumps(about)]
    packed = gzip.compress("\n".join(lines).encode(), mtime=0)
    script = text_of("recorded.js").replace("RECORDED", base64.b64encode(packed).decode())
    page = page_of(title, in_module(WINDOW, script))
    with written_whole(path) as file:
        file.write(page.encode())


def save_steps(path: str | os.PathLike, stepper: SearchStepper) -> None:
    """Write a page that steps through the search of a stepper, as far as its slider; it starts at the present step.

    Raises:
        OSError: the file cannot be written; one that was there is unchanged.
    """
    note = f"Recorded: {stepper.slider.max // 4} iterations with {settings_of(stepper.trace)}."
    start = {"step": stepper.step.number}
    save_page(path, "A search, step by step", _steps(stepper), start=start, note=note)


def _steps(stepper):
    """The steps of the range; before that of a playout, its moves one by one."""
    for number in range(stepper.slider.max + 1):
        step = stepper.trace.step(number)
        if step.phase == "simulate":
            for part in range(1, step.parts):
                yield _state(step._replace(part=part), ["place"])
        yield _state(step, PICTURES)


def _state(step, names):
    """A step as `save_page` records it, with the pictures of these names."""
    scenes = {}
    for name in names:
        draw, proportion = PICTURES[name]
        scenes[name] = Scene(proportion)
        draw(scenes[name], step)
    return {"step": step.number}, sentence(step), scenes
