"""The search that a student writes in lessons 03 to 07: the folded solutions, put together, grow the library's tree.

    ucb1(wins, visits, parent_visits, c)     the value of a child
    select(root, settings, rng)              the leaf
    expand(leaf, settings, rng)              the node to simulate from
    simulate(node, rng)                      the winner: 1, 2, or None
    backpropagate(node, winner)              nothing

The nodes are `SearchNode`, and random numbers are drawn as the library draws them.
"""

import ast
import re

import numpy as np
import pytest

from c4lib import Board, SearchNode, SearchSettings, TreeSearch
from notebooks import find, read, tags

LESSONS = {"ucb1": "03", "select": "04", "expand": "05", "simulate": "06", "backpropagate": "07"}
MOST_LINES = 8  # of a function's body


def solution(phase):
    """(the lesson's import statements, the function in its folded solution)."""
    cells = [cell for cell in read(find([LESSONS[phase]])[0]).cells if cell.cell_type == "code"]
    statements = [node for cell in cells for node in ast.parse(re.sub(r"^[%!].*", "", cell.source, flags=re.M)).body]
    imports = [node for node in statements if isinstance(node, (ast.Import, ast.ImportFrom))]
    folded = [node for cell in cells if "solution" in tags(cell) for node in ast.parse(cell.source).body]
    found = [
        node
        for node in folded
        if isinstance(node, ast.FunctionDef) and re.fullmatch(rf"(my_)?{phase}(_solution)?", node.name)
    ]
    assert len(found) == 1, f"lesson {LESSONS[phase]} has one folded solution that defines {phase}"
    return imports, found[0]


def made(phase, **known):
    """The function of a folded solution, with what it needs of its lesson's imports and with the `known` names."""
    imports, function = solution(phase)
    used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    for statement in imports:
        statement.names = [name for name in statement.names if (name.asname or name.name).split(".")[0] in used]
    body = [statement for statement in imports if statement.names] + [function]
    exec(compile(ast.Module(body, type_ignores=[]), f"the solution of {phase}", "exec"), known)
    return known[function.name]


@pytest.fixture(scope="module")
def own():
    """The five functions of the student, by name."""
    value = made("ucb1")
    return {"ucb1": value, "select": made("select", ucb1=value)} | {
        phase: made(phase) for phase in ("expand", "simulate", "backpropagate")
    }


def grown(own, board, settings, rng, iterations):
    """The root of the tree that the student's functions grow."""
    root = SearchNode(board)
    for _ in range(iterations):
        leaf = own["select"](root, settings, rng)
        node = own["expand"](leaf, settings, rng)
        winner = own["simulate"](node, rng)
        own["backpropagate"](node, winner)
    return root


def rows(root):
    """All nodes, by their moves from the root: wins and visits."""
    return {
        tuple(above.move for above in node.path[1:]): (node.wins, node.visits) for node in (root, *root.descendants)
    }


@pytest.mark.parametrize("settings", [{}, {"c": 0}, {"expand_at": 3}], ids=str)
@pytest.mark.parametrize(
    "board",
    [
        Board(),
        Board.from_moves("3130234131", rows=4, columns=5),  # that of lessons 04 to 07
        Board.from_moves("001122"),  # X wins in one
        Board.from_moves("32222303300110", rows=4, columns=4),  # one column is open
    ],
    ids=["empty", "lessons", "win in one", "one column"],
)
def test_the_folded_solutions_grow_the_tree_of_the_library(own, board, settings):
    settings = SearchSettings(**settings)
    rng = np.random.default_rng(1)
    library = TreeSearch(board, settings, rng=1).run(200)
    assert rows(grown(own, board, settings, rng, 200)) == rows(library.root)
    assert rng.random() == library.rng.random(), "as many random numbers"


@pytest.mark.parametrize("phase", LESSONS)
def test_a_solution_is_a_few_plain_lines(phase):
    function = solution(phase)[1]
    lines = {node.lineno for node in ast.walk(function) if hasattr(node, "lineno")} - {function.lineno}
    assert len(lines) <= MOST_LINES
