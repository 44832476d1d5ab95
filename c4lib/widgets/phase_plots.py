"""The pictures of the step control, and one sentence for each phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from c4lib.node import Game, Move, SearchNode
from c4lib.phases import Backpropagation, Expansion, Selection, Simulation, ucb1_values
from c4lib.plots.canvas import HIGHLIGHT, MUTED, OUTSIDE, TEXT, VISITS, Drawing, Scene, width_of
from c4lib.plots.games import ending, look_of, move_name, moves_of, side_name, situation
from c4lib.plots.playout import draw_playout
from c4lib.plots.terms import draw_legend, draw_move, lying_bars
from c4lib.plots.tree import draw_fixed_tree
from c4lib.plots.words import counted, counts_in_words, fraction, number, terms_text
from c4lib.settings import SearchSettings
from c4lib.study.recording import PHASES, Snapshot

# A node, the values of its children, and the child chosen.
Level = tuple[SearchNode, Sequence[float], SearchNode]


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
        if self.part is None or self.snapshot.phase != "select":
            return path
        return path[: self.part + 1]

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
    """Where the search is: the position, the iteration, and which of its phases are done."""
    game, snapshot = view.game, view.snapshot
    drawing = Drawing.filling(ax, 100)
    look = look_of(game)
    columns, rows = look.extent(game)
    cell = min(94 / (rows + 0.9), 0.46 * drawing.right / (columns + 0.3))
    corner = np.array((0.2 * cell, -50 - (rows - 0.6) * cell / 2))
    look.draw_cells(drawing, game, corner, cell)
    look.name_places(drawing, game, corner, cell)
    left = (columns + 0.9) * cell
    title = f"Iteration {snapshot.iteration}" if snapshot.step else "Start"
    drawing.write(left, -12, title, 14, ha="left", weight="bold")
    _draw_phases(drawing, PHASES.index(snapshot.phase) if snapshot.step else -1, left)
    room = drawing.right - left - 1
    drawing.write(left, -92, _position(view), 10, room=room, ha="left", color=MUTED)


def _draw_phases(drawing: Drawing, done: int, left: float) -> None:
    """The names of the phases: the one just done is marked, and those still to come are grey."""
    for index, phase in enumerate(PHASES):
        y = -30 - 15 * index
        look = {"color": TEXT if index < done else VISITS}
        if index == done:
            box = left - 3, y - 7, drawing.right - left + 2, 14
            drawing.boxes([box], HIGHLIGHT, 2, 3, keys=["phase"])
            look = {"color": "#FFFFFF", "weight": "bold"}
        drawing.write(left, y, f"{index + 1} {phase.capitalize()}", 10.5, ha="left", **look)


def _position(view: View) -> str:
    """How the position was reached, and who moves next."""
    node, game = view.node or view.path[-1], view.game
    moves = moves_of(node)
    if game is not node.game:
        moves += view.snapshot.simulation.moves[: view.part]
    played = " ".join(map(str, moves))
    played = f"after {played}" if len(played) < 12 else f"after … {played[-9:].lstrip()}"
    return f"{played if moves else 'root'}: {situation(game)}"


# -------------------------------------------------------------------- what the phase did


def draw_details(ax: Axes | Scene, view: View) -> None:
    """What the last phase did: the terms of UCB1, a film strip, or the numbers before and after."""
    record = view.snapshot.phase_record
    if view.node is not None:
        _draw_looked_at(ax, view.node, view.snapshot.trace.settings)
    elif isinstance(record, Selection):
        _draw_selection(ax, record, view.part)
    elif isinstance(record, Expansion):
        if record.added:
            draw_level(ax, (record.leaf, record.values, record.node))
        else:
            draw_note(ax, "No children are added:", "the playout starts at the leaf.")
    elif isinstance(record, Simulation):
        _draw_simulation(ax, record, view.part)
    elif isinstance(record, Backpropagation):
        draw_before_and_after(ax, record)
    else:
        draw_note(ax, "Nothing has happened yet:", "go on by a phase or an iteration.")


def _draw_looked_at(ax: Axes | Scene, node: SearchNode, settings: SearchSettings) -> None:
    if node.children:
        draw_level(ax, (node, ucb1_values(node, node.children, settings), node))
    else:
        draw_note(ax, "This node has no children.")


def _draw_selection(ax: Axes | Scene, selection: Selection, part: int | None) -> None:
    """The last choice of those that are shown."""
    levels = _levels(selection)
    shown = levels[:part]
    if shown:
        draw_level(ax, shown[-1], f"level {len(shown)} of {len(levels)}: ")
    elif levels:
        draw_note(ax, "The selection starts at the root.")
    else:
        draw_note(ax, "The root has no children yet:", "it is the leaf.")


def _levels(selection: Selection) -> list[Level]:
    """The choices on the way down."""
    return list(zip(selection.path, selection.values, selection.path[1:]))


def draw_note(ax: Axes | Scene, *lines: str) -> None:
    """A few words in the middle."""
    drawing = Drawing.filling(ax, 14)
    top = -7 + 0.75 * (len(lines) - 1)
    for row, text in enumerate(lines):
        drawing.write(drawing.right / 2, top - 1.5 * row, text, 1, color=MUTED)


def _draw_simulation(ax: Axes | Scene, playout: Simulation, part: int | None) -> None:
    """The first and the last position of a playout, or the moves; of its first ones, if a `part`."""
    game, is_whole = playout.node.game, part in (None, len(playout.moves))
    moves = playout.moves[:part]
    if look_of(game).SHOWS_MOVES:
        draw_playout(ax, playout._replace(moves=moves), 2)
        return
    lines = [" ".join(moves[start : start + 8]) for start in range(0, len(moves), 8)]
    if is_whole:
        lines.append(ending(game, playout.winner, "wins"))
    draw_note(ax, "the playout, not in the tree:", *lines)


# -------------------------------------------------------------------- the terms of UCB1

BAR_START = 1.8


def draw_level(ax: Axes | Scene, level: Level, where: str = "") -> None:
    """A row for every child of a node, with its terms of UCB1 as a bar and as numbers.

    The one that was chosen is marked.
    """
    node, values, chosen = level
    drawing = Drawing.filling(ax, len(node.children) + 3.2, 15)
    width = drawing.right
    draw_legend(drawing, 0.3, -0.7, 0.7)
    place = "root" if node.is_root else f"after {node.name}"
    side = side_name(node.game, node.game.to_move)
    title = f"{where}{place}, {side} plays, N = {node.visits}"
    drawing.write(0.3, -1.9, title, 0.85, room=width - 0.6, ha="left", weight="bold")
    texts = [terms_text(child.mean, value) for child, value in zip(node.children, values)]
    widest = max(map(width_of, texts))
    size = min(0.82, 0.62 * width / widest)
    right = width - 0.5 - size * widest
    bars = lying_bars(BAR_START, right, values)
    for row, (child, value, text) in enumerate(zip(node.children, values, texts)):
        y = -3 - row
        bars.draw(drawing, y, child.mean, value)
        look = draw_move(drawing, 0.1, y, width - 0.2, child.move, child is chosen)
        drawing.write(right + 0.3, y, text, size, f"{child.move} terms", ha="left", **look)


# -------------------------------------------------------------------- before and after

MOST_ROWS = 7  # of the table of a back-propagation
# Of that table: where each column stands, in widths of the table, and which side of it stands there.
COLUMNS = {
    "node": (0.025, "left"),
    "for": (0.31, "center"),
    "before": (0.595, "right"),
    "after": (0.665, "left"),
    "reward": (0.985, "right"),
}
ROOM = {"node": 0.25, "before": 0.21, "after": 0.21, "reward": 0.1}  # in widths of the table
ARROW = 0.63


def draw_before_and_after(ax: Axes | Scene, update: Backpropagation) -> None:
    """A table of wins/visits before and after, with a row for each node of the path."""
    steps = list(zip(update.path, update.before, update.after, update.rewards))[::-1]
    left_out, steps = len(steps) - MOST_ROWS, steps[-MOST_ROWS:]
    drawing = Drawing.filling(ax, len(steps) + 2.6, 17)
    width = drawing.right
    for name, (share, side) in COLUMNS.items():
        drawing.write(share * width, -0.8, name, 0.62, color=MUTED, ha=side)
    for row, (node, before, after, reward) in enumerate(steps):
        y = -1.9 - row
        if row % 2 == 0:
            drawing.boxes([(0.1, y - 0.5, width - 0.2, 1)], OUTSIDE, 1, rounding=0.2)
        texts = {
            "node": ("root" if node.is_root else f"move {node.move}", TEXT),
            "before": (fraction(*before), MUTED),
            "after": (fraction(*after), TEXT),
            "reward": (f"{reward:+g}" if reward else "0", HIGHLIGHT if reward > 0 else MUTED),
        }
        for name, (text, colour) in texts.items():
            share, side = COLUMNS[name]
            look = {"ha": side, "color": colour, "weight": "bold"}
            drawing.write(share * width, y, text, 0.75, room=ROOM[name] * width, **look)
        place = np.array((COLUMNS["for"][0] * width, y))
        look_of(node.game).draw_pieces(drawing, node.viewpoint, [place], 0.36)
        drawing.write(ARROW * width, y, "→", 0.75, color=MUTED)
    text = "wins/visits of the path, from the root down"
    if left_out > 0:
        text = f"{counted(left_out, 'node')} above left out; {text}"
    drawing.write(0.4, -1.9 - len(steps), text, 0.62, room=width - 0.8, ha="left", color=MUTED)


# -------------------------------------------------------------------- one sentence for each phase

MOST_COLUMNS = 7  # of a selected path that are named


def question(snapshot: Snapshot) -> str:
    """What to ask a class before the phase is shown.

    >>> from c4lib import Board
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
    if part == count:
        words = f"{words}; {ending(record.node.game, record.winner, 'wins')}"
    return f"{words}."


