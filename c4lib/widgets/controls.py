"""The controls of the widgets, and the line for what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ipywidgets import Box, Button, DOMWidget, FloatProgress, Label, Text, ToggleButton

from c4lib._tools.progress import ANNOUNCE


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


def info_switch() -> ToggleButton:
    """A switch that shows and hides the `info_note` of its panel.

    >>> info_switch().tooltip
    'What the numbers mean'
    """
    return switch("ⓘ", "What the numbers mean")


def info_note(paragraphs: Iterable[str]) -> Box:
    """A note of these paragraphs; it lies over the panel while the switch is on (style sheet).

    >>> len(info_note(["A mean is wins / visits.", "N counts visits."]).children)
    2
    """
    return Box([line(text) for text in paragraphs])
