"""Makes the sheets to print: a tree to trace by hand, and on the second page its solution.

    python tools/sheets.py    build/sheets/04.pdf, 07.pdf and 10.pdf

They are A4, in black and white. Every number on them comes from the library.
"""

import math
import re
from itertools import pairwise
from pathlib import Path
from textwrap import fill

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from c4lib import Board, TreeSearch, ucb1
from c4lib.plots.board import draw_game, draw_piece
from c4lib.plots.canvas import EMPTY, INK, MUTED, Drawing, width_of
from c4lib.plots.tree import DROP, MOVE_SIZE, tidy_layout
from c4lib.study.replay import replay
from c4lib.text import move_text, short, side_name
from mctslab.lecture import worked_example

SHEETS = Path(__file__).resolve().parents[1] / "build" / "sheets"
A4 = (11.69, 8.27)  # inches, with the long side across
LEFT, WIDTH = 0.05, 0.9  # of the page
SIZE = 10.5  # points of the text
LETTERS = 138  # of it in a line over the full width
RADIUS = 0.5  # of the nodes, in units of the tree
NUMBERS = 0.38  # size of the numbers in them
PATH = 0.09  # width of the edges on a path


# -------------------------------------------------------------------- parts of a page


def page(title, paragraphs, solution=False):
    """A page with its title, and these paragraphs below it."""
    figure = Figure(figsize=A4)
    words = f"{title}: solution" if solution else title
    figure.text(LEFT, 0.95, words, size=17, weight="bold", va="top")
    if not solution:
        figure.text(LEFT + WIDTH, 0.95, "Name ______________________", size=SIZE, ha="right", va="top")
    height = 0.895
    for paragraph in paragraphs:
        lines = fill(re.sub(r"[ \n]+", " ", paragraph), LETTERS)  # a no-break space stays
        figure.text(LEFT, height, lines, size=SIZE, va="top", linespacing=1.3)
        height -= 0.0225 * (lines.count("\n") + 1) + 0.007
    return figure


def draw_tree(figure, box, nodes, label, path=()):
    """Draw these nodes of a tree, the root first, with what `label` says in each; the edges of a path are thick."""
    layout = tidy_layout(nodes[0], dict.fromkeys(nodes, RADIUS))
    across, down = zip(*layout.centres.values())
    left, right = min(across) - 2.2, max(across) + RADIUS + 0.1
    drawing = Drawing.within(figure.add_axes(box), left, right, min(down) - RADIUS - 0.3, 0.1)
    for node, edge in layout.edges.items():
        is_marked = node in path
        drawing.edges([edge], [PATH if is_marked else 0.02], INK if is_marked else MUTED, 2)
        write_move(drawing, edge[4], edge[3] - DROP / 2, move_text(node.move))
    for height, game in layout.turns.items():
        draw_piece(drawing, game, game.to_move, (left + 0.3, height), 0.28)
        drawing.write(left + 0.7, height, "plays", 0.36, ha="left")
    for hidden, x, y, *_ in layout.hidden.values():
        drawing.write(x, y, f"+{hidden}", 0.3, color=MUTED)
    for node, centre in layout.centres.items():
        drawing.circles([centre], RADIUS, INK, 3)
        drawing.circles([centre], RADIUS - (PATH if node in path else 0.025), EMPTY, 3.1)
        write_fraction(drawing, *centre, *label(node))


def write_move(drawing, x, y, text):
    """Write a move on its edge."""
    size = 1.3 * MOVE_SIZE
    width = width_of(text) * size + 0.1
    drawing.boxes([(x - width / 2, y - 0.2, width, 0.4)], EMPTY, 2.2)
    drawing.write(x, y, text, size, weight="bold")


def write_fraction(drawing, x, y, wins, visits):
    """Write wins over visits into a node; if they are empty, there is room to write them in."""
    drawing.boxes([(x - 0.3, y - 0.012, 0.6, 0.024)], INK, 4, linewidth=0.5)
    drawing.write(x, y + 0.21, wins, NUMBERS, room=1.5 * RADIUS)
    drawing.write(x, y - 0.21, visits, NUMBERS, room=1.5 * RADIUS)


def draw_position(figure, box, game, title):
    """Draw a position with a line above it."""
    ax = figure.add_axes(box)
    draw_game(ax, game)
    ax.set_title(title, size=SIZE)


def draw_table(figure, box, head, rows, title="", widths=None):
    """Draw a table; an empty text is a field to write into."""
    ax = figure.add_axes(box)
    ax.set_axis_off()
    ax.set_title(title, size=SIZE, weight="bold", loc="left")
    table = ax.table([head, *rows], cellLoc="center", bbox=(0, 0, 1, 1), colWidths=widths)
    table.auto_set_font_size(False)
    table.set_fontsize(SIZE)
    for (row, _), cell in table.get_celld().items():
        cell.set_linewidth(0.6)
        if row == 0:
            cell.set_text_props(weight="bold", size=SIZE - 1)


