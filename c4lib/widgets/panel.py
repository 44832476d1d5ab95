"""What the widgets share: the panel that each of them is, pictures as PNG, controls, and work in a thread."""

from __future__ import annotations

import base64
import html
import math
import struct
import threading
import zlib
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files

import numpy as np
from ipywidgets import HTML, Button, Image, SelectionSlider, ToggleButton, VBox, Widget
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from c4lib.plots.canvas import Drawing, glyphs

STYLE = (files("c4lib.widgets") / "style.css").read_text(encoding="utf-8")
DPI, STILL_DPI = 120, 90  # of the pictures; the browser scales them to the room there is

Box = tuple[float, float, float, float]  # left, bottom, width and height, as shares of the picture
Line = tuple[float, float, float, str]  # of text: left end, height, largest font size, in tenths of an inch; the text
Draw = Callable[[Axes], object]

# -------------------------------------------------------------------- the panel


class Panel(VBox):
    """A widget of this package: a box with large type, and a line for what goes wrong.

    Readers without a kernel (a saved notebook, a page of a repository) see a picture of its state in its place.

    Attributes:
        message: the line for errors.
    """

    def __init__(self) -> None:
        super().__init__()
        self.message = Message()
        self.add_class("c4-panel")

    def fill(self, *parts: Widget) -> None:
        """Put these widgets into the box, from top to bottom, and the line for errors below them."""
        self.children = (HTML(f"<style>{STYLE}</style>", layout={"display": "none"}), *parts, self.message)

    @abstractmethod
    def static_picture(self) -> bytes:
        """A picture of the present state, as a PNG file."""

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, object]:
        encoded = base64.b64encode(self.static_picture()).decode()
        return {**super()._repr_mimebundle_(**kwargs), "text/plain": repr(self), "image/png": encoded}


class Message(HTML):
    """A line for what went wrong, in plain words; it takes no room as long as it is empty.

    >>> message = Message()
    >>> message.show("T must be a whole number")
    >>> message.text
    'T must be a whole number'
    """

    def __init__(self) -> None:
        super().__init__()
        self.add_class("c4-message")
        self.clear()

    def show(self, text: object) -> None:
        """Show a text, or an exception's."""
        self.text = str(text)
        self.value = f'<div role="alert">{html.escape(self.text)}</div>'
        self.layout.display = None

    def clear(self) -> None:
        """Show nothing."""
        self.text = self.value = ""
        self.layout.display = "none"

    @contextmanager
    def shown(self) -> Iterator[None]:
        """For what the user does: an error is shown as by `faults_shown`, and what is done right clears the line."""
        with self.faults_shown():
            yield
            self.clear()

    @contextmanager
    def faults_shown(self) -> Iterator[None]:
        """Show what the user did wrong (ValueError), and go on.

        Any other error is a fault of the widget: it is shown too, and raised again for the notebook's log and the tests.
        """
        try:
            yield
        except ValueError as error:
            self.show(error)
        except Exception as error:
            self.show(f"Something went wrong in the widget itself: {type(error).__name__}: {error}")
            raise


# -------------------------------------------------------------------- pictures


class Canvas:
    """Axes that are drawn on again and again: making new ones takes as long as drawing a board.

    Args:
        width, height: of the picture, in inches.
        boxes: where the axes are, by default one over the whole picture.

    >>> Canvas(1, 1).render(lambda ax: ax.plot([1, 2]))[1:4]
    b'PNG'
    """

    def __init__(self, width: float, height: float, boxes: Sequence[Box] = ((0, 0, 1, 1),)) -> None:
        self._figure = Figure(figsize=(width, height))  # pyplot does not know it, so it goes when nobody holds it
        FigureCanvasAgg(self._figure)
        self._axes = [self._figure.add_axes(box) for box in boxes]

    def render(self, *draws: Draw, dpi: float = DPI) -> bytes:
        """What these functions draw, each on its own axes, and nothing that was drawn before, as a PNG file."""
        for ax, draw in zip(self._axes, draws):
            for artist in (*ax.collections, *ax.lines, *ax.patches, *ax.texts):
                artist.remove()
            ax.reset_position()
            draw(ax)
        self._figure.set_dpi(dpi)
        self._figure.canvas.draw()
        return _png(np.asarray(self._figure.canvas.buffer_rgba())[:, :, :3])


