"""The pictures of lesson 21: bars of what was timed, shifts of bits that move, a tree in arrays, and the stored benchmarks."""

import gc
import time
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from c4lib.plots.canvas import (
    EDGE,
    EMPTY,
    EXPLOITATION,
    EXPLORATION,
    FRAME,
    HIGHLIGHT,
    INK,
    MUTED,
    OUTSIDE,
    TEXT,
    Drawing,
    text_on,
)
from c4lib.widgets.panel import button, switch
from c4lib.widgets.sliders import steps_slider
from pictures import BIG, SMALL, plain_axes
from pictures.moving import MovingPicture
from pictures.titles import lesson_21 as titles

COLOURS = {"select": HIGHLIGHT, "expand": "#E69F00", "simulate": EXPLOITATION, "backpropagate": MUTED}


# -------------------------------------------------------------------- what was timed


def plot_phases(rounds, title):
    """A bar for each kind of search, of its microseconds per playout, divided into phases: medians of the rounds."""
    kinds = [*rounds[0]]
    fig, ax = plain_axes(11, 0.8 * len(kinds) + 2.2)
    ends = np.zeros(len(kinds))
    for phase, colour in COLOURS.items():
        parts = np.array([np.median([one[kind][phase] for one in rounds]) for kind in kinds])
        ax.barh(kinds, parts, left=ends, color=colour, edgecolor="white", label=phase)
        ends += parts
        if phase == "simulate":
            playouts = parts
    for row, (playout, end) in enumerate(zip(playouts, ends, strict=True)):
        ax.text(end, row, f"  {end:.0f}, playout {playout / end:.0%}", va="center", fontsize=SMALL)
    ax.set_xlim(0, 1.35 * ends.max())
    ax.invert_yaxis()
    ax.set_xlabel("microseconds per playout", fontsize=SMALL)
    fig.legend(fontsize=SMALL, frameon=False, loc="outside lower center", ncols=4)
    fig.suptitle(title, fontsize=BIG, color=TEXT, weight="bold")


def plot_ladder(rounds, playouts):
    """A bar for each rung: how many times as fast it is as the first one, by the median of the ratios within a round."""
    fig, ax = plain_axes(11, 4.2)
    first, *_ = rungs = [*rounds[0]]
    times = [np.median([one[first] / one[rung] for one in rounds]) for rung in rungs]
    speeds = [playouts / np.median([one[rung] for one in rounds]) for rung in rungs]
    ax.barh(rungs, times, color=EXPLOITATION)
    for row, (factor, speed) in enumerate(zip(times, speeds, strict=True)):
        ax.text(max(factor, 1), row, f"  {factor:.3g} x, {speed:,.0f} playouts/s", va="center", fontsize=SMALL)
    ax.set(xscale="log", xlim=(1, 50 * max(times)))  # from 1, so that the length of a bar is what was gained
    ax.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1,000"])
    ax.minorticks_off()
    ax.invert_yaxis()
    ax.set_xlabel("times as fast as the readable search", fontsize=SMALL)
    fig.suptitle(titles["ladder"], fontsize=BIG, color=TEXT, weight="bold")


def microseconds(function, *arguments, times):
    """What one call costs, on average of so many: only the time in which this process was running counts."""
    gc.disable()
    start = time.process_time()
    for _ in range(times):
        function(*arguments)
    spent = time.process_time() - start
    gc.enable()
    return 1e6 * spent / times


def costs_in_turns(calls, rounds=5):
    """The microseconds of each call, {name: (function, arguments, times)}: the medians of rounds in which they take turns."""
    for function, arguments, _ in calls.values():
        function(*arguments)  # the first call may compile it
    each = [
        {name: microseconds(function, *arguments, times=times) for name, (function, arguments, times) in calls.items()}
        for _ in range(rounds)
    ]
    return {name: float(np.median([one[name] for one in each])) for name in calls}


def print_costs(calls):
    """Print what each call costs, {name: (function, arguments, times)}, and return it."""
    costs = costs_in_turns(calls)
    for name, cost in costs.items():
        print(f"{name:31} {cost:7.1f} microseconds")
    return costs


def as_arrays(root):
    """A tree as three arrays of one number for each node: wins, visits, and the place of its first child (-1: no children).

    The nodes stand in the order of their levels, so that the children of a node lie side by side.
    """
    nodes, first = [root], []
    for node in nodes:
        first.append(len(nodes) if node.children else -1)
        nodes += node.children
    wins, visits = (np.array([getattr(node, name) for node in nodes], float) for name in ("wins", "visits"))
    return wins, visits, np.array(first)


