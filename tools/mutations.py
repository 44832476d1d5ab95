"""The small changes that tools/mutants.py plants in a file: `mutants_of(path, source)`.

`<` becomes `<=`, `or` becomes `and`, 2 becomes 3; an operand, a `not` or a statement is left out, two arguments change places, a
condition is turned round, a function returns None, a parameter has another default. Text is left alone, since what a message says is
no behaviour, and so are annotations and decorators.
"""

import ast
import copy
from typing import NamedTuple

OPERATORS = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,), ast.And: (ast.Or,), ast.Or: (ast.And,), ast.Add: (ast.Sub,), ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,), ast.Div: (ast.Mult,), ast.FloorDiv: (ast.Mult,), ast.Mod: (ast.Mult,), ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,), ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd,), ast.BitXor: (ast.BitAnd,),
    ast.LShift: (ast.RShift,), ast.RShift: (ast.LShift,),
}  # fmt: skip
ANY_ORDER = {"min", "max", "isinstance", "hasattr"}  # the first two the same, the others an error at once


class Mutant(NamedTuple):
    """In the file at `path`, the bytes from `start` to `end` become `new`."""

    path: str
    line: int
    start: int
    end: int
    new: str
    before: str  # the changed lines, as one
    after: str

    def planted(self, source):
        return source[: self.start] + self.new.encode() + source[self.end :]

    def __str__(self):
        return f"{self.path}:{self.line}\n    - {self.before}\n    + {self.after}"


def with_field(node, **fields):
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def changes(node):
    """(old, new) nodes, of what may be changed in a node itself; `all_changes` goes on to its children."""
    match node:
        case ast.Compare(ops=operators):
            for place, operator in enumerate(operators):
                for other in OPERATORS[type(operator)]:
                    yield node, with_field(node, ops=[*operators[:place], other(), *operators[place + 1 :]])
        case ast.BoolOp(values=values):
            yield node, with_field(node, op=OPERATORS[type(node.op)][0]())
            for place in range(len(values)):
                rest = [*values[:place], *values[place + 1 :]]
                yield node, rest[0] if len(rest) == 1 else with_field(node, values=rest)
        case ast.BinOp() | ast.AugAssign():
            yield node, with_field(node, op=OPERATORS[type(node.op)][0]())
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node, node.operand
        case ast.Constant(value=bool()):
            yield node, ast.Constant(not node.value)
        case ast.Constant(value=int() | float()):
            yield node, ast.Constant(node.value + 1)
        case ast.Call(func=function, args=[first, second, *rest]) if getattr(function, "id", "") not in ANY_ORDER:
            if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
                yield node, with_field(node, args=[second, first, *rest])
        case ast.Return(value=ast.AST()) if ast.unparse(node.value) != "None":
            yield node, ast.Return(ast.Constant(None))


def other_defaults(node):
    """Of parameters; numbers, True and False are changed wherever they stand."""
    if isinstance(node, ast.arguments):
        for default in (*node.defaults, *node.kw_defaults):
            if isinstance(default, ast.Constant) and isinstance(default.value, (str, type(None))):
                yield default, ast.Constant("" if default.value else 1)


def conditions_turned_round(node):
    """Of `if`, `while` and comprehensions; comparisons, `and`, `or` and `not` are changed wherever they stand."""
    conditions = [node.test] if isinstance(node, (ast.If, ast.While, ast.IfExp)) else getattr(node, "ifs", ())
    for condition in conditions:
        if isinstance(condition, (ast.Name, ast.Call, ast.Attribute, ast.NamedExpr)):
            yield condition, ast.UnaryOp(ast.Not(), condition)


def left_out(node):
    """Of statements those without which the others still make sense."""
    match node:
        case ast.Expr(value=value) if not isinstance(value, ast.Constant):  # which is a docstring, or `...`
            yield node, ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, ast.Pass()
        case ast.AugAssign() | ast.Raise() | ast.Break() | ast.Continue() | ast.Delete():
            yield node, ast.Pass()


def all_changes(node):
    """The changes in a node and below; not in text, annotations, decorators, and imports for type checkers."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
        return
    for kind in (changes, other_defaults, conditions_turned_round, left_out):
        yield from kind(node)
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from all_changes(child)


def mutants_of(path, source):
    """The mutants of a file with this source, as bytes."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for old, new in all_changes(ast.parse(source)):
        start = starts[old.lineno - 1] + old.col_offset
        end = starts[old.end_lineno - 1] + old.end_col_offset
        text = f"({ast.unparse(new)})" if isinstance(new, ast.expr) else ast.unparse(new)
        first, last = starts[old.lineno - 1], starts[old.end_lineno]
        before = source[first:last]
        after = source[first:start] + text.encode() + source[end:last]
        yield Mutant(path, old.lineno, start, end, text, *(" ".join(some.decode().split()) for some in (before, after)))
