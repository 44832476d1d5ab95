"""The pictures of one step of a recording, and the sentence that says what it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from matplotlib.axes import Axes

from c4lib.node import SearchNode
from c4lib.phases import Backpropagation, Selection, Simulation, ucb1_values
from c4lib.plots.board import draw_game, draw_piece
from c4lib.plots.canvas import EMPTY, HIGHLIGHT, MUTED, OUTSIDE, TEXT, Drawing, width_of
from c4lib.plots.playout import draw_playout
from c4lib.plots.terms import draw_legend, draw_move, lying_bars
from c4lib.plots.tree import draw_fixed_tree
from c4lib.plots.words import (
    counted,
    counts_in_words,
    ending,
    fraction,
    move_name,
    move_text,
    moves_text,
    number,
    place_in_words,
    side_name,
    situation,
    terms_text,
)
from c4lib.study.recording import PHASES, Step

# A node, the values of its children, and the child chosen.
Choice = tuple[SearchNode, Sequence[float], SearchNode]

# -------------------------------------------------------------------- the tree and the position


def draw_tree(ax: Axes | Drawing, step: Step) -> Drawing:
    """The tree with the path marked, and after an expansion also the new children.

    As long as the step is covered nothing is marked.
    """
    marked = []
    if not step.is_covered:
        marked += step.path
        if step.phase == "expand":
            marked += step.expansion.added
    seen = step.seen
    opened = seen.path if seen.node is None else seen.node.path
    return draw_fixed_tree(ax, opened, marked, min(0.0, step.trace.settings.loss))


def draw_place(ax: Axes | Drawing, step: Step) -> None:
    """Where the search is: the position, the iteration, and which of its phases are done."""
    seen = step.seen
    drawing = Drawing.filling(ax, 100)
    left = drawing.right / 2
    draw_game(drawing.inset(2, -98, left - 6, 96), seen.game)
    title = f"Iteration {step.iteration}" if step.number else "Start"
    drawing.write(left, -12, title, 14, ha="left", weight="bold")
    _draw_phases(drawing, step, left)
    room = drawing.right - left - 1
    drawing.write(left, -92, _position(seen), 10, room=room, ha="left", color=MUTED)


def _draw_phases(drawing: Drawing, step: Step, left: float) -> None:
    """The names of the phases: the one just done is marked, and those still to come are grey."""
    done = PHASES.index(step.phase) if step.number else -1
    for index, phase in enumerate(PHASES):
        y = -30 - 15 * index
        look = {"color": TEXT if index < done else MUTED}
        if index == done and not step.is_covered:
            box = left - 3, y - 7, drawing.right - left + 2, 14
            drawing.boxes([box], HIGHLIGHT, 2, 3, keys=["phase"])
            look = {"color": EMPTY, "weight": "bold"}
        drawing.write(left, y, f"{index + 1} {phase.capitalize()}", 10.5, ha="left", **look)


MOST_SIGNS = 11  # of the moves that led to a position


def _position(step: Step) -> str:
    """How the position was reached, and who moves next."""
    return f"{place_in_words(step.moves, MOST_SIGNS)}: {situation(step.game)}"


# -------------------------------------------------------------------- what the phase did


def draw_details(ax: Axes | Drawing, step: Step) -> None:
    """What the phase did: the terms of UCB1, the playout, or the numbers before and after.

    Of a node that is looked at the terms of its children; of a covered step nothing.
    """
    record = step.record if step.node is None else None
    choices = _choices(step)
    made = choices if record is None else choices[: step.part]
    if step.is_covered:
        _write_note(ax, "?", 9)
    elif made:
        level = f"level {len(made)} of {len(choices)}: " if isinstance(record, Selection) else ""
        draw_terms(ax, made[-1], level)
    elif isinstance(record, Simulation):
        _draw_simulation(ax, record, step.part)
    elif isinstance(record, Backpropagation):
        draw_before_and_after(ax, record)
    else:
        _write_note(ax, "There is nothing to choose here.", 1)


def _write_note(ax: Axes | Drawing, text: str, size: float) -> None:
    drawing = Drawing.filling(ax, 14)
    drawing.write(drawing.right / 2, -7, text, size, color=MUTED)


def _choices(step: Step) -> list[Choice]:
    """The choices on the way down, among new children, or at the node that is looked at."""
    node = step.node
    choices = []
    if node is not None:
        values = ucb1_values(node, node.children, step.trace.settings)
        choices = [(node, values, node)]
    elif step.phase == "select":
        path, values = step.selection
        choices = zip(path, values, path[1:])
    elif step.phase == "expand":
        leaf, _, values, child = step.expansion
        choices = [(leaf, values, child)]
    return [choice for choice in choices if choice[1]]


def _draw_simulation(ax: Axes | Drawing, playout: Simulation, part: int | None) -> None:
    """The first and the last position of a playout, and its moves; or only its first ones."""
    shown = playout._replace(moves=playout.moves[:part])
    drawing = Drawing.filling(ax, 14)
    draw_playout(drawing.inset(0, -11, drawing.right, 11), shown, 2)
    for row, line in enumerate(wrap(moves_text(shown.moves), 44, max_lines=2, placeholder=" …")):
        drawing.write(drawing.right / 2, -11.8 - 1.2 * row, line, 0.85, color=MUTED)


# -------------------------------------------------------------------- the terms of UCB1

BAR_START = 1.8


def draw_terms(ax: Axes | Drawing, choice: Choice, level: str) -> None:
    """A row for every child of a node, with its terms of UCB1 as a bar and as numbers.

    The one that was chosen is marked. Which `level` of the tree it is stands above.
    """
    node, values, chosen_child = choice
    drawing = Drawing.filling(ax, len(node.children) + 3.2, 15)
    width = drawing.right
    draw_legend(drawing, 0.3, -0.7, 0.7)
    place = place_in_words(node.moves, 40)
    side = side_name(node.game, node.game.to_move)
    title = f"{level}{place}, {side} plays, N = {node.visits}"
    drawing.write(0.3, -1.9, title, 0.85, room=width - 0.6, ha="left", weight="bold")
    texts = [terms_text(child.mean, value) for child, value in zip(node.children, values)]
    widest = max(map(width_of, texts))
    size = min(0.82, 0.62 * width / widest)
    right = width - 0.5 - size * widest
    bars = lying_bars(BAR_START, right, values)
    for row, (child, value, text) in enumerate(zip(node.children, values, texts)):
        y = -3 - row
        bars.draw(drawing, y, child.mean, value)
        look = draw_move(drawing, 0.1, y, width - 0.2, child.move, child is chosen_child)
        drawing.write(right + 0.3, y, text, size, f"{child.move} terms", ha="left", **look)


# -------------------------------------------------------------------- before and after

MOST_ROWS = 7  # of the table of a back-propagation
# Of that table, in its width: where each column stands, which side of it stands there, and its room.
COLUMNS = {
    "node": (0.025, "left", 0.25),
    "for": (0.31, "center", 0.1),
    "before": (0.595, "right", 0.21),
    "after": (0.665, "left", 0.21),
    "reward": (0.985, "right", 0.1),
}


def draw_before_and_after(ax: Axes | Drawing, update: Backpropagation) -> None:
    """A table of wins/visits before and after, with a row for each node of the path."""
    count = len(update.path)
    rows = min(count, MOST_ROWS)
    drawing = Drawing.filling(ax, rows + 2.6, 17)
    width = drawing.right
    _write_row(drawing, -0.8, {name: (name, MUTED) for name in COLUMNS}, 0.62)
    for index, node in enumerate(update.path[:rows]):
        y = index - rows - 0.9
        reward = update.rewards[index]
        if (rows - index) % 2:
            drawing.boxes([(0.1, y - 0.5, width - 0.2, 1)], OUTSIDE, 1, rounding=0.2)
        texts = {
            "node": ("root" if node.is_root else f"move {move_text(node.move)}", TEXT),
            "before": (fraction(*update.before[index]), MUTED),
            "after": (f"→ {fraction(*update.after[index])}", TEXT),
            "reward": (f"{reward:+g}" if reward else "0", HIGHLIGHT if reward > 0 else MUTED),
        }
        _write_row(drawing, y, texts, 0.75, weight="bold")
        draw_piece(drawing, node.game, node.viewpoint, (COLUMNS["for"][0] * width, y), 0.36)
    text = "wins/visits of the path, from the root down"
    if count > MOST_ROWS:
        text = f"{counted(count - MOST_ROWS, 'node')} above left out; {text}"
    drawing.write(0.4, -1.9 - rows, text, 0.62, room=width - 0.8, ha="left", color=MUTED)


def _write_row(
    drawing: Drawing, y: float, texts: Mapping[str, tuple[str, str]], size: float, **look: str
) -> None:
    """Write a text with its colour into each of these columns."""
    for column, (text, colour) in texts.items():
        share, side, room = COLUMNS[column]
        x = share * drawing.right
        room *= drawing.right
        drawing.write(x, y, text, size, room=room, ha=side, color=colour, **look)


# -------------------------------------------------------------------- one sentence for each step

QUESTIONS = {
    "select": "which way down does the search go, and why?",
    "expand": "what is added to the tree, and which node is picked?",
    "simulate": "who wins the random game?",
    "backpropagate": "which numbers change, and by how much?",
}
MOST_MOVES = 7  # of a selected path that are named


def sentence(step: Step) -> str:
    """What the phase did, or its part that is shown last; what to ask before it is shown.

    Of a node that is looked at, what it is.

    >>> from c4lib import Board
    >>> from c4lib.study.recording import Trace
    >>> step = Trace(Board(), seed=1).at(10, "select")
    >>> sentence(step)
    'Select: column 6, 1.00 + 2.10 is the largest of 7, shared by 3: drawn at random.'
    >>> sentence(step._replace(is_covered=True))
    'Select: which way down does the search go, and why?'
    """
    name = step.phase.capitalize() if step.number else "Start"
    if step.is_covered:
        return f"{name}: {QUESTIONS[step.phase]}"
    if step.node is not None:
        return _looked_at(step)
    if step.part is not None:
        return _last_part(step)
    return f"{name}: {SAID[step.phase](step)}."


def _looked_at(step: Step) -> str:
    words = _position(step)
    words = words[0].upper() + words[1:]
    return f"{words}; {counts_in_words(step.node)}. A second click leads back."


def _last_part(step: Step) -> str:
    """What the edge of the selection, or the move of the playout, is that is shown last."""
    part = step.part
    if step.phase == "select":
        if not part:
            return "Select: the search starts at the root."
        node, values, child = _choices(step)[part - 1]
        return f"Select, edge {part} of {step.parts}: {chosen(node.children, values, child)}."
    if not part:
        return "Simulate: a random game starts here; none of its positions is in the tree."
    node, moves, final = step.simulation
    player = node.game.to_move if part % 2 else 3 - node.game.to_move
    side = side_name(final, player)
    words = (
        f"Simulate, move {part} of {step.parts}: {side} plays {move_name(final, moves[part - 1])}"
    )
    if part == step.parts:
        words += f"; {ending(final, final.winner, 'wins')}"
    return f"{words}."


def _started(step: Step) -> str:
    side = side_name(step.game, step.game.to_move)
    return f"the tree is nothing but the root, where {side} is to move"


def _selected(step: Step) -> str:
    choices = _choices(step)
    if not choices:
        return "the root has no children yet, so it is the leaf"
    words = [chosen(node.children, values, child) for node, values, child in choices[-2:]]
    if len(choices) > MOST_MOVES:
        words[0] = f"{len(choices) - 1} moves down"
    elif len(choices) > 2:
        words[0] = f"moves {', '.join(move_text(move) for move in step.moves[:-1])}"
    return "; then ".join(words)


def _expanded(step: Step) -> str:
    leaf, added, values, node = step.expansion
    if added:
        count = len(added)
        words = "1 child is added" if count == 1 else f"{count} children are added"
        return f"{words}; {chosen(added, values, node)}"
    if leaf.game.is_terminal:
        return "nothing is added, because the game is over here"
    done = leaf.simulations
    needed = step.trace.settings.expand_at
    so_far = f"has {done} of {needed} simulations" if done else "has no simulation yet"
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


def _simulated(step: Step) -> str:
    _, moves, final = step.simulation
    if not moves:
        return f"nothing is played, because the game is over: {ending(final, final.winner)}"
    played = counted(len(moves), "random move")
    end = ending(final, final.winner, "wins")
    return f"{played}, {end}; none of these positions is in the tree"


def _backpropagated(step: Step) -> str:
    update = step.backpropagation
    settings = step.trace.settings
    count = len(update.path)
    if update.winner is None:
        words = f"a draw, so {count} nodes get a visit and {settings.draw:g} wins each"
    else:
        words = _rewarded(update, settings.loss)
    # Proven nodes are not visited again, so those on the path were proven just now.
    proven = sum(node.proof is not None for node in update.path)
    if proven:
        words += f"; {proven} of them {'is' if proven == 1 else 'are'} now proven"
    return words


def _rewarded(update: Backpropagation, loss: float) -> str:
    count = len(update.path)
    name = side_name(update.path[0].game, update.winner)
    winners = sum(node.viewpoint == update.winner for node in update.path)
    words = f"{name} won, so {count} nodes get a visit each"
    if winners == 1:
        words += f"; the one that counts wins of {name} also gets a win"
    elif winners:
        words += f"; the {winners} that count wins of {name} also get a win"
    if loss and winners < count:
        words += f"; the others get {loss:g}"
    return words


SAID = {
    None: _started,
    "select": _selected,
    "expand": _expanded,
    "simulate": _simulated,
    "backpropagate": _backpropagated,
}
