"""What the widgets share: the panel that each of them is, its controls, and work in a thread."""

from __future__ import annotations

import asyncio
import base64
import ctypes
import signal
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from weakref import WeakSet

from IPython import get_ipython
from IPython.display import display
from ipywidgets import Box, Button, DOMWidget, FloatProgress, Label, Text, ToggleButton

from c4lib._tools.interrupts import Interrupts
from c4lib._tools.progress import ANNOUNCE
from c4lib.plots.canvas import Drawing, render_png
from c4lib.widgets.picture import Draw, LivePicture

# -------------------------------------------------------------------- controls


def button(text: str, tooltip: str) -> Button:
    """A button; the tooltip is also what a screen reader says of a sign."""
    return Button(description=text, tooltip=tooltip)


def switch(text: str, tooltip: str, value: bool = False) -> ToggleButton:
    """A button that stays pressed until it is pressed again."""
    return ToggleButton(description=text, tooltip=tooltip, value=value)


def line(text: str = "", status: bool = False) -> Label:
    """A line of text; a screen reader says a `status` when it changes."""
    made = Label(text)
    if status:
        made.add_class("c4-status")
    return made


class Field(Text):
    """A field to type in, with a line for what is wrong with what was typed.

    Attributes:
        error: the line.

    >>> Field("moves", "the numbers of the columns", "3342").value
    '3342'
    """

    def __init__(self, text: str, tooltip: str, value: str) -> None:
        self.error = Label()
        self.error.add_class("c4-alert")
        super().__init__(value=value, description=text, tooltip=tooltip, continuous_update=False)

    def refuse(self, error: object) -> None:
        """Say what is wrong; what was typed stays there to be mended. With "" all is well."""
        self.error.value = str(error)
        if self.error.value:
            self.add_class("c4-wrong")
        else:
            self.remove_class("c4-wrong")


class Progress(FloatProgress):
    """A bar, hidden unless something is under way.

    >>> bar = Progress()
    >>> bar.show(0.5)
    >>> bar.value
    0.5
    """

    def __init__(self) -> None:
        super().__init__(max=1)
        hide(self)

    def show(self, share: float | None) -> None:
        """Show the share that is done, or hide the bar (None)."""
        self.value = share or 0
        hide(self, share is None)


def hide(widget: DOMWidget, is_away: bool = True) -> None:
    """Take a widget off the page, or bring it back."""
    widget.layout.display = "none" if is_away else None


# -------------------------------------------------------------------- what goes wrong


class Message(Label):
    """A line for what went wrong, in plain words, over the panel: it takes no room from pictures.

    >>> message = Message()
    >>> message.show("T must be a whole number")
    >>> message.value
    'T must be a whole number'
    """

    def __init__(self) -> None:
        super().__init__()
        self.add_class("c4-alert")
        self.show("")

    def show(self, text: object) -> None:
        """Show a text, or an exception's; nothing if it is empty."""
        self.value = str(text)
        hide(self, not self.value)

    @contextmanager
    def faults_shown(self) -> Iterator[None]:
        """Show what the user did wrong (ValueError), and go on; meanwhile, that code is compiled.

        Any other error is a fault of the widget: it is shown too, and raised again for the
        notebook's log and the tests.
        """
        # Without a token: in slices of the event loop each has a context of its own.
        before = ANNOUNCE.get()
        ANNOUNCE.set(self.show)
        try:
            yield
        except ValueError as error:
            self.show(error)
        except Exception as error:
            self.show(f"Something went wrong in the widget itself: {type(error).__name__}: {error}")
            raise
        finally:
            ANNOUNCE.set(before)


# -------------------------------------------------------------------- the panel

WITHOUT_KERNEL = """<style class="c4-still">
.jp-OutputArea-child:has(.c4-still) + * + .jp-OutputArea-child:has(.jupyter-widgets):not(:has(.c4-panel)) { display: none; }
</style>"""


