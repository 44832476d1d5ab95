"""The pictures of the step control, each drawn on Axes that fill their room: tree, board, and what the phase tells."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from c4lib.node import SearchNode
from c4lib.phases import Backpropagation, Expansion, Selection, Simulation
from c4lib.plots import plot_playout, plot_tree
from c4lib.plots.board import draw_boards, draw_discs
from c4lib.plots.canvas import (
    EXPLOITATION,
    EXPLORATION,
    HIGHLIGHT,
    MUTED,
    NAMES,
    OUTSIDE,
    TEXT,
    VISITS,
    drawing_axes,
    glyphs,
    polygons,
    rectangle,
    write,
)
from c4lib.settings import SearchSettings
from c4lib.study.recording import PHASES, Snapshot

# -------------------------------------------------------------------- the pictures of the step control, each drawn on Axes that fill their room


MOST_LEVELS = 12
MOST_ROWS = 12  # of the table of a back-propagation
LEVEL_WIDTH = 15  # the least for a move, a bar and its numbers, in heights of a row
BAR_START = 1.8
COLUMNS = {  # of that table: where they stand, in widths of it, and which side of them
    "node": (0.025, "left"),
    "counts for": (0.37, "center"),
    "before": (0.61, "right"),
    "after": (0.69, "left"),
    "reward": (0.925, "center"),
}
ARROW = 0.65


def draw_tree(ax: Axes, snapshot: Snapshot, max_nodes: int) -> None:
    """The tree with the path marked, and after an expansion the new children as well."""
    added = snapshot.expansion.added if snapshot.phase == "expand" else ()
    plot_tree(snapshot.root, path=(*snapshot.path, *added), max_nodes=max_nodes, ax=ax)


def draw_place(ax: Axes, snapshot: Snapshot) -> None:
    """Where the search is: the position at the last node of the path, the iteration, and which of its phases is done."""
    board = snapshot.path[-1].game
    width, height = _room(ax)
    cell = 100 * min(0.94 / (board.rows + 0.6), 0.44 * width / height / (board.columns + 0.3))
    right = 100 * width / height
    drawing_axes(ax, 0, right, 0, 100, None, 1)
    left, bottom = 0.2 * cell, (100 - (board.rows - 0.4) * cell) / 2
    draw_boards(ax, [board], [(left, bottom)], cell)
    for column in range(board.columns):
        write(ax, left + (column + 0.5) * cell, bottom - 0.5 * cell, str(column), 0.5 * cell)
    _draw_phases(ax, snapshot, left + (board.columns + 0.7) * cell, right)


def _draw_phases(ax: Axes, snapshot: Snapshot, left: float, right: float) -> None:
    write(ax, left, 88, f"Iteration {snapshot.iteration}" if snapshot.step else "Start", 14, ha="left", weight="bold")
    for place, phase in enumerate(PHASES):
        y = 69 - 15 * place
        is_now, is_done = phase == snapshot.phase, snapshot.step and place <= PHASES.index(snapshot.phase)
        if is_now:
            polygons(ax, [rectangle(left - 3, y - 7, right - left + 2, 14, rounding=3)], HIGHLIGHT, 2)
        colour = "#FFFFFF" if is_now else TEXT if is_done else VISITS
        text = f"{place + 1} {phase.capitalize()}"
        write(ax, left, y, text, 10.5, ha="left", color=colour, weight="bold" if is_now else "normal")
    write(ax, left, 9, _place(snapshot.path[-1]), 7.5, ha="left", color=MUTED)


def _place(node: SearchNode) -> str:
    """Which position it is, and what comes next there."""
    played = " ".join(str(above.move) for above in node.path[1:])
    played = f"after {played}" if len(played) < 12 else f"after … {played[-9:].lstrip()}"
    game = node.game
    over = f"{NAMES[game.winner]} has won" if game.winner else "a draw"
    return f"{played if node.parent else 'root'}: {over if game.is_terminal else f'{NAMES[game.to_move]} to move'}"


def draw_details(ax: Axes, snapshot: Snapshot) -> None:
    """What the phase just done tells: UCB1 terms, film strip, or the numbers before and after."""
    record = snapshot.phase_record
    if isinstance(record, Selection):
        levels = list(zip(record.path, record.values, record.path[1:]))
        if levels:
            draw_levels(ax, [level_of(*level) for level in levels])
        else:
            draw_note(ax, "The root has no children yet:", "it is the leaf.")
    elif isinstance(record, Expansion):
        if record.added:
            draw_levels(ax, [level_of(record.leaf, record.values, record.node)])
        else:
            draw_note(ax, "No children are added:", "the leaf goes on itself.")
    elif isinstance(record, Simulation):
        plot_playout(record, max_frames=5, ax=ax)
    elif isinstance(record, Backpropagation):
        draw_before_and_after(ax, record)
    else:
        draw_note(ax, "Nothing has happened yet:", "go on by a phase or an iteration.")


def draw_note(ax: Axes, *lines: str) -> None:
    """A few words in the middle."""
    width, height = _room(ax)
    size = height / 14
    drawing_axes(ax, 0, width, 0, height, None, 1)
    for line, text in enumerate(lines):
        write(ax, width / 2, height / 2 + (len(lines) / 2 - line - 0.5) * 1.5 * size, text, size, color=MUTED)


# -------------------------------------------------------------------- the terms of UCB1


class Level(NamedTuple):
    """A choice among the children of a node: per child its move, mean (NaN if unvisited) and value."""

    title: str
    moves: tuple
    means: tuple[float, ...]
    values: tuple[float, ...]
    chosen: int


def level_of(node: SearchNode, values: tuple[float, ...], child: SearchNode) -> Level:
    """The choice of `child` among the children of `node`, which had these `values`.

    >>> from c4lib import Board
    >>> from c4lib.study.recording import Trace
    >>> selection = Trace(Board(), seed=1).at(10, "select").selection
    >>> level_of(selection.path[0], selection.values[0], selection.path[1]).title
    'root, X plays, N = 9'
    """
    played = "".join(f" {above.move}" for above in node.path[1:])
    where = f"after{played}" if played else "root"
    title = f"{where}, {NAMES[node.game.to_move]} plays, N = {node.visits}"
    children = node.children
    means = tuple(one.mean for one in children)
    return Level(title, tuple(one.move for one in children), means, values, children.index(child))


def draw_levels(ax: Axes, levels: Sequence[Level]) -> None:
    """For each level a block: a row for every child, with the two terms as a stacked bar and as numbers."""
    left_out, levels = len(levels) - MOST_LEVELS, levels[:MOST_LEVELS]
    rows = max(len(level.moves) for level in levels) + 1.9
    room_width, room_height = _room(ax)
    across, height = grid(len(levels), rows, room_width / room_height)
    width = height * room_width / room_height
    drawing_axes(ax, 0, width, -height, 0, None, 1)
    _draw_legend(ax, width, left_out)
    largest = max((value for level in levels for value in level.values if math.isfinite(value)), default=1.0)
    for place, level in enumerate(levels):
        left, top = place % across * width / across, -1.3 - place // across * rows
        _draw_level(ax, level, left, top, width / across - 0.6, largest or 1.0)


def grid(count: int, rows: float, proportion: float) -> tuple[int, float]:
    """How many blocks of so many `rows` to put side by side, and the height of it all, in rows: the least that will do.

    >>> grid(1, 9, 1.6), grid(4, 9, 1.6)
    ((1, 10.3), (2, 19.3))
    """

    def height(across: int) -> float:
        return max(math.ceil(count / across) * rows + 1.3, across * LEVEL_WIDTH / proportion)

    across = min(range(1, count + 1), key=height)
    return across, height(across)


def _draw_legend(ax: Axes, width: float, left_out: int) -> None:
    x = 0.3
    for colour, text in ((EXPLOITATION, "mean"), (EXPLORATION, "+ exploration")):
        polygons(ax, [rectangle(x, -1, 0.8, 0.8)], colour, 3)
        write(ax, x + 1.1, -0.6, text, 0.8, ha="left")
        x += 1.6 + 0.8 * glyphs(text)[1]
    if left_out > 0:
        write(ax, width - 0.3, -0.6, f"{left_out} more levels", 0.8, ha="right", color=MUTED)


def _draw_level(ax: Axes, level: Level, left: float, top: float, width: float, largest: float) -> None:
    size = min(0.85, (width - 0.3) / glyphs(level.title, "bold")[1])
    write(ax, left + 0.3, top - 0.6, level.title, size, ha="left", weight="bold")
    numbers = [_numbers(mean, value) for mean, value in zip(level.means, level.values)]
    room = width - BAR_START - 0.4 - 0.82 * max(glyphs(text, "bold")[1] for text in numbers)
    blue, orange, hatched = [], [], []
    for row, (move, mean, value, text) in enumerate(zip(level.moves, level.means, level.values, numbers)):
        y = top - 1.7 - row
        marked = {"color": HIGHLIGHT, "weight": "bold"} if row == level.chosen else {"color": TEXT}
        write(ax, left + 1.05, y, str(move), 0.85, **marked)
        length = room * min(max(value, 0) / largest, 1)
        split = 0 if math.isnan(mean) else min(max(mean, 0) * room / largest, length)
        start = left + BAR_START
        if math.isnan(mean):
            hatched.append(rectangle(start, y - 0.36, max(length, 0.1), 0.72))
        else:
            blue.append(rectangle(start, y - 0.36, split, 0.72))
            orange.append(rectangle(start + split, y - 0.36, length - split, 0.72))
        write(ax, start + room + 0.3, y, text, 0.82, ha="left", **marked)
        if row == level.chosen:
            polygons(ax, [rectangle(left + 0.1, y - 0.5, width, 1, rounding=0.3)], OUTSIDE, 1)
            write(ax, left + 0.3, y, "›", 1, ha="center", **marked)
    for bars, colour in ((blue, EXPLOITATION), (orange, EXPLORATION), (hatched, VISITS)):
        polygons(ax, bars, colour, 3)


def _numbers(mean: float, value: float) -> str:
    """The terms and their sum: `0.62 + 0.41 = 1.03`."""
    if math.isnan(mean):
        return f"unvisited: {number(value)}"
    if value == -math.inf:
        return "proven"
    return f"{mean:.2f} + {number(value - mean)} = {number(value)}"


# -------------------------------------------------------------------- before and after


def draw_before_and_after(ax: Axes, update: Backpropagation) -> None:
    """A table with a row for each node of the path, the root on top: wins/visits before and after."""
    steps = list(zip(update.path, update.rewards, update.before, update.after))[::-1]
    left_out, steps = len(steps) - MOST_ROWS, steps[-MOST_ROWS:]
    room_width, room_height = _room(ax)
    height = max(len(steps) + 2.6, 17 * room_height / room_width)
    width = height * room_width / room_height
    drawing_axes(ax, 0, width, -height, 0, None, 1)
    for name, (place, ha) in COLUMNS.items():
        write(ax, place * width, -0.8, name, 0.62, color=MUTED, ha=ha)
    for row, (node, reward, before, after) in enumerate(steps):
        y = -1.9 - row
        if row % 2 == 0:
            polygons(ax, [rectangle(0.1, y - 0.5, width - 0.2, 1, rounding=0.2)], OUTSIDE, 1)
        cells = {
            "node": ("root" if node.is_root else f"column {node.move}", TEXT),
            "before": (_fraction(before), MUTED),
            "after": (_fraction(after), TEXT),
            "reward": (f"{reward:+g}" if reward else "0", HIGHLIGHT if reward > 0 else MUTED),
        }
        for name, (text, colour) in cells.items():
            place, ha = COLUMNS[name]
            write(ax, place * width, y, text, 0.75, ha=ha, color=colour, weight="bold")
        draw_discs(ax, node.viewpoint, np.array([(COLUMNS["counts for"][0] * width, y)]), 0.36)
        write(ax, ARROW * width, y, "→", 0.75, color=MUTED)
    text = f"{left_out} nodes above are left out; " if left_out > 0 else ""
    write(
        ax, 0.4, -1.9 - len(steps), f"{text}wins/visits of the path, from the root down", 0.55, ha="left", color=MUTED
    )


def _fraction(statistics: tuple[float, int]) -> str:
    wins, visits = statistics
    return f"{round(wins, 2):g}/{visits}"


def _room(ax: Axes) -> tuple[float, float]:
    """Width and height of the axes in inches."""
    box = ax.get_position(original=True)
    return tuple(ax.figure.get_size_inches() * (box.width, box.height))


# -------------------------------------------------------------------- one sentence for each phase, which says what just happened


MOST_COLUMNS = 7  # of a selected path that are named


def sentence(snapshot: Snapshot, settings: SearchSettings) -> str:
    """What the phase just done did.

    >>> from c4lib import Board
    >>> from c4lib.study.recording import Trace
    >>> sentence(Trace(Board(), seed=1).at(10, "select"), SearchSettings())
    'Select: column 6, 1.00 + 2.10 is the largest of 7, shared by 3: drawn at random.'
    """
    record = snapshot.phase_record
    if isinstance(record, Selection):
        return f"Select: {_selected(record)}."
    if isinstance(record, Expansion):
        return f"Expand: {_expanded(record, settings)}."
    if isinstance(record, Simulation):
        return f"Simulate: {_simulated(record)}."
    if isinstance(record, Backpropagation):
        return f"Backpropagate: {_backpropagated(record, settings)}."
    return f"Start: the tree is nothing but the root, where {NAMES[snapshot.root.game.to_move]} is to move."


def _selected(selection: Selection) -> str:
    levels = list(zip(selection.path, selection.values, selection.path[1:]))
    if not levels:
        return "the root has no children yet, so it is the leaf"
    words = [chosen(node.children, values, child) for node, values, child in levels[-2:]]
    if len(levels) > MOST_COLUMNS:
        words[0] = f"{len(levels) - 1} moves down"
    elif len(levels) > 2:
        words[0] = f"columns {', '.join(str(child.move) for _, _, child in levels[:-1])}"
    return "; then ".join(words)


def _expanded(expansion: Expansion, settings: SearchSettings) -> str:
    if expansion.added:
        count = len(expansion.added)
        added = "1 child is added" if count == 1 else f"{count} children are added"
        return f"{added}; {chosen(expansion.added, expansion.values, expansion.node)}"
    if expansion.leaf.game.is_terminal:
        return "nothing is added, because the game is over here"
    done = expansion.leaf.simulations
    so_far = f"has {done} of {settings.expand_at} simulations" if done else "has no simulation yet"
    return f"nothing is added, because this leaf {so_far}"


def chosen(children: tuple[SearchNode, ...], values: tuple[float, ...], child: SearchNode) -> str:
    """Why `child` was picked among the `children` with these `values`.

    >>> from c4lib import Board
    >>> from c4lib.study.recording import Trace
    >>> selection = Trace(Board(), seed=1).at(3, "select").selection
    >>> chosen(selection.path[0].children, selection.values[0], selection.path[1])
    'column 2, one of 5 not visited yet (∞): drawn at random'
    """
    value = values[children.index(child)]
    ties = values.count(value)
    if len(children) == 1:
        return f"column {child.move}, the only child"
    if not child.visits:
        if ties == 1:
            return f"column {child.move}, not visited yet ({number(value)}), is the largest of {len(children)}"
        return f"column {child.move}, one of {ties} not visited yet ({number(value)}): drawn at random"
    words = f"column {child.move}, {terms(child, value)} is the largest of {len(children)}"
    return words if ties == 1 else f"{words}, shared by {ties}: drawn at random"


def terms(child: SearchNode, value: float) -> str:
    """The two terms of a `value`: the mean of the `child`, and the rest.

    >>> from c4lib import Board
    >>> from c4lib.study.recording import Trace
    >>> terms(Trace(Board(), seed=1).at(9).root.children[3], 2.1)
    '1.00 + 1.10'
    """
    return f"{child.mean:.2f} + {number(value - child.mean)}"


def number(value: float) -> str:
    """A value with two decimals, or ∞.

    >>> number(0.625), number(float("inf"))
    ('0.62', '∞')
    """
    if abs(value) >= sys.float_info.max:
        return "∞" if value > 0 else "-∞"
    return f"{value:.2f}"


def _simulated(simulation: Simulation) -> str:
    if not simulation.moves:
        over = f"{NAMES[simulation.winner]} has won" if simulation.winner else "the game is drawn"
        return f"nothing is played, because {over} here already"
    count = len(simulation.moves)
    over = f"{NAMES[simulation.winner]} wins" if simulation.winner else "a draw"
    return f"{count} random move{'s' if count > 1 else ''}, {over}; none of these positions is in the tree"


def _backpropagated(update: Backpropagation, settings: SearchSettings) -> str:
    return f"{_rewarded(update, settings)}{_proven(update)}"


def _rewarded(update: Backpropagation, settings: SearchSettings) -> str:
    count = len(update.path)
    if update.winner is None:
        return f"a draw, so {count} nodes get a visit and {settings.draw:g} wins each"
    name = NAMES[update.winner]
    winners = sum(node.viewpoint == update.winner for node in update.path)
    words = f"{name} won, so {count} nodes get a visit each"
    if winners:
        words += f"; the {f'{winners} that count' if winners > 1 else 'one that counts'} wins of {name} also get{'' if winners > 1 else 's'} a win"
    return f"{words}; the others get {settings.loss:g}" if settings.loss and winners < count else words


def _proven(update: Backpropagation) -> str:
    """A proven node is not visited again: what is proven on the path was proven just now."""
    count = sum(node.proof is not None for node in update.path)
    return f"; {count} of them {'is' if count == 1 else 'are'} now proven" if count else ""