def _png(pixels: np.ndarray) -> bytes:
    """A PNG file of pixels, shape (height, width, 3).

    Packed here, because Pillow tries five filters on every line, which takes longer than to draw the picture.
    """
    height, width = pixels.shape[:2]
    lines = np.zeros((height, 1 + 3 * width), np.uint8)  # the byte before each line: no filter
    lines[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits a colour, of which there are three
    parts = {b"IHDR": header, b"IDAT": zlib.compress(lines, level=1), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts.items()
    )


class Picture(Image):
    """A picture that keeps its proportions in whatever room there is.

    Args:
        name: a class for the style sheet.

    >>> Picture("c4-tree").format
    'png'
    """

    def __init__(self, name: str) -> None:
        super().__init__(format="png")
        named(self, "c4-picture", name)
        self._canvases: dict[tuple[float, float], Canvas] = {}
        self._drawing = threading.Lock()  # a widget may draw in its thread and in that of the page

    def show(self, draw: Draw, width: float, height: float) -> None:
        """Show what a function draws on axes of this size in inches."""
        with self._drawing:
            canvas = self._canvases[width, height] = self._canvases.get((width, height)) or Canvas(width, height)
            self.value = canvas.render(draw)


def still_picture(width: float, height: float, parts: Mapping[Box, Draw], lines: Iterable[Line]) -> bytes:
    """A picture of several parts and lines of text, for readers without a kernel, as a PNG file.

    Args:
        width, height: in inches.
        parts: what draws each part, by the box of it.
        lines: the first is bold. A long one is written smaller, so that it ends before the right border.

    >>> still_picture(3, 1, {}, [(2, 5, 2, "Nothing to be seen")])[1:4]
    b'PNG'
    """

    def write_lines(ax: Axes) -> None:
        drawing = Drawing.within(ax, 0, 10 * width, 0, 10 * height)
        for number, (x, y, size, text) in enumerate(lines):
            weight = "normal" if number else "bold"
            most = (10 * width - x - 2) / (glyphs(text, weight)[1] or 1)
            drawing.write(x, y, text, min(size, most), ha="left", weight=weight)

    return Canvas(width, height, [(0, 0, 1, 1), *parts]).render(write_lines, *parts.values(), dpi=STILL_DPI)


# -------------------------------------------------------------------- parts and controls


def named(widget: Widget, *names: str) -> Widget:
    """The `widget`, with these classes for the style sheet.

    >>> named(HTML(), "c4-sentence")._dom_classes
    ('c4-sentence',)
    """
    widget._dom_classes += names
    return widget


def button(text: str, tooltip: str, action: Callable[[], object], **layout: str) -> Button:
    """A button that calls `action` when it is pressed.

    >>> button("Undo", "Take the last move back", lambda: print("undone"), flex="none").click()
    undone
    """
    made = Button(description=text, tooltip=tooltip, layout=layout)
    made.on_click(lambda _: action())
    return made


def switch(text: str, tooltip: str, value: bool, action: Callable[[dict], object], **layout: str) -> ToggleButton:
    """A button that stays pressed until it is pressed again, and calls `action` with the change of its value."""
    made = ToggleButton(value, description=text, tooltip=tooltip, layout=layout)
    made.observe(action, "value")
    return made


def steps_slider(name: str, tooltip: str, steps: Iterable, value: object, label: Callable = str) -> SelectionSlider:
    """A slider with these `steps` and the `value` to begin with, which a slider with even steps would round.

    >>> steps_slider("playouts", "how many", (10, 100), 30, "{:,}".format).options
    (('10', 10), ('30', 30), ('100', 100))
    """
    options = tuple((label(step), step) for step in sorted({*steps, value}))
    return SelectionSlider(options=options, value=value, description=name, tooltip=tooltip, layout={"width": "100%"})


def c_slider(c: float) -> SelectionSlider:
    """A slider for the exploration constant, from 0 to 3, by way of the square root of 2.

    >>> dict(c_slider(1).options)["√2"]
    1.4142135623730951
    """
    steps = (math.sqrt(2), *(step / 20 for step in range(61)))
    return steps_slider(
        "c", "exploration constant", steps, c, lambda step: "√2" if step == math.sqrt(2) else f"{step:.2f}"
    )


# -------------------------------------------------------------------- work in a thread


class Worker:
    """Does one job after the other in a thread of its own; of those that wait, only the newest.

    A slider that is dragged asks for more than can be done, and nobody needs what it asked for before.

    Args:
        work: called as `work(job, is_unwanted)`; it asks from time to time whether it `is_unwanted()`, because there is
            a newer job or `stop` was called, and then returns early.

    >>> done = []
    >>> worker = Worker(lambda job, is_unwanted: done.append(job))
    >>> worker.ask("a picture")
    >>> worker.wait()
    >>> done
    ['a picture']
    """

    def __init__(self, work: Callable[[object, Callable[[], bool]], None]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._waiting: list[object] = []  # the newest job, if it was not begun yet
        self._asked = 0  # how many jobs and stops there were
        self._error: BaseException | None = None

    def ask(self, job: object) -> None:
        """Have this job done as soon as the one under way, which is told to end, has returned."""
        with self._lock:
            self._waiting, self._asked = [job], self._asked + 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._go, daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Tell the job under way to end, and forget the one that waits."""
        with self._lock:
            self._waiting, self._asked = [], self._asked + 1

    def wait(self, seconds: float = 60) -> None:
        """Return when there is nothing left to do.

        Raises:
            TimeoutError: there is, after so many seconds.
            Exception: what the last job raised.
        """
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(seconds)
            if thread.is_alive():
                raise TimeoutError(f"the work took longer than {seconds} s")
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _go(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return
                job, number = self._waiting.pop(), self._asked
            try:
                self._work(job, lambda number=number: self._asked != number)
            except BaseException as error:  # a fault: shown by the widget, raised by the next `wait`
                self._error = error
