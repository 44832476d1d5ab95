"""What all pictures are made of: their colours, and a `Drawing` of shapes and texts.

A drawing is made on the Axes of a figure, or, by the same words, as a `Scene` for a live picture.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from textwrap import fill

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

# Vermilion is dark and yellow light: the players also differ in black and white.
PLAYERS = {1: "#D55E00", 2: "#F0E442"}
MARKS = {1: "#FFFFFF", 2: "#1A1A1A"}  # a cross on the discs of player 1, a ring on those of 2
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
    parts = np.array(to_rgb(colour))
    linear = np.where(parts > 0.04, ((parts + 0.055) / 1.055) ** 2.4, parts / 12.92)
    luminance = linear @ (0.2126, 0.7152, 0.0722)
    return TEXT if luminance > 0.2 else "#FFFFFF"  # near there both have the same contrast (WCAG 2)


# -------------------------------------------------------------------- axes

TITLE_SIZE = 18  # points
LARGE_TITLE = 24  # on a figure of its own, whose other texts are large
MOST_INCHES = 16, 10  # width and height of a new figure


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


def write_title(
    ax: Axes, title: str | None, pad: float | None = None, size: float = TITLE_SIZE
) -> None:
    """Write a title, if there is one, above the Axes, in as many lines as it takes."""
    if title:
        place = ax.get_subplotspec()
        share = ax.get_position().width
        if place:
            share = len(place.colspan) / place.get_gridspec().ncols
        points = share * ax.figure.bbox.width / ax.figure.dpi * 72
        # A letter is 0.6 font sizes wide, on average.
        lines = fill(title, int(points / 0.6 / size), break_long_words=False)
        ax.set_title(lines, fontsize=size, color=TEXT, pad=pad)
        ax.set_anchor("N")  # the layout reckons with a title right above the room of the Axes


def render_png(
    width: float, height: float, draw: Callable[[Axes], object], dpi: float = 100
) -> bytes:
    """What `draw` draws on axes that fill a figure of this size in inches, as a PNG file."""
    # Pyplot does not know this figure, so that it goes when nobody holds it.
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    draw(figure.add_axes((0, 0, 1, 1)))
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=dpi, metadata={"Software": None})
    return file.getvalue()


# -------------------------------------------------------------------- text

CAPITALS = 0.73  # height of capitals and digits, in font sizes
BEFORE = {"left": 0, "center": 0.5, "right": 1}  # the share of a text to the left of its place


@lru_cache(maxsize=4096)
def glyphs(text: str, weight: str = "normal") -> tuple[Path, float]:
    """The outlines of a line of text, not an empty one, of font size 1, and its width.

    They are put together from the outlines of the characters, because Matplotlib is slow to lay out
    a text that it has not seen before, and most numbers are new.

    >>> round(glyphs("12.5")[1], 2)
    2.23
    """
    vertices, codes = [], []
    width = 0.0
    for sign in text:
        outline, its_codes, advance = _glyph(sign, weight)
        vertices.append(outline + (width, 0))
        codes.append(its_codes)
        width += advance
    return Path(np.concatenate(vertices), np.concatenate(codes)), width


@lru_cache(maxsize=1024)
def _glyph(sign: str, weight: str) -> tuple[np.ndarray, np.ndarray, float]:
    """The outline of a character in Matplotlib's own font, its path codes, and its width."""
    font = FontProperties(family="DejaVu Sans", weight=weight)
    one = TextPath((0, 0), "1", size=1, prop=font).vertices  # a space alone has no path
    path = TextPath((0, 0), sign + "1", size=1, prop=font)
    end = len(path.vertices) - len(one)
    width = path.vertices[end, 0] - one[0, 0]
    return path.vertices[:end], path.codes[:end], float(width)


def width_of(text: str, weight: str = "bold") -> float:
    """The width of a line of text of font size 1.

    >>> round(width_of("12.5", "normal"), 2)
    2.23
    """
    return glyphs(text, weight)[1]


