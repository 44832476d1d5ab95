"""The pictures of the step control, each of which fills what it is drawn on, and one sentence for
each phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from c4lib.board import Board
from c4lib.hex import HexBoard
from c4lib.node import Game, Move, SearchNode
from c4lib.phases import Backpropagation, Expansion, Selection, Simulation, ucb1_values
from c4lib.plots import plot_playout
from c4lib.plots.board import draw_boards
from c4lib.plots.canvas import (
    HIGHLIGHT,
    MUTED,
    OUTSIDE,
    TEXT,
    VISITS,
    Drawing,
    Scene,
    glyphs,
    proportion,
)
from c4lib.plots.hex import cell_centre, draw_hex_boards, extent, move_name, side_name
from c4lib.plots.terms import draw_bars, draw_legend, draw_move, largest_finite, number, terms_text
from c4lib.plots.tree import counts_in_words, draw_fixed_tree, draw_pieces
from c4lib.settings import SearchSettings
from c4lib.study.recording import PHASES, Snapshot

Level = tuple[
    SearchNode, Sequence[float], SearchNode
]  # a node, the values of its children, and the child chosen


class View(NamedTuple):
    """What of a search is looked at.

    Attributes:
        snapshot: the search at a step.
        part: of a selection the number of edges that are shown, of a playout the number of moves;
            None: all of them.
        node: a node to look at in place of what the phase did.
    """

    snapshot: Snapshot
    part: int | None = None
    node: SearchNode | None = None

    @property
    def path(self) -> tuple[SearchNode, ...]:
        """The path, as far as it is shown."""
        path = self.snapshot.path
        return (
            path[: self.part + 1]
            if self.part is not None and self.snapshot.phase == "select"
            else path
        )

    @property
    def game(self) -> Game:
        """The position that is shown."""
        if self.node is not None:
            return self.node.game
        game = self.path[-1].game
        if self.part is not None and self.snapshot.phase == "simulate":
            for move in self.snapshot.simulation.moves[: self.part]:
                game = game.play(move)
        return game

    @property
    def parts(self) -> int:
        """How many edges or moves the phase has, to be shown one by one."""
        record = self.snapshot.phase_record
        if isinstance(record, Selection):
            return len(record.values)
        return len(record.moves) if isinstance(record, Simulation) else 0


# -------------------------------------------------------------------- the tree and the position


def draw_tree(ax: Axes | Scene, view: View) -> Drawing:
    """The tree with the path marked, and after an expansion also the new children."""
    snapshot = view.snapshot
    added = snapshot.expansion.added if snapshot.phase == "expand" else ()
    opened = view.path if view.node is None else view.node.path
    return draw_fixed_tree(ax, opened, (*view.path, *added), min(0.0, snapshot.trace.settings.loss))


def draw_place(ax: Axes | Scene, view: View) -> None:
    """Where the search is: the position at the end of the path, the iteration, and which of its
    phases are done.
    """
    game, right, snapshot = view.game, 100 * proportion(ax), view.snapshot
    drawing = Drawing.within(ax, 0, right, 0, 100)
    is_hex = isinstance(game, HexBoard)
    columns, rows = extent(game.size) if is_hex else (game.columns, game.rows)
    cell = min(94 / (rows + 0.9), 0.46 * right / (columns + 0.3))
    left, bottom = 0.2 * cell, (100 - (rows - 0.6) * cell) / 2
    (draw_hex_boards if is_hex else draw_boards)(drawing, [game], [(left, bottom)], cell)
    for name in game.legal_moves() if is_hex else ():
        drawing.write(
            *(np.array((left, bottom)) + cell * np.array(cell_centre(game, name))), name, 0.5 * cell
        )
    for column in () if is_hex else range(game.columns):
        drawing.write(left + (column + 0.5) * cell, bottom - 0.5 * cell, str(column), 0.76 * cell)
    left += (columns + 0.7) * cell
    title = f"Iteration {snapshot.iteration}" if snapshot.step else "Start"
    drawing.write(left, 88, title, 14, ha="left", weight="bold")
    _draw_phases(drawing, PHASES.index(snapshot.phase) if snapshot.step else -1, left, right)
    text = _position(view)
    drawing.write(
        left, 8, text, min(10, (right - left - 1) / glyphs(text)[1]), ha="left", color=MUTED
    )


def _draw_phases(drawing: Drawing, done: int, left: float, right: float) -> None:
    """The names of the phases: the one just done is marked, and those still to come are grey."""
    for index, phase in enumerate(PHASES):
        y = 70 - 15 * index
        look = {"color": TEXT if index < done else VISITS}
        if index == done:
            drawing.boxes(
                [(left - 3, y - 7, right - left + 2, 14)], HIGHLIGHT, 2, rounding=3, keys=["phase"]
            )
            look = {"color": "#FFFFFF", "weight": "bold"}
        drawing.write(left, y, f"{index + 1} {phase.capitalize()}", 10.5, ha="left", **look)


def _position(view: View) -> str:
    """How the position was reached, and who moves next."""
    node, game = view.node or view.path[-1], view.game
    moves = [above.move for above in node.path[1:]]
    if game is not node.game:
        moves += view.snapshot.simulation.moves[: view.part]
    played = " ".join(map(str, moves))
    played = f"after {played}" if len(played) < 12 else f"after … {played[-9:].lstrip()}"
    over = f"{side_name(game, game.winner)} has won" if game.winner else "a draw"
    turn = over if game.is_terminal else f"{side_name(game, game.to_move)} to move"
    return f"{played if moves else 'root'}: {turn}"


# -------------------------------------------------------------------- what the phase did


def draw_details(ax: Axes | Scene, view: View) -> None:
    """What the last phase did: the terms of UCB1, a film strip, or the numbers before and after."""
    record, settings = view.snapshot.phase_record, view.snapshot.trace.settings
    if view.node is not None:
        children = view.node.children
        if children:
            draw_level(ax, (view.node, ucb1_values(view.node, children, settings), view.node))
        else:
            draw_note(ax, "This node has no children.")
    elif isinstance(record, Selection):
        levels = _levels(record)[: view.part]
        if levels:
            draw_level(ax, levels[-1], f"level {len(levels)} of {len(record.values)}: ")
        elif record.values:
            draw_note(ax, "The selection starts at the root.")
        else:
            draw_note(ax, "The root has no children yet:", "it is the leaf.")
    elif isinstance(record, Expansion):
        if record.added:
            draw_level(ax, (record.leaf, record.values, record.node))
        else:
            draw_note(ax, "No children are added:", "the playout starts at the leaf.")
    elif isinstance(record, Simulation):
        draw_playout(ax, record, view.part)
    elif isinstance(record, Backpropagation):
        draw_before_and_after(ax, record)
    else:
        draw_note(ax, "Nothing has happened yet:", "go on by a phase or an iteration.")


def _levels(selection: Selection) -> list[Level]:
    """The choices on the way down."""
    return list(zip(selection.path, selection.values, selection.path[1:]))


def draw_note(ax: Axes | Scene, *lines: str) -> None:
    """A few words in the middle."""
    width, height = 14 * proportion(ax), 14
    drawing = Drawing.within(ax, 0, width, 0, height)
    for row, text in enumerate(lines):
        drawing.write(
            width / 2, height / 2 + (len(lines) / 2 - row - 0.5) * 1.5, text, 1, color=MUTED
        )


def draw_playout(ax: Axes | Scene, playout: Simulation, part: int | None = None) -> None:
    """The first and the last position of a playout, or in Hex its moves in words; of its first
    moves, if there is a `part`.
    """
    is_whole, playout = (
        part in (None, len(playout.moves)),
        playout._replace(moves=playout.moves[:part]),
    )
    if isinstance(playout.node.game, Board):
        plot_playout(playout, max_frames=2, ax=ax)
        return
    moves = list(map(str, playout.moves))
    lines = [" ".join(moves[start : start + 8]) for start in range(0, len(moves), 8)]
    ending = [f"{side_name(playout.node.game, playout.winner)} wins"] if is_whole else []
    draw_note(ax, "the playout, not in the tree:", *lines, *ending)


# -------------------------------------------------------------------- the terms of UCB1

BAR_START = 1.8


def draw_level(ax: Axes | Scene, level: Level, where: str = "") -> None:
    """A row for every child of a node, with the two terms of UCB1 as a stacked bar and as numbers;
    one is chosen.
    """
    node, values, chosen = level
    height = max(len(node.children) + 3.2, 15 / proportion(ax))
    width = height * proportion(ax)
    drawing = Drawing.within(ax, 0, width, -height, 0)
    draw_legend(drawing, 0.3, -0.7, 0.7)
    played = "".join(f" {above.move}" for above in node.path[1:])
    title = f"{where}{f'after{played}' if played else 'root'}, {side_name(node.game, node.game.to_move)} plays, N = {node.visits}"
    drawing.write(
        0.3,
        -1.9,
        title,
        min(0.85, (width - 0.6) / glyphs(title, "bold")[1]),
        ha="left",
        weight="bold",
    )
    bars = {
        -3 - row: (child.mean, value)
        for row, (child, value) in enumerate(zip(node.children, values))
    }
    texts = [terms_text(*both) for both in bars.values()]
    size = min(0.82, 0.62 * width / max(glyphs(text, "bold")[1] for text in texts))
    room = width - BAR_START - 0.5 - size * max(glyphs(text, "bold")[1] for text in texts)
    draw_bars(drawing, bars, BAR_START, room, largest_finite(values))
    for y, child, text in zip(bars, node.children, texts):
        look = draw_move(drawing, 0.1, y, width - 0.2, child.move, child is chosen)
        drawing.write(
            BAR_START + room + 0.3, y, text, size, ha="left", key=f"{child.move} terms", **look
        )


# -------------------------------------------------------------------- before and after

MOST_ROWS = 7  # of the table of a back-propagation
COLUMNS = {  # of that table: where each stands, in widths of the table, and which side of it stands there
    "node": (0.025, "left"),
    "for": (0.31, "center"),
    "before": (0.595, "right"),
    "after": (0.665, "left"),
    "reward": (0.985, "right"),
}
ARROW = 0.63


def draw_before_and_after(ax: Axes | Scene, update: Backpropagation) -> None:
    """A table of wins/visits before and after, with a row for each node of the path, the root on
    top.
    """
    steps = list(zip(update.path, update.rewards, update.before, update.after))[::-1]
    left_out, steps = len(steps) - MOST_ROWS, steps[-MOST_ROWS:]
    height = max(len(steps) + 2.6, 17 / proportion(ax))
    width = height * proportion(ax)
    drawing = Drawing.within(ax, 0, width, -height, 0)
    for name, (x, side) in COLUMNS.items():
        drawing.write(x * width, -0.8, name, 0.62, color=MUTED, ha=side)
    fractions = [_fraction(*one) for _, _, before, after in steps for one in (before, after)]
    size = _fitting(fractions, 0.21 * width)
    rewards = [f"{reward:+g}" if reward else "0" for _, reward, _, _ in steps]
    for row, (node, reward, before, after) in enumerate(steps):
        y = -1.9 - row
        if row % 2 == 0:
            drawing.boxes([(0.1, y - 0.5, width - 0.2, 1)], OUTSIDE, 1, rounding=0.2)
        cells = {
            "node": ("root" if node.is_root else f"move {node.move}", TEXT, 0.75),
            "before": (_fraction(*before), MUTED, size),
            "after": (_fraction(*after), TEXT, size),
            "reward": (
                rewards[row],
                HIGHLIGHT if reward > 0 else MUTED,
                _fitting(rewards, 0.1 * width),
            ),
        }
        for name, (text, colour, its_size) in cells.items():
            x, side = COLUMNS[name]
            drawing.write(x * width, y, text, its_size, ha=side, color=colour, weight="bold")
        draw_pieces(
            drawing, node.game, node.viewpoint, [np.array((COLUMNS["for"][0] * width, y))], 0.36, 3
        )
        drawing.write(ARROW * width, y, "→", 0.75, color=MUTED)
    text = "wins/visits of the path, from the root down"
    if left_out > 0:
        text = (
            f"{left_out} {'nodes above are' if left_out > 1 else 'node above is'} left out; {text}"
        )
    drawing.write(
        0.4,
        -1.9 - len(steps),
        text,
        min(0.62, (width - 0.8) / glyphs(text)[1]),
        ha="left",
        color=MUTED,
    )


def _fitting(texts: Sequence[str], width: float) -> float:
    """The font size of a column of this width."""
    return min(0.75, width / max(glyphs(text, "bold")[1] for text in texts))


def _fraction(wins: float, visits: int) -> str:
    return f"{round(wins, 2):g}/{visits}"


# -------------------------------------------------------------------- one sentence for each phase

MOST_COLUMNS = 7  # of a selected path that are named


def question(snapshot: Snapshot) -> str:
    """What to ask a class before the phase is shown.

    >>> from c4lib.study.recording import Trace
    >>> question(Trace(Board(), seed=1).at(10, "simulate"))
    'Simulate: who wins the random game?'
    """
    asked = {
        "select": "which way down does the search go, and why?",
        "expand": "what is added to the tree, and which node is picked?",
        "simulate": "who wins the random game?",
        "backpropagate": "which numbers change, and by how much?",
    }
    return f"{snapshot.phase.capitalize()}: {asked[snapshot.phase]}"


def part_sentence(view: View) -> str:
    """What the edge of a selection, or the move of a playout, is that is shown last."""
    record, part, count = view.snapshot.phase_record, view.part, view.parts
    if isinstance(record, Selection):
        if not part:
            return "Select: the search starts at the root."
        node, values, child = _levels(record)[part - 1]
        return f"Select, edge {part} of {count}: {chosen(node.children, values, child)}."
    if not part:
        return "Simulate: a random game starts here; none of its positions is in the tree."
    player = record.node.game.to_move if part % 2 else 3 - record.node.game.to_move
    words = f"Simulate, move {part} of {count}: {_in_short(record.node.game, player, record.moves[part - 1])}"
    return f"{words}, and {_result(record)}." if part == count else f"{words}."


def node_sentence(view: View) -> str:
    """What the node is that is looked at.

    >>> from c4lib.study.recording import Trace
    >>> snapshot = Trace(Board(), seed=1).at(60)
    >>> node_sentence(View(snapshot, node=snapshot.root.children[3]))
    'After 3: O to move; 10 wins in 13 visits. A second click leads back.'
    """
    words = _position(view)
    return (
        f"{words[0].upper()}{words[1:]}; {counts_in_words(view.node)}. A second click leads back."
    )


def _in_short(game: Game, player: int, move: Move) -> str:
    return f"{side_name(game, player)} plays {move_name(game, move)}"


def _result(simulation: Simulation) -> str:
    game = simulation.node.game
    return f"{side_name(game, simulation.winner)} wins" if simulation.winner else "it is a draw"


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
    return f"Start: the tree is nothing but the root, where {side_name(snapshot.root.game, snapshot.root.game.to_move)} is to move."


def _selected(selection: Selection) -> str:
    levels = _levels(selection)
    if not levels:
        return "the root has no children yet, so it is the leaf"
    words = [chosen(node.children, values, child) for node, values, child in levels[-2:]]
    if len(levels) > MOST_COLUMNS:
        words[0] = f"{len(levels) - 1} moves down"
    elif len(levels) > 2:
        words[0] = f"moves {', '.join(str(child.move) for _, _, child in levels[:-1])}"
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
    value, name = values[children.index(child)], move_name(child.parent.game, child.move)
    ties = values.count(value)
    if len(children) == 1:
        return f"{name}, the only child"
    if not child.visits:
        if ties == 1:
            return f"{name}, not visited yet ({number(value)}), is the largest of {len(children)}"
        return f"{name}, one of {ties} not visited yet ({number(value)}): drawn at random"
    both = f"{number(child.mean)} + {number(value - child.mean)}"
    words = f"{name}, {both} is the largest of {len(children)}"
    return words if ties == 1 else f"{words}, shared by {ties}: drawn at random"


def _simulated(simulation: Simulation) -> str:
    game = simulation.node.game
    if not simulation.moves:
        over = (
            f"{side_name(game, simulation.winner)} has won"
            if simulation.winner
            else "the game is drawn"
        )
        return f"nothing is played, because {over} here already"
    count = len(simulation.moves)
    over = f"{side_name(game, simulation.winner)} wins" if simulation.winner else "a draw"
    return f"{count} random move{'s' if count > 1 else ''}, {over}; none of these positions is in the tree"


def _backpropagated(update: Backpropagation, settings: SearchSettings) -> str:
    return f"{_rewarded(update, settings)}{_proven(update)}"


def _rewarded(update: Backpropagation, settings: SearchSettings) -> str:
    count = len(update.path)
    if update.winner is None:
        return f"a draw, so {count} nodes get a visit and {settings.draw:g} wins each"
    name = side_name(update.path[0].game, update.winner)
    winners = sum(node.viewpoint == update.winner for node in update.path)
    words = f"{name} won, so {count} nodes get a visit each"
    if winners:
        words += f"; the {f'{winners} that count' if winners > 1 else 'one that counts'} wins of {name} also get{'' if winners > 1 else 's'} a win"
    return (
        f"{words}; the others get {settings.loss:g}" if settings.loss and winners < count else words
    )


def _proven(update: Backpropagation) -> str:
    """Proven nodes are not visited again, so those on the path were proven just now."""
    count = sum(node.proof is not None for node in update.path)
    return f"; {count} of them {'is' if count == 1 else 'are'} now proven" if count else ""
