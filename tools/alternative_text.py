"""What a picture shows, in words, for readers who cannot see it: made from the figure itself, so that it is true.

`python -m tools.notebooks run` installs this in the kernel; there every figure that is shown gets its words as alternative
text, in the metadata of the output. (The file is read there as it is: it needs nothing of this project but the colours
of the discs.) Boards and widgets have a text of their own, which `of_text` turns into a sentence.
"""

import math
import re
from collections import Counter

MOST = 900  # characters
FIRST_LOOK = "Widget as it first looks:"
NUMBERS = re.compile(r"-?[\d.]+[kM]?(/[\d.]+k?)?")


def install(shell):
    """Give every figure that `shell` shows its alternative text."""
    from IPython.core.formatters import PNGFormatter

    class DescribedPNG(PNGFormatter):
        def __call__(self, shown):
            picture = super().__call__(shown)
            if not picture or type(shown).__module__ != "matplotlib.figure":
                return picture
            data, metadata = picture if isinstance(picture, tuple) else (picture, {})
            return data, {**metadata, "alt": of_figure(shown)}

    shell.display_formatter.formatters["image/png"] = DescribedPNG(parent=shell.display_formatter)


def of_text(text):
    """The words for something with a picture of its own, from the text that stands for it where there are no pictures.

    >>> of_text(". . . .\\n. O . .\\n. X X .\\n0 1 2 3")
    'Connect Four board of 3 rows and 4 columns, discs of X: 2, of O: 1. From the bottom: row 1: . X X .; row 2: . O . .'
    >>> of_text("Ucb1Lab(c=0.5)")
    'Widget as it first looks: Ucb1Lab(c=0.5)'
    """
    *rows, last = text.splitlines()
    if rows and all(set(row) <= set(" .XO") for row in rows):
        height, width = len(rows), len(rows[0].split())
        filled = [f"row {place}: {row}" for place, row in enumerate(reversed(rows), 1) if set(row) & set("XO")]
        where = f" From the bottom: {'; '.join(filled)}" if filled else " It is empty."
        return (
            f"Connect Four board of {height} rows and {width} columns, "
            f"discs of X: {text.count('X')}, of O: {text.count('O')}.{where}"
        )
    if len(rows) > 1:
        return shortened(f"Board: {' / '.join(line.strip() for line in text.splitlines())}")
    return shortened(f"{FIRST_LOOK} {text}")


def of_figure(figure):
    """The words for a figure of Matplotlib."""
    panels = [ax for ax in figure.axes if ax.get_visible() and ax.get_label() != "<colorbar>"]
    parts = [figure.get_suptitle()] if figure.get_suptitle() else []
    for place, ax in enumerate(panels, 1):
        head = f"Panel {place} of {len(panels)}: " if len(panels) > 1 else ""
        room = (MOST - sum(map(len, parts))) // (len(panels) - place + 1)
        parts.append(shortened(head + of_panel(ax), max(room, 60)))
    return " ".join(part if part.endswith(".") else f"{part}." for part in parts)


def of_panel(ax):
    parts = [_one_line(ax.get_title())]
    if "; " in ax.get_label():
        parts.append(ax.get_label())  # what a drawing says of itself
    parts += _chart(ax) if ax.axison else _drawing(ax)
    return ". ".join(filter(None, parts))


def _one_line(text):
    return " ".join(text.split())


def shortened(text, most=MOST):
    return text if len(text) <= most else text[: most - 4].rsplit(" ", 1)[0] + " ..."


def number(value):
    return f"{float(value):.3g}" if abs(value) < 1000 else f"{float(value):,.0f}"


# -------------------------------------------------------------------- charts: bars, lines, points, tables of colours


def _chart(ax):
    labels = [("across", ax.get_xlabel()), ("up", ax.get_ylabel())]
    axes = "; ".join(_one_line(f"{name}: {label}") for name, label in labels if label)
    drawn = _bars(ax) + _lines(ax) + _points(ax) + _colours(ax)
    if ax.collections and not drawn:
        drawn = [f"{len(ax.collections)} groups of marks"]
    texts = [_one_line(text.get_text()) for text in ax.texts]
    return [axes, *drawn, _written(filter(None, texts))]