class ScaledText(Text):
    """A line of text with its font size in units of the drawing, drawn as outlines.

    Its `y` is the middle of its capitals and digits. Outlines are also several times as fast as
    Matplotlib's own texts.
    """

    def __init__(self, x: float, y: float, text: str, size: float, **look: object) -> None:
        super().__init__(x, y, text, **look)
        self.size = size
        self.outlines, width = glyphs(text, self.get_fontweight())
        left = x - BEFORE[self.get_horizontalalignment()] * width * size
        base = y - CAPITALS / 2 * size
        self.box = Bbox([(0, 0), (width, CAPITALS)])
        self.placed = Affine2D().scale(size).translate(left, base)

    def draw(self, renderer: RendererBase) -> None:
        context = renderer.new_gc()
        context.set_linewidth(0)
        place = self.placed + self.axes.transData
        renderer.draw_path(context, self.outlines, place, to_rgba(self.get_color()))
        context.restore()
        self.stale = False

    def get_window_extent(
        self, renderer: RendererBase | None = None, dpi: float | None = None
    ) -> Bbox:
        return self.box.transformed(self.placed + self.axes.transData)


# -------------------------------------------------------------------- a drawing

Keys = Sequence | None
"""Names of what is drawn, one each, that stay when a live picture changes; without, the order tells."""
Shape = tuple[Sequence, Sequence]
"""What a circle, box, polygon or edge is in units of the drawing: its points, and its lengths."""


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
    ) -> Drawing:
        """A drawing with these limits, without axis lines: a `Scene` itself, or one on Axes.

        Without `ax` it is on a new figure, where a unit is `inches` long, or less if that were too
        large.
        """
        if isinstance(ax, Drawing):
            return ax.limit(left, right, bottom, top)
        width, height = right - left, top - bottom
        title_height = 0.4 if title else 0
        most_width, most_height = MOST_INCHES
        inches = min(inches, most_width / width, (most_height - title_height) / height)
        drawing = cls(checked_axes(ax, width * inches, height * inches + title_height))
        write_title(drawing.ax, title, size=TITLE_SIZE if ax else LARGE_TITLE)
        return drawing.limit(left, right, bottom, top)

    @classmethod
    def filling(cls, ax: Axes | Drawing, height: float, width: float = 0) -> Drawing:
        """A drawing that fills what it is on, at least so high and wide; its upper left is (0, 0)."""
        if isinstance(ax, Drawing):
            proportion = ax.proportion
        else:
            box = ax.get_position(original=True)
            width_inches, height_inches = ax.figure.get_size_inches()
            proportion = box.width * width_inches / (box.height * height_inches)
        height = max(height, width / proportion)
        return cls.within(ax, 0, height * proportion, -height, 0)

    def limit(self, left: float, right: float, bottom: float, top: float) -> Drawing:
        """The drawing itself, with these limits."""
        self.left, self.right = left, right
        self.bottom, self.top = bottom, top
        self._begin()
        return self

    # ---------------------------------------------------------------- the vocabulary

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        key: object = None,
        room: float = np.inf,
        **look: object,
    ) -> None:
        """Write a line of text of this font size, or smaller if it were wider than the `room`.

        It is centred at (x, y) unless `ha` says otherwise.
        """
        look = {"ha": "center", "color": TEXT, "zorder": 5, "weight": "normal"} | look
        if text:
            size = min(size, room / width_of(text, look["weight"]))
            self._add_text(x, y, text, size, key, look)

    def circles(
        self, centres: Sequence, radii: object, colour: object, zorder: float, **look: object
    ) -> None:
        """Filled circles; `radii` is one number, or one for each circle; `gid` names the group."""
        radii = np.broadcast_to(radii, len(centres))
        shapes = [([centre], [radius]) for centre, radius in zip(centres, radii)]
        self._add_all("circle", shapes, colour, zorder, **look)

    def polygons(self, corners: Iterable, colour: object, zorder: float, **look: object) -> None:
        """Filled polygons, each an array of shape (corners, 2)."""
        self._add_all("polygon", [(one, ()) for one in corners], colour, zorder, **look)

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
            shapes.append(([corner], [abs(width), abs(height), rounding]))
        self._add_all("box", shapes, colour, zorder, **look)

    def edges(
        self,
        edges: Iterable,
        widths: Sequence[float],
        colour: str,
        zorder: float,
        **look: object,
    ) -> None:
        """Edges of a tree, each (x, y, start, end, x below, y below), with their widths.

        From (x, y) straight down to the height `start`, in a curve to above the lower point at the
        height `end`, and straight down.
        """
        shapes = []
        for (x, y, start, end, x1, y1), width in zip(edges, widths):
            third = (start - end) / 3
            upper = [(x, y), (x, start), (x, start - third)]
            lower = [(x1, end + third), (x1, end), (x1, y1)]
            shapes.append((upper + lower, [width]))
        self._add_all("edge", shapes, colour, zorder, **look)

    def line(self, x: object, y: object, colour: str, width: float, style: str = "-") -> None:
        """A line through points, `width` points wide."""
        self.ax.plot(x, y, style, color=colour, linewidth=width, solid_capstyle="butt")

    def spots(
        self, rectangles: Iterable, names: Sequence, labels: Iterable[str], keys: Keys = None
    ) -> None:
        """Places that can be clicked in a live picture, each (left, bottom, width, height).

        Args:
            names: what the program gets with a click: something that JSON can hold.
            labels: what a screen reader says.
            keys: by default the names; the keyboard stays in a spot as long as its key stays.
        """

    # ---------------------------------------------------------------- on Axes

    def _begin(self) -> None:
        self.ax.set_xlim(self.left, self.right)
        self.ax.set_ylim(self.bottom, self.top)
        self.ax.set_aspect("equal")
        self.ax.set_axis_off()

    def _add_text(
        self, x: float, y: float, text: str, size: float, key: object, look: dict[str, object]
    ) -> None:
        artist = ScaledText(x, y, text, size, **look)
        artist.set_in_layout(False)  # it is inside: asking for its size would only cost time
        self.ax.add_artist(artist)

    def _add_all(
        self,
        kind: str,
        shapes: list[Shape],
        colour: object,
        zorder: float,
        keys: Keys = None,
        **look: object,
    ) -> None:
        if not shapes:
            return
        if kind == "circle":
            centres = [points[0] for points, _ in shapes]
            sizes = [2 * lengths[0] for _, lengths in shapes]
            angles = np.zeros(len(shapes))
            place = {"offsets": centres, "offset_transform": self.ax.transData}
            group = EllipseCollection(sizes, sizes, angles, units="xy", **place)
        else:
            group = PolyCollection([OUTLINES[kind](*shape) for shape in shapes])
        border = "face" if "linewidth" in look else "none"
        group.set(facecolor=colour, edgecolor=border, zorder=zorder, in_layout=False, **look)
        self.ax.add_collection(group, autolim=False)


