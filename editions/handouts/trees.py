"""A search tree in black and white, with fields that can be left empty."""

from c4lib.plots.canvas import AT_LEFT, BOLD, EMPTY, INK, MUTED, Drawing, Style, width_of
from c4lib.plots.tree import DROP, MOVE_SIZE, tidy_layout
from c4lib.text import move_text, short, side_name

RADIUS = 0.5  # of the nodes, in units of the tree
NUMBERS = 0.38  # size of the numbers in them
ROOM = 0.75  # for the numbers
PLAYS = 0.36  # size of the words beside the rows
PATH, EDGE = 0.09, 0.025  # widths of the edges on a path, and of the others


def draw_tree(figure, box, nodes, label, path=()):
    """Draw these nodes of a tree, the root first, with what `label` says in each; the edges of a path are thick."""
    layout = tidy_layout(nodes[0], dict.fromkeys(nodes, RADIUS))
    turns = {height: f"{side_name(game, game.to_move)} plays" for height, game in layout.turns.items()}
    beside = 0.5 + PLAYS * max(width_of(text, "normal") for text in turns.values())
    across, down = zip(*layout.centres.values())
    left = min(across) - RADIUS - beside
    right = max(across) + RADIUS + 0.1
    lowest = min(down) - RADIUS - 0.3
    drawing = Drawing(figure.add_axes(box)).limit(left, right, lowest, 0.1)
    for node, edge in layout.edges.items():
        width, colour = (PATH, INK) if node in path else (EDGE, MUTED)
        drawing.edges([edge], [width], colour, 2)
        write_move(drawing, edge.x_below, edge.end - DROP / 2, move_text(node.move))
    for height, text in turns.items():
        drawing.write(left + 0.1, height, text, PLAYS, AT_LEFT)
    for mark in layout.hidden.values():
        drawing.write(mark.x, mark.y, f"+{mark.count}", 0.3, Style(color=MUTED))
    for node, (x, y) in layout.centres.items():
        line = PATH if node in path else EDGE
        drawing.circles([(x, y)], RADIUS, INK, 3)
        drawing.circles([(x, y)], RADIUS - line, EMPTY, 3.1)
        wins, visits = label(node)
        write_fraction(drawing, x, y, wins, visits)


def write_move(drawing, x, y, text):
    """Write a move on its edge."""
    size = 1.3 * MOVE_SIZE
    width = width_of(text) * size + 0.1
    box = x - width / 2, y - 0.2, width, 0.4
    drawing.boxes([box], EMPTY, 2.2)
    drawing.write(x, y, text, size, BOLD)


def write_fraction(drawing, x, y, wins, visits):
    """Write wins over visits into a node; if they are empty, there is room to write them in."""
    line = x - 0.3, y - 0.012, 0.6, 0.024
    drawing.boxes([line], INK, 4, linewidth=0.5)
    drawing.write(x, y + 0.21, wins, NUMBERS, room=ROOM)
    drawing.write(x, y - 0.21, visits, NUMBERS, room=ROOM)


def counts(node):
    """What stands in a node: wins and visits."""
    return short(node.wins), short(node.visits)


def fraction(node):
    """Wins over visits, as in a table."""
    return f"{short(node.wins)}/{short(node.visits)}"


def empty(node):
    """What stands in a node that is to be filled in."""
    return "", ""


def place(node):
    """The moves to a node."""
    return ",\N{NO-BREAK SPACE}".join(map(str, node.moves)) or "root"


def nodes_to(root, depth):
    """The nodes of a tree down to a depth, the root first."""
    return [root, *(node for node in root.descendants if node.depth <= depth)]
