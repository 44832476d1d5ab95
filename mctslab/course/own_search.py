"""The search that a reader writes function by function, and the file where it is kept."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import runpy
import symtable
import textwrap
from collections.abc import Callable
from contextlib import suppress
from itertools import count

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
    library = getattr(library_phases, name)
    why = f"as long as {FILE} has none (lesson {LESSONS[name]})"
    mine = None
    try:
        mine = _run_file().get(name)
    except Unreadable as error:
        why = f"because {error}"
    if callable(mine) and mine is not library:
        print(f"{name}: yours, from {FILE}")
        return mine
    print(f"{name}: the library's, {why}")
    return library


def _run_file():
    """What the file defines and imports, by name; nothing without a file, or under test."""
    if read_text(FILE) is None:
        return {}
    try:
        return runpy.run_path(f"{place_of(FILE)}", run_name="my_search")
    except SyntaxError as error:
        raise _no_python(error) from None
    except (Exception, SystemExit) as error:  # whatever stands in the file
        raise Unreadable(FILE, f"it stops with {type(error).__name__}: {error}") from None


def _no_python(error):
    return Unreadable(FILE, f"line {error.lineno}: {error.msg}")


# ---------------------------------------------------------------- keeping a function


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
            _put_into_file(name, source)
    except (ValueError, OSError) as error:
        return f"It is not kept in {FILE}: {error}."
    return f"Your {name} is kept in {FILE}."


def _source_of(name, function):
    """The source as it was typed."""
    called = getattr(function, "__name__", type(function).__name__)
    if called != name:
        raise ValueError(f"write `def {name}(...)`; this one is called {called}")
    source = ""
    with suppress(OSError, TypeError, SyntaxError):
        source = textwrap.dedent(inspect.getsource(function)).rstrip("\n")
    if not re.match(rf"@|def {name}\b", source):
        raise ValueError(f"the source of {name} is not known; run its cell again")
    return source


def _put_into_file(name, source):
    """Put a function where the one of this name stands, or at the end."""
    old = read_text(FILE) or HEADER
    lines = old.rstrip("\r\n").split("\n")
    typed = source.split("\n")
    place = _lines_of(name, old)
    _check_names(name, source, old)
    if place is None:
        lines += ["", "", *typed]
    else:
        lines[place] = typed
    text = "\n".join(lines) + "\n"
    if "\r\n" in old:
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    if place is not None and text != old:
        write_text(_free_name(), old)
    write_text(FILE, text)


def _lines_of(name, text):
    """Which lines of the text are the function of this name; None if there is none."""
    try:
        statements = ast.parse(text).body
    except SyntaxError as error:
        raise _no_python(error) from None
    for statement in reversed(statements):  # of two the one that holds
        if isinstance(statement, ast.FunctionDef) and statement.name == name:
            starts = [statement, *statement.decorator_list]
            first = min(start.lineno for start in starts)
            return slice(first - 1, statement.end_lineno)
    return None


def _free_name():
    """A name for what was in the file before."""
    names = map(BEFORE.format, count(1))
    return next(name for name in names if not place_of(name).exists())


def _check_names(name, source, text):
    """ValueError if the function uses what neither it nor the text of the file knows."""
    symbols = symtable.symtable(text, FILE, "exec").get_symbols()
    known = {name, *dir(builtins)}.union(symbol.get_name() for symbol in symbols)
    unknown = sorted(_globals_of(symtable.symtable(source, name, "exec")) - known)
    if unknown and "import *" not in text:
        only = f"{name} uses {', '.join(unknown)}, which only this notebook knows"
        raise ValueError(f"{only}; define or import it inside {name}")


def _globals_of(table):
    """The names of the module that are used in a table and in the functions within."""
    used = set()
    for symbol in table.get_symbols():
        if symbol.is_global() and (symbol.is_referenced() or symbol.is_declared_global()):
            used.add(symbol.get_name())
    return used.union(*map(_globals_of, table.get_children()))