def print_arrays(arrays, nodes=10):
    """Print the first nodes of such a tree."""
    print("node   ", *(f"{node:6}" for node in range(nodes)), "...")
    for name, array in zip(("wins", "visits", "first"), arrays, strict=True):
        print(f"{name:7}", *(f"{number:6g}" for number in array[:nodes]), "...")


# -------------------------------------------------------------------- four in a row, by shifts

ROWS, COLUMNS = 6, 7
DIRECTIONS = ("upwards", "across", "rising", "falling")
PALE = "#C3D7EA"  # discs that are not kept
COPY = EXPLORATION
CODE = ("discs", "discs >> {0}", "pairs = discs & (discs >> {0})", "pairs >> {1}", "fours = pairs & (pairs >> {1})")


class Shifts(MovingPicture):
    """The shifts that find four in a row, one by one: a copy of the bits moves, and what it meets is kept.

    Args:
        cells: those of the discs, each (column, row), row 0 at the bottom.
        direction: of the line that is looked for, one of DIRECTIONS.

    Attributes:
        cells: a click on a cell puts a disc there, or takes it away.
        direction, spare, clear: the controls; `spare` says whether each column has an empty bit on top.

    >>> shifts = Shifts([(0, 0), (1, 1), (2, 2), (3, 3)], "rising")
    >>> shifts.number.value = 4
    >>> shifts.sentence.value
    'fours = pairs & (pairs >> 16): 1 bit is left, so the program sees a line.'
    """

    def __init__(self, cells, direction):
        self.cells = set(cells)
        self.direction = steps_slider("line", "direction of the line", range(4), DIRECTIONS.index(direction), _named)
        self.spare = switch("empty bits", "an empty bit on top of each column", value=True)
        self.clear = button("Clear", "take all discs away")
        super().__init__(self._draw, self._say, 0, 4, "shift", every=1_200, still=1)
        self.picture.action, self.play.layout.width = self.toggle, "max-content"
        grid = self.children[0].layout
        grid.grid_template_areas = (
            "'sentence sentence sentence sentence' 'picture picture picture picture' 'play number number number' "
            "'direction spare clear .' 'message message message message'"
        )
        grid.grid_template_columns = "minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr) 2.2em"
        for control in (self.direction, self.spare):
            self.on(control, self._show)
        self.on(self.clear, self.empty)

    def toggle(self, cell):
        """Put a disc into a cell, or take it away."""
        self.cells ^= {cell}
        self._show()

    def empty(self):
        """Take all discs away."""
        self.cells = set()
        self._show()

    # ---------------------------------------------------------------- the bits

    def _height(self):
        return ROWS + self.spare.value

    def _step(self):
        """By how much the number of a bit differs from that of the next cell of such a line."""
        height = self._height()
        return (1, height, height + 1, height - 1)[self.direction.value]

    def _stages(self):
        """For each number the bits that are kept, and how far the copy of them has moved; none after the last `&`."""
        height, step = self._height(), self._step()
        discs = {height * column + row for column, row in self.cells}
        pairs = discs & {bit - step for bit in discs}
        fours = pairs & {bit - 2 * step for bit in pairs}
        return [(discs, 0), (discs, step), (pairs, 0), (pairs, 2 * step), (fours, None)]

    def _say(self, number):
        bits, _ = self._stages()[number]
        code = CODE[number].format(self._step(), 2 * self._step())
        left = f"{len(bits)} bit is" if len(bits) == 1 else f"{len(bits)} bits are"
        if number in (1, 3):
            return f"{code}: every bit of the copy moves to a number lower by {(number + 1) // 2 * self._step()}."
        if number < 4:
            return f"{code}: {left} {'1' if number == 0 else 'left'}."
        return f"{code}: {left} left, so the program sees {'a line' if bits else 'no line'}."

    # ---------------------------------------------------------------- the picture

    def _draw(self, scene, number):
        drawing, height = Drawing.within(scene, -0.2, 15.3, -0.2, 7.25), self._height()
        bits, moved = self._stages()[number]
        copies = {} if moved is None else {bit: bit - moved for bit in bits if bit >= moved}
        drawing.boxes([(-0.04, -0.04, COLUMNS + 0.08, height + 0.08)], EDGE, 2)
        squares, colours = [], []
        for bit in range(COLUMNS * height):
            column, row = divmod(bit, height)
            colour = FRAME if bit in bits else PALE if (column, row) in self.cells else EMPTY
            colours.append(OUTSIDE if row == ROWS and colour == EMPTY else colour)
            squares.append((column + 0.04, row + 0.04, 0.92, 0.92))
            look = {"color": text_on(colours[-1]), "weight": "bold"} if bit in bits else {"color": INK}
            if bit in copies.values():
                look = {"color": INK, "weight": "bold"}
            drawing.write(column + 0.5, row + 0.5, str(bit), 0.42, **look)
        drawing.boxes(squares, colours)
        centres = [np.add(divmod(bit, height), 0.5) for bit in copies.values()]
        drawing.circles(centres, 0.36, COPY, 4, keys=[f"{number // 2} {bit}" for bit in copies])
        self._write_code(drawing, number)
        cells = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
        labels = [f"column {column}, row {row + 1}" for column, row in cells]
        drawing.spots([(*cell, 1, 1) for cell in cells], cells, labels)

    def _write_code(self, drawing, number):
        for line, code in enumerate(CODE):
            look = {"weight": "bold", "color": TEXT} if line == number else {"color": MUTED}
            text = code.format(self._step(), 2 * self._step())
            drawing.write(7.9, 6.4 - 0.85 * line, text, 0.46, ha="left", room=7.2, **look)
        for line, (colour, words) in enumerate(
            ((FRAME, "kept so far"), (COPY, "the copy that moves"), (PALE, "a disc, not kept"))
        ):
            drawing.boxes([(7.9, 1.45 - 0.65 * line, 0.4, 0.4)], colour)
            drawing.write(8.55, 1.65 - 0.65 * line, words, 0.4, ha="left")

    def __repr__(self):
        return f"Shifts({len(self.cells)} discs, {DIRECTIONS[self.direction.value]})"


