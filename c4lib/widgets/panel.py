"""What the widgets share: the panel that each of them is, its controls and live pictures, and work
in a thread.
"""

from __future__ import annotations

import asyncio
import base64
import math
import signal
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files

from anywidget import AnyWidget
from IPython import get_ipython
from IPython.core.interactiveshell import ExecutionResult
from IPython.display import display
from matplotlib.axes import Axes
from traitlets import Dict, List, Unicode

from c4lib._tools import ANNOUNCE, interrupt_searches
from c4lib.plots.canvas import Drawing, Element, Scene, outline, render_png
from c4lib.plots.words import exploration_constant

Box = tuple[float, float, float, float]  # left, bottom, width and height, as shares of the picture
Line = tuple[
    float, float, float, str
]  # of text: left end, height, largest font size, in tenths of an inch; the text
Draw = Callable[[Axes | Scene], object]

# -------------------------------------------------------------------- the parts of a panel


class Part:
    """A part of a panel, with a state that the page shows.

    Args:
        state: what the page needs to know to show it, see widgets/panel.js.

    Attributes:
        state: as it is now.
    """

    kind = ""

    def __init__(self, **state: object) -> None:
        self.state = {"kind": self.kind, "hidden": False} | state
        self._changed: dict[str, object] = {}
        self._tell: Callable[[], object] = lambda: None  # the page, once there is one

    def set(self, **state: object) -> None:
        """Change some of the state, and tell the page.

        >>> text = Text("Nothing yet")
        >>> text.set(hidden=True)
        >>> text.state
        {'kind': 'text', 'hidden': True, 'text': 'Nothing yet', 'role': None}
        """
        changed = {
            name: value for name, value in state.items() if self.state.get(name, self) != value
        }
        if changed:
            self.state |= changed
            self._changed |= changed
            self._tell()

    def whole(self) -> dict[str, object]:
        """The state, for a page that knows nothing of it."""
        return self.state

    def news(self) -> dict[str, object]:
        """What has changed since the last time."""
        changed, self._changed = self._changed, {}
        return changed

    def hear(self, message: Mapping[str, object]) -> None:
        """Do what the user of the page asks for."""


class Text(Part):
    """A line of text; with `role="status"` a screen reader says it when it changes.

    >>> Text("Start").value
    'Start'
    """

    kind = "text"

    def __init__(self, text: str = "", role: str | None = None) -> None:
        super().__init__(text=text, role=role)

    @property
    def value(self) -> str:
        return self.state["text"]

    @value.setter
    def value(self, text: str) -> None:
        self.set(text=text)


class Message(Text):
    """A line for what went wrong, in plain words; it takes no room as long as it is empty.

    >>> message = Message()
    >>> message.show("T must be a whole number")
    >>> message.value
    'T must be a whole number'
    """

    def __init__(self) -> None:
        super().__init__(role="alert")
        self.clear()

    def show(self, text: object) -> None:
        """Show a text, or an exception's."""
        self.set(text=str(text), hidden=False)

    def clear(self) -> None:
        """Show nothing."""
        self.set(text="", hidden=True)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """For what the user does: an error is shown as by `faults_shown`, and what is done right
        clears the line.
        """
        with self.faults_shown():
            yield
            self.clear()

    @contextmanager
    def faults_shown(self) -> Iterator[None]:
        """Show what the user did wrong (ValueError), and go on; meanwhile, that the search is
        compiled, if it is.

        Any other error is a fault of the widget: it is shown too, and raised again for the
            notebook's log and the tests.
        """
        announced = ANNOUNCE.set(lambda text: self.show(text) if text else self.clear())
        try:
            yield
        except ValueError as error:
            self.show(error)
        except Exception as error:
            self.show(f"Something went wrong in the widget itself: {type(error).__name__}: {error}")
            raise
        finally:
            ANNOUNCE.reset(announced)


class Button(Part):
    """A button that calls `action` when it is pressed.

    >>> Button("Undo", "Take the last move back", lambda: print("undone")).click()
    undone
    """

    kind = "button"

    def __init__(
        self, text: str, label: str, action: Callable[[], object], **state: object
    ) -> None:
        super().__init__(text=text, label=label, disabled=False, **state)
        self._action = action

    def click(self) -> None:
        """Press it."""
        if not self.state["disabled"]:
            self._action()

    def hear(self, message: Mapping[str, object]) -> None:
        for _ in range(message["times"]):
            self.click()


