"""One sentence for each phase, which says what just happened."""

from __future__ import annotations

import sys

from c4lib.moment import Moment
from c4lib.node import SearchNode
from c4lib.phases import Backpropagation, Expansion, Selection, Simulation
from c4lib.plots.palette import NAMES
from c4lib.settings import SearchSettings

MOST_COLUMNS = 7  # of a selected path that are named


def sentence(moment: Moment, settings: SearchSettings) -> str:
    """What the phase just done did.

    >>> from c4lib import Board
    >>> from c4lib.study.recording import Trace
    >>> sentence(Trace(Board(), seed=1).at(10, "select"), SearchSettings())
    'Select: column 6, 1.00 + 2.10 is the largest of 7, shared by 3: drawn at random.'
    """
    record = moment.phase_record
    if isinstance(record, Selection):
        return f"Select: {_selected(record)}."
    if isinstance(record, Expansion):
        return f"Expand: {_expanded(record, settings)}."
    if isinstance(record, Simulation):
        return f"Simulate: {_simulated(record)}."
    if isinstance(record, Backpropagation):
        return f"Backpropagate: {_backpropagated(record, settings)}."
    return f"Start: the tree is nothing but the root, where {NAMES[moment.root.game.to_move]} is to move."


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
