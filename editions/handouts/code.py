"""Programs to read on paper: the thirty lines of lesson 00, and the lecture's search of lesson 10."""

import re
from difflib import ndiff

from editions.handouts.lessons import cell_with, solution_of
from editions.handouts.page import GREY, LEFT, UPRIGHT, page, write

TASK = (
    """Each line carries the number of the lesson that explains it. Begin with the loop at the end, in grow. Which four calls does it
    repeat? Where do the lines speak of a column, a row, or a four?""",
)
AUDIT = (
    """This is the search of a lecture on Hex, in Python. Two lines of mcts need a repair. Read it slowly, with a finger on the node n
    and one on the state s. When do the two go apart? And what does the root count?""",
)
AUDITED = ("The lines with an arrow have been changed or added.",)
POINTS = 9.2  # size of the code
TOP, STEP = 1.5, 0.2  # inches: where it begins, and from line to line


def long_cell():
    """The program of lesson 00."""
    figure = page("A search in thirty lines (lesson 00)", TASK, size=UPRIGHT)
    write_code(figure, cell_with("00", "def grow("))
    yield figure


def pseudo_code():
    """The lecture's search, and its loop with both lines repaired."""
    parts = [cell_with("10", start) for start in ("class Node:", "def tree_policy_child(", "def mcts(")]
    figure = page("Audit a lecture's search (lesson 10)", AUDIT, size=UPRIGHT)
    write_code(figure, "\n\n".join(parts))
    yield figure
    solution = solution_of("10")
    body = re.search(r"^def \w+(\(.+?)\n\n\n", solution, re.DOTALL | re.MULTILINE)[1]
    figure = page("Audit a lecture's search (lesson 10)", AUDITED, True, size=UPRIGHT)
    write_code(figure, f"def mcts{body}", before=parts[-1])
    yield figure


def write_code(figure, source, before=None):
    """Write a program with the numbers of its lines, and an arrow at those that it did not have `before`."""
    lines, bare = source.splitlines(), without_comments(source)
    signs = (line[0] for line in ndiff(without_comments(before or source), bare) if line[0] in " +")
    look = {"family": "DejaVu Sans Mono", "size": POINTS}
    for number, (line, sign) in enumerate(zip(lines, signs), 1):
        height = 1 - (TOP + STEP * number) / UPRIGHT[1]
        write(figure, LEFT, height, f"{'→' if sign == '+' else ' '}{number:3}", color=GREY, **look)
        write(figure, LEFT + 0.07, height, line, **look)


def without_comments(source):
    """The lines of a program, without their comments."""
    return [line.partition("#")[0].rstrip() for line in source.splitlines()]
