"""The pictures of lesson 21: bars of what was timed, shifts of bits that move, and a tree in arrays."""

import gc
import time
from pathlib import Path

import numpy as np

from c4lib.plots.canvas import (
    AT_LEFT,
    BOLD_LEFT,
    EDGE,
    EMPTY,
    EXPLOITATION,
    EXPLORATION,
    FRAME,
    HIGHLIGHT,
    INK,
    MUTED,
    MUTED_LEFT,
    OUTSIDE,
    TEXT,
    Style,
    text_on,
)
from c4lib.widgets.controls import button, switch
from c4lib.widgets.sliders import steps_slider
from pictures import BIG, SMALL, plain_axes, titled_figure
from pictures.moving import MovingPicture
from pictures.titles import lesson_21 as titles

BENCH = Path(__file__).parents[2] / "benchmarks" / "README.md"  # the stored benchmarks
COLOURS = {
    "select": HIGHLIGHT,
    "expand": EXPLORATION,
    "simulate": EXPLOITATION,
    "backpropagate": MUTED,
}


# -------------------------------------------------------------------- what was timed


def plot_phases(rounds, title):
    """A bar for each kind of search, of its microseconds per iteration, divided into phases: medians of the rounds.

    Beside it stand the whole, and the share of the playout, with the least and the most of the rounds.
    """
    kinds = [*rounds[0]]
    fig, ax = plain_axes(11, 0.8 * len(kinds) + 2.2)
    parts = {phase: medians_of(rounds, phase) for phase in COLOURS}
    ends = np.zeros(len(kinds))
    for phase, colour in COLOURS.items():
        ax.barh(kinds, parts[phase], left=ends, color=colour, edgecolor="white", label=phase)
        ends += parts[phase]
    for row, (kind, end) in enumerate(zip(kinds, ends)):
        shares = [one[kind]["simulate"] / sum(one[kind].values()) for one in rounds]
        words = f"  {end:.0f}, playout {np.median(shares):.0%} ({min(shares):.0%} to {max(shares):.0%})"
        ax.text(end, row, words, va="center", fontsize=SMALL)
    ax.set_xlim(0, 1.55 * ends.max())
    ax.invert_yaxis()
    ax.set_xlabel("microseconds per iteration")
    fig.legend(fontsize=SMALL, frameon=False, loc="outside lower center", ncols=4)
    fig.suptitle(title, fontsize=BIG, color=TEXT, weight="bold")


def medians_of(rounds, phase):
    """The median over the rounds of what a phase took, for each kind of search."""
    times = [[kind[phase] for kind in one.values()] for one in rounds]
    return np.median(times, axis=0)


def plot_ladder(rounds):
    """A bar for each rung: how many times as fast it is as the first one, by the median of the ratios within a round.

    Beside it stand the least and the most of the rounds.
    """
    ax = titled_figure(titles["ladder"], 11, 4.2)
    rungs = [*rounds[0]]
    seconds = np.array([[one[rung] for rung in rungs] for one in rounds])
    ratios = seconds[:, :1] / seconds
    times = np.median(ratios, axis=0)
    least_of, most_of = ratios.min(axis=0), ratios.max(axis=0)
    ax.barh(rungs, times, color=EXPLOITATION)
    for row, (factor, least, most) in enumerate(zip(times, least_of, most_of)):
        digits = 1 if factor < 10 else 0
        words = f"  {factor:.{digits}f} x"
        if row:
            words += f" ({least:.{digits}f} to {most:.{digits}f})"
        ax.text(factor, row, words, va="center", fontsize=SMALL + 2)
    ax.set_xlim(0, 1.35 * max(times))
    ax.invert_yaxis()
    ax.set_xlabel("times as fast as the readable search")


def spread_of(rounds, number):
    """The median of a number over the rounds, and the least and the most of it, in words.

    >>> spread_of([4, 1, 3], lambda seconds: 6 / seconds)
    '2.00 (1.50 to 6.00)'
    """
    numbers = [number(spent) for spent in rounds]
    return f"{np.median(numbers):.2f} ({min(numbers):.2f} to {max(numbers):.2f})"


def without_lists(has_line, bottom, full):
    """The lesson's `random_winner`, with the same random numbers for the same games, but it counts instead of making lists."""

    def counted_winner(mine, taken, player, rng):
        theirs = mine ^ taken
        while taken != full:
            landing = (taken + bottom) & full
            legal, rest = 0, landing
            while rest:
                rest &= rest - 1  # takes away the lowest of its bits
                legal += 1
            for _ in range(int(rng.random() * legal)):
                landing &= landing - 1
            disc = landing & -landing  # the lowest of those that are left
            mine, taken = mine | disc, taken | disc
            if has_line(mine):
                return player
            mine, theirs, player = theirs, mine, 3 - player
        return 0

    return counted_winner


def microseconds(function, *arguments, times):
    """What one call costs, on average of so many: only the time in which this process was running counts."""
    gc.disable()
    start = time.process_time()
    for _ in range(times):
        function(*arguments)
    spent = time.process_time() - start
    gc.enable()
    return 1e6 * spent / times


def costs_in_turns(calls):
    """The microseconds of each call, {name: (function, arguments, times)}: the medians of five rounds in which they take turns."""
    for function, arguments, _ in calls.values():
        function(*arguments)  # the first call may compile it
    found = {name: [] for name in calls}
    for _ in range(5):
        for name, (function, arguments, times) in calls.items():
            found[name].append(microseconds(function, *arguments, times=times))
    return {name: float(np.median(costs)) for name, costs in found.items()}


