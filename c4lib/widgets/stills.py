"""What readers without a kernel see in place of a panel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from c4lib.plots.canvas import Drawing, Style, render_png
from c4lib.widgets.picture import Draw

# The live panel hides the picture before it. In a notebook that is opened without its kernel there
# is no live panel, and the rule hides the error that stands in its place.
WITHOUT_KERNEL = """<style class="c4-still">
.jp-OutputArea-child:has(.c4-still) + * + .jp-OutputArea-child:has(.jupyter-widgets):not(:has(.c4-panel)) { display: none; }
</style>"""


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

    def draw_all(drawing):
        drawing.limit(0, 10 * width, 0, 10 * height)
        for number, (x, y, size, text) in enumerate(lines):
            weight = "normal" if number else "bold"
            drawing.write(x, y, text, size, Style(weight, ha="left"), room=10 * width - x - 2)
        for box, draw in parts.items():
            draw(Drawing(drawing.ax.figure.add_axes(box)))

    return render_png(width, height, draw_all, dpi=90)
