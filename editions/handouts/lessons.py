"""What handouts take from the cells of a lesson."""

import ast

from tools.notebooks import find, read, tags


def code_cells(lesson):
    """The cells of a lesson that have code."""
    (path,) = find([lesson])
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def cell_with(lesson, text):
    """The code of the first cell of a lesson that has this text."""
    return next(cell.source for cell in code_cells(lesson) if text in cell.source)


def solution_of(lesson):
    """The code of the first solution of a lesson."""
    return next(cell.source for cell in code_cells(lesson) if "solution" in tags(cell))


def calls_of(lesson, name):
    """What cells of a lesson, but no answers, give to a function: (arguments, keyword arguments) of each call."""
    for cell in code_cells(lesson):
        if "answer" in tags(cell):
            continue
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
                arguments = [ast.literal_eval(one) for one in node.args]
                keywords = {one.arg: ast.literal_eval(one.value) for one in node.keywords}
                yield arguments, keywords