class Panel(Box):
    """A widget of this package: controls and pictures, which a style sheet arranges.

    Readers without a kernel (a saved notebook, a page of a repository) see a picture of its state
    in its place.

    Args:
        look: the name of the widget in the style sheet.
        parts: by the names of their places there.
        keys: what each key does while the panel has the focus.

    Attributes:
        message: the line for errors.
    """

    def __init__(
        self,
        look: str,
        parts: Mapping[str, DOMWidget],
        keys: Mapping[str, Callable[[], object]] = {},
    ) -> None:
        self.message = Message()
        self._changing, self._depth = threading.RLock(), 0
        self._is_quiet = False  # whether values change without anything to be done
        grid = Box([_placed(*part) for part in {**parts, "message": self.message}.items()])
        grid.add_class("c4-grid")
        super().__init__([grid])
        self.add_class("c4-panel")
        self.add_class(f"c4-{look}")
        self._pictures = [one for one in all_within(grid) if isinstance(one, LivePicture)]
        for picture in self._pictures:
            picture.together, picture.heard = self.together, self._heard
        self._pictures[0].shortcuts = [*keys]
        self._pictures[0].on_key = lambda key: keys[key]()

    def _own_parts(self):
        """The controls and pictures among the attributes, by their names."""
        return {name: one for name, one in vars(self).items() if isinstance(one, DOMWidget)}

    def arrange(self, areas: str, columns: str, width: str | None = None) -> None:
        """Say where the parts stand, of a panel that the style sheet does not know; on a phone they wrap.

        Args:
            areas, columns: the grid of the parts, as CSS writes it.
            width: the largest; None: that of the page.
        """
        self.add_class("c4-wraps")
        grid = self.children[0].layout
        grid.grid_template_areas = areas
        grid.grid_template_columns = columns
        grid.max_width = width

    @abstractmethod
    def static_picture(self) -> bytes:
        """A picture of the present state, as a PNG file."""

    # ---------------------------------------------------------------- controls

    def on(self, control: DOMWidget, action: Callable[[], object]) -> None:
        """Have the `action` done when a button is pressed, or the value of a control changes.

        What is wrong with that (a ValueError) is shown.
        """

        def react(_):
            with self._heard():
                if not (self._is_quiet or control.disabled):
                    action()

        if isinstance(control, Button):
            control.on_click(react)
        else:
            control.observe(react, "value")

    def on_typed(self, field: Field, action: Callable[[str], object]) -> None:
        """The same for a field; what is wrong stands beside it."""

        def react(_):
            with self.together():
                if not self._is_quiet:
                    field.refuse("")
                    try:
                        action(field.value)
                    except ValueError as error:
                        field.refuse(error)

        field.observe(react, "value")

    def put(self, control: DOMWidget, value: object, **traits: object) -> None:
        """Show another value, and other options of a control, without doing anything.

        The value comes last, in a message of its own. Of several traits in one message the page
        takes any first; if that is a slider's value, it is cut to the old range and sent back.
        """
        with self.together():
            before, self._is_quiet = self._is_quiet, True
            try:
                for name, one in {**traits, "value": value}.items():
                    if getattr(control, name) != one:
                        setattr(control, name, one)
            finally:
                self._is_quiet = before
            if isinstance(control, Field):
                control.refuse("")

    @contextmanager
    def together(self) -> Iterator[None]:
        """Draw, and tell the page, once at the end; no other thread changes anything meanwhile."""
        with self._changing:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                if not self._depth:
                    for picture in self._pictures:
                        picture.tell()

    @contextmanager
    def _heard(self):
        """For what the user does."""
        with self.message.faults_shown(), self.together():
            if self._depth == 1:  # the outermost
                self.message.show("")
            yield

    # ---------------------------------------------------------------- in a notebook

    def outputs(self) -> list[dict[str, object]]:
        """What a notebook shows and keeps, by kind: a rule, a picture, and the live panel.

        The live panel hides the picture before it. In a notebook that is opened without its kernel
        there is no live panel, and the rule hides the error that stands in its place. One that is
        not trusted yet obeys no rule and shows no panel.
        """
        live = self._repr_mimebundle_()
        encoded = base64.b64encode(self.static_picture()).decode()
        return [
            {"text/html": WITHOUT_KERNEL, "text/plain": ""},
            {"image/png": encoded, "text/plain": repr(self)},
            {**live, "text/plain": ""},
        ]

    def _ipython_display_(self):
        _close_when_replaced(self)
        for output in self.outputs():
            display(output, raw=True)

    def close(self) -> None:
        """Take the panel off every page; in Python it can still be asked what it holds."""
        for widget in [self, *all_within(self)]:
            widget.layout.close()
            if widget.has_trait("style"):
                widget.style.close()
            DOMWidget.close(widget)


def _placed(name, part):
    """The part, with its place and class; a field together with the line for what is wrong."""
    placed = Box([part, part.error]) if isinstance(part, Field) else part
    placed.add_class(f"c4-is-{name}")
    placed.layout.grid_area = name
    return placed


def all_within(widget: DOMWidget) -> Iterator[DOMWidget]:
    """The widgets in a box, and in the boxes in it."""
    for child in getattr(widget, "children", ()):
        yield child
        yield from all_within(child)


# What each cell of the notebook has shown when it ran last, by cell, and what the one that runs now
# has shown.
_shown = {}
_shown_now = set()


def _close_when_replaced(panel):
    """Close a panel that is shown now when the cells that show it have run again without it.

    Otherwise its comms would keep it, with its whole search, until the kernel ends.
    """
    shell = get_ipython()
    if getattr(shell, "get_parent", dict)().get("msg_type") == "execute_request":  # a cell runs
        _shown_now.add(panel)
        _listen_to_interrupts()
        shell.events.register("post_run_cell", _close_replaced)  # a second time does nothing


def _close_replaced(result):
    cell, shell = result.info.cell_id, get_ipython()
    outputs = shell.user_ns["Out"]
    before, _shown[cell] = _shown.get(cell, set()), {*_shown_now}
    _shown_now.clear()
    for panel in before.difference(*_shown.values()) if cell else ():
        panel.close()
        for number in [number for number, value in outputs.items() if value is panel]:
            shell.drop_by_id({f"_{number}": outputs.pop(number)})  # Out[5] and _5 would keep it