def print_costs(calls):
    """Print what each call costs, {name: (function, arguments, times)}."""
    for name, cost in costs_in_turns(calls).items():
        print(f"{name:31} {cost:7.1f} microseconds")


def as_arrays(root):
    """A tree as three arrays of one number for each node: wins, visits, and the place of its first child (-1: no children).

    The nodes stand in the order of their levels, so that the children of a node lie side by side.
    """
    nodes = [root]
    first = []
    for node in nodes:
        first.append(len(nodes) if node.children else -1)
        nodes += node.children
    wins = np.array([node.wins for node in nodes], float)
    visits = np.array([node.visits for node in nodes], float)
    return wins, visits, np.array(first)


def print_arrays(arrays):
    """Print the first ten nodes of such a tree."""
    numbers = [f"{node:6}" for node in range(10)]
    print("node   ", *numbers, "...")
    for name, array in zip(("wins", "visits", "first"), arrays):
        numbers = [f"{number:6g}" for number in array[:10]]
        print(f"{name:7}", *numbers, "...")


# -------------------------------------------------------------------- four in a row, by shifts

ROWS = 6
COLUMNS = 7
CELLS = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
DIRECTIONS = ("upwards", "across", "rising", "falling")
PALE = "#C3D7EA"  # discs that are not kept
COPY = EXPLORATION
LEGEND = {
    FRAME: "kept so far",
    COPY: "the copy that moves",
    PALE: "a disc, not kept",
}


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
        self.picture.action = self.toggle
        self.play.layout.width = "max-content"
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
        steps = {
            "upwards": 1,
            "across": height,
            "rising": height + 1,
            "falling": height - 1,
        }
        return steps[DIRECTIONS[self.direction.value]]

    def _stages(self):
        """For each number the bits that are kept, and how far the copy of them has moved; none after the last `&`."""
        height = self._height()
        step = self._step()
        discs = {height * column + row for column, row in self.cells}
        pairs = discs & {bit - step for bit in discs}
        fours = pairs & {bit - 2 * step for bit in pairs}
        return [(discs, 0), (discs, step), (pairs, 0), (pairs, 2 * step), (fours, None)]

    def _code(self):
        """What the program does, line by line."""
        step = self._step()
        return (
            "discs",
            f"discs >> {step}",
            f"pairs = discs & (discs >> {step})",
            f"pairs >> {2 * step}",
            f"fours = pairs & (pairs >> {2 * step})",
        )

    def _say(self, number):
        bits, moved = self._stages()[number]
        code = self._code()[number]
        if moved:
            return f"{code}: every bit of the copy moves to a number lower by {moved}."
        count = f"{len(bits)} bit is" if len(bits) == 1 else f"{len(bits)} bits are"
        if number == 0:
            return f"{code}: {count} 1."
        if number == 2:
            return f"{code}: {count} left."
        seen = "a line" if bits else "no line"
        return f"{code}: {count} left, so the program sees {seen}."

    # ---------------------------------------------------------------- the picture

    def _draw(self, drawing, number):
        drawing.limit(-0.2, 15.3, -0.2, 7.25)
        height = self._height()
        bits, moved = self._stages()[number]
        copies = {}
        if moved is not None:
            copies = {bit: bit - moved for bit in bits if bit >= moved}
        rim = -0.04, -0.04, COLUMNS + 0.08, height + 0.08
        drawing.boxes([rim], EDGE, 2)
        self._draw_bits(drawing, bits, copies.values())
        centres = [np.add(divmod(bit, height), 0.5) for bit in copies.values()]
        keys = [f"{number // 2} {bit}" for bit in copies]
        drawing.circles(centres, 0.36, COPY, 4, keys=keys)
        self._write_code(drawing, number)
        boxes = [(column, row, 1, 1) for column, row in CELLS]
        labels = [f"column {column}, row {row + 1}" for column, row in CELLS]
        drawing.spots(boxes, CELLS, labels)

    def _draw_bits(self, drawing, bits, covered):
        """A square with its number for each bit; some are `covered` by a copy."""
        height = self._height()
        squares = []
        colours = []
        for bit in range(COLUMNS * height):
            column, row = divmod(bit, height)
            colour = self._colour(column, row, bit in bits)
            ink = text_on(colour) if bit in bits and bit not in covered else INK
            weight = "bold" if bit in bits or bit in covered else "normal"
            drawing.write(column + 0.5, row + 0.5, str(bit), 0.42, Style(weight, ink))
            squares.append((column + 0.04, row + 0.04, 0.92, 0.92))
            colours.append(colour)
        drawing.boxes(squares, colours)

    def _colour(self, column, row, is_kept):
        if is_kept:
            return FRAME
        if (column, row) in self.cells:
            return PALE
        return OUTSIDE if row == ROWS else EMPTY

    def _write_code(self, drawing, number):
        for line, code in enumerate(self._code()):
            style = BOLD_LEFT if line == number else MUTED_LEFT
            y = 6.4 - 0.85 * line
            drawing.write(7.9, y, code, 0.46, style, room=7.2)
        for line, (colour, words) in enumerate(LEGEND.items()):
            y = 1.45 - 0.65 * line
            drawing.boxes([(7.9, y, 0.4, 0.4)], colour)
            drawing.write(8.55, y + 0.2, words, 0.4, AT_LEFT)

    def __repr__(self):
        return f"Shifts({len(self.cells)} discs, {DIRECTIONS[self.direction.value]})"


def _named(place):
    return DIRECTIONS[place]