def _named(place):
    return DIRECTIONS[place]


# -------------------------------------------------------------------- the stored benchmarks

BENCH = Path(__file__).parents[2] / "benchmarks" / "README.md"
SEARCHES = {  # the words of the table: those of the chart, its colour, marker, and where its name stands
    "`peer.cpp`, a hand-written C++ search": ("C++ by hand, free to choose", "#D55E00", "s"),
    "`FastSearch`": ("FastSearch", EXPLOITATION, "o"),
    "`peer.cpp` with the numbers of `FastSearch`": ("C++ by hand, numbers of FastSearch", "#CC79A7", "D"),
    "OpenSpiel's C++ `MCTSBot`": ("OpenSpiel's MCTSBot, C++", MUTED, "^"),
}


def bench_speeds():
    """Iterations a second that `make bench` has stored: {search: {playouts: number}}; {} without the rest of the project."""
    speeds = {}
    for line in BENCH.read_text(encoding="utf-8").splitlines() if BENCH.exists() else ():
        playouts, name, speed, *_ = [*(cell.strip() for cell in line.strip("|").split("|")), "", ""]
        if name in SEARCHES and playouts.replace(",", "").isdigit():
            speeds.setdefault(name, {})[int(playouts.replace(",", ""))] = int(speed.replace(",", ""))
    return {SEARCHES[name][0]: speeds[name] for name in SEARCHES if name in speeds}


def plot_bench():
    """The stored iterations a second of four searches, by the size of the tree."""
    speeds = bench_speeds()
    if not speeds:
        print("(The numbers are in `benchmarks/README.md` of the project, which is not beside this notebook.)")
        return
    fig, ax = plain_axes(11, 5.4)
    for name, colour, marker in SEARCHES.values():
        ax.plot(*zip(*speeds[name].items()), color=colour, marker=marker, markersize=10, linewidth=3, label=name)
    sizes = [*speeds["FastSearch"]]
    ax.set(xscale="log", yscale="log", ylim=(5e4, 5e6))
    ax.set_xticks(sizes, [f"{size:,}" for size in sizes])
    ax.set_yticks([1e5, 1e6], ["100,000", "1,000,000"])
    ax.minorticks_off()
    ax.set_xlabel("playouts in the tree", fontsize=SMALL)
    ax.set_ylabel("playouts a second", fontsize=SMALL)
    fig.legend(fontsize=SMALL, frameon=False, loc="outside lower center", ncols=2)
    fig.suptitle(titles["bench"], fontsize=BIG, color=TEXT, weight="bold")
    plt.show()
