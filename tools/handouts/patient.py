"""Lesson 22: the numbers of one node, and three mistakes that could explain a choice."""

import math

from c4lib import ucb1, violations
from checks.lesson_22 import suspect
from handouts.page import draw_table, page, write

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
KINDS = "as it should be", "the child's N", "the root's N", "the other's wins"


def one_node():
    """The task and its solution."""
    search, node, chosen, condition = before_the_violation()
    right = max(node.children, key=lambda child: ucb1(child.wins, child.visits, node.visits))
    words = {"iterations": search.iterations, "condition": condition, "chosen": chosen.move, "right": right.move}
    words |= {"root": search.root.visits, "node": node.visits}
    children = [[child.move, f"{child.wins:g}", child.visits] for child in node.children]
    for is_solution in (False, True):
        texts = [text.format(**words) for text in (SOLUTION if is_solution else TASK)]
        figure = page("One node of a patient (lesson 22)", texts, is_solution)
        draw_table(figure, (0.05, 0.2, 0.3, 0.42), ("move", "wins w", "visits n"), children, "The node's children")
        pair = [[one.move, *(values(one, search.root) if is_solution else [""] * 4)] for one in (chosen, right)]
        draw_table(figure, (0.42, 0.42, 0.53, 0.2), ("move", *KINDS), pair, "UCB1", (0.6, 1.4, 1.1, 1.1, 1.4))
        write(figure, 0.42, 0.36, logarithms(search.root, node, right, chosen))
        yield figure


def before_the_violation():
    """The patient just before a condition is broken, the node at fault, the child that it goes to, and the condition."""
    later = suspect("patient")
    while not (found := violations(later.run(1))):
        pass
    search = suspect("patient").run(later.iterations - 1)
    node = search.root
    for move in found[0].node.moves:
        node = next(child for child in node.children if child.move == move)
    pairs = zip(node.children, found[0].node.children)
    chosen = next(child for child, after in pairs if after.visits > child.visits)
    return search, node, chosen, found[0].name


def values(child, root):
    """UCB1 of a child as it should be, and with each of the three mistakes."""
    wins, visits, parent = child.wins, child.visits, child.parent
    found = [ucb1(wins, visits, number) for number in (parent.visits, visits, root.visits)]
    found.append(ucb1(visits - wins, visits, parent.visits))
    return [f"{value:.3f}" for value in found]


def logarithms(*nodes):
    """The natural logarithms of their visits, a line each."""
    return "\n".join(f"ln {node.visits} = {math.log(node.visits):.3f}" for node in nodes)
