"""A drawing for a live picture: the same vocabulary as a figure's, as named elements that a page can show and change."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from matplotlib.colors import to_hex
from matplotlib.path import Path

from c4lib.plots.canvas import CAPITALS, TEXT, Drawing, Keys, glyphs

WIDTH = 1000  # of every scene, in units of its elements
POINT = 1.4  # of a line's width, in these units

Element = tuple[float, str, tuple[float, ...], tuple[str, ...]]
"""Layer, kind, numbers (what moves), words (colours, text): see `kinds` in widgets/panel.js."""


class Scene(Drawing):
    """A `Drawing` that keeps what is drawn as elements, y downwards, as wide as 1,000 units.

    Args:
        proportion: width divided by height, for drawings that fill the picture they are given.

    Attributes:
        proportion: as given.
        elements: by name, in the order in which they were drawn; what is in a higher layer covers the rest.
        height: of the scene, in units.

    >>> scene = Scene()
    >>> Drawing.within(scene, 0, 2, 0, 1).circles([(1, 0.5)], 0.25, "#FF0000", 3, keys=["ball"])
    >>> scene.elements
    {'@circle 3 ball': (3, 'circle', (500.0, 250.0, 125.0), ('#ff0000',))}
    """

    def __init__(self, proportion: float = 1) -> None:
        self.ax, self.proportion = None, proportion
        self.limit(0, 1, 0, 1)

    def limit(self, left: float, right: float, bottom: float, top: float) -> Scene:
        self.left, self.right, self.bottom, self.top = left, right, bottom, top
        self._unit = WIDTH / (right - left)
        self.height = round((top - bottom) * self._unit, 1)
        self.elements: dict[str, Element] = {}
        self._counts: Counter[str] = Counter()  # of elements of each kind and layer
        return self

    # ---------------------------------------------------------------- the vocabulary

    def write(self, x: float, y: float, text: str, size: float, key: object = None, **properties: object) -> None:
        look = {"ha": "center", "color": TEXT, "zorder": 5, "weight": "normal"} | properties
        if text:
            left = x - {"left": 0, "center": 0.5, "right": 1}[look["ha"]] * glyphs(text, look["weight"])[1] * size
            numbers = *self._points([(left, y - CAPITALS / 2 * size)]), *self._lengths(size)
            self._add("text", look["zorder"], key, numbers, (_hex(look["color"]), text, look["weight"]))

    def circles(
        self, centres: Sequence, radii: object, colour: object, zorder: float, gid: str | None = None, keys: Keys = None
    ) -> None:
        sizes = np.broadcast_to(radii, len(centres))
        shapes = [(*self._points([centre]), *self._lengths(radius)) for centre, radius in zip(centres, sizes)]
        self._add_all("circle", zorder, keys, shapes, colour)

    def polygons(
        self,
        corners: Iterable,
        colour: object,
        zorder: float,
        outline: float = 0,
        gid: str | None = None,
        keys: Keys = None,
    ) -> None:
        self._add_all("polygon", zorder, keys, [self._points(one) for one in corners], colour)

    def boxes(
        self,
        rectangles: Iterable,
        colour: object,
        zorder: float = 3,
        rounding: object = 0,
        outline: float = 0,
        keys: Keys = None,
    ) -> None:
        rectangles = list(rectangles)
        radii = np.broadcast_to(rounding, len(rectangles))
        shapes = [(*self._box(*one), *self._lengths(radius)) for one, radius in zip(rectangles, radii)]
        self._add_all("box", zorder, keys, shapes, colour)

    def edges(
        self,
        edges: Iterable,
        widths: Sequence[float],
        colour: str,
        zorder: float,
        outline: float = 0,
        gid: str | None = None,
        keys: Keys = None,
    ) -> None:
        shapes = []
        for (x, y, start, end, x1, y1), width in zip(edges, widths):
            third = (start - end) / 3
            corners = [(x, y), (x, start), (x, start - third), (x1, end + third), (x1, end), (x1, y1)]
            shapes.append((*self._lengths(width), *self._points(corners)))
        self._add_all("edge", zorder, keys, shapes, colour)

    def line(self, x: object, y: object, colour: str, width: float, style: str = "-") -> None:
        dashes = {"-": "", "--": "12 6", ":": "3 5"}[style]
        points = self._points(np.column_stack([x, y]))
        self._add("line", 2, None, (width * POINT, *points), (_hex(colour), dashes))

    def spots(self, rectangles: Iterable, names: Sequence, labels: Sequence[str]) -> None:
        for rectangle, name, label in zip(rectangles, names, labels):
            self._add("spot", 9, json.dumps(name), self._box(*rectangle), (json.dumps(name), label))

    # ---------------------------------------------------------------- as elements

    def _add_all(self, kind: str, zorder: float, keys: Keys, shapes: list[tuple], colour: object) -> None:
        one = isinstance(colour, str) or any(isinstance(part, float) for part in colour[:1])
        colours = [colour] * len(shapes) if one else colour
        for key, numbers, its_colour in zip(keys or [None] * len(shapes), shapes, colours):
            self._add(kind, zorder, key, numbers, (_hex(its_colour),))

    def _add(self, kind: str, zorder: float, key: object, numbers: tuple, words: tuple[str, ...]) -> None:
        """Add an element; what was given a key is animated by the page when it moves, which the @ says."""
        name = f"{kind} {zorder:g} "
        self._counts[name] += 1
        self.elements[f"@{name}{key}" if key is not None else f"{name}{self._counts[name]}"] = zorder, kind, numbers, words

    def _points(self, points: Iterable) -> tuple[float, ...]:
        unit = self._unit
        return tuple(
            round(float(number), 1)
            for x, y in points
            for number in ((x - self.left) * unit, (self.top - y) * unit)
        )

    def _box(self, left: float, bottom: float, width: float, height: float) -> tuple[float, ...]:
        left, width = (left, width) if width >= 0 else (left + width, -width)
        bottom, height = (bottom, height) if height >= 0 else (bottom + height, -height)
        return *self._points([(left, bottom + height)]), *self._lengths(width, height)

    def _lengths(self, *lengths: float) -> tuple[float, ...]:
        return tuple(round(float(length) * self._unit, 1) for length in lengths)


@lru_cache(maxsize=4096)
def _hex_of(colour: object) -> str:
    return to_hex(colour)


def _hex(colour: object) -> str:
    """A colour as #RRGGBB."""
    return _hex_of(colour if isinstance(colour, str) else tuple(map(float, colour)))


