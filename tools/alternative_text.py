"""What a picture shows, in words, for readers who cannot see it: made from the figure itself, so that it is true.

`python tools/notebooks.py run` installs this in the kernel; there every figure that is shown gets its words as alternative
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
    parts = [" ".join(ax.get_title().split())] if ax.get_title() else []
    parts += [ax.get_label()] if "; " in ax.get_label() else []  # what a drawing says of itself
    parts += _drawing(ax) if not ax.axison else _chart(ax)
    return ". ".join(parts)


def shortened(text, most=MOST):
    return text if len(text) <= most else text[: most - 4].rsplit(" ", 1)[0] + " ..."


def number(value):
    return f"{float(value):.3g}" if abs(value) < 1000 else f"{float(value):,.0f}"


# -------------------------------------------------------------------- charts: bars, lines, points, tables of colours


def _chart(ax):
    labels = [f"{name}: {label}" for name, label in (("across", ax.get_xlabel()), ("up", ax.get_ylabel())) if label]
    parts = ["; ".join(" ".join(label.split()) for label in labels)] if labels else []
    drawn = _bars(ax) + _lines(ax) + _points(ax) + _colours(ax)
    drawn += [f"{len(ax.collections)} groups of marks"] if ax.collections and not drawn else []
    parts += drawn
    texts = [" ".join(text.get_text().split()) for text in ax.texts if text.get_text().strip()]
    return parts + ([f"Written in it: {', '.join(texts)}"] if texts else [])


def _names(axis):
    """From places on an axis to what is written there, also where the panel beside it shows it for both."""
    ticks = axis.get_ticklocs()
    written = [label.get_text() for label in axis.get_ticklabels()]
    if not any(written):
        written = axis.get_major_formatter().format_ticks(ticks)
    return {float(tick): " ".join(word.split()) for tick, word in zip(ticks, written, strict=False)}


def _name_at(names, place):
    """What is written at a place, or next to it: bars may stand side by side around it."""
    near = min(names, key=lambda tick: abs(tick - place), default=None)
    whole = all(float(tick).is_integer() for tick in names)
    return names[near] if near is not None and abs(near - place) < (0.5 if whole else 1e-6) else number(place)


def _inside(names, size):
    return [name for place, name in names.items() if -0.5 < place < size - 0.5 and name]


def _bars(ax):
    across, up, rows = _names(ax.xaxis), _names(ax.yaxis), {}
    for container in ax.containers:
        if type(container).__name__ != "BarContainer":
            continue
        lying = container.orientation == "horizontal"
        for bar in container:
            if not bar.get_fill():
                continue
            middle = bar.get_y() + bar.get_height() / 2 if lying else bar.get_x() + bar.get_width() / 2
            value = bar.get_width() if lying else bar.get_height()
            place = _name_at(up if lying else across, float(middle))
            name = container.get_label() if not container.get_label().startswith("_") else ""
            rows.setdefault(name, []).append(f"{place}: {number(value)}")
    return [f"Bars{f' ({name})' if name else ''}: {', '.join(values)}" for name, values in rows.items()]


def _lines(ax):
    found, alone = [], {}
    errors = {container[0]: container.get_label() for container in ax.containers if hasattr(container, "has_yerr")}
    for line in ax.lines if not ax.images else ():  # those in a table of colours frame its cells
        x, y = line.get_xdata(), line.get_ydata()
        label = str(errors.get(line, line.get_label()))
        label = "" if label.startswith("_") else f" ({label})"
        values = [(a, b) for a, b in zip(x, y, strict=False) if b is not None and b == b]
        if not values or line.get_linestyle() == "None" and line.get_marker() in ("_", "|", "None"):
            continue
        if len(values) == 1:
            alone.setdefault(label, []).extend(f"{number(b)} at {number(a)}" for a, b in values)
        elif len(values) == 2 and len({b for _, b in values}) == 1:
            found.append(f"level line at {number(values[0][1])}{label}")
        elif len(values) == 2 and len({a for a, _ in values}) == 1:
            found.append(f"upright line at {number(values[0][0])}{label}")
        elif len(values) <= 8:
            found.append(f"line{label}: {', '.join(f'{number(b)} at {number(a)}' for a, b in values)}")
        else:
            low, high = min(b for _, b in values), max(b for _, b in values)
            found.append(
                f"line{label} of {len(values)} points from {number(values[0][1])} at {number(values[0][0])} to "
                f"{number(values[-1][1])} at {number(values[-1][0])}, lowest {number(low)}, highest {number(high)}"
            )
    found += [f"point{'s' * (len(places) > 1)}{label}: {', '.join(places)}" for label, places in alone.items() if label]
    if len(found) > 3 and not any("(" in line for line in found):
        return [f"{len(found)} lines; the first: {found[0].removeprefix('line: ')}"]
    return found


def _points(ax):
    found = []
    for group in ax.collections:
        if type(group).__name__ != "PathCollection" or not len(group.get_offsets()):
            continue
        label = "" if group.get_label().startswith("_") else f" ({group.get_label()})"
        x, y = group.get_offsets().T
        found.append(
            f"{len(x)} point{'s' if len(x) > 1 else ''}{label}, across from {number(min(x))} to {number(max(x))}, "
            f"up from {number(min(y))} to {number(max(y))}"
        )
    return found


def _colours(ax):
    found = []
    for image in ax.images:
        rows, columns = image.get_array().shape[:2]
        values = image.get_array().compressed() if hasattr(image.get_array(), "compressed") else image.get_array()
        sides = [
            f" {name}: {'; '.join(names)}."
            for name, names in (
                ("Rows", _inside(_names(ax.yaxis), rows)),
                ("Columns", _inside(_names(ax.xaxis), columns)),
            )
            if names
        ]
        found.append(
            f"Table of colours, {rows} x {columns}, from {number(values.min())} to {number(values.max())}."
            + "".join(sides).rstrip(".")
        )
    return found


# -------------------------------------------------------------------- drawings: trees, boards


def _drawing(ax):
    nodes = [group for group in ax.collections if group.get_gid() == "nodes"]
    parts = _tree(nodes[0]) if nodes else []
    parts += _discs(ax) if not nodes else []
    if parts and parts[0].startswith("A Hex board"):
        return parts + _hex_values(ax.texts)
    texts = [text.get_text() for text in ax.texts if text.get_text().strip()]
    if nodes:
        parts += _labels([text for text in texts if NUMBERS.fullmatch(text)], len(nodes[0].get_offsets()))
        texts = [text for text in texts if " " in text and "wins/visits of" not in text and text != "plays"]
    else:
        while texts and texts[0].isdigit() and len(texts[0]) == 1:  # the numbers of the columns
            texts.pop(0)
        texts = [text for text in texts if not text.isdigit()] if len(texts) > 30 else texts  # those of the cells
    return parts + ([f"Written in it: {', '.join(texts)}"] if texts else [])


def _hex_values(texts):
    """What is written in the cells of a Hex board, by cell; before it there are its letters and numbers."""
    from c4lib import HexBoard
    from c4lib.hex import cell_centre

    size = sum(text.get_text().isalpha() and len(text.get_text()) == 1 for text in texts)
    cells = {cell_centre(size, cell): cell for cell in HexBoard(size).legal_moves()}
    written = [
        (min(cells, key=lambda centre: math.dist(centre, text.get_position())), text) for text in texts[2 * size :]
    ]
    values = [f"{cells[centre]}: {text.get_text()}" for centre, text in written]
    return [f"Written in it: {', '.join(values)}"] if values else []


def _labels(texts, nodes):
    """The labels of a tree; in larger ones the visits stand below the wins, as a text of their own."""
    whole = [text for text in texts if "/" in text]
    if len(whole) != nodes:
        apart = texts[-2 * nodes - 1 : -1]  # before the lower end of the scale
        if len(apart) != 2 * nodes:
            return []
        whole = [f"{wins}/{visits}" for wins, visits in zip(apart[::2], apart[1::2], strict=True)]
    return [f"Wins/visits, from the root down: {', '.join(whole)}"]


def _tree(nodes):
    levels = Counter(round(float(y), 3) for _, y in nodes.get_offsets())
    counts = [str(count) for _, count in sorted(levels.items(), reverse=True)]
    return [f"A search tree of {len(nodes.get_offsets())} nodes, by rows from the root down: {', '.join(counts)}"]


def _discs(ax):
    from matplotlib.colors import to_hex

    from c4lib.plots.canvas import FRAME, PLAYERS

    places = {1: [], 2: []}
    boards, starts, ends, shapes = 0, [], [], []
    for group in ax.collections:
        colours = {to_hex(colour).upper() for colour in group.get_facecolor()}
        if type(group).__name__ == "PolyCollection" and colours == {FRAME.upper()}:
            boards += len(group.get_paths())
            shapes += [len(path.vertices) - 1 for path in group.get_paths()]
            starts += [path.get_extents().x0 for path in group.get_paths()]
            ends += [path.get_extents().x1 for path in group.get_paths()]
        for player, colour in PLAYERS.items():
            if type(group).__name__ == "EllipseCollection" and colours == {colour.upper()}:
                places[player] += [tuple(place) for place in group.get_offsets()]
    if not boards:
        return []
    if cells := sum(corners == 6 for corners in shapes):
        return [f"A Hex board of {cells} cells"]
    if boards > 1:
        return [f"{boards} Connect Four boards"]
    # A disc of player 2 is drawn as a disc, a ring and a smaller disc at the same place.
    names = {place: "XO"[player - 1] for player, there in places.items() for place in there if place[0] < ends[0] - 0.3}
    if not names:
        return ["An empty Connect Four board"]
    columns = {}
    for (x, _), name in sorted(names.items(), key=lambda item: item[0][::-1]):
        columns.setdefault(int(x - starts[0]), []).append(name)
    filled = ", ".join(f"column {column}: {' '.join(discs)}" for column, discs in sorted(columns.items()))
    return [f"A Connect Four board with {len(names)} discs; from the bottom up, {filled}"]
