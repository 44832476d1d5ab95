"""Lesson 22: the numbers of one node, and three mistakes that could explain a choice."""

from c4lib import ucb1, violations
from checks.lesson_22 import suspect
from editions.handouts.page import draw_table, logarithms, page, write

TASK = (
    """A search has one fault. {iterations} iterations break no condition; in the next one it goes from the node below to move {chosen}, and
    breaks "{condition}". The root has {root} visits and the node {node}; T = 1 and c = √2.""",
    """Three mistakes are possible: under the logarithm stands the child's number of visits, or the root's, in place of the node's; or the
    wins are those of the other player, n - w. Work out UCB1 = w/n + c √(ln N / n) for moves {chosen} and {right}, as it should be and with
    each mistake. Which mistakes lead to move {chosen}? Which of these fits how the seven children have been visited so far?""",
)
SOLUTION = (
    """Two mistakes lead to move {chosen}: the root's N, and the other player's wins. But move {right} has the most visits, and alone has won
    more than the one win that T gives. A search that counts the other player's wins would have left it alone. So it is the root's N.""",
)
WIDTHS = 0.6, 1.4, 1.1, 1.1, 1.4  # of the columns
KINDS = "as it should be", "the child's N", "the root's N", "the other's wins"


def one_node():
    """The task and its solution."""
    search, node, chosen, condition = before_the_violation()
    right = max(node.children, key=lambda child: ucb1(child.wins, child.visits, node.visits))
    words = {
        "iterations": search.iterations,
        "condition": condition,
        "chosen": chosen.move,
        "right": right.move,
        "root": search.root.visits,
        "node": node.visits,
    }
    children = [[child.move, f"{child.wins:g}", child.visits] for child in node.children]
    pair = chosen, right
    asked = [[child.move, "", "", "", ""] for child in pair]
    solved = [[child.move, *values(child, search.root)] for child in pair]
    visits = search.root.visits, node.visits, right.visits, chosen.visits
    for is_solution, texts, rows in ((False, TASK, asked), (True, SOLUTION, solved)):
        figure = page("One node of a patient (lesson 22)", texts, is_solution, **words)
        draw_table(figure, (0.05, 0.2, 0.3, 0.42), ("move", "wins w", "visits n"), children, "The node's children")
        draw_table(figure, (0.42, 0.42, 0.53, 0.2), ("move", *KINDS), rows, "UCB1", WIDTHS)
        write(figure, 0.42, 0.36, logarithms(visits))
        yield figure


def before_the_violation():
    """The patient just before a condition is broken, the node at fault, the child that it goes to, and the condition."""
    later = suspect("patient")
    while not (found := violations(later.run(1))):
        pass
    violation = found[0]
    search = suspect("patient").run(later.iterations - 1)
    node = search.root
    for move in violation.node.moves:
        node = next(child for child in node.children if child.move == move)
    pairs = zip(node.children, violation.node.children)
    chosen = next(child for child, after in pairs if after.visits > child.visits)
    return search, node, chosen, violation.name


def values(child, root):
    """UCB1 of a child as it should be, and with each of the three mistakes."""
    wins, visits, parent = child.wins, child.visits, child.parent
    found = [
        ucb1(wins, visits, parent.visits),
        ucb1(wins, visits, visits),
        ucb1(wins, visits, root.visits),
        ucb1(visits - wins, visits, parent.visits),
    ]
    return [f"{value:.3f}" for value in found]
