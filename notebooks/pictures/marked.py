"""A figure with a slider, in which a click marks something: what the planes of c and T, and of the trap, have in common."""

from c4lib.widgets.controls import line
from c4lib.widgets.panel import Panel
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.stills import still_picture


class MarkedFigure(Panel):
    """A widget with a sentence, a figure, and one slider below it; a click on a place of the figure marks it.

    A subclass says in `told()` what is seen, and draws it in `_draw(drawing)`; it keeps the slider as an attribute.

    Args:
        name: of that attribute.
        slider: what the figure depends on.
        proportion: width of the figure over its height.

    Attributes:
        marked: what was clicked last; None before.
    """

    def __init__(self, name, slider, proportion):
        self.marked = None
        self.sentence = line(status=True)
        self.picture = LivePicture(self.mark, proportion)
        parts = {"sentence": self.sentence, "picture": self.picture, name: slider}
        super().__init__("film", parts)
        areas = f"'sentence sentence' 'picture picture' '{name} .' 'message message'"
        self.arrange(areas, "1fr 1.2em", "max(1000px, 139vh)")
        self.on(slider, self._show)
        self._show()

    def mark(self, place):
        """Mark a place of the figure."""
        self.marked = place
        self._show()

    def _show(self):
        self.sentence.value = self.told()
        self.picture.show(self._draw, self.sentence.value)

    def static_picture(self):
        """A picture of the present state, as a PNG file."""
        below = {(0.01, 0, 0.98, 0.91): self._draw}
        return still_picture(12, 7, below, [(4, 65, 2.6, self.sentence.value)])

    def __repr__(self):
        return f"{type(self).__name__}({self.sentence.value})"
