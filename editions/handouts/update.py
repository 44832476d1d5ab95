"""Lesson 07: three playouts, to be propagated back by hand."""

from c4lib.text import short, side_name
from editions.handouts.four_phases import BOARD, lessons_search
from editions.handouts.page import LEFT, draw_table, page
from editions.handouts.trees import counts, draw_tree, place

TASK = (
    """This is a part of the lessons' tree after 40 iterations. Each node says wins over visits, for the player who moved there; the root
    counts for O. +4 means four children that are not drawn. Now three playouts are made, one after another: {playouts}.""",
    "1. Whose wins does each node of the table count?",
    "2. What does it say after each playout? Leave a field empty if nothing changes.",
    "3. Check your last numbers: what a node has won, apart from one playout of its own, its children have lost.",
)
SOLUTION = (
    "Every node on a path gets a visit, and those that count for the winner get a win. The tree is that after the third playout.",
)
HEAD = "node", "counts for", "before", "after 1", "after 2", "after 3"
WIDTHS = 1.3, 1.2, 1, 1, 1, 1  # of the columns


def update_by_hand():
    """The task and its solution: iterations 41 to 43 of the lessons' search."""
    search = lessons_search()
    updates = [search.step().backpropagation for _ in range(3)]
    before, after = counts_around(updates)
    below = [node for node in search.root.descendants if node.parent in before]
    nodes = [search.root, *below]
    asked, solved = [], []
    for node in nodes:
        if node not in before:
            continue
        known = "/".join(before[node])
        asked.append([place(node), "", known, "", "", ""])
        found = [after.get((node, number), "") for number in range(3)]
        solved.append([place(node), side_name(node.game, node.viewpoint), known, *found])
    playouts = "; ".join(map(one_playout, updates))

    def counts_before(node):
        return before.get(node, counts(node))

    yield one_page(TASK, nodes, counts_before, asked, playouts=playouts)
    yield one_page(SOLUTION, nodes, counts, solved)


def counts_around(updates):
    """What nodes said before the first update that reaches them, and after each that does."""
    before, after = {}, {}
    for number, update in enumerate(updates):
        for node, reward, (wins, visits) in zip(update.path, update.rewards, update.before):
            before.setdefault(node, (short(wins), short(visits)))
            after[node, number] = f"{short(wins + reward)}/{visits + 1}"
    return before, after


def one_playout(update):
    """Its path, and who has won it."""
    return f"along {place(update.path[0])}, and {side_name(BOARD, update.winner)} wins"


def one_page(texts, nodes, label, rows, **words):
    """A page with the tree and its table."""
    figure = page("Backpropagate three playouts (lesson 07)", texts, texts is SOLUTION, **words)
    draw_tree(figure, (LEFT, 0.05, 0.45, 0.66), nodes, label)
    draw_table(figure, (0.53, 0.07, 0.42, 0.6), HEAD, rows, widths=WIDTHS)
    return figure
