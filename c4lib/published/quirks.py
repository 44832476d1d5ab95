"""Quirks: what is odd about a published search, by name, and how a search is told which of them to mend."""

from collections.abc import Iterable, Mapping


def chosen_quirks(mended: str | Iterable[str], quirks: Mapping[str, str]) -> frozenset[str]:
    """The names in `mended` as a set: one name or several, each of them a key of `quirks`.

    Raises:
        ValueError: there is no quirk of that name; the message lists those there are.

    >>> sorted(chosen_quirks({"rust"}, {"rust": "it squeaks", "dust": "it sneezes"}))
    ['rust']
    >>> chosen_quirks("moss", {"rust": "it squeaks", "dust": "it sneezes"})
    Traceback (most recent call last):
        ...
    ValueError: mended must name quirks (rust, dust), not 'moss'
    """
    names = [mended] if isinstance(mended, str) or not isinstance(mended, Iterable) else list(mended)
    for name in names:
        if not isinstance(name, str) or name not in quirks:
            raise ValueError(f"mended must name quirks ({', '.join(quirks)}), not {name!r}")
    return frozenset(names)


def quirk_words(mended: frozenset[str], quirks: Mapping[str, str]) -> str:
    """What a player's name says about the quirks that are `mended`: nothing, which ones, or that all are.

    >>> quirk_words(frozenset({"rust"}), {"rust": "it squeaks", "dust": "it sneezes"})
    ' without rust'
    """
    if not mended:
        return ""
    return " mended" if mended == set(quirks) else " without " + ", ".join(name for name in quirks if name in mended)
