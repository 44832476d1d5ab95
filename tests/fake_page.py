"""A panel with a control of every kind, and a page without a browser that says what a user would do with a panel."""

from c4lib.widgets.controls import Field, Progress, button, line, switch
from c4lib.widgets.panel import Panel
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.sliders import IntStepSlider


class ExamplePanel(Panel):
    """A panel with a control of every kind, and a list of what was done with them."""

    def __init__(self):
        self.done = []
        self.words, self.progress, self.picture = line("Start", status=True), Progress(), LivePicture(self.do)
        self.go, self.switch = button("Go", "Do something"), switch("On", "Turn it on")
        self.slider = IntStepSlider(range(101), str, 7, description="c", tooltip="a constant")
        self.field = Field("seed", "a whole number", "0")
        self.draw("A")
        parts = {
            "sentence": self.words, "go": self.go, "switch": self.switch, "slider": self.slider, "field": self.field,
            "progress": self.progress, "picture": self.picture,
        }  # fmt: skip
        keys = dict.fromkeys(["ArrowRight", "PageDown"], lambda: self.do("on"))
        super().__init__("example", parts, {**keys, "b": lambda: self.put(self.field, "bad")})
        self.on(self.go, lambda: self.do("pressed"))
        for control in (self.switch, self.slider):
            self.on(control, lambda control=control: self.do(control.value))
        self.on_typed(self.field, lambda text: self.do(int(text)))

    def do(self, what):
        if what == "refused":
            raise ValueError("this is not allowed")
        if what == "broken":
            raise ZeroDivisionError("a planted fault")
        self.done.append(what)

    def draw(self, text, x=1, others=0, height=2, stamp=None, ball="ball"):
        """Draw a ball with a key and a text, a place to click, and other circles."""

        def drawn(drawing):
            drawing.limit(0, 4, 0, height)
            drawing.circles([(x, 1)], 0.5, "#000000", 3, keys=[ball])
            drawing.circles([(3, 0.5 + number / 10) for number in range(others)], 0.1, "#FF0000", 3)
            drawing.write(3, 1.5, text, 0.5)
            drawing.spots([(0, 0, 1, 1)], [("take", 1)], ["the left corner"])

        self.picture.show(drawn, f"a ball and {text}", stamp)

    def static_picture(self):
        return b"a picture"


class FakePage:
    """The page of a panel, or of a live picture alone.

    Args:
        shown: which tells this page of changes, and no other, from now on.

    Attributes:
        messages: what it was told since it said hello, in order: (picture, message) of each.
        whole: what it was told then, by picture.
    """

    def __init__(self, shown):
        self.messages, self.whole = [], {}
        self.pictures = shown._pictures if isinstance(shown, Panel) else [shown]
        for picture in self.pictures:
            picture.send = lambda message, picture=picture: self.messages.append((picture, message))
            self.say(picture, do="hello")
            self.whole[picture] = self.messages.pop()[1]

    def say(self, picture, **said):
        """What picture.js sends of a picture."""
        picture._listen(picture, said, [])

    def press(self, key, times=1):
        """A key of the panel."""
        self.say(self.pictures[0], do="key", key=key, times=times)

    def changes(self):
        """The changes of pictures that it was told, without the answers to what it has said."""
        return [message for _, message in self.messages if "set" in message]


def is_hidden(widget):
    """Whether a widget is off the page."""
    return widget.layout.display == "none"
