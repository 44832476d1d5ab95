"""The panel that every widget is: its parts, what they do, and what a notebook shows of it."""

from __future__ import annotations

import base64
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from IPython.display import display
from ipywidgets import Box, Button, DOMWidget

from c4lib.widgets.cells import close_when_replaced
from c4lib.widgets.controls import Field, Message
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.stills import WITHOUT_KERNEL


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
        self._changing = threading.RLock()
        self._depth = 0  # how many `together` are under way, one in the other
        self._is_quiet = False  # whether values change without anything to be done
        everything = {**parts, "message": self.message}
        grid = Box([_placed(name, part) for name, part in everything.items()])
        grid.add_class("c4-grid")
        super().__init__([grid])
        self.add_class("c4-panel")
        self.add_class(f"c4-{look}")
        self._pictures = [part for part in all_within(grid) if isinstance(part, LivePicture)]
        for picture in self._pictures:
            picture.together = self.together
            picture.heard = self._heard
        first = self._pictures[0]
        first.shortcuts = [*keys]
        first.on_key = lambda key: keys[key]()

    def _own_parts(self):
        """The controls and pictures among the attributes, by their names."""
        return {name: part for name, part in vars(self).items() if isinstance(part, DOMWidget)}

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
            before = self._is_quiet
            self._is_quiet = True
            try:
                for name, new in {**traits, "value": value}.items():
                    if getattr(control, name) != new:
                        setattr(control, name, new)
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

        A notebook that is not trusted yet obeys no rule and shows no panel.
        """
        live = self._repr_mimebundle_()
        encoded = base64.b64encode(self.static_picture()).decode()
        return [
            {"text/html": WITHOUT_KERNEL, "text/plain": ""},
            {"image/png": encoded, "text/plain": repr(self)},
            {**live, "text/plain": ""},
        ]

    def _ipython_display_(self):
        close_when_replaced(self)
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
