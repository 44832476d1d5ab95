"""The search that a reader writes function by function, and the file where it is kept."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import symtable
import textwrap
from collections.abc import Callable
from itertools import count
from types import ModuleType
from typing import NamedTuple

from c4lib._tools.arguments import one_of
from mctslab.course import library_phases
from mctslab.course.own_files import (
    Unreadable,
    alone,
    may_keep,
    place_of,
    read_text,
    write_text,
)

FILE = "my_search.py"
BEFORE = "my_search_before_{}.py"  # what was in the file before a function was replaced
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
        places: for each function the number of its first line, from 0, and of the one after its last.
    """

    text: str
    places: dict[str, tuple[int, int]]


def own_file() -> OwnFile:
    """The file, or what one begins with.

    Raises:
        Unreadable: it was edited into something that cannot be used. It is left as it is.

    >>> own_file().places
    {}
    """
    text = read_text(FILE)
    text = HEADER if text is None else text
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        where = f"line {error.lineno}: " if getattr(error, "lineno", None) else ""
        raise Unreadable(FILE, f"{where}{error.args[0]}") from None
    places = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            if node.name in places and node.name in LESSONS:
                raise Unreadable(FILE, f"it has two functions called {node.name}")
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            places[node.name] = first - 1, node.end_lineno
    return OwnFile(text, places)


def keep_function(name: str, function: Callable) -> str:
    """Keep a function that is right in the reader's file, in the place of the one of this name.

    All else in the file stays as it is. Where a function is replaced by another, what was in the
    file before is kept in `my_search_before_1.py`, or the next number that is free.

    Args:
        name: ucb1, select, expand, simulate, backpropagate or grow.
        function: which has to be called so.

    Returns:
        A sentence that says what was done, or why it was not; empty if nothing is kept now.

    >>> keep_function("select", library_phases.select)  # examples are run as tests
    ''
    """
    one_of("name", name, tuple(LESSONS))
    if not may_keep() or function is getattr(library_phases, name):
        return ""
    try:
        source = _source_of(name, function)
        with alone():
            file = own_file()
            _check_names(name, source, file)
            _replace(name, source, file)
    except (ValueError, OSError) as error:
        return f"It is not kept in {FILE}: {error}."
    return f"Your {name} is kept in {FILE}."


def _source_of(name, function):
    """The source as it was typed."""
    called = getattr(function, "__name__", type(function).__name__)
    if called != name:
        raise ValueError(f"write `def {name}(...)`; this one is called {called}")
    try:
        source = textwrap.dedent(inspect.getsource(function)).rstrip("\n")
        found = ast.parse(source).body
    except (OSError, TypeError, SyntaxError):
        found = []
    if not (found and isinstance(found[0], ast.FunctionDef) and found[0].name == name):
        raise ValueError(f"the source of {name} is not known; run its cell again")
    return source


def _check_names(name, source, file):
    """ValueError if the function uses what only the notebook knows."""
    known = {*dir(builtins), *_bound(file.text), name}
    unknown = sorted(_globals_of(symtable.symtable(source, name, "exec")) - known)
    if unknown and "import *" not in file.text:
        only = f"{name} uses {', '.join(unknown)}, which only this notebook knows"
        raise ValueError(f"{only}; define or import it inside {name}")


def _bound(text):
    """The names that a file imports or defines."""
    return {symbol.get_name() for symbol in symtable.symtable(text, "", "exec").get_symbols()}


def _globals_of(table):
    """The names of the module that are used in a table and in the functions within."""
    used = {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_global() and (symbol.is_referenced() or symbol.is_declared_global())
    }
    return used.union(*map(_globals_of, table.get_children()))


def _replace(name, source, file):
    lines, typed = file.text.rstrip("\r\n").split("\n"), source.split("\n")
    if name in file.places:
        first, last = file.places[name]
        lines[first:last] = typed
    else:
        lines += ["", "", *typed]
    text = "\n".join(lines) + "\n"
    if "\r\n" in file.text:
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    if text != file.text and name in file.places:
        names = map(BEFORE.format, count(1))
        write_text(next(free for free in names if not place_of(free).exists()), file.text)
    write_text(FILE, text)


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
    except Unreadable as error:
        why = f"because {error}"
    except (Exception, SystemExit) as error:  # whatever stands in the file
        why = f"because {FILE} stops with {type(error).__name__}: {error}"
    print(f"{name}: yours, from {FILE}" if mine else f"{name}: the library's, {why}")
    return mine or getattr(library_phases, name)


def _functions():
    """The functions of the file, by name; none without a file, or under test."""
    file = own_file()
    linecache.checkcache(FILE)  # so that errors and `show_source` show the present lines
    module = ModuleType("my_search")
    exec(compile(file.text, FILE, "exec", dont_inherit=True), module.__dict__)
    found = {name: getattr(module, name, None) for name in file.places}
    return {name: function for name, function in found.items() if callable(function)}
