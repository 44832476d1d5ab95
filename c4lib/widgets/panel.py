"""What the widgets share: the panel that each of them is, pictures as PNG, and messages in plain words."""

from __future__ import annotations

import base64
import html
import math
import struct
import threading
import zlib
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files

import numpy as np
from ipywidgets import HTML, Image, SelectionSlider, VBox
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

# -------------------------------------------------------------------- what the widgets share


DPI = 120  # of the pictures; the browser scales them to the room there is

STYLE = (files("c4lib.widgets") / "style.css").read_text(encoding="utf-8")


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

    def fill(self, *parts: object) -> None:
        """Put these widgets into the box, from top to bottom, and the line for errors below them."""
        self.children = (HTML(f"<style>{STYLE}</style>", layout={"display": "none"}), *parts, self.message)

    @abstractmethod
    def static_picture(self) -> bytes:
        """A picture of the present state, as a PNG file."""

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, object]:
        encoded = base64.b64encode(self.static_picture()).decode()
        return {**super()._repr_mimebundle_(**kwargs), "text/plain": repr(self), "image/png": encoded}


def png(figure: Figure, dpi: float = DPI) -> bytes:
    """The `figure` as a PNG file.

    >>> png(new_figure(1, 1))[1:4]
    b'PNG'
    """
    figure.set_dpi(dpi)
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[:, :, :3]
    height, width = pixels.shape[:2]
    # Packed here, because Pillow tries five filters on every line, which takes longer than to draw the picture.
    lines = np.zeros((height, 1 + 3 * width), np.uint8)  # the byte before each line: no filter
    lines[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits a colour, of which there are three
    parts = {b"IHDR": header, b"IDAT": zlib.compress(lines, level=1), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(_part(*part) for part in parts.items())


def _part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def new_figure(width: float, height: float) -> Figure:
    """A figure of this size in inches that pyplot does not know, so that it is gone when nobody holds it any more.

    >>> new_figure(4, 3).axes
    []
    """
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure


def drawn(width: float, height: float, draw: Callable[[Axes], object], dpi: float = DPI) -> bytes:
    """What `draw` draws on axes that fill a figure of this size in inches, as a PNG file.

    >>> drawn(1, 1, lambda ax: ax.plot([1, 2]))[1:4]
    b'PNG'
    """
    figure = new_figure(width, height)
    draw(figure.add_axes((0, 0, 1, 1)))
    return png(figure, dpi)


class Sheet:
    """A picture that is drawn again and again, on the same axes: to make new ones takes as long as to draw a board.

    Args:
        width, height: of the picture, in inches.

    >>> Sheet(1, 1).drawn(lambda ax: ax.plot([1, 2]))[1:4]
    b'PNG'
    """

    def __init__(self, width: float, height: float) -> None:
        self._axes = new_figure(width, height).add_axes((0, 0, 1, 1))
        self._lock = threading.Lock()  # a widget may draw in its thread and in that of the page

    def drawn(self, draw: Callable[[Axes], object], dpi: float = DPI) -> bytes:
        """What `draw` draws, and nothing that was drawn before, as a PNG file."""
        with self._lock:
            ax = self._axes
            for artist in (*ax.collections, *ax.lines, *ax.patches, *ax.texts):
                artist.remove()
            draw(ax)
            return png(ax.figure, dpi)


def picture(name: str) -> Image:
    """An empty picture that keeps its proportions in whatever room there is; `name` is a class for the style sheet.

    >>> picture("c4-tree").format
    'png'
    """
    image = Image(format="png")
    image.add_class("c4-picture")
    image.add_class(name)
    return image


def steps_slider(name: str, steps: Iterable[float], value: float, label: Callable[[float], str]) -> SelectionSlider:
    """A slider with these `steps` and the `value` to begin with, which a slider with even steps would round.

    >>> steps_slider("playouts", (10, 100), 30, "{:,}".format).options
    (('10', 10), ('30', 30), ('100', 100))
    """
    options = tuple((label(step), step) for step in sorted({*steps, value}))
    return SelectionSlider(options=options, value=value, description=name, layout={"width": "100%"})


def c_slider(c: float) -> SelectionSlider:
    """A slider for the exploration constant, from 0 to 3, by way of the square root of 2.

    >>> dict(c_slider(1).options)["√2"]
    1.4142135623730951
    """
    steps = (math.sqrt(2), *(step / 20 for step in range(61)))
    slider = steps_slider("c", steps, c, lambda step: "√2" if step == math.sqrt(2) else f"{step:.2f}")
    slider.tooltip = "exploration constant"
    return slider


class Message(HTML):
    """A line for what went wrong, in plain words; it takes no room as long as it is empty.

    >>> message = Message()
    >>> message.show("T must be a whole number")
    >>> message.text
    'T must be a whole number'
    """

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
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
        """What the user did wrong (ValueError) is shown and done with; the next thing done right clears the line.

        Any other error is a fault of the widget: it is shown as well, and goes on to the notebook's log and the tests.
        """
        try:
            yield
        except ValueError as error:
            self.show(error)
        except Exception as error:
            self.show(f"Something went wrong in the widget itself: {type(error).__name__}: {error}")
            raise
        else:
            self.clear()


# -------------------------------------------------------------------- work beside the page


class Worker:
    """Does one job after the other in a thread of its own, and of those that wait only the newest.

    A slider that is dragged asks for more than can be done; what it asked for before is then not worth doing any more.

    Args:
        work: called as `work(job, is_unwanted)`; it looks from time to time whether `is_unwanted()`, because there is
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
        """Have this job done, as soon as the one under way has ended, which is told to."""
        with self._lock:
            self._waiting, self._asked = [job], self._asked + 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._go, daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Tell the job under way to end, and forget the one that waits."""
        with self._lock:
            self._waiting, self._asked = [], self._asked + 1

    @property
    def is_busy(self) -> bool:
        """Whether there is a job under way or waiting.

        >>> Worker(print).is_busy
        False
        """
        return self._thread is not None

    def wait(self, seconds: float = 60) -> None:
        """Return when there is nothing left to do.

        Raises:
            TimeoutError: there still is, after so many seconds.
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
