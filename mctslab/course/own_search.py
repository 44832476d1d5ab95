"""The search that a reader writes function by function, and the file where it is kept."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import symtable
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from c4lib._tools import one_of
from mctslab.course import library_phases
from mctslab.course.own_files import is_kept, keep

FILE = Path("my_search.py")  # beside the notebooks
BEFORE = Path("my_search_before.py")  # what was in the file before the last change
LESSONS = {
    "ucb1": "03",
    "select": "04",
    "expand": "05",
    "simulate": "06",
    "backpropagate": "07",
    "grow": "08",
}
HEADER = '''"""My search: what I wrote in the lessons, one function for each."""

import math
import random
from collections import Counter, defaultdict

import numpy as np

from c4lib import Board, SearchNode, SearchSettings

# The library's, as long as mine do not stand below:
from mctslab.course.library_phases import backpropagate, expand, select, simulate, ucb1
'''

# ---------------------------------------------------------------- the file


class OwnFile(NamedTuple):
    """The reader's file as it stands.

    Attributes:
        text: what is in it.
        places: for each function the numbers of its first line and the one after its last.
    """

    text: str
    places: dict[str, tuple[int, int]]


def own_file(path: Path = FILE) -> OwnFile:
    """The file, or what one begins with.

    Raises:
        ValueError: it was edited into something that cannot be used. It is left as it is.

    >>> own_file(Path("there is none")).places
    {}
    """
    text = path.read_text("utf-8") if path.exists() else HEADER
    left = "It is left as it is: mend it, or give it another name."
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise ValueError(f"{path.name}, line {error.lineno}: {error.msg}. {left}") from None
    places = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            if node.name in places:
                raise ValueError(f"{path.name} has two functions called {node.name}. {left}")
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            places[node.name] = first - 1, node.end_lineno
    return OwnFile(text, places)


def keep_function(name: str, function: Callable) -> str:
    """Keep a function that is right in the reader's file, in the place of the one of this name.

    All else in the file stays as it is, and what was there before stays in `my_search_before.py`.

    Args:
        name: ucb1, select, expand, simulate, backpropagate or grow.
        function: which has to be called so.

    Returns:
        A sentence that says what was done, or why it was not; empty if nothing is kept now.

    >>> keep_function("select", library_phases.select)  # examples are run as tests
    ''
    """
    if not is_kept():
        return ""
    try:
        source = _source_of(one_of("name", name, tuple(LESSONS)), function)
        file = own_file()
        _check_names(name, source, file)
        _replace(name, source, file)
    except (ValueError, OSError) as error:
        return f"It is not kept in {FILE}: {error}"
    return f"Your {name} is kept in {FILE}."


def _source_of(name, function):
    """The source as it was typed."""
    called = getattr(function, "__name__", type(function).__name__)
    if called != name:
        raise ValueError(f"it is called {called}; a function called {name} is")
    try:
        return inspect.cleandoc("\n" + inspect.getsource(function))
    except (OSError, TypeError):
        raise ValueError(f"the source of {name} is not known: run its cell again") from None


def _check_names(name, source, file):
    """ValueError if the function uses what only the notebook knows."""
    known = {*dir(builtins), *_bound(file.text), name}
    unknown = sorted(_globals_of(symtable.symtable(source, name, "exec")) - known)
    if unknown:
        which = ", ".join(unknown)
        raise ValueError(
            f"{name} uses {which}, which only this notebook knows. Put it inside {name}"
        )


def _bound(text):
    """The names that a file imports or defines."""
    return {symbol.get_name() for symbol in symtable.symtable(text, "", "exec").get_symbols()}


def _globals_of(table):
    """The names of the module that the functions of a table use."""
    found = set()
    for inner in table.get_children():
        for symbol in inner.get_symbols():
            if symbol.is_global() and symbol.is_referenced():
                found.add(symbol.get_name())
        found |= _globals_of(inner)
    return found


def _replace(name, source, file):
    lines = file.text.rstrip().splitlines()
    if name in file.places:
        first, last = file.places[name]
        lines[first:last] = source.splitlines()
    else:
        lines += ["", "", *source.splitlines()]
    text = "\n".join(lines) + "\n"
    if FILE.exists() and text != file.text:
        keep(BEFORE, file.text)
    keep(FILE, text)


# ---------------------------------------------------------------- using it


def own(name: str) -> Callable:
    """A function of the reader's search, or the library's in the same form; it says which.

    Args:
        name: ucb1, select, expand, simulate, backpropagate or grow.

    Raises:
        ValueError: `name` is none of these.

    >>> own("select").__name__
    select: the library's, as long as my_search.py has none (lesson 04)
    'select'
    """
    one_of("name", name, tuple(LESSONS))
    why = f"as long as {FILE} has none (lesson {LESSONS[name]})"
    mine = None
    try:
        mine = _functions().get(name)
    except Exception as error:  # whatever stands in the file
        why = f"because of {error}"
    print(f"{name}: yours, from {FILE}" if mine else f"{name}: the library's, {why}")
    return mine or library_phases.PHASES[name]


def _functions():
    """The functions of the file, by name; none without a file, or under test."""
    if not (is_kept() and FILE.exists()):
        return {}
    file = own_file()
    module = ModuleType(FILE.stem)
    linecache.checkcache(str(FILE))  # so that errors and `show_source` show the present lines
    exec(compile(file.text, str(FILE), "exec"), module.__dict__)
    return {name: getattr(module, name) for name in file.places}
