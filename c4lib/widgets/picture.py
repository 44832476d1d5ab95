"""A live picture in the page: what a drawing holds, of which the page is told what has changed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from importlib.resources import files

from anywidget import AnyWidget
from traitlets import Bool, Dict, Int, List, Unicode

from c4lib.plots.canvas import Drawing, Scene

Draw = Callable[[Drawing], object]


def _text_of(name: str) -> str:
    """The text of a file beside this one."""
    return (files("c4lib.widgets") / name).read_text(encoding="utf-8")


# Of a picture alone, as pages without widgets have it.
SCRIPT = _text_of("picture.js")
STYLE = _text_of("style.css")


class LivePicture(AnyWidget):
    """A picture in the page, drawn by the same functions as a figure, with places to click.

    Args:
        action: called with the name of the place that is clicked.
        proportion: its width, divided by its height, for drawings that fill it.

    Attributes:
        label: what a screen reader says of it.
        old: whether it is shown pale, because a newer one is under way.
        moves: whether the page that shows it wants to see movement; False without a page.
        every: after how many milliseconds the page asks for `on_tick`, again and again; 0: never.
        shortcuts: the keys that it takes for its panel, see `Panel`.
        stamp: what was given to `show` with the picture in which a place was clicked.

    >>> from c4lib import Board
    >>> from c4lib.plots.board import draw_game
    >>> picture = LivePicture(action=print)
    >>> picture.show(lambda scene: draw_game(scene, Board()), "an empty board")
    >>> picture.texts, picture.spots[3]
    (['0', '1', '2', '3', '4', '5', '6'], 'column 3')
    >>> picture.click(3)
    3
    """

    _esm = f"{SCRIPT}\n{_text_of('panel.js')}"
    _css = f"{STYLE}\n{_text_of('panels.css')}"
    whole = Dict().tag(sync=True, to_json=lambda _, picture: picture._whole())
    label = Unicode()
    old = Bool().tag(sync=True)
    every = Int().tag(sync=True)
    shortcuts = List(default_value=None, allow_none=True).tag(sync=True)

    def __init__(
        self, action: Callable[[object], object] = lambda name: None, proportion: float = 1
    ) -> None:
        self.action = action
        self.on_tick = lambda: None
        self.on_key = lambda key: None
        # For what belongs together, and for what the page asks for; a panel sets its own.
        self.together = self._alone
        self.heard = self._alone
        self.stamp = None
        self._proportion = proportion
        self._shown = None  # the newest stamp
        self._draw = None
        self._scene = Scene(proportion)
        self._known = {}  # the elements that the page has
        self._is_seen = False  # whether there is a page
        self._is_new = False  # whether something was shown that the page does not know
        self.moves = False
        super().__init__()
        self.add_class("c4-picture")
        self.on_msg(self._listen)

    # ---------------------------------------------------------------- what it shows

    def show(self, draw: Draw, label: str, stamp: object = None) -> None:
        """Show what a function draws; it is drawn when the page is told, or when somebody asks."""
        with self.together():
            self._draw = draw
            self._shown = stamp
            self._is_new = True
            self.label = label

    @property
    def scene(self) -> Scene:
        """What it shows."""
        if self._draw is not None:
            draw = self._draw
            self._draw = None
            scene = Scene(self._proportion)
            draw(scene)
            self._scene = scene
        return self._scene

    @property
    def texts(self) -> list[str]:
        """All that is written in it."""
        return [words[1] for _, kind, _, words in self.scene.elements.values() if kind == "text"]

    @property
    def spots(self) -> dict[object, str]:
        """What can be clicked, by name, with what a screen reader says of it."""
        scene = self.scene
        words = [words for _, kind, _, words in scene.elements.values() if kind == "spot"]
        return {scene.names[key]: label for key, label in words}

    def click(self, name: object) -> None:
        """Do what a click on the place of this name does."""
        with self.heard():
            self.stamp = self._shown
            self.action(name)

    # ---------------------------------------------------------------- telling the page

    @contextmanager
    def _alone(self):
        yield
        self.tell()

    def tell(self) -> None:
        """Tell the page, if there is one, what has changed."""
        if self._is_seen and self._is_new:
            self.send(self.change())

    def change(self) -> dict[str, object]:
        """What has changed since the last time: elements that differ, and names of those gone."""
        elements = self.scene.elements
        known = self._known
        self._known = elements
        self._is_new = False
        return self._about() | {
            "set": {key: new for key, new in elements.items() if known.get(key) != new},
            "gone": [key for key in known if key not in elements],
        }

    def _whole(self):
        return self._about() | {"set": self.scene.elements, "gone": []}

    def _about(self):
        return {"height": self.scene.height, "label": self.label, "stamp": self._shown}

    # ---------------------------------------------------------------- what the page says

    def _listen(self, _, message, buffers):
        if message["do"] == "hello":
            with self.together():
                self._is_seen = True
                self.moves = message.get("moves", False)
                self._known = {}
                self.send(self.change() | {"whole": True})
        elif message["do"] == "ask":  # whether anybody is here
            self.send({"answered": "ask"})
        else:
            try:
                with self.heard():
                    self._do(**message)
            finally:
                self.send({"answered": True})

    def _do(self, do, name="", stamp=None, key="", times=1):
        """What the user has done: clicked, let it play, or pressed a key so many times."""
        if do == "tick":
            self.on_tick()
        elif do == "key":
            for _ in range(times):
                self.on_key(key)
        elif name in self.scene.names:  # it may be gone by now
            self.stamp = stamp
            self.action(self.scene.names[name])