# -------------------------------------------------------------------- the letters

EM = 1000  # units of the outlines below, for a font size of 1
PEN = {Path.MOVETO: "m", Path.LINETO: "l", Path.CURVE3: "q", Path.CURVE4: "c"}


@lru_cache(maxsize=1024)
def outline(sign: str, weight: str) -> tuple[str, float]:
    """The outline of a character as the `d` of an SVG path, y downwards from its base line, and its width, both in EM.

    A live picture is written with Matplotlib's own letters, so that it looks the same on every computer, and a text is as
    wide as the drawing has reckoned. Every point is told from the one before, so that a text is one path, letter by letter.

    >>> path, width = outline("1", "normal")
    >>> path[:20], width
    ('m124 -83l161 0l0 -55', 636)
    """
    letter, width = glyphs(sign, weight)
    parts, start, at = [], np.zeros(2, int), np.zeros(2, int)
    for points, code in letter.iter_segments(curves=True, simplify=False):
        if code == Path.CLOSEPOLY:
            parts.append("z")
            at = start
        else:
            corners = np.rint(np.reshape(points, (-1, 2)) * (EM, -EM)).astype(int)
            parts.append(PEN[code] + " ".join(f"{x} {y}" for x, y in corners - at))
            at = corners[-1]
            start = at if code == Path.MOVETO else start
    return "".join(parts), round(EM * width)
