"""The reader's own search beside the program of lesson 00, function by function: the end of lesson 08."""

import re
from collections.abc import Mapping
from html import escape
from inspect import getsource

from pictures import thirty_lines

OWN = "my_search"  # the module of what the reader has kept
NOT_YET = "not kept yet"
COLUMN = """<td style="text-align: left; vertical-align: top">
<pre style="white-space: pre-wrap">{}</pre></td>"""
TABLE = """<table style="width: 100%; table-layout: fixed">
<tr><th style="text-align: left">my_search.py</th><th style="text-align: left">lesson 00</th></tr>
{}
</table>"""


class SideBySide:
    """A table for a notebook: a function of the reader's own and that of lesson 00 in each row.

    Args:
        functions: what `own` gives, by name.

    >>> SideBySide({"grow": thirty_lines.grow})
    SideBySide(0 of 1 functions are yours)
    """

    def __init__(self, functions: Mapping[str, object]) -> None:
        self.functions = functions

    def _repr_html_(self) -> str:
        rows = []
        for name, function in self.functions.items():
            theirs = getsource(getattr(thirty_lines, name))
            columns = [in_column(own_source(function)), in_column(without_numbers(theirs))]
            rows.append(f"<tr>{''.join(columns)}</tr>")
        return TABLE.format("\n".join(rows))

    def __repr__(self) -> str:
        own = [one for one in self.functions.values() if one.__module__ == OWN]
        return f"SideBySide({len(own)} of {len(self.functions)} functions are yours)"


def own_source(function: object) -> str:
    """The function as the reader has kept it, or that there is none."""
    return getsource(function) if function.__module__ == OWN else NOT_YET


def without_numbers(source: str) -> str:
    """Lines of lesson 00 without the number of a lesson behind them.

    >>> without_numbers("return root       # 08")
    'return root'
    """
    return re.sub(r" +# \d\d$", "", source, flags=re.MULTILINE)


def in_column(source: str) -> str:
    """A cell of the table with a source in it; lines that are too long go on below."""
    return COLUMN.format(escape(source.rstrip("\n")))