def _ribbon(points: Sequence, lengths: Sequence[float]) -> np.ndarray:
    """The outline of an edge: a cubic Bézier curve between two straight ends."""
    start, *curve, end = np.array(points, dtype=float)
    t = np.linspace(0, 1, 25)
    s = 1 - t
    weights = np.array([s**3, 3 * t * s**2, 3 * t**2 * s, t**3])
    line = np.vstack([start, weights.T @ curve, end])
    x, y = np.gradient(line, axis=0).T
    normal = np.array([-y, x]) / np.hypot(x, y)
    side = normal.T * lengths[0] / 2
    return np.vstack([line + side, (line - side)[::-1]])


def _corners(points: Sequence, lengths: Sequence[float]) -> np.ndarray:
    """The outline of a box, with round corners if it has any, from the upper right one on."""
    (left, top), (width, height, rounding) = points[0], lengths
    steps = np.linspace(0, 1, 9 if rounding else 1)
    corners = []
    for quarter, (x, y) in enumerate([(1, 0), (0, 0), (0, 1), (1, 1)]):
        angles = (quarter + steps) * np.pi / 2
        arc = rounding * np.column_stack([np.cos(angles), np.sin(angles)])
        right = left + rounding + x * (width - 2 * rounding)
        down = top - rounding - y * (height - 2 * rounding)
        corners.append(arc + (right, down))
    return np.concatenate(corners)


