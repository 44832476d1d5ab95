"""The pictures of the step control, each of which fills its Axes, and one sentence for each phase."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from c4lib.node import SearchNode
from c4lib.phases import Backpropagation, Expansion, Selection, Simulation
from c4lib.plots import plot_playout, plot_tree
from c4lib.plots.board import draw_boards, draw_discs
from c4lib.plots.canvas import HIGHLIGHT, MUTED, NAMES, OUTSIDE, TEXT, VISITS, Drawing, glyphs, proportion
from c4lib.plots.terms import draw_bars, draw_legend, draw_move, largest_finite, number, terms_text
from c4lib.settings import SearchSettings
from c4lib.study.recording import PHASES, Snapshot

Level = tuple[SearchNode, Sequence[float], SearchNode]  # a node, the values of its children, and the child chosen

# -------------------------------------------------------------------- the tree and the position


def draw_tree(ax: Axes, snapshot: Snapshot, max_nodes: int) -> None:
    """The tree with the path marked, and after an expansion also the new children."""
    added = snapshot.expansion.added if snapshot.phase == "expand" else ()
    plot_tree(snapshot.root, path=(*snapshot.path, *added), max_nodes=max_nodes, ax=ax)


def draw_place(ax: Axes, snapshot: Snapshot) -> None:
    """Where the search is: the position at the end of the path, the iteration, and which of its phases are done."""
    node = snapshot.path[-1]
    board, right = node.game, 100 * proportion(ax)
    drawing = Drawing.within(ax, 0, right, 0, 100)
    cell = min(94 / (board.rows + 0.6), 0.44 * right / (board.columns + 0.3))
    left, bottom = 0.2 * cell, (100 - (board.rows - 0.4) * cell) / 2
    draw_boards(drawing, [board], [(left, bottom)], cell)
    for column in range(board.columns):
        drawing.write(left + (column + 0.5) * cell, bottom - 0.5 * cell, str(column), 0.5 * cell)
    left += (board.columns + 0.7) * cell
    title = f"Iteration {snapshot.iteration}" if snapshot.step else "Start"
    drawing.write(left, 88, title, 14, ha="left", weight="bold")
    _draw_phases(drawing, PHASES.index(snapshot.phase) if snapshot.step else -1, left, right)
    drawing.write(left, 9, _position(node), 7.5, ha="left", color=MUTED)


def _draw_phases(drawing: Drawing, done: int, left: float, right: float) -> None:
    """The names of the phases: the one just done is marked, and those still to come are grey."""
    for index, phase in enumerate(PHASES):
        y = 69 - 15 * index
        look = {"color": TEXT if index < done else VISITS}
        if index == done:
            drawing.boxes([(left - 3, y - 7, right - left + 2, 14)], HIGHLIGHT, 2, rounding=3)
            look = {"color": "#FFFFFF", "weight": "bold"}
        drawing.write(left, y, f"{index + 1} {phase.capitalize()}", 10.5, ha="left", **look)


def _position(node: SearchNode) -> str:
    """How the position was reached, and who moves next."""
    played = " ".join(str(above.move) for above in node.path[1:])
    played = f"after {played}" if len(played) < 12 else f"after … {played[-9:].lstrip()}"
    game = node.game
    over = f"{NAMES[game.winner]} has won" if game.winner else "a draw"
    return f"{played if node.parent else 'root'}: {over if game.is_terminal else f'{NAMES[game.to_move]} to move'}"


# -------------------------------------------------------------------- what the phase did


def draw_details(ax: Axes, snapshot: Snapshot) -> None:
    """What the last phase did: the terms of UCB1, a film strip, or the numbers before and after."""
    record = snapshot.phase_record
    if isinstance(record, Selection):
        if record.values:
            draw_levels(ax, _levels(record))
        else:
            draw_note(ax, "The root has no children yet:", "it is the leaf.")
    elif isinstance(record, Expansion):
        if record.added:
            draw_levels(ax, [(record.leaf, record.values, record.node)])
        else:
            draw_note(ax, "No children are added:", "the playout starts at the leaf.")
    elif isinstance(record, Simulation):
        plot_playout(record, max_frames=5, ax=ax)
    elif isinstance(record, Backpropagation):
        draw_before_and_after(ax, record)
    else:
        draw_note(ax, "Nothing has happened yet:", "go on by a phase or an iteration.")


def _levels(selection: Selection) -> list[Level]:
    """The choices on the way down."""
    return list(zip(selection.path, selection.values, selection.path[1:]))


def draw_note(ax: Axes, *lines: str) -> None:
    """A few words in the middle."""
    width, height = 14 * proportion(ax), 14
    drawing = Drawing.within(ax, 0, width, 0, height)
    for row, text in enumerate(lines):
        drawing.write(width / 2, height / 2 + (len(lines) / 2 - row - 0.5) * 1.5, text, 1, color=MUTED)


# -------------------------------------------------------------------- the terms of UCB1

MOST_LEVELS = 12
LEVEL_WIDTH = 15  # the least for a move, a bar and its numbers, in heights of a row
BAR_START = 1.8


def draw_levels(ax: Axes, levels: Sequence[Level]) -> None:
    """A block for each level: a row for every child, with the two terms as a stacked bar and as numbers."""
    left_out, levels = len(levels) - MOST_LEVELS, levels[:MOST_LEVELS]
    rows = max(len(node.children) for node, _, _ in levels) + 1.9
    across, height = grid(len(levels), rows, proportion(ax))
    width = height * proportion(ax)
    drawing = Drawing.within(ax, 0, width, -height, 0)
    draw_legend(drawing, 0.3, -0.6, 0.8)
    if left_out > 0:
        drawing.write(width - 0.3, -0.6, f"{left_out} more level{'s' * (left_out > 1)}", 0.8, ha="right", color=MUTED)
    largest = largest_finite(value for _, values, _ in levels for value in values)
    for index, level in enumerate(levels):
        left, top = index % across * width / across, -1.3 - index // across * rows
        _draw_level(drawing, level, left, top, width / across - 0.6, largest)


def grid(count: int, rows: float, proportion: float) -> tuple[int, float]:
    """How many blocks of this many `rows` to put side by side to keep the height low, and that height, in rows.

    >>> grid(1, 9, 1.6), grid(4, 9, 1.6)
    ((1, 10.3), (2, 19.3))
    """

    def height(across: int) -> float:
        return max(math.ceil(count / across) * rows + 1.3, across * LEVEL_WIDTH / proportion)

    across = min(range(1, count + 1), key=height)
    return across, height(across)


def _draw_level(drawing: Drawing, level: Level, left: float, top: float, width: float, largest: float) -> None:
    node, values, chosen = level
    played = "".join(f" {above.move}" for above in node.path[1:])
    title = f"{f'after{played}' if played else 'root'}, {NAMES[node.game.to_move]} plays, N = {node.visits}"
    size = min(0.85, (width - 0.3) / glyphs(title, "bold")[1])
    drawing.write(left + 0.3, top - 0.6, title, size, ha="left", weight="bold")
    bars = {top - 1.7 - row: (child.mean, value) for row, (child, value) in enumerate(zip(node.children, values))}
    texts = [terms_text(*both) for both in bars.values()]
    start = left + BAR_START
    room = width - BAR_START - 0.4 - 0.82 * max(glyphs(text, "bold")[1] for text in texts)
    draw_bars(drawing, bars, start, room, largest)
    for y, child, text in zip(bars, node.children, texts):
        look = draw_move(drawing, left + 0.1, y, width, child.move, child is chosen)
        drawing.write(start + room + 0.3, y, text, 0.82, ha="left", **look)


# -------------------------------------------------------------------- before and after

MOST_ROWS = 12  # of the table of a back-propagation
COLUMNS = {  # of that table: where each stands, in widths of the table, and which side of it stands there
    "node": (0.025, "left"),
    "counts for": (0.37, "center"),
    "before": (0.61, "right"),
    "after": (0.69, "left"),
    "reward": (0.925, "center"),
}
ARROW = 0.65


def draw_before_and_after(ax: Axes, update: Backpropagation) -> None:
    """A table of wins/visits before and after, with a row for each node of the path, the root on top."""
    steps = list(zip(update.path, update.rewards, update.before, update.after))[::-1]
    left_out, steps = len(steps) - MOST_ROWS, steps[-MOST_ROWS:]
    height = max(len(steps) + 2.6, 17 / proportion(ax))
    width = height * proportion(ax)
    drawing = Drawing.within(ax, 0, width, -height, 0)
    for name, (x, side) in COLUMNS.items():
        drawing.write(x * width, -0.8, name, 0.62, color=MUTED, ha=side)
    for row, (node, reward, before, after) in enumerate(steps):
        y = -1.9 - row
        if row % 2 == 0:
            drawing.boxes([(0.1, y - 0.5, width - 0.2, 1)], OUTSIDE, 1, rounding=0.2)
        cells = {
            "node": ("root" if node.is_root else f"column {node.move}", TEXT),
            "before": (_fraction(*before), MUTED),
            "after": (_fraction(*after), TEXT),
            "reward": (f"{reward:+g}" if reward else "0", HIGHLIGHT if reward > 0 else MUTED),
        }
        for name, (text, colour) in cells.items():
            x, side = COLUMNS[name]
            drawing.write(x * width, y, text, 0.75, ha=side, color=colour, weight="bold")
        draw_discs(drawing, node.viewpoint, np.array([(COLUMNS["counts for"][0] * width, y)]), 0.36)
        drawing.write(ARROW * width, y, "→", 0.75, color=MUTED)
    text = "wins/visits of the path, from the root down"
    if left_out > 0:
        text = f"{left_out} {'nodes above are' if left_out > 1 else 'node above is'} left out; {text}"
    drawing.write(0.4, -1.9 - len(steps), text, 0.55, ha="left", color=MUTED)


def _fraction(wins: float, visits: int) -> str:
    return f"{round(wins, 2):g}/{visits}"


# -------------------------------------------------------------------- one sentence for each phase

MOST_COLUMNS = 7  # of a selected path that are named


def sentence(snapshot: Snapshot, settings: SearchSettings) -> str:
    """What the last phase did.

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
    levels = _levels(selection)
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
    both = f"{number(child.mean)} + {number(value - child.mean)}"
    words = f"column {child.move}, {both} is the largest of {len(children)}"
    return words if ties == 1 else f"{words}, shared by {ties}: drawn at random"


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
    """Proven nodes are not visited again, so those on the path were proven just now."""
    count = sum(node.proof is not None for node in update.path)
    return f"; {count} of them {'is' if count == 1 else 'are'} now proven" if count else ""
