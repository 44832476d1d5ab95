"""What a phase did: the pictures of a playout and of a step of a recording, and its sentence."""

from __future__ import annotations

from math import ceil
from textwrap import wrap

from matplotlib.axes import Axes

from c4lib._tools.arguments import whole_number
from c4lib.phases import Backpropagation, Selection, Simulation, ucb1_values
from c4lib.plots.board import draw_game, draw_piece
from c4lib.plots.canvas import (
    AT_LEFT,
    BOLD,
    BOLD_LEFT,
    EMPTY,
    HIGHLIGHT,
    MUTED,
    MUTED_LEFT,
    OUTSIDE,
    TEXT,
    Drawing,
    Style,
    check_kind,
    width_of,
)
from c4lib.plots.terms import Bars, candidates_of, draw_legend, draw_move
from c4lib.plots.tree import MOST_SLOTS, draw_fixed_tree
from c4lib.study.recording import PHASES, Step
from c4lib.text import (
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

# -------------------------------------------------------------------- a playout

MOST_IN_A_ROW = 5
# Of a frame: its size, and that of the position in it.
FRAME = 8.2, 9.6
POSITION = 7.44, 6.44


def plot_playout(
    simulation: Simulation, *, ax: Axes | None = None, max_frames: int = 8, title: str | None = None
) -> Axes:
    """A film strip of the playout: the position of the node, which is in the tree, then the others.

    Args:
        simulation: what `simulate` gave.
        ax: the Axes to draw on; by default those of a new figure.
        max_frames: the most boards to draw; from a longer playout, positions in the middle are left
            out.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: `simulation` is not a Simulation, or `max_frames` is less than 2.

    >>> from c4lib import Board, TreeSearch
    >>> iteration = TreeSearch(Board(), rng=1).step()
    >>> plot_playout(iteration.simulation, title="A random game").get_title()
    'A random game'
    """
    check_kind(simulation, Simulation)
    max_frames = whole_number("max_frames", max_frames, at_least=2)
    drawing = Drawing(ax, title, inches=0.32)
    _draw_playout(drawing, simulation, max_frames)
    return drawing.ax


def _frames_to_draw(count, most):
    """The numbers of the positions to draw, with None where some are left out.

    >>> _frames_to_draw(4, 8), _frames_to_draw(30, 5)
    ([0, 1, 2, 3], [0, 1, 2, None, 28, 29])
    """
    if count <= most:
        return list(range(count))
    first = ceil(most / 2)
    return [*range(first), None, *range(count - (most - first), count)]


def _draw_playout(drawing, simulation, max_frames):
    """Draw the frames in lines of about the same length."""
    games = [simulation.node.game]
    for move in simulation.moves:
        games.append(games[-1].play(move))
    frames = _frames_to_draw(len(games), max_frames)
    lines = ceil(len(frames) / MOST_IN_A_ROW)
    across = ceil(len(frames) / lines)
    width, height = FRAME
    drawing.limit(0, across * width, -lines * height, 0)
    for index, frame in enumerate(frames):
        line, place = divmod(index, across)
        left = place * width
        top = -line * height
        middle = left + width / 2
        if index:
            ground = left, top - height + 0.15, width, height - 0.3
            drawing.boxes([ground], OUTSIDE, 1)
        if not index:
            drawing.write(middle, top - 0.9, "in the tree", 0.92, BOLD)
        elif index == 1 or not place:
            style = Style("bold", MUTED, "left")
            drawing.write(left + 0.6, top - 0.9, "not in the tree", 0.92, style)
        if frame is None:
            _write_left_out(drawing, middle, top - 3.6, len(games) - max_frames)
        else:
            game = games[frame]
            inset = drawing.inset(left + 0.38, top - 7.92, *POSITION, labels=0)
            draw_game(inset, game)
            _write_caption(drawing, middle, top - 8.6, game, simulation.moves[:frame])


def _write_left_out(drawing, x, y, count):
    """How many positions are not drawn."""
    for row, text in enumerate(("…", f"{count} more", "moves")):
        drawing.write(x, y - 1.1 * row, text, 0.92, Style(color=MUTED))


def _write_caption(drawing, x, y, game, moves):
    """What to write below a position that was reached by these moves of the playout."""
    style = Style()
    text = situation(game)
    if game.is_terminal:
        text = ending(game, game.winner, "wins")
        style = Style("bold", HIGHLIGHT)
    elif moves:
        text = f"{side_name(game, 3 - game.to_move)} plays {move_text(moves[-1])}"
    drawing.write(x, y, text, 0.92, style, room=FRAME[0] - 0.7)


# -------------------------------------------------------------------- the tree and the position


def draw_tree(drawing: Drawing, step: Step) -> None:
    """Draw the tree with the path marked, and after an expansion also the new children.

    As long as the step is covered nothing is marked; before a selection only the root is opened.
    """
    seen = _seen(step)
    marked = []
    if not step.is_covered:
        marked += seen.path
        if seen.phase == "expand":
            marked += seen.expansion.added
    opened = seen.path if seen.node is None else seen.node.path
    draw_fixed_tree(drawing, opened, marked, min(0.0, step.trace.settings.loss))


def _seen(step):
    """What of a step is to be seen, shown; before each selection the search is at the root."""
    seen = step.seen
    if step.is_covered and step.phase == "select":
        seen = seen._replace(looked_at=step.looked_at or ())
    return step.trace.show(seen)


def draw_place(drawing: Drawing, step: Step) -> None:
    """Draw where the search is: the position, the iteration, and which of its phases are done."""
    seen = _seen(step)
    drawing.fill(100)
    left = 0.42 * drawing.right
    inset = drawing.inset(2, -98, left - 8, 96, labels=1.7)
    draw_game(inset, seen.game)
    title = f"Iteration {step.iteration}" if step.number else "Start"
    room = drawing.right - left - 2
    drawing.write(left, -10, title, 15, BOLD_LEFT, room=room)
    _draw_phases(drawing, step, left)
    drawing.write(left, -93, _position(seen), 11.3, MUTED_LEFT, room=room)


def draw_start(drawing: Drawing, step: Step) -> None:
    """Draw the position to search, as large as there is room for it."""
    drawing.fill(100)
    inset = drawing.inset(0, -98, drawing.right, 96)
    draw_game(inset, step.trace.game)


def _draw_phases(drawing, step, left):
    """The names of the phases: the one just done is marked, and those still to come are grey.

    One that is covered is asked for.
    """
    done = PHASES.index(step.phase) if step.number else -1
    for index, phase in enumerate(PHASES):
        y = -27 - 15.5 * index
        text = f"{index + 1} {phase.capitalize()}"
        style = AT_LEFT if index < done else MUTED_LEFT
        if index == done and step.is_covered:
            text += " ?"
            style = BOLD_LEFT
        elif index == done:
            box = left - 3, y - 7, drawing.right - left + 2, 14
            drawing.boxes([box], HIGHLIGHT, 2, 3, keys=["phase"])
            style = Style("bold", EMPTY, "left")
        drawing.write(left, y, text, 11.5, style)


MOST_SIGNS = 9  # of the moves that led to a position


def _position(step):
    """How the position was reached, and who moves next."""
    return f"{place_in_words(step.moves, MOST_SIGNS)}: {situation(step.game)}"


# -------------------------------------------------------------------- what the phase did


def draw_details(drawing: Drawing, step: Step) -> None:
    """Draw what the phase did: the terms of UCB1, the playout, or the numbers before and after.

    Of a node that is looked at the terms of its children; of a covered step nothing.
    """
    if step.is_covered:
        _write_note(drawing, "?", 9)
        return
    step.trace.show(step)
    record = step.record if step.node is None else None
    choices = _choices(step)
    made = choices if record is None else choices[: step.part]
    if made:
        level = f"level {len(made)} of {len(choices)}: " if isinstance(record, Selection) else ""
        _draw_level(drawing, *made[-1], level)
    elif isinstance(record, Simulation):
        _draw_simulation(drawing, record, step.part)
    elif isinstance(record, Backpropagation):
        _draw_before_and_after(drawing, record)
    else:
        _write_note(drawing, "There is nothing to choose here.", 1.1)


def _write_note(drawing, text, size):
    drawing.fill(14)
    drawing.write(drawing.right / 2, -7, text, size, Style(color=MUTED))


def _choices(step):
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


def _draw_simulation(drawing, playout, part):
    """The first and the last position of a playout, and its moves; or only its first ones."""
    shown = playout._replace(moves=playout.moves[:part])
    drawing.fill(14)
    inset = drawing.inset(0, -11.4, drawing.right, 11.4)
    _draw_playout(inset, shown, 2)
    y = -12.3
    for line in wrap(moves_text(shown.moves), 42, max_lines=2, placeholder=" …"):
        drawing.write(drawing.right / 2, y, line, 1.06, Style(color=MUTED))
        y -= 1.25


# -------------------------------------------------------------------- the terms of UCB1


def _draw_level(drawing, node, values, chosen_child, level):
    """A row for each child of a node, with its terms of UCB1 as a bar and as numbers.

    Of many, those with the largest values are shown. The one that was chosen is marked. Which
    `level` of the tree it is stands above.
    """
    candidates = candidates_of(node.children, values)
    best = sorted(
        candidates, key=lambda candidate: (candidate.move != chosen_child.move, -candidate.value)
    )
    candidates = [candidate for candidate in candidates if candidate in best[:MOST_SLOTS]]
    drawing.fill(len(candidates) + 2.25, 15)
    width = drawing.right
    size = max(0.82, 0.038 * width)
    draw_legend(drawing, 0.3, -0.6, size)
    place = place_in_words(node.moves, MOST_SIGNS)
    title = f"{level}{place}, {side_name(node.game, node.game.to_move)} plays, N = {node.visits}"
    drawing.write(0.3, -1.6, title, size, BOLD_LEFT, room=width - 0.6)
    names = [move_text(candidate.move) for candidate in candidates]
    texts = [terms_text(candidate.mean, candidate.value) for candidate in candidates]
    room = max(1, 0.95 * max(map(width_of, names)))  # for the names
    widest = max(map(width_of, texts))
    size = min(size, 0.62 * width / widest)
    right = width - 0.5 - size * widest
    bars = Bars(values, 0.8 + room, right - 0.8 - room)
    for row, (candidate, text) in enumerate(zip(candidates, texts)):
        y = -2.65 - row
        bars.draw(drawing, y, candidate)
        style = draw_move(drawing, y, candidate.move, candidate.move == chosen_child.move, room)
        drawing.write(right + 0.3, y, text, size, style, f"{candidate.move} terms")


# -------------------------------------------------------------------- before and after

MOST_ROWS = 7  # of the table of a back-propagation
# Its columns: where each ends or begins, in shares of the width, and its room.
COLUMNS = (
    (0.075, "left", 0.18),
    (0.52, "right", 0.27),
    (0.55, "left", 0.29),
    (0.985, "right", 0.14),
)


def _draw_before_and_after(drawing, update):
    """A table of wins/visits before and after, with a row for each node of the path."""
    count = len(update.path)
    rows = min(count, MOST_ROWS)
    drawing.fill(rows + 2.6, 17)
    small = 0.038 * drawing.right
    _write_row(drawing, -0.8, ["node", "before", "after", "reward"], [MUTED] * 4, small, "normal")
    for index, node in enumerate(update.path[:rows]):
        y = index - rows - 0.9
        reward = update.rewards[index]
        texts = [
            "root" if node.is_root else f"move {move_text(node.move)}",
            fraction(*update.before[index]),
            fraction(*update.after[index]),
            f"{reward:+g}" if reward else "0",
        ]
        colours = TEXT, MUTED, TEXT, HIGHLIGHT if reward > 0 else MUTED
        _write_row(drawing, y, texts, colours, 0.75, "bold")
        draw_piece(drawing, node.game, node.viewpoint, (0.6, y), 0.36)
    text = "wins/visits from the root down"
    if count > MOST_ROWS:
        text = f"{counted(count - MOST_ROWS, 'node')} above left out"
    room = drawing.right - 0.8
    drawing.write(0.4, -1.9 - rows, text, small, MUTED_LEFT, room=room)


def _write_row(drawing, y, texts, colours, size, weight):
    width = drawing.right
    for text, colour, (share, side, room) in zip(texts, colours, COLUMNS):
        drawing.write(share * width, y, text, size, Style(weight, colour, side), room=room * width)


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
    step.trace.show(step)
    if step.node is not None:
        return _looked_at(step)
    if step.part is not None:
        return _last_part(step)
    return f"{name}: {SENTENCES[step.phase](step)}."


def _looked_at(step):
    words = _position(step)
    words = words[0].upper() + words[1:]
    return f"{words}; {counts_in_words(step.node)}. A second click leads back."


def _last_part(step):
    """What the edge of the selection, or the move of the playout, is that is shown last."""
    part = step.part
    if step.phase == "select":
        if not part:
            return "Select: the search starts at the root."
        node, values, child = _choices(step)[part - 1]
        return f"Select, edge {part} of {step.parts}: {_chosen(node.children, values, child)}."
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


def _started(step):
    side = side_name(step.game, step.game.to_move)
    return f"the tree is nothing but the root, where {side} is to move"


def _selected(step):
    choices = _choices(step)
    if not choices:
        return "the root has no children yet, so it is the leaf"
    words = [_chosen(node.children, values, child) for node, values, child in choices[-2:]]
    if len(choices) > MOST_MOVES:
        words[0] = f"{len(choices) - 1} moves down"
    elif len(choices) > 2:
        words[0] = f"moves {', '.join(move_text(move) for move in step.moves[:-1])}"
    return "; then ".join(words)


def _expanded(step):
    leaf, added, values, node = step.expansion
    if added:
        count = len(added)
        words = "1 child is added" if count == 1 else f"{count} children are added"
        return f"{words}; {_chosen(added, values, node)}"
    if leaf.game.is_terminal:
        return "nothing is added, because the game is over here"
    done = leaf.simulations
    needed = step.trace.settings.expand_at
    so_far = f"has {done} of {needed} simulations" if done else "has no simulation yet"
    return f"nothing is added, because this leaf {so_far}"


def _chosen(children, values, child):
    """Why `child` was picked among the `children` with these `values`.

    >>> from c4lib import Board
    >>> from c4lib.study.recording import Trace
    >>> selection = Trace(Board(), seed=1).at(3, "select").selection
    >>> _chosen(selection.path[0].children, selection.values[0], selection.path[1])
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


def _simulated(step):
    _, moves, final = step.simulation
    if not moves:
        return f"nothing is played, because the game is over: {ending(final, final.winner)}"
    played = counted(len(moves), "random move")
    end = ending(final, final.winner, "wins")
    return f"{played}, {end}; none of these positions is in the tree"


def _backpropagated(step):
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


def _rewarded(update, loss):
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


SENTENCES = {
    None: _started,
    "select": _selected,
    "expand": _expanded,
    "simulate": _simulated,
    "backpropagate": _backpropagated,
}