def counts(node):
    """What stands in a node: wins and visits."""
    return short(node.wins), short(node.visits)


def place(node):
    """The moves to a node."""
    return ",\N{NO-BREAK SPACE}".join(map(str, node.moves)) or "root"


def nodes_to(root, depth):
    """The nodes of a tree down to a depth, the root first."""
    return [root, *(node for node in root.descendants if node.depth <= depth)]


def lessons_search():
    """The search of the lessons on the four phases, after 40 iterations."""
    return TreeSearch(Board.from_moves("3130234131", rows=4, columns=5), rng=2).run(40)


# -------------------------------------------------------------------- 04: a selection

SELECT = (
    """The tree has grown in 40 iterations from the position on the right. Each node says wins over visits, for the player who
    moved there. The moves stand above the nodes; +3 means three children that are not drawn.""",
    """Iteration 41 begins with a selection: from the root it goes to the child with the largest UCB1 = w/n + c √(ln N / n), and so on
    down to a node without children, the leaf. w and n are the child's wins and visits, N is its parent's number of visits, c = √2.""",
    "1. Fill in a table for each choice. 2. Mark the path in the tree. 3. What does the leaf say, and which numbers have changed?",
)
SELECTED = (
    "The arrows show the largest values. The path is {path}, and the leaf says {leaf}. No number has changed: a selection only looks.",
)
TERMS = "column", "w", "n", "w/n", "c √(ln N / n)", "UCB1"


def selection_sheet():
    """The two pages of the sheet on selection: iteration 41 of the lessons' search."""
    search = lessons_search()
    path = next(search.phases()).path
    solved = [text.format(path=place(path[-1]), leaf="/".join(counts(path[-1]))) for text in SELECTED]
    for is_solution in (False, True):
        figure = page("Trace a selection (lesson 04)", solved if is_solution else SELECT, is_solution)
        draw_tree(figure, (LEFT, 0.27, 0.77, 0.485), nodes_to(search.root, 3), counts, path if is_solution else ())
        draw_position(figure, (0.81, 0.53, 0.15, 0.2), search.game, "The root: X to move")
        figure.text(0.845, 0.5, logarithms(search.root), size=SIZE, va="top", linespacing=1.35)
        for number, (parent, child) in enumerate(pairwise(path)):
            rows = choice(search, parent, child) if is_solution else [[""] * len(TERMS)] * 4
            title = f"{number + 1}. {side_name(parent.game, parent.game.to_move)} chooses"
            title += f", N = {parent.visits}" if is_solution else ", N = ____"
            box = LEFT + 0.305 * number, 0.05, 0.29, 0.18
            draw_table(figure, box, TERMS, rows, title, (1, 0.7, 0.7, 1, 1.7, 1.2))
        yield figure


def logarithms(root):
    """The natural logarithms of the numbers of visits that parents have, a line each."""
    numbers = sorted({node.visits for node in (root, *root.descendants) if node.children}, reverse=True)
    return "\n".join(f"ln {number} = {math.log(number):.3f}" for number in numbers)


def choice(search, parent, chosen):
    """The rows of the table of one choice."""
    for child in parent.children:
        value = ucb1(child.wins, child.visits, parent.visits, search.settings.c)
        terms = (f"{term:.3f}" for term in (child.mean, value - child.mean, value))
        yield [f"→ {child.move}" if child is chosen else child.move, *counts(child), *terms]


# -------------------------------------------------------------------- 07: three playouts

UPDATE = (
    """This is a part of the lessons' tree after 40 iterations. Each node says wins over visits, for the player who moved there; the root
    counts for O. +4 means four children that are not drawn. Now three playouts are made, one after another: {playouts}.""",
    "1. Whose wins does each node of the table count?",
    "2. What does it say after each playout? Leave a field empty if nothing changes.",
    "3. Check your last numbers: what a node has won, apart from one playout of its own, its children have lost.",
)
UPDATED = (
    "Every node on a path gets a visit, and those that count for the winner get a win. The tree is that after the third playout.",
)


