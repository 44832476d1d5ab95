"""A picture that moves: one drawing for each number, with a slider to go through them and a button that lets them follow."""

from ipywidgets import IntSlider, Play, jslink

from c4lib.widgets.controls import line
from c4lib.widgets.panel import Panel
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.stills import still_picture
from pictures.pages import save_page


class MovingPicture(Panel):
    """A picture for each number from `first` to `last`; without a kernel, that of the `still` number.

    Args:
        draw: a function of what to draw on and the number.
        say: what the picture of that number shows, in a sentence.
        first, last: the numbers.
        name: what is numbered.
        every: milliseconds for a picture.
        still: by default the last number.
    """

    def __init__(self, draw, say, first, last, name, every=160, still=None):
        self.draw = draw
        self.say = say
        self.still = last if still is None else still
        self.sentence = line(status=True)
        self.picture = LivePicture(proportion=1.9)
        self.number = IntSlider(first, first, last, description=name)
        self.play = Play(first, first, last, interval=every, show_repeat=False)
        jslink((self.play, "value"), (self.number, "value"))
        super().__init__("film", self._own_parts())
        areas = "'sentence sentence' 'picture picture' 'play number' 'message message'"
        width = "max(860px, 135vh)"  # so that all of it is seen at once
        self.arrange(areas, "max-content 1fr", width)
        self.on(self.number, self._show)
        self._show()

    def _show(self):
        number = self.number.value
        self.sentence.value = self.say(number)
        self.picture.show(lambda drawing: self.draw(drawing, number), self.sentence.value)

    def still_at(self, number):
        """This widget, with the picture of that number to be seen without a kernel: one that tells a class no answer.

        >>> MovingPicture(lambda scene, number: None, "look {}".format, 1, 9, "look").still_at(2).still
        2
        """
        self.still = number
        return self

    def static_picture(self):
        above = 2, 57, 2.4, self.say(self.still)
        below = {(0.03, 0, 0.95, 0.9): lambda drawing: self.draw(drawing, self.still)}
        return still_picture(10, 6, below, [above])

    def save_html(self, path, title):
        """Write a page with all pictures, which needs no kernel."""
        count = self.number.max - self.number.min + 1
        about = {
            "start": {"step": 0},
            "note": f"Recorded: {count} pictures.",
            "columns": [(1, ["picture"])],
            "strides": {self.number.description: 1},
            "every": self.play.interval,
        }
        save_page(path, title, self._states(), **about)

    def _states(self):
        """The pictures, one after the other, as `save_page` records them."""
        first, last = self.number.min, self.number.max
        for number in range(first, last + 1):
            self.number.value = number
            scenes = {"picture": self.picture.scene}
            yield {"step": number - first}, self.sentence.value, scenes

    def __repr__(self):
        number = self.number
        return f"MovingPicture({number.description} {number.min} to {number.max})"