def node_sentence(view: View) -> str:
    """What the node is that is looked at.

    >>> from c4lib import Board
    >>> from c4lib.study.recording import Trace
    >>> snapshot = Trace(Board(), seed=1).at(60)
    >>> node_sentence(View(snapshot, node=snapshot.root.children[3]))
    'After 3: O to move; 10 wins in 13 visits. A second click leads back.'
    """
    words = _position(view)
    words = words[0].upper() + words[1:]
    return f"{words}; {counts_in_words(view.node)}. A second click leads back."


def _in_short(game: Game, player: int, move: Move) -> str:
    return f"{side_name(game, player)} plays {move_name(game, move)}"


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
    game = snapshot.root.game
    side = side_name(game, game.to_move)
    return f"Start: the tree is nothing but the root, where {side} is to move."


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
    value = values[children.index(child)]
    ties = values.count(value)
    name = move_name(child.parent.game, child.move)
    if len(children) == 1:
        return f"{name}, the only child"
    if not child.visits and ties > 1:
        return f"{name}, one of {ties} not visited yet ({number(value)}): drawn at random"
    terms = f"{number(child.mean)} + {number(value - child.mean)}"
    if not child.visits:
        terms = f"not visited yet ({number(value)}),"
    words = f"{name}, {terms} is the largest of {len(children)}"
    return words if ties == 1 else f"{words}, shared by {ties}: drawn at random"