class Switch(Button):
    """A button that stays pressed until it is pressed again, and calls `action` after every change.

    >>> switch = Switch("Exact", "Show exact results", False, lambda: print("now", switch.value))
    >>> switch.click()
    now True
    """

    def __init__(self, text: str, label: str, value: bool, action: Callable[[], object]) -> None:
        super().__init__(text, label, self._turn, pressed=value)
        self._changed_value = action

    @property
    def value(self) -> bool:
        return self.state["pressed"]

    @value.setter
    def value(self, value: bool) -> None:
        if value != self.value:
            self.set(pressed=value)
            self._changed_value()

    def _turn(self) -> None:
        self.value = not self.value


class PlayButton(Switch):
    """A button that plays: as long as it is pressed, the page asks for `action` again and again.

    Args:
        every: milliseconds between two times.

    >>> player = PlayButton("▶", "Play", 1000, lambda: print("on"))
    >>> player.value = True
    >>> player.hear({"do": "tick", "times": 3})  # what was asked for in the meantime is one time
    on
    """

    def __init__(self, text: str, label: str, every: int, action: Callable[[], object]) -> None:
        super().__init__(text, label, False, lambda: None)
        self.set(every=every)
        self._play = action

    def hear(self, message: Mapping[str, object]) -> None:
        if message["do"] != "tick":
            super().hear(message)
        elif self.value:
            self._play()


class Menu(Part):
    """A list to choose from; `action` is called after every change.

    Args:
        text, label: what stands beside it, and what is told about it.
        options: (text, value) pairs.
        value: the value to begin with.

    Attributes:
        options: as given, or shown last.
        value: the value that is chosen; setting it does what choosing it does.

    Raises:
        ValueError: the value is none of the options; nothing changes.

    >>> speed = Menu("speed", "How fast it plays", {"slow": 4, "fast": 1}.items(), 4, lambda: print(speed.value))
    >>> speed.value = 1
    1
    """

    kind = "menu"

    def __init__(
        self,
        text: str,
        label: str,
        options: Iterable[tuple[str, object]],
        value: object,
        action: Callable[[], object],
    ) -> None:
        self.options = tuple(options)
        super().__init__(
            text=text, label=label, options=[text for text, _ in self.options], index=0
        )
        self._action = action
        self.set(index=self._index(value))

    def _index(self, value: object) -> int:
        for index, (_, option) in enumerate(self.options):
            if option == value:
                return index
        texts = ", ".join(text for text, _ in self.options)
        raise ValueError(f"{self.state['text']} must be one of {texts}, not {value!r}")

    @property
    def value(self) -> object:
        return self.options[self.state["index"]][1]

    @value.setter
    def value(self, value: object) -> None:
        self._choose(self._index(value))

    def show(self, value: object, options: Iterable[tuple[str, object]] | None = None) -> None:
        """Show another value, of other options if there are any, without doing anything.

        >>> wins = Slider("wins", "how many", [("0", 0), ("1", 1)], 1, print)
        >>> wins.show(2, [("0", 0), ("1", 1), ("2", 2)])
        >>> wins.value, wins.state["options"]
        (2, ['0', '1', '2'])
        """
        if options is not None:
            self.options = tuple(options)
        self.set(options=[text for text, _ in self.options], index=self._index(value))

    def _choose(self, index: int) -> None:
        if index != self.state["index"]:
            self.set(index=index)
            self._action()

    def hear(self, message: Mapping[str, object]) -> None:
        self._choose(min(message["value"], len(self.options) - 1))  # there may be fewer by now


class Slider(Menu):
    """The same as a slider.

    >>> Slider.through("seed", "the same seed gives the same tree", range(100), 7, print).value
    7
    """

    kind = "slider"

    @classmethod
    def through(
        cls,
        text: str,
        label: str,
        steps: Iterable,
        value: object,
        action: Callable[[], object],
        name: Callable = str,
    ) -> Slider:
        """A slider with these `steps` and the `value` to begin with, which a slider with even steps
        would round.

        >>> Slider.through("playouts", "how many", (10, 1000), 30, print, "{:,}".format).options
        (('10', 10), ('30', 30), ('1,000', 1000))
        """
        return cls(
            text, label, ((name(step), step) for step in sorted({*steps, value})), value, action
        )


def c_slider(c: float, action: Callable[[], object]) -> Slider:
    """A slider for the exploration constant, from 0 to 3, by way of the square root of 2.

    >>> dict(c_slider(1, print).options)["√2"]
    1.4142135623730951
    """
    steps = (math.sqrt(2), *(step / 20 for step in range(61)))
    label = "exploration constant"
    return Slider.through("c", label, steps, c, action, lambda c: exploration_constant(c, ".2f"))


