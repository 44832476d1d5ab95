"""What the drawn pictures (board, tree, playout) share: axes in drawing units, and texts and shapes that scale with them.

A drawing has the same scale in both directions and no axis lines; sizes of texts and shapes are in its units, so that it
looks the same, and nothing overlaps, at every size of the figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import EllipseCollection, PolyCollection
from matplotlib.text import Text

from c4lib.plots.palette import TEXT

TITLE_SIZE = 16  # points


def new_axes(width: float, height: float) -> Axes:
    """Axes on a new pyplot figure of this size in inches."""
    from matplotlib import pyplot

    return pyplot.subplots(figsize=(width, height), layout="constrained")[1]


def checked_axes(ax: object) -> Axes | None:
    """The `ax` of the caller, None included; ValueError if it is something else."""
    if ax is not None and not isinstance(ax, Axes):
        raise ValueError(f"ax must be the Axes to draw on, or None for a new figure, not {ax!r}")
    return ax


def drawing_axes(
    ax: object,
    left: float,
    right: float,
    bottom: float,
    top: float,
    title: str | None,
    inches: float,
    most: tuple[float, float] = (16, 10),
) -> Axes:
    """Axes for a drawing with these limits; on a new figure one unit is `inches` long, less if that exceeds `most`."""
    ax = checked_axes(ax)
    if ax is None:
        title_height = 0.4 if title else 0
        inches = min(inches, most[0] / (right - left), (most[1] - title_height) / (top - bottom))
        ax = new_axes((right - left) * inches, (top - bottom) * inches + title_height)
    ax.set(xlim=(left, right), ylim=(bottom, top), aspect="equal")
    ax.set_axis_off()
    if title:
        ax.set_title(title, fontsize=TITLE_SIZE, color=TEXT)
    return ax


class ScaledText(Text):
    """A text whose font size is given in units of the drawing."""

    def __init__(self, x: float, y: float, text: str, size: float, **properties: object) -> None:
        super().__init__(x, y, text, clip_on=False, **properties)
        self.size_in_units = size

    def _rescale(self) -> None:
        unit = np.diff(self.axes.transData.transform([(0, 0), (0, 1)])[:, 1])[0]
        size = max(self.size_in_units * unit * 72 / self.axes.figure.dpi, 0.1)
        if size != self.get_fontsize():
            self.set_fontsize(size)

    def draw(self, renderer: object) -> None:
        self._rescale()
        super().draw(renderer)

    def get_window_extent(self, renderer: object = None, dpi: float | None = None) -> object:
        self._rescale()
        return super().get_window_extent(renderer, dpi)


def write(ax: Axes, x: float, y: float, text: str, size: float, **properties: object) -> None:
    """Write a text of a font size in units, centred unless the `properties` say otherwise."""
    properties = {"ha": "center", "va": "center", "color": TEXT, "zorder": 5} | properties
    ax.add_artist(ScaledText(x, y, text, size, **properties))


def circles(ax: Axes, centres: Sequence, radii: object, colour: object, zorder: float) -> None:
    """Filled circles; `radii` is one number or one for each."""
    if len(centres):
        sizes = np.broadcast_to(2 * np.asarray(radii, dtype=float), len(centres))
        ax.add_collection(
            EllipseCollection(
                sizes, sizes, np.zeros(len(centres)), units="xy", offsets=centres, offset_transform=ax.transData,
                facecolors=colour, edgecolors="none", zorder=zorder,
            ),
            autolim=False,
        )  # fmt: skip


def polygons(ax: Axes, corners: Iterable, colour: object, zorder: float, outline: float = 0) -> None:
    """Filled polygons, each an array of shape (corners, 2); an `outline` in points keeps thin ones visible."""
    shapes = PolyCollection(list(corners), facecolors=colour, zorder=zorder, linewidths=outline)
    shapes.set_edgecolor(colour if outline else "none")
    ax.add_collection(shapes, autolim=False)


def rectangle(left: float, bottom: float, width: float, height: float, rounding: float = 0) -> np.ndarray:
    """The corners of a rectangle, rounded if wanted: shape (corners, 2)."""
    if not rounding:
        return np.array([(left, bottom), (left + width, bottom), (left + width, bottom + height), (left, bottom + height)])
    corners = []
    for quarter, (x, y) in enumerate([(1, 1), (0, 1), (0, 0), (1, 0)]):
        angles = np.linspace(quarter, quarter + 1, 9) * np.pi / 2
        centre = (left + rounding + x * (width - 2 * rounding), bottom + rounding + y * (height - 2 * rounding))
        corners.append(centre + rounding * np.column_stack([np.cos(angles), np.sin(angles)]))
    return np.concatenate(corners)
