"""What all pictures are made of: their colours, and a `Drawing` of shapes and texts.

A drawing is made on the Axes of a figure, or, by the same words, as a `Scene` for a live picture.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from textwrap import fill
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import EllipseCollection, PolyCollection
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb, to_rgba
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D, Bbox

# -------------------------------------------------------------------- colours and names

# On a dark page these are exchanged for others that can be seen there.
TEXT = "#1A1A1A"
MUTED = "#5F6670"  # captions, and what is not in the centre of attention
EDGE = "#A9B0B8"  # of the tree
EMPTY = "#FEFEFE"  # the page, and what looks as if it were seen through, such as empty cells
OUTSIDE = "#ECEDEF"  # behind what is not in the tree, and behind a marked row
VISITS = "#A3ABB5"  # bars that count visits
HIGHLIGHT = "#B3005F"  # the current path, the chosen move

# These, and all other colours, are the same on every page.
INK = "#111111"  # what is written on a light colour
WHITE = "#FFFFFF"  # what is written on a dark one
EXPLOITATION = "#0072B2"  # the mean, the first term of UCB1
EXPLORATION = "#E69F00"  # the second term
FRAME = "#2F6296"  # the board

# Vermilion is dark and yellow light: the players also differ in black and white.
PLAYERS = {1: "#D55E00", 2: "#F0E442"}

MEAN = LinearSegmentedColormap.from_list(
    "mean", ["#BF812D", "#E0C08A", "#EDEDEB", "#9CCBE8", "#4A9BD4"]
)
"""From a mean of 0 (brown) through 1/2 (light grey) to 1 (blue, like the exploitation term)."""


def text_on(colour: object) -> str:
    """The text colour, dark or white, that is easier to read on `colour`.

    >>> text_on("#FFFFFF"), text_on("#0072B2")
    ('#111111', '#FFFFFF')
    """
    # Near there both have the same contrast (WCAG 2).
    return INK if luminance(colour) > 0.19 else WHITE


def luminance(colour: object) -> float:
    """How light a colour is, from 0 to 1 (WCAG 2).

    >>> print(f"{luminance(WHITE):.2f}, {luminance(FRAME):.2f}")
    1.00, 0.12
    """
    parts = np.array(to_rgb(colour))
    dark = parts / 12.92
    light = ((parts + 0.055) / 1.055) ** 2.4
    linear = np.where(parts > 0.04, light, dark)
    return linear @ (0.2126, 0.7152, 0.0722)


# -------------------------------------------------------------------- axes

TITLE_SIZE = 18  # points
LARGE_TITLE = 24  # on a figure of its own, whose other texts are large
MOST_WIDTH = 16  # of a new figure, in inches
MOST_HEIGHT = 10
TITLE_INCHES = 0.4  # height of a title on it


def check_kind(thing: object, kind: type) -> None:
    """Refuse what a picture cannot show: ValueError unless `thing` is of this kind."""
    if not isinstance(thing, kind):
        raise ValueError(f"this draws a {kind.__name__}, not {thing!r}")


def checked_axes(ax: object, width: float, height: float) -> Axes:
    """The `ax` of the caller; if it is None, Axes on a new pyplot figure of this size in inches."""
    if ax is None:
        from matplotlib import pyplot

        return pyplot.subplots(figsize=(width, height), layout="constrained")[1]
    if not isinstance(ax, Axes):
        raise ValueError(f"ax must be the Axes to draw on, or None for a new figure, not {ax!r}")
    return ax


def check_title(title: object) -> None:
    """Raises a ValueError unless the `title` is a text or None."""
    if not isinstance(title, (str, type(None))):
        raise ValueError(f"title must be a text, not {title!r}")


def write_title(ax: Axes, title: str | None, size: float = TITLE_SIZE) -> None:
    """Write a title, if there is one, above the Axes, in as many lines as it takes."""
    if not title:
        return
    share = 1
    place = ax.get_subplotspec()
    if place:
        share = len(place.colspan) / place.get_gridspec().ncols
    points = share * ax.figure.bbox.width / ax.figure.dpi * 72
    letters = int(points / 0.65 / size)  # a bold one is 0.65 font sizes wide, on average
    lines = fill(title, letters, break_long_words=False)
    ax.set_title(lines, fontsize=size, weight="bold", color=TEXT, parse_math=False)
    ax.set_anchor("N")  # the layout reckons with a title right above the room of the Axes


def render_png(
    width: float, height: float, draw: Callable[[Drawing], object], dpi: float = 100
) -> bytes:
    """What `draw` draws on all of a figure of this size in inches, as a PNG file."""
    # Pyplot does not know this figure, so that it goes when nobody holds it.
    figure = Figure(figsize=(width, height))
    draw(Drawing(figure.add_axes((0, 0, 1, 1))))
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=dpi, metadata={"Software": None})
    return file.getvalue()


# -------------------------------------------------------------------- text

CAPITALS = 0.73  # height of capitals and digits, in font sizes
BEFORE = {"left": 0, "center": 0.5, "right": 1}  # the share of a text to the left of its place


FONTS = {  # by the weight that is asked for; Matplotlib brings all of them
    "normal": FontProperties(family="DejaVu Sans"),
    "bold": FontProperties(family="DejaVu Sans", weight="bold"),
    "mono": FontProperties(family="DejaVu Sans Mono"),
}


@dataclass(frozen=True)
class Style:
    """How a line of text is written.

    Attributes:
        weight: "normal", "bold" or "mono".
        color: of the text.
        ha: which part of the text is at its place: "left", "center" or "right".
        zorder: its layer.
    """

    weight: str = "normal"
    color: str = TEXT
    ha: str = "center"
    zorder: float = 5


BOLD = Style("bold")
BOLD_LEFT = Style("bold", ha="left")
AT_LEFT = Style(ha="left")
AT_RIGHT = Style(ha="right")
MUTED_LEFT = Style(color=MUTED, ha="left")


class Glyph(NamedTuple):
    """A character of font size 1: the points of its outline, their path codes, and its width."""

    points: np.ndarray
    codes: np.ndarray
    width: float


@lru_cache(maxsize=1024)
def _glyph(sign, weight):
    font = FONTS[weight]
    one = TextPath((0, 0), "1", size=1, prop=font).vertices  # a space alone has no path
    both = TextPath((0, 0), sign + "1", size=1, prop=font)
    end = len(both.vertices) - len(one)
    width = both.vertices[end, 0] - one[0, 0]
    return Glyph(both.vertices[:end], both.codes[:end], float(width))


def width_of(text: str, weight: str = "bold") -> float:
    """The width of a line of text of font size 1.

    >>> round(width_of("12.5", "normal"), 2), round(width_of("12.5", "mono"), 2)
    (2.23, 2.41)
    """
    return sum(_glyph(sign, weight).width for sign in text)


class _ScaledText(Text):
    """A line of text, not an empty one, with its font size in units of the drawing.

    Its `y` is the middle of its capitals and digits. It is drawn as the outlines of its characters,
    because Matplotlib is slow to lay out a text that it has not seen before, and most numbers are
    new.
    """

    def __init__(self, shape, text, weight, **look):
        x, y = shape.points[0]
        size = shape.lengths[0]
        # It is inside the drawing: asking for its size would only cost time.
        super().__init__(x, y, text, fontproperties=FONTS[weight], in_layout=False, **look)
        points = []
        codes = []
        width = 0
        for sign in text:
            glyph = _glyph(sign, weight)
            points.append(glyph.points + (width, 0))
            codes.append(glyph.codes)
            width += glyph.width
        self.outlines = Path(np.concatenate(points), np.concatenate(codes))
        left = x - BEFORE[self.get_horizontalalignment()] * width * size
        base = y - CAPITALS / 2 * size
        self.box = Bbox([(0, 0), (width, CAPITALS)])
        self.placed = Affine2D().scale(size).translate(left, base)

    def draw(self, renderer):
        context = renderer.new_gc()
        context.set_linewidth(0)
        place = self.placed + self.axes.transData
        renderer.draw_path(context, self.outlines, place, to_rgba(self.get_color()))
        context.restore()
        self.stale = False

    def get_window_extent(self, renderer=None, dpi=None):
        return self.box.transformed(self.placed + self.axes.transData)


# -------------------------------------------------------------------- a drawing

Box = tuple[float, float, float, float]
"""A rectangle: left, bottom, width, height."""


class Shape(NamedTuple):
    """What is drawn, in units of the drawing: points move with it, lengths only grow with it."""

    points: Sequence[Sequence[float]]
    lengths: Sequence[float]


class Edge(NamedTuple):
    """An edge of a tree: from (x, y) straight down, in a curve to above the lower point, and down.

    The curve begins at the height `start` and ends at the height `end`.
    """

    x: float
    y: float
    start: float
    end: float
    x_below: float
    y_below: float


class Drawing:
    """What can be drawn on Axes, in units that have the same length in both directions.

    Sizes of texts and shapes are in these units, so that a drawing looks the same, and nothing in
    it overlaps, at every size of the figure. What has a higher `zorder` covers the rest. A `Scene`
    is the same for a live picture: what is drawn there has a name, so that it can be found again
    when the picture changes, and some of it can be clicked.

    Args:
        ax: the Axes to draw on; by default those of a new figure, made when the limits are set.
        title: written above.
        inches: length of a unit on a new figure, or less if that would become too large.

    Attributes:
        ax: as given, or the new ones.
        left, right, bottom, top: the limits.
        above: how much room a game must leave above its columns, if it has any, for what is
            written there.
        labels: how large a game should write its coordinates around itself; 0: not at all.
        places: the box of each place that has a name, as (left, bottom, width, height).

    >>> Drawing(title="Empty").limit(0, 10, 0, 5).ax.get_title()
    'Empty'
    """

    def __init__(self, ax: object = None, title: str | None = None, inches: float = 1) -> None:
        check_title(title)
        self.ax = ax
        self.title = title
        self.inches = inches
        self.above = 0.0
        self.labels = 1.0
        self.places = {}

    @property
    def proportion(self) -> float:
        """Width divided by height of what it is on."""
        return self.ax.bbox.width / self.ax.bbox.height

    def limit(self, left: float, right: float, bottom: float, top: float) -> Drawing:
        """The drawing itself, with these limits and without axis lines."""
        self.left = left
        self.right = right
        self.bottom = bottom
        self.top = top
        self.places.clear()
        self._begin()
        return self

    def fill(self, height: float, width: float = 0) -> Drawing:
        """The drawing itself, all of it, at least so high and wide; its upper left is (0, 0)."""
        height = max(height, width / self.proportion)
        return self.limit(0, height * self.proportion, -height, 0)

    def inset(
        self, left: float, bottom: float, width: float, height: float, labels: float = 1
    ) -> Drawing:
        """A part of the drawing, which gets limits of its own; nothing in it can be clicked.

        What is drawn there is as large as there is room for it, and in the middle.
        """
        return _Inset(self, (left, bottom, width, height), labels)

    # ---------------------------------------------------------------- the vocabulary

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        style: Style = Style(),
        key: object = None,
        room: float = np.inf,
    ) -> None:
        """Write a line of text of this font size, or smaller if it were wider than the `room`."""
        if text:
            width = width_of(text, style.weight)
            size = min(size, room / width)
            shape = Shape([(x, y)], [size, size * width])
            keys = None if key is None else [key]
            look = {"text": text, "ha": style.ha, "weight": style.weight}
            self._add("text", [shape], style.color, style.zorder, keys, **look)

    def circles(
        self, centres: Sequence, radii: object, colour: object, zorder: float, **look: object
    ) -> None:
        """Filled circles; `radii` is one number, or one for each circle; `gid` names the group."""
        radii = np.broadcast_to(radii, len(centres))
        shapes = []
        for centre, radius in zip(centres, radii):
            shapes.append(Shape([centre], [radius]))
        self._add("circle", shapes, colour, zorder, **look)

    def polygons(self, corners: Iterable, colour: object, zorder: float, **look: object) -> None:
        """Filled polygons, each an array of shape (corners, 2)."""
        shapes = [Shape(polygon, ()) for polygon in corners]
        self._add("polygon", shapes, colour, zorder, **look)

    def boxes(
        self,
        rectangles: Iterable,
        colour: object,
        zorder: float = 3,
        rounding: float = 0,
        **look: object,
    ) -> None:
        """Filled rectangles, each (left, bottom, width, height), perhaps with round corners.

        A border of `linewidth`, in points, keeps thin ones visible on Axes.
        """
        shapes = []
        for left, bottom, width, height in rectangles:
            corner = min(left, left + width), max(bottom, bottom + height)
            lengths = abs(width), abs(height), rounding
            shapes.append(Shape([corner], lengths))
        self._add("box", shapes, colour, zorder, **look)

    def edges(
        self,
        edges: Iterable[Edge],
        widths: Sequence[float],
        colour: str,
        zorder: float,
        **look: object,
    ) -> None:
        """Edges of a tree, with their widths."""
        shapes = []
        for edge, width in zip(edges, widths):
            x, y, start, end, x_below, y_below = edge
            third = (start - end) / 3
            points = [
                (x, y),
                (x, start),
                (x, start - third),
                (x_below, end + third),
                (x_below, end),
                (x_below, y_below),
            ]
            shapes.append(Shape(points, [width]))
        self._add("edge", shapes, colour, zorder, **look)

    def line(self, x: object, y: object, colour: str, width: float, style: str = "-") -> None:
        """A line through points, `width` points wide."""
        points = np.column_stack([x, y])
        shape = Shape(points, [width])
        self._add("line", [shape], colour, 2, style=style)

    def spots(self, boxes: Iterable[Box], names: Iterable[Hashable], labels: Iterable[str]) -> None:
        """Places that can be clicked in a live picture.

        Args:
            boxes: where they are, each (left, bottom, width, height).
            names: what the program gets with a click, such as moves.
            labels: what a screen reader says.
        """
        self.places.update(zip(names, boxes))

    # ---------------------------------------------------------------- on Axes

    def _begin(self):
        width = self.right - self.left
        height = self.top - self.bottom
        title_height = TITLE_INCHES if self.title else 0
        most_height = MOST_HEIGHT - title_height
        inches = min(self.inches, MOST_WIDTH / width, most_height / height)
        size = LARGE_TITLE if self.ax is None else TITLE_SIZE
        self.ax = checked_axes(self.ax, width * inches, height * inches + title_height)
        write_title(self.ax, self.title, size=size)
        self.ax.set_xlim(self.left, self.right)
        self.ax.set_ylim(self.bottom, self.top)
        self.ax.set_aspect("equal")
        self.ax.set_axis_off()

    def _add(self, kind, shapes, colour, zorder, keys=None, **look):
        """Add shapes of a kind.

        By its key a shape is found again in a live picture that changes; without, by the order.
        """
        if not shapes:
            return
        if kind == "text":
            text = _ScaledText(shapes[0], color=colour, zorder=zorder, **look)
            self.ax.add_artist(text)
        elif kind == "line":
            x, y = np.transpose(shapes[0].points)
            width = shapes[0].lengths[0]
            look = {"color": colour, "linewidth": width, "linestyle": look["style"]}
            self.ax.plot(x, y, zorder=zorder, solid_capstyle="butt", **look)
        else:
            border = "face" if "linewidth" in look else "none"
            group = _circles(shapes, self.ax) if kind == "circle" else _outlined(shapes, kind)
            group.set(facecolor=colour, edgecolor=border, zorder=zorder, in_layout=False, **look)
            self.ax.add_collection(group, autolim=False)


class _Inset(Drawing):
    """A part of a drawing, see `Drawing.inset`."""

    def __init__(self, whole, box, labels):
        super().__init__()
        self.whole = whole
        self.box = box
        self.labels = labels

    def _begin(self):
        left, bottom, width, height = self.box
        across = width / (self.right - self.left)
        upwards = height / (self.top - self.bottom)
        self._unit = min(across, upwards)
        x = left + (width - self._unit * (self.left + self.right)) / 2
        y = bottom + (height - self._unit * (self.bottom + self.top)) / 2
        self._origin = np.array([x, y])

    def _add(self, kind, shapes, colour, zorder, keys=None, **look):
        if keys is not None:  # another part may have the same ones
            left, bottom, *_ = self.box
            keys = [f"{left:g} {bottom:g} {key}" for key in keys]
        placed = [self._placed(shape) for shape in shapes]
        self.whole._add(kind, placed, colour, zorder, keys, **look)

    def _placed(self, shape):
        points = self._origin + self._unit * np.array(shape.points)
        lengths = [self._unit * length for length in shape.lengths]
        return Shape(points, lengths)


def _circles(shapes, ax):
    points, lengths = zip(*shapes)
    sizes = 2 * np.ravel(lengths)
    place = {"offsets": np.concatenate(points), "offset_transform": ax.transData}
    return EllipseCollection(sizes, sizes, np.zeros(len(sizes)), units="xy", **place)


def _outlined(shapes, kind):
    """Shapes of another kind, as polygons."""
    outline = OUTLINES[kind]
    return PolyCollection([outline(shape) for shape in shapes])


def _ribbon(shape):
    """The outline of an edge: a cubic Bézier curve between two straight ends."""
    start, *curve, end = np.array(shape.points, dtype=float)
    t = np.linspace(0, 1, 25)
    s = 1 - t
    weights = np.array([s**3, 3 * t * s**2, 3 * t**2 * s, t**3])
    line = np.vstack([start, weights.T @ curve, end])
    x, y = np.gradient(line, axis=0).T
    normal = np.array([-y, x]) / np.hypot(x, y)
    side = normal.T * shape.lengths[0] / 2
    back = (line - side)[::-1]
    return np.vstack([line + side, back])


def _corners(shape):
    """The outline of a box, with round corners if it has any."""
    left, top = shape.points[0]
    width, height, rounding = shape.lengths
    angles = np.pi / 30 * (np.arange(60) + 0.5)
    circle = 1.002 * np.column_stack([np.cos(angles), np.sin(angles)])
    circle = circle.clip(-1, 1)  # so that the arcs end on the sides
    half = np.array([width, height]) / 2
    middle = left + half[0], top - half[1]
    return middle + np.sign(circle) * (half - rounding) + rounding * circle


OUTLINES = {
    "polygon": lambda shape: shape.points,
    "box": _corners,
    "edge": _ribbon,
}

# -------------------------------------------------------------------- a live picture

WIDTH = 1000  # of every scene, in units of its elements
POINT = 1.4  # of a line's width, in these units
DASHES = {"-": "", "--": "12 6", ":": "3 5"}


class Scene(Drawing):
    """A `Drawing` that keeps what is drawn as elements, y downwards, as wide as 1,000 units.

    Args:
        proportion: width divided by height, for drawings that fill the picture they are given.

    Attributes:
        elements: by name, in the order in which they were drawn: layer (what is in a higher one
            covers the rest), kind, numbers (what moves), words (colours, text); see
            widgets/picture.js.
        names: the name of each spot, by what stands for it in its element.
        height: of the scene, in units.

    >>> scene = Scene()
    >>> scene.limit(0, 2, 0, 1).circles([(1, 0.5)], 0.25, "#FF0000", 3, keys=["ball"])
    >>> scene.elements
    {'@circle 3 ball': (3, 'circle', (500.0, 250.0, 125.0), ('#ff0000',))}
    """

    def __init__(self, proportion: float = 1) -> None:
        super().__init__()
        self._proportion = proportion
        self.limit(0, 1, 0, 1)

    @property
    def proportion(self) -> float:
        return self._proportion

    def spots(self, boxes: Iterable[Box], names: Iterable[Hashable], labels: Iterable[str]) -> None:
        for box, name, label in zip(boxes, names, labels):
            left, bottom, width, height = box
            key = repr(name)
            shape = Shape([(left, bottom + height)], [width, height])
            self._add_element("spot", 9, key, shape, (key, label))
            self.places[name] = box
            self.names[key] = name

    def svg(self, pixels: float) -> str:
        """The scene as SVG text, so many pixels wide: its circles, boxes, polygons and texts.

        >>> scene = Scene()
        >>> scene.circles([(0.5, 0.5)], 0.5, "#FF0000", 3)
        >>> print(scene.svg(pixels=50))
        <svg xmlns="http://www.w3.org/2000/svg" width="50" height="50" viewBox="0 0 1000 1000.0" role="img">
        <circle cx="500.0" cy="500.0" r="500.0" fill="#ff0000"/>
        </svg>
        """
        width = round(pixels)
        height = round(pixels * self.height / WIDTH)
        size = f'width="{width}" height="{height}" viewBox="0 0 {WIDTH} {self.height}"'
        lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">']
        elements = sorted(self.elements.values(), key=lambda element: element[0])
        for _, kind, numbers, words in elements:
            if kind in SVG:
                lines.append(_svg(kind, numbers, words))
        lines.append("</svg>")
        return "\n".join(lines)

    # ---------------------------------------------------------------- as elements

    def _begin(self):
        self._unit = WIDTH / (self.right - self.left)
        self.height = round((self.top - self.bottom) * self._unit, 1)
        self.elements = {}
        self.names = {}
        self._counts = Counter()  # of elements of each kind and layer

    def _add(self, kind, shapes, colour, zorder, keys=None, **look):
        colours = repeat(colour) if isinstance(colour, (str, tuple)) else colour
        for shape, shade, key in zip(shapes, colours, keys or repeat(None)):
            words = [to_hex(shade)]
            if kind == "line":
                words.append(DASHES[look["style"]])
                width = shape.lengths[0] * POINT / self._unit
                shape = shape._replace(lengths=[width])
            if kind == "text":
                words += look["text"], look["weight"]
                x, y = shape.points[0]
                size, width = shape.lengths
                left = x - BEFORE[look["ha"]] * width
                base = y - CAPITALS / 2 * size
                shape = Shape([(left, base)], [size, width])
            self._add_element(kind, zorder, key, shape, tuple(words))

    def _add_element(self, kind, zorder, key, shape, words):
        """Add an element; if it has a key, the page animates it when it moves, which the @ says."""
        name = f"{kind} {zorder:g} "
        self._counts[name] += 1
        known_as = f"{name}{self._counts[name]}" if key is None else f"@{name}{key}"
        lengths = []
        for x, y in shape.points:
            lengths += x - self.left, self.top - y
        lengths += shape.lengths
        numbers = tuple(round(float(length) * self._unit, 1) for length in lengths)
        self.elements[known_as] = zorder, kind, numbers, words


SVG = {
    "circle": '<circle cx="{}" cy="{}" r="{}" fill="{}"/>',
    "box": '<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"/>',
    "polygon": '<polygon points="{}" fill="{}"/>',
    "text": '<text x="{}" y="{}" font-size="{}" textLength="{}" fill="{}" font-weight="normal" font-family="sans-serif">{}</text>',
}


def _svg(kind, numbers, words):
    if kind == "polygon":
        numbers = [" ".join(map(str, numbers))]
    return SVG[kind].format(*numbers, *words)