def update_sheet():
    """The two pages of the sheet on backpropagation: iterations 41 to 43 of the lessons' search."""
    search = lessons_search()
    steps = [search.step() for _ in range(3)]
    before, after, playouts = {}, {}, []
    for number, step in enumerate(steps):
        update, player = step.backpropagation, side_name(search.game, step.simulation.winner)
        playouts.append(f"along {place(update.path[0])}, and {player} wins")
        for node, reward, (wins, visits) in zip(update.path, update.rewards, update.before):
            before.setdefault(node, (short(wins), short(visits)))
            after[node, number] = f"{short(wins + reward)}/{visits + 1}"
    nodes = [node for node in nodes_to(search.root, 9) if node is search.root or node.parent in before]
    asked = [text.format(playouts="; ".join(playouts)) for text in UPDATE]
    for is_solution in (False, True):
        figure = page("Backpropagate three playouts (lesson 07)", UPDATED if is_solution else asked, is_solution)
        draw_tree(
            figure,
            (LEFT, 0.05, 0.45, 0.66),
            nodes,
            counts if is_solution else lambda node: before.get(node, counts(node)),
        )
        rows = []
        for node in (node for node in nodes if node in before):
            found = [side_name(node.game, node.viewpoint), *(after.get((node, number), "") for number in range(3))]
            whose, *numbers = found if is_solution else [""] * 4
            rows.append([place(node), whose, "/".join(before[node]), *numbers])
        head = "node", "counts for", "before", "after 1", "after 2", "after 3"
        draw_table(figure, (0.53, 0.07, 0.42, 0.6), head, rows, widths=(1.3, 1.2, 1, 1, 1, 1))
        yield figure


# -------------------------------------------------------------------- 10: the lecture's example

EXAMPLE = (
    """Hex on 3 x 3 cells: Black (X) joins top and bottom, White (O) left and right; White is to move. Every new node, the root too,
    starts with T wins in 2T visits; here T = 1, that is {start}. All nodes count White's wins.""",
    """Each iteration goes from the root to the child with the highest wins/visits, and so on down to a node without children. It adds all
    children of that node, takes the best of them, and plays at random to the end. Then every node on the path, the root too, gets a
    visit, and a win if White has won. Where several children are best, a tie-break decides. It has picked: {iterations}.""",
    "1. What does each node of the table say after each iteration? Leave a field empty if nothing changes.",
    "2. Write the last numbers of all nodes into the tree.",
    "3. Why must iteration 4 begin with b3? Which child of the root is better now than those that were never tried?",
)
EXAMPLED = (
    """Before iteration 4, {best} was the only child of the root above {start}, with {counts}. Afterwards the children of the root say {last}:
    none is better than {start}, which is what a move says that was never tried.""",
)


def example_sheet():
    """The two pages of the sheet on the lecture's worked example, with T = 1."""
    example = worked_example()
    search = TreeSearch(example.position, example.variants["T = 1"].settings)
    after, lots, start = {}, [], "/".join(counts(search.root))
    for number, (path, winner, playout) in enumerate(example.iterations):
        best = max(search.root.children, key=lambda child: child.mean, default=None)
        words = {"best": best and best.move, "counts": best and "/".join(counts(best))}  # at last before iteration 4
        for node in replay(search, path, winner, playout).backpropagation.path:
            after[node, number] = "/".join(counts(node))
        lots.append(f"{number + 1}. {', '.join(path)}, and {side_name(example.position, winner)} wins")
    words["last"] = ", ".join(f"{child.move} {'/'.join(counts(child))}" for child in search.root.children)
    words |= {"iterations": "; ".join(lots), "start": start}
    nodes = nodes_to(search.root, 9)
    met = {node for node, _ in after}
    for is_solution in (False, True):
        texts = [text.format(**words) for text in (EXAMPLED if is_solution else EXAMPLE)]
        figure = page("A lecture's example, with T = 1 (lesson 10)", texts, is_solution)
        draw_tree(figure, (LEFT, 0.05, 0.55, 0.58), nodes, counts if is_solution else lambda node: ("", ""))
        draw_position(figure, (0.78, 0.44, 0.17, 0.17), example.position, "White to move")
        rows = []
        for node in (node for node in nodes if node in met):
            found = [after.get((node, number), "") for number in range(len(example.iterations))]
            rows.append([place(node), start, *(found if is_solution else [""] * len(found))])
        head = "node", "start", "after 1", "after 2", "after 3", "after 4"
        draw_table(figure, (0.61, 0.06, 0.34, 0.34), head, rows, widths=(1.5, 1, 1.1, 1.1, 1.1, 1.1))
        yield figure


# -------------------------------------------------------------------- files


def sheets(folder=SHEETS):
    """Writes the sheets into a folder, the same bytes each time."""
    folder.mkdir(parents=True, exist_ok=True)
    for lesson, pages in {"04": selection_sheet, "07": update_sheet, "10": example_sheet}.items():
        with PdfPages(folder / f"{lesson}.pdf", metadata={"CreationDate": None, "Title": f"Sheet {lesson}"}) as pdf:
            for figure in pages():
                pdf.savefig(figure)


if __name__ == "__main__":
    sheets()
    print(f"The sheets are in {SHEETS}: 04.pdf, 07.pdf and 10.pdf, A4; page 2 of each is its solution.")
