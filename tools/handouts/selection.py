"""Lesson 04: a selection, to be traced by hand."""

import math
from itertools import pairwise

from c4lib import ucb1
from c4lib.text import side_name
from handouts.four_phases import lessons_search
from handouts.page import LEFT, draw_board, draw_table, page, write
from handouts.trees import counts, draw_tree, nodes_to, place

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


def selection_by_hand():
    """The task and its solution: iteration 41 of the lessons' search."""
    search = lessons_search()
    path = next(search.phases()).path
    words = {"path": place(path[-1]), "leaf": "/".join(counts(path[-1]))}
    for is_solution, texts, marked in ((False, TASK, ()), (True, SOLUTION, path)):
        figure = page("Trace a selection (lesson 04)", [text.format(**words) for text in texts], is_solution)
        draw_tree(figure, (LEFT, 0.27, 0.77, 0.485), nodes_to(search.root, 3), counts, marked)
        draw_board(figure, (0.83, 0.55, 0.13, 0.16), search.game, "X to move")
        write(figure, 0.845, 0.5, logarithms(search.root))
        for number, (parent, child) in enumerate(pairwise(path), 1):
            title = f"{number}. {side_name(parent.game, parent.game.to_move)} chooses, N = "
            title += f"{parent.visits}" if is_solution else "____"
            rows = list(choice(search, parent, child)) if is_solution else [[""] * len(TERMS)] * 4
            draw_table(figure, (0.305 * number - 0.255, 0.05, 0.29, 0.18), TERMS, rows, title, WIDTHS)
        yield figure


def logarithms(root):
    """The natural logarithms of the numbers of visits that parents have, a line each."""
    numbers = {node.visits for node in (root, *root.descendants) if node.children}
    return "\n".join(f"ln {number} = {math.log(number):.3f}" for number in sorted(numbers, reverse=True))


def choice(search, parent, chosen):
    """The rows of the table of one choice."""
    for child in parent.children:
        value = ucb1(child.wins, child.visits, parent.visits, search.settings.c)
        terms = (f"{term:.3f}" for term in (child.mean, value - child.mean, value))
        yield [f"→ {child.move}" if child is chosen else child.move, *counts(child), *terms]