def prior_slider(
    prior: int,
    action: Callable[[], object],
    label: str = "every node starts with T wins in 2T visits",
) -> Slider:
    """A slider for T, from 0 to 20.

    >>> prior_slider(3, print).value
    3
    """
    return Slider.through("T", label, range(21), prior, action)


class Scale(Part):
    """A slider over whole numbers, from 0 to as far as there is something to see.

    >>> scale = Scale("", "the step", lambda: print("at", scale.value))
    >>> scale.show(3, last=240)
    >>> scale.hear({"value": 8})
    at 8
    """

    kind = "slider"

    def __init__(self, text: str, label: str, action: Callable[[], object]) -> None:
        super().__init__(text=text, label=label, options=None, index=0, last=0)
        self._action = action

    @property
    def value(self) -> int:
        return self.state["index"]

    @value.setter
    def value(self, value: int) -> None:
        self.hear({"value": value})

    def show(self, value: int, last: int) -> None:
        """Show another value, and how far it goes, without doing anything."""
        self.set(index=value, last=last)

    def hear(self, message: Mapping[str, object]) -> None:
        if message["value"] != self.value:
            self.set(index=message["value"])
            self._action()


class Field(Part):
    """A field to type in; a mistake is told below it, and stays there to be mended.

    Args:
        text, label: what stands beside it, and what is told about it.
        value: what it shows to begin with.
        action: called with what was typed; a ValueError says what is wrong with it.
        size: room for so many letters.

    >>> field = Field("seed", "a whole number", "0", lambda text: print(int(text)))
    >>> field.value = "7"
    7
    >>> field.value = "x"
    >>> field.state["error"], field.value
    ("invalid literal for int() with base 10: 'x'", 'x')
    """

    kind = "field"

    def __init__(
        self, text: str, label: str, value: str, action: Callable[[str], object], size: int = 6
    ) -> None:
        super().__init__(text=text, label=label, value=value, error="", size=size)
        self._action = action

    @property
    def value(self) -> str:
        return self.state["value"]

    @value.setter
    def value(self, text: str) -> None:
        if text == self.value:
            return
        self.set(value=text)
        try:
            self._action(text)
        except ValueError as error:
            self.set(value=text, error=str(error))
        else:
            self.set(error="")

    def show(self, text: str) -> None:
        """Show what is true now, without doing anything; what was typed wrong is gone."""
        self.set(value=text, error="")

    def hear(self, message: Mapping[str, object]) -> None:
        self.value = message["value"]


class Progress(Part):
    """A bar, hidden unless something is under way."""

    kind = "progress"

    def __init__(self) -> None:
        super().__init__(share=0, hidden=True)

    def show(self, share: float | None) -> None:
        """Show the share that is done, or hide the bar (None)."""
        self.set(share=share or 0, hidden=share is None)


class Picture(Part):
    """A live picture, drawn by the same functions as a figure; of a change only what differs goes
    to the page.

    Args:
        proportion: its width, divided by its height, for drawings that fill it.
        action: called with the name of a spot that is clicked.

    Attributes:
        scene: what it shows.

    >>> from c4lib import Board, plot_board
    >>> picture = Picture()
    >>> picture.show(lambda scene: plot_board(Board(), ax=scene), "an empty board")
    >>> picture.texts
    ['0', '1', '2', '3', '4', '5', '6']
    """

    kind = "picture"

    def __init__(
        self, proportion: float = 1, action: Callable[[object], object] = lambda name: None
    ) -> None:
        super().__init__(label="", height=0, old=False)
        self._proportion, self._action = proportion, action
        self._draw: Draw | None = None
        self._scene = self._known = Scene(proportion)

    def show(self, draw: Draw, label: str) -> None:
        """Show what a function draws; `label` says what is to be seen. It is drawn when the page is
        told.
        """
        self._draw = draw
        self.set(label=label)
        self._tell()

    @property
    def scene(self) -> Scene:
        if self._draw is not None:
            draw, self._draw = self._draw, None
            scene = Scene(self._proportion)
            draw(scene)
            self._scene = scene
            if self.state["height"] != scene.height:
                self.state["height"] = self._changed["height"] = (
                    scene.height
                )  # goes with the elements
        return self._scene

    @property
    def texts(self) -> list[str]:
        """All that is written in it."""
        return [words[1] for _, kind, _, words in self.scene.elements.values() if kind == "text"]

    @property
    def spots(self) -> dict[object, str]:
        """What can be clicked, by name, with what a screen reader says of it."""
        return {
            words[0]: words[1]
            for _, kind, _, words in self.scene.elements.values()
            if kind == "spot"
        }

    def click(self, name: object) -> None:
        """Click the spot of this name."""
        self._action(name)

    def whole(self) -> dict[str, object]:
        elements = self.scene.elements  # which may change the state
        return self.state | {"elements": elements}

    def news(self) -> dict[str, object]:
        scene, known = self.scene, self._known.elements
        self._known = scene
        changes = {name: one for name, one in scene.elements.items() if known.get(name) != one}
        gone = [name for name in known if name not in scene.elements]
        return super().news() | ({"set": changes, "gone": gone} if changes or gone else {})

    def hear(self, message: Mapping[str, object]) -> None:
        self.click(message["name"])


