"""What all pictures are made of: their colours, and a `Drawing` of circles, polygons, boxes, lines
and texts.

A drawing is made on the Axes of a figure, or, by the same functions, as a `Scene` for a live
picture.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from textwrap import wrap

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import EllipseCollection, PolyCollection
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb, to_rgba
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D, Bbox

# -------------------------------------------------------------------- colours and names

PLAYERS = {
    1: "#D55E00",
    2: "#F0E442",
}  # vermilion is dark and yellow light: they also differ in black and white
MARKS = {
    1: "#FFFFFF",
    2: "#1A1A1A",
}  # a cross on the discs of player 1, a ring on those of player 2
NAMES = {1: "X", 2: "O"}  # as in the text board

EXPLOITATION = "#0072B2"  # the mean, the first term of UCB1
EXPLORATION = "#E69F00"  # the second term
HIGHLIGHT = "#B3005F"  # the current path, the chosen move

FRAME = "#2F6296"  # the board
EMPTY = "#FFFFFF"  # its empty cells
TEXT = "#1A1A1A"
MUTED = "#5F6670"  # captions, and what is not in the centre of attention
EDGE = "#A9B0B8"  # of the tree
VISITS = "#A3ABB5"  # bars that count visits
UNVISITED = "#FFFFFF"
OUTSIDE = "#ECEDEF"  # behind what is not in the tree, and behind a marked row

MEAN = LinearSegmentedColormap.from_list(
    "mean", ["#BF812D", "#E0C08A", "#EDEDEB", "#9CCBE8", "#4A9BD4"]
)
"""From a mean of 0 (brown) through 1/2 (light grey) to 1 (blue, like the exploitation term)."""


def text_on(colour: object) -> str:
    """The text colour, dark or white, that is easier to read on `colour`.

    >>> text_on("#FFFFFF"), text_on("#0072B2")
    ('#1A1A1A', '#FFFFFF')
    """
    linear = [
        ((part + 0.055) / 1.055) ** 2.4 if part > 0.04 else part / 12.92 for part in to_rgb(colour)
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return TEXT if luminance > 0.2 else "#FFFFFF"  # near there both have the same contrast (WCAG 2)


# -------------------------------------------------------------------- axes

TITLE_SIZE = 18  # points, at least
LARGER = 1.15  # than the largest of the other texts is a title


def check_kind(thing: object, kind: type) -> None:
    """Refuse what a picture cannot show: ValueError unless `thing` is of this kind."""
    if not isinstance(thing, kind):
        raise ValueError(f"this draws a {kind.__name__}, not {thing!r}")


def checked_axes(ax: object, width: float, height: float) -> Axes:
    """The `ax` of the caller, or, if that is None, Axes on a new pyplot figure of this size in
    inches.
    """
    if ax is None:
        from matplotlib import pyplot

        return pyplot.subplots(figsize=(width, height), layout="constrained")[1]
    if not isinstance(ax, Axes):
        raise ValueError(f"ax must be the Axes to draw on, or None for a new figure, not {ax!r}")
    return ax


def proportion(ax: Axes | Drawing) -> float:
    """Width divided by height of the room that `ax` has on its figure, or of a `Scene`."""
    if isinstance(ax, Drawing):
        return ax.proportion
    box, (width, height) = ax.get_position(original=True), ax.figure.get_size_inches()
    return box.width * width / (box.height * height)


def render_png(
    width: float, height: float, draw: Callable[[Axes], object], dpi: float = 100
) -> bytes:
    """What `draw` draws on axes that fill a figure of this size in inches, as a PNG file."""
    figure = Figure(
        figsize=(width, height)
    )  # pyplot does not know it, so it goes when nobody holds it
    FigureCanvasAgg(figure)
    draw(figure.add_axes((0, 0, 1, 1)))
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=dpi, metadata={"Software": None})
    return file.getvalue()


# -------------------------------------------------------------------- text

CAPITALS = 0.73  # height of capitals and digits, in font sizes


@lru_cache(maxsize=4096)
def glyphs(text: str, weight: str = "normal") -> tuple[Path, float]:
    """The outlines of a line of text of font size 1, and its width.

    They are put together from the outlines of the characters, because Matplotlib is slow to lay out
    a text that it has not seen before, and most numbers are new.

    >>> round(glyphs("12.5")[1], 2), glyphs("")[1]
    (2.23, 0.0)
    """
    signs = [_glyph(sign, weight) for sign in text]
    starts = np.cumsum([0.0, *(advance for _, _, advance in signs)])
    vertices = [
        np.empty((0, 2)),
        *(outline + (start, 0) for (outline, _, _), start in zip(signs, starts)),
    ]
    codes = [np.empty(0, Path.code_type), *(codes for _, codes, _ in signs)]
    return Path(np.concatenate(vertices), np.concatenate(codes)), float(starts[-1])


@lru_cache(maxsize=1024)
def _glyph(sign: str, weight: str) -> tuple[np.ndarray, np.ndarray, float]:
    """The outline of a character in Matplotlib's own font, its path codes, and where the next
    character starts.
    """
    font = FontProperties(family="DejaVu Sans", weight=weight)
    one, path = (
        TextPath((0, 0), text, size=1, prop=font) for text in ("1", sign + "1")
    )  # a space alone has no path
    end = len(path.vertices) - len(one.vertices)
    return path.vertices[:end], path.codes[:end], float(path.vertices[end, 0] - one.vertices[0, 0])


class ScaledText(Text):
    """A line of text with its font size in units of the drawing; `y` is the middle of its capitals
    and digits.

    It is drawn as outlines, which is also several times as fast as Matplotlib's own texts.
    """

    def __init__(self, x: float, y: float, text: str, size: float, **properties: object) -> None:
        super().__init__(x, y, text, **properties)
        self.size = size
        self.outlines, width = glyphs(text, self.get_fontweight())
        left = (
            x
            - {"left": 0, "center": 0.5, "right": 1}[self.get_horizontalalignment()] * width * size
        )
        self.box = Bbox([(0, 0), (width, CAPITALS)])
        self.placed = Affine2D().scale(size).translate(left, y - CAPITALS / 2 * size)

    def draw(self, renderer: RendererBase) -> None:
        context = renderer.new_gc()
        context.set_linewidth(0)
        renderer.draw_path(
            context, self.outlines, self.placed + self.axes.transData, to_rgba(self.get_color())
        )
        context.restore()
        self.stale = False

    def get_window_extent(
        self, renderer: RendererBase | None = None, dpi: float | None = None
    ) -> Bbox:
        return self.box.transformed(self.placed + self.axes.transData)


class Title(Text):
    """The title of Axes: the largest text on them at every size of the figure, in as many lines as
    it takes.
    """

    def draw(self, renderer: RendererBase) -> None:
        self._fit(renderer)
        super().draw(renderer)

    def get_window_extent(
        self, renderer: RendererBase | None = None, dpi: float | None = None
    ) -> Bbox:
        self._fit(renderer)
        return super().get_window_extent(renderer, dpi)

    def _fit(self, renderer: RendererBase | None) -> None:
        words = self.get_text().split()
        for lines in range(1, max(len(words), 1) + 1):
            size = self._size(lines)
            probe = Text(
                text=in_lines(" ".join(words), lines),
                fontsize=size,
                fontweight=self.get_fontweight(),
            )
            probe.set_figure(self.figure)
            if probe.get_window_extent(renderer).width <= self._room():
                break
        if (probe.get_text(), size) != (self.get_text(), self.get_fontsize()):
            self.set(text=probe.get_text(), fontsize=size)

    def _size(self, lines: int) -> float:
        """The size of the title in points if it has so many lines."""
        others = [
            text for text in self.axes.findobj(Text) if text is not self and text.get_visible()
        ]
        scaled = max((text.size for text in others if isinstance(text, ScaledText)), default=0)
        sizes = [
            text.get_fontsize()
            for text in others
            if text.get_text() and not isinstance(text, ScaledText)
        ]
        return max(
            TITLE_SIZE,
            LARGER * max(sizes, default=0),
            LARGER * scaled * self._unit(lines * LARGER * scaled),
        )

    def _unit(self, height: float) -> float:
        """The points of a unit of the drawing below a title of this height, in units."""
        (left, right), (bottom, top) = self.axes.get_xlim(), self.axes.get_ylim()
        if self.figure.get_layout_engine() is None:
            pixels = self.axes.bbox.width / (right - left)
        else:  # it makes room for the title, so that what there is now does not tell
            pixels = np.min(self._cell() / (right - left, top - bottom + 1.25 * height))
        return pixels * 72 / self.figure.dpi

    def _cell(self) -> np.ndarray:
        """Width and height of what the Axes have of the figure, in pixels."""
        size = np.diff(self.figure.transSubfigure.transform([(0, 0), (1, 1)]), axis=0)[0]
        if place := self.axes.get_subplotspec():
            rows, columns = place.get_gridspec().get_geometry()
            return size * (len(place.colspan) / columns, len(place.rowspan) / rows)
        return size * self.axes.get_position(original=True).size

    def _room(self) -> float:
        """The pixels across that are its own: it stands over the middle of the Axes, with no others
        beside them or with some.
        """
        middle = (
            self.axes.get_position().intervalx.mean() if self.figure.axes == [self.axes] else 0.5
        )
        return 0.96 * 2 * min(middle, 1 - middle) * self._cell()[0]


def write_title(ax: Axes, title: str | None, pad: float | None = None) -> None:
    """Write a `Title`, if there is one, above the Axes, with so many points between them."""
    if title:
        ax.title = Title(0.5, 1, ha="center")
        ax.title.set_figure(ax.figure)
        ax.title.axes = ax
        ax.set_title(title, color=TEXT, pad=pad)
        ax.set_anchor("N")  # the layout reckons with a title right above the room of the Axes


def in_lines(text: str, lines: int) -> str:
    """The words of a text in at most so many lines, about equally long.

    >>> in_lines("one two three four", 2).splitlines()
    ['one two', 'three four']
    """
    widths = range(max(len(text) // lines, 1), len(text) + 2)
    return next(
        "\n".join(rows)
        for width in widths
        if len(rows := wrap(text, width, break_long_words=False)) <= lines
    )


# -------------------------------------------------------------------- a drawing


class Drawing:
    """What can be drawn on Axes, in units that have the same length in both directions.

    Sizes of texts and shapes are in these units, so that a drawing looks the same, and nothing in
    it overlaps, at every size of the figure. What has a higher `zorder` covers the rest. A `Scene`
    is the same for a live picture: what is drawn there has a name, so that it can be found again
    when the picture changes, and some of it can be clicked.

    Args:
        ax: the Axes to draw on; their limits are those of the drawing.

    Attributes:
        ax: as given.
        left, right, bottom, top: the limits.

    >>> Drawing.within(None, 0, 10, 0, 5, title="Empty").ax.get_title()
    'Empty'
    """

    def __init__(self, ax: Axes) -> None:
        self.ax = ax
        (self.left, self.right), (self.bottom, self.top) = ax.get_xlim(), ax.get_ylim()

    @classmethod
    def within(
        cls,
        ax: object,
        left: float,
        right: float,
        bottom: float,
        top: float,
        title: str | None = None,
        inches: float = 1,
        most: tuple[float, float] = (16, 10),
    ) -> Drawing:
        """A drawing with these limits, without axis lines: a `Scene` itself, or one on Axes.

        Without `ax` it is on a new figure, where a unit is `inches` long, or less to keep the
        figure within `most`.
        """
        if isinstance(ax, Drawing):
            return ax.limit(left, right, bottom, top)
        title_height = 0.4 if title else 0
        inches = min(inches, most[0] / (right - left), (most[1] - title_height) / (top - bottom))
        drawing = cls(
            checked_axes(ax, (right - left) * inches, (top - bottom) * inches + title_height)
        )
        write_title(drawing.ax, title)
        return drawing.limit(left, right, bottom, top)

    def limit(self, left: float, right: float, bottom: float, top: float) -> Drawing:
        """The drawing itself, with these limits."""
        self.left, self.right, self.bottom, self.top = left, right, bottom, top
        self.ax.set(xlim=(left, right), ylim=(bottom, top), aspect="equal")
        self.ax.set_axis_off()
        return self

    def write(
        self, x: float, y: float, text: str, size: float, key: object = None, **properties: object
    ) -> None:
        """Write a line of text, its font size in units of the drawing, centred at (x, y) unless
        `ha` says otherwise.
        """
        artist = ScaledText(
            x, y, text, size, **{"ha": "center", "color": TEXT, "zorder": 5} | properties
        )
        artist.set_in_layout(
            False
        )  # it is inside the axes: asking for its size would only cost time
        self.ax.add_artist(artist)

    def circles(
        self,
        centres: Sequence,
        radii: object,
        colour: object,
        zorder: float,
        gid: str | None = None,
        keys: Keys = None,
    ) -> None:
        """Filled circles; `radii` is one number, or one for each circle; `gid` names the group."""
        if len(centres):
            sizes = np.broadcast_to(2 * np.asarray(radii, dtype=float), len(centres))
            shapes = EllipseCollection(
                sizes, sizes, np.zeros(len(centres)), units="xy", offsets=centres, offset_transform=self.ax.transData,
                facecolors=colour, edgecolors="none", zorder=zorder, gid=gid,
            )  # fmt: skip
            shapes.set_in_layout(False)
            self.ax.add_collection(shapes, autolim=False)

    def polygons(
        self,
        corners: Iterable,
        colour: object,
        zorder: float,
        outline: float = 0,
        keys: Keys = None,
    ) -> None:
        """Filled polygons, each an array of shape (corners, 2); an `outline`, in points, keeps thin
        ones visible.
        """
        if corners := list(corners):
            shapes = PolyCollection(corners, facecolors=colour, zorder=zorder, linewidths=outline)
            shapes.set_edgecolor(colour if outline else "none")
            shapes.set_in_layout(False)
            self.ax.add_collection(shapes, autolim=False)

    def boxes(
        self,
        rectangles: Iterable,
        colour: object,
        zorder: float = 3,
        rounding: object = 0,
        outline: float = 0,
        keys: Keys = None,
    ) -> None:
        """Filled rectangles, each (left, bottom, width, height); `rounding` is the radius of their
        corners, or one each.
        """
        rectangles = list(rectangles)
        radii = np.broadcast_to(rounding, len(rectangles))
        self.polygons(
            [_corners(*one, radius) for one, radius in zip(rectangles, radii)],
            colour,
            zorder,
            outline,
        )

    def edges(
        self,
        edges: Iterable,
        widths: Sequence[float],
        colour: str,
        zorder: float,
        outline: float = 0,
        keys: Keys = None,
    ) -> None:
        """Edges of a tree, each (x, y, start, end, x below, y below), with their widths.

        From (x, y) straight down to the height `start`, in a curve to above the lower point at the
        height `end`, and straight down.
        """
        self.polygons(
            [_ribbon(_edge(*one), width) for one, width in zip(edges, widths)],
            colour,
            zorder,
            outline,
        )

    def line(self, x: object, y: object, colour: str, width: float, style: str = "-") -> None:
        """A line through points, `width` points wide."""
        self.ax.plot(x, y, style, color=colour, linewidth=width, solid_capstyle="butt")

    def spots(
        self, rectangles: Iterable, names: Sequence, labels: Sequence[str], keys: Keys = None
    ) -> None:
        """Places that can be clicked in a live picture, each (left, bottom, width, height): a
        figure has none.

        Args:
            names: what the program is told of a click: something that JSON can hold.
            labels: what a screen reader says.
            keys: by default the names; the keyboard stays in a spot as long as its key stays.
        """


Keys = Sequence | None
"""Names of what is drawn, one each, that stay when a live picture changes; without them the order tells."""


def _edge(x0: float, y0: float, start: float, end: float, x1: float, y1: float) -> np.ndarray:
    """The points of an edge, see `Drawing.edges`: shape (points, 2)."""
    t = np.linspace(0, 1, 25)
    curve = np.column_stack([x0 + (x1 - x0) * t * t * (3 - 2 * t), start + (end - start) * t])
    return np.vstack([(x0, y0), curve, (x1, y1)])


def _ribbon(line: np.ndarray, width: float) -> np.ndarray:
    """The outline of a line of this width, as a polygon."""
    direction = np.gradient(line, axis=0)
    normal = np.column_stack([-direction[:, 1], direction[:, 0]]) / np.hypot(*direction.T)[:, None]
    return np.vstack([line + normal * width / 2, (line - normal * width / 2)[::-1]])


def _corners(
    left: float, bottom: float, width: float, height: float, rounding: float
) -> np.ndarray:
    """The outline of a rectangle, with round corners if `rounding` is not 0: shape (corners, 2)."""
    if not rounding:
        return np.array(
            [
                (left, bottom),
                (left + width, bottom),
                (left + width, bottom + height),
                (left, bottom + height),
            ]
        )
    corners = []
    for quarter, (x, y) in enumerate([(1, 1), (0, 1), (0, 0), (1, 0)]):
        angles = np.linspace(quarter, quarter + 1, 9) * np.pi / 2
        centre = (
            left + rounding + x * (width - 2 * rounding),
            bottom + rounding + y * (height - 2 * rounding),
        )
        corners.append(centre + rounding * np.column_stack([np.cos(angles), np.sin(angles)]))
    return np.concatenate(corners)


# -------------------------------------------------------------------- a live picture

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
        elements: by name, in the order in which they were drawn; what is in a higher layer covers
            the rest.
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

    def write(
        self, x: float, y: float, text: str, size: float, key: object = None, **properties: object
    ) -> None:
        look = {"ha": "center", "color": TEXT, "zorder": 5, "weight": "normal"} | properties
        if text:
            left = (
                x
                - {"left": 0, "center": 0.5, "right": 1}[look["ha"]]
                * glyphs(text, look["weight"])[1]
                * size
            )
            numbers = *self._points([(left, y - CAPITALS / 2 * size)]), *self._lengths(size)
            self._add(
                "text", look["zorder"], key, numbers, (_hex(look["color"]), text, look["weight"])
            )

    def circles(
        self,
        centres: Sequence,
        radii: object,
        colour: object,
        zorder: float,
        gid: str | None = None,
        keys: Keys = None,
    ) -> None:
        sizes = np.broadcast_to(radii, len(centres))
        shapes = [
            (*self._points([centre]), *self._lengths(radius))
            for centre, radius in zip(centres, sizes)
        ]
        self._add_all("circle", zorder, keys, shapes, colour)

    def polygons(
        self,
        corners: Iterable,
        colour: object,
        zorder: float,
        outline: float = 0,
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
        shapes = [
            (*self._box(*one), *self._lengths(radius)) for one, radius in zip(rectangles, radii)
        ]
        self._add_all("box", zorder, keys, shapes, colour)

    def edges(
        self,
        edges: Iterable,
        widths: Sequence[float],
        colour: str,
        zorder: float,
        outline: float = 0,
        keys: Keys = None,
    ) -> None:
        shapes = []
        for (x, y, start, end, x1, y1), width in zip(edges, widths):
            third = (start - end) / 3
            corners = [
                (x, y),
                (x, start),
                (x, start - third),
                (x1, end + third),
                (x1, end),
                (x1, y1),
            ]
            shapes.append((*self._lengths(width), *self._points(corners)))
        self._add_all("edge", zorder, keys, shapes, colour)

    def line(self, x: object, y: object, colour: str, width: float, style: str = "-") -> None:
        dashes = {"-": "", "--": "12 6", ":": "3 5"}[style]
        points = self._points(np.column_stack([x, y]))
        self._add("line", 2, None, (width * POINT, *points), (_hex(colour), dashes))

    def spots(
        self, rectangles: Iterable, names: Sequence, labels: Sequence[str], keys: Keys = None
    ) -> None:
        names = [json.dumps(name) for name in names]
        for rectangle, name, label, key in zip(rectangles, names, labels, keys or names):
            self._add("spot", 9, key, self._box(*rectangle), (name, label))

    # ---------------------------------------------------------------- as a picture

    def svg(self, pixels: float) -> str:
        """The scene as SVG text, so many pixels wide: its circles, boxes, polygons and texts.

        >>> scene = Scene()
        >>> scene.circles([(0.5, 0.5)], 0.5, "#FF0000", 3)
        >>> print(scene.svg(pixels=50))
        <svg xmlns="http://www.w3.org/2000/svg" width="50" height="50" viewBox="0 0 1000 1000.0" role="img">
        <circle cx="500.0" cy="500.0" r="500.0" fill="#ff0000"/>
        </svg>
        """
        height = round(pixels * self.height / WIDTH)
        size = f'width="{round(pixels)}" height="{height}" viewBox="0 0 {WIDTH} {self.height}"'
        elements = sorted(self.elements.values(), key=lambda element: element[0])
        shapes = [_svg(*element[1:]) for element in elements if element[1] in SVG]
        return "\n".join(
            [f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">', *shapes, "</svg>"]
        )

    # ---------------------------------------------------------------- as elements

    def _add_all(
        self, kind: str, zorder: float, keys: Keys, shapes: list[tuple], colour: object
    ) -> None:
        one = isinstance(colour, (str, tuple))
        colours = [colour] * len(shapes) if one else colour
        for key, numbers, its_colour in zip(keys or [None] * len(shapes), shapes, colours):
            self._add(kind, zorder, key, numbers, (_hex(its_colour),))

    def _add(
        self, kind: str, zorder: float, key: object, numbers: tuple, words: tuple[str, ...]
    ) -> None:
        """Add an element; what was given a key is animated by the page when it moves, which the @
        says.
        """
        name = f"{kind} {zorder:g} "
        self._counts[name] += 1
        known_as = f"@{name}{key}" if key is not None else f"{name}{self._counts[name]}"
        self.elements[known_as] = zorder, kind, numbers, words

    def _points(self, points: Iterable) -> tuple[float, ...]:
        unit, left, top = self._unit, self.left, self.top
        return tuple(
            round(float(one), 1) for x, y in points for one in ((x - left) * unit, (top - y) * unit)
        )

    def _box(self, left: float, bottom: float, width: float, height: float) -> tuple[float, ...]:
        left, width = (left, width) if width >= 0 else (left + width, -width)
        bottom, height = (bottom, height) if height >= 0 else (bottom + height, -height)
        return *self._points([(left, bottom + height)]), *self._lengths(width, height)

    def _lengths(self, *lengths: float) -> tuple[float, ...]:
        return tuple(round(float(length) * self._unit, 1) for length in lengths)


SVG = {
    "circle": '<circle cx="{}" cy="{}" r="{}" fill="{}"/>',
    "box": '<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"/>',
    "polygon": '<polygon points="{}" fill="{}"/>',
    "text": '<text x="{}" y="{}" font-size="{}" textLength="{:.0f}" fill="{}" font-weight="{}" font-family="sans-serif">{}</text>',
}


def _svg(kind: str, numbers: tuple[float, ...], words: tuple[str, ...]) -> str:
    if kind == "polygon":
        numbers = (" ".join(map(str, numbers)),)
    if kind == "text":
        colour, text, weight = words
        numbers, words = (*numbers, glyphs(text, weight)[1] * numbers[-1]), (colour, weight, text)
    return SVG[kind].format(*numbers, *words)


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
    """The outline of a character as the `d` of an SVG path, y downwards from its base line, and its
    width, both in EM.

    A live picture is written with Matplotlib's own letters, so that it looks the same on every
    computer, and a text is as wide as the drawing has reckoned. Every point is told from the one
    before, so that a text is one path, letter by letter.

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
