"""How pictures and widgets write numbers."""

from __future__ import annotations

import math
import sys

from c4lib.node import SearchNode


def number(value: float, decimals: int = 2) -> str:
    """A value with two decimals, ∞, or – for NaN.

    In a `Selection` the lowest float stands for `unvisited=-inf`.

    >>> number(0.625), number(-math.inf), number(math.nan), number(1.4536, 3)
    ('0.62', '-∞', '–', '1.454')
    """
    if math.isnan(value):
        return "–"
    if abs(value) >= sys.float_info.max:
        return "∞" if value > 0 else "-∞"
    return f"{value:.{decimals}f}"


def percent(share: float) -> str:
    """A share in percent, without decimals.

    >>> percent(0.217), percent(0.001), percent(0)
    ('22%', '<1%', '0%')
    """
    return "<1%" if 0 < share < 0.005 else f"{share:.0%}"


def short(count: float) -> str:
    """A count in four characters, or five with a half.

    >>> short(7.5), short(399.5), short(1235), short(61_234), short(1e6)
    ('7.5', '400', '1235', '61k', '1.0M')
    """
    if count < 99.95:
        return f"{round(count, 1):g}"
    if count < 10_000:
        return f"{count:.0f}"
    return f"{count / 1000:.0f}k" if count < 999_500 else f"{count / 1e6:.1f}M"


def counted(count: float, noun: str) -> str:
    """A number of things.

    >>> counted(1, "playout"), counted(1000, "playout"), counted(2.5, "win")
    ('1 playout', '1,000 playouts', '2.5 wins')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def exploration_constant(c: float, style: str = "g") -> str:
    """The exploration constant: √2, or a number in this format.

    >>> exploration_constant(math.sqrt(2)), exploration_constant(0.5, ".2f")
    ('√2', '0.50')
    """
    return "√2" if c == math.sqrt(2) else f"{c:{style}}"


def terms_text(mean: float, value: float) -> str:
    """The two terms of a `value` and their sum, or why it has none.

    >>> terms_text(0.625, 1.035), terms_text(math.nan, math.inf), terms_text(0.625, -math.inf)
    ('0.62 + 0.41 = 1.03', 'unvisited: ∞', 'proven')
    """
    if math.isnan(mean):
        return f"unvisited: {number(value)}"
    if value == -math.inf:
        return "proven"
    return f"{number(mean)} + {number(value - mean)} = {number(value)}"


def fraction(wins: float, visits: int) -> str:
    """Wins/visits.

    >>> fraction(7.5, 10)
    '7.5/10'
    """
    return f"{round(wins, 2):g}/{visits}"


def counts_in_words(node: SearchNode) -> str:
    """Wins and visits in words.

    >>> from c4lib import Board, TreeSearch
    >>> counts_in_words(TreeSearch(Board(), rng=1).run(5).root)
    '1 win in 5 visits'
    """
    if not node.visits:
        return "not visited"
    wins = "1 win" if node.wins == 1 else f"{node.wins:g} wins"
    return f"{wins} in {counted(node.visits, 'visit')}"
