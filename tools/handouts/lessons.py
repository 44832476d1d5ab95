"""What handouts take from the cells of a lesson."""

import ast

from notebooks import find, read, tags


def code_cells(lesson, tag=None, without=()):
    """The code of the cells of a lesson, or of those with a tag; but of none with one of the other tags."""
    (path,) = find([lesson])
    cells = [cell for cell in read(path).cells if cell.cell_type == "code" and not tags(cell) & {*without}]
    return [cell.source for cell in cells if tag in {None, *tags(cell)}]


def cell_with(lesson, text):
    """The code of the first cell of a lesson that has this text."""
    return next(source for source in code_cells(lesson) if text in source)


def calls_of(lesson, name, without=()):
    """What the cells of a lesson give to a function: the (arguments, keyword arguments) of each call."""
    for source in code_cells(lesson, without=without):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
                given = [ast.literal_eval(one) for one in node.args]
                yield given, {one.arg: ast.literal_eval(one.value) for one in node.keywords}