# -------------------------------------------------------------------- the panel

WITHOUT_KERNEL = """<style class="c4-still">
.jp-OutputArea-child:has(.c4-still) + * + .jp-OutputArea-child:has(.jupyter-widgets):not(:has(.c4-panel)) { display: none; }
</style>"""


class Panel(AnyWidget):
    """A widget of this package: parts, which a style sheet arranges, and a line for what goes
    wrong.

    Readers without a kernel (a saved notebook, a page of a repository) see a picture of its state
    in its place.

    Args:
        look: the name of the widget in the style sheet.
        parts: by the names of their places there; those that are attributes need not be given.
        shortcuts: what each key does while the panel has the focus.

    Attributes:
        message: the line for errors.
    """

    _esm = (files("c4lib.widgets") / "panel.js").read_text(encoding="utf-8")
    _css = (files("c4lib.widgets") / "style.css").read_text(encoding="utf-8")
    look = Unicode().tag(sync=True)
    page = Dict().tag(sync=True, to_json=lambda _, panel: panel._whole())
    shortcuts = List().tag(sync=True)

    def __init__(
        self,
        look: str,
        parts: Mapping[str, Part] = {},
        shortcuts: Mapping[str, Callable[[], object]] = {},
    ) -> None:
        self.message = Message()
        own = {name: part for name, part in vars(self).items() if isinstance(part, Part)}
        self._parts = {**own, **parts}
        self._actions, self._letters = shortcuts, set()
        self._changing, self._depth = threading.RLock(), 0
        self._is_seen = False  # whether there is a page to be told of changes
        self._answer: dict[
            str, object
        ] = {}  # to what the page has asked last, goes with the next news
        super().__init__(look=look, shortcuts=[*shortcuts])
        for part in self._parts.values():
            part._tell = self._changed
        self.on_msg(self._heard)

    @abstractmethod
    def static_picture(self) -> bytes:
        """A picture of the present state, as a PNG file."""

    def outputs(self) -> list[dict[str, object]]:
        """What a notebook shows and keeps, by kind: a rule, a picture, and the live panel.

        The live panel hides the picture before it. In a notebook that is opened without its kernel
        there is no live panel, and the rule hides the error that stands in its place. One that is
        not trusted yet obeys no rule and shows no panel.
        """
        live, _ = self._repr_mimebundle_()
        encoded = base64.b64encode(self.static_picture()).decode()
        return [
            {"text/html": WITHOUT_KERNEL, "text/plain": ""},
            {"image/png": encoded, "text/plain": repr(self)},
            {**live, "text/plain": ""},
        ]

    def _ipython_display_(self) -> None:
        _close_when_replaced(self)
        for output in self.outputs():
            display(output, raw=True)

    def close(self) -> None:
        """Take the panel off every page; in Python it can still be asked what it holds."""
        self.layout.close()
        super().close()

    # ---------------------------------------------------------------- telling the page

    @contextmanager
    def together(self) -> Iterator[None]:
        """Tell the page at the end, and at once, of all that is changed in between; no other thread
        changes anything.
        """
        with self._changing:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                self._changed()

    def _changed(self) -> None:
        with self._changing:
            if self._is_seen and not self._depth:
                news = {
                    name: changes for name, part in self._parts.items() if (changes := part.news())
                }
                if news or self._answer:
                    elements = [
                        one for changes in news.values() for one in changes.get("set", {}).values()
                    ]
                    answer, self._answer = self._answer, {}
                    self.send({"parts": news, "letters": self._new_letters(elements), **answer})

    def _whole(self) -> dict[str, object]:
        with self._changing:
            parts = {name: part.whole() for name, part in self._parts.items()}
            elements = [
                one for state in parts.values() for one in state.get("elements", {}).values()
            ]
            self._letters.clear()
            return {"parts": parts, "letters": self._new_letters(elements)}

    def _new_letters(self, elements: Iterable[Element]) -> dict[str, tuple[str, float]]:
        """The outlines of the letters that the page has not got yet, by weight and letter."""
        found = {
            (words[2], sign)
            for _, kind, _, words in elements
            if kind == "text"
            for sign in words[1]
        }
        new = found - self._letters
        self._letters |= new
        return {weight[0] + sign: outline(sign, weight) for weight, sign in sorted(new)}

    # ---------------------------------------------------------------- what the page says

    def _heard(self, _: object, message: Mapping[str, object], buffers: object) -> None:
        with self.message.faults_shown(), self.together():
            self._answer = {"heard": message["number"]}
            if message["do"] == "hello":
                self._is_seen = True
                for part in self._parts.values():
                    part.news()
                self._answer |= self._whole()
            elif message["do"] == "key":
                for _ in range(message["times"]):
                    self._actions[message["key"]]()
            else:
                self._parts[message["part"]].hear(message)


