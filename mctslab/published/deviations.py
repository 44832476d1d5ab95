"""Deviations of the published searches by name: which are fixed, and how a player says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

MOST_PLAYOUTS = 10_000_000  # and games: hours


def chosen_deviations(fixed: str | Iterable[str], deviations: Mapping[str, str]) -> frozenset[str]:
    """The names in `fixed` as a set: one name or several, each of them a key of `deviations`.

    Raises:
        ValueError: there is no deviation of that name; the message lists those there are.

    >>> sorted(chosen_deviations({"rust"}, {"rust": "it squeaks", "dust": "it sneezes"}))
    ['rust']
    >>> chosen_deviations("moss", {"rust": "it squeaks", "dust": "it sneezes"})
    Traceback (most recent call last):
        ...
    ValueError: fixed must name deviations (rust, dust), not 'moss'
    """
    names = list(fixed) if isinstance(fixed, Iterable) and not isinstance(fixed, str) else [fixed]
    for name in names:
        if not isinstance(name, str) or name not in deviations:
            raise ValueError(f"fixed must name deviations ({', '.join(deviations)}), not {name!r}")
    return frozenset(names)


def deviation_words(fixed: frozenset[str], deviations: Mapping[str, str]) -> str:
    """What a player's name says about what is `fixed`: nothing, which deviations, or that all are.

    >>> deviation_words(frozenset({"rust"}), {"rust": "it squeaks", "dust": "it sneezes"})
    ' without rust'
    """
    if fixed == set(deviations):
        return " fixed"
    names = [name for name in deviations if name in fixed]
    return f" without {', '.join(names)}" if names else ""