def _listen_to_interrupts():
    """From now on an interrupt while no cell runs (the notebook's stop button) ends all searches,
    and the second one a player who comes to no end.

    A kernel ignores it then. While a cell runs it has a handler of its own, which ends the cell;
    this one waits for that.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.SIG_IGN:
        signal.signal(signal.SIGINT, interrupt)
    elif handler is signal.default_int_handler:
        asyncio.get_running_loop().call_later(0.1, _listen_to_interrupts)


def interrupt(*signal_and_frame: object) -> None:
    """Ends what runs in slices, and jobs that were interrupted before.

    >>> before = Interrupts.count
    >>> interrupt()
    >>> Interrupts.count - before
    1
    """
    Interrupts.count += 1
    for worker in WORKERS:
        worker.interrupt()


def still_picture(
    width: float, height: float, parts: Mapping[tuple, Draw], lines: Iterable[tuple]
) -> bytes:
    """A picture of several parts and lines of text, for readers without a kernel, as a PNG file.

    Args:
        width, height: in inches.
        parts: what draws each part, by its left, bottom, width and height, as shares of the
            picture.
        lines: the left end, height and size of each, in tenths of an inch, and its text. The first
            is bold. A long one is written smaller, so that it ends before the right border.

    >>> still_picture(3, 1, {}, [(2, 5, 2, "Nothing to be seen")])[1:4]
    b'PNG'
    """

    def draw_all(ax):
        drawing = Drawing.within(ax, 0, 10 * width, 0, 10 * height)
        for number, (x, y, size, text) in enumerate(lines):
            weight = "normal" if number else "bold"
            drawing.write(x, y, text, size, room=10 * width - x - 2, ha="left", weight=weight)
        for box, draw in parts.items():
            draw(ax.figure.add_axes(box))

    return render_png(width, height, draw_all, dpi=90)


# -------------------------------------------------------------------- work in a thread

Work = Callable[[object], Generator[float | None, bool, object]]
WORKERS = WeakSet()  # all that there are


class Worker:
    """Does one job after the other beside the page; of those that wait, only the newest.

    A slider that is dragged asks for more than can be done, and nobody needs what it asked for
    before. The work is done in a thread; where none can be started, as in a browser, in slices of
    the event loop; and without such a loop at once.

    Args:
        work: called with a job, a generator. Where it yields it may be told to end: it is sent
            True if there is a newer job, or `stop` was called. What it yields is how many seconds
            it pauses, if any.

    >>> def work(job):
    ...     done.append(job)
    ...     is_unwanted = yield
    >>> done, worker = [], Worker(work)
    >>> worker.ask("a picture")
    >>> worker.wait()
    >>> done
    ['a picture']
    """

    def __init__(self, work: Work) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._thread = None
        self._steps = None  # of the work under way
        self._waiting = []  # the newest job, if it was not begun yet
        self._asked = 0  # how many jobs and stops there were
        self._interrupts = 0  # of the job under way
        self._error = None
        WORKERS.add(self)

    def ask(self, job: object) -> None:
        """Have this job done as soon as the one under way, which is told to end, has returned."""
        with self._lock:
            self._waiting, self._asked = [job], self._asked + 1
            is_idle = self._steps is None
            if is_idle:
                self._steps = self._all_steps()
        if is_idle:
            self._begin()

    def stop(self) -> None:
        """Tell the job under way to end, and forget the one that waits."""
        with self._lock:
            self._waiting, self._asked = [], self._asked + 1

    def interrupt(self) -> None:
        """Break off the job under way, unless this is the first time: it may look at `Interrupts`."""
        self._interrupts += 1
        thread = self._thread
        if thread is not None and self._interrupts > 1:
            error = ctypes.py_object(KeyboardInterrupt)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), error)

    def wait(self, seconds: float = 60) -> None:
        """Return when there is nothing left to do.

        Raises:
            TimeoutError: there is, after so many seconds.
            Exception: what the last job raised.
        """
        thread = self._thread
        if thread is None:
            self._go()  # what the event loop would do later
        elif thread is not threading.current_thread():
            thread.join(seconds)
            if thread.is_alive():
                raise TimeoutError(f"the work took longer than {seconds} s")
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _begin(self):
        """Have the steps done."""
        self._thread = threading.Thread(target=self._go, daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # there are no threads here
            self._thread = None
            try:
                asyncio.get_running_loop().call_soon(self._go_in_slices)
            except RuntimeError:
                self._go()

    def _go(self):
        for pause in self._steps or ():
            time.sleep(pause)

    def _go_in_slices(self):
        pause = next(self._steps or iter(()), None)
        if pause is not None:
            asyncio.get_running_loop().call_later(pause, self._go_in_slices)

    def _all_steps(self):
        """All that there is to do, step by step: the seconds to pause after each."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._steps = self._thread = None
                    return
                job, number = self._waiting.pop(), self._asked
                self._interrupts = 0
            try:
                work = self._work(job)
                pause = next(work)
                while True:
                    yield pause or 0
                    pause = work.send(self._asked != number)
            except StopIteration:
                pass
            except BaseException as error:  # a fault: the widget shows it, the next `wait` raises
                self._error = error
