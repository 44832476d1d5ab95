"""A panel with one part of every kind, and a page without a browser that says what a user would do with it."""

from c4lib.plots.canvas import Drawing
from c4lib.widgets.panel import Button, Field, Menu, Panel, Picture, Progress, Slider, Switch, Text


class ExamplePanel(Panel):
    """A panel with one part of every kind, and a list of what was done with them."""

    def __init__(self):
        self.done = []
        self.words, self.progress, self.picture = Text("Start", role="status"), Progress(), Picture(action=self.do)
        self.button = Button("Go", "Do something", lambda: self.do("pressed"))
        self.switch = Switch("On", "Turn it on", False, lambda: self.do(self.switch.value))
        self.choice = Menu("speed", "How fast", {"slow": 4, "fast": 1}.items(), 4, lambda: self.do(self.choice.value))
        self.slider = Slider.through("c", "a constant", range(101), 7, lambda: self.do(self.slider.value))
        self.field = Field("seed", "a whole number", "0", lambda text: self.do(int(text)))
        self.draw("A")
        keys = {"ArrowRight": lambda: self.do("on"), "b": lambda: self.field.show("bad")}
        super().__init__("example", shortcuts=keys)

    def do(self, what):
        if what == "refused":
            raise ValueError("this is not allowed")
        if what == "broken":
            raise ZeroDivisionError("a planted fault")
        self.done.append(what)

    def draw(self, text, x=1, others=0):
        """Draw a ball with a key and a text, a click spot, and other circles."""

        def drawn(ax):
            drawing = Drawing.within(ax, 0, 4, 0, 2)
            drawing.circles([(x, 1)], 0.5, "#000000", 3, keys=["ball"])
            drawing.circles([(3, 0.5 + number / 10) for number in range(others)], 0.1, "#FF0000", 3)
            drawing.write(3, 1.5, text, 0.5)
            drawing.spots([(0, 0, 1, 1)], [[1, "a"]], ["the left corner"])

        self.picture.show(drawn, f"a ball and {text}")

    def static_picture(self):
        return b"a picture"


class FakePage:
    """The page of a `Panel`.

    Args:
        panel: which tells this page of changes, and no other, from now on.

    Attributes:
        messages: all that it was told since it said hello, in order.
        whole: what it was told then.
    """

    def __init__(self, panel):
        self.panel, self.messages, self._number = panel, [], 0
        panel.send = self.messages.append
        self.say("", "hello")
        self.whole = self.messages.pop()

    def say(self, part, do, **what):
        """What panel.js sends when something is done with a part."""
        self._number += 1
        self.panel._heard(
            self.panel, {"part": part, "do": do, "number": ["page", self._number], "times": 1, **what}, []
        )

    def told(self, part, name):
        """The values that a part's state was told to have, one after the other."""
        changes = [message["parts"].get(part, {}) for message in self.messages]
        return [change[name] for change in changes if name in change]
