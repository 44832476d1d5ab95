"""Lesson 04: a selection, to be traced by hand."""

from itertools import pairwise

from c4lib import ucb1
from c4lib.text import side_name
from editions.handouts.four_phases import lessons_search
from editions.handouts.page import LEFT, draw_board, draw_table, logarithms, page, write
from editions.handouts.trees import counts, draw_tree, fraction, nodes_to, place

TASK = (
    """The tree has grown in 40 iterations from the position on the right, where X is to move. Each node says wins over visits, for the
    player who moved there. The moves stand above the nodes; +3 means three children that are not drawn.""",
    """Iteration 41 begins with a selection: from the root it goes to the child with the largest UCB1 = w/n + c √(ln N / n), and so on
    down to a node without children, the leaf. w and n are the child's wins and visits, N is its parent's number of visits, c = √2.""",
    "1. Fill in a table for each choice. 2. Mark the path in the tree. 3. What does the leaf say, and which numbers have changed?",
)
SOLUTION = (
    "The arrows show the largest values. The path is {path}, and the leaf says {leaf}. No number has changed: a selection only looks.",
)
TERMS = "column", "w", "n", "w/n", "c √(ln N / n)", "UCB1"
WIDTHS = 1.2, 0.7, 0.7, 1, 1.8, 1.2  # of the columns

# Where they stand on the page: left, bottom, width and height, as parts of it.
TREE = LEFT, 0.27, 0.77, 0.485
POSITION = 0.83, 0.55, 0.13, 0.16


def selection_by_hand():
    """The task and its solution: iteration 41 of the lessons' search."""
    search = lessons_search()
    path = next(search.phases()).path
    leaf = path[-1]
    words = {"path": place(leaf), "leaf": fraction(leaf)}
    nodes = nodes_to(search.root, 3)
    for texts, marked in ((TASK, ()), (SOLUTION, path)):
        is_solution = texts is SOLUTION
        figure = page("Trace a selection (lesson 04)", texts, is_solution, **words)
        draw_tree(figure, TREE, nodes, counts, marked)
        draw_board(figure, POSITION, search.game, "X to move")
        write(figure, 0.845, 0.5, logarithms(visits_of_parents(search.root)))
        for number, (parent, child) in enumerate(pairwise(path), 1):
            visits, rows = "____", [[""] * len(TERMS)] * 4
            if is_solution:
                visits, rows = parent.visits, list(choice(search, parent, child))
            title = f"{number}. {side_name(parent.game, parent.game.to_move)} chooses, N = {visits}"
            box = 0.305 * number - 0.255, 0.05, 0.29, 0.18
            draw_table(figure, box, TERMS, rows, title, WIDTHS)
        yield figure


def visits_of_parents(root):
    """The numbers of visits that parents have, the largest first."""
    numbers = {node.visits for node in (root, *root.descendants) if node.children}
    return sorted(numbers, reverse=True)


def choice(search, parent, chosen):
    """The rows of the table of one choice."""
    for child in parent.children:
        value = ucb1(child.wins, child.visits, parent.visits, search.settings.c)
        bonus = value - child.mean
        column = f"→ {child.move}" if child is chosen else child.move
        yield [column, *counts(child), f"{child.mean:.3f}", f"{bonus:.3f}", f"{value:.3f}"]