OUTLINES = {"polygon": lambda points, _: points, "box": _corners, "edge": _ribbon}

# -------------------------------------------------------------------- a live picture

WIDTH = 1000  # of every scene, in units of its elements
POINT = 1.4  # of a line's width, in these units
DASHES = {"-": "", "--": "12 6", ":": "3 5"}

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
        self.ax = None
        self.proportion = proportion
        self.limit(0, 1, 0, 1)

    def line(self, x: object, y: object, colour: str, width: float, style: str = "-") -> None:
        shape = np.column_stack([x, y]), [width * POINT / self._unit]
        self._add("line", 2, None, shape, (_hex(colour), DASHES[style]))

    def spots(
        self, rectangles: Iterable, names: Sequence, labels: Iterable[str], keys: Keys = None
    ) -> None:
        names = [json.dumps(name) for name in names]
        for box, name, label, key in zip(rectangles, names, labels, keys or names):
            left, bottom, width, height = box
            corner = left, bottom + height
            shape = [corner], [width, height]
            self._add("spot", 9, key, shape, (name, label))

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
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        return "\n".join([head, *shapes, "</svg>"])

    # ---------------------------------------------------------------- as elements

    def _begin(self) -> None:
        self._unit = WIDTH / (self.right - self.left)
        self.height = round((self.top - self.bottom) * self._unit, 1)
        self.elements: dict[str, Element] = {}
        self._counts: Counter[str] = Counter()  # of elements of each kind and layer

    def _add_text(
        self, x: float, y: float, text: str, size: float, key: object, look: dict[str, object]
    ) -> None:
        weight = look["weight"]
        left = x - BEFORE[look["ha"]] * width_of(text, weight) * size
        base = y - CAPITALS / 2 * size
        words = _hex(look["color"]), text, weight
        self._add("text", look["zorder"], key, ([(left, base)], [size]), words)

    def _add_all(
        self,
        kind: str,
        shapes: list[Shape],
        colour: object,
        zorder: float,
        keys: Keys = None,
        **look: object,
    ) -> None:
        colours = repeat(colour) if isinstance(colour, (str, tuple)) else colour
        for shape, its_colour, key in zip(shapes, colours, keys or repeat(None)):
            self._add(kind, zorder, key, shape, (_hex(its_colour),))

    def _add(
        self, kind: str, zorder: float, key: object, shape: Shape, words: tuple[str, ...]
    ) -> None:
        """Add an element; if it has a key, the page animates it when it moves, which the @ says."""
        name = f"{kind} {zorder:g} "
        self._counts[name] += 1
        known_as = f"{name}{self._counts[name]}" if key is None else f"@{name}{key}"
        points, lengths = shape
        numbers = [(x - self.left, self.top - y) for x, y in points]
        numbers = [*np.ravel(numbers), *lengths]
        scaled = tuple(round(float(one) * self._unit, 1) for one in numbers)
        self.elements[known_as] = zorder, kind, scaled, words


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
        numbers = *numbers, width_of(text, weight) * numbers[-1]
        words = colour, weight, text
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
    """The outline of a character as the `d` of an SVG path, and its width, both in EM.

    It has y downwards from the base line. A live picture is written with Matplotlib's own letters,
    so that it looks the same on every computer, and a text is as wide as the drawing has reckoned.
    Every point is told from the one before, so that a text is one path, letter by letter.

    >>> path, width = outline("1", "normal")
    >>> path[:20], width
    ('m124 -83l161 0l0 -55', 636)
    """
    letter, width = glyphs(sign, weight)
    parts = []
    start = at = np.zeros(2, int)
    for points, code in letter.iter_segments(curves=True, simplify=False):
        if code == Path.CLOSEPOLY:
            parts.append("z")
            at = start
        else:
            corners = np.reshape(points, (-1, 2)) * (EM, -EM)
            corners = np.rint(corners).astype(int)
            steps = [f"{x} {y}" for x, y in corners - at]
            parts.append(PEN[code] + " ".join(steps))
            at = corners[-1]
            start = at if code == Path.MOVETO else start
    return "".join(parts), round(EM * width)