def _written(texts):
    words = ", ".join(texts)
    return f"Written in it: {words}" if words else ""


def _names(axis):
    """From places on an axis to what is written there, also where the panel beside it shows it for both."""
    ticks = axis.get_ticklocs()
    written = [label.get_text() for label in axis.get_ticklabels()]
    if not any(written):
        written = axis.get_major_formatter().format_ticks(ticks)
    return {float(tick): _one_line(word) for tick, word in zip(ticks, written, strict=False)}


def _name_at(names, place):
    """What is written at a place, or next to it: bars may stand side by side around it."""
    whole = all(tick.is_integer() for tick in names)
    near = min(names, key=lambda tick: abs(tick - place), default=math.inf)
    is_near = abs(near - place) < (0.5 if whole else 1e-6)
    return names[near] if is_near else number(place)


def _inside(names, size):
    return [name for place, name in names.items() if -0.5 < place < size - 0.5 and name]


def _bars(ax):
    across, up, rows = _names(ax.xaxis), _names(ax.yaxis), {}
    for container in ax.containers:
        if type(container).__name__ != "BarContainer":
            continue
        label = _in_brackets(container.get_label())
        for bar in container:
            if not bar.get_fill():
                continue
            left, low, width, height = bar.get_x(), bar.get_y(), bar.get_width(), bar.get_height()
            if container.orientation == "horizontal":
                place, value = _name_at(up, float(low + height / 2)), width
            else:
                place, value = _name_at(across, float(left + width / 2)), height
            rows.setdefault(label, []).append(f"{place}: {number(value)}")
    return [f"Bars{label}: {', '.join(values)}" for label, values in rows.items()]


def _in_brackets(label):
    """What a legend says, to be added to a word; nothing for what has no label of its own."""
    return "" if not label or label.startswith("_") else f" ({label})"


def _lines(ax):
    if ax.images:  # in a table of colours lines frame its cells
        return []
    found, alone = [], {}
    errors = {container[0]: container.get_label() for container in ax.containers if hasattr(container, "has_yerr")}
    for line in ax.lines:
        points = [(x, y) for x, y in zip(*line.get_data(), strict=False) if y is not None and y == y]
        is_invisible = line.get_linestyle() == "None" and line.get_marker() in ("_", "|", "None")
        if not points or is_invisible:
            continue
        label = _in_brackets(str(errors.get(line, line.get_label())))
        if len(points) == 1:
            alone.setdefault(label, []).append(_at(points[0]))
        else:
            found.append(_line(points, label))
    for label, places in alone.items():
        if label:
            found.append(f"{_plural('point', places)}{label}: {', '.join(places)}")
    if len(found) > 3 and not any("(" in line for line in found):
        return [f"{len(found)} lines; the first: {found[0].removeprefix('line: ')}"]
    return found


def _line(points, label):
    """A line through two points or more."""
    across, up = zip(*points)
    if len(points) == 2 and up[0] == up[1]:
        return f"level line at {number(up[0])}{label}"
    if len(points) == 2 and across[0] == across[1]:
        return f"upright line at {number(across[0])}{label}"
    if len(points) <= 8:
        return f"line{label}: {', '.join(map(_at, points))}"
    ends = f"from {_at(points[0])} to {_at(points[-1])}"
    return f"line{label} of {len(points)} points {ends}, lowest {number(min(up))}, highest {number(max(up))}"


def _at(point):
    x, y = point
    return f"{number(y)} at {number(x)}"


def _plural(word, things):
    return f"{word}s" if len(things) > 1 else word


def _points(ax):
    found = []
    for group in ax.collections:
        if type(group).__name__ != "PathCollection" or not len(group.get_offsets()):
            continue
        x, y = group.get_offsets().T
        points = f"{len(x)} {_plural('point', x)}{_in_brackets(group.get_label())}"
        across, up = f"from {number(min(x))} to {number(max(x))}", f"from {number(min(y))} to {number(max(y))}"
        found.append(f"{points}, across {across}, up {up}")
    return found