# What each cell of the notebook has shown when it ran last, by cell, and what the one that runs now
# has shown.
_shown: dict[str, set[Panel]] = {}
_shown_now: set[Panel] = set()


def _close_when_replaced(panel: Panel) -> None:
    """Close a panel that is shown now when the cells that show it have run again and show something
    else.

    Otherwise its comm would keep it, with its whole search, until the kernel ends.
    """
    shell = get_ipython()
    if getattr(shell, "get_parent", dict)().get("msg_type") == "execute_request":  # a cell runs
        _shown_now.add(panel)
        _listen_to_interrupts()
        shell.events.register(
            "post_run_cell", _close_replaced
        )  # which does nothing the second time


def _close_replaced(result: ExecutionResult) -> None:
    cell, shell = result.info.cell_id, get_ipython()
    outputs = shell.user_ns["_oh"]
    before, _shown[cell] = _shown.get(cell, set()), {*_shown_now}
    _shown_now.clear()
    for panel in before.difference(*_shown.values()) if cell else ():
        panel.close()
        for number in [number for number, value in outputs.items() if value is panel]:
            shell.drop_by_id({f"_{number}": outputs.pop(number)})  # Out[5] and _5


def _listen_to_interrupts() -> None:
    """From now on an interrupt while no cell runs (the notebook's stop button) ends the searches of
    all panels.

    A kernel ignores it then. While a cell runs it has a handler of its own, which ends the cell;
    this one waits for that.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda number, frame: interrupt_searches())
    elif handler is signal.default_int_handler:
        asyncio.get_running_loop().call_later(0.1, _listen_to_interrupts)


def still_picture(
    width: float, height: float, parts: Mapping[Box, Draw], lines: Iterable[Line]
) -> bytes:
    """A picture of several parts and lines of text, for readers without a kernel, as a PNG file.

    Args:
        width, height: in inches.
        parts: what draws each part, by the box of it.
        lines: the first is bold. A long one is written smaller, so that it ends before the right
            border.

    >>> still_picture(3, 1, {}, [(2, 5, 2, "Nothing to be seen")])[1:4]
    b'PNG'
    """

    def draw_all(ax: Axes) -> None:
        drawing = Drawing.within(ax, 0, 10 * width, 0, 10 * height)
        for number, (x, y, size, text) in enumerate(lines):
            weight = "normal" if number else "bold"
            room = 10 * width - x - 2
            drawing.write(x, y, text, size, room=room, ha="left", weight=weight)
        for box, draw in parts.items():
            draw(ax.figure.add_axes(box))

    return render_png(width, height, draw_all, dpi=90)


# -------------------------------------------------------------------- work in a thread


class Worker:
    """Does one job after the other in a thread of its own; of those that wait, only the newest.

    A slider that is dragged asks for more than can be done, and nobody needs what it asked for
    before.

    Args:
        work: called as `work(job, is_unwanted)`; it asks from time to time whether it
            `is_unwanted()`, because there is a newer job or `stop` was called, and then returns
            early.

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
            except (
                BaseException
            ) as error:  # a fault: shown by the widget, raised by the next `wait`
                self._error = error