def _simulated(simulation: Simulation) -> str:
    game, winner = simulation.node.game, simulation.winner
    if not simulation.moves:
        return f"nothing is played, because the game is over: {ending(game, winner)}"
    moves = counted(len(simulation.moves), "random move")
    return f"{moves}, {ending(game, winner, 'wins')}; none of these positions is in the tree"


def _backpropagated(update: Backpropagation, settings: SearchSettings) -> str:
    return f"{_rewarded(update, settings)}{_proven(update)}"


def _rewarded(update: Backpropagation, settings: SearchSettings) -> str:
    count = len(update.path)
    if update.winner is None:
        return f"a draw, so {count} nodes get a visit and {settings.draw:g} wins each"
    name = side_name(update.path[0].game, update.winner)
    winners = sum(node.viewpoint == update.winner for node in update.path)
    words = f"{name} won, so {count} nodes get a visit each"
    if winners == 1:
        words += f"; the one that counts wins of {name} also gets a win"
    elif winners:
        words += f"; the {winners} that count wins of {name} also get a win"
    if settings.loss and winners < count:
        words += f"; the others get {settings.loss:g}"
    return words


def _proven(update: Backpropagation) -> str:
    """Proven nodes are not visited again, so those on the path were proven just now."""
    count = sum(node.proof is not None for node in update.path)
    return f"; {count} of them {'is' if count == 1 else 'are'} now proven" if count else ""
