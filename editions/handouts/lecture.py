"""Lesson 10: the lecture's example, to be replayed by hand with T = 1."""

from c4lib import TreeSearch
from c4lib.study.replay import replay
from c4lib.text import side_name
from editions.handouts.page import LEFT, draw_position, draw_table, page
from editions.handouts.trees import counts, draw_tree, empty, fraction, nodes_to, place
from mctslab.lecture import worked_example

TASK = (
    """Hex on 3 x 3 cells: Black (X) joins top and bottom, White (O) left and right; White is to move. Every new node, the root too,
    starts with T wins in 2T visits; here T = 1, that is {start}. All nodes count White's wins.""",
    """Each iteration goes from the root to the child with the highest wins/visits, and so on down to a node without children. It adds all
    children of that node, takes the best of them, and plays at random to the end. Then every node on the path, the root too, gets a
    visit, and a win if White has won. Where several children are best, a tie-break decides. It has picked: {iterations}.""",
    "1. What does each node of the table say after each iteration? Leave a field empty if nothing changes.",
    "2. Write the last numbers of all nodes into the tree.",
    "3. Why must iteration 4 begin with b3? Which child of the root is better now than those that were never tried?",
)
SOLUTION = (
    """Before iteration 4, {best} was the only child of the root above {start}. Afterwards the children of the root say {last}: none is
    better than {start}, which is what a move says that was never tried.""",
)
HEAD = "node", "start", "after 1", "after 2", "after 3", "after 4"
WIDTHS = 1.5, 1, 1.1, 1.1, 1.1, 1.1  # of the columns

# Where they stand on the page: left, bottom, width and height, as parts of it.
TREE = LEFT, 0.05, 0.55, 0.58
POSITION = 0.78, 0.44, 0.17, 0.17
TABLE = 0.61, 0.06, 0.34, 0.34


def worked_example_by_hand():
    """The task and its solution."""
    example = worked_example()
    search = TreeSearch(example.game, example.variants["T = 1"].settings)
    root = search.root
    start, after = fraction(root), {}
    for number, iteration in enumerate(example.iterations):
        best = max(root.children, key=lambda child: child.mean, default=root)
        words = {"best": says(best)}  # at last before iteration 4
        for node in replay(search, *iteration).backpropagation.path:
            after[node, number] = fraction(node)
    words["start"] = start
    words["last"] = ", ".join(map(says, root.children))
    words["iterations"] = in_words(example)
    nodes = nodes_to(root, 9)
    asked, solved = [], []
    for node in nodes:
        found = [after.get((node, number), "") for number in range(4)]
        if any(found):
            asked.append([place(node), start, "", "", "", ""])
            solved.append([place(node), start, *found])

    def one_page(texts, label, rows):
        figure = page("A lecture's example, with T = 1 (lesson 10)", texts, texts is SOLUTION, **words)
        draw_tree(figure, TREE, nodes, label)
        draw_position(figure, POSITION, example.game, "White to move")
        draw_table(figure, TABLE, HEAD, rows, widths=WIDTHS)
        return figure

    yield one_page(TASK, empty, asked)
    yield one_page(SOLUTION, counts, solved)


def says(child):
    """The move to a child, and what it says."""
    return f"{child.move}\N{NO-BREAK SPACE}{fraction(child)}"


def in_words(example):
    """The iterations as the lecture gives them."""
    lots = []
    for number, (path, winner, _) in enumerate(example.iterations, 1):
        lots.append(f"{number}. {', '.join(path)}, and {side_name(example.game, winner)} wins")
    return "; ".join(lots)