def _colours(ax):
    found = []
    for image in ax.images:
        cells = image.get_array()
        rows, columns = cells.shape[:2]
        values = cells.compressed() if hasattr(cells, "compressed") else cells
        found.append(f"Table of colours, {rows} x {columns}, from {number(values.min())} to {number(values.max())}")
        if names := _inside(_names(ax.yaxis), rows):
            found.append(f"Rows: {'; '.join(names)}")
        if names := _inside(_names(ax.xaxis), columns):
            found.append(f"Columns: {'; '.join(names)}")
    return found


# -------------------------------------------------------------------- drawings: trees, boards


def _drawing(ax):
    texts = [text.get_text() for text in ax.texts if text.get_text().strip()]
    for group in ax.collections:
        if group.get_gid() == "nodes":
            return _tree(group.get_offsets(), texts)
    parts = _discs(ax)
    if parts and parts[0].startswith("A Hex board"):
        return parts
    while texts and texts[0].isdigit() and len(texts[0]) == 1:  # the numbers of the columns
        texts.pop(0)
    if len(texts) > 30:  # those of the cells
        texts = [text for text in texts if not text.isdigit()]
    return [*parts, _written(texts)]


def _tree(places, texts):
    levels = Counter(round(float(y), 3) for _, y in places)
    counts = [str(levels[height]) for height in sorted(levels, reverse=True)]
    nodes = f"A search tree of {len(places)} nodes, by rows from the root down: {', '.join(counts)}"
    numbers = [text for text in texts if NUMBERS.fullmatch(text)]
    words = [text for text in texts if " " in text and "wins/visits of" not in text]
    return [nodes, *_labels(numbers, len(places)), _written(words)]


def _labels(texts, nodes):
    """The labels of a tree; in larger ones the visits stand below the wins, as a text of their own."""
    whole = [text for text in texts if "/" in text]
    if len(whole) != nodes:
        apart = texts[-2 * nodes - 1 : -1]  # before the lower end of the scale
        if len(apart) != 2 * nodes:
            return []
        whole = [f"{wins}/{visits}" for wins, visits in zip(apart[::2], apart[1::2], strict=True)]
    return [f"Wins/visits, from the root down: {', '.join(whole)}"]


def _discs(ax):
    from c4lib.plots.canvas import FRAME, PLAYERS

    frames = [path for group in _of_colour(ax, "PolyCollection", FRAME) for path in group.get_paths()]
    if not frames:
        return []
    if cells := sum(len(frame.vertices) == 7 for frame in frames):  # six corners, and the first one again
        return [f"A Hex board of {cells} cells"]
    if len(frames) > 1:
        return [f"{len(frames)} Connect Four boards"]
    box = frames[0].get_extents()
    names = {}  # a disc of player 2 is drawn as a disc, a ring and a smaller disc at the same place
    for player, colour in PLAYERS.items():
        for group in _of_colour(ax, "EllipseCollection", colour):
            for x, y in group.get_offsets():
                if x < box.x1 - 0.3:
                    names[x, y] = "XO"[player - 1]
    if not names:
        return ["An empty Connect Four board"]
    columns = {}
    for x, y in sorted(names, key=lambda place: place[1]):
        columns.setdefault(int(x - box.x0), []).append(names[x, y])
    filled = ", ".join(f"column {column}: {' '.join(columns[column])}" for column in sorted(columns))
    return [f"A Connect Four board with {len(names)} discs; from the bottom up, {filled}"]


def _of_colour(ax, kind, colour):
    """The marks of one kind that are all of this colour."""
    from matplotlib.colors import to_hex

    found = []
    for group in ax.collections:
        colours = {to_hex(face).upper() for face in group.get_facecolor()}
        if type(group).__name__ == kind and colours == {colour.upper()}:
            found.append(group)
    return found
